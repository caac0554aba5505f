"""Connect a client and a server that need not share a revision: two sessions back to back, without any I/O.

`Bridge` receives what each side sends, and returns what the caller sends to the other side. `Bounds` limits what a
bridge keeps. `connection_key` says which requests of per-request clients may share a connection to a server with a
handshake.
"""

from .bounds import Bounds
from .opening import connection_key
from .state import Action, Closed, CloseStream, EndExchange, Lost, ToClient, ToServer
from .tool_schemas import ToolHeaders
