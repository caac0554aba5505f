"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Importing this package imports no pydantic: that comes with the first codec, or with the first module of a revision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._lazy import lazy_exports
from .errors import DecodeError as DecodeError
from .errors import EncodeError as EncodeError
from .errors import Finding as Finding
from .errors import ProtocolError as ProtocolError
from .jsonrpc.messages import Batch as Batch
from .jsonrpc.messages import ErrorResponse as ErrorResponse
from .jsonrpc.messages import Notification as Notification
from .jsonrpc.messages import Request as Request
from .jsonrpc.messages import Response as Response
from .limits import Limits as Limits
from .revisions import LATEST as LATEST
from .revisions import REVISIONS as REVISIONS
from .revisions import Revision as Revision
from .revisions import UnknownRevision as UnknownRevision
from .revisions import __version__ as __version__
from .revisions import revision as revision

if TYPE_CHECKING:
    from . import authorization as authorization
    from . import bridge as bridge
    from . import guards as guards
    from . import http as http
    from . import negotiation as negotiation
    from . import peer as peer
    from . import server as server
    from . import session as session
    from . import stdio as stdio
    from . import translation as translation
    from . import transports as transports
    from .bridge import Bridge as Bridge
    from .guards import Guards as Guards
    from .jsonrpc.edits import Edit as Edit
    from .jsonrpc.edits import EditError as EditError
    from .jsonrpc.envelope import Envelope as Envelope
    from .jsonrpc.envelope import read_envelope as read_envelope
    from .jsonrpc.set_aside import drop_set_aside as drop_set_aside
    from .jsonrpc.set_aside import set_aside as set_aside
    from .peer import Context as Context
    from .peer import Dispatcher as Dispatcher
    from .peer import InputRequired as InputRequired
    from .session import LocalProtocolError as LocalProtocolError
    from .session import Observed as Observed
    from .session import Observer as Observer
    from .session import RemoteProtocolError as RemoteProtocolError
    from .session import Session as Session
    from .translation import Translation as Translation
    from .translation import TranslationContext as TranslationContext
    from .translation import translate as translate
    from .transports import Server as Server
    from .transports.client import connect as connect
    from .wire import UnknownMember as UnknownMember
    from .wire.set_aside import SetAside as SetAside

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
            "bridge": ["Bridge"],
            "jsonrpc.edits": ["Edit", "EditError"],
            "jsonrpc.envelope": ["Envelope", "read_envelope"],
            "jsonrpc.set_aside": ["drop_set_aside", "set_aside"],
            "peer": ["Context", "Dispatcher", "InputRequired"],
            "guards": ["Guards"],
            "session": ["LocalProtocolError", "Observed", "Observer", "RemoteProtocolError", "Session"],
            "translation": ["Translation", "TranslationContext", "translate"],
            "transports": ["Server"],
            "transports.client": ["connect"],
            "wire": ["UnknownMember"],
            "wire.set_aside": ["SetAside"],
        },
        modules=[
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
        ],
    )
