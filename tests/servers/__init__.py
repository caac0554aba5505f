"""Tests of `mcp-bindgen server`: checks of running servers."""
