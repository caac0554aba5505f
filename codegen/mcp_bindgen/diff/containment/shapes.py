"""Types of two revisions as shapes, so that documents of one revision can be checked against types of the other.

A shape is a set of documents. A reference to a type is resolved only when its alternatives are needed, so recursive
types need no special treatment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from mcp_bindgen.diff.containment.bounds import Numbers, Strings, allowed_numbers, length_bounds
from mcp_bindgen.diff.containment.tags import TagTables
from mcp_bindgen.diff.containment.validity import is_valid
from mcp_bindgen.ir.assertions import kind_of_value
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    ConstantValue,
    Kind,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    TypeDef,
    TypeExpr,
    UnionType,
)


@dataclass(frozen=True, eq=False)
class Scope:
    """Types to which names refer. Two scope objects are never equal, even if they have the same types."""

    types: Mapping[str, TypeDef]
    foreign_types: Mapping[str, tuple[Scope, str]] = field(default_factory=dict[str, "tuple[Scope, str]"])
    """Names that refer to types of other scopes. The value of a name is the other scope and the name of the type
    there.
    """
    known_members_only: bool = False
    """True if classes that allow any additional members are read as if they allowed only the declared ones."""
    atoms: dict[str, tuple[Atom, ...]] = field(default_factory=dict[str, "tuple[Atom, ...]"], init=False, repr=False)
    """Cached alternatives by the name of the type, since a large class is searched once for each of its members."""

    tags: dict[str, TagTables] = field(default_factory=dict[str, TagTables], init=False, repr=False)
    """Tables that find alternatives of a type by their constant members, by the name of the type."""
    choices: dict[int, tuple[tuple[TypeExpr, ...], Choice]] = field(
        default_factory=dict[int, "tuple[tuple[TypeExpr, ...], Choice]"], init=False, repr=False
    )
    """Results of `choice_of`, each with its tuple of types, by the Python `id` of the tuple."""

    def resolve_name(self, name: str) -> tuple[Scope, TypeDef]:
        """Return a scope and the type with a given name. Names inside of this type are looked up in the scope."""
        scope, target = self.foreign_types.get(name, (self, name))
        return scope, scope.types[target]

    def choice_of(self, arms: tuple[TypeExpr, ...]) -> Choice:
        """Return the choice between the given types. Repeated calls with one tuple object return one choice object, so
        that its alternatives are computed once.
        """
        if id(arms) not in self.choices:
            self.choices[id(arms)] = arms, Choice(tuple(TypeRef(self, arm) for arm in arms))
        return self.choices[id(arms)][1]


@dataclass(frozen=True)
class TypeRef:
    """A type expression and the scope of its names."""

    scope: Scope
    expr: TypeExpr


@dataclass(frozen=True)
class ConditionedShape:
    """The documents that are in a shape and also valid for some conditions."""

    shape: Shape
    conditions: frozenset[str]
    """JSON Schemas without references, as text."""

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """Alternatives of the shape, with the conditions.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        return with_conditions(alternatives(self.shape), self.conditions)


@dataclass(frozen=True)
class Choice:
    """The documents that are in any of some shapes. A choice without shapes has no documents."""

    arms: tuple[Shape, ...]

    root: Choice | None = field(default=None, init=False, compare=False, repr=False)
    """The choice from which this one was made by a change of one shape; None for any other choice, and if that choice
    has a `root` itself.
    """
    changed_index: int = field(default=-1, init=False, compare=False, repr=False)
    """Index in `arms` of the only shape that is different in `root`; -1 without `root`."""

    @cached_property
    def _atom_starts(self) -> list[int]:
        """Numbers of alternatives before each shape, in order, and at the end the number of all alternatives.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        return [0, *accumulate(len(alternatives(arm)) for arm in self.arms)]

    @cached_property
    def _hash_sum(self) -> int:
        if self.root is None:
            return sum(hash(arm) ** 2 for arm in self.arms)
        return (
            self.root._hash_sum
            - hash(self.root.arms[self.changed_index]) ** 2
            + hash(self.arms[self.changed_index]) ** 2
        )

    def __hash__(self) -> int:
        """Return the hash of the shapes, computed once."""
        return hash(self._hash_sum)

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """Alternatives of all shapes.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        if self.root is None:
            return tuple(atom for arm in self.arms for atom in alternatives(arm))
        places = self.replaced_atoms
        return (*self.root.atoms[: places.start], *self.own_atoms, *self.root.atoms[places.stop :])

    @cached_property
    def tags(self) -> TagTables:
        """Tables that find the alternatives by their constant members.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        return tag_tables_of(self.atoms)

    @property
    def replaced_atoms(self) -> range:
        """Indices in `root.atoms` of the alternatives that this choice replaces.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        assert self.root is not None
        return range(self.root._atom_starts[self.changed_index], self.root._atom_starts[self.changed_index + 1])

    @property
    def own_atoms(self) -> tuple[Atom, ...]:
        """Alternatives of this choice that replace those at `replaced_atoms`.

        Raises:
            UndecidedError: a pattern would take too long.
        """
        return alternatives(self.arms[self.changed_index])

    def with_shape(self, place: int, shape: Shape) -> Choice:
        """Return a copy of the choice with another shape at an index of `arms`."""
        found = Choice((*self.arms[:place], shape, *self.arms[place + 1 :]))
        if self.root is None:
            object.__setattr__(found, "root", self)
            object.__setattr__(found, "changed_index", place)
        return found


