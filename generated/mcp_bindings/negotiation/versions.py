"""Choose the version that two peers use: for a server the version of its answer, for a client the next step.

The known versions are those of `mcp_bindings.REVISIONS`, in that order, and the version of the draft. The draft's
version is the newest, unless a release has the same version. A side speaks the draft only if the list of this side
names the draft. A peer may ask for an unknown version, but no function chooses an unknown version. Every function that
chooses has a parameter `minimum`, the oldest release that may be chosen or accepted, so that neither a peer nor a proxy
can force a downgrade.

Pages: /specification/2025-11-25/basic/lifecycle#version-negotiation for revisions with `initialize`,
/specification/2026-07-28/basic/versioning#protocol-version-negotiation for per-request revisions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ..errors import quote_value
from ..json_values import is_array, is_object, member_at
from ..renames import to_own_name
from ..revisions import REVISIONS, VERSIONS, Revision, UnknownRevision, list_body_types, list_params_types, revision
from ..spec.error_codes import INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION, to_revision_code
from ..spec.names import DISCOVER, META, VERSION_KEY, Era


class ErrorObject(NamedTuple):
    """The `error` member of a JSON-RPC response, and the HTTP status of that response."""

    code: int
    message: str
    data: Mapping[str, Any] | None = None
    """The `data` of the error, as JSON; None without data."""

    http_status: int | None = None
    """The HTTP status; None if the specification gives no status."""

    def to_value(self) -> dict[str, Any]:
        """Return the `error` member as JSON."""
        value: dict[str, Any] = {"code": self.code, "message": self.message}
        return value if self.data is None else {**value, "data": dict(self.data)}


def era_of(version: object) -> Era | None:
    """Return the era of a known version; None for any other value."""
    return revision(version).era if isinstance(version, str) and version in VERSIONS else None


def known_versions(
    versions: Iterable[object], *, era: Era | None = None, minimum: str | None = None
) -> tuple[str, ...]:
    """Return those of the given versions that are known, newest first and each once. Other values are ignored.

    Args:
        versions: versions or ids of revisions, known or not.
        era: the era of the versions to return; by default both eras.
        minimum: id of the oldest release to return; by default the oldest of all.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    if isinstance(versions, tuple):
        listed: tuple[object, ...] = versions
        with suppress(TypeError):  # an item that has no hash
            return _known_versions_of_tuple(listed, era, minimum)
    return _select_versions(_keep_known_versions(versions), era, minimum)


def _keep_known_versions(versions: Iterable[object]) -> frozenset[str]:
    return frozenset(each for each in versions if isinstance(each, str) and (each in VERSIONS or each in REVISIONS))


@lru_cache(maxsize=64)  # a server asks this several times for each request, with the same versions that it speaks
def _known_versions_of_tuple(versions: tuple[object, ...], era: Era | None, minimum: str | None) -> tuple[str, ...]:
    return _select_versions(_keep_known_versions(versions), era, minimum)


@lru_cache(maxsize=256)
def _select_versions(versions: frozenset[str], era: Era | None, minimum: str | None) -> tuple[str, ...]:
    if minimum is not None and minimum not in (*REVISIONS, *VERSIONS):
        raise UnknownRevision(f"minimum is {minimum!r}, which is not a known revision; known are {', '.join(VERSIONS)}")
    floor = 0 if minimum is None else VERSIONS.index(revision(minimum).version)
    spoken = {revision(name).version if name in REVISIONS else name for name in versions}
    found = [version for version in VERSIONS[floor:] if version in spoken and era in (None, era_of(version))]
    return tuple(reversed(found))


class InitializeAnswer(NamedTuple):
    """The answer of a server to `initialize`: a version, or an error if the server cannot choose a version."""

    version: str | None
    error: ErrorObject | None = None


