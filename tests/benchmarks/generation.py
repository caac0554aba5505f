"""Time `mcp-bindgen generate`: unchanged, after one changed line of the newest release, and with an empty cache.

`python -m tests.benchmarks.generation` runs each case five times, each in a fresh process, and prints
the seconds on the clock and, in brackets, those of the processors, which depend less on what else the machine does.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen.cache import DIRECTORY_VARIABLE
from mcp_bindgen.ingest.manifest import read_manifest, sha256
from tests.cli.run import ROOT

RUNS = 5
BARS = {"unchanged": 1.0, "one changed line": 3.0, "empty cache": 10.0}
"""Seconds on the clock, with two idle cores."""


class Seconds(NamedTuple):
    """Cost of one run."""

    clock: float
    processors: float


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        where = Path(directory)
        project = where / "project"
        for name in ("schema", "templates", "codegen/runtime"):
            shutil.copytree(ROOT / name, project / name)
        times: dict[str, list[Seconds]] = {name: [] for name in BARS}
        for _ in range(RUNS):
            cache = where / "cache"
            shutil.rmtree(cache, ignore_errors=True)
            times["empty cache"].append(_generate(project, where / "out", cache))
            times["unchanged"].append(_generate(project, where / "out", cache))
            changed = where / "changed"
            shutil.copytree(project, changed)
            change_one_line(changed / "schema")
            times["one changed line"].append(_generate(changed, where / "out", cache))
            shutil.rmtree(changed)
    for name, bar in BARS.items():
        runs = " ".join(f"{each.clock:.2f} ({each.processors:.2f})" for each in times[name])
        median = statistics.median(each.clock for each in times[name])
        print(f"{name:<18} median {median:5.2f} s, at most {bar:4.1f} s; runs {runs}")


def change_one_line(schema: Path) -> None:
    """Make the first integer of the newest release any number, also in a draft that is equal, and pin the files."""
    rows = read_manifest(schema)
    newest = [row for row in rows if row.status == "released"][-1]
    before = (schema / newest.id / "schema.json").read_bytes()
    after = before.replace(b'"type": "integer"', b'"type": "number"', 1)
    if after == before:
        raise ValueError(f"{newest.id} has no integer to change")
    for row in rows:
        if row.sha256 == newest.sha256:
            (schema / row.id / "schema.json").write_bytes(after)
    manifest = schema / "revisions.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace(newest.sha256, sha256(after)), encoding="utf-8")


def _generate(project: Path, out: Path, cache: Path) -> Seconds:
    """Measure the command from its start to its end, its worker process included."""
    environment = {**os.environ, "MCP_BINDGEN_ROOT": str(project), DIRECTORY_VARIABLE: str(cache)}
    command = [sys.executable, "-m", "mcp_bindgen.cli", "generate", "--out", str(out)]
    start, used = time.perf_counter(), _used()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return Seconds(time.perf_counter() - start, _used() - used)


def _used() -> float:
    """Return the seconds of processor time of all processes that this one has started and seen end."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
