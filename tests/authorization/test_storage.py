"""Flows that share a storage: one refresh at a time, and no rotated token is lost."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from mcp_bindings.authorization import (
    AuthorizationFlow,
    Deliver,
    GiveUp,
    MemoryStorage,
    PostForm,
    Register,
    Secret,
    UseToken,
    Wait,
)
from mcp_bindings.authorization.credentials import Tokens
from mcp_bindings.authorization.storage import TokenKey, TokenRecord
from tests.authorization.test_flow import NEWEST, until
from tests.authorization.world import World, drive, kinds, new_flow, step

KEY = TokenKey("https://as.example.net", "https://mcp.example.com", "", "https://mcp.example.com/mcp")


class Group:
    """Flows with one storage and one clock, all of them signed in."""

    def __init__(self, size: int) -> None:
        self.now = 1000.0
        self.world, self.storage = World(), MemoryStorage()
        self.flows = [self.new() for _ in range(size)]
        for flow in self.flows:
            assert drive(flow, self.world) == Deliver()
        assert kinds(self.world)["open"] == 1
        self.world.valid.clear()
        for flow in self.flows:
            self.until_refresh(flow)

    def new(self) -> AuthorizationFlow:
        return new_flow(NEWEST, storage=self.storage, clock=lambda: self.now)

    def until_refresh(self, flow: AuthorizationFlow) -> Any:
        current: Any = flow.start()
        while not isinstance(current, (PostForm, Wait)):
            assert not isinstance(current, (Deliver, GiveUp)), current
            current = step(flow, self.world, current)
        setattr(self, f"step_{id(flow)}", current)
        return current

    def current(self, flow: AuthorizationFlow) -> Any:
        return getattr(self, f"step_{id(flow)}")


def test_concurrent_refreshes_cost_one_request() -> None:
    group = Group(5)
    first, *others = group.flows
    assert isinstance(group.current(first), PostForm)
    assert all(isinstance(group.current(flow), Wait) for flow in others)
    assert isinstance(others[0].waited(), Wait)
    assert drive(first, group.world, group.current(first)) == Deliver()
    assert all(drive(flow, group.world, flow.waited()) == Deliver() for flow in others)
    assert [form["grant_type"] for form in group.world.forms] == ["authorization_code", "refresh_token"]


def test_a_flow_that_was_late_uses_the_new_tokens() -> None:
    group = Group(1)
    late = group.new()
    current = late.start()
    assert isinstance(current, UseToken)
    assert drive(group.flows[0], group.world, group.current(group.flows[0])) == Deliver()
    assert drive(late, group.world, current) == Deliver()
    assert kinds(group.world)["token"] == 2


def test_a_refresh_that_never_ends_is_taken_over() -> None:
    group = Group(2)
    second = group.flows[1]
    current: Any = None
    for _ in range(200):
        group.now += 1
        current = second.waited()
        if not isinstance(current, Wait):
            break
    assert isinstance(current, PostForm)
    assert drive(second, group.world, current) == Deliver()
    failed = step(group.flows[0], group.world, group.current(group.flows[0]))
    assert isinstance(failed, UseToken), "its refresh token is used up, and the new tokens are stored"
    assert drive(group.flows[0], group.world, failed) == Deliver()
    assert kinds(group.world)["open"] == 1


@pytest.mark.parametrize("ahead", [0.2, -0.2, 29.0])
def test_flows_with_other_clocks_do_not_refresh_too(ahead: float) -> None:
    group = Group(1)
    group.now -= ahead
    assert isinstance(group.until_refresh(group.new()), Wait)


def test_a_refresh_does_not_replace_a_step_up() -> None:
    group = Group(1)
    refreshing, other = group.flows[0], group.new()
    late = group.world.token(*posted(group.current(refreshing)))
    group.world.needed = {"write"}
    current = other.start()
    assert isinstance(current, UseToken)
    stepped = other.receive_mcp_response(403, 'Bearer error="insufficient_scope", scope="write"')
    assert drive(other, group.world, stepped) == Deliver()
    assert drive(refreshing, group.world, refreshing.receive(*late)) == Deliver()
    assert kinds(group.world)["open"] == 2


def posted(form: PostForm) -> tuple[str, dict[str, str], bytes]:
    return form.url, form.headers(), form.body()


def test_a_token_of_another_flow_saves_a_sign_in() -> None:
    world, storage = World(), MemoryStorage()
    late, other = (new_flow(NEWEST, storage=storage) for _ in range(2))
    current = late.start()
    issue = world.issue

    def issue_without_refresh(scopes: set[str]) -> tuple[int, bytes]:
        status, body = issue(scopes)
        return status, json.dumps({**json.loads(body), "refresh_token": None}).encode()

    world.issue = issue_without_refresh  # type: ignore[method-assign]
    assert drive(other, world) == Deliver()
    assert drive(late, world, current) == Deliver()
    assert kinds(world)["open"] == 1


def test_flows_that_register_at_once_share_a_client_id() -> None:
    storage, now = MemoryStorage(), [1000.0]
    worlds = [World(f"https://mcp.example.com/{name}") for name in "ab"]
    flows = [new_flow(NEWEST, endpoint=world.endpoint, storage=storage, clock=lambda: now[0]) for world in worlds]
    steps = [until(flow, world, Register) for flow, world in zip(flows, worlds, strict=True)]
    for number, (flow, world, current) in enumerate(zip(flows, worlds, steps, strict=True)):
        world.registered["client_id"] = f"dynamic-{number}"
        assert drive(flow, world, current) == Deliver()
        assert world.requests[0]["client_id"] == "dynamic-0"
    now[0] += 4000
    assert [drive(flow, world) for flow, world in zip(flows, worlds, strict=True)] == [Deliver()] * 2
    assert [kinds(world)["open"] for world in worlds] == [1, 1], "both are refreshed"


def test_waiting_has_an_end() -> None:
    group = Group(2)
    current: Any = None
    for _ in range(100):
        current = group.flows[1].waited()
        if not isinstance(current, Wait):
            break
    assert isinstance(current, GiveUp)
    assert current.reason == "token server unavailable"


@pytest.mark.parametrize("status", [0, 500, 503])
def test_a_server_that_fails_costs_no_token(status: int) -> None:
    group = Group(2)
    found = group.flows[0].receive(status)
    assert isinstance(found, GiveUp)
    assert drive(group.flows[1], group.world, group.flows[1].waited()) == Deliver()
    assert kinds(group.world)["open"] == 1


def test_one_of_many_threads_swaps() -> None:
    storage, barrier = MemoryStorage(), Barrier(8)

    def swap(number: int) -> bool:
        barrier.wait()
        return storage.swap_tokens(KEY, 0, TokenRecord(0, Tokens(Secret(str(number)))))

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(swap, range(8))) == 1
    assert storage.tokens(KEY).version == 1
    assert not storage.swap_tokens(KEY, 0, TokenRecord(0))


def test_a_storage_and_its_records_show_no_token() -> None:
    storage, tokens = MemoryStorage(), Tokens(Secret("access-secret"), Secret("refresh-secret"))
    storage.swap_tokens(KEY, 0, TokenRecord(0, tokens))
    assert "secret" not in f"{storage!r} {storage.tokens(KEY)!r} {tokens} {vars(storage)}"
    with pytest.raises(TypeError):
        pickle.dumps(tokens)
