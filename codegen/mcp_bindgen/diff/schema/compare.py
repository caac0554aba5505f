"""What is different between two schemas, definition by definition. No judgement here.

A reference to a definition that both sides have is taken for the same, however different the two definitions are:
what changed inside is a difference of that definition, and of nothing that refers to it. Inline parts belong to the
definition they stand in; so does a definition that only one side has, where the other has the same thing inline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from mcp_bindgen.diff.containment.shapes import At, Choice, Member, Record, Scope, Shape, constant
from mcp_bindgen.diff.schema.envelopes import agreed
from mcp_bindgen.diff.schema.json_schema import spelled_type
from mcp_bindgen.diff.schema.matching import Rename, matched
from mcp_bindgen.diff.schema.side import Half, called, shown
from mcp_bindgen.diff.types import ArmStep, Delta, ExtraStep, ItemStep, MemberStep, Place, Step
from mcp_bindgen.ir.assertions import kind
from mcp_bindgen.ir.types import (
    AnyJson,
    Constraints,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    OneOf,
    Ref,
    Scalar,
    SpecRevision,
    TypeExpr,
)
from mcp_bindgen.jsontext import JSONValue, escape
from mcp_bindgen.report.model import ChangeKind

SPELLED_ALIKE = 0.6
"""How alike the names of two members of one type are when one is the other's new name."""


