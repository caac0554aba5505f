"""Match the definitions of two sides: by name, by the list of renames, or by members and uses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from pathlib import Path

from mcp_bindgen.diff.schema.json_schema import definition_schema, type_schema
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows
from mcp_bindgen.ir.types import (
    AliasType,
    ListOf,
    LiteralValue,
    ObjectType,
    Ref,
    SpecRevision,
    TypeDef,
    UnionType,
    expressions,
    nested_expressions,
)

MIN_COMMON_MEMBERS = 0.5
"""Least share of equal members, from 0 to 1, at which two definitions with a common use count as one renamed
definition.
"""


MAX_RENAME_CANDIDATES = 100
"""Greatest number of added definitions with one member in common. If more added definitions have this member, it is no
reason to compare them with a removed definition.
"""


@dataclass(frozen=True)
class Rename:
    """A row of `schema/renames.toml`: a renamed definition, or two definitions that are not the same."""

    before: str
    after: str
    since: str
    """First release with the new name."""
    reason: str
    same: bool = True
    """False if the two are different definitions, although their members or uses are alike."""


def read_renames(schema_root: Path) -> tuple[Rename, ...]:
    """Read the rows of `renames.toml`: renamed definitions, and pairs of different definitions that are alike.

    Args:
        schema_root: the directory that contains `renames.toml`.

    Raises:
        BindgenError: the file cannot be read or is not TOML, a row is malformed, two rows have the same names, or two
            renames of one release have a name in common.
    """
    path = schema_root / "renames.toml"
    rows = read_rows(Rename, read_toml(path), "rename", where=str(path))
    for row in rows:
        if sum(_names_overlap(row, other) for other in rows) > 1:
            raise BindgenError(f"{row.before} to {row.after} is in more than one row", where=str(path))
    return rows


def _names_overlap(row: Rename, other: Rename) -> bool:
    """Return whether two rows have the same old name and the same new name, or are renames of one release that have
    one of these names in common.
    """
    names = row.before == other.before, row.after == other.after
    if row.same and other.same:
        return row.since == other.since and any(names)
    return all(names)


def match_definitions(old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> dict[str, str]:
    """Return the wire names of the definitions that both sides have, old to new. Definitions that were matched by their
    members come last. All others are in the order of the old file.
    """
    steps = _RenameSteps(old, new, renames)
    distinct = steps.distinct_pairs([row for row in renames if not row.same])
    followed = {name: steps.new_name(name) for name in old.definitions}
    listed = _with_parts_of_messages(
        old,
        new,
        {name: after for name, after in followed.items() if after not in (None, name) and after in new.definitions},
        distinct,
    )
    taken = set(listed.values())
    pairs = {
        name: listed.get(name, name)
        for name in old.definitions
        if name in listed or (followed[name] == name and name in new.definitions and name not in taken)
    }
    return pairs | _match_by_members(old, new, pairs, distinct)


class _RenameSteps:
    """The renames of the releases between two sides, in the order in which they lead from the old side to the new side.

    The sides can have any order. A step that only the old side has taken leads backwards, to the earlier names.
    """

    def __init__(self, old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> None:
        self._sides = old, new
        rows = sorted((row for row in renames if row.same), key=lambda row: row.since)
        back = [row for row in reversed(rows) if _is_after_rename(old, row) and not _is_after_rename(new, row)]
        forth = [row for row in rows if _is_after_rename(new, row) and not _is_after_rename(old, row)]
        self._steps = [
            *({row.after: row.before for row in step} for _, step in groupby(back, key=lambda row: row.since)),
            *({row.before: row.after for row in step} for _, step in groupby(forth, key=lambda row: row.since)),
        ]

    def new_name(self, name: str) -> str | None:
        """Return the name on the new side of a definition of the old side; None if another definition has got its name
        on the way.
        """
        return _successive_names(name, self._steps)[-1]

    def distinct_pairs(self, rows: Iterable[Rename]) -> set[tuple[str, str]]:
        """Return each pair of a definition of the old side and one of the new side that the rows declare different.

        Args:
            rows: pairs of definitions that are not the same, by the names that they have in any of the releases.
        """
        reverse = [{after: before for before, after in step.items()} for step in reversed(self._steps)]
        names: tuple[dict[str, set[str]], dict[str, set[str]]] = ({}, {})
        for side, steps, found in zip(self._sides, (self._steps, reverse), names, strict=True):
            for name in side.definitions:
                for each in _successive_names(name, steps):
                    found.setdefault(each or "", set()).add(name)
        return {
            pair
            for row in rows
            for one, other in ((row.before, row.after), (row.after, row.before))
            for pair in product(names[0].get(one, ()), names[1].get(other, ()))
        }


def _successive_names(name: str, steps: Iterable[Mapping[str, str]]) -> list[str | None]:
    """Return the names that a definition gets in a series of renames, the given name first. If another definition gets
    its name, the last item is None.
    """
    found: list[str | None] = [name]
    for step in steps:
        if name in step:
            name = step[name]
            found.append(name)
        elif name in step.values():
            return [*found, None]
    return found


def _is_after_rename(spec: SpecRevision, row: Rename) -> bool:
    """Return whether a side is later than a rename.

    For a release, the date of the rename decides. A draft, a fork or a file, which begins at a release, can be ahead of
    this release: then its definitions decide.
    """
    revision = spec.revision
    start = revision.version if revision.status == "custom" else revision.wire_version
    is_ahead = row.after in spec.definitions and row.before not in spec.definitions
    return start >= row.since or (revision.publication != "released" and is_ahead)


PARTS_OF_MESSAGES: Mapping[str, Sequence[str]] = {
    "Request": ("RequestParams", "Result", "ResultResponse"),
    "Notification": ("NotificationParams",),
}
"""Ends of the names of definitions that belong to a message, by the end of the name of this message."""


def parts_of_message(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield the old and the new name of each definition that belongs to a renamed message, such as its params. Yield
    nothing unless both given names are those of requests, or both those of notifications.
    """
    for end, parts in PARTS_OF_MESSAGES.items():
        if before.endswith(end) and after.endswith(end):
            yield from ((before.removesuffix(end) + part, after.removesuffix(end) + part) for part in parts)


