"""The context of a handler: the message that the handler gets, and the messages that it can send meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha256
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, overload

from pydantic import ValidationError
from typing_extensions import TypeVar

from ..codec.encoding import dump_any
from ..errors import ProtocolError, RequestId, make_missing_attribute_error, must_propagate
from ..extensions.rules import declares_extension
from ..http.received_request import HttpRequest, current_request
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Message, Notification, Request
from ..jsonrpc.writer import MessageWriter
from ..options import check_choice, check_class
from ..renames import find_own_name
from ..revisions import revision_with_method
from ..spec.names import (
    CAPABILITIES_KEY,
    CREATE_MESSAGE,
    ELICIT,
    LIST_ROOTS,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    LOG_MESSAGE,
    META,
    PROGRESS,
    PROGRESS_KEY,
    PROGRESS_PARAMS,
)
from ..wire.model import WireModel, is_model, wire_table
from .client_input import ClientInput, InputRequired
from .pending_calls import RelatedCall, related_call
from .stated_members import find_stated_defaults, make_missing_members_error

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..authorization.principal import Principal
    from ..extensions import Extension
    from ..revisions import Revision
    from ..session.session import Session
    from ..spec.names import Sender, Transport


State = TypeVar("State", default=Any)
State_co = TypeVar("State_co", default=Any, covariant=True)
Form = TypeVar("Form")


class AnyElicitResult(Protocol):
    """The answer of a user to a form: an `ElicitResult` of any revision."""

    @property
    def action(self) -> Literal["accept", "decline", "cancel"]:
        """The choice of the user: `accept`, `decline` or `cancel`."""
        ...

    @property
    def content(self) -> dict[str, Any] | None:
        """The values of the fields by name; None if the answer has no content, as when the user has not accepted."""
        ...


class FormAnswer(Generic[Form]):
    """The answer of a user to a form whose fields are those of a model.

    Args:
        action: the choice of the user: `accept`, `decline` or `cancel`.
        content: the answers as an instance of the model; None if the user has not accepted.
    """

    def __init__(self, action: Literal["accept", "decline", "cancel"], content: Form | None) -> None:
        self.action: Literal["accept", "decline", "cancel"] = action
        self._content = content

    @property
    def content(self) -> Form:
        """The answers as an instance of the model.

        Raises:
            ValueError: the user has not accepted.
        """
        if self._content is None:
            raise ValueError(f"the user did not accept the form (action {self.action!r}), so it has no content")
        return self._content


class ContextServer(Protocol[State_co]):
    """The members of a server that handlers use, through `Context.server`."""

    @property
    def state(self) -> State_co:
        """The value that the `lifespan` of the server has yielded.

        Raises:
            RuntimeError: the server has no `lifespan` that has begun.
        """
        ...

    async def notify(self, method: str, **params: Any) -> None:
        """Notify the clients of a change.

        Raises:
            ValueError: servers send no such notification, or its capability is not declared.
            TypeError: the revision of the handlers requires a member that is not given.
            EncodeError: a part of the params has no form in JSON.
        """
        ...

    async def tools_changed(self) -> None:
        """Notify clients that the list of tools has changed.

        Raises:
            ValueError: the server has not declared the capability `tools.listChanged`.
        """
        ...

    async def resources_changed(self) -> None:
        """Notify clients that the list of resources has changed.

        Raises:
            ValueError: the server has not declared the capability `resources.listChanged`.
        """
        ...

    async def prompts_changed(self) -> None:
        """Notify clients that the list of prompts has changed.

        Raises:
            ValueError: the server has not declared the capability `prompts.listChanged`.
        """
        ...

    async def resource_updated(self, uri: str) -> None:
        """Notify the subscribers of a resource that its content has changed.

        Raises:
            ValueError: the server has not declared the capability that this notification needs.
        """
        ...


class AnyCreateMessageResult(Protocol):
    """A message that the client's model has written: a `CreateMessageResult` of any revision."""

    @property
    def role(self) -> str:
        """The author of the message: `user` or `assistant`."""
        ...

    @property
    def content(self) -> Any:
        """One block of content, or since 2025-11-25 a list of blocks."""
        ...

    @property
    def model(self) -> str:
        """The name of the model."""
        ...

    @property
    def stop_reason(self) -> str | None:
        """The reason why the model has stopped; None if it is not known."""
        ...


class AnyRoot(Protocol):
    """A directory or file that a server may use: a `Root` of any revision."""

    @property
    def uri(self) -> str:
        """The URI of the directory or file, with the scheme `file`."""
        ...

    @property
    def name(self) -> str | None:
        """A name to show to people; None if the root has no name."""
        ...


class AnyListRootsResult(Protocol):
    """The roots of a client: a `ListRootsResult` of any revision."""

    @property
    def roots(self) -> Sequence[AnyRoot]:
        """The directories and files that the server may use."""
        ...


