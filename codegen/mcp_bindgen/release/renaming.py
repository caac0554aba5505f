"""Recognise definitions and methods that a new revision renames, and apply the new names to facts, errata and docs."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from mcp_bindgen.diff.schema.matching import Rename, match_definitions, may_be_renamed, parts_of_message
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ir.types import Method, SpecRevision
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array, is_object, pointer_tokens

TEXT_MEMBERS = frozenset({"meaning", "message", "pattern", "reason", "rule", "sources", "summary", "text"})
"""Members of facts whose values are prose, patterns or pages. Old names in these values are not replaced."""


@dataclass(frozen=True)
class NewNames:
    """Names that differ between two revisions: the new names, by old name."""

    definitions: Mapping[str, str]
    """Names of definitions in the schema."""
    types: Mapping[str, str]
    """Names of types, including the types of inline schemas."""
    methods: Mapping[str, str]

    def rename_in_rows(self, value: Any, key: str = "") -> Any:
        """Return facts with each old name replaced by the new one, also if a dot and more text follow the name.

        Args:
            value: the facts, or a value in them.
            key: name of the member that has the value; empty if the value is no member. The values of the members in
                `TEXT_MEMBERS` stay as they are.
        """
        if is_object(value):
            return {name: self.rename_in_rows(item, name) for name, item in value.items()}
        if is_array(value):
            return [self.rename_in_rows(item, key) for item in value]
        if not isinstance(value, str) or key in TEXT_MEMBERS:
            return value
        head, dot, rest = value.partition(".")
        names = {**self.definitions, **self.types, **self.methods}
        return names.get(value) or names.get(head, head) + dot + rest

    def rename_in_erratum(self, row: Erratum) -> Erratum:
        """Return an erratum with the new names of definitions in its pointer and in the references of its two values.

        An erratum whose pointer has fewer than two tokens is about no definition, and is returned unchanged.
        """
        tokens = pointer_tokens(row.pointer)
        if len(tokens) < 2:
            return row
        tokens[1] = self.definitions.get(tokens[1], tokens[1])
        pointer = "".join("/" + escape_token(token) for token in tokens)
        return replace(row, pointer=pointer, old=self._rename_references(row.old), new=self._rename_references(row.new))

    def _rename_references(self, value: JSONValue) -> JSONValue:
        if is_object(value):
            return {
                key: self._rename_reference(item)
                if key == "$ref" and isinstance(item, str)
                else self._rename_references(item)
                for key, item in value.items()
            }
        return [self._rename_references(item) for item in value] if is_array(value) else value

    def _rename_reference(self, reference: str) -> str:
        head, slash, name = reference.rpartition("/")
        return head + slash + self.definitions.get(name, name)


def find_new_names(old: SpecRevision, new: SpecRevision, listed: Sequence[Rename]) -> NewNames:
    """Find the definitions, types and methods that have another name in a new revision.

    Definitions are matched as in a report on changes. A removed method is an added method under its old name if both
    belong to one definition, or if their messages and results have equal schemas.

    Args:
        old: the earlier revision.
        new: the new revision.
        listed: pairs of definitions. Each states whether its second definition is its first under another name.
    """
    definitions = {one: other for one, other in match_definitions(old, new, listed).items() if one != other}
    distinct = {(row.before, row.after) for row in listed if not row.same}
    methods = _find_renamed_methods(old, new, definitions, distinct)
    for one, other in methods.items():
        pairs = _pair_definitions(old, new, one, other).items()
        definitions |= {before: after for before, after in pairs if (before, after) not in distinct}
    by_pointer = {type_.provenance.pointer: type_.name for type_ in new.types}
    types: dict[str, str] = {}
    for type_ in old.types:
        before = f"/{type_.definition}"
        after = f"/{definitions.get(type_.definition, type_.definition)}"
        name = by_pointer.get(type_.provenance.pointer.replace(before, after, 1), type_.name)
        if name != type_.name:
            types[type_.name] = name
    return NewNames(definitions, types, methods)


def _find_renamed_methods(
    old: SpecRevision, new: SpecRevision, definitions: Mapping[str, str], distinct: Container[tuple[str, str]]
) -> dict[str, str]:
    """Return the new names of the renamed methods, by old name.

    If a removed method matches several added methods, it is renamed to the one whose name has the same words before the
    last slash; it is not renamed if several have these words.

    Args:
        old: the earlier revision.
        new: the new revision.
        definitions: new names of the renamed definitions, by old name.
        distinct: pairs of definitions that are not one definition. Methods of two such definitions do not match.
    """
    before, after = ({method.name: method for method in spec.methods} for spec in (old, new))
    gone = [method for name, method in before.items() if name not in after]
    come = [method for name, method in after.items() if name not in before]
    pairs = [
        (one.name, other.name)
        for one in gone
        for other in come
        if not any(pair in distinct for pair in product(one.definitions, other.definitions))
        and _is_same_method(old, one, new, other, definitions)
    ]
    near = [(one, other) for one, other in pairs if one.rpartition("/")[0] == other.rpartition("/")[0]]
    return _select_unambiguous_pairs(pairs) | _select_unambiguous_pairs(near)


def _select_unambiguous_pairs(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the second name of each pair by its first, without the pairs that share a name with another pair."""
    return {one: other for one, other in pairs if sum(one in pair or other in pair for pair in pairs) == 1}


def _is_same_method(
    old: SpecRevision, one: Method, new: SpecRevision, other: Method, definitions: Mapping[str, str]
) -> bool:
    if {definitions.get(name, name) for name in one.definitions} & set(other.definitions):
        return True
    shared = old.definitions.keys() & new.definitions.keys()
    return _make_comparable_schemas(old, one, shared) == _make_comparable_schemas(new, other, shared)


def _make_comparable_schemas(spec: SpecRevision, method: Method, shared: frozenset[str] | set[str]) -> list[str]:
    """Return the schemas of a method's messages and results as JSON texts, without the method's name.

    Each reference to a definition that is not shared is replaced by the definition itself.

    Args:
        spec: the revision of the method.
        method: the method.
        shared: names of the definitions that both compared revisions have.
    """
    names = [*method.definitions, *(f"{name.removesuffix('Request')}Result" for name in method.definitions)]
    definitions: Any = spec.effective["$defs"]

    def expand_references(value: Any, inside: tuple[str, ...]) -> Any:
        if is_object(value):
            name = str(value.get("$ref", "")).rpartition("/")[2]
            if name and name not in shared and name not in inside:
                return expand_references(definitions[name], (*inside, name))
            return {key: expand_references(item, inside) for key, item in value.items() if item != method.name}
        return [expand_references(item, inside) for item in value] if is_array(value) else value

    defined = [name for name in names if name in definitions]
    return sorted(json.dumps(expand_references(definitions[name], (name,)), sort_keys=True) for name in defined)


def _pair_definitions(old: SpecRevision, new: SpecRevision, one: str, other: str) -> dict[str, str]:
    """Return the new names of the definitions of a renamed message and of the message's parts, by old name.

    Return no names if several definitions of a revision have the method.

    Args:
        old: the earlier revision.
        new: the new revision.
        one: the old name of the method.
        other: the new name of the method.
    """
    ((before, *more), (after, *others)) = (
        next(method.definitions for method in spec.methods if method.name == name)
        for spec, name in ((old, one), (new, other))
    )
    if more or others:
        return {}
    pairs = [(before, after), *parts_of_message(before, after)]
    return {names[0]: names[1] for names in pairs if may_be_renamed(old, new, *names)}
