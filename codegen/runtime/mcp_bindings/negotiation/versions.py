"""Which version: what a server answers, and what a client makes of it.

Versions are members of `mcp_bindings.REVISIONS` and are compared by their place there. One that is not is unknown: it
may be asked for and refused, and is never chosen. Every function that chooses takes `minimum`, a release below which
nothing is chosen or accepted, so that no peer and nobody between can talk a side down.

Pages: /specification/2025-11-25/basic/lifecycle#version-negotiation for revisions with `initialize`,
/specification/2026-07-28/basic/versioning#protocol-version-negotiation for those with a version in every request.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ..json_values import is_array, is_object
from ..revisions import REVISIONS, UnknownRevision, revision
from ..spec.error_codes import INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION
from ..spec.names import META, VERSION_KEY, Era


class ErrorObject(NamedTuple):
    """The `error` member of a JSON-RPC response, and the HTTP status that goes with it."""

    code: int
    message: str
    data: Mapping[str, Any] | None = None
    http_status: int | None = None
    """None where the specification gives none."""

    def to_value(self) -> dict[str, Any]:
        """As it is written in the response."""
        value: dict[str, Any] = {"code": self.code, "message": self.message}
        return value if self.data is None else {**value, "data": dict(self.data)}


def era_of(version: object) -> Era | None:
    """The era of a release; None for anything else."""
    return revision(version).era if isinstance(version, str) and version in REVISIONS else None


def usable(versions: Iterable[object], *, era: Era | None = None, minimum: str | None = None) -> tuple[str, ...]:
    """The releases among some versions, newest first and each once; of one era and not below `minimum`, if given.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    return _usable(frozenset(version for version in versions if isinstance(version, str)), era, minimum)


@lru_cache(maxsize=256)  # a server asks this several times for each request, with the versions it speaks
def _usable(versions: frozenset[str], era: Era | None, minimum: str | None) -> tuple[str, ...]:
    if minimum is not None and minimum not in REVISIONS:
        raise UnknownRevision(f"unknown minimum {minimum!r}; known are {', '.join(REVISIONS)}")
    floor = 0 if minimum is None else REVISIONS.index(minimum)
    found = [version for version in REVISIONS[floor:] if version in versions and era in (None, era_of(version))]
    return tuple(reversed(found))


class InitializeAnswer(NamedTuple):
    """What a server answers to `initialize`: a version, or an error if it speaks none with a handshake."""

    version: str | None
    error: ErrorObject | None = None


def answer_initialize(requested: object, supported: Collection[str], *, minimum: str | None = None) -> InitializeAnswer:
    """The version of the server's answer: the one asked for if it is spoken, else the newest that is.

    Versions without a handshake take no part, asked for or not. A server that speaks no other answers with an error
    that names its versions, as those should; its code is left to implementations, and is here that of an unsupported
    version. See /specification/2025-11-25/basic/lifecycle#version-negotiation and
    /specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions.

    Args:
        requested: `params.protocolVersion`, whatever it is.
        supported: what the server speaks.
        minimum: oldest release it would answer with.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    spoken = usable(supported, era="handshake", minimum=minimum)
    if not isinstance(requested, str):
        return InitializeAnswer(None, ErrorObject(INVALID_PARAMS, "protocolVersion is no string"))
    if not spoken:
        return InitializeAnswer(None, unsupported(requested, supported, minimum=minimum))
    return InitializeAnswer(requested if requested in spoken else spoken[0])


AnswerReason = Literal["agreed", "counter-offer", "no string", "unknown", "not supported", "below minimum", "wrong era"]


class AnswerVerdict(NamedTuple):
    """What a client does on the answer to `initialize`: go on with the version, or disconnect if there is none."""

    version: str | None
    reason: AnswerReason

    @property
    def proceed(self) -> bool:
        """Go on? Otherwise disconnect."""
        return self.version is not None


def judge_answer(
    answered: object, requested: str, supported: Collection[str], *, minimum: str | None = None
) -> AnswerVerdict:
    """The client's verdict on the version that the server answered.

    It need not be the one asked for; it must be one the client speaks, with a handshake. See
    /specification/2025-11-25/basic/lifecycle#version-negotiation and `InitializeResult` in `schema.ts`.

    Args:
        answered: `result.protocolVersion`, whatever it is.
        requested: what the client had asked for.
        supported: what the client speaks.
        minimum: oldest release it would go on with.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    if not isinstance(answered, str):
        return AnswerVerdict(None, "no string")
    if answered in usable(supported, era="handshake", minimum=minimum):
        return AnswerVerdict(answered, "agreed" if answered == requested else "counter-offer")
    if answered not in REVISIONS:
        return AnswerVerdict(None, "unknown")
    if era_of(answered) != "handshake":
        return AnswerVerdict(None, "wrong era")
    return AnswerVerdict(None, "below minimum" if answered in supported else "not supported")


