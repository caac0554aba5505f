"""Random schemas either give a package that agrees with the reference, or are refused."""

from __future__ import annotations

import pytest

from tests.seed import SEED
from tests.soak.random_schemas import PROGRAM

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced

COUNT = 150


def test_random_schemas_agree_with_the_reference() -> None:
    print(f"MCP_SEED={SEED}")
    tally = PROGRAM.run(COUNT, SEED)
    assert tally.failures == []
    assert tally.total("definitions") > COUNT / 2, "most schemas should be accepted, or little is tested"
