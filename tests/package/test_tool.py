"""The wheel of the tool, in an environment and a directory that have nothing of the checkout."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindgen import __version__
from tests.cli.run import ROOT
from tests.package import installing
from tests.package.conftest import Distributions
from tests.package.shared import once
from tests.package.test_distributions import check_bill_of_materials

pytestmark = pytest.mark.slow

OLDEST = mb.REVISIONS[0]
COMMIT = "0" * 40


class Done(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


Tool = Callable[..., Done]


@pytest.fixture(scope="session")
def wheel(shared: Path) -> Path:
    def build(made: Path) -> None:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    [found] = once(shared, "wheel-of-the-tool", build).glob("*.whl")
    return found


@pytest.fixture(scope="session")
def environment_of_tool(shared: Path, wheel: Path, built: Distributions) -> Path:
    """The wheels of tool and package. What they require comes from the environment of this process."""

    def install(made: Path) -> None:
        installing.install(made, Path(sys.executable), "--no-deps", "--no-index", str(wheel), str(built.wheel))
        [site] = made.glob("lib/python*/site-packages")
        (site / "required.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

    return once(shared, "environment-of-the-tool", install)


@pytest.fixture
def tool(environment_of_tool: Path, tmp_path: Path) -> Tool:
    """Runs a command of the tool in an empty directory; the cache stays outside of it."""
    directory = tmp_path / "empty"
    directory.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MCP_BINDGEN_ROOT")}

    def run(*arguments: str, stdin: str = "") -> Done:
        command = [str(environment_of_tool / "bin" / "mcp-bindgen"), *arguments]
        done = subprocess.run(command, cwd=directory, env=kept, input=stdin, capture_output=True, encoding="utf-8")
        return Done(done.returncode, done.stdout, done.stderr)

    return run


def test_the_wheel_holds_the_data_byte_for_byte(wheel: Path) -> None:
    directories = ("schema", "templates", "codegen/runtime")
    with zipfile.ZipFile(wheel) as archive:
        start = "mcp_bindgen/data/"
        packed = {name.removeprefix(start): archive.read(name) for name in archive.namelist() if name.startswith(start)}
    files = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for directory in directories
        for path in (ROOT / directory).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == files


def test_the_tool_requires_the_package_in_its_own_version(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode("utf-8")
    assert f"\nVersion: {__version__}\n" in metadata
    assert f"\nRequires-Dist: mcp-bindings[validators]=={__version__}\n" in metadata


def test_the_wheel_has_a_bill_of_materials(wheel: Path) -> None:
    check_bill_of_materials(wheel)


def test_generate_check_find_and_build(tool: Tool, tmp_path: Path) -> None:
    generated = tool("generate", "--revision", OLDEST)
    assert generated.code == 0, generated.err
    assert sorted(path.name for path in (tmp_path / "empty").iterdir() if not path.name.startswith(".")) == [
        "generated"
    ]
    assert tool("check", "--revision", OLDEST) == Done(0, "generated is up to date\n", "")
    tools = tmp_path / "empty" / "generated" / "mcp_bindings" / f"v{OLDEST.replace('-', '_')}" / "tools.py"
    assert tools.read_bytes() == (ROOT / tools.relative_to(tmp_path / "empty")).read_bytes()
    assert tool("find", OLDEST, "tools/call").out.startswith(f"{tools.relative_to(tmp_path / 'empty')}:")
    built = tool("build")
    assert built.code == 0, built.err
    assert [Path(line).name.split("-")[0] for line in built.out.split()] == ["mcp_bindings", "mcp_bindings"]


def test_find_without_a_tree_reads_the_installed_package(tool: Tool, environment_of_tool: Path) -> None:
    place = tool("find", OLDEST, "tools/call").out.split(":")[0]
    assert Path(place).is_file()
    assert Path(place).is_relative_to(environment_of_tool)


def test_what_edits_facts_asks_for_a_checkout(tool: Tool, tmp_path: Path) -> None:
    file = tmp_path / "schema.json"
    file.write_bytes((ROOT / "schema" / OLDEST / "schema.json").read_bytes())
    for arguments in (("schema", "import", OLDEST, str(file)), ("release", "2999-01-01", "--schema", str(file))):
        done = tool(*arguments, "--commit", COMMIT)
        assert done.code == 2
        assert done.err.splitlines()[0].endswith(
            "empty: this needs a checkout of mcp-bindgen, and the current directory is in none"
        )
        assert "MCP_BINDGEN_ROOT" in done.err
        assert "Traceback" not in done.err


def test_verify_reads_the_data_of_the_wheel(tool: Tool, tmp_path: Path) -> None:
    done = tool("schema", "verify", "--from", str(tmp_path))
    assert done.code == 2
    assert f"{tmp_path / OLDEST / 'schema.json'}: the file does not exist" in done.err


PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
PRINTING: dict[str, tuple[tuple[str, ...], str]] = {
    "revisions": ((), OLDEST),
    "matrix": ((), "tools/call"),
    "validate": (("--revision", OLDEST, "--sender", "client", "--lint"), "valid PingRequest"),
    "diff": ((OLDEST, mb.REVISIONS[1]), mb.REVISIONS[1]),
    "explain": (("FIELD_BECAME_REQUIRED",), "FIELD_BECAME_REQUIRED"),
    "changelog": ((), "# What changed"),
    "negotiate": (("--client", OLDEST, "--server", OLDEST, "--transport", "stdio"), OLDEST),
    "docs": (("--out", "pages"), "files in pages"),
}
"""By command, its arguments and what it prints."""

SERVER = """
import asyncio

