"""Random games, few of them; `python -m tests.soak bridge` is the long run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.bridge.relay import Relay
from mcp_bindings.bridge.state import BridgeState
from tests.seed import SEED
from tests.session.resets import resets_compared
from tests.soak.bridge import MUST_CROSS, PROGRAM, WAYS, missing, play
from tests.soak.program import one_by_one
from tests.soak.tally import Tally

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced


def test_each_way_is_played() -> None:
    tally = one_by_one(play, (SEED, range(len(WAYS))))
    assert tally.failures == []
    assert tally.total("games") == len(WAYS)
    assert [each for each in missing(tally) if "never came up" in each] == []


def test_a_session_that_is_used_again_acts_like_a_new_one() -> None:
    lent = [number for number, way in enumerate(WAYS) if way[2] == "http" and mb.revision(way[0]).era == "per-request"]
    with resets_compared() as count:
        tally = [one_by_one(play, (SEED, range(number, number + 1))) for number in lent[:8]]
    assert [each.failures for each in tally] == [[]] * len(tally)
    assert count()


def forgotten(*_: Any) -> None:
    """Forget to do something."""


@pytest.mark.parametrize(
    ("broken", "name", "instead"),
    [
        (Relay, "answer_call", forgotten),
        (BridgeState, "refuse_client_request", forgotten),
        (BridgeState, "refuse_server_request", forgotten),
    ],
)
def test_a_broken_bridge_is_noticed(
    broken: type, name: str, instead: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken, name, instead)
    assert one_by_one(play, (SEED, range(0, len(WAYS), 3))).failed


def test_gaps_are_reported() -> None:
    assert len(list(missing(Tally()))) == len(MUST_CROSS) + len(WAYS)
    assert len(WAYS) == 4 * len(mb.REVISIONS) ** 2
    assert PROGRAM.is_numbered
