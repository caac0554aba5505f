"""The gate for official files: prose stays out, all else comes in, and the hashes are recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import importer, keywords, manifest
from mcp_bindings.json_values import is_array, is_object
from tests.unit.tiny import OFFICIAL, SCHEMA, same_every_run

REVISIONS = [revision.id for revision in manifest.read_manifest(SCHEMA)]
COMMIT = "0123456789abcdef" * 2 + "01234567"

HERE = [each for each in REVISIONS if (OFFICIAL / each / "schema.json").is_file()]
"""The revisions whose official files are beside the checkout."""
needs_official = pytest.mark.skipif(HERE != REVISIONS, reason="the official files of ../shared are not here")

# Which keywords hold schemas, written down once more: sharing the table under test would share its errors.
MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
LISTS = ("anyOf", "allOf", "oneOf", "prefixItems")
SINGLES = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
PROSE = ("description", "title", "examples", "$comment")
NAMES = (*MAPS, *LISTS, *SINGLES, *PROSE, "const", "enum", "required", "type", "default", "$ref", "a", "a/b", "~", "")

Pair: TypeAlias = tuple[Any, Any]
"""The same schema with prose and without."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "description"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=2),
    max_leaves=5,
)
names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True)
data_keywords = st.sampled_from(["type", "const", "enum", "default", "required", "format", "minimum", "x-mine"])
schema_keywords = st.sampled_from([*MAPS, *LISTS, *SINGLES])


@st.composite
def schema_pairs(draw: st.DrawFn, levels: int = 3) -> Pair:
    """A random schema with prose strewn over it, and without."""
    if draw(st.integers(0, 5)) == 0:
        verdict = draw(st.booleans())
        return verdict, verdict
    words = draw(st.lists(schema_keywords if levels else data_keywords, max_size=2, unique=True))
    words += draw(st.lists(data_keywords, max_size=1)) if levels else []
    members = [(word, draw(held_by(word, levels - 1))) for word in words]
    prose = draw(st.lists(st.sampled_from(PROSE), max_size=2, unique=True))
    rows = [(word, pair[0]) for word, pair in members]
    for word in prose:
        rows.insert(draw(st.integers(0, len(rows))), (word, draw(json_values)))
    return dict(rows), {word: pair[1] for word, pair in members}


@st.composite
def held_by(draw: st.DrawFn, keyword: str, levels: int) -> Pair:
    """What stands under a keyword, with prose and without."""
    if keyword in MAPS:
        by_name = {name: draw(schema_pairs(levels)) for name in draw(names)}
        return {name: pair[0] for name, pair in by_name.items()}, {name: pair[1] for name, pair in by_name.items()}
    if keyword in LISTS:
        listed = [draw(schema_pairs(levels)) for _ in range(draw(st.integers(1, 2)))]
        return [pair[0] for pair in listed], [pair[1] for pair in listed]
    if keyword in SINGLES:
        return draw(schema_pairs(levels))
    value = draw(json_values)
    return value, value


@settings(same_every_run, max_examples=80)
@given(held_by("$defs", 3), st.sampled_from(["$defs", "definitions"]))
def test_prose_is_all_that_is_lost(definitions: Pair, key: str) -> None:
    wordy = {"description": "x", key: definitions[0], "title": "y"}
    assert importer.pinned_form(json.dumps(wordy).encode(), where="x") == jsontext.dumps({key: definitions[1]})


@pytest.mark.slow
@settings(same_every_run, max_examples=80)
@given(held_by("$defs", 3))
def test_taking_over_twice_changes_nothing(definitions: Pair) -> None:
    once = importer.pinned_form(jsontext.dumps({"$defs": definitions[0]}), where="")
    assert importer.pinned_form(once, where="") == once


