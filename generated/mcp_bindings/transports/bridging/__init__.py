"""Put `mb.Bridge` between a client and a server: the I/O that a bridge leaves to its caller.

`BridgeConnection` is a bridge with its connection to the server. `bridge_stream` serves one client on a stream,
such as standard streams. `BridgeHttp` serves many clients over HTTP.
"""
