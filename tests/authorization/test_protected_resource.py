"""A server publishes its metadata, and checks the token and the scopes of each request."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

import mcp_bindings as mb
from mcp_bindings.authorization import (
    AccessDenied,
    Deliver,
    FetchDocument,
    FetchPolicy,
    Principal,
    ProtectedResource,
    ScopeRules,
    TokenRejected,
)
from mcp_bindings.authorization.challenges import read_bearer_challenge, write_challenge
from mcp_bindings.authorization.metadata import read_resource_metadata
from mcp_bindings.authorization.scope_rules import read_scopes
from mcp_bindings.authorization.verification import VerificationUnavailable
from mcp_bindings.authorization.well_known_urls import resource_metadata_urls
from tests.authorization.test_flow import DEFINED, NEWEST
from tests.authorization.world import ENDPOINT, ISSUER, World, drive, new_flow, step

METADATA_URL = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
RULES = ScopeRules(
    ["mcp"],
    methods={"resources/read": ["files:read"]},
    tools={"delete": ["files:write", "admin"]},
    implied={"files:write": ["files:read"], "admin": ["files:write"], "files:read": ["files:write"]},
)
ANN = Principal(ISSUER, "ann", "app", frozenset({"mcp"}))


class Verifier:
    """Knows the tokens of a table."""

    def __init__(self, **principals: Principal | Exception) -> None:
        self.principals = principals

    async def verify(self, token: str) -> Principal:
        found = self.principals.get(token, TokenRejected("signature", "no"))
        if isinstance(found, Exception):
            raise found
        return found


def new_resource(**options: Any) -> ProtectedResource:
    known: dict[str, Principal | Exception] = {
        "good": ANN,
        "down": VerificationUnavailable(),
        "else": Principal("https://other.example", "ann", "app"),
    }
    given: dict[str, Any] = {"authorization_servers": [ISSUER], "verifier": Verifier(**known), "scopes": RULES}
    return ProtectedResource(options.pop("endpoint", ENDPOINT), **{**given, **options})


def answer(*values: str, query: str = "", resource: ProtectedResource | None = None) -> tuple[int, str, str]:
    """Status, reason and challenge; status 200 if the request is served."""
    headers = [("authorization", value) for value in values]
    try:
        asyncio.run((resource or new_resource()).authenticate(headers, query))
    except AccessDenied as denied:
        return denied.status, denied.reason, dict(denied.headers).get("WWW-Authenticate", "")
    return 200, "", ""


@pytest.mark.parametrize(
    ("values", "status", "error"),
    [
        ((), 401, None),
        (("Basic abc",), 401, None),
        (("Bearerx good",), 401, None),
        (("Bearer bad",), 401, "invalid_token"),
        (("Bearer else",), 401, "invalid_token"),
        (("Bearer",), 400, "invalid_request"),
        (("Bearer ",), 400, "invalid_request"),
        (("Bearer good good",), 400, "invalid_request"),
        (("Bearer good, Bearer good",), 400, "invalid_request"),
        (("Bearer good", "Bearer good"), 400, "invalid_request"),
        (("Bearer good", "Basic abc"), 400, "invalid_request"),
        (("Bearer go\u00f6d",), 400, "invalid_request"),
        (('Bearer "good"',), 400, "invalid_request"),
    ],
)
def test_each_fault_of_a_request_has_its_status(values: tuple[str, ...], status: int, error: str | None) -> None:
    found, _, header = answer(*values)
    challenge = read_bearer_challenge(header, "2025-11-25")
    assert challenge is not None
    assert (found, challenge.error) == (status, error)
    assert (challenge.resource_metadata, challenge.scope) == (METADATA_URL, ("mcp",))
    assert "good" not in header


def test_a_good_token_is_accepted() -> None:
    assert [answer(text)[0] for text in ("Bearer good", "bearer good", "BEARER  good ")] == [200, 200, 200]
    assert asyncio.run(new_resource().authenticate({"Authorization": "Bearer good"})) is ANN


@pytest.mark.parametrize(
    "query", ["access_token=good", "a=1&access_token=good", "access_token", "%61ccess_token=x", "a;access_token=good"]
)
def test_no_token_is_taken_from_a_query(query: str) -> None:
    assert answer("Bearer good", query=query)[:2] == (400, "malformed request")
    assert answer(query=query)[0] == 400
    assert answer("Bearer good", query="access_tokens=1&token=access_token")[0] == 200


def test_a_failure_of_the_verifier_is_not_the_fault_of_the_token() -> None:
    assert answer("Bearer down") == (503, "unavailable", "")


def denied(principal: Principal, method: str, name: str | None = None) -> tuple[str, ...] | None:
    """The scopes that are asked for; None if the message may be served."""
    try:
        new_resource().authorize(principal, method, name)
    except AccessDenied as error:
        response = error
    else:
        return None
    challenge = read_bearer_challenge(dict(response.headers)["WWW-Authenticate"], "2025-11-25")
    assert challenge is not None
    assert (response.status, response.reason) == (403, "insufficient scope")
    assert (challenge.error, challenge.resource_metadata) == ("insufficient_scope", METADATA_URL)
    return challenge.scope


def with_scopes(*scopes: str) -> Principal:
    return Principal(ISSUER, "ann", "app", frozenset(scopes))


def test_scopes_by_method_and_tool() -> None:
    assert denied(with_scopes("mcp"), "tools/list") is None
    assert denied(with_scopes(), "tools/list") == ("mcp",)
    assert denied(with_scopes("mcp"), "tools/call", "delete") == ("mcp", "files:write", "admin"), "all of them at once"
    assert denied(with_scopes("mcp"), "tools/call", "other") is None
    assert denied(with_scopes("mcp"), "prompts/get", "delete") is None, "the name of a prompt"
    assert denied(with_scopes("mcp", "admin"), "tools/call", "delete") is None


def test_a_broader_scope_implies_narrower_ones() -> None:
    for scope in ("files:read", "files:write", "admin"):
        assert denied(with_scopes("mcp", scope), "resources/read") is None
    assert denied(with_scopes("mcp", "other"), "resources/read") == ("mcp", "files:read")


def test_a_challenge_has_scopes_that_were_granted_before() -> None:
    """A client of 2025-11-25 requests these and no others; it must not lose what it has."""
    assert denied(with_scopes("mcp", "admin", "unknown"), "ping") is None
    rules = ScopeRules(methods={"a": ["x"], "b": ["y"]})
    with pytest.raises(AccessDenied) as caught:
        new_resource(scopes=rules).authorize(with_scopes("x", "foreign"), "b")
    assert 'scope="y x"' in caught.value.headers[0][1]


def test_challenges_are_the_same_each_time() -> None:
    def challenges() -> list[str]:
        some = with_scopes("admin", "files:read", "files:write")
        return [str(denied(some, "tools/call", "delete")), *(answer(*values)[2] for values in ((), ("Bearer bad",)))]

    assert challenges() == challenges()
    found = denied(with_scopes("files:read", "admin"), "ping")
    assert found == denied(with_scopes("admin", "files:read"), "ping") == ("mcp", "files:read", "admin")


def test_the_metadata_and_its_two_places() -> None:
    resource = new_resource(name="Files", documentation="https://mcp.example.com/docs")
    assert resource.metadata_urls == (METADATA_URL, "https://mcp.example.com/.well-known/oauth-protected-resource")
    bodies = {resource.metadata_at(urlsplit(url).path) for url in resource.metadata_urls}
    assert len(bodies) == 1
    body = bodies.pop()
    assert body is not None
    assert json.loads(body) == {
        "resource": ENDPOINT,
        "authorization_servers": [ISSUER],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["mcp"],
        "resource_name": "Files",
        "resource_documentation": "https://mcp.example.com/docs",
    }
    assert read_resource_metadata(body, ENDPOINT, FetchPolicy()).authorization_servers == (ISSUER,)
    assert resource.metadata_at("/mcp") is resource.metadata_at("/.well-known/oauth-protected-resource/x") is None
    assert len(new_resource(endpoint="https://mcp.example.com/").metadata_urls) == 1


@pytest.mark.parametrize("revision", [each for each in DEFINED if resource_metadata_urls(ENDPOINT, each)])
def test_a_client_of_each_revision_signs_in(revision: str) -> None:
    """Everything that a client reads comes from the resource itself."""
    world = World()
    resource = new_resource(verifier=Verifier())
    world.documents = {
        url: json.loads(resource.metadata_at(urlsplit(url).path) or b"") for url in resource.metadata_urls
    }
    world.documents[world.server_url] = world.server
    flow = new_flow(revision)
    flow.start()
    status, _, world.challenge = answer(resource=resource)
    first = flow.receive_mcp_response(status, world.challenge)
    named = bool(mb.revision(revision).authorization.challenges)
    assert isinstance(first, FetchDocument)
    assert first.url == METADATA_URL or not named
    current = step(flow, world, first)
    assert isinstance(drive(flow, world, current), Deliver)
    assert {request["resource"] for request in world.requests} == {ENDPOINT}
    assert revision != NEWEST or world.requests[0]["scope"] == "mcp"


@pytest.mark.parametrize(
    "options",
    [
        {"endpoint": "http://mcp.example.com/mcp"},
        {"endpoint": "mcp"},
        {"authorization_servers": []},
        {"authorization_servers": ["http://as.example.net"]},
        {"authorization_servers": iter(["http://as.example.net"])},
        {"authorization_servers": [f"{ISSUER}?x"]},
        {"authorization_servers": [ISSUER] * 17},
        {"name": "a\nb"},
        {"name": "x" * 3_000},
    ],
)
def test_what_cannot_be_published(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        new_resource(**options)
    assert new_resource(endpoint="http://localhost:3000/mcp", authorization_servers=["http://127.0.0.1:4000"])
    assert new_resource(endpoint="http://app.localhost/mcp", authorization_servers=["http://as.localhost"])


@pytest.mark.parametrize("scope", ["", "a b", 'a"', "é", "a\\", "a\n", "offline_access", "x" * 1_100])
def test_scopes_that_no_resource_has(scope: str) -> None:
    rules: list[dict[str, Any]] = [{"always": [scope]}]
    rules += [{name: {"x": [scope]}} for name in ("methods", "tools", "implied")]
    for each in rules:
        with pytest.raises(ValueError, match=r"scope"):
            ScopeRules(**each)


def test_lists_of_scopes() -> None:
    assert read_scopes("") == ()
    assert read_scopes("a b:c") == ("a", "b:c")
    assert [read_scopes(text) for text in (" a", "a ", "a  b", "a\tb", 'a"b')] == [None] * 5


@pytest.mark.parametrize("text", ["", "a", 'quote " and \\ backslash', '", error="x', "\\", '\\"'])
def test_what_is_written_into_a_challenge_is_read_again(text: str) -> None:
    found = read_bearer_challenge(write_challenge({"scope": "a", "error_description": text}), "2025-11-25")
    assert found is not None
    assert (found.error_description, found.scope, found.error) == (text, ("a",), None)


@pytest.mark.parametrize(
    "parameters", [{"a": "x\r\nSet-Cookie: y"}, {"a": "é"}, {"a b": "x"}, {"": "x"}, {"a": "x" * 5_000}, {"a": "\x7f"}]
)
def test_what_cannot_be_written_into_a_challenge(parameters: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="challenge"):
        write_challenge(parameters)


def test_a_challenge_without_parameters() -> None:
    assert write_challenge({}) == "Bearer"


def test_a_denial_shows_no_token_and_has_no_error_behind_it() -> None:
    with pytest.raises(AccessDenied) as caught:
        asyncio.run(new_resource().authenticate([("Authorization", "Bearer marker-of-a-token")]))
    assert "marker" not in f"{caught.value!r} {caught.value} {vars(caught.value)}"
    assert caught.value.__context__ is None


def test_a_reason_is_logged_once_a_minute_and_no_token(caplog: pytest.LogCaptureFixture) -> None:
    class Refusing:
        async def verify(self, token: str) -> Principal:
            raise TokenRejected("expired", f"reason {token[0]}")

    resource = ProtectedResource(
        "https://a.example/mcp", authorization_servers=["https://b.example"], verifier=Refusing()
    )
    for token in ("1-secret", "2-secret", "1-secret"):
        with pytest.raises(AccessDenied) as caught:
            asyncio.run(resource.authenticate([("Authorization", f"Bearer {token}")]))
        assert caught.value.__context__ is None
        assert "reason" not in f"{caught.value.body} {caught.value.headers}"
    assert [each for each in caplog.messages if "token" in each] == [
        "a token was rejected: reason 1",
        "a token was rejected: reason 2",
    ]


def test_the_bound_of_a_challenge_counts_its_scheme() -> None:
    room = 4_096 - len('Bearer realm=""')
    assert len(write_challenge({"realm": "x" * room})) == 4_096
    with pytest.raises(ValueError, match="4096"):
        write_challenge({"realm": "x" * (room + 1)})
