"""What is in the wheel and the sdist, and that the same tree makes the same bytes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import mcp_bindings as mb
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.paths import project_root, schema_root
from tests.package.conftest import Distributions, build

GENERATED = project_root() / "generated"


def _tree() -> dict[str, bytes]:
    """The package's own files by their place in a wheel."""
    return {
        path.relative_to(GENERATED).as_posix(): path.read_bytes()
        for path in (GENERATED / "mcp_bindings").rglob("*")
        if path.is_file() and not any(part.endswith(("__pycache__", "_cache")) for part in path.parts)
    }


def _in_wheel(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def check_bill_of_materials(wheel: Path) -> None:
    """Compare the bill of materials of a wheel with its metadata and with the pinned official files."""
    metadata = _metadata(wheel)
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if "/sboms/" in name]
        document = json.loads(archive.read(name))
    assert name.endswith(f".dist-info/sboms/{metadata['Name']}.cdx.json")
    own = document["metadata"]["component"]
    assert (own["name"], own["version"]) == (metadata["Name"], metadata["Version"])
    lines = metadata.get_all("Requires-Dist", [])
    scopes = {re.split(r"[^\w.-]", line)[0]: "optional" for line in lines}
    scopes |= {re.split(r"[^\w.-]", line)[0]: "required" for line in lines if "extra ==" not in line}
    packages = {each["name"]: each["scope"] for each in document["components"] if each["type"] == "library"}
    assert packages == {name: scope for name, scope in scopes.items() if name != metadata["Name"]}
    files = {
        (each["name"], each["version"], each["hashes"][0]["content"])
        for each in document["components"]
        if each["type"] == "data"
    }
    assert files == {(row.path, row.commit, row.official_sha256) for row in read_manifest(schema_root())}


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode("utf-8"))


def test_wheel_holds_the_tree_and_nothing_else(built: Distributions) -> None:
    wheel, tree = _in_wheel(built.wheel), _tree()
    assert sorted(wheel) == sorted(tree)
    assert [name for name in tree if wheel[name] != tree[name]] == []


def test_wheel_is_typed_and_has_the_schemas(built: Distributions) -> None:
    names = set(_in_wheel(built.wheel))
    schemas = {f"mcp_bindings/v{revision.replace('-', '_')}/schema.json" for revision in mb.REVISIONS}
    assert {"mcp_bindings/py.typed", *schemas} <= names


def test_wheel_requires_what_it_says(built: Distributions) -> None:
    metadata = _metadata(built.wheel)
    assert metadata["Name"] == "mcp-bindings"
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata.get_all("Provides-Extra") == ["auth", "fast", "http", "otel", "redis", "validators"]
    required = {
        line.split(";")[0].split(">")[0].strip(): "extra ==" in line for line in metadata.get_all("Requires-Dist", [])
    }
    parsing = ("jsonschema", "jsonschema-rs", "msgspec", "orjson")
    extras = dict.fromkeys((*parsing, "httpx2", "opentelemetry-api", "pyjwt[crypto]", "redis"), True)
    assert required == {"pydantic": False, "typing-extensions": False, **extras}


def test_wheel_has_a_bill_of_materials(built: Distributions) -> None:
    """PEP 770: it names what the metadata require, and each official file with its hash."""
    check_bill_of_materials(built.wheel)
    with zipfile.ZipFile(built.wheel) as archive:
        [name] = [name for name in archive.namelist() if "/sboms/" in name]
        assert archive.read(name) == (GENERATED / "mcp-bindings.cdx.json").read_bytes()


def test_another_build_elsewhere_gives_the_same_bytes(built: Distributions, tmp_path: Path) -> None:
    """From a copy with other times and modes, in which work has left its traces."""
    copy = tmp_path / "copy"
    shutil.copytree(GENERATED, copy, copy_function=shutil.copyfile)
    for path in filter(Path.is_file, copy.rglob("*")):
        path.chmod(0o600)
        os.utime(path, (1e9, 1e9))
    for trace in (
        "mcp_bindings/__pycache__/codec.cpython-310.pyc",
        "mcp_bindings/v2025_11_25/__pycache__/models.cpython-310.pyc",
        ".mypy_cache/3.10/x.json",
        ".pytest_cache/README.md",
        "tests/test_codec.py",
        "dist/mcp_bindings-0.0.1-py3-none-any.whl",
    ):
        (copy / trace).parent.mkdir(parents=True, exist_ok=True)
        (copy / trace).write_bytes(b"trace")
    again = build(tmp_path / "dist", "--out", str(copy))
    assert again.wheel.name == built.wheel.name
    assert sorted(_in_wheel(again.wheel)) == sorted(_in_wheel(built.wheel))
    assert again.wheel.read_bytes() == built.wheel.read_bytes()


def test_sdist_builds_the_same_wheel(built: Distributions, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path, filter="data")
    (root,) = tmp_path.iterdir()
    documents = ("INDEX.md", "README.md", "docs/changes.md", "docs/change-rules.md")
    assert {f"{root.name}/{name}" for name in (*_tree(), *documents, "pyproject.toml")} <= set(names)
    assert not [name for name in names if "test" in name or "cache/" in name or "__pycache__" in name]
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    assert (tmp_path / "dist" / built.wheel.name).read_bytes() == built.wheel.read_bytes()
