"""What a handler knows about the message it handles, and what it can send meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ..errors import ProtocolError, RequestId, ends_more
from ..extensions.rules import declares
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Message, Notification, Request
from ..jsonrpc.writer import MessageWriter
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
from .client_input import ClientInput, InputRequired

if TYPE_CHECKING:
    from types import ModuleType

    from ..authorization.principal import Principal
    from ..extensions import Extension
    from ..revisions import Revision
    from ..session.session import Session
    from ..spec.names import Sender, Transport


class AnyElicitResult(Protocol):
    """What the user has done with a form: an `ElicitResult` of any revision."""

    @property
    def action(self) -> str:
        """`accept`, `decline` or `cancel`."""
        ...

    @property
    def content(self) -> Mapping[str, Any] | None:
        """The values of the fields by name, if the user has accepted."""
        ...


class AnyCreateMessageResult(Protocol):
    """A message of the client's model: a `CreateMessageResult` of any revision."""

    @property
    def role(self) -> str:
        """`user` or `assistant`."""
        ...

    @property
    def content(self) -> Any:
        """One block of content; since 2025-11-25 a list of blocks is allowed too."""
        ...

    @property
    def model(self) -> str:
        """The name of the model."""
        ...

    @property
    def stop_reason(self) -> str | None:
        """Why the model has stopped."""
        ...


class AnyRoot(Protocol):
    """A `Root` of any revision."""

    @property
    def uri(self) -> str:
        """A URI with the scheme `file`."""
        ...

    @property
    def name(self) -> str | None:
        """A name for people."""
        ...


class AnyListRootsResult(Protocol):
    """The roots of a client: a `ListRootsResult` of any revision."""

    @property
    def roots(self) -> Sequence[AnyRoot]:
        """The directories and files that the server may use."""
        ...


SendMessage: TypeAlias = Callable[[bytes], Awaitable[object]]
"""Sends one message to the peer; what it returns is ignored."""

_log = logging.getLogger(__name__)

_DEFAULT_NAME = "input"
"""The name of a question that the handler gives no other."""

FilterLog: TypeAlias = Callable[["Context", Mapping[str, Any]], "Mapping[str, Any] | None"]
"""Takes the params of a log message, and returns those to send; None if it is not sent."""


class AnswerReceiver(Protocol):
    """What receives the answers to requests of this side: `ClientCalls` or `ServerCalls`."""

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """Requests of this side that wait for an answer: id to method."""
        ...

    @property
    def transport(self) -> Transport:
        """How messages travel, `stdio` or `http`."""
        ...

    def via(self, send: Any) -> AnswerReceiver:
        """The same calls, sent another way."""
        ...

    def receive(self, message: Message | ProtocolError) -> bool:
        """Take an answer, the progress of a request, or the error of an answer that is invalid.

        Returns:
            Whether a call waited for it.
        """
        ...


class SharedContext:
    """What the contexts of one dispatcher have in common.

    Args:
        revision: of the messages.
        role: the side that handles them.
        calls: requests of this side to the peer.
        session: checks every message against the rules of the protocol; None if there is none.

    Attributes:
        log_level: least serious log messages that the peer asked for with `logging/setLevel`; None before that.
        subscribed_uris: the resources that the peer subscribed to with `resources/subscribe`.
        models: the module of the revision's types.
        writer: writes the notifications of handlers.
    """

    __slots__ = ("calls", "log_level", "models", "revision", "role", "session", "subscribed_uris", "writer")

    def __init__(self, revision: Revision, role: Sender, calls: AnswerReceiver | None, session: Session | None) -> None:
        self.revision: Revision = revision
        self.role: Sender = role
        self.calls: AnswerReceiver | None = calls
        self.session: Session | None = session
        self.log_level: str | None = None
        self.subscribed_uris: set[str] = set()
        self.models: ModuleType = import_module(f"{revision.package}.models")
        self.writer: MessageWriter = MessageWriter(revision.methods, revision.package)

    def write_notification(self, method: str, members: Mapping[str, Any]) -> bytes:
        """The text of a notification; see `Context.notify`."""
        info = self.revision.methods.get(method)
        if info is None or info.kind != "notification" or self.role not in info.senders:
            raise ValueError(f"a {self.role} of revision {self.revision.id} sends no notification {method!r}")
        text = self.writer.notification(method, members, None)
        return text if self.session is None else self.session.record_sent(text)

    def has_field(self, definition: str, attribute: str) -> bool:
        """Whether a type of the revision has a member, by the name of its attribute."""
        return attribute in getattr(self.models, definition).__pydantic_fields__


