"""A client in the types of one revision, for a server of any revision: its calls, and its handlers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, Protocol

from ..codec.encoding import dump_any
from ..errors import ProtocolError
from ..extensions import extended
from ..guards.prose_rules import RULED_METHODS
from ..guards.rates import WORK_OF_METHOD
from ..jsonrpc.messages import Request
from ..jsonrpc.set_aside import drop_set_aside
from ..negotiation.versions import discover_result
from ..peer.answer_text import check_result_type
from ..peer.calls import Calls
from ..peer.context import Context
from ..peer.handlers import Handlers, PreparedHandler, call_handler, prepare_handler
from ..peer.pending_calls import OnProgress
from ..revisions import Revision, typed_as
from ..spec.names import (
    COMPLETE,
    DISCOVER,
    LISTEN,
    LOG_MESSAGE,
    META,
    PROGRESS,
    RESULT_TYPE,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
)
from ..translation.context import TranslationContext
from .client_guards import ClientGuards
from .messages import decode_params, parse_request, parse_result
from .revision_adapter import adapt_error, adapt_input_answer, adapt_input_request, adapt_request, adapt_result


class ServerConnection(Protocol):
    """What `AdaptedCalls` needs of a connection to a server."""

    @property
    def server_revision(self) -> Revision:
        """The revision of the server."""
        ...

    @property
    def client_meta(self) -> Mapping[str, Any]:
        """What requests of the per-request era say about the client in `_meta`, without the version."""
        ...

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the server, as JSON."""
        ...

    async def request(
        self, method: str, params: Any, meta: Any, timeout: float | None, on_progress: OnProgress[Any] | None
    ) -> Any:
        """The typed result of a request in the server's revision; input that it asks for is given."""
        ...

    async def notify(self, method: str, params: Any) -> None:
        """Send a notification in the server's revision."""
        ...

    async def keep_subscribed(self, uris: list[str]) -> None:
        """Subscribe to resources, until this is cancelled or the connection ends."""
        ...


