"""The tables of error codes: read strictly, held against schema and facts, and dated from release to release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import protocol
from mcp_bindgen.ingest.protocol import ErrorFacts
from mcp_bindgen.ir import error_codes
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.release.derive import derive_error_codes
from mcp_bindgen.release.difference import Difference
from tests.facts import STATED, facts_of
from tests.unit.tiny import SCHEMA, STRING, pinned, record, ref, tiny

OWN_NAMES = {-32002: "RESOURCE_NOT_FOUND", -1: "SAMPLING_REFUSED"}
"""What the specification has no name for."""

UNIQUE = {
    "never used before by the same sender in the session": "session",
    "not equal to the id of any own request still waiting for a response": "waiting",
}
ABSENT_IN_ERROR = {
    "required by schema": "never",
    "required by schema; HTTP page allows an id-less error body": "http-body",
    "optional: left out when the request id could not be read; null fails the schema": "unreadable-id",
}


# Against the facts


@pytest.mark.parametrize("revision", STATED)
def test_every_row_of_the_facts_is_there(revision: str) -> None:
    facts, table = facts_of(revision)["error_code"], mb.revision(revision).error_codes
    assert [row["code"] for row in facts] == [row.code for row in protocol.read_error_codes(SCHEMA, revision)]
    for row in facts:
        known = table[row["code"]]
        assert known.name == (OWN_NAMES[known.code] if row["name"].startswith("(unnamed)") else row["name"])
        assert known.sources == tuple(row["sources"])
        assert [(use.emitter, use.level, use.http_status or 0, use.sources) for use in known.uses] == [
            (use["emitter"], use["level"], use["http_status"], tuple(use["sources"])) for use in row.get("use", [])
        ]
        assert known.meaning
        assert all(use.situation for use in known.uses)


@pytest.mark.parametrize("revision", STATED)
def test_first_revision_and_status_follow_from_the_tables(revision: str) -> None:
    facts, table = facts_of(revision)["error_code"], mb.revision(revision).error_codes
    for row in facts:
        known = table[row["code"]]
        status = "reserved-legacy" if known.retired else "example-only" if known.example_only else "active"
        assert (known.since, status) == (row["first_revision"], row["status"])
    unmentioned = set(table) - {row["code"] for row in facts}
    assert all(table[code].retired and not table[code].uses for code in unmentioned)


@pytest.mark.parametrize("revision", STATED)
def test_ranges_batches_and_ids_are_as_in_the_facts(revision: str) -> None:
    facts = facts_of(revision)
    ranges = protocol.read_error_ranges(SCHEMA, revision)
    assert [(row.low, row.high, row.sources) for row in ranges] == [
        (row["low"], row["high"], tuple(row["sources"])) for row in facts.get("error_range", [])
    ]
    batching, theirs = protocol.read_batching(SCHEMA, revision), facts["batching"]
    assert (batching.receive, batching.send, batching.initialize, batching.sources) == (
        theirs["receive"],
        theirs["send"],
        theirs["initialize_in_batch"],
        tuple(theirs["sources"]),
    )
    ids, theirs = protocol.read_request_id_rules(SCHEMA, revision), facts["request_id"]
    assert (ids.unique, ids.retry_needs_new_id, ids.absent_in_error, ids.sources) == (
        UNIQUE[theirs["unique"]],
        theirs["retry_needs_new_id"],
        ABSENT_IN_ERROR[theirs["error_response_id"]],
        tuple(theirs["sources"]),
    )
    assert (ids.unique == "waiting") == theirs["reuse_after_response"]


# Against the schema


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_every_code_constant_of_the_schema_is_in_the_table(revision: str) -> None:
    table = mb.revision(revision).error_codes
    for name, schema in pinned_schema(revision).items():
        for code in code_constants(schema):
            assert name in (table[code].response, table[code].error)
            assert not table[code].retired


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_every_type_a_row_names_is_there(revision: str) -> None:
    types = set(pinned(revision).by_name())
    for row in mb.revision(revision).error_codes.values():
        named = {row.response, row.error, row.data} - {None}
        assert named <= types
        assert not (named and row.retired)
        assert not row.data_shape or row.data is None


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_batches_and_ids_agree_with_the_schema(revision: str) -> None:
    schema = pinned_schema(revision)
    batching = protocol.read_batching(SCHEMA, revision)
    assert (batching.receive != "absent") == ("JSONRPCBatchRequest" in schema)
    error = schema.get("JSONRPCErrorResponse") or schema["JSONRPCError"]
    ids = protocol.read_request_id_rules(SCHEMA, revision)
    assert (ids.absent_in_error == "unreadable-id") == ("id" not in error["required"])


def pinned_schema(revision: str) -> dict[str, Any]:
    definitions: Any = pinned(revision).effective["$defs"]
    return dict(definitions)


def code_constants(schema: Any) -> list[int]:
    """By looking for `code` with a constant anywhere in a definition, without the IR."""
    if is_object(schema):
        own = schema.get("code")
        found = [own["const"]] if is_object(own) and "const" in own else []
        return found + [code for member in schema.values() for code in code_constants(member)]
    return [code for item in schema for code in code_constants(item)] if is_array(schema) else []


ERROR = record("code message", code={"const": -7, "type": "integer"}, message=STRING, data={})
TYPED = record("code message data", code={"const": -8}, message=STRING, data=record(a=STRING))
SCHEMAS: dict[str, Any] = {
    "Bare": ERROR,
    "Typed": TYPED,
    "Whole": record(
        "jsonrpc error", jsonrpc={"const": "2.0"}, error=record("code", code={"const": -9}, message=STRING)
    ),
    "Same": ref("Bare"),
    "Event": record(jsonrpc=STRING, error=STRING, code={"const": -10}),
    "Wrapper": record(error=ref("Bare")),
    "Named": record(code={"const": "seven"}, message=STRING),
    "Counted": record(code={"const": -11}, message={"type": "integer"}),
    "Free": record(code={"type": "integer"}, message=STRING),
}
ROWS = (
    ErrorFacts(-7, "BARE", "m", sources=("s",), definition="Bare"),
    ErrorFacts(-8, "TYPED", "m", sources=("s",), definition="Typed"),
    ErrorFacts(-9, "WHOLE", "m", sources=("s",), definition="Whole"),
)


def test_what_is_an_error_of_the_schema() -> None:
    shapes = error_codes.error_shapes(tiny(SCHEMAS))
    found = [(shape.definition, shape.codes, shape.response, shape.error, shape.data) for shape in shapes]
    assert found == [
        ("Bare", (-7,), None, "Bare", None),
        ("Typed", (-8,), None, "Typed", "TypedData"),
        ("Whole", (-9,), "Whole", "WholeError", None),
    ]
    assert [shape.data_required for shape in shapes] == [False, True, False]


def test_rows_that_match_the_schema() -> None:
    error_codes.check_error_codes(tiny(SCHEMAS), ROWS, where="p")


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((replace(ROWS[0], definition="Nothing"), *ROWS[1:]), "row -7 names Nothing, which the schema does not define"),
        ((replace(ROWS[0], definition="Free"), *ROWS[1:]), "row -7 names Free, which fixes no error code"),
        ((replace(ROWS[0], definition="Typed"), *ROWS[1:]), "row -7 names Typed, which has code -8"),
        ((ROWS[0], replace(ROWS[1], data="d"), ROWS[2]), "row -8 describes data, which the schema types as TypedData"),
        (ROWS[1:], "definition Bare has code -7, which has no row"),
        ((replace(ROWS[0], definition=""), *ROWS[1:]), "definition Bare has code -7, whose row does not name it"),
    ],
)
def test_rows_that_do_not(rows: tuple[ErrorFacts, ...], problem: str) -> None:
    with pytest.raises(BindgenError) as raised:
        error_codes.check_error_codes(tiny(SCHEMAS), rows, where="p")
    assert raised.value.where == "p"
    assert problem in raised.value.what.split("\n  ")[1:]


# Reading

ROW = 'code = -7\nname = "SEVEN"\nmeaning = "m"\nsources = ["s"]\n'
USE = '[[error_code.use]]\nsituation = "s"\nemitter = "client"\nlevel = "MAY"\nsources = ["s"]\n'


def written(directory: Path, text: str) -> Path:
    (directory / "r").mkdir(exist_ok=True)
    (directory / "r" / "protocol.toml").write_text(text, encoding="utf-8")
    return directory


def test_a_row_with_its_uses(tmp_path: Path) -> None:
    (row,) = protocol.read_error_codes(written(tmp_path, f"[[error_code]]\n{ROW}{USE}http_status = 400\n"), "r")
    assert (row.code, row.name, row.definition, row.reserved) == (-7, "SEVEN", "", False)
    assert [(use.emitter, use.level, use.http_status) for use in row.use] == [("client", "MAY", 400)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"[[error_code]]\n{ROW}colour = 1\n", "error_code 1 (-7 SEVEN): unknown key 'colour'"),
        (
            f"[[error_code]]\n{ROW}".replace('sources = ["s"]\n', ""),
            "error_code 1 (-7 SEVEN): key 'sources' is missing",
        ),
        (f"[[error_code]]\n{ROW}".replace("-7", '"-7"'), "error_code 1 (-7 SEVEN), code: expected an integer"),
        (f"[[error_code]]\n{ROW}{USE}colour = 1\n", "error_code 1 (-7 SEVEN), use 1: unknown key 'colour'"),
        (f"[[error_code]]\n{ROW}{USE}".replace("MAY", "may"), "error_code 1 (-7 SEVEN), use 1, level: expected 'MUST'"),
        (f"[[error_code]]\n{ROW}".replace("SEVEN", "Seven"), "error_code -7: 'Seven' cannot be the name of a constant"),
        (f"[[error_code]]\n{ROW}".replace("SEVEN", "ERROR_CODES"), "'ERROR_CODES' cannot be the name of a constant"),
        (f"[[error_code]]\n{ROW}" * 2, "error_code '-7' has 2 rows"),
        (f"[[error_code]]\n{ROW}[[error_code]]\n{ROW}".replace("-7", "-8", 1), "error name SEVEN has 2 rows"),
        (f'[[error_code]]\n{ROW}reserved = true\ndata = "d"\n', "a reserved code must have no definition and no data"),
        (
            f'[[error_code]]\n{ROW}reserved = true\ndefinition = "D"\n',
            "a reserved code must have no definition and no data",
        ),
        ("[[eror_code]]\ncode = 1\n", "unknown table 'eror_code'"),
    ],
)
def test_a_file_that_is_refused(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BindgenError) as raised:
        protocol.read_error_codes(written(tmp_path, text), "r")
    assert str(tmp_path / "r" / "protocol.toml") in raised.value.where
    assert what in str(raised.value)


def test_a_range_that_is_empty_is_refused(tmp_path: Path) -> None:
    text = '[[error_range]]\nlow = -1\nhigh = -2\nowner = "o"\nrule = "r"\nsources = ["s"]\n'
    with pytest.raises(BindgenError, match="range -1 to -2 is empty"):
        protocol.read_error_ranges(written(tmp_path, text), "r")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "the table [batching] is missing"),
        ("batching = 1\n", "the table [batching] is missing"),
        ('[batching]\nreceive = "must"\nsend = "may"\nsources = ["s"]\n', "batching: key 'initialize' is missing"),
        (
            '[batching]\nreceive = "yes"\nsend = "may"\ninitialize = "absent"\nsources = ["s"]\n',
            "batching, receive: expected 'must' or 'absent', found 'yes'",
        ),
    ],
)
def test_batching_that_is_refused(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BindgenError) as raised:
        protocol.read_batching(written(tmp_path, text), "r")
    assert what in str(raised.value)


def test_every_pinned_file_holds_known_tables_only() -> None:
    for revision in mb.REVISIONS:
        _, tables = protocol.read_protocol_tables(SCHEMA, revision)
        assert {"method", "error_code", "batching", "request_id"} <= set(tables)


# From release to release


def row(code: int, name: str = "", *, retired: bool = False) -> ErrorCode:
    facts = ErrorFacts(code, name or f"C{-code}", "m", sources=("s",), reserved=retired)
    (made,) = error_codes.error_table(tiny({"A": STRING}), [facts])
    return replace(made, error="E", data_required=True) if not retired else made


def dated(**tables: list[ErrorCode]) -> dict[str, dict[int, tuple[str, str, bool]]]:
    released = [name for name in tables if name != "draft"]
    result = error_codes.with_retired_codes(tables, released)
    return {name: {row.code: (row.since, row.until, row.retired) for row in rows} for name, rows in result.items()}


def test_codes_come_go_and_come_back() -> None:
    found = dated(a=[row(-1), row(-2)], b=[row(-1)], c=[row(-1), row(-2)], d=[row(-2, retired=True)])
    assert found == {
        "a": {-1: ("a", "c", False), -2: ("a", "a", False)},
        "b": {-1: ("a", "c", False), -2: ("a", "a", True)},
        "c": {-1: ("a", "c", False), -2: ("c", "c", False)},
        "d": {-2: ("c", "c", True), -1: ("a", "c", True)},
    }


def test_the_newest_release_has_no_end_and_a_draft_no_dates() -> None:
    assert dated(a=[row(-1)], b=[row(-1)], draft=[row(-1)]) == {
        "a": {-1: ("a", "", False)},
        "b": {-1: ("a", "", False)},
        "draft": {-1: ("", "", False)},
    }


def test_a_lost_code_leaves_types_and_uses_behind() -> None:
    tables: dict[str, list[ErrorCode]] = {"a": [row(-1)], "b": [], "c": []}
    for name in ("b", "c"):
        (lost,) = error_codes.with_retired_codes(tables, ["a", "b", "c"])[name]
        assert (lost.retired, lost.until, lost.error, lost.data_required, lost.uses) == (True, "a", None, False, ())


def test_a_code_that_only_a_fork_has_does_not_retire() -> None:
    tables = {"a": [row(-1)], "fork": [row(-2)], "c": list[ErrorCode]()}
    found = error_codes.with_retired_codes(tables, list(tables), {"fork"})
    assert [(each.code, each.retired) for each in found["fork"]] == [(-2, False), (-1, True)]
    assert [(each.code, each.retired) for each in found["c"]] == [(-1, True)]


def test_a_reserved_code_that_never_was_is_an_error() -> None:
    with pytest.raises(BindgenError, match="revision b: error code -1 is reserved, but no earlier release defines it"):
        dated(a=[], b=[row(-1, retired=True)])


def test_a_retired_code_leaves_its_name_to_another() -> None:
    tables = {"a": [row(-1, "MOVED")], "b": [row(-2, "MOVED")]}
    found = error_codes.with_retired_codes(tables, ["a", "b"])["b"]
    assert [(each.code, each.name, each.retired) for each in found] == [(-2, "MOVED", False), (-1, "MOVED_1", True)]


def test_a_reserved_code_whose_release_is_left_out_has_no_range() -> None:
    tables = {"a": list[ErrorCode](), "b": [row(-1, retired=True)]}
    (kept,) = error_codes.with_retired_codes(tables, ["a", "b"], is_complete=False)["b"]
    assert (kept.code, kept.retired, kept.since, kept.until) == (-1, True, "", "")


# Schemas of one's own


def test_two_definitions_of_one_code_have_one_row() -> None:
    several = record("code message", code={"enum": [5, 6]}, message=STRING)
    spec = tiny({"Teapot": ERROR, "Several": several, "Again": ERROR})
    found = Difference("protocol.toml", {"error_code": []})
    derive_error_codes(spec, found)
    rows = [row for _, row in found.stated]
    assert [(row["code"], row["name"], row["definition"]) for row in rows] == [
        (-7, "TEAPOT", "Teapot"),
        (5, "SEVERAL_5", "Several"),
        (6, "SEVERAL_6", "Several"),
    ]
    facts = [ErrorFacts(row["code"], row["name"], "m", sources=(), definition=row["definition"]) for row in rows]
    error_codes.check_error_codes(spec, facts, where="protocol.toml")
    with pytest.raises(BindgenError, match="definition Teapot has code -7, whose row does not name it"):
        error_codes.check_error_codes(spec, [replace(facts[0], definition=""), *facts[1:]], where="protocol.toml")
