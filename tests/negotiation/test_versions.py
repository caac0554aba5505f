"""Single decisions on versions: server's answer, client's verdict, refusals, retries, probes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import mcp_bindings as mb
from mcp_bindings import http, negotiation
from mcp_bindings.http.headers import find_assumed_version
from mcp_bindings.negotiation import probes
from mcp_bindings.negotiation.eras import classify_era
from mcp_bindings.negotiation.probes import (
    check_http_initialize_response,
    check_http_probe_response,
    check_stdio_probe_response,
    list_per_request_error_codes,
)
from mcp_bindings.negotiation.versions import (
    check_initialize_version,
    check_request_version,
    choose_retry,
    known_versions,
)
from mcp_bindings.revisions import list_error_codes
from mcp_bindings.spec.error_codes import UNSUPPORTED_PROTOCOL_VERSION
from tests.revisions import HANDSHAKE, PER_REQUEST

ALL = set(mb.REVISIONS)
ODD: tuple[Any, ...] = ("", "2099-01-01", "1.0", "2025-11-25 ", "2025-11-31", "draft", None, 1, True, [], {})


@pytest.mark.parametrize(
    ("requested", "supported", "answer"),
    [
        ("2025-06-18", ALL, "2025-06-18"),
        ("2024-11-05", {"2025-06-18", "2025-03-26"}, "2025-06-18"),
        ("2025-11-25", {"2024-11-05", "2025-03-26"}, "2025-03-26"),
        ("2099-01-01", ALL, HANDSHAKE[-1]),
        ("2026-07-28", ALL, HANDSHAKE[-1]),
        ("draft", {"draft", "2024-11-05"}, "2024-11-05"),
        ("", {"2024-11-05"}, "2024-11-05"),
    ],
)
def test_the_server_answers_what_is_asked_or_its_newest(requested: str, supported: set[str], answer: str) -> None:
    assert negotiation.answer_initialize(requested, supported) == (answer, None)


def test_a_server_without_a_handshake_names_its_versions() -> None:
    answer = negotiation.answer_initialize("2025-06-18", {"2026-07-28"})
    assert answer.version is None
    assert answer.error is not None
    assert answer.error.data == {"supported": ["2026-07-28"], "requested": "2025-06-18"}


@pytest.mark.parametrize("requested", [None, 1, [], {}])
def test_a_version_that_is_no_string_is_invalid_params(requested: object) -> None:
    for answer in (negotiation.answer_initialize(requested, ALL), check_request_version(requested, ALL)):
        assert answer.version is None
        assert answer.error is not None
        assert answer.error.code == -32602


@pytest.mark.parametrize(
    ("answered", "supported", "reason"),
    [
        ("2025-11-25", ALL, "agreed"),
        ("2025-06-18", ALL, "counter-offer"),
        ("2025-06-18", {"2025-11-25"}, "not supported"),
        ("2099-01-01", ALL | {"2099-01-01"}, "unknown"),
        ("2026-07-28", ALL, "wrong era"),
        (None, ALL, "no string"),
        (20251125, ALL, "no string"),
    ],
)
def test_the_client_goes_on_with_what_it_speaks(answered: object, supported: set[str], reason: str) -> None:
    verdict = check_initialize_version(answered, "2025-11-25", supported)
    assert verdict.reason == reason
    assert verdict.version == (answered if verdict.is_accepted else None)
    assert verdict.is_accepted is (reason in ("agreed", "counter-offer"))


def test_a_client_is_not_talked_down() -> None:
    verdict = check_initialize_version("2024-11-05", "2025-11-25", ALL, minimum="2025-06-18")
    assert (verdict.is_accepted, verdict.reason) == (False, "below minimum")
    assert negotiation.answer_initialize("2024-11-05", ALL, minimum="2025-06-18").version == HANDSHAKE[-1]


@pytest.mark.parametrize("requested", ["2025-11-25", "2099-01-01", "", "draft"])
def test_the_refusal_of_a_version_lists_the_served_ones(requested: str) -> None:
    verdict = check_request_version(requested, {"2025-11-25", "2026-07-28", "2099-01-01"})
    assert verdict.version is None
    assert verdict.error is not None
    assert (verdict.error.code, verdict.error.http_status) == (-32022, 400)
    assert verdict.error.data == {"supported": ["2026-07-28", "2025-11-25"], "requested": requested}
    mb.revision("2026-07-28").codec("Error").decode_value(verdict.error.to_value())
    assert check_request_version("2026-07-28", ALL) == ("2026-07-28", None)


@pytest.mark.parametrize(
    ("data", "supported", "refused", "expected"),
    [
        ({"supported": ["2026-07-28", "2025-11-25"]}, ALL, (), ("2026-07-28", "listed")),
        ({"supported": ["2026-07-28", "2025-11-25"]}, ALL, ("2026-07-28",), ("2025-11-25", "listed")),
        ({"supported": ["2026-07-28"]}, ALL, ("2026-07-28",), ("2026-07-28", "listed")),
        ({"supported": ["2026-07-28"]}, ALL, ("2026-07-28",) * 2, (None, "already refused")),
        ({"supported": ["2026-07-28", "2025-11-25"]}, ALL, ("2026-07-28", "2025-11-25"), ("2026-07-28", "listed")),
        ({"supported": ["2099-01-01", 5, None]}, ALL | {"2099-01-01"}, (), (None, "nothing in common")),
        ({"supported": []}, ALL, (), (None, "nothing in common")),
        ({"supported": "2026-07-28"}, ALL, (), (None, "no list")),
        (None, ALL, (), (None, "no list")),
    ],
)
def test_the_retry(
    data: object, supported: set[str], refused: tuple[str, ...], expected: tuple[str | None, str]
) -> None:
    retry = choose_retry(data, supported, refused=refused)
    assert retry == expected
    assert retry.era == negotiation.era_of(expected[0])


# Probes


def error(code: int, data: object = None) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": code, "message": "x", **({} if data is None else {"data": data})},
    }


def result(**members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "result": members}


def test_per_request_codes_are_in_no_handshake_revision() -> None:
    first = {-32020, -32021, -32022}
    assert {
        code for code, row in mb.revision(PER_REQUEST[0]).error_codes.items() if row.since == PER_REQUEST[0]
    } == first
    older = {code for revision in HANDSHAKE for code in mb.revision(revision).error_codes}
    assert list_per_request_error_codes() >= first
    assert not list_per_request_error_codes() & older


def test_a_code_of_the_draft_shows_the_era(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of the draft that refused the version with a new code was taken for one with a handshake."""
    draft, code = mb.revision("draft"), UNSUPPORTED_PROTOCOL_VERSION - 50
    row = next(row for row in draft.error_codes.values() if row.name == "UNSUPPORTED_PROTOCOL_VERSION")
    monkeypatch.setitem(vars(draft), "error_codes", {code: row._replace(code=code)})
    for cached in (list_per_request_error_codes, list_error_codes):
        monkeypatch.setattr(probes, cached.__name__, cached.__wrapped__)
    body = error(code, {"supported": [PER_REQUEST[-1]], "requested": "x"})
    verdict = check_http_probe_response(400, body, ALL, tried=[PER_REQUEST[-1]])
    assert (verdict.era, verdict.reason.partition(":")[0]) == ("per-request", "the version is rejected")


