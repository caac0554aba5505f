"""One side of a schema comparison: its types, its types as the other side reads them, and their names in a report."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_bindgen.diff.containment.shape_paths import follow_path, lead_to_same_containers, record_in
from mcp_bindgen.diff.containment.shapes import Record, RecordMember, Scope, TypeRef
from mcp_bindgen.diff.schema.envelopes import common_envelopes, sent_types
from mcp_bindgen.diff.schema.json_schema import type_schema
from mcp_bindgen.diff.schema.likeness import is_same_type
from mcp_bindgen.diff.schema.matching import Rename, match_definitions
from mcp_bindgen.diff.types import Place
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    Conditions,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)
from mcp_bindgen.jsontext import JSONValue


class ComparedSide:
    """One side of a schema comparison, with the names of the definitions that both sides have.

    Where a definition that both sides have is used, only the reference is compared. A class that is inline, or that
    only this side has, is expanded: it is compared as part of the definition that uses it.
    """

    def __init__(
        self,
        spec: SpecRevision,
        shared: Mapping[str, str],
        envelopes: Mapping[str, str],
        scopes: tuple[Scope, Scope],
    ) -> None:
        """Set up one side.

        Args:
            spec: the revision.
            shared: the Python name, on the other side, of each definition that both sides have, by its Python name on
                this side.
            envelopes: the Python name of the JSON-RPC envelope of each message, by the Python name of the message.
            scopes: the values of `scope` and `other_scope`.
        """
        self.spec = spec
        self.types = spec.by_name()
        self.shared = shared
        self.envelopes = envelopes
        self.scope, self.other_scope = scopes
        """`scope` has the types of this side in the form in which they are sent, with messages in their envelopes. In
        `other_scope`, the other side reads these types: a name that both sides have means the type of the other side.
        """
        self._known_members_scope = Scope(self.scope.types, known_members_only=True)
        self._written_scopes = {known: Scope(self.types, known_members_only=known) for known in (False, True)}
        self._alias_names: dict[TypeExpr, str] = {}
        """Wire names of the definitions of expanded aliases, by the target of the alias."""

    def scope_on_other_side(self, place: Place) -> Scope:
        """Return the scope in which the other side reads the types at a place: `other_scope`, except for a whole
        definition. At a whole definition, its name means the type of this side, since that type is compared.
        """
        if place.path or place.types[0] not in self.other_scope.foreign_types:
            return self.other_scope
        foreign_types = {
            name: target for name, target in self.other_scope.foreign_types.items() if name != place.types[0]
        }
        return replace(self.other_scope, foreign_types=foreign_types)

    def sent_object(self, place: Place) -> Record:
        """Return the only object type at a place as a record, in the form in which it is sent.

        Raises:
            PathError: the place has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        return record_in(follow_path(self.path_start(place), place.path))

    def sent_definition(self, place: Place, *, known_members_only: bool = False) -> TypeRef:
        """Return the definition from which the path of a place starts, in the form in which it is sent.

        Args:
            place: the place.
            known_members_only: whether classes that allow any additional members are read as if they allowed only the
                declared ones.
        """
        scope = self._known_members_scope if known_members_only else self.scope
        return TypeRef(scope, Ref(self.spec.definitions[place.root]))

    def path_start(self, place: Place, *, known_members_only: bool = False) -> TypeRef:
        """Return the definition in which to follow the path of a place.

        The definition has the form in which it is sent. It has the form of the schema if the path does not lead to
        objects and arrays in the same order in both forms.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        sent = self.sent_definition(place, known_members_only=known_members_only)
        written = TypeRef(self._written_scopes[known_members_only], sent.expr)
        return sent if lead_to_same_containers(sent, written, place.path) else written

    def as_read_by_other(self, member: RecordMember | None) -> RecordMember | None:
        """Return a member of this side, with its type as the other side reads it. Without a member, return None."""
        if member is None:
            return None
        assert isinstance(member.shape, TypeRef)
        return replace(member, shape=TypeRef(self.other_scope, member.shape.expr))

    def is_expanded(self, name: str) -> bool:
        """Return whether a type is compared where it is used, since it is inline or the other side lacks it."""
        return name not in self.shared

    def expanded_class(self, expr: TypeExpr) -> ObjectType | None:
        """Return the class to which an expression refers, if this class is expanded; None for any other expression."""
        match expr:
            case Ref(name) if self.is_expanded(name):
                match self.types[name]:
                    case ObjectType() as type_:
                        return type_
                    case AliasType(target=target):
                        return self.expanded_class(target)
                    case UnionType(arms=(arm,)):
                        return self.expanded_class(arm)
                    case _:
                        return None
            case _:
                return None

    def arms(self, expr: TypeExpr, *, is_alternative: bool = False) -> list[TypeExpr]:
        """Return the alternatives of an expression. Expanded unions and aliases are replaced by their alternatives.
        `display_name` then knows the names of these aliases.

        Args:
            expr: the expression.
            is_alternative: whether the expression is one of several alternatives. Such an expression is not replaced if
                it has conditions of its own.
        """
        match expr:
            case ScalarUnion(arms):
                return self._alternatives(arms)
            case Ref(name) if self.is_expanded(name):
                type_ = self.types[name]
                if isinstance(type_, ObjectType) or (is_alternative and type_.conditions):
                    return [expr]
                if isinstance(type_, UnionType):
                    return self._alternatives(type_.arms)
                if not type_.provenance.was_inline:
                    self._alias_names.setdefault(type_.target, type_.definition)
                return self.arms(type_.target, is_alternative=is_alternative)
            case _:
                return [expr]

    def _alternatives(self, arms: Sequence[TypeExpr]) -> list[TypeExpr]:
        return [inner for arm in arms for inner in self.arms(arm, is_alternative=True)]

    def definition_arms(self, type_: TypeDef) -> list[TypeExpr]:
        """Return the alternatives of a definition. A class is its only alternative, or the message of which the class
        is a copy.
        """
        match type_:
            case UnionType():
                return self._alternatives(type_.arms)
            case AliasType():
                return self.arms(type_.target)
            case ObjectType():
                return [Ref(self._original_definition(type_))]

    def conditions(self, expr: TypeExpr) -> Conditions:
        """Return the conditions of an expanded union or alias, which apply to all its alternatives. For any other
        expression, return no conditions.
        """
        if not isinstance(expr, Ref) or not self.is_expanded(expr.name):
            return ()
        type_ = self.types[expr.name]
        return () if isinstance(type_, ObjectType) else self.definition_conditions(type_)

    def definition_conditions(self, type_: TypeDef) -> Conditions:
        """Return the conditions of a definition and, for an alias, those of its expanded target."""
        inner = self.conditions(type_.target) if isinstance(type_, AliasType) else ()
        return tuple(dict.fromkeys([*type_.conditions, *inner]))

    def _original_definition(self, type_: ObjectType) -> str:
        """Return the Python name of the first other class with the `method` of a class, since the class is a copy of
        that other one; the class's own name if no other class has its `method`. A schema may have a copy of a message
        in place of a union of messages.
        """
        method = _method_type(type_)
        copies = [other.name for other in self.types.values() if method is not None and _method_type(other) == method]
        return next((name for name in copies if name != type_.name), type_.name)

    def json_schema(self, expr: TypeExpr) -> dict[str, JSONValue]:
        """Return the JSON Schema of a type expression of this side. A definition is a `$ref`."""
        return type_schema(expr, self.types)

    def display_name(self, expr: TypeExpr) -> str:
        """Return the name of an alternative for a report, such as the name of its definition, its JSON type or its
        constants.
        """
        if expr in self._alias_names:
            return self._alias_names[expr]
        match expr:
            case Ref(name):
                type_ = self.types[name]
                return name if type_.provenance.was_inline else type_.definition
            case Scalar():
                return expr.kind
            case LiteralValue():
                return " or ".join(map(constant_text, expr.values))
            case ListOf():
                return f"list of {self.display_name(expr.items)}"
            case MapOf():
                return f"map of {self.display_name(expr.values)}"
            case ScalarUnion():
                return " or ".join(self.display_name(arm) for arm in expr.arms)
            case AnyJson():
                return "anything"


@dataclass(frozen=True)
class ComparedSchemas:
    """Both sides of a schema comparison."""

    old: ComparedSide
    new: ComparedSide
    definitions: Mapping[str, str]
    """Wire names of the definitions that both sides have, old to new."""

    def are_same_types(self, one: TypeExpr, other: TypeExpr) -> bool:
        """Return whether a type of the old side and a type of the new side are the same."""
        return is_same_type(one, other, self.old.shared)


def compared_schemas(old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> ComparedSchemas:
    """Return both sides of a comparison, with their definitions matched.

    Args:
        old: the old side.
        new: the new side.
        renames: rows of `schema/renames.toml`. Those that do not apply to these sides are ignored.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    definitions = match_definitions(old, new, renames)
    new_names = {old.definitions[before]: new.definitions[after] for before, after in definitions.items()}
    old_names = {after: before for before, after in new_names.items()}
    envelopes = common_envelopes(old, new, definitions)
    scopes = Scope(sent_types(old, envelopes[0])), Scope(sent_types(new, envelopes[1]))
    return ComparedSchemas(
        ComparedSide(old, new_names, envelopes[0], (scopes[0], _scope_for_other_side(scopes[1], scopes[0], new_names))),
        ComparedSide(new, old_names, envelopes[1], (scopes[1], _scope_for_other_side(scopes[0], scopes[1], old_names))),
        definitions,
    )


def _scope_for_other_side(other: Scope, scope: Scope, names: Mapping[str, str]) -> Scope:
    """Return the scope in which the other side reads the types of one side.

    Args:
        other: the scope of the other side. A name that both sides have means a type in this scope.
        scope: the scope of the one side.
        names: the Python name, on the other side, of each type that both sides have, by its Python name on the one
            side.
    """
    return Scope(scope.types, {name: (other, target) for name, target in names.items()})


def constant_text(value: JSONValue) -> str:
    """Return the text of a constant in a sentence: a string without quotes, any other value as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _method_type(type_: TypeDef) -> TypeExpr | None:
    fields = type_.fields if isinstance(type_, ObjectType) else ()
    return next((field.type for field in fields if field.wire_name == "method"), None)
