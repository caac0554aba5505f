"""Two gateways serve one client; one of them is killed in the middle of calls.

The client speaks a per-request revision, the server one with a handshake, so that each gateway keeps sessions and
paused calls. What must hold: calls of the killed process end in an error of the transport, those of the other one in
their results; a call that the killed process has paused ends in an error at the other one, which cannot continue it;
and new calls succeed there.
"""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.reference.processes import PYTHON, ROOT, await_port, free_port, http_server, stop
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.soak.program import Program, in_chunks
from tests.soak.takeover import client
from tests.soak.tally import Failure, Tally

NEW = PER_REQUEST[-1]
INFO = {"name": "soak", "version": "1"}
GATEWAY = ROOT / "examples/bridge/bridge.py"


class Gateway:
    """One gateway process."""

    def __init__(self, server: str) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/mcp"
        command = [PYTHON, str(GATEWAY), "--listen", f"127.0.0.1:{port}", "--to", server]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        await_port(port, self.process)

    def kill(self) -> None:
        """End the process at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def gateways(server: str) -> Generator[tuple[Gateway, Gateway]]:
    """Run two gateways in front of one server."""
    both = Gateway(server), Gateway(server)
    try:
        yield both
    finally:
        for each in both:
            stop(each.process)


async def call(http: httpx2.AsyncClient, gateway: Gateway, tool: str, **params: Any) -> Any:
    """Call a tool; the answer."""
    meta: Any = {"protocolVersion": NEW, "clientInfo": INFO, "clientCapabilities": {"elicitation": {}}}
    meta = {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
    params = {"name": tool, "arguments": {}, **params, "_meta": meta}
    headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": "tools/call", "Mcp-Name": tool}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    response = await http.post(gateway.url, json=body, headers=headers)
    if response.headers["Content-Type"].startswith("application/json"):
        return response.json()
    rows = [row.removeprefix("data: ") for row in response.text.splitlines() if row.startswith("data: {")]
    return httpx2.Response(200, text=rows[-1]).json()


async def retry(http: httpx2.AsyncClient, gateway: Gateway, tool: str, asked: Any) -> Any:
    """Call a tool again with the input that it asks for."""
    given = {key: {"action": "accept", "content": {"name": "Ada"}} for key in asked["result"]["inputRequests"]}
    return await call(http, gateway, tool, inputResponses=given, requestState=asked["result"]["requestState"])


async def play(rng: random.Random, server: str, tally: Tally) -> str:
    """Kill one of two gateways. Return the faults."""
    asking, slow = "test_input_required_result_elicitation", "test_tool_with_progress"
    with gateways(server) as (dying, staying):
        async with (http := client()):
            paused = [await call(http, gateway, asking) for gateway in (dying, staying)]
            running = [asyncio.create_task(call(http, gateway, slow)) for gateway in (dying, staying) for _ in range(4)]
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            dying.kill()
            ended = await asyncio.wait_for(asyncio.gather(*running, return_exceptions=True), 30)
            for lost in ended[:4]:
                if not isinstance(lost, httpx2.TransportError) and not (isinstance(lost, dict) and "result" in lost):
                    return f"a call of the killed gateway did not end in an error: {lost!r}"
                tally.count("calls of the killed one", "lost" if isinstance(lost, Exception) else "done before")
            for done in ended[4:]:
                if not isinstance(done, dict) or "result" not in done:
                    return f"a call of the other gateway was lost: {done!r}"
                tally.count("calls of the other one")
            gone = await retry(http, staying, asking, paused[0])
            if gone.get("error", {}).get("code") != -32602:
                return f"the other gateway continues a call that is lost: {gone!r}"
            kept = await retry(http, staying, asking, paused[1])
            if "Hello, Ada" not in str(kept.get("result")):
                return f"a paused call of the other gateway was lost: {kept!r}"
            fresh = await call(http, staying, "test_simple_text")
            tally.count("paused calls", "lost with an error")
            tally.count("paused calls", "continued")
            return "" if "result" in fresh else f"a new call fails: {fresh!r}"


def run_part(part: tuple[int, range]) -> Tally:
    """Play some games."""
    seed, numbers = part
    tally = Tally()
    with http_server("--revision", HANDSHAKE[-1]) as server:
        for number in numbers:
            wrong = asyncio.run(play(random.Random(seed * 1_000_000 + number), server.url, tally))
            tally.count("games")
            if wrong:
                tally.fail(Failure("faults", wrong, (f"game {number} of seed {seed}",)))
    return tally


PROGRAM = Program(
    summary="kill -9 of one of two gateways that serve one client loses its calls alone, each with an error",
    unit="games",
    count=20,
    split_work=in_chunks(20),
    run_part=run_part,
    is_numbered=True,
)
