"""The errata reader, the errata themselves, and the decisions they follow from."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.errata import Erratum, apply_errata, read_errata, read_errata_file
from mcp_bindgen.ingest.manifest import read_manifest, read_toml
from mcp_bindgen.ingest.normalize import normalize
from mcp_bindgen.jsontext import JSONValue
from mcp_bindings.json_values import is_array, is_object
from tests.facts import schema_defects

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "schema"

REVISIONS = read_manifest(SCHEMA)
ERRATA = {revision.id: read_errata(SCHEMA, revision.id) for revision in REVISIONS}
DECISIONS: list[dict[str, Any]] = read_toml(SCHEMA / "decisions.toml")["decision"]

each_erratum = pytest.mark.parametrize(
    ("revision", "erratum"),
    [pytest.param(id_, erratum, id=erratum.id) for id_, errata in ERRATA.items() for erratum in errata],
)
each_corrected_revision = pytest.mark.parametrize("revision", [id_ for id_, errata in ERRATA.items() if errata])


def pinned(revision: str) -> Any:
    path = SCHEMA / revision / "schema.json"
    return jsontext.loads(path.read_bytes(), where=str(path))


def effective(revision: str) -> Any:
    return apply_errata(pinned(revision), ERRATA[revision], where=revision)


def slot(document: Any, pointer: str) -> tuple[Any, Any]:
    """What holds the value at a pointer, and the key it holds it under."""
    *parents, last = [jsontext.unescape_token(token) for token in pointer.split("/")[1:]]
    holder = document
    for token in parents:
        holder = holder[int(token) if is_array(holder) else token]
    return holder, int(last) if is_array(holder) else last


def at(document: Any, pointer: str) -> Any:
    holder, key = slot(document, pointer)
    return holder[key]


def differences(left: Any, right: Any, pointer: str = "") -> Iterator[str]:
    """Pointers of the deepest places where two documents differ."""
    if is_object(left) and is_object(right):
        for name in sorted(left.keys() | right.keys()):
            below = f"{pointer}/{jsontext.escape_token(name)}"
            if name in left and name in right:
                yield from differences(left[name], right[name], below)
            else:
                yield below
    elif is_array(left) and is_array(right) and len(left) == len(right):
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from differences(one, other, f"{pointer}/{index}")
    elif json.dumps(left) != json.dumps(right):
        yield pointer


def made(pointer: str, old: Any, new: Any = "new") -> Erratum:
    return Erratum(id="some.erratum", pointer=pointer, old=old, new=new, reason="", upstream="")


# The data


@each_erratum
def test_an_erratum_applies_to_the_pinned_file(revision: str, erratum: Erratum) -> None:
    corrected = apply_errata(pinned(revision), [erratum], where=revision)
    assert at(corrected, erratum.pointer) == erratum.new


@each_erratum
def test_an_erratum_says_what_it_is(revision: str, erratum: Erratum) -> None:
    assert erratum.id.startswith(f"{revision}.")
    assert erratum.old != erratum.new
    assert erratum.reason.endswith(".")
    assert erratum.upstream.startswith("https://github.com/modelcontextprotocol/modelcontextprotocol/")


def test_ids_and_places_are_unique() -> None:
    ids = [erratum.id for errata in ERRATA.values() for erratum in errata]
    places = [(id_, erratum.pointer) for id_, errata in ERRATA.items() for erratum in errata]
    assert ids, "no errata were read at all"
    assert len(set(ids)) == len(ids)
    assert len(set(places)) == len(places)


@each_corrected_revision
def test_only_the_places_of_errata_change(revision: str) -> None:
    changed = list(differences(pinned(revision), effective(revision)))
    places = [erratum.pointer for erratum in ERRATA[revision]]
    stray = [pointer for pointer in changed if not any(f"{pointer}/".startswith(f"{place}/") for place in places)]
    idle = [place for place in places if not any(f"{pointer}/".startswith(f"{place}/") for pointer in changed)]
    assert (stray, idle) == ([], [])


@pytest.mark.parametrize(
    ("definition", "value", "revisions"),
    [
        ("ElicitResult", {"action": "accept", "content": {"ratio": 3.5}}, "2025-06-18 2025-11-25 2026-07-28 draft"),
        ("JSONValue", 0.5, "2026-07-28 draft"),
        ("JSONValue", None, "2026-07-28 draft"),
        ("JSONValue", {"a": [None, {"b": -0.5}]}, "2026-07-28 draft"),
        ("ClientCapabilities", {"extensions": {"a.b/c": {"d": None, "e": 1.5}}}, "2026-07-28 draft"),
    ],
)
def test_errata_admit_what_the_official_file_refuses(definition: str, value: Any, revisions: str) -> None:
    for revision in revisions.split():
        assert not accepts(pinned(revision), definition, value), revision
        assert accepts(effective(revision), definition, value), revision


@pytest.mark.parametrize("content", [None, {"a": None}, {"a": {}}, {"a": [1]}, {"a": [1.5]}])
def test_errata_admit_nothing_else_into_form_answers(content: Any) -> None:
    for revision in ("2025-06-18", "2025-11-25", "2026-07-28", "draft"):
        assert not accepts(effective(revision), "ElicitResult", {"action": "accept", "content": content}), revision


def accepts(document: dict[str, Any], definition: str, value: Any) -> bool:
    jsonschema: Any = pytest.importorskip("jsonschema")
    key = "$defs" if "$defs" in document else "definitions"
    schema = {**document, "allOf": [{"$ref": f"#/{key}/{definition}"}]}
    return bool(jsonschema.validators.validator_for(document)(schema).is_valid(value))


def test_the_draft_is_corrected_like_the_release_it_equals() -> None:
    draft = next(revision for revision in REVISIONS if revision.status == "draft")
    release = [revision for revision in REVISIONS if revision.status == "released"][-1]
    files = [(SCHEMA / revision.id / "schema.json").read_bytes() for revision in (draft, release)]
    if files[0] != files[1]:
        pytest.skip(f"the draft has moved on from {release.id}")
    corrections = [
        [(stem(erratum.id), erratum.pointer, erratum.old, erratum.new) for erratum in ERRATA[revision.id]]
        for revision in (draft, release)
    ]
    assert corrections[0] == corrections[1]


def stem(erratum_id: str) -> str:
    """An erratum's name without its revision."""
    return erratum_id.partition(".")[2]


