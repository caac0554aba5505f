"""Asks a client with a handshake for the input that a per-request server wants, and sends its call again with it.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import ProtocolError
from ..jsonrpc.messages import Request, Response
from ..session import LocalProtocolError
from ..spec.names import ELICIT
from .inputs import Lowered, lifted_answer, lowered_request
from .link import Link, failure, problem
from .records import Answer, Ask, Call
from .timers import Timer

_CANCELLED = {"action": "cancel"}
"""The answer to an elicitation for which the client gives none."""


class _Round:
    """What one result of a call asks for.

    Attributes:
        answers: What the client has given, by key.
        asks: Requests to the client that wait for an answer, by key.
        timer: When the client has taken too long.
    """

    __slots__ = ("answers", "asks", "timer")

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.asks: dict[str, Ask] = {}
        self.timer: Timer | None = None


class Rounds:
    """The calls for which the client is asked for input.

    Args:
        link: Both ends.
        call_failed: Ends a call with an error.
    """

    def __init__(self, link: Link, call_failed: Callable[[Call, ProtocolError], None]) -> None:
        self._link = link
        self._call_failed = call_failed
        self._rounds: dict[Call, _Round] = {}

    def begin(self, call: Call, answer: Response) -> None:
        """Ask the client for what a result asks for."""
        link, session = self._link, call.session
        call.rounds += 1
        wanted: dict[str, Any] = answer.document["result"].get("inputRequests") or {}
        if call.rounds > link.bounds.rounds:
            self._call_failed(call, failure(f"The server has asked for input {link.bounds.rounds} times"))
            return
        if len(wanted) > link.bounds.inputs or session is None:
            asked = f"{len(wanted)} inputs, more than {link.bounds.inputs} inputs"
            self._call_failed(call, failure(f"The server asks for {asked}"))
            return
        try:
            requests = {
                key: lowered_request(each, link.new_id(), link.back_revision, call.revision)
                for key, each in wanted.items()
            }
        except ProtocolError as error:
            self._call_failed(call, failure(f"The server asks for input that the client cannot give: {error.message}"))
            return
        round_ = self._rounds[call] = _Round()
        round_.timer = link.timers.after(link.bounds.input_seconds, lambda: self._late(call))
        for key, lowered in requests.items():
            if call in self._rounds:
                self._ask(call, round_, key, lowered)
        self._continue(call, round_)

    def ended(self, call: Call) -> None:
        """Ask for nothing any more, since the call has ended."""
        round_ = self._rounds.pop(call, None)
        if round_ is not None:
            if round_.timer is not None:
                round_.timer.cancel()
            for ask in round_.asks.values():
                self._link.cancel_ask(ask)

    def _ask(self, call: Call, round_: _Round, key: str, lowered: Lowered) -> None:
        request: Request = lowered.message
        method, session = request.method, call.session
        assert session is not None
        ask = Ask(session, request.id, method, None, lambda answer: self._answered(call, key, method, answer))
        try:
            self._link.ask_client(session, request, ask, call.exchange, lowered.edits)
        except LocalProtocolError as error:
            self._call_failed(call, problem(error))
        else:
            round_.asks[key] = ask

    def _answered(self, call: Call, key: str, method: str, answer: Answer | None) -> None:
        round_ = self._rounds.get(call)
        if round_ is None:
            return
        del round_.asks[key]
        if answer is not None:
            try:
                round_.answers[key] = lifted_answer(answer, method, call.revision, self._link.back_revision)
            except ProtocolError as error:
                self._call_failed(call, failure(f"The input of the client has no form for the server: {error.message}"))
                return
        elif method == ELICIT:
            round_.answers[key] = _CANCELLED
        else:
            self._call_failed(call, failure(f"The client gave no answer to {method}"))
            return
        self._continue(call, round_)

    def _late(self, call: Call) -> None:
        """Go on without the input that has not come in time."""
        round_ = self._rounds.get(call)
        if round_ is None:
            return
        for key, ask in list(round_.asks.items()):
            self._link.cancel_ask(ask, "timeout")
            self._answered(call, key, ask.method, None)

    def _continue(self, call: Call, round_: _Round) -> None:
        """Send the call again, once all input is there."""
        link = self._link
        if round_.asks or self._rounds.get(call) is not round_ or call.back_id is None:
            return
        del self._rounds[call]
        if round_.timer is not None:
            round_.timer.cancel()
        try:
            id_, data = link.back.retry(call.back_id, round_.answers or None, new_id=link.new_id())
        except LocalProtocolError as error:
            self._call_failed(
                call, failure(f"The input of the client does not fit what was asked for: {error.message}")
            )
            return
        link.calls.sent(call, id_, None)
        link.to_server(data, id_)
