"""Open the connection to a server, and derive what the bridge declares to each side.

The bridge forwards the `initialize` of a client with a handshake to the server, unless the bridge speaks only
per-request revisions to the server. If the `initialize` names a version that the bridge does not speak to both sides,
the bridge replaces the version. If the server rejects the `initialize`, the bridge tries the per-request revisions that
it speaks, if any. If no `initialize` is forwarded, the session that faces the server writes the first text.

Pages: /specification/2025-11-25/basic/lifecycle,
/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import Any

from ..extensions import Extension
from ..json_values import is_object, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Request
from ..limits import Limits
from ..negotiation.versions import answer_initialize, known_versions
from ..renames import find_own_method, find_own_name, list_names
from ..revisions import REVISIONS, Revision, revision
from ..session.capabilities import (
    ELICITATION,
    list_capability_paths,
    list_paths,
    loses_all_elicitation_modes,
    make_capabilities,
    merge_capabilities,
    rename_capabilities,
)
from ..session.declarations import UNNAMED, find_type_of_info
from ..session.events import Event, OpeningContinues, OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from ..session.profile import revision_profile
from ..session.session import Session
from ..spec.names import (
    CAPABILITIES_KEY,
    CLIENT_INFO_KEY,
    COMPLETE_ARGUMENT,
    DISCOVER,
    INITIALIZE,
    META,
    SERVER_INFO_KEY,
    Era,
    Sender,
    Transport,
)
from .client_sessions import MODE


def select_capabilities(
    capabilities: Any, side: Sender, source: Revision, targets: Iterable[Revision]
) -> dict[str, Any]:
    """Return the capabilities of one side that a bridge declares to the other side.

    A capability of the source is kept if at least one target has it too, under its name there. If the source has no
    capability for completions and a target has one, that of the target is added for a server that may complete
    arguments. If a client declares URL mode as its only mode of elicitation, and no target has this mode, elicitation
    is left out.

    Args:
        capabilities: the capabilities that the side declares, as JSON.
        side: the side that has the capabilities.
        source: the revision of the side that has the capabilities.
        targets: the revisions that the other side may speak.
    """
    own = _select_paths(capabilities, "", list_capability_paths(side, source.id)) if is_object(capabilities) else {}
    kept = dict[str, Any]()
    for target in targets:
        named = rename_capabilities(own, side, target.id)
        merge_capabilities(kept, _select_paths(named, "", list_capability_paths(side, target.id)))
        if side == "server" and _completes_without_capability(source, own) and (path := _find_completions(target)):
            merge_capabilities(kept, make_capabilities(path))
    paths = [path.split(".") for path in list_paths(ELICITATION, "client")]
    for *outer, name in paths:
        place = member_at(kept, *outer)
        if is_object(place) and name in place:
            declared = (member_at(capabilities, *path) for path in paths)
            if any(loses_all_elicitation_modes(each, place[name]) for each in declared):
                del place[name]
    return kept


def remove_rejected_members(info: Mapping[str, Any], targets: Iterable[Revision]) -> Mapping[str, Any]:
    """Return the name and version of a side without the members that a revision of the other side rejects.

    The revision of the side gives such a member no meaning, so the member may have any value there, such as null.

    Raises:
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    for target in targets:
        findings = target.codec(find_type_of_info(target)).findings(info)
        rejected = {each.pointer.split("/")[1] for each in findings}
        info = {name: value for name, value in info.items() if name not in rejected}
    return info


def _completes_without_capability(source: Revision, capabilities: Mapping[str, Any]) -> bool:
    """Return whether a server may complete arguments though its revision has no capability for that.

    A server with prompts or resources may. It completes their arguments, or answers with an error.
    """
    has_method = find_own_name(COMPLETE_ARGUMENT, source) is not None and not _find_completions(source)
    return has_method and ("prompts" in capabilities or "resources" in capabilities)


def _find_completions(rev: Revision) -> str | None:
    """Return the capability of servers that complete arguments; None in a revision without such a capability."""
    info = find_own_method(COMPLETE_ARGUMENT, rev)
    return None if info is None else info.capability