def answer_initialize(requested: object, supported: Collection[str], *, minimum: str | None = None) -> InitializeAnswer:
    """Return the answer of a server to `initialize`: a version, or an error.

    Only versions with a handshake are chosen: the requested version if the server speaks it, otherwise the newest that
    the server speaks. A server that speaks no such version answers with an error that names the server's versions. The
    specification leaves the code of that error to implementations; here it is the code for an unsupported version.
    A requested value that is not a string gets the error for invalid params.

    Pages: /specification/2025-11-25/basic/lifecycle#version-negotiation,
    /specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions.

    Args:
        requested: `params.protocolVersion`, any JSON value.
        supported: versions that the server speaks.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    spoken = known_versions(supported, era="handshake", minimum=minimum)
    if not isinstance(requested, str):
        return InitializeAnswer(None, ErrorObject(INVALID_PARAMS, "protocolVersion is not a string"))
    if not spoken:
        return InitializeAnswer(None, make_unsupported_version_error(requested, supported, minimum=minimum))
    return InitializeAnswer(requested if requested in spoken else spoken[0])


def make_discover_result(
    revision: Revision, versions: Iterable[str], capabilities: Mapping[str, Any], instructions: str | None = None
) -> dict[str, Any]:
    """Return the result of `server/discover` as JSON.

    Some required members, such as `ttlMs`, are absent in results of older servers. `revision.protocol.defaults` has the
    value for which each absence stands, and the result has these values. Since `ttlMs` is 0, no client caches the
    result. Members that a later revision requires have the values of `add_required_members`.

    Args:
        revision: the revision of the result.
        versions: the versions that the server speaks.
        capabilities: the capabilities of the server, as JSON.
        instructions: the instructions of the server; None if the server has no instructions.
    """
    required = {row.member: json.loads(row.value) for row in revision.protocol.defaults if row.older_peer}
    found = {**required, "supportedVersions": list(versions), "capabilities": capabilities}
    found |= {} if instructions is None else {"instructions": instructions}
    return add_required_members(revision, DISCOVER, found)


def add_required_members(revision: Revision, method: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result, or the params of a notification, with those members added that are missing and required.

    The code of this package that writes the value does not know the members that later revisions require. These members
    have the values that `mb.translate` gives to the messages of earlier revisions. A member without such a
    value stays absent.

    Args:
        revision: the revision of the message.
        method: the method of the request or notification, by its name in any release.
        value: the result or the params, as JSON.
    """
    return _add_required(revision, method, value, list_body_types)


