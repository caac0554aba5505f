"""The base of every model, and the types JSON Schema has but Python's annotations lack.

A generated class states what its definition states and nothing else; how it is kept exact is here:

- strict: `"1"` is no integer, `true` is no integer, `1.0` is one (JSON Schema compares numbers by value);
- open: unknown members are kept, unless the definition forbids them;
- absent is not null: an absent optional member reads as `None` and is not written; where the schema allows null,
  `"name" in value` tells the two apart;
- constants such as `method` or `type` need not be typed in a constructor, and are still required on the wire.
"""

from __future__ import annotations

import threading
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import (
    CoreSchema,
    PydanticCustomError,
    PydanticUndefined,
    SchemaSerializer,
    SchemaValidator,
    core_schema,
)
from typing_extensions import Self, TypeAliasType, TypeIs

from mcp_bindings.aside import Shelf, shelves_exist
from mcp_bindings.choice import Signature, ranked
from mcp_bindings.jsontypes import is_array, is_object, json_equal

_T = TypeVar("_T")


def camel(attribute: str) -> str:
    """The wire name of an attribute, unless its field names another."""
    head, *tail = attribute.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in tail)


_BY_WIRE_NAME: dict[str, Any] = {"by_alias": True, "by_name": False}

_building = threading.RLock()
"""Held while pydantic builds a validator: its deferred builds are not safe on first use from two threads."""


class _Omitted:
    """Marks a member that may be absent and may not be null."""


_OMITTED = _Omitted()

if TYPE_CHECKING:
    Omittable: TypeAlias = _T | None
    """An optional member: reads as None when absent, and None in a constructor means absent."""
else:

    class Omittable:
        """An optional member: reads as None when absent, and None in a constructor means absent."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[item, _OMITTED]


class _Exact:
    """Numbers as JSON Schema has them. Bounds of the field reach the handler first, and hold for both arms."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        given: Any = handler(source)
        bounds: dict[str, Any] = {name: given[name] for name in ("ge", "gt", "le", "lt") if name in given}
        fraction: CoreSchema = core_schema.float_schema(strict=True, allow_inf_nan=False, **bounds)
        if self.whole:
            fraction = core_schema.no_info_after_validator_function(_whole, fraction)
        whole = core_schema.int_schema(strict=True, **_whole_bounds(bounds))
        schema: CoreSchema = core_schema.union_schema(
            [whole, fraction],
            mode="left_to_right",
            custom_error_type="number",
            custom_error_message="Input should be a number within its bounds",
        )
        if given.get("multiple_of") is not None:
            schema = core_schema.no_info_after_validator_function(partial(_multiple, given["multiple_of"]), schema)
        return schema


Integer: TypeAlias = Annotated[int, _Exact(whole=True)]
"""A JSON integer: any number without a fraction, `1.0` included; never a boolean."""

Number: TypeAlias = Annotated[float, _Exact(whole=False)]
"""A JSON number. Integers stay `int` at run time, so that none loses digits."""


class OneOf:
    """Marks a union and says how its arms are told apart.

    Args:
        tag: wire name of the member whose constant differs in every arm. Without one, arms of the same JSON
            type are chosen by the rule of `mcp_bindings.choice`.
    """

    def __init__(self, tag: str | None = None) -> None:
        self.tag = tag

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        arms = alternatives(source)
        if len(arms) == 1:
            return handler(source)
        objects = [arm for arm in arms if _is_object(arm)]
        others = [arm for arm in arms if not _is_object(arm)]
        if len(objects) < 2:
            choices = [handler.generate_schema(arm) for arm in arms]
        else:
            joined = self._tagged(objects, handler) if self.tag is not None else _by_shape(objects, handler)
            choices = [joined, *(handler.generate_schema(arm) for arm in others)]
        return choices[0] if len(choices) == 1 else core_schema.union_schema([*choices], mode="left_to_right")

    def _tagged(self, arms: Sequence[type[WireModel]], handler: GetCoreSchemaHandler) -> CoreSchema:
        tag = self.tag or ""
        attributes = {arm: _attribute(arm, tag) for arm in arms}
        choices: dict[Any, CoreSchema] = {
            value: handler.generate_schema(arm)
            for arm, attribute in attributes.items()
            for value in get_args(arm.model_fields[attribute].annotation)
        }
        # The tag of this arm is no JSON value, so no document is read as it.
        unknown = core_schema.no_info_before_validator_function(_carried, handler.generate_schema(UnknownMember))
        choices[UnknownMember] = unknown
        paths: list[list[str | int]] = [[name] for name in (tag, *dict.fromkeys(attributes.values()))]
        ambiguous = len(paths) > 2 or any(hasattr(arm, tag) or _has_other(arm, tag) for arm in arms)
        return core_schema.tagged_union_schema(choices, discriminator=_tag(tag) if ambiguous else paths)


