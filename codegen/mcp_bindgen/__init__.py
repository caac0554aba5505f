"""mcp-bindgen: convert official MCP schema files to an exact, typed Python package."""

from __future__ import annotations

import time

STARTED = time.time()
"""Time at which this process began to load the tool, in seconds since 1970. A source file with a later time may
differ from the code that this process runs.
"""

__version__ = "0.1.0"

PROJECT_URL = "https://github.com/mcp-bindgen/mcp-bindgen"
"""Address of source, issues and releases. The metadata and README of the generated package link to it."""
