"""The judge: what JSON Schema says, by the Python `jsonschema` package, and what equal means for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend


class Reference:
    """Verdicts for the definitions of one normalized schema document; `format` is an annotation.

    Types and keywords are judged by the library. Only its way down into subschemas is replaced: it makes a
    validator for every value it visits, and looks every reference up anew, which is nine tenths of its time.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._validators: dict[str, Any] = {}
        self._children: dict[int, Any] = {}
        self._class = self._validator_class()

    def is_valid(self, definition: str, value: object) -> bool:
        """Whether a parsed JSON value is valid for a definition."""
        return next(self._definition(definition).iter_errors(value), None) is None

    def _definition(self, name: str) -> Any:
        if name not in self._validators:
            self._validators[name] = self._class(self._document["$defs"][name])
        return self._validators[name]

    def _validator_class(self) -> Any:
        """The library's validator, with each subschema's validator made once and references led to the document."""
        children = self._children

        def refer(validator: Any, reference: str, instance: object, schema: object) -> Iterator[ValidationError]:
            name = reference.removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
            errors: Iterator[ValidationError] = self._definition(name).iter_errors(instance)
            return errors

        def descend(validator: Any, instance: object, schema: Any, *_: object, **__: object) -> Iterator[ValidationError]:
            child = children.get(id(schema))
            if child is None:  # keyed by identity, since the document outlives this cache
                child = children[id(schema)] = type(validator)(schema)
            errors: Iterator[ValidationError] = child.iter_errors(instance)
            return errors

        validator_class: Any = extend(Draft202012Validator, {"$ref": refer})
        validator_class.descend = descend
        return validator_class


def json_equal(left: object, right: object, *, order: bool) -> bool:
    """Whether two JSON values are the same; with `order`, in the order of their members too.

    Numbers compare by value, integers of any size exactly; booleans are no numbers. Without recursion,
    so that what is nested deeper than the interpreter's stack is compared all the same.
    """
    stack = [(left, right)]
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
            stack.extend(zip(one, other))
        elif not _same_scalar(one, other):
            return False
    return True


def _same_scalar(one: object, other: object) -> bool:
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, str):
        return isinstance(other, str) and one == other
    return isinstance(one, (int, float)) and isinstance(other, (int, float)) and one == other
