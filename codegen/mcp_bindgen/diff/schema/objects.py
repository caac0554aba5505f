"""Differences between two classes: members that were added, removed or renamed, or that became required or optional,
and undeclared members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice

from mcp_bindgen.diff.containment.shape_paths import ExtraStep, MemberStep
from mcp_bindgen.diff.containment.shapes import TypeRef
from mcp_bindgen.diff.schema.deltas import (
    ComparisonContext,
    Pair,
    added_delta,
    changed_delta,
    member_place,
    removed_delta,
    renamed_delta,
    step_into,
)
from mcp_bindgen.diff.schema.likeness import form_of, have_similar_names
from mcp_bindgen.diff.types import Delta, Effect, Place
from mcp_bindgen.ir.types import Field, ObjectType
from mcp_bindgen.jsontext import JSONValue

MAX_RENAME_CANDIDATES = 100
"""Greatest number of members of one type among which renames are found. If more members of a type were removed, and
more added, none of them counts as renamed.
"""


def compare_objects(context: ComparisonContext, classes: Pair[ObjectType], places: Pair[Place]) -> Iterator[Delta]:
    """Return the differences between the members of two classes at one place, and between their undeclared members.

    Raises:
        PathError: a place has no object type, or several.
        UndecidedError: a pattern would take too long.
    """
    return _ObjectComparison(context, classes, places).deltas()


class _ObjectComparison:
    """Comparison of two classes at one place, with the objects that each side sends there."""

    def __init__(self, context: ComparisonContext, classes: Pair[ObjectType], places: Pair[Place]) -> None:
        self._context = context
        self._old, self._new = context.schemas.old, context.schemas.new
        self._classes = classes
        self._places = places
        self._records = Pair(self._old.sent_object(places.old), self._new.sent_object(places.new))
        """Objects in the form in which they are sent, with envelopes."""

    def deltas(self) -> Iterator[Delta]:
        old_fields = {field.wire_name: field for field in self._classes.old.fields}
        new_fields = {field.wire_name: field for field in self._classes.new.fields}
        new_names = self._renamed_members(old_fields, new_fields)
        come_from = set(new_names.values())
        for before, after in new_names.items():
            yield self._renamed_member_delta(old_fields[before], new_fields[after])
        for name, field in new_fields.items():
            if name not in old_fields and name not in come_from:
                yield self._added_member_delta(field)
        for name, field in old_fields.items():
            if name in new_fields:
                yield from self._member_deltas(Pair(field, new_fields[name]))
            elif name not in new_names:
                yield self._removed_member_delta(field)
        yield from self._undeclared_member_deltas()

    def _renamed_members(self, old_fields: Mapping[str, Field], new_fields: Mapping[str, Field]) -> dict[str, str]:
        """Return the new names of renamed members, by their old names.

        A removed and an added member count as one if they have the same type, are both required or both optional, and
        have similar names. If one of them fits several counterparts, it does not count as renamed. The names may differ
        in any way if the class has lost no other member and has gained no other.
        """
        gone, come = (
            self._members_by_form(old_fields, new_fields, self._old.shared),
            self._members_by_form(new_fields, old_fields, {}),
        )
        is_only_pair = len(old_fields.keys() - new_fields) == len(new_fields.keys() - old_fields) == 1
        is_rename = partial(self._is_rename, any_names=is_only_pair)
        found: dict[str, str] = {}
        for form, olds in gone.items():
            news = come.get(form, [])
            if min(len(olds), len(news)) > MAX_RENAME_CANDIDATES:
                continue
            for one in olds:
                match _first_two(other for other in news if is_rename(one, other)):
                    case [other] if len(_first_two(rival for rival in olds if is_rename(rival, other))) == 1:
                        found[one.wire_name] = other.wire_name
                    case _:
                        pass
        return {name: found[name] for name in old_fields if name in found}

    def _is_rename(self, one: Field, other: Field, *, any_names: bool) -> bool:
        similar = any_names or have_similar_names(one, other)
        return similar and self._context.schemas.are_same_types(one.type, other.type)

    def _members_by_form(
        self, fields: Mapping[str, Field], others: Mapping[str, Field], shared: Mapping[str, str]
    ) -> dict[object, list[Field]]:
        """Return the members that only one side has, by a key that two members share if they have equal types and are
        both required or both optional.
        """
        found: dict[object, list[Field]] = {}
        for name, field in fields.items():
            if name not in others:
                found.setdefault((field.required, form_of(field.type, shared)), []).append(field)
        return found

    def _renamed_member_delta(self, one: Field, other: Field) -> Delta:
        names = Pair(one.wire_name, other.wire_name)
        schemas = Pair[JSONValue](self._old.json_schema(one.type), self._new.json_schema(other.type))
        return renamed_delta(
            "member renamed", names, self._member_places(names), schemas, self._replacement_effect(names)
        )

    def _added_member_delta(self, field: Field) -> Delta:
        name = field.wire_name
        what = f"{'required' if field.required else 'optional'} member added"
        places = replace(self._places, new=member_place(self._places.new, name))
        found = added_delta(
            what, name, places, self._new.json_schema(field.type), self._replacement_effect(Pair(name, name))
        )
        return replace(found, enveloped=self._records.old.member(name) is not None)

    def _removed_member_delta(self, field: Field) -> Delta:
        name = field.wire_name
        what = f"{'required' if field.required else 'optional'} member removed"
        places = replace(self._places, old=member_place(self._places.old, name))
        found = removed_delta(
            what, name, places, self._old.json_schema(field.type), self._replacement_effect(Pair(name, name))
        )
        return replace(found, enveloped=self._records.new.member(name) is not None)

    def _member_deltas(self, fields: Pair[Field]) -> Iterator[Delta]:
        """Yield the differences of a member that both classes have.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        name = fields.old.wire_name
        places = self._member_places(Pair(name, name))
        if fields.old.required != fields.new.required:
            yield self._requirement_delta(name, fields, places)
        places = places.map(lambda place: step_into(place, MemberStep(name)))
        yield from self._context.compare_types(fields.map(lambda field: field.type), places)

    def _requirement_delta(self, name: str, fields: Pair[Field], places: Pair[Place]) -> Delta:
        old_member, new_member = self._records.old.declared_member(name), self._records.new.declared_member(name)
        effect = Effect(
            self._records.old.replace_member(name, replace(old_member, required=new_member.required)),
            self._records.new.replace_member(name, replace(new_member, required=old_member.required)),
        )
        what = "member became required" if fields.new.required else "member became optional"
        schemas = fields.map(lambda field: _required_keyword(name, required=field.required))
        return changed_delta(what, name, places, schemas, effect)

    def _undeclared_member_deltas(self) -> Iterator[Delta]:
        """Yield the differences between the types of undeclared members, or the difference if only one class allows
        undeclared members.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        one, other = self._classes.old.extra, self._classes.new.extra
        if one is not None and other is not None:
            keyword = "additionalProperties"
            places = self._places.map(lambda place: step_into(place, ExtraStep(), keyword))
            yield from self._context.compare_types(Pair(one, other), places)
        elif one is not other:
            new_extra = None if other is None else TypeRef(self._new.other_scope, other)
            old_extra = None if one is None else TypeRef(self._old.other_scope, one)
            effect = Effect(self._records.old.with_extra(new_extra), self._records.new.with_extra(old_extra))
            what = "object closed" if other is None else "object opened"
            schemas = Pair[JSONValue](
                one is not None and self._old.json_schema(one), other is not None and self._new.json_schema(other)
            )
            yield changed_delta(what, "", self._places, schemas, effect)

    def _member_places(self, names: Pair[str]) -> Pair[Place]:
        return Pair(member_place(self._places.old, names.old), member_place(self._places.new, names.new))

    def _replacement_effect(self, names: Pair[str]) -> Effect:
        """Return the effect of a changed member: the object of each side gets the member of the other side in place of
        its own. An object loses a member that the other side lacks, and gains a member that only the other side has.
        """
        old_record, new_record = self._records.old, self._records.new
        return Effect(
            old_record.replace_member(names.old, self._new.as_read_by_other(new_record.member(names.new))),
            new_record.replace_member(names.new, self._old.as_read_by_other(old_record.member(names.old))),
        )


def _first_two(fields: Iterator[Field]) -> list[Field]:
    return list(islice(fields, 2))


def _required_keyword(name: str, *, required: bool) -> JSONValue:
    names: list[JSONValue] = [name] if required else []
    return {"required": names}