STRANGE: tuple[object, ...] = (None, 5, "x", [], {}, {"error": 1}, error(-32601)["error"])

STDIO: list[tuple[object, tuple[str | None, str, str | None]]] = [
    (result(resultType="complete", supportedVersions=["2026-07-28"]), ("per-request", "proceed", "2026-07-28")),
    (result(resultType="complete", supportedVersions=["2025-11-25"]), ("per-request", "initialize", "2025-11-25")),
    (result(resultType="complete", supportedVersions=["2099-01-01"]), ("per-request", "give up", None)),
    (result(resultType="complete", tools=[]), ("per-request", "proceed", "2026-07-28")),
    (result(tools=[]), ("handshake", "initialize", HANDSHAKE[-1])),
    (error(-32022, {"supported": ["2026-07-28"], "requested": "x"}), ("per-request", "retry", "2026-07-28")),
    (error(-32022, {"supported": ["2025-06-18"], "requested": "x"}), ("per-request", "initialize", "2025-06-18")),
    (error(-32022), ("per-request", "give up", None)),
    (error(-32021), ("per-request", "correct", None)),
    (error(-32020), ("per-request", "correct", None)),
    *[
        (error(code), ("handshake", "initialize", HANDSHAKE[-1]))
        for code in (-32601, -32602, -32600, -32603, -32000, 0, 7)
    ],
    *[(odd, ("handshake", "initialize", HANDSHAKE[-1])) for odd in STRANGE],
]


