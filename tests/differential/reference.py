"""The judge: what JSON Schema says, by the Python `jsonschema` package, and what equal means for JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

import jsonschema.validators
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tests.differential.values import JSON

_PARTS = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|\$")
"""Escapes and sets of characters, in which `$` is a character, and `$`."""

_validators: Any = jsonschema.validators  # whose functions are not typed


class Reference:
    """Verdicts for the definitions of one normalized schema document; `format` is an annotation.

    All is judged by the library but the way of a reference to its definition: it resolves each anew, as a URI, and
    makes a validator for it, which takes longer than the judging. Here every definition has one validator.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._definitions: Mapping[str, Any] = document["$defs"]
        self._validators: dict[str, Any] = {}
        self._class: Any = _validators.extend(Draft202012Validator, {"$ref": self._refer, "pattern": _match})

    def is_valid(self, definition: str, value: object) -> bool:
        """Whether a parsed JSON value is valid for a definition."""
        return next(self._errors(definition, value), None) is None

    def _errors(self, definition: str, value: object) -> Iterator[ValidationError]:
        if definition not in self._validators:
            self._validators[definition] = self._class(self._definitions[definition])
        errors: Iterator[ValidationError] = self._validators[definition].iter_errors(value)
        return errors

    def _refer(self, _: Any, reference: str, value: object, __: object) -> Iterator[ValidationError]:
        """The `$ref` keyword; normalized documents refer to definitions of their own, by name, and to nothing else."""
        return self._errors(unquote(reference.removeprefix("#/$defs/")).replace("~1", "/").replace("~0", "~"), value)


def _match(_: Any, pattern: str, value: object, __: object) -> Iterator[ValidationError]:
    """The `pattern` keyword, with `$` as ECMA 262 reads it: at the end only, and not before a last line end."""
    ended = _PARTS.sub(lambda part: r"\Z" if part[0] == "$" else part[0], pattern)
    if isinstance(value, str) and re.search(ended, value) is None:
        yield ValidationError("no match")


def json_equal(left: JSON, right: JSON, *, order: bool) -> bool:
    """Whether two JSON values are the same; with `order`, in the order of their members too.

    Numbers compare by value, integers of any size exactly; booleans are no numbers. Without recursion,
    so that what is nested deeper than the interpreter's stack is compared all the same.
    """
    stack: list[tuple[JSON, JSON]] = [(left, right)]
    while stack:
        one, other = stack.pop()
        if isinstance(one, dict):
            if not isinstance(other, dict) or len(one) != len(other):
                return False
            if one.keys() != other.keys() or (order and list(one) != list(other)):
                return False
            stack.extend([(item, other[name]) for name, item in one.items()])
        elif isinstance(one, list):
            if not isinstance(other, list) or len(one) != len(other):
                return False
            stack.extend(zip(one, other, strict=True))
        elif not _same_scalar(one, other):
            return False
    return True


def _same_scalar(one: JSON, other: JSON) -> bool:
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, str):
        return isinstance(other, str) and one == other
    return isinstance(one, (int, float)) and isinstance(other, (int, float)) and one == other
