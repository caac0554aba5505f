"""`rev.provenance` says where the types come from, and agrees with the data under `schema/`."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import __version__
from mcp_bindgen.ingest.errata import apply_errata, read_errata
from mcp_bindgen.ingest.manifest import Revision, read_manifest, read_toml
from mcp_bindgen.jsontext import JSONValue
from mcp_bindings.spec.provenance import Decision, Erratum, Provenance
from tests.forks.custom import generated

SCHEMA = Path(__file__).parents[2] / "schema"
ROWS = read_manifest(SCHEMA)
DECISIONS: list[Mapping[str, Any]] = read_toml(SCHEMA / "decisions.toml")["decision"]

each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)


@each_row
def test_path_commit_and_hashes_are_those_of_the_manifest(row: Revision) -> None:
    found = mb.revision(row.id).provenance
    assert isinstance(found, Provenance)
    assert found[:4] == (row.path, row.commit, row.official_sha256, row.sha256)
    assert found.structure_sha256 == sha256((SCHEMA / row.id / "schema.json").read_bytes()).hexdigest()
    assert found.url.endswith(f"/blob/{row.commit}/{row.path}")


@each_row
def test_errata_make_the_effective_schema_of_the_pinned_one(row: Revision) -> None:
    """The rows of the package, applied to the pinned file, give what the tool generates from."""
    pinned: JSONValue = json.loads((SCHEMA / row.id / "schema.json").read_bytes())
    corrected = json.loads(json.dumps(pinned))
    for erratum in mb.revision(row.id).provenance.errata:
        assert isinstance(erratum, Erratum)
        assert erratum.reason.endswith(".")
        assert erratum.link.startswith("https://")
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in erratum.pointer.split("/")[1:]]
        holder = corrected
        for part in parents:
            holder = holder[int(part) if isinstance(holder, list) else part]
        assert holder[last] == json.loads(erratum.old)
        holder[last] = json.loads(erratum.new)
    assert corrected == apply_errata(pinned, read_errata(SCHEMA, row.id), where=row.id)


def test_every_decision_is_in_the_revision_that_it_is_about() -> None:
    found = [decision for row in ROWS for decision in mb.revision(row.id).provenance.decisions]
    assert sorted(each.defect for each in found) == sorted(row["defect"] for row in DECISIONS)
    assert all(isinstance(each, Decision) and each.reason for each in found)


@each_row
def test_a_decision_names_its_erratum(row: Revision) -> None:
    provenance = mb.revision(row.id).provenance
    errata = {each.id for each in provenance.errata}
    for decision in provenance.decisions:
        assert decision.erratum in errata | {""}


def test_it_cannot_be_changed() -> None:
    provenance: Any = mb.revision(mb.LATEST).provenance
    with pytest.raises(AttributeError):
        provenance.commit = "other"
    with pytest.raises(AttributeError):
        provenance.errata[0].new = "1"


def test_reading_it_imports_no_pydantic() -> None:
    code = "import sys, mcp_bindings as mb; mb.revision(mb.LATEST).provenance; print('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.strip() == b"False"


def test_a_custom_schema_and_one_without_errata_say_so(tmp_path: Path) -> None:
    revision = next(each for each in mb.REVISIONS if mb.revision(each).provenance.errata)
    custom = tmp_path / "schema.json"
    custom.write_text('{"$defs": {"Thing": {"type": "object"}}}', encoding="utf-8")
    text = generated({"mine": custom}, revision, errata=False)["mcp_bindings/spec/provenance_table.py"].decode()
    names: dict[str, Any] = {}
    exec(text.replace("from .", "from mcp_bindings.spec."), names)
    table: Mapping[str, Provenance] = names["PROVENANCE"]
    assert list(table) == ["mine", revision] or list(table) == [revision, "mine"]
    assert (table["mine"].path, table["mine"].commit) == ("", "")
    assert table["mine"].official_sha256 == hashlib.sha256(custom.read_bytes()).hexdigest()
    assert table["mine"].url == ""
    assert table[revision].errata == ()
    assert table[revision].commit == mb.revision(revision).provenance.commit


def test_the_version_of_the_package_is_that_of_the_tool() -> None:
    assert mb.__version__ == __version__ == version("mcp-bindings")
