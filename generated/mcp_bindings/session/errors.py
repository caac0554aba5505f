"""The errors for a message that breaks a rule of the session, and the choice between refusing and noting a violation.

A message that is refused does not change the state of the session, except that a refused answer of the peer ends its
request.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple, TypeAlias

from ..errors import FindingLevel, ProtocolError, RequestId
from ..limits import MAX_FINDINGS
from ..spec.error_codes import INVALID_REQUEST
from ..spec.names import INITIALIZE
from .rules import RULES, SessionMode
from .states import CLOSED, NEW


class Violation(Exception):
    """Exception for one rule that a message breaks. A caller that knows the sender raises the public error instead.

    Args:
        rule: the id of the rule in `mcp_bindings.session.RULES`.
        message: the fault, and the way to avoid it.
        code: the code of the error response to the peer.
        data: the data of that error response.
        answerable: whether a request of the peer may be answered with that error.
        level: the level of the finding, if the violation is only noted.
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


def make_step_violation(step: str, phase: str, method: str) -> Violation:
    """Return the violation of a message whose step the phase of the session does not allow.

    Args:
        step: a side and a step of `HANDSHAKE`, such as `client: request`.
        phase: one of the states of `HANDSHAKE`.
        method: the method of the message, for the text.
    """
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
    """One rule that a message of the peer breaks, and for which the message is not refused.

    The finding quotes no content of the message, only short values such as a name, an id, a token or a number.
    """

    rule: str
    """The id of the rule in `mcp_bindings.session.RULES`."""

    message: str
    """The fault, and the way to avoid it."""

    level: FindingLevel = "error"
    """`note`, from an observer only, if no side is at fault; `warning` if the page only recommends the rule; otherwise
    `error`."""


class LocalProtocolError(RuntimeError):
    """Error for a mistake of the caller: a message of this side would break a rule, so nothing is sent.

    The class is no subclass of `ProtocolError`. A dispatcher sends a `ProtocolError` to the peer, and the mistake does
    not concern the peer.

    Attributes:
        rule: the id of the rule in `mcp_bindings.session.RULES`.
        message: the fault, and the way to avoid it.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} [{rule}]")
        self.rule = rule
        self.message = message


class RemoteProtocolError(ProtocolError):
    """The error for a message of the peer that breaks a rule.

    `to_bytes()` returns the reply; None if no reply may be sent.

    Attributes:
        rule: the id of the rule in `mcp_bindings.session.RULES`.
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
"""A function that is called with each finding about a message of the peer."""


class FindingCollector:
    """The findings about the messages of one text, and the choice between refusing and noting a violation.

    There are three kinds of rules. The mode decides whether a violation of a requirement is refused or noted
    (`refuse_or_note`). A violation of a recommendation is noted (`note_violation`). A rule that binds the sender alone
    is not checked by a receiver (`note_sender_violation`), but an observer notes its violations too.

    A message of this side must keep the rules of all three kinds. A message that this side forwards may break the rules
    that its sender has broken, and the rules whose violations the mode delivers.

    Args:
        mode: the mode of the session, which decides whether `refuse_or_note` refuses.
        on_finding: a function that is called with each finding; None to call none.
        is_observer: whether an observer checks the messages. Then every message counts as one of a peer.

    Attributes:
        findings: the findings so far, at most `MAX_FINDINGS`.
        allowed_violations: the ids of the rules that a forwarded message of this side may break.
        mode: the mode of the session.
        is_observer: True if an observer checks the messages.
    """

    __slots__ = ("_on_finding", "allowed_violations", "findings", "is_observer", "mode")

    def __init__(
        self, mode: SessionMode = "strict", on_finding: OnFinding | None = None, *, is_observer: bool = False
    ) -> None:
        self.mode: SessionMode = mode
        self.is_observer: bool = is_observer
        self.allowed_violations: frozenset[str] = frozenset()
        self._on_finding = on_finding
        self.findings: tuple[SessionFinding, ...] = ()

    def refuse_or_note(self, violation: Violation | None, *, arrived: bool) -> None:
        """Refuse a message for a violation, or note the violation, by the handling in `RULES` for the mode.

        Nothing happens if `violation` is None.

        Raises:
            Violation: the message is refused, or is one of this side and may not break the rule.
        """
        if violation is None:
            return
        if arrived and getattr(RULES[violation.rule].handling, self.mode) == "refuse":
            raise copy(violation)  # the frames hold the other one, so that no cycle keeps the message
        self.note_violation(violation, arrived=arrived)

    def note_violation(self, violation: Violation | None, *, arrived: bool) -> None:
        """Note a violation for which a receiver does not reject the message, and call `on_finding` with the finding.

        Nothing happens if `violation` is None, if a message of this side may break the rule, or if `MAX_FINDINGS`
        findings are noted already.

        Raises:
            Violation: the message is one of this side, and may not break the rule.
        """
        if violation is None:
            return
        if not arrived:
            if violation.rule not in self.allowed_violations:
                raise copy(violation)
        elif len(self.findings) < MAX_FINDINGS:
            finding = SessionFinding(violation.rule, violation.message, violation.level)
            self.findings += (finding,)
            if self._on_finding is not None:
                self._on_finding(finding)

    def note_blameless_violation(self, violation: Violation | None) -> None:
        """Note a violation for which no side is at fault, if this is the collector of an observer.

        Nothing happens if `violation` is None, or if `MAX_FINDINGS` findings are noted already.
        """
        if violation is not None and self.is_observer and len(self.findings) < MAX_FINDINGS:
            self.findings += (SessionFinding(violation.rule, violation.message, "note"),)

    def checks_sender_rules(self, arrived: bool) -> bool:
        """Return whether the rules that bind the sender alone are checked for a message.

        These rules are checked for a message of this side, and for every message that an observer reads.

        Args:
            arrived: whether the message has arrived from the peer.
        """
        return self.is_observer or not arrived

    def note_sender_violation(self, violation: Violation | None, *, arrived: bool) -> None:
        """Note a violation of a rule that binds the sender alone.

        Nothing happens if `violation` is None, or if this side is the receiver and no observer.

        Raises:
            Violation: the message is one of this side, and may not break the rule.
        """
        if self.checks_sender_rules(arrived):
            self.note_violation(violation, arrived=arrived)
