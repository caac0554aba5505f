"""Tests of `mcp_bindings.peer`: asking a client, calls and handlers on several channels."""
