"""The package against the reference validator: same verdict on every document, nothing lost from accepted ones.

Run `python -m tests.differential.check --count 200000 --seed 1 --jobs 2`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from multiprocessing import get_context
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindgen.sources import effective_schema
from tests.differential.instances import Generator
from tests.differential.reference import Reference, json_equal
from tests.differential.shrink import shrink
from tests.differential.values import JSON

SEED = 20261120
SHOWN = 12
"""Failing examples kept; a systematic fault would otherwise fill the screen."""
SHOWN_ALIKE = 2
"""Of one fault in one definition."""
TEXT_SHOWN = 600

STYLES: tuple[Callable[[object], str], ...] = (
    lambda value: json.dumps(value, allow_nan=False, separators=(",", ":")),
    lambda value: json.dumps(value, allow_nan=False, ensure_ascii=False),
    lambda value: json.dumps(value, allow_nan=False, ensure_ascii=False, indent=1),
)
"""Ways to write the same document: escaped or not, tight or spaced."""


class Failure(NamedTuple):
    """One disagreement, with all that is needed to repeat it."""

    counter: str
    fault: str
    revision: str
    definition: str
    note: str
    text: str

    def __str__(self) -> str:
        where = f"{self.revision} {self.definition} [{ascii(self.note) if self.note else 'as grown'}]"
        return f"{self.counter}: {_cut(self.fault)}\n    {where}\n    {_cut(self.text)}"

    def minimal(self) -> Failure:
        """The same disagreement on a document that can be taken in at a glance."""

        def again(value: JSON) -> Failure | None:
            tally = Tally()
            check_text(self.revision, self.definition, STYLES[0](value), self.note, tally)
            return next((failure for failure in tally.failures if failure.counter == self.counter), None)

        return again(shrink(json.loads(self.text), lambda value: again(value) is not None)) or self


@dataclass
class Tally:
    """What was tried and what disagreed. The last six count documents, each at most once."""

    instances: int = 0
    by_kind: dict[str, int] = field(default_factory=dict[str, int])
    valid: int = 0
    false_accepts: int = 0
    false_rejects: int = 0
    round_trip_losses: int = 0
    findings_disagreements: int = 0
    changed_inputs: int = 0
    crashes: int = 0
    failures: list[Failure] = field(default_factory=list[Failure])

    @property
    def disagreements(self) -> int:
        verdicts = self.false_accepts + self.false_rejects + self.findings_disagreements
        return verdicts + self.round_trip_losses + self.changed_inputs + self.crashes

    def record(self, failure: Failure) -> None:
        """Count a disagreement, and keep it while there are few like it."""
        setattr(self, failure.counter, getattr(self, failure.counter) + 1)
        self._keep(failure)

    def add(self, other: Tally) -> None:
        """Take in the tally of another part of the run."""
        for item in fields(self):
            if item.type == "int":
                setattr(self, item.name, getattr(self, item.name) + getattr(other, item.name))
        for kind, count in other.by_kind.items():
            self.by_kind[kind] = self.by_kind.get(kind, 0) + count
        for failure in other.failures:
            self._keep(failure)

    def _keep(self, failure: Failure) -> None:
        alike = [kept for kept in self.failures if _alike(kept, failure)]
        if len(self.failures) < SHOWN and len(alike) < SHOWN_ALIKE:
            self.failures.append(failure)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.by_kind.items()))
        return (
            f"{self.instances} instances ({kinds}), {self.valid} valid: "
            f"{self.false_accepts} false accepts, {self.false_rejects} false rejects, "
            f"{self.round_trip_losses} round-trip losses, {self.findings_disagreements} findings disagreements, "
            f"{self.changed_inputs} changed inputs, {self.crashes} crashes"
        )


class Task(NamedTuple):
    """A definition and how many documents to try on it."""

    revision: str
    definition: str
    documents: int
    seed: int


class Rejected(NamedTuple):
    """A codec's refusal; `explained` if it said why."""

    explained: bool


def tasks(total: int, seed: int, revisions: Sequence[str] = mb.REVISIONS) -> list[Task]:
    """So many documents, spread evenly over all definitions of the revisions."""
    names = [(revision, name) for revision in revisions for name in schema(revision)["$defs"]]
    each, rest = divmod(total, len(names))
    return [Task(revision, name, each + (place < rest), seed) for place, (revision, name) in enumerate(names)]


@cache
def schema(revision: str) -> Mapping[str, Any]:
    """The effective schema, from the project's data: the package's own copy is part of what is tested."""
    document: Mapping[str, Any] = effective_schema(revision)
    return document


@cache
def generator(revision: str, seed: int) -> Generator:
    return Generator(schema(revision), seed)


@cache
def reference(revision: str) -> Reference:
    return Reference(schema(revision))


def check(task: Task) -> Tally:
    """Try one definition."""
    tally = Tally()
    for number, instance in enumerate(generator(task.revision, task.seed).instances(task.definition, task.documents)):
        text = STYLES[number % len(STYLES)](instance.value)
        tally.by_kind[instance.kind] = tally.by_kind.get(instance.kind, 0) + 1
        check_text(task.revision, task.definition, text, instance.note, tally)
    return tally


