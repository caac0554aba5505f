"""Members of JSON that may be anything."""

from __future__ import annotations

from typing import Any, TypeGuard

JSON = Any


def is_object(value: object) -> TypeGuard[dict[str, JSON]]:
    """Is it a JSON object?"""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[JSON]]:
    """Is it a JSON array?"""
    return isinstance(value, list)


def elements(value: object) -> list[JSON]:
    """The elements of an array; none of anything else."""
    return value if is_list(value) else []


def member(value: object, *names: str) -> JSON:
    """A member, however deep; None where there is none."""
    for name in names:
        value = value.get(name) if is_object(value) else None
    return value


def members(value: object, *names: str) -> dict[str, JSON]:
    """An object, however deep; an empty one where there is none."""
    found = member(value, *names)
    return found if is_object(found) else {}
