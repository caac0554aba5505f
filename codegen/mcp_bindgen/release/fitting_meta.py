"""Derive the rows of `_meta` keys of a new revision from the members that its schema states for `_meta`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_bindgen.ingest.inheritance import Row
from mcp_bindgen.ingest.protocol import completed
from mcp_bindgen.ir.methods import MethodInfo, method_table, sent_methods
from mcp_bindgen.ir.types import Field, LiteralValue, Ref, Scalar, SpecRevision, TypeDef, TypeExpr, object_type
from mcp_bindgen.release.difference import Difference

KINDS = ("request", "notification", "result")


@dataclass
class MetaMember:
    """A member of `_meta` that a schema states."""

    type: str
    on: set[str] = field(default_factory=set[str])
    senders: set[str] = field(default_factory=set[str])
    required: bool = True
    """Whether each message that may have the key must have it."""

    def row(self, key: str) -> Row:
        """The row of a new key."""
        return {
            "key": key,
            "type": self.type,
            "on": [kind for kind in KINDS if kind in self.on],
            "sender": "either" if len(self.senders) > 1 else min(self.senders),
            "applies": "",
            "level": "MUST" if self.required else "MAY",
            "sources": [],
        }


def meta_members(spec: SpecRevision) -> dict[str, MetaMember]:
    """The members of `_meta` of messages, by key. Those of `_meta` inside other objects are not among them."""
    types = spec.by_name()
    wire_names = {name: wire_name for wire_name, name in spec.definitions.items()}
    found: dict[str, MetaMember] = {}
    for row in method_table(spec, completed((), sent_methods(spec)), where=spec.revision.id):
        for kind, sender, owner in _owners(row):
            for member in _members(owner, types):
                known = found.setdefault(member.wire_name, MetaMember(_type(member.type, wire_names)))
                known.on.add(kind)
                known.senders.add(sender)
                known.required = known.required and member.required
    return found


def fit_meta_keys(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Fit the rows `meta_key`: a key that only the schema before stated is gone, and one that only this states is new.

    Args:
        spec: the new revision.
        before: the revision whose rows it inherits.
        found: gets the difference.
    """
    now, then = meta_members(spec), meta_members(before)
    for row in found.rows("meta_key"):
        key, type_ = row["key"], row["type"]
        if (key in then and key not in now) or (type_[0].isupper() and type_ not in spec.definitions):
            found.remove("meta_key", row)
    known = {row["key"] for row in found.rows("meta_key")}
    for key, member in now.items():
        if key not in known:
            found.add("meta_key", member.row(key))


def with_keys(pattern: str, spec: SpecRevision, before: SpecRevision) -> str:
    """A pattern that lists keys under the specification's prefix, with the new keys and without those that are gone."""
    now, then = meta_members(spec), meta_members(before)
    return _LISTED.sub(lambda match: f"{match[1]}{'|'.join(_listed(match[2], now, then))})", pattern)


_LISTED = re.compile(r"(io\\\.modelcontextprotocol/\(\?:)([^()]+)\)")
_PREFIX = "io.modelcontextprotocol/"


def _listed(names: str, now: Collection[str], then: Collection[str]) -> list[str]:
    new, old = _patterns(now), _patterns(then)
    listed = [name for name in names.split("|") if name in new or name not in old]
    return [*(name for name in new if name not in listed), *listed]


def _patterns(keys: Collection[str]) -> list[str]:
    """The names of keys under the prefix, as patterns that match nothing else."""
    names = [key.removeprefix(_PREFIX) for key in keys if key.startswith(_PREFIX)]
    return [re.escape(name).replace("\\-", "-") for name in names]


def _owners(row: MethodInfo) -> Iterator[tuple[str, str, str]]:
    """The types of a method that may have `_meta`: the kind of the message, who sends it, and the type."""
    for sender in row.senders:
        if row.params:
            yield "notification" if row.kind == "notification" else "request", sender, row.params
        for result in (*row.results, *row.wrapped_results):
            yield "result", "client" if sender == "server" else "server", result


def _members(owner: str, types: Mapping[str, TypeDef]) -> tuple[Field, ...]:
    type_ = object_type(Ref(owner), types)
    meta: Any = type_.by_wire_name.get("_meta") if type_ is not None else None
    of_meta = object_type(meta.type, types) if meta is not None else None
    return of_meta.fields if of_meta is not None else ()


def _type(expr: TypeExpr, wire_names: Mapping[str, str]) -> str:
    """The name of a definition, or a JSON type."""
    match expr:
        case Ref(name=name):
            return wire_names.get(name, "object")
        case Scalar(kind=kind):
            return kind
        case LiteralValue(values=values) if all(isinstance(value, str) for value in values):
            return "string"
        case _:
            return "any"
