"""What is slow to make is made once, though the workers of a parallel run have a session each."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 300
"""Seconds to wait for another worker."""


def directory_of_run(factory: pytest.TempPathFactory) -> Path:
    """The same for every worker of a run."""
    base = factory.getbasetemp()
    directory = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "package"
    directory.mkdir(exist_ok=True)
    return directory


def once(directory: Path, name: str, make: Callable[[Path], None]) -> Path:
    """The directory of that name, filled by whoever comes first.

    Raises:
        RuntimeError: whoever came first failed; its own test says how.
    """
    made, done, failed = directory / name, directory / f"{name}.done", directory / f"{name}.failed"
    try:
        made.mkdir()
    except FileExistsError:
        _wait(done, failed)
        return made
    try:
        make(made)
    except BaseException:
        failed.touch()
        raise
    done.touch()
    return made


def _wait(done: Path, failed: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done.exists():
        if failed.exists() or time.monotonic() > deadline:
            raise RuntimeError(f"{done.stem} was not made by the test that came first")
        time.sleep(0.1)
