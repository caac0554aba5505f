"""Compare types of two releases by what they are, not by the names of their inline types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import zip_longest

from typing_extensions import TypeIs

from mcp_bindgen.ir.types import AliasType, ObjectType, Ref, TypeDef, UnionType

_PLACE = ("name", "definition", "provenance")
"""Fields that say where a type is, not what it is."""


class TypeComparison:
    """One comparison of types of two releases, with the inline types to which they refer. The names of inline types and
    the places in the schema do not count. Another comparison needs another object, since an object compares each pair
    of inline types once.
    """

    def __init__(self, before: Mapping[str, TypeDef], after: Mapping[str, TypeDef]) -> None:
        """Set up the comparison of an earlier release with a later one, which are given by their types by name."""
        self._before = before
        self._after = after
        self._pairs: set[tuple[str, str]] = set()
        """Names of the types that are compared already."""

    def is_unchanged(self, name: str, new_name: str) -> bool:
        """Return whether a type of the earlier release equals a type of the later one, or is compared already."""
        pair = name, new_name
        if pair in self._pairs:
            return True
        self._pairs.add(pair)
        return self.are_equal(self._before[name], self._after[new_name])

    def are_equal(self, one: object, other: object) -> bool:
        """Return whether a type, an expression, a member, or a value of one of these is equal in both releases."""
        if isinstance(one, Ref) and isinstance(other, Ref):
            types = self._before[one.name], self._after[other.name]
            if any(type_.provenance.was_inline for type_ in types):
                return self.is_unchanged(one.name, other.name)
        if _is_tuple(one) and _is_tuple(other):
            pairs: list[tuple[object, object]] = list(zip_longest(one, other))
        elif is_dataclass(one) and type(one) is type(other):
            ignored = _PLACE if isinstance(one, (AliasType, ObjectType, UnionType)) else ()
            names = [field.name for field in fields(one) if field.name not in ignored]
            pairs = [(getattr(one, name), getattr(other, name)) for name in names]
        else:
            return one == other
        return all(self.are_equal(*pair) for pair in pairs)


def _is_tuple(value: object) -> TypeIs[tuple[object, ...]]:
    return isinstance(value, tuple)
