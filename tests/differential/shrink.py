"""From a failing document to a small one that fails the same way, since the fault is seldom in most of it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from tests.differential.values import JSON

ATTEMPTS = 1500
LONG = 8


def shrink(value: JSON, fails: Callable[[JSON], bool]) -> JSON:
    """Take out members and items, largest first, and shorten strings, for as long as it still fails."""
    attempts = ATTEMPTS
    progress = True
    while progress and attempts > 0:
        progress = False
        for candidate in _smaller(value):
            attempts -= 1
            if attempts <= 0:
                break
            if fails(candidate):
                value, progress = candidate, True
                break
    return value


def _smaller(value: JSON) -> Iterator[JSON]:
    """Copies with one thing less; what is outermost goes first."""
    for path in _paths(value):
        candidate = copy.deepcopy(value)
        holder: Any = candidate
        for key in path[:-1]:
            holder = holder[key]
        del holder[path[-1]]
        yield candidate
    for path in _paths(value):
        candidate = copy.deepcopy(value)
        holder = candidate
        for key in path[:-1]:
            holder = holder[key]
        item = holder[path[-1]]
        if isinstance(item, str) and len(item) > LONG:
            holder[path[-1]] = item[:LONG]
            yield candidate


def _paths(value: JSON) -> list[tuple[Any, ...]]:
    """Ways to every member and item, breadth first."""
    found: list[tuple[Any, ...]] = []
    queue: list[tuple[tuple[Any, ...], JSON]] = [((), value)]
    for path, item in queue:
        children = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
        for key, child in children:
            found.append((*path, key))
            queue.append(((*path, key), child))
    return found
