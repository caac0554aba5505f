"""Both sides of a session without I/O: who may say what, and when."""

from __future__ import annotations

from mcp_bindings.events import Again as Again
from mcp_bindings.events import Agreed as Agreed
from mcp_bindings.events import Asked as Asked
from mcp_bindings.events import Ended as Ended
from mcp_bindings.events import Event as Event
from mcp_bindings.events import Ignored as Ignored
from mcp_bindings.events import Lost as Lost
from mcp_bindings.events import Parted as Parted
from mcp_bindings.session.errors import LocalProtocolError as LocalProtocolError
from mcp_bindings.session.errors import RemoteProtocolError as RemoteProtocolError
from mcp_bindings.session.rules import RULES as RULES
from mcp_bindings.session.rules import SessionRule as SessionRule
from mcp_bindings.session.session import Session as Session
from mcp_bindings.session.states import HANDSHAKE as HANDSHAKE
from mcp_bindings.session.states import REQUEST as REQUEST
from mcp_bindings.session.states import Transition as Transition
from mcp_bindings.session.states import mermaid as mermaid
