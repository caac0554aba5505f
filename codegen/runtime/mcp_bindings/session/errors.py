"""Two ways for a step to be wrong: this side may not take it, or the peer may not have.

Neither changes the state of the session.
"""

from __future__ import annotations

from typing import Any

from ..errors import ProtocolError, RequestId
from ..spec.error_codes import INVALID_REQUEST


class Violation(Exception):
    """A step breaks a rule; nobody has been blamed yet.

    Args:
        rule: its id in `mcp_bindings.session.RULES`.
        message: what is wrong, and what would be right.
        code: of the error that a peer is answered with.
        data: of that error.
        answerable: may the peer be answered, if what it sent was a request?
    """

    def __init__(
        self, rule: str, message: str, *, code: int = INVALID_REQUEST, data: Any = None, answerable: bool = True
    ) -> None:
        super().__init__(rule, message)
        self.rule = rule
        self.message = message
        self.code = code
        self.data = data
        self.answerable = answerable


class LocalProtocolError(RuntimeError):
    """This side was about to break a rule, so nothing was sent: a mistake of the caller.

    It is no `ProtocolError`, since a handler that meets one has a fault that is none of the peer's business.

    Attributes:
        rule: id of the rule, as in `mcp_bindings.session.RULES`.
        message: what is wrong, and what would be right.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} [{rule}]")
        self.rule = rule
        self.message = message


class RemoteProtocolError(ProtocolError):
    """The peer has broken a rule; `to_bytes()` is the reply, None where none may be sent.

    Attributes:
        rule: id of the rule, as in `mcp_bindings.session.RULES`.
    """

    def __init__(self, violation: Violation, id: RequestId | None, *, http_status: int | None = None) -> None:
        super().__init__(
            violation.code,
            violation.message,
            id=id,
            data=violation.data,
            answerable=violation.answerable and id is not None,
        )
        self.rule = violation.rule
        self.http_status = http_status
