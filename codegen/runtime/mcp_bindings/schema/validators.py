"""The library that checks values against JSON Schemas: jsonschema-rs if it is installed, else jsonschema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

from ..errors import shorten
from ..json_values import has_large_number, is_array, is_object
from ..limits import MAX_FINDINGS
from .dialects import DIALECTS
from .library import MASK, Library, SchemaRefusedError, Validator, ValidatorError

_MAX_BACKTRACKS = 100_000
"""The largest number of steps in which jsonschema-rs searches one string for a regular expression with look-around."""

_MAX_PARTS = 20_000
"""The largest number of objects and arrays of a schema."""


def find_library(purpose: str = "checking values") -> Library:
    """Return the library that checks values: jsonschema-rs if it is installed, otherwise jsonschema.

    Args:
        purpose: what needs the library, for the error message.

    Raises:
        ModuleNotFoundError: neither jsonschema-rs nor jsonschema is installed.
    """
    for make in (rust_library, _import_python_library):
        try:
            return make()
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(
        f"{purpose} needs jsonschema-rs: pip install 'mcp-bindings[validators]'", name="jsonschema_rs"
    )


def has_library() -> bool:
    """Return whether jsonschema-rs or jsonschema is installed."""
    try:
        find_library()
    except ModuleNotFoundError:
        return False
    return True


def _import_python_library() -> Library:
    from .python_library import python_library  # not needed where jsonschema-rs is installed

    return python_library()


def rust_library() -> Library:
    """Return the library jsonschema-rs.

    Raises:
        ModuleNotFoundError: jsonschema-rs is not installed.
    """
    return _make_rust_library(import_module("jsonschema_rs"))


@cache
def _make_rust_library(rust: Any) -> Library:
    def compile_schema(schema: Any, dialect: str, others: Mapping[str, Any]) -> Validator:
        options = {"registry": rust.Registry([*others.items()])} if others else {}
        try:
            compiled = getattr(rust, DIALECTS[dialect])(
                schema,
                validate_formats=False,
                retriever=_refuse_reference,
                mask=MASK,
                pattern_options=rust.FancyRegexOptions(backtrack_limit=_MAX_BACKTRACKS),
                **options,
            )
        except (ValueError, rust.ReferencingError) as error:
            raise SchemaRefusedError(f"not a schema: {shorten(str(error).partition(chr(10))[0])}") from None
        return _RustValidator(compiled)

    def is_schema(value: Any, dialect: str) -> bool:
        checked = _without_large_integers(value, {}) if has_large_number(value) else value
        found: bool = rust.meta.is_valid({**checked, "$schema": dialect})
        return found

    def check_schema(schema: Any, dialect: str) -> None:
        """Refuse a schema that has large numbers and that the metaschema rejects. `compile_schema` would refuse it too,
        but takes quadratic time for lists of large integers where the metaschema wants different texts.

        Raises:
            SchemaRefusedError: the metaschema rejects the schema.
        """
        if has_large_number(schema) and not is_schema(schema, dialect):
            raise SchemaRefusedError("not a schema: the metaschema of its dialect rejects it")

    return Library(check_schema, compile_schema, is_schema, step_cost=1, max_parts=_MAX_PARTS)


def _without_large_integers(value: Any, known: dict[int, int]) -> Any:
    """Return a copy of a JSON value with an integer of 63 bits in place of each larger one. Integers that differ are
    replaced by integers that differ, so metaschemas have the same verdict on the copy.

    Args:
        value: the JSON value.
        known: the replacements, by larger integer; the function adds to them.
    """
    if is_object(value):
        return {name: _without_large_integers(each, known) for name, each in value.items()}
    if is_array(value):
        return [_without_large_integers(each, known) for each in value]
    if isinstance(value, int) and has_large_number(value):
        return known.setdefault(value, (2**62 + len(known)) * (1 if value > 0 else -1))
    return value


class _RustValidator:
    """Schema compiled by jsonschema-rs."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self.is_valid: Callable[[Any], bool] = compiled.is_valid

    def errors(self, value: Any, /, *, lists_all: bool) -> list[ValidatorError]:
        """Return the errors of a value: at most 100 if `lists_all` is True, otherwise only the first error. For the
        list, jsonschema-rs makes all errors before it returns the first.
        """
        if lists_all:
            return [_to_validator_error(error) for error in islice(self._compiled.iter_errors(value), MAX_FINDINGS)]
        try:
            self._compiled.validate(value)
        except ValueError as error:
            return [_to_validator_error(error)]
        return []


def _to_validator_error(error: Any) -> ValidatorError:
    path = error.evaluation_path
    is_negation = bool(path) and path[-1] == "not"
    return ValidatorError(path, error.instance_path, error.instance, error.kind.schema if is_negation else None)


def _refuse_reference(uri: str) -> Any:
    raise ValueError(f"references are not fetched, and the schema does not contain {shorten(uri)}")
