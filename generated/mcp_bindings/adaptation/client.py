"""The calls and the handlers of a client, in the types of one revision, for a server of any revision."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, NoReturn, Protocol

from ..codec.encoding import dump_any
from ..errors import ProtocolError
from ..extensions import extended
from ..guards.prose_rules import RULED_METHODS
from ..guards.rates import WORK_OF_METHOD
from ..json_values import is_object
from ..jsonrpc.messages import Notification, Request
from ..jsonrpc.set_aside import drop_set_aside, set_aside
from ..negotiation.versions import make_discover_result
from ..peer.calls import Calls, check_on_progress
from ..peer.context import Context
from ..peer.final_results import decode_final_result
from ..peer.handlers import Handlers, PreparedHandler, call_handler, make_typed_result, prepare_handler
from ..peer.pending_calls import OnProgress, call_listener
from ..renames import find_first_name, find_own_method, list_names, to_own_name
from ..revisions import Revision, find_revision_with_types, revision
from ..session.capabilities import rename_capabilities
from ..spec.names import (
    DISCOVER,
    LISTEN,
    LOG_MESSAGE,
    PROGRESS,
    RESOURCE_UPDATED,
    VERSION_KEY,
)
from ..translation.context import TranslationContext
from ..translation.translator import find_target_method
from ..wire.set_aside import SetAside
from .client_guards import ClientGuards
from .messages import decode_params, parse_message, parse_request, parse_result
from .revision_adapter import (
    adapt_error,
    adapt_input_answer,
    adapt_input_request,
    adapt_notification,
    adapt_request,
    adapt_result,
)
from .subscription import Subscription

_MAX_SET_ASIDE = 1_000
"""Largest number of invalid parts of lists that are kept for each method."""

subscription_begun: ContextVar[Callable[[], None]] = ContextVar("subscription_begun", default=lambda: None)
"""A function to call when a handshake server has accepted the subscriptions of the current asyncio task. By default it
does nothing.
"""


class ServerConnection(Protocol):
    """The part of a connection to a server that `AdaptedCalls` uses."""

    @property
    def server_revision(self) -> Revision:
        """The revision of the server."""
        ...

    @property
    def client_meta(self) -> Mapping[str, Any]:
        """The `_meta` members about the client in each per-request request: its capabilities and its info."""
        ...

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the server, as JSON."""
        ...

    async def request(
        self, method: str, params: Any, meta: Any, timeout: float | None, on_progress: OnProgress[Any] | None
    ) -> Any:
        """Send a request in the server's revision, give the input that the server asks for, and return the result.

        Raises:
            ProtocolError: the server responds with an error, or with a result that is not valid or is rejected by a
                guard.
            TimeoutError: the server does not respond in time.
            ConnectionError: the server cannot be reached, or asks for input too often; or the connection broke or has
                ended.
            LocalProtocolError: the request breaks a rule.
            TypeError, ValueError: a client of the server's revision sends no request of this method, or the params do
                not fit the schema or have no form in an HTTP header.
            RuntimeError: the connection is not open, or was opened in another event loop.
            BaseException: the exception that a handler in this process has raised.
        """
        ...

    async def notify(self, method: str, params: Any) -> None:
        """Send a notification in the server's revision.

        Raises:
            ConnectionError: the server cannot be reached, or the connection broke or has ended.
            LocalProtocolError: the notification breaks a rule.
            ValueError: a client of the revision sends no notification of this method, or the params do not fit the
                schema.
            RuntimeError: the connection is not open, or was opened in another event loop.
        """
        ...

    @property
    def call_timeout(self) -> float:
        """The seconds to wait for the response to a request, by default."""
        ...

    @property
    def listeners(self) -> dict[Callable[[Notification], None], None]:
        """The functions that get each notification of the server."""
        ...

    async def keep_subscribed(self, uris: list[str], begun: Callable[[], None]) -> NoReturn:
        """Keep subscriptions to resources until the current task is cancelled or the connection ends.

        Args:
            uris: the URIs of the resources.
            begun: a function to call when the server has accepted all subscriptions.

        Raises:
            ConnectionError: the connection has ended, or the server cannot be reached.
            TimeoutError: the server does not respond in time to a request that subscribes.
            ProtocolError: the server rejects a subscription.
            LocalProtocolError: the server has not declared that clients may subscribe.
        """
        ...


