"""Opens the connection to a server, with what the first text of the client says about it.

A client with a handshake sends its own `initialize`, which goes to the server as it came if the bridge speaks its
version there. If the server rejects it, the bridge asks what the server speaks instead.

Pages: /specification/2025-11-25/basic/lifecycle,
/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..extensions import Extension
from ..json_values import is_object, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Request
from ..limits import Limits
from ..negotiation.versions import answer_initialize, usable
from ..revisions import Revision, revision
from ..session import Session
from ..session.events import Event, OpeningContinues, OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from ..spec.names import CAPABILITIES_KEY, CLIENT_INFO_KEY, INITIALIZE, META, SERVER_INFO_KEY, Era, Transport
from .declaring import UNNAMED, declared
from .front import MODE

_IDS = "mcp-bridge-opening-"
"""What the ids of the bridge's own messages begin with."""


class Opening:
    """The connection to a server while it is opened.

    Args:
        request: The first request of the client, which a session has checked.
        source: Its revision.
        front: Revisions that the bridge speaks to the client.
        back: Revisions that the bridge speaks to the server.
        transport: How messages travel to the server.
        limits: For each text.
        extensions: Of the protocol.

    Attributes:
        session: The session that faces the server.
        era: Of the client.
        source: The revision that the client asks for.
        info: Name and version of the client.
        capabilities: What the client declares.
        is_forwarded: Whether the server has received the `initialize` of the client.
    """

    def __init__(
        self,
        request: Request,
        source: Revision,
        *,
        front: Collection[str],
        back: Collection[str],
        transport: Transport,
        limits: Limits,
        extensions: Collection[Extension],
    ) -> None:
        self._request = request
        self._back = tuple(back)
        self._options: dict[str, Any] = {"transport": transport, "limits": limits, "extensions": extensions}
        self.source: Revision = source
        self.era: Era = "handshake" if request.method == INITIALIZE else "per-request"
        params: Any = request.document.get("params")
        if request.method == INITIALIZE:
            self.info: Any = params["clientInfo"]
            self.capabilities: Any = params["capabilities"]
            asked = answer_initialize(params["protocolVersion"], front).version
            self.source = revision(asked) if asked is not None else source
        else:
            self.info = params[META].get(CLIENT_INFO_KEY, UNNAMED)
            self.capabilities = params[META].get(CAPABILITIES_KEY, {})
        self.is_forwarded: bool = False
        self.session: Session = self._session(self._back)
        self._has_tried_all = True

    def begin(self) -> bytes:
        """The first text for the server."""
        spoken = usable(self._back, era="handshake")
        if self.era == "per-request" or not spoken:
            return self.session.open(ids=_IDS)
        params = self._request.document["params"]
        request = self._request
        version = self.source.version if self.source.version in spoken else spoken[0]
        if params["protocolVersion"] != version:
            request = request.edit(Edit("replace", "/params/protocolVersion", value=version))
        kept = self._declared(map(revision, spoken)) if version != self.source.version else params["capabilities"]
        if kept != params["capabilities"]:
            request = request.edit(Edit("replace", "/params/capabilities", value=kept))
        self.is_forwarded = True
        self._has_tried_all = not usable(self._back, era="per-request")
        return self.session.forward(request)

    def take(self, event: Event | RequestLost | SessionExpired) -> tuple[bytes | None, str]:
        """Take what the session says of an answer of the server.

        Returns:
            The next text for the server, if there is one, and the reason why the opening has failed, if it has.
        """
        if isinstance(event, OpeningContinues) and event.reply is not None:
            self.is_forwarded = False
            return event.reply, ""
        if isinstance(event, OpeningContinues):
            return None, event.reason
        if isinstance(event, OpeningFailed):
            if self._has_tried_all:
                return None, event.reason
            self._has_tried_all, self.is_forwarded = True, False
            self.session = self._session(usable(self._back, era="per-request"))
            return self.session.open(ids=_IDS), ""
        if isinstance(event, (RequestLost, SessionExpired)):
            return None, "the server does not answer"
        return None, ""

    def _declared(self, targets: Any) -> dict[str, Any]:
        return declared(self.capabilities, "client", self.source, targets)

    def _session(self, revisions: Collection[str]) -> Session:
        others = [known for known in map(revision, revisions) if known.era != self.era] or list(
            map(revision, revisions)
        )
        capabilities = self._declared(others)
        return Session("client", revisions, info=self.info, capabilities=capabilities, mode=MODE, **self._options)


def server_of(agreed: VersionAgreed) -> tuple[Any, Any, str | None]:
    """The name and version of a server, its capabilities, and its instructions."""
    result: Any = agreed.message.document["result"]
    info = result.get("serverInfo") or member_at(result, META, SERVER_INFO_KEY)
    instructions = result.get("instructions")
    return (
        info if is_object(info) else UNNAMED,
        result["capabilities"],
        instructions if isinstance(instructions, str) else None,
    )
