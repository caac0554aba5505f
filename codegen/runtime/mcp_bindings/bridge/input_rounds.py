"""Requests for input from the client: messages of their own in one era, parts of a result in the other.

The requests of a server that arrive within a stated time become one `InputRequiredResult`. The call is paused until the
client sends it again. The `requestState` names the call, is signed, and is accepted once: from the principal of the
call, in a request with the method and the params of the call.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple, Protocol

from ..errors import ProtocolError, RequestId
from ..guards.state_signer import StateSigner
from ..json_values import is_array, is_object, member_at
from ..jsonrpc.answers import find_final_result_type
from ..jsonrpc.body_types import make_placeholder_id
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..limits import DEFAULT
from ..renames import find_own_name, list_names
from ..revisions import Revision
from ..schema.explain import explain_faults
from ..session.errors import LocalProtocolError
from ..session.input_rounds import digest_params, find_undeclared_input_capabilities
from ..session.profile import revision_profile
from ..session.session import Session
from ..spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, URL_ELICITATION_REQUIRED, find_code
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
from ..translation.translator import find_target_method
from .requests import Answer, Call, RequestToClient
from .state import BridgeState, make_internal_error, make_unsendable_error
from .timers import Timer


class TranslatedMessage(NamedTuple):
    """A message made from a part of a result or of a retry, and the edits of its translation."""

    message: Any
    edits: tuple[Edit, ...]


def _make_request_to_client(
    embedded: Mapping[str, Any], id_: RequestId, source: Revision, target: Revision
) -> TranslatedMessage:
    """Make a request to a client with a handshake from a request for input that a result embeds.

    An elicitation in URL mode gets a new random id. No notification says that this elicitation is complete.

    Raises:
        ProtocolError: the request has no form in the revision of the client.
    """
    context = TranslationContext(revision=source.id, sender="server", id=id_, elicitation_id=secrets.token_hex(8))
    outcome = _require_translation(translate_input_request(embedded, to=target, context=context))
    message = target.message_parser.parse_value(outcome.value, "server", {}, DEFAULT)
    assert isinstance(message, Request)
    return TranslatedMessage(message, outcome.edits)


def _make_input_request(request: Request, source: Revision, target: Revision) -> dict[str, Any]:
    """Make a request for input, to be embedded in a result, from a request of a server with a handshake.

    Raises:
        ProtocolError: the request has no form in the revision of the client.
    """
    context = TranslationContext(revision=source.id, sender="server", id=request.id)
    embedded: dict[str, Any] = _require_translation(translate_input_request(request, to=target, context=context)).value
    return embedded


def _read_elicitations(answer: ErrorResponse, source: Revision, target: Revision) -> list[dict[str, Any]]:
    """Return the elicitations in URL mode that an error asks for, as requests for input to embed in a result. Return an
    empty list for any other error.

    Raises:
        ProtocolError: an elicitation is not valid, or has no form in the revision of the client.
    """
    code: object = answer.document["error"]["code"]
    method = find_own_name(ELICIT, source)
    if code != find_code(source.error_codes, URL_ELICITATION_REQUIRED) or method is None:
        return []
    elicitations = member_at(answer.document, "error", "data", "elicitations")
    found: list[dict[str, Any]] = []
    for params in elicitations if is_array(elicitations) else ():
        document = {"jsonrpc": "2.0", "id": make_placeholder_id(source), "method": method, "params": params}
        request = source.message_parser.parse_value(document, "server", {}, DEFAULT)
        assert isinstance(request, Request)
        found.append(_make_input_request(request, source, target))
    return found


def _make_input_response(answer: Response | ErrorResponse, method: str, source: Revision, target: Revision) -> Any:
    """Make a value of `inputResponses` from the answer of a client with a handshake.

    Raises:
        ProtocolError: the answer has no form in the revision of the server.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method, id=answer.id)
    return _require_translation(translate_input_response(answer, to=target, context=context)).value


