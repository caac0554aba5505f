"""Check a running server against the specification, in every revision that it claims.

`targets` describes the server, `connections` exchanges texts with it, and `client` speaks one revision over one
connection.
`phases` sends valid requests, `refusals` sends faulty texts. `rules.toml` has the rules for the answers to these
requests and texts. The rules for single messages and for the order of messages are those of `mcp_bindings.Observer`.
`check` reports only findings that occur in a second check too.
"""
