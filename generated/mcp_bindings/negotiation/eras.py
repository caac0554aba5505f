"""Find the era of a message, for a server that speaks both eras.

The specification names two signs, and one of them is enough: `initialize` opens a session with a handshake, and a
version in `_meta` makes a request per-request. Some clients agree on 2025-11-25 and still send the `_meta` keys of
2026-07-28. A tolerant server reads the messages of such clients in 2025-11-25, the agreed revision.

Page: /specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ..json_values import member_at
from ..revisions import REVISIONS, VERSIONS, revision
from ..spec.http_fields import Headers, to_header_fields
from ..spec.names import INITIALIZE, INITIALIZED, META, SESSION_HEADER, VERSION_HEADER, VERSION_KEY, Era
from .versions import era_of


class EraVerdict(NamedTuple):
    """The era of a message, and the signs that show it."""

    era: Era | None
    """The era; None if no sign shows it."""

    version: str | None
    """The first version, known or unknown, that the signs of this era name; None if they name no version."""

    reasons: tuple[str, ...]
    """A text for each sign that was found, with the deciding sign first. If no sign was found, one text says so."""

    mixed: bool = False
    """True if signs contradict each other."""


class _EraSign(NamedTuple):
    era: Era
    version: str | None
    reason: str


class _EraEvidence(NamedTuple):
    """The facts from which the era of a message is derived."""

    method: str | None
    """The method, if only revisions of one era have it; otherwise None."""

    opening: tuple[_EraSign, ...]
    declared: str | None
    """The version in `_meta`; None if `_meta` names no version."""

    header: str | None
    """The version in the header; None if no header names a version."""

    session: str | None
    """The version that `initialize` has settled; None if no version is settled."""

    has_session_id: bool


_KNOWN_VERSIONS = frozenset({None, *VERSIONS})


@cache
def find_methods_of_one_era() -> Mapping[str, Era]:
    """Return the era of each method that only revisions of one era send as a message of its own, such as `initialize`.

    Among them are methods that the other era embeds in results, such as `sampling/createMessage`.
    """
    eras: dict[str, set[Era]] = {}
    for rev in map(revision, REVISIONS):
        for name, info in rev.methods.items():
            if info.kind != "embedded":
                eras.setdefault(name, set()).add(rev.era)
    return MappingProxyType({name: next(iter(found)) for name, found in eras.items() if len(found) == 1})


def classify_era(
    message: object, headers: Headers | None = None, session: str | None = None, *, tolerant: bool = False
) -> EraVerdict:
    """Return the era of a message from a client, and the signs that were found.

    The first sign in this order decides. An `initialize` that opens a session (`opens_session`) and
    `notifications/initialized` mean handshake, and a version in `_meta` means per-request. Then come the version in the
    header, the version of the session, the id of the session, and a method that only one era has. With `tolerant`, a
    sign of the handshake era in `_meta`, the headers or the session decides before a per-request version in `_meta`.

    Args:
        message: one JSON-RPC message as a parsed value.
        headers: the headers of the HTTP request; None on stdio.
        session: the version that `initialize` has settled on this connection or session; None if no version is
            settled.
        tolerant: whether to read a message with signs of both eras in the version that the handshake has settled.
    """
    received = to_header_fields(headers if headers is not None else {})
    method = method_of(message)
    evidence = _EraEvidence(
        method if method in find_methods_of_one_era() else None,
        _find_opening_signs(message, method),
        read_declared_version(message),
        received.first(VERSION_HEADER),
        session,
        received.first(SESSION_HEADER) is not None,
    )
    if evidence.opening or not _KNOWN_VERSIONS.issuperset((evidence.declared, evidence.header, session)):
        return _classify_evidence(evidence, tolerant)
    return _classify_known_versions(evidence, tolerant)


def _classify_evidence(evidence: _EraEvidence, tolerant: bool) -> EraVerdict:
    declared = _find_declared_signs(evidence.declared)
    per_request = [sign for sign in declared if sign.era == "per-request"]
    agreed = [*_find_header_signs(evidence.header), *_find_session_signs(evidence)]
    handshake = [sign for sign in [*declared, *agreed] if sign.era == "handshake"]
    if tolerant:
        signs = [*evidence.opening, *handshake, *per_request, *agreed, *_find_method_signs(evidence.method)]
    else:
        as_per_request = [sign._replace(era="per-request") for sign in declared]
        signs = [*evidence.opening, *as_per_request, *agreed, *_find_method_signs(evidence.method)]
    if not signs:
        return EraVerdict(None, None, ("nothing names a version, a session or an era",))
    decided = signs[0]
    version = next((sign.version for sign in signs if sign.era == decided.era and sign.version is not None), None)
    reasons = tuple(dict.fromkeys(sign.reason for sign in signs))
    return EraVerdict(decided.era, version, reasons, len({sign.era for sign in [*signs, *handshake]}) > 1)


_classify_known_versions = lru_cache(maxsize=256)(_classify_evidence)
"""`_classify_evidence` with a cache, for evidence that names known versions only. Evidence that names other versions is
not cached, since a peer can make up any number of versions.
"""


def opens_session(message: object) -> bool:
    """Return whether a message is the `initialize` of a revision with a handshake.

    An `initialize` that lacks `protocolVersion` and names a per-request version in `_meta` opens no session, since
    per-request versions have no such method.
    """
    if method_of(message) != INITIALIZE:
        return False
    requested = member_at(message, "params", "protocolVersion")
    return requested is not None or era_of(read_declared_version(message)) != "per-request"


def _find_opening_signs(message: object, method: str | None) -> tuple[_EraSign, ...]:
    if method not in (INITIALIZE, INITIALIZED) or (method == INITIALIZE and not opens_session(message)):
        return ()
    version = member_at(message, "params", "protocolVersion")
    return (_EraSign("handshake", version if isinstance(version, str) else None, f"the method is {method}"),)


def _find_declared_signs(version: str | None) -> list[_EraSign]:
    if version is not None:
        return [_EraSign(era_of(version) or "per-request", version, f"_meta has {VERSION_KEY}")]
    return []


def _find_header_signs(version: str | None) -> list[_EraSign]:
    era = era_of(version)
    return [_EraSign(era, version, f"{VERSION_HEADER} names a revision of that era")] if era is not None else []


def _find_session_signs(evidence: _EraEvidence) -> list[_EraSign]:
    agreed = evidence.session
    signs = [_EraSign("handshake", agreed, "initialize has settled a version")] if agreed is not None else []
    if evidence.has_session_id:
        signs.append(_EraSign("handshake", None, f"there is a {SESSION_HEADER}"))
    return signs


def _find_method_signs(method: str | None) -> list[_EraSign]:
    era = find_methods_of_one_era().get(method) if method is not None else None
    return [_EraSign(era, None, "only revisions of that era have the method")] if era is not None else []


def method_of(message: object) -> str | None:
    """Return the method of a JSON value that may be a message; None if the value has no method."""
    method = member_at(message, "method")
    return method if isinstance(method, str) else None


def read_declared_version(message: object) -> str | None:
    """Return the version that a request names in its `_meta`; None if `_meta` names no version."""
    version = member_at(message, "params", META, VERSION_KEY)
    return version if isinstance(version, str) else None
