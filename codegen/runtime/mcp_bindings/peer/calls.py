"""Requests and notifications of this side, and the calls that wait for answers.

The classes with one method for each message are generated: `ClientCalls` and `ServerCalls` of a revision's package.
This module does no I/O: the caller provides a coroutine function that sends bytes, and passes in the peer's answers.
https://www.jsonrpc.org/specification
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Mapping
from contextlib import nullcontext
from copy import copy
from functools import partial
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, get_args

from ..errors import ProtocolError, RequestId, make_missing_attribute_error, must_propagate
from ..extensions import extended
from ..extensions.extension import Extendable
from ..guards.work_slots import without_slot
from ..json_values import is_object
from ..jsonrpc.messages import ErrorResponse, Notification
from ..jsonrpc.plain_json import to_json_copy
from ..options import check_callable, check_choice, check_number, check_plain_callable
from ..renames import find_first_name, find_own_method, list_names, to_own_name
from ..session.events import Event
from ..session.ids import RecentIds
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST
from ..spec.names import CANCELLED, COMPLETE, LISTEN, LOG_MESSAGE, META, RESULT_TYPE, SUBSCRIPTION_KEY, Transport
from .final_results import decode_final_result
from .pending_calls import OnProgress, OnStray, PendingCall, PendingCalls, RelatedCall, to_protocol_error
from .telemetry import UNMEASURED

if TYPE_CHECKING:
    from typing_extensions import Self

    from mcp_bindings.spec.methods import Kind  # rendered

    from ..jsonrpc.writer import MessageWriter, Meta
    from ..session.session import Session
    from ..spec.names import Sender
    from ..wire.model import WireModel
    from .telemetry import Measurement, Metrics

SendText: TypeAlias = Callable[[bytes], Awaitable["bytes | None"]]
"""A function that sends one message. It returns the bytes of the answer, or None if the answer arrives another way."""

Page = TypeVar("Page", bound="WireModel")

GRACE_PERIOD = 1.0
"""Seconds that a call may take after its timeout, to withdraw its request and to let `send` end."""

_log = logging.getLogger(__name__)


def check_on_progress(on_progress: object) -> None:
    """Check the argument `on_progress` of a call.

    Raises:
        TypeError: the argument is no function of one argument.
    """
    check_callable("on_progress", on_progress, ("report",), "(report), where report.progress is the amount done")


class Calls(Extendable):
    """The requests and notifications of one role in one revision.

    Each call accepts `meta` (the `_meta` of its params, in place of the one given here), `timeout` and, where the
    receiver may report progress, `on_progress`. A call ends when `send` has returned and the answer has arrived, or
    when one of the two fails. A call that times out or is cancelled withdraws its request if the protocol has a
    message for that.

    Use an object of this class in one thread, in one event loop of asyncio. `async with` closes the object.

    Args:
        send: the function that sends one message, such as `Dispatcher(…).dispatch` of a peer in the same process.
        timeout: seconds that a call may take; None (the default) or `math.inf` for no limit. `subscriptions/listen` has
            no limit, unless the call states one.
        meta: the `_meta` of each request; None for none.
        on_stray: the function that is called with late, duplicate and unasked answers; by default, they are logged
            without their content.
        session: the session that checks every message against the rules of the protocol, and assigns the ids of
            requests and, in revisions that require one, their `_meta`; by default no rules are checked.
        transport: `stdio` or `http`; with a session, that of the session. Over HTTP, `list_tools` and
            `iter_tools` leave out tools with invalid `x-mcp-header`, and log a warning; `mcp_bindings.set_aside` of
            the result of `list_tools` returns them.

    Raises:
        TypeError: every request needs `_meta` in this revision, and neither `meta` nor a session was given; an option
            has a wrong type; or, from a call before anything is sent, an argument does not fit the schema.
        ValueError: `timeout`, here or in a call, is negative; `transport` is not known; or two extensions of the calls
            define the same name.
        pydantic.ValidationError: from a call, before anything is sent: an argument does not fit the schema.
        EncodeError: from a call, before anything is sent: a part of an argument has no form in JSON.
        LocalProtocolError: from a call, before anything is sent: the message breaks a rule of the session.
        ProtocolError: from a call: the answer is an error, or does not match the schema, or `send` has returned a text
            that is no answer to the request.
        TimeoutError: from a call: there was no answer in time.
        ConnectionError: from a call: this object was closed, `refuse_requests` or `withdraw_requests` was called, or
            `send` was cancelled.
        Exception: from a call: `send` has raised this error, or `close` was called with it.
    """

    revision: ClassVar[str]
    """Id of the revision of the messages, such as `2025-11-25`."""

    role: ClassVar[Sender]
    """The side that sends the messages, `client` or `server`."""

    metrics: Metrics | None = None
    """The object that measures the messages; None to measure nothing."""

    needs_meta: ClassVar[bool] = False
    """True if every request needs `_meta`, from the constructor or from a session."""

    def __init__(
        self,
        send: SendText,
        *,
        timeout: float | None = None,
        meta: Meta = None,
        on_stray: OnStray | None = None,
        session: Session | None = None,
        transport: Transport = "stdio",
    ) -> None:
        name = f"{type(self).__name__} of {self.revision}"
        if self.needs_meta and meta is None and session is None:
            raise TypeError(f"{name} needs meta, or a session that gives it")
        if timeout is not None:
            check_number("timeout", timeout, least=0)
        if session is None:
            check_choice("transport", transport, get_args(Transport))
        if on_stray is not None:
            check_plain_callable("on_stray", on_stray, ("message",), "(message)")
        self._send = send
        self._session = session
        self._transport: Transport = transport if session is None else session.transport
        self._timeout = math.inf if timeout is None else timeout
        self._meta = meta
        self._revision = extended(self.revision, self.extensions)
        self._peer_role: Sender = "server" if self.role == "client" else "client"
        self._message_writer: MessageWriter | None = None
        self._pending = PendingCalls(name, on_stray)
        self._own_calls: dict[RequestId, PendingCall] = {}
        self._refusal = ""

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """A live mapping with the method of each request that waits for an answer, by id, for `Revision.parse`."""
        return self._pending.methods

    @property
    def transport(self) -> Transport:
        """The transport of the messages. Without a session, the transport decides how answers are parsed."""
        return self._transport

    def via(self, send: SendText) -> Self:
        """Return a copy that sends with another function, for example to the HTTP stream of a request.

        Copy and original share ids, pending requests and `close`. So each can receive the answers to the other's calls.
        """
        other = copy(self)
        other._send = send
        other._own_calls, other._refusal = {}, ""
        return other

    def refuse_requests(self, reason: str) -> None:
        """Refuse later requests of this object with a ConnectionError, but not those of copies that `via` has made.

        Args:
            reason: a clause that says why no request may be sent any more.
        """
        self._refusal = reason

    async def withdraw_requests(self, reason: str) -> None:
        """Withdraw the requests of this object that wait for an answer, and refuse later ones.

        The calls of these requests raise a ConnectionError. The requests of copies that `via` has made go on. This
        method waits at most a second until the peer is notified. If this wait is cancelled, the peer is notified
        nevertheless.

        Args:
            reason: a clause that says why nobody waits for the answers any more.
        """
        self.refuse_requests(reason)
        loop, withdrawing = asyncio.get_running_loop(), list[asyncio.Task[None]]()
        for id_, call in self._own_calls.items():
            if not call.answer.done():
                method = self.pending[id_]
                call.fail(ConnectionError(f"{method}: {reason}"))
                withdrawing.append(loop.create_task(self._withdraw_request(method, id_, reason)))
        if withdrawing:
            await asyncio.shield(_wait_for_tasks(withdrawing))

    async def request(
        self,
        method: str,
        params: Any = None,
        *,
        meta: Meta = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        """Send a request by the name of its method, for code that supports several revisions.

        Args:
            method: a request that this side may send in this revision, by its name in any release.
            params: the params, as JSON or typed; None for empty params.
            meta: the `_meta` of the params; by default that of the constructor.
            timeout: seconds that the call may take; by default those of the constructor, and for `subscriptions/listen`
                no limit.
            on_progress: the function that is called with each progress report; None to ask for no reports.

        Returns:
            The typed result.

        Raises:
            ValueError: this side may not send requests of this method.
            Exception: one of the errors of a call that the class documents.
        """
        own = self._find_sendable("request", method)
        return await self._request(own, {} if params is None else params, meta, timeout, on_progress)

    async def notify(self, method: str, params: Any = None, *, meta: Meta = None) -> None:
        """Send a notification by the name of its method.

        Args:
            method: a notification that this side may send in this revision, by its name in any release.
            params: the params, as JSON or typed; None for empty params.
            meta: the `_meta` of the params; None to add none.

        Raises:
            ValueError: this side may not send notifications of this method.
            Exception: one of the errors of a call that the class documents.
        """
        own = self._find_sendable("notification", method)
        await self._notify(own, {} if params is None else params, meta)

    def receive(self, message: Event | ProtocolError) -> bool:
        """Receive a message of the peer: an answer, the progress of a request, or the error of an invalid answer.

        If the server cancels a subscription, the call of the subscription ends, even if no result follows.

        Args:
            message: the message, which was parsed with `pending=calls.pending`.

        Returns:
            Whether the message was for a waiting call. An answer to no waiting call goes to `on_stray`. Any other
            message is left to the caller.

        Raises:
            ValueError: an answer to a waiting call was parsed without `pending`, so its result has no type.
        """
        if isinstance(message, Notification) and message.method in list_names(CANCELLED) and message.known:
            return self._pending.end_subscription(
                message.document["params"].get("requestId"), self._make_subscription_result
            )
        return self._pending.receive(message)

    def find_related_call(self, message: Notification, stream: RequestId | None) -> PendingCall | None:
        """Return the waiting call that a notification of the peer belongs to; None if the call is not known.

        In a per-request revision, a log message that names no request belongs to the only waiting call; if several
        calls wait, its call is not known.

        Args:
            message: the notification.
            stream: the id of the request over HTTP in whose response the notification came; else None.
        """
        is_log_message = find_first_name(message.method, self._revision) == LOG_MESSAGE
        is_scoped = is_log_message and self._revision.era == "per-request"
        return self._pending.find_related_call(message, stream, is_scoped=is_scoped)

    def receive_bytes(self, data: bytes | bytearray | memoryview | str) -> bool:
        """Parse one text of the peer and receive it.

        Returns:
            Whether the message was for a waiting call.

        Raises:
            ProtocolError: the text is rejected, and is no answer to a waiting call. The error of an answer to a waiting
                call is raised by that call instead.
            TypeError: `data` is neither text nor bytes.
            ValueError: an answer to a waiting call was parsed without its method.
        """
        try:
            message = self._parse(data)
        except ProtocolError as error:
            if self.receive(error):
                return True
            raise
        return self.receive(message)

    def close(self, error: BaseException | None = None, *, spared: Container[RequestId] = ()) -> None:
        """Fail every waiting call and every later one.

        Args:
            error: the error that the calls raise; a ConnectionError by default. If `close` is called again, the first
                error stays.
            spared: the ids of waiting requests that do not fail, since their answers have arrived.
        """
        self._pending.close(error, spared)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._pending)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            other = "ServerCalls" if self.role == "client" else "ClientCalls"
            generated = next(base for base in type(self).__mro__ if "role" in vars(base))
            is_other = not name.startswith("_") and hasattr(getattr(import_module(generated.__module__), other), name)
            raise make_missing_attribute_error(self, name, f"{other} of {self.revision} has it" if is_other else "")

    async def _request(
        self,
        method: str,
        params: Any,
        meta: Meta = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        """Send a request, wait for its result, and return it.

        Args:
            method: a request that this role may send.
            params: a model of the params, or their members by attribute or by name in messages; if their type is not a
                class, the params themselves, as JSON or typed.
            meta, timeout, on_progress: the arguments of `request`.

        Raises:
            TypeError: `on_progress` takes another number of arguments, or the timeout is no number.
            ValueError: the timeout is negative.
            Exception: one of the errors of a call that the class documents.
        """
        if on_progress is not None:
            check_on_progress(on_progress)
        if timeout is not None:
            check_number("timeout", timeout, least=0)
        if self._pending.is_closed:
            raise self._pending.get_closing_error()
        if self._refusal:
            raise ConnectionError(f"{method}: {self._refusal}")
        loop = asyncio.get_running_loop()
        id_: RequestId = self._pending.next_id if self._session is None else self._session.new_id()
        meta = self._meta if meta is None else meta
        always: Mapping[str, Any] = {} if self._session is None else self._session.request_meta
        data = self._get_writer().write_request(
            id_, method, params, meta, progress=on_progress is not None, always=always
        )
        if self._session is not None:
            self._session.record_sent(data)
        self._pending.next_id = int(id_) + 1
        call = PendingCall(loop, on_progress, _describe_call(id_, method, params, meta))
        self._pending.add_call(id_, method, call)
        self._own_calls[id_] = call
        timeout_s = (math.inf if method in list_names(LISTEN) else self._timeout) if timeout is None else timeout
        with self._measure_message(method, params) as measured:
            result = await self._send_and_wait(id_, method, data, call, timeout_s)
            measured.record_result(result)
        return result

    async def _send_and_wait(
        self, id_: RequestId, method: str, data: bytes, call: PendingCall, timeout_s: float
    ) -> Any:
        """Send the text of a request, and return the result. After the timeout or a cancellation, withdraw the request.

        Args:
            id_: the id of the request.
            method: the method of the request.
            data: the text of the request.
            call: the call that waits for the answer.
            timeout_s: seconds to wait for the answer.

        Raises:
            ProtocolError: the answer is an error, or does not match the schema, or `send` has returned a text that is
                no answer to the request.
            TimeoutError: there was no answer in time.
            ConnectionError: the object was closed, its requests were withdrawn, or `send` was cancelled.
            Exception: `send` has raised this error, or `close` was called with it.
        """
        loop = asyncio.get_running_loop()
        limit = None if timeout_s == math.inf else timeout_s
        deadline = loop.time() + timeout_s
        sending = loop.create_task(self._send_request(id_, data))
        reason = ""
        try:
            async with without_slot() if self.role == "server" else nullcontext():  # its client may ask a user
                await asyncio.wait(
                    {sending, call.answer},
                    timeout=limit,
                    return_when=asyncio.FIRST_EXCEPTION,
                )
                if call.answer.done():
                    return await call.get_result(None if limit is None else max(0.0, deadline - loop.time()))
                if sending.done():
                    sending.result()  # raises what `send` raised
                reason = f"no answer within {timeout_s:g} s"
                raise TimeoutError(f"{method}: {reason}")
        except asyncio.CancelledError:
            reason = "the caller does not wait any longer"
            raise
        finally:
            self._pending.remove_call(id_)
            self._own_calls.pop(id_, None)
            ending = call.cancel_tasks(sending)
            if reason and not call.answer.done():
                ending.append(loop.create_task(self._withdraw_request(method, id_, reason)))
            try:
                if ending:
                    await _wait_for_tasks(ending)
            finally:
                if self._session is not None:
                    self._session.record_lost_request(id_)

    def _make_subscription_result(self, id_: RequestId) -> Any:
        """Return a result with the id of a subscription only, for a subscription that the server has cancelled."""
        method = to_own_name(LISTEN, self._revision)
        return decode_final_result(self._revision, method, {RESULT_TYPE: COMPLETE, META: {SUBSCRIPTION_KEY: id_}})

    async def _notify(self, method: str, params: Any, meta: Meta = None) -> None:
        """Send a notification, and receive the message with which `send` replies, if any.

        Args:
            method: a notification that this role may send.
            params: the members of the params by attribute; the params themselves if their type is not a class.
            meta: the `_meta` of the params; None to add none.

        Raises:
            Exception: one of the errors of a call that the class documents, or that of a rejected reply.
        """
        if self._pending.is_closed:
            raise self._pending.get_closing_error()
        data = self._get_writer().write_notification(method, params, meta)
        if self._session is not None:
            self._session.record_sent(data)
        with self._measure_message(method, params):
            reply = await self._send(data)
        if reply:
            self.receive_bytes(reply)

    def _measure_message(self, method: str, params: Any) -> Measurement:
        if self.metrics is None:
            return UNMEASURED
        return self.metrics.measure_sent(method, params, self._revision, self._transport)

    async def _iterate_pages(self, call: Callable[..., Awaitable[Page]], **arguments: Any) -> AsyncIterator[Page]:
        """Yield the pages of a list. The first page without a cursor is the last one.

        Raises:
            ProtocolError: a cursor came twice, or 1,000 pages in a row are empty, so the list may never end.
            Exception: a call has raised this error.
        """
        cursor: Any = None
        seen, empty = RecentIds(), 0
        while empty < 1_000:
            page = await call(**arguments, cursor=cursor)
            yield page
            empty = 0 if any(isinstance(part, list) and part != [] for part in vars(page).values()) else empty + 1
            if "nextCursor" not in page or page["nextCursor"] is None:
                return
            cursor = page["nextCursor"]
            if cursor in seen:
                raise ProtocolError(INVALID_PARAMS, "Invalid result: a cursor came twice", answerable=False)
            seen.add(cursor)
        raise ProtocolError(INVALID_PARAMS, "Invalid result: too many pages in a row are empty", answerable=False)

    def _choose_params(self, params: Any, members: Mapping[str, Any], tag: str, arms: Mapping[str | None, str]) -> Any:
        """Return the params of a request whose method allows several types of params.

        Args:
            params: the params as a whole; None to build them from `members`.
            members: members of the params, by attribute.
            tag: the member whose value determines the type.
            arms: the name of the type for each value of the tag. The key None stands for the absence of the tag.

        Raises:
            TypeError: params and members are both given, no type has this value of the tag, or a member is misspelled.
            pydantic.ValidationError: a member does not fit the schema.
        """
        if params is not None:
            if members:
                raise TypeError("params are given both as a whole and by members")
            return params
        name = arms.get(members.get(tag))
        if name is None:
            raise TypeError(f"{tag} is one of {', '.join(repr(value) for value in arms if value is not None)}")
        return self._revision.load_type(name)(**members)

    def _find_sendable(self, kind: Kind, method: str) -> str:
        """Return the name that a method of any release has in this revision.

        Raises:
            ValueError: this side may not send messages of this kind and method.
        """
        info = self._revision.methods.get(to_own_name(method, self._revision))
        if info is None or info.kind != kind or self.role not in info.senders:
            raise ValueError(f"a {self.role} of revision {self.revision} sends no {kind} {method!r}")
        return info.name

    def _get_writer(self) -> MessageWriter:
        """Return the writer of messages. Make it at the first call only, since it loads the types of the revision."""
        if self._message_writer is None:
            from ..jsonrpc.writer import MessageWriter

            self._message_writer = MessageWriter(self._revision)
        return self._message_writer

    async def _send_request(self, id_: RequestId, data: bytes) -> None:
        """Send a request, and receive the answer if `send` returns it.

        Raises:
            ProtocolError: `send` has returned a text that is no answer to this request, or an error without an id.
            ConnectionError: sending was cancelled.
            Exception: `send` has raised this error.
        """
        try:
            reply = await self._send(data)
        except asyncio.CancelledError:
            raise ConnectionError("the message was not sent: sending was cancelled") from None
        if not reply:
            return
        try:
            message = self._parse(reply)
        except ProtocolError as error:
            if not self.receive(error):
                raise
        else:
            if isinstance(message, ErrorResponse) and message.id is None:
                raise to_protocol_error(message)
            self.receive(message)
        if id_ in self._pending.by_id:
            text = "Invalid answer: the message that came back is not the answer to this request"
            raise ProtocolError(INVALID_REQUEST, text, id=id_, answerable=False)

    def _parse(self, data: bytes | bytearray | memoryview | str) -> Event:
        if self._session is not None:
            return self._session.receive(data)
        return self._revision.parse(
            data, sender=self._peer_role, pending=self.pending, older_peer=True, transport=self._transport
        )

    async def _withdraw_request(self, method: str, id_: RequestId, reason: str) -> None:
        """Notify the peer that a request is cancelled, if the protocol has a notification for that. Log a failure."""
        notice = find_own_method(CANCELLED, self._revision)
        if notice is None or self.role not in notice.senders or not self._revision.methods[method].cancellable:
            return
        try:
            if self._session is None:
                await self._notify(notice.name, {"request_id": id_, "reason": reason})
            elif (data := self._session.cancel(id_, reason)) is not None:
                await self._send(data)
        except BaseException as error:
            if must_propagate(error):
                raise
            _log.warning("request %s could not be withdrawn: %s", id_, type(error).__name__)


def _describe_call(id_: RequestId, method: str, params: Any, meta: Any) -> RelatedCall:
    """Return the description of a call for the handlers of its notifications."""
    read = params.get if is_object(params) else partial(_get_attribute, params)
    name, given = read("name") or read("uri"), read(META) if meta is None else meta
    return RelatedCall(id_, method, name if isinstance(name, str) else None, to_json_copy(given) if given else {})


def _get_attribute(value: object, name: str) -> Any:
    return getattr(value, name, None)


async def _wait_for_tasks(tasks: list[asyncio.Task[None]]) -> None:
    """Wait up to `GRACE_PERIOD` for tasks to end, then cancel them."""
    try:
        await asyncio.wait(tasks, timeout=GRACE_PERIOD)
    finally:
        for task in tasks:
            task.cancel()