def _make_answer_to_server(
    result: Any, method: str, id_: RequestId, source: Revision, target: Revision
) -> TranslatedMessage:
    """Make the answer to a request of a server with a handshake from a value of `inputResponses`.

    Args:
        result: the value.
        method: the method of the request, by its name in the revision of the client.
        id_: the id of the request.
        source: the revision of the client.
        target: the revision of the server.

    Raises:
        ProtocolError: the answer has no form in the revision of the server.
    """
    context = TranslationContext(revision=source.id, sender="client", method=method, id=id_)
    outcome = _require_translation(translate_input_response(result, to=target, context=context))
    pending = {id_: find_target_method(method, source, target)}
    message = target.message_parser.parse_value(outcome.value, "client", pending, DEFAULT)
    assert isinstance(message, Response)
    return TranslatedMessage(message, outcome.edits)


def _require_translation(outcome: InputTranslation) -> InputTranslation:
    if outcome.refusal is not None:
        raise ProtocolError(outcome.refusal.error.code, outcome.refusal.reason)
    return outcome


_STATE, _RESPONSES = "requestState", "inputResponses"
_ACCEPT = "accept"
_UNKNOWN_STATE = "Invalid params: requestState names no call that waits for input here"


class ResumeCall(Protocol):
    """A function that sends a call again if its user has agreed to visit URLs, and ends the call otherwise."""

    def __call__(self, call: Call, request: Request, *, is_agreed: bool) -> None: ...


class _InputRequest:
    """A request of the server for input of the client.

    Args:
        id: the id of the request; None if an error of the server asks for the input.
        method: the method of the request in the revision of the client.
        embedded: the request as a result embeds it.

    Attributes:
        is_asked: True once the client was asked for the input. Before that, no input of the client answers the request.
    """

    __slots__ = ("embedded", "id", "is_asked", "method")

    def __init__(self, id: RequestId | None, method: str, embedded: dict[str, Any]) -> None:
        self.id = id
        self.method = method
        self.embedded = embedded
        self.is_asked = False


class _PausedCall:
    """A call that may be paused, and the input that the server wants before it answers the call.

    Attributes:
        input_requests: the requests for input that are not answered yet, by key.
        state: the `requestState` that the client has; empty while the client has not been asked.
        params_digest: the digest of the params of the call. A retry must have params with an equal digest.
        number: the number of requests for input so far, answered ones included.
        answer: the answer of the server, if it came before the client has sent the call again; None without such an
            answer.
        is_refused: True while the server has refused the call, until the user has visited URLs.
        is_agreed: True as long as the client has answered no request to visit a URL with a refusal.
        timer: the timer for asking the client, or for ending the call if the client does not send it again; None
            without a timer.
    """

    __slots__ = ("answer", "input_requests", "is_agreed", "is_refused", "number", "params_digest", "state", "timer")

    def __init__(self, params_digest: str) -> None:
        self.input_requests: dict[str, _InputRequest] = {}
        self.state = ""
        self.params_digest = params_digest
        self.number = 0
        self.answer: Answer | None = None
        self.timer: Timer | None = None
        self.is_refused = False
        self.is_agreed = True


