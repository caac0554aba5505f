"""One browser for all tests of pages that a worker runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pages.browser import Browser, found, started


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if found() is None:
        pytest.skip("no Chromium with its driver here: apt-get install chromium chromium-driver")
    with started(tmp_path_factory.mktemp("profile")) as window:
        yield window
