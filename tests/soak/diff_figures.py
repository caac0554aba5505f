"""Figures of the reports of all pairs: changes, proven verdicts, formats, time, and the official lists of changes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from mcp_bindgen import comparison
from mcp_bindgen.console import as_json
from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.rules.catalogue import BY_ID, RULES
from mcp_bindgen.diff.types import WAYS, Change, Report
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.pages.changes import changes_page
from mcp_bindgen.report.github import annotation_lines
from mcp_bindgen.report.markdown import report_markdown
from mcp_bindgen.report.text import changes_text
from mcp_bindgen.report.to_json import report_to_json
from tests.diff.sides import ORDERED, WitnessValidators, level, pinned
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

SHARE, SECONDS = 0.95, 3.0
"""Least share of breaking verdicts with a witness, and most time for one report."""


def split_work(seed: int, numbers: range) -> list[tuple[str, str]]:
    """Return every pair of revisions, the older one first; nothing is random."""
    return list(ORDERED)


def try_pair(pair: tuple[str, str]) -> Tally:
    """Make one report and count what is in it."""
    name, tally = " to ".join(pair), Tally()
    old, new = pair
    started = time.process_time()
    found = make_report(comparison.read_subject(old), comparison.read_subject(new), comparison.read_known_renames())
    seconds = time.process_time() - started
    tally.measure("seconds for a report, with reading both sides and the search for witnesses", seconds)
    for change in found.changes:
        tally.count("changes", name, change.severity)
        tally.count("rules", change.rule)
        for way in WAYS:
            tally.count("unknown", times=level(change, way) == "unknown")
            if change.delta.source == "schema" and level(change, way) == "breaking":
                tally.count("breaking verdicts from the schema", name)
                tally.count("with a proven witness", name, times=way in dict(change.witnesses))
    for change in false_witnesses(found):
        tally.fail(Failure("false witnesses", change.summary, (name,)))
    for form, size in sizes(found).items():
        tally.count("thousand characters", name, form, times=size)
    return tally


def bars(tally: Tally) -> Iterator[str]:
    """Return the figures that miss their bar."""
    breaking, proven = tally.total("breaking verdicts from the schema"), tally.total("with a proven witness")
    if proven < SHARE * breaking:
        yield f"only {proven} of {breaking} breaking verdicts have a witness"
    yield from (f"{value:.1f} {name}" for name, value in tally.peaks.items() if value >= SECONDS)


def table(tally: Tally) -> Iterator[str]:
    """Yield one line for each pair, and the official lists of changes."""
    for name, changes in tally.parts("changes").items():
        severities = ", ".join(f"{times} {each}" for each, times in tally.parts("changes", name).items())
        proven, breaking = (
            tally.total(each, name) for each in ("with a proven witness", "breaking verdicts from the schema")
        )
        lengths = ", ".join(f"{form} {size}k" for form, size in tally.parts("thousand characters", name).items())
        yield f"{name}: {changes} changes ({severities}); {proven} of {breaking} breaking verdicts proven; {lengths}"
    yield f"{len(RULES)} rules, of which {len(set(tally.parts('rules')) & set(BY_ID))} speak of released revisions"
    yield from lists()


def false_witnesses(found: Report) -> Iterator[Change]:
    """Return changes whose document shows no difference, by a validator that the tool does not use."""
    judges = WitnessValidators(*((pinned(name).spec.effective, pinned(name)) for name in (found.old, found.new)))
    for change in found.changes:
        if not all(judges.confirm(witness) for _, witness in change.witnesses):
            yield change


def sizes(found: Report) -> dict[str, int]:
    """Return the length of each format, in thousands of characters."""
    value = report_to_json(found)
    texts = {
        "text": changes_text(found),
        "Markdown": report_markdown(value),
        "JSON": as_json(value),
        "HTML": changes_page(value),
        "GitHub": annotation_lines(value),
    }
    return {form: len(text) // 1000 for form, text in texts.items()}


def lists() -> Iterator[str]:
    """Yield the official lists of changes: the number of found items by page, which `test_changelogs.py` checks."""
    items = read_toml(Path(__file__).parents[1] / "diff" / "changelogs.toml")["item"]
    for name in dict.fromkeys(item["page"] for item in items):
        rows = [item for item in items if item["page"] == name]
        beyond = sum("beyond" in item for item in rows)
        yield f"{name}: {len(rows)} items, {len(rows) - beyond} found, {beyond} beyond schema and facts, with a reason"


PROGRAM = Program(
    summary="the reports of all pairs of revisions in numbers: changes, proven verdicts, formats, time",
    unit="",
    count=1,
    split_work=split_work,
    run_part=try_pair,
    bars=bars,
    table=table,
)
