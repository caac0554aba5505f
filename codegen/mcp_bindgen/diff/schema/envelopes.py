"""Types of messages in the form in which they are sent: the definition combined with the JSON-RPC envelope.

Up to 2025-06-18, the definition of a request declares neither `jsonrpc` nor `id`, and its `params` do not declare
`_meta`. `JSONRPCRequest` declares these members, and every request must be valid against both definitions. Later
revisions declare the members in each request. Every message type is therefore intersected with its envelope, so that
documents are compared as they are sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import lcm

from mcp_bindgen.diff.containment.acceptance import accepts
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shapes import Scope, TypeRef
from mcp_bindgen.ir.methods import Kind, message_kinds
from mcp_bindgen.ir.types import (
    AliasType,
    Constraints,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SchemaLocation,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)
from mcp_bindgen.jsontext import JSONValue

NO_DOCUMENTS = LiteralValue(())
"""Type for which no document is valid."""

ENVELOPES: Mapping[Kind, str] = {"request": "JSONRPCRequest", "notification": "JSONRPCNotification"}


def envelope_names(spec: SpecRevision) -> dict[str, str]:
    """Return the Python names of envelopes, by those of their messages. Leave out a message without an envelope, and a
    message that is its own envelope.
    """
    found = {name: spec.definitions.get(ENVELOPES[kind]) for name, kind in message_kinds(spec).items()}
    return {name: envelope for name, envelope in found.items() if envelope is not None and envelope != name}


def common_envelopes(
    old: SpecRevision, new: SpecRevision, definitions: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the Python names of envelopes, by those of their messages, for the old and the new side. A message that
    both sides define is left out if its two envelopes differ, or if only one side has an envelope for it.

    Args:
        old: the old side.
        new: the new side.
        definitions: wire names of the definitions that both sides have, old to new.
    """
    old_envelopes, new_envelopes = envelope_names(old), envelope_names(new)
    for before, after in definitions.items():
        one, other = old.definitions[before], new.definitions[after]
        if _wire_name(old, old_envelopes.get(one)) != _wire_name(new, new_envelopes.get(other)):
            old_envelopes.pop(one, None)
            new_envelopes.pop(other, None)
    return old_envelopes, new_envelopes


def _wire_name(spec: SpecRevision, name: str | None) -> str | None:
    if name is None:
        return None
    return next((wire_name for wire_name, each in spec.definitions.items() if each == name), None)