class ExactLiteral:
    """Marks constants that are not only strings: `1` equals `1.0` there, and not `true`.

    Args:
        values: the constants.
    """

    def __init__(self, *values: str | float | bool | None) -> None:
        self.values = values

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return exact_literal(self.values)


class WireTable(NamedTuple):
    """How the members of a class are spelled, and what a constructor does for them."""

    attributes: dict[str, str]
    """Wire name to attribute."""
    constants: dict[str, Any]
    """Attribute to the value it always has."""
    omittable: frozenset[str]
    """Attributes that may be absent and may not be null."""
    shadowing: frozenset[str]
    """Attributes that an unknown member could be named like; see `extra_key`."""


class WireModel(BaseModel):
    """A JSON object of the protocol.

    Attributes are snake_case; `value["wireName"]` reads by wire name, `"wireName" in value` says whether the
    member is present. Constructors take either spelling. Read and write documents with a codec
    (`mcp_bindings.revision(…).codec(…)`), which is exact in both directions.

    Raises:
        pydantic.ValidationError: a constructor or an assignment got a value the definition does not allow.
        TypeError: a constructor got a misspelled member.
        AttributeError, KeyError: no such member; names the right spelling.
    """

    __slots__ = ("_origin", "_shelf")

    model_config = ConfigDict(
        alias_generator=camel,
        defer_build=True,
        extra="allow",
        hide_input_in_errors=True,
        protected_namespaces=(),
        ser_json_inf_nan="constants",
        serialize_by_alias=True,
        strict=True,
        validate_assignment=True,
        validate_by_alias=True,
        validate_by_name=True,
    )

    def __init__(self, /, **members: Any) -> None:
        complete(type(self))
        table = wire_table(type(self))
        for name in members:
            if name not in table.attributes and name not in type(self).model_fields:
                _check_spelling(name, table, TypeError)
        for wire_name, attribute in table.attributes.items():
            if wire_name != attribute and wire_name in members and attribute in members:
                raise TypeError(f"{wire_name!r} and {attribute!r} are two spellings of one member")
            for name in (wire_name, attribute):
                if attribute in table.omittable and members.get(name, ...) is None:
                    del members[name]
            if attribute in table.constants and wire_name not in members:
                members.setdefault(attribute, table.constants[attribute])
        self.__pydantic_validator__.validate_python(members, self_instance=self)
        keep_origin(self, None)

    def __getitem__(self, wire_name: str) -> Any:
        table = wire_table(type(self))
        attribute = table.attributes.get(wire_name)
        if attribute is not None:
            return getattr(self, attribute)
        extra, key = self.__pydantic_extra__ or {}, extra_key(table.shadowing, wire_name)
        if key in extra:
            return extra[key]
        _check_spelling(wire_name, table, KeyError, wire=True)
        raise KeyError(wire_name)

    def __contains__(self, wire_name: object) -> bool:
        if not isinstance(wire_name, str):
            return False
        table = wire_table(type(self))
        attribute = table.attributes.get(wire_name, extra_key(table.shadowing, wire_name))
        return attribute in self.__pydantic_fields_set__

    def __setattr__(self, name: str, value: Any) -> None:
        table = wire_table(type(self))
        if name not in type(self).model_fields and not name.startswith("_"):
            _check_spelling(name, table, AttributeError)
        complete(type(self))
        if value is None and name in table.omittable:
            vars(self)[name] = None
            self.__pydantic_fields_set__.discard(name)
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Take a member off the wire; an optional one reads as None afterwards."""
        field = type(self).model_fields.get(name)
        if field is None:
            _check_spelling(name, wire_table(type(self)), AttributeError)
            super().__delattr__(name)
        elif field.is_required() or field.default is not None:
            raise AttributeError(f"member {name!r} is required")
        else:
            vars(self)[name] = None
            self.__pydantic_fields_set__.discard(name)

    def __eq__(self, other: object) -> bool:
        """Equal classes, members and presence: absent is not null. Member order does not count."""
        if not isinstance(other, WireModel):
            return NotImplemented
        return super().__eq__(other) and self.__pydantic_fields_set__ == other.__pydantic_fields_set__

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            try:
                return super().__getattr__(name)
            except AttributeError:
                if not name.startswith("_"):
                    _check_spelling(name, wire_table(type(self)), AttributeError)
                raise

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        model: Any = handler.resolve_ref_schema(schema)
        if model["type"] == "model":
            model["custom_init"] = False  # our constructor is for callers; documents do not pass through it
            fields = model["schema"]["fields"]
            shadowing = frozenset(name for name, field in fields.items() if field["validation_alias"] != name)
            if shadowing and cls.model_config.get("extra") == "allow":
                model["schema"]["extras_keys_schema"] = core_schema.no_info_plain_validator_function(
                    partial(extra_key, shadowing)
                )
            for field in fields.values():
                fail_fast(field["schema"])
                inner = field["schema"]
                if inner["type"] == "default" and inner["default"] is not None:
                    field["schema"] = inner = inner["schema"]  # a constant is required on the wire
                literal = inner["schema"] if inner["type"] == "default" else inner
                if literal["type"] == "literal" and not all(isinstance(value, str) for value in literal["expected"]):
                    literal_schema = exact_literal(tuple(literal["expected"]))
                    if inner["type"] == "default":
                        inner["schema"] = literal_schema
                    else:
                        field["schema"] = literal_schema
        return schema

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy, with some members set anew by the rules of assignment. Either spelling will do."""
        copied = super().model_copy(deep=deep)
        table = wire_table(type(self))
        for name, value in (update or {}).items():
            attribute = table.attributes.get(name, name)
            if attribute not in type(self).model_fields:
                _check_spelling(name, table, TypeError)
            setattr(copied, attribute, value)
        return copied

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """As pydantic's, but what is absent stays absent. Codecs also keep member order."""
        return super().model_dump(**_dumping(self, options))

    def model_dump_json(self, **options: Any) -> str:
        """As pydantic's, but what is absent stays absent. Codecs also keep member order."""
        return super().model_dump_json(**_dumping(self, options))

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """As pydantic's, but members go by wire name only, as in a document."""
        return super().model_validate(obj, **_BY_WIRE_NAME, **options)

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """As pydantic's, but members go by wire name only, as in a document."""
        return super().model_validate_json(json_data, **_BY_WIRE_NAME, **options)

    def __getstate__(self) -> dict[Any, Any]:
        return {**super().__getstate__(), "_origin": origin_of(self), "_shelf": shelf_of(self)}

    def __setstate__(self, state: dict[Any, Any]) -> None:
        super().__setstate__(state)
        self._keep(state["_origin"], state.get("_shelf"))

    def __copy__(self) -> Self:
        return super().__copy__()._keep(origin_of(self), shelf_of(self))

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return super().__deepcopy__(memo)._keep(origin_of(self), shelf_of(self))

    def _keep(self, origin: Any, shelf: Shelf | None) -> Self:
        if origin is not None:
            keep_origin(self, origin)
        if shelf is not None:
            keep_shelf(self, shelf)
        return self


