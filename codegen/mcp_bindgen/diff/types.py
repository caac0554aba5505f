"""The values of a comparison: a `Delta` says what differs, a `Change` what that means, a `Report` holds all changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.diff.containment.paths import Step
from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.diff.severity import Level, Severity, worst
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.jsontext import JSONValue

Source = Literal["schema", "protocol"]
"""Where a difference was found: in the schemas, or in the protocol facts that no schema states."""
ChangeKind = Literal["added", "removed", "changed", "renamed", "deprecated"]
Way = Literal["old_to_new", "new_to_old"]
"""The direction in which documents are sent."""

WAYS: tuple[Way, ...] = ("old_to_new", "new_to_old")
Aspect = Literal["wire", "python"]
"""What a change is for: documents as they travel, or Python source code."""
SIDES: tuple[Side, ...] = ("client", "server")


@dataclass(frozen=True)
class Place:
    """The location of a difference on one side."""

    definition: str
    """Wire name of the definition that contains it."""
    pointer: str
    """JSON Pointer into the effective schema, or into the tables of protocol facts."""
    types: tuple[str, ...] = ()
    """Python names of the types that contain it, from which the affected methods are derived."""
    root: str = ""
    """Wire name of the definition from which `path` starts; both sides have this definition."""
    path: tuple[Step, ...] = ()
    sources: tuple[str, ...] = ()
    """For a protocol fact: the pages of the specification or the names in `schema.ts` that state it."""


@dataclass(frozen=True)
class Effect:
    """What a difference does to the shapes at its place, separated from all other differences."""

    forward: Shape
    """The shape of the old side with this difference applied and no other."""
    backward: Shape
    """The shape of the new side with this difference undone and no other."""


@dataclass(frozen=True)
class Delta:
    """One difference between the two sides, without an assessment."""

    what: str
    """The kind of difference, such as `bound changed`; the change rules are selected by it."""
    source: Source
    kind: ChangeKind
    old: Place | None
    new: Place | None
    subject: str
    """Name of the member, value, alternative, method, header or other thing that differs."""
    before: JSONValue = None
    after: JSONValue = None
    """The thing on either side: JSON Schema for parts of a schema, column values for protocol facts."""
    effect: Effect | None = None
    """None where the difference has no shape on both sides to compare, as for protocol facts."""
    together: Effect | None = None
    """For an alternative that was added or removed with others: the effect of all of them at once. Deltas of one group
    hold the same object."""
    enveloped: bool = False
    """True if the other side has an added or removed member too, in the JSON-RPC envelope of every message."""
    methods: tuple[str, ...] = ()
    """Methods it is about, in addition to those that use its place."""
    sender: tuple[Side, ...] = ()
    """The side whose messages or duties it is about, where that does not follow from the place."""
    levels: tuple[Level, Level] | None = None
    """For a protocol fact: the levels that follow from how binding it is, old to new and new to old."""

    @property
    def place(self) -> Place:
        """The place to show: on the new side, unless the thing was removed there."""
        place = self.old if self.new is None or (self.kind == "removed" and self.old is not None) else self.new
        assert place is not None
        return place


@dataclass(frozen=True)
class Witness:
    """A document that one side accepts and the other rejects."""

    document: JSONValue
    accepted_by: str
    """Name of the side."""
    accepted_as: str
    """Definition on that side."""
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
    """The sides that have to act: a sender whose documents the other revision may reject, and a receiver that may get
    documents it rejects. Both sides where no document is rejected."""
    by_side: tuple[tuple[Side, Severity], ...]
    """The severity for each side in `affects`: the worst of the levels that this side has to act on."""
    wire_by_side: tuple[tuple[Side, Severity], ...]
    """The same for documents alone."""
    witnesses: tuple[tuple[Way, Witness], ...]
    places: tuple[tuple[str, str], ...]
    """All places of the same change: a pointer on the old side and one on the new side, empty where there is none."""
    summary: str
    before: str | None
    """The thing in a short readable notation; None where it does not exist or there is nothing to show."""
    after: str | None
    links: tuple[Link, ...]
    """Pages about the change, those of the newer side first."""
    fingerprint: str

    @property
    def severity(self) -> Severity:
        """The worst of the three verdicts."""
        return worst(self.wire_severity, self.verdict.python)

    @property
    def wire_severity(self) -> Severity:
        """The worst of the verdicts on documents."""
        return worst(self.verdict.old_to_new, self.verdict.new_to_old)


@dataclass(frozen=True)
class Report:
    """All changes from one side to the other, in the order of definitions."""

    old: str
    new: str
    changes: tuple[Change, ...]
    side: Side | None = None
    """The side to which the report is limited; severities are then those for this side."""
    only: Aspect | None = None
    """The aspect to which the report is limited; severities are then those for this aspect."""

    def severity(self, change: Change) -> Severity:
        """Return the severity of a change, for the side and the aspect to which the report is limited, if it is."""
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
