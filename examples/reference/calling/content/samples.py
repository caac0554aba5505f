"""Makes a value that matches a simple JSON Schema, such as the form of an elicitation or the input schema of a tool.

The schema comes from an untrusted server: it may ask for gigabytes, and a keyword may have a value of any type.
"""

from __future__ import annotations

from typing import Any

MAX_SIZE = 10_000
"""Maximum size of one sample: its characters plus its values."""

_BY_TYPE: dict[str, Any] = {"string": "text", "boolean": True, "array": [], "object": {}, "null": None}
_FORMATS = {"email": "a@example.com", "uri": "https://example.com/", "date": "2026-01-01"}


class NoSampleError(ValueError):
    """A matching value would be too large, or the schema is invalid."""


def make_sample(schema: object) -> Any:
    """Make a value: the default, else the first alternative of an `enum` or union, else a simple value of the type.

    An object gets the properties that are required or have a default. References are ignored, since a server could make
    them point anywhere.

    Raises:
        NoSampleError: a matching value would be too large, or the schema is invalid.
    """
    try:
        return _Sampler().make_sample(schema)
    except (AttributeError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise NoSampleError(f"its schema is invalid: {type(error).__name__}") from None


class _Sampler:
    """Makes one sample and counts its size."""

    def __init__(self) -> None:
        self._remaining = MAX_SIZE

    def make_sample(self, schema: Any) -> Any:
        """Make a value for a schema or a subschema."""
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
                return self.make_sample(schema[choices][0])
        return self._of_type(schema)

    def _of_type(self, schema: Any) -> Any:
        match schema.get("type"):
            case "object":
                properties = schema.get("properties", {})
                required = set(schema.get("required", ()))
                included = {name: each for name, each in properties.items() if name in required or "default" in each}
                return {name: self.make_sample(each) for name, each in included.items()}
            case "integer" | "number":
                return schema.get("minimum", 1)
            case "array" if schema.get("minItems"):
                return [self.make_sample(schema.get("items", {})) for _ in range(self._count(schema["minItems"]))]
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
        """Check a minimum number of characters or items that the schema demands, and return it as an integer."""
        if not number <= self._remaining:
            raise NoSampleError("its schema demands too many characters or items")
        return int(number)

    def _spend(self, count: int) -> None:
        self._remaining -= count
        if self._remaining < 0:
            raise NoSampleError("its schema demands too large a value")
