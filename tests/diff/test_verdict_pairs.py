"""The pairs of schemas with known verdicts, before they judge the search."""

from __future__ import annotations

from tests.diff.sides import SchemaValidator
from tests.diff.verdict_pairs import DEFINITION, schema_pair
from tests.seed import SEED
from tests.soak.diff_verdicts import PROGRAM


def test_a_witness_is_a_document_of_the_old_side_alone() -> None:
    pairs = [schema_pair(SEED, number) for number in range(400)]
    lossy = [pair for pair in pairs if pair.witness is not None]
    assert len(lossy) == len(pairs) / 2
    for pair in lossy:
        assert pair.witness is not None
        assert SchemaValidator(pair.old).accept(DEFINITION, pair.witness[0]), pair
        assert not SchemaValidator(pair.new).accept(DEFINITION, pair.witness[0]), pair


def test_verdicts_are_right_and_most_are_decided() -> None:
    """A small part of `python -m tests.soak diff_verdicts`."""
    tally = PROGRAM.run(60, SEED)
    assert (tally.failures, list(PROGRAM.bars(tally))) == ([], [])
