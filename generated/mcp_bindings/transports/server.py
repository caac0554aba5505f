"""`mb.Server`: a server whose handlers, written for one revision, serve clients of every revision."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..codec.encoding import dump_any
from ..errors import make_missing_attribute_error, quote_value, suggest_name
from ..extensions import Extension
from ..extensions.extension import check_extensions
from ..guards.guard_choice import Guards, check_guards
from ..guards.state_signer import StateSigner, check_signer
from ..limits import Limits
from ..options import check_callable, check_class, check_list
from ..peer.handlers import Handlers
from ..peer.stated_members import complete_params
from ..peer.telemetry import UNMEASURED, Measurement
from ..renames import find_own_name, list_names, to_own_name
from ..revisions import REVISIONS
from ..server.handlers import Middleware as Middleware
from ..server.handlers import SharedHandlers
from ..server.handlers_for_client import make_handlers_for_client_revision
from ..server.notifications import Listener, bind_to_running_loop
from ..session.capabilities import merge_capabilities, write_capability_source
from ..session.declarations import check_capabilities
from ..session.rules import SessionMode
from ..session.subscription_rules import is_subject_listed
from ..spec.names import CALL_TOOL, PROMPTS_CHANGED, RESOURCE_UPDATED, RESOURCES_CHANGED, TOOLS_CHANGED
from .pings import Pings, check_pings, ping_client_until_lost
from .service import SERVER_LIMITS, ServedClient, Service

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..authorization.principal import Principal
    from ..server.providers import Provider
    from ..server.tasks import TaskRunner
    from ..server.toolbox import Kind, Toolbox
    from .asgi import HttpOptions, StreamableHttp

_GUARDS = Guards()

Lifespan: TypeAlias = Callable[["Server"], AbstractAsyncContextManager[Any]]
"""A function that gets a server, and returns the async context manager around the work of the server.

