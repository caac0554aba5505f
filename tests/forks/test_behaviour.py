"""The package of a fork passes the tests of its base on dispatch, calls and sessions.

`python -m tests.soak forks` makes a fork of every release, and runs more of the tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import run
from tests.forks.acme import ID, METHODS
from tests.forks.running import generate, options, run_tests
from tests.revisions import PER_REQUEST

FILES = [
    *(f"tests/behaviour/test_{name}.py" for name in ("dispatch", "calls", "speaking")),
    *(f"tests/session/test_{name}.py" for name in ("rules", "opening", "dispatching", "capabilities")),
    "tests/extensions/test_tasks.py",
]


@pytest.mark.slow
def test_a_fork_passes_the_tests_of_its_base(tmp_path: Path) -> None:
    base = PER_REQUEST[-1]
    said = generate(tmp_path, base)
    assert said.startswith(f"{ID} is a fork of {base}; its messages name the version {base}\n")
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert [path for path in files if b"mcp_bindings" in path.read_bytes()] == [], "no file names the official package"
    assert run("check", *options(tmp_path, base)) == (0, f"{tmp_path / 'out'} is up to date\n", "")
    code, output = run_tests(tmp_path, base, FILES, f"{base} or not test_calls.py")
    assert code == 0, output[-4000:]
    assert all(f"{method}]" in output for method in METHODS), "the tests are about the methods of the fork too"
