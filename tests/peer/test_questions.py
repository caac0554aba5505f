"""An answer of a user counts for the very question that the user was asked, however the handler's data change.

https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.peer.client_input import MAX_ROUNDS, MAX_STATE_CHARACTERS
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from mcp_bindings.spec.names import CALL_TOOL, INPUT_REQUIRED_RESULT
from tests.revisions import PER_REQUEST, has_method, request_meta

KEY = "io.modelcontextprotocol/"
FORM: dict[str, Any] = {"type": "object", "properties": {"ok": {"type": "boolean"}}}
DECLARED: dict[str, Any] = {"elicitation": {}, "sampling": {}, "roots": {}}
INFO = {"name": "tests", "version": "1"}

Ask = Callable[[mb.Context], Awaitable[Sequence[str]]]
"""What a tool does: it asks, and returns what it got for what, as texts."""


class Tool(mcp.ToolsServer):
    """One tool that asks."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.runs = 0

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}

    async def call_tool(self, params: Any, context: mb.Context) -> mcp.CallToolResult:
        self.runs += 1
        return mcp.CallToolResult(content=[mcp.TextContent(text=each) for each in await self.ask(context)])


class Caller:
    """A client of 2026-07-28 that checks nothing.

    Attributes:
        shown: the text of each question that its user has seen, in order.
        keys: those of `inputRequests`, in order.
    """

    def __init__(self, tool: Tool) -> None:
        self.shown: list[str] = []
        self.keys: list[str] = []
        self._dispatcher = mb.Dispatcher(tool)

    async def call(self, **retry: Any) -> Any:
        """The result, or the error."""
        meta = request_meta(PER_REQUEST[-1], DECLARED)
        params = {"name": "x", "_meta": meta, **retry}
        text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        answer = json.loads(await self._dispatcher.dispatch(text) or b"")
        result = answer.get("result") or answer["error"]
        for key, request in result.get("inputRequests", {}).items():
            self.shown.append(text_of(request))
            self.keys.append(key)
        return result

    async def finish(self, most: int = 20) -> list[str]:
        """Answer whatever is asked, with the text of the question, and return the texts of the result."""
        result = await self.call()
        for _ in range(most):
            if result.get("resultType") != "input_required":
                break
            responses = {key: answer_to(request) for key, request in result["inputRequests"].items()}
            result = await self.call(inputResponses=responses, requestState=result["requestState"])
        return [each["text"] for each in result["content"]]


def text_of(request: dict[str, Any]) -> str:
    params = request.get("params", {})
    if request["method"] == "sampling/createMessage":
        return str(params["messages"][0]["content"]["text"])
    return str(params.get("message", request["method"]))


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """An answer that names its question."""
    if request["method"] == "sampling/createMessage":
        return {"role": "assistant", "model": "m", "content": {"type": "text", "text": text_of(request)}}
    if request["method"] == "roots/list":
        return {"roots": []}
    return {"action": "accept", "content": {"for": text_of(request)}}


async def elicited(context: mb.Context, text: str) -> str:
    """The question, and the one that its answer is for."""
    answer: Any = await context.elicit(text, FORM)
    return f"{text} {answer.content['for']}"


async def sampled(context: mb.Context, text: str) -> str:
    answer: Any = await context.sample(text, 9)
    return f"{text} {answer.content.text}"


async def named(context: mb.Context, text: str) -> str:
    request = {"method": "elicitation/create", "params": {"message": text, "requestedSchema": FORM}}
    answers = await context.ask(confirmation=request)
    return f"{text} {answers['confirmation']['content']['for']}"


async def keyed(context: mb.Context, text: str) -> str:
    answer: Any = await context.elicit(text, FORM, key="confirmation")
    return f"{text} {answer.content['for']}"


@pytest.mark.parametrize("ask", [elicited, sampled, named, keyed])
def test_a_user_is_asked_again_if_the_question_has_changed(ask: Callable[[mb.Context, str], Awaitable[str]]) -> None:
    notes = ["note 2", "note 3", "note 4"]

    async def delete(context: mb.Context) -> list[str]:
        first = notes[0]
        if len(notes) > 1:
            del notes[0]  # somebody else deletes it meanwhile
        return [await ask(context, f"Delete {first}?")]

    caller = Caller(Tool(delete))
    assert asyncio.run(caller.finish()) == ["Delete note 4? Delete note 4?"]
    assert caller.shown == ["Delete note 2?", "Delete note 3?", "Delete note 4?"]
    assert len(set(caller.keys)) == 3, "a key names one question"


