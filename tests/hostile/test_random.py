"""Random schemas either give a package that agrees with the reference, or are refused."""

from __future__ import annotations

import os

from tests.hostile import random_schemas

COUNT = 150


def test_random_schemas_agree_with_the_reference() -> None:
    seed = int(os.environ.get("MCP_SEED", random_schemas.SEED))
    print(f"seed {seed}")
    result = random_schemas.run(COUNT, seed)
    assert result.failures == []
    assert result.tally.disagreements == 0
    assert result.definitions > COUNT / 2, "most schemas should be accepted, or little is tested"
