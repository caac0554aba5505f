"""What a refused file needs: every fault in one run, and the printed errata, which let it in."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import tomli

import mcp_bindings as mb
from mcp_bindgen.release import versioning
from tests.cli.run import ROOT, mistake, run, tree

COMMIT = "b0f60ba5409db7a6582440a7b473cc0398890f15"
NEW = "2099-01-15"
PINNED = ROOT / "schema" / mb.LATEST / "schema.json"


@pytest.fixture
def checkout(project: Path) -> Path:
    """A copy of all files that a release writes to."""
    for path in ("CHANGELOG.md", *versioning.FILES):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, project / path)
    return project


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with four faults, which stages after each other find, and with names that meet."""
    schema: Any = json.loads(PINNED.read_bytes())
    tool, text = schema["$defs"]["Tool"]["properties"], {"type": "string"}
    tool["price"] = {"type": "number", "multipleOf": 0.01}
    tool["slug"] = {**text, "pattern": "^(?!x)[a-z]+$"}
    prose = {"description": "What an official file has and a pinned one has not."}
    tool["labels"] = {**prose, "type": "object", "patternProperties": {"^x-": text}, "additionalProperties": False}
    tool["unit"] = {**prose, "oneOf": [text, {**text, "maxLength": 3}]}
    tool["annotations"] = {"anyOf": [tool["annotations"], {"type": "null"}]}
    tool["pair"] = {"type": "array", "prefixItems": [text], "items": False}
    path = tmp_path / "next.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    return path


def printed_errata(said: str) -> str:
    """The errata in an output, as a person would copy them."""
    return "\n".join(re.findall(r"^  (\[\[erratum\]\]|[a-z]+ = .*)$", said, re.MULTILINE)) + "\n"


def test_a_release_takes_the_errata_that_it_prints(checkout: Path, file: Path, tmp_path: Path) -> None:
    before, options = tree(checkout), ("--schema", file, "--commit", COMMIT)
    said = mistake("release", NEW, *options)
    assert [line for line in said.splitlines() if line.startswith(f"error: {file}#/$defs/Tool/properties/")] != []
    assert re.findall(r"^error: .*/properties/(\w+)", said, re.MULTILINE) == ["price", "slug", "labels", "unit"]
    assert "/tmp/" not in said.replace(str(tmp_path), "")
    assert tree(checkout) == before
    (tmp_path / "errata.toml").write_text(printed_errata(said), encoding="utf-8")
    done = run("release", NEW, *options, "--errata", tmp_path / "errata.toml")
    assert done.code == 0, done.err
    rows = tomli.loads((checkout / "schema" / NEW / "errata.toml").read_text(encoding="utf-8"))["erratum"]
    added = [row for row in rows if row["pointer"].startswith("/$defs/Tool/properties/")]
    assert len(added) == 4
    for row in added:
        assert row["id"].startswith(f"{NEW}.Tool-properties-")
        assert row["upstream"].endswith(f"/blob/{COMMIT}/schema/{NEW}/schema.json")
    official = json.loads((checkout / "schema" / NEW / "schema.json").read_bytes())
    assert official["$defs"]["Tool"]["properties"]["price"] == {"type": "number", "multipleOf": 0.01}


def test_errata_may_stand_in_the_directory_beforehand(checkout: Path, file: Path) -> None:
    options = ("--schema", file, "--commit", COMMIT, "--dry-run")
    said = mistake("release", NEW, *options)
    directory = checkout / "schema" / NEW
    directory.mkdir()
    (directory / "errata.toml").write_text(printed_errata(said), encoding="utf-8")
    done = run("release", NEW, *options)
    assert (done.code, done.out.count("added erratum")) == (0, 4), done.err


def test_diff_compares_such_a_file(file: Path, tmp_path: Path) -> None:
    done = run("diff", mb.LATEST, file, "--format", "json")
    assert done.code == 0
    assert re.findall(r"^not compared: .*/properties/(\w+)", done.err, re.MULTILINE) == [
        "price",
        "labels",
        "unit",
    ]
    added = {change["pointer"] for change in json.loads(done.out)["changes"]}
    assert {f"/$defs/Tool/properties/{name}" for name in ("price", "slug", "labels", "unit", "pair")} <= added
    errata = tmp_path / "errata.toml"
    errata.write_text(printed_errata(mistake("release", NEW, "--schema", file, "--commit", COMMIT)), encoding="utf-8")
    done = run("diff", mb.LATEST, file, "--errata", errata)
    assert (done.code, done.err) == (0, "")
    assert "applies to neither side" in mistake("diff", mb.LATEST, PINNED, "--errata", errata)
