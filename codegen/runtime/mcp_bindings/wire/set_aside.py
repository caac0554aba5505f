"""Parts of a document that a tolerant read set aside: kept with their list and put back when it is written.

They stay with the list in copies, pickles and other documents. They are not part of its value: equality and
`model_dump` ignore them. A list that replaces another has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias
from weakref import ref

from ..errors import Finding

Mode: TypeAlias = Literal["strict", "tolerant"]
"""How to read a document: exactly by the schema, or setting aside list items and union members that do not match it."""

Path: TypeAlias = tuple[str | int, ...]
"""The path from an object to a part of it: wire names, and indices of lists."""


class SetAside(NamedTuple):
    """A part of a document that a tolerant read could not type."""

    pointer: str
    """Its place: JSON Pointer (RFC 6901) into the document as received; a long one is cut as in a `Finding`."""

    value: Any
    """The JSON value as received."""

    findings: tuple[Finding, ...]
    """Why it was set aside, with pointers into the document as received; at least one. If more than 1,000 parts of a
    document are set aside, the other ones have a finding that says only this."""

    carried: bool
    """True for an object whose tag belongs to no member of its union: it remains in place, as an `UnknownMember`.
    False for an item that was removed from its list."""


class Shelf:
    """What was set aside of one list or one object.

    Args:
        items: the parts; items of a list with their indices in the list as received, ascending.
    """

    __slots__ = ("__weakref__", "items")

    def __init__(self, items: Sequence[tuple[int, SetAside]]) -> None:
        self.items: Sequence[tuple[int, SetAside]] = items
        _live.add(ref(self, _live.discard))

    def __reduce__(self) -> tuple[type[Shelf], tuple[Any, ...]]:
        return Shelf, (self.items,)


class ShelvedList(list[Any]):
    """A list from which a tolerant read removed items.

    Adding, moving and removing single items keeps what was set aside; replacing all items at once, as `clear()` and
    `value[:] = …` do, drops it.

    Args:
        items: the items that remain.
        shelf: the removed items; None once they are dropped.
    """

    __slots__ = ("shelf",)

    def __init__(self, items: Iterable[Any], shelf: Shelf | None) -> None:
        super().__init__(items)
        self.shelf = shelf

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return ShelvedList, ((), self.shelf), None, iter(self)

    def __setitem__(self, place: Any, value: Any) -> None:
        self._forget(place)
        super().__setitem__(place, value)

    def __delitem__(self, place: Any) -> None:
        self._forget(place)
        super().__delitem__(place)

    def clear(self) -> None:
        """Remove all items, and what was set aside."""
        self.shelf = None
        super().clear()

    def _forget(self, place: Any) -> None:
        if isinstance(place, slice) and len(range(*place.indices(len(self)))) == len(self):
            self.shelf = None

    def joined(self, kept: Sequence[Any]) -> list[Any]:
        """The items with the removed ones among them.

        Each removed item returns to its index, or to the end of a list that is shorter now.

        Args:
            kept: the remaining items as JSON values.
        """
        result: list[Any] = []
        rest = iter(kept)
        for index, item in self.shelf.items if self.shelf is not None else ():
            result.extend(islice(rest, index - len(result)))
            result.append(item.value)
        result.extend(rest)
        return result


_live: set[ref[Shelf]] = set()
"""All instances that are alive. While there are none, no value has to be searched for them."""


def any_set_aside() -> bool:
    """Whether anything is set aside of any value in this process."""
    return bool(_live)
