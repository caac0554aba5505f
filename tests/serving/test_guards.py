"""The guards of a server: what `mb.Server` refuses before a handler sees it, and what it does to results."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards import NO_GUARDS, LogCleaner, Rate, TokenBuckets, WorkSlots
from mcp_bindings.guards.work_slots import without_slot
from mcp_bindings.rate_limited_log import RateLimitedLog
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND
from mcp_bindings.spec.names import CANCELLED, LIST_RESOURCE_TEMPLATES, LOG_MESSAGE, PROMPTS_CHANGED, TOOLS_CHANGED
from mcp_bindings.transports import MemoryTransport, open_connection
from tests.documents import tool
from tests.guards.callers import Caller, settle
from tests.guards.task_support import WITH_TASKS
from tests.revisions import HANDSHAKE, LOGGING, PER_REQUEST, having, method_of
from tests.serving.test_server import INFO

EACH = pytest.mark.parametrize("revision", mb.REVISIONS)
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WARM = {"type": "object", "properties": {"warm": {"type": "boolean"}}, "required": ["warm"]}
CHANGES = {"tools": {"listChanged": True}, "prompts": {"listChanged": True}, "logging": {}}


class Guarded(mcp.ServerHandlers):
    """Handlers that note what reaches them."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.listings: int = 0
        self.tools: list[dict[str, Any]] = [{"name": "weather", "inputSchema": CITY, "outputSchema": WARM}]
        self.result: dict[str, Any] = {"content": [], "structuredContent": {"warm": True}}

    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
        """Two pages, the first of which has no tool."""
        self.listings += 1
        if params.cursor is None:
            return {"tools": [], "nextCursor": "second"}
        assert params.cursor == "second"
        return {"tools": self.tools}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        self.calls.append(params.arguments)
        await context.log("info", {"password": "hunter22", "note": "token=abcdefgh12345"})
        if context.revision.id in HANDSHAKE:
            await context.notify(LOG_MESSAGE, level="info", data="password: hunter22")
        return self.result

    def list_prompts(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListPromptsResult:
        day = mcp.PromptArgument(name="day", required=True)
        more = "more" if params.cursor is None else None
        return mcp.ListPromptsResult(prompts=[mcp.Prompt(name="plan", arguments=[day])], next_cursor=more)

    def get_prompt(self, params: mcp.GetPromptRequestParams, context: mb.Context) -> mcp.GetPromptResult:
        self.calls.append(params.arguments)
        return mcp.GetPromptResult(messages=[mcp.PromptMessage(role="user", content=mcp.TextContent(text="a"))])

    def list_resources(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListResourcesResult:
        return mcp.ListResourcesResult(resources=[mcp.Resource(uri="note:///1", name="1")])

    def list_resource_templates(
        self, params: mcp.PaginatedRequestParams, context: mb.Context
    ) -> mcp.ListResourceTemplatesResult:
        templates = ("file:///data/{name}", "find:///{?q}")
        found = [mcp.ResourceTemplate(uri_template=each, name=each) for each in templates]
        return mcp.ListResourceTemplatesResult(resource_templates=found)

    def read_resource(self, params: mcp.ReadResourceRequestParams, context: mb.Context) -> mcp.ReadResourceResult:
        self.calls.append(params.uri)
        return mcp.ReadResourceResult(contents=[])


Ask = Callable[..., Coroutine[Any, Any, Any]]


def asked(
    use: Callable[[Guarded, mb.Server, Ask], Coroutine[Any, Any, None]],
    revision: str,
    logged: list[Any] | None = None,
    **options: Any,
) -> None:
    """Let a client in one revision use a server with guards."""

    async def main() -> None:
        made = import_module(mb.revision(revision).package).ClientHandlers()

        def on_logging_message(params: Any, context: mb.Context) -> None:
            if logged is not None:
                logged.append(params.data)

        made.on_logging_message = on_logging_message
        handlers = Guarded()
        server = mb.Server(handlers, info=INFO, capabilities=CHANGES, **options)
        async with open_connection(
            MemoryTransport(server), lambda _: made, info=INFO, revisions=[revision]
        ) as connection:
            await use(handlers, server, connection.request)

    asyncio.run(main())


async def refused(asking: Coroutine[Any, Any, Any]) -> mb.ProtocolError:
    with pytest.raises(mb.ProtocolError) as caught:
        await asking
    return caught.value


@EACH
def test_arguments_fit_the_input_schema(revision: str) -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        await ask("tools/call", {"name": "weather", "arguments": {"city": "Rome"}})
        handlers.calls.clear()
        for arguments in ({"city": 7}, {}, {"town": "Rome"}):
            asking = ask("tools/call", {"name": "weather", "arguments": arguments})
            if any(row.id == "tools.input-errors" for row in mb.revision(revision).protocol.requirements):
                result = await asking
                assert result.is_error is True
                assert "city" in result.content[0].text
            else:
                error = await refused(asking)
                assert error.code == INVALID_PARAMS
                assert "findings" in (error.data or {})
        assert (await refused(ask("tools/call", {"name": "storm", "arguments": {}}))).code == INVALID_PARAMS
        assert handlers.calls == []

    asked(use, revision)


@EACH
def test_structured_results_fit_the_output_schema(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        call = "tools/call", {"name": "weather", "arguments": {"city": "Rome"}}
        await ask(*call)
        handlers.result = {"content": [], "isError": True}
        assert (await ask(*call)).is_error
        for result in ({"warm": "very"}, {}, None):
            handlers.result = {"content": [], "structuredContent": result}
            assert (await refused(ask(*call))).code == INTERNAL_ERROR
        handlers.result = {"content": []}
        assert (await refused(ask(*call))).code == INTERNAL_ERROR
        assert "very" not in caplog.text

    asked(use, revision)
    assert "a result that does not fit the outputSchema" in caplog.text


def test_typed_results_are_checked_too() -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        made: Any = handlers
        made.result = mcp.CallToolResult(content=[], structured_content={"warm": 1})
        call = "tools/call", {"name": "weather", "arguments": {"city": "Rome"}}
        assert (await refused(ask(*call))).code == INTERNAL_ERROR
        made.result = mcp.CallToolResult(content=[], structured_content={"warm": True})
        assert (await ask(*call)).structured_content == {"warm": True}

    asked(use, mb.LATEST)


def test_the_server_lists_its_own_tools_once_until_they_change() -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        call = "tools/call", {"name": "weather", "arguments": {"city": "Rome"}}
        for _ in range(3):
            await ask(*call)
        assert handlers.listings == 2  # pages
        handlers.tools = [{"name": "weather", "inputSchema": WARM}]
        await server.notify(TOOLS_CHANGED)
        assert (await ask(*call)).is_error
        assert handlers.listings == 4
        storms = [refused(ask("tools/call", {"name": f"storm{number}"})) for number in range(20)]
        assert {error.message for error in await asyncio.gather(*storms)} == {
            f"Unknown tool: 'storm{number}'" for number in range(20)
        }
        assert handlers.listings == 6  # one reading for all of them

    asked(use, mb.LATEST)


@pytest.mark.parametrize("revision", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_what_is_listed_without_an_announcement_is_known_at_once(revision: str) -> None:
    class Growing(Guarded):
        names: tuple[str, ...] = ("first",)

        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": each, "inputSchema": CITY} for each in self.names]}

        def list_prompts(self, params: Any, context: mb.Context) -> Any:
            return {"prompts": [{"name": each} for each in self.names]}

        def list_resources(self, params: Any, context: mb.Context) -> Any:
            return {"resources": [{"name": each, "uri": f"note:///{each}"} for each in self.names]}

        def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
            return {"resourceTemplates": [{"name": each, "uriTemplate": f"{each}:{{x}}"} for each in self.names]}

    async def main() -> None:
        handlers = Growing()
        handlers.result = {"content": []}
        caller = Caller(mb.Server(handlers, info=INFO, capabilities=CHANGES), revision)
        await caller.open()
        for name in ("first", "second", "third"):
            asked: dict[str, dict[str, Any]] = {
                "tools/call": {"name": name, "arguments": {"city": "Rome"}},
                "prompts/get": {"name": name},
            }
            for method, params in asked.items():
                reply = await caller.ask(method, params)
                assert ("result" in reply) == (name in handlers.names)
            for uri in (f"note:///{name}", f"{name}:y"):
                reply = await caller.ask("resources/read", {"uri": uri})
                assert ("result" in reply) == (name in handlers.names), uri
            handlers.names = ("first", "second") if name == "first" else handlers.names

    asyncio.run(main())


def test_what_clients_are_shown_is_known() -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        call = "tools/call", {"name": "weather", "arguments": {"city": "Rome"}}
        await ask(*call)
        handlers.tools = [{"name": "weather", "inputSchema": WARM}, {"name": "new", "inputSchema": CITY}]
        page = await ask("tools/list")
        await ask("tools/list", {"cursor": page.next_cursor})
        assert (await ask(*call)).is_error
        assert not (await ask("tools/call", {"name": "new", "arguments": {"city": "Rome"}})).is_error

    asked(use, mb.LATEST)


def test_a_list_that_changes_while_it_is_read_is_read_again() -> None:
    class Changing(Guarded):
        async def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
            self.listings += 1
            page = {"tools": self.tools}
            if self.listings == 1:
                self.tools = [{"name": "weather", "inputSchema": WARM}]
                await server.notify(TOOLS_CHANGED)
            return page

    handlers = Changing()
    server = mb.Server(handlers, info=INFO, capabilities=CHANGES)

    async def main() -> None:
        call = {"name": "weather", "arguments": {"city": "Rome"}}
        reply = await Caller(server, PER_REQUEST[-1]).ask("tools/call", call)
        assert reply["result"]["isError"], "the arguments fit the former schema"
        assert (handlers.calls, handlers.listings) == ([], 2)

    asyncio.run(main())


class Choosy(Guarded):
    """Handlers that show a tool to those clients alone that have roots."""

    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
        return {"tools": self.tools if "roots" in context.peer_capabilities else []}


@pytest.mark.parametrize("revision", having("roots/list"))
def test_a_list_may_depend_on_the_capabilities_of_a_client(revision: str) -> None:
    package = import_module(mb.revision(revision).package)

    def list_roots(self: Any, params: Any, context: mb.Context) -> Any:
        return {"roots": []}

    with_roots = type("WithRoots", (package.ClientHandlers,), {"list_roots": list_roots})

    async def main() -> None:
        server = mb.Server(Choosy(), info=INFO, capabilities=CHANGES)
        call = "tools/call", {"name": "weather", "arguments": {"city": "Rome"}}
        made = package.ClientHandlers()
        async with open_connection(
            MemoryTransport(server), lambda _: made, info=INFO, revisions=[revision]
        ) as connection:
            assert (await refused(connection.request(*call))).code == INVALID_PARAMS
        made = with_roots()
        async with open_connection(
            MemoryTransport(server), lambda _: made, info=INFO, revisions=[revision]
        ) as connection:
            await connection.request(*call)

    asyncio.run(main())


@EACH
def test_prompts_need_their_arguments(revision: str) -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        await ask("prompts/get", {"name": "plan", "arguments": {"day": "Monday"}})
        assert (await refused(ask("prompts/get", {"name": "plan"}))).data == {"missing": ["day"]}
        assert (await refused(ask("prompts/get", {"name": "dance"}))).code == INVALID_PARAMS
        assert handlers.calls == [{"day": "Monday"}]

    asked(use, revision)


@EACH
def test_resources_are_listed_or_fit_a_template(revision: str) -> None:
    allowed = ("note:///1", "file:///data/a", "find:///?q=a")

    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        for uri in allowed:
            await ask("resources/read", {"uri": uri})
        for uri in ("note:///2", "file:///data/a/b", "find:/a"):
            error = await refused(ask("resources/read", {"uri": uri}))
            assert error.code == (INVALID_PARAMS if revision in PER_REQUEST else RESOURCE_NOT_FOUND)
            assert error.data == {"uri": uri}
        assert handlers.calls == [*allowed]

    asked(use, revision)


@pytest.mark.parametrize("revision", [each for each in mb.REVISIONS if each != Guarded.revision])
def test_templates_count_for_clients_whose_revision_has_none(revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = mb.revision(revision)
    lacking = method_of(LIST_RESOURCE_TEMPLATES, revision)
    methods = {name: row for name, row in known.methods.items() if name != lacking}
    monkeypatch.setattr(known, "methods", methods)
    monkeypatch.setattr(known, "_message_parser", None)
    test_resources_are_listed_or_fit_a_template(revision)


@EACH
def test_cursors_are_sealed_for_one_list(revision: str) -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        page = await ask("tools/list")
        assert page.next_cursor != "second"
        assert (await ask("tools/list", {"cursor": page.next_cursor})).tools
        other = (await ask("prompts/list")).next_cursor
        for cursor in ("second", other, f"{page.next_cursor}=", ""):
            assert (await refused(ask("tools/list", {"cursor": cursor}))).code == INVALID_PARAMS

    asked(use, revision)


@pytest.mark.parametrize("revision", LOGGING)
def test_logs_have_no_secrets(revision: str) -> None:
    logged = list[Any]()

    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        meta = {"io.modelcontextprotocol/logLevel": "debug"} if revision in PER_REQUEST else {}
        await ask("tools/call", {"name": "weather", "arguments": {"city": "Rome"}, **({"_meta": meta} if meta else {})})
        if revision in HANDSHAKE:
            await server.notify(LOG_MESSAGE, level="info", data={"secret": "hunter22"})
        await ask("tools/list")

    asked(use, revision, logged)
    assert len(logged) == (3 if revision in HANDSHAKE else 1)
    assert "hunter22" not in str(logged)
    assert "abcdefgh12345" not in str(logged)


def test_rates_and_slots() -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        call = "tools/call", {"name": "weather", "arguments": {"city": "Rome"}}
        await ask(*call)
        error = await refused(ask(*call))
        assert (error.code, error.data) == (INTERNAL_ERROR, {"retryAfter": 100})
        assert len(handlers.calls) == 1
        async with work.acquire():
            assert (await refused(ask("prompts/list"))).message == "Too many requests at once"
        await ask("prompts/list")

    work = WorkSlots(1, 0)
    rates = TokenBuckets({"tools": Rate(0.01, 1), "logs": Rate(0.01, 1)}, clock=lambda: 5.0)
    logged = list[Any]()
    asked(use, HANDSHAKE[-1], logged, guards=mb.Guards(rates=rates, work=work))
    assert logged == [{"password": "[removed]", "note": "token=[removed]"}]


def test_binary_data_is_bounded() -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        for size, is_allowed in ((4, True), (8, False)):
            image = {"type": "image", "data": "A" * size, "mimeType": "image/png"}
            asking = ask("tools/call", {"name": "weather", "arguments": {"city": "Rome", "image": image}})
            if is_allowed:
                await asking
            else:
                assert "more than 3 bytes" in (await refused(asking)).message

    asked(use, mb.LATEST, guards=mb.Guards(max_binary=3))


def test_without_guards_handlers_get_everything() -> None:
    async def use(handlers: Guarded, server: mb.Server, ask: Ask) -> None:
        handlers.result = {"content": [], "structuredContent": 5}
        await ask("tools/call", {"name": "storm", "arguments": {"city": 7}})
        await ask("prompts/get", {"name": "dance"})
        await ask("resources/read", {"uri": "note:///2"})
        assert (await ask("tools/list")).next_cursor == "second"

    logged = list[Any]()
    asked(use, HANDSHAKE[-1], logged, guards=NO_GUARDS)
    assert logged[1] == "password: hunter22"


class Asking(mcp.ServerHandlers):
    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": "ask", "inputSchema": {"type": "object"}}]}

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        four = {"type": "string", "pattern": "^.{4}$"}  # clients of this package check other keywords themselves
        answer = await context.elicit("Where?", {**CITY, "properties": {"city": four}})
        return {"content": [{"type": "text", "text": str(answer.content)}]}


@EACH
def test_elicited_content_fits_the_requested_schema(revision: str) -> None:
    known = mb.revision(revision)
    if revision not in having("elicitation/create") and known.era == "handshake":
        return

    async def main() -> None:
        made = import_module(known.package).ClientHandlers()
        given = list[str]()

        def elicit(params: Any, context: mb.Context) -> Any:
            return known.codec("ElicitResult").decode_value({"action": "accept", "content": {"city": given[-1]}})

        made.elicit = elicit
        server = mb.Server(Asking(), info=INFO)
        async with open_connection(
            MemoryTransport(server), lambda _: made, info=INFO, revisions=[revision]
        ) as connection:
            given.append("Rome")
            assert (await connection.request("tools/call", {"name": "ask"})).content[0].text == "{'city': 'Rome'}"
            given.append("Paris")
            error = await refused(connection.request("tools/call", {"name": "ask"}))
            assert error.code == INVALID_PARAMS
            assert "/content/city" in str(error.data)

    asyncio.run(main())


@pytest.mark.parametrize("outcome", ["answer", "error", "cancelled"])
def test_a_request_that_waits_for_its_user_has_no_work_slot(outcome: str) -> None:
    """Users who do not answer kept everybody else from working."""

    async def main() -> None:
        known = mb.revision(HANDSHAKE[-1])
        made: Any = import_module(known.package).ClientHandlers()
        seen = list[tuple[int, list[str]]]()
        asked = asyncio.Event()

        async def elicit(params: Any, context: mb.Context) -> Any:
            listed = await connection.request("tools/list")
            seen.append((work.work_count, [tool.name for tool in listed.tools]))
            asked.set()
            if outcome == "cancelled":
                await asyncio.Event().wait()
            if outcome == "error":
                raise mb.ProtocolError(INTERNAL_ERROR, "no")
            return known.codec("ElicitResult").decode_value({"action": "accept", "content": {"city": "Rome"}})

        made.elicit = elicit
        work = WorkSlots(1, 0)
        server = mb.Server(Asking(), info=INFO, guards=mb.Guards(work=work))
        async with open_connection(
            MemoryTransport(server), lambda _: made, info=INFO, revisions=[known.id]
        ) as connection:
            calling = asyncio.create_task(connection.request("tools/call", {"name": "ask"}))
            await asyncio.wait_for(asked.wait(), 10)
            if outcome == "cancelled":
                calling.cancel()
            ended: Any = (await asyncio.gather(calling, return_exceptions=True))[0]
            assert type(ended).__name__ == {"answer": "CallToolResult", "error": "ProtocolError"}.get(
                outcome, "CancelledError"
            )
            assert seen == [(0, ["ask"])]
            await settle()  # a cancelled request ends
            await connection.request("tools/list")
            assert work.work_count == 0
            async with work.acquire():
                assert (await refused(connection.request("tools/list"))).message == "Too many requests at once"

    asyncio.run(main())


def test_work_gets_its_slot_back_after_the_last_answer() -> None:
    async def main() -> None:
        work, answers = WorkSlots(1, 1), [asyncio.Event() for _ in range(2)]
        steps = list[str]()

        async def ask(answer: asyncio.Event) -> None:
            async with without_slot():
                await answer.wait()

        async def first() -> None:
            async with work.acquire("a"):
                await asyncio.gather(*map(ask, answers))
                steps.append("first")

        async def second() -> None:
            async with work.acquire("b"):
                steps.append("second begins")
                for each in answers:
                    each.set()
                for _ in range(10):
                    await asyncio.sleep(0)
                steps.append("second ends")

        await asyncio.gather(first(), second())
        assert steps == ["second begins", "second ends", "first"]
        assert work.work_count == 0

    asyncio.run(main())


def test_an_end_during_the_wait_for_a_slot_keeps_no_slot() -> None:
    """The work had ended before its question got a slot, which nobody released then."""

    async def main() -> None:
        work, answer, may_end = WorkSlots(1, 2), asyncio.Event(), asyncio.Event()

        async def ask() -> None:
            async with without_slot():
                await answer.wait()

        async def first() -> asyncio.Task[None]:
            async with work.acquire("a"):
                asking = asyncio.create_task(ask())
                await may_end.wait()
                return asking

        running = asyncio.create_task(first())
        await settle()
        async with work.acquire("b"):
            answer.set()
            await settle()
            may_end.set()
            asking = await running
        await asking
        await asyncio.wait_for(_use_slot(work), 10)

    asyncio.run(main())


def test_an_answer_that_is_lost_for_want_of_a_slot_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A timeout around the question expired while its work waited for a slot. Nobody learned of the answer."""
    monkeypatch.setattr("mcp_bindings.guards.work_slots._log", RateLimitedLog(logging.getLogger("slots")))

    async def main() -> None:
        work, answer = WorkSlots(1, 2), asyncio.Event()

        async def ask() -> None:
            async with without_slot():
                await answer.wait()

        async def first() -> None:
            async with work.acquire("a"):
                asking = asyncio.create_task(ask())
                await answer.wait()
                await settle()
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
                assert asking.cancelled()

        running = asyncio.create_task(first())
        await settle()
        async with work.acquire("b"):
            answer.set()
            await running
        await asyncio.wait_for(_use_slot(work), 10)
        assert work.work_count == 0

    asyncio.run(main())
    assert [each.message.partition(":")[0] for each in caplog.records] == ["an answer of a client is lost"]


def test_a_question_without_an_answer_is_not_logged_as_lost(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time for the answer was over before the timeout around the question. The log said that an answer was lost."""
    monkeypatch.setattr("mcp_bindings.guards.work_slots._log", RateLimitedLog(logging.getLogger("slots")))

    async def send(data: bytes) -> None: ...

    async def main() -> None:
        work, asked = WorkSlots(1, 2), asyncio.Event()

        async def ask() -> None:
            async with work.acquire("a"):
                asked.set()
                await v2025_11_25.ServerCalls(send).list_roots(timeout=0.02)

        asking = asyncio.create_task(ask())
        await asked.wait()
        await settle()
        async with work.acquire("b"):
            await asyncio.sleep(0.1)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        await asyncio.wait_for(_use_slot(work), 10)
        assert work.work_count == 0

    asyncio.run(main())
    assert not caplog.records


def test_a_question_during_the_wait_for_a_slot_takes_one() -> None:
    """The first question got a slot while the second waited. The second then waited for another slot for ever."""

    async def main() -> None:
        work, may_ask = WorkSlots(1, 2), asyncio.Event()
        answers = [asyncio.Event() for _ in range(2)]

        async def ask(answer: asyncio.Event) -> None:
            async with without_slot():
                await answer.wait()

        async def first() -> None:
            async with work.acquire("a"):
                asking = asyncio.create_task(ask(answers[0]))
                await may_ask.wait()
                await ask(answers[1])
                await asking

        running = asyncio.create_task(first())
        await settle()
        async with work.acquire("b"):
            answers[0].set()
            await settle()
            may_ask.set()
            await settle()
        await settle()
        answers[1].set()
        await asyncio.wait_for(running, 10)
        await asyncio.wait_for(_use_slot(work), 10)

    asyncio.run(main())


def test_two_questions_of_one_work_wait_for_one_slot() -> None:
    """The second question waited for a slot of its own, which no other work had to give."""

    async def main() -> None:
        work, answers, may_ask = WorkSlots(1, 2), [asyncio.Event() for _ in range(2)], asyncio.Event()

        async def ask(answer: asyncio.Event) -> None:
            async with without_slot():
                await answer.wait()

        async def ask_in_turn() -> None:
            async with work.acquire("a"):
                early = asyncio.create_task(ask(answers[0]))
                await may_ask.wait()
                await asyncio.gather(early, ask(answers[1]))

        running = asyncio.create_task(ask_in_turn())
        await settle()
        async with work.acquire("b"):
            answers[0].set()
            await settle()
            may_ask.set()
            answers[1].set()
            await settle()
        await asyncio.wait_for(running, 5)
        await asyncio.wait_for(_use_slot(work), 5)

    asyncio.run(main())


def test_each_of_two_event_loops_keeps_its_slots() -> None:
    """Each change from one event loop to another made new slots, so the number of slots bounded nothing."""
    work = WorkSlots(1, 2)

    async def main() -> None:
        async with work.acquire("a"):
            await asyncio.to_thread(asyncio.run, _use_slot(work, 2))
            waiting = asyncio.create_task(_use_slot(work))
            await settle()
            assert not waiting.done()
        await asyncio.wait_for(waiting, 10)

    asyncio.run(main())


def test_work_that_goes_on_after_a_timeout_gets_a_slot() -> None:
    """A handler with a timeout around its question went on without a slot, beside the work that had one."""

    async def main() -> None:
        work, may_end = WorkSlots(1, 2), asyncio.Event()

        async def ask() -> None:
            async with without_slot():
                await asyncio.Event().wait()

        async def late() -> None:
            async with work.acquire("a"):
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(ask(), 0.001)
                await may_end.wait()

        running = asyncio.create_task(late())
        await asyncio.sleep(0.1)
        other = asyncio.create_task(_use_slot(work))
        await settle()
        assert work.work_count == 2
        assert not other.done()
        may_end.set()
        await asyncio.wait_for(asyncio.gather(running, other), 10)
        assert work.work_count == 0

    asyncio.run(main())


async def _use_slot(work: WorkSlots, count: int = 1) -> None:
    async with work.acquire("c"):
        assert work.work_count == count


def test_a_server_with_tools_needs_a_validator(monkeypatch: pytest.MonkeyPatch) -> None:
    class Quiet(mcp.PromptsServer):
        def list_prompts(self, params: Any, context: mb.Context) -> Any: ...
        def get_prompt(self, params: Any, context: mb.Context) -> Any: ...

    for library in ("jsonschema_rs", "jsonschema"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=r"Guards\(schemas=False\)"):
        mb.Server(Guarded(), info=INFO)
    mb.Server(Guarded(), info=INFO, guards=mb.Guards(schemas=False))
    mb.Server(Quiet(), info=INFO)


@pytest.mark.parametrize("bounds", [{"progress": 0}, {"progress": 1.5}, {"max_binary": -1}, {"max_binary": "1"}])
def test_bounds_of_guards_that_make_no_sense_are_refused(bounds: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=f"guards.{next(iter(bounds))} must be"):
        mb.Server(Guarded(), info=INFO, guards=mb.Guards(**bounds))
    with pytest.raises((TypeError, ValueError), match=f"guards.{next(iter(bounds))} must be"):
        mb.connect(mb.Server(Guarded(), info=INFO), info=INFO, guards=mb.Guards(**bounds))


def test_the_guards_that_need_no_numbers_are_on() -> None:
    on = mb.Guards()
    assert (on.schemas, on.listed, on.cursors, on.rates, on.work) == (True, True, True, None, None)
    assert isinstance(on.logs, LogCleaner)
    assert PROMPTS_CHANGED in mb.revision(mb.LATEST).methods


@pytest.mark.parametrize("written", mb.REVISIONS)
@pytest.mark.parametrize("spoken", WITH_TASKS)
def test_a_task_is_ignored_that_a_server_has_not_declared(written: str, spoken: str) -> None:
    """As specification/2025-11-25/basic/utilities/tasks#task-support-and-handling requires."""
    reached = list[Any]()
    handlers = import_module(mb.revision(written).package).ServerHandlers()

    def call_tool(params: Any, context: mb.Context) -> Any:
        reached.append(getattr(params, "task", None))
        return {"content": []}

    handlers.call_tool = call_tool

    async def main() -> None:
        caller = Caller(mb.Server(handlers, info=INFO), spoken)
        await caller.open()
        assert "content" in (await caller.ask("tools/call", {"name": "t", "task": {}}))["result"]

    asyncio.run(main())
    assert reached == [None]


@pytest.mark.parametrize("revision", WITH_TASKS)
def test_the_task_support_of_a_tool_is_honoured(revision: str) -> None:
    """By a server whose own revision has tasks. The client checks nothing."""
    package = import_module(mb.revision(revision).package)
    reached = list[str]()

    def list_tools(params: Any, context: mb.Context) -> Any:
        schema = {"type": "object"}
        return {
            "tools": [
                {"name": each, "inputSchema": schema, "execution": {"taskSupport": each}}
                for each in ("forbidden", "required")
            ]
        }

    def call_tool(params: Any, context: mb.Context) -> Any:
        reached.append(params.name)
        return {"content": []}

    async def main() -> None:
        handlers = package.ServerHandlers()
        handlers.list_tools, handlers.call_tool = list_tools, call_tool
        server = mb.Server(handlers, info=INFO, capabilities={"tasks": {"requests": {"tools": {"call": {}}}}})
        caller = Caller(server, revision)
        await caller.open()
        assert "result" in await caller.ask("tools/call", {"name": "forbidden"})
        refused: list[dict[str, Any]] = [{"name": "required"}, {"name": "forbidden", "task": {}}]
        for params in refused:
            assert (await caller.ask("tools/call", params))["error"]["code"] == METHOD_NOT_FOUND
        assert reached == ["forbidden"]

    asyncio.run(main())


def test_a_cancellation_ends_requests_of_earlier_revisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notification names no revision, so the request that it is about does: the newest may be another one."""
    monkeypatch.setattr(mb.Server, "newest_revision", mb.revision(HANDSHAKE[-1]))

    async def main() -> None:
        ended = asyncio.Event()

        class Waiting(Guarded):
            async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
                try:
                    await asyncio.sleep(60)
                finally:
                    ended.set()

        caller = Caller(mb.Server(Waiting(), info=INFO, capabilities=CHANGES, guards=NO_GUARDS), PER_REQUEST[0])
        id_, waits = caller.start("tools/call", {"name": "weather", "arguments": {"city": "Rome"}})
        waiting = asyncio.create_task(waits)
        await settle()
        await caller.notify(CANCELLED, requestId=id_)
        assert await asyncio.wait_for(waiting, 20) == {}
        assert ended.is_set()

    asyncio.run(main())


@pytest.mark.parametrize("revision", WITH_TASKS)
def test_schemas_that_are_not_checked_are_not_read(revision: str) -> None:
    base: Any = import_module(mb.revision(revision).package).ServerHandlers
    refused_schema = {"type": "object", "$schema": "http://json-schema.org/draft-04/schema#"}

    class Old(base):  # type: ignore[misc]
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [tool("old", revision, inputSchema=refused_schema)]}

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            return {"content": []}

    async def main() -> None:
        declared: dict[str, Any] = {"tasks": {"requests": {"tools": {"call": {}}}}}
        server = mb.Server(Old(), info=INFO, guards=mb.Guards(schemas=False), capabilities=declared)
        caller = Caller(server, revision)
        await caller.open()
        assert "result" in await caller.ask("tools/call", {"name": "old", "arguments": {}})

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_result_is_sent_though_the_tools_cannot_be_listed(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    class Unlisted(Guarded):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            raise OSError("the list is away")

    async def main() -> None:
        server = mb.Server(Unlisted(), info=INFO, guards=NO_GUARDS, capabilities=CHANGES)
        caller = Caller(server, revision)
        await caller.open()
        assert "result" in await caller.ask("tools/call", {"name": "weather", "arguments": {}})

    asyncio.run(main())
    assert "the tools cannot be listed to translate a result" in caplog.text
