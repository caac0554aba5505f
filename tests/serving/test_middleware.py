"""The middleware of the package: audit records, spans, and filters of content."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from opentelemetry import trace

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards.binary_data import find_untrue_media_types, fits_media_type
from mcp_bindings.server import AuditRecord, audited, filtered, traced, with_true_media_types
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from tests.serving.test_server import EACH, INFO

PNG = "iVBORw0KGgoAAAANSUhEUg=="
PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


class Secretive(mcp.ServerHandlers):
    """Tools that end in different ways."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        names = ("fine", "bad", "broken", "ask", "picture")
        return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        match params.name:
            case "broken":
                raise ValueError("secret")
            case "ask":
                await context.elicit("?", {"type": "object", "properties": {}})
            case "picture":
                return {"content": [{"type": "image", "data": PNG, "mimeType": str((params.arguments or {})["as"])}]}
            case _:
                pass
        found = {"content": [{"type": "text", "text": "a secret"}], "isError": params.name == "bad"}
        return {**found, "structuredContent": {"deep": ["secret"]}}


class InputHandlers(mcp.ClientHandlers):
    def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="decline")


def call(middleware: Any, revision: str, *tools: str, **arguments: Any) -> list[Any]:
    """The results of these tools, or their errors."""

    async def main() -> list[Any]:
        found = list[Any]()
        server = mb.Server(Secretive(), info=INFO, middleware=[middleware])
        async with mb.connect(server, InputHandlers(), info=INFO, revisions=[revision]) as client:
            for name in tools:
                try:
                    meta: Any = {"traceparent": PARENT}
                    found.append(await client.call_tool(name, arguments=arguments or None, meta=meta))
                except mb.ProtocolError as error:
                    found.append(error.code)
        return found

    return asyncio.run(main())


def test_middleware_that_is_iterated_once_is_kept() -> None:
    records = list[AuditRecord]()
    once: Any = iter([audited(records.append)])

    async def main() -> None:
        async with mb.connect(mb.Server(Secretive(), info=INFO, middleware=once), info=INFO) as client:
            await client.call_tool("fine")

    asyncio.run(main())
    assert [each.target for each in records if each.method == "tools/call"] == ["fine"]


@EACH
def test_audit_records_say_who_asked_for_what_and_how_it_ended(revision: str) -> None:
    records = list[AuditRecord]()
    call(audited(records.append, clock=lambda: 5.0), revision, "fine", "bad", "broken", "unknown")
    called = [each for each in records if each.method == "tools/call"]
    assert [(each.target, each.outcome, each.code) for each in called] == [
        ("fine", "done", None),
        ("bad", "tool error", None),
        ("broken", "error", INTERNAL_ERROR),
        ("unknown", "error", INVALID_PARAMS),
    ]
    assert {(each.principal, each.revision, each.started, each.seconds) for each in called} == {("", revision, 5.0, 0)}
    assert "secret" not in str(records)


def test_a_request_for_input_is_an_outcome() -> None:
    records = list[AuditRecord]()
    call(audited(records.append), mb.LATEST, "ask")
    assert [each.outcome for each in records] == ["input required", "done"]


class Recorded(trace.NonRecordingSpan):
    """A span that keeps what it is given."""

    def __init__(self, name: str, given: dict[str, Any]) -> None:
        super().__init__(trace.INVALID_SPAN_CONTEXT)
        self.name, self.given = name, given
        self.found: dict[str, Any] = dict(given["attributes"])
        self.status: Any = None

    def set_attribute(self, key: str, value: Any) -> None:
        self.found[key] = value

    def set_status(self, status: Any, description: str | None = None) -> None:
        self.status = status


class Recording:
    """A tracer that keeps its spans."""

    def __init__(self) -> None:
        self.spans: list[Recorded] = []

    @contextmanager
    def start_as_current_span(self, name: str, **given: Any) -> Generator[Recorded]:
        self.spans.append(Recorded(name, given))
        yield self.spans[-1]


@EACH
def test_spans_have_the_names_and_attributes_of_the_conventions(revision: str) -> None:
    tracer = Recording()
    call(traced(tracer), revision, "fine", "bad", "broken", "unknown")
    spans = [each for each in tracer.spans if each.name.startswith("tools/call")]
    fine, bad, broken, unknown = spans
    assert fine.name == "tools/call fine"
    assert fine.found.pop("jsonrpc.request.id")
    assert fine.found == {
        "mcp.method.name": "tools/call",
        "mcp.protocol.version": mb.revision(revision).version,
        "gen_ai.tool.name": "fine",
        "gen_ai.operation.name": "execute_tool",
        "network.transport": "pipe",
    }
    assert fine.status is None
    assert fine.given["kind"] == trace.SpanKind.SERVER
    parent = trace.get_current_span(fine.given["context"]).get_span_context()
    assert (f"{parent.trace_id:032x}", f"{parent.span_id:016x}") == tuple(PARENT.split("-")[1:3])
    assert bad.found["error.type"] == "tool_error"
    assert (broken.found["error.type"], broken.status.description) == ("-32603", "Internal error")
    assert (unknown.found["rpc.response.status_code"], unknown.status) == (str(INVALID_PARAMS), None)
    assert "error.type" not in unknown.found
    assert "secret" not in str([each.found for each in spans])


