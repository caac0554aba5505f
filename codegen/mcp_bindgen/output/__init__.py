"""Rendered text becomes files: formatted, verified, compared, written at once or not at all."""
