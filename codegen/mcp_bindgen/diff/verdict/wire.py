"""What a difference does to documents: containment on both sides of it, and a witness where there is none.

Two readings. Strictly, an object that is open may hold any member, so any new member breaks a document that used its
name for something else. A sender who keeps to the members it knows never writes such a document: what only strict
reading refuses is risky, what is refused all the same is breaking.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mcp_bindgen.diff.containment.paths import follow, record_in, replaced
from mcp_bindgen.diff.containment.search import Found, Outcome, Search
from mcp_bindgen.diff.containment.shapes import Choice, Member, Record, Shape, accepts, alternatives, is_anything, size
from mcp_bindgen.diff.schema.compare import Comparison
from mcp_bindgen.diff.schema.side import Half
from mcp_bindgen.diff.types import Delta, Place, Way, Witness
from mcp_bindgen.diff.verdict.witness_check import Judge
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.report.model import Level

Test = Callable[[JSONValue], bool]

OPENNESS = ("object closed", "object opened")
"""About members without a name; here keeping to known ones decides nothing."""


NAMING = tuple(f"{how} member {what}" for how in ("optional", "required") for what in ("added", "removed"))
"""About a member that gets a name, or loses it."""


class WireJudge:
    """Judges the differences of one comparison."""

    def __init__(self, comparison: Comparison, old: str, new: str) -> None:
        self._comparison = comparison
        self._names = {"old": old, "new": new}
        self._search = Search()
        self._judges = {
            "old": Judge(comparison.old.spec, comparison.old.envelopes),
            "new": Judge(comparison.new.spec, comparison.new.envelopes),
        }

    def judge(self, delta: Delta, way: Way) -> tuple[Level, Witness | None]:
        """What becomes of documents that go one way, with a witness unless they all arrive."""
        sides = ("old", "new") if way == "old_to_new" else ("new", "old")
        places = (delta.old, delta.new) if way == "old_to_new" else (delta.new, delta.old)
        changed, undone = (delta.forward, delta.backward) if way == "old_to_new" else (delta.backward, delta.forward)
        here, there = places
        assert here is not None
        assert there is not None
        assert changed is not None
        assert undone is not None
        sender, receiver = self._half(sides[0]), self._half(sides[1])
        root, other = sender.whole(here), receiver.whole(there)
        local = self._find([follow(sender.way_to(here), here.path)], [changed])
        if local == "none":
            return "safe", None
        known = delta.what not in OPENNESS
        keeping = sender.whole(here, keeping=known)
        kept = self._find([named_only(follow(sender.way_to(here, keeping=known), here.path), delta)], [changed])
        before = replaced(receiver.way_to(there), there.path, undone)
        if kept == "none":
            outcome = self._find([root, before], [other])
            return self._told("risky", outcome, (root, before, other), sides, (here, there))
        outcome = self._find([keeping, before], [other])
        if not isinstance(outcome, Found):
            outcome = self._find([keeping], [other])
            if isinstance(outcome, Found):  # better one that fails by this change alone, with a member more
                alone = self._find([root, before], [other])
                outcome = alone if isinstance(alone, Found) else outcome
        if isinstance(outcome, Found):
            return self._told("breaking", outcome, (root, before, other), sides, (here, there))
        whole = self._find([root], [other])
        return ("safe" if whole == "none" else "unknown" if whole == "unknown" else "risky"), None

    def judge_together(self, delta: Delta, way: Way) -> tuple[Level, Witness | None]:
        """The same for an alternative that goes with others, if it is one that held what is lost by all of them."""
        assert delta.together is not None
        forward, backward = delta.together
        level, witness = self.judge(replace(delta, forward=forward, backward=backward), way)
        place, own = (delta.old, delta.backward) if way == "old_to_new" else (delta.new, delta.forward)
        assert place is not None
        assert isinstance(own, Choice)
        if witness is None or place.path or accepts(own.arms[-1], witness.document):
            return level, witness
        return "safe", None  # what is lost is a document of another alternative

    def _told(
        self,
        level: Level,
        outcome: Outcome,
        shapes: tuple[Shape, Shape, Shape],
        sides: tuple[str, str],
        places: tuple[Place, Place],
    ) -> tuple[Level, Witness | None]:
        """A verdict with its witness. What breaks needs one that a validator confirms."""
        witness = self._proven(outcome.document, shapes, sides, places) if isinstance(outcome, Found) else None
        return ("unknown" if witness is None and level == "breaking" else level), witness

    def _find(self, inside: Sequence[Shape], outside: Sequence[Shape]) -> Outcome:
        return self._search.find(inside, outside)

    def _half(self, side: str) -> Half:
        return self._comparison.old if side == "old" else self._comparison.new

    def _proven(
        self,
        document: JSONValue,
        shapes: tuple[Shape, Shape, Shape],
        sides: tuple[str, str],
        places: tuple[Place, Place],
    ) -> Witness | None:
        """The document as small as it gets, if a validator agrees on it."""
        root, before, other = shapes

        def tells(candidate: JSONValue) -> bool:
            return accepts(root, candidate) and accepts(before, candidate) and not accepts(other, candidate)

        small = smallest(document, tells)
        fine = self._judges[sides[0]].accepts(places[0].root, small)
        if not fine or self._judges[sides[1]].accepts(places[1].root, small):
            return None
        names = self._names
        refused_as = self._judges[sides[1]].refused_as(places[1].root, small)
        return Witness(small, names[sides[0]], places[0].root, names[sides[1]], refused_as)


def named_only(shape: Shape, delta: Delta) -> Shape:
    """Where a member got a name, an object without any is one that has none to write, not one that holds anything."""
    if delta.what not in NAMING:
        return shape
    record = record_in(shape)
    if delta.enveloped:  # the member is there, and may get names in it
        members = [_nameless(member) if member.name == delta.subject else member for member in record.members]
        record = replace(record, members=tuple(members))
    return replace(record, extra=None) if is_anything(record.extra) else record


def _nameless(member: Member) -> Member:
    atoms = alternatives(member.shape)
    if len(atoms) == 1 and isinstance(atoms[0], Record) and not atoms[0].members and is_anything(atoms[0].extra):
        return replace(member, shape=replace(atoms[0], extra=None))
    return member


def smallest(document: JSONValue, tells: Test) -> JSONValue:
    """The document with everything left out that it does without."""
    if not tells(document):  # found without undoing the change: as it is
        return document
    progress = True
    while progress:
        progress = False
        for candidate in _smaller(document):
            if size(candidate) < size(document) and tells(candidate):
                document, progress = candidate, True
                break
    return document


def _smaller(document: JSONValue) -> list[JSONValue]:
    """A step smaller at every place."""
    if isinstance(document, Mapping):
        found: list[JSONValue] = [{name: document[name] for name in document if name != gone} for gone in document]
        for name, value in document.items():
            found += [{**document, name: smaller} for smaller in _smaller(value)]
        return found
    if isinstance(document, list):
        found = [[*document[:place], *document[place + 1 :]] for place in range(len(document))]
        for place, value in enumerate(document):
            found += [[*document[:place], smaller, *document[place + 1 :]] for smaller in _smaller(value)]
        return found
    return ["", *([document[:1], document[: len(document) // 2]])] if isinstance(document, str) and document else []
