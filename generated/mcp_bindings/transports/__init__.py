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
    from .asgi import StreamableHttp
    from .bridging.connection import BridgeConnection, Deliver, bridge_stream
    from .bridging.http import BridgeHttp
    from .browser_sign_in import BrowserSignIn
    from .client import Client
    from .client_transport import ClientBounds, ClientTransport, MessageReceiver, ResponseLostError, SessionEndedError
    from .connection import ClientConnection, connect
    from .flow_authorizer import (
        AuthorizationFailedError,
        FlowAuthorizer,
        FlowHttp,
        ProvideClient,
        Resolve,
        SignedIn,
        SignIn,
    )
    from .http_client import HttpAuthorizer, HttpTransport
    from .http_peers import disconnect_request
    from .http_sessions import Stores
    from .memory import MemoryStream, MemoryTransport, memory_pair
    from .pings import Pings
    from .redis_stores import RedisEvents, RedisSessions
    from .server import Middleware, Server
    from .service import MakeHandlers, ServedClient, Service
    from .stdio import INHERITED_VARIABLES, EndTimes, LineStream, StdioProcess, serve_stdio
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
    from .streams import MessageStream, serve_stream

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
            "asgi": ("StreamableHttp",),
            "bridging.connection": ("BridgeConnection", "Deliver", "bridge_stream"),
            "bridging.http": ("BridgeHttp",),
            "browser_sign_in": ("BrowserSignIn",),
            "client": ("Client",),
            "client_transport": (
                "ClientBounds",
                "ClientTransport",
                "MessageReceiver",
                "ResponseLostError",
                "SessionEndedError",
            ),
            "connection": ("ClientConnection", "connect"),
            "flow_authorizer": (
                "AuthorizationFailedError",
                "FlowAuthorizer",
                "FlowHttp",
                "ProvideClient",
                "Resolve",
                "SignedIn",
                "SignIn",
            ),
            "http_client": ("HttpAuthorizer", "HttpTransport"),
            "http_peers": ("disconnect_request",),
            "http_sessions": ("Stores",),
            "memory": ("MemoryStream", "MemoryTransport", "memory_pair"),
            "pings": ("Pings",),
            "redis_stores": ("RedisEvents", "RedisSessions"),
            "server": ("Middleware", "Server"),
            "service": ("MakeHandlers", "ServedClient", "Service"),
            "stdio": ("INHERITED_VARIABLES", "EndTimes", "LineStream", "StdioProcess", "serve_stdio"),
            "stores": (
                "EventStore",
                "MemoryEvents",
                "MemorySessions",
                "SessionHeldError",
                "SessionLostError",
                "SessionStore",
                "StoredEvent",
                "StoredSession",
                "StoredStream",
                "StoreError",
            ),
            "streams": ("MessageStream", "serve_stream"),
        },
    )
