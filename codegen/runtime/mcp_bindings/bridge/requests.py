"""The requests that cross a bridge, each with its id at the client and its id at the server."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from ..errors import RequestId
from ..json_values import escape_token, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, MessageBase, Notification, Request, Response
from ..jsonrpc.strict_json import as_request_id
from ..renames import find_first_name
from ..revisions import Revision, revision
from ..session.session import Session
from ..spec.names import (
    CALL_TOOL,
    CAPABILITIES_KEY,
    COMPLETE,
    LISTEN,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    META,
    PROGRESS_KEY,
    RESULT_TYPE,
    SUBSCRIPTION_KEY,
)


def read_reported_token(notification: Notification) -> RequestId:
    """Return the progress token of a valid progress notification."""
    token: RequestId = notification.document["params"][PROGRESS_KEY]
    return token


def read_subscription_id(notification: Notification) -> RequestId | None:
    """Return the id of the subscription that a notification names; None if it names no subscription."""
    return as_request_id(member_at(notification.document, "params", META, SUBSCRIPTION_KEY))


MessageT = TypeVar("MessageT", bound=MessageBase)


def copy_with_subscription_id(message: MessageT, id_: RequestId) -> MessageT:
    """Return a copy of a message in which the subscription has the id `id_`, which it has at the other end.

    A message that names no subscription is returned unchanged.
    """
    body = "result" if isinstance(message, Response) else "params"
    if member_at(message.document, body, META, SUBSCRIPTION_KEY) in (None, id_):
        return message
    return message.edit(Edit("replace", f"/{body}/{META}/{escape_token(SUBSCRIPTION_KEY)}", value=id_))


def make_subscription_result(id_: RequestId) -> dict[str, Any]:
    """Return the result with which a subscription ends, given the id of the request that has begun it."""
    return {RESULT_TYPE: COMPLETE, META: {SUBSCRIPTION_KEY: id_}}


def is_serious_enough(notification: Notification, least_level: str) -> bool:
    """Return whether a valid log message is at least as serious as a level."""
    level: str = notification.document["params"]["level"]
    return LOG_LEVELS.index(level) >= LOG_LEVELS.index(least_level)


def read_request_token(request: Request) -> RequestId | None:
    """Return the progress token of a valid request; None if the request has no token."""
    params = request.document.get("params")
    return as_request_id(member_at(params, META, PROGRESS_KEY)) if params and META in params else None


Answer: TypeAlias = "Response | ErrorResponse"
OnAnswer: TypeAlias = "Callable[[Answer | None], None]"
"""A function that receives the answer to a request, or None if no valid answer comes."""

ClientKey: TypeAlias = "tuple[Session, RequestId]"
"""A session that faces the client, and the id of a request that the session has received."""

_NOTHING: Mapping[str, Any] = {}


class Call:
    """A request of the client that the server is to answer.

    Args:
        session: the session that received the request.
        request: the request.
        exchange: the HTTP exchange in which the call is answered; None on stdio.

    Attributes:
        session: the session that answers the call; None while the client has to send the call again with input.
        id: the id of the last request that the client has sent for the call.
        client_key: the session and the id of the last request that the client has sent for the call.
        server_id: the id of the call at the server; None before the call is sent.
        token: the progress token at the client; None without a token.
        server_token: the progress token at the server; None without a token.
        tool: the name of the called tool; None if the call calls no tool.
        log_level: the level of log messages in the `_meta` of the request; None without a level.
        capabilities: the capabilities that the `_meta` of the request declares; None if it declares none.
        request: the request as the client has sent it, as long as the bridge may have to send it to the server again;
            otherwise None.
        rounds: the number of times that the server has asked for input to this call.
        has_ended: True once the call was removed from its table, since nobody waits for the answer any more.
    """

    __slots__ = (
        "capabilities",
        "client_key",
        "exchange",
        "first_name",
        "has_ended",
        "id",
        "log_level",
        "method",
        "request",
        "revision",
        "rounds",
        "server_id",
        "server_token",
        "session",
        "token",
        "tool",
    )

    def __init__(self, session: Session, request: Request, exchange: Hashable) -> None:
        assert request.revision_id is not None, "a session has read the request"
        self.method: str = request.method
        self.revision: Revision = revision(request.revision_id)
        self.first_name: str = find_first_name(request.method, self.revision)
        self.tool: str | None = request.document["params"]["name"] if self.first_name == CALL_TOOL else None
        self.server_id: RequestId | None = None
        self.server_token: RequestId | None = None
        self.request: Request | None = None
        self.rounds: int = 0
        self.has_ended: bool = False
        self.session: Session | None = None
        self.continue_with(session, request, exchange)

    def continue_with(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Continue this call with a further request of the client. The answer goes to that request."""
        self.session = session
        self.exchange: Hashable = exchange
        self.id: RequestId = request.id
        self.client_key: ClientKey = session, request.id
        params = request.document.get("params")
        meta = params[META] if params and META in params else _NOTHING
        self.token: RequestId | None = meta.get(PROGRESS_KEY)
        level = meta.get(LOG_LEVEL_KEY)
        self.log_level: str | None = level if isinstance(level, str) else None
        self.capabilities: object = meta.get(CAPABILITIES_KEY)

    def asks_for(self, log_message: Notification) -> bool:
        """Return whether the client asks, with this call, for log messages as serious as the given one.

        A call asks for nothing before it is sent to the server, nor while the client has to send it again with input.
        """
        is_waiting = self.session is not None and self.server_id is not None
        return is_waiting and self.log_level in LOG_LEVELS and is_serious_enough(log_message, self.log_level)


