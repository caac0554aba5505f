"""Differences between two schemas, definition by definition, without an assessment.

A reference to a definition that both sides have counts as the same type, however different the two definitions are: a
change inside a definition is a difference of that definition, and of nothing that refers to it. Inline parts belong to
the definition that contains them. A part that is a definition on one side and inline on the other side counts as
inline.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from mcp_bindgen.diff.containment.shapes import Choice, ConditionedShape, TypeRef
from mcp_bindgen.diff.schema.alternatives import AlternativesComparison
from mcp_bindgen.diff.schema.deltas import Pair, changed_delta, renamed_delta
from mcp_bindgen.diff.schema.json_schema import definition_schema
from mcp_bindgen.diff.schema.likeness import are_comparable
from mcp_bindgen.diff.schema.objects import compare_objects
from mcp_bindgen.diff.schema.side import ComparedSchemas, ComparedSide
from mcp_bindgen.diff.types import Delta, Effect, Place
from mcp_bindgen.ir.types import Conditions, MapOf, ObjectType, Ref, TypeExpr

ConditionEffect: TypeAlias = Callable[[frozenset[str], frozenset[str]], Effect]
"""Function that returns the effect of one condition. Its arguments are the conditions of the old side with the
difference applied, and those of the new side with the difference undone.
"""


def compare_conditions(conditions: Pair[Conditions], places: Pair[Place], effect: ConditionEffect) -> Iterator[Delta]:
    """Yield a difference for each condition that only one side of a comparison has.

    Args:
        conditions: the conditions of each side.
        places: the place of the conditions on each side.
        effect: returns the effect of one condition.
    """
    old, new = frozenset(conditions.old), frozenset(conditions.new)
    sides = places.old, places.new
    for text in conditions.new:
        if text not in old:
            condition, own = json.loads(text), effect(old | {text}, new - {text})
            yield Delta("condition added", "schema", "added", *sides, ", ".join(condition), None, condition, own)
    for text in conditions.old:
        if text not in new:
            condition, own = json.loads(text), effect(old - {text}, new | {text})
            yield Delta("condition removed", "schema", "removed", *sides, ", ".join(condition), condition, None, own)


def schema_deltas(schemas: ComparedSchemas) -> list[Delta]:
    """Return all differences between two schemas: those of definitions that both schemas have, then added definitions,
    and then removed definitions.

    Raises:
        PathError: the place of a class has no object type, or several.
        UndecidedError: a pattern would take too long.
    """
    return list(SchemaComparison(schemas).deltas())


class SchemaComparison:
    """Comparison of two schemas, definition by definition, with the pairs of types whose comparison is in progress."""

    def __init__(self, schemas: ComparedSchemas) -> None:
        self.schemas = schemas
        self._active: set[tuple[str, str]] = set()
        """Pairs of types that are being compared, so that the comparison of recursive types ends."""
        self._found_inline: set[str] = set()
        """Python names of the classes that were compared where they are used, since a side has them inline. A
        definition with such a name is neither added nor removed.
        """

    def deltas(self) -> Iterator[Delta]:
        """Yield all differences: those of definitions that both schemas have, then added definitions, and then removed
        definitions.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        old, new = self.schemas.old, self.schemas.new
        renamed_back = {after: before for before, after in self.schemas.definitions.items()}
        for after in new.spec.definitions:
            if after in renamed_back:
                yield from self._definition_deltas(Pair(renamed_back[after], after))
        for wire_name, name in new.spec.definitions.items():
            if wire_name not in renamed_back and name not in self._found_inline:
                place, schema = _definition_place(new, wire_name), definition_schema(new.types[name], new.types)
                yield Delta("definition added", "schema", "added", None, place, wire_name, None, schema)
        for wire_name, name in old.spec.definitions.items():
            if wire_name not in self.schemas.definitions and name not in self._found_inline:
                place, schema = _definition_place(old, wire_name), definition_schema(old.types[name], old.types)
                yield Delta("definition removed", "schema", "removed", place, None, wire_name, schema, None)

    def compare_types(self, types: Pair[TypeExpr], places: Pair[Place]) -> Iterator[Delta]:
        """Yield the differences between two types at one place. Yield nothing if the types are the same, or if their
        comparison is in progress.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        key = repr(types.old), repr(types.new)
        if self.schemas.are_same_types(types.old, types.new) or key in self._active:
            return
        conditions = Pair(self.schemas.old.conditions(types.old), self.schemas.new.conditions(types.new))
        arms = Pair(self.schemas.old.arms(types.old), self.schemas.new.arms(types.new))
        yield from compare_conditions(conditions, places, self._make_condition_effect(arms))
        self._active.add(key)
        for delta in self._type_deltas(types, places):
            yield _with_conditions(delta, conditions, places)
        self._active.discard(key)

    def compare_classes(self, classes: Pair[ObjectType], places: Pair[Place]) -> Iterator[Delta]:
        """Yield the differences between two classes at a place that uses them, instead of at their own definitions. Two
        definitions with one name then count as compared: neither is reported as added or removed.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        names = classes.map(lambda class_: class_.name)
        if names.old == names.new:
            self._found_inline.add(names.old)
        places = Pair(_class_place(places.old, classes.old), _class_place(places.new, classes.new))
        if names.old != names.new:
            yield renamed_delta("part renamed", names, places, Pair(names.old, names.new))
        yield from self._class_condition_deltas(classes, places)
        yield from compare_objects(self, classes, places)

    def _definition_deltas(self, names: Pair[str]) -> Iterator[Delta]:
        """Yield the differences between two definitions, which are given by their wire names.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        old, new = self.schemas.old, self.schemas.new
        places = Pair(_definition_place(old, names.old), _definition_place(new, names.new))
        if names.old != names.new:
            yield renamed_delta("definition renamed", names, places, Pair(names.old, names.new))
        one, other = old.types[places.old.types[0]], new.types[places.new.types[0]]
        if isinstance(one, ObjectType) and isinstance(other, ObjectType):
            yield from self._class_condition_deltas(Pair(one, other), places)
            yield from compare_objects(self, Pair(one, other), places)
        else:
            conditions = Pair(old.definition_conditions(one), new.definition_conditions(other))
            arms = Pair(old.definition_arms(one), new.definition_arms(other))
            yield from compare_conditions(conditions, places, self._make_condition_effect(arms))
            for delta in AlternativesComparison(self, arms, places).deltas():
                yield _with_conditions(delta, conditions, places)

    def _class_condition_deltas(self, classes: Pair[ObjectType], places: Pair[Place]) -> Iterator[Delta]:
        """Yield a difference for each condition that only one of two classes has.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        records = Pair(self.schemas.old.sent_object(places.old), self.schemas.new.sent_object(places.new))

        def make_effect(old: frozenset[str], new: frozenset[str]) -> Effect:
            return Effect(replace(records.old, conditions=old), replace(records.new, conditions=new))

        yield from compare_conditions(classes.map(lambda class_: class_.conditions), places, make_effect)

    def _make_condition_effect(self, arms: Pair[list[TypeExpr]]) -> ConditionEffect:
        """Return the function that computes the effect of one condition on all given alternatives of a type."""
        old_choice, new_choice = (
            Choice(tuple(TypeRef(side.scope, arm) for arm in exprs))
            for side, exprs in ((self.schemas.old, arms.old), (self.schemas.new, arms.new))
        )
        return lambda before, after: Effect(ConditionedShape(old_choice, before), ConditionedShape(new_choice, after))

    def _type_deltas(self, types: Pair[TypeExpr], places: Pair[Place]) -> Iterator[Delta]:
        old, new = self.schemas.old, self.schemas.new
        old_class, new_class = old.expanded_class(types.old), new.expanded_class(types.new)
        if old_class is not None and new_class is not None and are_comparable(old_class, new_class):
            yield from self.compare_classes(Pair(old_class, new_class), places)
        elif old_class is not None and isinstance(types.new, MapOf):
            yield from self._removed_class_deltas(old_class, types.new, places)
        elif new_class is not None and isinstance(types.old, MapOf):
            yield from self._added_class_deltas(types.old, new_class, places)
        else:
            arms = Pair(old.arms(types.old), new.arms(types.new))
            yield from AlternativesComparison(self, arms, places).deltas()

    def _added_class_deltas(self, values: MapOf, class_: ObjectType, places: Pair[Place]) -> Iterator[Delta]:
        """Yield the differences between an object without declared members and the class that replaces this object. The
        object counts as a class without members.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        places = replace(places, new=_class_place(places.new, class_))
        schema = self.schemas.new.json_schema(Ref(class_.name))
        yield changed_delta("part typed", class_.name, places, Pair({"type": "object"}, schema))
        yield from compare_objects(self, Pair(_as_memberless_class(class_, values), class_), places)

    def _removed_class_deltas(self, class_: ObjectType, values: MapOf, places: Pair[Place]) -> Iterator[Delta]:
        """Yield the differences between a class and the object without declared members that replaces this class. The
        object counts as a class without members.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        places = replace(places, old=_class_place(places.old, class_))
        schema = self.schemas.old.json_schema(Ref(class_.name))
        yield changed_delta("part untyped", class_.name, places, Pair(schema, {"type": "object"}))
        yield from compare_objects(self, Pair(class_, _as_memberless_class(class_, values)), places)


