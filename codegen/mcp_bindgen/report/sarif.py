"""Write findings as a SARIF log, which services for code scanning read.

Page: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from mcp_bindgen import __version__
from mcp_bindgen.escaping import escape_invisible
from mcp_bindgen.report.line_numbers import FileSpot

Level = Literal["error", "warning", "note"]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HOMEPAGE = "https://github.com/mcp-bindgen/mcp-bindgen"
FINGERPRINT = "mcpBindgen/v1"
"""Name under which a log has the fingerprints of this tool. It includes the version of their computation."""


class SarifRule(NamedTuple):
    """A rule that findings may violate."""

    id: str
    description: str
    url: str = ""
    """Page about the rule; empty without a page."""


class SarifFinding(NamedTuple):
    """One violation of a rule."""

    rule: str
    """Id of the rule."""
    level: Level
    message: str
    spot: FileSpot | None = None
    """File of the finding, with or without a line; None if the finding is about no file."""
    part: str = ""
    """Name of the part that violates the rule, such as a definition with a JSON Pointer; empty if no part is named."""
    fingerprint: str = ""
    """Text by which a service recognises the finding in later logs; empty if the service must compute such a text."""


def sarif_log(findings: Sequence[SarifFinding], rules: Sequence[SarifRule]) -> Mapping[str, Any]:
    """Return a log with one run of this tool. Findings keep their order.

    Args:
        findings: the findings; the text in them may come from any file or peer.
        rules: a description of each rule that a finding names, and of others that were checked.
    """
    places = {rule.id: place for place, rule in enumerate(rules)}
    driver = {
        "name": "mcp-bindgen",
        "version": __version__,
        "informationUri": HOMEPAGE,
        "rules": [_rule_value(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result_value(finding, places[finding.rule]) for finding in findings],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule_value(rule: SarifRule) -> Mapping[str, Any]:
    address = {"helpUri": rule.url} if rule.url else {}
    return {"id": rule.id, "shortDescription": {"text": escape_invisible(rule.description)}, **address}


def _result_value(finding: SarifFinding, place: int) -> Mapping[str, Any]:
    location: dict[str, Any] = {}
    if finding.spot is not None:
        line = finding.spot.line
        location["physicalLocation"] = {
            "artifactLocation": {"uri": _file_uri(finding.spot.file)},
            **({} if line is None else {"region": {"startLine": line}}),
        }
    if finding.part:
        location["logicalLocations"] = [{"fullyQualifiedName": escape_invisible(finding.part)}]
    return {
        "ruleId": finding.rule,
        "ruleIndex": place,
        "level": finding.level,
        "message": {"text": escape_invisible(finding.message)},
        "locations": [location] if location else [],
        **({"partialFingerprints": {FINGERPRINT: finding.fingerprint}} if finding.fingerprint else {}),
    }


def _file_uri(file: str) -> str:
    """Return the URI of a file. The URI of a relative path is relative."""
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
