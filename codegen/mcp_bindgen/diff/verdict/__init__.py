"""What a difference means: for documents on the wire, for Python source, for each role."""
