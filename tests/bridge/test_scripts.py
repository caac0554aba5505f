"""Random scripts, few of them; `python -m tests.soak bridge_scripts` is the long run."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import pytest

from mcp_bindings.session.input_rounds import InputRound, InputRounds
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.seed import SEED
from tests.soak.bridge import WAYS
from tests.soak.bridge_scripts import PROGRAM, missing, play
from tests.soak.program import one_by_one
from tests.soak.tally import Tally

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced

STEP = 7
"""Of so many ways one is played; the number of ways has no such divisor."""


def test_nothing_is_refused_that_a_server_itself_does_not_refuse() -> None:
    tally = one_by_one(play, (SEED, range(0, len(WAYS), STEP)))
    assert tally.failures == []
    assert [each for each in missing(tally) if each.startswith("no ")] == []
    assert PROGRAM.is_numbered


@contextmanager
def taking_the_first() -> Generator[None]:
    """A retry continues the first of equal rounds."""

    def forget(_rounds: InputRounds, _round: InputRound) -> None:
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InputRounds, "prefer_round", forget)
        yield


def test_a_bridge_that_refuses_more_is_noticed() -> None:
    concerned = [number for number, way in enumerate(WAYS) if way[0] in HANDSHAKE and way[1] in PER_REQUEST]
    tally = Tally()
    with taking_the_first():
        for number in concerned:
            play(SEED, number, tally)
    assert tally.failed, len(concerned)
