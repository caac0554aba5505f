"""The base class of every model: strict, open to unknown members, and with absent distinct from null.

Only a metaclass can compute `__doc__` and `__signature__` of a class lazily, because `pydoc` ignores descriptors of the
class itself. Instances, validators and serializers do not use the metaclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from operator import is_
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    SerializationInfo,
    ValidationError,
)
from pydantic_core import (
    CoreSchema,
    InitErrorDetails,
    PydanticCustomError,
    PydanticSerializationUnexpectedValue,
    PydanticUndefined,
    core_schema,
)
from typing_extensions import Self, TypeIs

from ..json_values import is_array, is_object
from .member_names import WireTable, check_spelling, default_wire_name, extra_key
from .scalars import OMITTABLE_MARK, SCALAR_CLASSES, exact_literal
from .set_aside import ListWithSetAside, SetAsideItems, any_set_aside
from .validators import ensure_built, stop_at_first_fault

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass

    LazyIntrospection = ModelMetaclass
else:

    class LazyIntrospection(type(BaseModel)):
        @property
        def model_fields(cls) -> Any:
            """The fields, by attribute. The docstring of a member is the description of its field."""
            _introspection_module().add_descriptions(cls)
            return cls.__pydantic_fields__

        @property
        def __signature__(cls) -> Any:
            """The signature of the constructor, whose parameters are the attributes."""
            return _introspection_module().constructor_signature(cls)

        @__signature__.setter
        def __signature__(cls, signature: Any) -> None:
            """Ignore the signature that pydantic sets when it builds a class, since that signature has wire names."""

        @property
        def __doc__(cls) -> Any:
            """The docstring of the class, followed by the types and descriptions of its members."""
            return _introspection_module().help_text(cls)

        @__doc__.setter
        def __doc__(cls, text: Any) -> None:
            type.__dict__["__doc__"].__set__(cls, text)


def _introspection_module() -> Any:
    """Return the module `introspection`, which the first call imports, since few programs need it."""
    return import_module(f"{__package__}.introspection")


def _with_module_names(error: ValidationError, model: type[BaseModel]) -> ValidationError:
    """Return a validation error whose messages name classes with their modules, if a model has another class than the
    declared one. Return any other error unchanged.

    Args:
        error: an error of pydantic, which names classes without their modules.
        model: the class whose constructor or assignment failed.
    """
    faults = error.errors(include_url=False)
    if not any(_is_of_another_class(fault) for fault in faults):
        return error
    details = [_as_error_detail(fault, _error_message(fault, model)) for fault in faults]
    return ValidationError.from_exception_data(error.title, details, hide_input=True)


def _as_error_detail(fault: Any, message: str) -> InitErrorDetails:
    kind = PydanticCustomError(fault["type"], "{message}", {"message": message})
    return InitErrorDetails(type=kind, loc=fault["loc"], input=fault["input"])


def _is_of_another_class(fault: Any) -> bool:
    return "class_name" in fault.get("ctx", {}) and isinstance(fault["input"], BaseModel)


def _error_message(fault: Any, model: type[BaseModel]) -> str:
    if not _is_of_another_class(fault):
        return str(fault["msg"])
    value: BaseModel = fault["input"]
    actual = value.__class__
    expected = f"{model.__module__}.{fault['ctx']['class_name']}"
    return f"Input should be an instance of {expected}, not of {actual.__module__}.{actual.__qualname__}"


_IS_NONE = partial(is_, None)
"""A function that returns whether a value is None. It is made of C code alone, since it is called for each optional
member that is written.
"""

_BY_WIRE_NAME: dict[str, Any] = {"by_alias": True, "by_name": False}


class WireModel(BaseModel, metaclass=LazyIntrospection):
    """A JSON object of the protocol.

    Attributes are snake_case; `value["wireName"]` reads a member by wire name, and `"wireName" in value` is true if the
    member is present. Constructors accept attributes, wire names and unknown members. To read and write documents, use
    a codec (`mcp_bindings.revision(…).codec(…)`), which is exact in both directions.

    Raises:
        pydantic.ValidationError: a constructor lacks a required member, or the definition does not allow a value that a
            constructor or an assignment received.
        TypeError: a constructor received a misspelled member, or two spellings of one member.
        AttributeError, KeyError: the object has no such member; the message suggests the name of a member that is
            spelled nearly alike, if there is one. AttributeError also: a required member is deleted.
    """

    __slots__ = ("_origin", "_set_aside")

    model_config: ClassVar[ConfigDict] = ConfigDict(
        alias_generator=default_wire_name,
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
        table = wire_table(type(self))
        absent: list[str] = []
        for name, value in members.items():
            if name not in table.spellings:
                check_spelling(name, table, TypeError)
            elif value is None and table.attributes.get(name, name) in table.omittable:
                absent.append(name)
        if not table.aliases.isdisjoint(members):
            for wire_name, attribute in table.attributes.items():
                if wire_name != attribute and wire_name in members and attribute in members:
                    raise TypeError(f"{wire_name!r} and {attribute!r} are two spellings of one member")
        for name in absent:
            del members[name]
        for wire_name, attribute, value in table.constants:
            if wire_name not in members:
                members.setdefault(attribute, value)
        try:
            self.__pydantic_validator__.validate_python(members, self_instance=self)
        except ValidationError as error:
            raise _with_module_names(error, type(self)) from None
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
        if name not in type(self).__pydantic_fields__ and not name.startswith("_"):
            check_spelling(name, table, AttributeError)
        ensure_built(type(self))
        if value is None and name in table.omittable:
            vars(self)[name] = None
            self.__pydantic_fields_set__.discard(name)
        else:
            try:
                super().__setattr__(name, value)
            except ValidationError as error:
                raise _with_module_names(error, type(self)) from None

    def __delattr__(self, name: str) -> None:
        """Remove an optional or unknown member. An optional member then reads as None and is not written.

        Raises:
            AttributeError: the member is required or a constant, or the object has no such member.
        """
        field = type(self).__pydantic_fields__.get(name)
        if field is None:
            check_spelling(name, wire_table(type(self)), AttributeError)
            super().__delattr__(name)
        elif field.is_required() or field.default is not None:
            raise AttributeError(f"member {name!r} is required")
        else:
            vars(self)[name] = None
            self.__pydantic_fields_set__.discard(name)

    def __eq__(self, other: object) -> bool:
        """Return whether another object has the same class and members, in any order. Absent does not equal null."""
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

    if TYPE_CHECKING:

        @classmethod
        def __of_revision__(cls, revision: Any, /) -> Self:
            """Declare the revision of a class to type checkers. The base class of each revision accepts only the id of
            that revision.
            """
            ...

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        model: Any = handler.resolve_ref_schema(schema)
        while model["type"] == "function-after":  # of `CheckedModel`, or of a user's subclass
            model = model["schema"]
        if model["type"] == "model":
            model["custom_init"] = False  # the constructor is for callers only; decoding does not call it
            model["serialization"] = core_schema.wrap_serializer_function_ser_schema(
                partial(_serialize_model, cls), info_arg=True
            )
            fields = model["schema"]["fields"]
            shadowing = frozenset(name for name, field in fields.items() if field["validation_alias"] != name)
            if shadowing and cls.model_config.get("extra") == "allow":
                model["schema"]["extras_keys_schema"] = core_schema.no_info_plain_validator_function(
                    partial(extra_key, shadowing)
                )
            for field in fields.values():
                _make_field_exact(field)
        return schema

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        _introspection_module().describe_properties(cls, handler.resolve_ref_schema(schema))
        return schema

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy of the value, with new values of some members.

        Args:
            update: the new values, by attribute or wire name; each is validated like an assignment. None for no new
                values.
            deep: whether to copy nested values too.

        Raises:
            pydantic.ValidationError: the definition does not allow a new value.
            TypeError: a name is a misspelled member.
        """
        copied = super().model_copy(deep=deep)
        table = wire_table(type(self))
        for name, value in (update or {}).items():
            attribute = table.attributes.get(name, name)
            if attribute not in type(self).__pydantic_fields__:
                check_spelling(name, table, TypeError)
            setattr(copied, attribute, value)
        return copied

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """Return the members as a dict, without absent members; options are those of pydantic. A codec also keeps
        member order."""
        return super().model_dump(**_dump_options(self, options))

    def model_dump_json(self, **options: Any) -> str:
        """Return the members as JSON, without absent members; options are those of pydantic. A codec also keeps member
        order."""
        return super().model_dump_json(**_dump_options(self, options))

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Return a model of an object whose members have wire names. With the option `by_name=True`, they may have the
        names of attributes too. The options are those of pydantic.

        Raises:
            pydantic.ValidationError: the object is not valid.
        """
        return super().model_validate(obj, **{**_BY_WIRE_NAME, **options})

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Return a model of a JSON text whose members have wire names. With the option `by_name=True`, they may have
        the names of attributes too. The options are those of pydantic.

        Raises:
            pydantic.ValidationError: the text is not JSON, or not valid.
        """
        return super().model_validate_json(json_data, **{**_BY_WIRE_NAME, **options})

    def __getstate__(self) -> dict[Any, Any]:
        return {**super().__getstate__(), "_origin": origin_of(self), "_set_aside": set_aside_of(self)}

    def __setstate__(self, state: dict[Any, Any]) -> None:
        ensure_built(type(self))  # pickle makes an object without a look at its class
        super().__setstate__(state)
        self._set_origin(state["_origin"], state["_set_aside"])

    def __copy__(self) -> Self:
        return super().__copy__()._set_origin(origin_of(self), set_aside_of(self))

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return super().__deepcopy__(memo)._set_origin(origin_of(self), set_aside_of(self))

    def _set_origin(self, origin: Any, set_aside: SetAsideItems | None) -> Self:
        """Keep the JSON value from which this value was decoded, and the items that were set aside, unless they are
        None. Return this value.
        """
        if origin is not None:
            keep_origin(self, origin)
        if set_aside is not None:
            keep_set_aside(self, set_aside)
        return self


