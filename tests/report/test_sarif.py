"""SARIF: the log has the form that the standard states, whatever is in the words of a finding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from mcp_bindgen.console import as_json
from mcp_bindgen.report.line_numbers import FileSpot
from mcp_bindgen.report.sarif import SarifFinding, SarifRule, sarif_log
from tests.report.reports import HOSTILE

TEXT = {"type": "object", "properties": {"text": {"type": "string", "minLength": 1}}, "required": ["text"]}


def closed(required: str, **properties: Any) -> dict[str, Any]:
    """An object with these members alone, of which some are required."""
    members = {"type": "object", "properties": properties, "required": required.split()}
    return {**members, "additionalProperties": False}


def some(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": True}


URI = {"type": "string", "pattern": r"^([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+$"}
LOCATION = closed(
    "",
    physicalLocation=closed(
        "artifactLocation",
        artifactLocation=closed("uri", uri=URI),
        region=closed("startLine", startLine={"type": "integer", "minimum": 1}),
    ),
    logicalLocations=some(closed("fullyQualifiedName", fullyQualifiedName={"type": "string"})),
)
RESULT = closed(
    "ruleId ruleIndex level message locations",
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    level={"enum": ["none", "note", "warning", "error"]},
    message=TEXT,
    locations=some(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
)
DRIVER = closed(
    "name",
    name={"type": "string"},
    version={"type": "string"},
    informationUri={"type": "string"},
    rules=some(closed("id", id={"type": "string"}, shortDescription=TEXT, helpUri={"type": "string"})),
)
RUN = closed(
    "tool", tool=closed("driver", driver=DRIVER), columnKind={"enum": ["unicodeCodePoints"]}, results={"items": RESULT}
)
LOG = closed("version runs", **{"$schema": {"type": "string"}, "version": {"const": "2.1.0"}, "runs": some(RUN)})
"""The members that sections 3.13 to 3.52 of the standard state, of those that we write."""


def checked(text: str) -> dict[str, Any]:
    """A log, which has the form of the standard and rules in the places that its results name."""
    log: dict[str, Any] = json.loads(text)
    assert jsonschema_rs.validator_for(LOG).is_valid(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[each["ruleIndex"]]["id"] for each in run["results"]] == [each["ruleId"] for each in run["results"]]
    return log


def test_a_log_of_hostile_words() -> None:
    rules = [SarifRule("a", "about <a>", "https://example.com/a"), SarifRule("b", "about b")]
    findings = [
        SarifFinding("b", "error", text, FileSpot(f"a b/{place}%é.json", place + 1), text, "f")
        for place, text in enumerate(HOSTILE)
    ]
    text = as_json(sarif_log(findings, rules))
    results = checked(text)["runs"][0]["results"]
    assert len(results) == len(HOSTILE)
    for place, result in enumerate(results):
        assert "".join(result["message"]["text"].split("\n")).isprintable()
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == f"a%20b/{place}%25%C3%A9.json"
        assert location["physicalLocation"]["region"] == {"startLine": place + 1}


def test_a_finding_about_no_file() -> None:
    findings = [SarifFinding("a", "note", "x"), SarifFinding("a", "note", "x", part="Tool /name")]
    (run,) = checked(as_json(sarif_log(findings, [SarifRule("a", "about a")])))["runs"]
    assert [each["locations"] for each in run["results"]] == [
        [],
        [{"logicalLocations": [{"fullyQualifiedName": "Tool /name"}]}],
    ]


def test_an_absolute_path_is_a_file_uri(tmp_path: Path) -> None:
    found = SarifFinding("a", "note", "x", FileSpot(str(tmp_path / "a b")))
    (result,) = checked(as_json(sarif_log([found], [SarifRule("a", "about a")])))["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == (tmp_path / "a b").as_uri()


def test_a_finding_needs_its_rule() -> None:
    with pytest.raises(KeyError):
        sarif_log([SarifFinding("b", "note", "x")], [SarifRule("a", "about a")])
