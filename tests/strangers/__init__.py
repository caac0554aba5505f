"""Servers that strangers wrote, checked by `server check`, and the findings read against their pages by hand."""
