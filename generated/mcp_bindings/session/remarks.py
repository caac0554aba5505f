"""Takes note of rules that bind only the sender of a message, so that the message has its effect nevertheless."""

from __future__ import annotations

from ..limits import MAX_FINDINGS
from .errors import SessionFinding, Violation


class Remarks:
    """What the messages of one text break of rules that bind only their sender.

    There are two kinds of such rules. A receiver checks what it can tell for certain (`recommend`). The others it does
    not check: they concern its peer alone (`bind`). An observer, which is neither side, notes both.

    Args:
        observes: whether the messages are those of two others, so that none of them is one of this side.

    Attributes:
        findings: what is noted, at most `MAX_FINDINGS`.
    """

    __slots__ = ("findings", "observes")

    def __init__(self, *, observes: bool = False) -> None:
        self.observes = observes
        self.findings: tuple[SessionFinding, ...] = ()

    def recommend(self, violation: Violation | None, *, arrived: bool) -> None:
        """Take what a message breaks of a rule that a receiver checks and does not reject the message for.

        Raises:
            Violation: the message is one of this side.
        """
        if violation is None:
            return
        if not arrived:
            raise violation
        if len(self.findings) < MAX_FINDINGS:
            self.findings += (SessionFinding(violation.rule, violation.message, violation.level),)

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
