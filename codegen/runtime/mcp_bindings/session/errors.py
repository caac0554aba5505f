"""The errors for a message that breaks a rule of the session: one for messages of this side, one for the peer's.

A message that breaks a rule does not change the state of the session.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import FindingLevel, ProtocolError, RequestId
from ..spec.error_codes import INVALID_REQUEST
from ..spec.names import INITIALIZE
from .states import CLOSED, NEW


class Violation(Exception):
    """A message breaks a rule. The caller knows whose message it is, and raises the public error.

    Args:
        rule: its id in `mcp_bindings.session.RULES`.
        message: what is wrong, and what would be right.
        code: of the error to answer the peer with.
        data: of that error.
        answerable: whether the peer may be answered if it sent a request.
        level: of a finding, if the message is not rejected.
    """

    def __init__(
        self,
        rule: str,
        message: str,
        *,
        code: int = INVALID_REQUEST,
        data: Any = None,
        answerable: bool = True,
        level: FindingLevel = "error",
    ) -> None:
        super().__init__(rule, message)
        self.rule = rule
        self.message = message
        self.level: FindingLevel = level
        self.code = code
        self.data = data
        self.answerable = answerable


def misplaced(step: str, phase: str, method: str) -> Violation:
    """The rule that a step breaks in a phase that does not allow it."""
    sender, _, step = step.partition(": ")
    if phase == CLOSED:
        return Violation("closed", "the session is closed")
    text = f"a {sender} may not send {method} while the session is {phase}"
    if step == "initialized":
        return Violation("lifecycle.initialized", f"{text}: it follows the result of initialize, once")
    if step == INITIALIZE:
        return Violation("lifecycle.once", f"{text}: initialize comes once")
    return Violation("lifecycle.first" if phase == NEW else "lifecycle.early", f"{text}: initialize comes first")


class SessionFinding(NamedTuple):
    """A rule that a message of the peer breaks, and that does not make it invalid. It never quotes the message."""

    rule: str
    """Its id in `mcp_bindings.session.RULES`."""

    message: str
    """What is wrong, and what would be right."""

    level: FindingLevel = "error"
    """`warning` for a rule that the peer only should keep; `note`, which only observers have, if it keeps all rules."""


class LocalProtocolError(RuntimeError):
    """A message of this side would break a rule, so nothing is sent: a mistake of the caller.

    It is not a `ProtocolError`, since a dispatcher sends those to the peer, and this mistake does not concern the peer.

    Attributes:
        rule: id of the rule, as in `mcp_bindings.session.RULES`.
        message: what is wrong, and what would be right.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} [{rule}]")
        self.rule = rule
        self.message = message


class RemoteProtocolError(ProtocolError):
    """A message of the peer breaks a rule; `to_bytes()` is the reply, None where none may be sent.

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
        self.rule: str = violation.rule
        self.rejects_answer = False
        self.http_status = http_status
