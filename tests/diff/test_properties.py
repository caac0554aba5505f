"""Short runs of the search, completeness and soundness tests; `python -m tests.soak` has the long runs."""

from __future__ import annotations

import pytest

from tests.diff.edits import CHANGING, IDLE, edited
from tests.diff.sides import SUCCESSIVE
from tests.seed import SEED
from tests.soak import diff_completeness, diff_containment, diff_pairs, diff_soundness
from tests.soak.tally import Tally

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced


def test_the_search_agrees_with_validators(capsys: pytest.CaptureFixture[str]) -> None:
    tally = diff_containment.PROGRAM.run(120, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.total("contained") > 50
    assert tally.total("witnessed") > 50
    assert tally.total("undecided") <= tally.total("questions") / 100


def test_edits_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    tally = diff_completeness.PROGRAM.run(150, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.total("changed") > 40
    assert tally.total("witnessed") >= 0.95 * tally.total("breaking") > 0
    assert tally.total("unknown") == 0


def test_every_kind_of_edit_applies_somewhere() -> None:
    schema = diff_completeness.schema("2025-11-25")
    kinds = {edited(schema, str(number), (*CHANGING, *IDLE)).edit for number in range(1000)}
    assert {edit.__name__ for edit in (*CHANGING, *IDLE)} == kinds


@pytest.mark.parametrize(("old", "new"), SUCCESSIVE)
def test_changes_reported_as_safe_are_safe(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    diff_soundness.check(old, new, diff_soundness.LEAST, SEED, tally)
    with capsys.disabled():
        print(f"\n{old} to {new}, MCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    verdicts = tally.total("safe verdicts")
    assert verdicts > 0
    assert tally.total("documents") >= diff_soundness.LEAST * (verdicts - tally.total("places without documents"))


def test_any_two_schemas_compare(capsys: pytest.CaptureFixture[str]) -> None:
    tally = diff_pairs.PROGRAM.run(60, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.total("witnesses") > 50
