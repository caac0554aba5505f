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
    """A schema that values cannot be checked against; the message says why."""


class ValidatorError(NamedTuple):
    """Rejection of a part of a value by a keyword of a schema.

    Attributes:
        keyword: the names and indices that lead to the keyword from the schema.
        place: those that lead to the rejected part of the value.
        part: the rejected part.
        negated: the schema of the keyword if it is `not`; else None.
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
        """Return the errors of a value, at most 100, or only the first."""
        ...


class Library(NamedTuple):
    """Library that checks values.

    Attributes:
        check_schema: raises SchemaRefusedError for a value that is no schema of the dialect with a URL. `compile` of
            jsonschema expects a schema that was checked.
        compile: returns the validator of a schema, given the URL of its dialect and other schemas by their URLs, to
            which it may refer; raises SchemaRefusedError.
        is_schema: returns whether an object is a schema of the dialect with a URL, which `compile` need not know.
        step_cost: the number of steps of jsonschema-rs in the time of one step.
        max_parts: the largest number of objects and arrays of a schema.
    """

    check_schema: Callable[[Any, str], None]
    compile: Callable[[Any, str, Mapping[str, Any]], Validator]
    is_schema: Callable[[Any, str], bool]
    step_cost: int
    max_parts: int
