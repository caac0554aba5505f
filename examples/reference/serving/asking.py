"""Input from the client, asked for in the same words in every revision.

Revisions with a handshake have requests of the server: those are sent, and the answers are waited for. In 2026-07-28 a
server answers with what it needs and the client tries again: the work is begun anew then, and what was answered before
is known. So whatever asks must do nothing twice that matters.
"""

from __future__ import annotations

from typing import Any

import mcp_bindings as mb
from mcp_bindings.error_codes import INVALID_PARAMS
from mcp_bindings.v2026_07_28.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY
from serving.sealing import seal, unseal

ELICIT, SAMPLE, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"

ANSWER_WITHIN = 60.0  # seconds a user may take


class InputNeededError(Exception):
    """The client is to try again with these."""

    def __init__(self, requests: dict[str, Any], state: str) -> None:
        super().__init__()
        self.members = {"resultType": "input_required", "inputRequests": requests, "requestState": state}


class Work:
    """One request that is worked on.

    Attributes:
        context: reports progress, logs, and leads to the client.
        revision: of the request.
    """

    def __init__(self, context: mb.Context) -> None:
        self.context = context
        self.revision = context.dispatcher.revision
        self._params: dict[str, Any] = context.message.document.get("params") or {}

    def can(self, method: str) -> bool:
        """May the client be asked this?"""
        row = self.revision.methods.get(method)
        return row is not None and row.capability in self.context.peer_capabilities

    async def ask(self, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client.

        Args:
            requests: by names of our choice, each with `method` and `params`.

        Returns:
            The answers by the same names, as JSON.

        Raises:
            ProtocolError: the client cannot be asked that.
            InputNeededError: it is to try again.
        """
        lacking = {each["method"] for each in requests.values() if not self.can(each["method"])}
        if lacking:
            raise self._cannot(lacking)
        if self.revision.era == "handshake":
            return {name: await self._request(**request) for name, request in requests.items()}
        answers = self._answers()
        missing = {name: each for name, each in requests.items() if not self._fits(answers.get(name), each["method"])}
        if missing:
            known = {name: answer for name, answer in answers.items() if name not in missing}
            raise InputNeededError(missing, seal(self._purpose(), known))
        return {name: answers[name] for name in requests}

    async def _request(self, method: str, params: dict[str, Any]) -> Any:
        result = await self.context.calls.request(method, params, timeout=ANSWER_WITHIN)
        return self.revision.codec(self.revision.methods[method].results[0]).dump(result)

    def _answers(self) -> dict[str, Any]:
        """Those of this try, and those that the state has kept."""
        state = self._params.get("requestState")
        earlier = {} if state is None else unseal(self._purpose(), state)
        return {**earlier, **(self._params.get("inputResponses") or {})}

    def _purpose(self) -> list[Any]:
        return [self._params.get("name"), self._params.get("uri"), self._params.get("arguments")]

    def _fits(self, answer: Any, method: str) -> bool:
        """Is it an answer to that request?"""
        try:
            self.revision.codec(self.revision.methods[method].results[0]).decode_value(answer)
        except mb.DecodeError:
            return False
        return True

    def _cannot(self, methods: set[str]) -> mb.ProtocolError:
        needed: dict[str, Any] = {self.revision.methods[method].capability: {} for method in sorted(methods)}
        modern = self.revision.era == "per-request"
        code = MISSING_REQUIRED_CLIENT_CAPABILITY if modern else INVALID_PARAMS
        return mb.ProtocolError(code, "The client lacks a capability", data={"requiredCapabilities": needed})


def form(message: str, *required: str, **properties: Any) -> dict[str, Any]:
    """A form for the user to fill in."""
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": list(required)}
    if not required:
        del schema["required"]
    return {"method": ELICIT, "params": {"message": message, "requestedSchema": schema}}


def prompt(text: str, max_tokens: int = 100) -> dict[str, Any]:
    """A question for the client's model."""
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": SAMPLE, "params": {"messages": [message], "maxTokens": max_tokens}}


def roots() -> dict[str, Any]:
    """Which folders the client has to do with."""
    return {"method": ROOTS, "params": {}}
