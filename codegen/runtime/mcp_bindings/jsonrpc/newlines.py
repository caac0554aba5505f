"""Newlines, which a transport of lines forbids inside a text."""

NEWLINES = b"\r\n"
"""What a text leaves out to stand on one line."""