class UnknownMember(WireModel):
    """An object where a union was expected, whose tag no arm of the union knows, as a tolerant read carries it.

    `value["wireName"]` reads any of its members, and it is written as it came.
    """


class StandIn:
    """An unknown member on its way through a validator, to which every attribute of it is the tag of its own arm."""

    def __init__(self, member: UnknownMember) -> None:
        self.member = member

    def __getattr__(self, name: str) -> Any:
        return UnknownMember


@cache
def wire_table(model: type[WireModel]) -> WireTable:
    """Spellings and constants of a class."""
    complete(model)
    fields = model.model_fields
    return WireTable(
        attributes={str(field.validation_alias): name for name, field in fields.items()},
        constants={name: field.default for name, field in fields.items() if field.default not in (None, PydanticUndefined)},
        omittable=frozenset(name for name, field in fields.items() if _OMITTED in field.metadata),
        shadowing=frozenset(name for name, field in fields.items() if field.validation_alias != name),
    )


def extra_key(shadowing: frozenset[str], wire_name: str) -> str:
    """The key under which an unknown member is kept.

    pydantic tells set fields and unknown members apart by name alone, so an unknown `is_error` beside a field
    `is_error`, whose wire name is `isError`, is kept under a key that no attribute has.
    """
    return f"{wire_name}\0" if wire_name.rstrip("\0") in shadowing else wire_name


