"""Write stubs of the steps that the digest of a report needs for a new revision."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from mcp_bindgen import comparison
from mcp_bindgen.diff import compare
from mcp_bindgen.diff.schema.matching import read_renames
from mcp_bindgen.diff.types import Change
from mcp_bindgen.release.difference import rows_text
from mcp_bindgen.report.digest.guide import Guide, read_guide

REMOVED = ("REQUEST_REMOVED", "NOTIFICATION_REMOVED")


def add_steps(schema_root: Path, previous: str, revision_id: str) -> list[str]:
    """Add a step for each removed message, and one for each theme with other changes that need a step.

    Args:
        schema_root: the directory `schema/`, with the new revision.
        previous: the release before.
        revision_id: the new revision.

    Returns:
        The ids of the steps. A person states what a client and a server have to do.
    """
    path, guide = schema_root / "digest.toml", read_guide(schema_root)
    old, new = (comparison.subject(each, schema_root) for each in (previous, revision_id))
    report = compare.report(old, new, read_renames(schema_root))
    rows = _rows(_uncovered(report.changes, guide), guide, revision_id)
    if rows:
        text = path.read_text(encoding="utf-8").rstrip("\n")
        path.write_text(f"{text}\n\n# {revision_id}\n\n{rows_text('step', rows)}", encoding="utf-8")
    return [row["id"] for row in rows]


def _uncovered(changes: Sequence[Change], guide: Guide) -> list[Change]:
    patterns = [each for theme in guide.themes for each in theme.complete]
    return [
        change
        for change in changes
        if any(fnmatchcase(change.rule, each) for each in patterns)
        and not any(step.includes(change) for step in guide.steps)
    ]


def _rows(changes: Sequence[Change], guide: Guide, revision_id: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for theme in guide.themes:
        here = [change for change in changes if guide.theme_of(change) == theme.id]
        kept = [change for change in here if change.rule not in REMOVED]
        groups = [[change] for change in here if change.rule in REMOVED]
        if kept:
            groups.append(kept)
        for number, group in enumerate(groups, 1):
            gone = group[0].rule in REMOVED
            replaced = {"old": group[0].delta.subject, "new": "nothing"} if gone else {}
            rows.append(
                {
                    "id": f"{revision_id}-{theme.id}-{number}",
                    "theme": theme.id,
                    "since": revision_id,
                    "when": [[change.rule, change.delta.place.pointer] for change in group],
                    **replaced,
                    "client": "",
                    "server": "",
                    "sources": [f"specification/{revision_id}/changelog"],
                }
            )
    return rows
