"""A server and a client keep rules of single messages that no schema has: they send nothing that breaks them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, cast

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.adaptation.messages import make_request
from mcp_bindings.adaptation.revision_adapter import adapt_request
from mcp_bindings.guards.guard_choice import NO_GUARDS, Guards
from mcp_bindings.peer.context import ContextSettings, ReportRate
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, URL_ELICITATION_REQUIRED
from mcp_bindings.translation.context import TranslationContext
from mcp_bindings.transports.memory import MemoryTransport
from tests.revisions import PER_REQUEST, having, method_of, request_meta

INFO = {"name": "a", "version": "1"}
GUARDED = Guards()
COMPLETE = "completion/complete"
PREFIX = "io.modelcontextprotocol/"
each_revision = pytest.mark.parametrize("revision", mb.REVISIONS)


class Everything(mcp.ToolsServer):
    """A tool, a prompt, a resource and a template, with the content that a test gives."""

    def __init__(self, content: Any = None, run: Callable[[mb.Context], Any] | None = None) -> None:
        self.content = content
        self.run = run

    def list_tools(self, params: Any, context: Any) -> Any:
        return {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        found = None if self.run is None else await self.run(context)
        text = {"type": "text", "text": str(found)}
        return {"content": [text if self.content is None else self.content]}

    def list_prompts(self, params: Any, context: Any) -> Any:
        return {"prompts": [{"name": "p", "arguments": [{"name": "city"}]}]}

    def get_prompt(self, params: Any, context: Any) -> Any:
        return {"messages": [{"role": "user", "content": self.content}]}

    def list_resource_templates(self, params: Any, context: Any) -> Any:
        return {"resourceTemplates": [{"name": "n", "uriTemplate": "note:///{id}"}]}

    def read_resource(self, params: Any, context: Any) -> Any:
        return {"contents": [self.content]}

    def complete(self, params: Any, context: Any) -> Any:
        return {"completion": {"values": ["Paris"]}}


class Answers(mcp.ClientHandlers):
    def __init__(self, root: str = "file:///tmp") -> None:
        self.root = root

    def list_roots(self, params: Any, context: Any) -> Any:
        return mcp.ListRootsResult(roots=[mcp.Root(uri=self.root)])

    def create_message(self, params: Any, context: Any) -> Any:
        text = mcp.TextContent(text="hello")
        return mcp.CreateMessageResult(role="assistant", content=text, model="m")


async def code_of(calling: Any) -> int | None:
    """The code of the error that a call ends with; None if it has a result."""
    try:
        await calling
    except mb.ProtocolError as error:
        return error.code
    except TypeError:  # of a handler of the client, which asks it without another request
        return INTERNAL_ERROR
    return None


def codes(
    revision: str,
    calls: Callable[[Any], list[Any]],
    handlers: Everything,
    *,
    client: Any = None,
    server_guards: Guards = GUARDED,
    client_guards: Guards = GUARDED,
    capabilities: Any = None,
) -> list[int | None]:
    """The code of each of several calls."""

    async def main() -> list[int | None]:
        server = mb.Server(handlers, info=INFO, revisions=[revision], guards=server_guards)
        options: Any = {"guards": client_guards, "capabilities": capabilities}
        async with mb.connect(server, client, info=INFO, revisions=[revision], **options) as connected:
            return [await code_of(each) for each in calls(connected)]

    return asyncio.run(main())


@pytest.mark.parametrize("revision", [each for each in mb.REVISIONS if each in having(COMPLETE)])
def test_completion_is_of_what_the_server_lists(revision: str) -> None:
    prompt, template = {"type": "ref/prompt", "name": "p"}, {"type": "ref/resource", "uri": "note:///{id}"}

    def calls(client: Any) -> list[Any]:
        def complete(ref: Any, name: str) -> Any:
            return client.complete(ref=ref, argument={"name": name, "value": "x"})

        return [
            complete(prompt, "city"),
            complete(template, "id"),
            complete({**prompt, "name": "q"}, "city"),
            complete(prompt, "town"),
            complete({**template, "uri": "other:///{id}"}, "id"),
            complete(template, "town"),
        ]

    assert codes(revision, calls, Everything(), client=Answers()) == [None, None, *[INVALID_PARAMS] * 4]
    unguarded = codes(revision, calls, Everything(), client=Answers(), server_guards=NO_GUARDS)
    assert unguarded == [None] * 6


BROKEN: list[dict[str, Any]] = [
    {"type": "image", "data": "no base64!", "mimeType": "image/png"},
    {"type": "image", "data": "AAAA", "mimeType": "png"},
    {"type": "audio", "data": "no base64!", "mimeType": "audio/wav"},
    {"type": "resource", "resource": {"uri": "note:///1", "blob": "no base64!", "mimeType": "image/png"}},
]
DEFINITIONS = {"image": "ImageContent", "audio": "AudioContent", "resource": "EmbeddedResource"}
each_broken = pytest.mark.parametrize(
    ("revision", "content"),
    [
        (each, one)
        for each in mb.REVISIONS
        for one in BROKEN
        if DEFINITIONS[one["type"]] in mb.revision(each).definitions
    ],
)


@each_broken
def test_a_server_sends_no_data_that_is_no_base64(
    revision: str, content: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def calls(client: Any) -> list[Any]:
        return [client.call_tool("t"), client.get_prompt("p")]

    assert codes(revision, calls, Everything(content)) == [INTERNAL_ERROR] * 2
    assert "returned a result that breaks a rule" in caplog.text


@each_broken
def test_a_client_delivers_such_data_with_a_finding(
    revision: str, content: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def calls(client: Any) -> list[Any]:
        return [client.call_tool("t")]

    assert codes(revision, calls, Everything(content), server_guards=NO_GUARDS) == [None]
    assert f"a result of {method_of('tools/call', revision)} breaks the rule" in caplog.text


async def ask_for_roots(context: mb.Context) -> Any:
    return [each.uri for each in (await context.list_roots()).roots]


@pytest.mark.parametrize("root", ["https://example.com/", "file:///a/../b", "file:///a/%2e%2E%5Cb", "file:///a/..%00"])
@pytest.mark.parametrize("revision", having("roots/list"))
def test_roots_that_are_no_file_uris_are_neither_sent_nor_taken(revision: str, root: str) -> None:
    def calls(client: Any) -> list[Any]:
        return [client.call_tool("t")]

    asking = Everything(run=ask_for_roots)
    assert codes(revision, calls, asking, client=Answers()) == [None]
    assert codes(revision, calls, asking, client=Answers(root)) == [INTERNAL_ERROR]
    assert codes(revision, calls, asking, client=Answers(root), client_guards=NO_GUARDS) == [INVALID_PARAMS]
    careless = codes(revision, calls, asking, client=Answers(root), client_guards=NO_GUARDS, server_guards=NO_GUARDS)
    assert careless == [None]


ASKED: dict[str, Any] = {
    "method": "sampling/createMessage",
    "params": {"messages": [{"role": "user", "content": {"type": "text", "text": "x"}}], "maxTokens": 10},
}
READ: dict[str, Any] = {"contents": [], "ttlMs": 5, "cacheScope": "public"}


@pytest.mark.parametrize("hints", [{}, {"ttlMs": 0}, {"cacheScope": "private"}])
@pytest.mark.parametrize(
    "revision", [each for each in mb.REVISIONS if "InputRequiredResult" in mb.revision(each).definitions]
)
def test_a_result_that_asks_for_input_has_no_caching_hints(revision: str, hints: Any) -> None:
    class Asking(Everything):
        def read_resource(self, params: Any, context: Any) -> Any:
            if params.input_responses:
                return READ
            return {"resultType": "input_required", "inputRequests": {"a": ASKED}, **hints}

    def calls(client: Any) -> list[Any]:
        return [client.read_resource("note:///1")]

    assert codes(revision, calls, Asking(), client=Answers()) == [INTERNAL_ERROR if hints else None]
    assert codes(revision, calls, Asking(), client=Answers(), server_guards=NO_GUARDS) == [None]


@pytest.mark.parametrize("older", PER_REQUEST)
@pytest.mark.parametrize("newer", PER_REQUEST)
def test_answers_reach_a_handler_of_another_revision(older: str, newer: str) -> None:
    source, target = mb.revision(newer), mb.revision(older)
    answer = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "hello"}}
    meta: dict[str, Any] = request_meta(source.version)
    params: dict[str, Any] = {"uri": "note:///1", "inputResponses": {"a": answer}, "requestState": "x", "_meta": meta}
    request = make_request("resources/read", params, source)
    found = adapt_request(request, source, target, TranslationContext(revision=source.id, sender="client"))
    assert found.params.input_responses["a"].content.text == "hello"
    assert found.params.request_state == "x"


USE: dict[str, Any] = {"type": "tool_use", "id": "1", "name": "x", "input": {}}
GIVEN: dict[str, Any] = {"type": "tool_result", "toolUseId": "1", "content": []}
TEXT: dict[str, Any] = {"type": "text", "text": "x"}


@pytest.mark.parametrize(
    ("after", "expected"),
    [([GIVEN], None), ([TEXT], INVALID_PARAMS), ([GIVEN, TEXT], INVALID_PARAMS), ([], INVALID_PARAMS)],
)
@pytest.mark.parametrize(
    "revision", [each for each in mb.REVISIONS if "ToolUseContent" in mb.revision(each).definitions]
)
def test_sampling_with_a_missing_or_mixed_tool_result_is_refused(
    revision: str, after: list[Any], expected: int | None
) -> None:
    async def sample(context: mb.Context) -> Any:
        turns: list[dict[str, Any]] = [{"role": "user", "content": TEXT}, {"role": "assistant", "content": [USE]}]
        turns += [{"role": "user", "content": after}] if after else []
        return (await context.sample(turns, 10)).model

    def calls(client: Any) -> list[Any]:
        return [client.call_tool("t")]

    found = codes(revision, calls, Everything(run=sample), client=Answers(), capabilities={"sampling": {"tools": {}}})
    assert found == [expected]


@each_revision
def test_a_flood_of_progress_is_thinned_and_the_last_is_sent(revision: str) -> None:
    async def report(context: mb.Context) -> Any:
        for done in range(1, 301):
            await context.progress(done)

    async def heard(guards: Guards) -> list[float]:
        reports: list[float] = []
        server = mb.Server(Everything(run=report), info=INFO, revisions=[revision], guards=guards)
        async with mb.connect(server, info=INFO, revisions=[revision]) as client:
            await client.call_tool("t", on_progress=lambda each: reports.append(each.progress))
        return reports

    thinned = asyncio.run(heard(GUARDED))
    assert thinned[:20] == list(range(1, 21))
    assert len(thinned) < 300
    assert thinned[-1] == 300
    assert len(asyncio.run(heard(GUARDED._replace(progress=None)))) > len(thinned)


@pytest.mark.parametrize("error", [None, mb.ProtocolError(7, "told")])
@each_revision
def test_a_last_report_that_cannot_be_sent_leaves_the_answer(
    revision: str, error: mb.ProtocolError | None, caplog: pytest.LogCaptureFixture
) -> None:
    async def report(context: mb.Context) -> Any:
        for done in range(30):
            await context.progress(done)
        await context.progress(30, total=cast(Any, "no number"))
        if error is not None:
            raise error

    def heard(report: Any) -> None:
        """Take a report, so that the client asks for them."""

    def calls(client: Any) -> list[Any]:
        return [client.call_tool("t", on_progress=heard)]

    assert codes(revision, calls, Everything(run=report)) == [None if error is None else error.code]
    assert f"progress of {method_of('tools/call', revision)} could not be reported" in caplog.text


def test_a_report_is_sent_in_time_though_the_last_takes_long() -> None:
    sent = asyncio.Queue[bytes]()

    async def send(text: bytes) -> None:
        sent.put_nowait(text)
        await asyncio.sleep(0.01)

    class Reports(Everything):
        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            context.settings = ContextSettings(reports_per_second=20)
            for done in range(21):
                await context.progress(done)
            for _ in range(21):
                await sent.get()
            await context.progress(21)  # while the report before is being sent
            await sent.get()
            return mcp.CallToolResult(content=[])

    async def main() -> bytes | None:
        return await asyncio.wait_for(mb.Dispatcher(Reports(), send=send).dispatch(json.dumps(request)), 5)

    meta = request_meta(mb.LATEST, progressToken=1)
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "_meta": meta}}
    assert b'"result"' in (asyncio.run(main()) or b"")


def test_reports_are_at_most_so_many_in_any_second() -> None:
    now = [0.0]
    rate = ReportRate(3, lambda: now[0])
    sent: list[float] = []
    for step in range(100):
        now[0] = step * 0.1
        if rate.try_admit({"progress": step}):
            sent.append(now[0])
    assert all(sum(start <= each < start + 1 for each in sent) <= 3 for start in sent)
    assert rate.pop_held_report() == {"progress": 99} or sent[-1] == now[0]
    assert rate.held_report is None


@each_revision
def test_the_reason_of_a_cancellation_is_logged(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        started = asyncio.Event()

        async def wait(context: mb.Context) -> None:
            started.set()
            await asyncio.sleep(60)

        server = mb.Server(Everything(run=wait), info=INFO, revisions=[revision])
        transport = MemoryTransport(server)
        async with mb.connect(transport, info=INFO, revisions=[revision]) as client:
            calling = asyncio.create_task(client.call_tool("t"))
            await started.wait()
            session = client.connection.session
            text = session.cancel(next(iter(session.pending)), "the user\nhas left")
            assert text is not None, "over stdio, a notification cancels"
            await transport.send(text)
            await asyncio.sleep(0.01)
            calling.cancel()

    with caplog.at_level(logging.INFO):
        asyncio.run(main())
    (record,) = [each.getMessage() for each in caplog.records if "cancels the request" in each.getMessage()]
    assert "the user\\nhas left" in record


@pytest.mark.parametrize(("action", "expected"), [("accept", None), ("decline", INTERNAL_ERROR)])
def test_an_error_with_elicitations_asks_and_repeats_the_call(action: Any, expected: int | None) -> None:
    opened: list[str] = []
    listed = [
        {"mode": "url", "elicitationId": name, "message": "sign in", "url": f"https://example.com/{name}"}
        for name in ("one", "two")
    ]

    class Signing(mcp.ClientHandlers):
        def elicit(self, params: Any, context: Any) -> Any:
            opened.append(params.url)
            return mcp.ElicitResult(action=action)

    class NeedsUrls(v2025_11_25.ToolsServer):
        def list_tools(self, params: Any, context: Any) -> Any:
            return {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}

        def call_tool(self, params: Any, context: Any) -> Any:
            if len(opened) < len(listed):
                raise mb.ProtocolError(URL_ELICITATION_REQUIRED, "sign in first", data={"elicitations": listed})
            return {"content": []}

    async def call(capabilities: Any) -> int | None:
        server = mb.Server(NeedsUrls(), info=INFO, revisions=[NeedsUrls.revision])
        async with mb.connect(server, Signing(), info=INFO, capabilities=capabilities) as client:
            return await code_of(client.call_tool("t"))

    assert asyncio.run(call({"elicitation": {"form": {}}})) == INTERNAL_ERROR, "the server may not ask this client"
    assert opened == []
    assert asyncio.run(call({"elicitation": {"url": {}}})) == expected
    assert opened == [each["url"] for each in listed][: 2 if expected is None else 1]