def _with_conditions(delta: Delta, conditions: Pair[Conditions], places: Pair[Place]) -> Delta:
    """Return a difference about a whole type, with the conditions of the type in its effect. Return any other
    difference unchanged.
    """
    effect = delta.effect
    if effect is None or delta.old is None or delta.new is None or not (conditions.old or conditions.new):
        return delta
    if not isinstance(effect.forward, TypeRef) or not isinstance(effect.backward, TypeRef):
        return delta
    if (delta.old.path, delta.new.path) != (places.old.path, places.new.path):
        return delta
    forward = ConditionedShape(effect.forward, frozenset(conditions.old))
    return replace(delta, effect=Effect(forward, ConditionedShape(effect.backward, frozenset(conditions.new))))


def _definition_place(side: ComparedSide, wire_name: str) -> Place:
    """Return the place of a whole definition, with an empty path."""
    name = side.spec.definitions[wire_name]
    return Place(wire_name, side.types[name].provenance.pointer, (name,), wire_name)


def _class_place(place: Place, class_: ObjectType) -> Place:
    """Return the place at which a class is used, but with the definition, pointer and type of the class itself."""
    return replace(place, definition=class_.definition, pointer=class_.provenance.pointer, types=(class_.name,))


def _as_memberless_class(class_: ObjectType, values: MapOf) -> ObjectType:
    """Return an object without declared members as a class, to be compared with the given class."""
    return ObjectType("", class_.definition, (), values.values, class_.provenance)
