"""The errors for a message that breaks a rule of the session, and the decision which rules refuse a message.

A message that breaks a rule does not change the state of the session.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ..errors import FindingLevel, ProtocolError, RequestId
from ..limits import MAX_FINDINGS
from ..spec.error_codes import INVALID_REQUEST
from ..spec.names import INITIALIZE
from .rules import RULES, SessionMode
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


OnFinding: TypeAlias = Callable[[SessionFinding], None]
"""Called with a rule that a message of the peer breaks without being refused."""


class Remarks:
    """What the messages of one text break of rules for which they are not refused.

    What a message must keep to is refused or noted by the mode (`require`). What a page only recommends is noted
    (`recommend`). What concerns the sender alone, a receiver does not check (`bind`). An observer, which is neither
    side, notes the last two.

    A message of this side keeps to all of them. One that it forwards may break what its own sender has broken, and what
    the mode delivers as harmless.

    Args:
        mode: decides what `require` refuses.
        on_finding: called with each finding.
        observes: whether the messages are those of two others, so that none of them is one of this side.

    Attributes:
        findings: what is noted, at most `MAX_FINDINGS`.
        broken: the rules that the message of this side may break, since another side has written it.
    """

    __slots__ = ("_on_finding", "broken", "findings", "mode", "observes")

    def __init__(
        self, mode: SessionMode = "strict", on_finding: OnFinding | None = None, *, observes: bool = False
    ) -> None:
        self.mode: SessionMode = mode
        self.observes: bool = observes
        self.broken: frozenset[str] = frozenset()
        self._on_finding = on_finding
        self.findings: tuple[SessionFinding, ...] = ()

    def require(self, violation: Violation | None, *, arrived: bool) -> None:
        """Refuse a message for what it breaks of a rule, or take note of that, as the mode says in `RULES`.

        Raises:
            Violation: the message is refused.
        """
        if violation is None:
            return
        if arrived and getattr(RULES[violation.rule].handling, self.mode) == "refuse":
            raise violation
        self.recommend(violation, arrived=arrived)

    def recommend(self, violation: Violation | None, *, arrived: bool) -> None:
        """Take what a message breaks of a rule that a receiver checks and does not reject the message for.

        Raises:
            Violation: the message is one of this side, and may not break the rule.
        """
        if violation is None:
            return
        if not arrived:
            if violation.rule not in self.broken:
                raise violation
        elif len(self.findings) < MAX_FINDINGS:
            finding = SessionFinding(violation.rule, violation.message, violation.level)
            self.findings += (finding,)
            if self._on_finding is not None:
                self._on_finding(finding)

    def note(self, violation: Violation | None) -> None:
        """Take what nobody is to blame for, if this is an observer."""
        if violation is not None and self.observes and len(self.findings) < MAX_FINDINGS:
            self.findings += (SessionFinding(violation.rule, violation.message, "note"),)

    def concern(self, arrived: bool) -> bool:
        """Whether rules that a receiver does not check are checked in a message.

        Args:
            arrived: whether it has arrived from the peer.
        """
        return self.observes or not arrived

    def bind(self, violation: Violation | None, *, arrived: bool) -> None:
        """Take what a message breaks of a rule that a receiver does not check; see `concern`.

        Raises:
            Violation: the message is one of this side.
        """
        if self.concern(arrived):
            self.recommend(violation, arrived=arrived)