class PausedCalls:
    """The calls that may need input of per-request clients, and the requests of the server for that input.

    Args:
        bridge: the state of the bridge.
        principal: the key of the principal of the calls; None if it is not known.
        signer: signs `requestState`.
        expire_call: ends a call that its client has not sent again.
        answer_call: answers a call.
        resume_call: sends a call again if the user has agreed to visit the URLs, and ends the call otherwise.
    """

    def __init__(
        self,
        bridge: BridgeState,
        principal: str | None,
        signer: StateSigner,
        expire_call: Callable[[Call], None],
        answer_call: Callable[[Call, Answer], None],
        resume_call: ResumeCall,
    ) -> None:
        self._bridge = bridge
        self._principal = principal
        self._signer = signer
        self._expire_call = expire_call
        self._answer_call = answer_call
        self._resume_call = resume_call
        self._calls: dict[Call, _PausedCall] = {}
        self._by_state: dict[str, Call] = {}
        self._by_request: dict[RequestId, tuple[Call, str]] = {}

    def add_call(self, call: Call, request: Request) -> None:
        """Remember the digest of the params of a call, since the call may be paused."""
        self._calls[call] = _PausedCall(_digest_params(request.document.get("params")))

    def add_input_request(self, call: Call, request: Request) -> None:
        """Add a request of the server to the requests for input of a call.

        The client is asked after a while, so that one result has all requests of that time. A request is refused if the
        call has too many, or if its client cannot give this input.
        """
        bridge, paused = self._bridge, self._calls[call]
        if len(paused.input_requests) >= bridge.bounds.inputs:
            bridge.refuse_server_request(request.id, make_internal_error("Too many requests for input"))
            return
        try:
            embedded = _make_input_request(request, bridge.server_revision, call.revision)
        except ProtocolError as error:
            bridge.refuse_server_request(request.id, error)
            return
        if _lacks_input_capability(call, {"": embedded}):
            text = "The client of this call has not declared that it can give this input"
            bridge.refuse_server_request(request.id, ProtocolError(METHOD_NOT_FOUND, text))
            return
        paused.number += 1
        key = f"{request.method}-{paused.number}"
        paused.input_requests[key] = _InputRequest(request.id, embedded["method"], embedded)
        self._by_request[request.id] = call, key
        if call.session is not None and paused.timer is None:
            paused.timer = bridge.timers.schedule(bridge.bounds.gather_seconds, lambda: self._ask_client(call))

    def ask_to_visit_url(self, call: Call, answer: ErrorResponse) -> bool:
        """Ask the client for the visits to URLs that an error of the server asks for.

        Page: /specification/2025-11-25/client/elicitation#url-elicitation-required-error.

        Returns:
            True if the client is asked; False if the error asks for no visits, or the client cannot be asked for them.
        """
        bridge, paused = self._bridge, self._calls.get(call)
        if paused is None or call.session is None or call.rounds >= bridge.bounds.rounds:
            return False
        try:
            elicitations = _read_elicitations(answer, bridge.server_revision, call.revision)
        except ProtocolError:
            return False
        found = {f"{ELICIT}-{number}": each for number, each in enumerate(elicitations, paused.number + 1)}
        if not elicitations or len(elicitations) > bridge.bounds.inputs or _lacks_input_capability(call, found):
            return False
        call.rounds += 1
        paused.number += len(elicitations)
        paused.input_requests.update((key, _InputRequest(None, each["method"], each)) for key, each in found.items())
        paused.is_refused = paused.is_agreed = self._ask_client(call)
        return paused.is_refused

    def waits_for(self, state: str) -> bool:
        """Return whether a call waits for its client to send this `requestState`."""
        return state in self._by_state

    def withdraw_input_request(self, id_: RequestId) -> bool:
        """Forget a request that the server has cancelled, and return whether it was a request for input."""
        found = self._by_request.pop(id_, None)
        if found is None:
            return False
        call, key = found
        self._calls[call].input_requests.pop(key, None)
        return True

    def keep_answer(self, call: Call, answer: Answer) -> bool:
        """Keep the answer to a call until the client sends the call again.

        Returns:
            True if the call is paused; False if it is not, and the answer is not kept.
        """
        paused = self._calls.get(call)
        if paused is None or call.session is not None:
            return False
        paused.answer = answer
        return True

    def remove_call(self, call: Call, reason: str) -> None:
        """Forget a call, and refuse its requests for input with an error that states the reason. Do nothing for a call
        that is not remembered.
        """
        paused = self._calls.pop(call, None)
        if paused is None:
            return
        if paused.timer is not None:
            paused.timer.cancel()
        self._by_state.pop(paused.state, None)
        for each in paused.input_requests.values():
            self._refuse_input_request(each, make_internal_error(reason))

    def resume_call(self, session: Session, request: Request, exchange: Hashable) -> None:
        """Continue a paused call when its client has sent it again with input.

        Refuse a retry that continues no paused call, or in which an input is no result of the method that asks for it.
        """
        try:
            call, responses = self._read_retry(session, request)
        except ProtocolError as error:
            self._bridge.refuse_client_request(session, request.id, error, exchange)
            return
        bridge, paused = self._bridge, self._calls[call]
        self._by_state.pop(paused.state, None)
        if paused.timer is not None:
            paused.timer.cancel()
        paused.timer, paused.state = None, ""
        bridge.calls.unindex_by_request(call)
        call.continue_with(session, request, exchange)
        bridge.calls.index_by_request(call)
        for key in responses:
            input_request = paused.input_requests.pop(key)
            if input_request.id is None:
                paused.is_agreed = paused.is_agreed and responses[key]["action"] == _ACCEPT
            else:
                self._by_request.pop(input_request.id, None)
                self._answer_server(input_request, input_request.id, responses[key], call.revision)
        if paused.is_refused and not paused.input_requests:
            paused.is_refused = False
            self._resume_call(call, remove_retry_members(request), is_agreed=paused.is_agreed)
        elif paused.answer is not None:
            self._answer_call(call, paused.answer)
        elif paused.input_requests and call in self._calls:
            paused.timer = bridge.timers.schedule(bridge.bounds.gather_seconds, lambda: self._ask_client(call))

    def _ask_client(self, call: Call) -> bool:
        """Pause a call by answering its request with the requests for input, if there are any.

        If the session must not send them, they are refused.

        Returns:
            Whether the client is asked.
        """
        bridge, paused, session = self._bridge, self._calls.get(call), call.session
        if paused is None or session is None:
            return False
        paused.timer = None
        if not paused.input_requests:
            return False
        paused.state = state = self._signer.write(
            self._make_purpose(call.method, paused.params_digest), secrets.token_hex(16)
        )
        requests = {key: each.embedded for key, each in paused.input_requests.items()}
        for each in paused.input_requests.values():
            each.is_asked = True
        result = {RESULT_TYPE: INPUT_REQUIRED, "inputRequests": requests, _STATE: state}
        try:
            data = session.respond(call.id, result)
        except LocalProtocolError as error:
            for each in paused.input_requests.values():
                self._refuse_input_request(each, make_unsendable_error(error))
            paused.input_requests.clear()
            return False
        if call.exchange is not None:  # an HTTP exchange that has ended cannot be closed to cancel the call
            bridge.calls.unindex_by_request(call)
        exchange, id_, call.session, call.exchange = call.exchange, call.id, None, None
        self._by_state[paused.state] = call
        paused.timer = bridge.timers.schedule(bridge.bounds.input_seconds, lambda: self._expire_call(call))
        bridge.send_answer_to_client(session, id_, data, exchange, state=state)
        return True

    def _read_retry(self, session: Session, request: Request) -> tuple[Call, Mapping[str, Any]]:
        """Return the call that a request continues, and the input that the request brings, by key.

        Raises:
            ProtocolError: the request continues no call, its `requestState` is altered or has expired, or an input is
                no result of the method that asks for it.
        """
        params: Mapping[str, Any] = request.document["params"]
        state, responses = params.get(_STATE), params.get(_RESPONSES)
        if not isinstance(state, str):
            raise ProtocolError(INVALID_PARAMS, _UNKNOWN_STATE)
        self._signer.read(self._make_purpose(request.method, _digest_params(params)), state)
        call = self._by_state.get(state)
        if call is None:
            raise ProtocolError(INVALID_PARAMS, _UNKNOWN_STATE)
        responses_by_key: Mapping[str, Any] = responses if is_object(responses) else {}
        source = session.revision_of(request.id)
        answered = {
            key: each
            for key, each in self._calls[call].input_requests.items()
            if each.is_asked and key in responses_by_key
        }
        for key, input_request in answered.items():
            result = find_final_result_type(source, input_request.method, responses_by_key[key])
            if explain_faults(source.schema_file.definitions, result, responses_by_key[key]):
                raise ProtocolError(INVALID_PARAMS, f"Invalid params: an input is no result of {input_request.method}")
        return call, {key: responses_by_key[key] for key in answered}

    def _answer_server(self, input_request: _InputRequest, id_: RequestId, result: Any, source: Revision) -> None:
        """Answer a request of the server with the input of the client, or with an error if the input cannot be sent. Do
        nothing if the request no longer waits.
        """
        bridge = self._bridge
        if id_ not in bridge.server.peer_requests:
            return
        try:
            answer = _make_answer_to_server(result, input_request.method, id_, source, bridge.server_revision)
            bridge.send_answer_to_server(id_, bridge.server.forward(answer.message), answer.edits)
        except ProtocolError as error:
            bridge.refuse_server_request(id_, error)
        except LocalProtocolError as error:
            bridge.refuse_server_request(id_, make_unsendable_error(error))

    def _refuse_input_request(self, input_request: _InputRequest, error: ProtocolError) -> None:
        """Refuse a request of the server for input. Do nothing if the input was asked for by an error of the server."""
        if input_request.id is not None:
            self._by_request.pop(input_request.id, None)
            self._bridge.refuse_server_request(input_request.id, error)

    def _make_purpose(self, method: str, params_digest: str) -> list[str | None]:
        return [INPUT_REQUIRED_RESULT, self._principal, method, params_digest]


