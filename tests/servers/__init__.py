"""Tests of `mcp-bindgen server`: the judgement of running servers."""