def test_an_answer_counts_once_its_question_comes_back() -> None:
    texts = iter(["a", "b", "a"])

    async def ask(context: mb.Context) -> list[str]:
        return [await elicited(context, next(texts))]

    caller = Caller(Tool(ask))
    assert asyncio.run(caller.finish()) == ["a a"]
    assert caller.shown == ["a", "b"]


def test_concurrent_questions_keep_their_answers_in_any_order() -> None:
    orders = iter([["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"], ["a", "b", "c"]])

    async def ask(context: mb.Context) -> Sequence[str]:
        return await asyncio.gather(*(elicited(context, each) for each in next(orders)))

    tool = Tool(ask)
    assert asyncio.run(Caller(tool).finish()) == ["c c", "a a", "b b"]
    assert tool.runs == 2, "questions at the same time are asked together"


def test_a_question_is_what_it_was_when_it_was_asked() -> None:
    """A handler may use one dict for several questions."""
    params: dict[str, Any] = {"requestedSchema": FORM}

    async def one(context: mb.Context, text: str) -> str:
        params["message"] = text
        answers = await context.ask(it={"method": "elicitation/create", "params": params})
        return f"{text} {answers['it']['content']['for']}"

    async def ask(context: mb.Context) -> Sequence[str]:
        return await asyncio.gather(*(one(context, text) for text in "abc"))

    caller = Caller(Tool(ask))
    assert asyncio.run(caller.finish()) == ["a a", "b b", "c c"]
    assert caller.shown == ["a", "b", "c"]


def test_a_param_other_than_the_text_makes_another_question() -> None:
    schemas = iter([{"ok": {"type": "boolean"}}, {"ok": {"type": "boolean", "default": True}}])

    async def ask(context: mb.Context) -> list[str]:
        schema = {"type": "object", "properties": next(schemas, {"ok": {"type": "boolean", "default": True}})}
        return [(await context.elicit("?", schema)).action]

    caller = Caller(Tool(ask))
    assert asyncio.run(caller.finish()) == ["accept"]
    assert caller.shown == ["?", "?"]


def test_numbers_are_equal_as_json() -> None:
    numbers: list[Any] = [1, 1.0, True]

    async def ask(context: mb.Context) -> list[str]:
        answer: Any = await context.sample("?", 9, metadata={"a": numbers[0]})
        return [answer.content.text]

    tool = Tool(ask)

    async def main() -> list[int]:
        runs: list[int] = []
        caller = Caller(tool)
        first = await caller.call()
        key = next(iter(first["inputRequests"]))
        given = {"inputResponses": {key: answer_to(first["inputRequests"][key])}, "requestState": first["requestState"]}
        for number in numbers:
            numbers[0] = number
            runs.append("inputRequests" not in await caller.call(**given))
        return runs

    assert asyncio.run(main()) == [True, True, False], "1 equals 1.0, and true does not equal 1"


def test_equal_questions_are_told_apart_by_their_order() -> None:
    async def ask(context: mb.Context) -> list[str]:
        return [await elicited(context, "Go on?") for _ in range(3)]

    tool = Tool(ask)
    caller = Caller(tool)
    assert asyncio.run(caller.finish()) == ["Go on? Go on?"] * 3
    assert caller.shown == ["Go on?"] * 3
    assert tool.runs == 4
    assert len(set(caller.keys)) == 3


def test_a_key_tells_equal_questions_apart() -> None:
    orders = iter(["ab", "ba", "ab"])

    async def ask(context: mb.Context) -> list[str]:
        async def one(key: str) -> str:
            return f"{key}: {(await context.elicit('Go on?', FORM, key=key)).content}"

        return sorted(await asyncio.gather(*map(one, next(orders))))

    async def main() -> Any:
        caller = Caller(Tool(ask))
        first = await caller.call()
        responses = {key: {"action": "accept", "content": {"for": key}} for key in first["inputRequests"]}
        return await caller.call(inputResponses=responses, requestState=first["requestState"])

    texts = [each["text"] for each in asyncio.run(main())["content"]]
    assert texts == ["a: {'for': 'a'}", "b: {'for': 'b'}"]


@pytest.mark.parametrize("count", [1, 5, 12])
def test_a_handler_runs_once_more_than_it_asks(count: int) -> None:
    async def ask(context: mb.Context) -> list[str]:
        return [await elicited(context, str(number)) for number in range(count)]

    tool = Tool(ask)
    assert asyncio.run(Caller(tool).finish()) == [f"{number} {number}" for number in range(count)]
    assert tool.runs == count + 1