def make_all_capabilities(side: Sender) -> dict[str, Any]:
    """Return every capability that a side may have in any revision, as JSON.

    A session uses all of them until it knows which of them the side declares.
    """
    tree: dict[str, Any] = {}
    for rev in map(revision, REVISIONS):
        rows = rev.protocol.client_capabilities if side == "client" else rev.protocol.server_capabilities
        for row in sorted(rows, key=attrgetter("path")):
            place = tree
            *around, last = row.path.split(".")
            for name in around:
                place = place.setdefault(name, {})
            place.setdefault(last, True if row.type == "boolean" else {})
    return tree


def connection_key(principal: str, info: Any, capabilities: Any) -> str:
    """Return the key by which a per-request client's request finds a connection to a server with a handshake.

    Requests with equal keys may share a connection. A server with a handshake learns from `initialize` alone what its
    client is and can do. Requests without a principal share no connection, so they have no key.

    Args:
        principal: the principal of the client, from the authorization of its requests.
        info: the `clientInfo` of the request, as JSON; None if the request has none.
        capabilities: the `clientCapabilities` of the request, as JSON.

    Raises:
        ValueError: the principal is empty.
        TypeError: `info` or `capabilities` is not JSON.
    """
    if not principal:
        raise ValueError("connection_key needs a principal: requests without one must not share a connection")
    return json.dumps([principal, info, capabilities], sort_keys=True, separators=(",", ":"))


