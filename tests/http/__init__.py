"""Tests of `mcp_bindings.http`: headers, methods, statuses, origins, streams."""
