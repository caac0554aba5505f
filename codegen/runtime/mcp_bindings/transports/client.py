"""`mb.connect`: a client in the types of one revision, for servers of every revision."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NoReturn

from ..adaptation.client import AdaptedCalls, adapt_client_handlers
from ..adaptation.client_guards import ClientGuards
from ..codec.encoding import dump_any
from ..errors import OpenError, ProtocolError, RequestId, quote_value
from ..extensions import Extension
from ..extensions.extension import check_extensions
from ..guards.guard_choice import Guards, check_guards
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Notification
from ..limits import DEFAULT, Limits
from ..options import check_choice, check_flags, check_texts
from ..peer.handlers import Handlers
from ..peer.pending_calls import OnProgress
from ..peer.telemetry import check_meter
from ..revisions import LATEST, REVISIONS, Revision, find_revision_with_types, list_spoken_revisions, revision
from ..session.capabilities import find_own_path, rename_capabilities
from ..session.declarations import check_info_members
from ..session.rules import SessionMode
from ..spec.names import (
    CAPABILITIES_KEY,
    CLIENT_INFO_KEY,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    META,
    SET_LOG_LEVEL,
)
from .client_bounds import DEFAULT_BOUNDS, ClientBounds
from .client_transport import ClientTransport, check_url
from .connection import ClientConnection, open_connection
from .memory import MemoryTransport
from .resource_subscriptions import ResourceSubscriptions
from .service import Service
from .session_calls import get_client_class, get_handlers_class
from .stdio import StdioProcess

_GUARDS = Guards()

_USE = "a connection is open within a block: async with mb.connect(…) as client"

if TYPE_CHECKING:
    from typing import Protocol

    from typing_extensions import TypeVar

    from mcp_bindings.spec.newest import Client as Client  # rendered

    from .http_client import HttpAuthorizer

    AnyClient = TypeVar("AnyClient", default=Client)
    AnyClient_co = TypeVar("AnyClient_co", covariant=True)

    class WrittenFor(Protocol[AnyClient_co]):
        """Client handlers of a per-request revision. They tell type checkers the client class of this revision."""

        def __client__(self) -> AnyClient_co: ...

else:
    Client = AdaptedCalls


def connect(
    target: str | Sequence[str] | Service | ClientTransport,
    handlers: WrittenFor[AnyClient] | None = None,
    *,
    info: Any,
    capabilities: Any = None,
    revisions: Collection[str] = REVISIONS,
    draft: bool = False,
    extensions: Collection[Extension] = (),
    log_level: str | None = None,
    authorizer: HttpAuthorizer | None = None,
    guards: Guards = _GUARDS,
    limits: Limits = DEFAULT,
    bounds: ClientBounds = DEFAULT_BOUNDS,
    mode: SessionMode = "default",
    raise_exceptions: bool = False,
    restart: bool = False,
    meter: Any = None,
) -> AbstractAsyncContextManager[AnyClient]:
    """Open a connection for the duration of the block, and return a client with the calls of the handlers' revision.

    If the server speaks another revision, params and results are translated and the edits are logged. A request or
    result that has no form in the other revision raises a `ProtocolError`. If the server asks for input, the handlers
    provide it, so calls return final results only.

    Args:
        target: the URL of a server, the command that starts a server, a server in this process, or a transport.
        handlers: client handlers of a per-request revision. They return types of this revision, or dicts. The client is
            the `Client` of this revision, and type checkers know its class. Without handlers, servers can ask for no
            input, and the client is that of the newest per-request revision, which may be a newer one in a later
            release of this package; or that of the revision for which `extensions` have calls.
        info: name and version of the client, as JSON or typed.
        capabilities: the client capabilities, as JSON or typed; by default those of the handlers.
        revisions: ids of the revisions that the client speaks.
        draft: whether the client also speaks the draft, in place of a release with the same version.
        extensions: the extensions of the protocol that the client offers. The client first asks for the newest
            per-request revision that the most of them extend.
        log_level: the lowest level of log messages to ask for. By default the client asks for no log messages, but a
            handshake server may send some nevertheless.
        authorizer: the object that authorizes the HTTP requests to a URL; None to send requests without authorization.
        guards: the checks of results and of requests for input. The structured result of a tool call is checked against
            the output schema of the tool once the client has listed the tools, until the server says that the list has
            changed, or a new session begins.
        limits: bounds of each text of the server.
        bounds: bounds of times and amounts.
        mode: `mode` of `mb.Session`: the treatment of messages of the server that break a rule; findings are logged.
        raise_exceptions: whether a call raises the unexpected exception of a handler of the server, in place of a
            `ProtocolError` with code -32603. This is for tests with a server in this process.
        restart: whether the next call starts the command again if its process has ended between two calls, after a
            pause if the process ends repeatedly. A call in progress fails, since the server may have run it. In
            revisions with a handshake the connection ends with the process.
        meter: a meter of OpenTelemetry, which measures messages and sessions; None to measure nothing.

    Raises:
        TypeError: the handlers are no client handlers or of a handshake revision, or one of them has a wrong name or
            signature; `info` or `capabilities` is no object; the target is no URL, command, server of this package or
            transport; an authorizer is given without a URL, `restart` without a command, or `raise_exceptions` without
            a server in this process; or another option has a wrong type.
        ValueError: `info` has no name or version, or a member that is not valid in the revision of the handlers or the
            newest of `revisions`; a capability is not known or no object, or a member of it has a wrong type; an
            extension has no calls in the revision of the handlers; a bound is too small; or `mode` is no mode, or
            `log_level` no level.
        EncodeError: a part of `info` or `capabilities` has no form in JSON.
        OpenError: the URL or the command is malformed, or `revisions` is empty or no list of known revisions. The
            target is a URL, and an environment variable names a proxy that cannot be used, or certificates that cannot
            be read. When the block is entered, also: the server cannot be reached, or speaks none of the revisions.
        ModuleNotFoundError: the target is a URL, and the extra `http` is not installed.
        RuntimeError: the block is entered a second time.
        LocalProtocolError: when the block is entered, a member of `info` is not valid in another of `revisions`.
        ProtocolError, TimeoutError, ConnectionError: when the block is entered, a handshake server refuses the log
            level, does not respond to the request for it, or cannot be reached any more.
        Exception: when the block is entered or left, the `lifespan` of a server in this process has raised this
            exception.
    """
    _check_options(guards, log_level, meter)
    check_flags({"draft": draft, "raise_exceptions": raise_exceptions, "restart": restart})
    offered = _check_revisions(revisions, draft=draft)
    extensions = check_extensions(extensions)
    client_handlers: Any = (
        get_handlers_class(_choose_default_revision(extensions), extensions)() if handlers is None else handlers
    )
    _check_handlers(client_handlers)
    options = {"info": info, "revisions": offered, "draft": draft, "limits": limits, "bounds": bounds, "mode": mode}
    options["meter"] = meter
    options["capabilities"] = client_handlers.capabilities_json() if capabilities is None else capabilities
    options["extensions"] = _merge_extensions(extensions, client_handlers)
    failures: dict[RequestId, BaseException] | None = {} if raise_exceptions else None
    transport = _make_transport(target, authorizer, failures, limits)
    if restart:
        if not isinstance(transport, StdioProcess):
            raise TypeError("restart needs a command as the target, such as ['python', 'server.py']")
        options["has_ended"] = transport.has_ended
    guarding = ClientGuards(guards)
    opening = open_connection(transport, partial(_make_handlers, client_handlers, guarding), **options)
    check_info_members(info, revision(client_handlers.revision))  # the client's own types have it in each request
    return _ConnectionOpening(
        _open_client(
            opening, get_client_class(client_handlers.revision, options["extensions"]), log_level, guarding, failures
        )
    )


def _check_options(guards: Guards, log_level: object, meter: object) -> None:
    """Check options of `connect` that are first used later, so that the call itself reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: the log level is not a level of the protocol, or a bound of `guards` is too small.
    """
    check_guards(guards)
    if log_level is not None:
        check_choice("log_level", log_level, LOG_LEVELS)
    if meter is not None:
        check_meter(meter)


def _check_revisions(revisions: Collection[str], *, draft: bool) -> tuple[str, ...]:
    """Check the argument `revisions` of `connect`. Return it as a tuple.

    Raises:
        OpenError: a revision is not known, there is no revision, or `revisions` is no list of texts.
    """
    try:
        offered = check_texts("revisions", revisions)
        list_spoken_revisions(offered, draft=draft)
    except (TypeError, ValueError) as error:
        raise OpenError(str(error)) from None
    return offered


def _check_handlers(handlers: Any) -> None:
    """Check the handlers for which `connect` makes a client.

    Raises:
        TypeError: `handlers` is a class, or no object with client handlers; the handlers are of a handshake revision;
            or one of them has a wrong name or signature.
    """
    if isinstance(handlers, type):
        raise TypeError(f"{handlers.__name__} is a class: pass an instance, {handlers.__name__}()")
    if getattr(handlers, "role", None) != "client":
        raise TypeError(f"the handlers of a client are a subclass of ClientHandlers, not {quote_value(handlers)}")
    if revision(handlers.revision).era != "per-request":
        example = _find_newest_per_request_revision()
        raise TypeError(f"the handlers are of {handlers.revision}, which has a handshake; write them for {example}")
    handlers.check_handler_methods()


def _make_handlers(handlers: Any, guarding: ClientGuards, revision_id: str) -> Any:
    """Return the handlers of a new session. Forget the listed tools, which are those of an earlier session."""
    guarding.forget_tools()
    return adapt_client_handlers(handlers, guarding, revision_id)


def _merge_extensions(requested: Collection[Extension], handlers: Any) -> tuple[Extension, ...]:
    """Return the requested extensions and those of the handlers, each once.

    Raises:
        ValueError: an extension has no calls in the revision of the handlers.
    """
    extensions = tuple(dict.fromkeys((*requested, *handlers.extensions)))
    for each in extensions:
        base = each.base
        if each.methods and base is not None and base is not find_revision_with_types(handlers.revision):
            raise ValueError(f"{each.id} has calls for {base.id} only; the handlers are of {handlers.revision}")
    return extensions


class _ConnectionOpening(AbstractAsyncContextManager[Any]):
    """The context manager that `connect` returns. Any use but one `async with` raises an error that says what to do.

    Args:
        manager: the context manager that opens the connection.
    """

    def __init__(self, manager: AbstractAsyncContextManager[Any]) -> None:
        self._manager = manager
        self._was_entered = False

    async def __aenter__(self) -> Any:
        if self._was_entered:
            raise RuntimeError("this connection was opened before: call mb.connect(…) again for another one")
        self._was_entered = True
        return await self._manager.__aenter__()

    async def __aexit__(self, *raised: Any) -> bool | None:
        return await self._manager.__aexit__(*raised)

    def __await__(self) -> Any:
        """Raise an error that shows how to open the connection, since this object cannot be awaited.

        Raises:
            TypeError: always.
        """
        raise TypeError(_USE)

    def __enter__(self) -> NoReturn:
        """Raise an error that shows how to open the connection, since the block lacks `async`.

        Raises:
            TypeError: always.
        """
        raise TypeError(_USE)

    def __exit__(self, *raised: object) -> None:
        """Do nothing. The method exists because Python looks for it before it calls `__enter__`."""

    def __getattr__(self, name: str) -> Any:
        """Raise an error that shows how to open the connection, since this object is not the client.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"there is no client yet, so no {name!r}: {_USE}", name=name)


