"""The tasks of a server whose handlers are written once: their lifecycle, input, cancellation, storage and bounds.

Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.authorization import Principal
from mcp_bindings.codec.encoding import dump_any
from mcp_bindings.extensions import tasks
from mcp_bindings.extensions.tasks import EXTENSION
from mcp_bindings.guards import NO_GUARDS
from mcp_bindings.jsonrpc.messages import Request
from mcp_bindings.peer import task_following
from mcp_bindings.peer.quota_owners import request_owner
from mcp_bindings.server import (
    CallNext,
    MemoryTasks,
    Middleware,
    StoreFullError,
    TaskRunner,
    TaskStore,
    filtered,
    follow_task,
    with_true_media_types,
)
from mcp_bindings.server.tasks import Task, utc_now
from mcp_bindings.spec.error_codes import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    MISSING_REQUIRED_CLIENT_CAPABILITY,
)
from mcp_bindings.spec.names import TOOLS_CHANGED
from mcp_bindings.transports.service import ServedClient
from tests.guards.callers import Caller
from tests.revisions import HANDSHAKE, request_meta

VERSION = EXTENSION.info.revisions[-1]
PREFIX = "io.modelcontextprotocol/"
KNOWS_TASKS: dict[str, Any] = {"extensions": {EXTENSION.id: {}}}
CAPABLE: dict[str, Any] = {**KNOWS_TASKS, "elicitation": {}}
DEFAULT_GUARDS = mb.Guards()
SOON = 10.0  # seconds, on a busy machine


NAMED: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}}


class JsonStore:
    """Keeps tasks as texts, as a database would: it gives back nothing but data."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def add(self, task: Task) -> None:
        await asyncio.sleep(0.01)
        self.texts[task.id] = json.dumps(asdict(task), default=str)

    async def get(self, task_id: str) -> Task | None:
        await asyncio.sleep(0)
        if task_id not in self.texts:
            return None
        found = json.loads(self.texts[task_id])
        moments: dict[str, Any] = {name: datetime.fromisoformat(found[name]) for name in ("created_at", "updated_at")}
        return Task(**{**found, **moments})

    async def replace(self, task: Task) -> None:
        await self.add(task)


