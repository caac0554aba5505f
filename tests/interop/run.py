"""The official SDKs against the reference server and client, over real processes: `python -m tests.interop.run`.

Every pair of SDK, role, transport and revision goes through the same steps, `our_client.py` says which. The
environments of the peers are made in `build/interop` on the first run, from the pinned files beside this one. Each SDK
also signs in at our server, and our client at its, with oidc-provider as the authorization server. The programs of
`examples/` that are written once meet each SDK and FastMCP, as `examples.py` says, and the server that is made of
functions meets them and the MCP Inspector, as `functions.py` says.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import mcp_bindings as mb
from tests.interop.case import Case
from tests.interop.examples import FASTMCP, Examples
from tests.interop.functions import Functions
from tests.interop.processes import (
    ENVIRONMENTS,
    HERE,
    NODE,
    PEERS,
    ROOT,
    free_port,
    listening,
    python_of,
    run,
    set_up,
)

INSPECTOR = ENVIRONMENTS / "node_modules" / ".bin" / "mcp-inspector"

ARGUMENTS = {"name": "n", "address": {"street": "s", "city": "Paris"}, "contactMethod": "phone", "phone": "1"}
TOOLS = {"json_schema_2020_12_tool", "test_tool_with_progress", "test_tool_with_logging"}
WITH_ELICITATION = "2025-06-18"

Transport = Literal["stdio", "http", "sse"]
Role = Literal["client", "server"]


@dataclass(frozen=True)
class Sdk:
    """One generation of an official SDK."""

    name: str
    program: tuple[str, ...]
    """Command that runs the SDK's programs."""
    file: str
    """Of its programs, with `{role}` in it."""
    oldest: str
    newest: str


SDKS = (
    Sdk("mcp 1.30.0", (python_of("1"),), "python_{role}.py", "2024-11-05", "2025-11-25"),
    Sdk("mcp 2.3.0", (python_of("2"),), "python_{role}.py", "2024-11-05", "2026-07-28"),
    Sdk("@…/sdk 1.32.2", (str(NODE),), "typescript1_{role}.mjs", "2024-11-05", "2025-11-25"),
    Sdk("@…/client, server 2.4.0", (str(NODE),), "typescript2_{role}.mjs", "2024-11-05", "2026-07-28"),
)

WITHOUT_OLD_HTTP = "2025-03-26"
"""The oldest revision over HTTP where one side lacks the transport of 2024-11-05."""

NO_OLD_SERVER = {"@…/client, server 2.4.0"}
"""SDKs without a server for the HTTP of 2024-11-05."""

FAULTS = {
    ("mcp 1.30.0", "server"): {"capability.notification": "sends log messages without the capability `logging`"},
    ("mcp 2.3.0", "server"): {"capability.notification": "sends log messages without the capability `logging`"},
}
"""Faults of a server by session rule of the finding. One that no longer occurs fails, too."""


@dataclass(frozen=True)
class Pair:
    """One case."""

    sdk: Sdk
    role: Role
    """Of the SDK."""
    transport: Transport
    revision: str


def pairs() -> Iterator[Pair]:
    """Yield all pairs: each SDK in both roles, over both transports, at the oldest and the newest revision."""
    for sdk in SDKS:
        for role in ("client", "server"):
            yield Pair(sdk, role, "stdio", sdk.oldest)
            yield Pair(sdk, role, "stdio", sdk.newest)
            has_old_http = role == "client" or sdk.name not in NO_OLD_SERVER
            yield Pair(sdk, role, "sse", sdk.oldest) if has_old_http else Pair(sdk, role, "http", WITHOUT_OLD_HTTP)
            yield Pair(sdk, role, "http", sdk.newest)


def server_command(pair: Pair | None, *how: str) -> list[str]:
    """Return the command of a pair's server: ours without an SDK, or if the SDK is the client."""
    if pair is not None and pair.role == "server":
        return [*pair.sdk.program, str(PEERS / pair.sdk.file.format(role="server")), *how]
    ours = [sys.executable, str(ROOT / "examples" / "reference" / "server.py")]
    return [*ours, "--stdio"] if how[0] == "stdio" else [*ours, "--port", how[1]]