class ReportRate:
    """Bounds the reports of progress on one request.

    Args:
        most: reports in any second.
        clock: returns seconds that never go back.

    Attributes:
        held: the members of the last report, if it was not admitted.
    """

    __slots__ = ("_clock", "_per_second", "_sent", "held_report")

    def __init__(self, per_second: int, clock: Callable[[], float] = monotonic) -> None:
        self.held_report: dict[str, Any] | None = None
        self._per_second = per_second
        self._clock = clock
        self._sent: deque[float] = deque(maxlen=per_second)

    def try_admit(self, report: dict[str, Any]) -> bool:
        """Return whether a report may be sent now; else hold it, in place of the one that was held."""
        if self.pause > 0:
            self.held_report = report
            return False
        self._sent.append(self._clock())
        self.held_report = None
        return True

    @property
    def pause(self) -> float:
        """Seconds until a report may be sent."""
        return 0.0 if len(self._sent) < self._per_second else max(0.0, self._sent[0] + 1 - self._clock())

    def pop_held(self) -> dict[str, Any] | None:
        """Return what is held, and hold it no longer."""
        held, self.held_report = self.held_report, None
        if held is not None:
            self._sent.append(self._clock())
        return held


class Context:
    """One message while its handler runs.

    Attributes:
        message: the request or notification.
        cancelled: whether the peer no longer needs an answer. An `async` handler is cancelled then; a plain function
            may read this.
        done: whether the handler has ended. Then it can no longer report progress.
        is_awaited: whether a transport waits for the answer; then nobody but the peer and the handler cancels the task.
        principal: whom the message is authorized for, as given to `dispatch`, or else that of the session; None if
            neither has one.
    """

    __slots__ = (
        "_filter_log",
        "_input",
        "_make_input",
        "_progress",
        "_questions",
        "_reporting",
        "_reports",
        "_send",
        "_shared",
        "_task",
        "cancelled",
        "done",
        "is_awaited",
        "message",
        "principal",
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
        self.principal: Principal | None = principal
        self.cancelled: bool = False
        self.done: bool = False
        self.is_awaited: bool = False
        self._shared = shared
        self._send = send
        self._task = task
        self._progress = -inf
        self._reports: ReportRate | None = None
        self._reporting: asyncio.Task[None] | None = None
        self._input: ClientInput | None = None
        self._make_input: Callable[[Context], ClientInput] = ClientInput
        self._filter_log: FilterLog | None = None
        self._questions: list[InputRequired] | None = None

    @property
    def revision(self) -> Revision:
        """The revision of the message."""
        return self._shared.revision

    @property
    def id(self) -> RequestId | None:
        """Id of the request; None for a notification."""
        return self.message.id if isinstance(self.message, Request) else None

    @property
    def meta(self) -> Mapping[str, Any]:
        """`_meta` of the message's params as JSON; empty if there is none."""
        meta = member_at(self.message.document, "params", META)
        return meta if is_object(meta) else {}

    @property
    def peer_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the peer as JSON: those of this request, or of the session where the dispatcher has one.

        Empty if they are not known.
        """
        if self.revision.era == "per-request":
            declared = self.meta.get(CAPABILITIES_KEY)
        else:
            declared = self._shared.session.capabilities if self._shared.session is not None else None
        return declared if is_object(declared) else {}

    def has_extension(self, extension: Extension) -> bool:
        """Whether both the revision of the message and the peer know an extension, so that its messages may be sent.

        Args:
            extension: such as `mcp_bindings.extensions.tasks.EXTENSION`.
        """
        return self.revision.id in extension.info.revisions and declares(self.peer_capabilities, extension)

    @property
    def subscribed_uris(self) -> set[str]:
        """The resources that the peer subscribed to, as far as the handlers of `resources/subscribe` note them here."""
        return self._shared.subscribed_uris

    @property
    def calls(self) -> Any:
        """The `calls` of the dispatcher, whose requests travel on the channel of this message; None if it has none.

        Over HTTP that channel is the stream of the request.
        """
        calls = self._shared.calls
        return calls if calls is None or self._send is None else calls.via(self._send)

    @property
    def can_send(self) -> bool:
        """Whether there is a channel for notifications."""
        return self._send is not None

    @property
    def input(self) -> ClientInput:
        """Asks the client for input while its request is handled. The server may set another one."""
        if self._input is None:
            self._input = self._make_input(self)
        return self._input

    @input.setter
    def input(self, asking: ClientInput) -> None:
        """Ask the client with another object from now on."""
        self._input = asking

    def set_input_factory(self, make_input: Callable[[Context], ClientInput]) -> None:
        """Make `input` with a function. Few handlers ask, and for the others Python has no cycle of objects to find."""
        self._make_input = make_input

    def note_question(self, needed: InputRequired) -> None:
        """Take note that the handler has asked, and is about to be left."""
        self._questions = [*(self._questions or ()), needed]

    @property
    def open_question(self) -> InputRequired | None:
        """What this run of the handler has asked and not taken back; None if there is nothing."""
        if self._questions is None:  # few handlers ask
            return None
        return next((each for each in self._questions if not each.is_dismissed), None)

    async def ask(self, **requests: Any) -> dict[str, Any]:
        """Ask the client for several things at once, as `ClientInput.ask` does.

        In revisions with a handshake this waits for the answers. Since 2026-07-28 the client sends its request again
        with the answers: the handler is left with `InputRequired`, and later runs again from the top, where this
        returns. So what a handler does before it asks is done again. An answer counts only for the very question that
        the client was asked; if its text has changed since, the client is asked again.

        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr

        Args:
            requests: under names of the caller's choice, each an object with `method` and `params` as JSON.

        Returns:
            The answers as JSON, by the same names.
        """
        return await self.input.ask(**requests)

    async def elicit(self, message: str, schema: Mapping[str, Any], *, key: str | None = None) -> AnyElicitResult:
        """Ask the user to fill in a form; `ask` says how.

        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#form-mode-elicitation-requests

        Args:
            message: a text for the user.
            schema: the JSON Schema of the form, an object with properties.
            key: tells this question from others with the same text, which are otherwise told apart by their order.
        """
        answer: AnyElicitResult = await self._ask_question(ELICIT, {"message": message, "requestedSchema": schema}, key)
        return answer

    async def sample(
        self, messages: list[Any] | str, max_tokens: int, *, key: str | None = None, **members: Any
    ) -> AnyCreateMessageResult:
        """Ask the client's model for a message; `ask` says how.

        https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages

        Args:
            messages: as JSON; or the text of one message of the user.
            max_tokens: that the model may produce.
            key: tells this question from others with the same text, which are otherwise told apart by their order.
            members: further members of the params, by their names in messages, such as `systemPrompt`.
        """
        if isinstance(messages, str):
            messages = [{"role": "user", "content": {"type": "text", "text": messages}}]
        params = {**members, "messages": messages, "maxTokens": max_tokens}
        answer: AnyCreateMessageResult = await self._ask_question(CREATE_MESSAGE, params, key)
        return answer

    async def list_roots(self, *, key: str | None = None) -> AnyListRootsResult:
        """Ask for the roots of the client; `ask` says how.

        https://modelcontextprotocol.io/specification/2025-11-25/client/roots

        Args:
            key: tells this question from others with the same text, which are otherwise told apart by their order.
        """
        answer: AnyListRootsResult = await self._ask_question(LIST_ROOTS, {}, key)
        return answer

    async def _ask_question(self, method: str, params: dict[str, Any], key: str | None) -> Any:
        name = _DEFAULT_NAME if key is None else key
        answers = await self.input.ask(**{name: {"method": method, "params": params}})
        return self.input.decode_answer(method, answers[name])

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Report progress on the request. Does nothing if the peer did not ask for it, or the handler has ended.

        https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress#progress-flow

        Args:
            progress: how much is done, in any unit; more than the last time.
            total: how much there is to do, in the same unit.
            message: a description for people; left out where the revision has no such member.

        Raises:
            ValueError: `progress` is not more than the last time.
        """
        token = self.meta.get(PROGRESS_KEY)
        if token is None or self.done:
            return
        if not progress > self._progress:
            raise ValueError(f"progress must increase, but {progress} follows {self._progress}")
        self._progress = progress
        text = {"message": message} if self._shared.has_field(PROGRESS_PARAMS, "message") else {}
        report = {"progress_token": token, "progress": progress, "total": total, **text}
        if self._reports is None or self._reports.try_admit(report):
            await self.notify(PROGRESS, **report)
        elif self._reporting is None or self._reporting.done():
            self._reporting = asyncio.create_task(self._send_progress_later(self._reports))

    async def _send_progress_later(self, reports: ReportRate) -> None:
        """Send each report that is held, as soon as it may be."""
        while reports.held_report is not None and not self.done:
            await asyncio.sleep(reports.pause)
            if not self.done:
                await self.send_held_progress()

    def limit_progress(self, per_second: int) -> None:
        """Send at most so many reports of progress a second from now on.

        Those between are left out. The last one is sent as soon as it may be, or before the response.
        """
        self._reports = ReportRate(per_second)

    @property
    def has_held_progress(self) -> bool:
        """Whether the last report of progress was not sent yet."""
        return self._reports is not None and self._reports.held_report is not None

    async def send_held_progress(self) -> None:
        """Send the last report of progress, if it was not sent yet. One that cannot be sent is logged."""
        held = None if self._reports is None else self._reports.pop_held()
        if held is None:
            return
        try:
            await self.notify(PROGRESS, **held)
        except BaseException as error:  # the handler has gone on since
            if ends_more(error):
                raise
            _log.warning("progress of %s could not be reported: %s", self.message.method, error)

    async def log(self, level: str, data: object, logger: str | None = None) -> None:
        """Send a log message, unless the peer asked for more serious ones only.

        In revisions with a handshake `logging/setLevel` asks for a level, and every message is sent before that. In
        2026-07-28 the request itself asks for a level, and nothing is sent if it does not.

        https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
        https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level

        Args:
            level: one of `spec.names.LOG_LEVELS`.
            data: any JSON value.
            logger: name of the logger.

        Raises:
            ValueError: there is no such level.
        """
        per_request = self.revision.era == "per-request"
        least = self.meta.get(LOG_LEVEL_KEY, "") if per_request else self._shared.log_level or LOG_LEVELS[0]
        severity = LOG_LEVELS.index(level)
        if least not in LOG_LEVELS or severity < LOG_LEVELS.index(least):
            return
        await self.notify(LOG_MESSAGE, level=level, data=data, logger=logger)

    async def notify(self, method: str, /, **members: Any) -> None:
        """Send a notification on the channel of this message.

        Args:
            method: a notification that this side may send in this revision.
            members: members of its params, by attribute.

        Raises:
            ValueError: this side sends no such notification.
            pydantic.ValidationError: the params do not match the schema.
            RuntimeError: there is no channel: neither `Dispatcher` nor `dispatch` was given `send`.
        """
        if self._filter_log is not None and method == LOG_MESSAGE:
            kept = self._filter_log(self, members)
            if kept is None:
                return
            members = {**kept}
        text = self._shared.write_notification(method, members)
        if self._send is None:
            raise RuntimeError("nothing can be sent: give the Dispatcher, or dispatch(), a send coroutine")
        await self._send(text)

    def filter_logs(self, filter_log: FilterLog) -> None:
        """Pass the log messages that are sent on the channel of this message through a function from now on."""
        self._filter_log = filter_log

    def cancel(self) -> None:
        """Stop the handler if it awaits something; whatever it returns is not sent."""
        self.cancelled = True
        if self._task is not None:
            self._task.cancel()

    def is_task_cancelling(self) -> bool:
        """Whether the task of the handler is being cancelled, by somebody else than the peer and the handler.

        Where no transport waits for the answer, this is also True if the handler has cancelled its own task. Before
        Python 3.11 it is unknown there, and True unless the peer has cancelled the message.
        """
        if self.is_awaited:
            return False
        cancelling = getattr(self._task, "cancelling", None)
        return not self.cancelled if cancelling is None else cancelling() > 0

    async def raise_cancellation(self) -> None:
        """Raise the CancelledError for which the handler has asked, if it has returned before its task could raise it.

        Before Python 3.11 it is raised later, when the answer is sent.
        """
        cancelling = getattr(self._task, "cancelling", None)
        if cancelling is not None and cancelling() > 0:
            await asyncio.sleep(0)

    def uncancel(self) -> bool:
        """Take back the cancellation that `cancel` asked for, if it did, so that the task goes on.

        Returns:
            Whether this message was cancelled and nobody else has cancelled the task.
        """
        uncancel = getattr(self._task, "uncancel", None)  # since Python 3.11
        return self.cancelled and (uncancel is None or uncancel() == 0)