class Tools(mcp.ServerHandlers):
    """Tools whose work runs as tasks."""

    def __init__(self, runner: TaskRunner) -> None:
        self._tasks = runner

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        names = ("sleep", "only_as_a_task", "break", "return_nonsense", "confirm", "two", "together", "hurry")
        listed = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
        counting = {"name": "count_wrongly", "inputSchema": {"type": "object"}, "outputSchema": {"type": "integer"}}
        return {"tools": [*listed, counting]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        if params.name == "only_as_a_task":
            self._tasks.require(context)
        arguments = params.arguments or {}
        return await self._tasks.run(lambda context: getattr(self, f"_{params.name}")(context, arguments), context)

    async def _sleep(self, context: mb.Context, arguments: dict[str, Any]) -> mcp.CallToolResult:
        await context.progress(1)
        await context.log("info", "sleeping")
        await asyncio.sleep(arguments["seconds"])
        return mcp.CallToolResult(content=[mcp.TextContent(text="Awake")])

    async def _only_as_a_task(self, context: mb.Context, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"content": [], "isError": True}

    async def _break(self, context: mb.Context, arguments: dict[str, Any]) -> Any:
        raise mb.ProtocolError(INTERNAL_ERROR, "It breaks")

    async def _return_nonsense(self, context: mb.Context, arguments: dict[str, Any]) -> Any:
        return {"content": "none"}

    async def _count_wrongly(self, context: mb.Context, arguments: dict[str, Any]) -> Any:
        return mcp.CallToolResult(content=[], structured_content="three")

    async def _confirm(self, context: mb.Context, arguments: dict[str, Any]) -> mcp.CallToolResult:
        answer = await context.elicit("Sure?", {"type": "object", "properties": {"confirm": {"type": "boolean"}}})
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"{answer.action} {answer.content}")])

    async def _together(self, context: mb.Context, arguments: dict[str, Any]) -> mcp.CallToolResult:
        answers: list[Any] = await asyncio.gather(*(context.elicit(text, NAMED) for text in "ab"))
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"{each.content['name']}") for each in answers])

    async def _hurry(self, context: mb.Context, arguments: dict[str, Any]) -> mcp.CallToolResult:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(context.elicit("Quick?", NAMED), 0.05)
        if not arguments:
            await asyncio.sleep(60)
        answer = await context.elicit("Slow?", NAMED)
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"{answer.content}")])

    async def _two(self, context: mb.Context, arguments: dict[str, Any]) -> mcp.CallToolResult:
        params = {"message": "?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}
        question = {"method": "elicitation/create", "params": params}
        answers = await context.ask(first=question, second=question)
        names = " and ".join(answers[each]["content"]["name"] for each in ("first", "second"))
        return mcp.CallToolResult(content=[mcp.TextContent(text=names)])


def server(store: TaskStore | None = None, **bounds: Any) -> mb.Server:
    """A server with these tools."""
    runner = TaskRunner(store, **bounds)
    capabilities: dict[str, Any] = {"tools": {"listChanged": True}, "logging": {}}
    return mb.Server(Tools(runner), info={"name": "tests", "version": "1"}, capabilities=capabilities, tasks=runner)


class Client:
    """A client of one server in this process, with capabilities that it declares in each request."""

    def __init__(
        self, of: mb.Server | None = None, capabilities: dict[str, Any] = CAPABLE, principal: Principal | None = None
    ) -> None:
        self.server = of or server()
        self.capabilities = capabilities
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._ids = count(1)
        self._principal = principal
        self.connection = ServedClient(self.server, self._take, "stdio")

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and return its result or error."""
        meta = request_meta(VERSION, self.capabilities)
        message = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": {**params, "_meta": meta}}
        event: Any
        try:
            event = self.connection.session.receive(json.dumps(message))
        except mb.ProtocolError as error:
            event = error
        reply = await self.connection.handle(event, self._take, principal=self._principal)
        assert reply is not None
        answer = json.loads(reply)
        found: dict[str, Any] = answer.get("result") or answer["error"]
        return found

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return await self.ask("tools/call", name=tool, arguments=arguments)

    async def until(self, task_id: str, *statuses: str) -> dict[str, Any]:
        """Poll a task until it has one of the statuses."""
        for _ in range(int(SOON / 0.01)):
            task = await self.ask("tasks/get", taskId=task_id)
            if task["status"] in statuses:
                return task
            await asyncio.sleep(0.01)
        raise AssertionError(f"the task is not {statuses}")

    async def _take(self, message: bytes) -> None:
        self.messages.put_nowait(json.loads(message))


@pytest.fixture(params=[MemoryTasks, JsonStore])
def store(request: pytest.FixtureRequest) -> TaskStore:
    made: TaskStore = request.param()
    return made


def accept(**content: Any) -> dict[str, Any]:
    return {"action": "accept", "content": content}


def test_a_task_from_its_creation_to_its_result(store: TaskStore) -> None:
    async def main() -> None:
        client = Client(server(store))
        created = await client.call("sleep", seconds=0.05)
        assert (created["resultType"], created["status"]) == ("task", "working")
        working = await client.ask("tasks/get", taskId=created["taskId"])
        assert (working["resultType"], working["status"]) == ("complete", "working")
        ended = await client.until(created["taskId"], "completed")
        assert ended["result"]["content"][0]["text"] == "Awake"
        assert ended["createdAt"] == created["createdAt"] < ended["lastUpdatedAt"]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("tool", "status"), [("only_as_a_task", "completed"), ("break", "failed"), ("return_nonsense", "failed")]
)
def test_errors(tool: str, status: str) -> None:
    async def main() -> None:
        client = Client()
        ended = await client.until((await client.call(tool))["taskId"], "completed", "failed")
        if tool == "only_as_a_task":
            assert (ended["status"], ended["result"]["isError"]) == ("completed", True)
        else:
            message = "It breaks" if tool == "break" else "Internal error"
            assert (ended["status"], ended["statusMessage"]) == ("failed", message)
            assert ended["error"] == {"code": INTERNAL_ERROR, "message": message}

    asyncio.run(main())


def test_input(store: TaskStore) -> None:
    async def main() -> None:
        client = Client(server(store))
        id_ = (await client.call("two"))["taskId"]
        first, second = (await client.until(id_, "input_required"))["inputRequests"]
        unknown = await client.ask("tasks/update", taskId=id_, inputResponses={"other": accept(name="x")})
        assert unknown["resultType"] == "complete"
        roots: dict[str, Any] = {first: accept(name="a"), second: {"roots": []}}
        assert (await client.ask("tasks/update", taskId=id_, inputResponses=roots))["code"] == INVALID_PARAMS
        assert set((await client.until(id_, "input_required"))["inputRequests"]) == {first, second}
        await client.ask("tasks/update", taskId=id_, inputResponses={first: accept(name="a")})
        assert list((await client.until(id_, "input_required"))["inputRequests"]) == [second]
        both = {first: accept(name="c"), second: accept(name="b")}
        await client.ask("tasks/update", taskId=id_, inputResponses=both)
        assert (await client.until(id_, "completed"))["result"]["content"][0]["text"] == "a and b"

    asyncio.run(main())


def test_questions_at_the_same_time_keep_their_answers(store: TaskStore) -> None:
    async def main() -> None:
        client = Client(server(store))
        id_ = (await client.call("together"))["taskId"]
        wanted: dict[str, Any] = {}
        for _ in range(100):
            wanted = (await client.until(id_, "input_required"))["inputRequests"]
            if len(wanted) == 2:
                break
            await asyncio.sleep(0.01)
        for key, request in reversed(wanted.items()):
            answer = {key: accept(name=request["params"]["message"])}
            await client.ask("tasks/update", taskId=id_, inputResponses=answer)
        content = (await client.until(id_, "completed"))["result"]["content"]
        assert [each["text"] for each in content] == ["a", "b"]

    asyncio.run(main())


@pytest.mark.parametrize("asks_again", [False, True])
def test_a_question_that_nobody_waits_for_is_asked_no_longer(store: TaskStore, *, asks_again: bool) -> None:
    async def main() -> None:
        client = Client(server(store))
        id_ = (await client.call("hurry", **({"again": True} if asks_again else {})))["taskId"]
        (quick,) = wanted = (await client.until(id_, "input_required"))["inputRequests"]
        if not asks_again:
            await client.until(id_, "working")
        else:
            for _ in range(100):
                await asyncio.sleep(0.01)
                wanted = (await client.until(id_, "input_required"))["inputRequests"]
                if quick not in wanted:
                    break
            (slow,) = wanted
            assert slow != quick
            late = {quick: accept(name="late"), slow: accept(name="in time")}
            await client.ask("tasks/update", taskId=id_, inputResponses=late)
            ended = await client.until(id_, "completed")
            assert ended["result"]["content"][0]["text"] == "{'name': 'in time'}"

    asyncio.run(main())


def test_input_that_the_client_has_not_declared() -> None:
    async def main() -> None:
        client = Client(capabilities=KNOWS_TASKS)
        ended = await client.until((await client.call("two"))["taskId"], "failed")
        assert ended["error"]["code"] == MISSING_REQUIRED_CLIENT_CAPABILITY

    asyncio.run(main())


def test_cancellation(store: TaskStore) -> None:
    async def main() -> None:
        client = Client(server(store))
        for tool, arguments in (("sleep", {"seconds": 60}), ("confirm", {})):
            id_ = (await client.call(tool, **arguments))["taskId"]
            for _ in range(2):
                assert set(await client.ask("tasks/cancel", taskId=id_)) == {"resultType", "_meta"}
                assert (await client.ask("tasks/get", taskId=id_))["status"] == "cancelled"
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


@pytest.mark.parametrize("method", ["tasks/update", "tasks/cancel"])
def test_requests_in_another_event_loop_reach_the_work(method: str) -> None:
    """The event loop of the work slept on, so the task got its answer or its cancellation minutes later."""
    shared = server()

    async def change(id_: str) -> None:
        client = Client(shared)
        (key,) = (await client.until(id_, "input_required"))["inputRequests"]
        await client.ask(method, taskId=id_, **({"inputResponses": {key: accept()}} if "update" in method else {}))
        await client.until(id_, "completed", "cancelled")

    async def main() -> None:
        id_ = (await Client(shared).call("confirm"))["taskId"]
        await asyncio.to_thread(lambda: asyncio.run(change(id_)))
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


@pytest.mark.parametrize("method", ["tasks/get", "tasks/update", "tasks/cancel"])
def test_requests_about_tasks_that_are_refused(method: str) -> None:
    async def main() -> None:
        params: dict[str, Any] = {"taskId": "none", **({"inputResponses": {}} if method == "tasks/update" else {})}
        assert (await Client().ask(method, **params))["code"] == INVALID_PARAMS
        error = await Client(capabilities={}).ask(method, **params)
        assert error["code"] == MISSING_REQUIRED_CLIENT_CAPABILITY
        assert error["data"] == {"requiredCapabilities": KNOWS_TASKS}

    asyncio.run(main())


def test_a_client_that_does_not_know_tasks() -> None:
    async def main() -> None:
        client = Client(capabilities={})
        assert (await client.call("sleep", seconds=0))["content"][0]["text"] == "Awake"
        assert (await client.call("only_as_a_task"))["data"] == {"requiredCapabilities": KNOWS_TASKS}
        client.capabilities = {"elicitation": {}}
        assert (await client.call("confirm"))["resultType"] == "input_required"

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_client_with_a_handshake_gets_the_result_at_once(revision: str) -> None:
    """Tasks of the extension are none of the core of 2025-11-25: the server declares none, and ignores `task`."""

    async def main() -> None:
        caller = Caller(server(), revision)
        opened = await caller.open()
        assert "tasks" not in opened["capabilities"]
        listed = (await caller.ask("tools/list", {}))["result"]["tools"]
        assert not any("execution" in each for each in listed)
        call: dict[str, Any] = {"name": "sleep", "arguments": {"seconds": 0}, "task": {"ttl": 60_000}}
        assert (await caller.ask("tools/call", call))["result"]["content"][0]["text"] == "Awake"
        for method in ("tasks/get", "tasks/result", "tasks/cancel", "tasks/list"):
            assert (await caller.ask(method, {"taskId": "1"}))["error"]["code"] == METHOD_NOT_FOUND
        refused = await caller.ask("tools/call", {"name": "only_as_a_task", "task": {}})
        assert refused["error"]["data"] == {"requiredCapabilities": KNOWS_TASKS}

    asyncio.run(main())


def test_a_task_is_forgotten_when_its_time_is_over() -> None:
    async def main() -> None:
        client = Client(server(MemoryTasks(capacity=1), ttl_ms=100))
        id_ = (await client.call("sleep", seconds=60))["taskId"]
        assert (await client.call("sleep", seconds=0))["message"] == "Too many tasks"
        await asyncio.sleep(0.15)
        assert (await client.ask("tasks/get", taskId=id_))["code"] == INVALID_PARAMS
        assert len(asyncio.all_tasks()) == 1, "its work has ended"
        assert (await client.call("sleep", seconds=0))["resultType"] == "task"

    asyncio.run(main())


def as_owner(owner: str) -> None:
    """Send what follows as this one."""
    request_owner.set(owner)


def test_tasks_of_one_client_leave_room_for_others() -> None:
    """998 tasks that had ended answered "Too many tasks" to everybody for five minutes."""

    async def main() -> None:
        client = Client(server(MemoryTasks(capacity=4)))
        as_owner("a")
        first = (await client.call("sleep", seconds=0))["taskId"]
        await client.until(first, "completed")
        as_owner("b")
        flood = [(await client.call("sleep", seconds=0))["taskId"] for _ in range(2)]
        running = (await client.call("sleep", seconds=60))["taskId"]
        for each in flood:
            await client.until(each, "completed")
        as_owner("c")
        assert (await client.call("sleep", seconds=0))["resultType"] == "task"
        left = [(await client.ask("tasks/get", taskId=each)).get("status") for each in (first, *flood, running)]
        assert left == ["completed", None, "completed", "working"], "of the one who has most, the oldest that has ended"
        await client.ask("tasks/cancel", taskId=running)

    asyncio.run(main())


def test_running_tasks_of_whoever_has_most_give_way_last() -> None:
    async def main() -> None:
        client = Client(server(MemoryTasks(capacity=3)))
        as_owner("b")
        flood = [(await client.call("sleep", seconds=60))["taskId"] for _ in range(3)]
        assert (await client.call("sleep", seconds=60))["message"] == "Too many tasks"
        as_owner("c")
        others = [await client.call("sleep", seconds=60) for _ in range(2)]
        assert others[0]["resultType"] == "task"
        assert others[1]["message"] == "Too many tasks", "nobody has two more"
        statuses = [(await client.ask("tasks/get", taskId=each)).get("status") for each in flood]
        assert statuses == [None, "working", "working"], "its work has ended, and its place is taken"
        for each in (*flood[1:], others[0]["taskId"]):
            await client.ask("tasks/cancel", taskId=each)
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_running_tasks_of_one_client_leave_the_results_of_others() -> None:
    """With enough running tasks, one client made the server forget what those of others had ended with."""

    async def main() -> None:
        client = Client(server(MemoryTasks(capacity=4)))
        as_owner("a")
        ended = (await client.call("sleep", seconds=0))["taskId"]
        await client.until(ended, "completed")
        as_owner("b")
        flood = [await client.call("sleep", seconds=60) for _ in range(5)]
        assert [each.get("message") for each in flood] == [None] * 3 + ["Too many tasks"] * 2
        assert (await client.ask("tasks/get", taskId=ended))["status"] == "completed"
        for each in flood[:3]:
            await client.ask("tasks/cancel", taskId=each["taskId"])

    asyncio.run(main())


def test_what_tasks_keep_is_bounded_in_bytes() -> None:
    async def main() -> None:
        store = MemoryTasks(max_bytes=20_000)

        async def ended(id_: str, owner: str, size: int) -> None:
            task = Task(id_, utc_now(), utc_now(), 60_000, 500, owner=owner)
            await store.add(task)
            await store.replace(replace(task, status="completed", details={"result": "x" * size}))

        for id_, owner, size in (("1", "a", 5_000), ("2", "b", 6_000), ("3", "b", 4_000)):
            await ended(id_, owner, size)
        await ended("4", "c", 5_000)
        assert [await store.get(each) is not None for each in "1234"] == [True, False, True, True]
        with pytest.raises(StoreFullError):
            await ended("5", "c", 30_000)
        assert (await store.get("5") or Task("", utc_now(), utc_now(), 1, 1)).status == "working"

    asyncio.run(main())


@pytest.mark.parametrize("bounds", [{"capacity": 0}, {"max_bytes": 1_000}])
def test_a_store_that_could_keep_nothing(bounds: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        MemoryTasks(**bounds)


def test_a_result_that_is_too_long_to_be_kept() -> None:
    async def main() -> None:
        client = Client(server(MemoryTasks(max_bytes=1_100)))
        ended = await client.until((await client.call("sleep", seconds=0))["taskId"], "failed", "completed")
        assert ended["error"] == {"code": INTERNAL_ERROR, "message": "The result is too long to be kept"}

    asyncio.run(main())


def test_what_a_task_keeps_is_bounded() -> None:
    async def main() -> None:
        client, long = Client(server(max_size=1_000)), "x" * 1_000
        assert (await client.call("confirm", text=long))["code"] == INVALID_PARAMS
        id_ = (await client.call("confirm"))["taskId"]
        (key,) = (await client.until(id_, "input_required"))["inputRequests"]
        answer = {key: accept(confirm=long)}
        assert (await client.ask("tasks/update", taskId=id_, inputResponses=answer))["code"] == INVALID_PARAMS

    asyncio.run(main())


def test_a_subscription_to_tasks() -> None:
    async def main() -> None:
        client = Client()
        id_ = (await client.call("confirm"))["taskId"]
        (key,) = (await client.until(id_, "input_required"))["inputRequests"]
        wanted = {"taskIds": [id_, "unknown"], "toolsListChanged": True}
        other = Client(client.server)
        listening = asyncio.create_task(other.ask("subscriptions/listen", notifications=wanted))
        acknowledged = await asyncio.wait_for(other.messages.get(), SOON)
        assert acknowledged["params"]["notifications"] == {"taskIds": [id_], "toolsListChanged": True}
        await client.call("sleep", seconds=0)
        await client.server.notify(TOOLS_CHANGED)
        assert (await asyncio.wait_for(other.messages.get(), SOON))["method"] == TOOLS_CHANGED
        await client.ask("tasks/update", taskId=id_, inputResponses={key: accept(confirm=True)})
        told = [(await asyncio.wait_for(other.messages.get(), SOON))["params"] for _ in range(2)]
        assert [each["status"] for each in told] == ["working", "completed"]
        polled = await client.ask("tasks/get", taskId=id_)
        without = ("_meta", "resultType")
        assert {k: v for k, v in told[1].items() if k not in without} == {
            k: v for k, v in polled.items() if k not in without
        }
        other.connection.announce_end()
        await listening

    asyncio.run(main())


def test_a_store_that_fails_leaves_a_subscription_without_tasks(caplog: pytest.LogCaptureFixture) -> None:
    class Away(MemoryTasks):
        async def get(self, task_id: str) -> Task | None:
            raise OSError("away")

    async def main() -> None:
        client = Client(server(Away()))
        wanted = {"taskIds": ["1"], "toolsListChanged": True}
        listening = asyncio.create_task(client.ask("subscriptions/listen", notifications=wanted))
        acknowledged = await asyncio.wait_for(client.messages.get(), SOON)
        assert acknowledged["params"]["notifications"] == {"taskIds": [], "toolsListChanged": True}
        client.connection.announce_end()
        await listening

    asyncio.run(main())
    assert caplog.text.count("OSError: away") == 1


def test_a_client_listens_to_its_tasks() -> None:
    async def main() -> None:
        answers: Any = mcp.ClientHandlers()
        opened = mb.connect(server(), answers, info={"name": "me", "version": "1"}, extensions=[EXTENSION])
        async with opened as client:
            started = [await client.call_tool("sleep", arguments={"seconds": 60}) for _ in range(2)]
            ids: list[str] = [each.task_id for each in started]
            wanted = tasks.TaskSubscriptionNotifications(task_ids=[ids[0]])
            async with client.listen(tools_list_changed=True, extension_filters=[wanted]) as events:
                for id_ in reversed(ids):
                    await client.cancel_task(id_)
                told = await asyncio.wait_for(anext(events), SOON)
            assert (told.method, told.params.task_id, told.params.status) == (
                "notifications/tasks",
                ids[0],
                "cancelled",
            )
            assert isinstance(told.params, tasks.TaskStatusNotificationParamsCancelled)
            with pytest.raises(mb.LocalProtocolError, match="taskIds"):
                async with client.listen(extension_filters=[{"taskIds": [1]}]):
                    pass

    asyncio.run(main())


def test_ids_cannot_be_guessed() -> None:
    async def main() -> None:
        client = Client()
        ids = [(await client.call("sleep", seconds=0))["taskId"] for _ in range(3)]
        assert len(set(ids)) == 3
        assert min(map(len, ids)) >= 22  # characters of base64 for 128 bits

    asyncio.run(main())


def test_a_task_is_for_whoever_started_it() -> None:
    async def main() -> None:
        mine, yours = (Principal("https://as.example", each, "client") for each in "ab")
        client = Client(principal=mine)
        other = Client(client.server, principal=yours)
        id_ = (await client.call("confirm"))["taskId"]
        for method in ("tasks/get", "tasks/cancel"):
            assert (await other.ask(method, taskId=id_))["code"] == INVALID_PARAMS
        assert (await client.until(id_, "input_required"))["taskId"] == id_
        assert (await client.ask("tasks/cancel", taskId=id_))["resultType"] == "complete"

    asyncio.run(main())


def test_tasks_need_handlers_of_a_revision_that_has_them() -> None:
    older = import_module(mb.revision(HANDSHAKE[-1]).package).ServerHandlers()
    with pytest.raises(ValueError, match=VERSION):
        mb.Server(older, info={"name": "tests", "version": "1"}, tasks=TaskRunner())


class Answers(tasks.ClientHandlers):
    """A client that accepts every form."""

    def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"name": "x", "confirm": True})


def test_work_that_ends_with_its_program_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    """The log blamed the handler for each task that ran when a program ended."""
    runner, tools = TaskRunner(), mb.Toolbox()

    @tools.tool
    async def slow(context: mb.Context) -> Any:
        began = asyncio.Event()

        async def work(context: mb.Context) -> Any:
            began.set()
            await asyncio.Event().wait()

        created = await runner.run(work, context)
        await began.wait()
        return created

    async def main() -> None:
        assert (await Client(mb.Server(tools, info={"name": "tests", "version": "1"}, tasks=runner)).call("slow"))[
            "resultType"
        ] == "task"

    asyncio.run(main())
    assert "the work of a task for tools/call is cancelled with its event loop" in caplog.text
    assert "failed" not in caplog.text


def test_a_client_follows_a_task_to_its_end() -> None:
    async def main() -> None:
        info, spoken = {"name": "me", "version": "1"}, EXTENSION.info.revisions
        async with mb.connect(server(poll_interval_ms=0), Answers(), info=info, revisions=spoken) as client:

            async def result_of(tool: str, timeout: float = SOON, **arguments: Any) -> Any:
                created = await client.call_tool(tool, arguments=arguments)
                calls: Any = client
                return await follow_task(created, calls, client.connection.dispatcher, timeout=timeout)

            slept = await result_of("sleep", seconds=0)
            assert isinstance(slept, mcp.CallToolResult)
            assert slept.content == [mcp.TextContent(text="Awake")]
            assert (await result_of("two")).content == [mcp.TextContent(text="x and x")]
            with pytest.raises(mb.ProtocolError, match="It breaks"):
                await result_of("break")
            with pytest.raises(ConnectionError, match="has not ended"):
                await result_of("sleep", timeout=0.1, seconds=60)

    asyncio.run(main())


def test_a_task_is_cancelled_with_the_caller_that_follows_it() -> None:
    async def main() -> None:
        info, spoken = {"name": "me", "version": "1"}, EXTENSION.info.revisions
        async with mb.connect(server(poll_interval_ms=0), Answers(), info=info, revisions=spoken) as client:
            created: Any = await client.call_tool("sleep", arguments={"seconds": 60})
            calls: Any = client
            following = asyncio.ensure_future(follow_task(created, calls, client.connection.dispatcher))
            await asyncio.sleep(0.1)
            following.cancel()
            with pytest.raises(asyncio.CancelledError):
                await following
            assert (await calls.get_task(created.task_id)).status == "cancelled"

    asyncio.run(main())


def served_work(
    work: Any,
    store: TaskStore | None = None,
    middleware: Sequence[Middleware] = (),
    guards: mb.Guards = DEFAULT_GUARDS,
    **bounds: Any,
) -> mb.Server:
    """A server whose tool does this work as a task."""
    runner = TaskRunner(store, **bounds)

    class Works(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "work", "inputSchema": {"type": "object"}}]}

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            return runner.run(work, context)

    info = {"name": "tests", "version": "1"}
    return mb.Server(Works(), info=info, tasks=runner, middleware=middleware, guards=guards)


def test_the_work_of_a_task_has_the_server() -> None:
    async def work(context: mb.Context) -> Any:
        return {"content": [], "structuredContent": {"here": isinstance(context.server, mb.Server)}}

    async def main() -> None:
        client = Client(served_work(work))
        ended = await client.until((await client.call("work"))["taskId"], "completed", "failed")
        assert ended["result"]["structuredContent"] == {"here": True}

    asyncio.run(main())


@pytest.mark.parametrize("bounds", [{"ttl_ms": 0}, {"poll_interval_ms": -1}, {"max_size": 0}, {"ttl_ms": 0.5}])
def test_bounds_that_allow_no_task_are_refused(bounds: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError), match=next(iter(bounds))):
        TaskRunner(**bounds)


async def end_work(block: dict[str, Any], *middleware: Middleware) -> dict[str, Any]:
    """The ended task of work that returns this block of content."""

    async def work(context: mb.Context) -> Any:
        return {"content": [block]}

    client = Client(served_work(work, middleware=middleware))
    return await client.until((await client.call("work"))["taskId"], "completed", "failed")


def test_middleware_changes_the_result_of_a_task() -> None:
    first = filtered(lambda text, request, context: text.replace("secret", "found"))
    last = filtered(lambda text, request, context: f"{text} secret")
    ended = asyncio.run(end_work({"type": "text", "text": "a"}, first, last))
    assert ended["result"]["content"] == [{"type": "text", "text": "a found"}]


def test_a_filter_of_a_late_result_may_return_a_typed_result() -> None:
    async def step(request: Request, context: mb.Context, call_next: CallNext) -> Any:
        if request.method == "tools/call":
            context.add_result_filter(lambda result: mcp.CallToolResult(content=[mcp.TextContent(text="typed")]))
        return await call_next(request, context)

    ended = asyncio.run(end_work({"type": "text", "text": "a"}, step))
    assert ended["result"]["content"] == [{"type": "text", "text": "typed"}]


def test_a_filter_of_a_late_result_that_returns_none_is_named(caplog: pytest.LogCaptureFixture) -> None:
    async def step(request: Request, context: mb.Context, call_next: CallNext) -> Any:
        context.add_result_filter(lambda result: None)
        return await call_next(request, context)

    ended = asyncio.run(end_work({"type": "text", "text": "a"}, step))
    assert (ended["status"], ended["error"]["code"]) == ("failed", INTERNAL_ERROR)
    assert "a filter of it, returned no result" in caplog.text


@pytest.mark.parametrize("repeats_success", [False, True])
def test_filters_of_late_results_run_once_after_a_repeated_step(*, repeats_success: bool) -> None:
    async def twice(request: Request, context: mb.Context, call_next: CallNext) -> Any:
        with suppress(RuntimeError):
            await call_next(request, context)
        return await call_next(request, context)

    calls = count()

    async def flaky(request: Request, context: mb.Context, call_next: CallNext) -> Any:
        if request.method == "tools/call" and not next(calls) and not repeats_success:
            raise RuntimeError
        return await call_next(request, context)

    added = filtered(lambda text, request, context: f"{text}!")
    ended = asyncio.run(end_work({"type": "text", "text": "a"}, twice, added, flaky))
    assert ended["result"]["content"] == [{"type": "text", "text": "a!"}]


@pytest.mark.parametrize("data", ["iVBORw0KGgo=", "%%%"], ids=["another media type", "no Base64"])
def test_the_content_of_a_late_result_is_checked(data: str) -> None:
    block = {"type": "image", "data": data, "mimeType": "image/gif"}
    middleware = () if data == "%%%" else (with_true_media_types,)
    ended = asyncio.run(end_work(block, *middleware))
    assert (ended["status"], ended["error"]["code"]) == ("failed", INTERNAL_ERROR)


def test_a_client_logs_the_broken_rules_of_a_late_result(caplog: pytest.LogCaptureFixture) -> None:
    async def work(context: mb.Context) -> Any:
        return {"content": [{"type": "image", "data": "%%%", "mimeType": "image/gif"}]}

    async def main() -> None:
        info, spoken = {"name": "me", "version": "1"}, EXTENSION.info.revisions
        served = served_work(work, guards=NO_GUARDS, poll_interval_ms=0)
        async with mb.connect(served, Answers(), info=info, revisions=spoken) as client:
            await follow_task(await client.call_tool("work"), cast("Any", client), client.connection.dispatcher)

    asyncio.run(main())
    assert "a result of tools/call breaks the rule image.base64 at /content/0/data" in caplog.text


class FailingStore(MemoryTasks):
    """A store that once cannot replace a task."""

    fails = False

    async def replace(self, task: Task) -> None:
        if self.fails:
            self.fails = False
            raise OSError("the database is away")
        await super().replace(task)


def test_an_answer_reaches_the_work_though_the_store_fails() -> None:
    async def work(context: mb.Context) -> Any:
        return {"content": [], "structuredContent": (await context.elicit("?", NAMED)).content}

    async def main() -> None:
        client = Client(served_work(work, store := FailingStore()))
        id_ = (await client.call("work"))["taskId"]
        (key,) = (await client.until(id_, "input_required"))["inputRequests"]
        store.fails = True
        await client.ask("tasks/update", taskId=id_, inputResponses={key: accept(name="a")})
        assert (await client.until(id_, "completed"))["result"]["structuredContent"] == {"name": "a"}

    asyncio.run(main())


def test_a_question_that_cannot_be_stored_is_asked_no_longer() -> None:
    store = FailingStore()

    async def work(context: mb.Context) -> Any:
        store.fails = True
        with pytest.raises(OSError, match="away"):
            await context.elicit("first", NAMED)
        await context.elicit("second", NAMED)

    async def main() -> None:
        client = Client(served_work(work, store))
        (asked,) = (await client.until((await client.call("work"))["taskId"], "input_required"))[
            "inputRequests"
        ].values()
        assert asked["params"]["message"] == "second"

    asyncio.run(main())


def test_work_ends_when_its_question_is_too_long_to_be_kept() -> None:
    ended = asyncio.Event()

    async def work(context: mb.Context) -> Any:
        try:
            await context.elicit("?" * 8_000, NAMED)
        finally:
            ended.set()

    async def main() -> None:
        client = Client(served_work(work, MemoryTasks(max_bytes=4_096)))
        await client.until((await client.call("work"))["taskId"], "failed")
        await asyncio.wait_for(ended.wait(), SOON)

    asyncio.run(main())


def test_work_may_ask_nothing() -> None:
    async def work(context: mb.Context) -> Any:
        return {"content": [], "structuredContent": await context.ask()}

    async def main() -> None:
        client = Client(served_work(work))
        ended = await client.until((await client.call("work"))["taskId"], "completed", "failed")
        assert ended["result"]["structuredContent"] == {}

    asyncio.run(main())


def test_the_size_of_a_request_is_counted_in_characters() -> None:
    async def work(context: mb.Context) -> Any:
        return {"content": []}

    async def main() -> None:
        client = Client(served_work(work, max_size=1_000))
        assert (await client.call("work", text="\u6570" * 500))["status"] == "working"
        assert (await client.call("work", text="\u6570" * 1_000))["code"] == INVALID_PARAMS

    asyncio.run(main())


NOBODY_ASKS: Any = None


def test_the_error_of_one_poll_does_not_cancel_the_task() -> None:
    async def main() -> None:
        cancelled = list[str]()

        class Calls:
            revision = VERSION

            async def get_task(self, task_id: str) -> Any:
                raise asyncio.TimeoutError

            async def update_task(self, task_id: str, input_responses: Any) -> Any: ...

            async def cancel_task(self, task_id: str) -> Any:
                cancelled.append(task_id)

        created, calls = SimpleNamespace(task_id="x", poll_interval_ms=0), cast("Any", Calls())
        with pytest.raises(asyncio.TimeoutError):
            await follow_task(created, calls, NOBODY_ASKS)
        assert cancelled == []

    asyncio.run(main())


def test_a_cancellation_that_nobody_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_following, "_CANCEL_TIMEOUT", 0.05)

    class Calls:
        revision = VERSION

        async def get_task(self, task_id: str) -> Any:
            await asyncio.sleep(60)

        async def update_task(self, task_id: str, input_responses: Any) -> Any: ...

        async def cancel_task(self, task_id: str) -> Any:
            await asyncio.sleep(60)

    async def main() -> None:
        created, calls = SimpleNamespace(task_id="x", poll_interval_ms=0), cast("Any", Calls())
        with pytest.raises(ConnectionError, match="has not ended"):
            await asyncio.wait_for(follow_task(created, calls, NOBODY_ASKS, timeout=0.05), SOON)

    asyncio.run(main())


def test_the_interval_of_the_server_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(task_following, "asyncio", SimpleNamespace(sleep=sleep))
    for milliseconds in (None, 0, 60_000):
        asyncio.run(vars(task_following)["_wait_interval"](milliseconds))
    assert slept == [1.0, 0.05, 60.0]


def test_the_data_of_the_error_of_a_task_is_raised() -> None:
    async def work(context: mb.Context) -> Any:
        raise mb.ProtocolError(INTERNAL_ERROR, "It breaks", data={"why": 1})

    async def main() -> None:
        info, spoken = {"name": "me", "version": "1"}, EXTENSION.info.revisions
        async with mb.connect(served_work(work, poll_interval_ms=0), Answers(), info=info, revisions=spoken) as client:
            calls: Any = client
            created = await client.call_tool("work", arguments={})
            with pytest.raises(mb.ProtocolError) as caught:
                await follow_task(created, calls, client.connection.dispatcher)
        assert dump_any(caught.value.data) == {"why": 1}

    asyncio.run(main())
