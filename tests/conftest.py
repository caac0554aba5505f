"""Which tests run without tracing of lines.

Tracing doubles the time of a test, also of the parts that are not measured. Tests whose work is in other processes, in
the syntax trees of files, or in large inputs reach no line that the other tests do not reach.
"""

from __future__ import annotations

from pathlib import Path

import pytest

UNTRACED = ("conformance", "meta", "package", "readme", "reference")
"""Directories whose tests start programs, or read the source."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of these directories for `pytest-cov`."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in UNTRACED:
            item.add_marker(pytest.mark.no_cover)
