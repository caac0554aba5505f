"""Parts of a document that were set aside: by the tolerant mode, or as tools that no client can call over HTTP.

Encoding writes the parts again. Removed items belong to the list from which they were removed, and to its copies and
pickles. They are no part of the list's value: equality and `model_dump` ignore them. A new list in place of that list
does not have the items.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple, SupportsIndex, TypeAlias
from weakref import ref

from ..errors import Finding

Path: TypeAlias = tuple[str | int, ...]
"""Wire names and list indices that lead from a value to a part of this value."""


class SetAside(NamedTuple):
    """Part of a document that was set aside, either by the tolerant mode or as a tool that no client can call over
    HTTP.
    """

    pointer: str
    """The place of the part, as a JSON Pointer (RFC 6901) into the document as received; cut like `Finding.pointer` if
    long."""

    value: Any
    """The JSON value as received."""

    findings: tuple[Finding, ...]
    """The faults of the part, at least one, with pointers into the document as received. If more than 1,000 parts of a
    document are set aside, each further part has one finding that says that its faults were not looked for."""

    carried: bool
    """True for an object whose tag belongs to no alternative of its union: it remains in place, as an `UnknownMember`.
    False for an item that was removed from its list."""


class SetAsideItems:
    """Items that decoding removed from one list, or the one object that it kept as an `UnknownMember`.

    Args:
        items: the parts that were set aside, each with its index in the list as received, ascending; the index is 0 for
            an object.
    """

    __slots__ = ("__weakref__", "items")

    def __init__(self, items: Sequence[tuple[int, SetAside]]) -> None:
        self.items: Sequence[tuple[int, SetAside]] = items
        _live_items.add(ref(self, _live_items.discard))

    def __reduce__(self) -> tuple[type[SetAsideItems], tuple[Any, ...]]:
        return SetAsideItems, (self.items,)


class ListWithSetAside(list[Any]):
    """List from which decoding removed items: invalid items in the tolerant mode, or tools that cannot be called.

    The removed items stay with the list while single items are added, moved or removed. An operation that replaces all
    items at once, such as `clear()` and `value[:] = …`, drops the removed items.

    Args:
        items: the items that remain.
        set_aside: the removed items; None after they are dropped.
    """

    __slots__ = ("set_aside",)

    def __init__(self, items: Iterable[Any], set_aside: SetAsideItems | None) -> None:
        super().__init__(items)
        self.set_aside = set_aside

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return ListWithSetAside, ((), self.set_aside), None, iter(self)

    def __setitem__(self, place: Any, value: Any) -> None:
        self._drop_set_aside_if_all_replaced(place)
        super().__setitem__(place, value)

    def __delitem__(self, place: Any) -> None:
        self._drop_set_aside_if_all_replaced(place)
        super().__delitem__(place)

    def clear(self) -> None:
        """Remove all items, and drop those that were set aside."""
        self.set_aside = None
        super().clear()

    def _drop_set_aside_if_all_replaced(self, place: Any) -> None:
        if isinstance(place, slice) and len(range(*place.indices(len(self)))) == len(self):
            self.set_aside = None

    def with_set_aside(self, kept: Sequence[Any]) -> list[Any]:
        """Return the remaining and the removed items together.

        Each removed item returns to its index as received, or to the end of a list that is shorter now.

        Args:
            kept: the remaining items as JSON values.
        """
        result: list[Any] = []
        rest = iter(kept)
        for index, item in self.set_aside.items if self.set_aside is not None else ():
            result.extend(islice(rest, index - len(result)))
            result.append(item.value)
        result.extend(rest)
        return result


_live_items: set[ref[SetAsideItems]] = set()
"""All instances of `SetAsideItems` that are alive. While there are none, no value has set-aside parts, so a search for
them is left out."""


def any_set_aside() -> bool:
    """Return whether any value in this process has parts that were set aside."""
    return bool(_live_items)