def client_command(pair: Pair) -> list[str]:
    """Return the command of a pair's client."""
    if pair.role == "client":
        return [*pair.sdk.program, str(PEERS / pair.sdk.file.format(role="client")), pair.revision]
    return [sys.executable, str(HERE / "our_client.py"), pair.revision]


@asynccontextmanager
async def reachable(pair: Pair | None, transport: Transport) -> AsyncGenerator[list[str], None]:
    """Return the client's argument for its server: the command that starts it, or its URL."""
    if transport == "stdio":
        yield server_command(pair, "stdio")
        return
    port = free_port()
    async with listening(server_command(pair, transport, str(port)), port):
        is_theirs = pair is not None and pair.role == "server"
        yield [f"http://127.0.0.1:{port}/{'sse' if transport == 'sse' and is_theirs else 'mcp'}"]


async def problems_of(pair: Pair) -> list[str]:
    """Return the failures of a pair."""
    try:
        async with reachable(pair, pair.transport) as server:
            code, output, errors = await run(*client_command(pair), *server, given=json.dumps(ARGUMENTS) + "\n")
    except RuntimeError as error:
        return [str(error)]
    if code != 0:
        return [f"the client ends with {code}", *errors.splitlines()[-12:]]
    found = json.loads(output.splitlines()[-1])
    broken = set(found.get("findings", ()))
    known = FAULTS.get((pair.sdk.name, pair.role), {})
    stale = [f"{rule}: the peer keeps this rule now, take it out of FAULTS" for rule in known if rule not in broken]
    new = [f"{rule}: the peer breaks this rule" for rule in sorted(broken.difference(known))]
    return [f"{step}: {what}" for step, what in _wrong(pair, found)] + stale + new


