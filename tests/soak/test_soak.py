"""The command of the long programs, and the tally that all of them fill."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from mcp_bindings.limits import DEFAULT
from tests.soak import floods, growth, worst_texts
from tests.soak.__main__ import main
from tests.soak.flood_shapes import SHAPES, Side
from tests.soak.program import Program, in_chunks
from tests.soak.tally import SHOWN, SHOWN_ALIKE, Failure, Tally


def count_numbers(part: tuple[int, range]) -> Tally:
    """Return a program that fails on every tenth number."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        tally.count("numbers", "odd" if number % 2 else "even")
        tally.measure("as a number", number)
        if number % 10 == 9:
            tally.fail(Failure("nines", "it ends in 9", (f"number {number} of seed {seed}",), str(number)))
    return tally


def raise_error(part: tuple[int, range]) -> Tally:
    raise KeyError(part)


def never_reached(_: Tally) -> Iterator[str]:
    yield "no number was negative"


COUNTING = Program("counts", "numbers", 8, in_chunks(3), count_numbers, is_numbered=True)


@pytest.mark.slow
def test_parts_add_up_in_any_number_of_processes() -> None:
    alone, apart = COUNTING.run(20, 7), COUNTING.run(20, 7, jobs=2)
    assert alone == apart
    assert (alone.total("numbers"), alone.parts("numbers"), alone.failed) == (20, {"even": 10, "odd": 10}, 2)
    assert alone.peaks == {"as a number": 19}
    assert [each.document for each in alone.failures] == ["9", "19"]
    assert COUNTING.run(1, 7, start=19).failures == alone.failures[1:], "an item is repeated by its number"


@pytest.mark.slow
def test_an_exception_in_another_process_ends_the_run() -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        replace(COUNTING, run_part=raise_error).run(20, 7, jobs=2)


def test_each_part_is_reported_at_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def end_early(part: tuple[int, range]) -> Tally:
        if 3 in part[1]:
            raise KeyboardInterrupt
        return count_numbers(part)

    monkeypatch.setattr("tests.soak.__main__.PROGRAMS", {"counting": replace(COUNTING, run_part=end_early)})
    with pytest.raises(KeyboardInterrupt):
        main(["counting", "--seed", "3", "--jobs", "1"])
    assert capsys.readouterr().err == "part 1 of 3: 3 numbers: even 2, odd 1; at most 2.00 as a number; 0 failures\n"


