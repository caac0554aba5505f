"""A real session beside the model of its state, and a snapshot of all that a session stores, for comparison."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_bindings.jsonrpc.parser import MessageParser
from mcp_bindings.limits import Limits
from mcp_bindings.session.local_side import SessionSettings
from mcp_bindings.session.profile import MethodProfile, RevisionProfile
from mcp_bindings.session.revision_selector import RevisionSelector
from mcp_bindings.session.session import Session
from tests.session.model import End
from tests.session.tables import Side

JSON = Any


def text(document: object) -> bytes:
    """Encode a document as peers do."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


@dataclass
class Parcel:
    """A text, an HTTP status or the end of a stream, on its way to the other end."""

    kind: str
    """`text`, `status` (of HTTP, with an error in the body) or `end` of the stream."""
    data: bytes = b""
    headers: Mapping[str, str] | None = None
    id: JSON = None
    """Id of the request that the HTTP status responds to."""
    status: int = 0
    heard: bool = False
    """Whether an observer between the ends has heard it."""
    blamed: bool = False
    """Whether that observer has rejected it."""

    @property
    def document(self) -> JSON:
        return json.loads(self.data)


@dataclass
class Actor:
    """One end of the connection: a session and its model."""

    session: Session
    model: End

    @property
    def role(self) -> Side:
        return self.model.role

    def snapshot(self) -> object:
        """All state of the session, as comparable values."""
        session = self.session
        shown = (
            session.state,
            session.version,
            dict(session.pending),
            dict(session.peer_requests),
            session.capabilities,
        )
        return repr(shown), frozen(session)


@dataclass
class Link:
    """A server's end, and the parcels on their way to and from it. Over HTTP each per-request POST has its own link."""

    server: Actor
    up: deque[Parcel] = field(default_factory=deque[Parcel])
    down: deque[Parcel] = field(default_factory=deque[Parcel])
    posted: JSON = None
    """The id of the only request, if this is the link of one POST."""
    is_post: bool = False


_TABLES = (RevisionProfile, MethodProfile, MessageParser, Limits, RevisionSelector, SessionSettings)
"""Types whose values never change, but for what `SessionSettings` makes once for all sessions with the settings."""
_PLAIN = (str, int, float, bool, type(None))
_SLOTS: dict[type, tuple[str, ...]] = {}
_SHARED = ("document", "params")
"""Attributes that are replaced but never modified in place."""
_REMEMBERED = ("_allowed_methods", "findings")
"""Caches of a session, which are not part of its state."""


def frozen(value: object, seen: dict[int, int] | None = None) -> object:
    """An immutable copy of a value that may change; a value that occurs again is represented by its position."""
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
    """The slots of a class; none if its instances have a `__dict__`."""
    if kind not in _SLOTS:
        _SLOTS[kind] = tuple(name for each in kind.__mro__ for name in vars(each).get("__slots__", ()))
    return _SLOTS[kind]
