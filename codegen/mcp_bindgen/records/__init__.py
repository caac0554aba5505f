"""Records of docstrings and public names, which the schemas do not have. The records are checked against the IR."""
