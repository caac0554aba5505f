"""Package types in the models of a FastAPI application: request and response bodies, and its OpenAPI document."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter

import mcp_bindings as mb
from mcp_bindings import v2025_11_25 as old
from mcp_bindings import v2026_07_28 as new

# FastAPI passes an alias to type adapters and silences pydantic's warning while it makes them. For every class with
# `defer_build`, pydantic 2.12 and later warns only when the adapter is first used.
pytestmark = pytest.mark.filterwarnings("ignore::pydantic.warnings.UnsupportedFieldAttributeWarning")

TOOL: Any = {"name": "a", "inputSchema": {"type": "object"}}
WITH_NULL: Any = {"content": [], "resultType": "complete", "structuredContent": None}


class Nested(BaseModel):
    tool: old.Tool
    blocks: list[old.ContentBlock] = []
    result: new.CallToolResult | None = None


class Received(BaseModel):
    nested: Nested
    tools: dict[str, old.Tool] = {}


def application() -> FastAPI:
    app = FastAPI()

    def tool(body: old.Tool) -> old.Tool:
        return body

    def nested(body: Nested) -> Nested:
        return body

    def filtered(body: Nested) -> Any:
        return {"nested": body, "tools": {"x": body.tool}, "private": 1}

    def tools(body: list[old.Tool]) -> list[old.Tool]:
        return body

    app.post("/tool")(tool)
    app.post("/nested")(nested)
    app.post("/filtered", response_model=Received)(filtered)
    app.post("/tools")(tools)
    return app


def post(path: str, body: Any) -> httpx.Response:
    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app=application())
        async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
            return await client.post(path, json=body)

    return asyncio.run(send())


NESTED: Any = {"tool": TOOL, "blocks": [{"type": "text", "text": "a", "zz": None}], "result": WITH_NULL}

ECHOED: dict[str, tuple[str, Any, Any]] = {
    "a type of the package": ("/tool", TOOL, TOOL),
    "with an unknown member": ("/tool", {**TOOL, "zz": {"a": None}}, {**TOOL, "zz": {"a": None}}),
    "in another model": ("/nested", NESTED, NESTED),
    "in a response model": ("/filtered", NESTED, {"nested": NESTED, "tools": {"x": TOOL}}),
    "in a list": ("/tools", [TOOL, TOOL], [TOOL, TOOL]),
}


@pytest.mark.parametrize("case", ECHOED)
def test_a_body_is_returned_unchanged(case: str) -> None:
    path, body, expected = ECHOED[case]
    response = post(path, body)
    assert (response.status_code, response.json()) == (200, expected)


REFUSED: dict[str, Any] = {
    "a null that the schema does not allow": {**TOOL, "title": None},
    "no member that the schema requires": {"name": "a"},
    "a number for a string": {**TOOL, "name": 1},
    "another constant": {"name": "a", "inputSchema": {"type": "array"}},
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_body_that_the_class_rejects_is_rejected(case: str) -> None:
    assert mb.revision("2025-11-25").codec(old.Tool).findings(REFUSED[case])
    for path, body in (("/tool", REFUSED[case]), ("/nested", {"tool": REFUSED[case]}), ("/tools", [REFUSED[case]])):
        assert post(path, body).status_code == 422, path


def test_the_openapi_document_has_the_members_by_wire_name() -> None:
    async def send() -> Any:
        transport = httpx.ASGITransport(app=application())
        async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
            return (await client.get("/openapi.json")).json()

    schemas: Any = asyncio.run(send())["components"]["schemas"]
    (tool,) = (schema for name, schema in schemas.items() if name == "Tool")
    assert sorted(tool["required"]) == ["inputSchema", "name"]
    assert "default" not in tool["properties"]["title"], "null is no default of a member that may not be null"


def test_type_adapters_read_and_write_the_same() -> None:
    adapter = TypeAdapter(list[Received])
    document = [{"nested": NESTED, "tools": {"x": TOOL}}]
    value = adapter.validate_json(json.dumps(document))
    assert adapter.validate_python(document) == value
    assert adapter.dump_python(value) == document
    assert json.loads(adapter.dump_json(value)) == document
