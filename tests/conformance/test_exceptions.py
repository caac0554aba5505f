"""Checks that the conformance runner excepts must fail, and no others are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance import run
from tests.conformance.run import REVISIONS, Scenario, exceptions


@pytest.mark.parametrize(
    ("statuses", "failed"),
    [
        ({"a": "SUCCESS", "b": "FAILURE"}, []),
        ({"a": "FAILURE", "b": "FAILURE"}, ["a"]),
        ({"a": "SUCCESS", "b": "SUCCESS"}, ["b"]),
        ({"a": "SUCCESS"}, ["b"]),
        ({}, ["the scenario"]),
    ],
)
def test_an_exception_is_needed(statuses: dict[str, str], failed: list[str]) -> None:
    checks = [{"id": id_, "status": status} for id_, status in statuses.items()]
    scenario = Scenario("the scenario", True, checks, frozenset({"b"}))
    assert [check["id"] for check in scenario.failed] == failed


def test_the_exceptions_are_found() -> None:
    assert any(exceptions("server", revision) for revision in REVISIONS)
    assert any(exceptions("server", revision, is_bridged=True) for revision in REVISIONS)
    assert not any(exceptions("client", revision) for revision in REVISIONS)


@pytest.mark.parametrize("is_bridged", [True, False])
def test_scenarios_that_are_not_required_count_if_listed(
    is_bridged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count scenarios that the suite does not require, such as that on repeated headers, only if they are listed."""
    entries = [("tasks-lifecycle", "server"), ("other", "server")]
    text = "server:\n  - ping\nnot_scored:\n"
    text += "".join(f"  - scenario: {name}\n    leg: {leg}\n" for name, leg in entries)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / f"{REVISIONS[-1]}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(run, "SUITE", tmp_path)
    counted = run.required("server", REVISIONS[-1], is_bridged=is_bridged)
    extension = [] if is_bridged else ["tasks-lifecycle"]
    unnamed = () if is_bridged else run.NAMED_BY_NO_REQUIREMENTS["server", REVISIONS[-1]]
    assert counted == ["ping", *extension, *run.COUNTED["server", REVISIONS[-1]], *unnamed]
    assert "http-custom-header-server-validation" in counted