class AdaptedCalls(Calls):
    """Calls in the types of one revision, to a server of any revision.

    Args:
        connection: a connection to the server.
    """

    def __init__(self, connection: ServerConnection) -> None:
        super().__init__(_refuse_to_send, meta={})
        self._connection = connection
        self._set_aside: dict[str, tuple[SetAside, ...]] = {}

    @property
    def set_aside(self) -> Mapping[str, tuple[SetAside, ...]]:
        """The invalid parts of lists that `mode="tolerant"` has set aside, with their findings, by method.

        For each method, at most 1,000 parts are kept: those of the last list, from all pages of the list.
        """
        return self._set_aside

    @asynccontextmanager
    async def _subscribe(
        self, asked: Mapping[str, tuple[str, Any]], extension_filters: Sequence[Any]
    ) -> AsyncGenerator[AsyncIterator[Notification]]:
        """Subscribe to changes for the duration of the block. The method `listen` of generated code calls this.

        Log a warning about the members of the filter that the server does not accept as a whole.

        Args:
            asked: the members of the filter, by argument of `listen`: each with its name on the wire and its value.
            extension_filters: members that extensions of the client add to the filter, typed or as JSON.

        Raises:
            ValueError: the subscription asks for nothing.
            EncodeError: a member of the filter has no form in JSON.
            LocalProtocolError: a member of an extension is not valid, or a server with a handshake has not declared
                that clients may subscribe to resources.
            ProtocolError: the server rejects the subscription, or a member is not valid in the revision of the calls.
            ConnectionError: the connection is lost. The iteration raises this error too.
            TimeoutError: the server does not accept the subscription in time.
        """
        wanted = _make_filter(asked, extension_filters)
        events = Subscription(wanted, self._revision, self.extensions, self._connection.server_revision)
        before, started = call_listener.set(events.receive_notification), subscription_begun.set(events.has_begun.set)
        listen = to_own_name(LISTEN, self._revision)
        running = asyncio.ensure_future(self._request(listen, {"notifications": wanted}))
        call_listener.reset(before)
        subscription_begun.reset(started)
        running.add_done_callback(events.record_end)
        listeners = self._connection.listeners
        if self._connection.server_revision.era == "handshake":
            events.warn_of_missing_capabilities(self._connection.server_revision, self._connection.server_capabilities)
            listeners[events.receive_notification] = None
        try:
            await self._wait_for_begin(running, events)
            yield events
        finally:
            listeners.pop(events.receive_notification, None)
            running.cancel()
            await asyncio.wait([running])

    async def _wait_for_begin(self, running: asyncio.Future[Any], events: Subscription) -> None:
        """Wait until a subscription has begun.

        Raises:
            ProtocolError: the server rejects the subscription, or its request is not valid.
            LocalProtocolError: the subscription breaks a rule.
            ConnectionError: the connection is lost.
            TimeoutError: the server does not accept the subscription in time.
        """
        begun, seconds = asyncio.ensure_future(events.has_begun.wait()), self._connection.call_timeout
        try:
            await asyncio.wait({running, begun}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            begun.cancel()
        if running.done():
            running.result()
        elif not events.has_begun.is_set():
            raise TimeoutError(f"{LISTEN}: no answer within {seconds:g} s")

    async def _request(
        self,
        method: str,
        params: Any,
        meta: Any = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        local_revision, connection = self._revision, self._connection
        server_revision = connection.server_revision
        if server_revision.id == local_revision.id:
            result = await connection.request(method, params, meta, timeout, on_progress)
            self._record_set_aside_parts(method, params, result)
            return result
        always = (
            {VERSION_KEY: local_revision.version, **connection.client_meta}
            if local_revision.era == "per-request"
            else {}
        )
        text = self._get_writer().write_request(0, method, params, meta, progress=False, always=always)
        request = parse_request(json.loads(text), local_revision)
        if method in list_names(DISCOVER, LISTEN) and server_revision.era == "handshake":
            return await self._answer_locally(request)
        request_context, result_context = _make_contexts(local_revision.id, server_revision.id, method)
        adapted = adapt_request(request, local_revision, server_revision, request_context)
        adapted_params = adapted.document.get("params", {})
        reporting = None if on_progress is None else self._adapt_on_progress(on_progress)
        try:
            result = await connection.request(adapted.method, adapted_params, None, timeout, reporting)
        except ProtocolError as error:
            raise adapt_error(error, adapted.method, server_revision, local_revision, result_context) from None
        self._record_set_aside_parts(method, adapted_params, result)
        drop_set_aside(result)  # invalid items have no form in another revision
        return adapt_result(
            parse_result(dump_any(result), adapted.method, server_revision), local_revision, result_context
        ).result

    def _record_set_aside_parts(self, method: str, params: Any, result: Any) -> None:
        """Record the parts of a result that the tolerant mode has set aside.

        The parts of a further page are added, up to a bound for each method; those of any other result replace the
        earlier parts of the method.
        """
        found = set_aside(result)
        if not found and method not in self._set_aside:
            return
        is_further = is_object(params) and params.get("cursor") is not None
        found = (*self._set_aside.get(method, ()), *found)[:_MAX_SET_ASIDE] if is_further else found
        if found:
            self._set_aside[method] = found
        else:
            del self._set_aside[method]

    async def _notify(self, method: str, params: Any, meta: Any = None) -> None:
        document = json.loads(self._get_writer().write_notification(method, params, meta))
        server_revision = self._connection.server_revision
        if server_revision.id != self._revision.id:
            given = parse_message(self._revision, document, "client")
            adapted = adapt_notification(given, self._revision, server_revision, "client")
            document = document if adapted is None else adapted.document  # the connection refuses an unknown one
        await self._connection.notify(document["method"], document.get("params", {}))

    async def _answer_locally(self, request: Request) -> Any:
        """Return the typed result of `server/discover` or `subscriptions/listen` for a server with a handshake.

        The result of `server/discover` has the declared capabilities of the server. For `subscriptions/listen`, the
        connection subscribes to each wanted resource. No result of this request comes, since a server with a handshake
        ends the subscriptions only with the connection.

        Raises:
            ConnectionError: during `subscriptions/listen`, the connection has ended or the server cannot be reached.
            TimeoutError: the server does not respond in time to a request that subscribes.
            ProtocolError: the server rejects a subscription.
            LocalProtocolError: the server has not declared that clients may subscribe.
        """
        method = request.method
        if method in list_names(DISCOVER):
            declared = rename_capabilities(self._connection.server_capabilities, "server", self._revision.id)
            found = make_discover_result(self._revision, [self._connection.server_revision.version], declared)
            return parse_result(found, method, self._revision).result
        updated = find_own_method(RESOURCE_UPDATED, self._revision)
        wanted = request.document["params"]["notifications"]
        uris: list[str] = wanted.get(updated.filter, []) if updated is not None else []
        await self._connection.keep_subscribed(uris, subscription_begun.get())

    def _adapt_on_progress(self, on_progress: OnProgress[Any]) -> OnProgress[Any]:
        check_on_progress(on_progress)

        server_revision = self._connection.server_revision
        method = to_own_name(PROGRESS, server_revision)

        def report(params: Any) -> Any:
            document = {"jsonrpc": "2.0", "method": method, "params": dump_any(params)}
            given = parse_message(server_revision, document, "server")
            adapted = adapt_notification(given, server_revision, self._revision, "server")
            return None if adapted is None else on_progress(adapted.params)

        return report


def _make_filter(asked: Mapping[str, tuple[str, Any]], extension_filters: Sequence[Any]) -> dict[str, Any]:
    """Return the filter of a subscription, as JSON, without the members that ask for nothing: those that are absent,
    false or an empty list.

    Args:
        asked: the members of the revision, by argument of `listen`: each with its name on the wire and its value.
        extension_filters: the members of extensions, typed or as JSON.

    Raises:
        ValueError: the filter asks for nothing.
        EncodeError: a member has no form in JSON.
    """
    every: dict[str, Any] = {name: dump_any(value) for name, value in asked.values()}
    for added in extension_filters:
        every |= dump_any(added)
    wanted = {name: value for name, value in every.items() if value is not None and value is not False and value != []}
    if not wanted:
        raise ValueError(f"listen needs what to listen for: at least one of {', '.join((*asked, 'extension_filters'))}")
    return wanted


@lru_cache(maxsize=256)
def _make_contexts(
    client_revision: str, server_revision: str, method: str
) -> tuple[TranslationContext, TranslationContext]:
    """Return the context for the requests of a method, and the context for their results. All calls share the two."""
    request_context = TranslationContext(revision=client_revision, sender="client")
    server_method = find_target_method(method, revision(client_revision), revision(server_revision))
    return request_context, TranslationContext(revision=server_revision, method=server_method)


async def _refuse_to_send(_: bytes) -> None:
    raise AssertionError("the connection sends the messages")


def adapt_client_handlers(handlers: Handlers, guards: ClientGuards, server_revision_id: str) -> Handlers:
    """Return handlers that pass the messages of one server to the handlers of another revision.

    Args:
        handlers: the handlers of the client, in one revision.
        guards: the guards of the connection.
        server_revision_id: the id of the server's revision.

    Returns:
        Handlers of the server's revision; the given handlers if they have this revision and no guard checks requests.
    """
    server_revision = find_revision_with_types(server_revision_id)
    if server_revision.id == handlers.revision:
        return _guard_handlers(handlers, guards) if guards.checks_requests else handlers
    handler_revision = extended(handlers.revision, handlers.extensions)
    adapted: Handlers = import_module(server_revision.package).ClientHandlers()
    for method, route in adapted.all_routes.items():
        own = find_target_method(method, server_revision, handler_revision)
        prepared = prepare_handler(handlers, own, handler_revision) if own in handler_revision.methods else None
        if prepared is not None:
            if server_revision.methods[method].kind == "notification":
                handler = partial(_handle_notification, prepared, handler_revision, server_revision)
            else:
                handler = partial(_answer_input_request, prepared, handler_revision, server_revision, guards)
            setattr(adapted, route.attribute, handler)
    return adapted


def _guard_handlers(handlers: Handlers, guards: ClientGuards) -> Handlers:
    """Return handlers that call the given handlers, with guards around the handlers of guarded requests."""
    revision = extended(handlers.revision, handlers.extensions)
    generated = tuple(base for base in type(handlers).__mro__ if "routes" in vars(base))
    guarded: Handlers = _make_guarded_class(generated)()
    for method, route in handlers.find_overridden_routes().items():
        prepared = prepare_handler(handlers, method, revision) if method in revision.methods else None
        if prepared is None:
            continue
        first_name = find_first_name(method, revision)
        is_guarded = first_name in {*WORK_OF_METHOD, *RULED_METHODS} and first_name != LOG_MESSAGE
        setattr(
            guarded,
            route.attribute,
            partial(_answer_with_guards, prepared, method, guards) if is_guarded else prepared.handler,
        )
    return guarded


@cache
def _make_guarded_class(generated: tuple[Any, ...]) -> type[Handlers]:
    return type("Guarded", generated, {})


async def _answer_with_guards(
    handler: PreparedHandler, method: str, guards: ClientGuards, params: Any, context: Context
) -> Any:
    asked = context.message.document.get("params", {})
    guards.check_request(method, asked, context.revision)
    result = make_typed_result(method, await call_handler(handler, params, context), handler, context.revision)
    guards.check_answer(method, asked, dump_any(result), context.revision)
    return result


async def _handle_notification(
    handler: PreparedHandler,
    handler_revision: Revision,
    server_revision: Revision,
    params: Any,
    context: Context,
) -> None:
    """Call the handler of a notification with the notification in the handler's revision.

    Log a notification that this revision does not have, and do not call the handler.

    Raises:
        ProtocolError: the notification has no form in the handler's revision.
        BaseException: the exception that the handler has raised.
    """
    message = context.message
    assert isinstance(message, Notification)
    adapted = adapt_notification(message, server_revision, handler_revision, "server")
    if adapted is not None:
        await call_handler(handler, adapted.params, context)


async def _answer_input_request(
    handler: PreparedHandler,
    handler_revision: Revision,
    server_revision: Revision,
    guards: ClientGuards,
    params: Any,
    context: Context,
) -> Any:
    """Return the answer of a handler to a request for input, in the types of the server's revision.

    Raises:
        ProtocolError: the request has no form in the handler's revision, the answer has none in the server's revision,
            or the guards reject the request or cannot check the answer.
        TypeError: the handler returns no answer of a type that it may return, or the guards reject the answer.
        EncodeError: a part of the answer has no form in JSON.
        BaseException: the exception that the handler has raised.
    """
    method, given = context.message.method, context.message.document.get("params", {})
    guards.check_request(method, given, server_revision)
    own, asked = adapt_input_request(method, given, server_revision, handler_revision)
    result = await call_handler(handler, decode_params(asked, own, handler_revision), context)
    result = make_typed_result(own, result, handler, handler_revision)
    answer = adapt_input_answer(own, dump_any(result), handler_revision, server_revision)
    guards.check_answer(method, given, answer, server_revision)
    return decode_final_result(server_revision, method, answer)
