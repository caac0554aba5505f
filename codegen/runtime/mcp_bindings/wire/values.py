"""Typed values and plain ones: from a model to containers, and from a document to its model."""

from __future__ import annotations

from typing import Any

from ..json_values import is_array, is_object
from .model import UnknownMember, WireModel, keep_origin, set_aside_of, wire_table


class StandIn:
    """An unknown member on its way through a validator, to which every attribute of it is the tag of its own arm."""

    def __init__(self, member: UnknownMember) -> None:
        self.member = member

    def __getattr__(self, name: str) -> Any:
        return UnknownMember


def plain(value: Any, *, whole: bool = True) -> Any:
    """A value in plain containers, with unknown members under their own names again.

    Args:
        value: the value.
        whole: with what was set aside at its place; without, it is what a validator accepts.
    """
    if isinstance(value, UnknownMember) and not whole:
        return StandIn(value)
    if isinstance(value, WireModel):
        table = wire_table(type(value))
        members = {name: getattr(value, attribute) for name, attribute in table.attributes.items() if name in value}
        for key, member in (value.__pydantic_extra__ or {}).items():
            members[key[:-1] if key.rstrip("\0") in table.shadowing else key] = member
        written = {name: plain(member, whole=whole) for name, member in members.items()}
        shelf = set_aside_of(value)
        if shelf is not None and whole:
            shelf.put_back(written)
        return written
    if is_array(value):
        return [plain(item, whole=whole) for item in value]
    if is_object(value):
        return {name: plain(item, whole=whole) for name, item in value.items()}
    return value


def remember(value: Any, origin: Any) -> None:
    """Keep the document a value was decoded from, as text or parsed, for the order of its members."""
    if isinstance(value, WireModel):
        keep_origin(value, origin)
    elif is_array(value) and is_array(origin):
        for item, source in zip(value, origin, strict=False):
            remember(item, source)
    elif is_object(value) and is_object(origin):
        for name, item in value.items():
            remember(item, origin.get(name))
