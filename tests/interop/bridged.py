"""Each SDK and FastMCP as a client of a server of the other era, with the gateway of `examples/bridge` between them.

    python -m tests.interop.bridged

One row for each client, era and transport, one column for each feature. A cell says `yes` if the feature has crossed,
or names what is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from tests.interop.examples import FASTMCP, LOST_PROGRESS
from tests.interop.processes import PEERS, ROOT, free_port, listening, python_of, run, set_up
from tests.interop.run import SDKS
from tests.revisions import HANDSHAKE, PER_REQUEST

GATEWAY = str(ROOT / "examples/bridge/bridge.py")
SERVER = ["-m", "tests.interop.bridged_server"]

WANTED: dict[str, dict[str, Any]] = {
    "tools": {"tools": ["weather", "more"], "call": "Sunny in Oslo"},
    "resources": {"resources": ["note:///1", "note:///2"], "templates": ["note:///{number}"], "resource": "Buy milk"},
    "prompts": {"prompts": ["plan"], "prompt": "Plan my Friday."},
    "completion": {"completion": ["Friday"]},
    "progress": {"progress": [1]},
    "logging": {"logs": ["looking up Oslo", "looking up Paris"]},
    "elicitation": {"elicited": "Sunny in Paris"},
    "sampling": {"sampled": "The model says on Greet me."},
    "subscriptions": {"updated": ["note:///1"]},
}
"""Required outcome of the steps of each feature."""


@dataclass(frozen=True)
class Row:
    """One client in one era over one transport."""

    client: str
    command: tuple[str, ...]
    revision: str
    transport: str

    @property
    def server(self) -> str:
        """The revision of the server."""
        return (HANDSHAKE if self.revision in PER_REQUEST else PER_REQUEST)[-1]


def rows() -> list[Row]:
    """Return all rows."""
    clients = [(each.name, (*each.program, str(PEERS / each.file.format(role="client"))), each.newest) for each in SDKS]
    clients.append((FASTMCP, (python_of("fastmcp"), str(PEERS / "fastmcp_client.py")), PER_REQUEST[-1]))
    found: list[Row] = []
    for name, command, newest in clients:
        eras = [HANDSHAKE[-1], PER_REQUEST[-1]] if newest in PER_REQUEST else [HANDSHAKE[-1]]
        found += [Row(name, command, era, transport) for era in eras for transport in ("stdio", "http")]
    return found


async def cells_of(row: Row) -> dict[str, str]:
    """Return the outcome of each feature."""
    gateway = [sys.executable, GATEWAY, "--speak", row.revision]
    async with AsyncExitStack() as stack:
        if row.transport == "stdio":
            told = [*gateway, "--", sys.executable, *SERVER, row.server]
        else:
            port, front = free_port(), free_port()
            await stack.enter_async_context(listening([sys.executable, *SERVER, row.server, str(port)], port))
            command = [*gateway, "--listen", f"127.0.0.1:{front}", "--to", f"http://127.0.0.1:{port}/mcp"]
            await stack.enter_async_context(listening(command, front))
            told = [f"http://127.0.0.1:{front}/mcp"]
        code, output, errors = await run(*row.command, row.revision, *told, given="null\n")
    if code != 0 or not output:
        return dict.fromkeys(WANTED, f"the client ends with {code}: {' '.join(errors.splitlines()[-3:])}")
    found = json.loads(output.splitlines()[-1])
    if found.get("version") != row.revision:
        return dict.fromkeys(WANTED, f"agreed on {found.get('version')}")
    return {feature: _cell(row, feature, found) for feature in WANTED}


def _cell(row: Row, feature: str, found: dict[str, Any]) -> str:
    for step, value in WANTED[feature].items():
        if found.get(step) != value:
            if step == "progress" and not found.get(step) and row.client in LOST_PROGRESS:
                return f"yes; it {LOST_PROGRESS[row.client]}"
            return f"{step}: {found.get(step)!r}"
    return "yes"


async def judge(only: str) -> int:
    """Run all rows, two at a time, and print the table; the number of cells that fail."""
    gate = asyncio.Semaphore(2)

    async def cells(row: Row) -> dict[str, str]:
        async with gate:
            try:
                return await cells_of(row)
            except RuntimeError as error:
                return dict.fromkeys(WANTED, str(error))

    chosen = [row for row in rows() if only in f"{row.client}, {row.transport}, {row.revision}"]
    results = await asyncio.gather(*map(cells, chosen))
    print("| client | revision | server | transport |", " | ".join(WANTED), "|")
    print("|", " | ".join(["---"] * (4 + len(WANTED))), "|")
    for row, told in zip(chosen, results, strict=True):
        print(f"| {row.client} | {row.revision} | {row.server} | {row.transport} |", " | ".join(told.values()), "|")
    all_cells = [cell for told in results for cell in told.values()]
    passed = sum(cell.startswith("yes") for cell in all_cells)
    print(f"\n{passed} of {len(all_cells)} cells pass")
    return len(all_cells) - passed


def main() -> int:
    """Set up, run and tell."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.interop.bridged", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="only the rows that have this in their name")
    only = parser.parse_args().only
    set_up()
    return 1 if asyncio.run(judge(only)) else 0


if __name__ == "__main__":
    sys.exit(main())