class Comparison:
    """Two schemas, and what is different."""

    def __init__(self, old: SpecRevision, new: SpecRevision, renames: Sequence[Rename]) -> None:
        self.pairs = matched(old, new, renames)
        python = {old.definitions[before]: new.definitions[after] for before, after in self.pairs.items()}
        ours, theirs = agreed(old, new, self.pairs)
        self.old = Half(old, python, ours)
        self.new = Half(new, {after: before for before, after in python.items()}, theirs)
        self.old.guest = Scope(self.old.scope.types, {name: (self.new.scope, other) for name, other in python.items()})
        self.new.guest = Scope(self.new.scope.types, {other: (self.old.scope, name) for name, other in python.items()})
        self.deltas: list[Delta] = []
        self._walking: set[tuple[str, str]] = set()
        self._extracted: set[str] = set()
        """Python names on one side that are inline parts on the other."""

    def run(self) -> list[Delta]:
        """Every difference, in the order of the new schema, then of the old."""
        backward = {after: before for before, after in self.pairs.items()}
        for after in self.new.spec.definitions:
            if after in backward:
                self._definition(backward[after], after)
        for wire_name, name in self.new.spec.definitions.items():
            if wire_name not in backward and name not in self._extracted:
                self._alone("definition added", "added", None, self._root(self.new, wire_name), wire_name)
        for wire_name, name in self.old.spec.definitions.items():
            if wire_name not in self.pairs and name not in self._extracted:
                self._alone("definition removed", "removed", self._root(self.old, wire_name), None, wire_name)
        return self.deltas

    def _root(self, half: Half, wire_name: str) -> Place:
        name = half.spec.definitions[wire_name]
        return Place(wire_name, half.types[name].provenance.pointer, (name,), wire_name)

    def _alone(self, what: str, kind_: ChangeKind, old: Place | None, new: Place | None, name: str) -> None:
        before = None if old is None else spelled_type(self.old.types[old.types[0]], self.old.types)
        after = None if new is None else spelled_type(self.new.types[new.types[0]], self.new.types)
        self.deltas.append(Delta(what, "schema", kind_, old, new, name, before, after))

    def _definition(self, before: str, after: str) -> None:
        old, new = self._root(self.old, before), self._root(self.new, after)
        if before != after:
            self.deltas.append(
                Delta("definition renamed", "schema", "renamed", old, new, f"{before} to {after}", before, after)
            )
        one, other = self.old.types[old.types[0]], self.new.types[new.types[0]]
        if isinstance(one, ObjectType) and isinstance(other, ObjectType):
            self._objects(one, other, old, new)
        else:
            self._alternatives(self.old.body(one), self.new.body(other), old, new)

    def exprs(self, one: TypeExpr, other: TypeExpr, old: Place, new: Place) -> None:
        """What differs between two types in one place."""
        if self.same(one, other) or (repr(one), repr(other)) in self._walking:
            return
        self._walking.add((repr(one), repr(other)))
        self._unlike(one, other, old, new)
        self._walking.discard((repr(one), repr(other)))

    def _unlike(self, one: TypeExpr, other: TypeExpr, old: Place, new: Place) -> None:
        ours, theirs = self.old.inside(one), self.new.inside(other)
        if ours is not None and theirs is not None and self.comparable(ours, theirs):
            self.parts(ours, theirs, old, new)
        elif ours is not None and isinstance(other, MapOf):
            self._untyped(ours, other, old, new, typed=False)
        elif theirs is not None and isinstance(one, MapOf):
            self._untyped(theirs, one, old, new, typed=True)
        else:
            self._alternatives(self.old.arms(one), self.new.arms(other), old, new)

    def comparable(self, one: ObjectType, other: ObjectType) -> bool:
        """Is it worth saying what differs between two classes, and not just that they are two?"""
        names = {field.wire_name for field in one.fields} & {field.wire_name for field in other.fields}
        inline = one.provenance.lifted or other.provenance.lifted
        alike = bool(names) or not one.fields or not other.fields
        return (inline or one.name == other.name) and alike and not _tags_differ(one, other)

    def parts(self, one: ObjectType, other: ObjectType, old: Place, new: Place) -> None:
        """What differs between two classes that are looked into."""
        if one.name == other.name:
            self._extracted.add(one.name)
        old = replace(old, definition=one.definition, pointer=one.provenance.pointer, types=(one.name,))
        new = replace(new, definition=other.definition, pointer=other.provenance.pointer, types=(other.name,))
        if one.name != other.name:
            names = f"{one.name} to {other.name}"
            self.deltas.append(Delta("part renamed", "schema", "renamed", old, new, names, one.name, other.name))
        self._objects(one, other, old, new)

    def _untyped(self, type_: ObjectType, rest: MapOf, old: Place, new: Place, *, typed: bool) -> None:
        """A class on one side, and on the other an object whose members have no names: a class without members."""
        place = replace(new if typed else old, definition=type_.definition, pointer=type_.provenance.pointer,
                        types=(type_.name,))  # fmt: skip
        old, new = (old, place) if typed else (place, new)
        what, half = ("part typed", self.new) if typed else ("part untyped", self.old)
        bare = ObjectType("", type_.definition, (), rest.values, type_.provenance)
        one, other = (bare, type_) if typed else (type_, bare)
        text = half.text(Ref(type_.name))
        before, after = ({"type": "object"}, text) if typed else (text, {"type": "object"})
        self.deltas.append(Delta(what, "schema", "changed", old, new, type_.name, before, after))
        self._objects(one, other, old, new)

    def _objects(self, one: ObjectType, other: ObjectType, old: Place, new: Place) -> None:
        ours = {field.wire_name: field for field in one.fields}
        theirs = {field.wire_name: field for field in other.fields}
        record, record_new = self.old.record_at(old), self.new.record_at(new)
        renamed = self._renamed_members(ours, theirs)
        for before, after in renamed.items():
            gone, come = ours[before], theirs[after]
            forward = _without(record, before, self.new.lent(record_new.member(after)))
            backward = _without(record_new, after, self.old.lent(record.member(before)))
            self.add("member renamed", "renamed", _property(old, before), _property(new, after), f"{before} to {after}",
                      self.old.text(gone.type), self.new.text(come.type), forward, backward)  # fmt: skip
        for name, field in theirs.items():
            if name not in ours and name not in renamed.values():
                forward = _without(record, name, self.new.lent(record_new.member(name)))
                what = f"{'required' if field.required else 'optional'} member added"
                backward = _without(record_new, name, self.old.lent(record.member(name)))
                self.add(what, "added", old, _property(new, name), name, None, self.new.text(field.type),
                          forward, backward, enveloped=record.member(name) is not None)  # fmt: skip
        for name, field in ours.items():
            if name not in theirs and name not in renamed:
                backward = _without(record_new, name, self.old.lent(record.member(name)))
                what = f"{'required' if field.required else 'optional'} member removed"
                forward = _without(record, name, self.new.lent(record_new.member(name)))
                self.add(what, "removed", _property(old, name), new, name, self.old.text(field.type), None,
                          forward, backward, enveloped=record_new.member(name) is not None)  # fmt: skip
            elif name in theirs:
                self._member(field, theirs[name], record, record_new, old, new)
        self._extra(one, other, record, record_new, old, new)

    def _member(self, one: Field, other: Field, record: Record, record_new: Record, old: Place, new: Place) -> None:
        name = one.wire_name
        if one.required != other.required:
            ours, theirs = record.named(name), record_new.named(name)
            forward = _without(record, name, replace(ours, required=theirs.required))
            backward = _without(record_new, name, replace(theirs, required=ours.required))
            what = "member became required" if other.required else "member became optional"
            required: list[JSONValue] = [name]
            self.add(what, "changed", _property(old, name), _property(new, name), name,
                      {"required": required if one.required else []}, {"required": required if other.required else []},
                      forward, backward)  # fmt: skip
        step = MemberStep(name)
        self.exprs(one.type, other.type, _into(_property(old, name), step), _into(_property(new, name), step))

    def _extra(
        self, one: ObjectType, other: ObjectType, record: Record, record_new: Record, old: Place, new: Place
    ) -> None:
        if one.extra is not None and other.extra is not None:
            self.exprs(one.extra, other.extra, _down(old, "additionalProperties", ExtraStep()),
                        _down(new, "additionalProperties", ExtraStep()))  # fmt: skip
        elif one.extra is not other.extra:
            theirs = None if other.extra is None else At(self.new.guest, other.extra)
            ours = None if one.extra is None else At(self.old.guest, one.extra)
            self.add("object closed" if other.extra is None else "object opened", "changed", old, new, "",
                      one.extra is not None and self.old.text(one.extra),
                      other.extra is not None and self.new.text(other.extra),
                      replace(record, extra=theirs), replace(record_new, extra=ours))  # fmt: skip

    def _renamed_members(self, ours: Mapping[str, Field], theirs: Mapping[str, Field]) -> dict[str, str]:
        """Members that are gone, to those that came in their place: one type, and names that are much alike."""
        gone = [field for name, field in ours.items() if name not in theirs]
        come = [field for name, field in theirs.items() if name not in ours]
        pairs = [
            (one.wire_name, other.wire_name)
            for one in gone
            for other in come
            if one.required == other.required and self.same(one.type, other.type) and _spelled_alike(one, other)
        ]
        return {
            before: after
            for before, after in pairs
            if sum(before == other[0] or after == other[1] for other in pairs) == 1
        }

    def _alternatives(self, one: list[TypeExpr], other: list[TypeExpr], old: Place, new: Place) -> None:
        """Differences between two lists of alternatives, paired as far as they have a counterpart."""
        ours, theirs = list(dict.fromkeys(_keyed(one))), list(dict.fromkeys(_keyed(other)))
        union = _Union(self, [expr for _, expr in ours], [expr for _, expr in theirs], old, new)
        union.run()

    def same(self, one: TypeExpr, other: TypeExpr) -> bool:
        """Are two expressions one, with what both sides have taken for the same?"""
        match one, other:
            case (Ref(name), Ref(target)):
                return self.old.shared.get(name) == target
            case (LiteralValue(values), LiteralValue(others)):
                return {(kind(value), value) for value in values} == {(kind(value), value) for value in others}
            case (ListOf(), ListOf()):
                return self.same(one.items, other.items) and _bounds(one) == _bounds(other)
            case (MapOf(), MapOf()):
                return self.same(one.values, other.values)
            case (Scalar(), Scalar()):
                return (one.kind, _bounds(one), one.format) == (other.kind, _bounds(other), other.format)
            case (OneOf(arms), OneOf(others)):
                return len(arms) == len(others) and all(any(self.same(arm, rival) for rival in others) for arm in arms)
            case (AnyJson(), AnyJson()):
                return True
            case _:
                return False

    def add(
        self, what: str, kind_: ChangeKind, old: Place, new: Place, subject: str,
        before: JSONValue, after: JSONValue, forward: Shape, backward: Shape,
        together: tuple[Shape, Shape] | None = None, *, enveloped: bool = False,
    ) -> None:  # fmt: skip
        """A difference with a place in both schemas."""
        self.deltas.append(Delta(what, "schema", kind_, old, new, subject, before, after, forward=forward,
                                 backward=backward, together=together, enveloped=enveloped))  # fmt: skip


