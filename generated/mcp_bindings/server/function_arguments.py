"""The arguments of a function: their JSON Schema from the signature, the repair of texts, and the check of a call."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import chain, repeat
from types import FrameType, MappingProxyType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo
from pydantic_core import from_json, to_json
from typing_extensions import NotRequired, Required, TypedDict

from ..errors import Finding, describe_finding, quote_value, shorten
from ..json_values import is_array, is_object
from ..peer.context import Context
from ..schema.compiled import CompiledSchema
from ..schema.python_types import DEFINITIONS, find_model_faults, make_json_schema
from ..schema.validators import has_library

_log = logging.getLogger(__name__)

_MAX_REASONS = 12
"""The largest number of findings that the answer to a call with invalid arguments lists."""

_FORBIDDEN_KINDS: Mapping[Any, str] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}
_CONTEXT_NAMES = ("context", "ctx")
"""The names of a parameter that is probably for the context."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,300})(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?")


class FunctionArguments:
    """The parameters of a function, other than that for the context, as a JSON Schema.

    A text in an annotation, which no client gets, is logged as a warning.

    Args:
        function: the function. Each of its parameters must have an annotation.

    Raises:
        TypeError: a parameter has no annotation, is positional-only, is `*` or `**`, holds `bytes`, is of a type
            without a JSON Schema, or has a default of another type; an annotation uses a name that is not defined; or
            two parameters are for the context.
        ModuleNotFoundError: the extra `validators` is not installed.

    Attributes:
        context_name: name of the parameter with the annotation `Context`; None if no parameter has this annotation.
        schema: the JSON Schema, an object without further properties.
        names: the names of the arguments: for each parameter its alias, or else its own name.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        name = find_function_name(function)
        hints = find_annotations(function)
        self.context_name: str | None = None
        fields: dict[str, Any] = {}
        for parameter in inspect.signature(function).parameters.values():
            hint = _check_parameter(name, parameter, hints)
            if not _is_context(hint):
                fields[parameter.name] = _make_field(hint, parameter.default)
            elif self.context_name is None:
                self.context_name = parameter.name
            else:
                raise TypeError(f"{name} has two parameters for the context: keep one of them")
        arguments = make_typed_dict(name, fields)
        arguments.__pydantic_config__ = ConfigDict(extra="forbid", allow_inf_nan=False)
        try:
            self._adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(arguments)
            self.schema: dict[str, Any] = make_json_schema(self._adapter, "validation")
        except (PydanticUserError, NameError) as error:
            raise TypeError(
                f"a parameter of {name} is of a type without a JSON Schema: {advise_on_type(error)}"
            ) from None
        self.schema.setdefault("properties", {})
        self.names: tuple[str, ...] = tuple(self.schema["properties"])
        self._check_defaults(name)
        if not has_library():
            raise ModuleNotFoundError(
                "a toolbox checks arguments with jsonschema-rs: pip install 'mcp-bindings[validators]'",
                name="jsonschema_rs",
            )

    def _check_defaults(self, name: str) -> None:
        """Check that the defaults in the schema are valid.

        Raises:
            TypeError: a default is not of the type of its parameter.
        """
        defaults = {
            parameter: property_["default"]
            for parameter, property_ in self.schema["properties"].items()
            if "default" in property_
        }
        try:
            self._adapter.validate_json(to_json(defaults), strict=True)
        except ValidationError as error:
            for each in error.errors(include_url=False, include_input=False):
                if each["loc"][0] in defaults:
                    parameter = each["loc"][0]
                    wrong = f"the default {quote_value(defaults[parameter])} of the parameter {parameter} of {name}"
                    raise TypeError(f"{wrong} is not of its annotation: {each['msg']}") from None

    @cached_property
    def compiled(self) -> CompiledSchema:
        """The schema of the arguments, compiled for checks.

        Raises:
            ModuleNotFoundError: the extra `validators` is not installed.
            SchemaRefusedError: values cannot be checked against the schema.
        """
        return CompiledSchema(self.schema)

    def read_arguments(self, arguments: Mapping[str, Any], *, repair: bool) -> dict[str, Any] | list[Finding]:
        """Check the arguments of a call, and convert them to the types of the parameters.

        Args:
            arguments: the arguments, as JSON.
            repair: whether to convert a text where the schema admits no text, if that makes the arguments valid.

        Returns:
            The values by the names of the parameters; or findings, if the arguments are not valid.

        Raises:
            SchemaRefusedError: values cannot be checked against the schema of the arguments.
        """
        values: Any = arguments
        if not self.compiled.is_valid(values):
            repaired = _repair_texts(values, self.schema, self.schema) if repair else values
            if repaired is values or not self.compiled.is_valid(repaired):
                return self.compiled.findings(repaired)
            values = repaired
        try:
            return self._validate(values)
        except ValidationError:
            pass  # perhaps of a whole number such as 5.0, which the schema admits as an integer
        try:
            return self._validate(_convert_whole_numbers(values))
        except ValidationError as error:
            return list(find_model_faults(error))

    def _validate(self, values: Any) -> dict[str, Any]:
        return self._adapter.validate_json(to_json(values), strict=True)

    def find_choices(self, name: str) -> list[str]:
        """Return the texts that an argument admits, if its type is a `Literal` or an `Enum`; else an empty list."""
        property_ = _resolve_schema(self.schema["properties"].get(name, _NOTHING), self.schema)
        values = property_.get("enum", [property_.get("const")])
        return [each for each in values if isinstance(each, str)]

    def read_texts(self, texts: Mapping[str, str]) -> dict[str, Any] | list[Finding]:
        """Convert texts, such as the arguments of a prompt or the values of a URI, to the types of the parameters.

        Returns:
            The values by the names of the parameters; or findings, if the texts are not valid.

        Raises:
            SchemaRefusedError: values cannot be checked against the schema of the arguments.
        """
        found = self.read_arguments(texts, repair=True)
        if not isinstance(found, list):
            return found
        try:
            return self._adapter.validate_strings(dict(texts))
        except ValidationError:
            return found


def find_function_name(function: Callable[..., Any]) -> str:
    """Return the name of a function for messages. For a `functools.partial`, return that of the wrapped function."""
    if isinstance(function, partial):
        return find_function_name(function.func)
    found: str = getattr(function, "__qualname__", type(function).__qualname__)
    return found


def find_annotations(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a function, a `functools.partial`, or an object that can be called.

    Annotations that are text are evaluated with the global names of the function, and with the local names of the code
    that calls the decorator.

    Raises:
        TypeError: an annotation uses a name that is not defined.
    """
    if isinstance(function, partial):
        return find_annotations(function.func)
    annotated = function if inspect.isroutine(function) else type(function).__call__
    try:
        return get_type_hints(annotated, localns=_find_local_names(), include_extras=True)
    except NameError as error:
        raise TypeError(
            f"an annotation of {find_function_name(function)} uses a name that is not defined: {error}; "
            "define or import it before the function, outside of `if TYPE_CHECKING`"
        ) from None


