"""Slow steps: kept results, results of this process and of a second one, and what happens when that one fails."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from mcp_bindgen import cache
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.steps import StepRunner


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, str(tmp_path / "cache"))


def doubled(number: int) -> bytes:
    return str(2 * number).encode()


def who(_: int) -> bytes:
    time.sleep(0.05)
    return str(os.getpid()).encode()


def refuses(number: int) -> bytes:
    if number == 3:
        raise BindgenError("three is not possible", where="here", hint="take four")
    return doubled(number)


def dies(parent: int) -> bytes:
    if os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return b"alive"


def sleeps(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"awake"


def itself(value: object) -> object:
    return value


@pytest.mark.parametrize("processes", [1, 2])
def test_results_are_in_the_order_of_the_arguments_and_kept(processes: int) -> None:
    expected = [str(2 * number).encode() for number in range(50)]
    with StepRunner(processes) as steps:
        assert steps.run("double", doubled, range(50), key=itself) == expected
        assert steps.run("double", never, range(50), key=itself) == expected
        assert steps.run("double", doubled, [], key=itself) == []
    assert active_children() == []


def never(_: int) -> bytes:
    raise AssertionError("it was kept")


def test_both_processes_work() -> None:
    with StepRunner(2) as steps:
        begun = steps.start(who, 0)
        assert begun() != str(os.getpid()).encode()
        pids = steps.run("who", who, range(60), key=itself)
    assert len(set(pids)) == 2
    assert str(os.getpid()).encode() in pids


def test_one_process_computes_when_the_result_is_wanted() -> None:
    with StepRunner() as steps:
        assert steps.start(who, 0)() == str(os.getpid()).encode()


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_is_that_of_the_step(processes: int) -> None:
    with StepRunner(processes) as steps, pytest.raises(BindgenError) as raised:
        steps.run("refuses", refuses, range(6), key=itself)
    assert (raised.value.what, raised.value.where, raised.value.hint) == ("three is not possible", "here", "take four")
    with StepRunner(processes) as steps:
        begun = steps.start(refuses, 3)
        with pytest.raises(BindgenError, match="three is not possible"):
            begun()
    assert active_children() == []


def test_a_worker_process_that_is_killed_is_done_without() -> None:
    with StepRunner(2) as steps:
        assert steps.start(dies, os.getpid())() == b"alive"
        assert steps.run("dies", dies, [os.getpid()] * 5, key=itself) == [b"alive"] * 5


def interrupted() -> None:
    with StepRunner(2) as steps:
        steps.start(sleeps, 60.0)
        while not active_children():
            time.sleep(0.01)
        raise KeyboardInterrupt


def test_an_interrupted_run_ends_the_worker_process_at_once() -> None:
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert active_children() == []
    assert time.monotonic() - start < 30


def test_a_run_that_ends_early_ends_the_worker_process() -> None:
    for pause in (0.0, 0.001, 0.01, 0.1):
        with StepRunner(2) as steps:
            steps.start(sleeps, 60.0)
            time.sleep(pause)
        assert active_children() == []
