"""Tokens by an extension: client credentials, and enterprise-managed authorization, against a scripted server."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from mcp_bindings.authorization import (
    AskUser,
    ClientCredentials,
    Deliver,
    EnterpriseManaged,
    GiveUp,
    MemoryStorage,
    PostForm,
    PrivateKey,
    ProvideIdentity,
    Registration,
    Secret,
)
from mcp_bindings.authorization.responses import TOKEN_ERRORS
from tests.authorization.test_flow import DEFINED, NEWEST, ending, until, world_for
from tests.authorization.world import (
    ASSERTION_GRANT,
    ENDPOINT,
    ENTERPRISE,
    EXCHANGE_GRANT,
    ID_JAG,
    IDENTITY,
    IDENTITY_ENDPOINT,
    ISSUER,
    World,
    drive,
    kinds,
    new_flow,
    new_profile,
    step,
)

CLIENT = Registration("machine", Secret("secret of the machine"))
PRIVATE = ec.generate_private_key(ec.SECP256R1())
PEM = Secret(PRIVATE.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())
SIGNING = Registration("machine", signer=PrivateKey(PEM, "ES256", "1"))
GRANTS: list[ClientCredentials | EnterpriseManaged] = [ClientCredentials(), ENTERPRISE]

each_grant = pytest.mark.parametrize("grant", GRANTS, ids=lambda grant: grant.identifier.partition("/")[2])


def flow_with(grant: Any, client: Registration | None = CLIENT, *, revision: str = NEWEST, **options: Any) -> Any:
    """A flow whose client was registered beforehand, without a redirect URI."""
    issuer = options.pop("issuer", ISSUER)
    known = {} if client is None else {issuer: client}
    profile = new_profile(redirect_uri=None, registrations=known)
    return new_flow(revision, profile=profile, grant=grant, **options)


@each_grant
@pytest.mark.parametrize("revision", DEFINED)
def test_the_whole_way_without_a_browser(grant: Any, revision: str) -> None:
    world = world_for(revision)
    del world.server["code_challenge_methods_supported"], world.server["authorization_endpoint"]
    flow = flow_with(grant, revision=revision, issuer=world.issuer)
    assert drive(flow, world) == Deliver()
    assert drive(flow, world) == Deliver()
    assert kinds(world)["open"] == kinds(world)["register"] == 0
    assert kinds(world)["token"] == (1 if isinstance(grant, ClientCredentials) else 2)


def test_the_identifiers_are_those_of_the_extensions() -> None:
    names = [grant.identifier for grant in GRANTS]
    assert names == [
        "io.modelcontextprotocol/oauth-client-credentials",
        "io.modelcontextprotocol/enterprise-managed-authorization",
    ]


def test_a_client_authenticates_with_its_secret() -> None:
    world = World()
    world.challenge += ', scope="a b"'
    drive(flow_with(ClientCredentials()), world)
    assert world.forms == [{"grant_type": "client_credentials", "resource": ENDPOINT, "scope": "a b"}]
    assert world.form_headers[0]["Authorization"].startswith("Basic ")
    world = World()
    world.server["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
    drive(flow_with(ClientCredentials()), world)
    form = {"grant_type": "client_credentials", "resource": ENDPOINT}
    assert world.forms == [{**form, "client_id": "machine", "client_secret": "secret of the machine"}]


def assertion_of(form: dict[str, str], audience: str) -> dict[str, Any]:
    """The claims of a client's assertion, verified."""
    assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    assert "client_id" not in form
    required = ["iss", "sub", "aud", "iat", "exp", "jti"]
    found = jwt.decode(
        form["client_assertion"],
        PRIVATE.public_key(),
        algorithms=["ES256"],
        audience=audience,
        options={"require": required, "verify_exp": False, "verify_iat": False},
    )
    assert jwt.get_unverified_header(form["client_assertion"])["kid"] == "1"
    return found


@pytest.mark.parametrize("algorithms", [None, ["RS256", "ES256"]])
def test_a_client_authenticates_with_its_private_key(algorithms: Any) -> None:
    claims: list[dict[str, Any]] = []
    for _ in range(2):
        world = World()
        world.server["token_endpoint_auth_methods_supported"] = ["client_secret_basic", "private_key_jwt"]
        world.server["token_endpoint_auth_signing_alg_values_supported"] = algorithms
        assert drive(flow_with(ClientCredentials(), SIGNING, clock=lambda: 1_000.0), world) == Deliver()
        assert "Authorization" not in world.form_headers[0]
        claims.append(assertion_of(world.forms[0], ISSUER))
    first, second = claims
    assert (first["iss"], first["sub"], first["aud"]) == ("machine", "machine", ISSUER)
    assert (first["iat"], first["exp"]) == (1_000, 1_060)
    assert first["jti"] != second["jti"]


