"""What a tolerant read set aside: kept beside the object it stood in, and put back when that object is written.

Such a record goes where its object goes: into a copy, a pickle or another document. It is no part of what the object
says, so equality and `model_dump` do not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias
from weakref import ref

from ..errors import Finding
from ..json_values import is_array, is_object

Mode: TypeAlias = Literal["strict", "tolerant"]
"""How a document is read: as the schema has it, or with what does not fit set aside."""

Path: TypeAlias = tuple[str | int, ...]
"""The way to a list from the object that is typed: wire names, and places in lists."""


class SetAside(NamedTuple):
    """A part of a document that a tolerant read could not type."""

    pointer: str
    """Where it stood: JSON Pointer (RFC 6901) into the document as it came."""

    value: Any
    """The JSON value as it came."""

    findings: tuple[Finding, ...]
    """Why, with pointers into the document as it came; at least one."""

    carried: bool
    """True for a member of a union whose tag no arm knows: it stands at its place, as an `UnknownMember`.
    False for an item that is missing from its list."""


class SetAsideItems:
    """What was set aside of one object, or that the object itself is carried.

    Args:
        lists: items that are missing from lists, each with its index in the list as it came, ascending.
        carried: the object itself, where it is an `UnknownMember`.
    """

    __slots__ = ("__weakref__", "carried", "lists")

    def __init__(self, lists: Mapping[Path, Sequence[tuple[int, SetAside]]], carried: SetAside | None = None) -> None:
        self.lists = lists
        self.carried = carried
        _live.add(ref(self, _live.discard))

    def __reduce__(self) -> tuple[type[SetAsideItems], tuple[Any, ...]]:
        return SetAsideItems, (self.lists, self.carried)

    def contents(self) -> Iterable[SetAside]:
        """All of it."""
        if self.carried is not None:
            yield self.carried
        for items in self.lists.values():
            yield from (item for _, item in items)

    def put_back(self, members: dict[str, Any]) -> None:
        """Give an object, in plain containers of its own, the missing items of its lists.

        Each goes to its index, or to the end of a list that is shorter by now. A list that is gone takes them along.
        """
        for path in sorted(self.lists, key=len, reverse=True):  # an index in a path does not count what was set aside
            place = _at(members, path)
            if is_array(place):
                place[:] = _joined(place, self.lists[path])


_live: set[ref[SetAsideItems]] = set()
"""Those that are alive. While there are none, no value needs to be searched for them."""


def any_set_aside() -> bool:
    """Is there any value of which something is set aside?"""
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
