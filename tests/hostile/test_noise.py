"""A little of the noise that `make soak` makes a lot of, and proof that a fault in it would be seen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

import mcp_bindings as mb
from tests.hostile import noise
from tests.seed import SEED
from tests.soak.mutated_messages import GIANTS, split_work
from tests.soak.tally import Tally

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = [pytest.mark.untraced, pytest.mark.both_engines]

COUNT = 2_000


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What is refused is logged."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    noise.settings.cache_clear()  # its dispatchers use the engine of the test before
    yield
    logging.disable(before)


def test_nothing_but_protocol_errors() -> None:
    print(f"MCP_SEED={SEED}")
    tally = asyncio.run(noise.run_mutants(f"{SEED}/0", COUNT))
    assert tally.failures == []
    assert tally.total("outcomes") == COUNT
    assert set(tally.parts("outcomes")) >= {
        "-32700",
        "-32600",
        "-32601",
        "-32602",
        "Request",
        "Notification",
        "Response",
        "Batch",
    }
    assert tally.total("outcomes", "-32700") < COUNT / 2, "most should reach the inner checks"


def test_large_ones() -> None:
    """Deeper and longer than limits allow; `python -m tests.soak mutated_messages` sends 200 times as much."""
    tally = asyncio.run(noise.run_giants(5_000, 250_000))
    assert tally.failures == []
    assert tally.total("outcomes") > 100


def test_the_mutants_follow_from_the_seed() -> None:
    first, again = (asyncio.run(noise.run_mutants("1/0", 200)) for _ in range(2))
    other = asyncio.run(noise.run_mutants("2/0", 200))
    assert first.counts == again.counts != other.counts
    for count in (1, 5_000, 12_345):
        parts = split_work(1, range(count))
        assert sum(length for _, length in parts) == count
        assert parts[-1] == GIANTS


def test_faults_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    good = noise.settings()[0]

    def found(name: str, value: Any, where: Any) -> list[str]:
        with monkeypatch.context() as patch:
            patch.setattr(where, name, value)
            return [str(each) for each in asyncio.run(noise.run_mutants("1/0", 100)).failures]

    def crash(*_: object, **__: object) -> Any:
        raise KeyError("x")

    def always(value: bytes) -> Any:
        def returned(*_: object) -> bytes:
            return value

        return returned

    assert any("KeyError" in each for each in found("parse", crash, mb.Revision))
    assert any("KeyError" in each for each in found("dispatch", crash, mb.Dispatcher))
    assert any("reply" in each for each in found("to_bytes", always(b'{"id":0,"error":{"code":0}}'), mb.ProtocolError))
    assert any("UnicodeDecodeError" in each for each in found("to_bytes", always(b"\xff"), mb.ProtocolError))
    assert any("another" in each for each in found("to_json", always(b'{"jsonrpc":"2.0","method":"x"}'), noise))
    tally = Tally()
    asyncio.run(noise.judge(good, b"{}", tally))
    assert tally.failures == []
