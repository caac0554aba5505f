"""Faults of a value that a JSON Schema rejects, found in time proportional to the value.

jsonschema-rs decides in linear time whether a value is valid. But it lists the faults in exponential time if several
branches of a schema lead to that schema again, and each fault has a copy of the rejected value and of the keyword's
value. So faults are searched for by a copy of the schema, the *search schema*. In this copy, `{"not": {"not": …}}`
stands around each branch, long keyword and reference. A double negation keeps the verdict, and has at most one fault, a
small one. The schema to which a reference leads is a *section*. If a reference rejects a part of the value, this part
is checked against the section next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin

from ..json_values import escape_token, is_array, is_object
from ..limits import MAX_FINDINGS
from .library import SchemaRefusedError, Validator, ValidatorError
from .places import Place, path_of
from .validation_work import References, WorkEstimate, objects_in, part_at

_MAX_LISTED_STEPS = 20_000
"""The largest total number of steps of those checks that list all faults. If the remaining steps do not suffice for a
check, it finds only the first fault."""

_LEAST_EXPLAINED, _STEP_FACTOR, _MAX_EXPLAINED = 20_000, 4, 4_000_000
"""The steps allowed for all checks after the first: the first number, plus the second number times the steps of the
first check, and at most the third number."""

_CHARACTERS_PER_PART = 16
"""The number of characters whose copy takes as long as a check of one more part of a value."""

_COPY_STEPS = 50
"""The number of steps to pass a part of a value to jsonschema-rs and to receive the part back with a fault."""

_MAX_ADDRESSES = 2_000_000
"""The largest number of characters of all references from the search schema to the given schema."""

_KEPT_KEYWORDS = frozenset(
    {"type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"}
    | {"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "required", "dependentRequired"}
    | {"contentEncoding", "contentMediaType"}
)
"""Keywords that have no subschemas and whose faults are small. The search schema keeps them."""

_LONG_KEYWORDS = frozenset({"const", "enum", "pattern"})
"""Keywords that have no subschemas and whose faults contain a copy of the keyword's value, which may be long."""

_BRANCH_KEYWORDS = frozenset({"anyOf", "contains", "not", "oneOf", "propertyNames"})
"""Keywords with subschemas that reject a value by one fault of the keyword, not by the faults of the subschemas."""

_COUNT_KEYWORDS = ("minContains", "maxContains")
_NAMED_SCHEMA_KEYWORDS = frozenset({"dependencies", "dependentSchemas", "patternProperties", "properties"})
_APPLICATORS = frozenset({"additionalItems", "additionalProperties", "allOf", "else", "items", "prefixItems", "then"})
_HIDDEN_IF_FALSE = frozenset({"else", "items", "then"})
"""Keywords whose `False` the libraries report at different places or by different keywords."""

_UNEVALUATED_KEYWORDS = frozenset({"unevaluatedItems", "unevaluatedProperties"})
_REFERENCE_KEYWORDS = frozenset({"$dynamicRef", "$ref"})

_BASE, _WHOLE = "json-schema:///", "whole"
"""The base URL of identifiers in jsonschema-rs, and the name that a schema without an identifier gets."""


class SchemaFault(NamedTuple):
    """Rejection of a part of a value: the place of the part, and the path of the keyword that rejects the part."""

    place: Place
    keyword: Place


class _HiddenPart(NamedTuple):
    """A part of the given schema for which `{"not": {"not": …}}` stands in the search schema.

    Attributes:
        keyword: the path of the part in the given schema.
        section: the number of the section to which the part leads; None if no further faults can be found.
    """

    keyword: Place
    section: int | None = None


class _SearchStep(NamedTuple):
    """A value to check against a section.

    Attributes:
        section: the number of the section, which rejects the value.
        value: the JSON value.
        place: the place of the value.
        keyword: the path of the keyword that led to the section.
    """

    section: int
    value: Any
    place: Place
    keyword: Place


class _Section(NamedTuple):
    """Part of the given schema where a search begins."""

    schema: Mapping[str, Any]
    place: Place


