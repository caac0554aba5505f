"""Restores member order, which has no meaning in JSON but matters to readers, caches and signatures.

A model has its members in the order of declaration. So a decoded value keeps a reference to its document, and encoding
puts the members back into the order of the document. Members added since then follow at the end.
"""

from __future__ import annotations

from typing import Any

from ..json_values import is_array, is_object


def restore(value: Any, origin: Any) -> Any:
    """`value` with the members of every object in the order they have in `origin`."""
    if is_object(value) and is_object(origin):
        known = [name for name in origin if name in value]
        added = [name for name in value if name not in origin]
        return {name: restore(value[name], origin[name]) if name in origin else value[name] for name in known + added}
    if is_array(value) and is_array(origin):
        return [restore(item, source) for item, source in _paired(value, origin)]
    return value


def _paired(items: list[Any], origins: list[Any]) -> list[tuple[Any, Any]]:
    """Each item with the one it was decoded from: by place, or by content where items were added or removed."""
    if len(items) == len(origins):
        return list(zip(items, origins, strict=True))
    pairs: list[tuple[Any, Any]] = []
    start = 0
    for item in items:
        place = next((index for index in range(start, len(origins)) if origins[index] == item), None)
        pairs.append((item, None if place is None else origins[place]))
        start = start if place is None else place + 1
    return pairs
