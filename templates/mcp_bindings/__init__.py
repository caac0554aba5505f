"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Nothing heavy is imported before it is asked for: pydantic comes with the first codec or the first revision's module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from mcp_bindings import authorization as authorization
    from mcp_bindings import negotiation as negotiation
    from mcp_bindings.aside import SetAside as SetAside
    from mcp_bindings.context import Context as Context
    from mcp_bindings.dispatch import Dispatcher as Dispatcher
    from mcp_bindings.session import LocalProtocolError as LocalProtocolError
    from mcp_bindings.session import RemoteProtocolError as RemoteProtocolError
    from mcp_bindings.session import Session as Session
    from mcp_bindings.tolerance import set_aside as set_aside
    from mcp_bindings.wire import UnknownMember as UnknownMember
else:
    _MODULES = {
        "Context": "context",
        "Dispatcher": "dispatch",
        "LocalProtocolError": "session",
        "RemoteProtocolError": "session",
        "Session": "session",
        "SetAside": "aside",
        "UnknownMember": "wire",
        "set_aside": "tolerance",
    }

    def __getattr__(name):
        """What needs pydantic, or is not for everyone, is loaded when it is asked for."""
        from importlib import import_module

        if name in _MODULES:
            return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        if name in ("authorization", "negotiation"):
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "LATEST",
    "REVISIONS",
    "Batch",
    "Context",
    "DecodeError",
    "Dispatcher",
    "ErrorResponse",
    "Finding",
    "Limits",
    "LocalProtocolError",
    "Notification",
    "ProtocolError",
    "RemoteProtocolError",
    "Request",
    "Response",
    "Revision",
    "Session",
    "SetAside",
    "UnknownMember",
    "UnknownRevision",
    "authorization",
    "negotiation",
    "revision",
    "set_aside",
]
