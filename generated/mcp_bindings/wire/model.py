"""The base of every model: open, strict, and with absent and null apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticUndefined, core_schema
from typing_extensions import Self, TypeIs

from ..json_values import is_array, is_object
from .member_names import WireTable, camel, check_spelling, extra_key
from .scalars import OMITTED, exact_literal
from .set_aside import SetAsideItems, any_set_aside
from .validators import complete, fail_fast

_BY_WIRE_NAME: dict[str, Any] = {"by_alias": True, "by_name": False}


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
                check_spelling(name, table, TypeError)
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
        check_spelling(wire_name, table, KeyError, wire=True)
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
            check_spelling(name, table, AttributeError)
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
            check_spelling(name, wire_table(type(self)), AttributeError)
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
                    check_spelling(name, wire_table(type(self)), AttributeError)
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
                check_spelling(name, table, TypeError)
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
        return {**super().__getstate__(), "_origin": origin_of(self), "_shelf": set_aside_of(self)}

    def __setstate__(self, state: dict[Any, Any]) -> None:
        super().__setstate__(state)
        self._keep(state["_origin"], state.get("_shelf"))

    def __copy__(self) -> Self:
        return super().__copy__()._keep(origin_of(self), set_aside_of(self))

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return super().__deepcopy__(memo)._keep(origin_of(self), set_aside_of(self))

    def _keep(self, origin: Any, shelf: SetAsideItems | None) -> Self:
        if origin is not None:
            keep_origin(self, origin)
        if shelf is not None:
            keep_set_aside(self, shelf)
        return self


class UnknownMember(WireModel):
    """An object where a union was expected, whose tag no arm of the union knows, as a tolerant read carries it.

    `value["wireName"]` reads any of its members, and it is written as it came.
    """


@cache
def wire_table(model: type[WireModel]) -> WireTable:
    """Spellings and constants of a class."""
    complete(model)
    fields = model.model_fields
    return WireTable(
        attributes={str(field.validation_alias): name for name, field in fields.items()},
        constants={
            name: field.default for name, field in fields.items() if field.default not in (None, PydanticUndefined)
        },
        omittable=frozenset(name for name, field in fields.items() if OMITTED in field.metadata),
        shadowing=frozenset(name for name, field in fields.items() if field.validation_alias != name),
    )


keep_origin: Callable[[Any, Any], None] = WireModel.__dict__["_origin"].__set__
"""Remember the document that a model was decoded from."""

keep_set_aside: Callable[[Any, SetAsideItems], None] = WireModel.__dict__["_shelf"].__set__
"""Remember what was set aside of a model."""


def origin_of(value: WireModel) -> Any:
    """The document a value was decoded from; None for one that was constructed."""
    try:
        return object.__getattribute__(value, "_origin")
    except AttributeError:
        return None


def set_aside_of(value: WireModel) -> SetAsideItems | None:
    """What was set aside of a model itself; None for nothing."""
    try:
        shelf: SetAsideItems = object.__getattribute__(value, "_shelf")
    except AttributeError:
        return None
    return shelf


def is_model(annotation: Any) -> TypeIs[type[WireModel]]:
    """Is an annotation one of the classes?"""
    return isinstance(annotation, type) and issubclass(annotation, WireModel)


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


def _dumping(value: WireModel, options: dict[str, Any]) -> dict[str, Any]:
    """Options that leave out what is absent, and let unknown members pass without a warning."""
    quiet = any_set_aside() and any(isinstance(model, UnknownMember) for model in parts(value))
    return {"exclude_unset": True, **({"warnings": False} if quiet else {}), **options}
