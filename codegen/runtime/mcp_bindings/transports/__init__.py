"""The transports, which do the I/O that every other part of the package leaves to its caller.

`Server` serves clients of every revision with handlers that are written once. A `Server` is a `Service`. `serve_stdio`,
`serve_stream` and the ASGI application `StreamableHttp` transfer the messages of a `Service`. `connect` opens a
`ClientConnection` to a server over HTTP (`HttpTransport`, which needs the extra `http`), to a process (`StdioProcess`)
or to a service in this process (`MemoryTransport`). `FlowAuthorizer` gets the tokens for a server over HTTP, and
`BrowserSignIn` lets the user sign in. `BridgeConnection` is an `mb.Bridge` with its connection to a server.
`bridge_stream` and the ASGI application `BridgeHttp` transfer the messages of the clients of a bridge. All transports
need asyncio.
"""

from ..http.event_reader import EventReader
from .asgi import StreamableHttp
from .bridging.connection import BridgeConnection, bridge_stream
from .bridging.http import BridgeHttp
from .browser_sign_in import BrowserSignIn
from .client import Client
from .client_bounds import ClientBounds
from .client_transport import ClientTransport, ResponseLostError
from .connection import ClientConnection, open_connection
from .flow_authorizer import AuthorizationFailedError, FlowAuthorizer, FlowHttp, SignIn
from .http_client import HttpTransport
from .http_peers import disconnect_request
from .http_sessions import Stores
from .memory import MemoryTransport
from .message_streams import serve_stream
from .pings import Pings
from .redis_stores import RedisEvents, RedisSessions
from .service import ServedClient, Service
from .stdio import EndTimes, LineStream, StdioProcess, serve_stdio
from .stores import (
    EventStore,
    MemoryEvents,
    MemorySessions,
    SessionHeldError,
    SessionLostError,
    SessionStore,
    StoredEvent,
    StoredSession,
    StoredStream,
    StoreError,
)
