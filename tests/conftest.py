"""Which tests run without tracing of lines, and which with each engine.

Tracing takes two thirds of the time of a test again, also in the parts that are not measured. So tests whose work is
in other processes, in the syntax trees of files, or in large inputs run without it, because they reach no line that the
other tests do not reach; so do tests that are marked as slow, and most cases of tests with many parameters.

What each test prints and logs is searched for secrets.

Tests that are marked with `both_engines` run once with each engine that reads texts and checks bodies. They are traced
with pydantic's alone, because all other tests use the fast one.
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
import threading
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

import mcp_bindings as mb
from tests.engines import ENGINES, using
from tests.secret_search import secrets_in

UNTRACED = (
    "behaviour/test_findings.py",
    "behaviour/test_proofs.py",
    "behaviour/test_threads.py",
    "cli/test_diff",
    "cli/test_generate.py",
    "conformance",
    "diff/test_digest.py",
    "diff/test_envelopes.py",
    "diff/test_history.py",
    "diff/test_properties.py",
    "diff/test_reports.py",
    "differential",
    "forks",
    "hostile",
    "meta",
    "package",
    "readme",
    "reference",
    "release",
    "session/test_memory.py",
    "session/test_model.py",
    "session/test_obligations.py",
    "site",
    "soak",
    "unit/test_drafts.py",
    "unit/test_pipeline.py",
)
"""Directories and files whose tests start programs, read the source or large texts, or compare or generate packages.

The beginnings of their paths, from this directory."""


EACH = 4
"""One case of so many is traced, of a test with parameters, and the last one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run without tracing."""
    here = Path(__file__).parent
    functions: defaultdict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        uses_fast = isinstance(item, pytest.Function) and _engine_of(item) == "fast"
        if uses_fast or item.path.relative_to(here).as_posix().startswith(UNTRACED) or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.untraced)
        else:
            functions[item.path, item.nodeid.split("[")[0]].append(item)
    for cases in functions.values():
        for number, item in enumerate(cases[:-1]):
            if number % EACH:
                item.add_marker(pytest.mark.untraced)


def _engine_of(item: pytest.Function) -> object:
    """The engine that a test asks for, if any."""
    parameters: dict[str, object] = item.callspec.params if hasattr(item, "callspec") else {}
    return parameters.get("engine")


def pytest_collection_finish() -> None:
    """Spare the collector of garbage the thousands of tests: it would look at all of them again each time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Spare it what the tests of a file have cached, too."""
    if nextitem is not None and nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Undo that: hypothesis, if pytest loads it to print its summary, looks for what refers to an object."""
    gc.unfreeze()


@contextmanager
def _untraced() -> Generator[None]:
    """Take the trace function away for a while."""
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(cast(Any, None))
    try:
        yield
    finally:
        threading.settrace(cast(Any, of_threads))
        sys.settrace(tracer)


def pytest_collection() -> None:
    """Import the whole package while lines are traced, not in whichever test needs a module first."""
    if sys.gettrace() is not None:
        for module in pkgutil.walk_packages(mb.__path__, "mcp_bindings."):
            importlib.import_module(module.name)


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, object, object]:
    """Collect the tests of a module without tracing; only its import is traced."""
    with _untraced():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Do without tracing in the process that hands the tests to those of pytest-xdist."""
    if not session.config.getoption("numprocesses", None):
        return (yield)
    with _untraced():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a marked test, and its fixtures, without the trace function.

    The mark `no_cover` of pytest-cov has no effect in the processes of pytest-xdist, where two tracers are started.
    """
    if item.get_closest_marker("untraced") is None:
        return (yield)
    with _untraced():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Search what each test has printed and logged for secrets, and escape what is no Unicode there.

    A worker of pytest-xdist that has a lone surrogate in a report ends.
    """
    report = yield
    search_report(report)
    report.sections = [(name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections]
    return report


def search_report(report: pytest.TestReport) -> None:
    """Fail a test that shows a secret."""
    found = secrets_in(text for _, text in report.sections)
    if found:
        report.outcome, report.longrepr = "failed", f"secrets in the output of the test: {found}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for each engine in turn."""
    if metafunc.definition.get_closest_marker("both_engines") is not None:
        metafunc.parametrize("engine", list(ENGINES), indirect=True)


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of the engine that is in use during the test; empty if the test does not ask for one.

    Every test has this fixture: pytest forgets the fixtures that are added to a test after it was collected.
    """
    name: str = getattr(request, "param", "")
    if not name:
        yield name
        return
    with using(name):
        yield name
