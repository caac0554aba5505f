"""Reading along, for programs between a client and a server: gateways, proxies, inspectors and recorders.

`Observer` hears both directions of a connection, and never refuses a message. `Observed` is what it says of each: the
message, the request that it answers, and findings with the side to blame.
"""
