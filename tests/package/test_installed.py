"""The wheel in environments of its own: alone, with the lowest pydantic it allows, on other Pythons."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path

import pytest

import mcp_bindings as mb
from tests.package import installing
from tests.package.conftest import ROUND, Environment

PROBE = Path(__file__).with_name("probe.py")
OTHERS = ("3.10", "3.13")
"""The lowest and the highest; CI runs all tests on each in between."""

REVISION_MODULE = re.compile(r"mcp_bindings\.(v\d{4}_\d\d_\d\d|draft)\b")

LOADED = "import json, sys; {}; print(json.dumps(sorted(sys.modules)))"


CASES = 8
"""Of those that the probe has by hand."""


def _tried() -> dict[str, int]:
    """How many of each the probe has to try."""
    definitions = {revision: len(mb.revision(revision).definitions) for revision in (*mb.REVISIONS, "draft")}
    modules = (f"mcp_bindings.{'draft' if it == 'draft' else 'v' + it.replace('-', '_')}" for it in definitions)
    return {
        "codecs": sum(definitions.values()),
        "names": sum(len(import_module(module).__all__) for module in modules),
        "documents": sum(definitions[revision] for revision in mb.REVISIONS) * ROUND,
        "cases": CASES,
    }


def _probe(place: Path, documents: Path) -> dict[str, str]:
    """Versions of Python and pydantic that passed."""
    found = installing.run(place, PROBE, documents)
    assert Path(found["file"]).is_relative_to(place)
    assert found["faults"] == []
    assert found["tried"] == _tried()
    versions: dict[str, str] = found["versions"]
    return versions


def _loaded(place: Path, program: str) -> set[str]:
    return set(installing.run(place, "-c", LOADED.format(program)))


def test_alone_means_alone(alone: Path) -> None:
    program = "import json; from importlib.metadata import distributions as d; print(json.dumps([i.name for i in d()]))"
    names = {name.lower().replace("_", "-") for name in installing.run(alone, "-c", program)}
    own = {"mcp-bindings", "pydantic", "typing-extensions"}
    of_pydantic = {"annotated-types", "pydantic-core", "typing-inspection"}
    assert names == own | of_pydantic


def test_alone_every_definition_works(alone: Path, documents: Path) -> None:
    _probe(alone, documents)


def test_findings_names_the_extra(alone: Path) -> None:
    program = """
import json, mcp_bindings
try:
    mcp_bindings.revision("2025-11-25").codec("Tool").findings({})
except ModuleNotFoundError as error:
    print(json.dumps([error.name, str(error)]))
"""
    name, message = installing.run(alone, "-c", program)
    assert name == "jsonschema_rs"
    assert "mcp-bindings[validators]" in message


def test_import_alone_is_light(alone: Path) -> None:
    loaded = _loaded(alone, "import mcp_bindings")
    assert "mcp_bindings._lazy" in loaded
    assert not [name for name in loaded if name.split(".")[0] in ("pydantic", "pydantic_core", "typing_extensions")]
    assert not [name for name in loaded if REVISION_MODULE.match(name)]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_revision_loads_itself_only(alone: Path, revision: str) -> None:
    loaded = _loaded(alone, f"import mcp_bindings as mb; mb.revision({revision!r}).codec('RequestId').decode('1')")
    found = {match[1] for name in loaded if (match := REVISION_MODULE.match(name))}
    assert found == {f"v{revision.replace('-', '_')}"}


@pytest.mark.slow
def test_lowest_pydantic(environment: Environment, documents: Path) -> None:
    """Read from the declaration, so that raising or lowering it is tested at once."""
    (lowest,) = (
        match[1] for line in requires("mcp-bindings") or [] if (match := re.fullmatch(r"pydantic>=([\d.]+)", line))
    )
    versions = _probe(environment(f"pydantic=={lowest}"), documents)
    assert versions["pydantic"] in (lowest, f"{lowest}.0")


@pytest.mark.slow
@pytest.mark.parametrize("version", OTHERS)
def test_other_pythons(version: str, environment: Environment, documents: Path) -> None:
    python = installing.interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} on the search path or in {installing.PYENV}")
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("that is this Python, which the other tests use")
    versions = _probe(environment(python=python, version=version), documents)
    assert versions["python"].startswith(f"{version}.")


def test_probe_notices(alone: Path, tmp_path: Path) -> None:
    """A wrong verdict in the list of documents is a fault; else all of the above says nothing."""
    lines = [
        json.dumps(["2025-11-25", "RequestId", "1", False]),
        json.dumps(["2025-11-25", "RequestId", "true", True]),
        json.dumps(["2025-11-25", "RequestId", "1", True]),
    ]
    (tmp_path / "documents").write_text("\n".join(lines), encoding="utf-8")
    found = installing.run(alone, PROBE, tmp_path / "documents")
    assert [fault.split(": ")[1] for fault in found["faults"]] == ["decode accepts", "decode rejects"]