def _with_parts_of_messages(
    old: SpecRevision, new: SpecRevision, renames: Mapping[str, str], distinct: Container[tuple[str, str]]
) -> dict[str, str]:
    """Return the given renames and, for each renamed message, the renames of its params, result and response."""
    found = dict(renames)
    for message in renames.items():
        for before, after in parts_of_message(*message):
            is_free = before not in found and after not in found.values() and (before, after) not in distinct
            if is_free and may_be_renamed(old, new, before, after):
                found[before] = after
    return found


def may_be_renamed(old: SpecRevision, new: SpecRevision, before: str, after: str) -> bool:
    """Return whether only the old side has a definition `before`, and only the new side has a definition `after`."""
    is_old = before in old.definitions and before not in new.definitions
    return is_old and after in new.definitions and after not in old.definitions


def _match_by_members(
    old: SpecRevision, new: SpecRevision, pairs: Mapping[str, str], distinct: Container[tuple[str, str]]
) -> dict[str, str]:
    """Match removed definitions with added ones that have equal members, or similar members and a common use. Return
    the wire names of the added definitions, by those of the removed ones. A definition with several best counterparts
    is left out.

    Args:
        old: the old side.
        new: the new side.
        pairs: wire names of the definitions that are matched already, old to new.
        distinct: pairs of an old and a new definition that are not the same.
    """
    taken = set(pairs.values())
    gone, come = _UnmatchedDefinitions(old, pairs, dict(pairs)), _UnmatchedDefinitions(new, taken, {})
    bases = _members_of_bases(new, taken)
    similarity: dict[tuple[str, str], float] = {}
    for before in gone.parts:
        for after in come.definitions_with_any_member(gone.parts[before]):
            if (before, after) in distinct:
                continue
            share = _member_similarity(gone, before, come, after)
            if share < 1 and _share_only_base_members(gone.parts[before], come.parts[after], bases):
                continue
            used_alike = bool(gone.uses.get(before, set()) & come.uses.get(after, set()))
            equal = share == 1 and _is_distinctive(gone.type_of(before), (before, gone), (after, come))
            if equal or (used_alike and share >= MIN_COMMON_MEMBERS):
                similarity[before, after] = share + used_alike
    shares: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for names, share in similarity.items():
        for name, found in zip(names, shares, strict=True):
            found.setdefault(name, []).append(share)
    best = [{name: max(each) for name, each in found.items() if each.count(max(each)) == 1} for found in shares]
    return {
        before: after
        for (before, after), share in similarity.items()
        if best[0].get(before) == share == best[1].get(after)
    }


def _members_of_bases(spec: SpecRevision, shared: Container[str]) -> list[frozenset[tuple[str, str]]]:
    """Return the members, as text, of each class that both sides have: a base that other classes may extend."""
    types = spec.by_name()
    found = [types[type_] for name, type_ in spec.definitions.items() if name in shared]
    return [frozenset(_members_as_text(type_, types).items()) for type_ in found if isinstance(type_, ObjectType)]


def _share_only_base_members(
    old_members: Mapping[str, str], new_members: Mapping[str, str], bases: Sequence[frozenset[tuple[str, str]]]
) -> bool:
    """Return whether all members that two definitions share come from bases that both definitions extend."""
    common = old_members.items() & new_members.items()
    inherited = {part for base in bases if base <= common for part in base}
    return bool(inherited) and common <= inherited


