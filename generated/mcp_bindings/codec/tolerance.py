"""The tolerant mode: decoding of an invalid document without losing any of it.

An invalid item of a list is set aside, the smallest such item first, so a tool with an invalid icon loses only the
icon. An object whose tag no alternative of a union has is carried: it stays unchanged at its place. The rest is decoded
strictly. A fault outside of any list is an error, and so is a document that is itself an object with an unknown tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from pydantic import ValidationError

from ..errors import Finding
from ..json_values import is_array, is_object, json_type
from ..limits import MAX_EXPLAINED_PARTS, MAX_FINDINGS_SET_ASIDE, MAX_SET_ASIDE_PARTS
from ..schema.conditions import CONDITIONS, CONDITIONS_OF_CONTENT, condition_faults
from ..schema.explain import Explainer, Schema, TooLarge, UnionForType, has_bounds
from ..schema.places import Fault, Place, path_of, reference_to, to_pointer
from ..wire.model import UnknownMember, WireModel, keep_set_aside, wire_table
from ..wire.set_aside import ListWithSetAside, Path, SetAside, SetAsideItems
from ..wire.values import UnknownMemberInput

MAX_STEPS = 100_000
"""The largest number of steps along a schema in the search for parts to set aside; they take less than a second."""

_UNEXPLAINED_MESSAGE = "not valid; too many parts are set aside to explain each of them"

_STEPS_FINDING = Finding("", "size", f"invalid, and the tolerant mode would visit more than {MAX_STEPS:,} parts")
_PARTS_FINDING = Finding(
    "", "size", f"invalid, and more than {MAX_SET_ASIDE_PARTS:,} parts would be set aside in the tolerant mode"
)


class ToleranceLimitExceeded(Exception):
    """Error for a search for the parts to set aside that takes too many steps or finds too many parts.

    Args:
        finding: a finding that says which limit is exceeded.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


Plan: TypeAlias = "dict[str | int, Plan | SetAside]"
"""Parts that are set aside or carried, as a tree of member names and indices."""


class Remainder(NamedTuple):
    """Document without the parts that must be set aside."""

    document: Any
    """The remaining JSON value, in new containers where something is missing; an `UnknownMemberInput` stands for each
    carried part."""

    plan: Plan

    def keep_removed_items(self, value: Any) -> bool:
        """Keep the removed items in the decoded value: replace each list that lost items by a list that keeps them.

        A part has no place in the value if it was an item of a list outside of any object, or is carried where any
        value is allowed.

        Args:
            value: the value decoded from the remaining document.

        Returns:
            True if all parts are kept; False if a part has no place in the value, which then stays unchanged.
        """
        search = _ListSearch()
        found = search.note_lists(value, self.plan)
        if found:
            search.replace_lists()
        return found


def decode_tolerantly(
    definitions: Mapping[str, Any], definition: str, validate: Callable[..., Any], value: Any, pointer: str = ""
) -> Any | None:
    """Decode a JSON value that its definition does not accept, without the parts that must be set aside.

    Args:
        definitions: the definitions of the schema, by name.
        definition: the name of the value's definition.
        validate: `validate_python` of the definition's Python type.
        value: the JSON value, checked by `json_values.find_non_json`.
        pointer: the JSON Pointer to the value, from the root of the document that contains the value, for findings.

    Returns:
        The typed value; None if setting parts aside does not make the JSON value valid.

    Raises:
        ToleranceLimitExceeded: the search exceeds a limit.
    """
    remainder = find_remainder(definitions, definition, value, pointer)
    if remainder is None:
        return None
    try:
        read = validate(remainder.document, by_alias=True, by_name=False)
    except ValidationError:  # the validator decides
        return None
    return read if remainder.keep_removed_items(read) else None


def find_remainder(definitions: Mapping[str, Any], definition: str, value: Any, pointer: str = "") -> Remainder | None:
    """Return the valid remainder of a JSON value that its definition does not accept. Return None if setting parts
    aside does not make the value valid, or if the value is nested too deeply.

    The arguments are those of `decode_tolerantly`.

    Raises:
        ToleranceLimitExceeded: the search exceeds a limit.
    """
    search = _InvalidPartSearch(definitions, MAX_STEPS)
    plan: Plan = {}
    try:
        if not search.note_invalid_parts({"$ref": reference_to(definition)}, value, None):
            return None
        for path, note in search.parts_set_aside(pointer):
            _add_to_plan(plan, path, note)
    except RecursionError:
        return None
    except TooLarge:
        raise ToleranceLimitExceeded(_STEPS_FINDING) from None
    return Remainder(_without_set_aside(value, plan), plan)


class _NotedPart(NamedTuple):
    schema: Schema | bool
    value: Any
    place: Place
    carried: bool