@asynccontextmanager
async def _open_client(
    opening: AbstractAsyncContextManager[ClientConnection],
    client_class: Any,
    log_level: str | None,
    guarding: ClientGuards,
    failures: dict[RequestId, BaseException] | None,
) -> AsyncGenerator[Any]:
    async with opening as connection:
        link = _AdaptedConnection(connection, log_level, guarding, {} if failures is None else failures)
        await link.request_logs()
        client = client_class(link)
        client.connection = connection
        connection.listeners[guarding.forget_changed_tools] = None
        yield client


def _make_transport(
    target: str | Sequence[str] | Service | ClientTransport,
    authorizer: HttpAuthorizer | None,
    failures: dict[RequestId, BaseException] | None,
    limits: Limits,
) -> ClientTransport:
    if failures is not None and not isinstance(target, Service):
        raise TypeError("raise_exceptions needs a server in this process as the target, such as mb.Server(…)")
    if isinstance(target, str):
        check_url(target)
        from .http_client import HttpTransport  # needs the extra `http`

        return HttpTransport(target, authorizer=authorizer, limits=limits)
    if authorizer is not None:
        raise TypeError("an authorizer needs the URL of a server as the target")
    if isinstance(target, Service):
        return MemoryTransport(target, failures)
    if _is_binary(target):
        raise TypeError("the target is bytes: write a URL as a text, and a command as a list of texts")
    if isinstance(target, Sequence):
        return StdioProcess(target, limits=limits)
    if not hasattr(target, "start"):
        kinds = "a URL, a command, a server or a transport"
        raise TypeError(f"expected {kinds}, not {quote_value(target)}; {_advise_on_target(target)}")
    return target