The function is usually an async generator function with the decorator `@asynccontextmanager`.
"""


_INTERRUPTED = 130
"""The exit code of a program that its user has interrupted, as shells report it."""

_USE_TOOLBOX = "decorate functions with those of tools = mb.Toolbox(), and make mb.Server(tools, info=…)"

_FOREIGN_METHODS = {
    "run": "write run_stdio(), or serve asgi() with uvicorn",
    **dict.fromkeys(("tool", "resource", "prompt"), _USE_TOOLBOX),
}
"""Advice by name, for methods that servers of other packages have."""

_LIFESPAN_USE = "decorate an async generator that takes the server with contextlib.asynccontextmanager"


class Server(Service):
    """A server whose handlers, written for one revision, serve clients of every revision.

    The handlers get and return the types of one revision. They may also return dicts. A dict is checked, and completed
    with the members that every result needs (`resultType`, `ttlMs`, `cacheScope`). For clients of other revisions,
    params and results are translated and the edits are logged. A request or result that has no form in the other
    revision ends in an error. The server itself answers `initialize`, `server/discover`, `ping`,
    `logging/setLevel`, `resources/subscribe`, `resources/unsubscribe` and `subscriptions/listen`.

    Handlers ask a client for input with `context.elicit`, `context.sample`, `context.list_roots` or `context.ask`. One
    object serves all clients, so it must not keep the state of one client.

    Args:
        providers: toolboxes, and at most one object with server handlers; at least one toolbox or object. The object is
            for example an instance of a subclass of the newest revision's `ServerHandlers`.
        info: name and version of the server, as JSON or typed.
        capabilities: server capabilities besides those of the handlers, as JSON or typed, such as
            `{"logging": {}, "resources": {"subscribe": True}}`.
        instructions: text for clients on the use of the server; None to send none.
        revisions: ids of the revisions that the server speaks.
        draft: whether the server also speaks the draft, in place of a release with the same version.
        extensions: the extensions of the protocol that the server offers.
        signer: the signer of the state that clients keep while the server asks them for input. If several processes
            serve one client, they need signers with equal keys; by default the key is random.
        middleware: the functions that get each request before its handler, the first function first.
        tasks: the object that runs the work of handlers as tasks, and answers the requests about tasks; None to offer
            no tasks. If the providers are toolboxes only, their handlers have the newest revision that the tasks
            extension extends.
        guards: the checks between the middleware and the handlers. The guards read the server's lists of tools,
            prompts, resources and templates when the guards first need these lists, and again after `notify` has
            announced a change.
        pings: times and bounds of pings, in revisions that have pings; None to send no pings. The server ends the
            connection or session of a client that does not respond. Over HTTP, the server pings a client only while the
            client reads the stream of a GET request.
        limits: bounds of each text of a client.
        max_concurrent: largest number of requests of one client that the server handles at the same time.
        mode: the treatment of messages that break a rule; `mcp_bindings.session.RULES` lists the treatments by rule.
            `strict` refuses these messages; `default` delivers the harmless ones; `tolerant` also sets aside invalid
            items of lists. A broken rule that is tolerated is logged, first as a warning, then as a debug record.
        lifespan: function that makes the async context manager around the work of the server. The value that the
            context manager yields is the `context.state` of handlers. With None, there is no such value.
        meter: a meter of OpenTelemetry, which measures messages and sessions; None to measure nothing.

    Raises:
        TypeError: a provider is a class, or neither a toolbox nor an object with handlers; a handler has a wrong
            name or signature; `info` is no object; another option has a wrong type.
        ValueError: `mode` is no mode; a revision is not known; a capability is not known or no object, or a member of
            it has a wrong type; `revisions` is empty; `info` has no name or version, or a member that is not valid in
            the newest of `revisions`; there is no provider; two providers have handlers; two toolboxes offer the same
            name; `tasks` is given, and the tasks extension does not extend the revision of the handlers; or
            `max_concurrent` or a bound of the guards or pings is too small.
        EncodeError: a part of `info` or `capabilities` has no form in JSON.
        ModuleNotFoundError: tool arguments are to be checked, but jsonschema-rs is not installed.
    """

    def __init__(
        self,
        *providers: Provider,
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
        lifespan: Lifespan | None = None,
        meter: Any = None,
    ) -> None:
        _check_options(guards, signer, lifespan)
        _check_tasks_and_pings(tasks, pings)
        handlers, boxes = _combine_providers(providers, tasks)
        declared = _join_capabilities(handlers, boxes, capabilities)
        self._shared_handlers = SharedHandlers(
            handlers,
            declared,
            StateSigner() if signer is None else signer,
            _check_middleware(middleware),
            guards,
            tasks,
            checks_itself=lambda tool: any(tool in box.tools for box in boxes),
            server=self,
        )
        self._toolboxes = boxes
        self._offers_completions = any(box.can_complete for box in boxes)
        self._loops: list[asyncio.AbstractEventLoop] = []  # one for each block of `running`
        self._lifespan = lifespan
        self._running: tuple[int, AbstractAsyncContextManager[Any], Any] | None = None
        self._announcing: set[asyncio.Task[None]] = set()
        self._pings = pings
        self._connected: dict[ServedClient, _ConnectedClient] = {}
        super().__init__(
            cache(partial(make_handlers_for_client_revision, self._shared_handlers)),
            info=info,
            capabilities=declared,
            instructions=instructions,
            revisions=revisions,
            draft=draft,
            extensions=tuple(dict.fromkeys((*check_extensions(extensions), *self._shared_handlers.extensions))),
            limits=limits,
            max_concurrent=max_concurrent,
            mode=mode,
            meter=meter,
        )
        if self.metrics is not None:
            self.metrics.is_listed = self._shared_handlers.guards.is_listed
        for box in boxes:
            box.join_server(self)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Refuse to be an ASGI application. An ASGI server that gets this object reports the mistake and ends.

        Raises:
            TypeError: the scope is not the lifespan.
        """
        mistake = "an mb.Server is no ASGI application: pass server.asgi(), as in uvicorn.run(server.asgi())"
        if scope["type"] != "lifespan":
            raise TypeError(mistake)
        await receive()
        await send({"type": "lifespan.startup.failed", "message": mistake})

    def asgi(self, **options: Unpack[HttpOptions]) -> StreamableHttp:
        """Return an ASGI application for the server, to run in uvicorn or to mount in another application.

        Args:
            options: `path`, `hosts`, `origins`, `resource` and the other arguments of `StreamableHttp`.

        Raises:
            TypeError, ValueError: `StreamableHttp` has no such argument, or does not accept its value.
        """
        from .asgi import StreamableHttp  # not needed by a server over standard streams

        return StreamableHttp(self, **options)

    def run_stdio(self) -> None:
        """Serve one client over the standard streams of this process, until the client closes them.

        If the standard input is a terminal, first write to the standard error that a client starts this server.

        Raises:
            RuntimeError: the caller runs in an event loop, or another server of this process has the standard streams.
            TypeError: `lifespan` has returned no async context manager.
            SystemExit: the standard input or output is closed (exit code 2, and the standard error says so); or the
                user has interrupted the server (130).
            Exception: `lifespan` has raised this exception.
        """
        from .stdio import ClosedStreamsError, check_standard_streams, serve_stdio  # not needed by a server over HTTP

        if asyncio._get_running_loop() is not None:
            raise RuntimeError(
                "run_stdio starts an event loop of its own: in a coroutine use await serve_stdio(server), "
                "from mcp_bindings.transports"
            )
        try:
            check_standard_streams()
        except ClosedStreamsError as error:
            _write_error(str(error))
            raise SystemExit(2) from None
        try:
            if os.isatty(0):
                _write_error("This server waits for messages of a client. A client starts it by itself, with pipes.")
            asyncio.run(serve_stdio(self))
        except KeyboardInterrupt:
            raise SystemExit(_INTERRUPTED) from None

    async def notify(self, method: str, **params: Any) -> None:
        """Notify the clients of a change, and forget what the guards have read of a changed list.

        A client of a handshake revision gets the notifications that its revision has, but an update of a resource only
        after the client has subscribed to this resource, or to a resource of which this one is a part. A per-request
        client gets the notifications that it has asked for. A notification that cannot be sent to a client, for example
        since its params are not valid, is logged and dropped for this client. Wait at most one second for slow clients.

        Args:
            method: the method of the notification, such as `notifications/resources/updated`, by its name in any
                release.
            params: the members of the params, by their names in messages, such as `uri`.

        Raises:
            ValueError: servers send no such notification, or its capability is not declared.
            TypeError: the revision of the handlers requires a member that is not given.
            EncodeError: a part of the params has no form in JSON.
        """
        info = self._shared_handlers.revision.methods.get(to_own_name(method, self._shared_handlers.revision))
        if info is None or info.kind != "notification" or "server" not in info.senders:
            sent = [
                each.name
                for each in self._shared_handlers.revision.methods.values()
                if each.kind == "notification" and "server" in each.senders
            ]
            raise ValueError(
                f"a server of revision {self._shared_handlers.revision.id} sends no notification {method!r}"
                f"{suggest_name(method, sent)}"
            )
        if info.capability and not self._shared_handlers.declares_capability(info.capability):
            raise ValueError(
                f"{info.name} needs the capability {info.capability}, which the server has not declared: "
                f"pass mb.Server(…, capabilities={write_capability_source(info.capability)})"
            )
        guarding = self._shared_handlers.guards
        guarding.invalidate_lists(info.name)
        cleaned = guarding.clean_notification(info.name, params)
        completed = complete_params(self._shared_handlers.revision, info.name, dump_any(cleaned))
        await self._shared_handlers.listeners.notify(info.name, completed)

    async def resource_updated(self, uri: str) -> None:
        """Notify the subscribers of a resource that its content has changed.

        Args:
            uri: the URI of the resource.

        Raises:
            ValueError: the server has not declared the capability that this notification needs.
        """
        await self.notify(RESOURCE_UPDATED, uri=uri)

    async def tools_changed(self) -> None:
        """Notify clients that the list of tools has changed. Toolboxes do this by themselves.

        Raises:
            ValueError: the server has not declared the capability `tools.listChanged`.
        """
        await self.notify(TOOLS_CHANGED)

    async def resources_changed(self) -> None:
        """Notify clients that the list of resources has changed. Toolboxes do this by themselves.

        Raises:
            ValueError: the server has not declared the capability `resources.listChanged`.
        """
        await self.notify(RESOURCES_CHANGED)

    async def prompts_changed(self) -> None:
        """Notify clients that the list of prompts has changed. Toolboxes do this by themselves.

        Raises:
            ValueError: the server has not declared the capability `prompts.listChanged`.
        """
        await self.notify(PROMPTS_CHANGED)

    @property
    def state(self) -> Any:
        """The value that `lifespan` has yielded.

        Raises:
            RuntimeError: the server has no `lifespan`, or does not run.
        """
        if self._lifespan is None:
            raise RuntimeError("the server has no state: pass mb.Server(…, lifespan=…), which yields it")
        if self._running is None:
            raise RuntimeError(
                "the lifespan of the server has not begun: the application that mounts server.asgi() needs "
                "lifespan=application.lifespan"
            )
        return self._running[2]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise make_missing_attribute_error(self, name, _FOREIGN_METHODS.get(name, ""))

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Begin the lifespan when the first block is entered, and end the lifespan when the last block is left.

        Raises:
            TypeError: `lifespan` has returned no async context manager.
            Exception: `lifespan` has raised this exception.
        """
        loop = asyncio.get_running_loop()
        if loop not in self._loops[-1:]:
            self._lifespan_change = asyncio.Lock()
        self._loops.append(loop)
        try:
            async with self._running_lifespan():
                yield
        finally:
            self._loops.remove(loop)

    @asynccontextmanager
    async def _running_lifespan(self) -> AsyncGenerator[None]:
        if self._lifespan is None:
            yield
            return
        async with self._lifespan_change:
            if self._running is None:
                manager = self._lifespan(self)
                if not hasattr(manager, "__aenter__"):
                    raise TypeError(f"lifespan has returned {quote_value(manager)}: {_LIFESPAN_USE}")
                self._running = (1, manager, await manager.__aenter__())
            else:
                self._running = (self._running[0] + 1, *self._running[1:])
        try:
            yield
        finally:
            async with self._lifespan_change:
                count, manager, state = self._running
                self._running = (count - 1, manager, state) if count > 1 else None
                if count == 1:
                    await manager.__aexit__(None, None, None)

    def tool_scopes(self, method: str, name: str | None) -> Collection[str]:
        """Return the `scopes` of the toolbox tool that a request calls; an empty collection for any other request."""
        if name is None or method not in list_names(CALL_TOOL):
            return ()
        return next((box.tools[name].scopes for box in self._toolboxes if name in box.tools), ())

    @property
    def scoped_tools(self) -> Collection[str]:
        """The names of the toolbox tools that have `scopes`."""
        return [name for box in self._toolboxes for name, tool in box.tools.items() if tool.scopes]

    def check_function_addition(self, kind: Kind, name: str) -> None:
        """Check that the server can offer one more function of its toolboxes.

        Args:
            kind: what the function is, such as `tools`.
            name: the name of the function.

        Raises:
            ValueError: another toolbox of the server has the name, or the server does not offer this kind of function,
                since no toolbox had one when the server was made.
        """
        shared = self._shared_handlers
        if find_own_name(f"{kind}/list", shared.revision) not in shared.prepared or not shared.declares_capability(
            kind
        ):
            raise ValueError(
                f"the server was made before its toolboxes had {kind}, so it does not offer them to clients: "
                f"make mb.Server after the first of its {kind}"
            )
        from ..server.providers import check_unique_names  # loaded already, because the server has a toolbox

        check_unique_names(self._toolboxes, kind, name)

    def check_completion_addition(self) -> None:
        """Check that the server can offer one more completion of its toolboxes.

        Raises:
            ValueError: the server offers no completions, since no toolbox could complete an argument when the server
                was made.
        """
        if not self._offers_completions:
            raise ValueError(
                "the server was made before its toolboxes could complete an argument, so it does not offer completions "
                "to clients: make mb.Server after the first of its completions"
            )

    def announce_change(self, kind: Kind) -> None:
        """Notify clients that the list of the functions of one kind has changed. Any thread can call this method.

        Args:
            kind: what the functions are, such as `tools`.
        """
        loop = next((each for each in reversed(self._loops) if not each.is_closed()), None)
        if loop is None:  # there are no clients
            self._shared_handlers.guards.invalidate_lists(f"notifications/{kind}/list_changed")
        else:
            loop.call_soon_threadsafe(self._start_announcing, f"notifications/{kind}/list_changed")

    def _start_announcing(self, method: str) -> None:
        task = asyncio.ensure_future(self.notify(method))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)

    async def header_schema(self, tool: str, version: str, principal: Principal | None) -> object:
        """Return the input schema of a tool whose arguments are repeated in headers; None for any other tool.

        List the tools if they are not known yet. If they cannot be listed, log this, and return None.
        """
        return await self._shared_handlers.find_header_schema(tool, version, principal)

    def connected(self, client: ServedClient) -> None:
        """Begin to send a client notifications of changes and pings, and to measure its session."""
        measured = UNMEASURED if self.metrics is None else self.metrics.measure_session()
        pings = self._pings
        pinging = None if pings is None else asyncio.create_task(ping_client_until_lost(client, pings))
        listener = bind_to_running_loop(_make_listener(client, self._shared_handlers))
        self._connected[client] = _ConnectedClient(listener, pinging, measured)
        self._shared_handlers.listeners.add_listener(listener)

    def disconnected(self, client: ServedClient) -> None:
        """Stop sending a client notifications of changes and pings, and measure the end of its session.

        Do nothing for a client that is not connected.
        """
        found = self._connected.pop(client, None)
        if found is None:
            return
        self._shared_handlers.listeners.remove_listener(found.listener)
        if found.pinging is not None:
            found.pinging.cancel()
        error = "" if client.is_responsive else "no_response"
        found.measured.end_session(client.session.revision, client.transport, error)


def _write_error(line: str) -> None:
    """Write a line to the standard error, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(f"{line}\n")


