"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Nothing heavy is imported before it is asked for: pydantic comes with the first codec or the first revision's module.
"""

from __future__ import annotations

from mcp_bindings.errors import ProtocolError as ProtocolError
from mcp_bindings.findings import DecodeError as DecodeError
from mcp_bindings.findings import Finding as Finding
from mcp_bindings.limits import Limits as Limits
from mcp_bindings.messages import Batch as Batch
from mcp_bindings.messages import ErrorResponse as ErrorResponse
from mcp_bindings.messages import Notification as Notification
from mcp_bindings.messages import Request as Request
from mcp_bindings.messages import Response as Response
from mcp_bindings.revisions import LATEST as LATEST
from mcp_bindings.revisions import REVISIONS as REVISIONS
from mcp_bindings.revisions import Revision as Revision
from mcp_bindings.revisions import UnknownRevision as UnknownRevision
from mcp_bindings.revisions import revision as revision

__all__ = [
    "LATEST",
    "REVISIONS",
    "Batch",
    "DecodeError",
    "ErrorResponse",
    "Finding",
    "Limits",
    "Notification",
    "ProtocolError",
    "Request",
    "Response",
    "Revision",
    "UnknownRevision",
    "revision",
]
