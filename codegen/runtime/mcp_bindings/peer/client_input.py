"""Requests of a server for input from the client. The handler asks with the same code in every revision.

In revisions with a handshake the server sends requests of its own and waits for the answers. In 2026-07-28 the server
responds with its questions, and the client sends the request again with the answers; `requestState` keeps earlier
answers. The handler runs again from the top on every retry.

An answer belongs to one question. A question is identified by its name, its method and its params, and by its number
among equal questions of a run. A question that differs from those of the run before is a new one, and the client is
asked again. A key in `inputRequests` names the same question forever, so a repeated or late answer reaches its own
question only.

Pages: /specification/2026-07-28/basic/patterns/mrtr, /specification/2025-11-25/client/elicitation.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from ..codec.encoding import dump_any
from ..errors import DecodeError, ProtocolError
from ..guards.state_signer import StateSigner
from ..json_values import to_canonical_text
from ..jsonrpc.messages import Notification, Request
from ..renames import find_own_name, to_own_name
from ..revisions import REVISIONS, revision_with_method
from ..session.capabilities import find_missing_capabilities, make_missing_capability_error, merge_capabilities
from ..session.profile import MethodProfile, RevisionProfile, revision_profile
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from ..spec.names import INPUT_REQUIRED, INPUT_REQUIRED_RESULT, RESULT_TYPE
from .final_results import decode_final_result
from .stated_members import complete_params, to_wire_names

if TYPE_CHECKING:
    from ..authorization.principal import Principal
    from ..revisions import Revision

_PROCESS_SIGNER = StateSigner()
"""The default signer of states. Other processes do not accept the states that it signs."""

MAX_ROUNDS = 100
"""Largest number of times that one request is answered with questions. A handler may ask new questions in every run.
"""

_STATE = "requestState"

MAX_STATE_CHARACTERS = 2 * 1024 * 1024
"""Largest number of characters of a `requestState`, which keeps all answers of the client for one request."""

_log = logging.getLogger(__name__)


class InputContext(Protocol):
    """The part of a `Context` that `ClientInput` uses."""

    @property
    def message(self) -> Request | Notification:
        """The message that the handler gets."""
        ...

    @property
    def principal(self) -> Principal | None:
        """The principal that the request is authorized for; None without authorization."""
        ...

    @property
    def revision(self) -> Revision:
        """The revision of the request."""
        ...

    @property
    def calls(self) -> Any:
        """The calls that send requests to the client, in revisions with a handshake; None if there are none."""
        ...

    @property
    def peer_capabilities(self) -> Mapping[str, Any]:
        """The capabilities that the client has declared, as JSON."""
        ...

    def note_question(self, needed: InputRequired) -> None:
        """Record that the handler has asked a question, before `InputRequired` is raised."""
        ...


CheckAnswer: TypeAlias = Callable[[str, Mapping[str, Any], Mapping[str, Any]], None]
"""A function that checks an answer. It gets the method and the params of the request for input, and the answer as JSON.

