"""Eras and HTTP headers: the headers that a message needs, and the check of the headers of a received message."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st

import mcp_bindings as mb
from mcp_bindings import http
from mcp_bindings.http.headers import find_assumed_version, list_header_requirements
from mcp_bindings.http.requests import RequestVerdict
from mcp_bindings.negotiation.eras import classify_era, find_methods_of_one_era
from mcp_bindings.schema.param_headers import find_param_headers, format_argument
from mcp_bindings.spec.http_fields import decode_header, encode_header
from tests.revisions import HANDSHAKE, PER_REQUEST, as_of, request_meta

ALL = set(mb.REVISIONS)
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
BOTH = "application/json, text/event-stream"
SCHEMA = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "where": {"type": "object", "properties": {"row": {"type": "integer", "x-mcp-header": "Row"}}},
        "dry": {"type": "boolean", "x-mcp-header": "Dry"},
    },
}


def per_request_message(method: str = "tools/list", version: str = "2026-07-28", **params: Any) -> dict[str, Any]:
    meta: dict[str, Any] = request_meta(version)
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}


def handshake_message(method: str = "tools/list", **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


INITIALIZE = handshake_message("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={})

# Eras


@pytest.mark.parametrize(
    ("message", "headers", "session", "era", "mixed"),
    [
        (INITIALIZE, None, None, "handshake", False),
        (
            {**INITIALIZE, "params": {**INITIALIZE["params"], **per_request_message()["params"]}},
            None,
            None,
            "handshake",
            True,
        ),
        (per_request_message(), None, None, "per-request", False),
        (per_request_message(version="2099-01-01"), None, None, "per-request", False),
        (handshake_message(), None, "2025-06-18", "handshake", False),
        (handshake_message(), {"mcp-protocol-version": "2025-06-18"}, None, "handshake", False),
        (handshake_message(), {"MCP-Protocol-Version": "2026-07-28"}, None, "per-request", False),
        (handshake_message(), {"Mcp-Session-Id": "a"}, None, "handshake", False),
        (handshake_message("server/discover"), None, None, "per-request", False),
        (handshake_message("logging/setLevel"), None, None, "handshake", False),
        (per_request_message(), None, "2025-11-25", "per-request", True),
        (handshake_message(), None, None, None, False),
        (handshake_message(_meta={"io.modelcontextprotocol/clientInfo": {}}), None, None, None, False),
        ([], None, None, None, False),
    ],
)
def test_the_era_of_a_request(
    message: object, headers: dict[str, str] | None, session: str | None, era: str | None, mixed: bool
) -> None:
    verdict = classify_era(message, headers, session)
    assert (verdict.era, verdict.mixed) == (era, mixed)
    assert verdict.reasons


@pytest.mark.parametrize(
    ("message", "headers", "session", "strict", "tolerant"),
    [
        (per_request_message(), None, "2025-11-25", ("per-request", "2026-07-28"), ("handshake", "2025-11-25")),
        (
            per_request_message(),
            {"MCP-Protocol-Version": "2025-11-25"},
            None,
            ("per-request", "2026-07-28"),
            ("handshake", "2025-11-25"),
        ),
        (
            per_request_message(version="2025-11-25"),
            None,
            None,
            ("per-request", "2025-11-25"),
            ("handshake", "2025-11-25"),
        ),
        (per_request_message(), None, None, ("per-request", "2026-07-28"), ("per-request", "2026-07-28")),
        (
            per_request_message("server/discover"),
            None,
            "2025-11-25",
            ("per-request", "2026-07-28"),
            ("handshake", "2025-11-25"),
        ),
        (handshake_message(), None, "2025-11-25", ("handshake", "2025-11-25"), ("handshake", "2025-11-25")),
    ],
)
def test_the_negotiated_version_checks_a_client_of_both_eras(
    message: object, headers: dict[str, str] | None, session: str | None, strict: object, tolerant: object
) -> None:
    assert classify_era(message, headers, session)[:2] == strict
    assert classify_era(message, headers, session, tolerant=True)[:2] == tolerant


def test_methods_of_one_era() -> None:
    table = find_methods_of_one_era()
    assert (table["initialize"], table["server/discover"]) == ("handshake", "per-request")
    assert not {"tools/list", "tools/call", "notifications/cancelled"} & set(table)


# Headers of a message to send


HEADERS_SINCE: dict[str, dict[str, str]] = {
    "2024-11-05": {},
    "2025-03-26": {"Accept": BOTH, "Mcp-Session-Id": "s"},
    "2025-06-18": {"Accept": BOTH, "Mcp-Session-Id": "s", "MCP-Protocol-Version": "{revision}"},
    "2025-11-25": {"Accept": BOTH, "MCP-Session-Id": "s", "MCP-Protocol-Version": "{revision}"},
}
PER_REQUEST_HEADERS = {"Accept": BOTH, "MCP-Protocol-Version": "{revision}", "Mcp-Method": "tools/list"}


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_headers_of_a_request(revision: str) -> None:
    per_request = revision in PER_REQUEST
    stated = PER_REQUEST_HEADERS if per_request else as_of(HEADERS_SINCE, revision)
    expected = {name: value.replace("{revision}", revision) for name, value in stated.items()}
    message = per_request_message() if per_request else handshake_message()
    assert http.request_headers(message, revision, session_id="s") == expected


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_initialize_has_neither_version_nor_session(revision: str) -> None:
    headers = http.request_headers(INITIALIZE, revision, session_id="s")
    assert headers == as_of({"2024-11-05": {}, "2025-03-26": {"Accept": BOTH}}, revision)
    forbidden = [
        need.name.lower() for need in list_header_requirements(INITIALIZE, revision) if need.need == "forbidden"
    ]
    assert forbidden == as_of({"2024-11-05": [], "2025-03-26": ["mcp-session-id"]}, revision)


def test_a_get_and_a_stream_that_is_resumed() -> None:
    headers = http.request_headers(None, "2025-11-25", session_id="s", http_method="GET", last_event_id="7")
    assert headers == {
        "Accept": "text/event-stream",
        "MCP-Session-Id": "s",
        "MCP-Protocol-Version": "2025-11-25",
        "Last-Event-ID": "7",
    }
    assert http.request_headers(None, "2025-11-25", session_id="s", http_method="DELETE") == {
        "MCP-Session-Id": "s",
        "MCP-Protocol-Version": "2025-11-25",
    }


def test_headers_that_a_server_would_ignore_are_not_sent() -> None:
    ignored = [
        need.name
        for need in list_header_requirements(per_request_message(), "2026-07-28", session_id="s")
        if need.need == "ignored"
    ]
    assert ignored == ["Mcp-Session-Id", "Last-Event-ID"]


@pytest.mark.parametrize(
    ("method", "member", "value", "header"),
    [
        ("tools/call", "name", "get_weather", "get_weather"),
        ("prompts/get", "name", "gr\u00fc\u00dfe", "=?base64?Z3LDvMOfZQ==?="),
        ("resources/read", "uri", "file:///a b", "file:///a b"),
        ("resources/read", "uri", " padded ", "=?base64?IHBhZGRlZCA=?="),
    ],
)
def test_the_name_header(method: str, member: str, value: str, header: str) -> None:
    assert http.request_headers(per_request_message(method, **{member: value}), "2026-07-28")["Mcp-Name"] == header


def test_arguments_as_headers() -> None:
    call = per_request_message(
        "tools/call", name="t", arguments={"region": "us-west1", "where": {"row": 42.0}, "dry": None}
    )
    headers = http.request_headers(call, "2026-07-28", input_schema=SCHEMA)
    assert {name: value for name, value in headers.items() if "Param" in name} == {
        "Mcp-Param-Region": "us-west1",
        "Mcp-Param-Row": "42",
    }
    assert [
        need.name
        for need in list_header_requirements(call, "2026-07-28", input_schema=SCHEMA)
        if need.need == "forbidden"
    ] == ["Mcp-Param-Dry"]
    assert http.request_headers(handshake_message("tools/call", name="t"), "2025-11-25", input_schema=SCHEMA) == {
        "Accept": BOTH,
        "MCP-Protocol-Version": "2025-11-25",
    }


@pytest.mark.parametrize("row", [2**53, -(2**53), 1.5, "1", True, []])
def test_arguments_that_no_header_can_hold(row: object) -> None:
    call = per_request_message("tools/call", name="t", arguments={"where": {"row": row}})
    with pytest.raises(ValueError, match=r"integer|expected"):
        http.request_headers(call, "2026-07-28", input_schema=SCHEMA)


# The Base64 form


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("us-west1", "us-west1"),
        ("Hello, \u4e16\u754c", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("a\tb", "=?base64?YQli?="),
        ("=?BASE64?x?=", "=?BASE64?x?="),
        ("", ""),
    ],
)
def test_examples_of_the_base64_form(text: str, header: str) -> None:
    assert encode_header(text) == header
    assert decode_header(header) == text


@seed(20261121)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_every_text_survives_encoding_as_a_header(text: str) -> None:
    header = encode_header(text)
    assert decode_header(header) == text
    assert header.strip() == header
    assert header.isascii()
    assert not any(ord(char) < 32 or ord(char) == 127 for char in header)


@pytest.mark.parametrize(
    "header", ["gr\u00fc\u00dfe", "a\x00", "a\r\nb", "=?base64?%%?=", "=?base64?/w==?=", "=?base64?YQ?="]
)
def test_invalid_header_text(header: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_header(header)


@pytest.mark.parametrize(
    ("schema", "count", "problem"),
    [
        (SCHEMA, 3, None),
        ({"properties": {"x-mcp-header": {"type": "string"}}}, 0, None),
        ({"$defs": {"x-mcp-header": {"type": "string"}}}, 0, None),
        ({"properties": {"default": {"type": "string", "x-mcp-header": "D"}}}, 1, None),
        ({"properties": {"a": {"type": "string", "default": {"x-mcp-header": ""}}}}, 0, None),
        ({"properties": {"a": {"type": "string", "x-mcp-header": ""}}}, 0, "not an HTTP token"),
        ({"properties": {"a": {"type": "string", "x-mcp-header": "a\nb"}}}, 0, "not an HTTP token"),
        ({"properties": {"a": {"type": "string", "x-mcp-header": 1}}}, 0, "not an HTTP token"),
        ({"properties": {"a": {"type": "number", "x-mcp-header": "A"}}}, 0, "needs type"),
        ({"properties": {"a": {"x-mcp-header": "A"}}}, 0, "needs type"),
        ({"properties": {"a": {"type": ["integer"], "x-mcp-header": "A"}}}, 1, None),
        ({"properties": {"a": {"type": ["number"], "x-mcp-header": "A"}}}, 0, "needs type"),
        ({"properties": {"a": {"type": ["string", "null"], "x-mcp-header": "A"}}}, 0, "needs type"),
        ({"properties": {"a": {"type": [["string"]], "x-mcp-header": "A"}}}, 0, "needs type"),
        ({"properties": {n: {"type": "string", "x-mcp-header": n} for n in "aA"}}, 1, "another property"),
        ({"properties": {"a": {"items": {"type": "string", "x-mcp-header": "A"}}}}, 0, "through `properties` alone"),
        ({"anyOf": [{"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}]}, 0, "through `properties` alone"),
        ({"$defs": {"a": {"type": "string", "x-mcp-header": "A"}}}, 0, "through `properties` alone"),
        ({"type": "string", "x-mcp-header": "A"}, 0, "through `properties` alone"),
        ({"dependencies": {"x-mcp-header": ["a"]}}, 0, None),
        (None, 0, None),
    ],
)
def test_annotations_of_a_tool(schema: object, count: int, problem: str | None) -> None:
    found = find_param_headers(schema)
    assert len(found.headers) == count
    assert len(found.problems) == (0 if problem is None else 1)
    assert problem is None or problem in found.problems[0]


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 0.5, 2.0**60])
def test_numbers_that_are_no_safe_integers_have_no_header(number: float) -> None:
    with pytest.raises(ValueError, match=r"."):
        format_argument(number, "integer")


def test_names_of_properties_are_quoted_in_problems() -> None:
    schema = {"properties": {"a\nERROR forged": {"type": "number", "x-mcp-header": "A"}}}
    (problem,) = find_param_headers(schema).problems
    assert "\n" not in problem


# The check of received headers

CALL = per_request_message("tools/call", name="gr\u00fc\u00dfe", arguments={"region": "us", "where": {"row": 42}})
GOOD = {
    "Accept": BOTH,
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "=?base64?Z3LDvMOfZQ==?=",
    "Mcp-Param-Region": "us",
    "Mcp-Param-Row": "42",
}


def judged(changes: dict[str, str | None], supported: set[str] = ALL) -> RequestVerdict:
    headers = {name: value for name, value in {**GOOD, **changes}.items() if value is not None}
    return http.check_http_request(CALL, headers, supported, input_schema=SCHEMA)


def test_the_headers_of_our_client_are_valid() -> None:
    assert http.request_headers(CALL, "2026-07-28", input_schema=SCHEMA) == GOOD
    verdict = judged({})
    assert (verdict.version, verdict.http_status, verdict.error, verdict.problems) == ("2026-07-28", None, None, ())
    lower = {name.lower(): f" {value}\t" for name, value in GOOD.items()}
    assert http.check_http_request(CALL, lower, ALL, input_schema=SCHEMA).problems == ()


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("MCP-Protocol-Version", None, "missing"),
        ("Mcp-Method", None, "missing"),
        ("Mcp-Name", None, "missing"),
        ("Mcp-Param-Region", None, "missing"),
        ("MCP-Protocol-Version", "2025-11-25", "different"),
        ("Mcp-Method", "tools/list", "different"),
        ("Mcp-Method", "Tools/Call", "different"),
        ("Mcp-Name", "grusse", "different"),
        ("Mcp-Name", "=?base64?Z3J1c3Nl?=", "different"),
        ("Mcp-Name", "gr\u00fc\u00dfe", "invalid"),
        ("Mcp-Name", "=?base64?Z3?=", "invalid"),
        ("Mcp-Param-Region", "eu", "different"),
        ("Mcp-Param-Region", "\u00fc", "invalid"),
        ("Mcp-Param-Row", "43", "different"),
        ("Mcp-Param-Row", "0x2a", "different"),
        ("Mcp-Param-Dry", "true", "unexpected"),
    ],
)
def test_an_invalid_header_is_a_mismatch(name: str, value: str | None, fault: str) -> None:
    verdict = judged({name: value}, {"2026-07-28"})
    assert [(problem.name, problem.fault) for problem in verdict.problems] == [(name, fault)]
    assert (verdict.version, verdict.http_status) == (None, 400)
    assert verdict.error is not None
    assert verdict.error.code == -32020
    assert value is None or repr(value) not in repr(verdict)


@pytest.mark.parametrize("name", ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Param-Region"])
def test_a_header_that_comes_twice_is_a_mismatch(name: str) -> None:
    verdict = http.check_http_request(CALL, [*GOOD.items(), (name.lower(), GOOD[name])], ALL, input_schema=SCHEMA)
    assert [(problem.name, problem.fault, problem.http_status) for problem in verdict.problems] == [
        (name, "duplicate", 400)
    ]
    assert verdict.error is not None
    assert verdict.error.code == -32020


def test_integers_are_compared_as_numbers() -> None:
    assert judged({"Mcp-Param-Row": "42.0"}).http_status is None


def test_parameter_headers_that_no_tool_annotates_are_ignored() -> None:
    assert judged({"Mcp-Param-Other": "x", "Mcp-Session-Id": "s", "Last-Event-ID": "1"}).problems == ()


def test_an_unsupported_version() -> None:
    message = per_request_message(version="2099-01-01")
    headers = {**GOOD, "MCP-Protocol-Version": "2099-01-01", "Mcp-Method": "tools/list"}
    verdict = http.check_http_request(message, headers, {"2026-07-28", "2025-06-18"})
    assert verdict.http_status == 400
    assert verdict.error is not None
    assert (verdict.error.code, verdict.error.data) == (
        -32022,
        {"supported": ["2026-07-28", "2025-06-18"], "requested": "2099-01-01"},
    )


def test_a_version_header_without_a_version_in_the_body() -> None:
    headers = {"Accept": BOTH, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
    verdict = http.check_http_request(handshake_message(), headers, ALL)
    assert verdict.http_status == 400
    assert verdict.error is not None
    assert verdict.error.code == -32602


def test_a_per_request_server_tells_a_handshake_client_versions() -> None:
    verdict = http.check_http_request(INITIALIZE, {"Accept": BOTH}, {"2026-07-28"})
    assert (verdict.http_status, verdict.version) == (400, None)
    assert verdict.error is not None
    assert (verdict.error.code, verdict.error.data) == (-32020, {"supported": ["2026-07-28"]})


def test_an_invalid_accept_header_is_reported_but_not_rejected() -> None:
    for value, fault in ((None, "missing"), ("application/json", "different"), ("*/*", "different")):
        verdict = judged({"Accept": value})
        assert (verdict.version, verdict.http_status) == ("2026-07-28", None)
        assert [(problem.name, problem.fault, problem.http_status) for problem in verdict.problems] == [
            ("Accept", fault, None)
        ]
    split = [("Accept", "application/json;q=1"), ("accept", "TEXT/event-stream")]
    rest = [(name, value) for name, value in GOOD.items() if name != "Accept"]
    assert http.check_http_request(CALL, [*split, *rest], ALL, input_schema=SCHEMA).problems == ()


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
@pytest.mark.parametrize(
    ("headers", "status", "fault"),
    [
        ({}, None, None),
        ({"MCP-Protocol-Version": "2025-06-18"}, None, None),
        ({"MCP-Protocol-Version": "2024-11-05"}, 400, "unsupported"),
        ({"MCP-Protocol-Version": "2099-01-01"}, 400, "unsupported"),
        ({"MCP-Protocol-Version": "gr\u00fc\u00dfe"}, 400, "unsupported"),
        ({"Mcp-Session-Id": None}, 400, "missing"),
        ({"Mcp-Session-Id": "other"}, 404, "unknown session"),
        ({"Mcp-Session-Id": "a b"}, 400, "invalid"),
    ],
)
def test_headers_within_a_session(
    revision: str, headers: dict[str, str | None], status: int | None, fault: str | None
) -> None:
    start = {"Accept": BOTH, "MCP-Protocol-Version": revision, "Mcp-Session-Id": "s"}
    given_ = {name: value for name, value in {**start, **headers}.items() if value is not None}
    supported = {"2025-06-18", "2025-11-25"}
    verdict = http.check_http_request(handshake_message(), given_, supported, negotiated=revision, session_id="s")
    refusing = [problem.fault for problem in verdict.problems if problem.http_status is not None]
    assert (verdict.http_status, refusing) == (status, [fault] if fault else [])
    assert verdict.error is None
    assert (verdict.version is None) is (status is not None)


def test_a_header_that_comes_twice_within_a_session() -> None:
    headers = [("MCP-Protocol-Version", "2025-11-25")] * 2
    assert http.check_http_request(handshake_message(), headers, ALL, negotiated="2025-11-25").http_status == 400
    headers = [("Mcp-Session-Id", "s")] * 2
    assert (
        http.check_http_request(handshake_message(), headers, ALL, negotiated="2025-11-25", session_id="s").http_status
        == 400
    )


def test_initialize_needs_no_version_header() -> None:
    for headers in ({}, {"MCP-Protocol-Version": "2025-11-25"}, {"MCP-Protocol-Version": "2099-01-01"}):
        assert http.check_http_request(INITIALIZE, {"Accept": BOTH, **headers}, ALL).http_status is None


@pytest.mark.parametrize(
    ("supported", "negotiated", "minimum", "expected"),
    [
        (ALL, None, None, "2025-03-26"),
        (ALL, "2025-11-25", None, "2025-11-25"),
        ({"2025-06-18", "2026-07-28"}, None, None, None),
        (ALL, None, "2025-06-18", None),
        (ALL, "2024-11-05", "2025-06-18", None),
        (ALL, "2099-01-01", None, None),
    ],
)
def test_the_version_without_a_header(
    supported: set[str], negotiated: str | None, minimum: str | None, expected: str | None
) -> None:
    assert find_assumed_version(supported, negotiated=negotiated, minimum=minimum) == expected
    if negotiated is None:
        verdict = http.check_http_request(handshake_message(), {}, supported - {"2026-07-28"}, minimum=minimum)
        assert (verdict.version, verdict.http_status) == (expected, None if expected else 400)


def test_a_tolerant_server_accepts_a_client_that_mixes_eras() -> None:
    headers = {"Accept": BOTH, "MCP-Protocol-Version": "2025-11-25"}
    strict = http.check_http_request(per_request_message(), headers, ALL, negotiated="2025-11-25")
    assert (strict.era, strict.http_status) == ("per-request", 400)
    tolerant = http.check_http_request(per_request_message(), headers, ALL, negotiated="2025-11-25", tolerant=True)
    assert (tolerant.era, tolerant.version, tolerant.http_status) == ("handshake", "2025-11-25", None)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_what_is_sent_is_what_is_required(revision: str) -> None:
    methods = [*mb.revision(revision).methods, "an/unknown"]
    messages: list[Any] = [None, {"jsonrpc": "2.0", "id": 1, "result": {}}]
    for method in methods:
        request = per_request_message(method, revision, name="a", uri="u", arguments={"region": "é", "dry": True})
        messages += [request, {name: value for name, value in request.items() if name != "id"}]
    states: list[dict[str, Any]] = [
        {},
        {"session_id": "s"},
        {"http_method": "GET", "session_id": "s", "last_event_id": "1"},
        {"http_method": "DELETE"},
    ]
    for message in messages:
        for state in states:
            needs = list_header_requirements(message, revision, input_schema=SCHEMA, **state)
            required = {need.name: need.value for need in needs if need.need == "required"}
            assert http.request_headers(message, revision, input_schema=SCHEMA, **state) == required