def test_few_failures_are_kept_and_all_are_counted() -> None:
    tally, other = Tally(), Tally()
    for number in range(SHOWN_ALIKE + 3):
        other.fail(Failure("alike", f"again {number}", ("a", "b", str(number))))
    for number in range(SHOWN + 3):
        tally.fail(Failure("different", "", (str(number),)))
    assert (len(tally.failures), len(other.failures)) == (SHOWN, SHOWN_ALIKE)
    other.add(tally)
    assert (other.failed, len(other.failures)) == (SHOWN + SHOWN_ALIKE + 6, SHOWN)
    assert other.total("alike") == SHOWN_ALIKE + 3


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    never = replace(COUNTING, bars=never_reached)
    monkeypatch.setattr("tests.soak.__main__.PROGRAMS", {"counting": COUNTING, "never": never})
    assert main(["counting", "--seed", "3", "--jobs", "1"]) == 0, "the first eight numbers are fine"
    told = capsys.readouterr().out
    assert "seed 3, 8 numbers, 1 jobs" in told
    assert "8 numbers: even 4, odd 4\nat most 7.00 as a number\n0 failures" in told
    assert main(["--seed", "3", "--jobs", "1"]) == 1, "without names, all run"
    told = capsys.readouterr().out
    assert "- no number was negative" in told
    assert "failed with seed 3: never" in told
    assert main(["counting", "--seed", "3", "--jobs", "1", "--count", "10"]) == 1
    assert "- nines: it ends in 9\n    number 9 of seed 3\n    9" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "no program is called 'nothing'; there are differential"),
        (["differential", "--start", "5"], "the items of differential have no numbers"),
        (["--start", "5"], "needs the name of a program"),
    ],
)
def test_wrong_arguments(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert message in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.untraced
def test_a_worst_text_is_compared_with_the_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    case = worst_texts.Case("a text cut off", "strict", fits=True)
    data = worst_texts.build(worst_texts.texts()[case.text], fits=True)
    assert 0.95 * DEFAULT.max_containers < worst_texts.containers(data) <= DEFAULT.max_containers
    tally = worst_texts.measure(case)
    assert (tally.failed, tally.parts("readings")) == (0, {"strict": 1})
    assert any(str(case) in line for line in worst_texts.table(tally))
    monkeypatch.setattr(worst_texts, "SECONDS", 0.0)
    assert [failure.kind for failure in worst_texts.measure(case).failures] == ["above the bar"]
    monkeypatch.setattr(worst_texts, "WAIVED", {str(case): "for this test"})
    assert worst_texts.measure(case).failed == 0


def cost(size: int, change: str) -> floods.Cost:
    made = floods.Cost(size / 1_000_000, 0.1, size, 1_000_000, 1_000_000)
    changed = {
        "": made,
        "quadratic time": made._replace(seconds=made.seconds**2),
        "quadratic memory": made._replace(peak=made.peak**2 // 10**6),
        "much memory": made._replace(peak=10**10),
        "a long turn": made._replace(turn=0.3),
        "growth": made._replace(end=3_000_000),
    }
    return changed[change]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("", ""),
        ("quadratic time", "the exponent of time is 2.00"),
        ("quadratic memory", "the exponent of memory is 2.00"),
        ("much memory", "MiB are traced"),
        ("a long turn", "a turn of the loop takes 0.30 s"),
        ("growth", "1000000 bytes are held in the middle, 3000000 at the end"),
    ],
)
def test_a_flood_is_compared_with_the_bars(change: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(part: floods.Part, size: int, *, is_traced: bool = False, beside: int = 0) -> tuple[floods.Cost, None]:
        return cost(size * 8, change), None

    def leave(level: int) -> None: ...

    monkeypatch.setattr(floods, "run", run)
    monkeypatch.setattr(logging, "disable", leave)
    tally = floods.measure(("client", "stdio", "pings", 4 * 1024 * 1024))
    assert [fault in each.what for each in tally.failures] == ([True] if fault else [])
    assert any(line.startswith("client stdio: pings") for line in floods.table(tally))


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("side", SHAPES)
def test_a_flood_leaves_nothing_behind_and_others_are_answered(side: Side) -> None:
    names = list(SHAPES[side])
    assert len(names) >= 20
    size = 16 * 1024
    for kind, name in zip(("stdio", "http") if side == "server" else ("stdio",), names, strict=False):
        found, others = floods.run((side, kind, name, size), size, is_traced=True, beside=floods.BESIDE)
        assert 0 < found.middle <= found.peak < floods.TIMES * floods.BOUNDS[side]
        assert found.end < found.middle + floods.SLACK
        if others is not None:
            assert len(others.answered) == floods.BESIDE
            assert all(others.answered)
            assert others.refused == 0


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("power", "parser", "failed"),
    [(1, 1, 0), (1.5, 1, 1), (1.5, 1.4, 0), (2, 1.4, 1)],
    ids=["linear", "alone", "alike", "both"],
)
def test_growth_is_compared_with_that_of_the_parser(
    power: float, parser: float, failed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cost(build: Any, size: int, runs: int = 1) -> growth.Cost:
        return growth.Cost((size / growth.UNITS[0]) ** (parser if build.func is growth.parsing else power), 0)

    case = "findings: a late duplicate"
    monkeypatch.setattr(growth, "once", cost)
    monkeypatch.setattr(growth, "keep_memory", lambda: None)
    tally = growth.measure(case)
    assert tally.failed == failed
    assert tally.peaks[f"exponent of time in {case}"] == pytest.approx(power)
    assert any(line.startswith(case) and f"{power:.2f}" in line for line in growth.table(tally))
