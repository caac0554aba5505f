"""A pytest plugin for the suite after a rehearsed release: what cannot hold of an invented revision has to fail."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

EXCEPTED: dict[str, str] = {}
"""The beginning of the id of a test, and why it fails after the release of an invented revision."""


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Expect these failures, strictly: a test that passes has to leave the list."""
    new = os.environ["MCP_REHEARSED"]
    for item in items:
        for start, reason in EXCEPTED.items():
            if item.nodeid.startswith(start.replace("{new}", new)):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
