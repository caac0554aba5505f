"""Handlers and calls that are written in the types of one revision, for peers that speak another one.

Params and results cross from one revision to the other with `mcp_bindings.translation`; this room does the rest of what
a bridge does: the level of the log, subscriptions, and rounds of input. It does no I/O.
"""
