"""The pairs of schemas with known verdicts, before they judge the search."""

from __future__ import annotations

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.containment.shapes import Scope, TypeRef
from mcp_bindgen.diff.schema.side import compared_schemas
from mcp_bindgen.ir.types import Ref
from tests.diff.rendering import ROOT, rendered
from tests.diff.sides import SchemaValidator, bare
from tests.diff.verdict_pairs import DEFINITION, schema_pair
from tests.seed import SEED
from tests.soak import diff_soundness
from tests.soak.diff_verdicts import PROGRAM
from tests.soak.tally import Tally


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


def test_a_shape_written_as_a_schema_keeps_its_conditions() -> None:
    """Else documents that a side refuses would be tried as documents of this side."""
    for pair in [schema_pair(SEED, number) for number in range(1, 200, 2)]:
        assert pair.witness is not None
        for document, accepted in ((pair.old, True), (pair.new, False)):
            spec = bare(document, "side").spec
            shape = TypeRef(Scope(spec.by_name()), Ref(spec.definitions[DEFINITION]))
            assert SchemaValidator(rendered(shape)).accept(ROOT, pair.witness[0]) == accepted, pair


def test_documents_contradict_no_safe_verdict() -> None:
    tally = Tally()
    for number in range(40):
        pair = schema_pair(SEED, number)
        old, new = bare(pair.old, "old"), bare(pair.new, "new")
        changes, found = make_report(old, new).changes, compared_schemas(old.spec, new.spec, ())
        diff_soundness.check_changes(changes, found, 10, SEED, tally, f"pair {number}: {pair.kind}")
    assert tally.failures == [], f"MCP_SEED={SEED}"
    assert tally.total("safe verdicts") > 20