class CallTable:
    """The requests of the client that wait for an answer.

    Args:
        max_calls: the largest number of calls that may wait.
        max_seconds: the time that each call may take, in seconds.
        clock: returns the time, in seconds.
    """

    def __init__(self, max_calls: int, max_seconds: float, clock: Callable[[], float]) -> None:
        self._max_calls, self._max_seconds, self._clock = max_calls, max_seconds, clock
        self._by_server_id: dict[RequestId | None, Call] = {}
        self._by_token: dict[RequestId, Call] = {}
        self._by_client_key: dict[ClientKey, Call] = {}
        self._subscriptions: dict[Call, None] = {}
        """The calls without a time limit: those of `subscriptions/listen`."""

        self._due_times: dict[Call, float] = {}
        """The time by which each call with a time limit must be answered, in the order in which calls were added."""

    def __iter__(self) -> Iterator[Call]:
        return iter([*self._subscriptions, *self._due_times])

    def add_call(self, call: Call) -> bool:
        """Add a call, unless too many calls wait. Return whether the call is added."""
        if len(self._due_times) + len(self._subscriptions) >= self._max_calls:
            return False
        if call.first_name == LISTEN:
            self._subscriptions[call] = None
        else:
            self._due_times[call] = self._clock() + self._max_seconds
        self._by_client_key[call.client_key] = call
        return True

    @property
    def next_due(self) -> float | None:
        """The earliest time at which a call has taken too long; None if no call has a time limit."""
        return next(iter(self._due_times.values()), None)

    def list_due_calls(self, now: float) -> list[Call]:
        """Return the calls that have taken too long by the given time."""
        return [call for call, due in self._due_times.items() if due <= now]

    def index_by_request(self, call: Call) -> None:
        """Index a call by the last request that the client has sent for it. That request gets the answer."""
        self._by_client_key[call.client_key] = call

    def unindex_by_request(self, call: Call) -> None:
        """Remove a call from the index by client requests. Do nothing if the index does not have the call."""
        if self._by_client_key.get(call.client_key) is call:
            del self._by_client_key[call.client_key]

    def record_sent_call(self, call: Call, server_id: RequestId, token: RequestId | None) -> None:
        """Record the id and the progress token that a call has at the server now, in place of earlier ones.

        If `token` is None, an earlier token stays.
        """
        if call.server_id is not None:
            self._by_server_id.pop(call.server_id, None)
        call.server_id = server_id
        self._by_server_id[server_id] = call
        if token is not None:
            if call.server_token is not None:
                self._by_token.pop(call.server_token, None)
            call.server_token = token
            self._by_token[token] = call

    def remove_call(self, call: Call) -> None:
        """Remove a call from this table, and mark the call as ended."""
        call.has_ended = True
        if self._due_times.pop(call, None) is None:
            self._subscriptions.pop(call, None)
        self.unindex_by_request(call)
        if call.server_id is not None:
            self._by_server_id.pop(call.server_id, None)
        if call.server_token is not None:
            self._by_token.pop(call.server_token, None)

    def find_by_server_id(self, server_id: RequestId | None) -> Call | None:
        """Return the call that has an id at the server; None if no call has this id."""
        return self._by_server_id.get(server_id)

    def find_by_server_token(self, token: RequestId) -> Call | None:
        """Return the call that has a progress token at the server; None if no call has this token."""
        return self._by_token.get(token)

    def find_by_client_request(self, session: Session, id_: RequestId) -> Call | None:
        """Return the call to which a client's request belongs, by session and id; None if the request belongs to no
        call.
        """
        return self._by_client_key.get((session, id_))

    def list_calls_in_exchange(self, exchange: Hashable) -> list[Call]:
        """Return the calls that are answered in an HTTP exchange."""
        return [call for call in self if call.exchange == exchange and call.session is not None]


class RequestToClient:
    """A request to the client that waits for an answer.

    Args:
        session: the session that sends the request.
        id: the id of the request at the client.
        method: the method of the request.
        server_id: the id of the request at the server; None if the request was embedded in a result.
        on_answer: receives the answer, or None if no valid answer comes.
    """

    __slots__ = ("id", "method", "on_answer", "server_id", "session")

    def __init__(
        self, session: Session, id: RequestId, method: str, server_id: RequestId | None, on_answer: OnAnswer
    ) -> None:
        self.session: Session = session
        self.id: RequestId = id
        self.method: str = method
        self.server_id: RequestId | None = server_id
        self.on_answer: OnAnswer = on_answer
