"""A real session beside the model of what it knows, and everything that a session holds, to compare it before and after."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_bindings.jsontypes import is_array
from mcp_bindings.session import Session
from tests.session.model import End
from tests.session.tables import Side

JSON = Any


def text(document: object) -> bytes:
    """As peers write it."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


@dataclass
class Parcel:
    """What travels one way."""

    kind: str
    """`text`, `status` (of HTTP, with an error in the body) or `end` of the stream."""
    data: bytes = b""
    headers: Mapping[str, str] | None = None
    id: JSON = None
    """Of the request that a status answers."""
    status: int = 0

    @property
    def document(self) -> JSON:
        return json.loads(self.data)


@dataclass
class Actor:
    """One end."""

    session: Session
    model: End

    @property
    def role(self) -> Side:
        return self.model.role

    def held(self) -> object:
        """All that the session knows, told by values."""
        session = self.session
        shown = (session.state, session.version, dict(session.pending), dict(session.unanswered), session.capabilities)
        return repr(shown), frozen(session)


@dataclass
class Link:
    """A server's end and what travels to and from it. On HTTP a modern POST has one of its own."""

    server: Actor
    up: deque[Parcel] = field(default_factory=deque[Parcel])
    down: deque[Parcel] = field(default_factory=deque[Parcel])
    posted: JSON = None
    """The id of the only request, if it is the link of one POST."""
    is_post: bool = False


_SHARED = ("front_end", "rules", "row", "document", "params", "limits", "_reader")
"""Attributes that are replaced and never changed."""


def frozen(value: object, seen: frozenset[int] = frozenset()) -> object:
    """A value that stays as it is, for something that may change."""
    if isinstance(value, (str, int, float, type(None))):
        return value
    if id(value) in seen:
        return "..."
    seen |= {id(value)}
    if isinstance(value, Mapping):
        return tuple((key, frozen(item, seen)) for key, item in value.items())
    if is_array(value) or isinstance(value, tuple):
        return tuple(frozen(item, seen) for item in value)
    if not type(value).__module__.startswith("mcp_bindings.session"):
        return repr(value)
    names = [*getattr(value, "__dict__", {}), *getattr(type(value), "__slots__", ())]
    return tuple(
        (name, id(item) if name in _SHARED else frozen(item, seen)) for name in names for item in [getattr(value, name)]
    )
