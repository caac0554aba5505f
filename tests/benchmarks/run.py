"""Run `python -m tests.benchmarks.run`. Exit code 0 whatever the figures are; 2 when something is missing."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.timing import Ratio, Timing, ratio, take_turns

MCP_TYPES = "2.3.0"
"""The version that the bars were set against; also in `pyproject.toml`, extra `bench`."""
NEEDED = ("mcp-bindings", "mcp-types", "pydantic", "jsonschema", "jsonschema-rs")


class Row(NamedTuple):
    """One line of a table."""

    name: str
    timing: Timing
    compared: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=40, help="of each contender within the process")
    parser.add_argument("--starts", type=int, default=20, help="of each program in a fresh interpreter")
    options = parser.parse_args(arguments)
    missing = _missing()
    if missing:
        print(f"error: {'; '.join(missing)}\n  run `make bench`, which installs what is compared", file=sys.stderr)
        return 2
    versions = ", ".join(f"{name} {version(name)}" for name in NEEDED)
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; {versions}")
    print(f"Contenders take turns: {options.starts} starts, {options.turns} turns. Each figure: best / median.")
    try:
        _report_imports(options.starts)
    except subprocess.CalledProcessError as error:
        print(f"error: `{' '.join(map(str, error.cmd))}` failed:\n{error.stderr}", file=sys.stderr)
        return 2
    _report_reading(options.turns)
    return 0


def _missing() -> list[str]:
    found: list[str] = []
    for name in NEEDED:
        try:
            installed = version(name)
        except PackageNotFoundError:
            found.append(f"{name} is not installed")
        else:
            if name == "mcp-types" and installed != MCP_TYPES:
                found.append(f"mcp-types is {installed}, to compare with is {MCP_TYPES}")
    return found


def _report_imports(starts: int) -> None:
    from tests.benchmarks import fresh

    with tempfile.TemporaryDirectory() as directory:
        python = fresh.environment(Path(directory), ("pydantic", "mcp-types", "jsonschema-rs"))
        timings = fresh.take_turns(python, starts)
    bare, pydantic, mcp_types = timings[fresh.BARE], timings[fresh.PYDANTIC], timings[fresh.MCP_TYPES]
    rows = [
        Row(fresh.BARE, bare),
        Row(fresh.ALONE, timings[fresh.ALONE], _over(timings[fresh.ALONE], bare, "bare", 30)),
        Row(fresh.PYDANTIC, pydantic, _over(pydantic, bare, "bare")),
    ]
    for name in fresh.FIRST_DECODE.values():
        rows.append(Row(name, timings[name], _over(timings[name], pydantic, "pydantic", 60)))
        rows.append(Row("", timings[name], _times(ratio(timings[name], mcp_types), "x mcp-types", at_most=0.5)))
        rows.append(Row("", timings[name], _times(_beyond_bare(timings[name], mcp_types, bare), "so, both less bare")))
    server, answer = timings[fresh.SERVER], timings[fresh.ANSWER]
    rows.append(Row(fresh.SERVER, server, _over(server, pydantic, "pydantic", 120)))
    rows.append(Row(fresh.ANSWER, answer, _over(answer, server, "server", 30)))
    rows.append(Row(fresh.MCP_TYPES, mcp_types, _over(mcp_types, bare, "bare")))
    _print("Import: a fresh interpreter from start to end, wheel installed and byte-compiled", "ms", rows)


def _report_reading(turns: int) -> None:
    from tests.benchmarks import documents, reading, speaking

    bars: tuple[tuple[str, Callable[[], reading.Contenders], float], ...] = (
        ("Text to a typed CallToolRequest", reading.call_readers, 3.0),
        (f"Text to a typed ListToolsResult, {documents.PAGE_LENGTH} tools", reading.page_readers, 4.0),
    )
    for title, contenders, bar in bars:
        timings = take_turns(contenders(), turns)
        ours = timings[reading.OURS]
        rows = [
            Row(reading.OURS, ours),
            *(
                Row(name, timings[name], _times(ratio(ours, timings[name]), "= ours : this", at_most=1.3))
                for name in (reading.BARE, reading.BARE_CORE)
            ),
            Row(
                reading.MCP_TYPES,
                timings[reading.MCP_TYPES],
                _times(ratio(timings[reading.MCP_TYPES], ours), "= this : ours", at_least=bar),
            ),
        ]
        _print(title, "µs", rows)
    boundary: tuple[tuple[str, Callable[[], reading.Contenders], float], ...] = (
        ("Text to a request, tools/call, checked as strict JSON and JSON-RPC", reading.call_parsers, 2.5),
        (f"Text to a response, a page of {documents.PAGE_LENGTH} tools, likewise", reading.page_parsers, 3.5),
    )
    for title, contenders, bar in boundary:
        timings = take_turns(contenders(), turns)
        ours, theirs = timings[reading.PARSE], timings[reading.MCP_TYPES]
        rows = [
            Row(reading.PARSE, ours),
            Row(reading.MCP_TYPES, theirs, _times(ratio(theirs, ours), "= this : ours", at_least=bar)),
        ]
        _print(title, "µs", rows)
    timings, held = asyncio.run(speaking.on_a_loop(turns))
    ours = timings[speaking.DISPATCH]
    rows = [Row(speaking.DISPATCH, ours)]
    for name in (speaking.STEPS, speaking.BARE_STEPS):
        rows.append(Row(name, timings[name], _times(ratio(ours, timings[name]), "= dispatch : this", at_most=1.3)))
    _print("A tools/call from bytes to the bytes of its answer, trivial handler", "µs", rows)
    ours, free = held[speaking.HELD], held[speaking.NOT_HELD]
    rows = [
        Row(speaking.HELD, ours),
        Row(speaking.NOT_HELD, free, _times(ratio(ours, free), "= held : this", at_most=1.25)),
    ]
    _print("The same held to the rules by a session, each call with an id of its own", "µs", rows)
    report_functions(turns)
    timings = take_turns(reading.page_uses(), turns)
    _print("The same page, other uses (no bars)", "µs", [Row(name, timing) for name, timing in timings.items()])


def report_functions(turns: int) -> None:
    """Print what a call of a function costs, beside a handler of a class and FastMCP."""
    from tests.benchmarks import functions

    timings = functions.measure(turns)
    handler, ours, plain = (timings[name] for name in (functions.HANDLER, functions.ASYNC, functions.PLAIN))
    best, median = (plain.best - ours.best) * 1e6, (plain.median - ours.median) * 1e6
    most = functions.MOST_MICROSECONDS
    verdict = _verdict(f"<= {most:g} µs", best <= most, median <= most)
    rows = [
        Row(functions.HANDLER, handler),
        Row(functions.ASYNC, ours, _times(ratio(ours, handler), "= this : handler", at_most=functions.MOST_TIMES)),
        Row(functions.PLAIN, plain, f"{f'+{best:.0f} / +{median:.0f} µs':>20} over async def  {verdict}"),
    ]
    _print("A tools/call in this process, client and server, processor time", "µs", rows)
    served = functions.measure_servers(turns)
    ours, theirs = served[functions.ASYNC], served.get(functions.FASTMCP)
    rows = [Row(functions.ASYNC, ours)]
    if theirs is not None:
        compared = _times(ratio(theirs, ours), "= this : async def", at_least=functions.LEAST_TIMES)
        rows.append(Row(functions.FASTMCP, theirs, compared))
    _print("A tools/call over standard streams, processor time of the server", "µs", rows)
    if theirs is None:
        print("FastMCP is not compared: `make interop` installs it")
    taken, bar = functions.measure_four_at_once(), functions.MOST_SECONDS
    print(f"Four functions of 0.5 s at once: {taken:.2f} s  {_verdict(f'<= {bar:g} s', taken <= bar, taken <= bar)}")


def _beyond_bare(one: Timing, other: Timing, bare: Timing) -> Ratio:
    """Return the ratio without the time of the interpreter's own start."""
    return Ratio(
        (one.best - bare.best) / (other.best - bare.best), (one.median - bare.median) / (other.median - bare.median)
    )


