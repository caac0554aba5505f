"""The values of a comparison. A delta says what is different, a change what that means, a report holds the changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.ir.types import TypeExpr
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.report.model import ChangeKind, Level, Link, Severity, Source, worst

Way = Literal["old_to_new", "new_to_old"]

WAYS: tuple[Way, ...] = ("old_to_new", "new_to_old")
SIDES: tuple[Side, ...] = ("client", "server")


@dataclass(frozen=True)
class MemberStep:
    """Into a member of an object."""

    name: str


@dataclass(frozen=True)
class ExtraStep:
    """Into the members an object has no names for."""


@dataclass(frozen=True)
class ItemStep:
    """Into the items of an array."""


@dataclass(frozen=True)
class ArmStep:
    """Into one of these alternatives."""

    arms: tuple[TypeExpr, ...]
    index: int


Step: TypeAlias = MemberStep | ExtraStep | ItemStep | ArmStep


@dataclass(frozen=True)
class Place:
    """Where something is on one side."""

    definition: str
    """The definition it belongs to, by wire name."""
    pointer: str
    """JSON Pointer into the effective schema, or into the facts."""
    types: tuple[str, ...] = ()
    """Python names of the types it is in; by them the methods are found that reach it."""
    root: str = ""
    """Wire name of the definition from which `path` starts; one that both sides have."""
    path: tuple[Step, ...] = ()
    sources: tuple[str, ...] = ()
    """Of a fact: where it was read, pages of the specification or names in its `schema.ts`."""


@dataclass(frozen=True)
class Delta:
    """One structural difference."""

    what: str
    """What kind of difference; rules are chosen by it."""
    source: Source
    kind: ChangeKind
    old: Place | None
    new: Place | None
    subject: str
    """The member, value, alternative, method, header … that differs."""
    before: JSONValue = None
    after: JSONValue = None
    """The thing on either side: JSON Schema for parts of a schema, values for facts."""
    forward: Shape | None = None
    """The old side's shape at its place with this change and no other."""
    backward: Shape | None = None
    """The new side's shape at its place with this change undone."""
    together: tuple[Shape, Shape] | None = None
    """Of an alternative that came or went with others: `forward` and `backward` with all of them at once."""
    enveloped: bool = False
    """Of a member that came or went: the other side has it as well, in what surrounds every message."""
    methods: tuple[str, ...] = ()
    """Methods that it is about, beside those that reach its place."""
    sender: tuple[Side, ...] = ()
    """Whose messages or duties it is about, where no place tells."""
    levels: tuple[Level, Level] | None = None
    """Of a fact: what follows from how binding it is, from old to new and from new to old."""

    @property
    def place(self) -> Place:
        """Where to look: on the new side, unless it is gone there."""
        place = self.old if self.new is None or (self.kind == "removed" and self.old is not None) else self.new
        assert place is not None
        return place


@dataclass(frozen=True)
class Witness:
    """A document that one side accepts and the other refuses."""

    document: JSONValue
    accepted_by: str
    """Name of the side."""
    accepted_as: str
    """Definition on that side."""
    rejected_by: str
    rejected_as: str


@dataclass(frozen=True)
class Verdict:
    """What a change means on the wire, in either direction, and to Python source."""

    old_to_new: Level
    new_to_old: Level
    python: Severity


@dataclass(frozen=True)
class Change:
    """A difference with its meaning."""

    rule: str
    delta: Delta
    verdict: Verdict
    methods: tuple[str, ...]
    affects: tuple[Side, ...]
    """Who has to act: a sender whose old documents may be refused, a receiver that may get new ones it refuses. Where
    neither happens, everyone who meets the change."""
    by_side: tuple[tuple[Side, Severity], ...]
    """What it means to each side of `affects`: the worst of what it has to act on."""
    witnesses: tuple[tuple[Way, Witness], ...]
    places: tuple[tuple[str, str], ...]
    """Everywhere it is: pointers on the old and on the new side, empty where there is none."""
    summary: str
    before: str | None
    """The thing as people write it down; None where it is not there, or there is nothing to show."""
    after: str | None
    links: tuple[Link, ...]
    """Pages on it, those of the newer side first."""
    fingerprint: str

    @property
    def severity(self) -> Severity:
        """The worst verdict."""
        return worst(self.verdict.old_to_new, self.verdict.new_to_old, self.verdict.python)


@dataclass(frozen=True)
class Report:
    """All changes from one side to the other, in the order of definitions."""

    old: str
    new: str
    changes: tuple[Change, ...]
    side: Side | None = None
    """Whose part this is: severities are those for that side."""

    def severity(self, change: Change) -> Severity:
        """What a change means to those the report is for."""
        return change.severity if self.side is None else dict(change.by_side).get(self.side, "safe")
