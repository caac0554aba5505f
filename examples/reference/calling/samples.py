"""A value that fits a simple JSON Schema, such as the form of an elicitation or the arguments of a tool.

The schema comes from a server, which may ask for gigabytes or write anything in place of a keyword's value.
"""

from __future__ import annotations

from typing import Any

MOST = 10_000
"""The most characters and values of one sample together."""

_BY_TYPE: dict[str, Any] = {"string": "text", "boolean": True, "array": [], "object": {}, "null": None}
_FORMATS = {"email": "a@example.com", "uri": "https://example.com/", "date": "2026-01-01"}


class NoSampleError(ValueError):
    """No sample is made, since the schema asks for too much or is none."""


def sample(schema: object) -> Any:
    """The default, or the first of what may be chosen, or the simplest of the type.

    Of an object, the properties that are required or have a default. References are not followed: in a schema that a
    server sends they may lead anywhere.

    Raises:
        NoSampleError: a value that fits would be too large, or the schema is none.
    """
    try:
        return _Sampler().sample(schema)
    except (AttributeError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise NoSampleError(f"its schema is none: {type(error).__name__}") from None


class _Sampler:
    """Makes one sample."""

    def __init__(self) -> None:
        self._left = MOST

    def sample(self, schema: Any) -> Any:
        """A value that fits a schema, or a part of one."""
        self._spend(1)
        if schema is True:
            return "text"
        if "default" in schema:
            return schema["default"]
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return schema["enum"][0]
        for choices in ("oneOf", "anyOf"):
            if schema.get(choices):
                return self.sample(schema[choices][0])
        return self._of_type(schema)

    def _of_type(self, schema: Any) -> Any:
        match schema.get("type"):
            case "object":
                properties = schema.get("properties", {})
                required = set(schema.get("required", ()))
                wanted = {name: each for name, each in properties.items() if name in required or "default" in each}
                return {name: self.sample(each) for name, each in wanted.items()}
            case "integer" | "number":
                return schema.get("minimum", 1)
            case "array" if schema.get("minItems"):
                return [self.sample(schema.get("items", {})) for _ in range(self._count(schema["minItems"]))]
            case "string" if schema.get("format"):
                return _FORMATS.get(schema["format"], "2026-01-01T00:00:00Z")
            case "string" if "minLength" in schema:
                length = self._count(schema["minLength"])
                self._spend(length)
                return "text".ljust(length, "t")
            case str(kind):
                return _BY_TYPE.get(kind)
            case _:
                return "text"

    def _count(self, number: int | float) -> int:
        """A number of characters or items, as the schema writes it."""
        if not number <= self._left:
            raise NoSampleError("its schema asks for very many characters or items")
        return int(number)

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise NoSampleError("its schema asks for a very large value")
