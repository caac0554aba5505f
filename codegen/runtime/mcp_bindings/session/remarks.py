"""Decides for which rules a message of the peer is refused, and takes note of the others that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..limits import MAX_FINDINGS
from .errors import SessionFinding, Violation
from .rules import RULES, SessionMode

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
