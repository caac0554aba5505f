"""The requests that cross a bridge: which request at one end stands for which at the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeAlias

from ..errors import RequestId
from ..json_values import escape_token, is_object, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Notification, Request, Response
from ..jsonrpc.strict_json import as_request_id
from ..revisions import Revision
from ..session.session import Session
from ..spec.names import (
    CALL_TOOL,
    CAPABILITIES_KEY,
    LISTEN,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    META,
    PROGRESS_KEY,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
)


def progress_token(notification: Notification) -> RequestId:
    """The token of a valid notification of progress."""
    token: RequestId = notification.document["params"][PROGRESS_KEY]
    return token


def subscription_of(notification: Notification) -> RequestId | None:
    """The id of the subscription that a notification belongs to; None if it names none."""
    return as_request_id(member_at(notification.document, "params", META, SUBSCRIPTION_KEY))


def is_logged(notification: Notification, least: str) -> bool:
    """Whether a valid log message is as serious as a level, or more serious."""
    level: str = notification.document["params"]["level"]
    return LOG_LEVELS.index(level) >= LOG_LEVELS.index(least)


def token_of(request: Request) -> RequestId | None:
    """The progress token of a valid request; None if it has none."""
    params = request.document.get("params")
    return as_request_id(member_at(params, META, PROGRESS_KEY)) if params and META in params else None


def in_version(request: Request, target: Revision) -> Request:
    """A request that names the version of the target, if it names one."""
    named = member_at(request.document, "params", META, VERSION_KEY)
    if named in (None, target.version):
        return request
    return request.edit(Edit("replace", f"/params/{META}/{escape_token(VERSION_KEY)}", value=target.version))


Answer: TypeAlias = "Response | ErrorResponse"
OnAnswer: TypeAlias = "Callable[[Answer | None], None]"
"""Takes the answer to a request; None if there is none."""

_NOTHING: Mapping[str, Any] = {}


class Call:
    """A request of the client that the server is to answer.

    Args:
        session: The session that received it.
        request: The request.
        exchange: The HTTP exchange that carries its answer; None if there is none.
        revision: The revision of the request.

    Attributes:
        session: The session in which to answer; None while the client is to send it again with input.
        id: Its id at the client.
        back_id: Its id at the server; None before it is sent.
        token: Its progress token at the client.
        back_token: Its progress token at the server.
        tool: The name of the tool that it calls.
        log_level: The least serious log messages that it asks for, where each request does.
        capabilities: What its client has declared with it, where each request does.
        request: The call of a tool as its client has sent it, while it may have to be repeated.
        rounds: How often the server has asked for input.
        ended: Whether nobody waits for its answer any more.
    """

    __slots__ = (
        "back_id",
        "back_token",
        "capabilities",
        "ended",
        "exchange",
        "id",
        "log_level",
        "method",
        "request",
        "revision",
        "rounds",
        "session",
        "token",
        "tool",
    )

    def __init__(self, session: Session, request: Request, exchange: Hashable, revision: Revision) -> None:
        self.method: str = request.method
        self.revision: Revision = revision
        self.tool: str | None = request.document["params"]["name"] if request.method == CALL_TOOL else None
        self.back_id: RequestId | None = None
        self.back_token: RequestId | None = None
        self.request: Request | None = None
        self.rounds: int = 0
        self.ended: bool = False
        self.session: Session | None = None
        self.continue_with(session, request, exchange)

    def continue_with(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Answer this request of the client instead of the one before."""
        self.session = session
        self.exchange: Hashable = exchange
        self.id: RequestId = request.id
        params = request.document.get("params")
        meta = params[META] if params and META in params else _NOTHING
        self.token: RequestId | None = meta.get(PROGRESS_KEY)
        level = meta.get(LOG_LEVEL_KEY)
        self.log_level: str | None = level if isinstance(level, str) else None
        declared = meta.get(CAPABILITIES_KEY)
        self.capabilities: Mapping[str, Any] = declared if is_object(declared) else _NOTHING


class Calls:
    """The requests of the client that wait for an answer.

    Args:
        most: How many may wait.
        seconds: How long each may take.
        clock: The time, in seconds.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._by_back: dict[RequestId, Call] = {}
        self._by_token: dict[RequestId, Call] = {}
        self._by_front: dict[tuple[Session | None, RequestId], Call] = {}
        self._subscriptions: dict[Call, None] = {}
        """The calls that last."""

        self._due: dict[Call, float] = {}
        """When each other call has taken too long, in the order in which they began: all may take equally long."""

    def __iter__(self) -> Iterator[Call]:
        return iter([*self._subscriptions, *self._due])

    def add(self, call: Call) -> bool:
        """Add a call, unless there are too many; return whether it is added."""
        if len(self._due) + len(self._subscriptions) >= self._most:
            return False
        if call.method == LISTEN:
            self._subscriptions[call] = None
        else:
            self._due[call] = self._clock() + self._seconds
        self._by_front[call.session, call.id] = call
        return True

    @property
    def next_due(self) -> float | None:
        """When the first call has taken too long; None if none can."""
        return next(iter(self._due.values()), None)

    def due(self, now: float) -> list[Call]:
        """The calls that have taken too long."""
        return [call for call, due in self._due.items() if due <= now]

    def rebind(self, call: Call) -> None:
        """Find a call by the request of the client that it answers now."""
        self._by_front[call.session, call.id] = call

    def unbind(self, call: Call) -> None:
        """Stop finding a call by the request of its client, which has been answered for the time being."""
        self._by_front.pop((call.session, call.id), None)

    def sent(self, call: Call, back_id: RequestId, token: RequestId | None) -> None:
        """Record the id and the progress token that a call has at the server."""
        if call.back_id is not None:
            self._by_back.pop(call.back_id, None)
        call.back_id = back_id
        self._by_back[back_id] = call
        if token is not None:
            call.back_token = token
            self._by_token[token] = call

    def remove(self, call: Call) -> None:
        """End a call."""
        call.ended = True
        if self._due.pop(call, None) is None:
            self._subscriptions.pop(call, None)
        self._by_front.pop((call.session, call.id), None)
        if call.back_id is not None:
            self._by_back.pop(call.back_id, None)
        if call.back_token is not None:
            self._by_token.pop(call.back_token, None)

    def at_server(self, back_id: RequestId | None) -> Call | None:
        """The call with an id at the server."""
        return self._by_back.get(back_id) if back_id is not None else None

    def with_token(self, token: RequestId) -> Call | None:
        """The call with a progress token at the server."""
        return self._by_token.get(token)

    def of_client(self, session: Session, id_: RequestId) -> Call | None:
        """The call that stands for a request of the client."""
        return self._by_front.get((session, id_))

    def in_exchange(self, exchange: Hashable) -> list[Call]:
        """The calls whose answers belong to an HTTP exchange."""
        return [call for call in self if call.exchange == exchange and call.session is not None]


class Ask:
    """A request to the client that waits for an answer.

    Args:
        session: That sent it.
        id: Its id at the client.
        method: Its method.
        back_id: Its id at the server; None if it stands for an input in a result.
        on_answer: Takes the answer.
    """

    __slots__ = ("back_id", "id", "method", "on_answer", "session")

    def __init__(
        self, session: Session, id: RequestId, method: str, back_id: RequestId | None, on_answer: OnAnswer
    ) -> None:
        self.session: Session = session
        self.id: RequestId = id
        self.method: str = method
        self.back_id: RequestId | None = back_id
        self.on_answer: OnAnswer = on_answer
