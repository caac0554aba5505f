"""What an observer remembers besides the state of the session, and what it forgets so that no peer fills its memory."""

from __future__ import annotations

from ...errors import RequestId
from ...json_values import characters_in, member_at
from ...jsonrpc.messages import ErrorResponse, Message, Notification, Request, Response
from ...jsonrpc.strict_json import as_request_id
from ...limits import MAX_OBSERVED, MAX_OBSERVED_CHARACTERS
from ...spec.methods import Sender
from ...spec.names import INITIALIZE, META, PROGRESS_KEY, SUBSCRIPTION_KEY
from ..errors import Violation
from ..exchange import Side
from ..ids import Recent
from ..profile import RevisionProfile, other
from ..state import SessionState
from .adoption import RejectedOpening, rejected_opening


class _Refused:
    """The ids and progress tokens of requests of one side that were rejected."""

    __slots__ = ("ids", "tokens")

    def __init__(self) -> None:
        self.ids = Recent()
        self.tokens = Recent()


class ObserverMemory:
    """Remembers which requests were rejected, so that their receiver is not blamed for what it says of them.

    Args:
        state: of the session.
        has_all: whether the observer has heard the session from its beginning.

    Attributes:
        opening: the last `initialize` of the client that was rejected, if its server may still accept it.
    """

    __slots__ = ("_has_all", "_refused", "_state", "opening")

    def __init__(self, state: SessionState, *, has_all: bool) -> None:
        self._state = state
        self._has_all = has_all
        self.opening: RejectedOpening | None = None
        self._refused: dict[Sender, _Refused] = {"client": _Refused(), "server": _Refused()}

    def refuse(self, sender: Sender, id_: RequestId, document: object, number: int) -> None:
        """Remember a request that is rejected; its receiver answers it with an error, or does not reject it."""
        refused = self._refused[sender]
        if sender == "client":
            self.opening = rejected_opening(id_, document, number) or self.opening
        refused.ids.add(id_)
        token = as_request_id(member_at(document, "params", META, PROGRESS_KEY))
        if token is not None:
            refused.tokens.add(token)

    def adopt(self, opening: RejectedOpening) -> None:
        """Forget that an `initialize` was rejected, since its server accepts it."""
        self._refused["client"].ids.discard(opening.id)
        self.opening = None

    def note(self, request: Request, sender: Sender, number: int) -> None:
        """Remember the number of a request that now waits, and give up the oldest that wait if there are too many."""
        side = self._state.sides[sender]
        exchange = side.waiting[request.id]
        exchange.number = number
        if request.method == INITIALIZE:
            self.opening = None
        self._refused[sender].ids.discard(request.id)
        exchange.size = sum(map(characters_in, (exchange.id, exchange.token, exchange.params)))
        side.size += exchange.size
        while side.size > MAX_OBSERVED_CHARACTERS or len(side.waiting) > MAX_OBSERVED:
            if not self._give_up_one(side, exchange.id):
                break

    def excuse(self, violation: Violation, message: Message, sender: Sender, profile: RevisionProfile) -> str | None:
        """Why a message that breaks a rule is no fault of its sender; None if it is one.

        Args:
            violation: of the rule.
            message: that breaks it.
            sender: of the message.
            profile: of its revision. A side that is sent no requests in it has nothing to answer.
        """
        asked = other(sender)
        match violation.rule:
            case "answer.known" if isinstance(message, (Response, ErrorResponse)):
                if sender not in profile.answering:
                    return None
                reason = self._excuse(asked, message.id, self._refused[asked].ids)
                if message.id is not None:
                    self._refused[asked].ids.discard(message.id)  # it is answered once
                return reason
            case "progress.token-active" if isinstance(message, Notification):
                token = member_at(message.document, "params", PROGRESS_KEY)
                if as_request_id(token) is None or token in self._state.sides[asked].tokens:
                    return None
                return self._excuse(asked, token, self._refused[asked].tokens)
            case "subscription.id-tag" if isinstance(message, Notification):
                id_ = as_request_id(member_at(message.document, "params", META, SUBSCRIPTION_KEY))
                if id_ is None or id_ in self._state.sides["client"].waiting:
                    return None
                return self._excuse("client", id_, self._refused["client"].ids)
            case "lifecycle.initialized" if not self._has_all:
                return "the observer has not heard the beginning of the session"
            case _:
                return None

    def _excuse(self, side: Sender, value: RequestId | None, refused: Recent) -> str | None:
        """Why a message may name a request of a side that does not wait; None if it may not."""
        if value is None:
            return None
        if value in refused:
            return "the request was rejected"
        known = self._state.sides[side]
        if any(each.has_forgotten for each in (refused, known.dropped, known.dropped_tokens)):
            return "the request may be one of those that were forgotten"
        if not self._has_all and value not in known.used:
            return "the request may be older than the observer"
        return None

    def _give_up_one(self, side: Side, newest: RequestId) -> bool:
        """Give up the oldest request that waits; whether there was one to give up."""
        for exchange in side.waiting.values():
            if exchange.id != newest and exchange.method.name != INITIALIZE:
                self._state.abandon(side, exchange)
                return True
        return side.forget_reporting()