import mcp_bindings as mb

tools = mb.Toolbox()


@tools.tool
def add(a: int, b: int) -> int:
    return a + b


asyncio.run(mb.Server(tools, info={"name": "sums", "version": "1"}).run_stdio())
"""


def test_a_server_is_checked_without_a_checkout(tool: Tool, tmp_path: Path, environment_of_tool: Path) -> None:
    program = tmp_path / "sums.py"
    program.write_text(SERVER, encoding="utf-8")
    done = tool("server", "check", "--", str(environment_of_tool / "bin" / "python"), str(program))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1].startswith(f"speaks {', '.join(mb.REVISIONS)}")


def test_a_server_is_compared_with_its_lock(tool: Tool, tmp_path: Path, environment_of_tool: Path) -> None:
    program, lock = tmp_path / "sums.py", tmp_path / "sums.lock.json"
    program.write_text(SERVER, encoding="utf-8")
    command = ("--", str(environment_of_tool / "bin" / "python"), str(program))
    assert tool("server", "lock", "--output", str(lock), *command).code == 0
    done = tool("server", "compare", str(lock), "--fail-on", "any", *command)
    assert (done.code, done.out, done.err) == (0, "", "")
    program.write_text(SERVER.replace("b: int", "c: int").replace("+ b", "+ c"), encoding="utf-8")
    done = tool("server", "compare", str(lock), "--fail-on", "breaking", *command)
    assert (done.code, done.err) == (1, "")
    assert "FIELD_RENAMED" in done.out


TESTED_ABOVE = {
    *("generate", "check", "build", "find", "release", "schema import", "schema verify"),
    *("server check", "server lock", "server compare"),
}


@pytest.mark.parametrize("command", PRINTING)
def test_a_command_that_prints(tool: Tool, command: str) -> None:
    arguments, said = PRINTING[command]
    done = tool(command, *arguments, stdin=PING)
    assert (done.code, done.err) == (0, "")
    assert said in done.out


def test_every_command_of_the_readme_is_tested_here() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("| command | does |")[1].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    commands = {re.sub(r" [A-Z].*", "", words) for cell in cells for words in re.findall(r"`([^`]+)`", cell)}
    assert commands == TESTED_ABOVE | PRINTING.keys()


def test_json_of_the_wheel_is_that_of_the_checkout(tool: Tool) -> None:
    rows = json.loads(tool("revisions", "--format", "json").out)
    assert [row["id"] for row in rows] == [*mb.REVISIONS, "draft"]


def test_an_old_pip_takes_the_line_of_the_readme(tmp_path: Path) -> None:
    """pip 23.2 looks for extras of a local package only among packages that stand before the one that requires them."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"`pip (install [^`]*generated\[fast[^`]*)` installs", readme)
    place = tmp_path / "old"
    installing.install(place, Path(sys.executable), "pip==23.2", "hatchling>=1.33")
    words = ["--dry-run", "--no-build-isolation", "--disable-pip-version-check", *shlex.split(line)[1:]]
    command = [str(installing.python_in(place)), "-m", "pip", "install", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Would install .*\bmcp-bindgen-.*\bmcp-bindings-.*\borjson-", done.stdout)
