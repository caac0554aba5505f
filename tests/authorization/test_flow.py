"""The client's flow against a well-behaved world, and against one fault at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

import mcp_bindings as mb
from mcp_bindings.authorization import (
    AskUser,
    AuthorizationFlow,
    Deliver,
    FetchDocument,
    FetchRejected,
    FlowStateError,
    GiveUp,
    MemoryStorage,
    OpenUrl,
    PostForm,
    Register,
    Registration,
    Secret,
    UseToken,
)
from mcp_bindings.authorization.flow_rules import FlowRules, read_flow_rules
from mcp_bindings.authorization.flow_table import TRANSITIONS, FlowAction, FlowEvent, FlowState
from mcp_bindings.authorization.requests import make_code_challenge
from mcp_bindings.authorization.responses import TOKEN_ERRORS
from mcp_bindings.authorization.steps import Reason
from mcp_bindings.authorization.well_known_urls import resource_metadata_urls
from tests.authorization.world import (
    ENDPOINT,
    ISSUER,
    METADATA_URL,
    REDIRECT,
    World,
    drive,
    kinds,
    new_flow,
    new_profile,
    step,
)

DEFINED = [each for each in mb.REVISIONS if mb.revision(each).authorization.conformance.defined]
RULES = {each: read_flow_rules(each) for each in DEFINED}
NEWEST = DEFINED[-1]

defined = pytest.mark.parametrize("revision", DEFINED)


def having(name: str) -> list[str]:
    """The revisions whose rules have a flag."""
    found = [each for each in DEFINED if getattr(RULES[each], name)]
    assert found
    return found


def lacking(name: str) -> list[str]:
    found = [each for each in DEFINED if not getattr(RULES[each], name)]
    assert found
    return found


def world_for(revision: str) -> World:
    """A world whose authorization server is where the revision looks for it."""
    if RULES[revision].resource_metadata:
        return World()
    world = World(issuer="https://mcp.example.com")
    world.challenge = "Bearer"
    return world


def until(flow: AuthorizationFlow, world: World, kind: type[Any], *, operation: str = "") -> Any:
    """Do what the flow says until it says a step of this kind."""
    current: Any = flow.start()
    for _ in range(30):
        if isinstance(current, kind):
            return current
        assert not isinstance(current, (Deliver, GiveUp)), current
        current = step(flow, world, current, operation=operation)
    raise AssertionError(current)


def ending(flow: AuthorizationFlow, world: World) -> Reason:
    found = drive(flow, world)
    assert isinstance(found, GiveUp), found
    assert found.message
    return found.reason


# The whole way


@defined
def test_a_flow_ends_with_a_delivered_response(revision: str) -> None:
    world, flow = world_for(revision), new_flow(revision)
    assert drive(flow, world) == Deliver()
    assert kinds(world)["token"] == kinds(world)["open"] == 1
    assert drive(flow, world) == Deliver()
    assert kinds(world)["open"] == 1, "the token is used again"


@defined
def test_pkce_and_state_are_in_every_request(revision: str) -> None:
    worlds = [world_for(revision) for _ in range(2)]
    for world in worlds:
        drive(new_flow(revision), world)
        (request,), (form,) = world.requests, world.forms
        assert request["code_challenge_method"] == "S256"
        assert request["code_challenge"] == make_code_challenge(form["code_verifier"])
        assert 43 <= len(form["code_verifier"]) <= 128
        assert len(request["state"]) >= 43
    first, second = worlds
    assert first.requests[0]["state"] != second.requests[0]["state"]
    assert first.forms[0]["code_verifier"] != second.forms[0]["code_verifier"]


def test_a_challenge_is_that_of_the_standard() -> None:
    challenge = make_code_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    assert challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


@defined
def test_the_token_is_only_in_the_header(revision: str) -> None:
    world, flow = world_for(revision), new_flow(revision)
    drive(flow, world)
    current = flow.start()
    assert isinstance(current, UseToken)
    assert current.headers() == {"Authorization": f"Bearer {next(iter(world.valid))}"}
    assert current.endpoint == ENDPOINT
    assert not any("secret" in url for _, url in world.seen)


@pytest.mark.parametrize("revision", having("resource_parameter"))
def test_the_resource_is_in_both_requests(revision: str) -> None:
    world = World()
    world.resource["resource"] = "https://mcp.example.com"
    drive(new_flow(revision), world)
    assert world.requests[0]["resource"] == world.forms[0]["resource"] == "https://mcp.example.com"


@pytest.mark.parametrize("revision", lacking("resource_parameter"))
def test_no_resource_before_it_was_defined(revision: str) -> None:
    world = world_for(revision)
    drive(new_flow(revision), world)
    assert "resource" not in {*world.requests[0], *world.forms[0]}


def test_the_newest_of_the_offered_revisions_decides() -> None:
    world = World()
    assert drive(new_flow(*DEFINED), world) == Deliver()
    assert RULES[NEWEST].application_type
    assert "application_type" in world.registrations[0]
    with pytest.raises(ValueError, match="defines authorization"):
        new_flow(*(each for each in mb.REVISIONS if each not in DEFINED))
    with pytest.raises(mb.UnknownRevision):
        new_flow("1999-01-01")


# Discovery


def test_places_of_metadata_are_tried_in_order() -> None:
    world = World(issuer="https://as.example.net/tenant")
    world.challenge = ""
    world.documents = {}
    assert ending(new_flow(NEWEST), world) == "no resource metadata"
    assert [url for _, url in world.seen] == [*resource_metadata_urls(ENDPOINT, NEWEST)]
    world = World(issuer="https://as.example.net/tenant")
    world.documents.pop(world.server_url)
    assert ending(new_flow(NEWEST), world) == "no server metadata"
    assert [url for _, url in world.seen][1:] == [*mb.authorization.server_metadata_urls(world.issuer, NEWEST)]


def test_the_url_of_the_challenge_comes_first() -> None:
    world = World()
    world.challenge = 'Bearer resource_metadata="https://mcp.example.com/elsewhere"'
    world.documents["https://mcp.example.com/elsewhere"] = world.documents.pop(world.resource_url)
    assert drive(new_flow(NEWEST), world) == Deliver()
    del world.documents["https://mcp.example.com/elsewhere"]
    world.documents[world.resource_url] = world.resource
    assert ending(new_flow(NEWEST), world) == "no resource metadata"


@pytest.mark.parametrize("text", ['Bearer scope="a" scope="b"', 'Bearer scope="', "Bearer a=1, a=2", "\x00"])
def test_a_malformed_challenge_ends_the_flow(text: str) -> None:
    world = World()
    world.challenge = text
    assert ending(new_flow(NEWEST), world) == "unreadable challenge"


@pytest.mark.parametrize(
    "resource",
    [
        "https://mcp.example.com/other",
        "https://mcp.example.com/mc",
        "https://mcp.example.com/mcp/deeper",
        "https://evil.example.com/mcp",
        "http://mcp.example.com/mcp",
        "https://mcp.example.com:444/mcp",
        "https://mcp.example.com/mcp?x=1",
        "nothing",
    ],
)
def test_metadata_of_another_resource_is_not_used(resource: str) -> None:
    world = World()
    world.resource["resource"] = resource
    assert ending(new_flow(NEWEST), world) == "resource mismatch"
    assert kinds(world) == {"get": 1}


@pytest.mark.parametrize("resource", ["https://MCP.example.com/mcp/", "https://mcp.example.com:443", ENDPOINT])
def test_the_resource_may_be_the_endpoint_or_a_parent(resource: str) -> None:
    world = World()
    world.resource["resource"] = resource
    assert drive(new_flow(NEWEST), world) == Deliver()


@pytest.mark.parametrize("revision", having("same_issuer"))
def test_metadata_of_another_issuer_is_discarded(revision: str) -> None:
    world = World()
    world.server["issuer"] = f"{ISSUER}/"
    assert ending(new_flow(revision), world) == "no server metadata"
    assert kinds(world)["get"] == 1 + len(mb.authorization.server_metadata_urls(ISSUER, revision))


@pytest.mark.parametrize("url", ["http://as.example.net", "https://10.0.0.1", "https://localhost", "https://[::1]"])
def test_an_authorization_server_is_at_a_public_https_url(url: str) -> None:
    world = World()
    world.resource["authorization_servers"] = [url]
    assert ending(new_flow(NEWEST), world) == "insecure URL"
    assert kinds(world) == {"get": 1}


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "registration_endpoint"])
@pytest.mark.parametrize("revision", DEFINED)
def test_endpoints_are_https(revision: str, name: str) -> None:
    world = world_for(revision)
    world.server[name] = "http://as.example.net/x"
    assert ending(new_flow(revision), world) == "insecure URL"
    assert set(kinds(world)) == {"get"}


@pytest.mark.parametrize("url", ["http://mcp.example.com/x", "https://169.254.169.254/x", "https://[fd00::1]/", "x"])
def test_a_challenge_leads_to_no_private_address(url: str) -> None:
    world = World()
    world.challenge = f'Bearer resource_metadata="{url}"'
    assert ending(new_flow(NEWEST), world) == "insecure URL"
    assert world.seen == []


def test_several_authorization_servers() -> None:
    second = "https://second.example.net"
    world = World(issuer=second)
    world.resource["authorization_servers"] = [ISSUER, second]
    assert drive(new_flow(NEWEST), world) == Deliver()
    assert ("get", f"{ISSUER}/.well-known/oauth-authorization-server") in world.seen
    world.seen.clear()
    known = new_profile(registrations={second: Registration("known")})
    assert drive(new_flow(NEWEST, profile=known), world) == Deliver()
    assert ISSUER not in str(world.seen), "the server that knows the client comes first"
    assert world.requests[-1]["client_id"] == "known"


@pytest.mark.parametrize("servers", [[], None, [None], "https://as.example.net", ["https://as.example.net"] * 300])
def test_a_resource_names_an_authorization_server(servers: Any) -> None:
    world = World()
    world.resource["authorization_servers"] = servers
    assert ending(new_flow(NEWEST), world) == "no resource metadata"


def test_the_fallback_is_a_switch() -> None:
    (older,) = lacking("resource_metadata")
    world = world_for(older)
    del world.documents[world.resource_url]
    assert ending(new_flow(older, NEWEST), world) == "no resource metadata"
    assert ending(new_flow(NEWEST, without_resource_metadata=True), world) == "no resource metadata"
    flow = new_flow(older, NEWEST, without_resource_metadata=True)
    assert drive(flow, world) == Deliver()


def test_default_endpoints() -> None:
    (older,) = lacking("resource_metadata")
    world = world_for(older)
    world.documents.clear()
    flow = new_flow(older)
    first = until(flow, world, FetchDocument)
    assert ("MCP-Protocol-Version", older) in first.headers
    assert drive(flow, world, first) == Deliver()
    origin = "https://mcp.example.com"
    posts = [(kind, url) for kind, url in world.seen if kind != "get"]
    assert posts == [("register", f"{origin}/register"), ("open", f"{origin}/authorize"), ("token", f"{origin}/token")]


# PKCE


@pytest.mark.parametrize("methods", [None, [], ["plain"], "S256"])
@pytest.mark.parametrize("revision", having("pkce_advertised"))
def test_a_server_advertises_pkce(revision: str, methods: Any) -> None:
    world = World()
    world.server["code_challenge_methods_supported"] = methods
    assert ending(new_flow(revision), world) in {"PKCE not supported", "no server metadata"}
    assert set(kinds(world)) == {"get"}


@pytest.mark.parametrize("revision", having("pkce_advertised"))
def test_openid_connect_advertises_pkce_too(revision: str) -> None:
    world = World()
    del world.documents[world.server_url]
    world.documents[f"{ISSUER}/.well-known/openid-configuration"] = world.server
    assert drive(new_flow(revision), world) == Deliver()
    del world.server["code_challenge_methods_supported"]
    assert ending(new_flow(revision), world) == "PKCE not supported"


@pytest.mark.parametrize("revision", lacking("pkce_advertised"))
def test_before_that_pkce_is_used_all_the_same(revision: str) -> None:
    world = world_for(revision)
    del world.server["code_challenge_methods_supported"]
    assert drive(new_flow(revision), world) == Deliver()
    assert world.requests[0]["code_challenge_method"] == "S256"


# Registration


@pytest.mark.parametrize("revision", having("metadata_documents"))
def test_the_order_of_registrations(revision: str) -> None:
    world = World()
    world.server["client_id_metadata_document_supported"] = True
    beforehand = {ISSUER: Registration("beforehand")}
    drive(new_flow(revision, profile=new_profile(registrations=beforehand, metadata_url=METADATA_URL)), world)
    drive(new_flow(revision, profile=new_profile(metadata_url=METADATA_URL)), world)
    world.server["client_id_metadata_document_supported"] = False
    drive(new_flow(revision, profile=new_profile(metadata_url=METADATA_URL)), world)
    del world.server["registration_endpoint"]
    drive(new_flow(revision), world)
    assert [each["client_id"] for each in world.requests] == [
        "beforehand",
        METADATA_URL,
        "dynamic-1",
        "entered-by-the-user",
    ]


@pytest.mark.parametrize("revision", lacking("metadata_documents"))
def test_no_metadata_document_before_it_was_defined(revision: str) -> None:
    world = world_for(revision)
    world.server["client_id_metadata_document_supported"] = True
    drive(new_flow(revision, profile=new_profile(metadata_url=METADATA_URL)), world)
    assert world.requests[0]["client_id"] == "dynamic-1"


@pytest.mark.parametrize("url", ["http://client.example.org/c", "https://client.example.org", "https://a.example/c#f"])
def test_a_metadata_document_is_at_an_https_url_with_a_path(url: str) -> None:
    with pytest.raises(ValueError, match=r"client id|https"):
        new_flow(NEWEST, profile=new_profile(metadata_url=url))


@pytest.mark.parametrize("uri", ["http://client.example.org/cb", "ftp://localhost/cb", "/cb", "https://x.example/#a"])
def test_a_redirect_uri_is_local_or_https(uri: str) -> None:
    with pytest.raises(ValueError, match="redirect URI"):
        new_flow(NEWEST, profile=new_profile(redirect_uri=uri))


def test_the_application_type() -> None:
    for uri, kind in ((REDIRECT, "native"), ("https://client.example.org/cb", "web")):
        world = World()
        drive(new_flow(NEWEST, profile=new_profile(redirect_uri=uri)), world)
        (body,) = world.registrations
        assert (body["application_type"], body["redirect_uris"]) == (kind, [uri])
        assert body["grant_types"] == ["authorization_code", "refresh_token"]
    for revision in lacking("application_type"):
        world = world_for(revision)
        drive(new_flow(revision), world)
        assert "application_type" not in world.registrations[0]


def test_a_rejected_registration_is_reported() -> None:
    world = World()
    flow = new_flow(NEWEST)
    until(flow, world, Register)
    found = flow.receive(400, b'{"error": "invalid_redirect_uri", "error_description": "text of the server"}')
    assert isinstance(found, GiveUp)
    assert found.reason == "registration rejected"
    assert REDIRECT in found.message
    assert "text of the server" not in found.message


@pytest.mark.parametrize("status", [0, 500, 503])
def test_a_registration_without_a_response_is_not_rejected(status: int) -> None:
    world, flow = World(), new_flow(NEWEST)
    until(flow, world, Register)
    found = flow.receive(status)
    assert isinstance(found, GiveUp)
    assert found.reason == "token server unavailable"


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"client_id": 1},
        {"client_id": "a\nb"},
        {"client_id": "a", "client_secret": "s", "client_secret_expires_at": 1},
        {"client_id": "a", "token_endpoint_auth_method": "private_key_jwt"},
        {"client_id": "a", "token_endpoint_auth_method": "client_secret_post"},
    ],
)
def test_a_registration_without_a_usable_client_id(answer: Any) -> None:
    world = World()
    world.registered = answer
    assert ending(new_flow(NEWEST), world) == "registration rejected"


def test_the_user_may_have_no_client_id() -> None:
    world, flow = World(), new_flow(NEWEST)
    del world.server["registration_endpoint"]
    until(flow, world, AskUser)
    found = flow.declined()
    assert isinstance(found, GiveUp)
    assert found.reason == "client information"


def test_registrations_are_kept_by_issuer() -> None:
    storage, world, other = MemoryStorage(), World(), World(issuer="https://other.example.net")
    other.registered = {"client_id": "dynamic-2"}
    drive(new_flow(NEWEST, storage=storage), world)
    old = next(iter(world.valid))
    flow = new_flow(NEWEST, storage=storage)
    current = flow.start()
    assert isinstance(current, UseToken)
    assert drive(flow, other, current) == Deliver()
    assert other.requests[0]["client_id"] == "dynamic-2"
    assert old not in str(other.forms)
    assert len(world.forms) == 1


@pytest.mark.parametrize("listed", [["https://other.example.net"]])
def test_a_changed_authorization_server_is_reported(listed: list[str]) -> None:
    world, known = World(), {ISSUER: Registration("known")}
    flow = new_flow(NEWEST, profile=new_profile(registrations=known))
    drive(flow, world)
    world.valid.clear()
    world.resource["authorization_servers"] = listed
    assert ending(flow, world) == "issuer changed"
    assert ending(new_flow(NEWEST, profile=new_profile(issuer=ISSUER)), world) == "issuer changed"


@pytest.mark.parametrize(
    ("methods", "where"),
    [(None, "header"), (["client_secret_post", "client_secret_basic"], "header"), (["client_secret_post"], "form")],
)
def test_authentication_at_the_token_endpoint(methods: Any, where: str) -> None:
    world = World()
    world.server["token_endpoint_auth_methods_supported"] = methods
    known = {ISSUER: Registration("id", Secret("s:é"))}
    assert drive(new_flow(NEWEST, profile=new_profile(registrations=known)), world) == Deliver()
    (form,), (headers,) = world.forms, world.form_headers
    assert ("Authorization" in headers, form.get("client_secret")) == (
        (True, None) if where == "header" else (False, "s:é")
    )
    if where == "header":
        assert headers["Authorization"] == "Basic aWQ6cyUzQSVDMyVBOQ=="


def test_no_common_authentication() -> None:
    world = World()
    world.server["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
    known = {ISSUER: Registration("id", Secret("s"))}
    assert ending(new_flow(NEWEST, profile=new_profile(registrations=known)), world) == "token endpoint authentication"
    assert "open" not in kinds(world)


def test_an_expired_client_secret_is_not_used() -> None:
    world, now = World(), [1000.0]
    world.registered |= {"client_secret": "s", "client_secret_expires_at": 2000}
    world.registered["token_endpoint_auth_method"] = "client_secret_post"
    storage = MemoryStorage()
    drive(new_flow(NEWEST, storage=storage, clock=lambda: now[0]), world)
    now[0] = 2000.0
    world.registered |= {"client_id": "dynamic-2", "client_secret_expires_at": 0}
    world.valid.clear()
    assert drive(new_flow(NEWEST, storage=storage, clock=lambda: now[0]), world) == Deliver()
    assert [form["client_id"] for form in world.forms] == ["dynamic-1", "dynamic-2"]


def test_an_id_is_used_with_its_own_redirect_uri_only() -> None:
    storage, world, now = MemoryStorage(), World(), [1000.0]
    ports = [new_profile(redirect_uri=f"http://127.0.0.1:{port}/callback") for port in (50001, 50002)]
    first, second = (new_flow(NEWEST, profile=each, storage=storage, clock=lambda: now[0]) for each in ports)
    drive(first, world)
    world.registered = {**world.registered, "client_id": "dynamic-2"}
    now[0] += 4000
    assert drive(second, world) == Deliver()
    assert world.forms[-1]["grant_type"] == "refresh_token", "a refresh has no redirect"
    world.valid.clear()
    world.refresh = None
    assert drive(second, world) == Deliver()
    assert [each["redirect_uris"] for each in world.registrations] == [[each.redirect_uri] for each in ports]
    assert [each["client_id"] for each in world.requests] == ["dynamic-1", "dynamic-2"]


class Signer:
    """A signer in another device."""

    algorithm = "ES256"

    def sign(self, claims: Mapping[str, Any]) -> Secret:
        return Secret("signed.by.device")


def test_an_entered_client_id_signs_its_requests() -> None:
    storage, world, now = MemoryStorage(), World(), [1000.0]
    del world.server["registration_endpoint"]
    world.server["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
    flow = new_flow(NEWEST, storage=storage, clock=lambda: now[0])
    until(flow, world, AskUser)
    assert drive(flow, world, flow.use_registration(Registration("entered", signer=Signer()))) == Deliver()
    now[0] += 4000
    assert drive(flow, world) == Deliver()
    assert [form["grant_type"] for form in world.forms] == ["authorization_code", "refresh_token"]
    assert {form["client_assertion"] for form in world.forms} == {"signed.by.device"}
    assert storage.registration(ISSUER) is None, "a storage may be unable to keep a signer"


def test_an_entered_client_secret_may_have_expired() -> None:
    world, flow = World(), new_flow(NEWEST, clock=lambda: 1000.0)
    del world.server["registration_endpoint"]
    until(flow, world, AskUser)
    found = flow.use_registration(Registration("entered", Secret("s"), secret_expires_at=1000.0))
    assert isinstance(found, GiveUp)
    assert found.reason == "client information"


# The redirect


def redirected(
    revision: str, change: Callable[[dict[str, str], str], str], *, advertised: bool = True
) -> tuple[Any, World]:
    """What follows a changed redirect: a function of the world, the query and the right URL."""
    world = world_for(revision)
    world.server["authorization_response_iss_parameter_supported"] = advertised
    flow = new_flow(revision)
    current = until(flow, world, OpenUrl)
    right = world.authorize(current.url)
    fields = dict(parse_qsl(urlsplit(right).query))
    return flow.redirected(change(fields, right)), world


def with_fields(fields: dict[str, str], **members: str | None) -> str:
    changed = {name: value for name, value in {**fields, **members}.items() if value is not None}
    return f"{REDIRECT}?{urlencode(changed)}"


@pytest.mark.parametrize("state", [None, "", "other", "é"])
@defined
def test_a_result_with_another_state_is_discarded(revision: str, state: str | None) -> None:
    found, world = redirected(revision, lambda fields, _: with_fields(fields, state=state))
    assert (found.reason, world.forms) == ("state mismatch", [])


Change = Callable[[dict[str, str], str], str]
"""A changed redirect, from its fields and its right URL."""

WRONG: list[Change] = [
    lambda _, url: url.replace("localhost", "127.0.0.1"),
    lambda _, url: url.replace("3000", "3001"),
    lambda _, url: url.replace("callback?", "callback/?"),
    lambda _, url: f"{url}&code=another",
    lambda _, url: f"{url}&" + "&".join(f"a{number}=1" for number in range(80)),
    lambda fields, _: with_fields(fields, code=None),
    lambda fields, _: with_fields(fields, code="\n"),
    lambda _, url: f"{url}{'x' * 20_000}",
    lambda _, url: url.replace("?", "#"),
]


@pytest.mark.parametrize("change", WRONG)
def test_a_redirect_has_the_exact_uri_and_each_field_once(change: Change) -> None:
    found, world = redirected(NEWEST, change)
    assert (found.reason, world.forms) == ("redirect not as expected", [])


@pytest.mark.parametrize("advertised", [True, False])
@pytest.mark.parametrize(
    "iss", ["right", None, "https://as.example.net/", "https://AS.example.net", "https://evil.example"]
)
@defined
def test_iss_is_compared_without_normalization(revision: str, iss: str | None, advertised: bool) -> None:
    def change(fields: dict[str, str], _: str) -> str:
        return with_fields(fields, iss=fields["iss"] if iss == "right" else iss, error="access_denied", code=None)

    found, world = redirected(revision, change, advertised=advertised)
    expected = {"right": "access denied", None: "issuer missing" if advertised else "access denied"}
    assert (found.reason, world.forms) == (expected.get(iss, "issuer mismatch"), [])
    assert iss == "right" or found.reason == "access denied" or "access_denied" not in found.message


@pytest.mark.parametrize(
    ("issuer", "end"),
    [
        ("https://mcp.example.com/", Deliver),
        ("https://mcp.example.com/tenant", Deliver),
        ("https://as.example.net", GiveUp),
        ("not a URL", GiveUp),
    ],
)
@pytest.mark.parametrize("revision", lacking("same_issuer"))
def test_iss_is_the_issuer_of_metadata_at_the_origin(revision: str, issuer: str, end: type[Any]) -> None:
    world = world_for(revision)
    world.server["issuer"] = world.issuer = issuer
    found = drive(new_flow(revision), world)
    assert isinstance(found, end)
    assert not isinstance(found, GiveUp) or found.reason == "issuer mismatch", "the origin may not speak for others"


@pytest.mark.parametrize("error", ["invalid_scope", "server_error", "made up <b>"])
def test_an_error_of_the_authorization_server(error: str) -> None:
    found, _ = redirected(
        NEWEST, lambda fields, _: with_fields(fields, error=error, error_description="text", code=None)
    )
    assert found.reason == "authorization rejected"
    assert "text" not in found.message
    assert "made up" not in found.message


@pytest.mark.parametrize(
    ("uri", "sent"),
    [
        ("https://app.example", "https://app.example/"),
        ("https://app.example?a=b", "https://app.example/?a=b"),
        ("https://APP.example:443/cb", "https://app.example/cb"),
    ],
)
def test_a_browser_writes_a_redirect_uri_in_its_own_way(uri: str, sent: str) -> None:
    for returned in (uri, sent):
        world, flow = World(), new_flow(NEWEST, profile=new_profile(redirect_uri=uri))
        url: str = until(flow, world, OpenUrl).url
        query = dict(parse_qsl(urlsplit(url).query))
        assert query["redirect_uri"] == uri
        fields = urlencode({"state": query["state"], "code": "x", "iss": ISSUER})
        assert isinstance(flow.redirected(f"{returned}{'&' if '?' in uri else '?'}{fields}"), PostForm)


def test_a_redirect_counts_once() -> None:
    world, flow = World(), new_flow(NEWEST)
    url = world.authorize(until(flow, world, OpenUrl).url)
    assert isinstance(flow.redirected(url), PostForm)
    with pytest.raises(FlowStateError):
        flow.redirected(url)


def test_the_user_closes_the_browser() -> None:
    world, flow = World(), new_flow(NEWEST)
    until(flow, world, OpenUrl)
    found = flow.declined()
    assert isinstance(found, GiveUp)
    assert found.reason == "access denied"


# Tokens


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"access_token": "a"},
        {"access_token": "a", "token_type": "DPoP"},
        {"access_token": "a b", "token_type": "Bearer"},
        {"access_token": "a\r\nX: y", "token_type": "Bearer"},
        {"access_token": 1, "token_type": "Bearer"},
        {"access_token": "a", "token_type": "Bearer", "refresh_token": 1},
        [],
    ],
)
def test_a_token_response_that_cannot_be_used(answer: Any) -> None:
    world, flow = World(), new_flow(NEWEST)
    until(flow, world, PostForm)
    found = flow.receive(200, json.dumps(answer).encode())
    assert isinstance(found, GiveUp)
    assert found.reason == "token response"


@pytest.mark.parametrize(
    "body", [b"{", b'{"a": 1, "a": 2}', b"[" * 100_000, b'{"a": NaN}', b"\xff", b"{}" + b" " * 70_000]
)
def test_a_response_that_is_no_json_object(body: bytes) -> None:
    world, flow = World(), new_flow(NEWEST)
    until(flow, world, PostForm)
    found = flow.receive(200, body)
    assert isinstance(found, GiveUp)
    assert found.reason == "token response"


@pytest.mark.parametrize(("grant", "error"), [each for each in TOKEN_ERRORS if each[0] != "extension"])
def test_each_error_of_the_token_endpoint_has_its_consequence(grant: str, error: str) -> None:
    world, storage, now = World(), MemoryStorage(), [1000.0]
    flow = new_flow(NEWEST, storage=storage, clock=lambda: now[0])
    if grant == "refresh_token":
        drive(flow, world)
        now[0] += 4000
    current = until(flow, world, PostForm)
    world.token_error = (400 if error else 503, error or "invalid_grant")
    before = kinds(world)
    found = step(flow, world, current)
    world.token_error = None
    consequence = TOKEN_ERRORS[grant, error]
    record = storage.tokens(flow._memory.token_key)  # pyright: ignore[reportPrivateUsage]
    match consequence:
        case "authorize":
            assert isinstance(found, OpenUrl)
            assert record.tokens is None
            assert drive(flow, world, found) == Deliver()
        case "register":
            assert drive(flow, world, found) == Deliver()
            assert kinds(world)["register"] == before["register"] + 1
        case "unavailable":
            assert isinstance(found, GiveUp)
            assert found.reason == "token server unavailable"
            assert (record.tokens is not None, record.refreshing_until) == (grant == "refresh_token", None)
        case "give up":
            assert isinstance(found, GiveUp)
            assert found.reason == "token request rejected"
            assert error in found.message


def test_tokens_are_refreshed_and_rotated() -> None:
    world, now = World(), [1000.0]
    flow = new_flow(NEWEST, clock=lambda: now[0])
    for _ in range(4):
        assert drive(flow, world) == Deliver()
        now[0] += 4000
    grants = [form["grant_type"] for form in world.forms]
    assert grants == ["authorization_code", *["refresh_token"] * 3]
    assert len({form["refresh_token"] for form in world.forms[1:]}) == 3
    assert all(form["resource"] == ENDPOINT for form in world.forms)


def test_no_refresh_token_is_assumed() -> None:
    world, now = World(), [1000.0]
    flow = new_flow(NEWEST, clock=lambda: now[0])
    until(flow, world, PostForm)
    current = flow.receive(200, b'{"access_token": "a", "token_type": "bearer", "expires_in": 10}')
    world.valid, world.granted["a"] = {"a"}, set()
    assert drive(flow, world, current) == Deliver()
    now[0] += 20
    world.valid = set()
    assert drive(flow, world) == Deliver()
    assert [form["grant_type"] for form in world.forms] == ["authorization_code"]


def test_a_resource_that_rejects_every_token() -> None:
    world, flow = World(), new_flow(NEWEST)
    world.request = lambda headers: (401, world.challenge)  # type: ignore[method-assign]
    assert ending(flow, world) == "token rejected"
    assert kinds(world)["token"] == 3


# Scopes


@pytest.mark.parametrize(
    ("challenge", "supported", "asked"),
    [("b c", ["a"], "b c"), (None, ["a", "z"], "a z"), (None, None, None), ("x", None, "x")],
)
@pytest.mark.parametrize("revision", having("scope_choice"))
def test_the_choice_of_scopes(revision: str, challenge: str | None, supported: Any, asked: str | None) -> None:
    world = World()
    if challenge:
        world.challenge += f', scope="{challenge}"'
    world.resource["scopes_supported"] = supported
    assert drive(new_flow(revision), world) == Deliver()
    assert world.requests[0].get("scope") == asked


@pytest.mark.parametrize("revision", having("scope_choice"))
def test_step_up(revision: str) -> None:
    world = World()
    world.challenge += ', scope="read"'
    flow = new_flow(revision)
    drive(flow, world)
    world.needed = {"write"}
    assert drive(flow, world, operation="tools/call x") == Deliver()
    assert world.requests[-1]["scope"] == ("read write" if RULES[revision].scope_union else "write")


@pytest.mark.parametrize("revision", having("scope_choice"))
def test_step_up_without_scopes_asks_for_the_supported(revision: str) -> None:
    world = World()
    world.challenge += ', scope="read"'
    world.resource["scopes_supported"] = ["read", "write"]
    flow = new_flow(revision)
    drive(flow, world)
    assert world.requests[0]["scope"] == "read"
    flow.start()
    found = drive(flow, world, flow.receive_mcp_response(403, 'Bearer error="insufficient_scope"'))
    assert found == Deliver()
    assert world.requests[-1]["scope"] == "read write"


@pytest.mark.parametrize("revision", having("scope_choice"))
def test_step_up_is_tried_a_few_times(revision: str) -> None:
    world, flow = World(), new_flow(revision)
    drive(flow, world)
    before = kinds(world)["open"]
    world.needed = {"never"}
    world.issue = lambda scopes: World.issue(world, set())  # type: ignore[method-assign]
    assert ending(flow, world) == "scope not granted"
    assert kinds(world)["open"] == before + 2
    world.needed = set()
    assert drive(flow, world, operation="another") == Deliver()


def test_a_403_for_another_reason_is_delivered() -> None:
    world, flow = World(), new_flow(NEWEST)
    until(flow, world, UseToken)
    assert flow.receive_mcp_response(403, 'Bearer error="x"') == Deliver()
    assert flow.receive_mcp_response(403, 'Bearer error="') == Deliver()
    assert flow.receive_mcp_response(500) == Deliver()


@pytest.mark.parametrize(("wanted", "listed"), [(True, True), (True, False), (False, True)])
def test_offline_access(wanted: bool, listed: bool) -> None:
    world = World()
    world.server["scopes_supported"] = ["offline_access"] if listed else ["x"]
    drive(new_flow(NEWEST, profile=new_profile(offline_access=wanted)), world)
    assert world.requests[0].get("scope") == ("offline_access" if wanted and listed else None)


# Where tokens go


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://mcp.example.com/mcp",
        "http://localhost:1/mcp",
        "https://127.0.0.1/mcp",
        "https://app.localhost/mcp",
        "https://localhost./mcp",
    ],
)
def test_no_token_by_http_or_to_this_machine_unless_allowed(endpoint: str) -> None:
    with pytest.raises(ValueError, match="https only"):
        new_flow(NEWEST, endpoint=endpoint)


def test_configured_issuers_may_be_in_a_private_network() -> None:
    other = "https://sso.corp.example:8443/tenant"
    profile = new_profile(issuer=other, registrations={ISSUER: Registration("known")})
    for url in (f"{ISSUER}/token", "https://sso.corp.example:8443/x"):
        new_flow(NEWEST, profile=profile).policy.check_addresses(url, ["10.0.0.7"])
        with pytest.raises(FetchRejected, match="public"):
            new_flow(NEWEST).policy.check_addresses(url, ["10.0.0.7"])


@pytest.mark.parametrize("issuer", ["http://127.0.0.1:9000", "http://as.localhost:9000"])
@pytest.mark.parametrize("host", ["localhost", "app.localhost", "localhost."])
def test_this_machine_where_allowed(host: str, issuer: str) -> None:
    world = World(f"http://{host}:8000/mcp", issuer)
    assert drive(new_flow(NEWEST, endpoint=world.endpoint, allow_loopback=True), world) == Deliver()


def test_tokens_serve_only_their_principal_and_resource() -> None:
    storage, world = MemoryStorage(), World()
    drive(new_flow(NEWEST, storage=storage, principal="alice"), world)
    for flow in (
        new_flow(NEWEST, storage=storage, principal="bob"),
        new_flow(NEWEST, storage=storage, principal="alice", endpoint="https://mcp.example.com/other"),
    ):
        current = flow.start()
        assert isinstance(current, UseToken)
        assert not current.has_token


@pytest.mark.parametrize(
    "resource", ["https://mcp.example.com", "https://mcp.example.com/", "https://MCP.example.com:443"]
)
def test_a_parent_path_of_another_owner_is_no_resource(resource: str) -> None:
    world = World()
    world.resource["resource"] = resource
    assert ending(new_flow(NEWEST, exact_resource=True), world) == "resource mismatch"
    for same in (ENDPOINT, f"{ENDPOINT}/", "https://MCP.example.com:443/mcp"):
        world.resource["resource"] = same
        assert drive(new_flow(NEWEST, exact_resource=True), world) == Deliver()


def test_a_stored_token_for_a_parent_path_is_not_used() -> None:
    world, storage = World(), MemoryStorage()
    world.resource["resource"] = "https://mcp.example.com"
    assert drive(new_flow(NEWEST, storage=storage), world) == Deliver()
    flow = new_flow(NEWEST, storage=storage, exact_resource=True)
    assert not until(flow, world, UseToken).has_token
    assert ending(flow, world) == "resource mismatch"


def test_each_endpoint_has_the_consent_of_the_user() -> None:
    storage, resource = MemoryStorage(), "https://mcp.example.com"
    worlds = [World(), World("https://mcp.example.com/other")]
    for world in worlds:
        world.resource["resource"] = resource
        flow = new_flow(NEWEST, storage=storage, endpoint=world.endpoint)
        assert drive(flow, world) == Deliver()
        assert kinds(world)["open"] == 1
        assert [form["grant_type"] for form in world.forms] == ["authorization_code"]
        assert world.requests[0]["resource"] == resource


# The table


def test_the_table_names_every_state_event_and_action() -> None:
    assert {state for state, _ in TRANSITIONS} | {to for row in TRANSITIONS.values() for to in row.next_states} == {
        *get_args(FlowState)
    }
    assert {event for _, event in TRANSITIONS} == {*get_args(FlowEvent)}
    assert {row.action for row in TRANSITIONS.values()} == {*get_args(FlowAction)}


def test_what_is_not_in_the_table_is_out_of_turn() -> None:
    flow = new_flow(NEWEST)
    for call in (
        flow.declined,
        flow.waited,
        lambda: flow.receive(200),
        lambda: flow.receive_mcp_response(401),
        lambda: flow.redirected("x"),
    ):
        with pytest.raises(FlowStateError, match="'new'"):
            call()
    assert flow.state == "new"


def test_rules_differ_between_revisions() -> None:
    fields = set(FlowRules._fields) - {"revision", "version", "iss_actions"}
    same = {name for name in fields if len({getattr(rules, name) for rules in RULES.values()}) == 1}
    assert same == set()


def test_a_secret_is_not_shown() -> None:
    secret = Secret("hidden")
    registration = replace(Registration("id"), client_secret=secret)
    for text in (repr(secret), str(secret), f"{secret}", repr(registration)):
        assert "hidden" not in text
    assert secret == Secret("hidden") != Secret("other")
    assert len({secret, Secret("hidden")}) == 1
