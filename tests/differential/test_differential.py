"""Every definition of every revision against the reference validator.

`python -m tests.soak differential` is the long run.
"""

from __future__ import annotations

import json

import pytest

import mcp_bindings as mb
from tests.differential import check
from tests.seed import SEED
from tests.soak.differential import Task, tasks, try_definition
from tests.soak.tally import Tally

# Random runs: tracing their lines would take longer than running them, and the other tests reach the same lines.
pytestmark = pytest.mark.untraced

TOTAL = 8_000

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
    counts = [task.documents for task in tasks(TOTAL, SEED)]
    assert sum(counts) >= TOTAL
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_agrees_with_reference(revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    work = [task for task in tasks(TOTAL, SEED) if task.revision == revision]
    tally = Tally()
    for task in work:
        tally.add(try_definition(task))
    with capsys.disabled():
        print(f"\n{revision}, MCP_SEED={SEED}: {tally}")
    examples = "\n".join(str(check.minimal(failure)) for failure in tally.failures)
    assert tally.failed == 0, f"MCP_SEED={SEED}\n{examples}"
    assert 0.3 < tally.total("valid") / tally.total("documents") < 0.8, "a fair mix of valid and invalid"


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_definitions_are_those_of_the_schema(revision: str) -> None:
    assert list(mb.revision(revision).definitions) == list(check.schema(revision)["$defs"])


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_number_notations(revision: str) -> None:
    """`1e3` is the integer 1000; Python writes no float that way, so the generator cannot."""
    tally = Tally()
    for definition, template in PLACES:
        if definition in check.schema(revision)["$defs"]:
            for number in NUMBERS:
                check.check_text(revision, definition, template.replace("%s", number), f"notation {number}", tally)
    assert tally.total("documents") > 2 * len(NUMBERS)
    assert tally.failed == 0, "\n".join(map(str, tally.failures))


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize("depth", [50, 95])
def test_depth(revision: str, depth: int) -> None:
    """Free-form members a hundred levels deep, in and out."""
    tally = Tally()
    for opening, closing, levels in (("[", "]", 1), ('{"a":', "}", 1), ('[{"z":1,"a":', "}]", 2)):
        times = depth // levels
        chain = f"{opening * times}null{closing * times}"
        check.check_text(revision, "Result", f'{{"resultType":"x","n":{chain},"_meta":{{"n":{chain}}}}}', "deep", tally)
    assert (tally.total("valid"), tally.failed) == (tally.total("documents"), 0), "\n".join(map(str, tally.failures))


def test_a_definition_without_codec_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def codec(self: mb.Revision, definition: str) -> None:
        raise KeyError(definition)

    monkeypatch.setattr(mb.Revision, "codec", codec)
    tally = try_definition(Task(mb.LATEST, "Tool", 5, SEED))
    assert (tally.total("documents"), tally.total("crashes")) == (5, 5)


def test_a_disagreement_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
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
    tally = Tally()
    check.check_text(mb.LATEST, "JSONRPCRequest", "[1]", "", tally)
    assert (tally.total("false accepts"), tally.total("crashes")) == (1, 1)
    check.check_text(mb.LATEST, "Result", '{"resultType": "x", "b": 1}', "", tally)
    kinds = ("round-trip losses", "false rejects", "changed inputs", "crashes")
    assert [tally.total(kind) for kind in kinds] == [1, 1, 1, 2]
    assert tally.failures[-1].where[0] == mb.LATEST
    assert tally.failed == 6