class _InvalidPartSearch(Explainer):
    """Search for the parts of a document that must be set aside for the rest to be valid, in one walk."""

    def __init__(self, definitions: Mapping[str, Any], steps: int) -> None:
        super().__init__(definitions, steps)
        self._notes: list[_NotedPart] = []

    def note_invalid_parts(self, schema: Schema | bool, value: Any, place: Place) -> bool:
        """Note the parts of a value that must be set aside. Return whether the value is valid without these parts.

        Raises:
            TooLarge: the search takes more steps than allowed.
            ToleranceLimitExceeded: more parts than allowed must be set aside.
            RecursionError: the value or its schema is nested too deeply.
        """
        self.count_step()
        schema = self.resolve_reference(schema)
        if isinstance(schema, bool):
            return schema
        if not CONDITIONS.isdisjoint(schema):
            if not CONDITIONS_OF_CONTENT.isdisjoint(schema):  # setting a part aside could break the condition
                return self.accepts(schema, value)
            if any(condition_faults(self, schema, value, None)):
                return False
        allowed = schema.get("type")
        if allowed is not None and json_type(value) != allowed and not self.allows_type_of(schema, value):
            return False
        if ("const" in schema or "enum" in schema) and any(self._constant_faults(schema, value, None)):
            return False
        if not (self._note_parts_of_array if is_array(value) else self._note_parts_of_value)(schema, value, place):
            return False
        if "allOf" in schema and not all(self.note_invalid_parts(part, value, place) for part in schema["allOf"]):
            return False
        for word in ("anyOf", "oneOf"):
            if word in schema and not self._note_parts_for_union(schema[word], {word: schema[word]}, value, place):
                return False
        return True

    def parts_set_aside(self, root: str) -> Iterator[tuple[Path, SetAside]]:
        """Yield the path of each noted part, and the part with its findings. After `MAX_EXPLAINED_PARTS` parts, the
        only finding of a part says that its faults were not looked for. `root` is the JSON Pointer to the whole value.

        Raises:
            TooLarge: the search takes more steps than allowed.
        """
        for number, (schema, value, place, carried) in enumerate(self._notes):
            pointer, _ = to_pointer(place, root)
            if number < MAX_EXPLAINED_PARTS:
                findings = tuple(fault.to_finding(root) for fault in self._faults_of_part(schema, value, place))
            else:
                findings = (Finding(pointer, "size", _UNEXPLAINED_MESSAGE),)
            yield path_of(place), SetAside(pointer, value, findings, carried)

    def _note_parts_of_value(self, schema: Schema, value: Any, place: Place) -> bool:
        if has_bounds(schema) and any(self._bound_faults(schema, value, None)):
            return False
        if not is_object(value):
            return True
        for name in schema.get("required", ()):
            if name not in value:
                return False
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, member in value.items():  # plain statements, since a page has many members
            part = properties.get(name, rest)
            if part is not True and not self.note_invalid_parts(part, member, (place, name)):
                return False
        return True

    def _note_parts_of_array(self, schema: Schema, value: list[Any], place: Place) -> bool:
        items = schema.get("items", True)
        count = len(value)
        for index, item in enumerate(value):
            before = len(self._notes)
            if not self._note_parts_of_item(items, item, (place, index)):
                del self._notes[before:]  # the parts of the item are set aside with it
                self._note_part(items, item, (place, index), carried=False)
                count -= 1
        return bool(schema.get("minItems", 0) <= count <= schema.get("maxItems", count))

    def _note_parts_of_item(self, schema: Schema | bool, item: Any, place: Place) -> bool:
        try:
            return self.note_invalid_parts(schema, item, place)
        except RecursionError:
            return False

    def _note_parts_for_union(self, arms: Sequence[Any], whole: Schema, value: Any, place: Place) -> bool:
        """Note the parts of a value that must be set aside for the likeliest alternative of a union, unless the value
        is valid for the union. If the tag of an object inside of the document is a string that selects no alternative,
        note the whole object. Return whether the value is valid without what was noted.

        Findings explain the faults of a value by this alternative too.

        Args:
            arms: the alternatives.
            whole: the schema that has the alternatives.
            value: the value.
            place: the place of the value.

        Raises:
            TooLarge: the search takes more steps than allowed.
            ToleranceLimitExceeded: more parts than allowed must be set aside.
            RecursionError: the value or its schema is nested too deeply.
        """
        union = self.union_for_value(arms, value)
        if union.tag is not None:
            return self._note_parts_for_tagged_union(union, union.tag, whole, value, place)
        if any(self.accepts(arm, value) for arm in union.arms):
            return True
        meant = union.ranking(value)[0] if is_object(value) and union.arms else 0
        return bool(union.arms) and self.note_invalid_parts(union.arms[meant], value, place)

    def _note_parts_for_tagged_union(
        self, union: UnionForType, tag: str, whole: Schema, value: Mapping[str, Any], place: Place
    ) -> bool:
        for arm in union.candidates(value):
            return self.note_invalid_parts(arm, value, place)
        if place is None or not isinstance(value.get(tag), str):
            return False
        self._note_part(whole, value, place, carried=True)
        return True

    def _note_part(self, schema: Schema | bool, value: Any, place: Place, *, carried: bool) -> None:
        if len(self._notes) == MAX_SET_ASIDE_PARTS:
            raise ToleranceLimitExceeded(_PARTS_FINDING)
        self._notes.append(_NotedPart(schema, value, place, carried))

    def _faults_of_part(self, schema: Schema | bool, value: Any, place: Place) -> tuple[Fault, ...]:
        try:
            found = tuple(islice(self.faults(schema, value, place), MAX_FINDINGS_SET_ASIDE))
        except RecursionError:
            found = ()
        return found or (Fault(place, "depth", "nested too deeply to be checked"),)


