"""`mb.Server`: a server whose handlers, written for one revision, serve clients of every revision."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ..codec.encoding import dump_any
from ..extensions import Extension
from ..guards.state_signer import StateSigner
from ..guards.switches import Guards
from ..limits import Limits
from ..peer.handlers import Handlers
from ..revisions import REVISIONS
from ..server.handlers import Middleware as Middleware
from ..server.handlers import SharedHandlers
from ..server.handlers_for_client import make_handlers_for_client
from ..server.notifications import Listener
from ..session.capabilities import merge_capabilities
from ..session.rules import SessionMode
from ..spec.names import RESOURCE_UPDATED
from .pings import Pings, ping_client
from .service import SERVER_LIMITS, ServedClient, Service

if TYPE_CHECKING:
    from ..authorization.principal import Principal
    from ..server.tasks import TaskRunner
    from .asgi import StreamableHttp

_GUARDS = Guards()


class Server(Service):
    """A server whose handlers, written for one revision, serve clients of every revision.

    The handlers get and return the types of their own revision, or return dicts, which are checked and completed with
    the members that every result needs (`resultType`, `ttlMs`, `cacheScope`). For clients of other revisions, params
    and results are translated and the edits are logged. A request or result that has no form in the other revision ends
    in an error. The server itself answers `ping`, `logging/setLevel`, `resources/subscribe` and `subscriptions/listen`.

    Handlers ask a client for input with `context.elicit`, `context.sample`, `context.list_roots` or `context.ask`. One
    object serves all clients, so it must not keep the state of one client.

    Args:
        handlers: server handlers, such as an instance of a subclass of `ServerHandlers` of the newest revision.
        info: name and version of the server, as JSON or typed.
        capabilities: server capabilities besides those of the handlers, as JSON or typed, such as
            `{"logging": {}, "resources": {"subscribe": True}}`.
        instructions: text for clients on the use of the server.
        revisions: ids of the revisions that the server speaks.
        draft: whether the server also speaks the draft, in place of a release with the same version.
        extensions: the extensions of the protocol that the server offers.
        signer: signs the state that clients keep while the server asks them for input; needed if several processes
            serve the same clients.
        middleware: gets each request before its handler, in this order.
        tasks: runs the work of handlers as tasks, and answers the requests about tasks.
        guards: the checks between the middleware and the handlers. They read the server's lists of tools, prompts,
            resources and templates when they first need them, and again after `notify` has announced a change.
        pings: times and bounds of pings, in revisions that have pings; None for no pings. The server ends the
            connection or session of a client that does not respond. Over HTTP, it pings a client that reads the stream
            of a GET request.
        limits: bounds of each text of a client.
        max_concurrent: requests of one client that the server handles at the same time.
        mode: the treatment of messages of clients that break a rule; `mcp_bindings.session.RULES` lists it by rule.
            `strict` refuses them; `default` delivers harmless ones; `tolerant` also sets aside invalid items of lists.
            A broken rule that is tolerated is logged, first as a warning, then as a debug record.

    Raises:
        ValueError: `mode` is no mode.
        ModuleNotFoundError: tool arguments are to be checked, but jsonschema-rs is not installed.
    """

    def __init__(
        self,
        handlers: Handlers,
        *,
        info: Any,
        capabilities: Any = None,
        instructions: str | None = None,
        revisions: Collection[str] = REVISIONS,
        draft: bool = False,
        extensions: Collection[Extension] = (),
        signer: StateSigner | None = None,
        middleware: Sequence[Middleware] = (),
        tasks: TaskRunner | None = None,
        guards: Guards = _GUARDS,
        pings: Pings | None = None,
        limits: Limits = SERVER_LIMITS,
        max_concurrent: int = 1_000,
        mode: SessionMode = "default",
    ) -> None:
        declared = handlers.capabilities_json()
        merge_capabilities(declared, {} if capabilities is None else dump_any(capabilities))
        signer = StateSigner() if signer is None else signer
        self._shared_handlers = SharedHandlers(handlers, declared, signer, middleware, guards, tasks)
        self._pings = pings
        self._pinging: dict[ServedClient, asyncio.Task[None]] = {}
        self._listeners: dict[ServedClient, Listener] = {}
        super().__init__(
            cache(partial(make_handlers_for_client, self._shared_handlers)),
            info=info,
            capabilities=declared,
            instructions=instructions,
            revisions=revisions,
            draft=draft,
            extensions=tuple(dict.fromkeys((*extensions, *self._shared_handlers.extensions))),
            limits=limits,
            max_concurrent=max_concurrent,
            mode=mode,
        )

    def asgi(self, **options: Any) -> StreamableHttp:
        """Return an ASGI application for the server, to run in uvicorn or to mount in another application.

        Args:
            options: further arguments of `StreamableHttp`.
        """
        from .asgi import StreamableHttp  # not needed by a server over standard streams

        return StreamableHttp(self, **options)

    def run_stdio(self) -> None:
        """Serve one client over the standard streams of this process, until the client closes them.

        Raises:
            SystemExit: the standard input or output is closed. The exit code is 2, and the standard error says so.
        """
        from .stdio import ClosedStreamsError, check_standard_streams, serve_stdio  # not needed by a server over HTTP

        try:
            check_standard_streams()
        except ClosedStreamsError as error:
            if sys.stderr is not None:
                sys.stderr.write(f"{error}\n")
            raise SystemExit(2) from None
        asyncio.run(serve_stdio(self))

    async def notify(self, method: str, **params: Any) -> None:
        """Send a notification of a change to every client that has asked for it.

        Args:
            method: the method of the notification, such as `notifications/resources/updated`.
            params: the params by their names in messages, such as `uri`.

        Raises:
            ValueError: servers send no such notification, or its capability is not declared.
        """
        info = self._shared_handlers.revision.methods.get(method)
        if info is None or info.kind != "notification" or "server" not in info.senders:
            raise ValueError(
                f"a server of revision {self._shared_handlers.revision.id} sends no notification {method!r}"
            )
        if info.capability and not self._shared_handlers.declares(info.capability):
            raise ValueError(f"{method} needs the capability {info.capability}, which the server has not declared")
        guarding = self._shared_handlers.guards
        guarding.invalidate_lists(method)
        await self._shared_handlers.listeners.notify(method, guarding.clean_notification(method, params))

    async def input_schema(self, tool: str, version: str, principal: Principal | None) -> object:
        """Return the input schema of a tool; None for an unknown tool. List the tools if they are not known yet."""
        return await self._shared_handlers.find_header_schema(tool, version, principal)

    def connected(self, client: ServedClient) -> None:
        """Start sending the client notifications of changes, and pings."""
        self._listeners[client] = _make_listener(client)
        self._shared_handlers.listeners.add(self._listeners[client])
        if self._pings is not None:
            self._pinging[client] = asyncio.create_task(ping_client(client, self._pings))

    def disconnected(self, client: ServedClient) -> None:
        """Stop sending the client notifications of changes, and pings."""
        listener = self._listeners.pop(client, None)
        if listener is not None:
            self._shared_handlers.listeners.remove(listener)
        pinging = self._pinging.pop(client, None)
        if pinging is not None:
            pinging.cancel()

    def ending(self) -> None:
        """End the subscriptions with their results."""
        self._shared_handlers.listeners.mark_ended()


def _make_listener(client: ServedClient) -> Listener:
    async def deliver(method: str, params: Mapping[str, Any]) -> None:
        """Send a notification that the client's revision has; of an updated resource only to its subscribers."""
        spoken = client.session.revision
        if spoken is None or method not in spoken.methods:
            return
        if method != RESOURCE_UPDATED or params["uri"] in client.subscribed_uris:
            await client.notify(method, params or None)

    return deliver
