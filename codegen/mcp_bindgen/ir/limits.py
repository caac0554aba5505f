"""How large a schema may be: beyond this, tools that recurse fail, and not with a message of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_bindgen.ir.types import AliasType, ListOf, MapOf, ObjectType, Ref, TypeDef, TypeExpr, UnionType

MAX_PARTS = 10_000
"""Schemas looked at for one definition. Alternatives that refer to alternatives can double with each line."""

MAX_ARMS = 200
"""Alternatives of one union, which Python and its tools read as that many nested ones."""

MAX_CONSTANTS = 20_000
"""Values of one enum."""

MAX_CALLS = 600
"""Calls within calls that pydantic may need to build one validator; Python allows 1000 in all."""

CALLS_OF_CLASS = 18
CALLS_OF_UNION = 11
CALLS_INSIDE = 7
"""What pydantic was seen to need for a class and its member, for a named union, and for a list or map."""


def too_deep(types: Mapping[str, TypeDef]) -> TypeDef | None:
    """A type from which others are reached through so many that pydantic could not build its validator.

    Each type is built where it is first met, so this walks as pydantic does: depth first, each type once.
    """
    for root in types.values():
        seen = {root.name}
        stack = [_mentioned(root, 0)]
        while stack:
            name, calls = next(stack[-1], ("", 0))
            if calls > MAX_CALLS:
                return root
            if not calls:
                stack.pop()
            elif name and name not in seen:
                seen.add(name)
                stack.append(_mentioned(types[name], calls))
    return None


def too_wide(types: Mapping[str, TypeDef]) -> TypeDef | None:
    """A union or alias that is too large when all it mentions is written out, as pydantic does where no class is."""
    sizes: dict[str, int] = {}
    for root in types:
        stack, begun = [root], set[str]()
        while stack:
            inner = [name for name, _ in _mentioned(types[stack[-1]], 0) if name]
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


def _mentioned(type_: TypeDef, calls: int) -> Iterator[tuple[str, int]]:
    """The types that one mentions, in order, with the calls it takes to get there; no name for what has none."""
    match type_:
        case ObjectType():
            for expr in [*(field.type for field in type_.fields), *([type_.extra] if type_.extra else [])]:
                yield from _inside(expr, calls + CALLS_OF_CLASS)
        case UnionType():
            for expr in type_.arms:
                yield from _inside(expr, calls + CALLS_OF_UNION)
        case AliasType():
            yield from _inside(type_.target, calls + 1)


def _inside(expr: TypeExpr, calls: int) -> Iterator[tuple[str, int]]:
    match expr:
        case Ref():
            yield expr.name, calls
        case ListOf():
            yield from _inside(expr.items, calls + CALLS_INSIDE)
        case MapOf():
            yield from _inside(expr.values, calls + CALLS_INSIDE)
        case _:
            yield "", calls
