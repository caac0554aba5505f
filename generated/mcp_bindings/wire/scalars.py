"""Numbers, constants and optional members with the meaning of JSON Schema, which Python annotations cannot express."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ..json_values import are_equal_scalars

_T = TypeVar("_T")

_KEYWORDS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
}
"""The keywords of JSON Schema, by the name of a bound in pydantic."""


class _OmittableMark:
    """Annotation of a member that may be absent but not null."""


SCALAR_CLASSES = frozenset({str, int, float, bool, type(None)})
"""The classes of JSON scalars. Most items and members are scalars, so loops handle them without a function call for
each."""

OMITTABLE_MARK = _OmittableMark()


if TYPE_CHECKING:
    Omittable: TypeAlias = _T | None
    """Type of an optional member that cannot be null. The value None means, in a constructor too, that the member is
    absent."""
else:

    class Omittable:
        """Type of an optional member that cannot be null. The value None means, in a constructor too, that the member
        is absent.
        """

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[item, OMITTABLE_MARK]


class _ExactNumber:
    """Annotation of the type of JSON numbers, whose values are int or float. The bounds of a field apply to both."""

    def __init__(self, *, is_integer: bool) -> None:
        self.is_integer = is_integer

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        inner_schema: Any = handler(source)
        bounds: dict[str, Any] = {name: inner_schema[name] for name in ("ge", "gt", "le", "lt") if name in inner_schema}
        fraction: CoreSchema = core_schema.float_schema(strict=True, allow_inf_nan=False, **bounds)
        if self.is_integer:
            fraction = core_schema.no_info_after_validator_function(_to_integer, fraction)
        whole = core_schema.int_schema(strict=True, **_integer_bounds(bounds))
        schema: CoreSchema = core_schema.union_schema(
            [whole, fraction],
            mode="left_to_right",
            custom_error_type="number",
            custom_error_message="Input should be a number within its bounds",
        )
        if inner_schema.get("multiple_of") is not None:
            schema = core_schema.no_info_after_validator_function(
                partial(_check_multiple, inner_schema["multiple_of"]), schema
            )
        stated: dict[str, Any] = {"type": "integer" if self.is_integer else "number"}
        for name, keyword in _KEYWORDS.items():
            if inner_schema.get(name) is not None:
                stated[keyword] = inner_schema[name]
        described: Any = schema
        described["metadata"] = _json_schema_metadata(stated)
        return schema


Integer: TypeAlias = Annotated[int, _ExactNumber(is_integer=True)]
"""A JSON integer: any number without a fraction, `1.0` included; never a boolean."""

Number: TypeAlias = Annotated[float, _ExactNumber(is_integer=False)]
"""A JSON number. Integers are `int` at run time, so that they keep all digits."""


class ExactLiteral:
    """Annotation of the type of a member whose value is one of several constants, not all of them strings. Constants
    are compared as JSON values: `1` equals `1.0` but not `true`.

    Args:
        values: the constants.
    """

    def __init__(self, *values: str | float | bool | None) -> None:
        self.values = values

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return exact_literal(self.values)


def exact_literal(expected: tuple[Any, ...]) -> CoreSchema:
    """Return a core schema that accepts values equal to one of the constants, compared as JSON values. The validated
    value is the constant.
    """
    return core_schema.no_info_after_validator_function(
        partial(_find_equal_constant, expected),
        core_schema.any_schema(),
        metadata=_json_schema_metadata({"enum": [*expected]}),
    )


def _json_schema_metadata(stated: dict[str, Any]) -> dict[str, Any]:
    """Return metadata that gives a core schema a stated JSON Schema. Without it, pydantic would describe the parts of
    the core schema.
    """

    def describe_schema(schema: CoreSchema, handler: Any) -> dict[str, Any]:
        return dict(stated)

    return {"pydantic_js_functions": [describe_schema]}


def _find_equal_constant(expected: tuple[Any, ...], value: Any) -> Any:
    for item in expected:
        if are_equal_scalars(value, item):
            return item
    raise PydanticCustomError("const", "Input should be one of the constants")


def _integer_bounds(bounds: dict[str, float]) -> dict[str, Any]:
    """Return integers as bounds that allow the same integers as the given bounds, such as `x >= 1` for `x > 0.5`."""
    as_lower: dict[str, Callable[[float], int]] = {"ge": ceil, "gt": lambda bound: floor(bound) + 1}
    as_upper: dict[str, Callable[[float], int]] = {"le": floor, "lt": lambda bound: ceil(bound) - 1}
    lower = [convert(bounds[name]) for name, convert in as_lower.items() if name in bounds]
    upper = [convert(bounds[name]) for name, convert in as_upper.items() if name in bounds]
    return {**({"ge": max(lower)} if lower else {}), **({"le": min(upper)} if upper else {})}


def _check_multiple(factor: int, value: float) -> float:
    if value % factor:
        raise ValueError
    return value


def _to_integer(value: float) -> int:
    if not value.is_integer():
        raise ValueError
    return int(value)
