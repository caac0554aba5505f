"""The outcome of every pair of sets of versions as text: `python -m tests.negotiation.matrix` writes `matrix.txt`.

A set has a mark for each release, oldest first: `x` where it is spoken. A cell is the version's place in the list of
these releases, from 0, or `.` where the sides part. Read the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal

import mcp_bindings as mb
from mcp_bindings.session.simulation import negotiate

Transport = Literal["stdio", "http"]
TRANSPORTS: tuple[Transport, ...] = ("stdio", "http")
HEAD = "places: "
GOLDEN = Path(__file__).with_name("matrix.txt")


def sets(revisions: Sequence[str]) -> list[frozenset[str]]:
    """Every choice of at least one."""
    return [frozenset(chosen) for size in range(len(revisions)) for chosen in combinations(revisions, size + 1)]


SETS = sets(mb.REVISIONS)


def marks(versions: frozenset[str], revisions: Sequence[str]) -> str:
    return "".join("x" if name in versions else "-" for name in revisions)


def cell(client: frozenset[str], server: frozenset[str], transport: Transport, revisions: Sequence[str]) -> str:
    version = negotiate(client, server, transport).version
    return "." if version is None else str(revisions.index(version))


def revisions_of(grids: str) -> list[str]:
    """The releases that a text of grids is about."""
    return [place.split()[1] for place in grids.splitlines()[0].removeprefix(HEAD).split(", ")]


def text(revisions: Sequence[str] = mb.REVISIONS) -> str:
    """Two grids: a row for each client, a column for each server in the same order."""
    chosen = sets(revisions)
    lines = [HEAD + ", ".join(f"{place} {name}" for place, name in enumerate(revisions))]
    for transport in TRANSPORTS:
        lines += ["", f"{transport}: rows are clients, columns are servers in the order of the rows"]
        lines += [
            f"{marks(mine, revisions)} {''.join(cell(mine, theirs, transport, revisions) for theirs in chosen)}"
            for mine in chosen
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(text(), encoding="utf-8")
    print(f"{GOLDEN.name} written")
