"""One table of ratios: this package beside mcp-types, a bare pydantic model, orjson and msgspec.

    python -m tests.benchmarks.table
    python -m tests.benchmarks.table --only page --runs 5
    python -m tests.benchmarks.table --record
    python -m tests.benchmarks.table --check

The first figure of a cell is how many times as fast as the contender of its heading this package is, from the fastest
turn of each in all runs; then follow the lowest and the highest of single runs. Contenders take turns within a run.
`--check` compares with the ratios that `--record` has written, and exits with 1 if one is lower by more than a fifth,
twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.rows import BASES, OURS, Row, rows
from tests.benchmarks.timing import take_turns

RECORDED = Path(__file__).parent / "recorded.json"
LOWEST = 0.8
"""Of the recorded ratio; the machine that checks is another one, and busy."""
RUNS = 3
TURNS = 12


class Line(NamedTuple):
    """Measurements of one row."""

    seconds: Mapping[str, Sequence[float]]
    """Of the fastest turn in each run, by contender."""

    def ratio(self, name: str) -> float:
        """Return the time of a contender as a multiple of this package's."""
        return min(self.seconds[name]) / min(self.seconds[OURS])

    def spread(self, name: str) -> tuple[float, float]:
        """Return the lowest and the highest ratio of single runs."""
        ratios = [other / ours for other, ours in zip(self.seconds[name], self.seconds[OURS], strict=True)]
        return min(ratios), max(ratios)


async def measured(row: Row, runs: int, turns: int) -> Line:
    """Measure a row; asyncio is there for what needs a running loop."""
    contenders = {OURS: row.ours, **row.others}
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for run in contenders.values():  # what is built or imported on first use
        run()
        run()
    for _ in range(runs):
        for name, timing in take_turns(contenders, turns).items():
            seconds[name].append(timing.best)
    return Line(seconds)


def format_line(line: Line) -> str:
    """Return the cells of a line: each contender's ratio with its spread, then microseconds."""
    cells: list[str] = []
    for name in BASES:
        lowest, highest = line.spread(name) if name in line.seconds else (0, 0)
        cells.append(f"{line.ratio(name):5.2f} ({lowest:.2f}-{highest:.2f})" if name in line.seconds else "")
    return " ".join(cell.rjust(18) for cell in cells) + f" {min(line.seconds[OURS]) * 1e6:10.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, record its ratios, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--turns", type=int, default=TURNS, help="of each contender in a run")
    parser.add_argument("--record", action="store_true", help=f"write the ratios to {RECORDED.name}")
    parser.add_argument("--check", action="store_true", help="compare the ratios with the recorded ones")
    options = parser.parse_args(arguments)

    def measure(row: Row) -> Line:
        return asyncio.run(measured(row, options.runs, options.turns))

    chosen = [row for row in rows() if options.only in row.name]
    if options.check:
        return check(chosen, measure)
    width = max(len(row.name) for row in chosen)
    print(" ".join(["times as fast as".ljust(width), *(name.rjust(18) for name in BASES), "µs".rjust(10)]))
    found: dict[str, float] = {}
    for row in chosen:
        line = measure(row)
        found[row.name] = round(line.ratio(first(row)), 2)
        print(row.name.ljust(width), format_line(line), flush=True)
    if options.record:
        before: dict[str, float] = json.loads(RECORDED.read_text(encoding="utf-8")) if options.only else {}
        text = json.dumps({**before, **found}, indent=2, ensure_ascii=False)
        RECORDED.write_text(text + "\n", encoding="utf-8")
    return 0


def first(row: Row) -> str:
    """Return the contender whose ratio is recorded."""
    return next(iter(row.others))


def check(chosen: Sequence[Row], measure: Callable[[Row], Line]) -> int:
    """Return whether no ratio is much lower than the recorded one. Measure a row that fails once more."""
    recorded: dict[str, float] = json.loads(RECORDED.read_text(encoding="utf-8"))
    failed: list[str] = []
    for row in chosen:
        if row.name not in recorded:
            failed.append(f"{row.name}: no ratio is recorded; run `python -m tests.benchmarks.table --record`")
            continue
        least = LOWEST * recorded[row.name]
        ratio = measure(row).ratio(first(row))
        if ratio < least:
            ratio = max(ratio, measure(row).ratio(first(row)))
        if ratio < least:
            failed.append(f"{row.name}: {ratio:.2f}, recorded {recorded[row.name]:.2f}, so at least {least:.2f}")
    for line in failed:
        print(f"FAIL {line}")
    print(f"{len(chosen)} ratios, {len(failed)} lower than {LOWEST:.0%} of the recorded ones")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
