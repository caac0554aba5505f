"""The sessions against the model, and the model's tables against the facts. The soak is `soak.py`."""

from __future__ import annotations

import os
import random

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
import tomli
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from mcp_bindings.session import RULES
from tests.session import soak, tables
from tests.session.model import End
from tests.session.soak import missing, play
from tests.session.steps import WEIGHTS, Steps
from tests.session.waivers import NEVER_LOCAL, NEVER_REMOTE
from tests.session.world import Tally

T = TypeVar("T")

SEED = int(os.environ.get("MCP_SEED", soak.SEED))
FACTS = Path(__file__).resolve().parents[3] / "shared" / "facts"
EXAMPLES, LENGTH = 60, 50
GAMES = 40

TALLY = Tally()


class Machine(RuleBasedStateMachine):
    """Hypothesis decides what happens, so that what fails is told in few steps."""

    steps: Steps

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        def choose(options: Sequence[T]) -> T:
            return data.draw(st.sampled_from(options))

        self.steps = Steps(choose, TALLY, SEED)

    @rule(kind=st.sampled_from([kind for kind, weight in WEIGHTS.items() for _ in range(weight)]))
    def step(self, kind: str) -> None:
        self.steps.take(kind)

    def teardown(self) -> None:
        if hasattr(self, "steps"):
            self.steps.drain()


def test_no_step_is_seen_differently(capsys: pytest.CaptureFixture[str]) -> None:
    how = settings(
        max_examples=EXAMPLES,
        stateful_step_count=LENGTH,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}", end=" ")
    run_state_machine_as_test(seed(SEED)(Machine), settings=how)  # type: ignore[no-untyped-call]
    with capsys.disabled():
        print(TALLY)
    assert TALLY.total > EXAMPLES * LENGTH / 2


def test_games_of_chance(capsys: pytest.CaptureFixture[str]) -> None:
    """As the soak, in short: a fair share of the steps is illegal."""
    tally = Tally()
    for game in range(GAMES):
        play(SEED * 1_000_000 + game, soak.LENGTH, tally, SEED)
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED} {tally}")
    assert 0.2 < tally.count("illegal") / tally.total < 0.6


def test_a_disagreement_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself, on a model that takes every token for an active one."""
    monkeypatch.setattr(End, "_judge_progress", lambda *_: (set[str](), False, False))
    with pytest.raises(AssertionError, match="progress.*legal, but"):
        for game in range(GAMES):
            play(SEED * 1_000_000 + game, soak.LENGTH, Tally(), SEED)


def test_gaps_are_seen() -> None:
    tally = Tally()
    gaps = missing(tally)
    assert len([gap for gap in gaps if "was never broken" in gap]) == 2 * len(RULES) - len(NEVER_LOCAL) - len(NEVER_REMOTE)
    for rule_id in RULES:
        tally.local[rule_id] = tally.remote[rule_id] = 1
    waived = [f"{side} {rule_id}" for side, rows in (("local", NEVER_LOCAL), ("remote", NEVER_REMOTE)) for rule_id in rows]
    assert [gap for gap in missing(tally) if "is waived" in gap] == [f"{each} is waived, and came up" for each in waived]


def test_all_revision_pairs_can_come_up() -> None:
    """Every set of revisions is dealt to either side."""
    dealt = [Steps(random.Random(number).choice, Tally(), SEED).spoken for number in range(2_000)]
    for side in tables.SIDES:
        assert len({each[side] for each in dealt}) == 31


@pytest.mark.parametrize("revision", tables.REVISIONS)
def test_tables_are_the_facts(revision: str) -> None:
    if not FACTS.is_dir():
        pytest.skip("../shared/facts is not beside this checkout")
    facts = tomli.loads((FACTS / f"{revision}.toml").read_text("utf-8"))
    told: dict[str, tuple[str, str]] = {}
    for row in facts["request"]:
        receiver = row["required_receiver_capability"]
        told[row["method"]] = (row["sender"], receiver)
        assert row["cancellable"] == (row["method"] != "initialize")
        assert row.get("task_augmentable", False) == (revision == tables.TASKS and row["method"] in tables.TASK_NEEDS)
    for row in facts["notification"]:
        told[row["method"]] = (row["sender"], row["required_capability"])
    ours = {name: (row.sender, row.need.partition(":")[2]) for name, row in tables.methods(revision).items()}
    assert ours == told
    asking = {row["method"] for row in facts["request"] if row.get("may_answer_input_required")}
    assert asking == (set(tables.ASKING) if revision == tables.MODERN else set())
    assert {row["method"] for row in facts.get("embedded_request", [])} <= set(tables.EMBEDDED)
    paths: dict[str, Any] = {side: {row["path"]: row["type"] for row in facts["capabilities"][side]} for side in tables.SIDES}
    for side, listed in (("client", tables.CLIENT_PATHS), ("server", tables.SERVER_PATHS)):
        known = {path: kind for path, kind in paths[side].items() if path in listed}
        assert {path for path, kind in known.items() if kind == "boolean"} == {p for p in known if tables.is_flag(p)}
