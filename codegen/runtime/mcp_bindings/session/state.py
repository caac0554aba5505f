"""What two sides have said so far, and what each may say next. It judges the messages of either side by the same rules.

Nothing is changed by a step that breaks one: everything is looked at first, then written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RequestId
from ..json_values import member_at
from ..jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response
from ..spec import names
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND
from ..spec.methods import Sender
from ..spec.names import (
    ACKNOWLEDGED,
    CREATE_TASK_RESULT,
    DISCOVER,
    GET_TASK_RESULT,
    INITIALIZE,
    INPUT_REQUIRED_RESULT,
    LISTEN,
    LOG_LEVEL_KEY,
    LOG_LEVELS,
    META,
    PING,
    PROGRESS_KEY,
    SET_LOG_LEVEL,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
)
from .errors import Violation
from .exchange import Exchange, Side, read_token
from .input_rounds import InputRound, InputRounds, check_input_required
from .profile import MethodProfile, RevisionProfile, check, check_members, other
from .states import CLOSED, FREE, LISTENING, NEW, REQUEST, lookup
from .subscriptions import check_acknowledged, check_change, check_ended, is_change
from .tasks import TASK_METHODS, check_payload, tasks_in

_REQUEST = lookup(REQUEST)

_RESPONSE: dict[Sender, str] = {"client": "client: response", "server": "server: response"}


class SessionState:
    """Both sides of one session.

    Args:
        in_order: do messages arrive in the order in which they were sent, as on stdio? Over HTTP they take several
            streams, so what comes late there is no fault of the peer.

    Attributes:
        state: of `HANDSHAKE`; a session without a handshake stays new until it is closed.
        sides: the requests of each.
        capabilities: what each has declared for the session; None while that is not known.
        log_level: the least serious log messages that the client asked for in the session.
        rounds: what the client still owes to servers that asked for input.
    """

    def __init__(self, *, in_order: bool) -> None:
        self.state = NEW
        self.sides: dict[Sender, Side] = {"client": Side(), "server": Side()}
        self.capabilities: dict[Sender, Mapping[str, Any] | None] = {"client": None, "server": None}
        self.log_level: str | None = None
        self.rounds = InputRounds()
        self._in_order = in_order
        self._granted: dict[Sender, set[str]] = {"client": set(), "server": set()}

    def take(self, message: Message, sender: Sender, rules: RevisionProfile, *, arrived: bool) -> str | None:
        """One message of a side.

        Args:
            message: parsed by the revision of the rules.
            sender: who sent it, or is about to.
            rules: of the revision.
            arrived: did it come from the peer? Then late messages are ignored, and recommendations do not bind.

        Returns:
            Why it is to be ignored; None if it counts.

        Raises:
            Violation: it breaks a rule.
        """
        if type(message) is Request:
            self._request(message, sender, rules, arrived)
            return None
        if type(message) is Response:
            return self.result(message.id, message.result, message.document["result"], sender, arrived=arrived)
        if type(message) is Notification:
            return self._notification(message, sender, rules, arrived)
        assert isinstance(message, ErrorResponse)
        return self.error(message.id, sender, arrived=arrived)

    def _request(self, message: Request, sender: Sender, rules: RevisionProfile, arrived: bool) -> None:
        id_, document = message.id, message.document
        row = rules.requests[sender].get(message.method)
        if row is None:
            text = f"a {sender} of {rules.id} sends no request {message.method}"
            raise Violation("method", text, code=METHOD_NOT_FOUND)
        following = rules.steps[self.state].get(row.step)
        if following is None:
            raise _misplaced(row.step, self.state, row.name)
        side = self.sides[sender]
        if id_ in side.waiting:
            raise Violation("id.unique", f"the id {id_!r} is that of a request without an answer yet", answerable=False)
        needed = row.need is not None and row.name not in self._granted[sender] and self._may(row)
        exchange = Exchange(id_, row, rules, document)
        params = document.get("params")
        round_: InputRound | None = None
        if params and (row.reads_params or META in params or "task" in params):
            round_ = self._read_params(exchange, params, sender, arrived)
        if rules.ids_for_session and not side.used.claim(id_):  # the last of the checks, as it changes something
            raise Violation("id.unique", f"the id {id_!r} was used before in the session")
        self.state = following
        if needed:
            self._granted[sender].add(row.name)
        side.open(exchange)
        if round_ is not None:
            self.rounds.close(round_)
        if row.opens:
            self._begun(exchange, params)

    def _begun(self, exchange: Exchange, params: object) -> None:
        """A session or a subscription is asked for."""
        if exchange.row.name == INITIALIZE:
            self.declare("client", member_at(params, "capabilities"))
        else:
            exchange.state = LISTENING

    def declare(self, side: Sender, capabilities: Mapping[str, Any] | None) -> None:
        """Note what a side has declared for the session."""
        self.capabilities[side] = capabilities
        for granted in self._granted.values():
            granted.clear()

    def _may(self, row: MethodProfile) -> bool:
        """Hold a message to the capability it needs. True if that is known to be there, so once is enough."""
        declared = self.capabilities[row.need.side] if row.need is not None else None
        check(row.need, declared, row.name)
        return declared is not None

    def _read_params(
        self, exchange: Exchange, params: Mapping[str, Any], sender: Sender, arrived: bool
    ) -> InputRound | None:
        """Hold the params of a request to the rules, and note in it what they say.

        Returns:
            The round that the request goes on with, if it does.
        """
        row, rules = exchange.row, exchange.rules
        meta = params.get(META)
        if META in params:
            exchange.token = token = read_token(meta)
            if token is not None and token in self.sides[sender].tokens:
                text = f"the progress token {token!r} is that of an active request"
                raise Violation("progress.token-unique", text, code=INVALID_PARAMS)
        if rules.era == "per-request":
            if member_at(meta, VERSION_KEY) != rules.id:
                raise Violation("meta.version", f"_meta names another version than {rules.id}", code=INVALID_PARAMS)
            return self.rounds.find(exchange.id, row.name, params) if row.asks_input and not arrived else None
        if sender == "server":
            check_members(rules, row.name, params, self.capabilities["client"], arrived=arrived)
        if "task" in params and (need := row.task_need) is not None:
            declared = self.capabilities[need.side]
            if not arrived:
                check(need, declared, f"{row.name} as a task")
            exchange.is_task = declared is not None and need.met_by(declared)
        return None

    def _notification(self, message: Notification, sender: Sender, rules: RevisionProfile, arrived: bool) -> str | None:
        method = message.method
        row = rules.notifications[sender].get(method)
        if row is None:
            if not arrived:
                raise Violation("method", f"a {sender} of {rules.id} sends no notification {method}")
            if self.state == CLOSED:
                raise _misplaced(f"{sender}: notification", CLOSED, method)
            return None
        following = rules.steps[self.state].get(row.step)
        if following is None:
            raise _misplaced(row.step, self.state, method)
        needed = row.need is not None and method not in self._granted[sender] and self._may(row)
        params: Mapping[str, Any] = message.document.get("params") or {}
        ignored: str | None = None
        match method:
            case names.CANCELLED:
                ignored = self._cancelled(params, sender, rules, arrived)
            case names.PROGRESS:
                ignored = self._progress(params, sender, arrived)
            case names.LOG_MESSAGE:
                self._log(params, rules, arrived)
            case names.ACKNOWLEDGED:
                ignored = self._subscribed(method, params, rules, arrived)
            case names.TASK_STATUS:
                side = self.sides[other(sender)]
                side.tasks.check([params], ordered=self._in_order or not arrived)
                side.note_tasks([params])
            case _:
                if rules.era == "per-request" and is_change(method):
                    ignored = self._subscribed(method, params, rules, arrived)
        self.state = following
        if needed:
            self._granted[sender].add(method)
        return ignored

    def result(self, id_: RequestId, typed: Any, result: Any, sender: Sender, *, arrived: bool) -> str | None:
        """The result that a side answers a request with.

        Args:
            id_: of the request.
            typed: the result by its type.
            result: the result as JSON, or anything that gives its members by their names on the wire.
            sender: who answers.
            arrived: as for `take`.
        """
        side = self.sides[other(sender)]
        exchange = side.waiting.get(id_)
        if exchange is None:
            return self._unknown_answer(id_, side, arrived)
        row = exchange.row
        method = row.name
        move = "server: initialize result" if method == INITIALIZE else _RESPONSE[sender]
        following = exchange.rules.steps[self.state].get(move)
        if following is None:
            raise _misplaced(move, self.state, method)
        if not row.has_sequel and (row.task_need is None or type(typed).__name__ != CREATE_TASK_RESULT):
            self.state = following
            side.settle(exchange)
            return None
        step, task = "result", None
        if row.asks_input and type(typed).__name__ == INPUT_REQUIRED_RESULT:
            step = "input required"
            check_input_required(result, exchange, arrived=arrived)
        elif row.task_need is not None:
            if not exchange.is_task:
                raise Violation("task.asked", f"{method} was not asked to run as a task")
            side.tasks.check_new(result["task"])
            task = result["task"]["taskId"]
        elif method == LISTEN:
            check_ended(result, exchange)
        elif method == PING:
            _check_empty(typed)
        elif method in TASK_METHODS:
            if method == GET_TASK_RESULT:
                check_payload(result, exchange.document["params"]["taskId"])
            side.tasks.check(tasks_in(method, result), ordered=self._in_order or not arrived)
        self._move(exchange, step)
        self.state = following
        side.settle(exchange, task)
        if step != "result":
            if arrived:
                self.rounds.open(exchange, result)
        elif method == INITIALIZE or (method == DISCOVER and arrived):
            self.declare("server", result["capabilities"])
        elif method == SET_LOG_LEVEL:
            self.log_level = exchange.document["params"]["level"]
        elif method == GET_TASK_RESULT:
            side.end_task(exchange.document["params"]["taskId"])
        elif method in TASK_METHODS:
            side.note_tasks(tasks_in(method, result))
        return None

    def error(self, id_: RequestId | None, sender: Sender, *, arrived: bool) -> str | None:
        """The error that a side answers a request with."""
        side = self.sides[other(sender)]
        if id_ is None:
            return None  # which request it is for was not to be read
        exchange = side.waiting.get(id_)
        if exchange is None:
            return self._unknown_answer(id_, side, arrived)
        method = exchange.row.name
        move = "server: initialize error" if method == INITIALIZE else _RESPONSE[sender]
        following = exchange.rules.steps[self.state].get(move)
        if following is None:
            raise _misplaced(move, self.state, method)
        self._move(exchange, "error")
        self.state = following
        side.settle(exchange)
        return None

    def abandon(self, side: Side, exchange: Exchange) -> None:
        """Wait for an answer no longer; an `initialize` may be tried again."""
        side.drop(exchange)
        if exchange.row.name == INITIALIZE:
            self.state = NEW

    def close(self) -> None:
        """No side says anything more."""
        self.state = CLOSED
        for side in self.sides.values():
            side.clear()
        self.rounds = InputRounds()

    def _move(self, exchange: Exchange, step: str, actor: str = "receiver") -> str:
        """The state of a request after a step."""
        following = _REQUEST[exchange.state].get(f"{actor}: {step}")
        if following is None:
            text = f"no {step} may follow while {exchange.row.name} is {exchange.state}"
            raise Violation("subscription.ack-first" if exchange.state == LISTENING else "subscription.ack-once", text)
        return following

    def _unknown_answer(self, id_: RequestId, side: Side, arrived: bool) -> str:
        if self.state == CLOSED:
            raise _misplaced("answer", CLOSED, "an answer")
        if id_ in side.dropped:
            if arrived:
                side.dropped.discard(id_)
                return "the request was given up"
            raise Violation("cancel.no-response", f"the request {id_!r} was cancelled, so it is not answered")
        raise Violation("answer.known", f"no request with the id {id_!r} waits for an answer", answerable=False)

    def _cancelled(
        self, params: Mapping[str, Any], sender: Sender, rules: RevisionProfile, arrived: bool
    ) -> str | None:
        id_ = params.get("requestId")
        if id_ is None:
            if arrived:
                return "it names no request"
            raise Violation("cancel.request-id", "cancelled names no request; tasks are ended by tasks/cancel")
        side, actor = self.sides[sender], "requestor"
        if rules.era == "per-request" and sender == "server":
            side, actor = self.sides["client"], "receiver"
        exchange = side.waiting.get(id_)
        era = rules.era if exchange is None else exchange.rules.era
        if era == "per-request" and sender == "client" and not arrived and not self._in_order:
            raise Violation("cancel.stream", "over HTTP a request is cancelled by closing its stream")
        if exchange is None:
            if arrived:
                return "no such request is in progress"
            raise Violation("cancel.own-request", f"no request of its own with the id {id_!r} is in progress")
        if not exchange.row.info.cancellable:
            raise Violation("cancel.initialize", f"{exchange.row.name} cannot be cancelled")
        if exchange.is_task:
            raise Violation("cancel.task", "a request that runs as a task is ended by tasks/cancel")
        if actor == "receiver" and exchange.row.name != LISTEN:
            raise Violation("cancel.own-request", "a server cancels nothing but subscriptions/listen")
        if self._move(exchange, "cancel", actor) == FREE:
            side.settle(exchange)
        else:
            side.drop(exchange)
        return None

    def _progress(self, params: Mapping[str, Any], sender: Sender, arrived: bool) -> str | None:
        side = self.sides[other(sender)]
        token, progress = params[PROGRESS_KEY], params["progress"]
        exchange = side.tokens.get(token)
        if exchange is None:
            if arrived and (token in side.dropped_tokens or not self._in_order):
                return "the request is over"
            raise Violation("progress.token-active", f"no active request has the progress token {token!r}")
        if not exchange.row.info.progress:
            raise Violation("progress.token-active", f"no progress is reported on {exchange.row.name}")
        if exchange.progress is not None and not progress > exchange.progress:
            if arrived and not self._in_order:
                return "a later report has come before it"
            raise Violation("progress.increases", f"progress goes up, but {progress} follows {exchange.progress}")
        exchange.progress = progress
        return None

    def _log(self, params: Mapping[str, Any], rules: RevisionProfile, arrived: bool) -> None:
        """Hold a log message to the level that was asked for; of revisions with a handshake it is a recommendation.

        Pages: /specification/2025-11-25/server/utilities/logging#setting-log-level,
        /specification/2026-07-28/server/utilities/logging#per-request-log-level.
        """
        level = params["level"]
        if rules.era == "handshake":
            wanted = [] if self.log_level is None else [self.log_level]
            binding = self.log_level is not None and not arrived
        else:
            requests = [each for each in self.sides["client"].waiting.values() if each.row.name != LISTEN]
            wanted = [asked for each in requests if (asked := member_at(each.document, "params", META, LOG_LEVEL_KEY))]
            binding = not (arrived and (len(self.sides["client"].dropped) or not self._in_order))
        if binding and not any(
            LOG_LEVELS.index(level) >= LOG_LEVELS.index(least) for least in wanted if least in LOG_LEVELS
        ):
            raise Violation("log.level", f"no log message of level {level} was asked for")

    def _subscribed(self, method: str, params: Mapping[str, Any], rules: RevisionProfile, arrived: bool) -> str | None:
        """What is sent on the stream of a subscription."""
        side = self.sides["client"]
        id_ = member_at(params, META, SUBSCRIPTION_KEY)
        exchange = side.waiting.get(id_) if id_ is not None else None
        if exchange is None or exchange.row.name != LISTEN:
            if arrived and id_ is not None and (id_ in side.dropped or not self._in_order):
                return "the subscription is over"
            raise Violation("subscription.id-tag", f"{method} has the id of no subscription in its _meta")
        if method == ACKNOWLEDGED:
            check_acknowledged(params, exchange, self.capabilities["server"])
            exchange.state = self._move(exchange, "acknowledge")
        else:
            following = self._move(exchange, "change")
            check_change(method, exchange)
            exchange.state = following
        return None


def _check_empty(typed: Any) -> None:
    """Hold the result of a ping to having no members, but for `_meta`.

    Raises:
        Violation: it has some.
    """
    if typed.model_extra:
        raise Violation("ping.empty", "a ping is answered with an empty result")


def _misplaced(step: str, state: str, method: str) -> Violation:
    """The rule that a step breaks in a state that has no such step."""
    sender, _, step = step.partition(": ")
    if state == CLOSED:
        return Violation("closed", "the session is closed")
    text = f"a {sender} may not send {method} while the session is {state}"
    if step == "initialized":
        return Violation("lifecycle.initialized", f"{text}: it follows the result of initialize, once")
    if step == INITIALIZE:
        return Violation("lifecycle.once", f"{text}: initialize comes once")
    return Violation("lifecycle.first" if state == NEW else "lifecycle.early", f"{text}: initialize comes first")
