"""JWK sets: which keys are used, and when a set is fetched again."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mcp_bindings.authorization import KeySet, RotatingKeySet
from mcp_bindings.authorization.metadata import DocumentRejected
from mcp_bindings.authorization.verification import VerificationUnavailable
from tests.authorization.token_lab import key_set, keys


def set_of(*members: dict[str, Any]) -> bytes:
    return json.dumps({"keys": members}).encode()


class Endpoint:
    """Where a key set is fetched."""

    def __init__(self) -> None:
        self.now = 0.0
        self.body: bytes | Exception = set_of(keys("first")[2].jwk())
        self.fetches = 0
        self.open = asyncio.Event()
        self.open.set()
        self.keys = RotatingKeySet(self.fetch, lifetime=100.0, clock=lambda: self.now)

    async def fetch(self) -> bytes:
        self.fetches += 1
        await self.open.wait()
        if isinstance(self.body, Exception):
            raise self.body
        return self.body

    async def find(self, key_id: str | None) -> int:
        """How many keys there are."""
        return len(await self.keys.find_keys(key_id, "ES256"))


def found(body: bytes, key_id: str | None, algorithm: str) -> int:
    return len(asyncio.run(KeySet(body).find_keys(key_id, algorithm)))


def test_keys_are_found_by_id_and_algorithm() -> None:
    body = key_set("first")
    assert found(body, "first-rsa", "RS256") == found(body, "first-rsa", "PS256") == 1
    assert found(body, "first-rs256", "PS256") == found(body, "first-ec", "RS256") == found(body, "x", "ES256") == 0
    assert found(body, None, "RS256") == 2, "the weak one is not used"
    assert found(body, None, "ES384") == 0, "a key has one curve"
    assert found(body, "first-enc", "ES256") == 0


def test_what_is_no_public_key_for_signatures_is_left_out() -> None:
    jwk = keys("first")[2].jwk()
    bad: list[dict[str, Any]] = [
        {"key_ops": ["sign"]},
        {"key_ops": "verify"},
        {"d": "AA"},
        {"k": "AA"},
        {"use": 7},
        {"kid": 7},
    ]
    bad += [{"kid": "x" * 300}, {"x": "AA"}, {"x": 7}, {"crv": "P-384"}, {"alg": "ES384"}, {"kty": "RSA"}]
    assert [change for change in bad if found(set_of({**jwk, **change}), None, "ES256")] == []
    assert found(set_of({**jwk, "key_ops": ["verify"]}), None, "ES256") == 1
    assert found(b'{"keys": [7, null, {}]}', None, "ES256") == 0


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"keys": {}}', b'{"keys": [], "keys": []}', b" " * 70_000])
def test_what_is_no_key_set(body: bytes) -> None:
    with pytest.raises(DocumentRejected):
        KeySet(body)


def test_a_set_is_bounded() -> None:
    assert found(set_of(*[keys("first")[2].jwk()] * 40), None, "ES256") == 32


def test_an_unknown_id_fetches_again_but_not_at_once() -> None:
    async def run() -> None:
        endpoint = Endpoint()
        assert (await endpoint.find("first-ec"), endpoint.fetches) == (1, 1)
        assert (await endpoint.find("second-ec"), endpoint.fetches) == (0, 1)
        endpoint.body = set_of(keys("second")[2].jwk())
        endpoint.now = 29.0
        assert (await endpoint.find("second-ec"), endpoint.fetches) == (0, 1)
        endpoint.now = 31.0
        assert (await endpoint.find("second-ec"), endpoint.fetches) == (1, 2)
        assert await endpoint.find("first-ec") == 0, "the key was rotated out"

    asyncio.run(run())


def test_keys_grow_old_and_outlive_an_endpoint_that_fails() -> None:
    async def run() -> None:
        endpoint = Endpoint()
        assert await endpoint.find("first-ec") == 1
        endpoint.body, endpoint.now = OSError("access-secret"), 101.0
        assert (await endpoint.find("first-ec"), endpoint.fetches) == (1, 2)
        assert (await endpoint.find("first-ec"), endpoint.fetches) == (1, 2), "no fetch for each request"
        endpoint.now = 401.0
        with pytest.raises(VerificationUnavailable):
            await endpoint.find("first-ec")
        endpoint.body, endpoint.now = key_set("first"), 500.0
        assert await endpoint.find("first-ec") == 1

    asyncio.run(run())


@pytest.mark.parametrize("body", [OSError(), b"{}", b"x" * 70_000])
def test_no_keys_at_all(body: bytes | Exception) -> None:
    async def run() -> None:
        endpoint = Endpoint()
        endpoint.body = body
        with pytest.raises(VerificationUnavailable):
            await endpoint.find(None)

    asyncio.run(run())


def test_concurrent_requests_share_a_fetch_that_outlives_them() -> None:
    async def run() -> None:
        endpoint = Endpoint()
        endpoint.open.clear()
        waiting = [asyncio.create_task(endpoint.find("first-ec")) for _ in range(5)]
        await asyncio.sleep(0)
        waiting.pop(0).cancel()  # the one that has begun the fetch
        await asyncio.sleep(0)
        endpoint.open.set()
        assert await asyncio.gather(*waiting) == [1, 1, 1, 1]
        assert endpoint.fetches == 1

    asyncio.run(run())


def test_a_fetch_takes_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.authorization.key_sets._FETCH_SECONDS", 0.01)

    async def run() -> None:
        endpoint = Endpoint()
        endpoint.open.clear()
        with pytest.raises(VerificationUnavailable):
            await endpoint.find("first-ec")

    asyncio.run(run())


def test_a_lifetime_is_positive() -> None:
    with pytest.raises(ValueError, match="lifetime must be at least"):
        RotatingKeySet(Endpoint().fetch, lifetime=0.0)


def test_event_loops_share_a_fetch() -> None:
    began, may_end = threading.Event(), threading.Event()

    async def fetch() -> bytes:
        began.set()
        while not may_end.is_set():  # noqa: ASYNC110 - another event loop sets it
            await asyncio.sleep(0)
        return set_of(keys("first")[2].jwk())

    shared = RotatingKeySet(fetch)

    async def find() -> int:
        return len(await shared.find_keys(None, "ES256"))

    async def find_second() -> int:
        finding = asyncio.create_task(find())
        await asyncio.sleep(0)
        may_end.set()
        return await finding

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(asyncio.run, find())
        try:
            assert began.wait(20)
            assert asyncio.run(find_second()) == 1
        finally:
            may_end.set()
        assert first.result(20) == 1


def test_a_fetch_in_an_event_loop_that_stops_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.authorization.key_sets._WAIT_SECONDS", 0.01)
    endpoint = Endpoint()
    endpoint.open.clear()
    stopped = asyncio.new_event_loop()
    first = stopped.create_task(endpoint.find("first-ec"))
    stopped.run_until_complete(asyncio.sleep(0))
    stopped.run_until_complete(asyncio.sleep(0))
    endpoint.open = asyncio.Event()
    endpoint.open.set()

    async def find() -> int:
        return await asyncio.wait_for(endpoint.find("first-ec"), 10)

    with pytest.raises(VerificationUnavailable):
        asyncio.run(find())
    endpoint.now = 31.0
    assert asyncio.run(find()) == 1
    left = asyncio.all_tasks(stopped)
    assert first in left
    for each in left:
        each.cancel()
    stopped.run_until_complete(asyncio.wait(left))
    stopped.close()
