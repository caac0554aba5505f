"""Requests for input of a client: separate requests in one era, parts of a result in the other.

The requests of a server that arrive within a stated time become one `InputRequiredResult`. The call is paused until the
client sends it again. Its `requestState` names the call, is signed, and is accepted once, for the same principal and
the same request.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple, Protocol

from ..errors import ProtocolError, RequestId
from ..guards.state_signer import StateSigner
from ..json_values import is_array, is_object, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..limits import DEFAULT
from ..revisions import Revision
from ..schema.explain import explain
from ..session.errors import LocalProtocolError
from ..session.input_rounds import digest_params, undeclared_input_capabilities
from ..session.profile import revision_profile
from ..session.session import Session
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, URL_ELICITATION_REQUIRED
from ..spec.names import (
    CAPABILITIES_KEY,
    ELICIT,
    INPUT_REQUIRED,
    INPUT_REQUIRED_RESULT,
    META,
    RESULT_TYPE,
    RETRY_MEMBERS,
)
from ..translation.context import TranslationContext
from ..translation.inputs import InputTranslation, translate_input_request, translate_input_response
from .link import Link, failure, problem
from .records import Answer, Ask, Call
from .timers import Timer


class Lowered(NamedTuple):
    """A message that was a part of a result or of a retry, and its edits."""

    message: Any
    edits: tuple[Edit, ...]


def _lowered_request(embedded: Mapping[str, Any], id_: RequestId, source: Revision, target: Revision) -> Lowered:
    """Return a request for input of a result as a request to a client with a handshake.

    An elicitation in URL mode gets an id, which no other message names.

    Raises:
        ProtocolError: It has no form in the revision of the client.
    """
    context = TranslationContext(revision=source.id, sender="server", id=id_, elicitation_id=secrets.token_hex(8))
    outcome = _accepted(translate_input_request(embedded, to=target, context=context))
    message = target.message_parser.parse_value(outcome.value, "server", {}, DEFAULT)
    assert isinstance(message, Request)
    return Lowered(message, outcome.edits)


def lifted_request(request: Request, source: Revision, target: Revision) -> dict[str, Any]:
    """Return a request of a server with a handshake as a request for input of a result.

    Raises:
        ProtocolError: It has no form in the revision of the client.
    """
    context = TranslationContext(revision=source.id, sender="server", id=request.id)
    embedded: dict[str, Any] = _accepted(translate_input_request(request, to=target, context=context)).value
    return embedded


def _elicitations_in(answer: ErrorResponse, source: Revision, target: Revision) -> list[dict[str, Any]]:
    """Return the elicitations in URL mode that an error asks for, as requests for input of a result.

    Raises:
        ProtocolError: One of them is not valid, or has no form in the revision of the client.
    """
    if answer.document["error"]["code"] != URL_ELICITATION_REQUIRED or ELICIT not in source.methods:
        return []
    asked = member_at(answer.document, "error", "data", "elicitations")
    found: list[dict[str, Any]] = []
    for params in asked if is_array(asked) else ():
        document = {"jsonrpc": "2.0", "id": 0, "method": ELICIT, "params": params}
        request = source.message_parser.parse_value(document, "server", {}, DEFAULT)
        assert isinstance(request, Request)
        found.append(lifted_request(request, source, target))
    return found


def _lifted_answer(answer: Response | ErrorResponse, method: str, source: Revision, target: Revision) -> Any:
    """Return the answer of a client with a handshake as a part of `inputResponses`.

    Raises:
        ProtocolError: It has no form there.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method, id=answer.id)
    return _accepted(translate_input_response(answer, to=target, context=context)).value


