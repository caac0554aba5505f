"""Which definitions of two sides are the same one: by name, by the list of renames, by shape and use."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen.diff.schema.json_schema import spelled, spelled_type
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows
from mcp_bindgen.ir.types import ObjectType, Ref, SpecRevision, TypeDef, UnionType, expressions

ALIKE = 0.5
"""Share of members that two definitions in one role must have in common to be one under two names."""


@dataclass(frozen=True)
class Rename:
    """A row of `schema/renames.toml`: what the shape alone does not tell."""

    before: str
    after: str
    since: str
    """The release that has the new name first."""
    reason: str


def read_renames(schema_root: Path) -> tuple[Rename, ...]:
    """The list of renames.

    Raises:
        BindgenError: a row is not as expected, or there twice.
    """
    path = schema_root / "renames.toml"
    rows = read_rows(Rename, read_toml(path), "rename", where=str(path))
    for row in rows:
        if sum(other.before == row.before or other.after == row.after for other in rows) > 1:
            raise BindgenError(f"{row.before} to {row.after} is in more than one row", where=str(path))
    return rows


def matched(old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> dict[str, str]:
    """Old wire names to new ones, in the order of the old file."""
    listed = dict(_listed(old, new, renames))
    taken = set(listed.values())
    pairs = {
        name: listed.get(name, name)
        for name in old.definitions
        if name in listed or (name in new.definitions and name not in taken)
    }
    return pairs | _recognised(old, new, pairs)


def _listed(old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> list[tuple[str, str]]:
    """Rows that apply, in either direction: the name that is new on one side is not there on the other."""
    found: list[tuple[str, str]] = []
    for row in renames:
        for before, after in ((row.before, row.after), (row.after, row.before)):
            forward = before == row.before
            absent = after not in old.definitions if forward else before not in new.definitions
            if before in old.definitions and after in new.definitions and absent:
                found.append((before, after))
    return found


def _recognised(old: SpecRevision, new: SpecRevision, pairs: Mapping[str, str]) -> dict[str, str]:
    """What is gone here and new there, with the same shape, or in the same role with a shape much like it."""
    gone = [name for name in old.definitions if name not in pairs]
    come = [name for name in new.definitions if name not in pairs.values()]
    olds, news = old.by_name(), new.by_name()
    roles_old, roles_new = _roles(old, dict(pairs)), _roles(new, {})
    likeness: dict[tuple[str, str], float] = {}
    for before in gone:
        for after in come:
            one, other = olds[old.definitions[before]], news[new.definitions[after]]
            share = _likeness(one, other, olds, news)
            role = bool(roles_old.get(before, set()) & roles_new.get(after, set()))
            if (share == 1 and _distinct(one)) or (role and share >= ALIKE):
                likeness[before, after] = share + role
    found: dict[str, str] = {}
    for (before, after), share in likeness.items():
        rivals = [other for pair, other in likeness.items() if pair != (before, after) and set(pair) & {before, after}]
        if all(share > other for other in rivals):
            found[before] = after
    return found


def _distinct(type_: TypeDef) -> bool:
    """Is a shape so much its own that another like it cannot be by chance?"""
    return isinstance(type_, ObjectType) and len(type_.fields) > 1


def _roles(spec: SpecRevision, renamed: Mapping[str, str]) -> dict[str, set[tuple[str, str]]]:
    """By definition, where it is used: definition and member, in names of the new side."""
    types, roles = spec.by_name(), dict[str, set[tuple[str, str]]]()
    for type_ in types.values():
        owner = renamed.get(type_.definition, type_.definition)
        if isinstance(type_, ObjectType):
            uses = [(field.wire_name, field.type) for field in type_.fields]
        else:
            uses = [("", expr) for expr in expressions(type_)]
        for member, expr in uses:
            if isinstance(expr, Ref) and not types[expr.name].provenance.lifted:
                roles.setdefault(types[expr.name].definition, set()).add((owner, member))
    return roles


def _likeness(one: TypeDef, other: TypeDef, olds: Mapping[str, TypeDef], news: Mapping[str, TypeDef]) -> float:
    """The share of members that are the same, from 0 to 1; constants that differ make two things of it."""
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
            return {field.wire_name: json.dumps([spelled(field.type, types), field.required]) for field in type_.fields}
        case UnionType():
            return {text: text for text in (json.dumps(spelled(arm, types)) for arm in type_.arms)}
        case _:
            return {"": json.dumps(spelled_type(type_, types))}
