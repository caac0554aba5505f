"""Every keyword of 2020-12 is kept exactly, compared with `jsonschema`, or refused with an erratum that lets it in."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import mcp_bindings as mb
from tests.hostile.modules import Compiled

TEXT: dict[str, Any] = {"type": "string"}
NAMED: dict[str, Any] = {"type": "object", "properties": {"a": TEXT}}
"""Parts of the schemas below."""

KEPT: dict[str, Any] = {
    "ClosedPair": {"type": "array", "prefixItems": [TEXT, {"type": "integer"}], "items": False},
    "ShortClosedPair": {"type": "array", "prefixItems": [TEXT, TEXT], "items": False, "maxItems": 1},
    "NoItems": {"type": "array", "items": False},
    "NoItemsUntyped": {"items": False},
    "Nothing": {"not": {}},
    "NothingByFalse": False,
    "WithoutMember": {"type": "object", "properties": {"a": False, "b": {"not": {}}, "c": TEXT}},
    "NeedsNothing": {"type": "object", "properties": {"a": False}, "required": ["a"]},
    "TextOrNothing": {"anyOf": [TEXT, False, {"$ref": "#/$defs/Nothing"}]},
    "OneOfNothing": {"oneOf": [TEXT, {"$ref": "#/$defs/NothingByFalse"}]},
    "ConstantObject": {"const": {"a": 1, "b": [True, None]}},
    "ConstantEmpty": {"const": {}},
    "ConstantArray": {"const": [1, {"a": "x"}]},
    "ConstantEmptyArray": {"type": "array", "const": []},
    "ConstantsMixed": {"enum": ["x", 1, {"a": 1}, [1], None]},
    "ConstantBesideType": {"type": "object", "const": {"a": 1}, "properties": {"a": {"type": "integer"}}},
    "UnsignedOf64Bits": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
    "SignedOf64Bits": {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1},
    "LargeNumber": {"type": "number", "exclusiveMaximum": 1e300, "minimum": -(2**70)},
    "Closed": {**NAMED, "unevaluatedProperties": False},
    "ClosedByParts": {"allOf": [NAMED, {"properties": {"b": TEXT}}], "unevaluatedProperties": False},
    "ClosedReference": {"$ref": "#/$defs/Open", "properties": {"c": TEXT}, "unevaluatedProperties": False},
    "UnevaluatedTexts": {"$ref": "#/$defs/Open", "unevaluatedProperties": TEXT},
    "UnevaluatedBesideAny": {**NAMED, "additionalProperties": TEXT, "unevaluatedProperties": False},
    "UnevaluatedBesideRequired": {**NAMED, "anyOf": [{"required": ["a"]}, True], "unevaluatedProperties": False},
    "UnevaluatedItems": {"type": "array", "prefixItems": [TEXT], "unevaluatedItems": False},
    "UnevaluatedItemsOfParts": {
        "type": "array",
        "allOf": [{"prefixItems": [True, TEXT]}],
        "unevaluatedItems": {"type": "null"},
    },
    "UnevaluatedBesideItems": {"type": "array", "items": TEXT, "unevaluatedItems": False},
    "Dependent": {"type": "object", "dependentSchemas": {"a": {"required": ["b"]}, "c": False}},
    "DependentUntyped": {"dependentSchemas": {"a": {"properties": {"b": TEXT}}}},
    "Open": {"type": "object", "properties": {"a": TEXT, "b": {}}},
    "BesideReference": {"$ref": "#/$defs/Open", "properties": {"c": {"not": {}}}, "required": ["a"]},
    "ShortReference": {"$ref": "#/$defs/Text", "minLength": 2},
    "Text": {"$dynamicAnchor": "text", **TEXT},
    "Dynamic": {"type": "object", "properties": {"a": {"$dynamicRef": "#text"}, "b": {"$ref": "#named"}}},
    "Anchored": {"$anchor": "named", "type": "integer"},
    "UntypedMembers": {"properties": {"a": TEXT}, "required": ["a"]},
    "UntypedLength": {"minLength": 2},
    "UntypedBound": {"maximum": 3},
    "UntypedItems": {"items": TEXT, "minItems": 1},
    "UntypedInObject": {"type": "object", "properties": {"a": {"minItems": 1, "uniqueItems": True}}},
    "UntypedOfDefinitions": {
        "type": "object",
        "additionalProperties": {"properties": {"a": {"$ref": "#/$defs/Closed"}}},
    },
}
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 1.0, 2.5, 3, 4, -1, "", "x", "xy", [], {}, [1], ["x"], [["x"]], [None]),
    *(["x", 1], ["x", 1, 1], ["x", "y"], ["x", "y", None], ["x", "y", "z"], [1, 1], [1, {"a": "x"}], [1, {"a": 1}]),
    *({"a": "x"}, {"a": 1}, {"a": 1.0}, {"a": True}, {"b": "x"}, {"c": "x"}, {"c": 1}, {"a": "x", "b": "y"}),
    *({"a": "x", "b": 1}, {"a": "x", "c": "y"}, {"a": "x", "d": 1}, {"a": "x", "b": "y", "c": "z"}, {"d": "x"}),
    *({"a": 1, "b": [True, None]}, {"a": 1, "b": [1, None]}, {"b": [True, None], "a": 1}, {"a": []}, {"a": [1, 1.0]}),
    *({"x": {"a": {"a": "x"}}}, {"x": {"a": {"b": "x"}}}, {"x": {"a": {"a": "x", "d": 1}}}, {"a": {"a": "x"}}),
    *(2**63, 2**63 - 1, 2**64, 2**64 - 1, 2**64 + 1, -(2**63), -(2**63) - 1, -(2**70), -(2**70) - 1, 10**299, 10**400),
    *(float(2**63), float(-(2**63)), float(2**64), 1e300, -1e300, 1.5e299, 9007199254740993),
]


@pytest.fixture(scope="module")
def compiled() -> Any:
    with Compiled({"$defs": KEPT}) as found:
        yield found


@pytest.mark.parametrize("name", KEPT)
def test_kept_exactly(compiled: Compiled, name: str) -> None:
    reference: Any = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": KEPT})
    codec, check = compiled.codec(name), compiled.checks(name)
    expected = [reference.is_valid(value) for value in VALUES]
    assert [check(value) for value in VALUES] == expected
    for value, is_valid in zip(VALUES, expected, strict=True):
        text = json.dumps(value)
        try:
            found = codec.encode(codec.decode(text))
        except mb.DecodeError:
            assert not is_valid, text
            assert codec.findings(value), text
        else:
            assert is_valid, text
            assert json.loads(found) == value
