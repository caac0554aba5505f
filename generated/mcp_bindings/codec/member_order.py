"""Restores member order, which has no meaning in JSON but matters to readers, caches and signatures.

A model has its members in the order of declaration. So a decoded value keeps a reference to its document, and encoding
puts the members back into the order of the document. Members added since then follow at the end.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from ..json_values import is_array, is_object


def restore(value: Any, origin: Any) -> Any:
    """`value` with the members of every object in the order they have in `origin`.

    Parts that are in that order already are not copied. Both values are plain JSON.
    """
    if value.__class__ is dict and is_object(origin):
        if len(value) != len(origin) or list(value) != list(origin):
            return _reordered(value, origin)
        result = value
        for name, item in value.items():
            if item.__class__ is dict or item.__class__ is list:
                part = restore(item, origin[name])
                if part is not item:
                    result = value.copy() if result is value else result
                    result[name] = part
        return result
    if value.__class__ is list and is_array(origin):
        pairs = zip(value, origin, strict=True) if len(value) == len(origin) else _paired(value, origin)
        return [
            restore(item, source) if item.__class__ is dict or item.__class__ is list else item
            for item, source in pairs
        ]
    return value


def _reordered(value: dict[str, Any], origin: dict[str, Any]) -> dict[str, Any]:
    """The known members in the order of the origin, then those that were added since."""
    result: dict[str, Any] = {}
    for name, source in origin.items():
        if name in value:
            item = value[name]
            is_container = item.__class__ is dict or item.__class__ is list
            result[name] = restore(item, source) if is_container else item
    if len(result) < len(value):
        result.update((name, item) for name, item in value.items() if name not in result)
    return result


NEAR = 8
"""How many items are compared before contents are indexed: enough to find an item after a few that were removed."""


class Matching:
    """Finds for each item of a list the one of equal content that it was decoded from, where some came or went.

    Args:
        origins: the items of the document.

    Attributes:
        start: the place of the first item of the document that can still be found; items are found in order.
    """

    def __init__(self, origins: list[Any]) -> None:
        self.start: int = 0
        self._origins = origins
        self._index: _Index | None = None

    def near(self, item: Any) -> int | None:
        """The place of an item of equal content among the next few; None if there is none."""
        origins, start = self._origins, self.start
        try:
            for place in range(start, min(start + NEAR, len(origins))):
                if origins[place] == item:
                    self.start = place + 1
                    return place
        except Exception:  # a class of another package that cannot be compared
            return None
        return None

    def anywhere(self, item: Any) -> int | None:
        """The place of an item of equal content, however far; None if there is none. The item is plain JSON."""
        place = self.near(item)
        if place is None and self.start + NEAR < len(self._origins):
            self._index = self._index or _Index(self._origins)
            place = self._index.first(item, self.start + NEAR)
            if place is not None:
                self.start = place + 1
        return place


def _paired(items: list[Any], origins: list[Any]) -> list[tuple[Any, Any]]:
    """Each item with the one of equal content that it was decoded from, where items were added or removed."""
    matching = Matching(origins)
    places = [matching.anywhere(item) for item in items]
    return [(item, None if place is None else origins[place]) for item, place in zip(items, places, strict=True)]


class _Index:
    """The places of items by their content, so that a long list is not searched again for each item."""

    def __init__(self, items: list[Any]) -> None:
        self._places: dict[Any, deque[int]] = {}
        for place, item in enumerate(items):
            self._places.setdefault(content_of(item), deque()).append(place)

    def first(self, item: Any, start: int) -> int | None:
        """The first place from `start` on with an item of this content; `start` never decreases."""
        places = self._places.get(content_of(item), deque())
        while places and places[0] < start:
            places.popleft()
        return places[0] if places else None


def content_of(value: Any) -> Any:
    """Something that is equal for equal JSON values, and hashes well whatever numbers a peer chooses.

    Python gives many integers the same hash, so numbers are written as text.
    """
    if is_object(value):
        return frozenset((name, content_of(member)) for name, member in value.items())
    if is_array(value):
        return tuple(content_of(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return (f"{value:x}",) if isinstance(value, int) else (repr(value),) if isinstance(value, float) else value