@pytest.mark.parametrize(("answer", "expected"), STDIO)
def test_the_probe_on_stdio(answer: object, expected: tuple[str | None, str, str | None]) -> None:
    verdict = check_stdio_probe_response(answer, ALL, tried=["2026-07-28"])
    assert verdict[:3] == expected
    assert verdict.reason


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (
            200,
            result(resultType="complete", supportedVersions=["2026-07-28"]),
            ("per-request", "proceed", "2026-07-28"),
        ),
        (200, result(tools=[]), ("handshake", "initialize", HANDSHAKE[-1])),
        (200, error(-32601), ("handshake", "initialize", HANDSHAKE[-1])),
        (400, None, ("handshake", "initialize", HANDSHAKE[-1])),
        (400, error(-32000), ("handshake", "initialize", HANDSHAKE[-1])),
        (400, error(-32601), ("handshake", "initialize", HANDSHAKE[-1])),
        (400, error(-32022, {"supported": ["2025-11-25"]}), ("per-request", "initialize", "2025-11-25")),
        (400, error(-32020), ("per-request", "correct", None)),
        (404, error(-32601), ("per-request", "proceed", "2026-07-28")),
        (404, None, ("handshake", "initialize", HANDSHAKE[-1])),
        (405, None, ("handshake", "initialize", HANDSHAKE[-1])),
        (None, None, (None, "give up", None)),
        (307, None, (None, "give up", None)),
        (500, None, (None, "give up", None)),
        (500, error(-32603), (None, "give up", None)),
        (503, None, (None, "give up", None)),
        (500, error(-32022, {"supported": ["2025-11-25"]}), ("per-request", "initialize", "2025-11-25")),
        (499, None, ("handshake", "initialize", HANDSHAKE[-1])),
        (401, None, (None, "authorize", None)),
        (403, error(-32600), (None, "authorize", None)),
    ],
)
def test_the_probe_on_http(status: int | None, body: object, expected: tuple[str | None, str, str | None]) -> None:
    assert check_http_probe_response(status, body, ALL, tried=["2026-07-28"])[:3] == expected


def test_a_per_request_client_does_not_fall_back() -> None:
    assert check_stdio_probe_response(None, {"2026-07-28"}, tried=["2026-07-28"]).action == "give up"
    assert check_stdio_probe_response(None, ALL, tried=["2026-07-28"], minimum="2026-07-28").action == "give up"
    assert check_http_probe_response(400, None, {"2026-07-28"}, tried=["2026-07-28"]).action == "give up"


@pytest.mark.parametrize(
    ("status", "body", "supported", "action"),
    [
        (404, None, ALL, "http+sse"),
        (410, None, ALL, "give up"),
        (410, None, {"2024-11-05", "2025-06-18"}, "http+sse"),
        (410, None, {"2024-11-05", "2025-11-25"}, "give up"),
        (400, error(-32020), ALL, "give up"),
        (400, error(-32020), {"2024-11-05", "2025-11-25"}, "http+sse"),
        (405, None, {"2025-03-26"}, "give up"),
        (500, None, {"2024-11-05", "2025-03-26"}, "give up"),
        (401, None, ALL, "authorize"),
    ],
)
def test_after_an_initialize_that_failed(status: int, body: object, supported: set[str], action: str) -> None:
    verdict = check_http_initialize_response(status, body, supported)
    assert verdict.action == action
    assert verdict.version == ("2024-11-05" if action == "http+sse" else None)


