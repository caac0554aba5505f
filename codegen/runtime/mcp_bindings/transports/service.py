"""What a server offers over every transport, and one client of it: its session, and its handlers in each revision."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Coroutine
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import ProtocolError, RequestId
from ..extensions import Extension
from ..json_values import member_at
from ..jsonrpc.messages import Batch, Notification, Request
from ..limits import Limits
from ..negotiation.versions import usable
from ..peer.context import SendMessage
from ..peer.dispatch import Dispatcher
from ..peer.handlers import Handlers
from ..peer.unsent import UnsentAnswers
from ..revisions import LATEST, REVISIONS, Revision, revision, spoken_as, with_draft
from ..session.errors import SessionFinding
from ..session.events import Event
from ..session.rules import SessionMode, check_mode
from ..session.session import Session
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import CANCELLED, PING, Sender, Transport

if TYPE_CHECKING:
    from ..authorization.principal import Principal

SERVER_LIMITS = Limits(max_bytes=4 * 1024 * 1024)
"""Bounds for each text of a client."""

MAX_RUNNING_BYTES = 64 * 1024 * 1024
"""Bytes that the messages of one client may have together whose requests the server handles at the same time."""

_TOO_MANY_REQUESTS = "Too many requests at once"

_log = logging.getLogger(__name__)

MakeHandlers: TypeAlias = Callable[[str], Handlers]
"""Makes the handlers of a revision, whose id it gets."""


class FindingLog:
    """Logs the rules that a peer breaks and is not refused for: the first time as a warning, then for debugging.

    Args:
        peer: `client` or `server`.
    """

    def __init__(self, peer: Sender) -> None:
        self._peer = peer
        self._known: set[str] = set()

    def __call__(self, finding: SessionFinding) -> None:
        """Log a finding."""
        level = logging.DEBUG if finding.rule in self._known else logging.WARNING
        self._known.add(finding.rule)
        text = "the %s breaks the rule %s, and the message is delivered: %s"
        _log.log(level, text, self._peer, finding.rule, finding.message)


class Service:
    """What a server offers, whichever transport carries it.

    A subclass can override `input_schema`, `connected`, `disconnected` and `ending`.

    Args:
        handlers: makes the handlers of a revision for one client, when the client first uses that revision.
        info: name and version of the server, as JSON or typed.
        capabilities: of the server, as JSON or typed; by default those of its handlers in its newest revision.
        instructions: text for clients on how to use the server.
        revisions: ids of the revisions that the server speaks.
        draft: whether the server also speaks the draft, in place of a release with the same version.
        extensions: of the protocol, that the server offers.
        limits: bounds for each text of a client.
        max_concurrent: requests of one client that the server handles at the same time; it rejects further ones, and
            those whose messages have more than 64 MiB together.
        mode: how messages of clients are taken that break a rule; see `Session`.

    Raises:
        ValueError: there is no such mode.
    """

    def __init__(
        self,
        handlers: MakeHandlers,
        *,
        info: Any,
        capabilities: Any = None,
        instructions: str | None = None,
        revisions: Collection[str] = REVISIONS,
        draft: bool = False,
        extensions: Collection[Extension] = (),
        limits: Limits = SERVER_LIMITS,
        max_concurrent: int = 1_000,
        mode: SessionMode = "default",
    ) -> None:
        check_mode(mode)
        self.handlers = handlers
        self.info = info
        self.revisions: tuple[str, ...] = tuple(with_draft(revisions, draft=draft))
        self.draft = draft
        if capabilities is None:
            newest = spoken_as(usable(self.revisions)[0], draft=draft)
            capabilities = handlers(newest.id).capabilities_json()
        self.capabilities = capabilities
        self.instructions = instructions
        self.extensions: tuple[Extension, ...] = tuple(extensions)
        self.limits = limits
        self.max_concurrent = max_concurrent
        self.mode: SessionMode = mode
        self.finding_log: FindingLog = FindingLog("client")

    async def input_schema(self, tool: str, version: str, principal: Principal | None) -> object:
        """The input schema of a tool, to check headers that repeat its arguments; None if there is no such tool.

        Args:
            tool: its name.
            version: id of the revision of the request.
            principal: whom the request is authorized for.
        """
        return None

    def connected(self, client: ServedClient) -> None:
        """A client has connected; over HTTP it has got a session. It may be sent messages from now on."""

    def disconnected(self, client: ServedClient) -> None:
        """A client of `connected` has left."""

    def ending(self) -> None:
        """The server begins to end: requests that would wait for ever should respond now."""


class ServedClient:
    """One client of a server. Pass each message to `session.receive`, and the resulting event to `handle`.

    Args:
        service: what the server offers.
        send: sends messages that are unrelated to any request of the client.
        transport: how messages travel.
        session: the session to use; by default a new one.

    Attributes:
        session: checks the messages of both sides.
        running_requests: the number of admitted requests that have no response yet.
        running_bytes: of the messages with these requests.
        give_up: ends the connection; set by the transport.
        unsent: bounds the answers that are not sent yet.
    """

    def __init__(
        self, service: Service, send: SendMessage, transport: Transport, session: Session | None = None
    ) -> None:
        self.session: Session = session or Session(
            "server",
            service.revisions,
            info=service.info,
            capabilities=service.capabilities,
            instructions=service.instructions,
            transport=transport,
            limits=service.limits,
            extensions=service.extensions,
            draft=service.draft,
            mode=service.mode,
            on_finding=service.finding_log,
        )
        self.running_requests: int = 0
        self.running_bytes: int = 0
        self.give_up: Callable[[], None] = _nothing
        self.unsent: UnsentAnswers = UnsentAnswers()
        self._service = service
        self._send = send
        self._dispatchers: dict[str, Dispatcher] = {}

    @property
    def is_reachable(self) -> bool:
        """Whether a message that is unrelated to any request reaches the client now."""
        return True

    async def ping(self, timeout: float) -> None:
        """Ping the client, if it has a session that is ready, in a revision where servers may ping, and is reachable.

        Args:
            timeout: seconds to wait for the response.

        Raises:
            ProtocolError: the client responds with an error.
            TimeoutError: it does not respond.
        """
        known = self.session.revision
        info = None if known is None else known.methods.get(PING)
        if known is not None and info is not None and self.session.state == "ready" and self.is_reachable:
            calls: Any = self._dispatcher(known.id).calls
            await calls.ping(timeout=timeout)

    @property
    def handlers(self) -> Handlers | None:
        """The handlers of the session's revision; None before one is agreed on, and where there are no sessions."""
        agreed = self.session.revision
        return None if agreed is None else self._dispatcher(agreed.id).handlers

    @property
    def subscribed_uris(self) -> Collection[str]:
        """The resources that the client subscribed to in its session, as far as the handlers note them."""
        agreed = self.session.revision
        return () if agreed is None else self._dispatcher(agreed.id).subscribed_uris

    def admit(
        self, event: Event | ProtocolError, size: int = 0, *, is_busy: bool = False
    ) -> tuple[Event | ProtocolError, int]:
        """Count the requests in an event, each item of a batch separately, and reject those that are too many.

        Args:
            event: returned or raised by `session.receive`.
            size: of the message, in bytes.
            is_busy: whether to reject every request.

        Returns:
            The event with an error in place of each rejected request, and the number of requests left in it. The caller
            passes that number and the size to `release` when the server has responded to them.
        """
        before = self.running_requests
        fits = not is_busy and (before == 0 or self.running_bytes + size <= MAX_RUNNING_BYTES)
        admitted = self._admit_batch(event, fits) if isinstance(event, Batch) else self._admit_one(event, fits)
        count = self.running_requests - before
        self.running_bytes += size if count else 0
        return admitted, count

    def release(self, count: int, size: int = 0) -> None:
        """Record that the server has responded to the requests of a message that `admit` has counted."""
        self.running_requests -= count
        self.running_bytes -= size if count else 0

    def _admit_batch(self, batch: Batch, fits: bool) -> Batch:
        return Batch([self._admit_one(item, fits) for item in batch])

    def _admit_one(self, event: Any, fits: bool) -> Any:
        if not isinstance(event, Request):
            return event
        if fits and self.running_requests < self._service.max_concurrent:
            self.running_requests += 1
            return event
        error = ProtocolError(INTERNAL_ERROR, _TOO_MANY_REQUESTS, id=event.id)
        self.session.record_error(event.id, error)
        return error

    def handle(
        self, event: Event | ProtocolError, send: SendMessage | None = None, *, principal: Principal | None = None
    ) -> Coroutine[Any, Any, bytes | None]:
        """Handle an event with the handlers of its revision; see `dispatcher_of`.

        Args:
            event: returned or raised by `session.receive`.
            send: sends messages that are related to this one, such as progress.
            principal: whom the message is authorized for; by default that of the session.

        Returns:
            The response to send back, or None if there is none.
        """
        return self.dispatcher_of(event).handle(event, send=send, principal=principal)

    def abandon(self, ids: Collection[RequestId] | None = None) -> None:
        """Take note that the client does not wait any longer for responses, before their tasks are cancelled.

        Args:
            ids: of the requests; by default all.
        """
        for dispatcher in self._dispatchers.values():
            dispatcher.abandon(ids)

    async def notify(self, method: str, params: Any = None) -> None:
        """Send a notification that is unrelated to any request, if the client has a session that is ready.

        Raises:
            LocalProtocolError: the notification is not valid, or breaks a rule.
        """
        if self.session.state == "ready":
            await self._send(self.session.notify(method, params))

    def dispatcher_of(self, event: Event | ProtocolError) -> Dispatcher:
        """What gives an event to the handlers of its revision."""
        if isinstance(event, Request):
            spoken = self.session.revision_of(event.id)
        else:
            spoken = self.session.revision or self._revision_of_cancelled(event) or revision(LATEST)
        return self._dispatchers.get(spoken.id) or self._dispatcher(spoken.id)

    def _revision_of_cancelled(self, event: Event | ProtocolError) -> Revision | None:
        """The revision of the running request that a client without a session cancels: no notification names one."""
        if not isinstance(event, Notification) or event.method != CANCELLED:
            return None
        id_ = member_at(event.document, "params", "requestId")
        return next((revision(each) for each, found in self._dispatchers.items() if found.is_running(id_)), None)

    def _dispatcher(self, revision_id: str) -> Dispatcher:
        if revision_id not in self._dispatchers:
            calls = import_module(revision(revision_id).package).ServerCalls(self._send, session=self.session)
            handlers = self._service.handlers(revision_id)
            made = Dispatcher(handlers, send=self._send, calls=calls, session=self.session)
            made.unsent = self.unsent
            made.is_awaited = True
            self._dispatchers[revision_id] = made
        return self._dispatchers[revision_id]


def divide(event: Event | ProtocolError) -> tuple[Event | ProtocolError | None, Event | None]:
    """Divide an event without admitted requests into what takes no time, and notifications, whose handlers may wait.

    A handler may wait for an answer of the client. So answers are handled at once, however many handlers run.

    Returns:
        Answers and errors, and the notifications; each None if there are none.
    """
    if isinstance(event, Notification):
        return None, event
    if not isinstance(event, Batch):
        return event, None
    brief = [item for item in event if not isinstance(item, Notification)]
    slow = [item for item in event if isinstance(item, Notification)]
    return (Batch(brief) if brief else None), (Batch(slow) if slow else None)


def _nothing() -> None:
    """Do nothing."""