def test_questions_that_never_stay_the_same_end(caplog: pytest.LogCaptureFixture) -> None:
    async def ask(context: mb.Context) -> list[str]:
        return [await elicited(context, f"{tool.runs}?")]

    async def main() -> Any:
        result, rounds = await caller.call(), 0
        while "inputRequests" in result:
            rounds += 1
            responses = {key: answer_to(request) for key, request in result["inputRequests"].items()}
            result = await caller.call(inputResponses=responses, requestState=result["requestState"])
        return rounds, result["code"]

    tool = Tool(ask)
    caller = Caller(tool)
    with caplog.at_level(logging.INFO):
        assert asyncio.run(main()) == (MAX_ROUNDS, -32603)
    again = [each for each in caplog.records if "asks again" in each.message]
    assert len(again) == MAX_ROUNDS - 1, "each round but the first, and the last is not asked"
    assert [each.levelname for each in caplog.records if "in each run" in each.message] == ["WARNING"]


def test_answers_that_take_too_much_room_end(caplog: pytest.LogCaptureFixture) -> None:
    async def ask(context: mb.Context) -> list[str]:
        await context.elicit("1", FORM)
        return [await elicited(context, "2")]

    async def main() -> Any:
        caller = Caller(Tool(ask))
        first = await caller.call()
        long = {"action": "accept", "content": {"for": "x" * MAX_STATE_CHARACTERS}}
        return await caller.call(
            inputResponses=dict.fromkeys(first["inputRequests"], long), requestState=first["requestState"]
        )

    assert asyncio.run(main())["code"] == -32603
    assert "take more than" in caplog.text


@pytest.mark.parametrize("place", ["result", "retry"])
def test_a_state_is_as_long_as_the_schema_allows(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state was made and sent, although the client had to refuse it."""
    rev = mb.revision(mcp.ToolsServer.revision)
    members: dict[str, Any] = {"properties": {"requestState": {"type": "string", "maxLength": 20}}}
    retry = rev.methods[CALL_TOOL].message
    edited = {"result": {INPUT_REQUIRED_RESULT: members}, "retry": {retry: {"properties": {"params": members}}}}
    monkeypatch.setattr(rev.schema_file, "_definitions", {**rev.schema_file.definitions, **edited[place]})

    async def ask(context: mb.Context) -> list[str]:
        return [await elicited(context, "1")]

    answer = asyncio.run(Caller(Tool(ask)).call())
    assert answer["code"] == INTERNAL_ERROR
    assert "at most 20" in answer["message"]


def test_an_answer_stays_with_the_question_of_its_key() -> None:
    """A client may send again what it has sent; that is no answer to what it was asked later."""
    texts = iter(["old", "new", "new"])

    async def ask(context: mb.Context) -> list[str]:
        return [await elicited(context, next(texts))]

    async def main() -> Any:
        caller = Caller(Tool(ask))
        first = await caller.call()
        responses = {key: answer_to(request) for key, request in first["inputRequests"].items()}
        second = await caller.call(inputResponses=responses, requestState=first["requestState"])
        return await caller.call(inputResponses=responses, requestState=second["requestState"])

    assert [text_of(each) for each in asyncio.run(main())["inputRequests"].values()] == ["new"]


class Elicits(mcp.ClientHandlers):
    """A user who answers with the text of the question."""

    def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"for": params.message})


@pytest.mark.parametrize("revision", [each for each in mb.REVISIONS if has_method("elicitation/create", each)])
def test_a_yes_deletes_what_the_user_has_seen_in_every_revision(revision: str) -> None:
    notes = ["note 2", "note 3"]

    async def delete(context: mb.Context) -> list[str]:
        first = notes[0]
        if len(notes) > 1:
            del notes[0]
        return [await elicited(context, f"Delete {first}?")]

    async def main() -> Any:
        server = mb.Server(Tool(delete), info=INFO)
        async with mb.connect(server, Elicits(), info=INFO, revisions=[revision]) as client:
            return await client.call_tool("x")

    question, _, answered = asyncio.run(main()).content[0].text.partition("? ")
    assert f"{question}?" == answered


def test_the_first_key_signs_and_each_key_verifies() -> None:
    old, new = b"the old key of the tests", b"the new key of the tests"
    before, between, after = StateSigner([old]), StateSigner([old, new]), StateSigner([new, old])
    assert after.read("x", before.write("x", 5)) == 5
    assert between.read("x", after.write("x", 5)) == 5
    assert StateSigner([new]).read("x", after.write("x", 5)) == 5
    with pytest.raises(mb.ProtocolError, match="not as this server wrote it"):
        before.read("x", after.write("x", 5))


@pytest.mark.parametrize("keys", [b"a key in place of a list", [], ["a text in place of bytes"], "a text"])
def test_a_key_is_one_of_a_list(keys: Any) -> None:
    with pytest.raises(TypeError, match=r"keys=\[new, old\]"):
        StateSigner(keys)
