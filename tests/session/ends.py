"""A real session beside the model of what it knows, and all that a session holds, to compare it before and after."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_bindings.jsonrpc.parser import MessageParser
from mcp_bindings.limits import Limits
from mcp_bindings.session import Session
from mcp_bindings.session.profile import MethodProfile, RevisionProfile
from mcp_bindings.session.revision_selector import RevisionSelector
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
    """A server's end and what travels to and from it. On HTTP a per-request POST has one of its own."""

    server: Actor
    up: deque[Parcel] = field(default_factory=deque[Parcel])
    down: deque[Parcel] = field(default_factory=deque[Parcel])
    posted: JSON = None
    """The id of the only request, if it is the link of one POST."""
    is_post: bool = False


_TABLES = (RevisionProfile, MethodProfile, MessageParser, Limits, RevisionSelector)
"""What is made once and never changed."""
_PLAIN = (str, int, float, bool, type(None))
_SLOTS: dict[type, tuple[str, ...]] = {}
_SHARED = ("document", "params")
"""Attributes that are replaced and never changed."""
_REMEMBERED = ("_granted", "findings")
"""What a session has worked out from what it holds, so as not to work it out again: no part of what it knows."""


def frozen(value: object, seen: dict[int, int] | None = None) -> object:
    """A value that stays as it is, for something that may change; what occurs again is told by its place."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _TABLES:
        return id(value)
    seen = {} if seen is None else seen
    if id(value) in seen:
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    whole: Any = value
    if isinstance(value, Mapping):
        return tuple((key, frozen(whole[key], seen)) for key in whole)
    if isinstance(value, (list, tuple)):
        return tuple(frozen(item, seen) for item in whole)
    if not kind.__module__.startswith("mcp_bindings.session"):
        return repr(value)
    names = _attributes(kind) or tuple(vars(value))
    return tuple(
        (name, id(item) if name in _SHARED else frozen(item, seen))
        for name in names
        if name not in _REMEMBERED
        for item in [getattr(value, name)]
    )


def _attributes(kind: type) -> tuple[str, ...]:
    """The slots of a class; none if its values have a `__dict__`."""
    if kind not in _SLOTS:
        _SLOTS[kind] = tuple(name for each in kind.__mro__ for name in vars(each).get("__slots__", ()))
    return _SLOTS[kind]