def check_text(revision: str, definition: str, text: str, note: str, tally: Tally) -> None:
    """Try one document: both ways in, both ways out, and the findings."""
    parsed = json.loads(text)
    expected = reference(revision).is_valid(definition, parsed)
    tally.instances += 1
    tally.valid += expected
    seen: set[str] = set()
    for counter, fault in _disagreements(revision, definition, text, parsed, expected):
        if counter not in seen:
            seen.add(counter)
            tally.record(Failure(counter, fault, revision, definition, note, text))


def _disagreements(
    revision: str, definition: str, text: str, parsed: JSON, expected: bool
) -> Iterator[tuple[str, str]]:
    """The same, of a pinned revision."""
    try:
        codec = mb.revision(revision).codec(definition)
    except Exception as error:
        yield "crashes", f"codec: {_brief(error)}"
        return
    yield from disagreements(codec, text, parsed, expected)


def disagreements(codec: Any, text: str, parsed: JSON, expected: bool) -> Iterator[tuple[str, str]]:
    """What a codec gets wrong about one document: counter and description of each."""
    before = json.dumps(parsed)
    data = text if len(text) % 2 else text.encode("utf-8")
    ways: tuple[tuple[str, Callable[[], Any], Callable[[Any], Any]], ...] = (
        ("decode, encode", lambda: codec.decode(data), lambda value: _strict(codec.encode(value))),
        ("decode_value, dump", lambda: codec.decode_value(parsed), lambda value: codec.dump(value)),
    )
    for name, read, write in ways:
        yield from _way(name, read, write, json.loads(text), expected)
    try:
        agrees = (codec.findings(parsed) == []) == expected
    except Exception as error:
        yield "crashes", f"findings: {_brief(error)}"
    else:
        if not agrees:
            yield "findings_disagreements", f"findings: expected {'none' if expected else 'some'}"
    if json.dumps(parsed) != before:
        yield "changed_inputs", "decode_value or findings changed its input"


def _way(
    name: str, read: Callable[[], Any], write: Callable[[Any], Any], original: JSON, expected: bool
) -> Iterator[tuple[str, str]]:
    """One way in and out again. Whatever is raised beside DecodeError is a crash."""
    try:
        value = _accepted(read)
        if isinstance(value, Rejected):
            if expected:
                yield "false_rejects", f"{name}: rejected, is valid"
            elif not value.explained:
                yield "findings_disagreements", f"{name}: rejected without findings"
        elif not expected:
            yield "false_accepts", f"{name}: accepted, is not valid"
        else:
            written = write(value)
            if not json_equal(written, original, order=True):
                kind = "order" if json_equal(written, original, order=False) else "content"
                yield "round_trip_losses", f"{name}: {kind} differs: {json.dumps(written)}"
    except Exception as error:
        yield "crashes", f"{name}: {_brief(error)}"


def _accepted(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except mb.DecodeError as error:
        return Rejected(bool(error.findings))


def _strict(data: bytes) -> JSON:
    """Parse what was encoded; NaN, Infinity or another encoding are no JSON."""

    def refuse(constant: str) -> object:
        raise ValueError(f"{constant} is not JSON")

    value: JSON = json.loads(data.decode("utf-8"), parse_constant=refuse)
    return value


def _alike(one: Failure, other: Failure) -> bool:
    return (one.counter, one.revision, one.definition) == (other.counter, other.revision, other.definition)


def _cut(text: str) -> str:
    """On one line, as JSON strings hold no line breaks, and not too long."""
    line = re.sub(r"\n *", "", text)
    return line if len(line) <= TEXT_SHOWN else f"{line[:TEXT_SHOWN]}… ({len(line)} characters)"


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[:200]}"


def _check_apart(task: Task) -> Tally | str:
    """In a worker: a pool waits for ever for an exception that cannot be pickled, so its text is sent."""
    try:
        return check(task)
    except Exception:
        return f"{task}\n{traceback.format_exc()}"


def run(work: Sequence[Task], jobs: int) -> dict[str, Tally]:
    """Tallies by revision; the order of tasks decides, not that of their ending."""
    tallies: dict[str, Tally] = {task.revision: Tally() for task in work}
    if jobs == 1:
        for task in work:
            tallies[task.revision].add(check(task))
        return tallies
    with get_context("spawn").Pool(jobs) as pool:
        for task, tally in zip(work, pool.imap(_check_apart, work, chunksize=8), strict=True):
            if isinstance(tally, str):
                raise RuntimeError(tally)
            tallies[task.revision].add(tally)
    return tallies


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 on any disagreement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=200_000, metavar="TOTAL", help="documents over all definitions")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}, {options.count} documents, {options.jobs} jobs", flush=True)
    started = time.perf_counter()
    tallies = run(tasks(options.count, options.seed), options.jobs)
    total = Tally()
    for revision, tally in tallies.items():
        print(f"{revision}: {tally}")
        total.add(tally)
    for failure in (failure for tally in tallies.values() for failure in tally.failures):
        print(f"- {failure.minimal()}")
    seconds = time.perf_counter() - started
    print(f"total: {total}\n{seconds:.1f} s, {total.instances / seconds:.0f} instances/s, seed {options.seed}")
    return 1 if total.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