def is_retry(request: Request) -> bool:
    """Return whether a request has a `requestState`, and so continues an earlier request."""
    params = request.document.get("params")
    return is_object(params) and _STATE in params


def remove_retry_members(request: Request) -> Request:
    """Return a request without its `inputResponses` and `requestState`."""
    params = request.document.get("params")
    present = [name for name in RETRY_MEMBERS if is_object(params) and name in params]
    return request.edit(*(Edit("remove", f"/params/{name}") for name in present)) if present else request


def _lacks_input_capability(call: Call, requests: Mapping[str, Any]) -> bool:
    """Return whether the client of a call has not declared a capability that one of the requests for input needs."""
    profile = revision_profile(call.revision.id)
    return bool(find_undeclared_input_capabilities(requests, {META: {CAPABILITIES_KEY: call.capabilities}}, profile))


def _digest_params(params: Any) -> str:
    return digest_params(params if is_object(params) else {}).hex()


_CANCEL_RESULT = {"action": "cancel"}
"""The result of an elicitation to which the client gives no valid answer."""


class _InputRound:
    """The input that the server asks for in one result of a call.

    Attributes:
        answers: the inputs that the client has given, by key.
        requests: the requests to the client that wait for an answer, by key.
        timer: the timer that runs out when the client has taken too long; None until the client is asked.
    """

    __slots__ = ("answers", "requests", "timer")

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.requests: dict[str, RequestToClient] = {}
        self.timer: Timer | None = None


