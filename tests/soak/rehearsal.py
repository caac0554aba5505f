"""A release day from end to end: one command, some lines of facts, and everything that `make test` runs.

The checkout is copied. In the copy, `mcp-bindgen release` brings in an invented revision, a file of facts states what
is left to a person, and `generate` writes the package. Then `diff` has to report every edit of the schema, the package
has to speak, and linters, type checkers and the whole suite have to pass. The tests of the reference programs are among
them, so these speak the new revision over stdio and HTTP. There are several inventions, each for the eras that have
what it changes.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from tests.release.filling import fill
from tests.release.inventions import INVENTIONS, Invention, of_each_era
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = (".git", ".venv", "build", "dist", "node_modules", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
"""Parts of the checkout that a copy omits."""

DAYS = [(previous, invention) for invention in INVENTIONS for previous in of_each_era(invention)]
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--exclude", "generated", "."),
    ("mypy", "codegen/mcp_bindgen", "codegen/runtime/mcp_bindings", "tests", "examples"),
)
"""Modules that `make test` runs before the tests, with their arguments; mypy gets the packages of revisions too."""

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
        invention: what is new.
        tally: gets the outcome.
    """

    def __init__(self, directory: Path, previous: str, invention: Invention, tally: Tally) -> None:
        self.root = directory / "checkout"
        self.python = self.root / ".venv/bin/python"
        self.previous, self.invention, self.tally = previous, invention, tally
        self.new = str(date.fromisoformat(previous) + timedelta(days=1))
        self.official = directory / "official.json"
        self.seconds = 0.0

    def run(self) -> None:
        """Run the whole rehearsal."""
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._run("git", "init", "--quiet")
        self._run("git", "add", "--all")
        self._make_environment()
        document = json.loads((self.root / "schema" / self.previous / "schema.json").read_bytes())
        self.official.write_text(json.dumps(self.invention.made_from(document)), encoding="utf-8")
        steps = (self._diff, self._speak, self._check, self._suite)
        done = [step() for step in steps] if self._release() else [False]  # each says what it finds
        if all(done):
            self.tally.count("rehearsals", f"{self.previous} {self.invention.name}")

    def _make_environment(self) -> None:
        """Make an environment that imports from the copy, also in programs without variables of this environment."""
        venv.create(self.root / ".venv")
        site = next((self.root / ".venv/lib").glob("python*/site-packages"))
        paths = [str(self.root / each) for each in ("codegen", "generated", ".")]
        others = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})"
        (site / "rehearsal.pth").write_text("\n".join([*paths, others]) + "\n", encoding="utf-8")
        for other in Path(sys.executable).parent.iterdir():  # linters of files, which tests start by their paths
            if not (self.python.parent / other.name).exists() and "python" not in other.name:
                (self.python.parent / other.name).symlink_to(other)
        tool = self.python.with_name("mcp-bindgen")
        tool.unlink(missing_ok=True)
        program = 'from mcp_bindgen.cli import main\nif __name__ == "__main__":\n    main()\n'
        tool.write_text(f"#!{self.python}\n{program}", encoding="utf-8")
        tool.chmod(0o755)

    def _release(self) -> bool:
        """Run the release command, fill the lines that it lists, and generate the package."""
        brought_in = self._tool("release", self.new, "--schema", self.official, "--commit", "0" * 40)
        if brought_in.code:
            return self._fail("release", brought_in)
        listed = brought_in.output.count("write its documentation line")
        written, facts = fill(self.root, self.new, self.invention.facts)
        self.tally.count("lines of documentation, one for each new name", times=written)
        self.tally.measure(FACT_LINES, facts)
        generated = self._tool("generate")
        self._run(self.python, "-m", "tests.readme.translation")  # as the guide to a new revision says
        self._run("git", "add", "--all")
        self.tally.measure("seconds of processor time for the one command", brought_in.seconds)
        self.seconds = brought_in.seconds + generated.seconds
        status = self._tool("release", "--status", self.new)
        if generated.code or status.code or written != listed:
            return self._fail(f"after the facts, {written} of {listed} lines", generated if generated.code else status)
        return True

    def _diff(self) -> bool:
        done = self._tool("diff", self.previous, self.new, "--format", "json")
        found = {(each["rule"], each["pointer"]) for each in json.loads(done.output)["changes"]}
        for rule, place in self.invention.edits:
            self.tally.count("edits")
            if not found & {(rule, f"/$defs/{place}"), (rule, f"/{place}")}:
                self._fail(f"diff does not report {rule} {place}", done)
        return not self.tally.failed

    def _speak(self) -> bool:
        """Run the tests of tables, documents, dispatch, sessions and negotiation with the new revision."""
        program = self.root / self.invention.speaks.relative_to(ROOT)
        done = self._run(self.python, "-I", program, self.root / "generated", self.new, self.previous)
        self.tally.measure(SECONDS, self.seconds + done.seconds)
        return not done.code or self._fail("speaks", done)

    def _check(self) -> bool:
        """Run linters and type checkers."""
        good = True
        pyright = Path(sys.executable).with_name("pyright")
        rendered = [path.relative_to(self.root) for path in self.root.glob("generated/mcp_bindings/v*")]
        modules = [(*each, *(rendered if each[0] == "mypy" else ())) for each in CHECKS]
        for command in [*((self.python, "-m", *each) for each in modules), (pyright, "--pythonpath", self.python)]:
            done = self._run(*command)
            good &= not done.code or self._fail(f"{command[-1]} of {command[0]}", done)
        return good

    def _suite(self) -> bool:
        done = self._run(
            *(self.python, "-m", "pytest", "-q", "-rap", "-p", "no:cacheprovider", "--no-cov", "-n", "2"),
            *("--dist", "worksteal", "-m", "not slow", "-p", "tests.soak.rehearsed", "tests"),
        )
        _, _, summary = done.output.rpartition(" short test summary info ")  # above it, logs have such lines too
        for line in summary.splitlines():
            outcome, _, test = line.partition(" ")
            if outcome == "PASSED":
                self.tally.count("tests", self.new)
                if test.startswith("tests/reference") and self.new in test:
                    self.tally.count("tests of the reference programs in the new revision", self.new)
            elif outcome in ("FAILED", "ERROR"):
                self.tally.count("failed tests", test.partition(" - ")[0])
                self.tally.fail(Failure("test fails", test, (self.new,)))
        return not done.code or self._fail("suite", done)

    def _tool(self, *arguments: object) -> _Done:
        return self._run(self.python, "-m", "mcp_bindgen.cli", *arguments)

    def _run(self, *command: object) -> _Done:
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [*map(str, command)],
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env={**kept, "MCP_REHEARSED": self.new, "PATH": f"{self.python.parent}{os.pathsep}{kept['PATH']}"},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return _Done(done.returncode, done.stdout, seconds)

    def _fail(self, what: str, done: _Done) -> bool:
        self.tally.fail(Failure("rehearsal fails", f"{what}: exit code {done.code}", (self.new,), done.output[-1500:]))
        return False


def rehearse(part: tuple[int, range]) -> Tally:
    """Return a rehearsal for each number, which selects an era and an invention."""
    tally = Tally()
    for number in part[1]:
        with tempfile.TemporaryDirectory() as directory:
            previous, invention = DAYS[number % len(DAYS)]
            Rehearsal(Path(directory), previous, invention, tally).run()
    return tally


def bars(tally: Tally) -> Iterator[str]:
    """Return the parts that take longer than their bar."""
    limits: Sequence[tuple[str, int]] = ((SECONDS, MAX_SECONDS), (FACT_LINES, MAX_FACT_LINES))
    yield from (
        f"{tally.peaks[name]:.0f} {name}, and {most} are allowed" for name, most in limits if tally.peaks[name] > most
    )
    if not tally.total("tests of the reference programs in the new revision"):
        yield "no test of the reference programs speaks the new revision"


PROGRAM = Program(
    "release days in each era: an invented revision, and everything that `make test` runs",
    "days",
    len(DAYS),
    in_chunks(1),
    rehearse,
    is_numbered=True,
    bars=bars,
)
