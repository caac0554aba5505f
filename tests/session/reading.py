"""Members of JSON that may be anything."""

from __future__ import annotations

from typing import Any, TypeGuard

JSON = Any


def is_object(value: object) -> TypeGuard[dict[str, JSON]]:
    """Is it a JSON object?"""
    return isinstance(value, dict)


def member(value: object, *names: str) -> JSON:
    """A member, however deep; None where there is none."""
    for name in names:
        value = value.get(name) if is_object(value) else None
    return value


def members(value: object, *names: str) -> dict[str, JSON]:
    """An object, however deep; an empty one where there is none."""
    found = member(value, *names)
    return found if is_object(found) else {}
