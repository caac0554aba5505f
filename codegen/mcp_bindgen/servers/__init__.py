"""Check a running server against the specification, in every revision that it claims.

`targets` names a server, `wire` carries texts to it, `client` speaks one revision over one connection, and `phases`
and `refusals` ask what there is to ask. `rules.toml` has the rules that a connection shows; the rules for single
messages and for their order are those of `mcp_bindings.Observer`. `check` confirms each finding by a second check.
"""
