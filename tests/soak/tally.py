"""Tally of a run: counts under names, and a few of the failures in full."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

SHOWN = 12
"""Failures kept in full; a systematic fault would otherwise fill the screen."""
SHOWN_ALIKE = 2
"""Failures of one kind that are kept for one place."""
TEXT_SHOWN = 2_000
"""Characters shown of one text."""


@dataclass(frozen=True)
class Failure:
    """One failure, with all that is needed to repeat it.

    Args:
        kind: the name under which failures like this one are counted.
        what: what happened, in one sentence.
        where: the place, outermost part first, such as a revision and a definition.
        document: the input that shows it, as text.
    """

    kind: str
    what: str
    where: tuple[str, ...] = ()
    document: str = ""

    def __str__(self) -> str:
        lines = (f"{self.kind}: {_shortened(self.what)}", " ".join(self.where), _shortened(self.document))
        return "\n    ".join(line for line in lines if line)

    def is_like(self, other: Failure) -> bool:
        """Return whether both are of one kind and in one place."""
        return (self.kind, self.where[:2]) == (other.kind, other.where[:2])


@dataclass
class Tally:
    """Counts of what was tried, and the failures.

    A count has a name of one or more parts; `total` of the first parts is the sum of all that begin with them.
    """

    counts: Counter[tuple[str, ...]] = field(default_factory=Counter[tuple[str, ...]])
    peaks: dict[str, float] = field(default_factory=dict[str, float])
    """The largest of each measured quantity."""
    failed: int = 0
    failures: list[Failure] = field(default_factory=list[Failure])
    """Of all failures, the few that are shown."""

    def count(self, *name: str, times: int = 1) -> None:
        """Count something that was tried."""
        self.counts[name] += times

    def measure(self, name: str, value: float) -> None:
        """Keep a measured value if it is the largest so far."""
        self.peaks[name] = max(value, self.peaks.get(name, value))

    def fail(self, failure: Failure) -> None:
        """Count a failure, and keep it while there are few like it."""
        self.failed += 1
        self.counts[failure.kind,] += 1
        self._keep(failure)

    def add(self, other: Tally) -> None:
        """Add the tally of another part of the run."""
        self.counts.update(other.counts)
        for name, value in other.peaks.items():
            self.measure(name, value)
        self.failed += other.failed
        for failure in other.failures:
            self._keep(failure)

    def total(self, *name: str) -> int:
        """Return the sum of all counts whose names begin with these parts."""
        return sum(times for each, times in self.counts.items() if each[: len(name)] == name)

    def parts(self, *name: str) -> Counter[str]:
        """Return the sums of the counts under a name, by the next part of their names."""
        found: Counter[str] = Counter()
        for each, times in self.counts.items():
            if each[: len(name)] == name and len(each) > len(name):
                found[each[len(name)]] += times
        return found

    def _keep(self, failure: Failure) -> None:
        alike = sum(kept.is_like(failure) for kept in self.failures)
        if len(self.failures) < SHOWN and alike < SHOWN_ALIKE:
            self.failures.append(failure)

    def __str__(self) -> str:
        lines = [self._line(name) for name in dict.fromkeys(each[0] for each in self.counts)]
        lines += [f"at most {value:.2f} {name}" for name, value in self.peaks.items()]
        return "\n".join([*lines, f"{self.failed} failures"])

    def _line(self, name: str) -> str:
        parts = self.parts(name)
        listed = ", ".join(f"{part} {times}" for part, times in parts.most_common())
        return f"{self.total(name)} {name}" + (f": {listed}" if listed else "")


def _shortened(text: str) -> str:
    """Return the text on one line, shortened if it is long."""
    line = re.sub(r"\n *", " ", text)
    return line if len(line) <= TEXT_SHOWN else f"{line[:TEXT_SHOWN]}… ({len(line)} characters)"
