"""Follows a session whose `initialize` was rejected, since its server has accepted it nevertheless.

Many servers accept an `initialize` without `clientInfo`, for example. The observer blames the client for it as always,
but what follows is a session, so the messages in it are no faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...errors import ProtocolError, RequestId
from ...json_values import characters_in, is_object, member_at
from ...jsonrpc.messages import Request
from ...limits import DEFAULT
from ...negotiation.versions import check_initialize_version
from ...spec.names import INITIALIZE
from ..channel import id_of
from ..errors import Violation
from ..profile import RevisionProfile
from ..state import SessionState
from ..states import NEW

_MOST_CHARACTERS = 65_536
"""Capabilities with more are not remembered."""

_NOBODY: Mapping[str, Any] = {"name": "", "version": ""}


class RejectedOpening(NamedTuple):
    """An `initialize` of the client that was rejected."""

    id: RequestId
    asked: object
    """The version that it asks for."""
    capabilities: Mapping[str, Any] | None
    number: int
    """Of its event."""


def rejected_opening(id_: RequestId, document: object, number: int) -> RejectedOpening | None:
    """What to remember of a request that is rejected; None if it is not `initialize`."""
    if member_at(document, "method") != INITIALIZE:
        return None
    capabilities = member_at(document, "params", "capabilities")
    known = is_object(capabilities) and characters_in(capabilities) <= _MOST_CHARACTERS
    return RejectedOpening(
        id_, member_at(document, "params", "protocolVersion"), capabilities if known else None, number
    )


def adopt(
    opening: RejectedOpening,
    document: object,
    state: SessionState,
    spoken: tuple[str, ...],
    profile_of: Callable[[str], RevisionProfile],
) -> RevisionProfile | None:
    """Take the request as one that waits, if a message of the server is its result.

    Args:
        opening: the request.
        document: the message of the server.
        state: of the session. It changes only if the request is adopted.
        spoken: versions that the sides may speak, newest first.
        profile_of: the profile in which a version is read.

    Returns:
        The profile of the revision that the server has chosen; None if the request is not adopted.
    """
    version = member_at(document, "result", "protocolVersion")
    if state.phase != NEW or id_of(document) != opening.id or not isinstance(version, str):
        return None
    if check_initialize_version(version, version, spoken).version is None:
        return None
    profile = profile_of(version)
    parse = profile.revision.message_parser.parse_value
    asked = opening.asked if isinstance(opening.asked, str) and len(opening.asked) <= len(version) else version
    try:
        parse(document, "server", {opening.id: INITIALIZE}, DEFAULT)
    except ProtocolError:
        return None
    for capabilities in (opening.capabilities, None):
        params = {"protocolVersion": asked, "capabilities": capabilities or {}, "clientInfo": dict(_NOBODY)}
        request = {"jsonrpc": "2.0", "id": opening.id, "method": INITIALIZE, "params": params}
        try:
            message = parse(request, "client", {}, DEFAULT)
            assert isinstance(message, Request)
            state.take(message, "client", profile, arrived=True)
        except (ProtocolError, Violation):
            continue
        state.capabilities["client"] = capabilities
        state.sides["client"].waiting[opening.id].number = opening.number
        return profile
    return None
