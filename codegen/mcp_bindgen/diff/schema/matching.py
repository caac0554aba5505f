"""Match the definitions of two sides: by name, by the list of renames, or by their members and where they are used."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    nested,
)

MIN_COMMON_MEMBERS = 0.5
"""Share of members that must be the same for two definitions used in the same place to count as one renamed."""


@dataclass(frozen=True)
class Rename:
    """A row of `schema/renames.toml`: a renamed definition that cannot be recognised by its members alone."""

    before: str
    after: str
    since: str
    """The first release with the new name."""
    reason: str


def read_renames(schema_root: Path) -> tuple[Rename, ...]:
    """Read the list of renames.

    Args:
        schema_root: the directory that contains `renames.toml`.

    Raises:
        BindgenError: a row is malformed, or two rows have a name in common.
    """
    path = schema_root / "renames.toml"
    rows = read_rows(Rename, read_toml(path), "rename", where=str(path))
    for row in rows:
        if sum(other.before == row.before or other.after == row.after for other in rows) > 1:
            raise BindgenError(f"{row.before} to {row.after} is in more than one row", where=str(path))
    return rows


def match_definitions(old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> dict[str, str]:
    """The definitions that both sides have: old wire names to new ones, in the order of the old file."""
    listed = dict(_renames_that_apply(old, new, renames))
    taken = set(listed.values())
    pairs = {
        name: listed.get(name, name)
        for name in old.definitions
        if name in listed or (name in new.definitions and name not in taken)
    }
    return pairs | _matched_by_members(old, new, pairs)


def _renames_that_apply(old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> list[tuple[str, str]]:
    """The rows that apply, in either direction: the new name exists on one side only."""
    found: list[tuple[str, str]] = []
    for row in renames:
        for before, after in ((row.before, row.after), (row.after, row.before)):
            forward = before == row.before
            absent = after not in old.definitions if forward else before not in new.definitions
            if before in old.definitions and after in new.definitions and absent:
                found.append((before, after))
    return found


def _matched_by_members(old: SpecRevision, new: SpecRevision, pairs: Mapping[str, str]) -> dict[str, str]:
    """Removed definitions with an added one of the same members, or with similar members and used in the same place."""
    gone = [name for name in old.definitions if name not in pairs]
    come = [name for name in new.definitions if name not in pairs.values()]
    olds, news = old.by_name(), new.by_name()
    uses_old, uses_new = _uses(old, dict(pairs)), _uses(new, {})
    similarity: dict[tuple[str, str], float] = {}
    for before in gone:
        for after in come:
            one, other = olds[old.definitions[before]], news[new.definitions[after]]
            share = _similarity(one, other, olds, news)
            used_alike = bool(uses_old.get(before, set()) & uses_new.get(after, set()))
            equal = share == 1 and _is_distinctive(one, (before, old), (after, new))
            if equal or (used_alike and share >= MIN_COMMON_MEMBERS):
                similarity[before, after] = share + used_alike
    found: dict[str, str] = {}
    for (before, after), share in similarity.items():
        rivals = [
            other for pair, other in similarity.items() if pair != (before, after) and set(pair) & {before, after}
        ]
        if all(share > other for other in rivals):
            found[before] = after
    return found


def _is_distinctive(type_: TypeDef, *sides: tuple[str, SpecRevision]) -> bool:
    """Whether it is no coincidence that an added definition equals a removed one.

    Objects with several members are distinctive. An object with one member, a list of constants and a list of items
    have to be the only ones of their form on both sides.
    """
    match type_:
        case ObjectType(fields=fields) if len(fields) != 1:
            return len(fields) > 1
        case AliasType(target=target) if not isinstance(target, (LiteralValue, ListOf)):
            return False
        case _:
            return all(_is_unique(name, spec) for name, spec in sides)


def _is_unique(wire_name: str, spec: SpecRevision) -> bool:
    """Whether no other definition of a revision has the form of this one."""
    definitions = spec.effective["$defs"]
    assert isinstance(definitions, Mapping)
    return sum(other == definitions[wire_name] for other in definitions.values()) == 1


def _uses(spec: SpecRevision, renamed: Mapping[str, str]) -> dict[str, set[tuple[str, str]]]:
    """For each definition, the definitions and members that refer to it, in names of the new side."""
    types, found = spec.by_name(), dict[str, set[tuple[str, str]]]()
    for type_ in types.values():
        owner = renamed.get(type_.definition, type_.definition)
        if isinstance(type_, ObjectType):
            uses = [(field.wire_name, expr) for field in type_.fields for expr in nested(field.type)]
        else:
            uses = [("", expr) for expr in expressions(type_)]
        for member, expr in uses:
            if isinstance(expr, Ref) and not types[expr.name].provenance.lifted:
                found.setdefault(types[expr.name].definition, set()).add((owner, member))
    return found


def _similarity(one: TypeDef, other: TypeDef, olds: Mapping[str, TypeDef], news: Mapping[str, TypeDef]) -> float:
    """The share of members that are the same, from 0 to 1; 0 if a member is a different constant in each."""
    parts = _parts(one, olds), _parts(other, news)
    if type(one) is not type(other) or not parts[0] or not parts[1]:
        return 0
    ours, theirs = parts
    for name in ours.keys() & theirs.keys():
        if "const" in ours[name] and "const" in theirs[name] and ours[name] != theirs[name]:
            return 0
    return sum(ours[name] == theirs[name] for name in ours.keys() & theirs.keys()) / len(ours.keys() | theirs.keys())


def _parts(type_: TypeDef, types: Mapping[str, TypeDef]) -> dict[str, str]:
    match type_:
        case ObjectType():
            return {
                field.wire_name: json.dumps([type_schema(field.type, types), field.required]) for field in type_.fields
            }
        case UnionType():
            return {text: text for text in (json.dumps(type_schema(arm, types)) for arm in type_.arms)}
        case _:
            return {"": json.dumps(definition_schema(type_, types))}