class CallsAwaitingInput:
    """The calls for which a client with a handshake is asked for input.

    Args:
        bridge: the state of the bridge.
        fail_call: ends a call with an error.
    """

    def __init__(self, bridge: BridgeState, fail_call: Callable[[Call, ProtocolError], None]) -> None:
        self._bridge = bridge
        self._fail_call = fail_call
        self._rounds: dict[Call, _InputRound] = {}

    def ask_for_input(self, call: Call, answer: Response) -> None:
        """Ask the client for the input that a result of a call asks for. End the call with an error if the client
        cannot be asked, or was asked too often.
        """
        bridge, session = self._bridge, call.session
        call.rounds += 1
        asked_for: dict[str, Any] = answer.document["result"].get("inputRequests") or {}
        if call.rounds > bridge.bounds.rounds:
            self._fail_call(call, make_internal_error(f"The server has asked for input {bridge.bounds.rounds} times"))
            return
        if len(asked_for) > bridge.bounds.inputs or session is None:
            number = f"{len(asked_for)} inputs, more than {bridge.bounds.inputs} inputs"
            self._fail_call(call, make_internal_error(f"The server asks for {number}"))
            return
        try:
            requests = {
                key: _make_request_to_client(each, bridge.new_id(), bridge.server_revision, call.revision)
                for key, each in asked_for.items()
            }
        except ProtocolError as error:
            self._fail_call(
                call, make_internal_error(f"The server asks for input that the client cannot give: {error.message}")
            )
            return
        round_ = self._rounds[call] = _InputRound()
        round_.timer = bridge.timers.schedule(bridge.bounds.input_seconds, lambda: self._expire_round(call))
        for key, translated in requests.items():
            if call in self._rounds:
                self._send_request(call, round_, key, translated)
        self._retry_if_complete(call, round_)

    def cancel_input(self, call: Call) -> None:
        """Cancel the requests to the client for the input of a call that has ended."""
        round_ = self._rounds.pop(call, None)
        if round_ is not None:
            if round_.timer is not None:
                round_.timer.cancel()
            for pending in round_.requests.values():
                self._bridge.cancel_request_to_client(pending)

    def _send_request(self, call: Call, round_: _InputRound, key: str, translated: TranslatedMessage) -> None:
        request: Request = translated.message
        method, session = request.method, call.session
        assert session is not None
        pending = RequestToClient(
            session, request.id, method, None, lambda answer: self._record_answer(call, key, method, answer)
        )
        try:
            self._bridge.ask_client(session, request, pending, call.exchange, translated.edits)
        except LocalProtocolError as error:
            self._fail_call(call, make_unsendable_error(error))
        else:
            round_.requests[key] = pending

    def _record_answer(self, call: Call, key: str, method: str, answer: Answer | None) -> None:
        round_ = self._rounds.get(call)
        if round_ is None:
            return
        del round_.requests[key]
        if answer is not None:
            try:
                round_.answers[key] = _make_input_response(answer, method, call.revision, self._bridge.server_revision)
            except ProtocolError as error:
                self._fail_call(
                    call, make_internal_error(f"The input of the client has no form for the server: {error.message}")
                )
                return
        elif method in list_names(ELICIT):
            round_.answers[key] = _CANCEL_RESULT
        else:
            self._fail_call(call, make_internal_error(f"The client gave no answer to {method}"))
            return
        self._retry_if_complete(call, round_)

    def _expire_round(self, call: Call) -> None:
        """Cancel the requests for input that the client has not answered in time. The server is told that the user has
        cancelled an elicitation; any other request ends the call with an error.
        """
        round_ = self._rounds.get(call)
        if round_ is None:
            return
        for key, pending in list(round_.requests.items()):
            self._bridge.cancel_request_to_client(pending, "timeout")
            self._record_answer(call, key, pending.method, None)

    def _retry_if_complete(self, call: Call, round_: _InputRound) -> None:
        """Send a call to the server again if all of its input has arrived, or end the call with an error if the input
        does not fit.
        """
        bridge = self._bridge
        if round_.requests or self._rounds.get(call) is not round_ or call.server_id is None:
            return
        del self._rounds[call]
        if round_.timer is not None:
            round_.timer.cancel()
        try:
            id_, data = bridge.server.retry(call.server_id, round_.answers or None, new_id=bridge.new_id())
        except LocalProtocolError as error:
            self._fail_call(
                call, make_internal_error(f"The input of the client does not fit what was asked for: {error.message}")
            )
            return
        try:
            bridge.send_call_text(call, data, id_)
        except ProtocolError as error:
            self._fail_call(call, error)