def plain(value: Any, *, whole: bool = True) -> Any:
    """A value in plain containers, with unknown members under their own names again.

    Args:
        value: the value.
        whole: with what was set aside at its place; without, it is what a validator accepts.
    """
    if isinstance(value, UnknownMember) and not whole:
        return StandIn(value)
    if isinstance(value, WireModel):
        table = wire_table(type(value))
        members = {name: getattr(value, attribute) for name, attribute in table.attributes.items() if name in value}
        for key, member in (value.__pydantic_extra__ or {}).items():
            members[key[:-1] if key.rstrip("\0") in table.shadowing else key] = member
        written = {name: plain(member, whole=whole) for name, member in members.items()}
        shelf = shelf_of(value)
        if shelf is not None and whole:
            shelf.put_back(written)
        return written
    if is_array(value):
        return [plain(item, whole=whole) for item in value]
    if is_object(value):
        return {name: plain(item, whole=whole) for name, item in value.items()}
    return value


def signature(model: type[WireModel]) -> Signature:
    """What the rule of choice between union arms needs to know of a class."""
    table = wire_table(model)
    fields = {wire_name: model.model_fields[name] for wire_name, name in table.attributes.items()}
    literals = {name: get_args(field.annotation) for name, field in fields.items() if _is_literal(field.annotation)}
    return Signature(
        constants={name: values for name, values in literals.items() if all(isinstance(item, str) for item in values)},
        required=frozenset(name for name, field in fields.items() if field.is_required() or field.default is not None),
        members=frozenset(fields),
    )


keep_origin: Callable[[Any, Any], None] = WireModel.__dict__["_origin"].__set__
"""Remember the document that a model was decoded from."""

keep_shelf: Callable[[Any, Shelf], None] = WireModel.__dict__["_shelf"].__set__
"""Remember what was set aside of a model."""


def complete(model: type[BaseModel]) -> None:
    """Build the validator of a class if that has not happened yet; safe from several threads."""
    if not model.__pydantic_complete__:
        with _building:
            if not model.__pydantic_complete__:
                model.model_rebuild(raise_errors=True, _types_namespace={})  # else names of this frame count as types


def is_model(annotation: Any) -> TypeIs[type[WireModel]]:
    """Is an annotation one of the classes?"""
    return isinstance(annotation, type) and issubclass(annotation, WireModel)