def _lowered_answer(result: Any, method: str, id_: RequestId, source: Revision, target: Revision) -> Lowered:
    """Return a part of `inputResponses` as the answer to a request of a server with a handshake.

    Raises:
        ProtocolError: It has no form in the revision of the server.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method, id=id_)
    outcome = _accepted(translate_input_response(result, to=target, context=context))
    message = target.message_parser.parse_value(outcome.value, "client", {id_: method}, DEFAULT)
    assert isinstance(message, Response)
    return Lowered(message, outcome.edits)


def _accepted(outcome: InputTranslation) -> InputTranslation:
    if outcome.refusal is not None:
        raise ProtocolError(outcome.refusal.error.code, outcome.refusal.reason)
    return outcome


_STATE, _RESPONSES = "requestState", "inputResponses"
_ACCEPT = "accept"
_UNKNOWN_STATE = "Invalid params: requestState names no call that waits for input here"


class Repeat(Protocol):
    """A function that sends a call again if its user has agreed to visit URLs, and ends it otherwise."""

    def __call__(self, call: Call, request: Request, *, is_agreed: bool) -> None: ...


class _Wanted:
    """A request for input of the server.

    Args:
        id: Its id; None if it is a part of an error.
        method: Its method.
        embedded: Its form in a result.

    Attributes:
        is_asked: Whether the client was asked. Only then an input under its key answers this request.
    """

    __slots__ = ("embedded", "id", "is_asked", "method")

    def __init__(self, id: RequestId | None, method: str, embedded: dict[str, Any]) -> None:
        self.id = id
        self.method = method
        self.embedded = embedded
        self.is_asked = False


class _Parked:
    """The input that the server wants before it answers a call.

    Attributes:
        wanted: The requests for input that are not answered yet, by key.
        state: The `requestState` that the client has; empty while it has not been asked.
        mark: The digest of the params of the call, which a retry must repeat.
        answer: The answer to the call, if it comes before the client has sent the call again.
        is_refused: Whether the server has answered with an error that asks the user to visit URLs first.
        is_agreed: Whether the user has agreed to all of these visits so far.
        timer: The timer after which the client is asked, or has taken too long.
    """

    __slots__ = ("answer", "is_agreed", "is_refused", "mark", "number", "state", "timer", "wanted")

    def __init__(self, mark: str) -> None:
        self.wanted: dict[str, _Wanted] = {}
        self.state = ""
        self.mark = mark
        self.number = 0
        self.answer: Answer | None = None
        self.timer: Timer | None = None
        self.is_refused = False
        self.is_agreed = True


class Parking:
    """The calls that wait for input of their clients.

    Args:
        link: Both ends.
        principal: The key of the principal of the calls; None if it is not known.
        signer: Signs `requestState`.
        expired: Ends a call that its client has not sent again.
        complete: Answers a call.
        repeat: Sends a call again if the user has agreed to visit the URLs, and ends it otherwise.
    """

    def __init__(
        self,
        link: Link,
        principal: str | None,
        signer: StateSigner,
        expired: Callable[[Call], None],
        complete: Callable[[Call, Answer], None],
        repeat: Repeat,
    ) -> None:
        self._link = link
        self._principal = principal
        self._signer = signer
        self._expired = expired
        self._complete = complete
        self._repeat = repeat
        self._calls: dict[Call, _Parked] = {}
        self._by_state: dict[str, Call] = {}
        self._by_request: dict[RequestId, tuple[Call, str]] = {}

    def begin(self, call: Call, request: Request) -> None:
        """Remember the params of a call, which may be paused."""
        self._calls[call] = _Parked(_mark(request.document.get("params")))

    def park(self, call: Call, request: Request) -> None:
        """Add a request of the server to the requests for input of its call, or refuse it."""
        link, parked = self._link, self._calls[call]
        if len(parked.wanted) >= link.bounds.inputs:
            link.refuse_server(request.id, failure("Too many requests for input"))
            return
        try:
            embedded = lifted_request(request, link.back_revision, call.revision)
        except ProtocolError as error:
            link.refuse_server(request.id, error)
            return
        if _is_undeclared(call, {"": embedded}):
            text = "The client of this call has not declared that it can give this input"
            link.refuse_server(request.id, ProtocolError(METHOD_NOT_FOUND, text))
            return
        parked.number += 1
        key = f"{request.method}-{parked.number}"
        parked.wanted[key] = _Wanted(request.id, request.method, embedded)
        self._by_request[request.id] = call, key
        if call.session is not None and parked.timer is None:
            parked.timer = link.timers.after(link.bounds.gather_seconds, lambda: self._ask(call))

    def send_elsewhere(self, call: Call, answer: ErrorResponse) -> bool:
        """Ask the client for the visits to URLs that an error asks for.

        Page: /specification/2025-11-25/client/elicitation#url-elicitation-required-error.

        Returns:
            Whether the error asks for such visits and the client is asked.
        """
        link, parked = self._link, self._calls.get(call)
        if parked is None or call.session is None or call.rounds >= link.bounds.rounds:
            return False
        try:
            wanted = _elicitations_in(answer, link.back_revision, call.revision)
        except ProtocolError:
            return False
        found = {f"{ELICIT}-{number}": each for number, each in enumerate(wanted, parked.number + 1)}
        if not wanted or len(wanted) > link.bounds.inputs or _is_undeclared(call, found):
            return False
        call.rounds += 1
        parked.number += len(wanted)
        parked.wanted.update((key, _Wanted(None, ELICIT, each)) for key, each in found.items())
        parked.is_refused = parked.is_agreed = self._ask(call)
        return parked.is_refused

    def waits_for(self, state: str) -> bool:
        """Return whether a call waits for its client to send this `requestState`."""
        return state in self._by_state

    def withdrawn(self, id_: RequestId) -> bool:
        """Forget a request that the server has cancelled, and return whether it was a request for input."""
        found = self._by_request.pop(id_, None)
        if found is None:
            return False
        call, key = found
        self._calls[call].wanted.pop(key, None)
        return True

    def answered(self, call: Call, answer: Answer) -> bool:
        """Keep the answer to a call until the client sends the call again.

        Returns:
            Whether the call is paused; otherwise the answer is not kept.
        """
        parked = self._calls.get(call)
        if parked is None or call.session is not None:
            return False
        parked.answer = answer
        return True

    def ended(self, call: Call, reason: str) -> None:
        """Forget a call, and refuse its requests for input."""
        parked = self._calls.pop(call, None)
        if parked is None:
            return
        if parked.timer is not None:
            parked.timer.cancel()
        self._by_state.pop(parked.state, None)
        for each in parked.wanted.values():
            self._refuse(each, failure(reason))

    def resume(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Continue a call with the request of the client that brings its input."""
        try:
            call, responses = self._continued(session, request)
        except ProtocolError as error:
            self._link.refuse_client(session, request.id, error, exchange)
            return
        link, parked = self._link, self._calls[call]
        self._by_state.pop(parked.state, None)
        if parked.timer is not None:
            parked.timer.cancel()
        parked.timer, parked.state = None, ""
        call.continue_with(session, request, exchange)
        link.calls.rebind(call)
        for key in responses:
            wanted = parked.wanted.pop(key)
            if wanted.id is None:
                parked.is_agreed = parked.is_agreed and responses[key]["action"] == _ACCEPT
            else:
                self._by_request.pop(wanted.id, None)
                self._answer_server(wanted, wanted.id, responses[key], call.revision)
        if parked.is_refused and not parked.wanted:
            parked.is_refused = False
            self._repeat(call, without_responses(request), is_agreed=parked.is_agreed)
        elif parked.answer is not None:
            self._complete(call, parked.answer)
        elif parked.wanted and call in self._calls:
            parked.timer = link.timers.after(link.bounds.gather_seconds, lambda: self._ask(call))

    def _ask(self, call: Call) -> bool:
        """Answer the client with the requests for input, and return whether it is asked."""
        link, parked, session = self._link, self._calls.get(call), call.session
        if parked is None or session is None:
            return False
        parked.timer = None
        if not parked.wanted:
            return False
        parked.state = state = self._signer.write(self._purpose(call.method, parked.mark), secrets.token_hex(16))
        requests = {key: each.embedded for key, each in parked.wanted.items()}
        for each in parked.wanted.values():
            each.is_asked = True
        result = {RESULT_TYPE: INPUT_REQUIRED, "inputRequests": requests, _STATE: state}
        try:
            data = session.respond(call.id, result)
        except LocalProtocolError as error:
            for each in parked.wanted.values():
                self._refuse(each, problem(error))
            parked.wanted.clear()
            return False
        link.calls.unbind(call)
        exchange, id_, call.session, call.exchange = call.exchange, call.id, None, None
        self._by_state[parked.state] = call
        parked.timer = link.timers.after(link.bounds.input_seconds, lambda: self._expired(call))
        link.answer_client(session, id_, data, exchange, state=state)
        return True

    def _continued(self, session: Session, request: Request) -> tuple[Call, Mapping[str, Any]]:
        """Return the call that a request continues, and its input for the requests that the client was asked.

        Raises:
            ProtocolError: It continues no call, or an input does not fit its request.
        """
        params: Mapping[str, Any] = request.document["params"]
        state, responses = params.get(_STATE), params.get(_RESPONSES)
        if not isinstance(state, str):
            raise ProtocolError(INVALID_PARAMS, _UNKNOWN_STATE)
        self._signer.read(self._purpose(request.method, _mark(params)), state)
        call = self._by_state.get(state)
        if call is None:
            raise ProtocolError(INVALID_PARAMS, _UNKNOWN_STATE)
        given: Mapping[str, Any] = responses if is_object(responses) else {}
        known = session.revision_of(request.id)
        asked = {key: each for key, each in self._calls[call].wanted.items() if each.is_asked and key in given}
        for key, wanted in asked.items():
            result = known.methods[wanted.method].results[0]
            if explain(known.schema_file.definitions, result, given[key]):
                raise ProtocolError(INVALID_PARAMS, f"Invalid params: an input is no result of {wanted.method}")
        return call, {key: given[key] for key in asked}

    def _answer_server(self, wanted: _Wanted, id_: RequestId, result: Any, source: Revision) -> None:
        """Answer a request of the server with the input of the client."""
        link = self._link
        if id_ not in link.back.peer_requests:
            return
        try:
            answer = _lowered_answer(result, wanted.method, id_, source, link.back_revision)
            link.answer_server(id_, link.back.forward(answer.message), answer.edits)
        except ProtocolError as error:
            link.refuse_server(id_, error)
        except LocalProtocolError as error:
            link.refuse_server(id_, problem(error))

    def _refuse(self, wanted: _Wanted, error: ProtocolError) -> None:
        """Refuse a request for input, unless it is a part of an error."""
        if wanted.id is not None:
            self._by_request.pop(wanted.id, None)
            self._link.refuse_server(wanted.id, error)

    def _purpose(self, method: str, mark: str) -> list[str | None]:
        return [INPUT_REQUIRED_RESULT, self._principal, method, mark]