class _Union:
    """Two lists of alternatives at one place."""

    def __init__(self, whole: Comparison, one: list[TypeExpr], other: list[TypeExpr], old: Place, new: Place) -> None:
        self.whole = whole
        self.ours, self.theirs = one, other
        self.old, self.new = old, new
        self.guests = whole.old.guest_at(old), whole.new.guest_at(new)
        self.left = list(range(len(one)))
        """Indices of old alternatives without a counterpart so far."""
        self.right = list(range(len(other)))

    def run(self) -> None:
        """Pair what is the same, then what is alike, and report the rest."""
        same = self.whole.same
        for i in list(self.left):
            match_ = next((j for j in self.right if same(self.ours[i], self.theirs[j])), None)
            if match_ is not None:
                self._settle(i, match_)
        self._objects()
        self._containers()
        self._scalars()
        self._literals()
        self._rest()

    def _settle(self, i: int, j: int) -> None:
        self.left.remove(i)
        self.right.remove(j)

    def _objects(self) -> None:
        """Classes that are looked into: those of one name, then the only ones left."""
        whole = self.whole
        olds = {i: type_ for i in self.left if (type_ := whole.old.inside(self.ours[i])) is not None}
        news = {j: type_ for j in self.right if (type_ := whole.new.inside(self.theirs[j])) is not None}
        pairs = [(i, j) for i, one in olds.items() for j, other in news.items() if one.name == other.name]
        others = [(i, j) for i in olds for j in news if (i, j) not in pairs]
        pairs += sorted(others, key=lambda pair: -_shared(olds[pair[0]], news[pair[1]]))
        for i, j in pairs:
            if i in self.left and j in self.right and whole.comparable(olds[i], news[j]):
                self._settle(i, j)
                whole.parts(olds[i], news[j], self._arm(self.old, i), self._arm(self.new, j))

    def _containers(self) -> None:
        for i, j in self._only(ListOf):
            one, other = self.ours[i], self.theirs[j]
            assert isinstance(one, ListOf)
            assert isinstance(other, ListOf)
            self._settle(i, j)
            self._bounds(i, j, one, other)
            step = ItemStep()
            old, new = _down(self._arm(self.old, i), "items", step), _down(self._arm(self.new, j), "items", step)
            self.whole.exprs(one.items, other.items, old, new)
        for i, j in self._only(MapOf):
            one, other = self.ours[i], self.theirs[j]
            assert isinstance(one, MapOf)
            assert isinstance(other, MapOf)
            self._settle(i, j)
            word, step_ = "additionalProperties", ExtraStep()
            old, new = _down(self._arm(self.old, i), word, step_), _down(self._arm(self.new, j), word, step_)
            self.whole.exprs(one.values, other.values, old, new)

    def _scalars(self) -> None:
        for i in list(self.left):
            one = self.ours[i]
            for j in list(self.right):
                other = self.theirs[j]
                if isinstance(one, Scalar) and isinstance(other, Scalar) and one.kind == other.kind and i in self.left:
                    self._settle(i, j)
                    self._bounds(i, j, one, other)
                    if one.format != other.format:
                        self._change("format changed", i, j, one.format or "", one.format, other.format,
                                     At(self.whole.old.scope, one), At(self.whole.new.scope, other))  # fmt: skip

    def _bounds(self, i: int, j: int, one: Scalar | ListOf, other: Scalar | ListOf) -> None:
        before, after = _bounds(one), _bounds(other)
        for word in dict.fromkeys([*before, *after]):
            if before.get(word) != after.get(word):
                forward = replace(one, constraints=_changed(before, word, after.get(word)))
                backward = replace(other, constraints=_changed(after, word, before.get(word)))
                self._change("bound changed", i, j, word, before.get(word), after.get(word),
                             At(self.whole.old.scope, forward), At(self.whole.new.scope, backward))  # fmt: skip

    def _literals(self) -> None:
        """Constants are told apart one by one, unless one is simply another now."""
        olds = [i for i in self.left if isinstance(self.ours[i], LiteralValue)]
        news = [j for j in self.right if isinstance(self.theirs[j], LiteralValue)]
        if not olds or not news:
            return
        before = {repr((kind(value), value)): value for i in olds for value in _values(self.ours[i])}
        after = {repr((kind(value), value)): value for j in news for value in _values(self.theirs[j])}
        self.left = [i for i in self.left if i not in olds]
        self.right = [j for j in self.right if j not in news]
        ours = [At(self.whole.old.scope, arm) for i, arm in enumerate(self.ours) if i not in olds]
        theirs = [At(self.whole.new.scope, arm) for j, arm in enumerate(self.theirs) if j not in news]
        if len(before) == len(after) == 1:
            (one,), (other,) = before.values(), after.values()
            forward, backward = Choice((*ours, constant(other))), Choice((*theirs, constant(one)))
            self._add("constant changed", "changed", shown(one), one, other, forward, backward)
            return
        for key, value in after.items():
            if key not in before:
                forward = Choice((*ours, *map(constant, before.values()), constant(value)))
                backward = Choice((*theirs, *(constant(each) for name, each in after.items() if name != key)))
                self._add("value added", "added", shown(value), None, value, forward, backward)
        for key, value in before.items():
            if key not in after:
                forward = Choice((*ours, *(constant(each) for name, each in before.items() if name != key)))
                backward = Choice((*theirs, *map(constant, after.values()), constant(value)))
                self._add("value removed", "removed", shown(value), value, None, forward, backward)

    def _rest(self) -> None:
        whole = self.whole
        if any(isinstance(arm, AnyJson) for arm in (*self.ours, *self.theirs)) and (self.left or self.right):
            self._whole()
            return
        if len(self.left) == 1 == len(self.right):
            i, j = self.left[0], self.right[0]
            one, other = self.ours[i], self.theirs[j]
            self._change("type changed", i, j, "", whole.old.text(one), whole.new.text(other),
                         At(self.guests[1], other), At(self.guests[0], one))  # fmt: skip
            return
        ours = [At(whole.old.scope, arm) for arm in self.ours]
        theirs = [At(whole.new.scope, arm) for arm in self.theirs]
        gone = [At(self.guests[0], self.ours[i]) for i in self.left]
        come = [At(self.guests[1], self.theirs[j]) for j in self.right]
        together = (
            Choice((*(arm for i, arm in enumerate(ours) if i not in self.left), *come)),
            Choice((*(arm for j, arm in enumerate(theirs) if j not in self.right), *gone)),
        )
        for j in self.right:
            forward = Choice((*ours, At(self.guests[1], self.theirs[j])))
            backward = Choice((*theirs[:j], *theirs[j + 1 :]))
            self._add("alternative added", "added", called(whole.new, self.theirs[j]), None,
                      whole.new.text(self.theirs[j]), forward, backward, new=self.theirs[j],
                      together=together)  # fmt: skip
        for i in self.left:
            forward = Choice((*ours[:i], *ours[i + 1 :]))
            backward = Choice((*theirs, At(self.guests[0], self.ours[i])))
            self._add("alternative removed", "removed", called(whole.old, self.ours[i]),
                      whole.old.text(self.ours[i]), None, forward, backward, old=self.ours[i],
                      together=together)  # fmt: skip

    def _whole(self) -> None:
        """Where one side allows anything, alternatives one by one say nothing."""
        whole = self.whole
        forward = Choice(tuple(At(self.guests[1], arm) for arm in self.theirs))
        backward = Choice(tuple(At(self.guests[0], arm) for arm in self.ours))
        before, after = [whole.old.text(arm) for arm in self.ours], [whole.new.text(arm) for arm in self.theirs]
        self._add("type changed", "changed", "", {"anyOf": before} if len(before) > 1 else before[0],
                  {"anyOf": after} if len(after) > 1 else after[0], forward, backward)  # fmt: skip

    def _only(self, container: type[ListOf] | type[MapOf]) -> list[tuple[int, int]]:
        olds = [i for i in self.left if isinstance(self.ours[i], container)]
        news = [j for j in self.right if isinstance(self.theirs[j], container)]
        return [(olds[0], news[0])] if len(olds) == len(news) == 1 else []

    def _arm(self, place: Place, index: int) -> Place:
        arms = self.ours if place is self.old else self.theirs
        return place if len(arms) == 1 else _into(place, ArmStep(tuple(arms), index))

    def _change(
        self, what: str, i: int, j: int, subject: str, before: JSONValue, after: JSONValue,
        forward: Shape, backward: Shape,
    ) -> None:  # fmt: skip
        """A difference between two alternatives that stand for each other."""
        self.whole.add(what, "changed", self._arm(self.old, i), self._arm(self.new, j), subject, before, after,
                        forward, backward)  # fmt: skip

    def _add(
        self, what: str, kind_: ChangeKind, subject: str, before: JSONValue, after: JSONValue,
        forward: Shape, backward: Shape, *, old: TypeExpr | None = None, new: TypeExpr | None = None,
        together: tuple[Shape, Shape] | None = None,
    ) -> None:  # fmt: skip
        """A difference of the list as a whole; what came or went says by which methods it is reached."""
        ours = (*self.old.types, old.name) if isinstance(old, Ref) else self.old.types
        theirs = (*self.new.types, new.name) if isinstance(new, Ref) else self.new.types
        self.whole.add(what, kind_, replace(self.old, types=ours), replace(self.new, types=theirs), subject,
                        before, after, forward, backward, together)  # fmt: skip


