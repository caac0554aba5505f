"""The outcome of every pair of sets of versions as text: `python -m tests.negotiation.matrix` writes `matrix.txt`.

A set is five marks, oldest release first: `x` where it is spoken. A cell is the version's place in the list of
releases, from 0, or `.` where the sides part. Read the difference before committing it.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Literal

import mcp_bindings as mb
from mcp_bindings.simulation import negotiate

Transport = Literal["stdio", "http"]
TRANSPORTS: tuple[Transport, ...] = ("stdio", "http")
GOLDEN = Path(__file__).with_name("matrix.txt")
SETS = [frozenset(chosen) for size in range(1, 6) for chosen in combinations(mb.REVISIONS, size)]


def marks(versions: frozenset[str]) -> str:
    return "".join("x" if name in versions else "-" for name in mb.REVISIONS)


def cell(client: frozenset[str], server: frozenset[str], transport: Transport) -> str:
    version = negotiate(client, server, transport).version
    return "." if version is None else str(mb.REVISIONS.index(version))


def text() -> str:
    """Two grids: a row for each client, a column for each server in the same order."""
    lines = ["places: " + ", ".join(f"{place} {name}" for place, name in enumerate(mb.REVISIONS))]
    for transport in TRANSPORTS:
        lines += ["", f"{transport}: rows are clients, columns are servers in the order of the rows"]
        lines += [f"{marks(mine)} {''.join(cell(mine, theirs, transport) for theirs in SETS)}" for mine in SETS]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(text(), encoding="utf-8")
    print(f"{GOLDEN.name} written")
