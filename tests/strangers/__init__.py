"""Servers that strangers wrote, judged by `server check`, and the findings read against their pages by hand."""
