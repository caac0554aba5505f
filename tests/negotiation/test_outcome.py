"""What two sides agree on, against the specification's algorithm told once more from its text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import pytest

import mcp_bindings as mb
from mcp_bindings import negotiation
from mcp_bindings.errors import RequestId
from mcp_bindings.json_values import member_at
from mcp_bindings.negotiation import ERA_MATRIX
from mcp_bindings.session.simulation import NegotiationOutcome, negotiate
from mcp_bindings.spec.names import DISCOVER, VERSION_KEY
from tests.negotiation import matrix
from tests.negotiation.matrix import SETS, TRANSPORTS, Transport
from tests.revisions import HANDSHAKE, HTTP_SSE, PER_REQUEST, method_of

OLD, NEW = list(HANDSHAKE), list(PER_REQUEST)
VERSIONS = (("params", "_meta", VERSION_KEY), ("params", "protocolVersion"), ("result", "protocolVersion"))
"""Where a message names its version. A message without a version has that of the message before it."""


def restated(client: AbstractSet[str], server: AbstractSet[str], transport: Transport) -> str | None:
    """The version by the text of the pages, without a function of the package."""
    new_client, new_server = client & set(NEW), server & set(NEW)
    # Versioning, compatibility matrix: a client and a server that both speak a per-request revision use it.
    if new_client & new_server:
        return max(new_client & new_server, key=NEW.index)
    if new_client and new_server:
        # The server's error lists what it speaks on this transport; the client selects a common version from the list.
        return max(client & server - (set(HTTP_SSE) if transport == "http" else set()), key=OLD.index, default=None)
    old_client, old_server = ordered(client), ordered(server)
    if transport == "stdio":
        return handshake(old_client, old_server)
    # Revisions with HTTP+SSE have another address; the newer transport is tried first.
    newer_client, newer_server = ordered(client - set(HTTP_SSE)), ordered(server - set(HTTP_SSE))
    if newer_client and newer_server:
        return handshake(newer_client, newer_server)
    return max(client & server & set(HTTP_SSE), default=None)


def ordered(versions: AbstractSet[str]) -> list[str]:
    return [version for version in OLD if version in versions]


def handshake(client: list[str], server: list[str]) -> str | None:
    """Lifecycle, version negotiation: ask for the newest; same if spoken, else the server's newest; else part."""
    if not client or not server:
        return None
    asked = client[-1]
    answered = asked if asked in server else server[-1]
    return answered if answered in client else None


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_every_pair_of_sets_ends_as_the_specification_has_it(transport: Transport) -> None:
    assert len(SETS) == 2 ** len(mb.REVISIONS) - 1
    wrong = [
        (sorted(client), sorted(server), outcome, expected)
        for client in SETS
        for server in SETS
        if (outcome := negotiate(client, server, transport).version)
        != (expected := restated(client, server, transport))
    ]
    assert wrong == []


def test_the_whole_matrix_is_as_it_was() -> None:
    """Of the releases that it has: a new one is in it when somebody has read what changes."""
    before = matrix.GOLDEN.read_text(encoding="utf-8")
    revisions = matrix.revisions_of(before)
    assert len(revisions) > 4
    assert before == matrix.text(revisions), "python -m tests.negotiation.matrix writes it"


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_minimum_is_never_undercut(transport: Transport) -> None:
    for minimum in mb.REVISIONS:
        floor = set(mb.REVISIONS[mb.REVISIONS.index(minimum) :])
        for client in SETS[::3]:
            for server in SETS[::4]:
                outcome = negotiate(client, server, transport, minimum=minimum)
                shares = bool(client & floor) and bool(server & floor)
                expected = restated(client & floor, server & floor, transport) if shares else None
                assert outcome.version == expected, (client, server, minimum)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_every_step_is_a_valid_message_of_its_revision(transport: Transport) -> None:
    seen: set[str] = set()
    rev, pending = mb.revision(OLD[-1]), dict[RequestId, str]()
    for client in SETS:
        for server in SETS:
            for step in negotiate(client, server, transport).steps:
                message = step.message or {}
                named = (member_at(message, *place) for place in VERSIONS)
                rev = next((mb.revision(version) for version in named if version is not None), rev)
                if "id" in message and "method" in message:
                    pending = {message["id"]: message["method"]}
                if step.message is None or (key := json.dumps(step.message) + step.sender) in seen:
                    continue
                seen.add(key)
                rev.parse(json.dumps(step.message), sender=step.sender, pending=pending)
    assert len(seen) > 10


def test_each_step_of_a_server_over_http_has_a_status() -> None:
    for client in SETS:
        for server in SETS:
            for step in negotiate(client, server, "http").steps:
                assert (step.http_status is not None) == (step.sender == "server"), (client, server, step)


def test_after_negotiating_down_the_header_is_what_was_settled() -> None:
    outcome = negotiate({"2025-06-18", "2025-11-25", "2026-07-28"}, {"2025-03-26", "2025-06-18"}, "http")
    headers = [step.headers.get("MCP-Protocol-Version") for step in outcome.steps if step.sender == "client"]
    assert (outcome.version, headers) == ("2025-06-18", ["2026-07-28", None, "2025-06-18"])


