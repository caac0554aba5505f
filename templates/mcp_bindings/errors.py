"""The one exception of the protocol: what was wrong with a message, or what its answer says went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_bindings.findings import Finding
from mcp_bindings.messages import RequestId


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
        import json  # only ever needed for faults

        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        answer = {"jsonrpc": "2.0", "id": id, "error": error}
        return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
