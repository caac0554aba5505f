"""Exact decoding and encoding of one definition of one revision."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json
from pydantic_core import to_json as write_json

from ..errors import DecodeError, Finding
from ..json_values import find_non_json, is_array, is_object
from ..places import Fault
from ..wire import (
    WireModel,
    is_model,
    keep_origin,
    keep_origins,
    nested_models,
    origin_of,
    set_aside_of,
    to_json_value,
    validator_and_serializer,
)
from ..wire.set_aside import Mode, any_set_aside
from .member_order import restore
from .schema_file import SchemaFile

T = TypeVar("T")

_MODES = ("strict", "tolerant")
_NO_SUCH_MODE = "mode is 'strict' or 'tolerant'"

_N, _I = b"NI"
_NAN, _INFINITY = re.compile(rb"NaN"), re.compile(rb"Infinity")
"""A literal pattern is searched for in half the time that `in` takes for bytes."""


_encoders: dict[type[Any], Callable[[Any], bytes]] = {}


class Codec(Generic[T]):
    """Decodes JSON to typed values of one definition, and encodes them.

    `decode` accepts a document exactly when the definition does, and `encode(decode(x))` is equal to `x` as JSON:
    unknown members, member order, absent versus null and the digits of integers are kept.

    Attributes:
        definition: Name of the definition in the schema.
    """

    def __init__(self, definition: str, annotation: Any, schema: SchemaFile) -> None:
        self.definition = definition
        self._schema = schema
        self._is_valid: Callable[[Any], bool] | None = None
        validator, serializer = validator_and_serializer(annotation)
        self._keep_text: Callable[[Any, bytes | bytearray | str], None]
        self._keep_text = keep_origin if is_model(annotation) else _keep_parsed
        self._origins: Callable[[Any], Any] = origin_of if is_model(annotation) else _origins
        self._validate_json = validator.validate_json
        self._validate_python = validator.validate_python
        self._to_json = serializer.to_json

    def decode(self, data: bytes | bytearray | str, *, mode: Mode = "strict") -> T:
        """Decode JSON text.

        Args:
            data: The text of one JSON value; bytes are UTF-8.
            mode: `strict` rejects a document that is not valid. `tolerant` sets aside the smallest items of lists
                whose removal makes it valid, and keeps objects of a kind that a union does not know as
                `UnknownMember`. `mcp_bindings.set_aside` returns these parts and the reasons; `encode` writes them
                again. A document that stays invalid is rejected.

        Raises:
            DecodeError: The text is not UTF-8, not JSON, or not valid for the definition.
            ValueError: There is no such mode.
        """
        if mode not in _MODES:
            raise ValueError(_NO_SUCH_MODE)
        try:
            value: T = self._validate_json(data, by_alias=True, by_name=False)
        except ValidationError as error:
            value = self._refused(self._parsed_text(data, error), mode)
        # pydantic's parser accepts NaN and Infinity; searching for one letter excludes them in most texts.
        if ("N" in data or "I" in data) if isinstance(data, str) else (_N in data or _I in data):
            self._refuse_constants(data)
        self._keep_text(value, bytes(data) if isinstance(data, bytearray) else data)
        return value

    def decode_value(self, value: Any, *, mode: Mode = "strict") -> T:
        """Decode a parsed JSON value: dict, list, str, int, float, bool or None.

        The value is not changed, but the result shares its free-form parts.

        Args:
            value: The JSON value.
            mode: As for `decode`.

        Raises:
            DecodeError: The value is not valid for the definition.
            ValueError: There is no such mode.
        """
        if mode not in _MODES:
            raise ValueError(_NO_SUCH_MODE)
        found = self._non_json(value)
        if found:
            raise DecodeError(self.definition, found)
        try:
            decoded: T = self._validate_python(value, by_alias=True, by_name=False)
        except ValidationError:
            decoded = self._refused(value, mode)
        keep_origins(decoded, value)
        return decoded

    def encode(self, value: T) -> bytes:
        """Encode a value as compact UTF-8 JSON. Members keep the order in which they were decoded.

        Parts that the tolerant mode set aside are written at their index, or at the end if the list is shorter now.
        They belong to the object that had the list; an object that a constructor makes does not have them.

        Raises:
            ValueError: The value contains a number or string that JSON cannot express, or a change in place made it
                invalid for its type.
        """
        return _written(value, self._origins, self._to_json, self._validate_python)

    def dump(self, value: T) -> Any:
        """The value as a JSON value, in new containers."""
        return json.loads(self.encode(value))

    def findings(self, value: Any) -> list[Finding]:
        """The faults of a parsed JSON value; empty if it is valid. Builds no model.

        `jsonschema-rs` decides with the definition's schema whether the value is valid.

        Raises:
            ModuleNotFoundError: The extra `validators` is not installed.
        """
        found = self._non_json(value)
        if found:
            return found
        if self._is_valid is None:
            self._is_valid = self._schema.validator(self.definition)
        return [] if self._is_valid(value) else self._explained(value)

    def __repr__(self) -> str:
        return f"<Codec {self.definition} of {self._schema.revision}>"

    def _explained(self, value: Any) -> list[Finding]:
        from ..schema.explain import explain  # needed for faults only

        found = explain(self._schema.definitions, self.definition, value)
        return found or [Finding("", "schema", f"not a valid {self.definition}")]

    def _non_json(self, value: Any) -> list[Finding]:
        fault = find_non_json(value)
        if fault is None:
            return []
        place, what = fault
        return [Fault(place, "json", f"not JSON: {what}").finding()]

    def _refused(self, value: Any, mode: Mode) -> T:
        """Decode an invalid value in the tolerant mode; otherwise raise the error."""
        if mode == "tolerant":
            from .tolerance import tolerate  # needed for faults only

            decoded: T | None = tolerate(self._schema.definitions, self.definition, self._validate_python, value)
            if decoded is not None:
                return decoded
        raise DecodeError(self.definition, self._explained(value)) from None

    def _parsed_text(self, data: bytes | bytearray | str, error: ValidationError) -> Any:
        """The JSON value of a text that validation rejected; raises if the text is not JSON."""
        first = error.errors(include_url=False, include_context=True, include_input=False)[0]
        if first["type"] in ("json_invalid", "string_unicode"):
            reason = str(first.get("ctx", {}).get("error", "half of a surrogate pair"))
            raise DecodeError(self.definition, [Finding("", "json", f"not JSON: {reason}")]) from None
        try:
            parsed = from_json(data, allow_inf_nan=False)
        except ValueError as fault:
            raise DecodeError(self.definition, [Finding("", "json", f"not JSON: {fault}")]) from None
        found = self._non_json(parsed)
        if found:
            raise DecodeError(self.definition, found) from None
        return parsed

    def _refuse_constants(self, data: bytes | bytearray | str) -> None:
        try:
            _refuse_constants(data)
        except ValueError as fault:
            raise DecodeError(self.definition, [Finding("", "json", f"not JSON: {fault}")]) from None


def encoder(model: type[Any]) -> Callable[[Any], bytes]:
    """A function that writes values of a class as `Codec.encode` does, even if the class is not a definition."""
    found = _encoders.get(model)
    if found is None:
        validator, serializer = validator_and_serializer(model)
        to_json, validate = serializer.to_json, validator.validate_python
        found = _encoders[model] = partial(_written, origins=origin_of, to_json=to_json, validate=validate)
    return found


def dump_any(value: Any) -> Any:
    """A value of any type as a JSON value, in new containers."""
    return json.loads(encode_any(value))


def _written(
    value: Any, origins: Callable[[Any], Any], to_json: Callable[..., bytes], validate: Callable[..., Any]
) -> bytes:
    origin = origins(value)
    if any_set_aside() and any(set_aside_of(model) for model in nested_models(value)):
        _check(value, validate)
        text = write_json(to_json_value(value), inf_nan_mode="constants")
    else:
        text = to_json(value, by_alias=True, exclude_unset=True, warnings="error")
        if b"\\u0000" in text:  # perhaps a key of `wire.extra_key`, which are kept apart by a NUL
            text = write_json(to_json_value(value), inf_nan_mode="constants")
    if origin is not None and text != origin:
        text = write_json(restore(from_json(text), _parsed(origin)), inf_nan_mode="constants")
    if _N in text or _I in text:
        try:
            _refuse_constants(text)
        except ValueError:
            raise ValueError("the value holds a number out of range, for which JSON has no form") from None
    return text


def _check(value: Any, validate: Callable[..., Any]) -> None:
    """Reject what pydantic's serializer would reject; it cannot be used, since it rejects unknown members."""
    try:
        validate(to_json_value(value, with_set_aside=False), by_alias=True, by_name=False)
    except ValidationError:
        raise ValueError("the value was changed in place into something that is not of its type") from None


