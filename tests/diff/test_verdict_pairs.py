"""The pairs of schemas with known verdicts, before they judge the search."""

from __future__ import annotations

from tests.diff.sides import SchemaValidator
from tests.diff.verdict_pairs import DEFINITION, schema_pair
from tests.seed import SEED


def test_a_witness_is_a_document_of_the_old_side_alone() -> None:
    pairs = [schema_pair(SEED, number) for number in range(400)]
    lossy = [pair for pair in pairs if pair.witness is not None]
    assert len(lossy) == len(pairs) / 2
    for pair in lossy:
        assert pair.witness is not None
        assert SchemaValidator(pair.old).accept(DEFINITION, pair.witness[0]), pair
        assert not SchemaValidator(pair.new).accept(DEFINITION, pair.witness[0]), pair