def eras(client: str, server: str) -> tuple[Sequence[str], Sequence[str]]:
    sets = {"per-request": NEW, "handshake": OLD[-2:], "dual-era": [OLD[-1], NEW[-1]]}
    return sets[client], sets[server]


def methods(outcome: NegotiationOutcome) -> list[str]:
    sent = [step.message for step in outcome.steps if step.sender == "client"]
    return [message["method"] for message in sent if message is not None]


def both(client: str, server: str) -> list[NegotiationOutcome]:
    row = next(row for row in ERA_MATRIX if (row.client, row.server) == (client, server))
    outcomes = [negotiate(*eras(client, server), transport) for transport in TRANSPORTS]
    assert {outcome.version is not None for outcome in outcomes} == {row.works}
    return outcomes


def test_per_request_with_per_request() -> None:
    for outcome in both("per-request", "per-request"):
        assert (outcome.version, outcome.era) == (NEW[-1], "per-request")
        assert methods(outcome) == [method_of(DISCOVER)]


def test_per_request_with_handshake() -> None:
    for outcome in both("per-request", "handshake"):
        assert methods(outcome) == [method_of(DISCOVER)]
        assert "no revision with a handshake" in outcome.reason


def test_dual_era_with_per_request() -> None:
    for outcome in both("dual-era", "per-request"):
        assert outcome.version == NEW[-1]
        assert methods(outcome) == [method_of(DISCOVER)]


def test_dual_era_with_handshake() -> None:
    for outcome in both("dual-era", "handshake"):
        assert (outcome.version, outcome.era) == (OLD[-1], "handshake")
        assert methods(outcome) == [method_of(DISCOVER), "initialize", "notifications/initialized"]


def test_handshake_with_per_request() -> None:
    for outcome in both("handshake", "per-request"):
        assert methods(outcome) == ["initialize"]
        answer = outcome.steps[-1]
        assert answer.message is not None
        assert sorted(answer.message["error"]["data"]["supported"]) == NEW
        assert answer.http_status in (None, 400)


def test_handshake_with_dual_era() -> None:
    for outcome in both("handshake", "dual-era"):
        assert outcome.version == OLD[-1]
        assert methods(outcome) == ["initialize", "notifications/initialized"]


def test_handshake_with_handshake() -> None:
    for outcome in both("handshake", "handshake"):
        assert outcome.version == OLD[-1]


def test_the_matrix_has_these_rows_and_no_others() -> None:
    names = {f"test_{row.client}_with_{row.server}".replace("-", "_") for row in ERA_MATRIX}
    rows = {name for name in globals() if name.startswith(("test_per_request_", "test_dual_era_", "test_handshake_"))}
    assert len(ERA_MATRIX) == 7
    assert names == rows


def test_an_overlap_does_not_suffice() -> None:
    outcome = negotiate({"2024-11-05", "2025-06-18"}, {"2024-11-05", "2025-03-26"}, "stdio")
    assert outcome.version is None
    assert outcome.steps[-1].sender == "server"


@pytest.mark.parametrize("newest", ["2025-06-18", "2025-11-25"])
def test_the_old_transport_is_found_by_a_get(newest: str) -> None:
    outcome = negotiate({"2024-11-05", newest}, {"2024-11-05"}, "http")
    assert outcome.version == "2024-11-05"
    assert [step.http_status for step in outcome.steps if step.sender == "server"] == [405, 200, 200]
    assert [step.message is None for step in outcome.steps if step.sender == "client"] == [False, True, False, False]


def test_as_json() -> None:
    value = negotiate({"2025-06-18"}, {"2025-06-18"}, "http").to_value()
    assert json.loads(json.dumps(value)) == value
    assert (value["version"], value["era"]) == ("2025-06-18", "handshake")
    assert set(value["steps"][0]) == {"from", "message", "headers", "note"}
    assert value["steps"][-1]["headers"]["MCP-Protocol-Version"] == "2025-06-18"


@pytest.mark.parametrize("bad", [set[str](), {"2099-01-01"}, {"draft"}])
def test_a_side_without_a_known_revision_is_a_mistake(bad: set[str]) -> None:
    with pytest.raises(ValueError, match="the client must speak at least one known revision"):
        negotiate(bad, {"2025-06-18"}, "stdio")
    with pytest.raises(ValueError, match="the server must speak at least one known revision"):
        negotiate({"2025-06-18"}, bad, "stdio")


def test_unknown_versions_take_no_part() -> None:
    known = negotiate({"2025-06-18"}, {"2025-06-18"}, "stdio")
    assert negotiate({"2025-06-18", "2099-01-01"}, {"2025-06-18", "x"}, "stdio") == known


def test_an_unknown_minimum_is_a_mistake() -> None:
    with pytest.raises(mb.UnknownRevision, match="2025-01-01"):
        negotiate({"2025-06-18"}, {"2025-06-18"}, "stdio", minimum="2025-01-01")


def test_it_is_a_name_of_the_package() -> None:
    assert mb.negotiation is negotiation
