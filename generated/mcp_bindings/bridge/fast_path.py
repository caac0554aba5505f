"""The fast path through a bridge, for plain requests of the client and their plain answers.

Each message is parsed once, by the revision of its sender, so that nothing invalid passes. Where both sides share a
revision its bytes go on as they came; otherwise `translate` makes the message of the other side, which is valid there.
Neither session records the request (see `Passing`): the fast path keeps it until it is answered. A message that is not
plain takes the full path, through both sessions. Before it does, the sessions record the requests on the fast path that
the message may refer to. Nothing is claimed at one end before both ends have agreed. Over HTTP the headers of each
request are checked, and written for the server, as on the full path.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, NamedTuple, cast

from ..errors import ProtocolError, RequestId
from ..json_values import is_object
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response, result_class
from ..jsonrpc.parser import OF_SESSION
from ..limits import Limits
from ..revisions import Revision
from ..session.profile import MethodProfile
from ..spec import names
from ..spec.http_fields import Headers
from ..spec.names import CALL_TOOL, LIST_TOOLS, META, PROGRESS, PROGRESS_KEY, RETRY_MEMBERS, VERSION_KEY
from ..translation import TranslationContext, translate
from ..translation.table import CONVERSATION
from .front import Front
from .link import NO_HEADERS, Action, ToClient, ToServer, with_id
from .records import Call
from .relay import Relay
from .tools import callable_tools

_NOTHING: dict[Any, str] = {}
_MORE_PARAMS = frozenset({"task", *RETRY_MEMBERS})
_MORE_META = frozenset({names.RELATED_TASK_KEY, names.LOG_LEVEL_KEY})
_MORE_RESULTS = frozenset({names.INPUT_REQUIRED_RESULT, names.CREATE_TASK_RESULT})
"""What makes a message more than plain."""

_ABOUT_REQUESTS = frozenset({PROGRESS, names.CANCELLED, names.LOG_MESSAGE})
"""Notifications of a server that may refer to a request."""

_NOT_PLAIN: Any = object()
"""In place of a progress token, where a request is more than plain."""

_LONGEST = 64
"""The most characters of a progress token on the fast path."""

_to_server = cast("Callable[[tuple[Any, ...]], ToServer]", partial(cast(Any, tuple).__new__, ToServer))
_to_client = cast("Callable[[tuple[Any, ...]], ToClient]", partial(cast(Any, tuple).__new__, ToClient))
"""Make an action of all its members, in half the time."""

_OTHERS: tuple[Any, ...] = ToServer(b"")[4:]
_OTHERS_DOWN: tuple[Any, ...] = ToClient(b"")[4:]
"""The other members of actions, which no plain message needs."""


class _Passed(NamedTuple):
    """A request on the fast path."""

    request: Request
    sent: Request
    """As the server has received it."""

    token: RequestId | None
    due: float
    """When it has taken too long."""

    exchange: Hashable
    """The HTTP exchange that carries it; None on stdio."""


_passed = cast("Callable[[tuple[Any, ...]], _Passed]", partial(cast(Any, tuple).__new__, _Passed))


class FastPath:
    """The fast path through a bridge that is open.

    Args:
        front: The sessions that face the client.
        revision: Which both of them speak.
        relay: The full path.
        limits: For each text.
    """

    def __init__(self, front: Front, revision: Revision, relay: Relay, limits: Limits) -> None:
        link, back = relay.link, relay.link.back_revision
        self._sessions, self._relay, self._calls, self._limits = front, relay, link.calls, limits
        self._revision, self._catalog = revision, link.catalog
        self._has_session = front.main is not None
        """Whether one session takes all texts of the client, and not one for each."""

        self._is_http = link.transport == "http"
        self._leaves_out = self._is_http and back.era == "per-request"
        """Whether tools that cannot be called over HTTP are left out of lists."""
        self._parse_up, self._parse_down = revision.message_parser.parse, back.message_parser.parse
        self._version = revision.version if revision.era == "per-request" else None
        self._logs_by_request = back.era == "per-request"
        self._crossing = None if revision.id == back.id else (revision, back)
        self._front, self._back = front.session().passing(revision), link.back.passing(back)
        common = self._back.methods()
        self._methods = {
            name: row for name, row in self._front.methods().items() if name in common and name not in CONVERSATION
        }
        self._asking = frozenset(name for name, row in self._methods.items() if row.asks_input and relay.may_ask)
        self._pages = frozenset(name for name, row in self._methods.items() if row.is_list or common[name].is_list)
        self._most, self._seconds, self._clock = link.bounds.calls, link.bounds.call_seconds, link.timers.clock
        self._waiting: dict[RequestId, _Passed] = {}
        """By their ids at the server, which are those at the client if there is a session."""

        self._pending: dict[RequestId, str] = {}
        """Their methods, for the parser."""

        self._progress: dict[RequestId, tuple[float | None, Hashable]] = {}
        """What was last reported of requests, and their HTTP exchanges, by token."""

        self._in_turn: RequestId | None = None
        """The request on the fast path that may ask for input, where these go one after the other."""

    @property
    def next(self) -> float | None:
        """When the first request has taken too long; None if there is none."""
        return next(iter(self._waiting.values())).due if self._waiting else None

    def __contains__(self, id_: RequestId) -> bool:
        """Whether a request with this id at the server is on the fast path."""
        return id_ in self._waiting

    def from_client(self, data: bytes, headers: Headers | None, exchange: Hashable) -> list[Action] | None:
        """Take a text of the client, with its HTTP exchange and headers; None if it takes the full path."""
        try:
            message: Any = self._parse_up(data, "client", _NOTHING, self._limits, OF_SESSION)
        except ProtocolError:
            return self._full_path()
        if type(message) is not Request:
            return self._full_path()
        token = self._plain_token(message)
        if token is _NOT_PLAIN or (headers is not None and not self._headers_fit(message, headers)):
            return self._full_path()
        sent: Request = message
        edits: tuple[Edit, ...] = ()
        if self._relay.needs_schemas and message.method == CALL_TOOL and not self._knows_tool(message):
            return self._full_path()
        if self._crossing is not None:
            found = self._translated_up(message, self._crossing)
            if found is None:
                return self._full_path()
            sent, edits = found
        admitted = self._admitted(message, sent, token)
        if admitted is None:
            return self._full_path()
        given: Any = NO_HEADERS
        if self._is_http:
            try:
                given = self._back.http_headers(admitted.document, self._schemas_for(admitted))
            except ValueError:
                return self._full_path()
        return self._send(_passed((message, admitted, token, self._clock() + self._seconds, exchange)), given, edits)

    def _send(self, passed: _Passed, headers: Any, edits: tuple[Edit, ...]) -> list[Action]:
        sent = passed.sent
        id_ = sent.id
        if self._has_session:
            self._front.claim(passed.request.id)
        self._back.claim(id_)
        self._waiting[id_] = passed
        self._pending[id_] = sent.method
        if passed.token is not None:
            self._progress[passed.token] = (None, passed.exchange)
        if self._relay.in_turn and sent.method in self._asking:
            self._in_turn = id_
        return [_to_server((sent.to_bytes(), id_, headers, edits, *_OTHERS))]

    def from_server(self, data: bytes, stream: RequestId | None) -> list[Action] | None:
        """Take a text of the server, with the request in whose HTTP response it came; None for the full path."""
        try:
            message: Any = self._parse_down(data, "server", self._pending, self._limits, OF_SESSION)
        except ProtocolError:
            return self._full_path()
        if type(message) is Response:
            return self._answer(message)
        if type(message) is Notification:
            return self._notification(message, stream)
        if type(message) is ErrorResponse:
            if message.id in self._waiting:
                self._record(message.id)
            return None
        return self._full_path()

    def _plain_token(self, request: Request) -> Any:
        """The progress token of a plain request; None if it has none, and `_NOT_PLAIN` if it is more than plain."""
        row = self._methods.get(request.method)
        if row is None or len(self._waiting) + len(self._calls) >= self._most:
            return _NOT_PLAIN
        if request.method in self._asking and (self._in_turn is not None or not self._relay.is_free):
            return _NOT_PLAIN
        params = request.document.get("params")
        if params is None:
            return None
        if not _MORE_PARAMS.isdisjoint(params):
            return _NOT_PLAIN
        return self._token(params[META], row) if META in params else None

    def _headers_fit(self, request: Request, headers: Headers) -> bool:
        schema: Any = None
        if request.method == CALL_TOOL:
            tool = request.document["params"]["name"]
            if not (self._has_session or self._catalog.knows_headers(tool)):
                return False
            schema = self._catalog.repeating(tool)
        return self._front.headers_fit(request.document, headers, schema)

    def _schemas_for(self, sent: Request) -> Mapping[str, Any]:
        """The schema of the tool that a request calls, by name, if headers may repeat its arguments."""
        if sent.method != CALL_TOOL:
            return _NOTHING
        tool = sent.document["params"]["name"]
        schema = self._catalog.repeating(tool)
        return _NOTHING if schema is None else {tool: schema}

    def _knows_tool(self, request: Request) -> bool:
        return self._catalog.knows(request.document["params"]["name"])

    def _admitted(self, request: Request, sent: Request, token: RequestId | None) -> Request | None:
        """The request that the server gets, which has a new id where that of the client is in use; None if none may."""
        if self._front.admits(request.id, token) if self._has_session else self._front.bounds(request.id):
            if request.id not in self._waiting and self._back.admits(sent.id, token):
                return sent
            if not self._has_session:
                sent = sent.replace(id=self._relay.link.new_id())
                return sent if self._back.admits(sent.id, token) else None
        return None

    def _token(self, meta: Any, row: MethodProfile) -> Any:
        """The progress token of a request; None if it has none, and `_NOT_PLAIN` if its `_meta` is not plain."""
        if not is_object(meta) or not _MORE_META.isdisjoint(meta):
            return _NOT_PLAIN
        if self._version is not None and meta.get(VERSION_KEY) != self._version:
            return _NOT_PLAIN
        if PROGRESS_KEY not in meta:
            return None
        token: Any = meta[PROGRESS_KEY]
        return token if row.info.progress and _is_short(token) and token not in self._progress else _NOT_PLAIN

    def record_all(self) -> None:
        """Let both sessions record what is on the fast path."""
        for id_ in list(self._waiting):
            self._record(id_)

    def record_due(self, now: float) -> None:
        """Let both sessions record what has taken too long."""
        while (due := self.next) is not None and due <= now:
            self._record(next(iter(self._waiting)))

    def record(self, id_: RequestId | None) -> None:
        """Let both sessions record a request, if it is on the fast path."""
        if id_ in self._waiting:
            self._record(id_)

    def record_exchange(self, exchange: Hashable) -> None:
        """Let both sessions record what an HTTP exchange carries."""
        for id_ in [id_ for id_, passed in self._waiting.items() if passed.exchange == exchange]:
            self._record(id_)

    def _full_path(self) -> list[Action] | None:
        """Record all requests, since a text takes the full path that may refer to them."""
        if self._waiting:
            self.record_all()
        return None

    def _answer(self, answer: Response) -> list[Action] | None:
        id_ = answer.id
        passed = self._waiting.get(id_)
        if passed is None:
            return None
        message: Message = answer
        edits: tuple[Edit, ...] = ()
        request = passed.request
        is_plain = not answer.supplied and result_class(answer) not in _MORE_RESULTS
        if is_plain and self._leaves_out and request.method == LIST_TOOLS:
            is_plain = callable_tools(answer)[0] is answer
        if is_plain and self._crossing is not None:
            translation = translate(answer, to=self._crossing[0], context=self._context_of(request))
            is_plain = translation.refusal is None
            if is_plain:
                (message,), edits = translation.messages, translation.edits
        if not is_plain or (request.method in self._pages and not self._page_fits(passed, answer, message)):
            self._record(id_)
            return None
        self._forget(passed)
        if request.id != id_:
            message = with_id(cast(Response, message), request.id)
        return [_to_client((message.to_bytes(), passed.exchange, True, edits, *_OTHERS_DOWN))]

    def _forget(self, passed: _Passed) -> float | None:
        """Take a request off the fast path; what was last reported of it."""
        id_ = passed.sent.id
        del self._waiting[id_], self._pending[id_]
        if self._in_turn == id_:
            self._in_turn = None
        return self._progress.pop(passed.token)[0] if passed.token is not None else None

    def _page_fits(self, passed: _Passed, answer: Response, message: Message) -> bool:
        """Whether a page fits at both ends; then both remember it."""
        method = passed.request.method
        self._relay.note_list(method, answer)
        ends = [(self._back, passed.sent, answer.document["result"])]
        if self._has_session:  # otherwise no page is remembered
            ends.append((self._front, passed.request, message.document["result"]))
        if not all(end.page_fits(method, asked.document.get("params") or {}, page) for end, asked, page in ends):
            return False
        for end, _, page in ends:
            end.note_page(method, page)
        return True

    def _notification(self, notification: Notification, stream: RequestId | None) -> list[Action] | None:
        if notification.method != PROGRESS:
            if stream is not None:  # it belongs to the HTTP exchange of that request
                self.record(stream)
            elif notification.method in _ABOUT_REQUESTS:
                self._full_path()
            return None
        params = notification.document["params"]
        token, progress = params[PROGRESS_KEY], params["progress"]
        if token not in self._progress:
            return None
        last, exchange = self._progress[token]
        if last is not None and not progress > last:
            return self._full_path()
        message: Message = notification
        edits: tuple[Edit, ...] = ()
        if self._crossing is not None:
            translation = translate(notification, to=self._crossing[0], context=self._relay.contexts.down())
            if translation.refusal is not None or not translation.messages:
                return self._full_path()
            (message,), edits = translation.messages, translation.edits
        self._progress[token] = (progress, exchange)
        return [_to_client((message.to_bytes(), exchange, False, edits, *_OTHERS_DOWN))]

    def _translated_up(
        self, request: Request, revisions: tuple[Revision, Revision]
    ) -> tuple[Request, tuple[Edit, ...]] | None:
        """A request in the revision of the server; None if it takes the full path."""
        source, target = revisions
        translation = translate(request, to=target, context=self._relay.contexts.up(source))
        if translation.refusal is not None:
            return None
        return cast(Request, translation.messages[0]), translation.edits

    def _context_of(self, request: Request) -> TranslationContext:
        """The context of the answer to a request."""
        tool = request.document["params"]["name"] if request.method == CALL_TOOL else None
        return self._relay.contexts.down(request.method, tool)

    def _record(self, id_: RequestId) -> None:
        """Let both sessions record a request, and the full path take its answer."""
        passed = self._waiting[id_]
        progress = self._forget(passed)
        session = self._sessions.session()
        front = self._front if self._has_session else session.passing(self._revision)
        front.record(passed.request, progress)
        self._back.record(passed.sent, progress)
        call = Call(session, passed.request, passed.exchange, session.revision_of(passed.request.id))
        self._calls.add(call)
        self._calls.sent(call, passed.sent.id, passed.token)
        self._relay.adopt(call, passed.request, passed.due)


def _is_short(token: object) -> bool:
    """Whether a progress token can be looked up as it is."""
    return (type(token) is str and len(token) <= _LONGEST) or (type(token) is int and token.bit_length() < _LONGEST)


def fast_path_through(front: Front, relay: Relay, limits: Limits) -> FastPath | None:
    """The fast path through a bridge; None while there is none.

    Args:
        front: The sessions that face the client.
        relay: The full path.
        limits: For each text.
    """
    link = relay.link
    revision = link.front_revision
    if revision is None or relay.initialized is not None:
        return None
    for session, spoken in ((front.session(), revision), (link.back, link.back_revision)):
        if session.has_extensions or session.state != ("ready" if spoken.era == "handshake" else "new"):
            return None
    return FastPath(front, revision, relay, limits)
