"""Exact types for every revision of the Model Context Protocol.

    >>> import mcp_bindings as mb
    >>> codec = mb.revision("2025-11-25").codec("CallToolRequest")

Importing this package imports no pydantic: that comes with the first codec, or with the first module of a revision.
"""

from mcp_bindings.spec.methods import MethodInfo  # rendered

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