class VersionVerdict(NamedTuple):
    """What a server makes of the version of one request: the revision to serve it by, or an error."""

    version: str | None
    error: ErrorObject | None = None


def judge_request_version(
    requested: object, supported: Collection[str], *, minimum: str | None = None
) -> VersionVerdict:
    """The server's verdict on the version in a request's `_meta`.

    A version that is unknown, not spoken or needs a handshake is answered with the versions that are spoken, those
    with a handshake among them. See /specification/2026-07-28/basic/versioning#protocol-version-negotiation, and
    /specification/2026-07-28/basic/index#meta for a version that is missing.

    Args:
        requested: the value at `io.modelcontextprotocol/protocolVersion`; None if there is none.
        supported: what the server speaks.
        minimum: oldest release it would serve.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    if not isinstance(requested, str):
        text = f"{META} has no {VERSION_KEY}" if requested is None else "version is no string"
        return VersionVerdict(None, ErrorObject(INVALID_PARAMS, text, http_status=400))
    if requested in usable(supported, era="per-request", minimum=minimum):
        return VersionVerdict(requested)
    return VersionVerdict(None, unsupported(requested, supported, minimum=minimum))


def unsupported(requested: str, supported: Collection[str], *, minimum: str | None = None) -> ErrorObject:
    """The error that names what a server speaks, newest first: `UnsupportedProtocolVersionError`, HTTP status 400.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    data = {"supported": list(usable(supported, minimum=minimum)), "requested": requested}
    return ErrorObject(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", data, 400)


RetryReason = Literal["listed", "no list", "nothing in common", "already refused"]


class Retry(NamedTuple):
    """What a client tries after a refusal: a version, spoken the way of its era, or nothing if there is none."""

    version: str | None
    reason: RetryReason

    @property
    def era(self) -> Era | None:
        """`per-request`: send the request again with this version; `handshake`: send `initialize` with it."""
        return era_of(self.version)


def choose_retry(
    data: object, supported: Collection[str], *, refused: Sequence[str] = (), minimum: str | None = None
) -> Retry:
    """The version to try next, from the `data` of an `UnsupportedProtocolVersionError`.

    The newest in common whose requests carry their version; only without one, the newest in common with a handshake,
    which the server has named as spoken too. A version that is listed though it was refused comes last and is tried
    once more, as servers of one address need not be alike; a second refusal ends the search. See /specification/2026-07-28/basic/versioning#protocol-version-negotiation.

    Args:
        data: `error.data`, whatever it is. A `DiscoverResult`'s `supportedVersions` fits as `{"supported": …}`.
        supported: what the client speaks.
        refused: versions that this server has refused, each as often as it has.
        minimum: oldest release it would go on with.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    listed: Any = data.get("supported") if is_object(data) else None
    if not is_array(listed):
        usable((), minimum=minimum)
        return Retry(None, "no list")
    mutual = [version for version in usable(supported, minimum=minimum) if version in listed]
    for times in range(2):
        left = [version for version in mutual if refused.count(version) == times]
        modern = [version for version in left if era_of(version) == "per-request"]
        if left:
            return Retry((modern or left)[0], "listed")
    return Retry(None, "already refused" if mutual else "nothing in common")