def continues(request: Request) -> bool:
    """Return whether a request continues an earlier one, which its `requestState` names."""
    params = request.document.get("params")
    return is_object(params) and _STATE in params


def without_responses(request: Request) -> Request:
    """Return a request without its `inputResponses` and `requestState`."""
    params = request.document.get("params")
    given = [name for name in RETRY_MEMBERS if is_object(params) and name in params]
    return request.edit(*(Edit("remove", f"/params/{name}") for name in given)) if given else request


def _is_undeclared(call: Call, requests: Mapping[str, Any]) -> bool:
    """Return whether the client of a call has not declared that it can give an input."""
    profile = revision_profile(call.revision.id)
    return bool(undeclared_input_capabilities(requests, {META: {CAPABILITIES_KEY: call.capabilities}}, profile))


def _mark(params: Any) -> str:
    return digest_params(params if is_object(params) else {}).hex()


_CANCELLED = {"action": "cancel"}
"""The answer to an elicitation that the client does not answer."""


class _Round:
    """The input that one result of a call asks for.

    Attributes:
        answers: The inputs that the client has given, by key.
        asks: The requests to the client that wait for an answer, by key.
        timer: The timer after which the client has taken too long.
    """

    __slots__ = ("answers", "asks", "timer")

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.asks: dict[str, Ask] = {}
        self.timer: Timer | None = None


class Rounds:
    """The calls for which a client with a handshake is asked for input.

    Args:
        link: Both ends.
        call_failed: Ends a call with an error.
    """

    def __init__(self, link: Link, call_failed: Callable[[Call, ProtocolError], None]) -> None:
        self._link = link
        self._call_failed = call_failed
        self._rounds: dict[Call, _Round] = {}

    def begin(self, call: Call, answer: Response) -> None:
        """Ask the client for the input that a result asks for."""
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
                key: _lowered_request(each, link.new_id(), link.back_revision, call.revision)
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
        """Cancel the requests for input of a call that has ended."""
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
                round_.answers[key] = _lifted_answer(answer, method, call.revision, self._link.back_revision)
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
        """Cancel the requests for input that the client has not answered in time, and continue without answers."""
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
