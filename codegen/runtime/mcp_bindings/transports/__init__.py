"""The transports, which do the I/O that every other part of the package leaves to its caller.

`Server` serves handlers that are written once to every revision. It is a `Service`, which is what a server offers;
`serve_stdio`, `serve_stream` and the ASGI application `StreamableHttp` carry it.
`connect` opens a `ClientConnection` to a server: over HTTP (`HttpTransport`, which needs the extra `http`), to a
process (`StdioProcess`), or to a service in this process (`MemoryTransport`). `FlowAuthorizer` gets the tokens for a
server over HTTP, and `BrowserSignIn` lets the user sign in. `BridgeConnection` is an `mb.Bridge` with its connection to
a server; `bridge_stream` and the ASGI application `BridgeHttp` carry the messages of its clients. They need asyncio.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .asgi import StreamableHttp as StreamableHttp
    from .bridging.connection import BridgeConnection as BridgeConnection
    from .bridging.connection import Deliver as Deliver
    from .bridging.connection import bridge_stream as bridge_stream
    from .bridging.http import BridgeHttp as BridgeHttp
    from .browser_sign_in import BrowserSignIn as BrowserSignIn
    from .client import Client as Client
    from .client_transport import ClientBounds as ClientBounds
    from .client_transport import ClientTransport as ClientTransport
    from .client_transport import MessageReceiver as MessageReceiver
    from .client_transport import ResponseLostError as ResponseLostError
    from .client_transport import SessionEndedError as SessionEndedError
    from .connection import ClientConnection as ClientConnection
    from .connection import connect as connect
    from .flow_authorizer import AuthorizationFailedError as AuthorizationFailedError
    from .flow_authorizer import FlowAuthorizer as FlowAuthorizer
    from .flow_authorizer import FlowHttp as FlowHttp
    from .flow_authorizer import ProvideClient as ProvideClient
    from .flow_authorizer import Resolve as Resolve
    from .flow_authorizer import SignedIn as SignedIn
    from .flow_authorizer import SignIn as SignIn
    from .http_client import HttpAuthorizer as HttpAuthorizer
    from .http_client import HttpTransport as HttpTransport
    from .http_peers import disconnect_request as disconnect_request
    from .http_sessions import Stores as Stores
    from .memory import MemoryStream as MemoryStream
    from .memory import MemoryTransport as MemoryTransport
    from .memory import memory_pair as memory_pair
    from .pings import Pings as Pings
    from .redis_stores import RedisEvents as RedisEvents
    from .redis_stores import RedisSessions as RedisSessions
    from .server import Middleware as Middleware
    from .server import Server as Server
    from .service import MakeHandlers as MakeHandlers
    from .service import ServedClient as ServedClient
    from .service import Service as Service
    from .stdio import INHERITED_VARIABLES as INHERITED_VARIABLES
    from .stdio import EndTimes as EndTimes
    from .stdio import LineStream as LineStream
    from .stdio import StdioProcess as StdioProcess
    from .stdio import serve_stdio as serve_stdio
    from .stores import EventStore as EventStore
    from .stores import MemoryEvents as MemoryEvents
    from .stores import MemorySessions as MemorySessions
    from .stores import SessionHeldError as SessionHeldError
    from .stores import SessionLostError as SessionLostError
    from .stores import SessionStore as SessionStore
    from .stores import StoredEvent as StoredEvent
    from .stores import StoredSession as StoredSession
    from .stores import StoredStream as StoredStream
    from .stores import StoreError as StoreError
    from .streams import MessageStream as MessageStream
    from .streams import serve_stream as serve_stream

__all__ = [
    "INHERITED_VARIABLES",
    "AuthorizationFailedError",
    "BridgeConnection",
    "BridgeHttp",
    "BrowserSignIn",
    "Client",
    "ClientBounds",
    "ClientConnection",
    "ClientTransport",
    "Deliver",
    "EndTimes",
    "EventStore",
    "FlowAuthorizer",
    "FlowHttp",
    "HttpAuthorizer",
    "HttpTransport",
    "LineStream",
    "MakeHandlers",
    "MemoryEvents",
    "MemorySessions",
    "MemoryStream",
    "MemoryTransport",
    "MessageReceiver",
    "MessageStream",
    "Middleware",
    "Pings",
    "ProvideClient",
    "RedisEvents",
    "RedisSessions",
    "Resolve",
    "ResponseLostError",
    "ServedClient",
    "Server",
    "Service",
    "SessionEndedError",
    "SessionHeldError",
    "SessionLostError",
    "SessionStore",
    "SignIn",
    "SignedIn",
    "StdioProcess",
    "StoreError",
    "StoredEvent",
    "StoredSession",
    "StoredStream",
    "Stores",
    "StreamableHttp",
    "bridge_stream",
    "connect",
    "disconnect_request",
    "memory_pair",
    "serve_stdio",
    "serve_stream",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "asgi": ["StreamableHttp"],
            "bridging.connection": ["BridgeConnection", "Deliver", "bridge_stream"],
            "bridging.http": ["BridgeHttp"],
            "browser_sign_in": ["BrowserSignIn"],
            "client": ["Client"],
            "client_transport": [
                "ClientBounds",
                "ClientTransport",
                "MessageReceiver",
                "ResponseLostError",
                "SessionEndedError",
            ],
            "connection": ["ClientConnection", "connect"],
            "flow_authorizer": [
                "AuthorizationFailedError",
                "FlowAuthorizer",
                "FlowHttp",
                "ProvideClient",
                "Resolve",
                "SignIn",
                "SignedIn",
            ],
            "http_client": ["HttpAuthorizer", "HttpTransport"],
            "http_peers": ["disconnect_request"],
            "memory": ["MemoryStream", "MemoryTransport", "memory_pair"],
            "pings": ["Pings"],
            "stdio": ["EndTimes", "INHERITED_VARIABLES", "LineStream", "StdioProcess", "serve_stdio"],
            "server": ["Middleware", "Server"],
            "redis_stores": ["RedisEvents", "RedisSessions"],
            "service": ["MakeHandlers", "ServedClient", "Service"],
            "http_sessions": ["Stores"],
            "stores": [
                "EventStore",
                "MemoryEvents",
                "MemorySessions",
                "SessionHeldError",
                "SessionLostError",
                "SessionStore",
                "StoreError",
                "StoredEvent",
                "StoredSession",
                "StoredStream",
            ],
            "streams": ["MessageStream", "serve_stream"],
        },
    )
