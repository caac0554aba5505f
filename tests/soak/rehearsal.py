"""A release day from end to end, in each era: one command, some lines of facts, and the suite about the new revision.

The checkout is copied. In the copy, `mcp-bindgen release` brings in an invented revision, `tests/release/facts.toml`
states what is left to a person, and `generate` writes the package. Then `diff` has to report every edit of the schema,
the package has to speak, and the revision-wide tests of the suite have to pass: every test with the new revision among
its parameters. Those of the reference programs are among them, so these speak the new revision over stdio and HTTP.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from tests.release.filling import fill
from tests.release.invented import EDITS, invented
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

ROOT = Path(__file__).resolve().parents[2]
ERAS = [revisions[-1] for revisions in (HANDSHAKE, PER_REQUEST) if revisions]
LEFT_OUT = (".git", ".venv", "build", "dist", "node_modules", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
"""What a copy of the checkout does without."""

ELSEWHERE = ("conformance", "interop", "package", "forks/test_behaviour.py", "release", "soak")
"""Below `tests`: what installs packages or generates others, and what rehearses or is run by itself."""

SECONDS = "seconds of processor time from the file to a package that speaks"
FACT_LINES = "lines of facts, with the names of their rows"
MAX_SECONDS, MAX_FACT_LINES = 120, 60


class _Done(NamedTuple):
    code: int
    output: str
    seconds: float
    """Processor time."""


class Rehearsal:
    """One release day, in a copy of the checkout.

    Args:
        directory: for the copy.
        previous: the revision that the invented one follows.
        tally: gets the outcome.
    """

    def __init__(self, directory: Path, previous: str, tally: Tally) -> None:
        self.root = directory / "checkout"
        self.previous, self.tally = previous, tally
        self.new = str(date.fromisoformat(previous) + timedelta(days=1))
        self.official = directory / "official.json"
        self.seconds = 0.0

    def run(self) -> None:
        """All of it; the first step that fails ends it."""
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._run("git", "init", "--quiet")
        self._run("git", "add", "--all")
        document = json.loads((self.root / "schema" / self.previous / "schema.json").read_bytes())
        self.official.write_text(json.dumps(invented(document)), encoding="utf-8")
        if all(step() for step in (self._release, self._diff, self._speak, self._suite)):
            self.tally.count("rehearsals", self.previous)

    def _release(self) -> bool:
        """The one command, the lines that it lists, and the package."""
        brought_in = self._tool("release", self.new, "--schema", self.official, "--commit", "0" * 40)
        if brought_in.code:
            return self._fail("release", brought_in)
        listed = brought_in.output.count("write its documentation line")
        written, facts = fill(self.root, self.new)
        self.tally.count("lines of documentation, one for each new name", times=written)
        self.tally.measure(FACT_LINES, facts)
        generated = self._tool("generate")
        self.tally.measure("seconds of processor time for the one command", brought_in.seconds)
        self.seconds = brought_in.seconds + generated.seconds
        status = self._tool("release", "--status", self.new)
        if generated.code or status.code or written != listed:
            return self._fail(f"after the facts, {written} of {listed} lines", generated if generated.code else status)
        return True

    def _diff(self) -> bool:
        done = self._tool("diff", self.previous, self.new, "--format", "json")
        found = {(each["rule"], each["pointer"]) for each in json.loads(done.output)["changes"]}
        for rule, place in EDITS:
            self.tally.count("edits")
            if not found & {(rule, f"/$defs/{place}"), (rule, f"/{place}")}:
                self._fail(f"diff does not report {rule} {place}", done)
        return not self.tally.failed

    def _speak(self) -> bool:
        """Tables, documents, dispatch, sessions and negotiation, with a revision that has only this in common."""
        program = self.root / "tests" / "release" / "speaks.py"
        done = self._run(sys.executable, "-I", program, self.root / "generated", self.new, self.previous)
        self.tally.measure(SECONDS, self.seconds + done.seconds)
        return not done.code or self._fail("speaks", done)

    def _suite(self) -> bool:
        done = self._run(
            *(sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "--no-cov", "-n", "2"),
            *("-p", "tests.soak.rehearsed", "-k", self.new),
            *(f"--ignore=tests/{each}" for each in ELSEWHERE),
            "tests",
        )
        _, _, summary = done.output.rpartition(" short test summary info ")  # above it, logs have such lines too
        for line in summary.splitlines():
            outcome, _, test = line.partition(" ")
            if outcome == "PASSED":
                self.tally.count("tests about the invented revision", self.new)
                if test.startswith("tests/reference"):
                    self.tally.count("tests of the reference programs in the new revision", self.new)
            elif outcome in ("FAILED", "ERROR"):
                self.tally.fail(Failure("test fails", test, (self.new,)))
        return not done.code or self._fail("suite", done)

    def _tool(self, *arguments: object) -> _Done:
        return self._run(sys.executable, "-m", "mcp_bindgen.cli", *arguments)

    def _run(self, *command: object) -> _Done:
        path = os.pathsep.join(str(self.root / each) for each in ("codegen", "generated", "."))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [*map(str, command)],
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PYTHONPATH": path, "MCP_REHEARSED": self.new},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return _Done(done.returncode, done.stdout, seconds)

    def _fail(self, what: str, done: _Done) -> bool:
        self.tally.fail(Failure("rehearsal fails", f"{what}: exit code {done.code}", (self.new,), done.output[-1500:]))
        return False


def rehearse(part: tuple[int, range]) -> Tally:
    """A rehearsal for each number, which is that of an era."""
    tally = Tally()
    for number in part[1]:
        with tempfile.TemporaryDirectory() as directory:
            Rehearsal(Path(directory), ERAS[number % len(ERAS)], tally).run()
    return tally


def bars(tally: Tally) -> Iterator[str]:
    """What takes longer than it may."""
    limits: Sequence[tuple[str, int]] = ((SECONDS, MAX_SECONDS), (FACT_LINES, MAX_FACT_LINES))
    yield from (
        f"{tally.peaks[name]:.0f} {name}, and {most} are allowed" for name, most in limits if tally.peaks[name] > most
    )
    if not tally.total("tests of the reference programs in the new revision"):
        yield "no test of the reference programs speaks the new revision"


PROGRAM = Program(
    "a release day in each era: an invented revision, and the suite about it",
    "eras",
    len(ERAS),
    in_chunks(1),
    rehearse,
    is_numbered=True,
    bars=bars,
)