SendMessage: TypeAlias = Callable[[bytes], Awaitable[object]]
"""A function that sends one message to the peer; its result is ignored."""

_log = logging.getLogger(__name__)

USE_AWAIT = "context.sync is for functions that run in a thread: in this one, use await context.…"
"""Text of the error that `context.sync` raises in the event loop."""

_DEFAULT_NAME = "input"
"""The name of a question whose `key` is None."""

ResultFilter: TypeAlias = Callable[[Any], Any]
"""A function that checks or changes a result, given as JSON. It returns the result to send, typed or as JSON."""

FilterLog: TypeAlias = Callable[["Context", Mapping[str, Any]], "Mapping[str, Any] | None"]
"""A function that gets the params of a log message. It returns the params to send, or None to send no message."""


class AnswerReceiver(Protocol):
    """The receiver of answers to requests of this side: `ClientCalls` or `ServerCalls`."""

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """The method of each request of this side that waits for an answer, by the id of the request."""
        ...

    @property
    def transport(self) -> Transport:
        """The transport of the messages, `stdio` or `http`."""
        ...

    def via(self, send: Any) -> AnswerReceiver:
        """Return a copy that sends with another function."""
        ...

    def refuse_requests(self, reason: str) -> None:
        """Refuse later requests of this object with a ConnectionError, but not those of copies that `via` has made."""
        ...

    async def withdraw_requests(self, reason: str) -> None:
        """Withdraw the requests of this object that wait for an answer, and refuse later ones.

        The calls of these requests raise a ConnectionError. Wait at most a second until the peer is notified.
        """
        ...

    def receive(self, message: Message | ProtocolError) -> bool:
        """Receive an answer, the progress of a request, or the error of an invalid answer.

        Returns:
            Whether the message was for a waiting call.

        Raises:
            ValueError: an answer to a waiting call was parsed without `pending`, so its result has no type.
        """
        ...


class ContextSettings(NamedTuple):
    """The settings of a server for the contexts of all its messages."""

    server: ContextServer[Any] | None = None
    """The server; None if the dispatcher belongs to no server."""

    reports_per_second: int | None = None
    """The largest number of progress reports on one request in a second; None for no limit.

    Reports beyond the limit are left out, but the last one is sent later, at the latest before the response.
    """

    filter_log: FilterLog | None = None
    """A function that filters the log messages of handlers before they are sent; None to send them as they are."""


NO_SETTINGS = ContextSettings()
"""The settings of messages that no server handles."""


