"""What generated code looks like, for a schema of ours with one of each feature."""
