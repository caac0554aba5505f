"""Checks that each model in a value has exactly the class that its place declares.

A place is a member, the items of a list, or the values of a map. pydantic writes a model by the fields of the class
that the model's place declares, whatever class the model has, and loses the members that only the model's own class
has. A `Shape` is made from the core schema of a class. Its checks visit only the places that may hold models. In a
place for any JSON value, a model is written by its own class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic_core import CoreSchema, SchemaSerializer

from ..errors import Finding
from ..json_values import is_array, is_object
from ..schema.places import Fault, Place
from .model import UnknownMember, WireModel, keeps_all_members, qualified_class_name, wire_table
from .unions import RANKED_UNION_KEY, RankedUnion

_MEMBERS_WITHOUT_SCHEMA = ("cls", "expected", "default", "function", "discriminator", "metadata")
"""The names of the members of a core schema that hold no schema."""

_SCALARS = (str, int, float, bool, type(None))
_PLAIN_CLASSES = (*_SCALARS, list, dict)
"""Classes of JSON values."""

_CLASSES: Mapping[str, type[Any]] = {"str": str, "int": int, "float": float, "bool": bool, "none": type(None)}
"""The classes of scalars, by the `type` of their core schemas."""


class Shape:
    """Classes of the values that are allowed in a place: in a member, in the items of a list, or in the values of a
    map.
    """

    __slots__ = ("allows_any", "containers", "exact_classes", "other_classes", "places_to_check", "scalars")

    def __init__(self) -> None:
        self.places_to_check: dict[type[Any], ModelShape | ListShape | MapShape] = {}
        """The shape of a value's parts, by the value's class, for the classes whose values may hold models."""
        self.exact_classes: frozenset[type[Any]] = frozenset()
        """The classes in `places_to_check` whose values are always exact. Their values are not visited."""
        self.other_classes: tuple[type[Any], ...] = ()
        """The other classes that are allowed. The parts of their values need no check."""
        self.containers: dict[type[Any], ModelShape | ListShape | MapShape] = {}
        """The shape of a value's parts, by the value's class, for all classes of objects and arrays. Classes that two
        alternatives of a union allow with different shapes are left out.
        """
        self.scalars: frozenset[type[Any]] = frozenset()
        """The classes of the strings, numbers, booleans and null that are allowed."""
        self.allows_any: bool = False
        """True if the place allows any JSON value."""

    def copy_shape(self, other: Shape) -> None:
        """Copy all attributes of another shape except `exact_classes`, which `complete_shapes` sets later."""
        self.places_to_check, self.other_classes = other.places_to_check, other.other_classes
        self.containers, self.scalars, self.allows_any = other.containers, other.scalars, other.allows_any

    def is_exact(self, value: Any) -> bool:
        """Return whether a value is exact: the serializer that `native_serializer` returns loses no part of it.

        False does not always mean a fault; `class_mismatches` yields the faults. That method walks through the value
        again, since this method runs for each value that is written, and a walk that also records places takes three
        times as long.
        """
        part = self.places_to_check.get(value.__class__)
        return part.is_exact(value) if part is not None else isinstance(value, self.other_classes)

    def class_mismatches(self, value: Any, place: Place = None) -> Iterator[Finding]:
        """Yield a finding for each model in a value whose class is neither the declared one nor a subclass without
        members of its own.
        """
        if isinstance(value, UnknownMember) or not self.places_to_check:
            return
        if isinstance(value, BaseModel):
            part = next((each for each in self._model_shapes() if keeps_all_members(value.__class__, each.model)), None)
            if part is None:
                expected = (
                    " or ".join(qualified_class_name(each.model) for each in self._model_shapes()) or "a JSON value"
                )
                message = f"expected {expected}, found {qualified_class_name(value.__class__)}"
                yield Fault(place, "class", message).to_finding()
            else:
                yield from part.class_mismatches(value, place)
        elif is_array(value) and list in self.places_to_check:
            yield from self.places_to_check[list].class_mismatches(value, place)
        elif is_object(value) and dict in self.places_to_check:
            yield from self.places_to_check[dict].class_mismatches(value, place)

    def _model_shapes(self) -> list[ModelShape]:
        return [part for part in self.places_to_check.values() if isinstance(part, ModelShape)]


class ModelShape:
    """Shapes of the members of a class."""

    __slots__ = ("all_member_shapes", "member_shapes", "model", "nullable", "unknown", "unknown_shape")

    def __init__(self, model: type[WireModel]) -> None:
        self.model: type[WireModel] = model
        self.all_member_shapes: tuple[tuple[str, Shape], ...] = ()
        """Each attribute, with the shape of its values."""
        self.unknown: Shape | None = None
        """The shape of the values of unknown members; None if unknown members may have any JSON value."""
        self.nullable: tuple[str, ...] = wire_table(model).nullable
        self.member_shapes: tuple[tuple[str, Shape], ...] = ()
        """The attributes whose values may hold models, with the shapes of these values."""
        self.unknown_shape: Shape | None = None
        """The shape of the values of unknown members if these may hold models; otherwise None."""

    def is_exact(self, value: Any) -> bool:
        """Return whether an object is exact, as `Shape.is_exact` explains: every member is exact, unknown ones
        included, and no member that may be absent is null.
        """
        members = value.__dict__
        for name, shape in self.member_shapes:
            member = members.get(name)
            if member is not None and member.__class__ not in shape.exact_classes:
                part = shape.places_to_check.get(member.__class__)
                if not (part.is_exact(member) if part is not None else isinstance(member, shape.other_classes)):
                    return False
        for name in self.nullable:  # a native serializer does not tell null from absent
            if members.get(name) is None and name in value.__pydantic_fields_set__:
                return False
        return self.unknown_shape is None or all(
            map(self.unknown_shape.is_exact, self._unknown_members(value).values())
        )

    @property
    def is_always_exact(self) -> bool:
        """True if every object of exactly this class is exact."""
        return not self.member_shapes and not self.nullable and self.unknown_shape is None

    def class_mismatches(self, value: Any, place: Place) -> Iterator[Finding]:
        """Yield the findings of `Shape.class_mismatches` for the members of an object."""
        names = {attribute: name for name, attribute in wire_table(self.model).attributes.items()}
        for attribute, shape in self.member_shapes:
            yield from shape.class_mismatches(value.__dict__.get(attribute), (place, names[attribute]))
        if self.unknown_shape is not None:
            for name, member in self._unknown_members(value).items():
                yield from self.unknown_shape.class_mismatches(member, (place, name))

    def _unknown_members(self, value: Any) -> dict[str, Any]:
        return value.__pydantic_extra__ or {}


class ListShape:
    """Shape of a list, given by the shape of its items."""

    __slots__ = ("items",)

    def __init__(self, items: Shape) -> None:
        self.items: Shape = items

    def is_exact(self, value: Any) -> bool:
        """Return whether every item of a list is exact; `Shape.is_exact` explains the term."""
        if self.items.exact_classes and self.items.exact_classes.issuperset(map(type, value)):
            return True
        parts, rest = self.items.places_to_check, self.items.other_classes
        for item in value:
            part = parts.get(item.__class__)
            if not (part.is_exact(item) if part is not None else isinstance(item, rest)):
                return False
        return True

    def class_mismatches(self, value: Any, place: Place) -> Iterator[Finding]:
        """Yield the findings of `Shape.class_mismatches` for the items of a list."""
        for index, item in enumerate(value):
            yield from self.items.class_mismatches(item, (place, index))


class MapShape:
    """Shape of a map, given by the shape of the values of its members."""

    __slots__ = ("values",)

    def __init__(self, values: Shape) -> None:
        self.values: Shape = values

    def is_exact(self, value: Any) -> bool:
        """Return whether every member of a map is exact; `Shape.is_exact` explains the term."""
        return all(map(self.values.is_exact, value.values()))

    def class_mismatches(self, value: Any, place: Place) -> Iterator[Finding]:
        """Yield the findings of `Shape.class_mismatches` for the members of a map."""
        for name, member in value.items():
            yield from self.values.class_mismatches(member, (place, name))


def shape_of(schema: CoreSchema) -> Shape:
    """Return the shape of the values that a core schema accepts."""
    reader = _ShapeReader()
    shape = reader.read_schema(schema)
    reader.complete_shapes()
    return shape


def native_serializer(schema: CoreSchema) -> SchemaSerializer:
    """Return a serializer that writes every model by its declared class, without the checks of the class's own
    serializer.

    The serializer writes a value correctly if `Shape.is_exact` accepts the value.
    """
    return SchemaSerializer(_without_serializers(schema), {"ser_json_inf_nan": "constants"})


class _ShapeReader:
    """Reader of shapes from a core schema. It reads each class and each definition once."""

    def __init__(self) -> None:
        self._models: dict[type[Any], ModelShape] = {}
        self._definitions: dict[str, Any] = {}
        self._shapes_by_reference: dict[str, Shape] = {}
        self._shapes_by_union: dict[RankedUnion, Shape] = {}
        self._shapes: list[Shape] = []
        self._literals: set[int] = set()
        self._merged_shapes: list[tuple[Shape, tuple[Shape, ...]]] = []

    def read_schema(self, schema: Any) -> Shape:
        match schema["type"]:
            case "definitions":
                self._definitions.update({each["ref"]: each for each in schema["definitions"]})
                return self.read_schema(schema["schema"])
            case "definition-ref":
                return self._referenced_shape(schema["schema_ref"])
            case "model" if issubclass(schema["cls"], WireModel):
                return self._new_shape({schema["cls"]: self._model_shape(schema)})
            case "list":
                return self._new_shape({list: ListShape(self.read_schema(schema["items_schema"]))})
            case "dict" if "values_schema" in schema:
                return self._new_shape({dict: MapShape(self.read_schema(schema["values_schema"]))})
            case "union":
                return self._union_shape([each[0] if type(each) is tuple else each for each in schema["choices"]])
            case "tagged-union":
                return self._union_shape([arm for tag, arm in schema["choices"].items() if tag is not UnknownMember])
            case "function-plain" if RANKED_UNION_KEY in schema.get("metadata", ()):
                return self._ranked_shape(schema["metadata"][RANKED_UNION_KEY])
            case "any":
                shape = self._new_shape({}, object)
                shape.allows_any, shape.scalars = True, frozenset(_SCALARS)
                return shape
            case "literal":  # pydantic writes any value there
                shape = self._new_shape({}, *_SCALARS)
                shape.scalars = frozenset(map(type, schema["expected"]))
                self._literals.add(id(shape))
                return shape
            case _ if "schema" in schema:
                return self.read_schema(schema["schema"])
            case kind:
                shape = self._new_shape({}, *_PLAIN_CLASSES)
                shape.scalars = frozenset({_CLASSES[kind]} if kind in _CLASSES else ())
                return shape

    def complete_shapes(self) -> None:
        """Complete the shapes after all of them are read.

        Merged shapes are filled. Classes whose values hold neither models nor constants are removed from
        `places_to_check`, since pydantic's own checks are enough for these values. `exact_classes` is set.
        """
        for either, shapes in self._merged_shapes:
            for shape in shapes:
                either.places_to_check = {**shape.places_to_check, **either.places_to_check}
                either.other_classes += shape.other_classes
        holds = {
            id(shape)
            for shape in self._shapes
            if any(isinstance(part, ModelShape) for part in shape.places_to_check.values())
        }
        holds |= self._literals
        while True:
            found = {
                id(shape)
                for shape in self._shapes
                for part in shape.places_to_check.values()
                if (isinstance(part, ListShape) and id(part.items) in holds)
                or (isinstance(part, MapShape) and id(part.values) in holds)
            }
            if found <= holds:
                break
            holds |= found
        for shape in self._shapes:
            for kind, part in list(shape.places_to_check.items()):
                inner = (
                    part.items if isinstance(part, ListShape) else part.values if isinstance(part, MapShape) else None
                )
                if inner is not None and id(inner) not in holds:
                    del shape.places_to_check[kind]
                    shape.other_classes = (*shape.other_classes, kind)
        for model in self._models.values():
            model.member_shapes = tuple(
                place for place in model.member_shapes if id(place[1]) in holds - self._literals
            )
            if model.unknown_shape is not None and id(model.unknown_shape) not in holds:
                model.unknown_shape = None
        for shape in self._shapes:
            shape.exact_classes = frozenset(
                kind
                for kind, part in shape.places_to_check.items()
                if isinstance(part, ModelShape) and part.is_always_exact
            )

    def _new_shape(self, parts: Mapping[type[Any], ModelShape | ListShape | MapShape], *rest: type[Any]) -> Shape:
        shape = Shape()
        shape.places_to_check.update(parts)
        shape.containers.update(parts)
        shape.other_classes = rest
        self._shapes.append(shape)
        return shape

    def _union_shape(self, arms: list[Any]) -> Shape:
        shape = self._new_shape({})
        shared: set[type[Any]] = set()
        for arm in map(self.read_schema, arms):
            shared |= {kind for kind, part in arm.containers.items() if shape.containers.setdefault(kind, part) != part}
            shape.scalars |= arm.scalars
            shape.allows_any |= arm.allows_any
            for kind, part in arm.places_to_check.items():
                shape_of_kind = shape.places_to_check.setdefault(kind, part)
                if isinstance(shape_of_kind, ListShape) and isinstance(part, ListShape) and shape_of_kind is not part:
                    shape.places_to_check[kind] = ListShape(self._merged_shape(shape_of_kind.items, part.items))
                elif isinstance(shape_of_kind, MapShape) and isinstance(part, MapShape) and shape_of_kind is not part:
                    shape.places_to_check[kind] = MapShape(self._merged_shape(shape_of_kind.values, part.values))
            shape.other_classes += arm.other_classes
        for kind in shared:
            del shape.containers[kind]
        return shape

    def _merged_shape(self, *shapes: Shape) -> Shape:
        """Return a new shape that allows what any of several shapes allows. `complete_shapes` fills it later."""
        either = self._new_shape({})
        self._merged_shapes.append((either, shapes))
        return either

    def _referenced_shape(self, name: str) -> Shape:
        if name not in self._shapes_by_reference:
            shape = self._shapes_by_reference[name] = self._new_shape({})
            shape.copy_shape(self.read_schema(self._definitions[name]))
        elif not self._shapes_by_reference[name].places_to_check:
            # A class is recursive here, and a union inside it needs the class at once.
            schema = self._definitions[name]
            while "cls" not in schema and "schema" in schema:
                schema = schema["schema"]
            if schema.get("cls") in self._models:
                return self._new_shape({schema["cls"]: self._models[schema["cls"]]})
        return self._shapes_by_reference[name]

    def _ranked_shape(self, union: RankedUnion) -> Shape:
        if union not in self._shapes_by_union:
            shape = self._shapes_by_union[union] = self._new_shape({})
            shape.copy_shape(self.read_schema(union.core_schema))
        return self._shapes_by_union[union]

    def _model_shape(self, schema: Any) -> ModelShape:
        model = schema["cls"]
        if model not in self._models:
            found = self._models[model] = ModelShape(model)
            fields = schema["schema"]
            while fields["type"] != "model-fields":
                fields = fields["schema"]
            found.all_member_shapes = tuple(
                (name, self.read_schema(field["schema"])) for name, field in fields["fields"].items()
            )
            found.member_shapes = found.all_member_shapes
            if fields.get("extras_schema") is not None:
                found.unknown_shape = found.unknown = self.read_schema(fields["extras_schema"])
        return self._models[model]


def _without_serializers(schema: Any) -> Any:
    """Return a core schema without the serializers that `WireModel` adds to models."""
    if is_object(schema):
        if schema.get("type") == "model" and issubclass(schema["cls"], WireModel):
            # Without an explicit serializer, pydantic would use the one that the class already has.
            native = {name: part for name, part in schema.items() if name not in ("schema", "serialization")}
            native["schema"] = _without_serializers(schema["schema"])
            return {**native, "serialization": native}
        return {name: _part_without_serializers(name, part) for name, part in schema.items()}
    if is_array(schema):
        return [_without_serializers(part) for part in schema]
    if type(schema) is tuple:  # an arm of a union, with its label
        return (_without_serializers(schema[0]), *schema[1:])
    return schema


def _part_without_serializers(name: str, part: Any) -> Any:
    if name in _MEMBERS_WITHOUT_SCHEMA:
        return part
    if name in ("fields", "choices") and is_object(part):
        return {key: _without_serializers(value) for key, value in part.items()}
    return _without_serializers(part)
