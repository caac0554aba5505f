"""Encoding of typed values as JSON text. A value of which a part would be lost is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, from_json
from pydantic_core import to_json as write_json

from ..errors import EncodeError, Finding
from ..json_values import find_non_json, is_array, is_object, may_have_long_number
from ..limits import MAX_DIGITS, MAX_FINDINGS
from ..schema.places import Fault, Place
from ..wire.exactness import Shape, native_serializer, shape_of
from ..wire.model import WireModel, is_model, origin_of, set_aside_parts
from ..wire.set_aside import any_set_aside
from ..wire.validators import core_schema_of, validator_and_serializer
from ..wire.values import to_json_value
from .member_order import OrderedWriter, read_origin, restore_order
from .non_finite_numbers import refuse_nan_and_infinity

_N, _I = b"NI"
_NUL = b"\\u0000"

Explain = Callable[[Any], Sequence[Finding]]
"""A function that returns the faults of an invalid JSON value."""


class Encoder:
    """Writer of the values of one type.

    Args:
        name: the type's name, for errors.
        annotation: the type.
        explain: a function that returns the faults of a JSON value that is not valid for the type; None if the errors
            need no explanation.
    """

    def __init__(self, name: str, annotation: Any, explain: Explain | None = None) -> None:
        core = core_schema_of(annotation)
        validator, _ = validator_and_serializer(annotation)
        self._name = name
        self._explain = explain
        self._shape: Shape = shape_of(core)
        self._is_exact = self._shape.is_exact
        self._origins: Callable[[Any], Any] = origin_of if is_model(annotation) else _collect_origins
        self._to_json = native_serializer(core).to_json
        self._ordered_writer: OrderedWriter | None = None
        self._validate = validator.validate_python

    def encode(self, value: Any) -> bytes:
        """Write a value as compact UTF-8 JSON.

        Raises:
            EncodeError: a part of the value would be lost, is not valid for its type, or has no form in JSON; or the
                value is nested too deeply.
        """
        text = self._write_without_check(value)
        if text is None or (text.find(b"\\") >= 0 and _NUL in text):  # perhaps of a key of `wire.extra_key`
            text = self._check_and_write(value)
            origin = self._find_origin(value)
            if origin is not None and text != origin:
                text = write_json(restore_order(from_json(text), _parse_origin(origin)), inf_nan_mode="constants")
        if (_N in text or _I in text) and text != self._find_origin(value):  # decoding has searched the origin
            try:
                refuse_nan_and_infinity(text)
            except ValueError:
                raise self._make_error("", "json", "a number out of range, for which JSON has no form") from None
        if len(text) > MAX_DIGITS and may_have_long_number(text, MAX_DIGITS) and text != self._find_origin(value):
            self._refuse_long_integers(text, value)
        return text

    def _refuse_long_integers(self, text: bytes, value: Any) -> None:
        """Refuse a text with an integer of more digits than any codec reads.

        Args:
            text: the text of a value.
            value: the value.

        Raises:
            EncodeError: the text has an integer of more than 4,300 digits.
        """
        try:
            from_json(text)
        except ValueError:
            fault = find_non_json(to_json_value(value))
            if fault is not None:
                raise self._make_not_json_error(*fault) from None

    def _write_without_check(self, value: Any) -> bytes | None:
        """Return the text of a value without checking the value. Return None for a value that must be checked first,
        such as a value with a part of another class than the declared one, or with parts that were set aside.
        """
        try:
            if any_set_aside() and next(set_aside_parts(value), None) is not None:
                return None
            origin = self._find_origin(value)
            if origin is None:
                return self._to_json(value, by_alias=True, warnings="error") if self._is_exact(value) else None
            if self._ordered_writer is None:
                self._ordered_writer = OrderedWriter(self._shape)
            return self._ordered_writer.write(value, _parse_origin(origin), origin)
        except (PydanticSerializationError, RecursionError):
            return None

    def _find_origin(self, value: Any) -> Any:
        return self._origins(value) if isinstance(value, (WireModel, list, dict)) else None

    def _check_and_write(self, value: Any) -> bytes:
        """Check a value that `_write_without_check` does not write, and return its text, with members in the order of
        declaration.

        Raises:
            EncodeError: a part of the value would be lost, is not valid for its type, or has no form in JSON; or the
                value is nested too deeply.
        """
        try:
            found = list(islice(self._shape.class_mismatches(value), MAX_FINDINGS))
            document = to_json_value(value)
        except RecursionError:
            raise self._make_error("", "depth", "nested too deeply, or in itself") from None
        if found:
            raise EncodeError(self._name, found)
        try:
            self._validate(to_json_value(value, with_set_aside=False), by_alias=True, by_name=False)
            return write_json(document, inf_nan_mode="constants")
        except ValidationError:
            fault = find_non_json(document)
            if fault is not None:
                raise self._make_not_json_error(*fault) from None
            explained = list(self._explain(document)) if self._explain is not None else []
            if explained:
                raise EncodeError(self._name, explained) from None
            raise self._make_error("", "type", "a part of the value is not of its type") from None
        except PydanticSerializationError:
            fault = find_non_json(document)
            raise self._make_not_json_error(*(fault or (None, "a value of another language"))) from None
        except RecursionError:
            raise self._make_error("", "depth", "nested too deeply, or in itself") from None

    def _make_not_json_error(self, place: Place, what: str) -> EncodeError:
        return EncodeError(self._name, [Fault(place, "json", f"not JSON: {what}").to_finding()])

    def _make_error(self, pointer: str, rule: str, message: str) -> EncodeError:
        return EncodeError(self._name, [Finding(pointer, rule, message)])


@cache
def encoder_of(model: Any) -> Callable[[Any], bytes]:
    """Return a function that writes the values of a class, or of another type, with the guarantees of `Codec.encode`.
    The type need not have a definition. Errors do not explain faults by a schema.
    """
    return Encoder(getattr(model, "__name__", str(model)), model).encode


def encode_any(value: Any) -> bytes:
    """Write a value of any type, such as a message that contains typed params, as compact UTF-8 JSON.

    Raises:
        EncodeError: a part of the value would be lost, is not valid for its type, or has no form in JSON; or the value
            is nested too deeply.
    """
    return encoder_of(type(value) if isinstance(value, WireModel) else Any)(value)


def dump_any(value: Any) -> Any:
    """Return a value of any type as parsed JSON in new containers.

    Raises:
        EncodeError: a part of the value would be lost, is not valid for its type, or has no form in JSON; or the value
            is nested too deeply.
    """
    return json.loads(encode_any(value))


def _collect_origins(value: Any) -> Any:
    """Return the document from which a model was decoded. For a list or dict, return the list or dict of the documents
    of its parts. Return None if neither the value nor a part of it was decoded.
    """
    if isinstance(value, WireModel):
        return origin_of(value)
    if is_array(value):
        items = [_collect_origins(item) for item in value]
        return items if any(item is not None for item in items) else None
    if is_object(value):
        members = {name: _collect_origins(item) for name, item in value.items()}
        return members if any(item is not None for item in members.values()) else None
    return None


def _parse_origin(origin: Any) -> Any:
    if isinstance(origin, (str, bytes, bytearray)):
        return read_origin(origin)
    if is_array(origin):
        return [_parse_origin(item) for item in origin]
    return origin