def sent_types(spec: SpecRevision, envelopes_of: Mapping[str, str]) -> dict[str, TypeDef]:
    """Return the types of a revision by Python name. Messages and their parts are intersected with the JSON-RPC
    envelopes.

    Args:
        spec: the revision.
        envelopes_of: the Python name of the envelope of each message, by the Python name of the message.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    sending = _EnvelopeIntersections(spec.by_name())
    for name, envelope in envelopes_of.items():
        sending.intersect_message(name, envelope)
    return sending.types


class _EnvelopeIntersections:
    """Types of a revision, in which the messages are replaced one by one by intersections with their envelopes."""

    def __init__(self, types: Mapping[str, TypeDef]) -> None:
        self.types = dict(types)
        self._written = types
        """Types as the schema defines them, without envelopes."""
        self._message = ""
        """The wire name of the current message."""
        self._in_progress: dict[str, bool] = {}
        """Intersections that are being computed, by the text of both types. The value is True if an intersection was
        needed inside itself.
        """
        self._scope = Scope(types)
        self._search = Search()

    def intersect_message(self, name: str, envelope: str) -> None:
        """Replace a message in `types` by its intersection with its envelope. Keep the message if every document of it
        is valid for the envelope, or if the message or the envelope is no class.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        one, other = self._written[name], self._written[envelope]
        self._message = one.definition
        if (
            isinstance(one, ObjectType)
            and isinstance(other, ObjectType)
            and not self._is_within(Ref(name), Ref(envelope))
        ):
            self.types[name] = self._intersect_classes(one, other)

    def _intersect_classes(self, one: ObjectType, other: ObjectType) -> ObjectType:
        """Return the intersection of two classes, with the members of the first class first.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        outer = {field.wire_name: field for field in other.fields}
        fields = [self._intersect_field(field, outer.pop(field.wire_name, None), other) for field in one.fields]
        fields += [self._intersect_field(field, None, one) for field in outer.values()]
        extra = None if one.extra is None or other.extra is None else self._intersect_types(one.extra, other.extra)
        return replace(one, fields=tuple(fields), extra=extra)

    def _intersect_field(self, field: Field, outer: Field | None, other: ObjectType) -> Field:
        if outer is not None:
            return replace(
                field, type=self._intersect_types(field.type, outer.type), required=field.required or outer.required
            )
        return replace(
            field, type=NO_DOCUMENTS if other.extra is None else self._intersect_types(field.type, other.extra)
        )

    def _intersect_types(self, inner: TypeExpr, outer: TypeExpr) -> TypeExpr:
        """Return the intersection of two types: one of the two if the other contains it, `NO_DOCUMENTS` if no document
        is valid for both, else a new type.

        An inner type that has declared members is not replaced by an outer type, since paths may lead to these members.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        if self._is_within(inner, outer):
            return inner
        if self._is_within(outer, inner) and not any(map(self._has_members, self._arms(inner))):
            return outer
        key = repr((inner, outer))
        if key in self._in_progress:  # it contains itself
            self._in_progress[key] = True
            return Ref(key)
        self._in_progress[key] = False
        pairs = [(one, other) for one in self._arms(inner) for other in self._arms(outer)]
        found = (
            [self._intersect_parts(*pairs[0])]
            if len(pairs) == 1
            else [self._intersect_types(one, other) for one, other in pairs]
        )
        kept = tuple(expr for expr in found if expr != NO_DOCUMENTS)
        result = kept[0] if len(kept) == 1 else ScalarUnion(kept) if kept else NO_DOCUMENTS
        if self._in_progress.pop(key):
            self.types[key] = AliasType(key, self._message, result, SchemaLocation("", was_inline=True))
        return result

    def _has_members(self, expr: TypeExpr) -> bool:
        """Return whether a type is a class with declared members. Paths may lead to these members."""
        type_ = self._written[expr.name] if isinstance(expr, Ref) else None
        return isinstance(type_, ObjectType) and bool(type_.fields)

    def _arms(self, expr: TypeExpr) -> list[TypeExpr]:
        match expr:
            case ScalarUnion(arms):
                return [inner for arm in arms for inner in self._arms(arm)]
            case Ref(name):
                match self._written[name]:
                    case UnionType(arms=arms):
                        return [inner for arm in arms for inner in self._arms(arm)]
                    case AliasType(target=target):
                        return self._arms(target)
                    case ObjectType():
                        return [expr]
            case _:
                return [expr]

    def _intersect_parts(self, one: TypeExpr, other: TypeExpr) -> TypeExpr:
        """Return the intersection of two types without alternatives, neither of which contains the other;
        `NO_DOCUMENTS` for two types of different forms.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        match one, other:
            case (LiteralValue(values), _):
                return LiteralValue(tuple(value for value in values if accepts(TypeRef(self._scope, other), value)))
            case (_, LiteralValue()):
                return self._intersect_parts(other, one)
            case (Scalar(), Scalar()) if {one.kind, other.kind} <= {"integer", "number"} or one.kind == other.kind:
                kind = "integer" if "integer" in (one.kind, other.kind) else one.kind
                return Scalar(kind, _narrower_constraints(one.constraints, other.constraints))
            case (ListOf(), ListOf()):
                items = self._intersect_types(one.items, other.items)
                return ListOf(items, _narrower_constraints(one.constraints, other.constraints))
            case (MapOf(values), MapOf(others)):
                return MapOf(self._intersect_types(values, others))
            case ((Ref() | MapOf()), (Ref() | MapOf())):
                return self._intersect_objects(one, other)
            case _:
                return NO_DOCUMENTS

    def _intersect_objects(self, one: Ref | MapOf, other: Ref | MapOf) -> TypeExpr:
        first, second = self._as_class(one), self._as_class(other)
        is_inline = first.name and first.provenance.was_inline and first.definition == self._message
        if is_inline and self.types[first.name] is first:
            self.types[first.name] = self._intersect_classes(first, second)
            return Ref(first.name)
        name = f"{first.name or 'object'} in {second.name or 'object'}, {len(self.types)}"
        self.types[name] = replace(self._intersect_classes(first, second), name=name)
        return Ref(name)

    def _as_class(self, expr: Ref | MapOf) -> ObjectType:
        if isinstance(expr, MapOf):
            return ObjectType("", self._message, (), expr.values, SchemaLocation("", was_inline=True))
        type_ = self._written[expr.name]
        assert isinstance(type_, ObjectType)
        return type_

    def _is_within(self, inner: TypeExpr, outer: TypeExpr) -> bool:
        return self._search.find_document([TypeRef(self._scope, inner)], [TypeRef(self._scope, outer)]) == "none"


def _narrower_constraints(one: Constraints, other: Constraints) -> Constraints:
    """Return the bounds of two types together. A keyword that both types have gets the stricter value, and `multipleOf`
    the least common multiple.
    """
    found: dict[str, JSONValue] = dict(one)
    for word, value in other:
        before = found.get(word, value)
        assert isinstance(value, (int, float))
        assert isinstance(before, (int, float))
        if word == "multipleOf":
            found[word] = lcm(int(before), int(value))
        else:
            found[word] = max(before, value) if word.lower().startswith(("min", "exclusivemin")) else min(before, value)
    return tuple(found.items())
