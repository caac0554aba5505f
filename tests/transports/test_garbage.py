"""A call over HTTP leaves nothing behind that only Python's search for cycles would free: it took 9 % of a call."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from mcp_bindings.spec.names import CAPABILITIES_KEY, META, VERSION_KEY
from mcp_bindings.transports import StreamableHttp
from tests.benchmarks.load_servers import APPLICATIONS, ARGUMENTS, TOOL
from tests.revisions import PER_REQUEST
from tests.transports.test_asgi import message
from tests.transports.test_bodies import opened, run, whole

CALLS = 5


@pytest.mark.parametrize("has_session", [True, False])
def test_a_call_leaves_no_cycles_of_objects(has_session: bool) -> None:
    params: dict[str, Any] = {"name": TOOL, "arguments": ARGUMENTS}
    headers = {"MCP-Protocol-Version": PER_REQUEST[-1], "Mcp-Method": "tools/call", "Mcp-Name": TOOL}
    if not has_session:
        params[META] = {VERSION_KEY: PER_REQUEST[-1], CAPABILITIES_KEY: {}}

    async def main() -> None:
        application: StreamableHttp = APPLICATIONS["ours"]()
        given = await opened(application) if has_session else headers

        async def call(id_: int) -> None:
            post = await whole(application, message("tools/call", id_, **params), **given)
            await asyncio.wait_for(post.task, 5)
            assert post.status == 200

        for id_ in range(2, 4):
            await call(id_)
        gc.collect()
        gc.disable()
        try:
            for id_ in range(4, 4 + CALLS):
                await call(id_)
            assert gc.collect() < CALLS
        finally:
            gc.enable()
        await application.sessions.close()

    run(main())
