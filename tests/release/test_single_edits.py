"""The single edits of the soak `single_edits`: of every kind, and each differs from the official file where it says."""

from __future__ import annotations

import pytest

from tests.release.single_edits import KINDS, edits
from tests.soak import single_edits
from tests.soak.single_edits import bases

ORDER = ("definitions in another order", "members in another order")


@pytest.mark.slow
def test_there_is_an_edit_of_every_kind() -> None:
    """Some kinds have no place in the newest revision."""
    newest, *others = map(single_edits.official, bases())
    found = edits(newest)
    left = KINDS.keys() - {edit.kind for edit in found}
    assert len(found) >= 150
    assert len(left) < 5
    assert {edit.kind for other in others for edit in edits(other, left)} == left
    assert len({(edit.kind, edit.place) for edit in found}) == len(found)
    for edit in found:
        assert edit.document["$schema"] == newest["$schema"]
        assert (edit.document != newest) == (edit.kind not in ORDER), edit.kind


@pytest.mark.slow
def test_one_edit_is_taken_and_followed() -> None:
    """`python -m tests.soak single_edits` tries more of them."""
    tally = single_edits.PROGRAM.run(1, 0)
    assert tally.total("files taken by generate, in runs") == tally.total("edits") == 1
    assert tally.total("documents") >= 200
    assert tally.failed == 0, tally.failures