def _refuse_constants(data: bytes | bytearray | str) -> None:
    """Raise ValueError if the text has NaN or Infinity, which pydantic's parser accepts."""
    if isinstance(data, str):
        suspicious = "NaN" in data or "Infinity" in data
    else:
        suspicious = bool(_NAN.search(data) or _INFINITY.search(data))
    if suspicious:  # perhaps inside a string
        from_json(data, allow_inf_nan=False)


def _keep_parsed(value: Any, data: bytes | bytearray | str) -> None:
    keep_origins(value, from_json(data))


def _origins(value: Any) -> Any:
    """The document that a value, or each value in a plain container, was decoded from; None if there is none."""
    if isinstance(value, WireModel):
        return origin_of(value)
    if is_array(value):
        items = [_origins(item) for item in value]
        return items if any(item is not None for item in items) else None
    if is_object(value):
        members = {name: _origins(item) for name, item in value.items()}
        return members if any(item is not None for item in members.values()) else None
    return None


def _parsed(origin: Any) -> Any:
    if isinstance(origin, (str, bytes, bytearray)):
        return from_json(origin)
    if is_array(origin):
        return [_parsed(item) for item in origin]
    return origin


_any_validator, _any_serializer = validator_and_serializer(Any)
encode_any: Callable[[Any], bytes] = partial(
    _written, origins=_origins, to_json=_any_serializer.to_json, validate=_any_validator.validate_python
)
"""Writes a value of any type, such as a whole message that contains typed params, as `Codec.encode` does."""
