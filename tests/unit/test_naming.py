"""Names: what each kind of wire name becomes, and that the result can always be used."""

from __future__ import annotations

import ast
import builtins
import keyword
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel

from mcp_bindgen import naming
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ir.types import ObjectType
from mcp_bindgen.render.imports import SOURCES
from mcp_bindings.wire.member_names import default_wire_name
from mcp_bindings.wire.model import WireModel
from tests.unit.tiny import SCHEMA, pinned, same_every_run

REVISIONS = [revision.id for revision in read_manifest(SCHEMA)]

ODD_NAMES = [
    *["", "_", "__", "$", "/", "-", ".", " ", "\n", "\0", "1", "1a", "a/", "/a", "a//b", "_a", "__a__", "a_", "a__b"],
    *["class", "None", "True", "self", "cls", "print", "str", "list", "model_dump", "modelDump", "schema", "match"],
    *["Any", "OneOf", "one_of", "wireModel", "typing", "\u0661", "\u00b5", "\ufb01x", "\u2102", "\u0130", "\u1e9e"],
    *["\u01c6", "\u0345", "\u00aa", "\u200b", "\ud800", "\U0001f600", "\u540d\u524d", "\u0e33", "\u1fb3", "x\u0301"],
]
wire_names = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.text(max_size=12),
    st.text(alphabet="aAbB09_$/.-", max_size=12),
    st.from_regex(r"[a-z]+([A-Z][a-z0-9]+)*", fullmatch=True),
    st.sampled_from([*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *naming.MODEL_ATTRIBUTES]),
    st.sampled_from(sorted(naming.MODULE_NAMES)),
)


@pytest.mark.parametrize(
    ("definition", "name"),
    [
        ("CallToolRequest", "CallToolRequest"),
        ("JSONRPCMessage", "JSONRPCMessage"),
        ("JSONRPCBatchRequest", "JSONRPCBatchRequest"),
        ("URLElicitationRequiredError", "URLElicitationRequiredError"),
        ("Annotated", "Annotated"),
        ("_meta", "Meta"),
        ("call-tool.result", "CallToolResult"),
        ("call_tool", "call_tool"),
        ("mcp/Tool", "McpTool"),
        ("\u00c9v\u00e9nement", "\u00c9v\u00e9nement"),
        ("Literal", "Literal_"),
        ("OneOf", "OneOf_"),
        ("WireModel", "WireModel_"),
        ("typing", "Typing"),
        ("ValueError", "ValueError_"),
        ("int", "Int"),
        ("class", "Class"),
        ("None", "None_"),
        ("3D", "Type_3D"),
        ("", "Type"),
        ("$", "Type"),
    ],
)
def test_class_name(definition: str, name: str) -> None:
    assert naming.make_class_name(definition) == name


@pytest.mark.parametrize(
    ("wire_name", "name"),
    [
        ("_meta", "meta"),
        ("$schema", "schema_"),
        ("$ref", "ref"),
        ("io.modelcontextprotocol/clientInfo", "client_info"),
        ("io.modelcontextprotocol/related-task", "related_task"),
        ("ttlMs", "ttl_ms"),
        ("anyOf", "any_of"),
        ("oneOf", "one_of"),
        ("const", "const"),
        ("inputSchema", "input_schema"),
        ("isError", "is_error"),
        ("mimeType", "mime_type"),
        ("minimum", "minimum"),
        ("websiteURL", "website_url"),
        ("URLList", "url_list"),
        ("jsonrpc", "jsonrpc"),
        ("JSONRPCVersion", "jsonrpc_version"),
        ("class", "class_"),
        ("from", "from_"),
        ("async", "async_"),
        ("None", "none"),
        ("copy", "copy_"),
        ("json", "json_"),
        ("modelConfig", "model_config_"),
        ("typing", "typing_"),
        ("type", "type"),
        ("id", "id"),
        ("2fa", "member_2fa"),
        ("", "member"),
        ("a/", "a"),
        ("$", "member"),
        ("\u540d\u524d", "\u540d\u524d"),
        ("na\u00efve", "na\u00efve"),
    ],
)
def test_field_name(wire_name: str, name: str) -> None:
    assert naming.make_field_name(wire_name) == name


@pytest.mark.parametrize(
    ("wire_name", "name"),
    [
        ("io.modelcontextprotocol/clientInfo", "io_modelcontextprotocol_client_info"),
        ("_meta", "meta"),
        ("x/name", "x_name"),
        ("class", "class_"),
        ("/", "member"),
    ],
)
def test_full_field_name(wire_name: str, name: str) -> None:
    assert naming.make_full_field_name(wire_name) == name


@pytest.mark.parametrize(
    ("attribute", "wire_name"),
    [
        ("is_error", "isError"),
        ("input_schema", "inputSchema"),
        ("meta", "_meta"),
        ("class_", "class"),
        ("a_b_c", "aBC"),
        ("ttl_ms", "ttlMs"),
        ("", ""),
    ],
)
def test_default_wire_name(attribute: str, wire_name: str) -> None:
    assert naming.default_wire_name(attribute) == wire_name