def _is_binary(target: object) -> bool:
    """Return whether a target is bytes or a bytearray. Both are sequences, but no commands."""
    return isinstance(target, (bytes, bytearray))


def _advise_on_target(target: Any) -> str:
    """Return a clause that says what the user can pass in place of a value that is no target."""
    if is_object(target):
        return "give one server of a configuration: its URL, or [command, *args]"
    if isinstance(target, PurePath):
        return f"write a command: ['python', {str(target)!r}]"
    if isinstance(target, Handlers):
        return "wrap them: mb.Server(handlers, info=…)"
    if isinstance(target, type) and issubclass(target, (Handlers, Service)):
        return "pass an object"
    from ..server.toolbox import Toolbox  # both imports are needed for faults only
    from .asgi import StreamableHttp

    if isinstance(target, Toolbox):
        return "make a server of it: mb.Server(tools, info=…)"
    if isinstance(target, StreamableHttp):
        return "pass the mb.Server itself, or the URL at which an ASGI server serves this application"
    return "connect to a server of another package over a transport"


def _choose_default_revision(extensions: Collection[Extension]) -> str:
    """Return the id of the revision of a client without handlers: the one for which the extensions have calls, or the
    newest per-request revision if no extension has calls.
    """
    bases = [each.base.id for each in extensions if each.methods and each.base is not None]
    return bases[0] if bases else _find_newest_per_request_revision()


