"""Findings, which describe one fault of a document each, and the errors that carry findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

RequestId: TypeAlias = "str | int"
"""The id of a JSON-RPC request, as the parser accepts it."""


class Finding(NamedTuple):
    """One fault of a document. It never quotes the document's content."""

    pointer: str
    """The place of the fault, as a JSON Pointer (RFC 6901); empty for the whole document."""

    rule: str
    """The violated keyword of JSON Schema (`type`, `required`, `const`, …), or `json` for text that is not JSON."""

    message: str
    """What was expected there, in words."""


QUOTED = 80
"""The largest number of characters of a document that `with_excerpt` and `quoted` quote."""


def shortened(text: str) -> str:
    """A text for an error message, cut after `QUOTED` characters."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


def quoted(value: object) -> str:
    """A value of the peer, such as an id, for an error message: as Python writes it, cut after `QUOTED` characters."""
    shown = value[: QUOTED + 1] if isinstance(value, str) else value
    if isinstance(value, int) and not -(10**QUOTED) < value < 10**QUOTED:
        return f"an integer of {value.bit_length()} bits"
    return shortened(repr(shown))


def with_excerpt(finding: Finding, document: object) -> Finding:
    """The same finding, with an excerpt of the document appended to its message."""
    import json  # both imports are needed for faults only

    from .json_values import is_array, is_object, unescape

    value: Any = document
    for token in finding.pointer.split("/")[1:]:
        name = unescape(token)
        value = value[int(name)] if is_array(value) else value[name] if is_object(value) else None
    text = ""
    for part in json.JSONEncoder(ensure_ascii=False).iterencode(value):  # stops once there is enough to quote
        text += part
        if len(text) > QUOTED:
            break
    return finding._replace(message=f"{finding.message}: {shortened(text)}")


class DecodeError(ValueError):
    """A document that is not valid for its definition.

    Attributes:
        definition: Name of the definition.
        findings: The faults, at least one.
    """

    def __init__(self, definition: str, findings: Sequence[Finding]) -> None:
        self.definition = definition
        self.findings = list(findings)
        super().__init__(definition, self.findings)

    def __str__(self) -> str:
        lines = [f"{finding.pointer or '(root)'}: {finding.message}" for finding in self.findings]
        return f"not a valid {self.definition}: " + "; ".join(lines)


class EncodeError(ValueError):
    """A value that cannot be written as its definition without losing or changing a part of it.

    Attributes:
        definition: Name of the definition, or of the class.
        findings: The faults, at least one. The rule `class` is a value of a class that its place does not declare.
    """

    def __init__(self, definition: str, findings: Sequence[Finding]) -> None:
        self.definition = definition
        self.findings = list(findings)
        super().__init__(definition, self.findings)

    def __str__(self) -> str:
        lines = [f"{finding.pointer or '(root)'}: {finding.message}" for finding in self.findings]
        return f"cannot be written as {self.definition}: " + "; ".join(lines)


class ProtocolError(Exception):
    """A JSON-RPC error: for a message that is rejected, raised by a handler, or received from the peer.

    Args:
        code: The error code of JSON-RPC or MCP; see `mcp_bindings.spec.error_codes` and `Revision.error_codes`.
        message: One short sentence, which does not quote the message.
        id: Id of the request; None if it could not be read.
        data: More JSON for the peer; the findings by default.
        findings: The faults of the message.
        answerable: Whether a reply may be sent. Only a request, or a message that may have been one, gets a reply.

    Attributes:
        rejects_answer: Whether the message is an answer of the peer; `id` is then that of a request of this side.
        http_status: The status of the response to the HTTP request that carried the message; None unless
            `Session.receive` was given its headers.
    """

    def __init__(
        self,
        code: int,
        message: str,
        *,
        id: RequestId | None = None,
        data: Any = None,
        findings: Sequence[Finding] = (),
        answerable: bool = True,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.id = id
        self.findings = list(findings)
        self.data = data if data is not None or not findings else {"findings": [row._asdict() for row in findings]}
        self.answerable = answerable
        self.rejects_answer = id is not None and not answerable
        self.http_status: int | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"

    def to_bytes(self) -> bytes | None:
        """The JSON-RPC reply as UTF-8 text; None if no reply may be sent.

        An id that could not be read becomes null, as JSON-RPC 2.0 requires.

        Raises:
            TypeError, ValueError: `data` is not JSON.
        """
        return self.reply(self.id) if self.answerable else None

    def reply(self, id: RequestId | None) -> bytes:
        """The JSON-RPC reply to the request with this id, as UTF-8 text.

        Raises:
            TypeError, ValueError: `data` is not JSON.
        """
        import json  # needed for faults only

        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        answer = {"jsonrpc": "2.0", "id": id, "error": error}
        return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
