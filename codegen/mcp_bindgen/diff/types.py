"""Values of a comparison: a `Delta` is a difference, a `Change` its assessment, a `Report` has all changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.diff.containment.paths import Step
from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.diff.severity import Level, Severity, worst
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.jsontext import JSONValue

Source = Literal["schema", "protocol", "offer"]
"""Origin of a difference: in the schemas, in the protocol facts that no schema states, or in what a server offers."""
ChangeKind = Literal["added", "removed", "changed", "renamed", "deprecated"]
Way = Literal["old_to_new", "new_to_old"]
"""Direction in which documents are sent."""

WAYS: tuple[Way, ...] = ("old_to_new", "new_to_old")
Aspect = Literal["wire", "python"]
"""Subject of an assessment: documents on the wire, or Python source code."""
SIDES: tuple[Side, ...] = ("client", "server")


@dataclass(frozen=True)
class Place:
    """Location of a difference on one side."""

    definition: str
    """Wire name of the definition that contains the place."""
    pointer: str
    """JSON Pointer into the effective schema, or into the tables of protocol facts."""
    types: tuple[str, ...] = ()
    """Python names of the types that contain the place. The affected methods follow from these types."""
    root: str = ""
    """Wire name of the definition from which `path` starts; both sides have this definition."""
    path: tuple[Step, ...] = ()
    sources: tuple[str, ...] = ()
    """Sources of a protocol fact: pages of the specification or names in `schema.ts`."""


@dataclass(frozen=True)
class Effect:
    """Effect of a difference on the shapes at its place, separated from all other differences."""

    forward: Shape
    """Shape of the old side with this difference applied and no other."""
    backward: Shape
    """Shape of the new side with this difference undone and no other."""


@dataclass(frozen=True)
class Delta:
    """One difference between the two sides, without an assessment."""

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
    """`before` and `after` are the thing on each side: JSON Schema for a part of a schema, column values for a protocol
    fact.
    """
    effect: Effect | None = None
    """Effect on the shapes; None if a side has no shape, as with protocol facts."""
    together: Effect | None = None
    """Effect of several alternatives that were added or removed at once; None for any other difference.

    The differences of one such group share one object.
    """
    enveloped: bool = False
    """True if the side that lacks an added or removed member declares it in the JSON-RPC envelope of every message."""
    methods: tuple[str, ...] = ()
    """Methods that the difference is about; empty if these are the methods that use its place."""
    sender: tuple[Side, ...] = ()
    """Sides whose messages or duties the difference is about; empty if these follow from the place."""
    levels: tuple[Level, Level] | None = None
    """Levels of a difference without an effect, from old to new and from new to old; None if they are not known."""

    @property
    def place(self) -> Place:
        """Place to show: the one on the new side, or the one on the old side if the thing was removed."""
        place = self.old if self.new is None or (self.kind == "removed" and self.old is not None) else self.new
        assert place is not None
        return place


@dataclass(frozen=True)
class Witness:
    """A document that one side accepts and the other rejects."""

    document: JSONValue
    accepted_by: str
    """Name of the side that accepts the document."""
    accepted_as: str
    """Wire name of the definition on that side."""
    rejected_by: str
    rejected_as: str


@dataclass(frozen=True)
class Verdict:
    """The effect of a change on documents, in each direction, and on Python source code."""

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
    """Sides that must act: a sender whose documents the other revision may reject, and a receiver that may get
    documents that it rejects. If no document is rejected, both sides.
    """
    by_side: tuple[tuple[Side, Severity], ...]
    """Severity for each side in `affects`: the worst of the levels for which this side must act."""
    wire_by_side: tuple[tuple[Side, Severity], ...]
    """Severity for each side in `affects`, considering documents only."""
    witnesses: tuple[tuple[Way, Witness], ...]
    places: tuple[tuple[str, str], ...]
    """All places of the change, each as JSON Pointers on the old side and on the new side. The pointer of a side that
    lacks the place is empty.
    """
    summary: str
    """Summary as prose, with names in backticks."""
    before: str | None
    """The thing on the old side in a short readable notation; None if that side lacks the thing or has nothing to show.
    """
    after: str | None
    links: tuple[Link, ...]
    """Pages about the change, those of the newer side first."""
    fingerprint: str

    @property
    def severity(self) -> Severity:
        """Worst of the three verdicts."""
        return worst(self.wire_severity, self.verdict.python)

    @property
    def wire_severity(self) -> Severity:
        """Worst of the verdicts on documents."""
        return worst(self.verdict.old_to_new, self.verdict.new_to_old)


@dataclass(frozen=True)
class Report:
    """All changes from one side to the other, in the order of definitions."""

    old: str
    new: str
    changes: tuple[Change, ...]
    side: Side | None = None
    """Side to which the report is limited, or None. Severities are those for this side."""
    only: Aspect | None = None
    """Aspect to which the report is limited, or None. Severities are those for this aspect."""
    left_out: tuple[str, ...] = ()
    """Parts of schema files that are not compared, each with its place and reason."""

    @property
    def undecided(self) -> int:
        """Number of changes whose effect on documents is unknown, and of parts that are not compared."""
        return sum(self.is_unknown(change) for change in self.changes) + len(self.left_out)

    def is_unknown(self, change: Change) -> bool:
        """Return whether the effect of a change on documents is unknown. In a report about Python alone, no effect is
        unknown.
        """
        levels = (change.verdict.old_to_new, change.verdict.new_to_old)
        return self.only != "python" and "unknown" in levels

    def severity(self, change: Change) -> Severity:
        """Return the severity of a change, for the side and the aspect to which the report is limited."""
        if self.side is not None:
            return dict(self.by_side(change)).get(self.side, "safe")
        if self.only == "wire":
            return change.wire_severity
        return change.verdict.python if self.only == "python" else change.severity

    def by_side(self, change: Change) -> tuple[tuple[Side, Severity], ...]:
        """Return the severity of a change for each side in `affects`, for the aspect to which the report is limited."""
        if self.only == "wire":
            return change.wire_by_side
        if self.only == "python":
            return tuple((side, change.verdict.python) for side in change.affects)
        return change.by_side