@pytest.mark.parametrize("name", NAMES)
def test_a_property_named_like_a_keyword_survives(name: str) -> None:
    properties = {name: {"type": "string", "description": "words", "default": {"title": "data"}}}
    document = {"$defs": {"A": {"description": "words", "properties": properties, "required": [name]}}}
    kept = {name: {"type": "string", "default": {"title": "data"}}}
    assert json.loads(importer.pinned_form(jsontext.dumps(document), where="x")) == {
        "$defs": {"A": {"properties": kept, "required": [name]}}
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"items": [{"description": "words"}]},
        {"additionalItems": {"description": "words"}},
        {"dependencies": {"a": {"description": "words"}}},
        {"unevaluatedProperties": {"description": "words"}},
        {"unevaluatedItems": {"description": "words"}},
        {"contentSchema": {"description": "words"}},
    ],
    ids=lambda schema: next(iter(schema)),
)
def test_prose_in_rare_places_stays_out(schema: dict[str, Any]) -> None:
    assert b"words" not in importer.pinned_form(jsontext.dumps({"$defs": {"A": schema}}), where="x")


@pytest.mark.parametrize("revision", HERE)
def test_every_assertion_of_an_official_file_comes_in(revision: str) -> None:
    data = (OFFICIAL / revision / "schema.json").read_bytes()
    before, after = json.loads(data), json.loads(importer.pinned_form(data, where=revision))
    there, here = list(assertions(before)), list(assertions(after))
    assert [row for row in there if row[1] not in PROSE] == here, "a member, its value or its place has changed"
    assert {row[1] for row in there} - {row[1] for row in here} <= set(PROSE)
    assert any(row[1] == "description" for row in there), "the official file has no prose, so this shows nothing"


def assertions(schema: Any, pointer: str = "") -> Iterator[tuple[str, str, str]]:
    """Pointer, keyword and value of everything a schema says, in the order of the file."""
    if not is_object(schema):
        yield pointer, "", json.dumps(schema)
        return
    for keyword, value in schema.items():
        place = f"{pointer}/{jsontext.escape_token(keyword)}"
        if keyword in MAPS and is_object(value):
            yield pointer, keyword, json.dumps(list(value))
            for name, child in value.items():
                yield from assertions(child, f"{place}/{jsontext.escape_token(name)}")
        elif keyword in LISTS and is_array(value):
            yield pointer, keyword, str(len(value))
            for index, child in enumerate(value):
                yield from assertions(child, f"{place}/{index}")
        elif keyword in SINGLES:
            yield pointer, keyword, ""
            yield from assertions(value, place)
        else:
            yield pointer, keyword, json.dumps(value)


def test_the_two_lists_of_prose_keywords_are_one() -> None:
    assert set(PROSE) == keywords.PROSE


@pytest.mark.parametrize(
    "data", [b"[]", b"1", b"{}", b'{"$defs": []}', b'{"properties": {"a": {}}}', b'{"definitions": 1}']
)
def test_no_schema(data: bytes) -> None:
    with pytest.raises(BindgenError, match="not a schema of MCP"):
        importer.pinned_form(data, where="x.json")


# Taking over


@pytest.fixture
def schema_root(tmp_path: Path) -> Path:
    """A schema directory with one row and nothing taken over yet."""
    (tmp_path / "revisions.toml").write_text(
        '# first comment\n\n[[revision]]\nid = "r"\nstatus = "released"\nera = "handshake"  # an opinion\n'
        'reference = ""\npath = ""\ncommit = ""\nofficial_sha256 = ""\nsha256 = ""\n',
        encoding="utf-8",
    )
    return tmp_path


@pytest.fixture
def official(tmp_path: Path) -> Path:
    """An official file as `<root>/r/schema.json`."""
    path = tmp_path / "official" / "r" / "schema.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"$defs": {"A": {"type": "string", "description": "words"}}}')
    return path


