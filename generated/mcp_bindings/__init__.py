"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Importing this package imports no pydantic: that comes with the first codec, or with the first module of a revision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._lazy import lazy_exports

if TYPE_CHECKING:
    from . import (
        authorization,
        bridge,
        guards,
        http,
        negotiation,
        peer,
        server,
        session,
        stdio,
        translation,
        transports,
    )
    from .bridge import Bridge
    from .errors import DecodeError, EncodeError, Finding, ProtocolError
    from .guards import Guards
    from .jsonrpc.edits import Edit, EditError
    from .jsonrpc.envelope import Envelope, read_envelope
    from .jsonrpc.messages import Batch, ErrorResponse, Notification, Request, Response
    from .jsonrpc.set_aside import drop_set_aside, set_aside
    from .limits import Limits
    from .peer import Context, Dispatcher, InputRequired
    from .revisions import LATEST, REVISIONS, Revision, UnknownRevision, __version__, revision
    from .session import LocalProtocolError, Observed, Observer, RemoteProtocolError, Session
    from .translation import Translation, TranslationContext, translate
    from .transports import Server
    from .transports.client import connect
    from .wire import UnknownMember
    from .wire.set_aside import SetAside

__all__ = [
    "LATEST",
    "REVISIONS",
    "Batch",
    "Bridge",
    "Context",
    "DecodeError",
    "Dispatcher",
    "Edit",
    "EditError",
    "EncodeError",
    "Envelope",
    "ErrorResponse",
    "Finding",
    "Guards",
    "InputRequired",
    "Limits",
    "LocalProtocolError",
    "Notification",
    "Observed",
    "Observer",
    "ProtocolError",
    "RemoteProtocolError",
    "Request",
    "Response",
    "Revision",
    "Server",
    "Session",
    "SetAside",
    "Translation",
    "TranslationContext",
    "UnknownMember",
    "UnknownRevision",
    "__version__",
    "authorization",
    "bridge",
    "connect",
    "drop_set_aside",
    "guards",
    "http",
    "negotiation",
    "peer",
    "read_envelope",
    "revision",
    "server",
    "session",
    "set_aside",
    "stdio",
    "translate",
    "translation",
    "transports",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "": (
                "authorization",
                "bridge",
                "guards",
                "http",
                "negotiation",
                "peer",
                "server",
                "session",
                "stdio",
                "translation",
                "transports",
            ),
            "bridge": ("Bridge",),
            "errors": ("DecodeError", "EncodeError", "Finding", "ProtocolError"),
            "guards": ("Guards",),
            "jsonrpc.edits": ("Edit", "EditError"),
            "jsonrpc.envelope": ("Envelope", "read_envelope"),
            "jsonrpc.messages": ("Batch", "ErrorResponse", "Notification", "Request", "Response"),
            "jsonrpc.set_aside": ("drop_set_aside", "set_aside"),
            "limits": ("Limits",),
            "peer": ("Context", "Dispatcher", "InputRequired"),
            "revisions": ("LATEST", "REVISIONS", "Revision", "UnknownRevision", "__version__", "revision"),
            "session": ("LocalProtocolError", "Observed", "Observer", "RemoteProtocolError", "Session"),
            "translation": ("Translation", "TranslationContext", "translate"),
            "transports": ("Server",),
            "transports.client": ("connect",),
            "wire": ("UnknownMember",),
            "wire.set_aside": ("SetAside",),
        },
    )
