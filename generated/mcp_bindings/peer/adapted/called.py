"""Calls in the types of one revision, to a server of any revision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from ...codec.encoding import dump_any
from ...errors import ProtocolError
from ...jsonrpc.messages import Request
from ...jsonrpc.set_aside import drop_set_aside
from ...revisions import Revision
from ...spec.names import COMPLETE, DISCOVER, LISTEN, META, PROGRESS, RESULT_TYPE, SUBSCRIPTION_KEY, VERSION_KEY
from ...translation.context import TranslationContext
from ..calls import Calls
from ..pending_calls import OnProgress
from .crossing import crossed_result, decoded_params, error_in, lifted_request, parsed_request, response_of


class ServerLink(Protocol):
    """What `AdaptedCalls` needs of a connection to a server."""

    @property
    def spoken(self) -> Revision:
        """The revision of the server."""
        ...

    @property
    def client_meta(self) -> Mapping[str, Any]:
        """What requests of the per-request era say about the client in `_meta`, without the version."""
        ...

    @property
    def server_capabilities(self) -> Mapping[str, Any]:
        """The capabilities of the server, as JSON."""
        ...

    async def request(
        self, method: str, params: Any, meta: Any, timeout: float | None, on_progress: OnProgress[Any] | None
    ) -> Any:
        """The typed result of a request in the server's revision; input that it asks for is given."""
        ...

    async def notify(self, method: str, params: Any) -> None:
        """Send a notification in the server's revision."""
        ...

    async def subscribed(self, uris: list[str]) -> None:
        """Subscribe to resources, until this is cancelled or the connection ends."""
        ...


class AdaptedCalls(Calls):
    """Calls in the types of one revision, to a server of any revision.

    Args:
        link: to the server.
    """

    def __init__(self, link: ServerLink) -> None:
        super().__init__(_send_nothing, meta={})
        self._link = link

    async def _request(
        self,
        method: str,
        params: Any,
        meta: Any = None,
        timeout: float | None = None,
        on_progress: OnProgress[Any] | None = None,
    ) -> Any:
        own, link = self._revision, self._link
        spoken = link.spoken
        if spoken.id == own.id:
            return await link.request(method, params, meta, timeout, on_progress)
        always = {VERSION_KEY: own.version, **link.client_meta} if own.era == "per-request" else {}
        text = self._writer().request(0, method, params, meta, progress=False, always=always)
        request = parsed_request(json.loads(text), own)
        if method in (DISCOVER, LISTEN):
            return await (self._converse(request) if spoken.era == "handshake" else self._as_it_is(request, timeout))
        up = TranslationContext(revision=own.id, sender="client")
        down = TranslationContext(revision=spoken.id, method=method)
        given = lifted_request(request, own, spoken, up).document.get("params", {})
        reporting = None if on_progress is None else self._in_own_types(on_progress)
        try:
            result = await link.request(method, given, None, timeout, reporting)
        except ProtocolError as error:
            raise error_in(error, method, spoken, own, down) from None
        drop_set_aside(result)  # what is not valid has no form in another revision
        return crossed_result(response_of(dump_any(result), method, spoken), own, down).result

    async def _notify(self, method: str, params: Any, meta: Any = None) -> None:
        document = json.loads(self._writer().notification(method, params, meta))
        await self._link.notify(method, document.get("params", {}))

    async def _converse(self, request: Request) -> Any:
        """What a server with a handshake has said or does already: its capabilities, and notifications of changes."""
        method = request.method
        if method == DISCOVER:
            found = {"supportedVersions": [self._link.spoken.version], "capabilities": self._link.server_capabilities}
            return response_of(found, method, self._revision).result
        wanted = request.document["params"]["notifications"]
        await self._link.subscribed(wanted.get("resourceSubscriptions", []))
        return response_of({RESULT_TYPE: COMPLETE, META: {SUBSCRIPTION_KEY: 0}}, method, self._revision).result

    async def _as_it_is(self, request: Request, timeout: float | None) -> Any:
        """The result of a request about this connection, which is translated to nothing: it names another version."""
        params = request.document["params"]
        given = {**params, META: {**params[META], VERSION_KEY: self._link.spoken.version}}
        result = await self._link.request(request.method, given, None, timeout, None)
        return response_of(dump_any(result), request.method, self._revision).result

    def _in_own_types(self, on_progress: OnProgress[Any]) -> OnProgress[Any]:
        def report(params: Any) -> Any:
            return on_progress(decoded_params(dump_any(params), PROGRESS, self._revision))

        return report


async def _send_nothing(_: bytes) -> None:
    raise AssertionError("the connection sends the messages")
