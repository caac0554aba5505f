"""Input from the client, asked for in the same words in every revision.

Revisions with a handshake have requests of the server: those are sent, and the answers are waited for. In 2026-07-28 a
server answers with what it needs and the client tries again: the work is begun anew then, and what was answered before
is known. So whatever asks must do nothing twice that matters.

Pages: /specification/2026-07-28/basic/patterns/mrtr, /specification/2025-11-25/client/elicitation.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

from ..errors import DecodeError, ProtocolError
from ..spec.error_codes import INVALID_PARAMS, MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.names import INPUT_REQUIRED, RESULT_TYPE
from .context import Context

_DIGEST = "sha256"
_LENGTH = 32
_SHORTEST_KEY = 16


class StateSigner:
    """Writes a `requestState` that clients carry and cannot alter.

    Args:
        key: a secret that every process of the server shares; by default one of this process alone.
        lifetime: seconds in which a client has to come back. Until then a state may come more than once.

    Raises:
        ValueError: the key has less than 16 bytes.
    """

    def __init__(self, key: bytes | None = None, *, lifetime: float = 600.0) -> None:
        if key is not None and len(key) < _SHORTEST_KEY:
            raise ValueError(f"a key of less than {_SHORTEST_KEY} bytes can be guessed")
        self._key = secrets.token_bytes(_LENGTH) if key is None else key
        self._lifetime = lifetime

    def write(self, purpose: object, content: object) -> str:
        """JSON as text that is good for one purpose, and for a while."""
        text = json.dumps([purpose, content, time.time() + self._lifetime]).encode("utf-8")
        return urlsafe_b64encode(self._sum(text) + text).decode("ascii")

    def read(self, purpose: object, state: str) -> Any:
        """What this server has written into a state.

        Raises:
            ProtocolError: it has not, or it was for another purpose, or too long ago.
        """
        try:
            raw = urlsafe_b64decode(state.encode("ascii"))
        except ValueError:
            raw = b""
        digest, text = raw[:_LENGTH], raw[_LENGTH:]
        # Base64 has several forms for the same bytes, and only one of them was written.
        if not hmac.compare_digest(digest, self._sum(text)) or urlsafe_b64encode(raw).decode("ascii") != state:
            raise ProtocolError(INVALID_PARAMS, "Invalid params: requestState is not as this server wrote it")
        written_for, content, until = json.loads(text)
        if written_for != json.loads(json.dumps(purpose)) or until < time.time():
            raise ProtocolError(INVALID_PARAMS, "Invalid params: requestState is of another request, or has expired")
        return content

    def _sum(self, text: bytes) -> bytes:
        return hmac.digest(self._key, text, _DIGEST)


class InputRequired(Exception):
    """The client is to try again with input.

    Attributes:
        members: of the `InputRequiredResult`, as JSON.
    """

    def __init__(self, requests: Mapping[str, Any], state: str) -> None:
        super().__init__()
        self.members = {RESULT_TYPE: INPUT_REQUIRED, "inputRequests": dict(requests), "requestState": state}


class ClientInput:
    """What the handler of one request asks the client.

    Args:
        context: of the request.
        seal: keeps earlier answers in the `requestState`, where the client tries again.
        principal: whom the request is authorized for; a state is good for that one alone.
        timeout: seconds for each answer, where it is waited for.
    """

    def __init__(self, context: Context, seal: StateSigner, *, principal: str = "", timeout: float = 60.0) -> None:
        self.context = context
        self.revision = context.dispatcher.revision
        self._seal = seal
        self._principal = principal
        self._timeout = timeout
        self._params: Mapping[str, Any] = context.message.document.get("params") or {}

    def can(self, method: str) -> bool:
        """May the client be asked this?"""
        row = self.revision.methods.get(method)
        return row is not None and row.capability in self.context.peer_capabilities

    async def ask(self, **requests: dict[str, Any]) -> dict[str, Any]:
        """Ask the client.

        Args:
            requests: by names of the caller's choice, each with `method` and `params` as JSON.

        Returns:
            The answers by the same names, as JSON.

        Raises:
            ProtocolError: the client lacks a capability for it, or has altered the state.
            InputNeeded: it is to try again, which the handler answers.
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
            raise InputRequired(missing, self._seal.write(self._purpose(), known))
        return {name: answers[name] for name in requests}

    async def _request(self, method: str, params: Mapping[str, Any]) -> Any:
        result = await self.context.calls.request(method, params, timeout=self._timeout)
        return self.revision.codec(self.revision.methods[method].results[0]).dump(result)

    def _answers(self) -> dict[str, Any]:
        """Those of this try, and those that the state has kept."""
        state = self._params.get("requestState")
        earlier: dict[str, Any] = {} if state is None else self._seal.read(self._purpose(), state)
        return {**earlier, **(self._params.get("inputResponses") or {})}

    def _purpose(self) -> list[Any]:
        """The request, whichever try it is, and whose it is."""
        method = self.context.message.method
        return [self._principal, method, *(self._params.get(name) for name in ("name", "uri", "arguments"))]

    def _fits(self, answer: object, method: str) -> bool:
        """Is it an answer to that request?"""
        try:
            self.revision.codec(self.revision.methods[method].results[0]).decode_value(answer)
        except DecodeError:
            return False
        return True

    def _cannot(self, methods: set[str]) -> ProtocolError:
        rows = [self.revision.methods.get(method) for method in sorted(methods)]
        needed: dict[str, Any] = {row.capability: {} for row in rows if row is not None}
        code = MISSING_REQUIRED_CLIENT_CAPABILITY if self.revision.era == "per-request" else INVALID_PARAMS
        return ProtocolError(code, "The client lacks a capability", data={"requiredCapabilities": needed})