def _add_to_plan(plan: Plan, path: Path, item: SetAside) -> None:
    """Add a part to the plan. If one part contains the other, which may happen with `allOf`, the plan keeps only the
    larger part. A removed item replaces a carried part of the same place.
    """
    *way, last = path
    for token in way:
        inner = plan.setdefault(token, {})
        if isinstance(inner, SetAside):
            return
        plan = inner
    planned = plan.get(last)
    if not isinstance(planned, SetAside) or planned.carried:
        plan[last] = item


def _without_set_aside(value: Any, plan: Plan | SetAside | None) -> Any:
    """Return a JSON value without the items that the plan sets aside. An `UnknownMemberInput` stands for each carried
    part. The result shares the parts outside of the plan with the value.
    """
    if plan is None:
        return value
    if isinstance(plan, SetAside):
        return UnknownMemberInput(_make_unknown_member(plan))
    if is_object(value):
        return {name: _without_set_aside(member, plan.get(name)) for name, member in value.items()}
    return [
        _without_set_aside(item, plan.get(index))
        for index, item in enumerate(value)
        if not _is_removed(plan.get(index))
    ]


def _is_removed(plan: Plan | SetAside | None) -> bool:
    return isinstance(plan, SetAside) and not plan.carried


def _make_unknown_member(item: SetAside) -> UnknownMember:
    member = UnknownMember.model_validate(item.value)
    keep_set_aside(member, SetAsideItems([(0, item)]))
    return member


class _ListSearch:
    """Search of a decoded value for the lists from which items were removed. A list that is inside no model cannot keep
    its removed items.
    """

    def __init__(self) -> None:
        self._missing: list[tuple[Any, str | int, SetAsideItems]] = []

    def note_lists(
        self, value: Any, plan: Plan, holder: Any = None, place: str | int = "", *, inside: bool = False
    ) -> bool:
        """Note the lists from which items were removed. Return whether each part of the plan was found, and each of
        these lists is inside of a model, which can keep the items.

        Args:
            value: a decoded value.
            plan: the parts of the value that were set aside.
            holder: the model, list or dict that contains the value; None for the whole value.
            place: the name or index of the value in its holder.
            inside: whether a model contains the value, at any depth.
        """
        missing: list[tuple[int, SetAside]] = []
        for token in sorted(plan, key=_as_index):
            inner = plan[token]
            if isinstance(inner, SetAside) and not inner.carried:
                missing.append((_as_index(token), inner))
                continue
            key = token if isinstance(token, str) else token - len(missing)
            part = _part_at(value, key)
            if isinstance(inner, SetAside):
                found = isinstance(part, UnknownMember)
            else:
                found = self.note_lists(part, inner, value, key, inside=inside or isinstance(value, WireModel))
            if not found:
                return False
        if missing:
            self._missing.append((holder, place, SetAsideItems(missing)))
        return not missing or inside

    def replace_lists(self) -> None:
        """Replace each noted list by a list that keeps the removed items."""
        for holder, place, removed in self._missing:
            partial = ListWithSetAside(_part_at(holder, place), removed)
            if isinstance(holder, WireModel):
                attribute = wire_table(type(holder)).attributes.get(str(place))
                members = vars(holder) if attribute is not None else holder.__pydantic_extra__ or {}
                members[attribute if attribute is not None else str(place)] = partial
            else:
                holder[place] = partial


def _part_at(value: Any, token: str | int) -> Any:
    return value[token]


def _as_index(token: str | int) -> int:
    return token if isinstance(token, int) else 0
