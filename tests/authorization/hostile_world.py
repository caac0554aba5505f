"""Resources and authorization servers that misbehave at random, and a record of where every secret goes.

Two resources share one client, one storage and one honest authorization server; the second resource and the second
authorization server belong to an attacker. A game is a number of requests of the client to both resources, in which
every response may be changed, servers forget clients, the storage fails, and the program abandons what it began. Then
everybody behaves well, and the client has to reach the honest resource with the flows that it has.
"""

from __future__ import annotations

import json
import random
from base64 import b64decode
from collections.abc import Callable
from typing import Any, get_args
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

from mcp_bindings.authorization import (
    AskUser,
    AuthorizationFlow,
    ClientCredentials,
    Deliver,
    FetchDocument,
    GiveUp,
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
from mcp_bindings.authorization.flow_rules import read_flow_rules
from mcp_bindings.authorization.steps import Reason, Step
from mcp_bindings.authorization.storage import TokenKey, TokenRecord
from tests.authorization.world import (
    ENDPOINT,
    ENTERPRISE,
    IDENTITY,
    IDENTITY_ENDPOINT,
    IDENTITY_ISSUER,
    ISSUER,
    METADATA_URL,
    World,
    new_profile,
)

EVIL_ENDPOINT, EVIL_ISSUER = "https://evil.example.org/mcp", "https://evil-as.example.org"
REASONS = frozenset(get_args(Reason))
MAX_STEPS = 400
JUNK: tuple[Any, ...] = (
    *(None, "", "x", 1, -1, True, 1e308, [], [None], {}, "\u0000", "é", "\ud800", "https://10.0.0.1/x"),
    *("https://[::1", f"https://{'a' * 64}.example/"),
)
SETTLING = 6
"""How many requests of a flow may fail after everybody has begun to behave well: refresh tokens and client ids that
nobody knows any longer are each tried twice."""

DAYS, DAY = 4, 86_400.0
OPERATIONS = ("", "tool")
MISTYPED = "mistyped"


class UnreliableStorage(MemoryStorage):
    """A storage whose calls fail when `fails` says so."""

    def __init__(self, fails: Callable[[], bool]) -> None:
        super().__init__()
        self.fails = fails

    def tokens(self, key: TokenKey) -> TokenRecord:
        self._fail()
        return super().tokens(key)

    def swap_tokens(self, key: TokenKey, version: int, record: TokenRecord) -> bool:
        self._fail()
        return super().swap_tokens(key, version, record)

    def registration(self, issuer: str) -> Registration | None:
        self._fail()
        return super().registration(issuer)

    def _fail(self) -> None:
        if self.fails():
            raise OSError("the storage fails")


class Game:
    """One client against both worlds.

    Args:
        seed: of every choice.
        revisions: that the client offers.
        count: called with a kind and a name for everything that came up.
    """

    def __init__(self, seed: int, revisions: list[str], count: Callable[[str, str], None]) -> None:
        self.chance = random.Random(seed)
        self.count = count
        self.now = 1_000_000.0
        self.rules = read_flow_rules(revisions[-1])
        apart = self.rules.resource_metadata
        self.honest, self.evil = (
            (ISSUER, EVIL_ISSUER) if apart else ("https://mcp.example.com", "https://evil.example.org")
        )
        self.worlds = {ENDPOINT: World(ENDPOINT, self.honest), EVIL_ENDPOINT: World(EVIL_ENDPOINT, self.evil)}
        self.rate = self.chance.choice([0.0, 0.03, 0.1, 0.4])
        self.never_refreshes = self.chance.random() < 0.1
        self.is_unreliable = self.chance.random() < 0.1
        self.storage = UnreliableStorage(lambda: self.is_unreliable and self.chance.random() < 0.02)
        self.clients: dict[str, set[str]] = {self.honest: set(), self.evil: set()}
        """The client ids that each authorization server knows of those that it has issued."""
        beforehand = Registration("known", Secret("client-secret-of-honest"))
        grant = self.chance.choice([None, None, None, ClientCredentials(), ENTERPRISE])
        known = {self.honest: beforehand} if self.chance.random() < (0.3 if grant is None else 0.9) else {}
        if grant is not None:
            known[self.evil] = Registration("known", Secret("client-secret-of-evil"))
        profile = new_profile(registrations=known, metadata_url=METADATA_URL, offline_access=True)
        self.fallback = self.chance.random() < 0.3
        self.flows, self.twins = (
            {
                endpoint: AuthorizationFlow(
                    endpoint,
                    revisions=revisions,
                    profile=profile,
                    storage=self.storage,
                    without_resource_metadata=self.fallback,
                    clock=lambda: self.now,
                    grant=grant,
                )
                for endpoint in self.worlds
            }
            for _ in range(2)
        )
        """The twin of a flow sends a request while the flow refreshes."""
        for flow in (*self.flows.values(), *self.twins.values()):
            self.count_rows(flow)
        self.owners: dict[str, str] = {
            "client-secret-of-honest": self.honest,
            "client-secret-of-evil": self.evil,
            "client-secret-at-the-idp": IDENTITY_ISSUER,
            IDENTITY.token.reveal(): IDENTITY_ISSUER,
        }
        """The authorization server that each secret is for."""
        self.resources: dict[str, str] = {}
        """The resource that each access token was issued for."""
        evil = self.worlds[EVIL_ENDPOINT]
        evil.serial = 1_000_000
        if self.chance.random() < 0.5:
            evil.resource["authorization_servers"] = [self.honest]
        if self.chance.random() < 0.4:
            evil.server["authorization_endpoint"] = f"{self.honest}/authorize"
        self.known = set(known)
        for world in self.worlds.values():
            world.server["client_id_metadata_document_supported"] = self.chance.random() < 0.3
            world.lifetime = self.chance.choice([None, 10, 3600])
            if self.chance.random() < 0.1:
                del world.server["registration_endpoint"]
            if self.chance.random() < 0.1:
                world.server["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
            world.grants_nothing, world.rejects_all = self.chance.random() < 0.1, self.chance.random() < 0.05

    def play(self, requests: int) -> None:
        """Send so many requests; an AssertionError says what went wrong."""
        for _ in range(requests):
            endpoint = self.chance.choice([*self.worlds])
            world = self.worlds[endpoint]
            world.needed = {self.chance.choice("abc")} if self.chance.random() < 0.2 else set()
            if self.chance.random() < 0.2:
                world.valid.clear()
            if self.chance.random() < 0.1:
                self.clients[world.issuer].clear()
            self.now += self.chance.choice([0, 1, 20, 4000, DAY])
            self.request(self.flows[endpoint])
        self.settle()

    def settle(self) -> None:
        """Let everybody behave well: each flow has to reach the honest resource, and more of it each day."""
        self.rate, self.is_unreliable = 0.0, False
        world = self.worlds[ENDPOINT]
        world.grants_nothing = world.rejects_all = False
        world.needed = set()
        world.server["registration_endpoint"] = f"{world.issuer}/register"
        world.server["token_endpoint_auth_methods_supported"] = ["none", "client_secret_basic", "client_secret_post"]
        for day in range(DAYS):
            world.needed = {f"day-{day}"} if day and self.rules.scope_choice else set()
            for flow in (self.flows[ENDPOINT], self.twins[ENDPOINT]):
                self.count("settled", self.settled(flow))
            self.now += DAY

    def settled(self, flow: AuthorizationFlow) -> str:
        """How a flow ends after a few requests at servers that behave well; the test fails if it is stuck."""
        end: Step | None = None
        for _ in range(SETTLING):
            end = self.request(flow)
            if isinstance(end, Deliver):
                return "access"
        # A client that has credentials for the other server alone, and has used them, goes to no other server.
        is_bound = isinstance(end, GiveUp) and end.reason == "issuer changed" and self.honest not in self.known
        assert is_bound, f"a flow is stuck: {end} after {SETTLING} requests at servers that behave well"
        return "bound"

    def request(self, flow: AuthorizationFlow) -> Step | None:
        """One request of the client, to its end; None if the storage fails or the program abandons it."""
        try:
            current: Step = flow.start()
            for _ in range(MAX_STEPS):
                self.count("steps", type(current).__name__)
                self.check(flow, current)
                if isinstance(current, Deliver):
                    return current
                if isinstance(current, GiveUp):
                    assert current.reason in REASONS
                    assert current.message
                    self.count("ends", current.reason)
                    return current
                if self.chance.random() < self.rate / 10:
                    self.count("abandoned", flow.state)
                    return None
                current = self.answer(flow, current)
        except OSError:
            self.count("failures of the storage", flow.state)
            return None
        raise AssertionError(f"no end after {MAX_STEPS} steps")

    def check(self, flow: AuthorizationFlow, current: Step) -> None:
        """No secret is shown, and what is sent goes where it may."""
        shown = f"{flow!r} {current!r} {vars(flow)} {self.storage!r}"
        for secret in self.owners:
            assert secret not in shown, "a secret is shown"
        match current:
            case UseToken():
                access = current.headers().get("Authorization", "").removeprefix("Bearer ")
                assert self.resources.get(access, current.endpoint) == current.endpoint, "a token for another resource"
            case OpenUrl(url):
                query = dict(parse_qsl(urlsplit(url).query))
                assert query["code_challenge_method"] == "S256"
                assert len(query["state"]) >= 43
                assert not any(secret in url for secret in self.owners), "a secret in a URL"
                assert url.startswith("https://")
                assert "resource" in query or self.fallback or not self.rules.resource_parameter
            case PostForm(url):
                text = f"{current.headers()} {current.body().decode()}"
                for secret, owner in self.owners.items():
                    assert secret not in text or self.owner_of(url) == owner, f"a secret of {owner} goes to {url}"
                assert url.startswith("https://")
            case FetchDocument(url) | Register(url):
                assert url.startswith("https://")
                assert "10.0.0.1" not in url
            case _:
                pass

    def owner_of(self, url: str) -> str:
        """The authorization server that has a URL."""
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        return {"https://mcp.example.com": self.honest, "https://evil.example.org": self.evil}.get(origin, origin)

    def world_of(self, url: str) -> World:
        """The world whose authorization server or resource has a URL."""
        owner = self.owner_of(url)
        return self.worlds[EVIL_ENDPOINT if owner == self.evil else ENDPOINT]

    def count_rows(self, flow: AuthorizationFlow) -> None:
        """Count each row of the flow's table that is used."""
        handle: Callable[[str, Any], Step] = getattr(flow, "_handle_event")  # noqa: B009 - private

        def counted(event: str, flow_input: Any) -> Step:
            self.count("rows", f"{flow.state}, {event}")
            return handle(event, flow_input)

        setattr(flow, "_handle_event", counted)  # noqa: B010 - private

    def answer(self, flow: AuthorizationFlow, current: Step) -> Step:
        """The response to a step, which may be changed."""
        is_bad = self.chance.random() < self.rate
        match current:
            case FetchDocument(url):
                return flow.receive(*self.changed(self.world_of(url).get(url), is_bad))
            case Register(url, body):
                return flow.receive(*self.changed(self.registered(url, body), is_bad))
            case PostForm(url):
                for endpoint, each in self.flows.items():
                    if each is flow and flow.state == "refreshing" and self.chance.random() < 0.2:
                        self.request(self.twins[endpoint])
                return flow.receive(*self.changed(self.token(current), is_bad))
            case OpenUrl(url):
                if (is_bad and self.chance.random() < 0.3) or not self.is_known(url, client_of(url)):
                    return flow.declined()
                return flow.redirected(self.redirect(url, is_bad))
            case UseToken():
                return flow.receive_mcp_response(
                    *self.response(current, is_bad), operation=self.chance.choice(OPERATIONS)
                )
            case AskUser(issuer):
                secret = f"client-secret-{len(self.owners)}-of-one"
                self.owners[secret] = self.owner_of(issuer)
                if is_bad and self.chance.random() < 0.5:
                    return flow.declined()
                return flow.use_registration(Registration(MISTYPED if is_bad else "mine", Secret(secret)))
            case ProvideIdentity(issuer):
                assert issuer == IDENTITY_ISSUER
                return flow.declined() if is_bad else flow.use_identity(IDENTITY)
            case Wait(seconds):
                self.now += seconds
                return flow.waited()
            case _:
                raise AssertionError(current)

    def changed(self, answer: tuple[int, bytes], is_bad: bool) -> tuple[int, bytes]:
        """A response, or a wrong one in its place."""
        status, body = answer
        if not is_bad or not body:
            return answer
        choice = self.chance.randrange(7)
        if choice == 0:
            return self.chance.choice([0, 204, 302, 400, 401, 404, 429, 500, 503]), body
        if choice == 1:
            return status, self.chance.choice([b"", b"[", b"{}", b"null", b"[" * 70_000, body + body, b"\xff"])
        if choice == 2:
            return self.chance.choice([200, 201, 400, 401]), json.dumps(
                {"error": self.chance.choice(["invalid_grant", "invalid_client", "x"])}
            ).encode()
        document = json.loads(body)
        name = self.chance.choice([*document, "issuer", "resource", "token_endpoint"])
        document[name] = self.chance.choice(
            [*JUNK, self.honest, self.evil, ENDPOINT, f"{self.honest}/token", f"{self.evil}/token", [self.evil]]
        )
        # A server that names an endpoint of another in its own metadata sends its own secrets there.
        names_honest = self.honest in str(document) or ENDPOINT in str(document)
        is_theirs = "issuer" in document and names_honest and "evil" in str(document)
        return (404, b"") if is_theirs else (status, json.dumps(document).encode())

    def registered(self, url: str, body: bytes) -> tuple[int, bytes]:
        """A client id with a secret, which belongs to the server that issues it."""
        world = self.world_of(url)
        if url != f"{world.issuer}/register":
            return 404, b""
        secret = f"client-secret-{len(self.owners)}-of-one"
        self.owners[secret] = world.issuer
        method = self.chance.choice(["client_secret_basic", "client_secret_post"])
        client_id = f"dynamic-{len(self.owners)}"
        self.clients[world.issuer].add(client_id)
        world.registered = {"client_id": client_id, "client_secret": secret, "token_endpoint_auth_method": method}
        world.registered["client_secret_expires_at"] = self.chance.choice([0, int(self.now) + 100])
        return world.register(url, body)

    def token(self, current: PostForm) -> tuple[int, bytes]:
        """Tokens, recorded with the server and the resource that they are for."""
        form = dict(parse_qsl(current.body().decode()))
        if current.url == IDENTITY_ENDPOINT:
            status, body = self.world_of(form["audience"]).exchange(form)
            self.owners[json.loads(body)["access_token"]] = self.owner_of(form["audience"])
            return status, body
        world = self.world_of(current.url)
        if not self.is_known(current.url, authenticated(current)):
            return self.chance.choice([400, 401]), b'{"error": "invalid_client"}'
        if form["grant_type"] == "refresh_token" and self.never_refreshes:
            return self.chance.choice([400, 403, 500]), b'{"message": "expired"}'
        status, body = world.token(current.url, current.headers(), current.body())
        if status == 200:
            found = json.loads(body)
            self.owners[found["refresh_token"]] = world.issuer
            self.owners[found["access_token"]] = "nobody but the resource"
            if world.issuer == self.honest and "resource" in form:
                self.resources[found["access_token"]] = form["resource"]
            for each in self.worlds.values():  # the honest server serves both resources
                if form.get("resource", each.endpoint) == each.endpoint and each is not world:
                    each.valid.add(found["access_token"])
                    each.granted[found["access_token"]] = world.granted[found["access_token"]]
        return status, body

    def is_known(self, url: str, client_id: str) -> bool:
        """Whether the authorization server at a URL knows a client id."""
        if client_id.startswith("dynamic-"):
            return client_id in self.clients[self.world_of(url).issuer]
        return client_id != MISTYPED

    def redirect(self, url: str, is_bad: bool) -> str:
        """The URL of the redirect; an attacker's authorization server may have sent the user to the honest one."""
        world = self.world_of(url)
        right = world.authorize(url)
        self.owners[[*world.codes][-1]] = world.issuer
        if not is_bad:
            return right
        fields = dict(parse_qsl(urlsplit(right).query))
        name = self.chance.choice(["iss", "state", "code", "error"])
        if self.chance.random() < 0.4 and (name != "iss" or world.issuer == self.evil):
            fields.pop(name, None)
        else:
            # Who changes the `iss` of the honest server to that of another has the code already.
            fields[name] = self.chance.choice(["access_denied", "x", f"{self.honest}/", "", *self.old_codes(world)])
        return f"{right.partition('?')[0]}?{urlencode(fields)}"

    def old_codes(self, world: World) -> list[str]:
        """Codes of earlier requests at the same server."""
        return [*world.codes][:-1]

    def response(self, current: UseToken, is_bad: bool) -> tuple[int, str]:
        """The response of the MCP endpoint."""
        world = self.worlds[current.endpoint]
        if not is_bad:
            return world.request(current.headers())
        url = self.chance.choice(
            [world.resource_url, EVIL_ISSUER, "http://x/", "https://10.0.0.1/", "x", "https://mcp.example.com/"]
        )
        scope = self.chance.choice(["", "a", "a b c", "offline_access"])
        header = f'Bearer error="insufficient_scope", resource_metadata="{url}", scope="{scope}"'
        return self.chance.choice([200, 401, 401, 403, 500]), self.chance.choice(
            [header, header[:-1], "", "Basic", "Bearer"]
        )


def client_of(url: str) -> str:
    """The client id of an authorization request."""
    return dict(parse_qsl(urlsplit(url).query))["client_id"]


def authenticated(current: PostForm) -> str:
    """The client id that a form is sent with."""
    scheme, _, pair = current.headers().get("Authorization", "").partition(" ")
    if scheme == "Basic":
        return unquote_plus(b64decode(pair).decode().partition(":")[0])
    return dict(parse_qsl(current.body().decode()))["client_id"]
