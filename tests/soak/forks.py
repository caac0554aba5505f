"""A fork of every release, and the tests of its base against its package."""

from __future__ import annotations

import tempfile
from pathlib import Path

import mcp_bindings as mb
from tests.forks.running import generate, run_tests
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

FILES = [
    *(f"tests/behaviour/test_{name}.py" for name in ("dispatch", "calls", "speaking", "strict_json", "text", "values")),
    *(f"tests/session/test_{name}.py" for name in ("rules", "opening", "dispatching", "capabilities", "model")),
    *(f"tests/session/test_{name}.py" for name in ("ended_requests", "error_rules", "http_headers", "ids")),
    *("tests/peer", "tests/http"),
]


def run_forks(part: tuple[int, range]) -> Tally:
    """Generate one package for each number, and run the tests of its base."""
    _, numbers = part
    tally = Tally()
    for number in numbers:
        base = mb.REVISIONS[number % len(mb.REVISIONS)]
        with tempfile.TemporaryDirectory() as directory:
            generate(Path(directory), base)
            code, output = run_tests(Path(directory), base, FILES, "test")
        tally.count("forks", base)
        for line in output.splitlines():
            if " PASSED" in line:
                tally.count("tests")
            elif code and line.startswith("FAILED "):
                tally.fail(Failure("test fails", line, (base,)))
        if code and not tally.failed:
            tally.fail(Failure("run fails", output[-2000:], (base,)))
    return tally


PROGRAM = Program(
    "forks of every release pass the tests of their base", "forks", len(mb.REVISIONS), in_chunks(1), run_forks
)
