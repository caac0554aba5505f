"""Which era a message belongs to, for a server that speaks both.

No single sign decides alone but the two the specification names: `initialize` opens a legacy session, and a version in
`_meta` makes a request modern. Clients exist that agree on 2025-11-25 and still send the `_meta` keys of 2026-07-28; a
tolerant server holds such a client to what was agreed.

Page: /specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from ..http_fields import HeaderFields, Headers
from ..json_values import member_at
from ..revisions import REVISIONS, revision
from ..spec.names import INITIALIZE, INITIALIZED, META, SESSION_HEADER, VERSION_HEADER, VERSION_KEY, Era
from .versions import era_of


class EraVerdict(NamedTuple):
    """The era of a message, and what tells it."""

    era: Era | None
    """None if nothing tells."""

    version: str | None
    """What the message, its headers or the session name as version, known or not; None if nothing does."""

    reasons: tuple[str, ...]
    """Every sign there is, the deciding one first."""

    mixed: bool = False
    """Do signs contradict each other?"""


class _Sign(NamedTuple):
    era: Era
    version: str | None
    reason: str


@cache
def methods_of_one_era() -> Mapping[str, Era]:
    """Methods that only revisions of one era have, such as `initialize` and `server/discover`."""
    eras: dict[str, set[Era]] = {}
    for known in map(revision, REVISIONS):
        for name, info in known.methods.items():
            if info.kind != "embedded":
                eras.setdefault(name, set()).add(known.era)
    return MappingProxyType({name: next(iter(found)) for name, found in eras.items() if len(found) == 1})


def classify_era(
    message: object, headers: Headers | None = None, session: str | None = None, *, tolerant: bool = False
) -> EraVerdict:
    """The era that a message from a client belongs to.

    In this order: `initialize` is legacy; a version in `_meta` is modern; then the header's version, the session, the
    session's id, and a method that one era has alone. With `tolerant`, a session or header of a revision with a
    handshake comes before `_meta`, and so does a version of that era in `_meta` itself.

    Args:
        message: one JSON-RPC message as a parsed value.
        headers: of the HTTP request; None on stdio.
        session: the version that `initialize` has settled on this connection or session; None if none has.
        tolerant: take clients that mix eras by what was agreed?
    """
    received = HeaderFields(headers if headers is not None else {})
    declared = _declared(message)
    modern = [sign for sign in declared if sign.era == "per-request"]
    agreed = [*_by_header(received), *_by_session(received, session)]
    legacy = [sign for sign in [*declared, *agreed] if sign.era == "handshake"]
    if tolerant:
        signs = [*_opening(message), *legacy, *modern, *agreed, *_by_method(message)]
    else:
        as_modern = [sign._replace(era="per-request") for sign in declared]
        signs = [*_opening(message), *as_modern, *agreed, *_by_method(message)]
    if not signs:
        return EraVerdict(None, None, ("nothing names a version, a session or an era",))
    decided = signs[0]
    version = next((sign.version for sign in signs if sign.era == decided.era and sign.version is not None), None)
    reasons = tuple(dict.fromkeys(sign.reason for sign in signs))
    return EraVerdict(decided.era, version, reasons, len({sign.era for sign in [*signs, *legacy]}) > 1)


def opens_session(message: object) -> bool:
    """Is this `initialize`, as revisions with a handshake have it?

    One without a `protocolVersion` of its own that names a version without a handshake in its `_meta` is a request of
    that version, which has no such method.
    """
    if method_of(message) != INITIALIZE:
        return False
    asked = member_at(message, "params", "protocolVersion")
    return asked is not None or era_of(declared_version(message)) != "per-request"


def _opening(message: object) -> list[_Sign]:
    if not opens_session(message) and method_of(message) != INITIALIZED:
        return []
    version = member_at(message, "params", "protocolVersion")
    return [_Sign("handshake", version if isinstance(version, str) else None, f"the method is {method_of(message)}")]


def _declared(message: object) -> list[_Sign]:
    version = declared_version(message)
    if version is not None:
        return [_Sign(era_of(version) or "per-request", version, f"_meta has {VERSION_KEY}")]
    return []


def _by_header(received: HeaderFields) -> list[_Sign]:
    version = received.first(VERSION_HEADER)
    era = era_of(version)
    return [_Sign(era, version, f"{VERSION_HEADER} names a revision of that era")] if era is not None else []


def _by_session(received: HeaderFields, session: str | None) -> list[_Sign]:
    signs = [_Sign("handshake", session, "initialize has settled a version")] if session is not None else []
    if received.first(SESSION_HEADER) is not None:
        signs.append(_Sign("handshake", None, f"there is a {SESSION_HEADER}"))
    return signs


def _by_method(message: object) -> list[_Sign]:
    method = method_of(message)
    era = methods_of_one_era().get(method) if method is not None else None
    return [_Sign(era, None, "only revisions of that era have the method")] if era is not None else []


def method_of(message: object) -> str | None:
    """The method of a message that may be anything."""
    method = member_at(message, "method")
    return method if isinstance(method, str) else None


def declared_version(message: object) -> str | None:
    """The version that a request names in its `_meta`."""
    version = member_at(message, "params", META, VERSION_KEY)
    return version if isinstance(version, str) else None