# Stale errata


@each_erratum
def test_an_erratum_fixed_upstream_is_stale(revision: str, erratum: Erratum) -> None:
    document = pinned(revision)
    holder, key = slot(document, erratum.pointer)
    holder[key] = erratum.new
    refused(document, erratum, f"found {erratum.new!r}")


@each_erratum
def test_an_erratum_whose_place_is_gone_is_stale(revision: str, erratum: Erratum) -> None:
    document = pinned(revision)
    holder, key = slot(document, erratum.pointer)
    del holder[key]
    refused(document, erratum, "the document has no such location")


@pytest.mark.parametrize(
    ("found", "old"),
    [
        (1, True),
        (True, 1),
        (0, False),
        (1, 1.0),
        (1, "1"),
        ({}, []),
        ([1], [True]),
        ({"a": [{"b": 1}]}, {"a": [{"b": True}]}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ([1, 2], [2, 1]),
        ([1], [1, 2]),
        ([1, 2], [1]),
        (None, False),
    ],
)
def test_another_value_is_stale(found: Any, old: Any) -> None:
    refused({"a": [found]}, made("/a/0", old), f"expected {old!r}, found {found!r}")


@pytest.mark.parametrize(
    "pointer", ["/b", "/a/b/c/d", "/a/1", "/a/zero", "/a/0/x", "/a/0/0", "/b/c", "/a/0/x/y", "/~1"]
)
def test_another_place_is_stale(pointer: str) -> None:
    refused({"a": ["text"]}, made(pointer, "text"), "the document has no such location")


def test_a_stale_erratum_after_a_good_one_is_not_passed_over() -> None:
    good, stale = made("/a", 1, 2), made("/b", 2, 3)
    with pytest.raises(BindgenError, match=r"some\.erratum is stale"):
        apply_errata({"a": 1, "b": 1}, [good, stale], where="x")


def refused(document: Any, erratum: Erratum, why: str) -> None:
    before = copy.deepcopy(document)
    with pytest.raises(BindgenError) as raised:
        apply_errata(document, [erratum], where="schema.json")
    assert f"erratum {erratum.id} is stale" in str(raised.value)
    assert f"schema.json#{erratum.pointer}" in str(raised.value)
    assert why in str(raised.value)
    assert document == before


# Applying


@each_corrected_revision
def test_the_input_is_left_alone(revision: str) -> None:
    document, before = pinned(revision), pinned(revision)
    apply_errata(document, ERRATA[revision], where=revision)
    assert document == before


def test_the_result_shares_nothing_with_input_or_errata() -> None:
    document: Any = {"a": {"b": [1]}, "c": [1]}
    erratum = made("/c", [1], [2])
    corrected: Any = apply_errata(document, [erratum], where="x")
    corrected["a"]["b"].append(3)
    corrected["c"].append(3)
    assert document == {"a": {"b": [1]}, "c": [1]}
    assert erratum.new == [2]


def test_order_of_members_does_not_make_an_erratum_stale() -> None:
    corrected = apply_errata({"a": {"x": 1, "y": 2}}, [made("/a", {"y": 2, "x": 1})], where="x")
    assert corrected == {"a": "new"}


def test_pointers_reach_escaped_names_and_array_items() -> None:
    document: Any = {"a/b": {"~": [1, {"~1": 2, "3": 3}]}}
    errata = [made("/a~1b/~0/1/~01", 2, 20), made("/a~1b/~0/1/3", 3, 30), made("/a~1b/~0/0", 1, 10)]
    assert apply_errata(document, errata, where="x") == {"a/b": {"~": [10, {"~1": 20, "3": 30}]}}


def test_errata_apply_one_after_the_other() -> None:
    corrected = apply_errata({"a": 1}, [made("/a", 1, {"b": 2}), made("/a/b", 2, 3)], where="x")
    assert corrected == {"a": {"b": 3}}


# Reading


def test_a_revision_without_a_file_has_no_errata(tmp_path: Path) -> None:
    assert read_errata(tmp_path, "2024-11-05") == ()


def test_rows_are_read_in_order(tmp_path: Path) -> None:
    row = (
        '[[erratum]]\nid = "{0}"\npointer = "/{0}"\nold = {{ x = [1, true] }}\nnew = "ü"\nreason = ""\nupstream = ""\n'
    )
    written(tmp_path, row.format("b") + row.format("a"))
    assert read_errata(tmp_path, "r") == tuple(
        Erratum(id=name, pointer=f"/{name}", old={"x": [1, True]}, new="ü", reason="", upstream="") for name in "ba"
    )


@pytest.mark.parametrize(
    "text",
    [
        '[[erratum]]\nid = "a"\n',
        '[[erratum]]\nid = "a"\npointer = "/a"\nold = 1\nnew = 2\nreason = ""\nupstream = ""\nmore = 1\n',
        "[[erratum]\n",
    ],
    ids=["key missing", "key unknown", "not TOML"],
)
def test_an_unusable_file_is_named(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BindgenError) as raised:
        read_errata(tmp_path, "r")
    assert str(path) in str(raised.value)


def written(root: Path, text: str) -> Path:
    path = root / "r" / "errata.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return path


# Decisions


def test_decisions_are_well_formed() -> None:
    for row in DECISIONS:
        assert row.keys() - {"erratum"} == {"defect", "reason"}, row
        assert row["reason"].endswith("."), row
    ids = [row["defect"] for row in DECISIONS]
    assert len(set(ids)) == len(ids)


def test_decisions_and_errata_match() -> None:
    decided = {row["erratum"] for row in DECISIONS if "erratum" in row}
    present = {erratum.id for errata in ERRATA.values() for erratum in errata}
    drafts = {revision.id for revision in REVISIONS if revision.status == "draft"}
    # The facts list no defects of the draft; its errata follow from those of a release.
    followed = {stem(id_) for id_ in decided}
    undecided = {id_ for id_ in present - decided if id_.partition(".")[0] not in drafts or stem(id_) not in followed}
    assert (decided - present, undecided) == (set(), set())


@pytest.fixture
def facts() -> dict[str, Any]:
    return schema_defects()


def examined(facts: dict[str, Any]) -> set[str]:
    """The revisions whose defects somebody has listed; a new revision has those that it was given at its release."""
    return {row["id"].partition(".")[0] for row in (*facts["defect"], *facts["prose_conflict"])}


def test_every_open_question_is_decided(facts: dict[str, Any]) -> None:
    questions = {row["id"] for row in facts["defect"] if row["verdict"] == "ambiguous" or row["impact"] == "wire"}
    questions |= {row["id"] for row in facts["prose_conflict"]}
    decided = {row["defect"] for row in DECISIONS if row["defect"].partition(".")[0] in examined(facts)}
    assert questions, "no questions were read at all"
    assert (questions - decided, decided - questions) == (set(), set())


def test_an_erratum_stands_where_its_defect_is(facts: dict[str, Any]) -> None:
    defects = {row["id"]: row for row in facts["defect"]}
    errata = {erratum.id: (id_, erratum) for id_, rows in ERRATA.items() for erratum in rows}
    for row in DECISIONS:
        if "erratum" in row and row["defect"].partition(".")[0] in examined(facts):
            defect, (revision, erratum) = defects[row["defect"]], errata[row["erratum"]]
            assert revision == defect["revision"], row
            assert f"{erratum.pointer}/".startswith(f"{defect['json_pointer']}/"), row


def test_what_upstream_has_fixed_is_fixed_in_the_pinned_file(facts: dict[str, Any]) -> None:
    kept = {row["defect"] for row in DECISIONS if "erratum" not in row}
    fixed = [row for row in facts["defect"] if row["class"] == "fixed-after-release" and row["id"] in kept]
    for row in fixed:
        assert at(pinned(row["revision"]), row["json_pointer"])["type"] in ("number", ["integer", "null"]), row["id"]


@pytest.mark.parametrize("key", ["$defs", "definitions"])
@pytest.mark.parametrize("spelled", ["$defs", "definitions"])
def test_a_pointer_in_either_spelling(key: str, spelled: str) -> None:
    """Schemas up to 2025-06-18 have `definitions`, later ones `$defs`; an erratum carried over may have the other."""
    document: Any = {key: {"A": {"items": {"$ref": f"#/{key}/B"}}, "B": {}, "C": {}}}
    references = [{"$ref": f"#/{spelled}/{name}"} for name in "BC"]
    row = Erratum("x", f"/{spelled}/A/items", references[0], references[1], "a reason", "https://example.com")
    assert apply_errata(document, [row], where="x") == {key: {**document[key], "A": {"items": {"$ref": f"#/{key}/C"}}}}
    with pytest.raises(BindgenError, match="is stale"):
        apply_errata(document, [row, row], where="x")


def test_errata_correct_defs_although_definitions_stand_beside() -> None:
    """`normalize` reads `$defs` if a file has both."""
    document: Any = {"$defs": {"A": {"type": "string"}}, "definitions": {"B": {}}}
    row = Erratum("x", "/$defs/A/type", "string", "integer", "a reason", "https://example.com")
    assert apply_errata(document, [row], where="x") == {**document, "$defs": {"A": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "word"),
    [
        ({"type": "number", "multipleOf": 0.5}, "multipleOf"),
        ({"const": 1e300}, "const"),
        ({"enum": ["a", 1e300]}, "enum"),
        ({"type": "string", "pattern": "(?!a)"}, "pattern"),
        ({"anyOf": [{"properties": {"a": True}}, True], "unevaluatedProperties": False}, "unevaluatedProperties"),
        ({"type": "array", "contains": True, "unevaluatedItems": False}, "unevaluatedItems"),
        ({"patternProperties": {"a": True}, "additionalProperties": False}, "patternProperties"),
        ({"dependencies": {"a": {"type": "null"}}}, "dependencies"),
        ({"$id": "https://example.com/x"}, "$id"),
        ({"$dynamicRef": "#missing"}, "$dynamicRef"),
        ({"not": {"$ref": "#/$defs/A"}}, "not"),
    ],
)
def test_a_value_without_a_type_names_the_erratum_behind_it(schema: JSONValue, word: str) -> None:
    document: Any = {"$defs": {"A": {"type": "object", "properties": {"x": schema}}}}
    with pytest.raises(BindgenError, match=re.escape(f"`{word}`")) as raised:
        normalize(document, where="here")
    rows = tomli.loads(raised.value.hint.partition("with this erratum:")[2])["erratum"]
    normalize(apply_errata(document, [Erratum(**row) for row in rows], where="here"), where="here")


@pytest.mark.parametrize("row", ["pointer = 5\nold = 1", 'pointer = "/a"\nold = 2020-01-01'])
def test_a_row_with_a_value_of_another_type_is_a_mistake(tmp_path: Path, row: str) -> None:
    file = tmp_path / "errata.toml"
    file.write_text(f'[[erratum]]\nid = "x"\n{row}\nnew = 2\nreason = "r"\nupstream = "u"\n', encoding="utf-8")
    with pytest.raises(BindgenError, match="a row"):
        read_errata_file(file)