class SearchSchema:
    """Search schema: a copy of a schema, by which the faults of values are searched for.

    Args:
        schema: the given schema, a valid one.
        is_reference_alone: whether keywords beside a `$ref` are ignored.
        meta_schemas: URLs of schemas to which references may lead although the given schema does not contain them.

    Raises:
        SchemaRefusedError: the references to the given schema are too long.
    """

    def __init__(self, schema: Any, *, is_reference_alone: bool, meta_schemas: Collection[str]) -> None:
        self._is_reference_alone = is_reference_alone
        self._meta_schemas = meta_schemas
        self._references = References(schema)
        self._places = _places_in(schema)
        self._targets = {id(each) for part in objects_in(schema) for each in self._references.targets_of_part(part)}
        identifier = None
        if is_object(schema) and not (is_reference_alone and "$ref" in schema):
            identifier = schema.get("$id")
        self.url: str = urljoin(_BASE, identifier if isinstance(identifier, str) else _WHOLE).partition("#")[0]
        """The URL of the given schema."""
        self._room = _MAX_ADDRESSES
        self._hidden: list[_HiddenPart] = []
        self._hidden_schemas: dict[str, Any] = {}
        self.sections: list[_Section] = [_Section(schema, None)]
        self._numbers = {id(schema): 0}
        # Copying a section may add further sections to the list.
        copies = {str(number): self._copy_schema(*section) for number, section in enumerate(self.sections)}
        self.document: dict[str, dict[str, Any]] = {"properties": copies, "$defs": self._hidden_schemas}
        """The search schema; it describes an object whose members are the values of sections, by section number."""

    def keyword_of(self, error: ValidatorError) -> tuple[Place, int | None]:
        """Return the path of the keyword of the given schema that rejects a value, and the number of the section to
        which the keyword leads. The number is None if the keyword leads to no section.

        Args:
            error: an error about the search schema.
        """
        path = error.keyword
        if path[-1] == "not":  # it hides something
            reference: str = error.negated["not"]["$ref"]
            return self._hidden[int(reference.rpartition("/")[2])]
        return _place_along(self.sections[int(path[1])].place, path[2:]), None

    def left_out_keyword(self, section: int, value: Any) -> Place:
        """Return the path of a keyword that the search schema leaves out, by which a section rejects a value that the
        search schema accepts. Return None if the section has no such keyword.
        """
        schema, place = self.sections[section]
        left_out = ("unevaluatedItems" if is_array(value) else "unevaluatedProperties", *_REFERENCE_KEYWORDS)
        return next(((place, keyword) for keyword in left_out if keyword in schema), None)

    def _section_number(self, part: Mapping[str, Any]) -> int:
        """Return the number of the section that begins at a part. If no section begins there yet, add one."""
        found = self._numbers.get(id(part))
        if found is None:
            found = self._numbers[id(part)] = len(self.sections)
            self.sections.append(_Section(part, self._places[id(part)]))
        return found

    def _copy_schema(self, part: Any, place: Place) -> Any:
        """Return the copy of a part of the given schema for the search schema. The copy lacks some keywords.

        Raises:
            SchemaRefusedError: the references to the schema are too long.
        """
        if not is_object(part):
            return part
        copy: dict[str, Any] = {}
        hidden: list[Any] = []
        for keyword in ["$ref"] if self._is_reference_alone and "$ref" in part else part:
            inner = part[keyword]
            here = (place, keyword)
            if keyword in _KEPT_KEYWORDS:
                copy[keyword] = inner
            elif keyword in _LONG_KEYWORDS:
                hidden.append(self._hide_schema({keyword: inner}, _HiddenPart(here)))
            elif keyword in _BRANCH_KEYWORDS:
                counts = {name: part[name] for name in _COUNT_KEYWORDS if name in part}
                hidden.append(
                    self._hide_schema({keyword: self._reference_to(inner, here), **counts}, _HiddenPart(here))
                )
            elif keyword in _REFERENCE_KEYWORDS:
                hidden += self._replace_reference(keyword, part, here)
            elif keyword == "if":
                copy[keyword] = self._reference_to(inner, here)
            elif keyword in _NAMED_SCHEMA_KEYWORDS:
                copy[keyword] = {name: self._copy_subschema(each, (here, name)) for name, each in inner.items()}
            elif inner is False and keyword in _HIDDEN_IF_FALSE:
                copy[keyword] = self._hide_schema(inner, _HiddenPart(here))
            elif keyword in _APPLICATORS and is_array(inner):
                copy[keyword] = [self._copy_subschema(each, (here, index)) for index, each in enumerate(inner)]
            elif keyword in _APPLICATORS:
                copy[keyword] = inner if inner is False else self._copy_subschema(inner, here)
        if hidden:
            copy["allOf"] = [*copy.get("allOf", ()), *hidden]
        return copy

    def _copy_subschema(self, part: Any, place: Place) -> Any:
        """Return the copy of a subschema of the given schema for the search schema, or a double negation in its place.

        A double negation stands for a subschema to which a reference leads or whose copy would lack a keyword, and for
        `False`, since jsonschema-rs would give the fault of `False` the name of a member.

        Raises:
            SchemaRefusedError: the references to the schema are too long.
        """
        if part is False:
            return self._hide_schema(part, _HiddenPart((place, "false")))
        if is_object(part) and (id(part) in self._targets or self._copy_omits_keyword(part)):
            return self._hide_section(part, place)
        return self._copy_schema(part, place)

    def _replace_reference(self, keyword: str, part: Mapping[str, Any], place: Place) -> Iterator[Any]:
        """Yield the schema that stands for a reference in the search schema; nothing if the reference is left out.

        Raises:
            SchemaRefusedError: the references to the schema are too long.
        """
        targets = self._targets_of(keyword, part)
        if targets is None:
            yield {keyword: part[keyword]}
        elif len(targets) == 1 and is_object(targets[0]):
            yield self._hide_section(targets[0], place)

    def _targets_of(self, keyword: str, part: Mapping[str, Any]) -> list[Any] | None:
        """Return the parts of the given schema to which a reference may lead. Return None for a reference to a
        metaschema, whose faults are few.
        """
        reference: str = part[keyword]
        targets = [*self._references.targets_of(reference, part)]
        return None if not targets and reference.partition("#")[0] in self._meta_schemas else targets

    def _copy_omits_keyword(self, part: Mapping[str, Any]) -> bool:
        """Return whether the copy of a part lacks a keyword that the part has."""
        references = [self._targets_of(keyword, part) for keyword in _REFERENCE_KEYWORDS.intersection(part)]
        return not _UNEVALUATED_KEYWORDS.isdisjoint(part) or any(
            each is not None and len(each) != 1 for each in references
        )

    def _hide_section(self, part: Mapping[str, Any], place: Place) -> Any:
        return self._hide_schema(
            self._reference_to(part, self._places[id(part)]), _HiddenPart(place, self._section_number(part))
        )

    def _hide_schema(self, schema: Any, hidden: _HiddenPart) -> Any:
        name = str(len(self._hidden))
        self._hidden.append(hidden)
        self._hidden_schemas[name] = schema
        return {"not": {"not": {"$ref": f"#/$defs/{name}"}}}

    def _reference_to(self, part: Any, place: Place) -> Any:
        """Return a reference to a part of the given schema. For a list of parts, return a list of references.

        Raises:
            SchemaRefusedError: all references together are too long.
        """
        if is_array(part):
            return [self._reference_to(each, (place, index)) for index, each in enumerate(part)]
        path = [str(token) for token in path_of(place)]
        self._room -= len(self.url) + sum(map(len, path))
        if self._room < 0:
            raise SchemaRefusedError("the references to the schema are too long")
        pointer = "".join("/" + quote(escape_token(token), safe="~") for token in path)
        return {"$ref": f"{self.url}#{pointer}"}