@pytest.mark.parametrize(
    ("client", "methods", "algorithms", "used"),
    [
        (
            replace(SIGNING, client_secret=Secret("s")),
            ["private_key_jwt", "client_secret_basic"],
            ["ES256"],
            "assertion",
        ),
        (replace(SIGNING, client_secret=Secret("s")), ["private_key_jwt", "client_secret_basic"], ["RS256"], "basic"),
        (replace(SIGNING, client_secret=Secret("s")), None, None, "assertion"),
        (replace(SIGNING, auth_method="private_key_jwt"), ["client_secret_basic"], None, "assertion"),
        (replace(SIGNING, auth_method="private_key_jwt"), ["private_key_jwt"], ["RS256"], None),
        (SIGNING, ["client_secret_basic", "none"], None, None),
        (SIGNING, ["private_key_jwt"], ["RS256"], None),
        (replace(CLIENT, auth_method="private_key_jwt"), ["private_key_jwt", "client_secret_basic"], None, None),
        (CLIENT, ["private_key_jwt"], ["ES256"], None),
    ],
)
def test_the_choice_of_authentication(client: Registration, methods: Any, algorithms: Any, used: str | None) -> None:
    world, flow = World(), flow_with(ClientCredentials(), client)
    world.server["token_endpoint_auth_methods_supported"] = methods
    world.server["token_endpoint_auth_signing_alg_values_supported"] = algorithms
    if used is None:
        assert ending(flow, world) == "token endpoint authentication"
        return
    drive(flow, world)
    assert ("client_assertion" in world.forms[0]) == (used == "assertion")
    assert ("Authorization" in world.form_headers[0]) == (used == "basic")


@each_grant
def test_the_program_is_asked_for_a_client_id(grant: Any) -> None:
    world, flow = World(), flow_with(grant, None)
    assert until(flow, world, AskUser) == AskUser(ISSUER)
    assert isinstance(drive(flow, world, flow.use_registration(CLIENT)), Deliver)
    assert world.form_headers[-1]["Authorization"]


@each_grant
@pytest.mark.parametrize("client", [None, Registration("public"), replace(CLIENT, secret_expires_at=1.0)])
def test_the_client_has_credentials_of_its_own(grant: Any, client: Registration | None) -> None:
    world = World()
    assert ending(flow_with(grant, client), world) == "client information"
    assert kinds(world)["token"] == 0


@each_grant
def test_no_token_endpoint(grant: Any) -> None:
    world = World()
    del world.server["token_endpoint"]
    assert ending(flow_with(grant), world) == "no endpoint"


def test_an_identity_becomes_an_assertion_and_that_tokens() -> None:
    world = World()
    world.challenge += ', scope="a b"'
    flow = flow_with(ENTERPRISE)
    assert until(flow, world, ProvideIdentity) == ProvideIdentity(ENTERPRISE.issuer)
    current = flow.use_identity(IDENTITY)
    assert isinstance(current, PostForm)
    assert current.url == IDENTITY_ENDPOINT
    assert drive(flow, world, current) == Deliver()
    first, second = world.forms
    assert first == {
        "grant_type": EXCHANGE_GRANT,
        "requested_token_type": ID_JAG,
        "audience": ISSUER,
        "resource": ENDPOINT,
        "scope": "a b",
        "subject_token": IDENTITY.token.reveal(),
        "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
    }
    assert second == {"grant_type": ASSERTION_GRANT, "assertion": "assertion.1.secret", "resource": ENDPOINT}
    urls = [url for kind, url in world.seen if kind == "token"]
    assert urls == [IDENTITY_ENDPOINT, f"{ISSUER}/token"]
    assert len({headers["Authorization"] for headers in world.form_headers}) == 2, "a client id for each server"


def test_a_saml_assertion_and_a_client_that_signs() -> None:
    world = World()
    flow = flow_with(replace(ENTERPRISE, client=SIGNING))
    until(flow, world, ProvideIdentity)
    current = flow.use_identity(IDENTITY._replace(kind="saml2"))
    drive(flow, world, current)
    assert world.forms[0]["subject_token_type"] == "urn:ietf:params:oauth:token-type:saml2"
    assert assertion_of(world.forms[0], ENTERPRISE.issuer)


@pytest.mark.parametrize(
    "client", [replace(CLIENT, auth_method="none"), replace(ENTERPRISE.client, secret_expires_at=1.0)]
)
def test_the_client_of_the_identity_provider_has_credentials(client: Registration) -> None:
    world = World()
    if client.auth_method == "none":
        client = Registration("x", auth_method="client_secret_basic")
    assert ending(flow_with(replace(ENTERPRISE, client=client)), world) == "client information"
    assert kinds(world)["token"] == 0


def test_a_public_client_of_the_identity_provider() -> None:
    world = World()
    assert drive(flow_with(replace(ENTERPRISE, client=Registration("public"))), world) == Deliver()
    assert world.forms[0]["client_id"] == "public"


@pytest.mark.parametrize(
    "change",
    [
        {"issued_token_type": "urn:ietf:params:oauth:token-type:access_token"},
        {"issued_token_type": None},
        {"token_type": "Bearer"},
        {"token_type": None},
        {"access_token": "opaque"},
        {"access_token": None},
        {"access_token": ["a.b.c"]},
    ],
)
def test_an_answer_of_the_identity_provider_that_cannot_be_used(change: dict[str, Any]) -> None:
    world = World()
    world.exchanged = change
    assert ending(flow_with(ENTERPRISE), world) == "token response"
    assert kinds(world)["token"] == 1


