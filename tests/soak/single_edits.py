"""Single edits of the official files: each is taken or refused with a mend, and the package does what the file says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import mcp_bindings as mb
from mcp_bindgen.ingest import errata, keywords
from tests.cli.run import COMMAND, OFFICIAL, ROOT, Ran
from tests.release.edited import Task
from tests.release.single_edits import Edit, edits
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

RUNS = 3
"""Most runs of a command before a file is taken."""
DOCUMENTS = 200
PATIENCE = 900
"""Seconds for one command."""
BEHAVIOURS = ROOT / "tests" / "release" / "behaviours.py"
COMMIT = "0" * 40


@cache
def numbered(number: int) -> tuple[str, Edit]:
    """The edit of a number, with the revision that it edits: the bases in turn."""
    base = bases()[number % len(bases())]
    found = _edits(base)
    return base, found[number // len(bases()) % len(found)]


@cache
def bases() -> list[str]:
    """The revisions that are edited, newest first: those whose files are written in the dialect of 2020-12."""
    return [each for each in mb.REVISIONS[::-1] if "$defs" in official(each)]


@cache
def official(revision: str) -> Any:
    """The official file of a revision; without the directory `shared` beside the checkout, the copy without prose."""
    directory = OFFICIAL if OFFICIAL.is_dir() else ROOT / "schema"
    return json.loads((directory / revision / "schema.json").read_bytes())


@cache
def _edits(revision: str) -> list[Edit]:
    return edits(official(revision))


class Trial:
    """One edit: the commands that take the file, and what is said about it.

    Args:
        directory: for the files.
        base: the revision.
        edit: its edit.
        tally: gets the outcome.
    """

    def __init__(self, directory: Path, base: str, edit: Edit, tally: Tally) -> None:
        self.directory, self.base, self.edit, self.tally = directory, base, edit, tally
        self.file, self.errata = directory / "edited.json", directory / "errata.toml"
        self.where = (base, edit.kind, edit.place)

    def fail(self, kind: str, what: str, document: str = "") -> None:
        self.tally.fail(Failure(kind, what, self.where, document))

    def run(self) -> None:
        self.file.write_text(json.dumps(self.edit.document), encoding="utf-8")
        self.tally.count("edits", self.edit.kind)
        near = [each for each in mb.REVISIONS if each != self.base][-1]
        chosen = [option for each in (self.base, near) for option in ("--revision", each)]
        out = self.directory / "out"
        if self._mended("generate", "--schema-file", f"{self.base}={self.file}", *chosen, "--out", out) is None:
            return
        next_day = str(date.fromisoformat(self.base) + timedelta(days=1))
        self._mended("release", next_day, "--schema", self.file, "--commit", COMMIT, "--dry-run")
        self._compare()
        self._speak(out)
        self._judge(out, near)

    def _compare(self) -> None:
        done = self._mended("diff", self.base, self.file, "--format", "json")
        if done is None:
            return
        changes: list[Any] = json.loads(done.out)["changes"]
        self.tally.count("verdicts", *(sorted({each["wire"]["old_to_new"] for each in changes}) or ["none"])[:1])
        if self.is_silent == bool(changes) and not self.errata.exists():  # an erratum can take the whole edit back
            self.fail("diff", f"{len(changes)} changes: {[each['summary'] for each in changes][:4]}")
        if any("unknown" in each["wire"].values() for each in changes):
            self.tally.count("undecided", self.edit.kind)

    @property
    def is_silent(self) -> bool:
        """Whether `diff` has nothing to state."""
        return self.edit.kind in SILENT

    def _mended(self, command: str, *options: str | Path) -> Ran | None:
        """Run a command, with the errata that it prints, until it succeeds; None if it never does."""
        done = Ran(0, "", "")
        for turn in range(1, RUNS + 1):
            given = ("--errata", self.errata) if self.errata.exists() else ()
            done = self._run(command, *options, *given)
            if done.code == 0 and "Traceback" not in done.err:
                self.tally.count(f"files taken by {command}, in runs", str(turn))
                return done
            mended = printed_errata(done)
            if not mended or "Traceback" in done.err:
                self.fail(f"refused by {command}", done.err[-1500:] or done.out[-800:])
                return None
            known = self.errata.read_text(encoding="utf-8") if self.errata.exists() else ""
            self.errata.write_text(known + mended, encoding="utf-8")
        self.fail(f"refused by {command} {RUNS} times", done.err[-800:])
        return None

    def _run(self, *arguments: str | Path) -> Ran:
        """Run a command in a process of its own, since one of a pool may start no second one."""
        command = [*COMMAND, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE)
        return Ran(done.returncode, done.stdout, done.stderr)

    def _speak(self, out: Path) -> None:
        """Run what servers and clients do. What the edited schema still accepts has to work as before."""
        done = subprocess.run(
            [sys.executable, "-I", str(BEHAVIOURS), str(out), self.base],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        if done.returncode:
            self.fail("behaviours", done.stderr[-800:])
            return
        for name, error in json.loads(done.stdout).items():
            self.tally.count("behaviours", "works" if not error else "absent" if error == "absent" else "refused")
            if error and error != "absent":
                self.tally.count("refused behaviours", self.edit.kind, f"{name}: {error}")
                if error.startswith(INTERNAL):
                    self.fail("behaviour raises", f"{name}: {error}")

    def _judge(self, out: Path, near: str) -> None:
        rows = errata.read_errata(ROOT / "schema", self.base)
        given = errata.read_errata_file(self.errata) if self.errata.exists() else ()
        corrected: Any
        document = keywords.without_prose(self.edit.document)  # errata that a command prints have no descriptions
        corrected, _ = errata.apply_errata_in_turn(document, [*given, *rows])
        task = Task(self.base, [near], [*self.edit.touched], corrected, DOCUMENTS)
        file = self.directory / "task.json"
        file.write_text(json.dumps(task._asdict()), encoding="utf-8")
        path = os.pathsep.join([str(out), *filter(None, sys.path)])
        done = subprocess.run(
            [sys.executable, "-m", "tests.release.edited", str(file)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            env={**os.environ, "PYTHONPATH": path},
        )
        if done.returncode:
            self.fail("comparison ends early", done.stderr[-1500:])
            return
        found = json.loads(done.stdout)
        self.tally.counts.update(Counter({tuple(name.split(" / ")): times for name, times in found["counts"].items()}))
        self.tally.failed += found["failed"] - len(found["failures"])
        for each in found["failures"]:
            self.fail(each["kind"], f"{' '.join(each['where'])}: {each['what']}", each["document"])


INTERNAL = (
    "AttributeError",
    "TypeError",
    "KeyError",
    "IndexError",
    "ValueError",
    "TimeoutError",
    "RuntimeError",
    "NameError",
)
SILENT = (
    *("other prose", "annotations", "definitions in another order", "members in another order"),
    *("alternatives in another order", "description beside a reference"),
)
"""Edits of which `diff` states nothing: only prose, annotations that no program reads, or order differ."""


def printed_errata(done: Ran) -> str:
    """The errata that a command prints, as the file that it takes."""
    blocks = re.findall(r"^  \[\[erratum\]\]\n(?:  \w+ = .*\n?)+", done.err + done.out, re.MULTILINE)
    return "".join(re.sub(r"(?m)^  ", "", block).rstrip() + "\n\n" for block in dict.fromkeys(blocks))


def try_edits(part: tuple[int, range]) -> Tally:
    """Try the edits of these numbers."""
    tally = Tally()
    for number in part[1]:
        base, edit = numbered(number)
        with tempfile.TemporaryDirectory() as directory:
            Trial(Path(directory), base, edit, tally).run()
    return tally


PROGRAM = Program(
    summary="a file with one edit is taken or refused with a mend, and the package does what the file says",
    unit="edits",
    count=20,
    split_work=in_chunks(1),
    run_part=try_edits,
    is_numbered=True,
)
