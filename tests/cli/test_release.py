"""`release` and `schema import`: one message and no change for what they reject, and one line about what is left."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.ingest.extensions import read_facts
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.output import atomic_file
from mcp_bindgen.release import versioning
from mcp_bindings.spec.names import CALL_TOOL
from tests.cli.run import ROOT, mistake, run, tree
from tests.revisions import method_of

COMMIT = "b0f60ba5409db7a6582440a7b473cc0398890f15"
NEWEST = mb.REVISIONS[-1]
NEW = "2099-01-15"


@pytest.fixture
def checkout(project: Path) -> Path:
    """A copy of all files that a release writes to."""
    for path in ("CHANGELOG.md", *versioning.FILES):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, project / path)
    return project


def pinned(revision: str = NEWEST) -> Path:
    return ROOT / "schema" / revision / "schema.json"


def edited(path: Path, edit: Callable[[dict[str, Any]], None]) -> Path:
    """A copy of a pinned file with an edit."""
    schema = json.loads(pinned().read_bytes())
    edit(schema["$defs"])
    path.write_text(json.dumps(schema), encoding="utf-8")
    return path


@pytest.mark.parametrize("revision", ["2099-13-45", "2099-02-30", "2099-1-1", "../x", "", "draft", "٢٠٩٩-01-15"])
def test_the_id_of_a_release_is_a_date(checkout: Path, revision: str) -> None:
    before = tree(checkout)
    assert "is not a date" in mistake("release", revision, "--schema", pinned(), "--commit", COMMIT)
    assert tree(checkout) == before


def test_the_revision_before_is_an_earlier_release(checkout: Path) -> None:
    before = tree(checkout)
    options = ("--schema", pinned(), "--commit", COMMIT)
    assert "is not a release" in mistake("release", NEW, *options, "--from", "draft")
    assert f"{NEWEST} is later than 2000-01-01" in mistake("release", "2000-01-01", *options, "--from", NEWEST)
    assert "is earlier than 2000-01-01" in mistake("release", "2000-01-01", *options)
    assert "pinned already" in mistake("release", NEWEST, *options)
    assert "40 hex digits" in mistake("release", NEW, "--schema", pinned(), "--commit", "main")
    assert tree(checkout) == before


def test_the_list_takes_no_other_option() -> None:
    assert "--status" in mistake("release", NEW, "--status", NEWEST)
    assert "--status" in mistake("release", "--status", NEWEST, "--dry-run")


def test_facts_that_contradict_a_file_are_named_with_the_file(checkout: Path, tmp_path: Path) -> None:
    """The files of facts are not written, so the message names none of them."""

    def edit(definitions: dict[str, Any]) -> None:
        definitions["ClientRequest"] = {"type": "string"}

    path, before = edited(tmp_path / "official.json", edit), tree(checkout)
    for command in (("release", NEW, "--schema", path, "--commit", COMMIT), ("schema", "import", "draft", path)):
        said = mistake(*command, *(("--commit", COMMIT) if "import" in command else ()))
        assert said.startswith(f"error: {path}, protocol.toml derived from it: method ")
        assert f"method '{method_of(CALL_TOOL, NEWEST)}' is in no union of messages" in said
        assert "add the messages of these methods to one of ClientRequest, " in said
        assert "/tmp/" not in said.replace(str(path), "")
    assert tree(checkout) == before


def test_a_directory_without_a_row(checkout: Path) -> None:
    (checkout / "schema" / NEW).mkdir()
    said = mistake("release", NEW, "--schema", pinned(), "--commit", COMMIT)
    assert f"schema/{NEW}: the directory exists, but revisions.toml has no row" in said


def test_a_file_that_cannot_be_written(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(checkout)
    written = list[Path]()
    replace = atomic_file._replace_file  # pyright: ignore[reportPrivateUsage]

    def full(content: bytes, place: Path) -> None:
        """The disk is full when only the manifest is missing."""
        if place.name == "revisions.toml":
            raise OSError(28, "No space left on device")
        written.append(place)
        replace(content, place)

    monkeypatch.setattr(atomic_file, "_replace_file", full)
    assert "No space left" in mistake("release", NEW, "--schema", pinned(), "--commit", COMMIT)
    assert len(written) > 5
    assert tree(checkout) == before
    mistake("schema", "import", "draft", pinned(), "--commit", "1" * 40)
    assert tree(checkout) == before


def test_check_says_in_one_line_that_something_is_left(checkout: Path, tmp_path: Path) -> None:
    def edit(definitions: dict[str, Any]) -> None:
        members = {name: {"type": "integer"} for name in ("neverSeen", "com.example/size")}
        definitions["NeverReleased"] = {"type": "object", "properties": members}

    assert run("release", NEW, "--schema", edited(tmp_path / "official.json", edit), "--commit", COMMIT).code == 0
    done = run("check", "--out", ROOT / "generated")
    line = next(line for line in (done.out + done.err).splitlines() if "left to write" in line)
    assert f"`mcp-bindgen release --status {NEW}`" in line
    assert "compare" not in done.err
    assert done.code != 0
    assert NEW in [row.id for row in read_manifest(checkout / "schema")]
    left = run("release", "--status", NEW)
    assert left.code == 1
    for name in ("types.NeverReleased", "members.neverSeen", "members.com.example/size"):
        assert f"{name}: write its documentation line" in left.out


# extensions -----------------------------------------------------------------------------------------------------------


def test_an_extension_that_cannot_be_built_is_not_imported(checkout: Path, tmp_path: Path) -> None:
    own = json.loads((checkout / "schema" / "extensions" / "tasks" / "schema.json").read_bytes())
    extended = read_facts(checkout / "schema", "tasks").header.revisions[-1]
    before = tree(checkout)
    own["$defs"]["TaskStatus"] = {"$ref": "#/$defs/Missing"}
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps(own), encoding="utf-8")
    said = mistake("schema", "import", "tasks", path, "--commit", COMMIT)
    assert f"{path}#/$defs/TaskStatus/$ref" in said
    said = mistake("schema", "import", "tasks", pinned(extended), "--commit", COMMIT)
    assert "no definitions of its own" in said
    assert tree(checkout) == before


def test_the_version_of_an_extension(checkout: Path) -> None:
    before = tree(checkout)
    assert "40 hex digits" in mistake("schema", "import", "tasks", pinned(), "--commit", "1.0.0")
    assert "version of the package" in mistake("schema", "import", "ui", pinned(), "--commit", COMMIT)
    assert tree(checkout) == before
