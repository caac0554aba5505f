"""What a handler raises has one answer and one run, in every revision and over every transport."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import json
import logging
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib import import_module
from typing import Any

import anyio
import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.errors import UnsentError
from mcp_bindings.extensions import tasks
from mcp_bindings.peer.handler_errors import find_question
from mcp_bindings.server import AuditRecord, MemoryTasks, TaskRunner, audited
from mcp_bindings.server.tasks import Task
from mcp_bindings.spec.names import CANCELLED
from tests.documents import tool
from tests.load import lines_without_load
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of, request_meta
from tests.transports.test_pings_over_http import listening

INFO = {"name": "tests", "version": "1"}
META = "io.modelcontextprotocol/"
NEWEST = PER_REQUEST[-1]
CALL = "tools/call"
EACH = pytest.mark.parametrize("revision", mb.REVISIONS)
FORM: dict[str, Any] = {"type": "object", "properties": {"ok": {"type": "boolean"}}}


class PanicException(BaseException):
    """The panic of an extension in Rust, as pyo3 raises it."""


class Group(BaseException):
    """A group of exceptions as packages have it before Python 3.11."""

    def __init__(self, *exceptions: BaseException) -> None:
        super().__init__()
        self.exceptions = exceptions


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class EvasiveError(Exception):
    """It looks like a group until somebody reads it."""

    @property
    def exceptions(self) -> tuple[BaseException, ...]:
        raise SystemExit(3)


class EndlessError(Exception):
    """It names itself as its member."""

    def __init__(self) -> None:
        super().__init__()
        self.exceptions = (self,)


class NotAllowedError(mb.ProtocolError):
    """It has no code, since its class does not call the `__init__` of `ProtocolError`."""

    def __init__(self) -> None:
        self.who = "a secret"


RAISED: dict[str, Callable[[], BaseException]] = {
    "Exception": lambda: Exception("a secret"),
    "ValueError": lambda: ValueError("a secret"),
    "TypeError": TypeError,
    "KeyError": lambda: KeyError("a secret"),
    "IndexError": IndexError,
    "AttributeError": lambda: AttributeError("a secret"),
    "AssertionError": AssertionError,
    "NotImplementedError": NotImplementedError,
    "RecursionError": RecursionError,
    "MemoryError": MemoryError,
    "OSError": lambda: OSError(5, "a secret"),
    "FileNotFoundError": lambda: FileNotFoundError(2, "a secret"),
    "ConnectionError": ConnectionError,
    "BrokenPipeError": BrokenPipeError,
    "TimeoutError": TimeoutError,
    "asyncio.TimeoutError": asyncio.TimeoutError,
    "asyncio.InvalidStateError": asyncio.InvalidStateError,
    "asyncio.QueueEmpty": asyncio.QueueEmpty,
    "UnicodeDecodeError": lambda: UnicodeDecodeError("utf-8", b"a", 0, 1, "a secret"),
    "StopIteration": StopIteration,
    "StopAsyncIteration": StopAsyncIteration,
    "json.JSONDecodeError": lambda: json.JSONDecodeError("a secret", "", 0),
    "anyio.ClosedResourceError": anyio.ClosedResourceError,
    "UnsentError": lambda: UnsentError("a secret"),
    "an exception without a text": UnprintableError,
    "an exception that raises another": EvasiveError,
    "an exception that contains itself": EndlessError,
    "BaseException": lambda: BaseException("a secret"),
    "a panic": lambda: PanicException("a secret"),
    "GeneratorExit": GeneratorExit,
    "SystemExit": lambda: SystemExit(2),
    "asyncio.CancelledError": asyncio.CancelledError,
    "a group": lambda: Group(ValueError("a secret"), KeyError("b")),
    "a group with a panic": lambda: Group(PanicException(), ValueError()),
    "a group of a group": lambda: Group(Group(ValueError())),
    "a group with an error of the protocol": lambda: Group(mb.ProtocolError(-32602, "a secret")),
    "an empty group": Group,
    "ProtocolError": lambda: mb.ProtocolError(-32602, "told"),
    "ProtocolError with an old code": lambda: mb.ProtocolError(-32000, "told"),
    "ProtocolError with the last old code": lambda: mb.ProtocolError(-32019, "told"),
    "ProtocolError with a code of its own": lambda: mb.ProtocolError(7, "told", data={"a": 1}),
}
"""Exceptions, each with what makes it."""

INVALID: dict[str, Any] = {
    "a code that is a string": ("E_FAILED", "a secret"),
    "a code that is a boolean": (True, "a secret"),
    "a code that is no integer": (1.5, "a secret"),
    "no message": (-32602, None),
    "data that are no JSON": (-32602, "told", object()),
    "data that are no number": (-32602, "told", {"a": float("nan")}),
}
"""Codes, messages and data of errors that JSON-RPC does not have."""


def invalid(code: Any, message: Any, data: Any = None) -> Any:
    """A function that makes a `ProtocolError` of them."""
    return lambda: mb.ProtocolError(code, message, data=data)


RAISED.update({f"ProtocolError with {name}": invalid(*given) for name, given in INVALID.items()})

for _group in ("BaseExceptionGroup", "ExceptionGroup"):
    if hasattr(builtins, _group):  # since Python 3.11
        RAISED[_group] = partial(getattr(builtins, _group), "a secret", [ValueError("a secret")])
if sys.version_info < (3, 11):
    del RAISED["asyncio.CancelledError"]  # nothing tells it from the cancellation of the task


def handlers(revision: str, act: Callable[[mb.Context], Any]) -> Any:
    """A server in the types of a revision whose tool does something, and which counts its runs."""
    types: Any = import_module(mb.revision(revision).package)

    class Acts(types.ServerHandlers):  # type: ignore[misc]
        runs = 0

        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [tool("x", revision)]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            self.runs += 1
            done = act(context)
            if asyncio.iscoroutine(done):
                done = await done
            return types.CallToolResult(content=[types.TextContent(text=str(done))])

    return Acts()


def call_text(revision: str, **more: Any) -> str:
    known = mb.revision(revision)
    meta: dict[str, Any] = request_meta(known.version, {"elicitation": {}})
    params: dict[str, Any] = {"name": "x", **({"_meta": meta} if known.era == "per-request" else {}), **more}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method_of(CALL, revision), "params": params})


async def error_of(server: Any, revision: str) -> dict[str, Any]:
    """The error that a dispatcher answers a call with."""
    answer = await mb.Dispatcher(server).dispatch(call_text(revision))
    found: dict[str, Any] = json.loads(answer or b"")["error"]
    return found


@asynccontextmanager
async def calling(way: str, revision: str, act: Callable[[mb.Context], Any]) -> AsyncGenerator[Any]:
    """A function that calls the tool and returns the error of the answer; `runs` are those of the handler."""
    server = handlers(revision if way == "dispatcher" else NEWEST, act)
    service = mb.Server(server, info=INFO, guards=mb.Guards(schemas=False, listed=False))
    if way == "dispatcher":
        yield partial(error_of, server, revision), server
        return
    async with AsyncExitStack() as opened:
        target: Any = service
        if way == "http":
            target = await opened.enter_async_context(listening(service.asgi(http_sse=True)))
        client = await opened.enter_async_context(mb.connect(target, info=INFO, revisions=[revision]))

        async def error() -> dict[str, Any]:
            with pytest.raises(mb.ProtocolError) as caught:
                await client.call_tool("x")
            found = {"code": caught.value.code, "message": caught.value.message}
            return found if caught.value.data is None else {**found, "data": caught.value.data}

        yield error, server


@pytest.mark.parametrize("way", ["dispatcher", "stream", "http"])
@EACH
def test_what_a_handler_raises_has_one_answer_and_one_run(
    revision: str, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    names = list(RAISED)

    def act(context: mb.Context) -> Any:
        raise RAISED[names[0]]()

    async def main() -> None:
        async with calling(way, revision, act) as (error, server):
            while names:
                caplog.clear()
                found, raised = await error(), RAISED[names[0]]()
                if isinstance(raised, mb.ProtocolError) and names[0].removeprefix("ProtocolError with ") not in INVALID:
                    told = {"code": raised.code, "message": raised.message}
                    assert found == (told if raised.data is None else {**told, "data": raised.data}), names[0]
                else:
                    assert found == {"code": -32603, "message": "Internal error"}, names[0]
                    assert f"the handler of {method_of(CALL, revision)}" in caplog.text, names[0]
                del names[0]
                assert server.runs == len(RAISED) - len(names)

    assert len(RAISED) >= 30
    asyncio.run(main())


@EACH
def test_an_error_without_a_code_is_internal(revision: str) -> None:
    def act(context: mb.Context) -> Any:
        raise NotAllowedError

    found = asyncio.run(error_of(handlers(revision, act), revision))
    assert found == {"code": -32603, "message": "Internal error"}


@EACH
def test_an_interrupt_of_the_keyboard_ends_the_program(revision: str) -> None:
    def act(context: mb.Context) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(error_of(handlers(revision, act), revision))


@EACH
def test_a_cancelled_task_leaves_its_request_unanswered(revision: str) -> None:
    async def main() -> None:
        begun = asyncio.Event()

        async def act(context: mb.Context) -> None:
            begun.set()
            await asyncio.sleep(60)

        task = asyncio.ensure_future(mb.Dispatcher(handlers(revision, act)).dispatch(call_text(revision)))
        await asyncio.wait_for(begun.wait(), 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


@pytest.mark.parametrize("after", [None, ValueError, PanicException])
@EACH
def test_a_request_that_its_peer_cancels_has_no_answer(revision: str, after: type[BaseException] | None) -> None:
    async def main() -> None:
        begun = asyncio.Event()

        async def act(context: mb.Context) -> None:
            begun.set()
            try:
                await asyncio.sleep(60)
            finally:
                if after is not None:
                    raise after("clean-up failed")

        dispatcher = mb.Dispatcher(handlers(revision, act))
        task = asyncio.ensure_future(dispatcher.dispatch(call_text(revision)))
        await asyncio.wait_for(begun.wait(), 5)
        note = {"jsonrpc": "2.0", "method": method_of(CANCELLED, revision), "params": {"requestId": 1}}
        await dispatcher.dispatch(json.dumps(note))
        assert await task is None

    asyncio.run(main())


@pytest.mark.skipif(sys.version_info < (3, 11), reason="nothing tells it from the cancellation of the task")
@EACH
def test_a_cancelled_wait_of_a_handler_is_an_error(revision: str) -> None:
    async def act(context: mb.Context) -> None:
        waited = asyncio.ensure_future(asyncio.sleep(60))
        asyncio.get_running_loop().call_soon(waited.cancel)
        await waited

    assert asyncio.run(error_of(handlers(revision, act), revision))["code"] == -32603


def test_a_coroutine_that_is_closed_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """At the end of the event loop, Python closes coroutines that still wait."""

    async def main() -> None:
        async def act(context: mb.Context) -> None:
            await asyncio.sleep(60)

        waiting = mb.Dispatcher(handlers(NEWEST, act)).dispatch(call_text(NEWEST))
        waiting.send(None)
        waiting.close()

    asyncio.run(main())
    assert not caplog.records


def test_a_notification_may_raise_what_it_likes() -> None:
    class Hears(mcp.ServerHandlers):
        def on_cancelled(self, params: Any, context: mb.Context) -> None:
            raise RAISED[names.pop()]()

    async def main() -> None:
        dispatcher = mb.Dispatcher(Hears())
        while names:
            note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
            assert await dispatcher.dispatch(json.dumps(note)) is None

    names = list(RAISED)
    asyncio.run(main())


async def ended(client: Any, task_id: str) -> Any:
    """A task, once it no longer works."""
    for _ in range(1_000):
        task = await client.get_task(task_id)
        if task.status != "working":
            return task
        await asyncio.sleep(0.001)
    raise AssertionError("the task still works")


def task_of(work: Callable[[mb.Context], Any]) -> Any:
    """A task that has ended, by what it does."""
    runner = TaskRunner()

    class Works(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            return await runner.run(work, context)

    async def main() -> Any:
        server = mb.Server(Works(), info=INFO, tasks=runner)
        options: Any = {"info": INFO, "revisions": tasks.EXTENSION.info.revisions, "extensions": [tasks.EXTENSION]}
        async with mb.connect(server, mcp.ClientHandlers(), **options) as opened:
            client: Any = opened
            created = await client.call_tool("x")
            return await asyncio.wait_for(ended(client, created.task_id), 10)

    return asyncio.run(main())


@pytest.mark.parametrize("name", RAISED)
def test_a_task_whose_work_raises_has_failed(name: str) -> None:
    async def work(context: mb.Context) -> Any:
        raise RAISED[name]()

    task, raised = task_of(work), RAISED[name]()
    assert task.status == "failed"
    is_valid = name.removeprefix("ProtocolError with ") not in INVALID
    assert task.error.code == (raised.code if isinstance(raised, mb.ProtocolError) and is_valid else -32603)


def asked_by(act: Callable[[mb.Context], Any], **options: Any) -> Any:
    """What a call of 2026-07-28 asks: the texts of its questions; or its error, or its text."""
    dispatcher = mb.Dispatcher(handlers(NEWEST, act))
    answer = json.loads(asyncio.run(dispatcher.dispatch(call_text(NEWEST))) or b"")
    if "error" in answer:
        return answer["error"]["code"]
    requests = answer["result"].get("inputRequests")
    if requests is None:
        return answer["result"]["content"][0]["text"]
    return [each["params"]["message"] for each in requests.values()]


async def in_a_group(context: mb.Context) -> Any:
    async with anyio.create_task_group() as group:
        for text in "abc":
            group.start_soon(context.elicit, text, FORM)


async def in_groups(context: mb.Context) -> Any:
    async with anyio.create_task_group() as group:
        group.start_soon(in_a_group, context)
        group.start_soon(context.elicit, "d", FORM)


async def in_a_gather(context: mb.Context) -> Any:
    return await asyncio.gather(*(context.elicit(text, FORM) for text in "abc"))


async def with_a_limit(context: mb.Context) -> Any:
    return await asyncio.wait_for(context.elicit("a", FORM), 5)


async def with_a_handler_of_errors(context: mb.Context) -> Any:
    try:
        return await context.elicit("a", FORM)
    except Exception:
        return "caught"


@pytest.mark.parametrize(
    ("act", "asked"),
    [
        (in_a_group, ["a", "b", "c"]),
        (in_groups, ["d", "a", "b", "c"]),
        (in_a_gather, ["a", "b", "c"]),
        (with_a_limit, ["a"]),
        (with_a_handler_of_errors, ["a"]),
    ],
)
def test_questions_leave_a_handler_in_any_way(
    act: Callable[[mb.Context], Any], asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    found = asked_by(act)
    assert sorted(found) == sorted(asked)
    assert not lines_without_load(caplog.messages)


async def swallowed(context: mb.Context) -> Any:
    try:
        await context.elicit("a", FORM)
    except BaseException:
        return "went on"


async def swallowed_in_a_gather(context: mb.Context) -> Any:
    await asyncio.gather(context.elicit("a", FORM), context.elicit("b", FORM), return_exceptions=True)
    return "went on"


async def swallowed_before_another(context: mb.Context) -> Any:
    await swallowed(context)
    await context.elicit("b", FORM)


async def dismissed(context: mb.Context) -> Any:
    try:
        await context.elicit("a", FORM)
    except mb.InputRequired as needed:
        needed.dismiss()
    return "went on"


async def dismissed_before_another(context: mb.Context) -> Any:
    await dismissed(context)
    await context.elicit("b", FORM)


@pytest.mark.parametrize(
    ("act", "asked", "warnings"),
    [
        (swallowed, ["a"], 1),
        (swallowed_in_a_gather, ["a", "b"], 1),
        (swallowed_before_another, ["a", "b"], 0),
        (dismissed, "went on", 0),
        (dismissed_before_another, ["b"], 0),
    ],
)
def test_a_caught_question_is_sent_unless_it_is_dismissed(
    act: Callable[[mb.Context], Any], asked: object, warnings: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert asked_by(act) == asked
    logged = lines_without_load(caplog.messages)
    assert len(logged) == warnings
    assert all("Acts.call_tool" in each for each in logged)


def test_a_group_of_a_question_and_an_error_is_an_error(caplog: pytest.LogCaptureFixture) -> None:
    async def act(context: mb.Context) -> None:
        async def fails() -> None:
            raise ValueError("the other one")

        async with anyio.create_task_group() as group:
            group.start_soon(context.elicit, "a", FORM)
            group.start_soon(fails)

    assert asked_by(act) == -32603
    assert "the other one" in caplog.text


@pytest.mark.parametrize("act", [in_a_group, swallowed])
def test_middleware_sees_each_question_of_a_handler(act: Callable[[mb.Context], Any]) -> None:
    records: list[AuditRecord] = []

    class Answers(mcp.ClientHandlers):
        def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
            return mcp.ElicitResult(action="decline")

    async def main() -> None:
        server = mb.Server(handlers(NEWEST, act), info=INFO, middleware=[audited(records.append)])
        async with mb.connect(server, Answers(), info=INFO, revisions=[NEWEST]) as client:
            await client.call_tool("x")

    asyncio.run(main())
    assert [each.outcome for each in records if each.method == method_of(CALL, NEWEST)] == ["input required", "done"]


@pytest.mark.parametrize("error", [ValueError(), Group(), Group(ValueError()), SystemExit()])
def test_other_exceptions_ask_nothing(error: BaseException) -> None:
    assert find_question(error) is None


def test_a_question_after_the_end_of_its_request_fails(caplog: pytest.LogCaptureFixture) -> None:
    runner = TaskRunner()

    class Works(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            return await runner.run(lambda own: context.elicit("a", FORM), context)

    class Answers(mcp.ClientHandlers):
        def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
            return mcp.ElicitResult(action="decline")

    async def main() -> Any:
        server = mb.Server(Works(), info=INFO, tasks=runner)
        options: Any = {"info": INFO, "revisions": tasks.EXTENSION.info.revisions, "extensions": [tasks.EXTENSION]}
        async with mb.connect(server, Answers(), **options) as opened:
            client: Any = opened
            created = await client.call_tool("x")
            return await ended(client, created.task_id)

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(main()).status == "failed"
    assert "let it use the one it gets" in caplog.text


@pytest.mark.parametrize("way", ["stream", "http"])
@EACH
def test_an_exception_of_a_list_or_middleware_is_the_answer(revision: str, way: str) -> None:
    """The server reads its own list of tools for a call, over HTTP also to check the headers of the request."""
    reached: list[str] = []

    class Lists(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            raise PanicException

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError("the tool is not known")

    async def step(request: Any, context: mb.Context, call_next: Any) -> Any:
        reached.append(request.method)
        if request.method == "prompts/list":
            raise PanicException
        return await call_next(request, context)

    class Both(Lists, mcp.PromptsServer):
        def list_prompts(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError("the middleware raises first")

        def get_prompt(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError("nobody gets a prompt")

    async def main() -> None:
        server = mb.Server(Both(), info=INFO, middleware=[step])
        async with AsyncExitStack() as opened:
            target: Any = server
            if way == "http":
                target = await opened.enter_async_context(listening(server.asgi(http_sse=True)))
            client = await opened.enter_async_context(mb.connect(target, info=INFO, revisions=[revision]))
            for call in (partial(client.call_tool, "x"), client.list_prompts):
                with pytest.raises(mb.ProtocolError) as caught:
                    await call()
                assert caught.value.code == -32603

    asyncio.run(main())
    assert [each for each in reached if each in ("tools/call", "prompts/list")] == ["tools/call", "prompts/list"]


OF_FUNCTIONS = (
    "Exception",
    "a panic",
    "GeneratorExit",
    "SystemExit",
    "asyncio.CancelledError",
    "a group with a panic",
    "an exception without a text",
)
"""What a function beside the handlers raises; all of it is logged."""


@pytest.mark.parametrize("name", OF_FUNCTIONS)
def test_an_exception_of_on_rejected_is_logged(name: str, caplog: pytest.LogCaptureFixture) -> None:
    def on_rejected(error: mb.ProtocolError) -> None:
        raise RAISED[name]()

    dispatcher = mb.Dispatcher(mcp.ServerHandlers(), on_rejected=on_rejected)
    for _ in range(2):
        answer = json.loads(asyncio.run(dispatcher.dispatch(b'{"jsonrpc": "2.0"')) or b"")
        assert answer["error"]["code"] == -32700
    assert caplog.messages == ["on_rejected failed"] * 2


@pytest.mark.parametrize("is_awaited", [False, True])
@pytest.mark.parametrize("name", OF_FUNCTIONS)
def test_what_the_function_for_progress_raises_is_logged(
    name: str, is_awaited: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def on_progress(params: Any) -> Any:
        if is_awaited:
            return fail()
        raise RAISED[name]()

    async def fail() -> None:
        raise RAISED[name]()

    async def act(context: mb.Context) -> str:
        for each in (1, 2):
            await context.progress(each)
        return "done"

    async def main() -> Any:
        async with mb.connect(mb.Server(handlers(NEWEST, act), info=INFO), mcp.ClientHandlers(), info=INFO) as client:
            return await client.call_tool("x", on_progress=on_progress, timeout=5)

    assert asyncio.run(main()).content[0].text == "done"
    assert set(caplog.messages) == {"on_progress failed"}


@pytest.mark.parametrize("failures", [1, 2])
@pytest.mark.parametrize("name", OF_FUNCTIONS)
def test_a_task_whose_store_raises_is_over(name: str, failures: int, caplog: pytest.LogCaptureFixture) -> None:
    """A store that fails once has the task failed; one that takes nothing more keeps no work running."""

    class Failing(MemoryTasks):
        left = failures
        failed = asyncio.Event()

        async def replace(self, task: Task) -> None:
            if self.left:
                self.left -= 1
                if not self.left:
                    self.failed.set()
                raise RAISED[name]()
            await super().replace(task)

    store = Failing()
    runner = TaskRunner(store)

    class Works(mcp.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            return await runner.run(self._work, context)

        async def _work(self, context: mb.Context) -> Any:
            return {"content": []}

    async def main() -> Any:
        server = mb.Server(Works(), info=INFO, tasks=runner)
        options: Any = {"info": INFO, "revisions": tasks.EXTENSION.info.revisions, "extensions": [tasks.EXTENSION]}
        async with mb.connect(server, mcp.ClientHandlers(), **options) as opened:
            client: Any = opened
            created = await client.call_tool("x")
            if failures == 1:
                assert (await ended(client, created.task_id)).status == "failed"
            else:
                await asyncio.wait_for(store.failed.wait(), 10)

    asyncio.run(main())
    assert caplog.messages == ["the store of tasks failed"] * failures


def own_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


async def cancel_and_wait(context: mb.Context) -> None:
    own_task().cancel()
    await asyncio.sleep(60)


async def wait_and_cancel(context: mb.Context) -> None:
    await asyncio.sleep(0.02)
    own_task().cancel()


async def cancel_twice(context: mb.Context) -> None:
    own_task().cancel()
    try:
        await asyncio.sleep(60)
    finally:
        own_task().cancel()
        await asyncio.sleep(60)


def cancel(context: mb.Context) -> None:
    own_task().cancel()


async def cancel_and_go_on(context: mb.Context) -> None:
    own_task().cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(60)


def only_http_sse(application: Any) -> Any:
    """An application that offers HTTP+SSE only: a client falls back to it once its first POST is refused."""

    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "POST" and b"session=" not in scope["query_string"]:
            await send({"type": "http.response.start", "status": 405, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
        else:
            await application(scope, receive, send)

    return refuse


WAYS = ["stream", "http", "an event stream", "HTTP+SSE"]
CANCELLING: list[Any] = [cancel_and_wait, cancel_twice]
if sys.version_info >= (3, 11):
    CANCELLING += [cancel, wait_and_cancel]  # nothing tells before that the task is cancelled, until it waits
SERVED = [(way, each) for way in WAYS for each in ([HANDSHAKE[0]] if way == "HTTP+SSE" else [*mb.REVISIONS])]


@pytest.mark.parametrize(("way", "revision"), SERVED)
def test_a_handler_that_cancels_its_own_task_has_failed(
    way: str, revision: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer came over standard streams and HTTP+SSE, and over HTTP an empty stream."""
    if way == "an event stream":
        monkeypatch.setattr("mcp_bindings.transports.asgi._STREAM_AFTER", 0)
    waiting = [*CANCELLING, cancel_and_go_on]

    async def act(context: mb.Context) -> str:
        done = waiting[0](context)
        if done is not None:
            await done
        return "done"

    async def main() -> None:
        server = handlers(NEWEST, act)
        target: Any = mb.Server(server, info=INFO, guards=mb.Guards(schemas=False, listed=False))
        async with AsyncExitStack() as opened:
            if way != "stream":
                application = target.asgi(http_sse=True)
                served = only_http_sse(application) if way == "HTTP+SSE" else application
                target = await opened.enter_async_context(listening(served))
            client = await opened.enter_async_context(mb.connect(target, info=INFO, revisions=[revision]))
            while len(waiting) > 1:
                caplog.clear()
                with pytest.raises(mb.ProtocolError) as caught:
                    await asyncio.wait_for(client.call_tool("x"), 10)
                assert (caught.value.code, caught.value.message) == (-32603, "Internal error"), waiting[0]
                assert f"the handler of {method_of(CALL, revision)} failed" in caplog.text, waiting[0]
                del waiting[0]
            answer: Any = await asyncio.wait_for(client.call_tool("x"), 10)
            assert answer.content[0].text == "done"
            assert server.runs == len(CANCELLING) + 1

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_client_handler_that_cancels_itself_has_failed(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    """The server waited for the roots until its timeout."""

    class Roots(mcp.ClientHandlers):
        async def list_roots(self, params: Any, context: mb.Context) -> Any:
            await cancel_and_wait(context)

    async def act(context: mb.Context) -> str:
        with pytest.raises(mb.ProtocolError) as caught:
            await asyncio.wait_for(context.list_roots(), 10)
        return f"{caught.value.code} {caught.value.message}"

    async def main() -> None:
        server = mb.Server(
            handlers(mcp.ServerHandlers.revision, act), info=INFO, guards=mb.Guards(schemas=False, listed=False)
        )
        async with mb.connect(server, Roots(), info=INFO, revisions=[revision]) as client:
            answer: Any = await client.call_tool("x")
            assert answer.content[0].text == "-32603 Internal error"
            assert "the handler of roots/list failed" in caplog.text

    asyncio.run(main())


@pytest.mark.parametrize("work", CANCELLING)
def test_work_of_a_task_that_cancels_itself_has_failed(work: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The task stayed `working` until its time was over, or for ever."""

    async def done(context: mb.Context) -> dict[str, Any]:
        waiting = work(context)
        if waiting is not None:
            await waiting
        return {"content": []}

    task = task_of(done)
    assert (task.status, task.error.code) == ("failed", -32603)
    assert "the handler of tools/call failed" in caplog.text