class SharedContext:
    """The state that the contexts of one dispatcher share.

    Args:
        revision: the revision of the messages.
        role: the side that handles the messages.
        calls: the calls that send the requests of this side to the peer; None if this side sends none.
        session: the session that checks every message against the rules of the protocol; None to check none.
        settings: the settings of the server that handles the messages.

    Attributes:
        log_level: the level that the peer asked for with `logging/setLevel`; None before that.
        session_state: the values that handlers keep for the session of the peer.
        subscribed_uris: the URIs that the peer has subscribed to with `resources/subscribe`.
        waiting_subscriptions: the URI of each `resources/subscribe` that waits for a check, by the context.
        writer: the writer of the notifications of handlers.
    """

    __slots__ = (
        "_end",
        "_hashed",
        "calls",
        "log_level",
        "revision",
        "role",
        "session",
        "session_state",
        "settings",
        "subscribed_uris",
        "waiting_subscriptions",
        "writer",
    )

    def __init__(
        self,
        revision: Revision,
        role: Sender,
        calls: AnswerReceiver | None,
        session: Session | None,
        settings: ContextSettings = NO_SETTINGS,
    ) -> None:
        self.revision: Revision = revision
        self.role: Sender = role
        self.calls: AnswerReceiver | None = calls
        self.session: Session | None = session
        self.settings: ContextSettings = settings
        self.log_level: str | None = None
        self.session_state: dict[str, Any] = {}
        self.subscribed_uris: set[str] = set()
        self.waiting_subscriptions: dict[Context, str] = {}
        self._end: asyncio.Event | None = None
        self._hashed: tuple[Mapping[str, Any], str] = ({}, "")
        self.writer: MessageWriter = MessageWriter(revision)

    def write_notification(self, method: str, members: Mapping[str, Any]) -> bytes:
        """Return the text of a notification, and record the notification in the session if there is one.

        Args:
            method: a notification that this side may send in this revision, or its name in an earlier or later release.
            members: the members of the params, by attribute, in the release that has the name.

        Raises:
            ValueError: this side may not send notifications of this method, or a member has no form in JSON or in this
                revision.
            TypeError: the params lack a member that the schema requires.
            pydantic.ValidationError: the params do not match the schema.
            LocalProtocolError: the notification breaks a rule of the session.
        """
        own = self.revision
        source = own if find_own_name(method, own) is None else revision_with_method(method, own)
        info = source.methods.get(method)
        if info is None or info.kind != "notification" or self.role not in info.senders:
            raise ValueError(f"a {self.role} of revision {self.revision.id} sends no notification {method!r}")
        writer = self.writer if source is own else MessageWriter(source)
        try:
            text = writer.write_notification(method, members, None)
        except ValidationError as error:
            stated = self._find_stated_members(source, info, error)
            text = writer.write_notification(method, {**stated, **members}, None)
        if source is not own:
            text = self._translate_notification(text, source)
        return text if self.session is None else self.session.record_sent(text)

    def _translate_notification(self, text: bytes, source: Revision) -> bytes:
        """Return the text of a notification in the revision of the messages.

        Raises:
            ValueError: the notification has no form in this revision.
        """
        from ..translation.context import TranslationContext
        from ..translation.translator import translate  # loads all of translation, which few programs need

        message: Any = source.parse(text, sender=self.role)
        crossed = translate(message, to=self.revision, context=TranslationContext(revision=source.id, sender=self.role))
        if not crossed.messages:
            raise ValueError(f"{message.method} of revision {source.id} has no form in revision {self.revision.id}")
        (translated,) = crossed.messages
        return translated.to_bytes()

    def _find_stated_members(self, source: Revision, info: MethodInfo, error: ValidationError) -> Mapping[str, Any]:
        """Return the members that the params of a notification lack, with the defaults that the schema states.

        Args:
            source: the revision of the params.
            info: the method of the notification.
            error: the error about the params.

        Raises:
            TypeError: a member is missing, and the schema states no default of this member.
            pydantic.ValidationError: the given error, since the params have other faults than missing members.
        """
        faults = error.errors(include_url=False, include_input=False)
        missing = {str(each["loc"][0]) for each in faults if each["type"] == "missing" and len(each["loc"]) == 1}
        model = source.load_type(info.params or "")
        if len(missing) < len(faults) or not is_model(model):
            raise error
        defaults, attributes = find_stated_defaults(source, model), wire_table(model).attributes
        missing_names = [name for name, each in attributes.items() if missing & {name, each}]
        lacking = [attributes[name] for name in missing_names if name not in defaults]
        if lacking:
            raise make_missing_members_error(source, info.name, lacking)
        return {attributes[name]: defaults[name] for name in missing_names}

    @property
    def log_method(self) -> str | None:
        """The method of log messages in the revision; None in a revision without log messages."""
        return find_own_name(LOG_MESSAGE, self.revision)

    def hash_capabilities(self, capabilities: Mapping[str, Any]) -> str:
        """Return a hash of capabilities as text; empty without capabilities.

        The hash of the last object is kept, because all messages of a session have the same capabilities.
        """
        if capabilities and self._hashed[0] is not capabilities:
            self._hashed = capabilities, sha256(json.dumps(capabilities, sort_keys=True).encode()).hexdigest()
        return self._hashed[1] if capabilities else ""

    def get_end_event(self) -> asyncio.Event:
        """Return the event that is set when the transport of the peer begins to end."""
        if self._end is None:
            self._end = asyncio.Event()
        return self._end

    def has_field(self, definition: str, attribute: str) -> bool:
        """Return whether a type of the revision has a member with this attribute name."""
        return attribute in self.revision.load_type(definition).__pydantic_fields__


class ReportRate:
    """The limit of progress reports on one request.

    Args:
        per_second: the largest number of reports in any second.
        clock: a function that returns a time in seconds that never goes back.

    Attributes:
        held_report: the members of the last report, if it has not been sent; else None.
    """

    __slots__ = ("_clock", "_per_second", "_sent", "held_report")

    def __init__(self, per_second: int, clock: Callable[[], float] = monotonic) -> None:
        self.held_report: dict[str, Any] | None = None
        self._per_second = per_second
        self._clock = clock
        self._sent: deque[float] = deque(maxlen=per_second)

    def try_admit(self, report: dict[str, Any]) -> bool:
        """Count a report as sent if it may be sent now; else hold it in place of an earlier report. Return whether it
        may be sent now.
        """
        if self.pause > 0:
            self.held_report = report
            return False
        self._sent.append(self._clock())
        self.held_report = None
        return True

    @property
    def pause(self) -> float:
        """The seconds until a report may be sent; 0 if one may be sent now."""
        return 0.0 if len(self._sent) < self._per_second else max(0.0, self._sent[0] + 1 - self._clock())

    def pop_held_report(self) -> dict[str, Any] | None:
        """Stop holding the held report, count it as sent, and return it; None if no report is held."""
        held, self.held_report = self.held_report, None
        if held is not None:
            self._sent.append(self._clock())
        return held


