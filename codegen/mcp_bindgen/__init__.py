"""mcp-bindgen: official MCP schema files in, an exact typed Python package out."""

from __future__ import annotations

import time

STARTED = time.time()
"""When this process began to load the tool, in seconds since 1970. Source that is newer may not be what it runs."""

__version__ = "0.1.0"

PROJECT_URL = "https://github.com/mcp-bindgen/mcp-bindgen"
"""Where source, issues and releases are; the metadata and README of the generated package link it."""
