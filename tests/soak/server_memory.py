"""The memory and the time of `mcp-bindgen server check` with hostile servers, each in a process of its own (Linux)."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from tests.revisions import HANDSHAKE
from tests.servers.commands import HOSTILE
from tests.servers.hostile_http import MODES, serving
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

KIB = 1024
STDIO = ("escapes", "flood", "long line", "long lines", "pages", "hang later", "die later", "prints")
"""Modes of `tests/servers/hostile.py`. The first one sends little, so all others are compared with it."""

MORE = 64
"""MiB that a hostile server may cost more than one that sends little: eight of its greatest messages."""

SECONDS = 90
"""Longest check of one revision twice, where each request may take a second."""

MEASURED = """
import atexit, sys
from mcp_bindgen.cli import main
def write():
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print("peak", peak.split()[1], file=sys.stderr)
atexit.register(write)
main()
"""


def split_work(seed: int, numbers: range) -> Sequence[tuple[str, str]]:
    """Return each transport with each mode but those in which nothing can be opened."""
    return [*(("stdio", each) for each in STDIO), *(("http", each) for each in MODES if each != "hangs")]


def try_one(part: tuple[str, str]) -> Tally:
    """Check one hostile server."""
    kind, mode = part
    tally = Tally()
    tally.count("servers", kind)
    started = time.monotonic()
    if kind == "http":
        with serving(mode) as url:
            code, peak = _check([url])
    else:
        code, peak = _check(["--", *HOSTILE, mode])
    tally.measure("s for one server", time.monotonic() - started)
    tally.measure("MiB with little to read" if mode == STDIO[0] else "MiB with hostile servers", peak)
    if code not in (0, 1):
        tally.fail(Failure("failed", f"the check exits with {code}", part))
    return tally


def _check(target: Sequence[str]) -> tuple[int, float]:
    options = ["server", "check", "--revision", HANDSHAKE[-1], "--timeout", "1", *target]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *options], capture_output=True, encoding="utf-8", check=False
    )
    peaks = [int(line.split()[1]) / KIB for line in done.stderr.splitlines() if line.startswith("peak ")]
    return done.returncode, peaks[-1] if peaks else float("inf")


def bars(tally: Tally) -> Iterator[str]:
    """Yield what a run did not reach."""
    few, most = (tally.peaks[f"MiB with {each}"] for each in ("little to read", "hostile servers"))
    if most > few + MORE:
        yield f"a hostile server costs {most - few:.0f} MiB more than one that sends little; the bar is {MORE} MiB"
    if tally.peaks["s for one server"] > SECONDS:
        yield f"a check takes {tally.peaks['s for one server']:.0f} s; the bar is {SECONDS} s"


PROGRAM = Program(
    summary="the check of hostile servers ends, and its memory is that of the check of others",
    unit="",
    count=1,
    split_work=split_work,
    run_part=try_one,
    bars=bars,
)