def _select_paths(capabilities: Mapping[str, Any], prefix: str, paths: frozenset[str]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in capabilities.items():
        path = prefix + name
        if path not in paths:
            continue
        has_parts = any(each.startswith(path + ".") for each in paths)
        is_open = path == "experimental" or not is_object(value)
        kept[name] = value if is_open else _select_paths(value, path + ".", paths) if has_parts else {}
    return kept


_IDS = "mcp-bridge-opening-"
"""The prefix of the ids of the requests that open the connection."""


class ServerOpening:
    """The opening of the connection to a server.

    Args:
        request: the first request of the client, which a session has checked.
        source: the revision in which a session has read the request.
        client_revisions: the revisions that the bridge speaks to the client.
        server_revisions: the revisions that the bridge speaks to the server.
        transport: the transport to the server.
        limits: the limits of each text.
        extensions: the extensions of the protocol. Those that do not extend the revision of the client are not used.
        session: a session that has opened the connection already; None if the connection is not open yet.

    Attributes:
        session: the session that faces the server.
        era: the era of the client.
        is_probe: True if the first request of the client asks only for the versions of the server.
        source: the revision of the client: the one that `initialize` agrees on, or that of any other first request.
        info: the name and version of the client.
        capabilities: the capabilities that the client declares.
        is_forwarded: True if the last text of the opening is the `initialize` of the client; False if the session has
            written the text.

    Raises:
        ModuleNotFoundError: `session` is None, and neither jsonschema-rs (the extra `validators`) nor jsonschema is
            installed.
    """

    def __init__(
        self,
        request: Request,
        source: Revision,
        *,
        client_revisions: Collection[str],
        server_revisions: Collection[str],
        transport: Transport,
        limits: Limits,
        extensions: Collection[Extension],
        session: Session | None = None,
    ) -> None:
        self._request = request
        self._server_revisions = tuple(server_revisions)
        self.source: Revision = source
        self.is_probe: bool = request.method in list_names(DISCOVER)
        self.era: Era = "handshake" if request.method == INITIALIZE else "per-request"
        params: Any = request.document.get("params")
        if request.method == INITIALIZE:
            self.info: Any = params["clientInfo"]
            self.capabilities: Any = params["capabilities"]
            asked = answer_initialize(params["protocolVersion"], client_revisions).version
            self.source = revision(asked) if asked is not None else source
        else:
            self.info = params[META].get(CLIENT_INFO_KEY, UNNAMED)
            self.capabilities = params[META].get(CAPABILITIES_KEY, {})
        applicable = revision_profile(self.source.version, tuple(extensions)).extensions
        self._options: dict[str, Any] = {"transport": transport, "limits": limits, "extensions": applicable}
        self.is_forwarded: bool = False
        self.session: Session = session if session is not None else self._make_session(self._server_revisions)
        self._has_tried_all = True
        self._rejection = ""
        """The reason why the server has rejected `initialize`; empty if the server has not rejected it."""

    @property
    def may_fall_back(self) -> bool:
        """True if the session sends `initialize` when the server does not answer its `server/discover`."""
        is_first = self.era == "per-request" and not self._rejection
        return is_first and bool(known_versions(self._server_revisions, era="handshake"))

    def write_first_text(self) -> bytes:
        """Return the first text for the server.

        If the client has a handshake and the server may have one, the text is the `initialize` of the client, changed
        where the server could not read it. Otherwise the session writes the text.

        Raises:
            LocalProtocolError: the session must not send the text.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        spoken = known_versions(self._server_revisions, era="handshake")
        if self.era == "per-request" or not spoken:
            return self.session.open(ids=_IDS)
        params = self._request.document["params"]
        request = self._request
        version = self.source.version if self.source.version in spoken else spoken[0]
        if params["protocolVersion"] != version:
            request = request.edit(Edit("replace", "/params/protocolVersion", value=version))
        kept = (
            self._select_client_capabilities(map(revision, spoken))
            if version != self.source.version
            else params["capabilities"]
        )
        if kept != params["capabilities"]:
            request = request.edit(Edit("replace", "/params/capabilities", value=kept))
        info = remove_rejected_members(self.info, map(revision, spoken))
        if info != self.info:
            request = request.edit(Edit("replace", "/params/clientInfo", value=info))
        self.is_forwarded = True
        self._has_tried_all = not known_versions(self._server_revisions, era="per-request")
        return self.session.forward(request)

    def ask_again_if_rejected(self) -> None:
        """Make the opening ask for the versions of the server again, once, if the server rejects `initialize`.

        Call this when `server/discover` gets no answer in time: a server without a handshake may just have started
        slowly.
        """
        self._has_tried_all = not known_versions(self._server_revisions, era="per-request")

    def continue_after(self, event: Event | RequestLost | SessionExpired) -> tuple[bytes | None, str]:
        """Continue the opening after an event of the session that faces the server.

        Returns:
            The next text for the server, or None; and the reason why the opening has failed, or an empty text.

        Raises:
            LocalProtocolError: the session must not send the text.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        if isinstance(event, OpeningContinues) and event.reply is not None:
            self.is_forwarded = False
            return event.reply, ""
        if isinstance(event, OpeningContinues):
            return None, self._describe_failure(event.reason)
        if isinstance(event, OpeningFailed):
            if self._has_tried_all:
                return None, self._describe_failure(event.reason)
            self._has_tried_all, self.is_forwarded, self._rejection = True, False, event.reason
            self.session = self._make_session(known_versions(self._server_revisions, era="per-request"))
            return self.session.open(ids=_IDS), ""
        if isinstance(event, (RequestLost, SessionExpired)):
            return None, self._describe_failure("the server does not answer")
        return None, ""

    def _describe_failure(self, reason: str) -> str:
        """Return the reason of a failed opening, after the reason of an earlier rejection if there was one."""
        return f"{self._rejection}; then: {reason}" if self._rejection else reason

    def _select_client_capabilities(self, targets: Any) -> dict[str, Any]:
        return select_capabilities(self.capabilities, "client", self.source, targets)

    def _make_session(self, revisions: Collection[str]) -> Session:
        others = [rev for rev in map(revision, revisions) if rev.era != self.era] or list(map(revision, revisions))
        capabilities = self._select_client_capabilities(others)
        info = remove_rejected_members(self.info, map(revision, revisions))
        return Session("client", revisions, info=info, capabilities=capabilities, mode=MODE, **self._options)


def read_server_description(agreed: VersionAgreed) -> tuple[Any, Any, str | None]:
    """Read what a server says about itself when it agrees on a version.

    Returns:
        The name and version of the server, or `UNNAMED`; its capabilities; and its instructions, or None.
    """
    result: Any = agreed.message.document["result"]
    is_handshake = revision(agreed.version).era == "handshake"
    info = result["serverInfo"] if is_handshake else member_at(result, META, SERVER_INFO_KEY)
    instructions = result.get("instructions")
    return (
        info if is_object(info) else UNNAMED,
        result["capabilities"],
        instructions if isinstance(instructions, str) else None,
    )
