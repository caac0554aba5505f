"""The interface of the libraries that check values against JSON Schemas: jsonschema-rs and jsonschema."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

NO_SCHEMAS: Mapping[str, Any] = MappingProxyType({})
"""The empty mapping, for a schema that refers to no other schemas."""

MASK = "the value"
"""The text that stands for the value in messages of both libraries, which would otherwise repeat the value."""


class SchemaRefusedError(ValueError):
    """Error for a schema against which values cannot be checked. The message says why."""


class ValidatorError(NamedTuple):
    """Rejection of a part of a value by a keyword of a schema.

    Attributes:
        keyword: the names and indices that lead to the keyword from the schema.
        place: the names and indices that lead to the rejected part from the value.
        part: the rejected part.
        negated: the value of the keyword if the keyword is `not`; else None.
    """

    keyword: Sequence[str | int]
    place: Sequence[str | int]
    part: Any
    negated: Any


class Validator(Protocol):
    """Schema compiled by a library, which checks values against it."""

    def is_valid(self, value: Any, /) -> bool:
        """Return whether a JSON value is valid. With jsonschema, the result is also False for a value that is nested
        too deeply to be checked.
        """
        ...

    def errors(self, value: Any, /, *, lists_all: bool) -> list[ValidatorError]:
        """Return the errors of a value: at most 100 if `lists_all` is True, otherwise only the first error. With
        jsonschema, a value that is nested too deeply to be checked has no errors.
        """
        ...


class Library(NamedTuple):
    """Library that checks values against JSON Schemas.

    Attributes:
        check_schema: a function that takes a value and the URL of a dialect. It raises SchemaRefusedError if the value
            is no schema of that dialect. With jsonschema, `compile` expects a schema that was checked.
        compile: a function that takes a schema, the URL of its dialect, and other schemas, by URL, to which the schema
            may refer. It returns the validator, and raises SchemaRefusedError if the schema cannot be compiled.
        is_schema: a function that takes an object and the URL of a dialect, which `compile` need not know. It returns
            whether the object is a schema of that dialect.
        step_cost: the number of steps that jsonschema-rs takes in the time of one step of this library.
        max_parts: the largest number of objects and arrays of a schema.
    """

    check_schema: Callable[[Any, str], None]
    compile: Callable[[Any, str, Mapping[str, Any]], Validator]
    is_schema: Callable[[Any, str], bool]
    step_cost: int
    max_parts: int