class AdaptedCalls(Calls):
    """Calls in the types of one revision, to a server of any revision.

    Args:
        link: to the server.
    """

    def __init__(self, connection: ServerConnection) -> None:
        super().__init__(_send_nothing, meta={})
        self._connection = connection

    async def _request(
        self,
        method: str,
        params: Any,
        meta: Any = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        own, link = self._revision, self._connection
        spoken = link.server_revision
        if spoken.id == own.id:
            return await link.request(method, params, meta, timeout, on_progress)
        always = {VERSION_KEY: own.version, **link.client_meta} if own.era == "per-request" else {}
        text = self._get_writer().request(0, method, params, meta, progress=False, always=always)
        request = parse_request(json.loads(text), own)
        if method in (DISCOVER, LISTEN):
            return await (
                self._answer_locally(request)
                if spoken.era == "handshake"
                else self._request_untranslated(request, timeout)
            )
        up = TranslationContext(revision=own.id, sender="client")
        down = TranslationContext(revision=spoken.id, method=method)
        given = adapt_request(request, own, spoken, up).document.get("params", {})
        reporting = None if on_progress is None else self._adapt_callback(on_progress)
        try:
            result = await link.request(method, given, None, timeout, reporting)
        except ProtocolError as error:
            raise adapt_error(error, method, spoken, own, down) from None
        drop_set_aside(result)  # what is not valid has no form in another revision
        return adapt_result(parse_result(dump_any(result), method, spoken), own, down).result

    async def _notify(self, method: str, params: Any, meta: Any = None) -> None:
        document = json.loads(self._get_writer().notification(method, params, meta))
        await self._connection.notify(method, document.get("params", {}))

    async def _answer_locally(self, request: Request) -> Any:
        """What a server with a handshake has said or does already: its capabilities, and notifications of changes."""
        method = request.method
        if method == DISCOVER:
            found = discover_result(
                self._revision, [self._connection.server_revision.version], self._connection.server_capabilities
            )
            return parse_result(found, method, self._revision).result
        wanted = request.document["params"]["notifications"]
        await self._connection.keep_subscribed(wanted.get("resourceSubscriptions", []))
        return parse_result({RESULT_TYPE: COMPLETE, META: {SUBSCRIPTION_KEY: 0}}, method, self._revision).result

    async def _request_untranslated(self, request: Request, timeout: float | None) -> Any:
        """The result of a request about this connection, which is translated to nothing: it names another version."""
        params = request.document["params"]
        given = {**params, META: {**params[META], VERSION_KEY: self._connection.server_revision.version}}
        result = await self._connection.request(request.method, given, None, timeout, None)
        return parse_result(dump_any(result), request.method, self._revision).result

    def _adapt_callback(self, on_progress: OnProgress[Any]) -> OnProgress[Any]:
        def report(params: Any) -> Any:
            return on_progress(decode_params(dump_any(params), PROGRESS, self._revision))

        return report


async def _send_nothing(_: bytes) -> None:
    raise AssertionError("the connection sends the messages")


def adapt_client_handlers(home: Handlers, guards: ClientGuards, version: str) -> Handlers:
    """Handlers for the messages of one server.

    Args:
        home: the handlers that were written once.
        guarding: the guards of the client.
        version: id of the server's revision.
    """
    spoken = typed_as(version)
    if spoken.id == home.revision:
        return _guard_handlers(home, guards) if guards.is_on else home
    known = extended(home.revision, home.extensions)
    models = import_module(f"{known.package}.models")
    handlers: Handlers = import_module(spoken.package).ClientHandlers()
    for method, route in handlers.all_routes.items():
        own = prepare_handler(home, known.methods[method], models) if method in known.methods else None
        if own is not None:
            if spoken.methods[method].kind == "notification":
                handler = partial(_handle_notification, own, method, known, spoken)
            else:
                handler = partial(_answer_input_request, own, method, known, spoken, guards)
            setattr(handlers, route.attribute, handler)
    return handlers


def _guard_handlers(home: Handlers, guards: ClientGuards) -> Handlers:
    """The same handlers, with guards before and after those of requests."""
    known = extended(home.revision, home.extensions)
    models = import_module(f"{known.package}.models")
    generated = tuple(base for base in type(home).__mro__ if "routes" in vars(base))
    handlers: Handlers = _make_guarded_class(generated)()
    for method, route in home.all_routes.items():
        own = prepare_handler(home, known.methods[method], models) if method in known.methods else None
        if own is None:
            continue
        is_guarded = method in {*WORK_OF_METHOD, *RULED_METHODS} and method != LOG_MESSAGE
        setattr(handlers, route.attribute, partial(_answer_guarded, own, method, guards) if is_guarded else own.handler)
    return handlers


@cache
def _make_guarded_class(generated: tuple[Any, ...]) -> type[Handlers]:
    return type("Guarded", generated, {})


async def _answer_guarded(
    handler: PreparedHandler, method: str, guards: ClientGuards, params: Any, context: Context
) -> Any:
    asked = context.message.document.get("params", {})
    guards.check_request(method, asked, context.revision)
    result = await call_handler(handler, params, context)
    guards.check_answer(method, asked, dump_any(result), context.revision)
    return result


async def _handle_notification(
    handler: PreparedHandler,
    method: str,
    handler_revision: Revision,
    server_revision: Revision,
    params: Any,
    context: Context,
) -> None:
    """Give a notification to its handler, if its params have a form in the handler's revision."""
    try:
        given = decode_params(context.message.document.get("params"), method, handler_revision)
    except ValueError:
        raise ValueError(f"{method} of {server_revision.id} has no form in {handler_revision.id}") from None
    await call_handler(handler, given, context)


async def _answer_input_request(
    handler: PreparedHandler,
    method: str,
    handler_revision: Revision,
    server_revision: Revision,
    guards: ClientGuards,
    params: Any,
    context: Context,
) -> Any:
    """The answer of a handler to a request for input.

    Raises:
        ProtocolError: the request or its answer has no form in the other revision, or the guards refuse the request.
    """
    given = context.message.document.get("params", {})
    guards.check_request(method, given, server_revision)
    asked = adapt_input_request(method, given, server_revision, handler_revision)
    result = await call_handler(handler, decode_params(asked, method, handler_revision), context)
    check_result_type(method, result, handler.results)
    answer = adapt_input_answer(method, dump_any(result), handler_revision, server_revision)
    guards.check_answer(method, given, answer, server_revision)
    return server_revision.codec(server_revision.methods[method].results[0]).decode_value(answer)
