"""Tests of `mcp_bindings.authorization`: tables, URLs, challenges."""
