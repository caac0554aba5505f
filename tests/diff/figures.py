"""What the reports of all pairs come to: changes, proven verdicts, formats, time, and the official lists of changes.

Run `python -m tests.diff.figures`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mcp_bindgen import comparison
from mcp_bindgen.console import as_json
from mcp_bindgen.diff.compare import report
from mcp_bindgen.diff.rules.catalogue import BY_ID, RULES
from mcp_bindgen.diff.to_json import to_value
from mcp_bindgen.diff.types import WAYS, Change, Report
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.pages.changes import page
from mcp_bindgen.report import text as difftext
from mcp_bindgen.report.github import annotation_lines
from mcp_bindgen.report.markdown import markdown
from tests.diff.sides import ORDERED, Judges, level, pinned

HEAD = (
    "old        new         changes breaking risky safe unknown  proven  false  seconds   text    md  json  html github"
)


def main() -> int:
    """Exit code 1 if a number is worse than its bar."""
    print(HEAD)
    shown: Counter[str] = Counter()
    breaking = proven = false = 0
    slowest = 0.0
    for old, new in ORDERED:
        started = time.perf_counter()
        found = report(comparison.subject(old), comparison.subject(new), comparison.renames())
        seconds = time.perf_counter() - started
        counts = Counter(change.severity for change in found.changes)
        broken = [
            (change, way)
            for change in found.changes
            for way in WAYS
            if change.delta.source == "schema" and level(change, way) == "breaking"
        ]
        held = sum(way in dict(change.witnesses) for change, way in broken)
        wrong = sum(1 for _ in false_witnesses(found))
        unknown = sum(level(change, way) == "unknown" for change in found.changes for way in WAYS)
        print(f"{old} {new}  {len(found.changes):7} {counts['breaking']:8} {counts['risky']:5} {counts['safe']:4} "
              f"{unknown:7}  {held:3}/{len(broken):<3} {wrong:5} {seconds:8.2f} {sizes(found)}")  # fmt: skip
        shown.update(change.rule for change in found.changes)
        breaking, proven, false = breaking + len(broken), proven + held, false + wrong
        slowest = max(slowest, seconds)
    print(f"breaking verdicts from the schema: {breaking}, with a proven witness {proven}, false witnesses {false}")
    print(f"slowest pair: {slowest:.2f} s, with reading both sides and the search for witnesses")
    print(f"rules: {len(RULES)}, of which {len(set(shown) & set(BY_ID))} speak of released revisions")
    for line in lists():
        print(line)
    return 0 if proven >= 0.95 * breaking and not false and slowest < 3 else 1


def false_witnesses(found: Report) -> Iterator[Change]:
    """Changes with a document that shows nothing, by a validator that the tool does not use."""
    judges = Judges(*((pinned(name).spec.effective, pinned(name)) for name in (found.old, found.new)))
    for change in found.changes:
        if not all(judges.confirm(witness) for _, witness in change.witnesses):
            yield change


def sizes(found: Report) -> str:
    """Of each format, in thousands of characters."""
    value = to_value(found)
    texts = (difftext.changes_text(found), markdown(value), as_json(value), page(value), annotation_lines(value))
    return " ".join(f"{len(text) // 1000:4}k" for text in texts)


def lists() -> Iterator[str]:
    """The official lists of changes: how many items of each page are found, as `test_changelogs.py` makes sure."""
    items = read_toml(Path(__file__).with_name("changelogs.toml"))["item"]
    for name in dict.fromkeys(item["page"] for item in items):
        rows = [item for item in items if item["page"] == name]
        beyond = sum("beyond" in item for item in rows)
        yield f"{name}: {len(rows)} items, {len(rows) - beyond} found, {beyond} beyond schema and facts, with a reason"


if __name__ == "__main__":
    sys.exit(main())
