"""Exact decoding and encoding of the documents of one definition."""

from __future__ import annotations

from collections.abc import Callable
from gc import isenabled
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from ..errors import DecodeError, Finding
from ..json_values import LONG_TEXT_LENGTH, call_with_paused_gc, find_non_json, is_long_text
from ..options import check_choice
from ..schema.places import Fault
from ..spec.names import MODES, Mode
from ..wire.model import is_model, keep_origin
from ..wire.validators import validator_and_serializer
from ..wire.values import keep_model_origins
from .non_finite_numbers import refuse_nan_and_infinity
from .schema_file import SchemaFile

T = TypeVar("T")

_N, _I = b"NI"


class Codec(Generic[T]):
    """Decoder and encoder of the documents of one definition of a revision or an extension.

    In the strict mode, `decode` accepts a document exactly when the definition does. `encode(decode(x))` is equal to
    `x` as JSON: unknown members, member order, absent versus null and the digits of integers are kept.

    Attributes:
        definition: name of the definition in the schema.
    """

    def __init__(self, definition: str, annotation: Any, schema: SchemaFile) -> None:
        self.definition = definition
        self._schema = schema
        self._is_valid: Callable[[Any], bool] | None = None
        self._annotation = annotation
        self._encode: Callable[[Any], bytes] | None = None
        validator, _ = validator_and_serializer(annotation)
        self._keep_text: Callable[[Any, bytes | bytearray | str], None]
        self._keep_text = keep_origin if is_model(annotation) else _keep_parsed_origins
        self._validate_json = validator.validate_json
        self._validate_python = validator.validate_python

    def decode(self, data: bytes | bytearray | str, *, mode: Mode = "strict") -> T:
        """Decode JSON text to a typed value. The value keeps the text, from which `encode` takes the order of members.

        Args:
            data: the text of one JSON value; bytes are UTF-8.
            mode: `strict` rejects a document that is not valid. `tolerant` sets aside the smallest list items whose
                removal makes the document valid. It keeps an object inside the document as an `UnknownMember` if no
                alternative of the object's union has its tag. `mcp_bindings.set_aside` returns these parts and the
                reasons; `encode` writes the parts again. A document that is still invalid is rejected.

        Raises:
            DecodeError: the text is not UTF-8, is not JSON, is nested too deeply, has an integer of more than 4,300
                digits, or is not valid for the definition; or the tolerant mode would exceed a limit.
            TypeError: `data` is not bytes, a bytearray or a str.
            ValueError: `mode` is neither `strict` nor `tolerant`.
        """
        if (type(data) is not bytes or len(data) > LONG_TEXT_LENGTH) and is_long_text(data) and isenabled():
            return call_with_paused_gc(self.decode, data, mode=mode)
        if mode not in MODES:
            check_choice("mode", mode, MODES)
        try:
            value: T = self._validate_json(data, by_alias=True, by_name=False)
        except ValidationError as error:
            value = self._decode_invalid_value(self._parse_rejected_text(data, error), mode)
        # pydantic's parser accepts NaN and Infinity; searching for one letter excludes them in most texts.
        if ("N" in data or "I" in data) if isinstance(data, str) else (_N in data or _I in data):
            self._refuse_nan_and_infinity(data)
        self._keep_text(value, bytes(data) if isinstance(data, bytearray) else data)
        return value

    def decode_value(self, value: Any, *, mode: Mode = "strict") -> T:
        """Decode a parsed JSON value (dict, list, str, int, float, bool or None) to a typed value.

        The JSON value is not changed. The typed value shares the free-form parts of the JSON value, and keeps a
        reference to the whole, from which `encode` takes the order of members.

        Args:
            value: the JSON value.
            mode: the mode, which `decode` explains.

        Raises:
            DecodeError: the value is not JSON, is nested too deeply, or is not valid for the definition; or the
                tolerant mode would exceed a limit.
            ValueError: `mode` is neither `strict` nor `tolerant`.
        """
        if mode not in MODES:
            check_choice("mode", mode, MODES)
        found = self._non_json_findings(value)
        if found:
            raise DecodeError(self.definition, found)
        try:
            decoded: T = self._validate_python(value, by_alias=True, by_name=False)
        except ValidationError:
            decoded = self._decode_invalid_value(value, mode)
        keep_model_origins(decoded, value)
        return decoded

    def encode(self, value: T | dict[str, Any]) -> bytes:
        """Encode a value as compact UTF-8 JSON. Members keep the order in which they were decoded, and members added
        later follow.

        An item that the tolerant mode removed from a list is written at its index as received, or at the end if the
        list is shorter now. The removed items belong to that list: a new list in its place does not have the items.

        Args:
            value: a value of exactly this definition and revision; a dict is checked like the argument of
                `decode_value`.

        Raises:
            EncodeError: a dict is not valid for the definition; or the value, or a part of it, has another class than
                the declared one, so that members would be lost, is not valid for its type because a program changed it
                in place, has no form in JSON, or is nested too deeply.
        """
        encode = self._encode
        if encode is None:
            from .encoding import Encoder  # programs that only decode do without it

            encode = self._encode = Encoder(self.definition, self._annotation, self._schema_findings).encode
        return encode(value)

    def dump(self, value: T | dict[str, Any]) -> Any:
        """Return the value as parsed JSON in new containers; arguments and errors are those of `encode`."""
        import json  # programs that only decode do without it

        return json.loads(self.encode(value))

    def findings(self, value: Any) -> list[Finding]:
        """Return the faults of a parsed JSON value, at most 100; empty if the value is valid. No model is built.

        A library for JSON Schema, `jsonschema-rs` if it is installed, decides whether the value is valid.

        Args:
            value: the JSON value. For a value that is not JSON, such as a typed one, the only finding says so.

        Raises:
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        found = self._non_json_findings(value)
        if found:
            return found
        if self._is_valid is None:
            self._is_valid = self._schema.compile_validator(self.definition)
        return [] if self._is_valid(value) else self._schema_findings(value)

    def __repr__(self) -> str:
        return f"<Codec {self.definition} of {self._schema.revision}>"

    def _schema_findings(self, value: Any) -> list[Finding]:
        from ..schema.explain import explain_faults  # needed for faults only

        found = explain_faults(self._schema.definitions, self.definition, value)
        return found or [Finding("", "schema", f"not a valid {self.definition}")]

    def _non_json_findings(self, value: Any) -> list[Finding]:
        fault = find_non_json(value)
        if fault is None:
            return []
        place, what = fault
        return [Fault(place, "json", f"not JSON: {what}").to_finding()]

    def _decode_invalid_value(self, value: Any, mode: Mode) -> T:
        """Decode a JSON value that validation rejected, if the mode is tolerant.

        Raises:
            DecodeError: the mode is strict, setting parts aside does not make the value valid, or the search for these
                parts exceeds a limit.
        """
        if mode == "tolerant":
            from .tolerance import ToleranceLimitExceeded, decode_tolerantly  # needed for faults only

            try:
                decoded: T | None = decode_tolerantly(
                    self._schema.definitions, self.definition, self._validate_python, value
                )
                if decoded is not None:
                    return decoded
            except ToleranceLimitExceeded as fault:
                raise DecodeError(self.definition, [fault.finding]) from None
        raise DecodeError(self.definition, self._schema_findings(value)) from None

    def _parse_rejected_text(self, data: bytes | bytearray | str, error: ValidationError) -> Any:
        """Return the JSON value of a text that validation rejected.

        Args:
            data: the text.
            error: the error of the validation.

        Raises:
            DecodeError: the text is not JSON.
        """
        first = error.errors(include_url=False, include_context=True, include_input=False)[0]
        if first["type"] in ("json_invalid", "string_unicode"):
            reason = str(first.get("ctx", {}).get("error", "half of a surrogate pair"))
            raise DecodeError(self.definition, [Finding("", "json", f"not JSON: {reason}")]) from None
        try:
            parsed = from_json(data, allow_inf_nan=False)
        except ValueError as fault:
            raise DecodeError(self.definition, [Finding("", "json", f"not JSON: {fault}")]) from None
        found = self._non_json_findings(parsed)
        if found:
            raise DecodeError(self.definition, found) from None
        return parsed

    def _refuse_nan_and_infinity(self, data: bytes | bytearray | str) -> None:
        try:
            refuse_nan_and_infinity(data)
        except ValueError as fault:
            raise DecodeError(self.definition, [Finding("", "json", f"not JSON: {fault}")]) from None


def _keep_parsed_origins(value: Any, data: bytes | bytearray | str) -> None:
    keep_model_origins(value, from_json(data))