class _ConnectedClient(NamedTuple):
    """The listener, the task that pings, and the measurement of one connected client."""

    listener: Listener
    pinging: asyncio.Task[None] | None
    measured: Measurement


def _make_listener(client: ServedClient, shared: SharedHandlers) -> Listener:
    """Return a function that sends the notifications of a server to one client."""

    async def deliver(method: str, params: Mapping[str, Any]) -> None:
        """Send a notification if the revision of the client's session has it.

        Send an update of a resource only if the client has subscribed to this resource, or to a resource of which this
        one is a part.
        """
        spoken = client.session.revision
        if spoken is None:
            return
        if shared.to_client_method(method, spoken) not in spoken.methods:
            return
        adapted = shared.adapt_own_notification(method, params, spoken)
        if adapted is None:
            return
        method, found = adapted.method, adapted.document.get("params", {})
        if method not in list_names(RESOURCE_UPDATED) or is_subject_listed(
            method, found["uri"], client.subscribed_uris
        ):
            await client.notify(method, found or None)

    return deliver


def _check_options(guards: Guards, signer: object, lifespan: object) -> None:
    """Check options of `Server` that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: a bound of the guards is too small.
    """
    check_guards(guards)
    if signer is not None:
        check_signer(signer)
    if lifespan is not None:
        if hasattr(lifespan, "__aenter__"):
            raise TypeError("lifespan must be the function itself: do not call it")
        check_callable("lifespan", lifespan, ("server",), f"(server): {_LIFESPAN_USE}")


