"""Put `mb.Bridge` between a client and a server: the I/O that a bridge leaves to its caller.

`BridgeConnection` is a bridge with its connection to the server. `bridge_stream` carries the messages of one client on
a stream, such as standard streams. `BridgeHttp` carries the messages of many clients over HTTP.
"""
