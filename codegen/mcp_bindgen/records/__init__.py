"""Records about types that the schemas do not have, checked against the IR: docstrings and public names."""