def _find_local_names() -> dict[str, Any]:
    """Return the local names of the user's code that calls the decorator; an empty dict at the top of a module."""
    frame: FrameType | None = inspect.currentframe()
    package = __name__.partition(".")[0]
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == package:
        frame = frame.f_back
    return {} if frame is None or frame.f_locals is frame.f_globals else dict(frame.f_locals)


def _make_field(hint: Any, default: Any) -> Any:
    """Return the annotation of a parameter as a member of a `TypedDict`, with its default.

    A parameter whose default is None may be null, whatever its annotation says. A default that is a `Field` belongs to
    the annotation, so the member is required.
    """
    if default is inspect.Parameter.empty:
        return Required[hint]
    if isinstance(default, FieldInfo):
        return Required[Annotated[hint, default]]
    return NotRequired[Annotated[hint | None if default is None else hint, Field(default=default)]]


def make_typed_dict(name: str, fields: Mapping[str, Any]) -> Any:
    """Return a `TypedDict` with these members. Unlike a field of a model, a member may also have the name `json`."""
    make: Any = TypedDict
    return make(name, dict(fields))


def _check_parameter(function: str, parameter: inspect.Parameter, hints: Mapping[str, Any]) -> Any:
    """Check a parameter, and return its annotation. Log a warning if the annotation has a text that no client gets.

    Raises:
        TypeError: the parameter has no annotation, cannot be given by name, or holds bytes.
    """
    where = f"the parameter {_FORBIDDEN_KINDS.get(parameter.kind, '')}{parameter.name} of {function}"
    if parameter.kind in _FORBIDDEN_KINDS:
        raise TypeError(f"{where} has no JSON Schema: name each argument as a parameter of its own")
    if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
        raise TypeError(f"{where} is positional-only, but arguments have names: remove the / from the signature")
    if parameter.name not in hints and parameter.name == "self":
        raise TypeError(f"{function} is a method: give the toolbox that of an object, as in tools.tool(store.search)")
    if parameter.name not in hints:
        example = "mb.Context" if parameter.name in _CONTEXT_NAMES else "str"
        raise TypeError(
            f"{where} has no annotation, so it has no JSON Schema: annotate it, as in {parameter.name}: {example}"
        )
    hint = hints[parameter.name]
    if get_origin(hint) is Annotated and (notes := [each for each in get_args(hint)[1:] if isinstance(each, str)]):
        mend = f"write Field(description={shorten(notes[0])!r}) in its place"
        _log.warning("%s has a text in its annotation, which no client gets: %s", where, mend)
    if has_bytes(hint):
        raise TypeError(f"{where} holds bytes, which JSON does not have: take a str with Base64, and decode it")
    return hint


def has_bytes(hint: Any) -> bool:
    """Return whether an annotation is a type of bytes or contains one. JSON does not have bytes."""
    return any(each in (bytes, bytearray, memoryview) for each in iterate_annotation(hint))


