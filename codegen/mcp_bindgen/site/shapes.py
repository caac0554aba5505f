"""Types as Markdown, with a link at each name."""

from __future__ import annotations

from mcp_bindgen.ir.types import (
    AnyJson,
    Constraints,
    ListOf,
    LiteralValue,
    MapOf,
    OneOf,
    Ref,
    Scalar,
    TypeExpr,
)
from mcp_bindgen.jsontext import dumps
from mcp_bindgen.report.markup import span
from mcp_bindgen.site.entries import link


def shape(expr: TypeExpr, revision: str) -> str:
    """A type as JSON Schema names it, such as `array of Tool`."""
    match expr:
        case Ref():
            return link(span(expr.name), revision, "definition", expr.name)
        case Scalar():
            form = f" ({expr.format})" if expr.format else ""
            return f"{expr.kind}{form}{_bounds(expr.constraints)}"
        case LiteralValue():
            return " or ".join(span(dumps(value).decode().strip()) for value in expr.values)
        case ListOf():
            return f"array of {shape(expr.items, revision)}{_bounds(expr.constraints)}"
        case MapOf():
            return f"object with values {shape(expr.values, revision)}"
        case OneOf():
            return " or ".join(shape(arm, revision) for arm in expr.arms)
        case AnyJson():
            return "any JSON value"


def _bounds(constraints: Constraints) -> str:
    return "".join(f", {word} {value}" for word, value in constraints)