def add_required_params(revision: Revision, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the params of a request that opens a session, with those members added that are missing and required.

    The members are those of `add_required_members`. `_meta` is not added, since a session writes it.

    Args:
        revision: the revision of the message.
        method: the method of the request, by its name in any release.
        params: the params, as JSON.
    """
    return _add_required(revision, method, params, list_params_types)


def _add_required(
    revision: Revision,
    method: str,
    value: Mapping[str, Any],
    list_types: Callable[[Revision, str], tuple[str, ...]],
) -> dict[str, Any]:
    """Return a value with required members added, where `list_types` returns the types of such values of a method."""
    own = to_own_name(method, revision)
    schema = revision.schema_file.definitions.get(next(iter(list_types(revision, own)), ""), {})
    lacking = [name for name in schema.get("required", ()) if name not in value and name != META]
    if not lacking:
        return dict(value)
    from ..translation.translator import find_later_members  # loads all of translation, which is rarely needed

    values = find_later_members(revision, own, list_types)
    return {**value, **{name: values[name] for name in lacking if name in values}}


AnswerReason = Literal["agreed", "counter-offer", "no string", "unknown", "not supported", "below minimum", "wrong era"]


class AnswerVerdict(NamedTuple):
    """The decision of a client about the answer to `initialize`: the version to use, or None to disconnect."""

    version: str | None
    reason: AnswerReason

    @property
    def is_accepted(self) -> bool:
        """True if the client goes on; False if it disconnects."""
        return self.version is not None


def check_initialize_version(
    answered: object, requested: str, supported: Collection[str], *, minimum: str | None = None
) -> AnswerVerdict:
    """Return the decision of a client about the version in the answer of a server to `initialize`.

    The answered version may differ from the requested one, but must be a version with a handshake that the client
    speaks.

    Pages: /specification/2025-11-25/basic/lifecycle#version-negotiation, and `InitializeResult` in `schema.ts`.

    Args:
        answered: `result.protocolVersion`, any JSON value.
        requested: the version that the client asked for.
        supported: versions that the client speaks.
        minimum: id of the oldest release that the client accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    usable = known_versions(supported, era="handshake", minimum=minimum)
    if not isinstance(answered, str):
        return AnswerVerdict(None, "no string")
    if answered in usable:
        return AnswerVerdict(answered, "agreed" if answered == requested else "counter-offer")
    if answered not in VERSIONS:
        return AnswerVerdict(None, "unknown")
    if era_of(answered) != "handshake":
        return AnswerVerdict(None, "wrong era")
    return AnswerVerdict(None, "below minimum" if answered in known_versions(supported) else "not supported")


class VersionVerdict(NamedTuple):
    """The version in which a server serves a request, or the error with which it answers."""

    version: str | None
    error: ErrorObject | None = None


def check_request_version(
    requested: object, supported: Collection[str], *, minimum: str | None = None
) -> VersionVerdict:
    """Return the version in which a server serves a request, by the version in the `_meta` of the request, or an error.

    The response to a version that is unknown, not supported or of the handshake era is an error that names all versions
    that the server speaks. A version that is missing or no string gets the error for invalid params.

    Pages: /specification/2026-07-28/basic/versioning#protocol-version-negotiation; for a missing version
    /specification/2026-07-28/basic/index#meta.

    Args:
        requested: the value at `io.modelcontextprotocol/protocolVersion`; None if `_meta` has no such key.
        supported: versions that the server speaks.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    usable = known_versions(supported, era="per-request", minimum=minimum)
    if not isinstance(requested, str):
        text = f"{META} has no {VERSION_KEY}" if requested is None else "version is not a string"
        return VersionVerdict(None, ErrorObject(INVALID_PARAMS, text, http_status=400))
    if requested in usable:
        return VersionVerdict(requested)
    return VersionVerdict(None, make_unsupported_version_error(requested, supported, minimum=minimum))


def make_unsupported_version_error(
    requested: str, supported: Collection[str], *, minimum: str | None = None
) -> ErrorObject:
    """Return the `UnsupportedProtocolVersionError` (HTTP status 400) that names a server's versions, newest first.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    data = {"supported": list(known_versions(supported, minimum=minimum)), "requested": requested}
    answering = find_answering_version(supported, minimum=minimum)
    code = UNSUPPORTED_PROTOCOL_VERSION
    if answering is not None:
        code = to_revision_code(revision(answering).error_codes, code)
    return ErrorObject(code, "Unsupported protocol version", data, 400)


def find_answering_version(supported: Collection[str], *, minimum: str | None = None) -> str | None:
    """Return the version whose rules apply to the answer to a request in a version that a server does not speak.

    This is the newest version without a handshake that the server speaks. For a server of handshake revisions alone, it
    is the newest release without a handshake.

    Args:
        supported: versions that the server speaks.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.

    Returns:
        The version; None if no revision is without a handshake.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    spoken = known_versions(supported, era="per-request", minimum=minimum) or known_versions(
        REVISIONS, era="per-request"
    )
    return spoken[0] if spoken else None


RetryReason = Literal["listed", "no list", "nothing in common", "already refused"]


class Retry(NamedTuple):
    """The version that a client tries after a rejection, and the reason. Without a version, the client gives up."""

    version: str | None
    reason: RetryReason

    @property
    def era(self) -> Era | None:
        """The era of the version; None without a version.

        With `per-request` the client sends the request again, with `handshake` the client sends `initialize`.
        """
        return era_of(self.version)


def choose_retry(
    data: object, supported: Collection[str], *, refused: Sequence[str] = (), minimum: str | None = None
) -> Retry:
    """Choose the version to try next from the `data` of an `UnsupportedProtocolVersionError`.

    The choice is the newest per-request version that both sides speak, else the newest with a handshake. Several
    servers may share one address, so a listed version that was rejected once is tried again, after all other versions.
    A version that was rejected twice is not chosen.

    Page: /specification/2026-07-28/basic/versioning#protocol-version-negotiation.

    Args:
        data: `error.data`, any JSON value. The `supportedVersions` of a `DiscoverResult` fit as `{"supported": …}`.
        supported: versions that the client speaks.
        refused: versions that this server has rejected. A version occurs once for each rejection.
        minimum: id of the oldest release that the client accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    listed: Any = data.get("supported") if is_object(data) else None
    if not is_array(listed):
        known_versions((), minimum=minimum)
        return Retry(None, "no list")
    mutual = [version for version in known_versions(supported, minimum=minimum) if version in listed]
    for times in range(2):
        left = [version for version in mutual if refused.count(version) == times]
        per_request = [version for version in left if era_of(version) == "per-request"]
        if left:
            return Retry((per_request or left)[0], "listed")
    return Retry(None, "already refused" if mutual else "nothing in common")


def describe_no_retry(reason: RetryReason, data: object, supported: Collection[str]) -> str:
    """Return a clause that says why `choose_retry` found no version.

    If the sides share no version, the clause names the versions of both. Otherwise the clause is the reason itself.

    Args:
        reason: the reason of the `Retry`.
        data: the `data` that `choose_retry` was given.
        supported: the `supported` that `choose_retry` was given.
    """
    if reason != "nothing in common":
        return reason
    listed = quote_value(member_at(data, "supported"))
    return f"the server speaks {listed} and this client {sorted(supported)}, so add one of the server's to revisions="