class UnknownMember(WireModel):
    """Object whose tag belongs to no alternative of the object's union.

    Only the tolerant mode makes such objects. `value["wireName"]` reads any member, and encoding writes the object
    unchanged.
    """


@cache
def wire_table(model: type[WireModel]) -> WireTable:
    """Return the names and constants of the members of a class. The first call builds the validator of the class."""
    ensure_built(model)
    fields = model.__pydantic_fields__
    attributes = {str(field.validation_alias): name for name, field in fields.items()}
    return WireTable(
        attributes=attributes,
        constants=tuple(
            (wire_name, name, value)
            for wire_name, name in attributes.items()
            if (value := fields[name].default) not in (None, PydanticUndefined)
        ),
        omittable=frozenset(name for name, field in fields.items() if OMITTABLE_MARK in field.metadata),
        nullable=tuple(
            name
            for name, field in fields.items()
            if not field.is_required() and field.default is None and OMITTABLE_MARK not in field.metadata
        ),
        spellings=frozenset((*attributes, *fields)),
        aliases=frozenset(wire_name for wire_name, name in attributes.items() if wire_name != name),
        shadowing=frozenset(name for name, field in fields.items() if field.validation_alias != name),
    )


@cache
def keeps_all_members(model: type[Any], declared: type[WireModel]) -> bool:
    """Return whether a value of a class keeps all members when the value is written as a declared class."""
    if model is declared:
        return True
    if not issubclass(model, declared) or model.__pydantic_computed_fields__:
        return False
    return wire_table(model).attributes == wire_table(declared).attributes