def _keyed(exprs: Sequence[TypeExpr]) -> list[tuple[str, TypeExpr]]:
    """With their text, since `1` equals `True` in Python."""
    return [(repr(expr), expr) for expr in exprs]


def _values(expr: TypeExpr) -> tuple[str | int | float | bool | None, ...]:
    return expr.values if isinstance(expr, LiteralValue) else ()


def _bounds(expr: Scalar | ListOf) -> dict[str, JSONValue]:
    """Those that bound anything: a length of at least 0 does not."""
    return {word: value for word, value in expr.constraints if not (word in ("minLength", "minItems") and value == 0)}


def _changed(bounds: Mapping[str, JSONValue], word: str, value: JSONValue) -> Constraints:
    kept = {**bounds, word: value}
    return tuple((name, bound) for name, bound in kept.items() if bound is not None)


def _without(record: Record, name: str, instead: Member | None) -> Record:
    """A record with one member taken out, and perhaps another put in."""
    gone = (name,) if instead is None else (name, instead.name)
    kept = tuple(member for member in record.members if member.name not in gone)
    return replace(record, members=kept if instead is None else (*kept, instead))


def _tags_differ(one: ObjectType, other: ObjectType) -> bool:
    """Do both require a member to be a constant, and not the same one?"""
    ours = {field.wire_name: field.type for field in one.fields if field.required}
    theirs = {field.wire_name: field.type for field in other.fields if field.required}
    return any(
        set(map(repr, _values(ours[name]))).isdisjoint(map(repr, _values(theirs[name])))
        for name in ours.keys() & theirs.keys()
        if _values(ours[name]) and _values(theirs[name])
    )


def _shared(one: ObjectType, other: ObjectType) -> float:
    """The share of member names that two classes have in common."""
    ours, theirs = {field.wire_name for field in one.fields}, {field.wire_name for field in other.fields}
    return len(ours & theirs) / max(1, len(ours | theirs))


def _spelled_alike(one: Field, other: Field) -> bool:
    return SequenceMatcher(None, one.wire_name.lower(), other.wire_name.lower()).ratio() >= SPELLED_ALIKE


def _property(place: Place, name: str) -> Place:
    """The place of a member; its path stays that of the object, for that is what changes."""
    return replace(place, pointer=f"{place.pointer}/properties/{escape(name)}")


def _into(place: Place, step: Step) -> Place:
    return replace(place, path=(*place.path, step))


def _down(place: Place, word: str, step: Step) -> Place:
    return replace(place, pointer=f"{place.pointer}/{word}", path=(*place.path, step))