class Context(Generic[State]):
    """The message that a handler gets, with methods to send messages to the peer meanwhile.

    Attributes:
        message: the request or notification.
        revision: the revision of the message.
        cancelled: True if the peer no longer needs an answer. An `async` handler is cancelled then; a plain function
            may read this.
        done: True if the handler has ended. Then it can no longer report progress.
        is_awaited: True if a transport waits for the answer; then only the peer and the handler cancel the task.
        principal: the principal that the message is authorized for; None without authorization.
        settings: the settings of the server that handles the message.
        result_filters: the functions that `add_result_filter` has added in the present steps, the last one first.
        finish_work: a function that makes the result of a task from the awaitable of its work; None if the work returns
            the result.
        make_input: a function that makes `input` when a handler asks. So a handler that does not ask leaves no cycle of
            objects for Python to collect.
        threads: the value of `sync` for a function that runs in a thread; None if the handler runs in the event loop.
    """

    __slots__ = (
        "_calls",
        "_input",
        "_progress",
        "_questions",
        "_reporting",
        "_reports",
        "_send",
        "_shared",
        "_task",
        "cancelled",
        "done",
        "finish_work",
        "is_awaited",
        "make_input",
        "message",
        "principal",
        "result_filters",
        "revision",
        "settings",
        "threads",
    )

    def __init__(
        self,
        shared: SharedContext,
        message: Request | Notification,
        send: SendMessage | None,
        task: asyncio.Task[Any] | None = None,
        principal: Principal | None = None,
    ) -> None:
        self.message: Request | Notification = message
        self.revision: Revision = shared.revision
        self.principal: Principal | None = principal
        self.cancelled: bool = False
        self.done: bool = False
        self.is_awaited: bool = False
        self.settings: ContextSettings = shared.settings
        self.result_filters: tuple[ResultFilter, ...] = ()
        self.finish_work: Callable[[Awaitable[Any]], Awaitable[Any]] | None = None
        self.make_input: Callable[[Context], ClientInput] = ClientInput
        self.threads: Any = None
        self._shared = shared
        self._send = send
        self._task = task
        self._calls: AnswerReceiver | None = None
        self._progress = -inf
        self._reports: ReportRate | None = None
        self._reporting: asyncio.Task[None] | None = None
        self._input: ClientInput | None = None
        self._questions: list[InputRequired] | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise make_missing_attribute_error(
                self, name, f"write context.log({name!r}, …)" if name in LOG_LEVELS else ""
            )

    @property
    def id(self) -> RequestId | None:
        """Id of the request; None for a notification."""
        return self.message.id if isinstance(self.message, Request) else None

    @property
    def meta(self) -> Mapping[str, Any]:
        """The `_meta` of the message's params as JSON; empty if the params have none."""
        meta = member_at(self.message.document, "params", META)
        return meta if is_object(meta) else {}

    @property
    def peer_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the peer as JSON, from this request or from the session; empty if they are not known."""
        if self.revision.era == "per-request":
            declared = member_at(self.message.document, "params", META, CAPABILITIES_KEY)
        else:
            declared = self._shared.session.capabilities if self._shared.session is not None else None
        return declared if is_object(declared) else {}

    @property
    def capabilities_hash(self) -> str:
        """A hash of `peer_capabilities`; empty without capabilities."""
        return self._shared.hash_capabilities(self.peer_capabilities)

    def has_extension(self, extension: Extension) -> bool:
        """Return whether the messages of an extension may be sent.

        The extension must support the revision, and the peer must have declared the extension.

        Args:
            extension: the extension, such as `mcp_bindings.extensions.tasks.EXTENSION`.
        """
        return self.revision.id in extension.info.revisions and declares_extension(self.peer_capabilities, extension)

    @property
    def subscribed_uris(self) -> set[str]:
        """The URIs that the peer has subscribed to. The handler of `resources/subscribe` has to add each URI here."""
        return self._shared.subscribed_uris

    @property
    def waiting_subscriptions(self) -> dict[Context, str]:
        """The URI of each `resources/subscribe` of the peer that waits for a check, by the context of the request."""
        return self._shared.waiting_subscriptions

    @property
    def calls(self) -> Any:
        """The calls with which a handler sends requests to the peer; None if the dispatcher has no calls.

        They send on the channel of this message. Over HTTP the channel is the stream of the request. If this message
        has no channel, they send with their own function. When the handler of a request ends, its requests that wait
        for an answer are withdrawn, and later ones are refused with a ConnectionError.
        """
        if self._calls is None and self._shared.calls is not None and self._send is not None:
            self._calls = self._shared.calls.via(self._send)
            if self.done:
                self._calls.refuse_requests(f"{self.message.method} has ended")
        return self._shared.calls if self._calls is None else self._calls

    async def withdraw_requests_at_end(self) -> None:
        """Withdraw the requests of the ended handler that the peer has not answered, and refuse later ones. Wait at
        most a second until the peer is notified.
        """
        if self._calls is not None:
            await self._calls.withdraw_requests(f"{self.message.method} has ended")

    @property
    def can_send(self) -> bool:
        """True if the handler can send notifications: `Dispatcher` or `dispatch` was given `send`."""
        return self._send is not None

    @property
    def server(self) -> ContextServer[State]:
        """The server that handles the message, by which a handler announces changes.

        Raises:
            RuntimeError: a dispatcher without a server handles the message.
        """
        server: ContextServer[State] | None = self.settings.server
        if server is None:
            raise RuntimeError("no server handles this message: only handlers of mb.Server have context.server")
        return server

    @property
    def state(self) -> State:
        """The value that the `lifespan` of the server has yielded.

        Raises:
            RuntimeError: no server handles the message, or the server has no `lifespan` that has begun.
        """
        return self.server.state

    @property
    def http(self) -> HttpRequest | None:
        """The HTTP request with the message; None on a client, and on a server over standard streams or in memory.

        The object has the headers, the session id and the address of the client.
        """
        return current_request.get() if self._shared.role == "server" else None

    @property
    def call(self) -> RelatedCall | None:
        """The call of this client that a notification of the server belongs to; None on a server.

        On a client, the value is None if the call is not known, for example for a log message over stdio in a revision
        with a handshake.
        """
        return related_call.get() if self._shared.role == "client" else None

    @property
    def session_state(self) -> dict[str, Any]:
        """The values that handlers keep for the session of the client, under names of their choice.

        The values are lost when the session ends, and when this process ends.

        Raises:
            RuntimeError: the message belongs to no session.
        """
        session = self._shared.session
        mend = "keep the values under a key that the client sends as an argument"
        if self.revision.era == "per-request":
            raise RuntimeError(f"revision {self.revision.id} has no sessions: {mend}")
        if session is None:
            raise RuntimeError("the dispatcher has no session: pass Dispatcher(…, session=…)")
        if self.http is not None and session.session_id is None:
            raise RuntimeError(f"the server keeps no sessions (stateless=True): {mend}")
        return self._shared.session_state

    @property
    def sync(self) -> Any:
        """An object for a toolbox function in a thread, with methods of this context for calls without `await`.

        The methods are `progress`, `log`, `elicit`, `sample` and `list_roots`. `run` runs any other coroutine in the
        event loop. Each method raises a RuntimeError after the request was cancelled or answered.

        Raises:
            RuntimeError: the handler does not run in a thread.
        """
        if self.threads is None:
            raise RuntimeError(USE_AWAIT)
        return self.threads

    @property
    def can_elicit(self) -> bool:
        """True if the client has declared that it asks its user to fill in forms. Else `elicit` raises an error."""
        return self.input.can_ask(ELICIT, {})

    @property
    def can_sample(self) -> bool:
        """True if the client has declared that it asks its model for messages. Else `sample` raises an error."""
        return self.input.can_ask(CREATE_MESSAGE, {})

    @property
    def input(self) -> ClientInput:
        """The object that asks the client for input. The server may set another object."""
        if self._input is None:
            self._input = self.make_input(self)
        return self._input

    @input.setter
    def input(self, asking: ClientInput) -> None:
        """Set the object that asks the client for input."""
        self._input = asking

    def add_result_filter(self, change: ResultFilter) -> None:
        """Pass the result of the task through a function, if the request becomes a task.

        Middleware that checks or changes results adds its function before it calls the next step, since a task ends
        after the response. The functions that later steps add get the result first.

        Args:
            change: a function that gets the result as JSON, and returns the result to send, typed or as JSON, or raises
                an exception in place of it.
        """
        self.result_filters = (change, *self.result_filters)

    def note_question(self, needed: InputRequired) -> None:
        """Record that the handler has asked a question, before `InputRequired` is raised."""
        self._questions = [*(self._questions or ()), needed]

    @property
    def open_question(self) -> InputRequired | None:
        """The first `InputRequired` of this run that the handler has not dismissed; None if no question is open."""
        if self._questions is None:  # few handlers ask
            return None
        return next((each for each in self._questions if not each.is_dismissed), None)

    async def ask(self, /, **requests: Any) -> dict[str, Any]:
        """Ask the client for several inputs at once.

        In revisions with a handshake and in tasks, wait for the answers. Otherwise raise `InputRequired`, which ends
        the handler. Then the client sends its request again with the answers, the handler runs again from the top, and
        this method returns the answers. So the handler repeats all that it does before it asks. An answer counts only
        for the very question that the client was asked. If the text of the question has changed since, the client is
        asked again.

        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr

        Args:
            requests: the requests for input, under names of the caller's choice, each an object with `method` and
                `params` as JSON.

        Returns:
            The answers as JSON, by the same names; empty without requests.

        Raises:
            ProtocolError: the client's revision lacks a request or has no form of it; the client lacks a capability
                that a request needs, or has responded with this error; or an answer is not valid, the guards reject it,
                or the state of a retry is altered or expired.
            InputRequired: the client must send its request again; let this leave the handler.
            RuntimeError: the result of this request cannot ask for input.
            TimeoutError: in a revision with a handshake, the client has not answered within 60 seconds.
            ConnectionError: in a revision with a handshake, the handler or the connection to the client has ended.
            LocalProtocolError: in a revision with a handshake, the session allows no such request now, for example
                since the client has not sent `notifications/initialized`.
            EncodeError: in a revision with a handshake, a part of the params of a request has no form in JSON.
            pydantic.ValidationError, DecodeError, TypeError: the params of a request do not fit the schema, and the
                client's revision has a handshake or is another one than that of the handlers. Or, in a revision without
                a handshake, the params are not JSON (TypeError).
            SchemaRefusedError: the content of an answer cannot be checked against the schema of the form.
        """
        return await self.input.ask(**requests)

    @overload
    async def elicit(
        self, message: str, schema: type[Form], *, key: str | None = None, **members: Any
    ) -> FormAnswer[Form]: ...

    @overload
    async def elicit(
        self, message: str, schema: Mapping[str, Any] | WireModel, *, key: str | None = None, **members: Any
    ) -> AnyElicitResult: ...

    async def elicit(
        self,
        message: str,
        schema: type[Form] | Mapping[str, Any] | WireModel,
        *,
        key: str | None = None,
        **members: Any,
    ) -> FormAnswer[Form] | AnyElicitResult:
        """Ask the user to fill in a form, by the means of `ask`.

        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#form-mode-elicitation-requests

        Args:
            message: a text for the user.
            schema: a pydantic model or dataclass with the fields of the form; or the JSON Schema of the form, an object
                with properties, as JSON or typed.
            key: distinguishes this question from others with the same text; by default their order does.
            members: further members of the params, by attribute or by name in messages, such as those that a newer
                revision requires.

        Returns:
            The answer, with an `action`. If a model was given, the `content` of the answer is an instance of the model,
            and raises a ValueError unless the user has accepted. Otherwise the answer is an `ElicitResult`.

        Raises:
            TypeError: the model has no JSON Schema or a field that cannot be asked in a form, an argument has a wrong
                type, the revision of the handlers requires a member that is not given, or `ask` has raised this error.
            ProtocolError: `can_elicit` is False; the code is `MISSING_REQUIRED_CLIENT_CAPABILITY` of `spec.error_codes`
                in every revision. Or `ask` has raised this error.
            pydantic.ValidationError: the answers of the user do not fit the model, or `ask` has raised this error.
            InputRequired: the client must send its request again; let this leave the handler.
            RuntimeError, TimeoutError, ConnectionError, DecodeError, SchemaRefusedError: `ask` has raised this error.
            EncodeError: a part of `schema` or of another member has no form in JSON.
            LocalProtocolError: `ask` has raised this error.
        """
        check_class("message", message, str, "a text")
        if not isinstance(schema, type):
            check_class("schema", schema, (Mapping, WireModel), "the class of a model, or a JSON Schema")
            result: AnyElicitResult = await self._ask_question(
                ELICIT, {**members, "message": message, "requestedSchema": schema}, key
            )
            return result
        from pydantic import TypeAdapter  # few handlers ask

        from ..schema.python_types import make_form_schema

        answer: AnyElicitResult = await self._ask_question(
            ELICIT, {**members, "message": message, "requestedSchema": make_form_schema(schema)}, key
        )
        is_accepted = answer.action == "accept"
        content = TypeAdapter(schema).validate_python(answer.content or {}) if is_accepted else None
        return FormAnswer(answer.action, content)

    async def sample(
        self, messages: list[Any] | str, max_tokens: int, *, key: str | None = None, **members: Any
    ) -> AnyCreateMessageResult:
        """Ask the client's model for a message by the means of `ask`, and return it.

        https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages

        Args:
            messages: the messages, as JSON or typed; or the text of one message of the user.
            max_tokens: largest number of tokens that the model may produce.
            key: distinguishes this question from others with the same text; by default their order does.
            members: further members of the params, as JSON or typed, such as `systemPrompt` or `system_prompt`.

        Raises:
            TypeError: the revision of the handlers requires a member that is not given, or `ask` has raised this error.
            ProtocolError: `can_sample` is False, or a member such as `tools` needs a further capability; the code is
                `MISSING_REQUIRED_CLIENT_CAPABILITY` of `spec.error_codes` in every revision. Or `ask` has raised this
                error.
            InputRequired: the client must send its request again; let this leave the handler.
            RuntimeError, TimeoutError, ConnectionError: `ask` has raised this error.
            pydantic.ValidationError, DecodeError, LocalProtocolError: `ask` has raised this error.
            EncodeError: a part of the params has no form in JSON.
        """
        if isinstance(messages, str):
            messages = [{"role": "user", "content": {"type": "text", "text": messages}}]
        params = {**members, "messages": messages, "maxTokens": max_tokens}
        answer: AnyCreateMessageResult = await self._ask_question(CREATE_MESSAGE, params, key)
        return answer

    async def list_roots(self, *, key: str | None = None, **members: Any) -> AnyListRootsResult:
        """Ask for the roots of the client by the means of `ask`, and return them.

        https://modelcontextprotocol.io/specification/2025-11-25/client/roots

        Args:
            key: distinguishes this question from others with the same text; by default their order does.
            members: further members of the params, by attribute or by name in messages, such as those that a newer
                revision requires.

        Raises:
            TypeError: the revision of the handlers requires a member that is not given, or `ask` has raised this error.
            ProtocolError: the client has not declared that it has roots; the code is
                `MISSING_REQUIRED_CLIENT_CAPABILITY` of `spec.error_codes` in every revision. Or `ask` has raised this
                error.
            InputRequired: the client must send its request again; let this leave the handler.
            RuntimeError, TimeoutError, ConnectionError: `ask` has raised this error.
            pydantic.ValidationError, DecodeError, LocalProtocolError: `ask` has raised this error.
            EncodeError: a part of the params has no form in JSON.
        """
        answer: AnyListRootsResult = await self._ask_question(LIST_ROOTS, members, key)
        return answer

    async def _ask_question(self, method: str, members: Mapping[str, Any], key: str | None) -> Any:
        name = _DEFAULT_NAME if key is None else key
        params = self.input.complete_params(method, dump_any(members))
        answers = await self.input.ask(**{name: {"method": method, "params": params}})
        return self.input.decode_answer(method, answers[name])

    async def progress(
        self, progress: float, total: float | None = None, message: str | None = None, **members: Any
    ) -> None:
        """Report progress on the request, if the peer has asked for reports and the handler has not ended.

        If the server limits the rate of reports, a report beyond the limit is sent later, or left out if another
        report follows. In a task, do nothing.

        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow

        Args:
            progress: amount of work done, in any unit; more than in the report before.
            total: amount of all work, in the same unit; None if it is not known.
            message: a description for people; left out in a revision without this member.
            members: further members of the params, by attribute or by name in messages, such as those that a newer
                revision requires.

        Raises:
            TypeError: `progress` is no number, or the revision of the peer requires a member that is not given.
            ValueError: `progress` is not more than in the report before.
            pydantic.ValidationError: `progress` is infinite, `total` is no finite number, or `message` is no text.
            LocalProtocolError: the report breaks a rule of the session, for example since no progress is reported on
                requests of this method.
            RuntimeError: the peer has asked for reports, and there is no channel to send one.
            ConnectionError: the connection to the peer has ended.
        """
        check_class("progress", progress, (int, float), "a number, with a text as message=")
        if self.done:
            return
        if not progress > self._progress:
            raise ValueError(f"progress must increase, but {progress} follows {self._progress}")
        self._progress = progress
        token = self.meta.get(PROGRESS_KEY)
        if token is None:
            return
        text = {"message": message} if self._shared.has_field(PROGRESS_PARAMS, "message") else {}
        report = {**members, "progress_token": token, "progress": progress, "total": total, **text}
        if self._reports is None and self.settings.reports_per_second is not None:
            self._reports = ReportRate(self.settings.reports_per_second)
        if self._reports is None or self._reports.try_admit(report):
            await self.notify(PROGRESS, **report)
        elif self._reporting is None or self._reporting.done():
            self._reporting = asyncio.create_task(self._send_progress_later(self._reports))

    async def _send_progress_later(self, reports: ReportRate) -> None:
        """Send each held report as soon as the limit allows it."""
        while reports.held_report is not None and not self.done:
            await asyncio.sleep(reports.pause)
            if not self.done:
                await self.send_held_progress()

    @property
    def has_held_progress(self) -> bool:
        """True if the last progress report has not been sent yet."""
        return self._reports is not None and self._reports.held_report is not None

    async def send_held_progress(self) -> None:
        """Send the last progress report if it has not been sent yet. Log a failure."""
        held = None if self._reports is None else self._reports.pop_held_report()
        if held is None:
            return
        try:
            await self.notify(PROGRESS, **held)
        except BaseException as error:  # the handler has gone on since
            if must_propagate(error):
                raise
            _log.warning("progress of %s could not be reported: %s", self.message.method, error)

    async def log(self, level: str, data: object, logger: str | None = None, **members: Any) -> None:
        """Send a log message, unless the peer has asked only for more severe messages. In a task, or if the revision of
        the peer has no log messages, do nothing.

        In revisions with a handshake `logging/setLevel` sets a level; without it every message is sent. In 2026-07-28
        the request itself names a level; without it no message is sent. The guards of a server may remove secrets from
        the message, and drop messages that come too fast.

        https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
        https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level

        Args:
            level: one of `spec.names.LOG_LEVELS`.
            data: any JSON value.
            logger: name of the logger; None to send no name.
            members: further members of the params, by attribute or by name in messages, such as those that a newer
                revision requires.

        Raises:
            TypeError: the revision of the peer requires a member that is not given.
            ValueError: the level is unknown, or the data have no form in JSON.
            pydantic.ValidationError: `logger` is no text.
            LocalProtocolError: the server has not declared the capability `logging`.
            RuntimeError: there is no channel to send the message.
            ConnectionError: the connection to the peer has ended.
        """
        if level not in LOG_LEVELS:
            check_choice("level", level, LOG_LEVELS)
        per_request = self.revision.era == "per-request"
        least = self.meta.get(LOG_LEVEL_KEY, "") if per_request else self._shared.log_level or LOG_LEVELS[0]
        severity = LOG_LEVELS.index(level)
        if least not in LOG_LEVELS or severity < LOG_LEVELS.index(least):
            return
        if self._shared.log_method is None:
            return
        await self.notify(LOG_MESSAGE, **{**members, "level": level, "data": data, "logger": logger})

    async def notify(self, method: str, /, **members: Any) -> None:
        """Send a notification on the channel of this message.

        `settings.filter_log` first filters the params of a log message, and may drop the message.

        Args:
            method: a notification that this side may send in this revision, or its name in an earlier or later release.
            members: the members of the params, by attribute, in the release that has the name.

        Raises:
            ValueError: this side may not send notifications of this method, or a member has no form in JSON or in this
                revision.
            TypeError: the params lack a member that the schema requires.
            pydantic.ValidationError: the params do not match the schema.
            LocalProtocolError: the notification breaks a rule of the session, such as one about a capability that this
                side has not declared.
            RuntimeError: there is no channel: neither `Dispatcher` nor `dispatch` was given `send`.
            ConnectionError: the connection to the peer has ended.
        """
        own = find_own_name(method, self.revision)
        if self.settings.filter_log is not None and own is not None and own == self._shared.log_method:
            kept = self.settings.filter_log(self, members)
            if kept is None:
                return
            members = {**kept}
        text = self._shared.write_notification(method, members)
        if self._send is None:
            raise RuntimeError("nothing can be sent: give the Dispatcher, or dispatch(), a send coroutine")
        await self._send(text)

    def cancel(self) -> None:
        """Cancel the task of the handler. After this call no answer is sent, whatever the handler returns."""
        self.cancelled = True
        if self._task is not None:
            self._task.cancel()

    async def wait_for_end(self) -> None:
        """Wait until the transport of the message begins to end."""
        await self._shared.get_end_event().wait()

    def is_cancelled_locally(self) -> bool:
        """Return whether the code that awaits `dispatch` cancels the handler's task, not the peer or the handler.

        Without a transport that waits for the answer, the result is True also if the handler has cancelled its own task
        and, before Python 3.11, for every cancellation but that of the peer, because asyncio does not report more.
        """
        if self.is_awaited:
            return False
        cancelling = getattr(self._task, "cancelling", None)
        return not self.cancelled if cancelling is None else cancelling() > 0

    async def raise_cancellation(self) -> None:
        """Raise the CancelledError that is due if the handler has cancelled its own task and returned at once. Do
        nothing if none is due.

        Before Python 3.11 the error is raised later, when the answer is sent.
        """
        cancelling = getattr(self._task, "cancelling", None)
        if cancelling is not None and cancelling() > 0:
            await asyncio.sleep(0)

    def uncancel(self) -> bool:
        """Undo the cancellation of the task by `cancel`, so that the task goes on.

        Returns:
            True if `cancel` was called and, as far as asyncio reports it (since Python 3.11), nobody else has cancelled
            the task.
        """
        uncancel = getattr(self._task, "uncancel", None)  # since Python 3.11
        return self.cancelled and (uncancel is None or uncancel() == 0)


def get_principal_key(context: Context) -> str:
    """Return the key of the principal that a message is authorized for; empty without authorization."""
    return "" if context.principal is None else context.principal.key
