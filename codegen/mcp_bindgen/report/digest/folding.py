"""Make one line of changes that are alike, such as `10 results require resultType`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.diff.severity import SEVERITIES, Severity, worst
from mcp_bindgen.diff.types import Change, Report
from mcp_bindgen.jsontext import pointer_tokens
from mcp_bindgen.report.digest.phrases import BY_PLACE, PHRASES, kind_of, plural

NAMED = 3
"""How many names a line gives before it counts the rest."""


@dataclass(frozen=True)
class Fold:
    """Changes that one line speaks of."""

    text: str
    severity: Severity
    """That of the gravest of them."""
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class _Group:
    rule: str
    places: frozenset[str]
    subjects: tuple[str, ...]
    changes: tuple[Change, ...]


def folds(report: Report, changes: Iterable[Change]) -> list[Fold]:
    """The lines for some changes of a report, gravest first, then those that speak of more changes."""
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        key = change.delta.subject if "{places}" in PHRASES.get(change.rule, "") else ""
        groups.setdefault((change.rule, key), []).append(change)
    merged: dict[tuple[str, frozenset[str]], _Group] = {}
    for (rule, _), found in groups.items():
        group = _Group(rule, frozenset(_places(found)), tuple(dict.fromkeys(map(_subject, found))), tuple(found))
        like = merged.get((rule, group.places)) if "{places}" in PHRASES.get(rule, "") else None
        if like is not None:
            group = _Group(rule, like.places, (*like.subjects, *group.subjects), (*like.changes, *group.changes))
        merged[rule, group.places] = group
    lines = [
        Fold(_text(group), worst(*map(report.severity, group.changes)), group.changes) for group in merged.values()
    ]
    return sorted(lines, key=lambda each: (SEVERITIES.index(each.severity), -len(each.changes)))


def listed(names: Sequence[str]) -> str:
    """The names, or the first of them and the number of the others."""
    more = len(names) - NAMED
    return ", ".join(names) if more <= 1 else f"{', '.join(names[:NAMED])} and {more} more"


def _text(group: _Group) -> str:
    subjects = listed(group.subjects)
    if group.rule in PHRASES:
        one = len(group.places) == 1
        return PHRASES[group.rule].format(places=_where(group), s="s" if one else "", subjects=subjects)
    count, first = len(group.changes), group.changes[0]
    *words, verb = first.delta.what.split()
    noun = " ".join(words).removesuffix(" no longer")
    if count == 1:
        return first.summary.removesuffix(".")
    if f"{group.rule.rpartition('_')[0]}_ADDED" not in BY_ID and verb == "changed":
        return f"{noun}: {count} changes"
    short = all(len(subject) <= 40 for subject in group.subjects)
    still = "no longer " if " ".join(words).endswith(" no longer") else ""
    return f"{count} {plural(noun)} {still}{verb}" + (f": {subjects}" if short else "")


def _where(group: _Group) -> str:
    """The places of a group: up to two names, or a number and a noun."""
    places = sorted(group.places)
    methods = {method for change in group.changes for method in change.methods}
    if len(places) <= 2:
        return " and ".join(places)
    if all(place.endswith("RequestParams") for place in places) and methods:
        return f"{len(methods)} requests"
    return f"{len(places)} {kind_of(group.places)}"


def _subject(change: Change) -> str:
    if change.rule.startswith(BY_PLACE):
        return _place(change.delta.place.pointer, member=False)
    return change.delta.subject


def _places(changes: Sequence[Change]) -> Iterable[str]:
    """The definitions, or members of definitions, in which changes are."""
    for change in changes:
        member = "member" in change.delta.what
        for before, after in change.places:
            yield _place(before if change.delta.place is change.delta.old else after, member=member)


def _place(pointer: str, *, member: bool) -> str:
    """The definition in a pointer and the members that lead on from it, without the last one for a `member` itself."""
    tokens = pointer_tokens(pointer)
    names = [name for word, name in pairwise(tokens[2:]) if word == "properties"]
    return ".".join([tokens[1] if len(tokens) > 1 else pointer, *(names[:-1] if member else names)])
