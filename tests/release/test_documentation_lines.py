"""`release` adds documentation lines at their places in `docs.toml`, also in tables at the end of the file."""

from __future__ import annotations

from pathlib import Path

from mcp_bindgen.records.docs import read_docs
from mcp_bindgen.release.records import add_doc_lines, copy_doc_lines
from mcp_bindgen.release.renaming import NewNames
from tests.unit.tiny import record, tiny


def test_lines_are_added_to_the_last_table(tmp_path: Path) -> None:
    path = tmp_path / "docs.toml"
    path.write_text('[members]\na = "A."\n\n[types]\nOld = "Old."\n', encoding="utf-8")
    assert add_doc_lines(tmp_path, tiny({"New": record(b={"type": "string"})})) == ["New", "b"]
    expected = '[members]\na = "A."\nb = ""\n\n[types]\nNew = ""\nOld = "Old."\n'
    assert path.read_text(encoding="utf-8") == expected


def test_a_table_is_added_after_the_last_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "docs.toml"
    before = '[types]\nB = "B."\n\n[members_of.B]\nx = "X."\n'
    path.write_text(before, encoding="utf-8")
    old, new = tiny({"B": record(x={"type": "string"})}), tiny({"C": record(x={"type": "string"})})
    assert copy_doc_lines(tmp_path, old, new, NewNames({}, {"B": "C"}, {})) == ["C"]
    assert path.read_text(encoding="utf-8").endswith('[members_of.B]\nx = "X."\n\n[members_of.C]\nx = "X."\n')
    assert read_docs(tmp_path).members_of == {"B": {"x": "X."}, "C": {"x": "X."}}
