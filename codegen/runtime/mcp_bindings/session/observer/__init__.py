"""Observe a connection from between client and server, for gateways, proxies, inspectors and recorders.

`Observer` reads both directions of a connection, and never refuses a message. For each message it returns an
`Observed`: the message, the request that it answers, and findings with the side at fault.
"""
