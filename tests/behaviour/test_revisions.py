"""Access to revisions: order, names, errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import paths
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.naming import make_module_name
from tests.behaviour import classes
from tests.revisions import draft_release

EVERY = (*mb.REVISIONS, "draft")


def test_revisions_are_in_order_of_release() -> None:
    listed = read_manifest(paths.schema_root())
    assert tuple(sorted(row.id for row in listed if row.status == "released")) == mb.REVISIONS
    assert mb.REVISIONS[-1] == mb.LATEST
    eras = [mb.revision(name).era for name in EVERY]
    assert eras == sorted(eras), "no revision went back to the handshake"
    assert set(eras) == {"handshake", "per-request"}


def test_previous_and_next_revisions() -> None:
    chain = [mb.revision(name) for name in mb.REVISIONS]
    assert [each.previous for each in chain] == [None, *chain[:-1]]
    assert [each.next for each in chain] == [*chain[1:], None]
    draft = mb.revision("draft")
    assert draft.previous is mb.revision(mb.LATEST)
    assert draft.next is None
    assert "draft" not in mb.REVISIONS
    assert (draft.protocol.revision, draft.protocol.status) == (draft.authorization.revision, "draft")
    assert draft.protocol.revision == draft.id
    assert draft.protocol is mb.revision("draft").protocol
    assert {mb.revision(each).protocol.status for each in mb.REVISIONS} == {"released"}
    assert mb.revision("draft") is draft
    assert repr(draft) == "<Revision draft>"


@pytest.mark.parametrize("name", ["2025-11-99", "", "latest", "DRAFT", "2025", "../draft", "2025-11-25 "])
def test_an_unknown_revision_names_the_known_ones(name: str) -> None:
    with pytest.raises(mb.UnknownRevision) as caught:
        mb.revision(name)
    assert isinstance(caught.value, ValueError)
    for known in EVERY:
        assert known in str(caught.value)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("revision", EVERY)
def test_definitions_are_in_the_order_of_the_pinned_file(revision: str) -> None:
    text = (paths.schema_root() / revision / "schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    assert list(mb.revision(revision).definitions) == list(schema.get("$defs", schema.get("definitions")))


@pytest.mark.parametrize("revision", EVERY)
def test_every_definition_is_importable_under_its_own_name(revision: str) -> None:
    package = import_module(f"mcp_bindings.{revision if revision == 'draft' else 'v' + revision.replace('-', '_')}")
    for name in mb.revision(revision).definitions:
        assert hasattr(package, name), name
        assert name in package.__all__
    for name in package.__all__:
        assert hasattr(package, name), name


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_the_codec_by_class_is_the_codec_by_name(revision: str) -> None:
    here = mb.revision(revision)
    for model in classes.models(revision):
        if model.__name__ in here.definitions:
            assert here.codec(model) is here.codec(model.__name__)
            assert repr(here.codec(model)) == f"<Codec {model.__name__} of {revision}>"


@pytest.mark.parametrize("wrong", [5, None, int | str, b"Tool"])
def test_the_codec_of_neither_a_name_nor_a_class_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError, match="takes a class of the revision, or the name of any definition"):
        mb.revision(mb.LATEST).codec(wrong)


@pytest.mark.parametrize(
    ("wrong", "right"), [("CallToolRequst", "CallToolRequest"), ("tool", "Tool"), ("Tols", "Tool")]
)
def test_an_unknown_definition_names_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(KeyError, match=f"2025-11-25.*{wrong}.*did you mean '{right}'"):
        mb.revision("2025-11-25").codec(wrong)


def test_an_unknown_definition_without_a_similar_name() -> None:
    with pytest.raises(KeyError, match="has no definition 'qqqqqqqqqqqq'"):
        mb.revision("2025-11-25").codec("qqqqqqqqqqqq")


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_no_name_is_numbered(revision: str) -> None:
    package = import_module(f"mcp_bindings.v{revision.replace('-', '_')}")
    numbered = [name for name in package.__all__ if re.search(r"\d$", name)]
    assert set(numbered) <= set(mb.revision(revision).definitions)
    for model in classes.models(revision):
        wire = classes.wire_names(model)
        assert [name for name in wire if re.search(r"\d$", name) and not re.search(r"\d$", wire[name])] == []


def test_the_draft_has_the_classes_of_the_release_it_equals() -> None:
    release = make_module_name(draft_release())
    schemas = [files(f"mcp_bindings.{name}").joinpath("schema.json") for name in (release, "draft")]
    if schemas[1].is_file():
        pytest.skip("the draft differs from the latest release at present")
    assert import_module("mcp_bindings.draft").Tool is import_module(f"mcp_bindings.{release}").Tool


def test_the_package_alone_imports_no_pydantic() -> None:
    code = (
        "import sys, mcp_bindings as mb; mb.revision('2025-11-25').definitions; "
        "assert not {'pydantic', 'pydantic_core', 'jsonschema_rs'} & set(sys.modules); "
        "mb.revision('2025-11-25').codec('Tool'); "
        "loaded = [name for name in sys.modules if name.startswith('mcp_bindings.v') and name.endswith('.base')]; "
        "assert loaded == ['mcp_bindings.v2025_11_25.base'], loaded"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
