"""Processes that write a tree over and over, one or two at a time, until they are killed at a random moment.

After each kill the directory holds one of the two trees, whole; files that the tool did not write are still there, in
the directory and beside it.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mcp_bindgen.fileset import read_tree
from mcp_bindgen.output.writer import write_tree
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

FIRST = {"README.md": b"A", **{f"mcp_bindings/m{number}.py": b"A" * 200 for number in range(60)}}
SECOND = {"docs/x.md": b"B", **{f"mcp_bindings/m{number}.py": b"B" * 200 for number in range(5, 70)}}

MINE = {"mcp_bindings/notes.txt": b"mine", "own/data": b"mine"}
HIDDEN = {".git/config": b"mine", ".env": b"mine"}
"""Files that the tool did not write. `read_tree` skips hidden entries, so these are checked one by one."""

WRITER = """
import sys
from pathlib import Path
from mcp_bindgen.output.writer import write_tree
from tests.soak.killed_runs import FIRST, SECOND
print("ready", flush=True)
while True:
    write_tree(FIRST, Path(sys.argv[1]))
    write_tree(SECOND, Path(sys.argv[1]))
"""

LONGEST = 0.05
"""Seconds for which the processes write, at most: some twenty trees."""


def run_kills(part: tuple[int, range]) -> Tally:
    """Kill one process in every even run, and two that race in every odd one."""
    seed, numbers = part
    tally = Tally()
    with tempfile.TemporaryDirectory() as holding:
        out, beside = Path(holding) / "out", Path(holding) / "beside"
        beside.write_bytes(b"mine")
        write_tree(FIRST, out)
        for path, content in (MINE | HIDDEN).items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(content)
        for number in numbers:
            racing = 1 + number % 2
            _write_and_kill(out, racing, random.Random(f"{seed} {number}"))
            tally.count("kills", f"{racing} at a time")
            for fault in _faults(out, beside):
                tally.fail(Failure("damage", fault, (f"kill {number}",)))
        write_tree(FIRST, out)
        if read_tree(out) != FIRST | MINE or any((out / path).read_bytes() != own for path, own in HIDDEN.items()):
            tally.fail(Failure("repair", "the run after the last kill does not leave a whole tree"))
    return tally


def _write_and_kill(out: Path, racing: int, rng: random.Random) -> None:
    command = [sys.executable, "-c", WRITER, str(out)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(racing)]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    time.sleep(rng.uniform(0.0, LONGEST))
    for process in processes:
        process.send_signal(signal.SIGKILL)
    for process in processes:
        process.communicate()


def _faults(out: Path, beside: Path) -> list[str]:
    """Return the faults right after a kill, before another run could repair them."""
    faults: list[str] = []
    if not out.is_dir():
        return ["there is no tree"]
    found = read_tree(out)
    waiting = out.with_name(f".{out.name}.new") / "tree"
    for path, content in MINE.items():
        if found.pop(path, None) != content and not (waiting / path).is_file():
            faults.append(f"{path} is gone")
    faults += [f"{path} is gone" for path in HIDDEN if not any((root / path).is_file() for root in (out, waiting))]
    if found not in (FIRST, SECOND):
        faults.append(f"the tree is mixed: {len(found)} files")
    if beside.read_bytes() != b"mine":
        faults.append("a file beside the tree has changed")
    return faults


PROGRAM = Program(
    summary="generate leaves one tree whole when it is killed, and touches nothing else",
    unit="kills",
    count=1_000,
    split_work=in_chunks(50),
    run_part=run_kills,
)
