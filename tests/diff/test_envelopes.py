"""Messages are compared as they are sent: each in the envelope of its revision."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.containment.acceptance import accepts
from mcp_bindgen.diff.containment.shapes import Scope, TypeRef
from mcp_bindgen.diff.schema.envelopes import envelope_names, sent_types
from mcp_bindgen.diff.types import Change
from mcp_bindgen.ir.types import Ref, SpecRevision
from tests.diff.rendering import ROOT, rendered
from tests.diff.sides import RELEASED, SchemaValidator, bare, between, completed_by, pinned, sent
from tests.differential.instances import Generator

SEED = 20261121
DOCUMENTS = 25
SAFE = ("safe", "safe")

TEXT: dict[str, Any] = {"type": "string"}
ENVELOPE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": ["string", "integer"]},
        "method": TEXT,
        "params": {"type": "object", "properties": {"_meta": {"type": "object", "properties": {"token": TEXT}}}},
    },
    "required": ["id", "method"],
}


def message(params: Any = None, **members: Any) -> dict[str, Any]:
    """A request definition that requires more than its parameters."""
    properties = {"method": {"const": "do"}, **members}
    required = list(properties)
    return {"type": "object", "properties": properties | ({"params": params} if params else {}), "required": required}


def schema(request: Any, envelope: Any = None) -> dict[str, Any]:
    definitions = {"DoRequest": request, "ClientRequest": {"$ref": "#/$defs/DoRequest"}}
    return {"$defs": definitions | {"JSONRPCRequest": envelope or ENVELOPE}}


def wire(change: Change) -> tuple[str, str]:
    return change.verdict.old_to_new, change.verdict.new_to_old


def changes(old: Any, new: Any) -> dict[str, Change]:
    """The changes of `DoRequest`, by summary."""
    found = make_report(bare(old, "old"), bare(new, "new")).changes
    return {change.summary: change for change in found if change.delta.place.definition.startswith("DoRequest")}


def test_writing_out_a_member_of_the_envelope_is_safe() -> None:
    params = {"type": "object", "properties": {"x": TEXT}}
    meta = {"_meta": {"type": "object", "properties": {"token": TEXT}}}
    old = message(params)
    new = message({**params, "properties": {"x": TEXT, **meta}}, id={"type": ["string", "integer"]})
    for one, other in ((old, new), (new, old)):
        found = changes(schema(one), schema(other))
        assert len(found) == 2
        assert {wire(change) for change in found.values()} == {SAFE}
        assert all("(the JSON-RPC envelope " in summary for summary in found)
    (required,) = [change for change in changes(schema(old), schema(new)).values() if change.delta.subject == "id"]
    assert (required.verdict.python, required.severity) == ("breaking", "breaking")


def test_without_an_envelope_the_definition_alone_is_compared() -> None:
    old, new = ({"$defs": {"DoRequest": request}} for request in (message(), message(id=TEXT)))
    (found,) = changes(old, new).values()
    assert found.summary == "`DoRequest` now requires `id`, a new member."
    assert wire(found) == ("breaking", "safe")


def test_a_requirement_beyond_the_envelope_is_reported() -> None:
    found = changes(schema(message()), schema(message(id=TEXT)))
    (change,) = found.values()
    assert change.summary == "`DoRequest` now requires `id`, a new member (the JSON-RPC envelope already had it)."
    assert wire(change) == ("breaking", "safe")
    ((_, witness),) = change.witnesses
    assert witness.document == {"id": 0, "method": "do"}


def test_the_side_that_rejects_by_the_envelope_alone_is_named() -> None:
    old = {"type": "object", "properties": {"x": TEXT}}
    new = {"type": "object", "properties": {"x": TEXT, "_meta": TEXT}}
    open_ = {**ENVELOPE, "properties": {"id": TEXT, "method": TEXT}}
    found = changes(schema(message(old)), schema(message(new), open_))
    (change,) = [change for change in found.values() if change.delta.subject == "_meta"]
    assert wire(change) == ("breaking", "breaking")
    witnesses = dict(change.witnesses)
    assert witnesses["old_to_new"].rejected_as == "DoRequest"
    assert witnesses["new_to_old"].rejected_as == "JSONRPCRequest"


def test_a_definition_that_is_not_a_message_has_no_envelope() -> None:
    holder = {"type": "object", "properties": {"inner": {"$ref": "#/$defs/DoRequest"}}}
    old, new = schema(message()), schema(message(id=TEXT))
    for side in (old, new):
        side["$defs"]["Holder"] = holder
    (change,) = changes(old, new).values()
    assert wire(change) == ("breaking", "safe")
    ((_, witness),) = change.witnesses
    assert witness.document == {"method": "do"}


@pytest.mark.parametrize("swapped", [False, True])
def test_a_message_of_one_revision_has_no_envelope_compared(*, swapped: bool) -> None:
    """It is not a message on the other side, so the envelope of neither side applies."""
    old, new = schema(message({"type": "object", "properties": {"x": TEXT}})), schema(message())
    new["$defs"]["DoRequest"]["properties"]["again"] = {"$ref": "#/$defs/DoRequest"}
    sides = (new, old) if swapped else (old, new)
    witnesses = [witness for change in changes(*sides).values() for _, witness in change.witnesses]
    assert witnesses
    assert all("id" not in witness.document for witness in witnesses if isinstance(witness.document, dict))


def test_a_member_with_another_name_beside_one_of_the_envelope() -> None:
    params = {"$ref": "#/$defs/Things"}
    old, new = schema({**message(params), "required": ["method", "params"]}), schema(message(paramsName=params))
    for side in (old, new):
        side["$defs"]["Things"] = {"type": "object", "properties": {"x": TEXT}, "required": ["x"]}
    (change,) = changes(old, new).values()
    assert change.rule == "FIELD_RENAMED"
    assert wire(change) == ("breaking", "breaking")


def test_released_messages_only_repeat_envelope_members() -> None:
    changes = {change.summary: change for change in between("2025-06-18", "2025-11-25").changes}
    for subject in ("id", "jsonrpc", "_meta"):
        found = [change for change in changes.values() if change.delta.subject == subject and change.methods]
        in_messages = [change for change in found if change.rule.startswith("FIELD_ADDED") and in_request(change)]
        assert in_messages
        assert {wire(change) for change in in_messages} == {SAFE}


def in_request(change: Change) -> bool:
    """Whether a change concerns a message or its parameters."""
    return change.delta.place.root.endswith(("Request", "Notification", "Params"))


def spec_of(name: str) -> SpecRevision:
    """The specification of a release, or of a schema made from it."""
    if name in RELEASED:
        return pinned(name).spec
    document = copy.deepcopy(dict(pinned("2025-06-18").spec.effective))
    definitions: Any = document["$defs"]
    EDITS[name](definitions)
    return bare(document, name).spec


def close(definitions: Any) -> None:
    definitions["JSONRPCRequest"]["additionalProperties"] = False
    definitions["JSONRPCNotification"]["properties"]["params"]["additionalProperties"] = {"type": "string"}


def narrow(definitions: Any) -> None:
    token = definitions["JSONRPCRequest"]["properties"]["params"]["properties"]["_meta"]["properties"]
    token["progressToken"] = {"type": "string", "maxLength": 3}
    definitions["JSONRPCRequest"]["properties"]["id"] = {"type": ["integer", "null"], "minimum": 2}
    definitions["CallToolRequest"]["properties"]["id"] = {"anyOf": [{"type": "number", "maximum": 4}, {"const": 7}]}
    definitions["PingRequest"]["properties"]["params"] = {"type": "object", "additionalProperties": {"type": "object"}}


def share(definitions: Any) -> None:
    definitions["CallToolRequestParams"] = definitions["CallToolRequest"]["properties"]["params"]
    definitions["CallToolRequest"]["properties"]["params"] = {"$ref": "#/$defs/CallToolRequestParams"}
    definitions["Long"] = {"type": "object", "properties": {"name": {"type": "string", "minLength": 2}}}
    definitions["Other"] = {"type": "object", "properties": {"arguments": {"type": "array"}}}
    definitions["JSONRPCRequest"]["properties"]["params"] = {
        "anyOf": [{"$ref": "#/$defs/Long"}, {"$ref": "#/$defs/Other"}]
    }


EDITS: dict[str, Callable[[Any], None]] = {
    "closed envelopes": close,
    "narrow envelopes": narrow,
    "params in two ways": share,
}


@pytest.mark.parametrize("name", [*RELEASED, *EDITS])
def test_a_message_must_match_its_definition_and_its_envelope(name: str) -> None:
    spec = spec_of(name)
    document: Any = spec.effective
    found = envelope_names(spec)
    verdicts, scope = SchemaValidator(sent(document, spec, found)), Scope(sent_types(spec, found))
    generator, wire_names = Generator(document, SEED), {python: wire for wire, python in spec.definitions.items()}
    seen = {True: 0, False: 0}
    assert found
    for message_name, envelope in found.items():
        shape, definition = TypeRef(scope, Ref(message_name)), wire_names[message_name]
        for instance in generator.instances(definition, DOCUMENTS):
            around = completed_by(instance.value, generator.valid(wire_names[envelope]))
            for value in (instance.value, around):
                verdict = verdicts.accept(definition, value)
                seen[verdict] += 1
                assert accepts(shape, value) == verdict, f"{name}, MCP_SEED={SEED}: {definition} {value}"
        written = rendered(shape)
        if name in RELEASED:
            for _ in range(DOCUMENTS):
                value = Generator(written, SEED).valid(ROOT)
                assert verdicts.accept(definition, value), f"{name}, MCP_SEED={SEED}: {definition} {value}"
    assert min(seen.values()) > len(found), seen