def _check_middleware(middleware: Sequence[Middleware]) -> tuple[Middleware, ...]:
    """Check the option `middleware` of `Server`. Return its functions as a tuple.

    Raises:
        TypeError: the option is no list, or an item cannot be called with three arguments.
    """
    if callable(middleware):
        raise TypeError(f"middleware must be a list: middleware=[{quote_value(middleware)}]")
    steps = check_list("middleware", middleware, "functions")
    for step in steps:
        check_callable("middleware", step, ("request", "context", "call_next"), "(request, context, call_next)")
    return steps


def _check_tasks_and_pings(tasks: object, pings: object) -> None:
    """Check the options `tasks` and `pings` of `Server`; None for a part that the server lacks.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: a member of `pings` is too small.
    """
    if tasks is not None:
        from ..server.tasks import TaskRunner

        check_class("tasks", tasks, TaskRunner, "a TaskRunner() from mcp_bindings.server")
    if pings is not None:
        check_pings(pings)


def _join_capabilities(handlers: Handlers, boxes: Sequence[Toolbox], given: Any) -> dict[str, Any]:
    """Return the capabilities that handlers and toolboxes declare, together with those of the program, as JSON.

    Args:
        handlers: the handlers of the server.
        boxes: the toolboxes of the server.
        given: the capabilities that the program declares, as JSON or typed; None for none.

    Raises:
        TypeError: the capabilities that the program declares are no object.
        ValueError: one of these capabilities is not known or no object.
        EncodeError: a part of these capabilities has no form in JSON.
    """
    declared = handlers.capabilities_json()
    for box in boxes:
        merge_capabilities(declared, box.capabilities)
    declared_by_user: dict[str, Any] = {} if given is None else dump_any(given)
    check_capabilities(declared_by_user, "server")
    merge_capabilities(declared, declared_by_user)
    return declared


def _combine_providers(providers: Sequence[Provider], tasks: TaskRunner | None) -> tuple[Handlers, Sequence[Toolbox]]:
    """Return the handlers of all providers as one object, and the toolboxes among the providers.

    Args:
        providers: the providers.
        tasks: the object that runs work as tasks; None if the server offers no tasks.

    Raises:
        TypeError: a provider is neither a toolbox nor an object with handlers of a server, or a handler is wrong.
        ValueError: there is no provider; two providers have handlers; or two toolboxes offer the same name.
    """
    for each in providers:
        if isinstance(each, Handlers):
            if each.role != "server":
                raise TypeError(f"{type(each).__name__} has handlers of a client: derive it from ServerHandlers")
            each.check_handler_methods()
    if len(providers) == 1 and isinstance(providers[0], Handlers):
        return providers[0], ()
    from ..server.providers import combine_providers  # the import loads what makes schemas of functions

    if tasks is None:
        return combine_providers(providers, REVISIONS)
    return combine_providers(providers, tasks.extension.info.revisions, [tasks.extension])
