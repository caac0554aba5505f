"""What the differences mean: a rule, verdicts, who has to act, and one entry for one logical change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from mcp_bindgen.diff.rules.catalogue import judged_by, rule_for
from mcp_bindgen.diff.rules.rule import Rule, Wire
from mcp_bindgen.diff.schema.compare import Comparison
from mcp_bindgen.diff.schema.method_folding import RESULTS
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import SIDES, WAYS, Change, Delta, Verdict, Way, Witness
from mcp_bindgen.diff.verdict.display import sides
from mcp_bindgen.diff.verdict.links import links
from mcp_bindgen.diff.verdict.reach import Reach, Travels, methods, senders
from mcp_bindgen.diff.verdict.wire import WireJudge
from mcp_bindgen.ir.methods import OTHER, Side
from mcp_bindgen.ir.types import ObjectType
from mcp_bindgen.jsontext import pointer_tokens
from mcp_bindgen.report.model import ChangeKind, Level, Severity, worst

ENVELOPE = ("id", "jsonrpc")
"""Members of every message. Whether the definition of each message spells them out is one decision, not many."""
ENVELOPED: Mapping[ChangeKind, str] = {"added": " (its envelope had it)", "removed": " (its envelope has it)"}
"""What to say of a member that is only written elsewhere."""
_GRAVITY: Sequence[Level] = ("safe", "risky", "unknown", "breaking")


Pointers: TypeAlias = tuple[str, str]
"""Of one place on the old and on the new side; empty where there is none."""


@dataclass(frozen=True)
class _Judged:
    """What becomes of documents, and the proof."""

    wire: Wire
    witnesses: tuple[tuple[Way, Witness], ...] = ()

    def but(self, way: Way, level: Level, witness: Witness | None) -> _Judged:
        """The same with another verdict one way."""
        wire = (level, self.wire[1]) if way == "old_to_new" else (self.wire[0], level)
        others = tuple(each for each in self.witnesses if each[0] != way)
        return _Judged(wire, others if witness is None else (*others, (way, witness)))


@dataclass(frozen=True)
class _Finding:
    """A difference with its verdict, before equal ones become one."""

    rule: Rule
    delta: Delta
    wire: Wire
    travels: Travels
    witnesses: tuple[tuple[Way, Witness], ...]
    places: tuple[Pointers, ...] = ()
    """Everywhere the same change is."""


def classify(deltas: Sequence[Delta], comparison: Comparison, old: Subject, new: Subject) -> tuple[Change, ...]:
    """Every logical change."""
    judge = WireJudge(comparison, old.name, new.name)
    reaches = Reach(old), Reach(new)
    wires = _together(deltas, [_judged(delta, judge) for delta in deltas], judge)
    found = [_finding(delta, wire, reaches) for delta, wire in zip(deltas, wires, strict=True)]
    alike: dict[str, list[_Finding]] = {}
    for finding in found:
        alike.setdefault(_content(finding), []).append(finding)
    groups = [(content, group) for content, findings in alike.items() for group in _connected(findings, old, new)]
    places = {id(finding): number for number, finding in enumerate(found)}
    groups.sort(key=lambda each: places[id(each[1][0])])
    return tuple(_change(_joined(group), content, old, new) for content, group in groups)


def _judged(delta: Delta, judge: WireJudge) -> _Judged:
    """The verdict on one difference alone."""
    judged = judged_by(delta.what)
    if not isinstance(judged, str):
        return _Judged(judged)
    if delta.forward is None:
        return _Judged(delta.levels or ("risky", "risky"))
    levels: list[Level] = []
    witnesses: list[tuple[Way, Witness]] = []
    for way in WAYS:
        level, witness = judge.judge(delta, way)
        levels.append("risky" if judged == "lenient" and level == "breaking" else level)
        if witness is not None:
            witnesses.append((way, witness))
    return _Judged((levels[0], levels[1]), tuple(witnesses))


def _together(deltas: Sequence[Delta], verdicts: Sequence[_Judged], judge: WireJudge) -> list[_Judged]:
    """Alternatives that stand in for each other, and go all at once: none alone is missed, but all of them are.

    The first of them that held what is lost has the verdict for all.
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
                    level, witness = judge.judge_together(deltas[number], way)
                    if level != "safe":
                        found[number] = found[number].but(way, level, witness)
                        break
    return found


def _finding(delta: Delta, judged: _Judged, reaches: tuple[Reach, Reach]) -> _Finding:
    travels: Travels = frozenset()
    for place, reach in zip((delta.old, delta.new), reaches, strict=True):
        if place is not None:  # of a union of results, what came or went tells the method; a fact may be about many
            every = place.root in RESULTS or delta.source == "protocol"
            travels |= reach.of(place.types if every else place.types[:1])
    return _Finding(rule_for(delta, judged.wire), delta, judged.wire, travels, judged.witnesses)


def _content(finding: _Finding) -> str:
    """What a change says, wherever it is. Neither revisions nor verdicts are in it, so that fingerprints last."""
    delta = finding.delta
    return json.dumps([finding.rule.id, delta.source, delta.subject, delta.before, delta.after], sort_keys=True)