def test_what_records_and_spans_take_of_a_request_is_bounded() -> None:
    records, tracer = list[AuditRecord](), Recording()
    for middleware in (audited(records.append), traced(tracer)):
        call(middleware, mb.LATEST, "x" * 100_000)
    (record,) = (each for each in records if each.method == "tools/call")
    (span,) = (each for each in tracer.spans if each.name.startswith("tools/call"))
    assert len(record.target) < 2_000
    assert len(span.name) + sum(map(len, span.found.values())) < 4_000


def test_without_a_tracer_the_global_one_is_used() -> None:
    (result,) = call(traced(), mb.LATEST, "fine")
    assert result.is_error is False


@EACH
def test_a_filter_gets_every_text(revision: str) -> None:
    def change(text: str, request: mb.Request, context: mb.Context) -> str:
        if request.document["params"]["name"] == "bad":
            raise mb.ProtocolError(INVALID_PARAMS, "not for you")
        return text.replace("secret", "***")

    result, refused = call(filtered(change), revision, "fine", "bad")
    assert result.content[0].text == "a ***"
    assert result.structured_content in ({"deep": ["***"]}, None)
    assert refused == INVALID_PARAMS


@pytest.mark.parametrize(("declared", "is_true"), [("image/png", True), ("image/jpeg", False), ("image/x-own", False)])
def test_binary_data_is_of_its_media_type(declared: str, is_true: bool) -> None:
    (result,) = call(with_true_media_types, mb.LATEST, "picture", **{"as": declared})
    assert (result != INTERNAL_ERROR) == is_true


def test_media_types_and_bytes() -> None:
    for data, declared, fits in (
        (b"\xff\xd8\xff\xe0", "image/JPG; q=1", True),
        (b"RIFF1234WEBP", "image/webp", True),
        (b"RIFF1234WAVE", "image/webp", False),
        (b"<svg onload=", "image/x-own", False),
        (b"<svg onload=", "image/svg+xml", True),
        (b"anything", "application/x-own", True),
        (b"", "image/png", False),
    ):
        assert fits_media_type(data, declared) == fits, (data, declared)
    blocks = [{"type": "image", "data": PNG, "mimeType": each} for each in ("image/png", "image/gif")]
    resource = {"resource": {"uri": "a:b", "blob": "%%%", "mimeType": "application/pdf"}}
    assert sorted(find_untrue_media_types({"content": [*blocks, resource]})) == [
        "/content/1/data",
        "/content/2/resource/blob",
    ]
    long = {"x" * 10_000: {"blob": PNG, "mimeType": "image/gif"}, "a/b": {"blob": PNG, "mimeType": "image/gif"}}
    assert sorted(find_untrue_media_types(long)) == ["", "/a~1b/blob"]


@pytest.mark.parametrize("caught", ["handler", "middleware"])
def test_a_caught_question_reaches_the_client_and_is_logged(caught: str, caplog: pytest.LogCaptureFixture) -> None:
    answer: Any = {"content": [{"type": "text", "text": "without an answer"}]}

    class Handlers(mcp.ServerHandlers):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "ask", "inputSchema": {"type": "object"}}]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            try:
                found = await context.elicit("?", {"type": "object", "properties": {}})
            except mb.InputRequired:
                if caught == "handler":
                    return answer
                raise
            return {"content": [{"type": "text", "text": found.action}]}

    async def catching(request: Any, context: mb.Context, call_next: Any) -> Any:
        try:
            return await call_next(request, context)
        except mb.InputRequired:
            if caught == "middleware":
                return answer
            raise

    async def main() -> str:
        server = mb.Server(Handlers(), info=INFO, middleware=[catching])
        async with mb.connect(server, InputHandlers(), info=INFO, revisions=["2026-07-28"]) as client:
            result: Any = await client.call_tool("ask")
            return str(result.content[0].text)

    assert asyncio.run(main()) == "decline"
    name = "call_tool" if caught == "handler" else "catching"
    assert [each for each in caplog.messages if f"{name} caught InputRequired" in each]