class _PartSize(NamedTuple):
    """Size of a part of a value.

    Attributes:
        parts: the number of parts, counting the part itself. A long text counts as several parts.
        work: the number of steps to search the names and texts in the part.
    """

    parts: int
    work: int


class _PartSizeCache:
    """Sizes of the parts of a value. The size of a part is computed once, although it counts in the sizes of all parts
    around this part.

    Args:
        work: the work of the given schema.

    Attributes:
        has_empty_names: True if a member of the value has an empty name, which jsonschema-rs leaves out of its paths.
    """

    def __init__(self, work: WorkEstimate) -> None:
        self._work = work
        self._known: dict[int, tuple[Any, _PartSize]] = {}  # with the part, so that Python does not reuse its id
        self.has_empty_names = False

    def size_of(self, value: Any, most: int) -> _PartSize:
        """Return the size of a value; counting stops after `most` parts."""
        found = self._known.get(id(value))
        if found is not None:
            return found[1]
        holders: list[tuple[Any, int]] = []
        parts, work = list[int](), list[int]()
        left: list[tuple[Any, int, bool]] = [(value, -1, True)]
        room = most
        while left and room >= 0:
            part, holder, is_searched = left.pop()
            count, searched = (
                1 + _count_characters(part) // _CHARACTERS_PER_PART,
                self._work.count_search_steps(part, is_searched=is_searched),
            )
            room -= count
            if is_object(part) or is_array(part) or holder < 0:
                index = len(parts)
                holders.append((part, holder))
                parts.append(count)
                work.append(searched)
            else:
                parts[holder] += count
                work[holder] += searched
                continue
            if is_object(part):
                self.has_empty_names = self.has_empty_names or "" in part
                left += ((each, index, self._work.is_searched(name)) for name, each in part.items())
            elif is_array(part):
                left += ((each, index, is_searched) for each in part)
        if left:
            return _PartSize(most - room, sum(work))
        for index in range(len(parts) - 1, 0, -1):
            holder = holders[index][1]
            parts[holder] += parts[index]
            work[holder] += work[index]
        for (part, _), *size in zip(holders, parts, work, strict=True):
            self._known[id(part)] = part, _PartSize(*size)
        return self._known[id(value)][1]


