"""`Context.http` on a client that runs in the handler of a server over HTTP."""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from typing import Any

import mcp_bindings as mb
from mcp_bindings.http.received_request import HttpRequest, current_request
from mcp_bindings.spec.http_fields import HeaderFields
from tests.revisions import HANDSHAKE, having

REVISION = having("roots/list", among=HANDSHAKE)[-1]


def test_a_client_does_not_see_the_request_of_an_outer_server() -> None:
    """The tasks of the client inherit the request of the handler in which it was opened."""
    types: Any = import_module(mb.revision(REVISION).package)
    seen = list[object]()

    class Client(types.ClientHandlers):  # type: ignore[misc]
        def list_roots(self, params: Any, context: mb.Context) -> Any:
            seen.append(context.http)
            return {"roots": []}

    async def main() -> None:
        current_request.set(HttpRequest(HeaderFields([]), None, None))
        answer = await mb.Dispatcher(Client()).dispatch('{"jsonrpc":"2.0","id":1,"method":"roots/list"}')
        assert json.loads(answer or b"")["result"] == {"roots": []}

    asyncio.run(main())
    assert seen == [None]