def advise_on_type(error: Exception) -> str:
    """Return a clause that says why a type has no JSON Schema, and what to use in its place."""
    reason = str(error).partition("\n")[0].partition(". ")[0]
    return f"{reason}; use the types of JSON, a pydantic model, a dataclass or a TypedDict"


def iterate_annotation(hint: Any) -> Iterator[Any]:
    """Yield an annotation and the annotations in it, but not the values of a `Literal` or the texts of notes."""
    yield hint
    for each in get_args(hint):
        if not isinstance(each, (str, int)):
            yield from iterate_annotation(each)


def _is_context(hint: Any) -> bool:
    """Return whether an annotation is `Context` or `Context[State]`, also with `None` beside it or inside
    `Annotated`.
    """
    if get_origin(hint) is Annotated:
        return _is_context(get_args(hint)[0])
    if get_origin(hint) is Union or type(hint).__name__ == "UnionType":
        return any(_is_context(each) for each in get_args(hint))
    origin = get_origin(hint) or hint
    return isinstance(origin, type) and issubclass(origin, Context)


def describe_faults(findings: list[Finding]) -> str:
    """Return a text with the first 12 findings and the number of further ones, for the model that made the call."""
    shown = "; ".join(describe_finding(each, "arguments") for each in findings[:_MAX_REASONS])
    more = len(findings) - _MAX_REASONS
    return f"{shown}; and {more} more" if more > 0 else shown


def _convert_whole_numbers(value: Any) -> Any:
    """Return a copy of a JSON value in which each number without a fraction, such as 5.0, is an `int`."""
    if is_object(value):
        return {name: _convert_whole_numbers(each) for name, each in value.items()}
    if is_array(value):
        return [_convert_whole_numbers(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _repair_texts(value: Any, schema: Any, root: Mapping[str, Any]) -> Any:
    """Convert texts where a schema admits no text: to a number, a boolean, null, an array or an object.

    Args:
        value: the value, as JSON; it is not changed.
        schema: the schema of the value, in the form that `make_json_schema` returns.
        root: the schema with the definitions.

    Returns:
        A copy of the value with converted texts; `value` itself if no text was converted.
    """
    if not is_object(schema):
        return value
    if isinstance(value, str):
        return _repair_text(value, frozenset(_find_admitted_types(schema, root, 0)))
    target = _resolve_schema(schema, root)
    if is_object(value):
        properties, others = target.get("properties", _NOTHING), target.get("additionalProperties")
        changed = {
            name: repaired
            for name, each in value.items()
            if (repaired := _repair_texts(each, properties.get(name, others), root)) is not each
        }
        return {**value, **changed} if changed else value
    if is_array(value):
        first, others = target.get("prefixItems", ()), target.get("items")
        schemas = chain(first, repeat(others))
        items = [_repair_texts(each, schema, root) for each, schema in zip(value, schemas, strict=False)]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return value


def _resolve_schema(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the definition to which a schema refers, or its only alternative besides null; else the schema itself. An
    empty object stands for a definition that `root` lacks.
    """
    name = str(schema.get("$ref", "")).removeprefix(DEFINITIONS)
    if name:
        found: Mapping[str, Any] = root.get("$defs", _NOTHING).get(name, _NOTHING)
        return found
    others = [each for each in schema.get("anyOf", ()) if is_object(each) and each.get("type") != "null"]
    return _resolve_schema(others[0], root) if len(others) == 1 else schema


_NOTHING: Mapping[str, Any] = MappingProxyType({})
_JSON_TYPES: Mapping[Any, str] = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
_ALL_TYPES = ("string", "number", "integer", "boolean", "null", "array", "object")
_MAX_DEPTH = 20


def _find_type(value: object) -> str:
    return _JSON_TYPES.get(value.__class__, "object")


def _find_admitted_types(schema: Any, root: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield the JSON types that a schema may admit."""
    if not is_object(schema) or depth > _MAX_DEPTH:
        yield from _ALL_TYPES
    elif "$ref" in schema:
        yield from _find_admitted_types(_resolve_schema(schema, root), root, depth + 1)
    elif "type" in schema:
        named = schema["type"]
        yield from [named] if isinstance(named, str) else named
    elif "const" in schema or "enum" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        yield from (_find_type(each) for each in values)
    elif "anyOf" in schema or "oneOf" in schema:
        for each in schema["anyOf"] if "anyOf" in schema else schema["oneOf"]:
            yield from _find_admitted_types(each, root, depth + 1)
    else:
        yield from _ALL_TYPES


def _repair_text(text: str, types: frozenset[str]) -> Any:
    """Convert a text to a value of one of these JSON types.

    An empty text becomes null. Return the text itself if `string` is one of the types, or if the text cannot be
    converted.
    """
    if "string" in types:
        return text
    if text == "" and "null" in types:
        return None
    if text in ("true", "false") and "boolean" in types:
        return text == "true"
    if types & {"number", "integer"} and _NUMBER.fullmatch(text):
        return from_json(text)
    if (text[:1] == "[" and "array" in types) or (text[:1] == "{" and "object" in types):
        try:
            return from_json(text, allow_inf_nan=False)
        except ValueError:
            return text
    return text
