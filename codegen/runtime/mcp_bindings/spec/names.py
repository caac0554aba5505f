"""The protocol's names that code refers to, each written once."""

from __future__ import annotations

from typing import Literal

Era = Literal["handshake", "per-request"]
"""How version and capabilities are settled: by `initialize`, or in the `_meta` of each request."""

Transport = Literal["stdio", "http"]
"""`http` stands for whichever HTTP transport the revision has."""

LOG_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""Of log messages, least serious first (RFC 5424)."""

LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
RELATED_TASK_KEY = "io.modelcontextprotocol/related-task"
"""Keys of `_meta`."""
