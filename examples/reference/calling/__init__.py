"""A client of every revision, over stdio and HTTP, on `mcp_bindings` and well-kept libraries for the transports."""