def _connected(findings: Sequence[_Finding], old: Subject, new: Subject) -> list[list[_Finding]]:
    """Findings that say the same, by places: what is one place on either side is one change."""
    groups: list[tuple[set[str], list[_Finding]]] = []
    for finding in findings:
        marks = _marks(finding, old, new)
        touching = [group for group in groups if group[0] & marks]
        rest = [group for group in groups if not group[0] & marks]
        together = [each for _, members in touching for each in members]
        groups = [*rest, (marks.union(*(own for own, _ in touching)), [*together, finding])]
    return [members for _, members in groups]


def _marks(finding: _Finding, old: Subject, new: Subject) -> set[str]:
    delta = finding.delta
    if _is_envelope(delta, old, new):
        return {"(envelope)"}
    before, after = _pointers(delta)
    if delta.kind == "added":
        return {f"new {after}"}
    if delta.kind == "removed":
        return {f"old {before}"}
    return {f"old {before}", f"new {after}"}


def _pointers(delta: Delta) -> Pointers:
    return "" if delta.old is None else delta.old.pointer, "" if delta.new is None else delta.new.pointer


def _shared(places: Sequence[Pointers], delta: Delta) -> str:
    """The pointer that stands for a change: the one that all its places share, if there is one."""
    olds, news = {before for before, _ in places}, {after for _, after in places}
    if len(news) == 1 and delta.kind != "removed":
        return news.pop()
    return olds.pop() if len(olds) == 1 else delta.place.pointer


def _spot(places: Pointers, delta: Delta) -> str:
    """Where to look, as for the change itself."""
    return places[0] if delta.place is delta.old else places[1]


def _is_envelope(delta: Delta, old: Subject, new: Subject) -> bool:
    """Is it about a member that surrounds a message, in the definition of one?"""
    if delta.subject not in ENVELOPE or not delta.what.startswith(("required member", "optional member")):
        return False
    for place, subject in ((delta.old, old), (delta.new, new)):
        types = [subject.spec.by_name()[name] for name in (place.types if place is not None else ())]
        for type_ in types:
            if isinstance(type_, ObjectType) and any(field.wire_name == "method" for field in type_.fields):
                return True
    return False


def _joined(group: Sequence[_Finding]) -> _Finding:
    """The gravest of equal findings stands for all, with the methods of all."""
    gravest = max(group, key=lambda each: (max(map(_GRAVITY.index, each.wire)), sum(map(_GRAVITY.index, each.wire))))
    travels = frozenset(each for finding in group for each in finding.travels)
    told = tuple(dict.fromkeys(name for finding in group for name in finding.delta.methods))
    places = tuple(sorted({_pointers(finding.delta) for finding in group}))
    return replace(gravest, travels=travels, delta=replace(gravest.delta, methods=told), places=places)


def _change(finding: _Finding, content: str, old: Subject, new: Subject) -> Change:
    delta, rule = finding.delta, finding.rule
    verdict = Verdict(*finding.wire, python=rule.python)
    by_side = _affected(delta.sender or senders(finding.travels), verdict)
    subject = delta.subject
    spots = {_spot(places, delta) for places in finding.places}
    where = f"; so in {len(spots) - 1} more" if len(spots) > 1 else ""
    aside = ENVELOPED[delta.kind] if delta.enveloped else ""
    before, after = sides(delta, old, new)
    identity = f"{content} {_shared(finding.places, delta)}"
    return Change(
        rule=rule.id,
        delta=delta,
        verdict=verdict,
        methods=tuple(sorted(delta.methods)) or methods(finding.travels),
        affects=tuple(side for side, _ in by_side),
        by_side=by_side,
        witnesses=finding.witnesses,
        places=finding.places,
        summary=f"{rule.says.format(subject=subject, definition=_spoken(delta))}{aside}{where}.",
        before=before,
        after=after,
        links=links(delta, old, new),
        fingerprint=hashlib.sha256(identity.encode("utf-8")).hexdigest()[:12],
    )


def _spoken(delta: Delta) -> str:
    """The place in words: the definition, and the members that lead to where something changed in it."""
    tokens = pointer_tokens(delta.place.pointer)[2:]
    names = [name for word, name in pairwise(tokens) if word == "properties"]
    if "member" in delta.what and names:
        names = names[:-1]
    return ".".join([delta.place.definition, *names])


def _affected(sending: tuple[Side, ...], verdict: Verdict) -> tuple[tuple[Side, Severity], ...]:
    """Senders have to act where their old documents may be refused, receivers where they may refuse new ones."""
    levels: dict[Side, list[Level]] = {}
    for sender in sending:
        if verdict.old_to_new != "safe":
            levels.setdefault(sender, []).append(verdict.old_to_new)
        if verdict.new_to_old != "safe":
            levels.setdefault(OTHER[sender], []).append(verdict.new_to_old)
    concerned = levels or {side: ["safe"] for side in SIDES}
    return tuple((side, worst(verdict.python, *concerned[side])) for side in SIDES if side in concerned)
