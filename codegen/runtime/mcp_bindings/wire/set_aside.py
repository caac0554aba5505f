"""Parts of a document that a tolerant read set aside: kept with their object and put back when it is written.

They stay with the object in copies, pickles and other documents. They are not part of its value: equality and
`model_dump` ignore them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias
from weakref import ref

from ..errors import Finding
from ..json_values import is_array, is_object

Mode: TypeAlias = Literal["strict", "tolerant"]
"""How to read a document: exactly by the schema, or setting aside list items and union members that do not match it."""

Path: TypeAlias = tuple[str | int, ...]
"""The path from an object to a list in it: wire names, and indices of lists."""


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


class SetAsideItems:
    """What was set aside of one object: items of its lists, or the object itself.

    Args:
        lists: the items removed from each list, with their indices in the list as received, ascending.
        carried: the object itself, if it is an `UnknownMember`.
    """

    __slots__ = ("__weakref__", "carried", "lists")

    def __init__(self, lists: Mapping[Path, Sequence[tuple[int, SetAside]]], carried: SetAside | None = None) -> None:
        self.lists = lists
        self.carried = carried
        _live.add(ref(self, _live.discard))

    def __reduce__(self) -> tuple[type[SetAsideItems], tuple[Any, ...]]:
        return SetAsideItems, (self.lists, self.carried)

    def contents(self) -> Iterable[SetAside]:
        """Everything that was set aside."""
        if self.carried is not None:
            yield self.carried
        for items in self.lists.values():
            yield from (item for _, item in items)

    def put_back(self, members: dict[str, Any]) -> None:
        """Insert the removed items into the lists of an object.

        Each item returns to its index, or to the end of a list that is shorter now. The items of a list that no
        longer exists are dropped.

        Args:
            members: the object as new containers, which are changed.
        """
        for path in sorted(
            self.lists, key=len, reverse=True
        ):  # inner lists first: indices in a path do not count removed items
            place = _at(members, path)
            if is_array(place):
                place[:] = _joined(place, self.lists[path])


_live: set[ref[SetAsideItems]] = set()
"""All instances that are alive. While there are none, no value has to be searched for them."""


def any_set_aside() -> bool:
    """Whether anything is set aside of any value in this process."""
    return bool(_live)


def _at(value: Any, path: Path) -> Any:
    for token in path:
        if is_object(value):
            value = value.get(str(token))
        elif is_array(value) and isinstance(token, int) and token < len(value):
            value = value[token]
        else:
            return None
    return value


def _joined(kept: list[Any], missing: Sequence[tuple[int, SetAside]]) -> list[Any]:
    joined: list[Any] = []
    rest = iter(kept)
    for index, item in missing:
        joined.extend(islice(rest, index - len(joined)))
        joined.append(item.value)
    joined.extend(rest)
    return joined