An error that this function raises reaches the handler that has asked.
"""


class Question(NamedTuple):
    """A request for input in one run of a handler."""

    id: str
    """A hash of name, method, params and the number among equal questions. Each run that asks the question has the same
    hash.
    """

    name: str
    """The name that the handler has chosen."""

    request: Mapping[str, Any]
    """An object with `method` and `params`, as JSON."""


class InputRequired(BaseException):
    """The signal that a handler has asked a question, and that the client must send its request again with the answers.

    This is control flow, not an error: let it leave the handler, and the server responds with every question of the
    run. It is no `Exception`, so `except Exception` does not catch it; clean up in `finally`. If a handler catches it
    and returns, the server sends its questions all the same, unless the handler has called `dismiss`.

    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr

    Args:
        client_input: the object that asks the client.
        questions: the questions that the client has not answered.

    Attributes:
        questions: the argument of this name.
    """

    def __init__(self, client_input: ClientInput, questions: Iterable[Question]) -> None:
        super().__init__()
        self.questions: tuple[Question, ...] = tuple(questions)
        self._client_input = client_input
        self._is_dismissed = False

    def __str__(self) -> str:
        return f"the client has to answer first: {', '.join(each.request['method'] for each in self.questions)}"

    @property
    def is_dismissed(self) -> bool:
        """True if the handler has withdrawn the questions."""
        return self._is_dismissed

    def dismiss(self) -> None:
        """Withdraw the questions, so that the handler can go on without the answers."""
        self._is_dismissed = True

    @property
    def members(self) -> dict[str, Any]:
        """The members of the `InputRequiredResult` for this run, as JSON.

        The result has `questions`, and all other questions of the run that the handler has not dismissed.

        Raises:
            ProtocolError: the client was asked `MAX_ROUNDS` times already, or the state with its answers has more than
                `MAX_STATE_CHARACTERS` characters or is not valid in the client's revision.
        """
        return self._client_input.make_result_members(self)


class _RequestState:
    """The content of a `requestState`: the questions and answers of one request.

    Args:
        saved: the content that `to_json` returned in the round before; empty in the first round.
        given: the `inputResponses` of the request. Those without a key in `saved` are ignored.

    Attributes:
        keys: the key of each question in `inputRequests`, by the id of the question.
        answers: the answers, as JSON, by the key of the question.
        rounds: number of times that the client was asked.
        unused: keys of the answers in `given` that no question of the run has used so far.
    """

    def __init__(self, saved: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        self.keys: dict[str, str] = dict(saved.get("keys", {}))
        self.rounds: int = saved.get("rounds", 0)
        self.unused = given.keys() & set(self.keys.values())
        self.answers: dict[str, Any] = {**saved.get("answers", {}), **{key: given[key] for key in self.unused}}

    def assign_key(self, question: Question) -> str:
        """Return the key of a question. A question without a key first gets one that no other question has."""
        if question.id not in self.keys:
            taken = set(self.keys.values())
            names = chain([question.name], (f"{question.name}-{number}" for number in count(2)))
            self.keys[question.id] = next(name for name in names if name not in taken)
        return self.keys[question.id]

    def is_answered(self, question: Question) -> bool:
        """Return whether the client has answered this very question."""
        return self.keys.get(question.id) in self.answers

    def use_answer(self, question: Question) -> Any:
        """Return the answer to an answered question as JSON, and count the answer as used."""
        key = self.keys[question.id]
        self.unused.discard(key)
        return self.answers[key]

    def to_json(self) -> dict[str, Any]:
        """Return the state for the next round as JSON."""
        return {"keys": self.keys, "answers": self.answers, "rounds": self.rounds + 1}


class ClientInput:
    """The object with which the handler of one request asks the client for input.

    Args:
        context: the context of the request.
        signer: the signer of the `requestState` that keeps earlier answers, in revisions where the client sends its
            request again; by default with a key that only this process knows.
        principal: key of the principal that the request is authorized for; by default that of the context. States that
            were signed for another principal are rejected.
        timeout: seconds to wait for each answer, in revisions with a handshake.
        check: the function that is called with each answer before the handler gets the answer; None to check none.

    Attributes:
        revision: the revision in which the client is asked.
    """

    def __init__(
        self,
        context: InputContext,
        signer: StateSigner = _PROCESS_SIGNER,
        *,
        principal: str | None = None,
        timeout: float = 60.0,
        check: CheckAnswer | None = None,
    ) -> None:
        self._context = context
        self._check = check
        self.revision: Revision = context.revision
        self._handler_revision: Revision = context.revision
        self._signer = signer
        if principal is None:
            principal = context.principal.key if context.principal is not None else ""
        self._principal = principal
        self._timeout = timeout
        self._repetitions = Counter[str]()
        self._raised: list[InputRequired] = []
        self._params: Mapping[str, Any] = context.message.document.get("params") or {}

    @cached_property
    def _revision_profile(self) -> RevisionProfile:
        return revision_profile(self.revision.id)

    @cached_property
    def _input_methods(self) -> Mapping[str, MethodProfile]:
        """The requests that a server can send, or embed in results, in the revision of the client, by method."""
        return {**self._revision_profile.requests["server"], **self._revision_profile.embedded_requests}

    @property
    def context(self) -> InputContext:
        """The context of the request."""
        return self._context

    def can_ask(self, method: str, params: Mapping[str, Any] | None = None) -> bool:
        """Return whether the client can get a request for input.

        The client's revision must have the request, and the client must have declared the capabilities that the request
        needs.

        Args:
            method: the method of the request, by its name in any release.
            params: the params of the request as JSON; some members, such as the mode of an elicitation, need further
                capabilities. None to check only the capability that every such request needs.
        """
        own = to_own_name(method, self.revision)
        return own in self._input_methods and not self._find_missing_capabilities(own, params)

    def require_capabilities(self, *requests: Mapping[str, Any]) -> None:
        """Check that the client's revision has requests for input, and that the client has declared the capabilities
        that these requests need.

        Args:
            requests: each an object with `method` and `params` as JSON.

        Raises:
            ProtocolError: the client lacks a capability that a request needs, or the client's revision lacks a request.
        """
        missing: dict[str, Any] = {}
        for each in requests:
            own = find_own_name(each["method"], self.revision)
            if own is None or own not in self._input_methods:
                raise _make_unknown_input_error(each["method"])
            merge_capabilities(missing, self._find_missing_capabilities(own, each.get("params")))
        if missing:
            raise make_missing_capability_error(missing)

    def decode_answer(self, method: str, answer: Any) -> Any:
        """Return an answer in the types of the handler's revision; if this revision lacks the method, in those of the
        newest release that has the method.

        Args:
            method: the method of the request for input, by its name in any release.
            answer: the answer as JSON.

        Raises:
            DecodeError: the answer is no result of the method.
        """
        asked = to_own_name(method, self._handler_revision)
        return decode_final_result(revision_with_method(asked, self._handler_revision), asked, answer)

    def complete_params(self, method: str, members: Mapping[str, Any]) -> dict[str, Any]:
        """Return the params of a request for input with the members whose values the handler's revision states. If this
        revision lacks the method, the newest release that has it states them.

        Args:
            method: the method of the request for input, by its name in any release.
            members: the members of the params as JSON, by attribute or by name in messages.

        Raises:
            TypeError: the params lack a member that the revision requires, and whose value no schema states.
        """
        asked = to_own_name(method, self._handler_revision)
        asking = revision_with_method(asked, self._handler_revision)
        return complete_params(asking, asked, to_wire_names(asking, asked, members))

    async def ask(self, /, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client for one or more inputs.

        In revisions with a handshake, wait for the answers. In other revisions, return the answers in the request, or
        raise `InputRequired`.

        Args:
            requests: the requests for input, under names of the caller's choice, each an object with `method` and
                `params` as JSON. The method may have its name in any release.

        Returns:
            The answers as JSON, by the same names.

        Raises:
            ProtocolError: the client lacks a capability that a request needs, or has responded with this error; the
                client's revision lacks a request; the `requestState` is altered, expired or of another request; or an
                answer has a wrong type.
            InputRequired: the client must send its request again; let this leave the handler.
            RuntimeError: the result of this request cannot ask for input.
            TimeoutError, ConnectionError: in a revision with a handshake, the client has not answered in time, or the
                handler or the connection to the client has ended.
            LocalProtocolError: in a revision with a handshake, the session allows no such request now, for example
                since the client has not sent `notifications/initialized`.
            pydantic.ValidationError, EncodeError: in a revision with a handshake, the params of a request do not fit
                the schema, or have no form in JSON.
            TypeError: the params of a request are not JSON, or in a revision with a handshake do not fit the schema.
            Exception: `check` has raised this error.
        """
        requests = self._copy_requests(requests, self.revision)
        self.require_capabilities(*requests.values())
        if self.revision.era == "handshake":
            return self._check_answers(requests, await self._send_requests(requests))
        if INPUT_REQUIRED_RESULT not in self.revision.methods[self._context.message.method].results:
            raise RuntimeError(f"the result of {self._context.message.method} cannot ask for input")
        state = self._state
        questions = [self._make_question(name, each) for name, each in requests.items()]
        unanswered = [each for each in questions if not state.is_answered(each)]
        answers = {each.name: state.use_answer(each) for each in questions if state.is_answered(each)}
        if not all(self.is_answer(answer, requests[name]["method"]) for name, answer in answers.items()):
            raise ProtocolError(INVALID_PARAMS, "Invalid params: an inputResponse is no result of its request")
        if unanswered:
            needed = InputRequired(self, unanswered)
            self._raised.append(needed)
            self._context.note_question(needed)
            raise needed
        return self._check_answers(requests, answers)

    def _copy_requests(self, requests: Mapping[str, dict[str, Any]], rev: Revision) -> dict[str, dict[str, Any]]:
        """Return a copy of requests for input, in which each method has its name in a revision, if that has the method.

        The caller may reuse its objects for other questions.
        """
        copied = deepcopy(dict(requests))
        for each in copied.values():
            each["method"] = to_own_name(each["method"], rev)
        return copied

    def make_result_members(self, needed: InputRequired) -> dict[str, Any]:
        """Return the members of the `InputRequiredResult` with the questions of this run that were not dismissed.

        Args:
            needed: the signal whose questions are included even if it was dismissed.

        Raises:
            ProtocolError: the client was asked `MAX_ROUNDS` times already, or the state with its answers has more than
                `MAX_STATE_CHARACTERS` characters or is not valid in the client's revision. The error is also logged.
        """
        request_state, method = self._state, self._context.message.method
        if request_state.rounds >= MAX_ROUNDS:
            _log.warning(
                "the handler of %s has asked %d times: let it ask the same questions in each run", method, MAX_ROUNDS
            )
            raise ProtocolError(INTERNAL_ERROR, f"The server has asked for input {MAX_ROUNDS} times")
        if request_state.unused:
            lost = len(request_state.unused)
            _log.info("%d answers belong to no question of this run of the handler of %s: it asks again", lost, method)
        asking = [each for each in self._raised if each is needed or not each.is_dismissed]
        requests = {
            request_state.assign_key(question): dict(question.request) for each in asking for question in each.questions
        }
        state = self._signer.write(self._make_purpose(), request_state.to_json())
        if len(state) > MAX_STATE_CHARACTERS:
            _log.warning(
                "the answers to the handler of %s take more than %d characters: %d",
                method,
                MAX_STATE_CHARACTERS,
                len(state),
            )
            taken = f"{len(state)} characters, more than {MAX_STATE_CHARACTERS} characters"
            raise ProtocolError(INTERNAL_ERROR, f"The answers of the client take {taken}")
        self._check_state(state)
        return {RESULT_TYPE: INPUT_REQUIRED, "inputRequests": requests, _STATE: state}

    def _check_state(self, state: str) -> None:
        """Check a `requestState` by the schema of the client's revision: that of the result, and that of the retry.

        Raises:
            ProtocolError: the schema does not allow the state, for example for its length. The fault is also logged.
        """
        from ..schema.explain import explain_member_faults  # imported here, as few handlers ask

        method, definitions = self._context.message.method, self.revision.schema_file.definitions
        retry = self.revision.methods[method].message
        faults = explain_member_faults(definitions, INPUT_REQUIRED_RESULT, (_STATE,), state)
        faults = faults or explain_member_faults(definitions, retry, ("params", _STATE), state)
        if faults:
            text = (
                f"the requestState of {len(state)} characters is not valid in {self.revision.id}: {faults[0].message}"
            )
            _log.warning("the handler of %s cannot ask: %s", method, text)
            raise ProtocolError(INTERNAL_ERROR, f"The server cannot ask for input: {text}")

    def _make_question(self, name: str, request: Mapping[str, Any]) -> Question:
        """Return a request for input as a question of this run, and count it: equal questions of a run have different
        ids.

        Raises:
            TypeError: the request is not JSON.
        """
        content = to_canonical_text([name, request["method"], request.get("params", {})])
        number = self._repetitions[content] = self._repetitions[content] + 1
        return Question(hashlib.sha256(f"{number} {content}".encode()).hexdigest(), name, request)

    def _check_answers(self, requests: Mapping[str, Any], answers: dict[str, Any]) -> dict[str, Any]:
        if self._check is not None:
            for name, each in requests.items():
                self._check(each["method"], each.get("params", {}), answers[name])
        return answers

    async def _send_requests(self, requests: Mapping[str, Any]) -> dict[str, Any]:
        """Send requests by name at the same time, and return the answers as JSON, by the same names.

        Raises:
            Exception: a request has raised this error. The other requests are cancelled.
        """
        tasks = {name: asyncio.ensure_future(self._send_request(**each)) for name, each in requests.items()}
        try:
            return dict(zip(tasks, await asyncio.gather(*tasks.values()), strict=True))
        finally:
            for task in tasks.values():
                task.cancel()

    async def _send_request(self, method: str, params: Mapping[str, Any]) -> Any:
        result = await self._context.calls.request(method, params, timeout=self._timeout)
        return dump_any(result)

    @cached_property
    def _state(self) -> _RequestState:
        """The state in the request, together with the answers in the request.

        Each request for input is sent with a state, which the client must return. Without a state nothing proves that
        the client was asked, so answers without a state are ignored. Page:
        /specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow.

        Raises:
            ProtocolError: the state is altered, expired or of another request.
        """
        state = self._params.get(_STATE)
        if state is None:
            return _RequestState({}, {})
        return _RequestState(self._signer.read(self._make_purpose(), state), self._params.get("inputResponses") or {})

    def _make_purpose(self) -> list[Any]:
        """Return the purpose of the signed state: the principal, the method, and the params that each retry repeats."""
        method = self._context.message.method
        return [self._principal, method, *(self._params.get(name) for name in ("name", "uri", "arguments"))]

    def is_answer(self, answer: object, method: str) -> bool:
        """Return whether a JSON value is a valid answer to a request for input.

        Args:
            answer: the answer of the client.
            method: the method of the request for input.
        """
        try:
            decode_final_result(self.revision, method, answer)
        except DecodeError:
            return False
        return True

    def _find_missing_capabilities(self, method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the capabilities that a request needs and the client lacks, as a JSON object of capabilities.

        The object is empty if the client lacks none, or if its revision does not have the request.
        """
        kind = self._input_methods.get(method)
        if kind is None:
            return {}
        paths = self._revision_profile.capabilities["client"]
        return find_missing_capabilities(kind, paths, params, self._context.peer_capabilities)


def _make_unknown_input_error(method: str) -> ProtocolError:
    """Return the error for a request for input that the client's revision does not have."""
    found = next((each for each in reversed(REVISIONS) if method in revision_profile(each).embedded_requests), None)
    text = f"The client's revision has no {method}"
    if found is None:
        return ProtocolError(INVALID_PARAMS, text)
    need = revision_profile(found).embedded_requests[method].need
    error = make_missing_capability_error({} if need is None else need.to_capabilities())
    return ProtocolError(error.code, text, data=error.data)
