"""Values of a comparison: a `Delta` is a difference, a `Change` is a difference with its assessment, and a `Report` has
the changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.diff.containment.shape_paths import Step
from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.diff.severity import Level, Severity, worst_severity
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.jsontext import JSONValue

Source = Literal["schema", "protocol", "offer"]
"""Origin of a difference: the schemas, the protocol facts that no schema states, or what a server offers."""
ChangeKind = Literal["added", "removed", "changed", "renamed", "deprecated"]
Way = Literal["old_to_new", "new_to_old"]
"""Direction in which documents are sent: from a sender of the old side to a receiver of the new side, or from a sender
of the new side to a receiver of the old side.
"""

WAYS: tuple[Way, ...] = ("old_to_new", "new_to_old")
Aspect = Literal["wire", "python"]
"""Aspect of a change: its effect on documents on the wire, or on Python source code."""
SIDES: tuple[Side, ...] = ("client", "server")


@dataclass(frozen=True)
class Place:
    """Location of a difference on the old side or on the new side of a comparison."""

    definition: str
    """Wire name of the definition that contains the place; empty for a protocol fact or a part of an offer that belongs
    to no definition.
    """
    pointer: str
    """JSON Pointer to the place. It leads into the effective schema, into the tables of protocol facts, or into the
    offer of a server.
    """
    types: tuple[str, ...] = ()
    """Python names of the types that contain the place, or that a protocol fact is about; empty if there are none. The
    affected methods follow from these types.
    """
    root: str = ""
    """Wire name of the definition from which `path` starts; empty for a place that has only a pointer."""
    path: tuple[Step, ...] = ()
    sources: tuple[str, ...] = ()
    """Sources of a protocol fact: pages of the specification or names in `schema.ts`; empty for any other place."""


@dataclass(frozen=True)
class Effect:
    """Effect of one difference on the shapes (the sets of valid documents) at its place, as if there were no other
    difference.
    """

    forward: Shape
    """Shape of the old side with this difference applied and no other."""
    backward: Shape
    """Shape of the new side with this difference undone and no other."""


@dataclass(frozen=True)
class Delta:
    """One difference between the two sides of a comparison. A `Change` has a difference and its assessment."""

    what: str
    """Kind of difference, such as `bound changed`. The kind selects the change rules."""
    source: Source
    kind: ChangeKind
    old: Place | None
    new: Place | None
    subject: str
    """Name of the member, value, alternative, method, header or other thing that differs."""
    before: JSONValue = None
    after: JSONValue = None
    """`before` and `after` are the thing on the old side and on the new side, or None for a side that lacks the thing.
    A part of a schema is written as JSON Schema, a default or constant as its value, and a protocol fact as its
    columns.
    """
    effect: Effect | None = None
    """Effect on the shapes; None for a difference without shapes to compare, such as a protocol fact, a default or a
    renamed definition.
    """
    together: Effect | None = None
    """Effect of all alternatives that were added to and removed from one union at once; None for any other difference.

    The differences of these alternatives share one `Effect` object.
    """
    parts: tuple[Delta, ...] = ()
    """The loss and the gain of a moved member; empty for any other difference. The levels of a moved member are the
    worst levels of these two differences.
    """
    enveloped: bool = False
    """True if the side whose definition lacks an added or removed member declares the member in the JSON-RPC envelope
    of its messages.
    """
    methods: tuple[str, ...] = ()
    """Methods that the difference is about; empty if the methods follow from the types of its place."""
    sender: tuple[Side, ...] = ()
    """Client, server or both: the senders of the changed messages, or the sides with a changed duty; empty if the
    senders follow from the types of its place.
    """
    levels: tuple[Level, Level] | None = None
    """Levels of a difference that has no `effect`, from old to new and from new to old; None if they are not known or
    the change rule fixes them.
    """

    @property
    def place(self) -> Place:
        """Place to show in a report: the place on the new side, or that on the old side if the thing was removed."""
        place = self.old if self.new is None or (self.kind == "removed" and self.old is not None) else self.new
        assert place is not None
        return place


@dataclass(frozen=True)
class Witness:
    """A document that is valid on one side of a comparison and rejected on the other side."""

    document: JSONValue
    accepted_by: str
    """Name of the side that accepts the document."""
    accepted_as: str
    """Wire name of the definition against which the document is valid."""
    rejected_by: str
    rejected_as: str


@dataclass(frozen=True)
class Verdict:
    """The assessment of a change: a level for documents in each direction, and a severity for Python source code."""

    old_to_new: Level
    new_to_old: Level
    python: Severity


@dataclass(frozen=True)
class Link:
    """A page to read about a change."""

    text: str
    url: str


@dataclass(frozen=True)
class Change:
    """A difference and its assessment."""

    rule: str
    delta: Delta
    verdict: Verdict
    methods: tuple[str, ...]
    affects: tuple[Side, ...]
    """Client, server or both: the sides that must act. A sender must act if the other revision may reject its
    documents, and a receiver must act if it may reject documents that it gets. If no document is rejected, both sides
    are affected.
    """
    by_side: tuple[tuple[Side, Severity], ...]
    """Severity for each side in `affects`: the worst of the verdict on Python source code and of the levels for which
    this side must act.
    """
    wire_by_side: tuple[tuple[Side, Severity], ...]
    """Severity for each side in `affects`, without the verdict on Python source code."""
    witnesses: tuple[tuple[Way, Witness], ...]
    places: tuple[tuple[str, str], ...]
    """All places of the change. Each is a pair of JSON Pointers, one on the old side and one on the new side. The
    pointer of a side that lacks the place is empty.
    """
    summary: str
    """Summary as prose, with names in backticks."""
    before: str | None
    """The changed thing on the old side in a short readable notation; None if the old side lacks the thing or has
    nothing to show.
    """
    after: str | None
    links: tuple[Link, ...]
    """Pages about the change. Those of the new side come first."""
    fingerprint: str

    @property
    def severity(self) -> Severity:
        """Worst of the verdicts on documents, in both directions, and on Python source code."""
        return worst_severity(self.wire_severity, self.verdict.python)

    @property
    def wire_severity(self) -> Severity:
        """Worst of the verdicts on documents, in both directions."""
        return worst_severity(self.verdict.old_to_new, self.verdict.new_to_old)


@dataclass(frozen=True)
class Report:
    """Changes from the old side to the new side of a comparison, in the order in which they were found."""

    old: str
    new: str
    changes: tuple[Change, ...]
    side: Side | None = None
    """Client or server if the report is limited to this side; None for both. The severities in a limited report are
    those for its side.
    """
    only: Aspect | None = None
    """Aspect to which the report is limited; None for all aspects. The severities in a limited report are those for its
    aspect.
    """
    left_out: tuple[str, ...] = ()
    """Texts about the parts of schema files that are not compared. Each text has the place of a part, and the reason.
    """

    @property
    def undecided(self) -> int:
        """Number of changes for which `is_unknown` returns True, plus the number of parts that are not compared."""
        return sum(self.is_unknown(change) for change in self.changes) + len(self.left_out)

    def is_unknown(self, change: Change) -> bool:
        """Return whether the effect of a change on documents is unknown. In a report that is limited to Python source
        code, return False.
        """
        levels = (change.verdict.old_to_new, change.verdict.new_to_old)
        return self.only != "python" and "unknown" in levels

    def severity(self, change: Change) -> Severity:
        """Return the severity of a change for the side and the aspect to which the report is limited; `safe` if the
        change does not affect this side.
        """
        if self.side is not None:
            return dict(self.severities_by_side(change)).get(self.side, "safe")
        if self.only == "wire":
            return change.wire_severity
        return change.verdict.python if self.only == "python" else change.severity

    def severities_by_side(self, change: Change) -> tuple[tuple[Side, Severity], ...]:
        """Return the severity of a change for each side that must act. In a report that is limited to an aspect, only
        the verdicts on this aspect count.
        """
        if self.only == "wire":
            return change.wire_by_side
        if self.only == "python":
            return tuple((side, change.verdict.python) for side in change.affects)
        return change.by_side
