"""One side of a comparison: which of its types are looked into where they are used, and what to call things."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from mcp_bindgen.diff.containment.paths import follow, record_in, same_form
from mcp_bindgen.diff.containment.shapes import At, Member, Record, Scope
from mcp_bindgen.diff.schema.envelopes import sent_types
from mcp_bindgen.diff.schema.json_schema import spelled
from mcp_bindgen.diff.types import Place
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    OneOf,
    Ref,
    Scalar,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)
from mcp_bindgen.jsontext import JSONValue


class Half:
    """One side of the comparison: its types, and which of its names the other side has too."""

    def __init__(self, spec: SpecRevision, shared: Mapping[str, str], envelopes: Mapping[str, str]) -> None:
        self.spec = spec
        self.types = spec.by_name()
        self.shared = shared
        """Python names of definitions that both sides have, to the other side's."""
        self.envelopes = envelopes
        """Python names of messages, to those of what surrounds them."""
        self.scope = Scope(sent_types(spec, envelopes))
        """For documents: messages are what is sent, so they are in their envelopes here."""
        self._keeping = Scope(self.scope.types, known_members_only=True)
        self._written = {keeping: Scope(self.types, known_members_only=keeping) for keeping in (False, True)}
        self.guest = self.scope
        """Where parts of this side are read on the other: what both have is the other's."""
        self.origins: dict[TypeExpr, str] = {}
        """Definitions that only this side has, by what they stand for."""

    def guest_at(self, place: Place) -> Scope:
        """The same for a definition as a whole, which is not to be taken for what the other side has in its place."""
        if place.path or place.types[0] not in self.guest.elsewhere:
            return self.guest
        elsewhere = {name: target for name, target in self.guest.elsewhere.items() if name != place.types[0]}
        return replace(self.guest, elsewhere=elsewhere)

    def record_at(self, place: Place) -> Record:
        """The object at a place, as it is sent."""
        return record_in(follow(self.way_to(place), place.path))

    def whole(self, place: Place, *, keeping: bool = False) -> At:
        """The definition that a path starts from; if `keeping`, as senders write it who use known members only."""
        return At(self._keeping if keeping else self.scope, Ref(self.spec.definitions[place.root]))

    def way_to(self, place: Place, *, keeping: bool = False) -> At:
        """The same to follow the path through, as it is written where an envelope leaves no such place in it."""
        sent = self.whole(place, keeping=keeping)
        written = At(self._written[keeping], sent.expr)
        return sent if same_form(sent, written, place.path) else written

    def lent(self, member: Member | None) -> Member | None:
        """A member of this side as it is read on the other."""
        if member is None:
            return None
        assert isinstance(member.shape, At)
        return replace(member, shape=At(self.guest, member.shape.expr))

    def is_open(self, name: str) -> bool:
        """Is a type looked into where it is used: inline, or a definition that the other side has not?"""
        return name not in self.shared

    def inside(self, expr: TypeExpr) -> ObjectType | None:
        """The class that an expression stands for, if it is looked into."""
        match expr:
            case Ref(name) if self.is_open(name):
                match self.types[name]:
                    case ObjectType() as type_:
                        return type_
                    case AliasType(target=target):
                        return self.inside(target)
                    case UnionType(arms=(arm,)):
                        return self.inside(arm)
                    case _:
                        return None
            case _:
                return None

    def arms(self, expr: TypeExpr) -> list[TypeExpr]:
        """The alternatives of an expression, looked into as far as it is."""
        match expr:
            case OneOf(arms):
                return [inner for arm in arms for inner in self.arms(arm)]
            case Ref(name) if self.is_open(name):
                match self.types[name]:
                    case UnionType(arms=arms):
                        return [inner for arm in arms for inner in self.arms(arm)]
                    case AliasType(target=target) as type_:
                        if not type_.provenance.lifted:
                            self.origins.setdefault(target, type_.definition)
                        return self.arms(target)
                    case ObjectType():
                        return [expr]
            case _:
                return [expr]

    def body(self, type_: TypeDef) -> list[TypeExpr]:
        """The alternatives of a definition."""
        match type_:
            case UnionType():
                return [inner for arm in type_.arms for inner in self.arms(arm)]
            case AliasType():
                return self.arms(type_.target)
            case ObjectType():
                return [Ref(self._original(type_))]

    def _original(self, type_: ObjectType) -> str:
        """Of a message that stands where a union of messages could, the definition it is a copy of."""
        method = _method(type_)
        copies = [other.name for other in self.types.values() if method is not None and _method(other) == method]
        return next((name for name in copies if name != type_.name), type_.name)

    def text(self, expr: TypeExpr) -> dict[str, JSONValue]:
        """An expression as JSON Schema."""
        return spelled(expr, self.types)


def called(half: Half, expr: TypeExpr) -> str:
    """What to call an alternative: its definition, its JSON type, its constants."""
    if expr in half.origins:
        return half.origins[expr]
    match expr:
        case Ref(name):
            type_ = half.types[name]
            return name if type_.provenance.lifted else type_.definition
        case Scalar():
            return expr.kind
        case LiteralValue():
            return " or ".join(map(shown, expr.values))
        case ListOf():
            return f"list of {called(half, expr.items)}"
        case MapOf():
            return f"map of {called(half, expr.values)}"
        case OneOf():
            return " or ".join(called(half, arm) for arm in expr.arms)
        case AnyJson():
            return "anything"


def shown(value: JSONValue) -> str:
    """A constant in a sentence."""
    return value if isinstance(value, str) else json.dumps(value)


def _method(type_: TypeDef) -> TypeExpr | None:
    fields = type_.fields if isinstance(type_, ObjectType) else ()
    return next((field.type for field in fields if field.wire_name == "method"), None)
