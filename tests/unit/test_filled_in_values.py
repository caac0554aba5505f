"""The values that constructors fill in: for each result of a request that can have them."""

from __future__ import annotations

from mcp_bindgen.ingest.protocol import Default, complete_method_facts
from mcp_bindgen.ir.defaults import values_to_fill_in
from mcp_bindgen.ir.methods import method_table, sent_methods
from tests.unit.tiny import STRING, record, ref, tiny

ROW = Default("Result", "resultType", "the result is final", ("page",), value='"complete"', older_peer=True)


def test_each_alternative_that_can_have_a_value_gets_it() -> None:
    results = {
        "DoneResult": record("resultType", resultType={"$ref": "#/$defs/Kind"}),
        "PlainResult": record("resultType", resultType=STRING),
        "LaterResult": record("resultType", resultType={"type": "string", "const": "later"}),
        "InputRequiredResult": record("resultType", resultType=STRING),
    }
    spec = tiny(
        {
            **results,
            "Kind": {"type": "string", "enum": ["complete", "partial"]},
            "DoRequest": record(
                "method id jsonrpc", method={"type": "string", "const": "do"}, id=STRING, jsonrpc=STRING
            ),
            "DoResultResponse": record(result={"anyOf": [ref(name) for name in results]}),
            "ClientRequest": {"anyOf": [ref("DoRequest")]},
        }
    )
    table = method_table(spec, complete_method_facts((), sent_methods(spec)), where="tiny")
    assert set(table[0].results) == set(results)
    found = values_to_fill_in(spec, table, [ROW])
    complete = {"resultType": "complete"}
    assert {name: value for name, value in found.items() if value} == {"DoneResult": complete, "PlainResult": complete}