def built(annotation: Any) -> tuple[SchemaValidator, SchemaSerializer]:
    """Validator and serializer of a class, or of another annotation."""
    validator: Any  # with a plugin for pydantic it is of another class, which has the same methods
    if is_model(annotation):
        complete(annotation)
        validator, serializer = annotation.__pydantic_validator__, annotation.__pydantic_serializer__
    else:
        adapted = adapter(annotation)
        validator, serializer = adapted.validator, adapted.serializer
    return validator, serializer


def adapter(_annotation: Any) -> TypeAdapter[Any]:
    """A strict validator for something that is not a class; safe from several threads.

    pydantic takes names of the frame it is called from for types, so there is none here that a schema can give.
    """
    with _building:
        return TypeAdapter(_annotation, config=ConfigDict(strict=True, ser_json_inf_nan="constants"))


def remember(value: Any, origin: Any) -> None:
    """Keep the document a value was decoded from, as text or parsed, for the order of its members."""
    if isinstance(value, WireModel):
        keep_origin(value, origin)
    elif is_array(value) and is_array(origin):
        for item, source in zip(value, origin, strict=False):
            remember(item, source)
    elif is_object(value) and is_object(origin):
        for name, item in value.items():
            remember(item, origin.get(name))


def origin_of(value: WireModel) -> Any:
    """The document a value was decoded from; None for one that was constructed."""
    try:
        return object.__getattribute__(value, "_origin")
    except AttributeError:
        return None


def _dumping(value: WireModel, options: dict[str, Any]) -> dict[str, Any]:
    """Options that leave out what is absent, and let unknown members pass without a warning."""
    quiet = shelves_exist() and any(isinstance(model, UnknownMember) for model in parts(value))
    return {"exclude_unset": True, **({"warnings": False} if quiet else {}), **options}


def shelf_of(value: WireModel) -> Shelf | None:
    """What was set aside of a model itself; None for nothing."""
    try:
        shelf: Shelf = object.__getattribute__(value, "_shelf")
    except AttributeError:
        return None
    return shelf


def parts(value: object) -> Iterator[WireModel]:
    """Every model in a value, from the outside in; the value itself is the first if it is one."""
    if isinstance(value, WireModel):
        yield value
        for members in (vars(value), value.__pydantic_extra__ or {}):
            yield from parts(members)
    elif is_array(value):
        for item in value:
            yield from parts(item)
    elif is_object(value):
        for member in value.values():
            yield from parts(member)


def fail_fast(schema: Any) -> None:
    """Let lists and maps within a validator's schema stop at their first fault.

    Only the verdict of a validator counts here, and pydantic keeps some hundred bytes for each fault it finds.
    """
    if schema["type"] in ("list", "dict"):
        schema["fail_fast"] = True
    if schema["type"] not in ("model", "definitions"):
        choices = schema.get("choices", ())
        parts = [schema.get(name) for name in ("schema", "items_schema", "values_schema")]
        for part in [*parts, *(choices.values() if is_object(choices) else choices)]:
            if part is not None:
                fail_fast(part[0] if isinstance(part, tuple) else part)


def exact_literal(expected: tuple[Any, ...]) -> CoreSchema:
    """Validates constants by the equality of JSON Schema."""
    return core_schema.no_info_after_validator_function(partial(_constant, expected), core_schema.any_schema())


def _constant(expected: tuple[Any, ...], value: Any) -> Any:
    for item in expected:
        if json_equal(value, item):
            return item
    raise PydanticCustomError("const", "Input should be one of the constants")


def _whole_bounds(bounds: dict[str, float]) -> dict[str, Any]:
    """The same bounds for integers, for which `x > 0.5` is `x >= 1`."""
    as_lower: dict[str, Callable[[float], int]] = {"ge": ceil, "gt": lambda bound: floor(bound) + 1}
    as_upper: dict[str, Callable[[float], int]] = {"le": floor, "lt": lambda bound: ceil(bound) - 1}
    lower = [convert(bounds[name]) for name, convert in as_lower.items() if name in bounds]
    upper = [convert(bounds[name]) for name, convert in as_upper.items() if name in bounds]
    return {**({"ge": max(lower)} if lower else {}), **({"le": min(upper)} if upper else {})}