def qualified_class_name(model: type[Any]) -> str:
    """Return the name of a class with its module, such as `mcp_bindings.v2025_11_25.Tool`."""
    return f"{model.__module__}.{model.__qualname__}"


keep_origin: Callable[[Any, Any], None] = WireModel.__dict__["_origin"].__set__
"""A function that stores a document with the model that was decoded from it."""

keep_set_aside: Callable[[Any, SetAsideItems], None] = WireModel.__dict__["_set_aside"].__set__
"""A function that stores, in an `UnknownMember`, the set-aside part for which the `UnknownMember` stands."""


def origin_of(value: WireModel) -> Any:
    """Return the document from which a value was decoded, as text or as parsed JSON; None for a value that was not
    decoded by this package.
    """
    try:
        return object.__getattribute__(value, "_origin")
    except AttributeError:
        return None


def set_aside_of(value: WireModel) -> SetAsideItems | None:
    """Return the set-aside part for which an `UnknownMember` stands, as the only item; None for any other value."""
    try:
        items: SetAsideItems = object.__getattribute__(value, "_set_aside")
    except AttributeError:
        return None
    return items


def is_model(annotation: Any) -> TypeIs[type[WireModel]]:
    """Return whether an annotation is a class of models."""
    return isinstance(annotation, type) and issubclass(annotation, WireModel)