@dataclass(frozen=True)
class RecordMember:
    """A member of a record."""

    name: str
    shape: Shape
    required: bool


@dataclass(frozen=True)
class Record:
    """All objects whose members fit the declared members and the rule for undeclared members."""

    members: tuple[RecordMember, ...]
    extra: Shape | None
    """Shape of members without a declared name; None if these are forbidden."""
    conditions: frozenset[str] = frozenset()
    """JSON Schemas, as text, for which the objects must be valid too."""

    root: Record | None = field(default=None, init=False, compare=False, repr=False)
    """The record from which this one was made by a change of few members or of `extra`; None for any other record, and
    for a record with changed members that was made from one with a `root`.
    """
    edits: Mapping[str, RecordMember | None] = field(
        default_factory=dict[str, "RecordMember | None"], init=False, compare=False, repr=False
    )
    """Members in which this record differs from `root`, by name. The value is None for a member that only `root` has.
    """

    @cached_property
    def _by_name(self) -> dict[str, RecordMember]:
        return {member.name: member for member in reversed(self.members)}

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {member.name: index for index, member in enumerate(self.members)}

    @cached_property
    def _hash_sum(self) -> int:
        """Sum of the squared hashes of the members. When one member changes, only its summand is replaced.

        Without the squares, a change of one member would change the sum by one of few numbers, and many records would
        have equal hashes.
        """
        if self.root is None:
            return _hash_sum_of(self.members)
        gone = [member for name in self.edits if (member := self.root.member(name)) is not None]
        come = [member for member in self.edits.values() if member is not None]
        return self.root._hash_sum - _hash_sum_of(gone) + _hash_sum_of(come)

    @cached_property
    def _hash(self) -> int:
        return hash((self._hash_sum, self.extra, self.conditions))

    def __hash__(self) -> int:
        """Return the hash of the record, computed once, since a search looks up one record many times."""
        return self._hash

    @cached_property
    def required(self) -> tuple[str, ...]:
        """Names of the required members, in order."""
        if self.root is not None and not any(
            member is not None and member.required
            for name, edited in self.edits.items()
            for member in (self.root.member(name), edited)
        ):
            return self.root.required
        return tuple(member.name for member in self.members if member.required)

    def member(self, name: str) -> RecordMember | None:
        """Return the member with a name, or None if the record declares no member of this name."""
        if self.root is None:
            return self._by_name.get(name)
        return self.edits[name] if name in self.edits else self.root.member(name)

    def declared_member(self, name: str) -> RecordMember:
        """Return the member with a name. The record must declare the member."""
        member = self.member(name)
        assert member is not None
        return member

    def member_sort_key(self, name: str) -> int:
        """Return a sort key that puts declared members in order. The record must declare the member."""
        if self.root is None:
            return self._indices[name]
        added = self.edits.get(name) is not None and self.members[-1].name == name
        return len(self.root.members) if added else self.root.member_sort_key(name)

    def replace_member(self, name: str, instead: RecordMember | None) -> Record:
        """Return a copy of the record without one of its members, and with `instead`, unless this is None, as the last
        member. An existing member with the name of `instead` is removed too.
        """
        gone = [name] if instead is None else list(dict.fromkeys([name, instead.name]))
        members = self.members
        for index in sorted((self._indices[each] for each in gone if each in self._indices), reverse=True):
            members = members[:index] + members[index + 1 :]
        edits = dict[str, RecordMember | None].fromkeys(gone)
        if instead is not None:
            members, edits[instead.name] = (*members, instead), instead
        return self._with_edits(members, self.extra, edits)

    def with_shape(self, name: str, shape: Shape) -> Record:
        """Return a copy of the record with another shape for one of its members, which the record must declare."""
        index, member = self._indices[name], replace(self.declared_member(name), shape=shape)
        return self._with_edits((*self.members[:index], member, *self.members[index + 1 :]), self.extra, {name: member})

    def with_extra(self, extra: Shape | None) -> Record:
        """Return a copy of the record with another shape for undeclared members. None forbids undeclared members."""
        return self._with_edits(self.members, extra, {})

    def _with_edits(
        self, members: tuple[RecordMember, ...], extra: Shape | None, edits: Mapping[str, RecordMember | None]
    ) -> Record:
        found = Record(members, extra, self.conditions)
        if self.root is None or not edits:
            object.__setattr__(found, "root", self.root or self)
            object.__setattr__(found, "edits", edits or self.edits)
        return found


def _hash_sum_of(members: Iterable[RecordMember]) -> int:
    return sum(hash(member) ** 2 for member in members)


@dataclass(frozen=True)
class Array:
    """All arrays whose length is within bounds and whose items are in one shape."""

    items: Shape
    low: int = 0
    high: int | None = None
    conditions: frozenset[str] = frozenset()
    """JSON Schemas, as text, for which the arrays must be valid too."""