@cache
def _find_newest_per_request_revision() -> str:
    """Return the id of the newest per-request release; of the newest release if none is a per-request revision."""
    return next((each for each in reversed(REVISIONS) if revision(each).era == "per-request"), LATEST)


class _AdaptedConnection:
    """The connection through which `AdaptedCalls` sends messages: a `ClientConnection` with a log level and guards.

    A request raises the exception of a handler in this process if `failures` has one for the request.
    """

    def __init__(
        self,
        connection: ClientConnection,
        log_level: str | None,
        guarding: ClientGuards,
        failures: dict[RequestId, BaseException],
    ) -> None:
        self._connection = connection
        self._subscriptions = ResourceSubscriptions(connection)
        self._failures = failures
        self._guards = guarding
        self._log_level = log_level

    @property
    def server_revision(self) -> Revision:
        agreed = self._connection.session.revision
        assert agreed is not None
        return find_revision_with_types(agreed.id)

    @property
    def client_meta(self) -> Mapping[str, Any]:
        session = self._connection.session
        return {CAPABILITIES_KEY: self._connection.client_capabilities, CLIENT_INFO_KEY: session.info}

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        return self._connection.server_capabilities

    async def request_logs(self) -> None:
        """Ask a handshake server for log messages of the chosen level, if the server offers them.

        Do nothing without a chosen level.

        Raises:
            Exception: one of the errors of `request`.
        """
        if not self._log_level:
            return
        rev = self.server_revision
        declared = rename_capabilities(self.server_capabilities, "server", rev.id)
        path = find_own_path("logging", "server", rev.id)
        if rev.era == "handshake" and path is not None and member_at(declared, *path.split(".")) is not None:
            await self._connection.request(SET_LOG_LEVEL, {"level": self._log_level})

    async def request(
        self,
        method: str,
        params: Mapping[str, Any],
        meta: Any,
        timeout: float | None,
        on_progress: OnProgress[Any] | None,
    ) -> Any:
        if self._log_level and self.server_revision.era == "per-request":
            given_meta: Mapping[str, Any] = dump_any(params.get(META) or meta or {})
            params = {**params, META: {LOG_LEVEL_KEY: self._log_level, **given_meta}}
        connection, changes = self._connection, self._guards.changes
        try:
            result = await connection.request(method, params, meta=meta, timeout=timeout, on_progress=on_progress)
        except ProtocolError as error:
            failure = None if error.id is None else self._failures.pop(error.id, None)
            if failure is None:
                raise
            raise failure from None
        self._guards.check_result(method, params, result, self.server_revision, changes)
        return result

    async def notify(self, method: str, params: Any) -> None:
        await self._connection.notify(method, params)

    @property
    def call_timeout(self) -> float:
        return self._connection.bounds.call_timeout

    @property
    def listeners(self) -> dict[Callable[[Notification], None], None]:
        return self._connection.listeners

    async def keep_subscribed(self, uris: list[str], begun: Callable[[], None]) -> NoReturn:
        await self._subscriptions.keep_subscriptions(uris, begun)
