"""A resource and its authorization server in memory, and a program that does what a flow says."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from typing import Any, NoReturn
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from mcp_bindings.authorization import (
    AskUser,
    AuthorizationFlow,
    ClientProfile,
    Deliver,
    EnterpriseManaged,
    FetchDocument,
    GiveUp,
    IdentityAssertion,
    MemoryStorage,
    OpenUrl,
    PostForm,
    ProvideIdentity,
    Register,
    Registration,
    Secret,
    UseToken,
    Wait,
)
from mcp_bindings.authorization.steps import Step

ENDPOINT = "https://mcp.example.com/mcp"
ISSUER = "https://as.example.net"
REDIRECT = "http://localhost:3000/callback"
IDENTITY_ISSUER = "https://idp.example.com"
IDENTITY_ENDPOINT = f"{IDENTITY_ISSUER}/token"
IDENTITY = IdentityAssertion(Secret("identity-of-ann-secret"))
ENTERPRISE = EnterpriseManaged(
    IDENTITY_ISSUER, IDENTITY_ENDPOINT, Registration("at-the-idp", Secret("client-secret-at-the-idp"))
)
EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"
ASSERTION_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ID_JAG = "urn:ietf:params:oauth:token-type:id-jag"
METADATA_URL = "https://client.example.org/client.json"
MAX_STEPS = 60


class World:
    """A well-behaved resource and authorization server. Tests change its documents and switches.

    Args:
        endpoint: URL of the MCP endpoint.
        issuer: of the authorization server.
    """

    def __init__(self, endpoint: str = ENDPOINT, issuer: str = ISSUER) -> None:
        self.endpoint, self.issuer = endpoint, issuer
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(endpoint))
        self.resource_url = f"{origin}/.well-known/oauth-protected-resource{urlsplit(endpoint).path}"
        self.server_url = f"{issuer}/.well-known/oauth-authorization-server"
        self.challenge = f'Bearer resource_metadata="{self.resource_url}"'
        self.resource: dict[str, Any] = {"resource": endpoint, "authorization_servers": [issuer]}
        self.server: dict[str, Any] = {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token",
            "registration_endpoint": f"{issuer}/register",
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
            "authorization_response_iss_parameter_supported": True,
        }
        self.documents: dict[str, Any] = {self.resource_url: self.resource, self.server_url: self.server}
        self.registered: dict[str, Any] = {"client_id": "dynamic-1", "token_endpoint_auth_method": "none"}
        self.codes: dict[str, dict[str, str]] = {}
        self.assertions: dict[str, dict[str, str]] = {}
        self.exchanged: dict[str, Any] = {}
        self.valid: set[str] = set()
        self.refresh: str | None = None
        self.needed: set[str] = set()
        self.granted: dict[str, set[str]] = {}
        self.token_error: tuple[int, str] | None = None
        self.lifetime: int | None = 3600
        self.grants_nothing = self.rejects_all = False
        self.serial = 0
        self.seen: list[tuple[str, str]] = []
        self.forms: list[dict[str, str]] = []
        self.form_headers: list[dict[str, str]] = []
        self.requests: list[dict[str, str]] = []
        self.registrations: list[dict[str, Any]] = []

    def get(self, url: str) -> tuple[int, bytes]:
        """A document, or 404."""
        self.seen.append(("get", url))
        found = self.documents.get(url)
        if isinstance(found, bytes):
            return 200, found
        return (404, b"") if found is None else (200, json.dumps(found).encode())

    def register(self, url: str, body: bytes) -> tuple[int, bytes]:
        """A client id, if the body is a registration."""
        self.seen.append(("register", url))
        self.registrations.append(json.loads(body))
        return 201, json.dumps(self.registered).encode()

    def authorize(self, url: str) -> str:
        """The redirect, with a code for what was asked."""
        self.seen.append(("open", url.partition("?")[0]))
        query = dict(parse_qsl(urlsplit(url).query))
        self.requests.append(query)
        self.serial += 1
        code = f"code-{self.serial}-secret"
        self.codes[code] = query
        return self.redirect(query, {"code": code, "iss": self.issuer})

    def redirect(self, query: dict[str, str], fields: dict[str, str]) -> str:
        """The redirect URI with fields and the state of the request."""
        return f"{query['redirect_uri']}?{urlencode({'state': query['state'], **fields})}"

    def token(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """Tokens for a code or a refresh token, each of them once."""
        self.seen.append(("token", url))
        form = {name: values[0] for name, values in parse_qs(body.decode(), strict_parsing=True).items()}
        self.forms.append(form)
        self.form_headers.append(headers)
        if self.token_error is not None:
            status, error = self.token_error
            return status, json.dumps({"error": error}).encode()
        if form["grant_type"] == EXCHANGE_GRANT:
            return self.exchange(form)
        if form["grant_type"] == ASSERTION_GRANT:
            asked = self.assertions.pop(form["assertion"], None)
            if asked is None or (asked["audience"], asked["resource"]) != (
                self.issuer,
                form.get("resource", asked["resource"]),
            ):
                return 400, b'{"error": "invalid_grant"}'
            return self.issue(set(asked.get("scope", "").split()))
        if form["grant_type"] == "client_credentials":
            return self.issue(set(form.get("scope", "").split()))
        if form["grant_type"] == "refresh_token":
            if form["refresh_token"] != self.refresh:
                return 400, b'{"error": "invalid_grant"}'
            return self.issue(self.granted.get("all", set()))
        asked = self.codes.pop(form["code"], None)
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        if asked is None or asked["code_challenge"] != base64.urlsafe_b64encode(digest).rstrip(b"=").decode():
            return 400, b'{"error": "invalid_grant"}'
        return self.issue(set(asked.get("scope", "").split()))

    def exchange(self, form: dict[str, str]) -> tuple[int, bytes]:
        """An assertion of the identity provider, for an authorization server and a resource."""
        self.serial += 1
        assertion = f"assertion.{self.serial}.secret"
        self.assertions[assertion] = form
        answer = {"access_token": assertion, "issued_token_type": ID_JAG, "token_type": "N_A"}
        return 200, json.dumps({**answer, **self.exchanged}).encode()

    def issue(self, scopes: set[str]) -> tuple[int, bytes]:
        """A new access token and a new refresh token."""
        self.serial += 1
        access, self.refresh = f"access-{self.serial}-secret", f"refresh-{self.serial}-secret"
        self.valid.add(access)
        self.granted[access] = self.granted["all"] = set() if self.grants_nothing else scopes
        answer: dict[str, Any] = {"access_token": access, "token_type": "Bearer", "refresh_token": self.refresh}
        if self.lifetime is not None:
            answer["expires_in"] = self.lifetime
        return 200, json.dumps(answer).encode()

    def request(self, headers: dict[str, str]) -> tuple[int, str]:
        """The response of the MCP endpoint: 401, 403 or 200."""
        access = headers.get("Authorization", "").removeprefix("Bearer ")
        if access not in self.valid or self.rejects_all:
            return 401, self.challenge
        if not self.needed <= self.granted[access]:
            return 403, f'Bearer error="insufficient_scope", scope="{" ".join(sorted(self.needed))}"'
        return 200, ""


def new_profile(**members: Any) -> ClientProfile:
    """A client with a redirect URI at this machine."""
    given: dict[str, Any] = {"redirect_uri": REDIRECT, "client_name": "Test", **members}
    return ClientProfile(**given)


def new_flow(*revisions: str, endpoint: str = ENDPOINT, **options: Any) -> AuthorizationFlow:
    """A flow with a storage of its own, if no other is given."""
    profile = options.pop("profile", None) or new_profile()
    storage = options.pop("storage", None) or MemoryStorage()
    return AuthorizationFlow(endpoint, revisions=revisions, profile=profile, storage=storage, **options)


def step(flow: AuthorizationFlow, world: World, current: Step, *, operation: str = "") -> Step:
    """Do one thing that the flow says, and return what it says next."""
    match current:
        case FetchDocument(url):
            return flow.receive(*world.get(url))
        case Register(url, body):
            return flow.receive(*world.register(url, body))
        case OpenUrl(url):
            return flow.redirected(world.authorize(url))
        case PostForm(url):
            return flow.receive(*world.token(url, current.headers(), current.body()))
        case UseToken():
            return flow.receive_mcp_response(*world.request(current.headers()), operation=operation)
        case AskUser():
            return flow.use_registration(Registration("entered-by-the-user"))
        case ProvideIdentity():
            return flow.use_identity(IDENTITY)
        case Wait():
            return flow.waited()
        case Deliver() | GiveUp():
            return current


def drive(flow: AuthorizationFlow, world: World, first: Step | None = None, *, operation: str = "") -> Step:
    """Do what the flow says until a response is delivered or the flow ends."""
    current = flow.start() if first is None else first
    for _ in range(MAX_STEPS):
        if isinstance(current, (Deliver, GiveUp)):
            return current
        current = step(flow, world, current, operation=operation)
    return too_long(current)


def too_long(current: Step) -> NoReturn:
    """The flow does not end."""
    raise AssertionError(f"{MAX_STEPS} steps without an end, the last of them {current!r}")


def kinds(world: World) -> Counter[str]:
    """How often each kind of request was made."""
    return Counter(kind for kind, _ in world.seen)
