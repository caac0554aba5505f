"""The line of each part of a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import paths
from mcp_bindgen.jsontext import escape_token, is_array, is_object
from mcp_bindgen.report.line_numbers import SideFiles, json_line_numbers, nearest_line_number, toml_line_number
from mcp_bindgen.report.to_json import report_to_json
from tests.diff.sides import SUCCESSIVE, between


def parts(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    yield pointer, value
    if is_object(value):
        for name, member in value.items():
            yield from parts(member, f"{pointer}/{escape_token(name)}")
    elif is_array(value):
        for index, item in enumerate(value):
            yield from parts(item, f"{pointer}/{index}")


@pytest.mark.parametrize("indent", [None, 1])
def test_every_part_has_its_line(indent: int | None) -> None:
    value: Any = {"a": [], "b": {}, 'c"{': [[1, {"x": "]{,}\n:"}], [], None], "d/e~": -1.5, "": [True, "\\"]}
    text = json.dumps(value, indent=indent)
    found = json_line_numbers(text)
    assert set(found) == {pointer for pointer, _ in parts(value)}
    lines = text.split("\n")
    for pointer, part in parts(value):
        if pointer and not is_object(part) and not is_array(part):
            assert json.dumps(part) in lines[found[pointer] - 1]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_members_of_a_schema(revision: str) -> None:
    text = (paths.schema_root() / revision / "schema.json").read_text(encoding="utf-8")
    found, lines = json_line_numbers(text), text.split("\n")
    names = [pointer for pointer, _ in parts(json.loads(text)) if "/properties/" in pointer]
    assert set(names) <= set(found)
    for pointer in names:
        name = pointer.rpartition("/")[2].replace("~1", "/")
        assert name.isdigit() or f'"{name}"' in lines[found[pointer] - 1]


def test_the_nearest_part() -> None:
    lines = json_line_numbers('{\n"definitions": {\n"A": {\n"type": "object"\n}}}')
    assert nearest_line_number(lines, "/$defs/A/type") == 4
    assert nearest_line_number(lines, "/$defs/A/properties/b") == 3
    assert nearest_line_number(lines, "/$defs/B") == 2
    assert nearest_line_number(lines, "/elsewhere") == 1


def test_rows_and_columns_of_toml() -> None:
    text = '# a\n[one]\nb = 1\nc = ["x"]\n\n[[row]]\nname = "First"\n\n[[row]]\nname = "second"\nlevel = "MUST"\n'
    assert toml_line_number(text, "one", "c") == 4
    assert toml_line_number(text, "row", "first:post") == 6
    assert toml_line_number(text, "row", "second") == 9
    assert toml_line_number(text, "row", "third") is None
    assert toml_line_number(text, "other", "first") is None


@pytest.mark.parametrize(("old", "new"), SUCCESSIVE)
def test_every_change_has_a_line(old: str, new: str) -> None:
    """A row of facts that a revision inherits has the line where it stands, in the file of an earlier revision."""
    root = paths.schema_root()
    sides = {id_: SideFiles(root / id_ / "schema.json", root / id_) for id_ in (old, new)}
    changes = report_to_json(between(old, new))["changes"]
    places = {each["pointer"]: sides[old if each["kind"] == "removed" else new].find_spot(each) for each in changes}
    assert [pointer for pointer, place in places.items() if place is None] == []
    for pointer, place in places.items():
        assert place is not None
        assert place.line is not None, pointer
        assert Path(place.file).read_text(encoding="utf-8").splitlines()[place.line - 1].strip(), pointer


def test_a_renamed_message_stands_in_the_schema(tmp_path: Path) -> None:
    """A message with another method is a change of the protocol, at the definition that has both methods."""
    path = tmp_path / "schema.json"
    path.write_text('{"$defs":\n{"A": {}}}', encoding="utf-8")
    change: Any = {"source": "protocol", "pointer": "/$defs/A"}
    assert SideFiles(path, tmp_path).find_spot(change) == (path.as_posix(), 2)
    assert SideFiles(None, tmp_path).find_spot(change) is None


def test_a_row_that_is_inherited(tmp_path: Path) -> None:
    texts = {"a": '[[x]]\nid = "1"\n', "b": 'inherits = "a"\n', "c": 'inherits = "b"\n\n[[x]]\nid = "2"\n'}
    for id_, text in texts.items():
        (tmp_path / id_).mkdir()
        (tmp_path / id_ / "f.toml").write_text(text, encoding="utf-8")
    files = SideFiles(None, tmp_path / "c")

    def found(pointer: str) -> Any:
        change: Any = {"source": "protocol", "pointer": pointer}
        return files.find_spot(change)

    assert found("/f/x/1") == ((tmp_path / "a" / "f.toml").as_posix(), 1)
    assert found("/f/x/2") == ((tmp_path / "c" / "f.toml").as_posix(), 3)
    assert found("/f/x/3") is None
