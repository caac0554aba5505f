"""The counts of a run of the conformance suite say what they count."""

from __future__ import annotations

import pytest

from tests.conformance.run import Scenario, report, tally


def scenario(*statuses: str, excepted: frozenset[str] = frozenset()) -> Scenario:
    """Return a required scenario; each check is called after its status."""
    return Scenario("s", True, [{"id": each, "status": each} for each in statuses], excepted)


PASSED = scenario("SUCCESS", "INFO")
WARNED = scenario("WARNING")
SKIPPED = scenario("SKIPPED", "INFO")
CONTRADICTED = scenario("SUCCESS", "FAILURE", excepted=frozenset({"FAILURE"}))


@pytest.mark.parametrize(
    ("found", "outcome"),
    [
        (PASSED, "passed"),
        (WARNED, "passed"),
        (SKIPPED, "skipped"),
        (CONTRADICTED, "contradicted"),
        (scenario("SUCCESS", "FAILURE"), "failed"),
        (scenario("SUCCESS", excepted=frozenset({"FAILURE"})), "failed"),
        (scenario(), "failed"),
    ],
)
def test_only_a_scenario_with_a_check_has_passed(found: Scenario, outcome: str) -> None:
    assert found.outcome == outcome


def test_a_tally_counts_what_has_not_passed_apart(capsys: pytest.CaptureFixture[str]) -> None:
    found = [PASSED] * 8 + [SKIPPED, CONTRADICTED]
    assert tally(found) == "8 of 10 passed, 1 contradicted, 1 skipped"
    assert report("server", "x", found)
    assert "server x: 8 of 10 passed, 1 contradicted, 1 skipped of the required scenarios" in capsys.readouterr().out
    assert not report("server", "x", [*found, scenario("FAILURE")])
