"""Tests of `mcp_bindings.negotiation`: tables, functions, outcomes."""
