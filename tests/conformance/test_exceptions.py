"""Checks that the conformance runner excepts must fail, and no others are left out."""

from __future__ import annotations

import pytest

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