@pytest.mark.parametrize(
    ("owner", "tokens", "name"),
    [
        ("CallToolRequest", ["params"], "CallToolRequestParams"),
        ("CallToolRequest", ["params", "_meta"], "CallToolRequestParamsMeta"),
        ("Tool", ["inputSchema", "item"], "ToolInputSchemaItem"),
        ("A", ["io.x/clientInfo"], "AIoXClientInfo"),
        ("A", [], "A"),
        ("", ["tools/call"], "ToolsCall"),
    ],
)
def test_inline_type_name(owner: str, tokens: list[str], name: str) -> None:
    assert naming.make_inline_type_name(owner, *tokens) == name


@pytest.mark.parametrize(
    ("revision", "module"),
    [
        ("2025-11-25", "v2025_11_25"),
        ("draft", "draft"),
        ("DRAFT-2026-v1", "draft_2026_v1"),
        ("mine", "mine"),
        ("class", "class_"),
        ("a/b", "a_b"),
        ("", "revision"),
        ("../etc", "etc"),
    ],
)
def test_module_name(revision: str, module: str) -> None:
    assert naming.make_module_name(revision) == module


@same_every_run
@given(wire_names)
@example("\u0345")
def test_a_class_name_is_usable(wire_name: str) -> None:
    name = naming.make_class_name(wire_name)
    assert is_usable(name)
    assert name not in naming.MODULE_NAMES
    assert not hasattr(builtins, name)


@same_every_run
@given(wire_names)
def test_an_attribute_is_usable(wire_name: str) -> None:
    for name in (naming.make_field_name(wire_name), naming.make_full_field_name(wire_name)):
        assert is_usable(name)
        assert not hasattr(BaseModel, name)
        assert name not in naming.MODULE_NAMES


@same_every_run
@given(wire_names)
def test_a_constant_hides_no_import_of_its_module(wire_name: str) -> None:
    name = naming.make_constant_name(wire_name)
    assert is_usable(name)
    assert name not in {"ErrorCode", "ErrorRange", "ErrorUse", "Final", "Mapping", "MappingProxyType"}


@pytest.mark.parametrize(
    ("definition", "name"),
    [
        ("URLElicitationRequiredError", "URL_ELICITATION_REQUIRED_ERROR"),
        ("parse-error", "PARSE_ERROR"),
        ("Two-7", "TWO_7"),
        ("7", "CODE_7"),
        ("", "CODE"),
    ],
)
def test_constant_name(definition: str, name: str) -> None:
    assert naming.make_constant_name(definition) == name


@same_every_run
@given(wire_names)
def test_a_module_name_is_usable_and_stays_in_the_package(revision: str) -> None:
    assert is_usable(naming.make_module_name(revision))


@same_every_run
@given(wire_names, st.lists(wire_names, max_size=3))
def test_the_name_of_an_inline_type_is_an_identifier(owner: str, tokens: list[str]) -> None:
    assert naming.make_inline_type_name(naming.make_class_name(owner), *tokens).isidentifier()


@same_every_run
@given(st.one_of(wire_names, wire_names.map(naming.make_field_name), st.from_regex(r"[a-z_]+", fullmatch=True)))
def test_tool_and_product_agree_on_wire_names(attribute: str) -> None:
    assert naming.default_wire_name(attribute) == default_wire_name(attribute)


def test_what_a_model_has_already_is_reserved() -> None:
    public = {name for name in dir(BaseModel) if not name.startswith("_")}
    assert sorted(public) == sorted(naming.MODEL_ATTRIBUTES)


def test_the_base_class_adds_no_public_attribute() -> None:
    public = {name for name in dir(WireModel) if not name.startswith("_")}
    assert public - naming.MODEL_ATTRIBUTES == set()


def test_what_a_module_imports_is_reserved() -> None:
    imported = {*SOURCES, "typing"}
    assert sorted(imported) == sorted(naming.MODULE_NAMES)


@pytest.mark.parametrize("revision", REVISIONS)
def test_definitions_keep_their_names(revision: str) -> None:
    changed = {wire_name for wire_name, name in pinned(revision).definitions.items() if wire_name != name}
    assert changed == set()


@pytest.mark.parametrize("revision", REVISIONS)
def test_almost_every_wire_name_follows_from_its_attribute(revision: str) -> None:
    fields = [field for type_ in pinned(revision).types if isinstance(type_, ObjectType) for field in type_.fields]
    odd = {field.wire_name for field in fields if naming.default_wire_name(field.name) != field.wire_name}
    assert {name for name in odd if not name.startswith(("_", "$")) and "/" not in name} == set()


def is_usable(name: str) -> bool:
    """Can it be assigned, read back under the same spelling, and be public?"""
    tree = ast.parse(f"{name} = 1")
    match tree.body:
        case [ast.Assign(targets=[ast.Name(id=found)])]:
            return found == name == unicodedata.normalize("NFKC", name) and not name.startswith("_")
        case _:
            return False
