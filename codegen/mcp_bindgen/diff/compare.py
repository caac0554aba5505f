"""Two subjects in, a report out: structure first, judgement second."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.diff.facts.compare import fact_deltas
from mcp_bindgen.diff.schema.compare import Comparison
from mcp_bindgen.diff.schema.matching import Rename
from mcp_bindgen.diff.schema.method_folding import folded
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Delta, Report
from mcp_bindgen.diff.verdict.classify import classify


def compare(old: Subject, new: Subject, renames: Sequence[Rename] = ()) -> list[Delta]:
    """Everything that is different, without judgement."""
    return _compare(Comparison(old.spec, new.spec, renames), old, new)


def report(old: Subject, new: Subject, renames: Sequence[Rename] = ()) -> Report:
    """Everything that is different, and what it means."""
    comparison = Comparison(old.spec, new.spec, renames)
    deltas = _compare(comparison, old, new)
    return Report(old.name, new.name, classify(deltas, comparison, old, new))


def _compare(comparison: Comparison, old: Subject, new: Subject) -> list[Delta]:
    return [*folded(comparison.run(), old, new), *fact_deltas(old, new)]
