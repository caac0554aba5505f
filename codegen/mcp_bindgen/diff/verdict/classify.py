"""Assess differences: find the rule, the verdicts and the affected sides, and merge equal differences into changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from mcp_bindgen.diff.rules.catalogue import rule_for, wire_mode
from mcp_bindgen.diff.rules.rule import ChangeRule, Wire
from mcp_bindgen.diff.schema.method_folding import RESULTS
from mcp_bindgen.diff.schema.side import ComparedSchemas
from mcp_bindgen.diff.severity import Level, Severity, worst_severity
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import SIDES, WAYS, Change, ChangeKind, Delta, Link, Place, Verdict, Way, Witness
from mcp_bindgen.diff.verdict.display import before_and_after
from mcp_bindgen.diff.verdict.wire import WireChecker
from mcp_bindgen.ingest.manifest import SPECIFICATION_SITE
from mcp_bindgen.ir.directions import ROOTS
from mcp_bindgen.ir.methods import OTHER_SIDE, Side
from mcp_bindgen.ir.types import ObjectType, contained_types
from mcp_bindgen.jsontext import pointer_tokens
from mcp_bindgen.prose import mark_name, mark_names

Uses = frozenset[tuple[Side, str]]
"""Pairs of a sender and a method whose messages contain a type. The method is empty for a type that is in no message of
a method.
"""


class TypeUses:
    """Senders and methods that use each type, by the Python name of the type."""

    def __init__(self, subject: Subject) -> None:
        self._types = subject.spec.by_name()
        uses: dict[str, set[tuple[Side, str]]] = {name: set() for name in self._types}
        for row in subject.methods:
            senders: set[Side] = {side for side in SIDES if side in row.senders}
            answering: set[Side] = {OTHER_SIDE[side] for side in senders}
            for names, sides in (([row.message], senders), ([*row.results, *row.wrapped_results], answering)):
                for name in contained_types((each for each in names if each in self._types), self._types):
                    uses[name] |= {(side, row.name) for side in sides}
        for sender, roots in ROOTS.items():
            named = [subject.spec.definitions[root] for root in roots if root in subject.spec.definitions]
            for name in contained_types(named, self._types):
                uses[name] |= {(side, "") for side in SIDES if side == sender}
        self._uses = {name: frozenset(found) for name, found in uses.items()}

    def uses_of(self, names: Iterable[str]) -> Uses:
        """Return the uses of all given types together."""
        return frozenset(each for name in names for each in self._uses.get(name, frozenset()))


def senders_of_uses(uses: Uses) -> tuple[Side, ...]:
    """Return the senders in some uses. Without uses, as for the type of a JSON-RPC envelope, return both sides."""
    found = {side for side, _ in uses}
    return tuple(side for side in SIDES if side in found) or SIDES


def methods_of_uses(uses: Uses) -> tuple[str, ...]:
    """Return the names of the methods in some uses, sorted."""
    return tuple(sorted({method for _, method in uses if method}))


CODE_SOURCE_PREFIX = "schema.ts: "
"""Beginning of the text for a source of a protocol fact, if this source is a declaration in `schema.ts`. The name of
the declaration follows.
"""


def links_for_delta(delta: Delta, old: Subject, new: Subject) -> tuple[Link, ...]:
    """Return the links of a difference: to the page of its definition, or to the sources of its protocol fact. Links of
    the new side come first. A schema that is not pinned has no links.
    """
    found = {
        link.url: link
        for place, subject in ((delta.new, new), (delta.old, old))
        if place is not None
        for link in _place_links(place, subject)
    }
    return tuple(found.values())


def _place_links(place: Place, subject: Subject) -> list[Link]:
    sources = place.sources or (f"{CODE_SOURCE_PREFIX}{place.definition}",)
    return [link for source in sources for link in _links_to_source(source, subject)]


def _links_to_source(source: str, subject: Subject) -> list[Link]:
    revision = subject.spec.revision
    if source.startswith(CODE_SOURCE_PREFIX):
        definition = source.removeprefix(CODE_SOURCE_PREFIX)
        page = revision.page_of_definition(definition) if definition in subject.spec.definitions else ""
        return [Link(f"{revision.id}: {definition}", page)] if page else []
    of, _, page = source.removeprefix("specification/").partition("/")
    return (
        [Link(f"{of}: {page.replace('#', ', ').replace('-', ' ')}", f"{SPECIFICATION_SITE}{source}")] if source else []
    )


ENVELOPE = ("id", "jsonrpc")
"""Members of the JSON-RPC envelope. If the definitions of many messages add or remove one of these members, that is one
change, not many.
"""
ENVELOPED_NOTES: Mapping[ChangeKind, str] = {
    "added": " (the JSON-RPC envelope already had it)",
    "removed": " (the JSON-RPC envelope still has it)",
}
"""Text to add to a summary, by the kind of the change, if the other side declares the member in the JSON-RPC envelope.
"""
_LEAST_SEVERE_FIRST: Sequence[Level] = ("safe", "risky", "unknown", "breaking")


Pointers: TypeAlias = tuple[str, str]
"""JSON Pointers to one place on the old side and on the new side. The pointer of a side that lacks the place is empty.
"""


@dataclass(frozen=True)
class _WireVerdict:
    """Levels of a difference for documents in both directions, with the witnesses."""

    wire: Wire
    witnesses: tuple[tuple[Way, Witness], ...] = ()

    def with_level(self, way: Way, level: Level, witness: Witness | None) -> _WireVerdict:
        """Return the verdict with another level and another witness, or no witness, in one direction."""
        wire = (level, self.wire[1]) if way == "old_to_new" else (self.wire[0], level)
        others = tuple(each for each in self.witnesses if each[0] != way)
        return _WireVerdict(wire, others if witness is None else (*others, (way, witness)))


@dataclass(frozen=True)
class _AssessedDelta:
    """An assessed difference, or several equal ones after their merge."""

    rule: ChangeRule
    delta: Delta
    wire: Wire
    uses: Uses
    witnesses: tuple[tuple[Way, Witness], ...]
    places: tuple[Pointers, ...] = ()
    """All places of the change."""


def assess_deltas(deltas: Sequence[Delta], schemas: ComparedSchemas, old: Subject, new: Subject) -> tuple[Change, ...]:
    """Assess the differences of one comparison.

    Args:
        deltas: all differences, in order.
        schemas: the compared schemas.
        old: the old side.
        new: the new side.

    Returns:
        The changes, in the order of their first differences. Equal differences that share a place are one change.

    Raises:
        PathError: nothing is at the end of a path in the schemas, or several parts are.
    """
    checker = WireChecker(schemas, old.name, new.name)
    reaches = TypeUses(old), TypeUses(new)
    verdicts = _correct_verdicts(deltas, [_find_wire_verdict(delta, checker) for delta in deltas], checker)
    found = [_assess_delta(delta, verdict, reaches) for delta, verdict in zip(deltas, verdicts, strict=True)]
    alike: dict[str, list[_AssessedDelta]] = {}
    for finding in found:
        alike.setdefault(_change_content(finding), []).append(finding)
    groups = [
        (content, group) for content, findings in alike.items() for group in _group_equal_deltas(findings, old, new)
    ]
    places = {id(finding): number for number, finding in enumerate(found)}
    groups.sort(key=lambda each: places[id(each[1][0])])
    return tuple(_make_change(_merge_equal_deltas(group), content, old, new) for content, group in groups)


def _find_wire_verdict(delta: Delta, checker: WireChecker) -> _WireVerdict:
    """Return the verdict on one difference, regardless of all others. Its levels are the worst of its parts, those of
    its rules, the result of a search for witnesses, those of the difference itself, or else `risky`.

    Raises:
        PathError: nothing is at the end of a path in the schemas, or several parts are.
    """
    if delta.parts:
        return _worst_verdict([_find_wire_verdict(part, checker) for part in delta.parts])
    mode = wire_mode(delta.what)
    if not isinstance(mode, str):
        return _WireVerdict(mode)
    stated: tuple[Level, Level] = delta.levels or ("risky", "risky")
    wire, witnesses = list[Level](), list[tuple[Way, Witness]]()
    for way, level in zip(WAYS, stated, strict=True):
        checked, witness = checker.assess(delta, way) if delta.effect else (level, None)
        wire.append("risky" if mode == "lenient" and checked == "breaking" else checked)
        if witness is not None:
            witnesses.append((way, witness))
    return _WireVerdict((wire[0], wire[1]), tuple(witnesses))


def _worst_verdict(verdicts: Sequence[_WireVerdict]) -> _WireVerdict:
    """Return the worst level of several verdicts in each direction, with a witness of this level if there is one."""
    found = verdicts[0]
    for verdict in verdicts[1:]:
        for number, way in enumerate(WAYS):
            levels = found.wire[number], verdict.wire[number]
            if _LEAST_SEVERE_FIRST.index(levels[1]) > _LEAST_SEVERE_FIRST.index(levels[0]):
                found = found.with_level(way, levels[1], dict(verdict.witnesses).get(way))
    return found


def _correct_verdicts(
    deltas: Sequence[Delta], verdicts: Sequence[_WireVerdict], checker: WireChecker
) -> list[_WireVerdict]:
    """Return the verdicts, with corrections for alternatives that were removed together.

    The removal of each of these alternatives may be safe because the others accept its documents, but the removal of
    all together may not be safe. Then the first alternative that accepts a witness gets the level of the joint removal.
    In the direction from new to old, added alternatives count as removed.

    Raises:
        PathError: nothing is at the end of a path in the schemas, or several parts are.
    """
    groups: dict[int, list[int]] = {}
    for number, delta in enumerate(deltas):
        if delta.together is not None:
            groups.setdefault(id(delta.together), []).append(number)
    found = list(verdicts)
    for numbers in groups.values():
        for place, way in enumerate(WAYS):
            losing = [number for number in numbers if (deltas[number].kind == "removed") == (way == "old_to_new")]
            if len(losing) > 1 and all(verdicts[number].wire[place] == "safe" for number in losing):
                for number in losing:
                    level, witness = checker.assess_together(deltas[number], way)
                    if level != "safe":
                        found[number] = found[number].with_level(way, level, witness)
                        break
    return found


def _assess_delta(delta: Delta, verdict: _WireVerdict, reaches: tuple[TypeUses, TypeUses]) -> _AssessedDelta:
    uses: Uses = frozenset()
    for place, reach in zip((delta.old, delta.new), reaches, strict=True):
        if place is not None:  # an added or removed result tells its method; a fact may be about several types
            every = place.root in RESULTS or delta.source != "schema"
            uses |= reach.uses_of(place.types if every else place.types[:1])
    return _AssessedDelta(rule_for(delta, verdict.wire), delta, verdict.wire, uses, verdict.witnesses)


def _change_content(finding: _AssessedDelta) -> str:
    """Return the content of a change as JSON text. The fingerprint of the change is made from this text, which has no
    place, revisions or verdicts, so that fingerprints are stable.
    """
    delta = finding.delta
    return json.dumps([finding.rule.id, delta.source, delta.subject, delta.before, delta.after], sort_keys=True)


def _group_equal_deltas(findings: Sequence[_AssessedDelta], old: Subject, new: Subject) -> list[list[_AssessedDelta]]:
    """Return groups of assessed differences with equal content. Those that share a place on a side are in one group."""
    groups: dict[int, list[_AssessedDelta]] = {}
    marks_of: dict[int, set[str]] = {}
    with_mark: dict[str, int] = {}
    for number, finding in enumerate(findings):
        marks = _place_marks(finding, old, new)
        touching = sorted({with_mark[mark] for mark in marks if mark in with_mark})
        groups[number] = [*(each for group in touching for each in groups.pop(group)), finding]
        marks_of[number] = marks.union(*(marks_of.pop(group) for group in touching))
        with_mark |= dict.fromkeys(marks_of[number], number)
    return list(groups.values())


def _place_marks(finding: _AssessedDelta, old: Subject, new: Subject) -> set[str]:
    delta = finding.delta
    if _is_envelope_member(delta, old, new):
        return {"(envelope)"}
    before, after = _pointers_of_delta(delta)
    if delta.kind == "added":
        return {f"new {after}"}
    if delta.kind == "removed":
        return {f"old {before}"}
    return {f"old {before}", f"new {after}"}


def _pointers_of_delta(delta: Delta) -> Pointers:
    return "" if delta.old is None else delta.old.pointer, "" if delta.new is None else delta.new.pointer


def _shared_pointer(places: Sequence[Pointers], delta: Delta) -> str:
    """Return the JSON Pointer for the fingerprint of a change: the only pointer of its places on the new side or, if
    there are several or the thing was removed, the only one on the old side. Without either, return the pointer of the
    difference.
    """
    olds, news = {before for before, _ in places}, {after for _, after in places}
    if len(news) == 1 and delta.kind != "removed":
        return news.pop()
    return olds.pop() if len(olds) == 1 else delta.place.pointer


def _shown_pointer(places: Pointers, delta: Delta) -> str:
    """Return the pointer of a place on the side that `Delta.place` shows."""
    return places[0] if delta.place is delta.old else places[1]


def _is_envelope_member(delta: Delta, old: Subject, new: Subject) -> bool:
    """Return whether a difference adds or removes `id` or `jsonrpc` in the definition of a request or notification."""
    if delta.subject not in ENVELOPE or not delta.what.startswith(("required member", "optional member")):
        return False
    for place, subject in ((delta.old, old), (delta.new, new)):
        types = [subject.types[name] for name in (place.types if place is not None else ())]
        for type_ in types:
            if isinstance(type_, ObjectType) and "method" in type_.by_wire_name:
                return True
    return False


def _merge_equal_deltas(group: Sequence[_AssessedDelta]) -> _AssessedDelta:
    """Return the most severe of some equal differences, with the uses, methods and places of all of them."""
    worst_finding = max(group, key=lambda each: _severity_sort_key(each.wire))
    uses = frozenset(each for finding in group for each in finding.uses)
    named = tuple(dict.fromkeys(name for finding in group for name in finding.delta.methods))
    places = tuple(sorted({_pointers_of_delta(finding.delta) for finding in group}))
    return replace(worst_finding, uses=uses, delta=replace(worst_finding.delta, methods=named), places=places)


def _severity_sort_key(wire: Wire) -> tuple[int, int]:
    """Return a sort key for a pair of levels: the rank of the worse level, and the sum of both ranks."""
    numbers = [_LEAST_SEVERE_FIRST.index(level) for level in wire]
    return max(numbers), sum(numbers)


def _make_change(finding: _AssessedDelta, content: str, old: Subject, new: Subject) -> Change:
    delta, rule = finding.delta, finding.rule
    is_offer = old.offer is not None and new.offer is not None  # nobody has Python classes for what a server offers
    verdict = Verdict(*finding.wire, python="safe" if is_offer else rule.python)
    wire_by_side = _side_severities(delta.sender or senders_of_uses(finding.uses), verdict)
    by_side: tuple[tuple[Side, Severity], ...] = tuple(
        (side, worst_severity(severity, verdict.python)) for side, severity in wire_by_side
    )
    pointers = {_shown_pointer(places, delta) for places in finding.places}
    where = f"; the same in {len(pointers) - 1} more places" if len(pointers) > 1 else ""
    aside = ENVELOPED_NOTES[delta.kind] if delta.enveloped else ""
    before, after = before_and_after(delta, old, new)
    identity = f"{content} {_shared_pointer(finding.places, delta)}"
    return Change(
        rule=rule.id,
        delta=delta,
        verdict=verdict,
        methods=tuple(sorted(delta.methods)) or methods_of_uses(finding.uses),
        affects=tuple(side for side, _ in by_side),
        by_side=by_side,
        wire_by_side=wire_by_side,
        witnesses=finding.witnesses,
        places=finding.places,
        summary=f"{_summary_text(rule, delta)}{aside}{where}.",
        before=before,
        after=after,
        links=links_for_delta(delta, old, new),
        fingerprint=hashlib.sha256(identity.encode("utf-8")).hexdigest()[:12],
    )


def _summary_text(rule: ChangeRule, delta: Delta) -> str:
    """Return the summary of a difference, with names in backticks. The subject of a renaming is `OLD to NEW`."""
    names = delta.subject.split(" to ") if delta.kind == "renamed" else [delta.subject]
    subject, definition = " to ".join(map(mark_name, names)), mark_name(_place_name(delta))
    return mark_names(rule.summary).format(subject=subject, definition=definition)


def _place_name(delta: Delta) -> str:
    """Return the name of a place for a summary, with dots: the definition and the members on the way to the place.
    Leave out the member that the difference is about.
    """
    tokens = pointer_tokens(delta.place.pointer)[2:]
    names = [name for word, name in pairwise(tokens) if word == "properties"]
    if "member" in delta.what and names:
        names = names[:-1]
    return ".".join([delta.place.definition, *names])


def _side_severities(sending: tuple[Side, ...], verdict: Verdict) -> tuple[tuple[Side, Severity], ...]:
    """Return the severity for each side that must act: each sender whose documents are rejected, and each receiver that
    rejects documents. If no document is rejected, both sides are safe.
    """
    levels: dict[Side, list[Level]] = {}
    for sender in sending:
        if verdict.old_to_new != "safe":
            levels.setdefault(sender, []).append(verdict.old_to_new)
        if verdict.new_to_old != "safe":
            levels.setdefault(OTHER_SIDE[sender], []).append(verdict.new_to_old)
    concerned = levels or {side: ["safe"] for side in SIDES}
    return tuple((side, worst_severity(*concerned[side])) for side in SIDES if side in concerned)