class _UnmatchedDefinitions:
    """Definitions of one side that have no counterpart on the other side, and the uses of all definitions."""

    def __init__(self, spec: SpecRevision, matched: Container[str], renamed: Mapping[str, str]) -> None:
        self._spec = spec
        self._types = spec.by_name()
        self.uses = _uses_of_definitions(spec, renamed)
        self.parts = {
            name: _members_as_text(self._types[type_], self._types)
            for name, type_ in spec.definitions.items()
            if name not in matched
        }
        """Members of each unmatched class, alternatives of each unmatched union, or the schema of any other unmatched
        definition, as text, by the wire name of the definition.
        """
        self._order = {name: number for number, name in enumerate(self.parts)}
        self._with_part: dict[tuple[str, str], list[str]] = {}
        for name, parts in self.parts.items():
            for part in parts.items():
                self._with_part.setdefault(part, []).append(name)

    def type_of(self, name: str) -> TypeDef:
        """Return the type of the definition with a wire name."""
        return self._types[self._spec.definitions[name]]

    def definitions_with_any_member(self, parts: Mapping[str, str]) -> list[str]:
        """Return the wire names of the definitions that have at least one of the given members, in order. A member that
        more than `MAX_RENAME_CANDIDATES` definitions have does not count.
        """
        holders = [self._with_part.get(part, []) for part in parts.items()]
        found = {name for names in holders if len(names) <= MAX_RENAME_CANDIDATES for name in names}
        return sorted(found, key=self._order.__getitem__)

    @cached_property
    def _schema_counts(self) -> Counter[str]:
        definitions = self._spec.effective["$defs"]
        assert isinstance(definitions, Mapping)
        return Counter(json.dumps(each, sort_keys=True) for each in definitions.values())

    def is_unique(self, name: str) -> bool:
        """Return whether no other definition of the revision has an equal schema."""
        definitions = self._spec.effective["$defs"]
        assert isinstance(definitions, Mapping)
        return self._schema_counts[json.dumps(definitions[name], sort_keys=True)] == 1


def _is_distinctive(type_: TypeDef, *sides: tuple[str, _UnmatchedDefinitions]) -> bool:
    """Return whether it is no coincidence that an added definition equals a removed one.

    An object with several members is distinctive. An object with one member, a union, a list of constants and an array
    type must be the only definition with its schema on both sides. No other definition is distinctive.
    """
    match type_:
        case ObjectType(fields=fields) if len(fields) != 1:
            return len(fields) > 1
        case AliasType(target=target) if not isinstance(target, (LiteralValue, ListOf)):
            return False
        case _:
            return all(side.is_unique(name) for name, side in sides)


def _uses_of_definitions(spec: SpecRevision, renamed: Mapping[str, str]) -> dict[str, set[tuple[str, str]]]:
    """Return the uses of each definition, by its wire name: pairs of a definition that refers to it, under its new name
    if it was renamed, and the member with the reference. The member is empty if the referring definition is no class.
    """
    types, found = spec.by_name(), dict[str, set[tuple[str, str]]]()
    for type_ in types.values():
        owner = renamed.get(type_.definition, type_.definition)
        if isinstance(type_, ObjectType):
            uses = [(field.wire_name, expr) for field in type_.fields for expr in nested_expressions(field.type)]
        else:
            uses = [("", expr) for expr in expressions(type_)]
        for member, expr in uses:
            if isinstance(expr, Ref) and not types[expr.name].provenance.was_inline:
                found.setdefault(types[expr.name].definition, set()).add((owner, member))
    return found


def _member_similarity(gone: _UnmatchedDefinitions, before: str, come: _UnmatchedDefinitions, after: str) -> float:
    """Return the share of members or alternatives that two definitions have in common, from 0 to 1. Return 0 if one of
    them has none, if they are different kinds of types, or if one member has a different constant in each.
    """
    old_members, new_members = gone.parts[before], come.parts[after]
    if type(gone.type_of(before)) is not type(come.type_of(after)) or not old_members or not new_members:
        return 0
    common = old_members.keys() & new_members.keys()
    if any(
        "const" in old_members[name] and "const" in new_members[name] and old_members[name] != new_members[name]
        for name in common
    ):
        return 0
    return sum(old_members[name] == new_members[name] for name in common) / len(old_members.keys() | new_members.keys())


def _members_as_text(type_: TypeDef, types: Mapping[str, TypeDef]) -> dict[str, str]:
    match type_:
        case ObjectType():
            return {
                field.wire_name: json.dumps([type_schema(field.type, types), field.required]) for field in type_.fields
            }
        case UnionType():
            return {text: text for text in (json.dumps(type_schema(arm, types)) for arm in type_.arms)}
        case _:
            return {"": json.dumps(definition_schema(type_, types))}
