"""Ask the client for input with the same code in every revision.

In revisions with a handshake the server sends requests of its own and waits for the answers. In 2026-07-28 the server
responds with the input it needs, and the client sends its request again with that input; earlier answers are kept in
`requestState`. The handler reruns on every retry, so it must be idempotent.

Pages: /specification/2026-07-28/basic/patterns/mrtr, /specification/2025-11-25/client/elicitation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ..errors import DecodeError, ProtocolError
from ..jsonrpc.messages import Notification, Request
from ..session.capabilities import merge_capabilities, missing_capabilities, missing_capability
from ..session.profile import MethodProfile, RevisionProfile, revision_profile
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import INPUT_REQUIRED, INPUT_REQUIRED_RESULT, RESULT_TYPE
from .state_signer import StateSigner

if TYPE_CHECKING:
    from ..authorization.principal import Principal
    from ..revisions import Revision

_SIGNER = StateSigner()
"""Signs the state of handlers that are given no other signer; other processes do not accept it."""


class AskingContext(Protocol):
    """What `ClientInput` needs of the context of a request, which is a `Context`."""

    @property
    def message(self) -> Request | Notification:
        """The request."""
        ...

    @property
    def principal(self) -> Principal | None:
        """Whom it is authorized for."""
        ...

    @property
    def revision(self) -> Revision:
        """Its revision."""
        ...

    @property
    def calls(self) -> Any:
        """Requests to the client, in revisions with a handshake."""
        ...

    @property
    def peer_capabilities(self) -> Mapping[str, Any]:
        """What the client has declared, as JSON."""
        ...


CheckAnswer: TypeAlias = Callable[[str, Mapping[str, Any], Mapping[str, Any]], None]
"""Takes the method and the params of a request for input and its answer, as JSON. It raises what the asker gets."""


class InputRequired(Exception):
    """The client must send its request again with input; `members` is the result that says so.

    Args:
        requests: the requests for input as JSON, by keys of the server's choice.
        state: the `requestState` that the client sends back.

    Attributes:
        members: members of the `InputRequiredResult`, as JSON.
    """

    def __init__(self, requests: Mapping[str, Any], state: str) -> None:
        super().__init__()
        self.members = {RESULT_TYPE: INPUT_REQUIRED, "inputRequests": dict(requests), "requestState": state}


class ClientInput:
    """Asks the client for input on behalf of the handler of one request.

    Args:
        context: of the request.
        signer: signs the `requestState` that keeps earlier answers, where the client sends its request again; by
            default with a key that only this process knows.
        principal: the user or client that the request is authorized for; a state is accepted from that one only. By
            default the key of the context's principal.
        timeout: seconds to wait for each answer, in revisions with a handshake.
        check: is given each answer before the asker gets it.
    """

    def __init__(
        self,
        context: AskingContext,
        signer: StateSigner = _SIGNER,
        *,
        principal: str | None = None,
        timeout: float = 60.0,
        check: CheckAnswer | None = None,
    ) -> None:
        self._context = context
        self._check = check
        self.revision = context.revision
        self._signer = signer
        if principal is None:
            principal = context.principal.key if context.principal is not None else ""
        self._principal = principal
        self._timeout = timeout
        self._keys = 0
        self._params: Mapping[str, Any] = context.message.document.get("params") or {}

    @cached_property
    def _profile(self) -> RevisionProfile:
        return revision_profile(self.revision.id)

    @cached_property
    def _kinds(self) -> Mapping[str, MethodProfile]:
        """The requests that a server sends or embeds in the revision of the client."""
        return {**self._profile.requests["server"], **self._profile.embedded}

    @property
    def context(self) -> AskingContext:
        """The context of the request."""
        return self._context

    def can(self, method: str, params: Mapping[str, Any] | None = None) -> bool:
        """Whether the client has declared what a request for input needs.

        Args:
            method: of the request.
            params: of the request as JSON; some members, such as the mode of an elicitation, need more.
        """
        return method in self._kinds and not self._missing(method, params)

    def require(self, *requests: Mapping[str, Any]) -> None:
        """Check that the client has declared what requests for input need.

        Args:
            requests: each an object with `method` and `params` as JSON.

        Raises:
            ProtocolError: the client lacks a capability that is needed.
        """
        missing: dict[str, Any] = {}
        for each in requests:
            if each["method"] not in self._kinds:
                raise ProtocolError(INVALID_PARAMS, f"The client's revision has no {each['method']}")
            merge_capabilities(missing, self._missing(each["method"], each.get("params")))
        if missing:
            raise self._missing_capability(missing)

    def new_key(self) -> str:
        """A name for a request for input: the same one each time that the handler reruns up to the same request."""
        self._keys += 1
        return f"input-{self._keys}"

    def typed(self, method: str, answer: Any) -> Any:
        """An answer in the types of the handler's revision."""
        return self.revision.codec(self.revision.methods[method].results[0]).decode_value(answer)

    async def ask(self, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client.

        Args:
            requests: under names of the caller's choice, each an object with `method` and `params` as JSON.

        Returns:
            The answers as JSON, by the same names.

        Raises:
            ProtocolError: the client lacks a capability that is needed, or has altered the state.
            InputRequired: the client must send its request again; the dispatcher responds with what it asks for, unless
                the handler catches this.
            RuntimeError: the result of this request cannot ask for input.
        """
        self.require(*requests.values())
        if self.revision.era == "handshake":
            return self._checked(requests, await self._requested(requests))
        if INPUT_REQUIRED_RESULT not in self.revision.methods[self._context.message.method].results:
            raise RuntimeError(f"the result of {self._context.message.method} cannot ask for input")
        answers = self._answers()
        for name, each in requests.items():
            if name in answers and not self.is_answer(answers[name], each["method"]):
                raise ProtocolError(INVALID_PARAMS, "Invalid params: an inputResponse is no result of its request")
        unanswered = {name: each for name, each in requests.items() if name not in answers}
        if unanswered:
            asked = {name: each["method"] for name, each in unanswered.items()}
            raise InputRequired(unanswered, self._signer.write(self._purpose(), {"asked": asked, "answers": answers}))
        return self._checked(requests, {name: answers[name] for name in requests})

    def _checked(self, requests: Mapping[str, Any], answers: dict[str, Any]) -> dict[str, Any]:
        if self._check is not None:
            for name, each in requests.items():
                self._check(each["method"], each.get("params", {}), answers[name])
        return answers

    async def _requested(self, requests: Mapping[str, Any]) -> dict[str, Any]:
        """The answers to requests that are sent at once."""
        tasks = {name: asyncio.ensure_future(self._request(**each)) for name, each in requests.items()}
        try:
            return dict(zip(tasks, await asyncio.gather(*tasks.values()), strict=True))
        finally:
            for task in tasks.values():
                task.cancel()

    async def _request(self, method: str, params: Mapping[str, Any]) -> Any:
        result = await self._context.calls.request(method, params, timeout=self._timeout)
        return self.revision.codec(self.revision.methods[method].results[0]).dump(result)

    def _answers(self) -> dict[str, Any]:
        """The answers that the state has kept, and those in this request to what the client was asked last.

        Each request for input goes out with a state, which the client must return. Without it nothing shows that the
        client was asked, or by which request, so its answers are ignored like others that nobody asked for. Page:
        /specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow.
        """
        state = self._params.get("requestState")
        if state is None:
            return {}
        saved = self._signer.read(self._purpose(), state)
        given: Mapping[str, Any] = self._params.get("inputResponses") or {}
        asked = {**saved["asked"], **saved["answers"]}
        return {**saved["answers"], **{name: answer for name, answer in given.items() if name in asked}}

    def _purpose(self) -> list[Any]:
        """Who sent the request, and what it asks for: the same on each retry."""
        method = self._context.message.method
        return [self._principal, method, *(self._params.get(name) for name in ("name", "uri", "arguments"))]

    def is_answer(self, answer: object, method: str) -> bool:
        """Whether a JSON value is a valid answer to a request for input.

        Args:
            answer: of the client.
            method: of the request.
        """
        try:
            self.revision.codec(self.revision.methods[method].results[0]).decode_value(answer)
        except DecodeError:
            return False
        return True

    def _missing(self, method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
        """The capabilities that a request needs and the client lacks, as nested as they are declared."""
        kind = self._kinds.get(method)
        if kind is None:
            return {}
        paths = self._profile.capabilities["client"]
        return missing_capabilities(kind.need, paths, method, params, self._context.peer_capabilities)

    def _missing_capability(self, missing: Mapping[str, Any]) -> ProtocolError:
        error = missing_capability(missing)
        if self.revision.era == "handshake":
            error.code = INVALID_PARAMS  # the other code is of later revisions
        return error
