"""Make the digest of a report: for each theme the replacements, groups of similar changes, and the work to do.

In `PHRASES`, `{places}` stands for the places of the changes, such as `10 results`, `{s}` for the `s` of a verb after a
single place, and `{subjects}` for the changed things. A phrase without `{places}` is about all changes of its rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.diff.severity import SEVERITIES, Severity, worst_severity
from mcp_bindgen.diff.types import Change, Report
from mcp_bindgen.ingest.manifest import SPECIFICATION_SITE
from mcp_bindgen.jsontext import pointer_tokens
from mcp_bindgen.prose import mark_name, mark_names
from mcp_bindgen.report.digest.guide import ROLES, DigestGuide, DigestStep, DigestTheme
from mcp_bindgen.report.model import Digest, FoldedLine, Replacement, ThemeDigest

PHRASES: Mapping[str, str] = {
    "DEFINITION_ADDED": "new definitions: {subjects}",
    "DEFINITION_REMOVED": "removed definitions: {subjects}",
    "DEFINITION_RENAMED": "renamed definitions: {subjects}",
    "PART_RENAMED": "renamed classes of parts: {subjects}",
    "PART_TYPED": "objects that became classes: {subjects}",
    "PART_UNTYPED": "classes that became plain objects: {subjects}",
    "REQUEST_ADDED": "new requests: {subjects}",
    "REQUEST_REMOVED": "removed requests: {subjects}",
    "NOTIFICATION_ADDED": "new notifications: {subjects}",
    "NOTIFICATION_REMOVED": "removed notifications: {subjects}",
    "SENDER_ADDED": "another side may now send {subjects}",
    "SENDER_REMOVED": "one side may no longer send {subjects}",
    "FIELD_ADDED_CONSTANT": "{places} require{s} the constant {subjects}",
    "FIELD_REMOVED_CONSTANT": "{places} lose{s} the constant {subjects}",
    "FIELD_ADDED_REQUIRED": "{places} require{s} {subjects}",
    "FIELD_REMOVED_REQUIRED": "{places} lose{s} the required {subjects}",
    "FIELD_ADDED_OPTIONAL": "{places} may have {subjects}",
    "FIELD_REMOVED_OPTIONAL": "{places} lose{s} the optional {subjects}",
    "FIELD_RENAMED": "{places} rename{s} {subjects}",
    "FIELD_MOVED": "moved members: {subjects}",
    "FIELD_BECAME_REQUIRED": "{places} require{s} {subjects}, once optional",
    "FIELD_BECAME_OPTIONAL": "{places} no longer require{s} {subjects}",
    "TYPE_RESPELLED": "types that are only written differently: {subjects}",
    "TYPE_WIDENED": "types that allow more values: {subjects}",
    "TYPE_NARROWED": "types that allow fewer values: {subjects}",
    "TYPE_CHANGED": "types that allow other values: {subjects}",
    "UNION_ARM_ADDED": "{places} may be {subjects}",
    "UNION_ARM_REMOVED": "{places} may no longer be {subjects}",
    "ENUM_VALUE_ADDED": "{places} allow{s} {subjects}",
    "ENUM_VALUE_REMOVED": "{places} no longer allow{s} {subjects}",
    "CONSTANT_CHANGED": "{places} change{s} the constant {subjects}",
    "BOUND_LOOSENED": "{places} loosen{s} {subjects}",
    "BOUND_TIGHTENED": "{places} tighten{s} {subjects}",
    "BOUND_CHANGED": "{places} change{s} {subjects}",
    "CONDITION_ADDED": "{places} now state{s} {subjects}",
    "CONDITION_REMOVED": "{places} no longer state{s} {subjects}",
    "FORMAT_CHANGED": "strings with another format: {subjects}",
    "DEFAULT_VALUE_CHANGED": "other defaults: {subjects}",
    "DEFAULT_VALUE_ADDED": "new defaults: {subjects}",
    "DEFAULT_VALUE_REMOVED": "removed defaults: {subjects}",
    "DEFINITION_DEPRECATED": "deprecated definitions: {subjects}",
    "DEFINITION_UNDEPRECATED": "definitions that are no longer deprecated: {subjects}",
    "FIELD_DEPRECATED": "deprecated members: {subjects}",
    "FIELD_UNDEPRECATED": "members that are no longer deprecated: {subjects}",
    "OBJECT_CLOSED": "objects that allow no undeclared members now: {subjects}",
    "OBJECT_OPENED": "objects that allow undeclared members now: {subjects}",
}

RULES_NAMED_BY_PLACE = ("TYPE_", "FORMAT_", "OBJECT_")
"""Beginnings of the ids of rules. The changes of these rules are named by their place, because their subject is only a
word of the schema.
"""

PLURALS: Mapping[str, str] = {
    "range of error codes": "ranges of error codes",
    "authorization discovery": "places of authorization discovery",
}
"""Plurals of irregular nouns."""

NOUNS_BY_ENDING: tuple[tuple[str, str], ...] = (
    ("Result", "results"),
    ("Request", "requests"),
    ("Notification", "notifications"),
    ("Params", "params"),
    ("Capabilities", "capabilities"),
    ("Error", "errors"),
    ("Schema", "schemas"),
)
"""Noun for several definitions, by the common end of their names."""


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    if noun in PLURALS:
        return PLURALS[noun]
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def common_noun(names: frozenset[str]) -> str:
    """Return a noun for some definitions, from the end that all their names have in common; `definitions` if no noun
    fits.
    """
    return next((noun for end, noun in NOUNS_BY_ENDING if all(name.endswith(end) for name in names)), "definitions")


MAX_NAMES = 3
"""Number of names that a line shows of a longer list; the line counts the other names. A single other name is shown,
not counted.
"""


@dataclass(frozen=True)
class FoldedChanges:
    """Similar changes that one line of the digest describes."""

    text: str
    severity: Severity
    """Severity of the most severe change."""
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class _ChangeGroup:
    rule: str
    places: frozenset[str]
    subjects: tuple[str, ...]
    changes: tuple[Change, ...]


def fold_changes(report: Report, changes: Iterable[Change]) -> list[FoldedChanges]:
    """Return the lines of the digest for some changes of a report, the most severe first. Of lines with one severity,
    those for more changes come first.
    """
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        key = change.delta.subject if "{places}" in PHRASES.get(change.rule, "") else ""
        groups.setdefault((change.rule, key), []).append(change)
    merged: dict[tuple[str, frozenset[str]], _ChangeGroup] = {}
    for (rule, _), found in groups.items():
        group = _ChangeGroup(
            rule, frozenset(_place_names(found)), tuple(dict.fromkeys(map(_changed_thing, found))), tuple(found)
        )
        like = merged.get((rule, group.places)) if "{places}" in PHRASES.get(rule, "") else None
        if like is not None:
            group = _ChangeGroup(rule, like.places, (*like.subjects, *group.subjects), (*like.changes, *group.changes))
        merged[rule, group.places] = group
    lines = [
        FoldedChanges(_group_text(group), worst_severity(*map(report.severity, group.changes)), group.changes)
        for group in merged.values()
    ]
    return sorted(lines, key=lambda each: (SEVERITIES.index(each.severity), -len(each.changes)))


def shortened_names(names: Sequence[str]) -> str:
    """Return names as prose, in backticks: all names if they are few, else the first names and the number of others."""
    more = len(names) - MAX_NAMES
    marked = [mark_name(name) for name in names]
    return ", ".join(marked) if more <= 1 else f"{', '.join(marked[:MAX_NAMES])} and {more} more"


def _group_text(group: _ChangeGroup) -> str:
    subjects = shortened_names(group.subjects)
    if group.rule in PHRASES:
        one = len(group.places) == 1
        return PHRASES[group.rule].format(places=_group_places(group), s="s" if one else "", subjects=subjects)
    count, first = len(group.changes), group.changes[0]
    *words, verb = first.delta.what.split()
    noun = " ".join(words).removesuffix(" no longer")
    if count == 1:
        return first.summary.removesuffix(".")
    if f"{group.rule.rpartition('_')[0]}_ADDED" not in BY_ID and verb == "changed":
        return f"{mark_names(noun)}: {count} changes"
    short = all(len(subject) <= 40 for subject in group.subjects)
    still = "no longer " if " ".join(words).endswith(" no longer") else ""
    return f"{count} {mark_names(plural(noun))} {still}{verb}" + (f": {subjects}" if short else "")


def _group_places(group: _ChangeGroup) -> str:
    """Return the places of a group as prose: one or two names, or a number and a noun."""
    places = sorted(group.places)
    methods = {method for change in group.changes for method in change.methods}
    if len(places) <= 2:
        return " and ".join(map(mark_name, places))
    if all(place.endswith("RequestParams") for place in places) and methods:
        return f"{len(methods)} requests"
    return f"{len(places)} {common_noun(group.places)}"


def _changed_thing(change: Change) -> str:
    if change.rule.startswith(RULES_NAMED_BY_PLACE):
        return _place_name(change.delta.place.pointer, member=False)
    return change.delta.subject


def _place_names(changes: Sequence[Change]) -> Iterable[str]:
    """Yield the name of the definition or member at each place of some changes."""
    for change in changes:
        member = "member" in change.delta.what
        for before, after in change.places:
            yield _place_name(before if change.delta.place is change.delta.old else after, member=member)


def _place_name(pointer: str, *, member: bool) -> str:
    """Return the dotted name of a place: the definition and the members in a pointer.

    Args:
        pointer: a pointer into a schema.
        member: whether the pointer ends at a member. The name leaves this member out.
    """
    tokens = pointer_tokens(pointer)
    names = [name for word, name in pairwise(tokens[2:]) if word == "properties"]
    return ".".join([tokens[1] if len(tokens) > 1 else pointer, *(names[:-1] if member else names)])


MAX_LINES = 4
"""Greatest number of lines about similar changes in a theme. Changes that belong to further lines are only counted."""


def make_digest(report: Report, guide: DigestGuide) -> Digest:
    """Return the digest of a report, in the order of work, without themes that have no changes.

    Args:
        report: the report. If it is limited to a side, the digest has only the work of that side and of a gateway.
        guide: the themes and steps.

    Raises:
        BindgenError: no theme has a pattern for a change.
    """
    guide = guide.until(report.new)
    areas = [guide.theme_of(change) for change in report.changes]
    needed = guide.needed_steps(report.changes)
    themes: list[ThemeDigest] = []
    for theme in guide.themes:
        changes = [change for change, area in zip(report.changes, areas, strict=True) if area == theme.id]
        if changes:
            themes.append(_theme_digest(report, theme, changes, [step for step in needed if step.theme == theme.id]))
    return {"themes": themes}


def _theme_digest(
    report: Report, theme: DigestTheme, changes: Sequence[Change], steps: Sequence[DigestStep]
) -> ThemeDigest:
    counted = Counter(map(report.severity, changes))
    replaced = [change for change in changes if any(step.old and step.includes(change) for step in steps)]
    needed = [change for change in changes if change not in replaced and any(step.includes(change) for step in steps)]
    rest = [change for change in changes if change not in replaced and change not in needed]
    lines = [*fold_changes(report, needed), *fold_changes(report, rest)]
    shown: list[FoldedLine] = [
        {
            "text": each.text,
            "severity": each.severity,
            "source": each.changes[0].delta.source,
            "changes": len(each.changes),
        }
        for each in lines[:MAX_LINES]
    ]
    return {
        "id": theme.id,
        "title": theme.title,
        "breaking": counted["breaking"],
        "risky": counted["risky"],
        "safe": counted["safe"],
        "replaced": [_make_replacement(step) for step in steps if step.old],
        "folded": shown,
        "more": sum(len(each.changes) for each in lines[MAX_LINES:]),
        "do": {
            role: _unique_texts(getattr(step, role) for step in steps)
            for role in ROLES
            if report.side is None or role in (report.side, "gateway")
        },
        "package": _unique_texts(step.package for step in steps),
    }


def _unique_texts(texts: Iterable[str]) -> list[str]:
    """Return each text once. Leave out empty texts."""
    return list(dict.fromkeys(filter(None, texts)))


def _make_replacement(step: DigestStep) -> Replacement:
    links = [SPECIFICATION_SITE + page for page in step.sources]
    return {"old": step.old, "new": step.new, "since": step.since, "pages": links}
