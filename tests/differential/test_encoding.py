"""A sample of `python -m tests.soak encoding`: no value is written with a part lost."""

from __future__ import annotations

import pytest

from tests.seed import SEED
from tests.soak.encoding import PROGRAM

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced


def test_nothing_is_lost_without_an_error() -> None:
    tally = PROGRAM.run(8_000, SEED)
    assert tally.failed == 0, "\n".join(map(str, tally.failures))
    assert min(tally.parts("outcomes").values()) > 100
