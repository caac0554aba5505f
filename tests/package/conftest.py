"""What is built and installed, once for all tests here."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import seed
from tests.differential import check
from tests.package import installing
from tests.package.shared import directory_of_run, once
from tests.soak.differential import tasks

ROUND = 4
"""Documents for each definition, with and without faults."""


class Distributions(NamedTuple):
    wheel: Path
    sdist: Path


Environment = Callable[..., Path]
"""Place of an environment with the wheel, by interpreter (this one without) and further packages."""


def build(dist: Path, *options: str) -> Distributions:
    """What `mcp-bindgen build` leaves in a directory, and says that it does."""
    command = [sys.executable, "-c", "from mcp_bindgen.cli import main; main()", "build", "--dist", str(dist), *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    assert sorted(done.stdout.splitlines()) == sorted([str(wheel), str(sdist)])
    return Distributions(wheel, sdist)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return directory_of_run(tmp_path_factory)


@pytest.fixture(scope="session")
def built(shared: Path) -> Distributions:
    dist = once(shared, "dist", lambda made: void(build(made)))
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    return Distributions(wheel, sdist)


@pytest.fixture(scope="session")
def environment(shared: Path, built: Distributions) -> Environment:
    def place(*packages: str, python: Path = Path(sys.executable), version: str = "this") -> Path:
        name = "-".join(["python", version, *packages])
        return once(shared, name, lambda made: installing.install(made, python, str(built.wheel), *packages))

    return place


@pytest.fixture(scope="session")
def alone(environment: Environment) -> Path:
    """Only the wheel and what it requires."""
    return environment()


@pytest.fixture(scope="session")
def documents(shared: Path) -> Path:
    """One JSON array a line: revision, definition, document as text, whether it is valid."""

    def write(made: Path) -> None:
        with (made / "lines").open("w", encoding="utf-8") as file:
            for task in tasks(0, seed.DEFAULT):
                instances = check.generator(task.revision, task.seed).instances(task.definition, ROUND)
                judge = check.reference(task.revision)
                for number, instance in enumerate(instances):
                    text = check.STYLES[number % len(check.STYLES)](instance.value)
                    valid = judge.is_valid(task.definition, json.loads(text))
                    print(json.dumps([task.revision, task.definition, text, valid]), file=file)

    return once(shared, "documents", write) / "lines"


def void(_: object) -> None:
    return None