class Constant(NamedTuple):
    """One scalar value. The kind distinguishes `1` from `true`, which are equal in Python."""

    kind: Kind
    value: ConstantValue


@dataclass(frozen=True)
class SchemaValues:
    """The values of one JSON type that are valid for a JSON Schema. The search does not analyse the schema."""

    kind: Kind
    test: str
    """The schema, without references, as text."""


Atom: TypeAlias = Record | Array | Numbers | Strings | Constant | SchemaValues
Shape: TypeAlias = TypeRef | ConditionedShape | Choice | Atom

EMPTY_SCOPE = Scope({})
ANYTHING = TypeRef(EMPTY_SCOPE, AnyJson())
_BOOLEANS = (Constant("boolean", True), Constant("boolean", False))
_ALL_ATOMS: tuple[Atom, ...] = (
    *(Constant("null", None), *_BOOLEANS),
    *(Numbers(), Strings(), Array(ANYTHING), Record((), ANYTHING)),
)


def is_anything(shape: Shape | None) -> bool:
    """Return whether a shape is the type of all values. None, which stands for no shape, is not."""
    return isinstance(shape, TypeRef) and isinstance(shape.expr, AnyJson)


def alternatives(shape: Shape) -> tuple[Atom, ...]:
    """Return the alternatives of a shape, none of which has alternatives itself.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    match shape:
        case TypeRef():
            return _atoms_of_expression(shape.scope, shape.expr)
        case Choice() | ConditionedShape():
            return shape.atoms
        case _:
            return (shape,)


def with_conditions(atoms: Iterable[Atom], conditions: frozenset[str]) -> tuple[Atom, ...]:
    """Return the alternatives with more conditions. Constants that do not meet these conditions are left out. A
    `SchemaValues` stays unchanged.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    if not conditions:
        return tuple(atoms)
    found: list[Atom] = []
    for atom in atoms:
        match atom:
            case Constant(value=value):
                found += [atom] if all(is_valid(condition, value) for condition in conditions) else []
            case SchemaValues():
                found.append(atom)
            case _:
                found.append(replace(atom, conditions=atom.conditions | conditions))
    return tuple(found)


def record_of(type_: ObjectType, scope: Scope) -> Record:
    """Return a class as a record. In a scope with `known_members_only`, a class that declares members and allows any
    additional members becomes a record that forbids undeclared members.
    """
    members = tuple(RecordMember(item.wire_name, TypeRef(scope, item.type), item.required) for item in type_.fields)
    extra = TypeRef(scope, type_.extra) if type_.extra is not None else None
    closed = scope.known_members_only and bool(members) and is_anything(extra)
    return Record(members, None if closed else extra, frozenset(type_.conditions))


def constant(value: ConstantValue) -> Constant:
    """Return a scalar as a shape."""
    return Constant(kind_of_value(value), value)


def constants_of_shape(shape: Shape) -> tuple[Constant, ...] | None:
    """Return the constants that a shape consists of; None for a shape with other documents or without documents.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    atoms = alternatives(shape)
    found = tuple(atom for atom in atoms if isinstance(atom, Constant))
    return found if found and len(found) == len(atoms) else None


def tag_tables_of(atoms: Iterable[Atom]) -> TagTables:
    """Return tables that find alternatives by their constant members.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    return TagTables([_constants_of_members(atom) for atom in atoms])


def _constants_of_members(atom: Atom) -> dict[str, tuple[Constant, ...]]:
    found = (
        (member.name, constants_of_shape(member.shape)) for member in (atom.members if isinstance(atom, Record) else ())
    )
    return {name: each for name, each in found if each is not None}


def _atoms_of_expression(scope: Scope, expr: TypeExpr) -> tuple[Atom, ...]:
    match expr:
        case AnyJson():
            return _ALL_ATOMS
        case LiteralValue():
            return tuple(constant(value) for value in expr.values)
        case Scalar(kind="string"):
            return (Strings(*length_bounds(expr.constraints, "Length")),)
        case Scalar(kind="boolean"):
            return _BOOLEANS
        case Scalar(kind="null"):
            return (Constant("null", None),)
        case Scalar():
            return (allowed_numbers(expr),)
        case ListOf():
            return (Array(TypeRef(scope, expr.items), *length_bounds(expr.constraints, "Items")),)
        case MapOf():
            return (Record((), TypeRef(scope, expr.values)),)
        case ScalarUnion():
            return tuple(atom for arm in expr.arms for atom in _atoms_of_expression(scope, arm))
        case Ref():
            if expr.name not in scope.atoms:
                scope.atoms[expr.name] = _atoms_of_type(*scope.resolve_name(expr.name))
            return scope.atoms[expr.name]


def _atoms_of_type(scope: Scope, type_: TypeDef) -> tuple[Atom, ...]:
    match type_:
        case ObjectType():
            return (record_of(type_, scope),)
        case UnionType():
            atoms = tuple(atom for arm in type_.arms for atom in _atoms_of_expression(scope, arm))
        case AliasType():
            atoms = _atoms_of_expression(scope, type_.target)
    return with_conditions(atoms, frozenset(type_.conditions))