class FaultSearch:
    """Search for faults in the values that one schema rejects.

    jsonschema-rs leaves empty names out of its paths. So a fault below an empty name is reported for the object that
    has this name.

    Args:
        schema: the search schema.
        validator: the search schema, compiled.
        work: the work of the given schema.
    """

    def __init__(self, schema: SearchSchema, validator: Validator, work: WorkEstimate) -> None:
        self._schema = schema
        self._validator = validator
        self._work = work
        self._branches = work.steps + work.more_for_objects

    def faults(self, value: Any) -> list[SchemaFault]:
        """Return the faults of a value that the given schema rejects: at most 100, and only the first for a large
        value.

        Args:
            value: the JSON value.
        """
        found: list[SchemaFault] = []
        sizes = _PartSizeCache(self._work)
        seen = dict[tuple[int, Place], Any]()
        left: list[SchemaFault | _SearchStep] = [_SearchStep(0, value, None, None)]
        least, listed = (most * self._work.step_cost for most in (_LEAST_EXPLAINED, _MAX_LISTED_STEPS))
        room = min(least + _STEP_FACTOR * self._cost(sizes, value, _MAX_EXPLAINED), _MAX_EXPLAINED)
        while left and len(found) < MAX_FINDINGS:
            step = left.pop()
            if isinstance(step, SchemaFault):
                found.append(step)
                continue
            key = step.section, step.place
            if key in seen and (seen[key] is step.value or seen[key] == step.value):  # unless a name is empty
                continue
            if seen:
                room -= self._cost(sizes, step.value, room)
            if room < 0:
                found.append(SchemaFault(step.place, step.keyword))
                continue
            seen[key] = step.value
            size = self._branches * sizes.size_of(step.value, listed // self._branches).parts
            left += reversed([*self._search_step(step, sizes, lists_all=size <= listed)])
            listed -= min(size, listed)
        return found

    def _search_step(
        self, step: _SearchStep, sizes: _PartSizeCache, *, lists_all: bool
    ) -> Iterator[SchemaFault | _SearchStep]:
        """Yield the faults that one step finds, and the steps that may find further faults."""
        errors = self._validator.errors({str(step.section): step.value}, lists_all=lists_all)
        if not errors:
            yield SchemaFault(step.place, self._schema.left_out_keyword(step.section, step.value) or step.keyword)
        for error in errors:
            path = error.place[1:]
            place = _place_along(step.place, path)
            keyword, section = self._schema.keyword_of(error)
            if section is None:
                yield SchemaFault(place, keyword)
            else:
                part = error.part if sizes.has_empty_names else part_at(step.value, path)
                yield _SearchStep(section, part, place, keyword)

    def _cost(self, sizes: _PartSizeCache, value: Any, most: int) -> int:
        """Return the number of steps to check a value; counting stops after `most` steps."""
        steps = self._branches + _COPY_STEPS
        size = sizes.size_of(value, most // steps)
        return steps * size.parts + size.work


def _count_characters(part: Any) -> int:
    """Return the number of characters of a text, or of the names of an object; 0 for any other part."""
    return sum(map(len, part)) if is_object(part) else len(part) if isinstance(part, str) else 0


def _places_in(schema: Any) -> dict[int, Place]:
    """Return the place of each object in a schema, by the object's id."""
    found: dict[int, Place] = {}
    parts: list[tuple[Any, Place]] = [(schema, None)]
    while parts:
        part, place = parts.pop()
        if is_object(part):
            found[id(part)] = place
            parts += ((inner, (place, name)) for name, inner in part.items())
        elif is_array(part):
            parts += ((inner, (place, index)) for index, inner in enumerate(part))
    return found


def _place_along(place: Place, path: Sequence[str | int]) -> Place:
    """Return the place at the end of a path that begins at a place."""
    for token in path:
        place = (place, token)
    return place
