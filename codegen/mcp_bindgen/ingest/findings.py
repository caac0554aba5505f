"""`schema/findings.toml`: incompatible changes from one release to the next, and the treatment of each."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows

FILE = "findings.toml"


@dataclass(frozen=True)
class ChangeTreatment:
    """Treatment of the changes that some patterns match: `rules`, `bridge` or `reason`. All three are empty until a
    person states one.
    """

    changes: tuple[str, ...]
    """Patterns for the rule of a change, as `mcp-bindgen diff` names it. The wildcards are those for file names."""
    at: tuple[str, ...]
    """Patterns for the pointer of a change."""
    id: str = ""
    step: str = ""
    """Newer release of the comparison; empty if the row is about every comparison."""
    text: str = ""
    """Text that the summary of a change contains; empty if any summary will do."""
    rules: tuple[str, ...] = ()
    """Ids of rules of `translation.toml`."""
    bridge: str = ""
    """The action of a bridge for the change; empty if no bridge handles the change."""
    reason: str = ""
    """Reason why nothing handles the change; empty if no reason is stated."""

    def is_about(self, step: str, rule: str, pointer: str, summary: str) -> bool:
        """Return whether the row is about a change.

        Args:
            step: the newer release of the comparison.
            rule: the rule of the change.
            pointer: the JSON Pointer of the change.
            summary: the summary of the change.
        """
        return (
            self.step in ("", step)
            and any(fnmatchcase(rule, pattern) for pattern in self.changes)
            and any(fnmatchcase(pointer, pattern) for pattern in self.at)
            and self.text in summary
        )


@dataclass(frozen=True)
class NonBreakingRule:
    """Id of a translation rule for a change that no report calls breaking, and the reason for the rule."""

    rule: str
    reason: str


@dataclass(frozen=True)
class FindingsFile:
    """Content of `schema/findings.toml`."""

    findings: tuple[ChangeTreatment, ...]
    unbroken: tuple[NonBreakingRule, ...]


def read_findings(schema_root: Path) -> FindingsFile:
    """Return the content of `findings.toml`.

    Args:
        schema_root: the directory that contains `findings.toml`.

    Raises:
        BindgenError: the file cannot be read; a row is malformed, or has more than one of `rules`, `bridge` and
            `reason`.
    """
    path = schema_root / FILE
    data = read_toml(path)
    found = read_rows(ChangeTreatment, data, "finding", where=str(path))
    for row in found:
        if bool(row.rules) + bool(row.bridge) + bool(row.reason) > 1:
            where = f"{row.step} {' '.join(row.changes)} {' '.join(row.at)}"
            raise BindgenError(f"{where} has more than one of `rules`, `bridge` and `reason`", where=str(path))
    return FindingsFile(found, read_rows(NonBreakingRule, data, "unbroken", where=str(path)))
