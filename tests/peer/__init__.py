"""Tests of `mcp_bindings.peer`: input from the client, calls, and handlers on several channels."""
