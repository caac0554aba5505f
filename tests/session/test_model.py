"""The sessions compared with the model, and the model's tables compared with the facts.

`python -m tests.soak sessions` is the long run.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from mcp_bindings.session import RULES
from mcp_bindings.session.notification_rules import NotificationRules
from mcp_bindings.session.state import SessionState
from tests.facts import facts_of
from tests.seed import SEED
from tests.session import tables
from tests.session.model import End
from tests.session.one_sided import never_broken
from tests.session.steps import WEIGHTS, Steps
from tests.session.world import count_of
from tests.soak.program import MAX_FAILURES, one_by_one
from tests.soak.sessions import PROGRAM, missing, play
from tests.soak.tally import Tally

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced

T = TypeVar("T")

EXAMPLES, LENGTH = 15, 40
GAMES = 30

TALLY = Tally()


class Machine(RuleBasedStateMachine):
    """Hypothesis makes the choices, so that it can shrink a failing run to few steps."""

    steps: Steps

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        def choose(options: Sequence[T]) -> T:
            return data.draw(st.sampled_from(options))

        self.steps = Steps(choose, TALLY, SEED)

    @rule(kind=st.sampled_from([kind for kind, weight in WEIGHTS.items() for _ in range(weight)]))
    def step(self, kind: str) -> None:
        self.steps.take_step(kind)

    def teardown(self) -> None:
        if hasattr(self, "steps"):
            self.steps.drain()


def test_session_and_model_agree_on_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    how = settings(
        max_examples=EXAMPLES,
        stateful_step_count=LENGTH,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example),
    )
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED}", end=" ")
    run_state_machine_as_test(seed(SEED)(Machine), settings=how)
    with capsys.disabled():
        print(TALLY.total("steps"), "steps")
    assert TALLY.total("steps") > EXAMPLES * LENGTH / 2


def play_some(tally: Tally) -> None:
    """A short version of the long run."""
    for game in range(GAMES):
        play(SEED, game, tally)


def test_random_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A substantial share of the steps is illegal."""
    tally = Tally()
    play_some(tally)
    assert tally.failures == []
    with capsys.disabled():
        print(f"\nMCP_SEED={SEED} {tally.total('steps')} steps")
    assert 0.2 < count_of(tally, "illegal") / tally.total("steps") < 0.5


def blind(*_: object) -> tuple[set[str], bool, bool]:
    return set(), False, False


def lenient(*_: object) -> None:
    return None


@pytest.mark.parametrize(
    ("broken", "name", "instead", "expected"),
    [
        (End, "_judge_progress", blind, r"progress.* is legal, but|legal, but .*progress"),
        (
            NotificationRules,
            "record_cancellation",
            lenient,
            r"cancel.* breaks .*, but passes|holds .*, its model |^<Notification notifications/cancelled>",
        ),
        (SessionState, "_find_reason_to_ignore_answer", lenient, r"answer.* breaks .*, but passes"),
    ],
    ids=["the model", "cancelling in the session", "answers in the session"],
)
def test_a_disagreement_is_detected(
    broken: type, name: str, instead: Callable[..., object], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either the session or the model forgets a rule."""
    monkeypatch.setattr(broken, name, instead)
    tally = Tally()
    play_some(tally)
    assert any(re.search(expected, failure.what) for failure in tally.failures), tally.failures


def test_a_long_run_counts_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = PROGRAM.run(6, SEED)
    assert (tally.total("games"), tally.failed) == (6, 0)
    assert any("was never broken" in each for each in PROGRAM.bars(tally)), "so few steps leave gaps"
    monkeypatch.setattr(SessionState, "_find_reason_to_ignore_answer", lenient)
    tally = one_by_one(play, (SEED, range(GAMES)))
    assert tally.failed == MAX_FAILURES, "then the part ends"
    failure = tally.failures[-1]
    assert "but passes" in failure.what
    number = int(failure.where[0].split()[1])
    assert PROGRAM.run(1, SEED, start=number).failures == [failure], "a game is repeated by its number"


def test_gaps_in_the_coverage_are_reported() -> None:
    tally = Tally()
    never = [(side, each) for side in ("local", "remote") for each in sorted(never_broken(side))]
    assert never
    assert len([gap for gap in missing(tally) if "was never broken" in gap]) == 2 * len(RULES) - len(never)
    assert len([gap for gap in missing(tally) if "never agreed" in gap]) == 25 + 10
    assert len([gap for gap in missing(tally) if "extension" in gap]) == 5 + 4
    for each in RULES:
        tally.count("broken", "local", each)
        tally.count("broken", "remote", each)
    wrong = [gap for gap in missing(tally) if "came up" in gap]
    assert sorted(wrong) == sorted(f"{side} {each} is in one_sided.toml, and came up" for side, each in never)


def test_all_revision_pairs_can_occur() -> None:
    """Either side can get every set of revisions."""
    dealt = [Steps(random.Random(number).choice, Tally(), SEED).spoken for number in range(2_000)]
    assert len({each["client"] for each in dealt}) == len({each["server"] for each in dealt}) == 31


@pytest.mark.parametrize("revision", tables.REVISIONS)
def test_the_tables_agree_with_the_facts(revision: str) -> None:
    facts = facts_of(revision)
    describe: dict[str, tuple[str, str]] = {}
    for row in facts["request"]:
        receiver = row["required_receiver_capability"]
        describe[row["method"]] = (row["sender"], receiver)
        assert row["cancellable"] == (row["method"] != "initialize")
        assert row.get("task_augmentable", False) == (revision == tables.TASKS and row["method"] in tables.TASK_NEEDS)
    for row in facts["notification"]:
        describe[row["method"]] = (row["sender"], row["required_capability"])
    ours = {name: (row.sender, row.need.partition(":")[2]) for name, row in tables.methods(revision).items()}
    assert ours == describe
    asking = {row["method"] for row in facts["request"] if row.get("may_answer_input_required")}
    assert asking == (set(tables.ASKING) if revision == tables.PER_REQUEST else set())
    assert {row["method"] for row in facts.get("embedded_request", [])} <= set(tables.EMBEDDED)
    paths: dict[str, Any] = {
        side: {row["path"]: row["type"] for row in facts["capabilities"][side]} for side in tables.SIDES
    }
    for side, listed in (("client", tables.CLIENT_PATHS), ("server", tables.SERVER_PATHS)):
        known = {path: kind for path, kind in paths[side].items() if path in listed}
        assert {path for path, kind in known.items() if kind == "boolean"} == {p for p in known if tables.is_flag(p)}
