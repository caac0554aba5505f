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
    """Compiled schema."""

    def is_valid(self, value: Any, /) -> bool:
        """Return whether a JSON value is valid."""
        ...

    def errors(self, value: Any, /, *, lists_all: bool) -> list[ValidatorError]:
        """Return the errors of a value, at most 100; only the first one unless `lists_all` is True."""
        ...


class Library(NamedTuple):
    """Library that checks values.

    Attributes:
        check_schema: takes a value and the URL of a dialect; raises SchemaRefusedError if the value is no schema of
            that dialect. `compile` of jsonschema expects a schema that was checked.
        compile: takes a schema, the URL of its dialect, and other schemas, by URL, to which the schema may refer.
            Returns the validator; raises SchemaRefusedError if the schema cannot be compiled.
        is_schema: takes an object and the URL of a dialect, which `compile` need not know. Returns whether the object
            is a schema of that dialect.
        step_cost: the number of steps of jsonschema-rs in the time of one step.
        max_parts: the largest number of objects and arrays of a schema.
    """

    check_schema: Callable[[Any, str], None]
    compile: Callable[[Any, str, Mapping[str, Any]], Validator]
    is_schema: Callable[[Any, str], bool]
    step_cost: int
    max_parts: int
