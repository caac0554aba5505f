"""Ask the client for input with the same code in every revision.

In revisions with a handshake the server sends requests of its own and waits for the answers. In 2026-07-28 the server
responds with the input it needs, and the client sends its request again with that input; earlier answers are kept in
`requestState`. The handler reruns on every retry, so it must be idempotent.

Pages: /specification/2026-07-28/basic/patterns/mrtr, /specification/2025-11-25/client/elicitation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import DecodeError, ProtocolError
from ..spec.error_codes import INVALID_PARAMS, MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.names import INPUT_REQUIRED, RESULT_TYPE
from .context import Context
from .state_signer import StateSigner


class InputRequired(Exception):
    """The client must send its request again with input; the handler returns `members` as the result.

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
        signer: signs the `requestState` that keeps earlier answers, where the client sends its request again.
        principal: the user or client that the request is authorized for; a state is accepted from that one only.
        timeout: seconds to wait for each answer, in revisions with a handshake.
    """

    def __init__(self, context: Context, signer: StateSigner, *, principal: str = "", timeout: float = 60.0) -> None:
        self.context = context
        self.revision = context.revision
        self._signer = signer
        self._principal = principal
        self._timeout = timeout
        self._params: Mapping[str, Any] = context.message.document.get("params") or {}

    def can(self, method: str) -> bool:
        """Whether the client has declared the capability that a request for input needs."""
        info = self.revision.methods.get(method)
        return info is not None and info.capability in self.context.peer_capabilities

    async def ask(self, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client.

        Args:
            requests: under names of the caller's choice, each an object with `method` and `params` as JSON.

        Returns:
            The answers as JSON, by the same names.

        Raises:
            ProtocolError: the client lacks a capability that is needed, or has altered the state.
            InputRequired: the client must send its request again; the handler returns the `members` as its result.
        """
        lacking = {each["method"] for each in requests.values() if not self.can(each["method"])}
        if lacking:
            raise self._missing_capability(lacking)
        if self.revision.era == "handshake":
            return {name: await self._request(**request) for name, request in requests.items()}
        answers = self._answers()
        missing = {
            name: each for name, each in requests.items() if not self._is_result(answers.get(name), each["method"])
        }
        if missing:
            known = {name: answer for name, answer in answers.items() if name not in missing}
            raise InputRequired(missing, self._signer.write(self._purpose(), known))
        return {name: answers[name] for name in requests}

    async def _request(self, method: str, params: Mapping[str, Any]) -> Any:
        result = await self.context.calls.request(method, params, timeout=self._timeout)
        return self.revision.codec(self.revision.methods[method].results[0]).dump(result)

    def _answers(self) -> dict[str, Any]:
        """The answers in this request, and those that its state has kept."""
        state = self._params.get("requestState")
        earlier: dict[str, Any] = {} if state is None else self._signer.read(self._purpose(), state)
        return {**earlier, **(self._params.get("inputResponses") or {})}

    def _purpose(self) -> list[Any]:
        """Who sent the request, and what it asks for: the same on each retry."""
        method = self.context.message.method
        return [self._principal, method, *(self._params.get(name) for name in ("name", "uri", "arguments"))]

    def _is_result(self, answer: object, method: str) -> bool:
        """Whether a JSON value is a valid result of a method."""
        try:
            self.revision.codec(self.revision.methods[method].results[0]).decode_value(answer)
        except DecodeError:
            return False
        return True

    def _missing_capability(self, methods: set[str]) -> ProtocolError:
        infos = [self.revision.methods.get(method) for method in sorted(methods)]
        needed: dict[str, Any] = {info.capability: {} for info in infos if info is not None}
        code = MISSING_REQUIRED_CLIENT_CAPABILITY if self.revision.era == "per-request" else INVALID_PARAMS
        return ProtocolError(code, "The client lacks a capability", data={"requiredCapabilities": needed})
