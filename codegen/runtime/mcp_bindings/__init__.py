"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Importing this package imports no pydantic: that comes with the first codec, or with the first module of a revision.
"""

from . import authorization, bridge, guards, http, negotiation, peer, server, session, stdio, translation, transports
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