def test_import_keeps_structure_and_both_sums(schema_root: Path, official: Path) -> None:
    pinned = importer.import_schema(schema_root, "r", official, COMMIT)
    ours = (schema_root / "r" / "schema.json").read_bytes()
    assert json.loads(ours) == {"$defs": {"A": {"type": "string"}}}
    assert pinned.official_sha256 == manifest.sha256(official.read_bytes())
    assert pinned.sha256 == manifest.sha256(ours)
    assert (pinned.commit, pinned.path, pinned.era) == (COMMIT, "schema/r/schema.json", "handshake")
    assert manifest.read_manifest(schema_root) == (pinned,)
    assert importer.load_pinned_schema(schema_root, pinned) == ours
    assert importer.verify_revisions(schema_root, official.parents[1]) == [
        importer.VerificationResult("r", True, f"sha256 {pinned.sha256}")
    ]


@pytest.mark.parametrize("commit", ["", "main", "0" * 39, "0" * 41, "A" * 40, "g" * 40, " " + "0" * 39])
def test_import_wants_a_whole_commit(schema_root: Path, official: Path, commit: str) -> None:
    with pytest.raises(BindgenError, match="--commit must be the 40 hex digits"):
        importer.import_schema(schema_root, "r", official, commit)
    assert not (schema_root / "r").exists()


def test_import_of_an_unknown_revision_says_what_to_do(schema_root: Path, official: Path) -> None:
    with pytest.raises(BindgenError) as raised:
        importer.import_schema(schema_root, "s", official, COMMIT)
    assert raised.value.what == "unknown revision 's'"
    assert "revisions.toml" in raised.value.hint
    assert not (schema_root / "s").exists()


def test_a_broken_pin_shows_both_hashes(schema_root: Path, official: Path) -> None:
    pinned = importer.import_schema(schema_root, "r", official, COMMIT)
    path = schema_root / "r" / "schema.json"
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(BindgenError) as raised:
        importer.load_pinned_schema(schema_root, pinned)
    assert pinned.sha256 in raised.value.what
    assert manifest.sha256(path.read_bytes()) in raised.value.what
    assert raised.value.where == str(path)
    assert raised.value.hint


def test_verify_tells_an_official_file_that_moved(schema_root: Path, official: Path) -> None:
    pinned = importer.import_schema(schema_root, "r", official, COMMIT)
    official.write_bytes(official.read_bytes() + b"\n")
    [verdict] = importer.verify_revisions(schema_root, official.parents[1])
    assert not verdict.agrees
    assert pinned.official_sha256 in verdict.detail
    assert manifest.sha256(official.read_bytes()) in verdict.detail


def test_verify_tells_a_derivation_that_changed(
    schema_root: Path, official: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    importer.import_schema(schema_root, "r", official, COMMIT)

    def other(data: bytes, *, where: str) -> bytes:
        return b"other"

    monkeypatch.setattr(importer, "pinned_form", other)
    [verdict] = importer.verify_revisions(schema_root, official.parents[1])
    assert not verdict.agrees
    assert verdict.detail.startswith("derived file differs")


def test_verify_names_a_missing_directory(schema_root: Path, tmp_path: Path) -> None:
    with pytest.raises(BindgenError) as raised:
        importer.verify_revisions(schema_root, tmp_path / "nowhere")
    assert raised.value.where == str(tmp_path / "nowhere")


@needs_official
def test_all_pinned_revisions_follow_from_the_official_files() -> None:
    verdicts = importer.verify_revisions(SCHEMA, OFFICIAL)
    assert [verdict.revision for verdict in verdicts] == REVISIONS
    assert [verdict.detail for verdict in verdicts if not verdict.agrees] == []


@pytest.mark.parametrize("revision", manifest.read_manifest(SCHEMA), ids=lambda revision: revision.id)
def test_pinned_files_hold_no_prose(revision: manifest.Revision) -> None:
    document = json.loads(importer.load_pinned_schema(SCHEMA, revision))
    assert [row for row in assertions(document) if row[1] in PROSE] == []
