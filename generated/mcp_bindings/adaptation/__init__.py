"""Handlers and calls in the types of one revision, for peers of another revision.

`mcp_bindings.translation` translates params and results, and this package handles the log level, subscriptions and
rounds of input. The package does no I/O.
"""