FUNCTIONS: list[Callable[[str], object]] = [
    lambda minimum: negotiation.answer_initialize("x", ALL, minimum=minimum),
    lambda minimum: check_initialize_version("2025-11-25", "x", ALL, minimum=minimum),
    lambda minimum: check_initialize_version(5, "x", ALL, minimum=minimum),
    lambda minimum: check_request_version("x", ALL, minimum=minimum),
    lambda minimum: check_request_version(None, ALL, minimum=minimum),
    lambda minimum: choose_retry(None, ALL, minimum=minimum),
    lambda minimum: check_stdio_probe_response(None, ALL, tried=[], minimum=minimum),
    lambda minimum: check_stdio_probe_response(error(-32020), ALL, tried=[], minimum=minimum),
    lambda minimum: check_http_probe_response(401, None, ALL, tried=[], minimum=minimum),
    lambda minimum: check_http_initialize_response(401, None, ALL, minimum=minimum),
    lambda minimum: find_assumed_version(ALL, minimum=minimum),
    lambda minimum: http.check_http_request({}, {}, ALL, minimum=minimum),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_unknown_minimum_is_a_mistake_of_the_caller(function: Callable[[str], object]) -> None:
    with pytest.raises(mb.UnknownRevision, match="minimum is '2025-11-31'"):
        function("2025-11-31")


VERSIONS = st.one_of(st.sampled_from([*mb.REVISIONS, *(odd for odd in ODD if isinstance(odd, str))]), st.text())
VALUES = st.one_of(VERSIONS, st.sampled_from(ODD), st.integers(), st.lists(VERSIONS))
SETS = st.sets(VERSIONS)
JSON = st.recursive(
    st.one_of(VALUES, st.floats(allow_nan=False)),
    lambda inner: st.one_of(
        st.lists(inner),
        st.dictionaries(
            st.sampled_from(
                ["method", "params", "_meta", "error", "code", "data", "supported", "result", "id", "arguments"]
            )
            | st.text(),
            inner,
        ),
    ),
    max_leaves=12,
)
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(["MCP-Protocol-Version", "mcp-session-id", "Mcp-Method", "Mcp-Name", "Accept", "Mcp-Param-A"]),
        VERSIONS,
    )
)


# In a fresh checkout the first text takes a second: hypothesis makes its tables of characters.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@seed(20261121)
@given(VALUES, VERSIONS, SETS, JSON, HEADERS, st.sampled_from([None, *mb.REVISIONS]))
def test_nothing_crashes_on_what_a_peer_may_send(
    value: object, text: str, versions: set[str], message: object, headers: list[tuple[str, str]], minimum: str | None
) -> None:
    known = {name for name in versions if name in mb.REVISIONS}
    assert negotiation.answer_initialize(value, versions, minimum=minimum).version in {None, *known}
    assert check_initialize_version(value, text, versions, minimum=minimum).version in {None, *known}
    assert check_request_version(value, versions, minimum=minimum).version in {None, *known}
    assert choose_retry({"supported": value}, versions, minimum=minimum).version in {None, *known}
    assert choose_retry(message, versions, minimum=minimum).version in {None, *known}
    assert check_stdio_probe_response(message, versions, tried=[text], minimum=minimum).version in {None, *known}
    assert check_http_probe_response(400, message, versions, tried=[text], minimum=minimum).version in {None, *known}
    assert check_http_initialize_response(404, message, versions, minimum=minimum).version in {None, *known}
    for tolerant in (True, False):
        classify_era(message, headers, text, tolerant=tolerant)
        classify_era(message, headers, None, tolerant=tolerant)
    verdict = http.check_http_request(
        message, headers, versions, negotiated=text, input_schema=message, minimum=minimum
    )
    assert verdict.version in {None, *known}


def test_versions_that_nobody_knows_are_not_kept() -> None:
    known_versions(mb.REVISIONS)
    tracemalloc.start()
    try:
        for turn in range(20):
            assert known_versions([f"{turn}-{number}" for number in range(1_000)] + [mb.REVISIONS[-1]]) == (
                mb.REVISIONS[-1],
            )
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 100_000
