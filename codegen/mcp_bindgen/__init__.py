"""mcp-bindgen: official MCP schema files in, an exact typed Python package out."""

from __future__ import annotations

__version__ = "0.1.0"
