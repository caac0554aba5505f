"""Limits on the size of a schema. Beyond them, tools that recurse would fail with an unclear message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_bindgen.ir.types import AliasType, ListOf, MapOf, ObjectType, Ref, TypeDef, TypeExpr, UnionType

MAX_PARTS = 10_000
"""Greatest number of schemas visited for one definition. Alternatives that refer to alternatives can double the number
each time.
"""

MAX_SINGLE_ALTERNATIVES = 50
"""Greatest depth of nested schemas with one alternative each. A deeper nesting comes from a definition that is its own
alternative.

The conditions of all nested schemas are collected, so Python's own limit would be reached only after many seconds.
"""

MAX_ARMS = 200
"""Greatest number of alternatives of one union. Python and its tools nest one level for each alternative."""

MAX_CONSTANTS = 20_000
"""Greatest number of values of one enum."""

MAX_CALLS = 600
"""Greatest number of nested calls that pydantic may need to build one validator. Python allows 1000 in all."""

CALLS_OF_CLASS = 18
CALLS_OF_UNION = 11
CALLS_OF_CONTAINER = 7
"""Number of calls that pydantic needs for a list or map. Like the numbers for a class and for a named union, it is
measured.
"""


def find_too_deep_type(types: Mapping[str, TypeDef]) -> TypeDef | None:
    """Find a type that nests so many others that pydantic could not build its validator; None if no type does.

    Like pydantic, the search goes through the types depth first, and enters each type only where it first occurs.
    """
    for root in types.values():
        seen = {root.name}
        stack = [_mentioned_types(root, 0)]
        while stack:
            name, calls = next(stack[-1], ("", 0))
            if calls > MAX_CALLS:
                return root
            if not calls:
                stack.pop()
            elif name and name not in seen:
                seen.add(name)
                stack.append(_mentioned_types(types[name], calls))
    return None


def find_too_wide_type(types: Mapping[str, TypeDef]) -> TypeDef | None:
    """Find a type that is or leads to a union or alias that is too large once pydantic has expanded the unions and
    aliases in it; None if no type does.
    """
    sizes: dict[str, int] = {}
    for root in types:
        stack, begun = [root], set[str]()
        while stack:
            inner = [name for name, _ in _mentioned_types(types[stack[-1]], 0) if name]
            unknown = [name for name in inner if name not in sizes and name not in begun]
            if isinstance(types[stack[-1]], ObjectType):
                sizes[stack.pop()] = 1
            elif stack[-1] in begun or not unknown:
                size = sizes[stack.pop()] = 1 + sum(sizes.get(name, 1) for name in inner)
                if size > MAX_PARTS:
                    return types[root]
            else:
                begun.add(stack[-1])
                stack.extend(unknown)
    return None


def _mentioned_types(type_: TypeDef, calls: int) -> Iterator[tuple[str, int]]:
    """Yield each part of a type in order.

    A part is the name of a type, or "" for a part without a name, and the number of calls that reach the part.

    Args:
        type_: the type.
        calls: number of calls that reach the type.
    """
    match type_:
        case ObjectType():
            for expr in [*(field.type for field in type_.fields), *([type_.extra] if type_.extra else [])]:
                yield from _types_inside(expr, calls + CALLS_OF_CLASS)
        case UnionType():
            for expr in type_.arms:
                yield from _types_inside(expr, calls + CALLS_OF_UNION)
        case AliasType():
            yield from _types_inside(type_.target, calls + 1)


def _types_inside(expr: TypeExpr, calls: int) -> Iterator[tuple[str, int]]:
    match expr:
        case Ref():
            yield expr.name, calls
        case ListOf():
            yield from _types_inside(expr.items, calls + CALLS_OF_CONTAINER)
        case MapOf():
            yield from _types_inside(expr.values, calls + CALLS_OF_CONTAINER)
        case _:
            yield "", calls
