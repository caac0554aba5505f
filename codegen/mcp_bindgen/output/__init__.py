"""Write rendered text to files: format, verify and compare it, then write all files at once or none."""