def _multiple(factor: int, value: float) -> float:
    if value % factor:
        raise ValueError
    return value


def _whole(value: float) -> int:
    if not value.is_integer():
        raise ValueError
    return int(value)


def _by_shape(arms: Sequence[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
    """Arms that no constant tells apart: chosen by rule, tried in that order."""
    prepared: list[tuple[Signature, Callable[..., Any]]] = []

    def choose(value: Any, handler: Callable[[Any], Any]) -> Any:
        if not is_object(value):
            return handler(value)
        if not prepared:  # on first use: arms may refer back to the class that is being built
            prepared[:] = [arm(each) for each in arms]
        likeliest: ValidationError | None = None
        for index in ranked([signature for signature, _ in prepared], value):
            try:
                return prepared[index][1](value, by_alias=True, by_name=False)
            except ValidationError as error:
                likeliest = likeliest or error
        assert likeliest is not None
        raise likeliest

    return core_schema.no_info_wrap_validator_function(
        choose, core_schema.union_schema([handler.generate_schema(arm) for arm in arms], mode="left_to_right")
    )


def _attribute(model: type[WireModel], wire_name: str) -> str:
    return next(name for name, field in model.model_fields.items() if field.validation_alias == wire_name)


def _has_other(model: type[WireModel], tag: str) -> bool:
    """Is the wire name of the tag the attribute of another member?"""
    return tag in model.model_fields and _attribute(model, tag) != tag


def _carried(value: Any) -> UnknownMember:
    """What passes for a member of a kind that a union does not know."""
    if not isinstance(value, StandIn):
        raise ValueError
    return value.member


def _tag(wire_name: str) -> Callable[[Any], Any]:
    """Reads the tag of a document, or of a value read from one."""

    def tag(value: Any) -> Any:
        if isinstance(value, StandIn):
            return UnknownMember
        return value[wire_name] if isinstance(value, WireModel) or (is_object(value) and wire_name in value) else None

    return tag


def arm(annotation: Any) -> tuple[Signature, Callable[..., Any]]:
    """What the rule of choice needs to know of an alternative, and its validator."""
    validator, _ = built(annotation)
    known = signature(annotation) if is_model(annotation) else Signature({}, frozenset(), frozenset())
    return known, validator.validate_python


def alternatives(source: Any) -> list[Any]:
    """The arms of a union, those of a union inside it among them; of anything else, itself."""
    if get_origin(source) is Annotated and any(isinstance(mark, OneOf) for mark in source.__metadata__):
        return alternatives(get_args(source)[0])
    if get_origin(source) in (Union, types.UnionType):
        return [leaf for arm in get_args(source) for leaf in alternatives(arm)]
    return [source]


def _is_object(arm: Any) -> bool:
    if isinstance(arm, TypeAliasType):
        return _is_object(arm.__value__)
    return is_model(arm) or get_origin(arm) is dict


def _is_literal(annotation: Any) -> bool:
    return get_origin(annotation) is Literal


def _check_spelling(
    name: str, table: WireTable, error: type[TypeError] | type[KeyError] | type[AttributeError], *, wire: bool = False
) -> None:
    """Raise if a name is a known member in another spelling."""
    known: dict[str, str] = {}
    for wire_name, attribute in table.attributes.items():
        right = wire_name if wire else attribute
        known[_plain(wire_name)] = known[_plain(attribute)] = right
    close = get_close_matches(_plain(name), known, n=1, cutoff=0.86)
    if close and known[close[0]] != name:
        raise error(f"no member {name!r}; did you mean {known[close[0]]!r}?")


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