def _wrong(pair: Pair, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the steps that have not led where they should."""
    if found.get("version") != pair.revision:
        yield "version", f"agreed on {found.get('version')}"
    wanted = {*TOOLS, "test_elicitation"} if pair.revision >= WITH_ELICITATION else TOOLS
    if not wanted <= set(found["tools"]):
        yield "tools", f"listed {found['tools']}"
    for step, part in (("call", "Called with"), ("resource", "static text"), ("prompt", "arg1='one', arg2='two'")):
        if part not in found[step]:
            yield step, f"got {found[step]!r}"
    if found["progress"] != [0, 50, 100]:
        yield "progress", f"reported {found['progress']}"
    if len(found["logs"]) != 3:
        yield "logs", f"{len(found['logs'])} log messages came, not 3"
    if pair.role == "client" and found["sampled"] != "LLM response: on this":
        yield "sampling", f"got {found['sampled']!r}"
    if pair.revision >= WITH_ELICITATION and not found["elicited"].startswith("User response: "):
        yield "elicitation", f"got {found['elicited']!r}"


async def inspector_problems(transport: Transport) -> list[str]:
    """Return the failures of the MCP Inspector's command-line mode at our servers: listing and calling tools."""
    async with reachable(None, transport) as server:
        inspect = [str(NODE), str(INSPECTOR.resolve()), "--cli", *server, "--"]
        listed = await run(*inspect, "--method", "tools/list")
        call = ["--method", "tools/call", "--tool-name", "test_header_argument", "--tool-arg", "region=here"]
        called = await run(*inspect, *call)
    found: list[str] = []
    for what, (code, output, errors), part in (("list", listed, "test_simple_text"), ("call", called, "In here")):
        if code != 0 or part not in output:
            found += [f"{what}: ends with {code}, {output[-200:]!r}", *errors.splitlines()[-8:]]
    return found


async def sign_in_problems(sdk: Sdk | None, role: Role, revision: str) -> list[str]:
    """Return the failures of a sign-in of our client at our server, both without an SDK."""
    port, port_of_issuer = free_port(), free_port()
    resource, issuer = f"http://127.0.0.1:{port}/mcp", f"http://127.0.0.1:{port_of_issuer}/as"
    pair = None if sdk is None else Pair(sdk, role, "http", revision)
    server = server_command(pair, "http", str(port))
    server += [issuer] if pair is not None and role == "server" else ["--issuer", issuer]
    ours = [sys.executable, str(ROOT / "examples/reference/client.py"), "--no-browser", "--revision", revision]
    client = ours
    if sdk is not None and role == "client":
        client = [*sdk.program, str(PEERS / sdk.file.format(role="signing_in")), revision]
    try:
        authorization_server = [str(NODE), str(PEERS / "authorization_server.mjs"), str(port_of_issuer), resource]
        async with listening(authorization_server, port_of_issuer), listening(server, port):
            code, output, errors = await run(*client, resource)
    except RuntimeError as error:
        return [str(error)]
    if code != 0:
        return [f"the client ends with {code}", *errors.splitlines()[-12:]]
    return [f"{each!r} is not in the output" for each in (revision, *sorted(TOOLS)) if each not in output]


def cases(examples: Examples, functions: Functions) -> Iterator[Case]:
    """Yield every row."""
    for pair in pairs():
        faults = FAULTS.get((pair.sdk.name, pair.role), {})
        columns = (pair.sdk.name, pair.role, pair.transport, pair.revision)
        yield Case(columns, partial(problems_of, pair), "; ".join(faults.values()))
    for sdk in SDKS:
        for role in ("client", "server"):
            sign_in = partial(sign_in_problems, sdk, role, sdk.newest)
            yield Case((sdk.name, role, "http, signs in", sdk.newest), sign_in)
    sign_in = partial(sign_in_problems, None, "client", mb.LATEST)
    yield Case(("oidc-provider 9.13.3", "authorization server", "http, signs in", mb.LATEST), sign_in)
    yield Case(("inspector 2.4.0", "client", "stdio", "its own"), partial(inspector_problems, "stdio"))
    yield Case(("inspector 2.4.0", "client", "http", "its own"), partial(inspector_problems, "http"))
    for sdk in SDKS:
        yield from examples.cases(sdk.name, [*sdk.program, sdk.file.format(role="client")], sdk.oldest, sdk.newest)
        yield from functions.cases(sdk.name, [*sdk.program, sdk.file.format(role="client")], sdk.oldest, sdk.newest)
    fastmcp = [python_of("fastmcp"), "fastmcp_client.py"]
    yield from examples.cases(FASTMCP, fastmcp, mb.REVISIONS[0], mb.LATEST)
    yield from functions.cases(FASTMCP, fastmcp, mb.REVISIONS[0], mb.LATEST)
    yield from functions.inspector_cases([str(NODE), str(INSPECTOR.resolve())])


async def judge(only: str) -> int:
    """Run all cases, two at a time, and print the table; the number of those that fail."""
    gate = asyncio.Semaphore(2)

    async def problems_in(case: Case) -> list[str]:
        async with gate:
            return await case.problems()

    async with AsyncExitStack() as stack:
        chosen = [case for case in cases(Examples(stack), Functions(stack)) if only in str(case)]
        results = list(zip(chosen, await asyncio.gather(*map(problems_in, chosen)), strict=True))
    print("| peer | its role | transport | revision | outcome |\n| --- | --- | --- | --- | --- |")
    for case, problems in results:
        outcome = "FAILS" if problems else f"passes; it {case.fault}" if case.fault else "passes"
        print(f"| {' | '.join(case.columns)} | {outcome} |")
    failed = [(case, problems) for case, problems in results if problems]
    for case, problems in failed:
        print(f"\n{case}:", *problems, sep="\n  ")
    print(f"\n{len(results) - len(failed)} of {len(results)} pass")
    return len(failed)


def main() -> int:
    """Set up, run and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.interop.run", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="only the pairs that have this in their name")
    only = parser.parse_args().only
    set_up()
    return 1 if asyncio.run(judge(only)) else 0


if __name__ == "__main__":
    sys.exit(main())
