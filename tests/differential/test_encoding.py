"""Samples of `python -m tests.soak encoding` and `member_order`: neither a part of a value nor its order is lost."""

from __future__ import annotations

import pytest

from tests.seed import SEED
from tests.soak import encoding, member_order

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced


def test_nothing_is_lost_without_an_error() -> None:
    tally = encoding.PROGRAM.run(4_000, SEED)
    assert tally.failed == 0, "\n".join(map(str, tally.failures))
    assert min(tally.parts("outcomes").values()) > 100


def test_members_keep_the_order_of_the_document() -> None:
    tally = member_order.PROGRAM.run(500, SEED)
    assert tally.failed == 0, "\n".join(map(str, tally.failures))
    assert min(tally.parts("outcomes").values()) > 100
