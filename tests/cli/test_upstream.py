"""`upstream`: compares official files with the pinned copies."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from tests.cli.run import ROOT, mistake, run

SCHEMA = ROOT / "schema"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A directory with the layout of a checkout of the specification, including documentation."""
    for id_ in (*mb.REVISIONS, "draft"):
        write(tmp_path, id_, {**read(id_), "description": "Everything there is."})
    return tmp_path


def read(id_: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((SCHEMA / id_ / "schema.json").read_bytes())
    return value


def write(root: Path, id_: str, document: object) -> Path:
    directory = root / "schema" / id_
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "schema.json"
    path.write_text(json.dumps(document, indent=3), encoding="utf-8")
    return path


def definitions(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["$defs"] if "$defs" in document else document["definitions"]
    return found


def test_as_pinned(checkout: Path) -> None:
    for place in (checkout, checkout / "schema"):
        done = run("upstream", place)
        assert (done.code, done.err) == (0, "")
        assert done.out.splitlines() == sorted(f"{id_}: as pinned" for id_ in (*mb.REVISIONS, "draft"))


def test_true_in_place_of_one_is_a_difference(checkout: Path) -> None:
    document = read("2025-11-25")
    definitions(document)["Annotations"]["properties"]["priority"]["maximum"] = True
    write(checkout, "2025-11-25", document)
    done = run("upstream", checkout)
    assert "  1 changed: Annotations" in done.out
    assert done.code == 1


@pytest.mark.parametrize("id_", [*mb.REVISIONS, "draft"])
def test_new_changed_and_removed_definitions(checkout: Path, id_: str) -> None:
    document = read(id_)
    parts = definitions(document)
    parts["Fresh"] = {"type": "string"}
    parts["Tool"]["required"].append("description")
    del parts["TextContent"]
    path = write(checkout, id_, document)
    done = run("upstream", checkout, "--format", "json")
    assert (done.code, done.err) == (1, "")
    (found,) = [each for each in json.loads(done.out) if not each["equal"]]
    assert found == {
        "file": str(path),
        "revision": id_,
        "pinned": True,
        "compared_with": id_,
        "equal": False,
        "added": ["Fresh"],
        "changed": ["Tool"],
        "removed": ["TextContent"],
    }
    text = run("upstream", path)
    assert text.code == 1
    assert text.out.splitlines() == [
        f"{id_}: differs from the pinned copy ({path})",
        "  1 new: Fresh",
        "  1 changed: Tool",
        "  1 removed: TextContent",
        f"  `mcp-bindgen diff {id_} {path}` explains the differences",
    ]


def test_a_revision_that_is_not_pinned(checkout: Path) -> None:
    """It is reported as different even if it equals the newest release."""
    write(checkout, "2099-01-01", read(mb.LATEST))
    done = run("upstream", checkout)
    assert done.code == 1
    assert f"2099-01-01: not pinned; compared with {mb.LATEST}" in done.out


@pytest.mark.parametrize("id_", mb.REVISIONS)
def test_a_file_at_another_path_belongs_to_the_nearest_revision(tmp_path: Path, id_: str) -> None:
    document = read(id_)
    definitions(document)["Fresh"] = {}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    (found,) = json.loads(run("upstream", path, "--format", "json").out)
    assert (found["revision"], found["added"], found["changed"], found["removed"]) == (id_, ["Fresh"], [], [])


def test_errata_are_not_applied(tmp_path: Path) -> None:
    """The pinned file itself, which errata correct later, is reported as unchanged."""
    for id_ in mb.REVISIONS:
        directory = tmp_path / id_
        directory.mkdir()
        shutil.copy(SCHEMA / id_ / "schema.json", directory)
    assert run("upstream", tmp_path).code == 0


def test_mistakes(tmp_path: Path) -> None:
    assert "has no official files" in mistake("upstream", tmp_path)
    assert "cannot be read" in mistake("upstream", tmp_path / "none.json")
    (tmp_path / "x.json").write_text("[", encoding="utf-8")
    assert "not JSON" in mistake("upstream", tmp_path / "x.json")
    (tmp_path / "y.json").write_text("{}", encoding="utf-8")
    assert "not a schema of MCP" in mistake("upstream", tmp_path / "y.json")
