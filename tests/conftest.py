"""Tests that are marked with `both_engines` run once with each engine that reads texts and checks bodies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engines import ENGINES, using


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for each engine in turn."""
    if metafunc.definition.get_closest_marker("both_engines") is not None:
        if "engine" not in metafunc.fixturenames:
            metafunc.fixturenames.insert(0, "engine")
        metafunc.parametrize("engine", list(ENGINES), indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of the engine that is in use during the test."""
    name: str = request.param
    with using(name):
        yield name
