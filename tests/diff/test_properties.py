"""Search, completeness and soundness in small; the long runs are the modules these are from."""

from __future__ import annotations

import os

import pytest

from tests.diff import completeness, containment, soundness, strangers
from tests.diff.edits import CHANGING, IDLE, edited
from tests.diff.sides import SUCCESSIVE

SEED = int(os.environ.get("MCP_SEED", completeness.SEED))


def test_the_search_agrees_with_validators(capsys: pytest.CaptureFixture[str]) -> None:
    tally = containment.run(120, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.contained > 50
    assert tally.witnessed > 50
    assert tally.undecided <= tally.questions / 100


def test_edits_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    tally = completeness.run(150, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.changed > 40
    assert tally.witnessed >= 0.95 * tally.breaking > 0
    assert tally.unknown == 0


def test_every_kind_of_edit_has_its_place() -> None:
    schema = completeness.schema("2025-11-25")
    kinds = {edited(schema, str(number), (*CHANGING, *IDLE)).edit for number in range(1000)}
    assert {edit.__name__ for edit in (*CHANGING, *IDLE)} == kinds


@pytest.mark.parametrize(("old", "new"), SUCCESSIVE)
def test_what_is_called_safe_is(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    tally = soundness.run([(old, new)], soundness.LEAST, SEED)
    with capsys.disabled():
        print(f"\n{old} to {new}, MCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.entries > 0
    assert tally.documents >= soundness.LEAST * (tally.entries - tally.empty)


def test_any_two_schemas_compare(capsys: pytest.CaptureFixture[str]) -> None:
    tally = strangers.run(60, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}: {tally}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.witnesses > 50
