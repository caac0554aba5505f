"""A flow never needs a new process: from every state, `start` leads on, and no failure counts for ever."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest

from mcp_bindings.authorization import (
    AskUser,
    AuthorizationFlow,
    ClientCredentials,
    Deliver,
    FetchDocument,
    FlowStateError,
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
from mcp_bindings.authorization.flow_table import FlowState
from mcp_bindings.authorization.responses import TOKEN_ERRORS
from mcp_bindings.authorization.steps import Step
from mcp_bindings.authorization.storage import TokenKey, TokenRecord
from tests.authorization.test_flow import NEWEST, having, until
from tests.authorization.world import (
    ENDPOINT,
    ENTERPRISE,
    ISSUER,
    World,
    drive,
    kinds,
    new_flow,
    new_profile,
    step,
)

DAY = 86_400.0


class ForgetfulWorld(World):
    """A world whose authorization server knows the clients that it has registered, until it forgets them."""

    def __init__(self) -> None:
        super().__init__()
        self.clients: set[str] = set()

    def register(self, url: str, body: bytes) -> tuple[int, bytes]:
        self.registered["client_id"] = f"dynamic-{len(self.registrations) + 1}"
        self.clients.add(self.registered["client_id"])
        return super().register(url, body)

    def token(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        form = dict(each.split("=", 1) for each in body.decode().split("&"))
        if form["client_id"] not in self.clients:
            self.seen.append(("token", url))
            return 401, b'{"error": "invalid_client"}'
        return super().token(url, headers, body)


def signed_in(world: World, **options: Any) -> AuthorizationFlow:
    flow = new_flow(NEWEST, **options)
    assert drive(flow, world) == Deliver()
    return flow


# Responses with an error and a status of success


@pytest.mark.parametrize("status", [200, 201])
@pytest.mark.parametrize(("grant", "error"), [each for each in TOKEN_ERRORS if each[0] != "extension"])
def test_an_error_counts_whatever_its_status(status: int, grant: str, error: str) -> None:
    world, now = World(), [1000.0]
    flow = new_flow(NEWEST, clock=lambda: now[0])
    if grant == "refresh_token":
        drive(flow, world)
        now[0] += 4000
    current = until(flow, world, PostForm)
    expected = {"authorize": OpenUrl, "register": Register, "give up": GiveUp, "unavailable": GiveUp}
    found = flow.receive(status, json.dumps({"error": error or "made up"}).encode())
    assert isinstance(found, expected[TOKEN_ERRORS[grant, error]]), current
    assert drive(flow, world) == Deliver()


@pytest.mark.parametrize("status", [200, 201])
def test_tokens_and_registrations_come_with_either_status(status: int) -> None:
    world, flow = World(), new_flow(NEWEST)
    current: Any = until(flow, world, Register)
    current = flow.receive(status, world.register(current.url, current.body)[1])
    current = step(flow, world, current)
    current = flow.receive(status, world.token(current.url, current.headers(), current.body())[1])
    assert drive(flow, world, current) == Deliver()


@pytest.mark.parametrize("state", ["granting", "asserting"])
def test_an_error_to_an_extension_counts_too(state: str) -> None:
    known = {ISSUER: Registration("known", Secret("client-secret-1-of-one"))}
    grant = ENTERPRISE if state == "asserting" else ClientCredentials()
    world, flow = World(), new_flow(NEWEST, grant=grant, profile=new_profile(registrations=known))
    until(flow, world, PostForm)
    assert flow.state == state
    found = flow.receive(201, b'{"error": "invalid_grant"}')
    assert isinstance(found, GiveUp)
    assert "invalid_grant" in found.message
    assert drive(flow, world) == Deliver()


# Clients that an authorization server forgets


def test_a_server_may_forget_a_client_again_and_again() -> None:
    world, now = ForgetfulWorld(), [1000.0]
    flow = signed_in(world, clock=lambda: now[0])
    for _ in range(5):
        world.clients.clear()
        now[0] += 4000
        world.valid.clear()
        assert drive(flow, world) == Deliver()
    assert kinds(world)["register"] == 6
    world.valid.clear()
    world.refresh = None
    world.clients.clear()
    assert drive(flow, world) == Deliver(), "the code is rejected, after the refresh token was"


def test_a_server_that_knows_none_of_its_clients() -> None:
    world, flow = ForgetfulWorld(), new_flow(NEWEST)
    right = world.token
    world.token = lambda url, headers, body: (401, b'{"error": "invalid_client"}')  # type: ignore[method-assign]
    for count in (2, 4):
        found = drive(flow, world)
        assert isinstance(found, GiveUp)
        assert found.reason == "token request rejected"
        assert kinds(world)["register"] == count
    world.token = right  # type: ignore[method-assign]
    assert drive(flow, world) == Deliver()


def test_the_user_is_asked_again_for_a_client_id_that_is_wrong() -> None:
    world, flow = ForgetfulWorld(), new_flow(NEWEST)
    del world.server["registration_endpoint"]
    world.clients = {"right"}
    current: Any = until(flow, world, AskUser)
    current = flow.use_registration(Registration("wrong"))
    current = step(flow, world, step(flow, world, current))
    assert isinstance(current, AskUser)
    current = flow.use_registration(Registration("right"))
    assert drive(flow, world, current) == Deliver()


def test_a_client_id_that_the_server_rejects_is_given_up() -> None:
    world, storage = ForgetfulWorld(), MemoryStorage()
    signed_in(world, storage=storage)
    world.valid.clear()
    world.refresh = None
    world.clients.clear()
    flow = new_flow(NEWEST, storage=storage, principal="another user")
    for _ in range(2):
        asked = until(flow, world, OpenUrl)
        assert "client_id=dynamic-1&" in asked.url
        assert isinstance(flow.declined(), GiveUp)
    assert "client_id=dynamic-2&" in until(flow, world, OpenUrl).url


def test_a_client_id_that_was_registered_beforehand_is_kept() -> None:
    world = World()
    flow = new_flow(NEWEST, profile=new_profile(registrations={ISSUER: Registration("known")}))
    for _ in range(4):
        assert "client_id=known&" in until(flow, world, OpenUrl).url
        flow.declined()
    assert drive(flow, world) == Deliver()


# Scopes


@pytest.mark.parametrize("revision", having("scope_choice"))
def test_a_step_up_that_was_granted_does_not_count(revision: str) -> None:
    world, now = World(), [1000.0]
    flow = new_flow(revision, clock=lambda: now[0])
    for day in range(6):
        world.needed = {f"of day {day}".replace(" ", "-")}
        assert drive(flow, world, operation="tools/call x") == Deliver()
        now[0] += DAY
        world.valid.clear()
        world.refresh = None


def test_step_ups_that_were_granted_in_a_row() -> None:
    world, flow = World(), new_flow(NEWEST, clock=lambda: 1000.0)
    for scope in "abcdef":
        world.needed = {scope}
        assert drive(flow, world, operation="tools/call x") == Deliver()


def test_after_some_time_more_scopes_are_requested_again() -> None:
    world, now = World(), [1000.0]
    flow = signed_in(world, clock=lambda: now[0])
    world.needed, world.grants_nothing = {"a"}, True
    for _ in range(3):
        found = drive(flow, world, operation="x")
        assert isinstance(found, GiveUp)
        assert found.reason == "scope not granted"
        assert kinds(world)["open"] == 3, "the user is not asked at every call"
        now[0] += 100
    world.grants_nothing = False
    now[0] += 600
    assert drive(flow, world, operation="x") == Deliver()


def test_a_scope_that_does_not_exist_is_requested_once() -> None:
    world, flow = World(), new_flow(NEWEST)
    world.challenge += ', scope="made-up"'
    assert "scope=made-up" in until(flow, world, OpenUrl).url
    query = {"redirect_uri": "http://localhost:3000/callback", "state": flow_state(flow)}
    ended = flow.redirected(world.redirect(query, {"error": "invalid_scope", "iss": ISSUER}))
    assert isinstance(ended, GiveUp)
    world.challenge = world.challenge.partition(", scope")[0]
    assert "scope" not in until(flow, world, OpenUrl).url


def flow_state(flow: AuthorizationFlow) -> str:
    """The `state` of the sign-in."""
    attempt = flow._memory.attempt  # pyright: ignore[reportPrivateUsage]
    assert attempt is not None
    return attempt.state.reveal()


@pytest.mark.parametrize("grant", [ClientCredentials(), None])
def test_scopes_do_not_grow_with_each_request(grant: Any) -> None:
    known = {ISSUER: Registration("known", Secret("client-secret-1-of-one"))}
    world, flow = World(), new_flow(NEWEST, grant=grant, profile=new_profile(registrations=known))
    for number in range(40):
        world.needed = {f"{number}-{'x' * 1_000}"}
        assert drive(flow, world, operation="x") == Deliver()
    sizes = [len(form.get("scope", "")) for form in (world.forms if grant else world.requests)]
    assert 7_000 < max(sizes) <= 8_192


@pytest.mark.parametrize("scope", ["\udcff", "é", "x" * 8_193, " ".join(["xyz"] * 3_000), '\\"'])
def test_scopes_that_cannot_be_requested(scope: str) -> None:
    world = World()
    world.challenge += f', scope="{scope}"'
    assert drive(new_flow(NEWEST), world) == Deliver()
    assert "scope" not in world.requests[0]


# Servers that change


def test_a_token_endpoint_that_moves() -> None:
    world, now = World(), [1000.0]
    flow = signed_in(world, clock=lambda: now[0])
    right = world.token
    world.server["token_endpoint"] = f"{ISSUER}/moved"

    def moved(url: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        return right(url, headers, body) if url.endswith("/moved") else (404, b"")

    world.token = moved  # type: ignore[method-assign]
    now[0] += 4000
    assert isinstance(drive(flow, world), GiveUp)
    assert drive(flow, world) == Deliver()
    assert kinds(world)["open"] == 1, "the refresh token is still good"


@pytest.mark.parametrize(
    "answer", [(500, b""), (400, b"expired"), (403, b""), (200, b'{"error": "bad_refresh_token"}')]
)
def test_a_refresh_that_fails_without_a_reason_ends_at_the_user(answer: tuple[int, bytes]) -> None:
    world, now = World(), [1000.0]
    flow = signed_in(world, clock=lambda: now[0])
    right = world.token

    def no_refresh(url: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        return answer if b"grant_type=refresh_token" in body else right(url, headers, body)

    world.token = no_refresh  # type: ignore[method-assign]
    now[0] += 4000
    assert [type(drive(flow, world)) for _ in range(3)] == [GiveUp, GiveUp, Deliver]
    assert kinds(world)["open"] == 2


def test_a_client_known_to_both_servers_follows_a_move() -> None:
    other = World(issuer="https://other.example.net")
    known = {ISSUER: Registration("one"), other.issuer: Registration("two")}
    flow = signed_in(World(), profile=new_profile(registrations=known))
    assert drive(flow, other) == Deliver()
    assert other.requests[0]["client_id"] == "two"


def test_a_changed_server_is_reported_again_in_another_process() -> None:
    storage, profile = MemoryStorage(), new_profile(registrations={ISSUER: Registration("one")})
    signed_in(World(), storage=storage, profile=profile)
    flow = new_flow(NEWEST, storage=storage, profile=profile)
    for _ in range(2):
        found = drive(flow, World(issuer="https://other.example.net"))
        assert isinstance(found, GiveUp)
        assert found.reason == "issuer changed"


# Every state


def grown(state: FlowState, storage: MemoryStorage | None = None) -> tuple[AuthorizationFlow, World, list[float]]:
    """A flow in a state, its world and its clock."""
    world, now = World(), [1000.0]
    options: dict[str, Any] = {"storage": storage or MemoryStorage(), "clock": lambda: now[0]}
    if state == "asking":
        del world.server["registration_endpoint"]
    if state in ("identity", "asserting", "granting"):
        known = {ISSUER: Registration("known", Secret("client-secret-1-of-one"))}
        options["grant"] = ClientCredentials() if state == "granting" else ENTERPRISE
        options["profile"] = new_profile(registrations=known)
    flow = new_flow(NEWEST, **options)
    if state in ("refreshing", "waiting"):
        drive(flow, world)
        now[0] += 4000
        if state == "waiting":
            other = new_flow(NEWEST, **options)
            until(other, world, PostForm)
    if state == "ended":
        until(flow, world, OpenUrl)
        flow.declined()
    elif state != "new":
        current: Step = flow.start()
        while flow.state != state:
            assert not isinstance(current, (Deliver, GiveUp)), current
            current = step(flow, world, current)
    return flow, world, now


@pytest.mark.parametrize("state", get_args(FlowState))
def test_a_flow_starts_in_every_state(state: FlowState) -> None:
    flow, world, now = grown(state)
    for _ in range(2):
        assert isinstance(flow.start(), UseToken) or state == "using"
    current: Step = flow.start()
    for _ in range(200):
        if isinstance(current, Wait):
            now[0] += current.seconds
        if isinstance(current, Deliver):
            break
        current = step(flow, world, current)
    assert current == Deliver()


def test_tokens_that_an_abandoned_flow_refreshed_are_free_again() -> None:
    storage = MemoryStorage()
    flow, world, _ = grown("refreshing", storage)
    assert isinstance(flow.start(), UseToken)
    assert drive(new_flow(NEWEST, storage=storage, clock=lambda: 6000.0), world) == Deliver()
    assert kinds(world)["open"] == 1


# Storages that fail


class FailingStorage(MemoryStorage):
    """A storage of which one call fails."""

    def __init__(self) -> None:
        super().__init__()
        self.left = -1

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise OSError("the disk is full")

    def registration(self, issuer: str) -> Registration | None:
        self._count()
        return super().registration(issuer)

    def save_registration(self, issuer: str, registration: Registration | None) -> None:
        self._count()
        super().save_registration(issuer, registration)

    def binding(self, endpoint: str, principal: str) -> Any:
        self._count()
        return super().binding(endpoint, principal)

    def save_binding(self, endpoint: str, principal: str, binding: Any) -> None:
        self._count()
        super().save_binding(endpoint, principal, binding)

    def tokens(self, key: TokenKey) -> TokenRecord:
        self._count()
        return super().tokens(key)

    def swap_tokens(self, key: TokenKey, version: int, record: TokenRecord) -> bool:
        self._count()
        return super().swap_tokens(key, version, record)


def test_a_storage_that_fails_once_at_any_call() -> None:
    failed = [failures_of_storage(number) for number in range(1, 60)]
    assert set(failed) == {0, 1}
    assert failed == sorted(failed, reverse=True)
    assert sum(failed) > 20


def failures_of_storage(number: int) -> int:
    """How many of five requests fail if that call of the storage does; the others have to succeed."""
    storage, world, now = FailingStorage(), World(), [1000.0]
    flow = new_flow(NEWEST, storage=storage, clock=lambda: now[0])
    storage.left = number
    failures = 0
    for _ in range(5):
        try:
            assert drive(flow, world) == Deliver()
        except OSError:
            failures += 1
            assert flow.state in ("new", "using", "ended")
        now[0] += 4000
    return failures


def out_of_turn(flow: AuthorizationFlow) -> list[Callable[[], Step]]:
    return [flow.declined, flow.waited, lambda: flow.receive(200), lambda: flow.redirected("x")]


def test_after_a_failure_of_the_storage_the_event_is_over() -> None:
    storage, world = FailingStorage(), World()
    flow = new_flow(NEWEST, storage=storage)
    current: Any = until(flow, world, FetchDocument)
    while not isinstance(current, (ProvideIdentity, PostForm)):
        current = step(flow, world, current)
    storage.left = 1
    with pytest.raises(OSError, match="disk"):
        step(flow, world, current)
    for call in out_of_turn(flow):
        with pytest.raises(FlowStateError, match="'ended'"):
            call()
    assert drive(flow, world) == Deliver()
    assert flow.state == "using"
    assert storage.tokens(TokenKey(ISSUER, ENDPOINT, "", ENDPOINT)).tokens is not None


def test_a_registration_of_another_class_is_refused() -> None:
    """A text was taken, and the error came from the next step."""
    flow: Any = new_flow(NEWEST)
    with pytest.raises(TypeError, match=r"registration must be a Registration\(client_id\), not str") as caught:
        flow.use_registration("s3cret")
    assert "s3cret" not in str(caught.value)
