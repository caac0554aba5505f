"""A server independent of its transports, and one of its clients: a session, and the handlers of each revision."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from ..codec.encoding import dump_any
from ..errors import ProtocolError, RequestId
from ..extensions import Extension
from ..extensions.extension import check_extensions
from ..jsonrpc.messages import Batch, Notification, Request
from ..limits import Limits
from ..negotiation.versions import known_versions
from ..options import check_callable, check_class, check_flags, check_limits, check_number
from ..peer.context import SendMessage
from ..peer.dispatch import Dispatcher
from ..peer.handlers import Handlers
from ..peer.telemetry import Metrics
from ..peer.unsent_answers import UnsentAnswers
from ..renames import find_own_name
from ..revisions import REVISIONS, Revision, find_revision_for_version, list_spoken_revisions, revision
from ..session.declarations import check_capabilities, check_info, check_info_members
from ..session.errors import SessionFinding
from ..session.events import Event
from ..session.rules import SessionMode, check_mode
from ..session.session import Session
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import PING, Sender, Transport

if TYPE_CHECKING:
    from ..authorization.principal import Principal

SERVER_LIMITS = Limits(max_bytes=4 * 1024 * 1024)
"""The default bounds of each text of a client."""

MAX_RUNNING_BYTES = 64 * 1024 * 1024
"""Largest number of bytes of the requests of one client that the server handles at the same time."""

_TOO_MANY_REQUESTS = "Too many requests at once"

_log = logging.getLogger(__name__)

MakeHandlers: TypeAlias = Callable[[str], Handlers]
"""A function that gets the id of a revision and makes the handlers of that revision."""


class FindingLog:
    """A logger of findings about messages of a peer that break a rule and are delivered nevertheless.

    The first finding about a rule is logged as a warning, later ones are logged as debug records.

    Args:
        peer: the role of the peer, `client` or `server`.
    """

    def __init__(self, peer: Sender) -> None:
        self._peer = peer
        self._known: set[str] = set()

    def __call__(self, finding: SessionFinding) -> None:
        """Log a finding: the first one about its rule as a warning, any later one as a debug record."""
        level = logging.DEBUG if finding.rule in self._known else logging.WARNING
        self._known.add(finding.rule)
        text = "the %s breaks the rule %s, and the message is delivered: %s"
        _log.log(level, text, self._peer, finding.rule, finding.message)


def _check_options(instructions: object, draft: object, limits: object, max_concurrent: object) -> None:
    """Check options of `Service` that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: `max_concurrent` is less than 1.
    """
    if instructions is not None:
        check_class("instructions", instructions, str, "a text")
    check_flags({"draft": draft})
    check_limits(limits)
    check_number("max_concurrent", max_concurrent, least=1, is_whole=True)


def check_make_handlers(handlers: object) -> None:
    """Check the option `handlers` of a service or of a connection.

    Raises:
        TypeError: the option is no function of a version, but an object with handlers, for example.
    """
    check_callable("handlers", handlers, ("version",), "(version), which returns the handlers of the revision")


def check_service(service: object) -> None:
    """Check the argument `service` of a transport.

    Raises:
        TypeError: the argument is no `Service`. An object with handlers is none, nor is a toolbox.
    """
    check_class("service", service, Service, "a server, such as mb.Server(…)")


class Service:
    """A server that is independent of its transports.

    A subclass can override `header_schema`, `tool_scopes`, `scoped_tools`, `running`, `connected` and `disconnected`.

    Args:
        handlers: function that makes the handlers of a revision for one client, when this client first uses the
            revision.
        info: name and version of the server, as JSON or typed.
        capabilities: the server capabilities, as JSON or typed; by default those of the handlers for the newest of
            `revisions`.
        instructions: text for clients on the use of the server; None to send none.
        revisions: ids of the revisions that the server speaks.
        draft: whether the server also speaks the draft, in place of a release with the same version.
        extensions: the extensions of the protocol that the server offers.
        limits: bounds of each text of a client.
        max_concurrent: largest number of requests of one client that the server handles at the same time. The server
            rejects further requests, and requests with which those that it handles would exceed 64 MiB.
        mode: `mode` of `Session`: the treatment of messages of clients that break a rule.
        meter: a meter of OpenTelemetry, which measures messages and sessions; None to measure nothing.

    Raises:
        TypeError: `info` is no object, `revisions` is no list of texts, or another option has a wrong type.
        ValueError: `mode` is no mode, a revision is not known, a capability is not known or no object, or a member of
            it has a wrong type; `revisions` is empty; `info` has no name or version, or a member that is not valid in
            the newest of `revisions`; or `max_concurrent` is less than 1.
        EncodeError: a part of `info` or `capabilities` has no form in JSON.
        Exception: `capabilities` is not given, and `handlers` has raised this exception.
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
        meter: Any = None,
    ) -> None:
        check_mode(mode)
        check_info(info)
        _check_options(instructions, draft, limits, max_concurrent)
        self.metrics: Metrics | None = None if meter is None else Metrics(meter, "server")
        check_make_handlers(handlers)
        self.handlers = handlers
        self.info = info
        self.revisions: tuple[str, ...] = list_spoken_revisions(revisions, draft=draft)
        self.draft = draft
        check_info_members(info, self.newest_revision)
        if capabilities is not None:
            check_capabilities(dump_any(capabilities), "server")
        else:
            capabilities = handlers(self.newest_revision.id).capabilities_json()
        self.capabilities = capabilities
        self.instructions = instructions
        self.extensions: tuple[Extension, ...] = check_extensions(extensions)
        self.limits = limits
        self.max_concurrent = max_concurrent
        self.mode: SessionMode = mode
        self.finding_log: FindingLog = FindingLog("client")
        self._unused_sessions: dict[Transport, Session] = {}

    @property
    def newest_revision(self) -> Revision:
        """The newest revision that the server speaks."""
        return find_revision_for_version(known_versions(self.revisions)[0], draft=self.draft)

    def new_session(self, transport: Transport, *, continues: bool = False) -> Session:
        """Return a session with a client that has sent no message yet.

        Args:
            transport: the transport whose rules apply.
            continues: whether the client may have opened the session with another process. Then any message may come
                first.
        """
        if transport not in self._unused_sessions:
            self._unused_sessions[transport] = Session(
                "server",
                self.revisions,
                info=self.info,
                capabilities=self.capabilities,
                instructions=self.instructions,
                transport=transport,
                limits=self.limits,
                extensions=self.extensions,
                draft=self.draft,
                mode=self.mode,
                on_finding=self.finding_log,
            )
        return self._unused_sessions[transport].anew(continues=continues)

    async def header_schema(self, tool: str, version: str, principal: Principal | None) -> object:
        """Return the input schema of a tool, to check headers that repeat arguments.

        In this base class, the result is always None.

        Args:
            tool: name of the tool.
            version: id of the revision of the request.
            principal: the principal of the request; None without authorization.

        Returns:
            The schema; None if the tool is unknown, or if headers repeat none of its arguments.
        """
        return None

    def tool_scopes(self, method: str, name: str | None) -> Collection[str]:
        """Return the scopes that a request needs for its tool, in addition to the scopes of the resource.

        In this base class, no scopes are needed.

        Args:
            method: the method of the message.
            name: the tool, prompt or resource that the message names; None if it names none.
        """
        return ()

    @property
    def scoped_tools(self) -> Collection[str]:
        """The names of the tools for which `tool_scopes` returns scopes; none in this base class."""
        return ()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Surround the work of a transport. The transport handles no message before the block has begun.

        In this base class, nothing is done before and after the block.
        """
        yield

    def connected(self, client: ServedClient) -> None:
        """Start to serve a client that has connected and can receive messages. Over HTTP, the client has a session."""

    def disconnected(self, client: ServedClient) -> None:
        """Forget a client that has left. The transport has called `connected` with this client before."""


class ServedClient:
    """A client of a server. Pass each message of the client to `session.receive`, and the event to `handle`.

    Args:
        service: the server.
        send: function that sends messages that are unrelated to any request of the client.
        transport: the transport whose rules apply.
        session: the session to use; by default a new one.

    Attributes:
        session: the session, which checks the messages of both sides.
        running_requests: number of admitted requests without a response.
        running_bytes: bytes of the messages that contain these requests.
        close_connection: function that ends the connection. The transport sets this attribute; before that, the
            function does nothing.
        transport: the argument of this name.
        is_responsive: False once several pings in a row have got no response of the client.
        unsent: the bound of the responses that are not sent yet.
    """

    def __init__(
        self, service: Service, send: SendMessage, transport: Transport, session: Session | None = None
    ) -> None:
        self.session: Session = session or service.new_session(transport)
        self.running_requests: int = 0
        self.running_bytes: int = 0
        self.close_connection: Callable[[], None] = _do_nothing
        self.unsent: UnsentAnswers = UnsentAnswers()
        self.transport: Transport = transport
        self.is_responsive: bool = True
        self._is_ending = False
        self._service = service
        self._send = send
        self._dispatchers: dict[str, Dispatcher] = {}

    @property
    def is_reachable(self) -> bool:
        """True if the client can respond to a message that is unrelated to any request of the client."""
        return not self._is_ending

    async def ping(self, timeout: float) -> None:
        """Ping the client if it is reachable, its session is ready, and its revision lets servers ping.

        Otherwise do nothing.

        Args:
            timeout: seconds to wait for the response.

        Raises:
            ProtocolError: the client responds with an error.
            TimeoutError: the client does not respond in time.
            ConnectionError: the ping cannot be sent.
        """
        rev = self.session.revision
        has_ping = rev is not None and find_own_name(PING, rev) is not None
        if rev is not None and has_ping and self.session.state == "ready" and self.is_reachable:
            calls: Any = self._get_dispatcher(rev.id).calls
            await calls.request(PING, timeout=timeout)

    @property
    def handlers(self) -> Handlers | None:
        """The handlers for the revision of the session; None if the session has no revision.

        A session has no revision before the agreement, and with a per-request client.
        """
        agreed = self.session.revision
        return None if agreed is None else self._get_dispatcher(agreed.id).handlers

    @property
    def subscribed_uris(self) -> Collection[str]:
        """The URIs of the resources to which the client is subscribed, as far as handlers have recorded them.

        Empty before a revision is agreed on, and for a per-request client.
        """
        agreed = self.session.revision
        return () if agreed is None else self._get_dispatcher(agreed.id).subscribed_uris

    def admit_requests(
        self, event: Event | ProtocolError, size: int = 0, *, is_busy: bool = False
    ) -> tuple[Event | ProtocolError, int]:
        """Count the requests in an event, each item of a batch separately, and reject the requests beyond the bounds.

        Args:
            event: the event that `session.receive` returns, or the error that it raises.
            size: bytes of the message.
            is_busy: whether to reject all requests.

        Returns:
            The event with an error in place of each rejected request, and the number of admitted requests. The caller
            passes this number and `size` to `release_requests` when the server has responded to the admitted requests.
        """
        before = self.running_requests
        fits = not is_busy and (before == 0 or self.running_bytes + size <= MAX_RUNNING_BYTES)
        admitted = self._admit_batch(event, fits) if isinstance(event, Batch) else self._admit_request(event, fits)
        count = self.running_requests - before
        self.running_bytes += size if count else 0
        return admitted, count

    def release_requests(self, count: int, size: int = 0) -> None:
        """Record that the server has responded to the requests that `admit_requests` has counted in a message.

        Args:
            count: the number of these requests.
            size: bytes of the message.
        """
        self.running_requests -= count
        self.running_bytes -= size if count else 0

    def _admit_batch(self, batch: Batch, fits: bool) -> Batch:
        return Batch([self._admit_request(item, fits) for item in batch])

    def _admit_request(self, event: Any, fits: bool) -> Any:
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
        """Return the coroutine that handles an event with the handlers of its revision.

        Args:
            event: the event that `session.receive` returns, or the error that it raises.
            send: function that sends messages that are related to this message, such as progress; by default
                `send` of the constructor.
            principal: the principal of the message; by default that of the session.

        Returns:
            The coroutine. Its result is the response to send, or None if the message gets no response.

        Raises:
            ValueError: the session belongs to another principal.
        """
        return self.dispatcher_for(event).handle(event, send=send, principal=principal)

    def announce_end(self) -> None:
        """Record that the transport begins to end. Subscriptions, which would stay open, get their responses now.

        The client is not pinged any more, since it may have ended its messages.
        """
        self._is_ending = True
        for dispatcher in self._dispatchers.values():
            dispatcher.announce_end()

    def abandon_requests(self, ids: Collection[RequestId] | None = None) -> None:
        """Record that the client no longer waits for responses. The caller then cancels the tasks of the requests.

        Args:
            ids: ids of the requests; by default all requests.
        """
        for dispatcher in self._dispatchers.values():
            dispatcher.abandon_requests(ids)

    async def notify(self, method: str, params: Any = None) -> None:
        """Send a notification that is unrelated to any request, if the session of the client is ready.

        Otherwise do nothing. The session of a per-request client is never ready.

        Args:
            method: the method of the notification.
            params: the params, as JSON or typed; None to leave them out.

        Raises:
            LocalProtocolError: the notification is not valid, or breaks a rule.
            EncodeError: the params have no form in JSON.
            ConnectionError: the notification cannot be sent.
        """
        if self.session.state == "ready":
            await self._send(self.session.notify(method, params))

    def dispatcher_for(self, event: Event | ProtocolError) -> Dispatcher:
        """Return the dispatcher for the revision of an event.

        A request or a notification has the revision by which the session has read it. Any other event has the revision
        of the session; if the session has none, the newest revision of the server.
        """
        spoken = event.revision_id if isinstance(event, (Request, Notification)) else None
        if spoken is None:
            spoken = (self.session.revision or self._service.newest_revision).id
        return self._dispatchers.get(spoken) or self._get_dispatcher(spoken)

    def _get_dispatcher(self, revision_id: str) -> Dispatcher:
        if revision_id not in self._dispatchers:
            calls = import_module(revision(revision_id).package).ServerCalls(
                self._send, session=self.session, transport=self.transport
            )
            calls.metrics = self._service.metrics
            handlers = self._service.handlers(revision_id)
            made = Dispatcher(handlers, send=self._send, calls=calls, session=self.session)
            made.metrics = self._service.metrics
            made.unsent = self.unsent
            made.is_awaited = True
            self._dispatchers[revision_id] = made
        return self._dispatchers[revision_id]


def split_notifications(event: Event | ProtocolError) -> tuple[Event | ProtocolError | None, Event | None]:
    """Split an event without admitted requests into two events: the responses and errors, and the notifications.

    The caller handles responses at once, since handlers of notifications may wait for them.

    Returns:
        The event with the responses and errors, and the event with the notifications. An event without items is None.
    """
    if isinstance(event, Notification):
        return None, event
    if not isinstance(event, Batch):
        return event, None
    others = [item for item in event if not isinstance(item, Notification)]
    notifications = [item for item in event if isinstance(item, Notification)]
    return (Batch(others) if others else None), (Batch(notifications) if notifications else None)


def _do_nothing() -> None:
    """Do nothing, as the `close_connection` that no transport has set yet."""
