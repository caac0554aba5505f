"""Differences between two lists of alternatives, such as the arms of two unions, at one place.

Equal alternatives are paired first, then similar ones. Differences inside a pair are reported one by one. An
alternative without a counterpart is reported as added, removed or replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_bindgen.diff.containment.shape_paths import ArmStep, ExtraStep, ItemStep
from mcp_bindgen.diff.containment.shapes import Choice, Scope, Shape, TypeRef, constant
from mcp_bindgen.diff.schema.deltas import ComparisonContext, Pair, added_delta, changed_delta, removed_delta, step_into
from mcp_bindgen.diff.schema.likeness import are_comparable, effective_bounds, form_of, literal_values, member_overlap
from mcp_bindgen.diff.schema.side import ComparedSide, constant_text
from mcp_bindgen.diff.types import Delta, Effect, Place
from mcp_bindgen.ir.assertions import kind_of_value
from mcp_bindgen.ir.methods import RESULTS, ROOTS
from mcp_bindgen.ir.types import (
    AnyJson,
    ConstantValue,
    Constraints,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    TypeExpr,
)
from mcp_bindgen.jsontext import JSONValue


@dataclass(frozen=True)
class _Arms:
    """Alternatives of one side."""

    side: ComparedSide
    place: Place
    exprs: tuple[TypeExpr, ...]
    other_scope: Scope
    """Scope in which the other side reads the types of these alternatives."""

    def shapes(self) -> list[TypeRef]:
        """Return all alternatives as shapes, in the form in which this side sends them."""
        return [TypeRef(self.side.scope, expr) for expr in self.exprs]

    def shape_in_other_scope(self, index: int) -> TypeRef:
        """Return an alternative as a type in the scope of the other side."""
        return TypeRef(self.other_scope, self.exprs[index])

    def arm_place(self, index: int) -> Place:
        """Return the place of one alternative. The place of an only alternative is the place of the whole list."""
        single = len(self.exprs) == 1
        return self.place if single else step_into(self.place, ArmStep(self.exprs, index))

    def place_with_arm(self, index: int) -> Place:
        """Return the place of the list. If one given alternative refers to a type, add this type to the types of the
        place, so that the methods that use the type belong to the difference.
        """
        expr = self.exprs[index]
        types = (*self.place.types, expr.name) if isinstance(expr, Ref) else self.place.types
        return replace(self.place, types=types)

    def constants(self, indices: Sequence[int]) -> dict[str, ConstantValue]:
        """Return the constants of some alternatives, by a key that distinguishes `1` from `true`."""
        return {
            repr((kind_of_value(each), each)): each for index in indices for each in literal_values(self.exprs[index])
        }

    def json_schema(self) -> JSONValue:
        """Return the JSON Schema of all alternatives together."""
        schemas: list[JSONValue] = [self.side.json_schema(expr) for expr in self.exprs]
        return {"anyOf": schemas} if len(schemas) > 1 else schemas[0]


class AlternativesComparison:
    """Running comparison of two lists of alternatives, with the alternatives that still have no counterpart."""

    def __init__(self, context: ComparisonContext, arms: Pair[list[TypeExpr]], places: Pair[Place]) -> None:
        self._context = context
        self._same = context.schemas.are_same_types
        self._places = places
        self._old = _distinct_arms(context.schemas.old, arms.old, places.old)
        self._new = _distinct_arms(context.schemas.new, arms.new, places.new)
        self._old_left = list(range(len(self._old.exprs)))
        """Indices of old alternatives that have no counterpart so far."""
        self._new_left = list(range(len(self._new.exprs)))

    def deltas(self) -> Iterator[Delta]:
        """Yield the differences, in the order in which counterparts are found. Call this method once, since it uses up
        the alternatives.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        self._pair_equal_arms()
        yield from self._condition_deltas()
        yield from self._class_deltas()
        yield from self._list_deltas()
        yield from self._map_deltas()
        yield from self._scalar_deltas()
        yield from self._constant_deltas()
        yield from self._unmatched_deltas()

    def _pair_equal_arms(self) -> None:
        for i in list(self._old_left):
            one = self._old.exprs[i]
            j = next((j for j in self._new_left if self._same(one, self._new.exprs[j])), None)
            if j is not None:
                self._mark_as_paired(i, j)

    def _mark_as_paired(self, i: int, j: int) -> None:
        self._old_left.remove(i)
        self._new_left.remove(j)

    def _arm_places(self, i: int, j: int) -> Pair[Place]:
        return Pair(self._old.arm_place(i), self._new.arm_place(j))

    def _condition_deltas(self) -> Iterator[Delta]:
        """Pair alternatives of one form, if at least one of the two has conditions, and yield the differences inside
        each pair. Alternatives with the most conditions in common are paired first.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        pairs = sorted(
            (-len(old_conditions & new_conditions), i, j)
            for i, old_conditions in self._conditions_by_index(self._old, self._old_left).items()
            for j, new_conditions in self._conditions_by_index(self._new, self._new_left).items()
            if old_conditions | new_conditions and self._arm_forms(self._old, i) == self._arm_forms(self._new, j)
        )
        for _, i, j in pairs:
            if i in self._old_left and j in self._new_left:
                self._mark_as_paired(i, j)
                exprs = Pair(self._old.exprs[i], self._new.exprs[j])
                yield from self._context.compare_types(exprs, self._arm_places(i, j))

    @staticmethod
    def _conditions_by_index(arms: _Arms, left: Sequence[int]) -> dict[int, frozenset[str]]:
        return {place: frozenset(arms.side.conditions(arms.exprs[place])) for place in left}

    def _arm_forms(self, arms: _Arms, place: int) -> set[tuple[str, ...]]:
        """Return the keys from `form_of` for an alternative. An expanded union has the key of each of its own
        alternatives.
        """
        shared = self._old.side.shared if arms is self._old else dict[str, str]()
        return {form_of(expr, shared) for expr in arms.side.arms(arms.exprs[place])}

    def _class_deltas(self) -> Iterator[Delta]:
        """Pair expanded classes that are comparable member by member, and yield the differences inside each pair.
        Classes with equal names are paired first, then those with the most member names in common.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        olds, news = (
            self._expanded_classes(self._old, self._old_left),
            self._expanded_classes(self._new, self._new_left),
        )
        pairs = [(i, j) for i, one in olds.items() for j, other in news.items() if one.name == other.name]
        named = set(pairs)
        others = [(i, j) for i in olds for j in news if (i, j) not in named]
        pairs += sorted(others, key=lambda pair: -member_overlap(olds[pair[0]], news[pair[1]]))
        for i, j in pairs:
            if i in self._old_left and j in self._new_left and are_comparable(olds[i], news[j]):
                self._mark_as_paired(i, j)
                yield from self._context.compare_classes(Pair(olds[i], news[j]), self._arm_places(i, j))

    @staticmethod
    def _expanded_classes(arms: _Arms, left: Sequence[int]) -> dict[int, ObjectType]:
        """Return the expanded classes among some alternatives, by index. A class inside a type with conditions is left
        out.
        """
        exprs = {place: arms.exprs[place] for place in left if not arms.side.conditions(arms.exprs[place])}
        found = {place: arms.side.expanded_class(expr) for place, expr in exprs.items()}
        return {place: class_ for place, class_ in found.items() if class_ is not None}

    def _list_deltas(self) -> Iterator[Delta]:
        """Yield the differences between two array types, if each side has exactly one without a counterpart.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        olds = [(i, expr) for i in self._old_left if isinstance(expr := self._old.exprs[i], ListOf)]
        news = [(j, expr) for j in self._new_left if isinstance(expr := self._new.exprs[j], ListOf)]
        if len(olds) == len(news) == 1:
            (i, one), (j, other) = olds[0], news[0]
            self._mark_as_paired(i, j)
            yield from self._bound_deltas(one, other, self._arm_places(i, j))
            places = self._arm_places(i, j).map(lambda place: step_into(place, ItemStep(), "items"))
            yield from self._context.compare_types(Pair(one.items, other.items), places)

    def _map_deltas(self) -> Iterator[Delta]:
        """Yield the differences between two types of objects without declared members, if each side has exactly one
        type of this kind without a counterpart.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        olds = [(i, expr) for i in self._old_left if isinstance(expr := self._old.exprs[i], MapOf)]
        news = [(j, expr) for j in self._new_left if isinstance(expr := self._new.exprs[j], MapOf)]
        if len(olds) == len(news) == 1:
            (i, one), (j, other) = olds[0], news[0]
            self._mark_as_paired(i, j)
            places = self._arm_places(i, j).map(lambda place: step_into(place, ExtraStep(), "additionalProperties"))
            yield from self._context.compare_types(Pair(one.values, other.values), places)

    def _scalar_deltas(self) -> Iterator[Delta]:
        """Pair scalars of the same JSON type, and yield the differences between their bounds and formats."""
        for i in list(self._old_left):
            one = self._old.exprs[i]
            for j in list(self._new_left):
                other = self._new.exprs[j]
                alike = isinstance(one, Scalar) and isinstance(other, Scalar) and one.kind == other.kind
                if alike and i in self._old_left:
                    assert isinstance(one, Scalar)
                    assert isinstance(other, Scalar)
                    self._mark_as_paired(i, j)
                    yield from self._deltas_of_scalar_pair(one, other, self._arm_places(i, j))

    def _deltas_of_scalar_pair(self, one: Scalar, other: Scalar, places: Pair[Place]) -> Iterator[Delta]:
        yield from self._bound_deltas(one, other, places)
        if one.format != other.format:
            effect = Effect(TypeRef(self._old.side.scope, one), TypeRef(self._new.side.scope, other))
            yield changed_delta("format changed", one.format or "", places, Pair(one.format, other.format), effect)

    def _bound_deltas(self, one: Scalar | ListOf, other: Scalar | ListOf, places: Pair[Place]) -> Iterator[Delta]:
        before, after = effective_bounds(one), effective_bounds(other)
        for word in dict.fromkeys([*before, *after]):
            values = Pair(before.get(word), after.get(word))
            if values.old != values.new:
                forward = replace(one, constraints=_with_bound(before, word, values.new))
                backward = replace(other, constraints=_with_bound(after, word, values.old))
                effect = Effect(TypeRef(self._old.side.scope, forward), TypeRef(self._new.side.scope, backward))
                yield changed_delta("bound changed", word, places, values, effect)

    def _constant_deltas(self) -> Iterator[Delta]:
        """Yield a difference for each added or removed constant. If each side has exactly one constant, yield one
        difference for the changed constant. If one side has no constants, yield nothing.
        """
        olds = [i for i in self._old_left if isinstance(self._old.exprs[i], LiteralValue)]
        news = [j for j in self._new_left if isinstance(self._new.exprs[j], LiteralValue)]
        if not olds or not news:
            return
        before, after = self._old.constants(olds), self._new.constants(news)
        self._old_left = [i for i in self._old_left if i not in olds]
        self._new_left = [j for j in self._new_left if j not in news]
        ours = [arm for i, arm in enumerate(self._old.shapes()) if i not in olds]
        theirs = [arm for j, arm in enumerate(self._new.shapes()) if j not in news]
        if len(before) == len(after) == 1:
            (one,), (other,) = before.values(), after.values()
            effect = Effect(_with_constants(ours, [other]), _with_constants(theirs, [one]))
            yield changed_delta(
                "constant changed", constant_text(one), self._places, Pair[JSONValue](one, other), effect
            )
            return
        all_ours = _with_constants(ours, before.values()).arms
        all_theirs = _with_constants(theirs, after.values()).arms
        for place, (key, value) in enumerate(after.items(), len(theirs)):
            if key not in before:
                effect = Effect(Choice((*all_ours, constant(value))), _without_arm(all_theirs, place))
                yield added_delta("value added", constant_text(value), self._places, value, effect)
        for place, (key, value) in enumerate(before.items(), len(ours)):
            if key not in after:
                effect = Effect(_without_arm(all_ours, place), Choice((*all_theirs, constant(value))))
                yield removed_delta("value removed", constant_text(value), self._places, value, effect)

    def _unmatched_deltas(self) -> Iterator[Delta]:
        """Yield the differences for alternatives without a counterpart: one difference if only one is left on each
        side, or if one side allows any value, else one for each alternative. One message does not replace another, so
        messages and results are always added and removed.
        """
        left = self._old_left or self._new_left
        if left and any(isinstance(arm, AnyJson) for arm in (*self._old.exprs, *self._new.exprs)):
            yield self._whole_replacement_delta()
        elif len(self._old_left) == 1 == len(self._new_left) and not self._are_messages():
            i, j = self._old_left[0], self._new_left[0]
            schemas = Pair[JSONValue](
                self._old.side.json_schema(self._old.exprs[i]), self._new.side.json_schema(self._new.exprs[j])
            )
            effect = Effect(self._new.shape_in_other_scope(j), self._old.shape_in_other_scope(i))
            yield changed_delta("type changed", "", self._arm_places(i, j), schemas, effect)
        elif left:
            yield from self._added_and_removed_deltas()

    def _are_messages(self) -> bool:
        """Return whether the alternatives are those of a union of messages or of results."""
        place = self._places.old
        return not place.path and place.root in (*ROOTS, *RESULTS.values())

    def _whole_replacement_delta(self) -> Delta:
        """Return one difference for the whole list. If one side allows any value, differences of single alternatives
        would mean nothing.
        """
        effect = Effect(
            Choice(tuple(map(self._new.shape_in_other_scope, range(len(self._new.exprs))))),
            Choice(tuple(map(self._old.shape_in_other_scope, range(len(self._old.exprs))))),
        )
        schemas = Pair(self._old.json_schema(), self._new.json_schema())
        return changed_delta("type changed", "", self._places, schemas, effect)

    def _added_and_removed_deltas(self) -> Iterator[Delta]:
        old_shapes, new_shapes = self._old.shapes(), self._new.shapes()
        gone, come = (
            list(map(self._old.shape_in_other_scope, self._old_left)),
            list(map(self._new.shape_in_other_scope, self._new_left)),
        )
        together = Effect(
            Choice((*(arm for i, arm in enumerate(old_shapes) if i not in self._old_left), *come)),
            Choice((*(arm for j, arm in enumerate(new_shapes) if j not in self._new_left), *gone)),
        )
        for j in self._new_left:
            expr, side = self._new.exprs[j], self._new.side
            effect = Effect(
                Choice((*old_shapes, self._new.shape_in_other_scope(j))),
                Choice((*new_shapes[:j], *new_shapes[j + 1 :])),
            )
            places = replace(self._places, new=self._new.place_with_arm(j))
            found = added_delta("alternative added", side.display_name(expr), places, side.json_schema(expr), effect)
            yield replace(found, together=together)
        for i in self._old_left:
            expr, side = self._old.exprs[i], self._old.side
            effect = Effect(
                Choice((*old_shapes[:i], *old_shapes[i + 1 :])),
                Choice((*new_shapes, self._old.shape_in_other_scope(i))),
            )
            places = replace(self._places, old=self._old.place_with_arm(i))
            found = removed_delta(
                "alternative removed", side.display_name(expr), places, side.json_schema(expr), effect
            )
            yield replace(found, together=together)


def _distinct_arms(side: ComparedSide, exprs: list[TypeExpr], place: Place) -> _Arms:
    """Return the alternatives of one side without duplicates. Alternatives are compared as text, since `1` equals
    `True` in Python.
    """
    distinct = dict.fromkeys((repr(expr), expr) for expr in exprs)
    return _Arms(side, place, tuple(expr for _, expr in distinct), side.scope_on_other_side(place))


def _with_bound(kept: Mapping[str, JSONValue], word: str, value: JSONValue) -> Constraints:
    """Return constraints with one bound set to a value, or removed if the value is None."""
    return tuple((name, bound) for name, bound in {**kept, word: value}.items() if bound is not None)


def _with_constants(arms: Sequence[TypeRef], constants: Iterable[ConstantValue]) -> Choice:
    return Choice((*arms, *map(constant, constants)))


def _without_arm(arms: Sequence[Shape], place: int) -> Choice:
    return Choice((*arms[:place], *arms[place + 1 :]))