def test_the_identity_provider_may_grant_fewer_scopes() -> None:
    world, storage = World(), MemoryStorage()
    world.challenge += ', scope="a b"'
    world.exchanged = {"scope": "a", "token_type": "n_a"}
    drive(flow_with(ENTERPRISE, storage=storage), world)
    (record,) = storage._records.values()  # pyright: ignore[reportPrivateUsage]
    assert record.tokens is not None
    assert record.tokens.scopes == ("a",)


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (400, b'{"error": "invalid_grant"}', "identity rejected"),
        (401, b'{"error": "invalid_client"}', "identity rejected"),
        (400, b'{"error": "<script>"}', "token server unavailable"),
        (503, b'{"error": "invalid_grant"}', "token server unavailable"),
        (0, b"", "token server unavailable"),
        (200, b"{}", "token response"),
    ],
)
def test_errors_of_the_identity_provider(status: int, body: bytes, reason: str) -> None:
    world, flow = World(), flow_with(ENTERPRISE)
    until(flow, world, PostForm)
    found = flow.receive(status, body)
    assert isinstance(found, GiveUp)
    assert found.reason == reason
    assert "script" not in found.message


def test_the_user_may_not_be_signed_in() -> None:
    flow = flow_with(ENTERPRISE)
    until(flow, World(), ProvideIdentity)
    found = flow.declined()
    assert (type(found), found.reason) == (GiveUp, "identity rejected")


@each_grant
@pytest.mark.parametrize("error", [error for grant, error in TOKEN_ERRORS if grant == "extension"])
def test_each_error_of_the_token_endpoint_ends_the_flow(grant: Any, error: str) -> None:
    world, flow = World(), flow_with(grant)
    current: Any = until(flow, world, PostForm)
    if grant is ENTERPRISE:
        current = step(flow, world, current)
    assert current.url == f"{ISSUER}/token"
    found = flow.receive(400 if error else 503, json.dumps({"error": error or "x"}).encode())
    assert isinstance(found, GiveUp)
    assert found.reason == ("token request rejected" if error else "token server unavailable")


@each_grant
def test_a_token_response_that_cannot_be_used(grant: Any) -> None:
    world, flow = World(), flow_with(grant)
    until(flow, world, PostForm)
    if grant is ENTERPRISE:
        flow.receive(
            200, json.dumps({"access_token": "a.b.c", "issued_token_type": ID_JAG, "token_type": "N_A"}).encode()
        )
    found = flow.receive(200, b'{"access_token": "a", "token_type": "DPoP"}')
    assert isinstance(found, GiveUp)
    assert found.reason == "token response"


@each_grant
def test_expired_tokens_are_refreshed_or_requested_again(grant: Any) -> None:
    world, now = World(), [1000.0]
    flow = flow_with(grant, clock=lambda: now[0])
    for _ in range(3):
        assert drive(flow, world) == Deliver()
        now[0] += 4000
    assert [form["grant_type"] for form in world.forms][-2:] == ["refresh_token"] * 2
    world.refresh = None
    assert drive(flow, world) == Deliver()
    assert kinds(world)["open"] == 0


@each_grant
def test_step_up(grant: Any) -> None:
    world, flow = World(), flow_with(grant)
    drive(flow, world)
    world.needed = {"write"}
    assert drive(flow, world, operation="x") == Deliver()
    assert "write" in [form.get("scope") for form in world.forms]


def test_no_identity_goes_where_it_can_be_read() -> None:
    for url in ("http://idp.example.com/token", "http://localhost:1/token", "x"):
        with pytest.raises(ValueError, match=r"."):
            flow_with(replace(ENTERPRISE, token_endpoint=url))
    assert flow_with(replace(ENTERPRISE, token_endpoint="http://localhost:1/token"), allow_loopback=True)
    with pytest.raises(ValueError, match="needs a redirect URI"):
        flow_with(None)


def test_keys_and_identities_are_not_shown() -> None:
    shown = f"{SIGNING!r} {SIGNING.signer!r} {IDENTITY!r} {ENTERPRISE!r}"
    assert "PRIVATE" not in shown
    assert "secret" not in shown.replace("client_secret", "").replace("Secret(…)", "").replace("secret_expires_at", "")


@pytest.mark.parametrize(
    ("pem", "algorithm"),
    [(PEM, "HS256"), (PEM, "none"), (PEM, "RS256"), (PEM, "ES384"), (Secret("x"), "ES256"), (Secret(""), "RS256")],
)
def test_a_key_that_cannot_sign(pem: Secret, algorithm: str) -> None:
    with pytest.raises(ValueError, match=r"algorithm|no private key") as caught:
        PrivateKey(pem, algorithm)
    assert caught.value.__context__ is None


def test_a_public_key_cannot_sign() -> None:
    for private, algorithm in ((PRIVATE, "ES256"), (rsa.generate_private_key(65_537, 2_048), "RS256")):
        text = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        with pytest.raises(ValueError, match="no private key"):
            PrivateKey(Secret(text), algorithm)