def _over(timing: Timing, base: Timing, of: str, bar: float | None = None) -> str:
    best, median = (timing.best - base.best) * 1e3, (timing.median - base.median) * 1e3
    verdict = "" if bar is None else _verdict(f"<= {bar:g} ms", best <= bar, median <= bar)
    return f"{f'+{best:.1f} / +{median:.1f} ms':>20} over {of:<18}{verdict}"


def _times(found: Ratio, of: str, *, at_most: float | None = None, at_least: float | None = None) -> str:
    verdict = ""
    if at_most is not None:
        verdict = _verdict(f"<= {at_most:g}", found.best <= at_most, found.median <= at_most)
    if at_least is not None:
        verdict = _verdict(f">= {at_least:g}", found.best >= at_least, found.median >= at_least)
    return f"{f'{found.best:.2f} / {found.median:.2f}':>20} {of:<23}{verdict}"


def _verdict(bar: str, best: bool, median: bool) -> str:
    words: Mapping[tuple[bool, bool], str] = {(True, True): "met", (False, False): "MISSED"}
    return f"bar {bar:<9}{words.get((best, median), 'met by best only' if best else 'met by median only')}"


def _print(title: str, unit: str, rows: Sequence[Row]) -> None:
    factor = {"ms": 1e3, "µs": 1e6}[unit]
    print(f"\n{title} ({unit})")
    for name, timing, compared in rows:
        figures = f"{timing.best * factor:9.2f} / {timing.median * factor:8.2f}" if name else " " * 20
        print(f"  {name:<38}{figures}  {compared}".rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
