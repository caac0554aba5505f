"""The package beside its alternatives: `python -m tests.benchmarks.compare` prints the table that the README shows.

`make bench` installs mcp-types; without it, its column is left out. The counts are the same in every run.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

import mcp_bindings as mb
from mcp_bindgen.paths import project_root
from tests.benchmarks.contenders import DEFINITIONS, Contender, contenders
from tests.benchmarks.documents import CALL, PAGE, text
from tests.benchmarks.reading import REVISION
from tests.benchmarks.timing import take_turns
from tests.differential.check import generator, reference
from tests.differential.reference import json_equal

DOCUMENTS = 2000
"""Of each definition; two in five are valid, the others have one or two faults, most of which make them invalid."""
SEED = 20261120
STARTS = 20
TURNS = 100


class Counts(NamedTuple):
    """Treatment of generated documents by a contender."""

    valid: int
    invalid: int
    rejected: int
    """Valid documents that it rejects."""
    accepted: int
    """Invalid documents that it accepts."""
    changed: int
    """Valid documents that it accepts, and writes back as another JSON value."""


def count(contender: Contender) -> Counts:
    """Judge the same documents with a contender and with the reference validator, `jsonschema`."""
    valid = invalid = rejected = accepted = changed = 0
    for definition in DEFINITIONS:
        for instance in generator(REVISION, SEED).instances(definition, DOCUMENTS):
            expected = reference(REVISION).is_valid(definition, instance.value)
            valid, invalid = valid + expected, invalid + (not expected)
            try:
                value = contender.read[definition](json.dumps(instance.value))
            except (ValidationError, mb.DecodeError, LookupError, AttributeError):  # the last two are mcp-types'
                rejected += expected
                continue
            accepted += not expected
            changed += expected and not json_equal(instance.value, json.loads(contender.write(value)), order=False)
    return Counts(valid, invalid, rejected, accepted, changed)


def rows(found: dict[str, Contender]) -> list[list[str]]:
    """Return the exact part of the table: a label, then a cell for each contender."""
    counts = [count(contender) for contender in found.values()]
    valid, invalid = counts[0][:2]
    return [
        [f"valid documents rejected, of {valid}", *(str(each.rejected) for each in counts)],
        [f"invalid documents accepted, of {invalid}", *(str(each.accepted) for each in counts)],
        [f"valid documents changed by decoding and encoding, of {valid}", *(str(each.changed) for each in counts)],
        ["released revisions with types of their own", *map(_share, found.values())],
    ]


def _share(contender: Contender) -> str:
    """Return the number of released revisions with types; `all` if none lacks them, which stays true for a new one."""
    return "all" if contender.revisions == len(mb.REVISIONS) else str(contender.revisions)


def timings(found: dict[str, Contender]) -> list[list[str]]:
    """Return the measured part of the table."""
    page = text(PAGE).decode()
    reading = take_turns({name: partial(each.read[DEFINITIONS[1]], page) for name, each in found.items()}, TURNS)
    bare = _best_start("pass")
    starts = [_best_start(f"text = {text(CALL).decode()!r}\n{each.program}") - bare for each in found.values()]
    return [
        ["µs to read a page of 50 tools", *(f"{timing.best * 1e6:.0f}" for timing in reading.values())],
        [
            "ms of processor time to import the package and read a first request",
            *(f"{start * 1e3:.0f}" for start in starts),
        ],
    ]


def _best_start(program: str) -> float:
    """Measure the processor seconds of a program in a fresh interpreter; the first start only warms the caches."""
    best = math.inf
    for turn in range(STARTS + 1):
        before = os.times()
        subprocess.run([sys.executable, "-c", program], check=True, cwd=project_root())
        after = os.times()
        if turn:
            best = min(best, after[2] + after[3] - before[2] - before[3])  # user and system time of children
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory:
        found = contenders(Path(directory))
        table = [["", *found], *rows(found), *timings(found)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *cells in table:
        print(
            first.ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)),
            sep="  ",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
