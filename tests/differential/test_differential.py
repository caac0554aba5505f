"""Every definition of every revision against the reference validator. The soak is `check.py`."""

from __future__ import annotations

import json
import os

import pytest

import mcp_bindings as mb
from tests.differential import check

SEED = int(os.environ.get("MCP_SEED", check.SEED))
TOTAL = 20_000

NUMBERS = (
    *("0", "-0", "-0.0", "0.0", "1.0", "1e3", "1E3", "1e+3", "1.0e2", "10e-1", "15e-1", "1e-1", "1.50", "0e5"),
    *("9007199254740993", "9007199254740993.0", "18446744073709551616", "-9223372036854775809", "1e22", "1e300"),
    *("100000000000000000000000000000000000000001", "0.1e1", "5e-324", "1e-400"),
)
PLACES = (
    ("RequestId", "%s"),
    ("ProgressToken", "%s"),
    ("JSONRPCRequest", '{"jsonrpc": "2.0", "id": %s, "method": "x", "params": {"n": %s}}'),
    ("ProgressNotificationParams", '{"progressToken": 1, "progress": %s, "total": %s}'),
    ("Annotations", '{"priority": %s}'),
    ("Error", '{"code": %s, "message": "", "data": [%s]}'),
    ("JSONObject", '{"n": %s}'),
)


def test_enough_is_tried() -> None:
    counts = [task.documents for task in check.tasks(TOTAL, SEED)]
    assert sum(counts) >= 20_000
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_agrees_with_reference(revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    work = [task for task in check.tasks(TOTAL, SEED) if task.revision == revision]
    tally = check.run(work, jobs=1)[revision]
    with capsys.disabled():
        print(f"\n{revision}, MCP_SEED={SEED}: {tally}")
    examples = "\n".join(str(failure.minimal()) for failure in tally.failures)
    assert tally.disagreements == 0, f"MCP_SEED={SEED}\n{examples}"
    assert 0.3 < tally.valid / tally.instances < 0.8, "a fair mix of valid and invalid"


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_definitions_are_those_of_the_schema(revision: str) -> None:
    assert list(mb.revision(revision).definitions) == list(check.schema(revision)["$defs"])


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_number_notations(revision: str) -> None:
    """`1e3` is the integer 1000; Python writes no float that way, so the generator cannot."""
    tally = check.Tally()
    for definition, template in PLACES:
        if definition in check.schema(revision)["$defs"]:
            for number in NUMBERS:
                check.check_text(revision, definition, template.replace("%s", number), f"notation {number}", tally)
    assert tally.instances > 2 * len(NUMBERS)
    assert tally.disagreements == 0, "\n".join(map(str, tally.failures))


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize("depth", [50, 95])
def test_depth(revision: str, depth: int) -> None:
    """Free-form members a hundred levels deep, in and out."""
    tally = check.Tally()
    for opening, closing, levels in (("[", "]", 1), ('{"a":', "}", 1), ('[{"z":1,"a":', "}]", 2)):
        times = depth // levels
        chain = f"{opening * times}null{closing * times}"
        check.check_text(revision, "Result", f'{{"resultType":"x","n":{chain},"_meta":{{"n":{chain}}}}}', "deep", tally)
    assert (tally.valid, tally.disagreements) == (tally.instances, 0), "\n".join(map(str, tally.failures))


def test_a_definition_without_codec_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def codec(self: mb.Revision, definition: str) -> None:
        raise KeyError(definition)

    monkeypatch.setattr(mb.Revision, "codec", codec)
    tally = check.run([check.Task(mb.LATEST, "Tool", 5, SEED)], jobs=1)[mb.LATEST]
    assert (tally.instances, tally.crashes) == (5, 5)


def test_a_disagreement_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself, on a codec that is wrong about everything."""

    class Wrong:
        def decode(self, data: str | bytes) -> object:
            return json.loads(data)

        def decode_value(self, value: dict[str, object]) -> object:
            value["jsonrpc"] = "3.0"
            raise mb.DecodeError("JSONRPCRequest", [])

        def encode(self, value: dict[str, object]) -> bytes:
            return json.dumps(dict(reversed(value.items()))).encode()

        def findings(self, value: object) -> list[object]:
            raise RuntimeError("broken")

    def codec(self: mb.Revision, definition: str) -> Wrong:
        return Wrong()

    monkeypatch.setattr(mb.Revision, "codec", codec)
    tally = check.Tally()
    check.check_text(mb.LATEST, "JSONRPCRequest", "[1]", "", tally)
    assert (tally.false_accepts, tally.crashes) == (1, 1)
    check.check_text(mb.LATEST, "Result", '{"resultType": "x", "b": 1}', "", tally)
    assert (tally.round_trip_losses, tally.false_rejects, tally.changed_inputs, tally.crashes) == (1, 1, 1, 2)
    assert tally.failures[-1].revision == mb.LATEST
    assert tally.disagreements == 6
