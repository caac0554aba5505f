"""Make the digest of a report: for each theme what replaces what, which changes are alike, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mcp_bindgen.diff.types import Change, Report
from mcp_bindgen.ingest.manifest import SITE
from mcp_bindgen.report.digest.folding import folds
from mcp_bindgen.report.digest.guide import ROLES, Guide, Step, Theme
from mcp_bindgen.report.model import Digest, Folded, Replacement, ThemeDigest

LINES = 4
"""The most folded lines of a theme; the digest counts the changes of the others."""


def digest(report: Report, guide: Guide) -> Digest:
    """The digest of a report, in the order of work, without themes that have no changes.

    Args:
        report: the report; one that is limited to a side has only what that side and a gateway have to do.
        guide: the themes and steps.
    """
    areas = [guide.theme_of(change) for change in report.changes]
    needed = guide.needed(report.changes)
    themes: list[ThemeDigest] = []
    for theme in guide.themes:
        changes = [change for change, area in zip(report.changes, areas, strict=True) if area == theme.id]
        if changes:
            themes.append(_theme(report, theme, changes, [step for step in needed if step.theme == theme.id]))
    return {"themes": themes}


def _theme(report: Report, theme: Theme, changes: Sequence[Change], steps: Sequence[Step]) -> ThemeDigest:
    counted = Counter(map(report.severity, changes))
    told = [change for change in changes if any(step.old and step.includes(change) for step in steps)]
    asked = [change for change in changes if change not in told and any(step.includes(change) for step in steps)]
    rest = [change for change in changes if change not in told and change not in asked]
    lines = [*folds(report, asked), *folds(report, rest)]
    shown: list[Folded] = [
        {
            "text": each.text,
            "severity": each.severity,
            "source": each.changes[0].delta.source,
            "changes": len(each.changes),
        }
        for each in lines[:LINES]
    ]
    return {
        "id": theme.id,
        "title": theme.title,
        "breaking": counted["breaking"],
        "risky": counted["risky"],
        "safe": counted["safe"],
        "replaced": [_replacement(step) for step in steps if step.old],
        "folded": shown,
        "more": sum(len(each.changes) for each in lines[LINES:]),
        "do": {
            role: _texts(getattr(step, role) for step in steps)
            for role in ROLES
            if report.side is None or role in (report.side, "gateway")
        },
        "package": _texts(step.package for step in steps),
    }


def _texts(texts: Iterable[str]) -> list[str]:
    """Each text once, without empty ones."""
    return list(dict.fromkeys(filter(None, texts)))


def _replacement(step: Step) -> Replacement:
    links = [SITE + page for page in step.sources]
    return {"old": step.old, "new": step.new, "since": step.since, "pages": links}
