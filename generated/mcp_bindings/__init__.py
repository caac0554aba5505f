"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Importing this package imports no pydantic: that comes with the first codec, or with the first module of a revision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._lazy import lazy_exports

if TYPE_CHECKING:
    from . import authorization, bridge, extensions, guards, http, negotiation, server, session, stdio, transports
    from .bridge.bridge import Bridge
    from .codec.codec import Codec
    from .errors import DecodeError, EncodeError, Finding, OpenError, ProtocolError
    from .guards.guard_choice import Guards
    from .guards.state_signer import StateSigner
    from .jsonrpc.edits import Edit, EditError
    from .jsonrpc.envelope import Envelope, read_envelope
    from .jsonrpc.messages import (
        Batch,
        ErrorResponse,
        Notification,
        Request,
        Response,
        TypedNotification,
        TypedRequest,
        TypedResponse,
    )
    from .jsonrpc.set_aside import drop_set_aside, set_aside
    from .limits import Limits
    from .peer.calls import Calls
    from .peer.client_input import InputRequired
    from .peer.context import AnyCreateMessageResult, AnyElicitResult, Context
    from .peer.dispatch import Dispatcher
    from .peer.handlers import Handlers
    from .revisions import LATEST, REVISIONS, Revision, UnknownRevision, __version__, revision
    from .server.function_results import Image
    from .server.toolbox import NotFound, Toolbox, ToolError
    from .session.errors import LocalProtocolError, RemoteProtocolError
    from .session.observer.events import Observed
    from .session.observer.observer import Observer
    from .session.session import Session
    from .spec.methods import MethodInfo
    from .spec.names import Sender
    from .translation.context import TranslationContext
    from .translation.inputs import translate_input_request, translate_input_response
    from .translation.outcome import Translation
    from .translation.translator import translate
    from .transports.client import connect
    from .transports.server import Server
    from .wire.model import UnknownMember
    from .wire.scalars import Omittable
    from .wire.set_aside import SetAside

__all__ = [
    "LATEST",
    "REVISIONS",
    "AnyCreateMessageResult",
    "AnyElicitResult",
    "Batch",
    "Bridge",
    "Calls",
    "Codec",
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
    "Handlers",
    "Image",
    "InputRequired",
    "Limits",
    "LocalProtocolError",
    "MethodInfo",
    "NotFound",
    "Notification",
    "Observed",
    "Observer",
    "Omittable",
    "OpenError",
    "ProtocolError",
    "RemoteProtocolError",
    "Request",
    "Response",
    "Revision",
    "Sender",
    "Server",
    "Session",
    "SetAside",
    "StateSigner",
    "ToolError",
    "Toolbox",
    "Translation",
    "TranslationContext",
    "TypedNotification",
    "TypedRequest",
    "TypedResponse",
    "UnknownMember",
    "UnknownRevision",
    "__version__",
    "authorization",
    "bridge",
    "connect",
    "drop_set_aside",
    "extensions",
    "guards",
    "http",
    "negotiation",
    "read_envelope",
    "revision",
    "server",
    "session",
    "set_aside",
    "stdio",
    "translate",
    "translate_input_request",
    "translate_input_response",
    "transports",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "": (
                "authorization",
                "bridge",
                "extensions",
                "guards",
                "http",
                "negotiation",
                "server",
                "session",
                "stdio",
                "transports",
            ),
            "bridge.bridge": ("Bridge",),
            "codec.codec": ("Codec",),
            "errors": ("DecodeError", "EncodeError", "Finding", "OpenError", "ProtocolError"),
            "guards.guard_choice": ("Guards",),
            "guards.state_signer": ("StateSigner",),
            "jsonrpc.edits": ("Edit", "EditError"),
            "jsonrpc.envelope": ("Envelope", "read_envelope"),
            "jsonrpc.messages": (
                "Batch",
                "ErrorResponse",
                "Notification",
                "Request",
                "Response",
                "TypedNotification",
                "TypedRequest",
                "TypedResponse",
            ),
            "jsonrpc.set_aside": ("drop_set_aside", "set_aside"),
            "limits": ("Limits",),
            "peer.calls": ("Calls",),
            "peer.client_input": ("InputRequired",),
            "peer.context": ("AnyCreateMessageResult", "AnyElicitResult", "Context"),
            "peer.dispatch": ("Dispatcher",),
            "peer.handlers": ("Handlers",),
            "revisions": ("LATEST", "REVISIONS", "Revision", "UnknownRevision", "__version__", "revision"),
            "server.function_results": ("Image",),
            "server.toolbox": ("NotFound", "Toolbox", "ToolError"),
            "session.errors": ("LocalProtocolError", "RemoteProtocolError"),
            "session.observer.events": ("Observed",),
            "session.observer.observer": ("Observer",),
            "session.session": ("Session",),
            "spec.methods": ("MethodInfo",),
            "spec.names": ("Sender",),
            "translation.context": ("TranslationContext",),
            "translation.inputs": ("translate_input_request", "translate_input_response"),
            "translation.outcome": ("Translation",),
            "translation.translator": ("translate",),
            "transports.client": ("connect",),
            "transports.server": ("Server",),
            "wire.model": ("UnknownMember",),
            "wire.scalars": ("Omittable",),
            "wire.set_aside": ("SetAside",),
        },
    )
