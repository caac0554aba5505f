"""Judge a running server by the specification, in every revision that it claims.

`targets` names a server, `wire` carries texts to it, `conversation` holds one connection in one revision, and `phases`
and `refusals` ask what there is to ask. `rules.toml` has the rules that a conversation shows; the rules for single
messages and for their order are those of `mcp_bindings.Observer`. `check` judges twice and returns the findings.
"""
