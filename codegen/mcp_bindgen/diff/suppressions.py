"""Suppress reviewed changes by fingerprint, from a TOML file of `[[ignore]]` rows, each with a reason.

A row that matches no change, or that has expired, is reported as a fault, so that the file stays current.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from mcp_bindgen.diff.types import Report
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import is_array, is_object

FINGERPRINT = re.compile(r"[0-9a-f]{12}")
ROW_KEYS = ("fingerprint", "reason", "expires")
ROW_HINT = "write [[ignore]] rows with fingerprint, reason and, optionally, a last day such as expires = 2027-01-31"


@dataclass(frozen=True)
class IgnoreRow:
    """One row `[[ignore]]`: the fingerprint of a reviewed change or finding, and the reason why it is accepted."""

    fingerprint: str
    reason: str
    expires: date | None = None
    """Last day on which the row applies; None for a row that does not expire."""


def read_ignore_rows(path: Path) -> tuple[IgnoreRow, ...]:
    """Read the rows `[[ignore]]` of a file, in order.

    Args:
        path: the TOML file.

    Raises:
        BindgenError: the file cannot be read, is not TOML or has another key than `ignore`, `ignore` is no array, a row
            is malformed, or two rows have one fingerprint.
    """
    data = read_toml(path)
    unknown = [name for name in data if name != "ignore"]
    if unknown:
        raise BindgenError(f"unknown key {unknown[0]!r}", where=str(path), hint=ROW_HINT)
    rows = data.get("ignore", [])
    if not is_array(rows):
        raise BindgenError("`ignore` is not an array of tables", where=str(path), hint=ROW_HINT)
    found = tuple(_read_ignore_row(row, f"{path}: ignore {number}") for number, row in enumerate(rows, 1))
    prints = [row.fingerprint for row in found]
    for number, each in enumerate(prints):
        if each in prints[:number]:
            raise BindgenError(f"fingerprint {each} has a row already", where=f"{path}: ignore {number + 1}")
    return found


def _read_ignore_row(row: object, where: str) -> IgnoreRow:
    if not is_object(row):
        raise BindgenError("is not a table", where=where, hint=ROW_HINT)
    for name in row:
        if name not in ROW_KEYS:
            raise BindgenError(f"unknown key {name!r}", where=where, hint=ROW_HINT)
    fingerprint, reason, expires = (row.get(name) for name in ROW_KEYS)
    if not isinstance(fingerprint, str) or not FINGERPRINT.fullmatch(fingerprint):
        raise BindgenError("`fingerprint` is not 12 hexadecimal digits, as the report shows them", where=where)
    if not isinstance(reason, str) or not reason.strip():
        raise BindgenError("`reason` is missing or empty", where=where, hint="state why the change is accepted")
    if expires is not None and (not isinstance(expires, date) or isinstance(expires, datetime)):
        raise BindgenError("`expires` is not a date", where=where, hint="write it without quotes: expires = 2027-01-31")
    return IgnoreRow(fingerprint, reason, expires)


def active_fingerprints(rows: Sequence[IgnoreRow], today: date) -> frozenset[str]:
    """Return the fingerprints of the rows that have not expired."""
    return frozenset(row.fingerprint for row in rows if not _has_expired(row, today))


def find_row_faults(summaries: Mapping[str, str], rows: Sequence[IgnoreRow], today: date, nothing: str) -> list[str]:
    """Return a message for each row that suppresses nothing, because the row matches nothing or has expired.

    Args:
        summaries: the summaries of the changes or findings that a row can suppress, by fingerprint.
        rows: the rows.
        today: the date.
        nothing: the end of the message for a row without a match, after the word "matches", such as "no finding".
    """
    found: list[str] = []
    for row in rows:
        if row.fingerprint not in summaries:
            found.append(f"{row.fingerprint} matches {nothing}: remove the row")
        elif _has_expired(row, today):
            summary = summaries[row.fingerprint]
            advice = "resolve the change or set a later date"
            found.append(f"{row.fingerprint} expired on {row.expires}: {advice}: {summary}")
    return found


def without_suppressed_changes(report: Report, rows: Sequence[IgnoreRow], today: date) -> Report:
    """Return the report without the changes that a row suppresses. A row that has expired suppresses nothing."""
    ignored = active_fingerprints(rows, today)
    return replace(report, changes=tuple(change for change in report.changes if change.fingerprint not in ignored))


def find_report_faults(report: Report, rows: Sequence[IgnoreRow], today: date) -> list[str]:
    """Return a message for each row that has expired or that matches no change of a report."""
    summaries = {change.fingerprint: change.summary for change in report.changes}
    return find_row_faults(summaries, rows, today, f"no change from {report.old} to {report.new}")


def _has_expired(row: IgnoreRow, today: date) -> bool:
    return row.expires is not None and row.expires < today
