"""What is wrong: a finding for each fault of a document, and the two errors that carry findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

RequestId: TypeAlias = "str | int"
"""Id of a JSON-RPC request, as the strict parser lets it pass."""


class Finding(NamedTuple):
    """One fault of a document. Never quotes the document's content."""

    pointer: str
    """Where: JSON Pointer (RFC 6901) into the document; empty for the whole of it."""

    rule: str
    """Which keyword of JSON Schema is violated (`type`, `required`, `const`, …), or `json` for text that is no JSON."""

    message: str
    """What was expected there."""


QUOTED = 80
"""Characters of a document that a finding quotes at most, where quoting is asked for."""


def with_excerpt(finding: Finding, document: object) -> Finding:
    """The same finding, with what stands at its place in the document."""
    import json  # loaded for faults only, as are the type guards

    from .json_values import is_array, is_object, unescape

    value: Any = document
    for token in finding.pointer.split("/")[1:]:
        name = unescape(token)
        value = value[int(name)] if is_array(value) else value[name] if is_object(value) else None
    text = ""
    for part in json.JSONEncoder(ensure_ascii=False).iterencode(value):  # no more of it than is quoted
        text += part
        if len(text) > QUOTED:
            break
    return finding._replace(message=f"{finding.message}: {text if len(text) <= QUOTED else text[:QUOTED] + '…'}")


class DecodeError(ValueError):
    """A document that its definition does not accept.

    Attributes:
        definition: name of the definition it was read as.
        findings: why, at least one.
    """

    def __init__(self, definition: str, findings: Sequence[Finding]) -> None:
        self.definition = definition
        self.findings = list(findings)
        super().__init__(definition, self.findings)

    def __str__(self) -> str:
        lines = [f"{finding.pointer or '(root)'}: {finding.message}" for finding in self.findings]
        return f"not a valid {self.definition}: " + "; ".join(lines)


class ProtocolError(Exception):
    """A message that is refused, an error to answer with, or an error that was the answer.

    Args:
        code: of JSON-RPC or MCP, as in `mcp_bindings.error_codes`.
        message: one short sentence; quotes no payload.
        id: of the request, where that could be read.
        data: further JSON for the peer; by default the findings, if there are any.
        findings: what is wrong with a document, one for each cause.
        answerable: may a reply be sent? Only requests, and what may have been one, are answered.

    Attributes:
        http_status: to refuse the HTTP request with that brought the message; None unless `Session.receive` was given
            its headers.
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
        self.http_status: int | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"

    def to_bytes(self) -> bytes | None:
        """The JSON-RPC reply; None where none may be sent.

        An id that could not be read is null, as in JSON-RPC 2.0.

        Raises:
            TypeError, ValueError: `data` is no JSON.
        """
        return self.reply(self.id) if self.answerable else None

    def reply(self, id: RequestId | None) -> bytes:
        """The JSON-RPC reply to a request.

        Raises:
            TypeError, ValueError: `data` is no JSON.
        """
        import json  # loaded for faults only

        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        answer = {"jsonrpc": "2.0", "id": id, "error": error}
        return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
