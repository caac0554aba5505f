"""Contenders that read and write documents within one process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from jsonschema import Draft202012Validator
from pydantic import BaseModel

import mcp_bindings as mb
from mcp_bindings.v2025_11_25 import CallToolRequest, ListToolsResult
from tests.benchmarks import bare
from tests.benchmarks.documents import CALL, PAGE, PAGE_LENGTH, constructed_page, text
from tests.differential.check import schema

REVISION = "2025-11-25"

OURS = "mcp_bindings, codec.decode"
PARSE = "mcp_bindings, parse"
BARE = "bare pydantic, model_validate_json"
BARE_CORE = "bare pydantic, its validator alone"
MCP_TYPES = "mcp-types"

Contenders = Mapping[str, Callable[[], object]]


def call_readers() -> Contenders:
    """Return readers from text to a typed `CallToolRequest`."""
    data = text(CALL)
    codec = mb.revision(REVISION).codec(CallToolRequest)
    methods, message = _mcp_types()

    def mcp_types() -> Any:
        envelope = message.validate_json(data)
        return methods.parse_client_request(envelope.method, REVISION, envelope.params)

    assert codec.decode(data).params.name == mcp_types().params.name == CALL["params"]["name"]
    return {OURS: lambda: codec.decode(data), **_bare(bare.CallToolRequest, data), MCP_TYPES: mcp_types}


def page_readers() -> Contenders:
    """Return readers from text to a typed `ListToolsResult`. mcp-types reads results out of their envelope only."""
    data = text(PAGE)
    enveloped = text({"jsonrpc": "2.0", "id": 7, "result": PAGE})
    codec = mb.revision(REVISION).codec(ListToolsResult)
    methods, message = _mcp_types()

    def mcp_types() -> Any:
        return methods.parse_server_result("tools/list", REVISION, message.validate_json(enveloped).result)

    assert len(codec.decode(data).tools) == len(mcp_types().tools) == PAGE_LENGTH
    return {OURS: lambda: codec.decode(data), **_bare(bare.ListToolsResult, data), MCP_TYPES: mcp_types}


def call_parsers() -> Contenders:
    """Return parsers from text to a request: strict JSON, envelope, method and typed params."""
    data = text(CALL)
    revision = mb.revision(REVISION)
    methods, message = _mcp_types()

    def ours() -> Any:
        return revision.parse(data, sender="client")

    def mcp_types() -> Any:
        envelope = message.validate_json(data)
        return methods.parse_client_request(envelope.method, REVISION, envelope.params)

    assert ours().params.name == mcp_types().params.name == CALL["params"]["name"]
    return {PARSE: ours, MCP_TYPES: mcp_types}


def page_parsers() -> Contenders:
    """Return parsers from text to a response with a typed `ListToolsResult`."""
    data = text({"jsonrpc": "2.0", "id": 7, "result": PAGE})
    revision = mb.revision(REVISION)
    pending: dict[int | str, str] = {7: "tools/list"}
    methods, message = _mcp_types()

    def ours() -> Any:
        return revision.parse(data, sender="server", pending=pending)

    def mcp_types() -> Any:
        return methods.parse_server_result("tools/list", REVISION, message.validate_json(data).result)

    assert len(ours().result.tools) == len(mcp_types().tools) == PAGE_LENGTH
    return {PARSE: ours, MCP_TYPES: mcp_types}


def page_uses() -> Contenders:
    """Measure other uses of a page; these have no bars."""
    data = text(PAGE)
    codec = mb.revision(REVISION).codec(ListToolsResult)
    methods, _ = _mcp_types()
    made, read = constructed_page(), codec.decode(data)
    plain = bare.ListToolsResult.model_validate_json(data)
    judge: Any = Draft202012Validator({"$ref": "#/$defs/ListToolsResult", "$defs": schema(REVISION)["$defs"]})
    assert codec.encode(read) == data
    assert codec.dump(made) == PAGE
    assert codec.findings(PAGE) == []
    assert judge.is_valid(PAGE)
    return {
        "mcp_bindings, decode_value": lambda: codec.decode_value(PAGE),
        "mcp-types, parse_server_result": lambda: methods.parse_server_result("tools/list", REVISION, PAGE),
        "mcp_bindings, encode, constructed": lambda: codec.encode(made),
        "mcp_bindings, encode, decoded": lambda: codec.encode(read),
        "bare pydantic, model_dump_json": lambda: plain.model_dump_json(by_alias=True, exclude_unset=True),
        "mcp_bindings, findings": lambda: codec.findings(PAGE),
        "jsonschema (Python), is_valid": lambda: judge.is_valid(PAGE),
    }


def _bare(model: type[BaseModel], data: bytes) -> Contenders:
    model.model_validate_json(data)
    validate_json = model.__pydantic_validator__.validate_json
    return {BARE: lambda: model.model_validate_json(data), BARE_CORE: lambda: validate_json(data)}


def _mcp_types() -> tuple[Any, Any]:
    """Return the method maps and the envelope of mcp-types. Type checkers lack it: only `make bench` installs it."""
    jsonrpc: Any = import_module("mcp_types.jsonrpc")
    return import_module("mcp_types.methods"), jsonrpc.jsonrpc_message_adapter
