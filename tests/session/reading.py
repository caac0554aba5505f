"""Access to members of untyped JSON."""

from __future__ import annotations

from typing import Any, TypeGuard

JSON = Any


def is_object(value: object) -> TypeGuard[dict[str, JSON]]:
    """Whether a value is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[JSON]]:
    """Whether a value is a JSON array."""
    return isinstance(value, list)


def elements(value: object) -> list[JSON]:
    """The elements of an array; none if the value is not an array."""
    return value if is_list(value) else []


def member(value: object, *names: str) -> JSON:
    """A nested member; None if it does not exist."""
    for name in names:
        value = value.get(name) if is_object(value) else None
    return value


def members(value: object, *names: str) -> dict[str, JSON]:
    """A nested object; empty if it does not exist."""
    found = member(value, *names)
    return found if is_object(found) else {}