def set_aside_parts(value: object) -> Iterator[UnknownMember | ListWithSetAside]:
    """Yield the unknown members and the lists with removed items in a value, at any depth."""
    if isinstance(value, WireModel):
        if isinstance(value, UnknownMember):
            yield value
        for members in (vars(value), value.__pydantic_extra__ or {}):
            yield from set_aside_parts(members)
    elif is_array(value):
        if isinstance(value, ListWithSetAside) and value.set_aside is not None:
            yield value
        for item in value:
            if type(item) not in SCALAR_CLASSES:
                yield from set_aside_parts(item)
    elif is_object(value):
        for member in value.values():
            if type(member) not in SCALAR_CLASSES:
                yield from set_aside_parts(member)


def _dump_options(value: WireModel, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of pydantic to write a value. If the value contains an `UnknownMember`, the option `warnings`
    is False, unless the caller sets it.
    """
    quiet = any_set_aside() and any(isinstance(part, UnknownMember) for part in set_aside_parts(value))
    return {**({"warnings": False} if quiet else {}), **options}


def _serialize_model(model: type[WireModel], value: Any, handler: Callable[[Any], Any], info: SerializationInfo) -> Any:
    """Serialize a value wherever pydantic serializes it: in other models, type adapters, free-form places.

    A native serializer leaves out each optional member that is None, so this function adds the members that are null.
    It also restores the names of unknown members that `extra_key` changed.

    Raises:
        PydanticSerializationUnexpectedValue: the value has another class; pydantic turns this into its own warning or
            error.
    """
    if not keeps_all_members(value.__class__, model):
        raise PydanticSerializationUnexpectedValue(
            f"expected {qualified_class_name(model)}, found {qualified_class_name(value.__class__)}: "
            "members would be lost"
        )
    members = handler(value)
    if not is_object(members):
        return members
    table = wire_table(model)
    if table.nullable and not (info.exclude_none or info.exclude_defaults):
        _add_nulls(members, value, table, info)
    hidden = [
        key for key in value.__pydantic_extra__ or () if key.endswith("\0") and key.rstrip("\0") in table.shadowing
    ]
    if not hidden or not members.keys() >= set(hidden):
        return members
    names = {key: key[:-1] for key in hidden}
    taken = set(names.values())
    names |= {attribute: name for name, attribute in table.attributes.items() if attribute in taken}
    return {names.get(name, name): member for name, member in members.items()}


def _add_nulls(members: dict[str, Any], value: WireModel, table: WireTable, info: SerializationInfo) -> None:
    """Add the members that are null, except those that the caller's options `include` and `exclude` leave out."""
    for name, attribute in table.attributes.items():
        if (
            attribute in table.nullable
            and attribute in value.__pydantic_fields_set__
            and vars(value)[attribute] is None
        ):
            included: Any = info.include is None or attribute in info.include
            excluded: Any = info.exclude is not None and attribute in info.exclude
            if included and not excluded:
                members.setdefault(attribute if info.by_alias is False else name, None)


def _make_field_exact(field: Any) -> None:
    """Change the core schema of a field in place.

    The validator then stops at the first fault, requires a constant, and compares constants as JSON values. The
    serializer leaves out an optional member that is None.
    """
    stop_at_first_fault(field["schema"])
    inner = field["schema"]
    if inner["type"] == "default" and inner.get("default", ...) is None:
        field["serialization_exclude_if"] = _IS_NONE
    elif inner["type"] == "default" and "default" in inner:
        field["schema"] = inner = inner["schema"]  # a constant is required on the wire
    literal = inner["schema"] if inner["type"] == "default" else inner
    if literal["type"] == "literal" and not all(isinstance(value, str) for value in literal["expected"]):
        literal_schema = exact_literal(tuple(literal["expected"]))
        if inner["type"] == "default":
            inner["schema"] = literal_schema
        else:
            field["schema"] = literal_schema
