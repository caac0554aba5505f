"""Tools, resources and prompts made of functions: their schemas, calls, results and errors."""

from __future__ import annotations

import asyncio
import json
import math
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from functools import partial, wraps
from importlib import import_module
from ipaddress import IPv4Address
from pathlib import Path
from time import sleep as block
from typing import Annotated, Any, Literal
from uuid import UUID

import jsonschema
import pytest
from pydantic import AfterValidator, AnyUrl, BaseModel, Field, SecretStr, TypeAdapter, create_model
from typing_extensions import TypedDict

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.adaptation.messages import parse_result
from mcp_bindings.adaptation.revision_adapter import adapt_earlier_result
from mcp_bindings.authorization import Principal, ProtectedResource, ScopeRules
from mcp_bindings.codec.encoding import dump_any
from mcp_bindings.errors import UnsentError
from mcp_bindings.extensions.tasks import EXTENSION, CreateTaskResult
from mcp_bindings.schema.python_types import make_form_schema, make_json_schema
from mcp_bindings.server import TaskRunner, follow_task, function_threads, providers
from mcp_bindings.server.function_arguments import FunctionArguments
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from mcp_bindings.spec.names import (
    METHOD_HEADER,
    NAME_HEADER,
    PROMPT,
    RESOURCE,
    RESOURCE_TEMPLATE,
    TOOL,
    VERSION_HEADER,
)
from mcp_bindings.translation import translator
from mcp_bindings.transports import MemoryTransport, StreamableHttp, open_connection
from tests.documents import accepting, filled
from tests.guards.callers import settle
from tests.revisions import HANDSHAKE, PER_REQUEST, having, method_of, request_meta
from tests.seed import SEED
from tests.serving.test_tasks import Client
from tests.soak import toolbox
from tests.soak.floods import Post

INFO = {"name": "tests", "version": "1"}
MANY = {"completion": {"values": [str(each) for each in range(101)]}}
BOUNDED = [
    each
    for each in having("completion/complete")
    if each not in accepting("CompleteResult", filled(each, "CompleteResult", MANY))
]
"""The revisions whose schema bounds the values of a completion to 100."""


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Note(BaseModel):
    id: int
    title: str = "none"


class Tree(BaseModel):
    value: int
    children: list[Tree] = []


NOON = datetime(2026, 7, 28, 12)


class Aliased(BaseModel):
    when: datetime = Field(alias="from")


class Point(TypedDict):
    x: float
    y: float


@dataclass
class Span:
    first: int
    last: int | None = None


class Answers(mcp.ClientHandlers):
    """A user who accepts each form."""

    def __init__(self, **content: Any) -> None:
        super().__init__()
        self.content = content
        self.asked: list[Any] = []

    def elicit(self, params: Any, context: mb.Context) -> Any:
        self.asked.append(params)
        return mcp.ElicitResult(action="accept", content=self.content)


def run(*providers: Any, client: Any = None, revision: str = mb.LATEST, **options: Any) -> Callable[..., Any]:
    """Decorate a coroutine function that gets a client of a server, and run it."""

    def decorate(test: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            server = mb.Server(*providers, info=INFO, **options)
            async with mb.connect(server, client or Answers(), info=INFO, revisions=[revision]) as calls:
                await test(calls)

        asyncio.run(main())

    return decorate


def texts(result: Any) -> list[str]:
    return [block.text for block in result.content]


# What becomes a tool.


def starred(*words: str) -> str:
    return ""


def double_starred(**words: str) -> str:
    return ""


def positional(word: str, /) -> str:
    return word


def twice(first: mb.Context, second: mb.Context) -> str:
    return ""


def unknown(call: Callable[[int], int]) -> str:
    return ""


def odd_result() -> threading.Lock:
    return threading.Lock()


class Store:
    def __init__(self, first: int) -> None:
        self.first = first

    def add(self, second: int) -> int:
        return self.first + second


bare: Any = eval("lambda word: word")  # a parameter without an annotation, which type checkers refuse


def binary(data: list[bytes]) -> str:
    return ""


async def generator(count: int) -> AsyncGenerator[int]:
    yield count


@pytest.mark.parametrize(
    ("function", "mend"),
    [
        (starred, "name each argument"),
        (double_starred, "name each argument"),
        (positional, "remove the /"),
        (bare, "annotate it"),
        (binary, "take a str with Base64"),
        (generator, "return one value"),
        (twice, "keep one of them"),
        (unknown, "a parameter of unknown is of a type without a JSON Schema"),
        (odd_result, "the return annotation of odd_result has no JSON Schema"),
        (Store.add, r"as in tools\.tool\(store\.search\)"),
        (Store, "is no function"),
        ("name", "pass a name as a keyword"),
        (lambda: "", "pass name="),
    ],
)
def test_a_signature_without_a_schema_is_refused_with_the_mend(function: Any, mend: str) -> None:
    with pytest.raises(TypeError, match=mend):
        mb.Toolbox().tool(function)


def test_a_resource_without_a_uri_is_refused() -> None:
    wrong: Any = mb.Toolbox().resource
    with pytest.raises(TypeError, match="a resource has a URI"):
        wrong(note_without_id)


def test_a_name_that_is_not_defined_is_refused_with_the_mend() -> None:
    def function(given: Any) -> None: ...

    function.__annotations__["given"] = "Missing"
    with pytest.raises(TypeError, match="define or import it before the function"):
        mb.Toolbox().tool(function)


def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        return function(*arguments, **named)

    return call


class Adder:
    async def __call__(self, second: int) -> int:
        return 1 + second


async def add_later(second: int, first: int = 1) -> int:
    return first + second


def add_with(first: int, second: int) -> int:
    return first + second


@pytest.mark.parametrize(
    "function",
    [Store(1).add, Adder(), wrapped(add_later), partial(add_with, 1), partial(add_later, first=1)],
    ids=["method", "object", "wrapper", "partial", "async partial"],
)
def test_what_can_be_called_can_be_a_tool(function: Any) -> None:
    tools = mb.Toolbox()
    tools.tool(name="add")(function)

    @run(tools)
    async def test(client: Any) -> None:
        assert texts(await client.call_tool("add", arguments={"second": 2})) == ['{"result":3}']


def test_annotations_may_name_local_classes() -> None:
    class Local(BaseModel):
        number: int

    tools = mb.Toolbox()

    @tools.tool
    async def read(given: Local, context: Annotated[mb.Context | None, "noted"] = None) -> Local:
        assert context is not None
        return given

    @run(tools)
    async def test(client: Any) -> None:
        result = await client.call_tool("read", arguments={"given": {"number": 1}})
        assert result.structured_content == {"number": 1}


def test_parameters_may_have_aliases_fields_and_any_names() -> None:
    tools = mb.Toolbox()
    nothing = object()
    nothing_yet: Any = None

    @tools.tool
    def read(
        self: int,
        json: Annotated[int, Field(alias="from")],
        function: int = Field(default=3, ge=1),
        call: Any = nothing,
        most: float = math.inf,
        arguments: int = nothing_yet,
    ) -> list[int | bool]:
        return [self, json, function, call is nothing, most == math.inf, arguments is nothing_yet]

    @run(tools)
    async def test(client: Any) -> None:
        [tool] = [each async for each in client.iter_tools()]
        given: Any = tools.tools["read"].document["inputSchema"]["properties"]
        assert set(tool.input_schema.properties) == set(given)
        assert given["from"] == {"type": "integer"}
        assert given["function"] == {"type": "integer", "minimum": 1, "default": 3}
        assert given["call"] == {}
        assert given["most"] == {"type": "number"}
        assert given["arguments"]["default"] is None
        result = await client.call_tool("read", arguments={"self": 1, "from": 2})
        assert result.structured_content == {"result": [1, 2, 3, True, True, True]}
        assert (await client.call_tool("read", arguments={"self": 1, "from": 2, "function": 0})).is_error


def test_a_schema_that_would_be_huge_keeps_its_references() -> None:
    model: Any = Note
    for depth in range(40):
        model = create_model(f"Pair{depth}", first=(model, ...), second=(model, ...))

    def function(given: Any) -> None: ...

    function.__annotations__["given"] = model
    assert len(json.dumps(FunctionArguments(function).schema)) < 20_000


def test_a_choice_between_models_has_no_references_left() -> None:
    class First(BaseModel):
        kind: Literal["first"]

    class Second(BaseModel):
        kind: Literal["second"]

    def function(given: Annotated[First | Second, Field(discriminator="kind")]) -> None: ...

    assert "$defs" not in json.dumps(FunctionArguments(function).schema)


@pytest.mark.parametrize("name", ["const", "default", "enum", "examples", "properties"])
def test_parameters_may_be_named_like_keywords(name: str) -> None:
    class Settings(BaseModel):
        default: Note
        note: Note = Note(id=1)

    fields: dict[str, Any] = {name: (Settings, ...)}
    given: Any = create_model("Given", **fields)
    schema = make_json_schema(TypeAdapter(given), "validation")
    assert "$ref" not in json.dumps(schema)
    inner = schema["properties"][name]["properties"]
    assert inner["default"]["properties"] == inner["note"]["properties"]
    assert inner["note"]["default"] == {"id": 1, "title": "none"}


def test_the_decorated_function_stays_as_it_is() -> None:
    def add(a: int, b: int = 2) -> int:
        return a + b

    assert mb.Toolbox().tool(add) is add
    assert mb.Toolbox().tool(name="sum")(add) is add


def test_a_schema_has_no_titles_and_only_recursive_references() -> None:
    def use(note: Note, tree: Tree, colour: Colour = Colour.RED, json: int = 1) -> None: ...

    schema = FunctionArguments(use).schema
    assert "title" not in json.dumps({**schema, "properties": {**schema["properties"], "note": {}}})
    assert schema["properties"]["note"]["properties"]["title"] == {"default": "none", "type": "string"}
    assert set(schema["$defs"]) == {"Tree"}
    assert schema["properties"]["colour"]["default"] == "red"
    assert schema["additionalProperties"] is False
    jsonschema.Draft202012Validator.check_schema(schema)


# Calls.


@pytest.mark.parametrize(
    ("hint", "text", "value"),
    [
        (int, "5", 5),
        (float, "2.5e1", 25.0),
        (bool, "true", True),
        (int | None, "", None),
        (list[int], "[1, 2]", [1, 2]),
        (Note, '{"id": 3}', Note(id=3)),
        (list[int], ["1", "2"], [1, 2]),
        (Note, {"id": "4"}, Note(id=4)),
        (Literal[1, 2], "2", 2),
        (dict[str, int], {"a": "5", "b": 6}, {"a": 5, "b": 6}),
        (tuple[int, str], ["1", "1"], (1, "1")),
        (tuple[str, list[int]], ["1", "[1]"], ("1", [1])),
    ],
)
def test_a_text_is_repaired_where_no_text_is_admitted(hint: Any, text: Any, value: Any) -> None:
    def function(given: Any) -> None: ...

    function.__annotations__["given"] = hint
    arguments = FunctionArguments(function)
    assert arguments.read_arguments({"given": text}, repair=True) == {"given": value}
    assert isinstance(arguments.read_arguments({"given": text}, repair=False), list)


@pytest.mark.parametrize(
    ("hint", "text"), [(str, "5"), (int | str, "5"), (Any, "5"), (str | None, ""), (int, "five"), (int, "1" * 400)]
)
def test_a_text_stays_where_it_is_admitted_or_means_nothing(hint: Any, text: str) -> None:
    def function(given: Any) -> None: ...

    function.__annotations__["given"] = hint
    found = FunctionArguments(function).read_arguments({"given": text}, repair=True)
    assert isinstance(found, list) if hint is int else found == {"given": text}


def test_the_reasons_are_those_of_the_repaired_arguments() -> None:
    def function(limit: Annotated[int, Field(ge=1)]) -> None: ...

    findings = FunctionArguments(function).read_arguments({"limit": "0"}, repair=True)
    assert isinstance(findings, list)
    [found] = findings
    assert (found.pointer, found.message) == ("/limit", "does not fit minimum 1")


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_invalid_arguments_are_an_error_for_the_model(revision: str) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def search(query: str, limit: Annotated[int, Field(le=10)] = 5) -> str:
        raise AssertionError("the function was called")

    @run(tools, revision=revision)
    async def test(client: Any) -> None:
        for arguments in ({}, {"query": "x", "limit": 11}, {"query": "x", "more": 1}, {"query": None}):
            result = await client.call_tool("search", arguments=arguments)
            assert result.is_error
            assert texts(result)[0].startswith("Invalid arguments: ")


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_what_a_tool_raises(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def fail(how: int) -> str:
        if how == 0:
            raise mb.ToolError("There is no such note.")
        if how == 1:
            raise RuntimeError("secret")
        raise mb.ProtocolError(1_000, "of the protocol")

    @run(tools, revision=revision)
    async def test(client: Any) -> None:
        said = await client.call_tool("fail", arguments={"how": 0})
        assert (said.is_error, texts(said)) == (True, ["There is no such note."])
        hidden = await client.call_tool("fail", arguments={"how": 1})
        assert (hidden.is_error, texts(hidden)) == (True, ["The tool has failed"])
        with pytest.raises(mb.ProtocolError, match="of the protocol"):
            await client.call_tool("fail", arguments={"how": 2})
        with pytest.raises(mb.ProtocolError, match="Unknown tool"):
            await client.call_tool("other", arguments={})

    assert "secret" in caplog.text


def test_a_tool_ends_at_its_timeout() -> None:
    tools = mb.Toolbox()

    @tools.tool(timeout=0.01)
    async def wait() -> str:
        await asyncio.sleep(60)
        return "late"

    @run(tools)
    async def test(client: Any) -> None:
        result = await client.call_tool("wait")
        assert (result.is_error, texts(result)) == (True, ["The tool has not ended after 0.01 seconds"])


def test_a_timeout_error_of_a_function_is_not_its_timeout(caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()

    @tools.tool(timeout=60)
    async def fail() -> str:
        raise asyncio.TimeoutError("of the function")

    @run(tools)
    async def test(client: Any) -> None:
        assert texts(await client.call_tool("fail")) == ["The tool has failed"]

    assert "of the function" in caplog.text


# Results.

RESULTS: dict[Any, tuple[Any, Any, list[str]]] = {
    str: ("text", None, ["text"]),
    None: (None, None, []),
    int: (3, {"result": 3}, ['{"result":3}']),
    list[Note]: ([Note(id=1)], {"result": [{"id": 1, "title": "none"}]}, ['{"result":[{"id":1,"title":"none"}]}']),
    Note: (Note(id=1), {"id": 1, "title": "none"}, ['{"id":1,"title":"none"}']),
    Point: ({"x": 1.0, "y": 2.0}, {"x": 1.0, "y": 2.0}, ['{"x":1.0,"y":2.0}']),
    Span: (Span(1), {"first": 1, "last": None}, ['{"first":1,"last":null}']),
    dict[str, int]: ({"a": 1}, {"a": 1}, ['{"a":1}']),
    Note | None: (None, {"result": None}, ['{"result":null}']),
    Tree: (Tree(value=1), {"value": 1, "children": []}, ['{"value":1,"children":[]}']),
    Colour: (Colour.BLUE, {"result": "blue"}, ['{"result":"blue"}']),
    Annotated[str, "noted"]: ("text", None, ["text"]),
    list[mb.Image]: ([], None, []),
    Decimal: (Decimal("1.10"), {"result": "1.10"}, ['{"result":"1.10"}']),
    Aliased: (
        Aliased.model_validate({"from": NOON}),
        {"from": "2026-07-28T12:00:00"},
        ['{"from":"2026-07-28T12:00:00"}'],
    ),
}


@pytest.mark.parametrize("hint", RESULTS, ids=str)
def test_a_result_is_structured_by_its_annotation(hint: Any) -> None:
    value, structured, content = RESULTS[hint]
    tools = mb.Toolbox()

    async def function() -> Any:
        return value

    function.__annotations__["return"] = hint
    tools.tool(function)

    @run(tools)
    async def test(client: Any) -> None:
        [tool] = [each async for each in client.iter_tools()]
        result = await client.call_tool("function")
        assert not result.is_error
        assert texts(result) == content
        if structured is None:
            assert tool.output_schema is None
            return
        assert result.structured_content == structured
        schema = tools.tools["function"].document["outputSchema"]
        assert schema["type"] == "object"
        jsonschema.validate(structured, schema, cls=jsonschema.Draft202012Validator)


def test_images_and_blocks_are_content() -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def draw() -> list[mb.Image | str]:
        return [mb.Image(b"\x89PNG", "png"), "a line"]

    @tools.tool
    async def block() -> mcp.TextContent:
        return mcp.TextContent(text="a block")

    @tools.tool
    async def whole() -> mcp.CallToolResult:
        return mcp.CallToolResult(content=[], is_error=True)

    @run(tools)
    async def test(client: Any) -> None:
        image, line = (await client.call_tool("draw")).content
        assert (image.mime_type, image.data, line.text) == ("image/png", "iVBORw==", "a line")
        assert texts(await client.call_tool("block")) == ["a block"]
        assert (await client.call_tool("whole")).is_error


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_function_returns_types_of_any_revision(revision: str) -> None:
    tools, types = mb.Toolbox(), import_module(mb.revision(revision).package)
    message = types.PromptMessage(role="user", content=types.TextContent(text="a message"))

    @tools.tool
    async def block() -> Any:
        return [types.TextContent(text="a block"), mb.Image(b"\x89PNG", "png")]

    @tools.tool
    async def whole() -> types.CallToolResult:  # type: ignore[name-defined]
        return types.CallToolResult(content=[types.TextContent(text="a result")], is_error=True)

    @tools.prompt
    async def one() -> Any:
        return message

    @tools.prompt
    async def all_of_it() -> Any:
        return types.GetPromptResult(messages=[message], description="whole")

    @tools.resource("note:///1")
    async def note() -> Any:
        return types.TextResourceContents(uri="note:///1", text="contents")

    @run(tools)
    async def test(client: Any) -> None:
        line, image = (await client.call_tool("block")).content
        assert (line.text, image.mime_type) == ("a block", "image/png")
        result = await client.call_tool("whole")
        assert (result.is_error, texts(result)) == (True, ["a result"])
        assert (await client.get_prompt("one")).messages[0].content.text == "a message"
        found = await client.get_prompt("all_of_it")
        assert (found.description, found.messages[0].content.text) == ("whole", "a message")
        assert (await client.read_resource("note:///1")).contents[0].text == "contents"


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (str, 5), (int, "5"), (Note, {"id": 1}), (list[int], [1, "2"]), (None, 1), (str, "\ud800"), (float, math.nan),
        (list[mcp.TextContent], [5]), (mb.Image, {"a": 1}), (Any, object()), (dict[str, str], {"a": "\udfff"}),
    ],
)  # fmt: skip
def test_the_error_for_a_wrong_result_names_the_function(
    hint: Any, value: Any, caplog: pytest.LogCaptureFixture
) -> None:
    tools = mb.Toolbox()

    async def function() -> Any:
        return value

    function.__annotations__["return"] = hint
    tools.tool(function)

    @run(tools)
    async def test(client: Any) -> None:
        result = await client.call_tool("function")
        assert (result.is_error, texts(result)) == (True, ["The tool has failed"])

    assert "function returned a value that is not of its return annotation" in caplog.text


# Resources, prompts and completions.


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_resources_prompts_and_completions(revision: str) -> None:
    tools = mb.Toolbox()

    @tools.resource("note:///{id}", mime_type="text/plain")
    async def note(id: int) -> str:
        if id > 5:
            raise mb.NotFound
        return f"note {id}"

    @tools.resource("config:///all")
    async def config() -> dict[str, int]:
        return {"a": 1}

    @tools.resource("file:///logo")
    async def logo() -> bytes:
        return b"logo"

    @tools.prompt
    async def summarize(title: str, style: Literal["short", "long"] = "short") -> str:
        """Summarize a note."""
        return f"{title}: {style}"

    @tools.completion(note, "id")
    async def ids(text: str) -> list[str]:
        return [each for each in ("1", "12", "2") if each.startswith(text)]

    @run(tools, revision=revision)
    async def test(client: Any) -> None:
        assert [each.uri async for each in client.iter_resources()] == ["config:///all", "file:///logo"]
        if revision in having("resources/templates/list"):
            assert [each.uri_template async for each in client.iter_resource_templates()] == ["note:///{id}"]
        [found] = (await client.read_resource("note:///3")).contents
        assert (found.text, found.mime_type) == ("note 3", "text/plain")
        [found] = (await client.read_resource("config:///all")).contents
        assert (found.text, found.mime_type) == ('{"a":1}', "application/json")
        assert (await client.read_resource("file:///logo")).contents[0].blob == "bG9nbw=="
        for uri in ("note:///6", "note:///x", "other:///1"):
            with pytest.raises(mb.ProtocolError, match="Resource not found"):
                await client.read_resource(uri)
        [prompt] = [each async for each in client.iter_prompts()]
        assert [(each.name, bool(each.required)) for each in prompt.arguments] == [("title", True), ("style", False)]
        [message] = (await client.get_prompt("summarize", arguments={"title": "A"})).messages
        assert (message.role, message.content.text) == ("user", "A: short")
        with pytest.raises(mb.ProtocolError, match="Invalid arguments"):
            await client.get_prompt("summarize", arguments={"title": "A", "style": "odd"})
        for ref, argument, values in (
            ({"type": "ref/prompt", "name": "summarize"}, {"name": "style", "value": "s"}, ["short"]),
            ({"type": "ref/resource", "uri": "note:///{id}"}, {"name": "id", "value": "1"}, ["1", "12"]),
        ):
            if revision in having("completion/complete"):
                found = await client.complete(ref=ref, argument=argument)
                assert list(found.completion.values) == values


def test_the_result_of_a_prompt_has_its_given_description() -> None:
    tools = mb.Toolbox()

    @tools.prompt(description="For people")
    async def greet() -> str:
        """Greet; see the style guide of the team."""
        return "Hello"

    @run(tools)
    async def test(client: Any) -> None:
        [listed] = [each async for each in client.iter_prompts()]
        assert (listed.description, (await client.get_prompt("greet")).description) == ("For people", "For people")


def test_a_pointer_to_a_rejected_argument_is_short() -> None:
    def reject(value: str) -> str:
        raise ValueError("not a name")

    async def rename(names: dict[str, Annotated[str, AfterValidator(reject)]]) -> None: ...

    found = FunctionArguments(rename).read_arguments({"names": {"a": "b", "x" * 10_000: "c"}}, repair=True)
    assert isinstance(found, list)
    assert [(each.pointer, len(each.message) < 200) for each in found] == [("/names/a", True), ("/names", True)]


def test_a_resource_has_a_parameter_for_each_variable() -> None:
    tools = mb.Toolbox()
    with pytest.raises(TypeError, match="give each a parameter of its name"):

        @tools.resource("note:///{id}")
        async def note(number: int) -> str:
            return ""

    with pytest.raises(ValueError, match="note_without_id is no prompt or resource of the toolbox"):
        tools.completion(note_without_id, "id")


async def note_without_id() -> str:
    return ""


def test_a_result_of_an_earlier_revision_is_translated() -> None:
    method, values = "completion/complete", [str(each) for each in range(101)]
    newest = next(each for each in reversed(mb.REVISIONS) if each in BOUNDED)
    result = {"completion": {"values": values}}
    with pytest.raises(mb.ProtocolError):
        parse_result(result, method, mb.revision(newest))
    found = adapt_earlier_result(result, method, mb.revision(newest))
    assert found is not None
    assert found.result.completion.values == values[:100]
    assert adapt_earlier_result({"completion": {}}, method, mb.revision(newest)) is None


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("tools/call", {"content": [], "resultType": "complet"}),
        ("tools/call", {"content": [{"type": "text", "text": "x", "annotations": {"lastModified": 5}}]}),
        ("tools/call", {"content": [{"type": "resource_link", "uri": "a:b", "name": "x", "icons": "x"}]}),
        ("tools/list", {"tools": [], "ttlMs": "x"}),
        ("tools/list", {"tools": [{"name": "x", "inputSchema": {"type": "object"}, "outputSchema": 5}]}),
    ],
    ids=["type", "annotation", "icons", "time", "schema"],
)
def test_a_wrong_value_is_not_read_as_an_earlier_revision(method: str, result: dict[str, Any]) -> None:
    """An earlier revision does not define the member, so it admits every value, and a translation would drop it."""
    newest = having(method)[-1]
    method = method_of(method, newest)
    with pytest.raises(mb.ProtocolError):
        parse_result(result, method, mb.revision(newest))
    assert adapt_earlier_result(result, method, mb.revision(newest)) is None


@pytest.mark.parametrize("has_toolbox", [True, False])
def test_a_handler_has_results_of_its_own_revision_only(has_toolbox: bool) -> None:
    """The code of a handler names its revision, and the code of a function does not."""
    values = [str(each) for each in range(101)]
    newest = next(each for each in reversed(mb.REVISIONS) if each in BOUNDED)

    class Completing(import_module(mb.revision(newest).package).ServerHandlers):  # type: ignore[misc]
        def complete(self, params: Any, context: mb.Context) -> Any:
            return {"completion": {"values": values}}  # an earlier revision admits more than 100

    tools = make_box("a")

    @tools.prompt
    async def choose(size: Literal["small", "large"]) -> str:
        return size

    given = [Completing(), tools] if has_toolbox else [Completing()]

    @run(*given, revision=newest, guards=mb.Guards(listed=False))
    async def test(client: Any) -> None:
        ref, argument = {"type": "ref/prompt", "name": "own"}, {"name": "size", "value": "s"}
        with pytest.raises(mb.ProtocolError, match="Internal error"):
            await client.complete(ref=ref, argument=argument)


def test_a_list_of_functions_is_not_timed_as_a_handler(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page builds the types of the package. That the user cannot await it is no mistake of the user."""
    monkeypatch.setattr("mcp_bindings.peer.blocking_handlers._MAX_STEP_SECONDS", 0)
    tools = mb.Toolbox()

    @tools.resource("note://{name}")
    def read(name: str) -> str:
        return name

    @run(tools, revision=having("ListResourceTemplatesRequest")[-1])
    async def client(client: Any) -> None:
        await client.list_resources()
        await client.list_resource_templates()

    assert "blocked the event loop" not in caplog.text


def test_middleware_gets_the_types_of_the_server() -> None:
    tools, got = mb.Toolbox(), list[type[Any]]()

    @tools.tool
    async def other() -> Any:
        earlier = import_module(mb.revision(mb.REVISIONS[-2]).package)
        return earlier.CallToolResult(content=[earlier.TextContent(text="x")])

    async def record(request: mb.Request, context: mb.Context, call_next: Any) -> Any:
        result: object = await call_next(request, context)
        got.append(result.__class__)
        return result

    @run(tools, middleware=[record], guards=mb.Guards(listed=False, schemas=False))
    async def test(client: Any) -> None:
        await client.list_tools()
        assert texts(await client.call_tool("other")) == ["x"]

    models = import_module(mb.revision(mb.LATEST).package)
    assert got == [models.ListToolsResult, models.CallToolResult]


def test_the_translation_of_an_earlier_result_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "mcp_bindings")
    target = mb.revision(PER_REQUEST[0])  # its results have a type, which those of the revision before it lack
    assert adapt_earlier_result({"content": []}, "tools/call", target) is not None
    assert f"tools/call to {target.id}: add /result/resultType" in caplog.text


def test_a_result_whose_edits_cannot_be_checked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound of their pointers hid that the translation had dropped a wrong value."""
    wrong = {"content": [{"type": "text", "text": "x", "annotations": {"lastModified": 5}}]}
    monkeypatch.setattr(translator, "_MAX_POINTER_CHARACTERS", -10_000)
    assert adapt_earlier_result(wrong, method_of("tools/call"), mb.revision(mb.LATEST)) is None


def test_plain_resources_need_no_list_of_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(providers, "LIST_RESOURCE_TEMPLATES", "logging/setLevel")  # which newer revisions do not have
    tools = mb.Toolbox()

    @tools.resource("note:///1")
    async def first() -> str:
        return "1"

    assert providers.combine_providers([tools], mb.REVISIONS)[0].revision == mb.LATEST

    @tools.resource("note:///{id}")
    async def note(id: int) -> str:
        return str(id)

    assert providers.combine_providers([tools], mb.REVISIONS)[0].revision == HANDSHAKE[-1]


def test_toolboxes_have_the_newest_revision_with_their_methods(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(providers, "COMPLETE_ARGUMENT", "logging/setLevel")  # which newer revisions do not have
    plain, completing = make_box("a"), make_box("b")

    @completing.prompt
    async def choose(size: Literal["small", "large"]) -> str:
        return size

    server_handlers = import_module(mb.revision(PER_REQUEST[0]).package).ServerHandlers
    assert providers.combine_providers([plain], mb.REVISIONS)[0].revision == mb.LATEST
    assert providers.combine_providers([plain, completing], mb.REVISIONS)[0].revision == HANDSHAKE[-1]
    assert not caplog.text
    assert providers.combine_providers([completing, server_handlers()], mb.REVISIONS)[0].revision == PER_REQUEST[0]
    assert f"{PER_REQUEST[0]} has no logging/setLevel" in caplog.text


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_handlers_of_a_revision_without_templates_take_a_toolbox(
    revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(providers, "LIST_RESOURCE_TEMPLATES", "none/list")  # as in a revision without them
    monkeypatch.setattr(providers, "RESOURCE_TEMPLATE", "None")
    tools = mb.Toolbox()

    @tools.resource("note:///1")
    async def note() -> str:
        return "contents"

    handlers = import_module(mb.revision(revision).package).ServerHandlers()
    made = providers.combine_providers([tools, handlers], mb.REVISIONS)[0]
    assert "resources/read" in made.find_overridden_routes()
    assert "resources/templates/list" not in made.find_overridden_routes()


# Servers of several providers.


class Own(mcp.ToolsServer):
    def list_tools(self, params: Any, context: mb.Context) -> Any:
        first = params.cursor is None
        tool = mcp.Tool(name="own-1" if first else "own-2", input_schema=mcp.ToolInputSchema())
        return mcp.ListToolsResult(tools=[tool], next_cursor="second" if first else None)

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return mcp.CallToolResult(content=[mcp.TextContent(text=params.name)])


def make_box(*names: str, **options: Any) -> mb.Toolbox:
    tools = mb.Toolbox(**options)
    for name in names:

        @tools.tool(name=name)
        async def function() -> str:
            return "function"

    return tools


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_functions_and_handlers_are_listed_together_page_by_page(revision: str) -> None:
    @run(make_box("a", "b", "c", page_size=2), make_box("d"), Own(), revision=revision)
    async def test(client: Any) -> None:
        assert [each.name async for each in client.iter_tools()] == ["a", "b", "c", "d", "own-1", "own-2"]
        assert texts(await client.call_tool("d")) == ["function"]
        assert texts(await client.call_tool("own-2")) == ["own-2"]


@pytest.mark.parametrize("typed", [True, False])
def test_a_function_hides_a_handler_of_the_same_name(typed: bool, caplog: pytest.LogCaptureFixture) -> None:
    class Listing(mcp.ResourcesServer):
        def list_resources(self, params: Any, context: mb.Context) -> Any:
            return self.page("resources", uri=["note:///1", "note:///2"])

        def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
            return self.page("resourceTemplates", uriTemplate=["note:///{id}", "file:///{path}"])

        def read_resource(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError("the toolbox reads it")

        def page(self, member: str, **identities: list[str]) -> Any:
            ((name, values),) = identities.items()
            page = {member: [{"name": "own", name: each} for each in values]}
            result = "ListResourcesResult" if member == "resources" else "ListResourceTemplatesResult"
            complete = {**page, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
            return mb.revision(self.revision).codec(result).decode_value(complete) if typed else page

    tools = mb.Toolbox()

    @tools.resource("note:///1")
    async def first() -> str:
        return "function"

    @tools.resource("note:///{id}")
    async def note(id: int) -> str:
        return "template"

    @run(tools, Listing(), revision=Listing.revision)
    async def test(client: Any) -> None:
        for _ in range(2):
            assert [each.uri async for each in client.iter_resources()] == ["note:///1", "note:///2"]
            templates = [each.uri_template async for each in client.iter_resource_templates()]
            assert templates == ["note:///{id}", "file:///{path}"]
        assert (await client.read_resource("note:///1")).contents[0].text == "function"

    hidden = [each.message for each in caplog.records if "rename one of them" in each.message]
    assert len(hidden) == 2, "one record for each name"
    assert "a toolbox and Listing both have 'note:///1' among their resources" in hidden[0]


@pytest.mark.parametrize(
    ("providers", "error", "mend"),
    [
        ([], ValueError, "needs a provider"),
        ([make_box("a"), make_box("a")], ValueError, "give one of them another name"),
        ([Own(), Own()], ValueError, "derive one class from the other"),
        ([Own], TypeError, r"pass an instance, Own\(\)"),
        ([object()], TypeError, "pass a Toolbox"),
        ([mb.Toolbox], TypeError, r"pass an instance, Toolbox\(\)"),
    ],
)
def test_wrong_providers_are_refused_with_the_mend(providers: list[Any], error: Any, mend: str) -> None:
    with pytest.raises(error, match=mend):
        mb.Server(*providers, info=INFO)


def test_two_functions_of_one_name_are_refused() -> None:
    tools = make_box("a")
    with pytest.raises(ValueError, match="give one of them another name"):
        tools.tool(name="a")(note_without_id)


def test_a_kind_without_entries_is_not_declared() -> None:
    declared: Any = mb.Server(make_box("a"), info=INFO).capabilities
    assert set(declared) == {"tools"}


def test_a_change_is_announced() -> None:
    tools = make_box("a")
    told = asyncio.Event()

    class Listener(mcp.ClientHandlers):
        def on_tool_list_changed(self, params: Any, context: mb.Context) -> None:
            told.set()

    @run(tools, client=Listener(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        assert [each.name async for each in client.iter_tools()] == ["a"]
        tools.tool(name="b")(note_without_id)
        tools.remove("a")
        await asyncio.wait_for(told.wait(), 10)
        assert [each.name async for each in client.iter_tools()] == ["b"]

    with pytest.raises(KeyError):
        tools.remove("a")


def test_what_is_added_later_must_fit_the_server() -> None:
    first, second, empty = make_box("a"), make_box("b"), mb.Toolbox()
    _server = mb.Server(first, second, info=INFO)
    with pytest.raises(ValueError, match="give one of them another name"):
        second.tool(name="a")(note_without_id)
    with pytest.raises(ValueError, match="after the first of its prompts"):
        second.prompt(note_without_id)
    _early = mb.Server(empty, info=INFO)
    with pytest.raises(ValueError, match="after the first of its tools"):
        empty.tool(note_without_id)
    assert (set(second.tools), second.prompts, empty.tools) == ({"b"}, {}, {})


def test_a_declared_kind_without_functions_is_not_offered_later() -> None:
    """The function was accepted, and clients got -32601."""
    tools = mb.Toolbox()
    _server = mb.Server(tools, info=INFO, capabilities={"tools": {}})
    with pytest.raises(ValueError, match="after the first of its tools"):

        @tools.tool
        def late() -> str:
            return ""


def test_a_completion_that_no_client_would_get_is_refused() -> None:
    """It was accepted, and clients got -32601."""
    tools = mb.Toolbox()

    @tools.prompt
    def greet(title: str) -> str:
        return title

    _server = mb.Server(tools, info=INFO)
    with pytest.raises(ValueError, match="after the first of its completions"):

        @tools.completion(greet, "title")
        def titles(text: str) -> list[str]:
            return ["Dr"]

    assert not tools.can_complete


def test_a_thread_may_add_a_tool() -> None:
    tools = mb.Toolbox()
    told = asyncio.Event()

    class Listener(mcp.ClientHandlers):
        def on_tool_list_changed(self, params: Any, context: mb.Context) -> None:
            told.set()

    @tools.tool
    def grow() -> None:
        tools.tool(name="grown")(note_without_id)

    @run(tools, client=Listener(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        await client.call_tool("grow")
        await asyncio.wait_for(told.wait(), 10)
        assert [each.name async for each in client.iter_tools()] == ["grow", "grown"]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_functions_stand_beside_handlers_of_every_revision(revision: str) -> None:
    models: Any = import_module(mb.revision(revision).package)

    class Handlers(models.ServerHandlers):  # type: ignore[misc]
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return models.ListToolsResult(tools=[])

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError("the handler was called")

    tools = mb.Toolbox()

    @tools.tool(title="Double", read_only=True)
    async def double(number: int) -> int:
        return 2 * number

    for spoken in (mb.REVISIONS[0], mb.LATEST):

        @run(tools, Handlers(), revision=spoken)
        async def test(client: Any) -> None:
            assert [each.name async for each in client.iter_tools()] == ["double"]
            assert texts(await client.call_tool("double", arguments={"number": "4"})) == ['{"result":8}']


# Around functions.


def test_the_lifespan_ends_with_the_last_client() -> None:
    tools = mb.Toolbox()
    log: list[str] = []

    @asynccontextmanager
    async def lifespan(server: mb.Server) -> AsyncGenerator[dict[str, int]]:
        log.append("begin")
        yield {"calls": 0}
        log.append("end")

    @tools.tool
    async def count(context: mb.Context[dict[str, int]]) -> int:
        context.state["calls"] += 1
        return context.state["calls"]

    async def main() -> None:
        server = mb.Server(tools, info=INFO, lifespan=lifespan)
        with pytest.raises(RuntimeError, match="has not begun"):
            _ = server.state
        async with mb.connect(server, info=INFO) as first, mb.connect(server, info=INFO) as second:
            await first.call_tool("count")
            result: Any = await second.call_tool("count")
            assert result.structured_content == {"result": 2}
            assert log == ["begin"]
        await asyncio.sleep(0.2)
        assert log == ["begin", "end"]

    asyncio.run(main())


def test_clients_that_connect_together_share_the_lifespan() -> None:
    log = list[str]()

    @asynccontextmanager
    async def lifespan(server: mb.Server) -> AsyncGenerator[None]:
        await asyncio.sleep(0.01)
        log.append("begin")
        yield
        await asyncio.sleep(0.01)
        log.append("end")

    async def main() -> None:
        server = mb.Server(make_box("a"), info=INFO, lifespan=lifespan)

        async def connect() -> None:
            async with mb.connect(server, info=INFO) as client:
                await client.list_tools()

        await asyncio.gather(connect(), connect())
        await asyncio.sleep(0.2)
        assert log == ["begin", "end"]

    asyncio.run(main())


def test_a_server_without_a_lifespan_has_no_state() -> None:
    with pytest.raises(RuntimeError, match="lifespan="):
        _ = mb.Server(make_box("a"), info=INFO).state


class NullCursor(mcp.ToolsServer):
    """Handlers that return a null in place of no cursor."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [], "nextCursor": None}

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        raise NotImplementedError


def test_a_page_with_a_null_cursor_is_explained(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        server = mb.Server(make_box("a"), NullCursor(), info=INFO)
        async with mb.connect(server, info=INFO) as client:
            with pytest.raises(mb.ProtocolError):
                assert [tool async for tool in client.iter_tools()]

    asyncio.run(main())
    assert "nextCursor: expected string, found null" in caplog.text


class Sure(BaseModel):
    sure: bool = Field(description="Really?")
    reason: str | None = None


@pytest.mark.parametrize("revision", [each for each in mb.REVISIONS if each in having("elicitation/create")])
def test_a_form_is_a_model_and_its_answer_a_value_of_it(revision: str) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def delete(context: mb.Context) -> str:
        assert context.can_elicit
        assert not context.can_sample
        answer = await context.elicit("Delete?", Sure)
        return f"{answer.action} {answer.content.sure} {answer.content.reason}"

    user = Answers(sure=True)

    @run(tools, client=user, revision=revision)
    async def test(client: Any) -> None:
        assert texts(await client.call_tool("delete")) == ["accept True None"]
        assert set(user.asked[0].requested_schema.properties) == {"sure", "reason"}


def test_a_form_has_only_formats_of_the_specification() -> None:
    hints = [UUID, time, timedelta, Path, bytes, SecretStr, IPv4Address, AnyUrl, date, datetime, str]
    members: dict[str, Any] = {f"a{place}": (hint, ...) for place, hint in enumerate(hints)}
    model: Any = create_model("Form", **members)
    fields = make_form_schema(model)["properties"].values()
    assert {each["type"] for each in fields} == {"string"}
    assert [each["format"] for each in fields if "format" in each] == ["uri", "date", "date-time"]


def test_a_form_has_only_choices_of_texts_in_lists() -> None:
    class Level(IntEnum):
        LOW = 1
        HIGH = 2

    with pytest.raises(TypeError, match="cannot be asked in a form"):
        make_form_schema(create_model("Form", levels=(list[Level], ...)))
    choices = make_form_schema(create_model("Form", colours=(list[Colour], ...)))["properties"]["colours"]
    assert choices["items"]["enum"] == ["red", "blue"]


def test_a_form_without_a_schema_is_a_type_error() -> None:
    """The error of pydantic reached the handler, which is another class for each reason."""

    class Form:
        def __init__(self, size: int) -> None: ...

    models: list[Any] = [Form, create_model("Form", run=(Callable[[], None], ...))]
    for model in models:
        with pytest.raises(TypeError, match="has no JSON Schema, so it is no form"):
            make_form_schema(model)


def test_a_form_that_is_not_flat_is_refused_when_it_is_asked(caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def ask(context: mb.Context) -> str:
        await context.elicit("Which?", Tree)
        return ""

    @run(tools)
    async def test(client: Any) -> None:
        assert (await client.call_tool("ask")).is_error

    assert "cannot be asked in a form" in caplog.text


# Threads.


def test_plain_functions_run_at_the_same_time() -> None:
    tools = mb.Toolbox()
    together = threading.Barrier(4, timeout=30)

    @tools.tool
    def meet(context: mb.Context, number: int) -> int:
        together.wait()
        context.sync.progress(1)
        return number

    @tools.tool(thread=False)
    def where() -> str:
        return threading.current_thread().name

    @run(tools)
    async def test(client: Any) -> None:
        results = await asyncio.gather(*(client.call_tool("meet", arguments={"number": n}) for n in range(4)))
        assert [each.structured_content for each in results] == [{"result": n} for n in range(4)]
        assert texts(await client.call_tool("where")) == [threading.main_thread().name]


def test_a_function_that_waits_for_its_user_gives_its_slot_back() -> None:
    tools = mb.Toolbox(threads=1)
    asked, answered = asyncio.Event(), asyncio.Event()

    class Slow(mcp.ClientHandlers):
        async def elicit(self, params: Any, context: mb.Context) -> Any:
            asked.set()
            await answered.wait()
            return mcp.ElicitResult(action="accept", content={"sure": True})

    @tools.tool
    def ask(context: mb.Context) -> str:
        return str(context.sync.elicit("Sure?", Sure).content.sure)

    @tools.tool
    def other() -> str:
        return "other"

    @run(tools, client=Slow(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        asking = asyncio.create_task(client.call_tool("ask"))
        await asyncio.wait_for(asked.wait(), 10)
        assert texts(await asyncio.wait_for(client.call_tool("other"), 10)) == ["other"]
        answered.set()
        assert texts(await asking) == ["True"]


def test_functions_that_wait_for_users_leave_slots_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(function_threads, "_MAX_THREADS", 2)
    tools = mb.Toolbox(threads=1)
    asked, answered = asyncio.Semaphore(0), asyncio.Event()

    class Slow(mcp.ClientHandlers):
        async def elicit(self, params: Any, context: mb.Context) -> Any:
            asked.release()
            await answered.wait()
            return mcp.ElicitResult(action="decline")

    @tools.tool
    def ask(context: mb.Context) -> str:
        return str(context.sync.elicit("Sure?", Sure).action)

    @run(tools, client=Slow(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        asking = [asyncio.create_task(client.call_tool("ask")) for _ in range(3)]  # one more than there are threads
        for _ in range(2):
            await asyncio.wait_for(asked.acquire(), 10)
        answered.set()
        done, _ = await asyncio.wait(asking, timeout=10)
        assert len(done) == 3


def test_a_question_that_is_cancelled_adds_no_slot() -> None:
    """The slot of the function was released twice, so one more function ran from then on."""
    tools = mb.Toolbox(threads=1)
    asked, answered = asyncio.Event(), asyncio.Event()
    refused, began, goes_on = threading.Event(), threading.Event(), threading.Event()
    running, counts = list[int](), list[int]()

    class Slow(mcp.ClientHandlers):
        async def elicit(self, params: Any, context: mb.Context) -> Any:
            asked.set()
            await answered.wait()
            return mcp.ElicitResult(action="decline")

    @tools.tool
    def ask(context: mb.Context) -> None:
        try:
            context.sync.elicit("Sure?", Sure)
        except RuntimeError:
            refused.set()

    @tools.tool
    def work() -> None:
        running.append(1)
        counts.append(len(running))
        began.set()
        goes_on.wait(30)
        running.pop()

    @run(tools, client=Slow(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        asking = asyncio.create_task(client.call_tool("ask"))
        await asyncio.wait_for(asked.wait(), 10)
        working = asyncio.create_task(client.call_tool("work"))
        await asyncio.to_thread(began.wait, 30)
        answered.set()
        await settle()  # the answer has arrived, and its function waits for the slot
        asking.cancel()
        assert await asyncio.to_thread(refused.wait, 30)
        goes_on.set()
        await working
        goes_on.clear()
        both = [asyncio.create_task(client.call_tool("work")) for _ in range(2)]
        await asyncio.sleep(0.1)
        goes_on.set()
        await asyncio.gather(*both)
        assert counts == [1, 1, 1]


def test_a_function_with_a_timeout_that_exits_ends_no_program() -> None:
    tools = mb.Toolbox()

    @tools.tool(timeout=30)
    async def leave() -> None:
        sys.exit(3)

    @tools.tool(timeout=30)
    def leave_thread() -> None:
        sys.exit(3)

    @run(tools)
    async def test(client: Any) -> None:
        for name in ("leave", "leave_thread"):
            with pytest.raises(mb.ProtocolError, match="Internal error"):
                await client.call_tool(name)


def test_a_cancelled_function_runs_on_and_its_context_says_so(caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()
    began, goes_on, ended, said = threading.Event(), threading.Event(), threading.Event(), list[str]()

    @tools.tool
    def slow(context: mb.Context) -> None:
        began.set()
        goes_on.wait(30)
        try:
            context.sync.progress(1)
        except RuntimeError as error:
            said.append(str(error))
        finally:
            ended.set()

    @run(tools, revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        calling = asyncio.create_task(client.call_tool("slow"))
        await asyncio.to_thread(began.wait, 30)
        calling.cancel()
        await asyncio.gather(calling, return_exceptions=True)
        _ = [each async for each in client.iter_tools()]  # the cancellation has arrived before
        goes_on.set()
        await asyncio.to_thread(ended.wait, 30)

    assert "runs on in its thread" in caplog.text
    assert said == ["the request has ended, so its context can no longer be used"]


def test_a_cancelled_function_no_longer_waits_for_its_user() -> None:
    tools = mb.Toolbox()
    asked, ended, said = asyncio.Event(), threading.Event(), list[str]()

    class Slow(mcp.ClientHandlers):
        async def elicit(self, params: Any, context: mb.Context) -> Any:
            asked.set()
            await asyncio.sleep(60)

    @tools.tool
    def ask(context: mb.Context) -> None:
        try:
            context.sync.elicit("Sure?", Sure)
        except RuntimeError as error:
            said.append(str(error))
        finally:
            ended.set()

    @run(tools, client=Slow(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        calling = asyncio.create_task(client.call_tool("ask"))
        await asyncio.wait_for(asked.wait(), 10)
        calling.cancel()
        await asyncio.gather(calling, return_exceptions=True)
        assert await asyncio.to_thread(ended.wait, 30)

    assert said == ["the request has ended, so its context can no longer be used"]


def test_an_end_of_iteration_in_a_thread_is_an_error_at_once() -> None:
    tools = mb.Toolbox()

    @tools.tool
    def stop() -> None:
        raise StopIteration

    @run(tools)
    async def test(client: Any) -> None:
        assert (await asyncio.wait_for(client.call_tool("stop"), 10)).is_error


def test_a_function_in_a_thread_can_announce_changes() -> None:
    tools = mb.Toolbox()
    heard: list[str] = []

    @tools.tool
    def touch(uri: str, context: mb.Context) -> str:
        context.sync.run(context.server.resource_updated(uri))
        return "touched"

    @tools.resource("note:///{id}")
    def note(id: int) -> str:
        return str(id)

    class Listening(mcp.ClientHandlers):
        def on_resource_updated(self, params: Any, context: mb.Context) -> None:
            heard.append(params.uri)

    @run(tools, client=Listening(), revision=HANDSHAKE[-1])
    async def test(client: Any) -> None:
        async with client.listen(resource_subscriptions=["note:///1"]) as events:
            assert texts(await client.call_tool("touch", {"uri": "note:///1"})) == ["touched"]
            assert (await asyncio.wait_for(anext(events), 5)).params.uri == "note:///1"
        assert heard == ["note:///1"], "the handler of the client hears it too"


def test_context_sync_is_for_threads(caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def wrong(context: mb.Context) -> None:
        context.sync.progress(1)

    @run(tools)
    async def test(client: Any) -> None:
        assert (await client.call_tool("wrong")).is_error

    assert "in this one, use await" in caplog.text


# Scopes.


class Verifier:
    async def verify(self, token: str) -> Principal:
        return Principal("https://as.example", "ada", "client", scopes=frozenset(token.split(".")))


def scoped_application(
    rules: ScopeRules | None, tools: mb.Toolbox | None = None, **scopes: list[str]
) -> StreamableHttp:
    """A protected server with a tool for each name, which needs the given scopes."""
    tools = tools or mb.Toolbox()
    for name, each in scopes.items():
        tools.tool(name=name, scopes=each)(note_without_id)
    resource = ProtectedResource(
        "http://localhost/mcp", authorization_servers=["https://as.example"], verifier=Verifier(), scopes=rules
    )
    return mb.Server(tools, info=INFO).asgi(resource=resource)


async def call_with_token(application: StreamableHttp, tool: str, token: str) -> Post:
    """Call a tool with a token that has the scopes which its text names."""
    meta: dict[str, Any] = request_meta(mb.LATEST)
    params: dict[str, Any] = {"name": tool, "arguments": {}, "_meta": meta}
    method = method_of("tools/call")
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    headers = {VERSION_HEADER: mb.LATEST, METHOD_HEADER: method, NAME_HEADER: tool}
    return await Post(body, token, headers).send(application)


def test_a_tool_states_the_scopes_of_its_token() -> None:
    application = scoped_application(None, read=[], write=["write"])

    async def main() -> list[int]:
        calls = [("read", "none"), ("write", "none"), ("write", "write")]
        return [(await call_with_token(application, *each)).status for each in calls]

    assert asyncio.run(main()) == [200, 403, 200]


def test_a_challenge_keeps_granted_scopes_of_other_tools() -> None:
    application = scoped_application(ScopeRules(["mcp"]), read=["read"], mail=["send"])
    denied = asyncio.run(call_with_token(application, "mail", "mcp.read.foreign"))
    assert denied.status == 403
    assert 'scope="mcp send read"' in denied.headers["www-authenticate"]


def test_scopes_that_are_too_long_for_a_challenge_are_refused() -> None:
    many = [f"scope-{number:04}" for number in range(60)]
    with pytest.raises(ValueError, match="more than 1024 characters"):
        scoped_application(ScopeRules(many), tool=[f"tool-{each}" for each in many])


def test_scopes_of_a_later_tool_may_be_too_long() -> None:
    """The challenge then leaves the granted ones out, and all if those of the tool are too long: it was status 500."""
    many, tools = [f"scope-{number:04}" for number in range(60)], mb.Toolbox()
    application = scoped_application(ScopeRules(["mcp", *many]), tools, read=[])
    tools.tool(name="mail", scopes=["send", "x" * 1_000])(note_without_id)

    async def main(token: str) -> str:
        denied = await call_with_token(application, "mail", token)
        assert denied.status == 403
        return denied.headers["www-authenticate"]

    assert "scope=" not in asyncio.run(main("mcp"))
    rules = ScopeRules(["mcp"], methods={"resources/list": many})
    application = scoped_application(rules, tools := mb.Toolbox(), read=[])
    tools.tool(name="mail", scopes=["send", "x" * 1_000])(note_without_id)
    assert f'scope="mcp send {"x" * 1_000}"' in asyncio.run(main(".".join(["mcp", *many])))


# Schemas and functions agree.


def test_a_function_is_never_called_with_what_its_schema_refuses() -> None:
    print(f"MCP_SEED={SEED}")
    tally = toolbox.PROGRAM.run(30 * len(toolbox.HINTS), SEED)
    assert not tally.failed, tally.failures
    assert tally.total("called") > 100
    assert tally.total("refused") > 100


CODE = -32021


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize("question", ["elicit", "sample"])
def test_a_client_that_cannot_answer_is_one_error_with_one_code(revision: str, question: str) -> None:
    tools = mb.Toolbox()
    seen: list[Any] = []

    @tools.tool
    async def ask(context: mb.Context) -> None:
        seen.append((context.can_elicit, context.can_sample))
        try:
            await (context.elicit("sure?", Note) if question == "elicit" else context.sample("hello", 1))
        except mb.ProtocolError as error:
            seen.append((error.code, error.data))
            raise

    @run(tools, client=mcp.ClientHandlers(), revision=revision)
    async def test(client: Any) -> None:
        with pytest.raises(mb.ProtocolError, match=r"has not declared a capability|revision has no") as caught:
            await client.call_tool("ask")
        needed: dict[str, Any] = {"elicitation" if question == "elicit" else "sampling": {}}
        required = {"requiredCapabilities": needed}
        assert seen == [(False, False), (CODE, required)]
        assert (caught.value.code, dump_any(caught.value.data)) == (CODE, required)


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_handshake_client_gets_a_code_of_its_revision(revision: str) -> None:
    class Asking(import_module(mb.revision(revision).package).ServerHandlers):  # type: ignore[misc]
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": []}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            await context.sample("hello", 1)

    quiet = import_module(mb.revision(revision).package).ClientHandlers

    async def main() -> None:
        server = mb.Server(Asking(), info=INFO)
        made = open_connection(MemoryTransport(server), lambda _: quiet(), info=INFO, revisions=[revision])
        async with made as connection:
            with pytest.raises(mb.ProtocolError) as caught:
                await connection.call_tool("ask", {})
            assert caught.value.code == -32602

    asyncio.run(main())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_session_has_state(revision: str) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def count(context: mb.Context) -> int:
        assert context.http is None
        context.session_state["calls"] = context.session_state.get("calls", 0) + 1
        return int(context.session_state["calls"])

    async def main() -> None:
        server = mb.Server(tools, info=INFO)
        for _ in range(2):
            async with mb.connect(server, info=INFO, revisions=[revision]) as client:
                assert texts(await client.call_tool("count")) == ['{"result":1}']
                assert texts(await client.call_tool("count")) == ['{"result":2}']

    asyncio.run(main())


def test_a_request_without_a_session_has_no_state(caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def count(context: mb.Context) -> int:
        return len(context.session_state)

    @run(tools)
    async def test(client: Any) -> None:
        assert (await client.call_tool("count")).is_error

    (record,) = [each for each in caplog.records if each.exc_info]
    assert f"revision {mb.LATEST} has no sessions: keep the values under a key" in str(record.exc_info[1])  # type: ignore[index]


def test_a_server_announces_changes_of_its_lists() -> None:
    class Changing(Own, mcp.ResourcesServer, mcp.PromptsServer):
        def list_resources(self, params: Any, context: mb.Context) -> Any:
            return {"resources": []}

        def read_resource(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError

        def list_resource_templates(self, params: Any, context: mb.Context) -> Any:
            return {"resourceTemplates": []}

        def list_prompts(self, params: Any, context: mb.Context) -> Any:
            return {"prompts": []}

        def get_prompt(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            await context.server.tools_changed()
            await context.server.resources_changed()
            await context.server.prompts_changed()
            return mcp.CallToolResult(content=[])

    heard: list[str] = []

    class Listening(mcp.ClientHandlers):
        def on_tool_list_changed(self, params: Any, context: mb.Context) -> None:
            heard.append("tools")

        def on_resource_list_changed(self, params: Any, context: mb.Context) -> None:
            heard.append("resources")

        def on_prompt_list_changed(self, params: Any, context: mb.Context) -> None:
            heard.append("prompts")

    declared = {kind: {"listChanged": True} for kind in ("tools", "resources", "prompts")}

    @run(Changing(), client=Listening(), revision=HANDSHAKE[-1], capabilities=declared)
    async def test(client: Any) -> None:
        await client.call_tool("own-1")
        await client.call_tool("own-1")
        assert heard[:3] == ["tools", "resources", "prompts"]

    async def main() -> None:
        with pytest.raises(ValueError, match=r"pass mb\.Server\(…, capabilities={'tools': {'listChanged': True}}\)"):
            await mb.Server(Own(), info=INFO).tools_changed()

    asyncio.run(main())


def test_a_server_may_run_in_several_event_loops() -> None:
    tools = make_box("a")
    server = mb.Server(tools, info=INFO)
    app = server.asgi()

    async def main() -> None:
        changes: asyncio.Queue[str] = asyncio.Queue()

        class Listening(mcp.ClientHandlers):
            def on_tool_list_changed(self, params: Any, context: mb.Context) -> None:
                changes.put_nowait("tools")

        async with app.lifespan(), mb.connect(server, Listening(), info=INFO) as client:
            listening = asyncio.create_task(
                client.subscriptions_listen(mcp.SubscriptionFilter(tools_list_changed=True))
            )
            async with mb.connect(server, info=INFO) as other:  # the end of another client ends no subscription
                await other.call_tool("a")
            await asyncio.gather(*(client.call_tool("a") for _ in range(5)))
            await server.tools_changed()
            assert await asyncio.wait_for(changes.get(), 5) == "tools"
            assert not listening.done()
            listening.cancel()

    for _ in range(2):
        asyncio.run(main())


def test_a_parameter_may_have_any_name() -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def profile(function: str, self: str) -> str:
        return function + self

    @run(tools)
    async def test(calls: Any) -> None:
        assert texts(await calls.call_tool("profile", {"function": "f", "self": "s"})) == ["fs"]


@pytest.mark.parametrize("revision", [each for each in mb.REVISIONS if each in having("elicitation/create")])
def test_a_question_may_have_any_key(revision: str) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def ask(context: mb.Context) -> str:
        return (await context.elicit("?", Note, key="self")).action

    @run(tools, client=Answers(id=1), revision=revision)
    async def test(calls: Any) -> None:
        assert texts(await calls.call_tool("ask", {})) == ["accept"]


@pytest.mark.parametrize(
    ("hint", "value", "read"),
    [
        (int, 5.0, 5),
        (int, "5.0", 5),
        (list[int], [1.0, 2], [1, 2]),
        (dict[str, int], {"a": 1.0}, {"a": 1}),
        (Note, {"id": 7.0}, Note(id=7)),
        (Literal[1, 2], 1.0, 1),
        (float, 5, 5.0),
    ],
)
def test_a_whole_number_is_an_integer(hint: Any, value: Any, read: Any) -> None:
    def use(given: Any) -> None: ...

    use.__annotations__["given"] = hint
    found = FunctionArguments(use).read_arguments({"given": value}, repair=True)
    assert found == {"given": read}
    assert type(found) is dict
    assert type(found["given"]) is type(read)


def test_a_validator_that_fails_is_an_error_for_the_model(caplog: pytest.LogCaptureFixture) -> None:
    def find(key: str) -> int:
        return {"a": 1}[key]

    tools = mb.Toolbox()

    @tools.tool
    def known(key: Annotated[str, AfterValidator(find)]) -> str:
        return f"{key}"

    @run(tools)
    async def test(calls: Any) -> None:
        assert (await calls.call_tool("known", {"key": "b"})).is_error
        assert texts(await calls.call_tool("known", {"key": "a"})) == ["1"]

    assert "the tool known has failed" in caplog.text


class EmptyCursor(Own):
    """Its second page has an empty cursor."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        tool = {"name": "one" if params.cursor is None else "two", "inputSchema": {"type": "object"}}
        return {"tools": [tool], **({"nextCursor": ""} if params.cursor is None else {})}


def test_a_cursor_of_handlers_may_be_empty() -> None:
    @run(make_box("a"), EmptyCursor())
    async def test(client: Any) -> None:
        names = list[str]()
        cursor: str | None = None
        for _ in range(3):
            page = await (client.list_tools() if cursor is None else client.list_tools(cursor=cursor))
            names += [each.name for each in page.tools]
            cursor = page.next_cursor
        assert (names, cursor) == (["a", "one", "two"], None)


class NoPage(Own):
    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        return [] if params.cursor is None else None


@pytest.mark.parametrize("providers", [(NoPage(),), (make_box("a"), NoPage())], ids=["alone", "beside a toolbox"])
def test_a_page_of_another_type_is_explained(providers: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with mb.connect(mb.Server(*providers, info=INFO), info=INFO) as client:
            with pytest.raises(mb.ProtocolError):
                assert [tool async for tool in client.iter_tools()]

    asyncio.run(main())
    assert "the handler of tools/list returned builtins.list, not " in caplog.text


@pytest.mark.parametrize("page", [{"tool": []}, {"tools": None}, {"tools": [{}, 7, {"name": ["a"]}]}])
def test_a_dict_that_is_no_page_is_explained(page: Any, caplog: pytest.LogCaptureFixture) -> None:
    class Misspelled(Own):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return page

    @run(make_box("a"), Misspelled())
    async def test(client: Any) -> None:
        with pytest.raises(mb.ProtocolError):
            assert [each async for each in client.iter_tools()]

    assert "the handler of tools/list returned a dict that is no result" in caplog.text


def test_a_blocking_handler_beside_a_toolbox_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    class Blocks(Own):
        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            block(0.15)  # noqa: ASYNC251 - it is what is tested
            return {"content": []}

    @run(make_box("a"), Blocks())
    async def test(client: Any) -> None:
        await client.call_tool("own-1")

    assert "Blocks.call_tool blocked the event loop" in caplog.text


def test_the_nearest_resource_is_read() -> None:
    tools = mb.Toolbox()

    @tools.resource("doc:///{number}")
    def numbered(number: int) -> str:
        return "numbered"

    @tools.resource("doc:///{name}")
    def named(name: str) -> str:
        return "named"

    @tools.resource("doc:///index")
    def index() -> str:
        return "index"

    @run(tools)
    async def test(client: Any) -> None:
        for uri in ("numbered", "named", "index"):
            found = await client.read_resource(f"doc:///{7 if uri == 'numbered' else uri}")
            assert found.contents[0].text == uri


def test_tools_may_be_added_in_several_threads() -> None:
    tools = mb.Toolbox()

    class Slow:
        def check_function_addition(self, kind: Any, name: str) -> None:
            block(0.02)  # another thread runs

        def check_completion_addition(self) -> None: ...

        def announce_change(self, kind: Any) -> None: ...

    def add(number: int) -> None:
        tools.tool(name=f"tool-{number}")(note_without_id)

    server = Slow()
    tools.join_server(server)
    with ThreadPoolExecutor() as pool:
        list(pool.map(add, range(2)))
    assert set(tools.tools) == {"tool-0", "tool-1"}


def test_a_completion_may_use_local_names() -> None:
    from mcp_bindings import Context as Local

    tools = mb.Toolbox()

    @tools.prompt
    async def greet(title: str) -> str:
        return title

    @tools.completion(greet, "title")
    async def complete(text: str, context: Local) -> list[str]:
        return ["Dr"]

    @run(tools, revision=Answers.revision)
    async def test(client: Any) -> None:
        answer = await client.complete(
            ref={"type": "ref/prompt", "name": "greet"}, argument={"name": "title", "value": ""}
        )
        assert answer.completion.values == ["Dr"]


def test_a_function_returns_the_task_of_its_work() -> None:
    runner = TaskRunner()
    tools = mb.Toolbox()

    async def work(context: mb.Context) -> Any:
        return {"content": []}

    @tools.tool
    async def unannotated(context: mb.Context) -> Any:
        return await runner.run(work, context)

    @tools.tool
    async def annotated(context: mb.Context) -> mcp.CallToolResult:
        result: mcp.CallToolResult = await runner.run(work, context)
        return result

    async def main() -> None:
        client = Client(mb.Server(tools, info=INFO, tasks=runner))
        for name in ("unannotated", "annotated"):
            assert (await client.call(name))["resultType"] == "task"

    asyncio.run(main())


@pytest.mark.parametrize("is_typed", [False, True])
def test_a_task_has_the_type_of_its_extension(is_typed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is not looked up in earlier revisions, which would take longer than to make the task."""
    runner, tools, got = TaskRunner(), mb.Toolbox(), list[Any]()
    monkeypatch.setattr("mcp_bindings.adaptation.revision_adapter.adapt_earlier_result", None)

    async def work(context: mb.Context) -> Any:
        return {"content": []}

    @tools.tool
    async def dig(context: mb.Context) -> Any:
        made = await runner.run(work, context)
        return CreateTaskResult.model_validate(made) if is_typed else made

    async def record(request: mb.Request, context: mb.Context, call_next: Any) -> Any:
        got.append(await call_next(request, context))
        return got[-1]

    async def main() -> None:
        client = Client(mb.Server(tools, info=INFO, tasks=runner, middleware=[record]))
        assert (await client.call("dig"))["resultType"] == "task"

    asyncio.run(main())
    assert [type(each) for each in got] == [CreateTaskResult]


def test_a_task_of_a_function_has_the_result_of_the_function() -> None:
    runner = TaskRunner(poll_interval_ms=0)
    tools = mb.Toolbox()

    @tools.tool
    async def dig(depth: int, context: mb.Context) -> dict[str, int]:
        async def work(context: mb.Context) -> dict[str, int]:
            if depth > 5:
                raise mb.ToolError("too deep")
            if depth > 3:
                raise LookupError
            return {"depth": depth}

        found: dict[str, int] = await runner.run(work, context)
        return found

    async def main() -> None:
        revisions = EXTENSION.info.revisions
        server = mb.Server(tools, info=INFO, tasks=runner)
        outcomes: list[list[tuple[Any, ...]]] = []
        for extensions in ([], [EXTENSION]):
            opened = mb.connect(server, mcp.ClientHandlers(), info=INFO, revisions=revisions, extensions=extensions)
            async with opened as client:
                found: list[tuple[Any, ...]] = []
                for depth in (1, 4, 6):
                    result: Any = await client.call_tool("dig", {"depth": depth})
                    if extensions:
                        calls: Any = client
                        result = await follow_task(result, calls, client.connection.dispatcher)
                    found.append((result.is_error, result.structured_content, result.content[0].text))
            outcomes.append(found)
        assert outcomes[0] == outcomes[1]
        assert outcomes[0] == [
            (None, {"depth": 1}, '{"depth":1}'),
            (True, None, "The tool has failed"),
            (True, None, "too deep"),
        ]

    asyncio.run(main())


@pytest.mark.parametrize("revision", [HANDSHAKE[-1], mb.LATEST])
def test_a_request_for_sampling_has_typed_members_by_any_name(revision: str) -> None:
    tools = mb.Toolbox()
    asked: list[mcp.CreateMessageRequestParams] = []

    @tools.tool
    async def sample(context: mb.Context) -> str:
        message = mcp.SamplingMessage(role="user", content=mcp.TextContent(text="hello"))
        preferences = mcp.ModelPreferences(hints=[mcp.ModelHint(name="parrot")])
        answer = await context.sample([message], 10, system_prompt="be short", modelPreferences=preferences)
        return answer.model

    class Model(mcp.ClientHandlers):
        def create_message(
            self, params: mcp.CreateMessageRequestParams, context: mb.Context
        ) -> mcp.CreateMessageResult:
            asked.append(params)
            return mcp.CreateMessageResult(role="assistant", content=mcp.TextContent(text="hi"), model="parrot")

    async def main() -> None:
        server = mb.Server(tools, info=INFO)
        async with mb.connect(server, Model(), info=INFO, revisions=[revision]) as client:
            assert not (await client.call_tool("sample")).is_error

    asyncio.run(main())
    [params] = asked
    assert (params.system_prompt, params.model_preferences) == (
        "be short",
        mcp.ModelPreferences(hints=[mcp.ModelHint(name="parrot")]),
    )


def test_a_message_that_cannot_be_sent_is_no_fault_of_a_tool(caplog: pytest.LogCaptureFixture) -> None:
    tools = mb.Toolbox()

    @tools.tool
    async def ask() -> str:
        raise UnsentError("the client has left")

    @run(tools)
    async def test(client: Any) -> None:
        assert (await client.call_tool("ask")).is_error

    assert "could not be sent: the client has left" in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


def test_what_json_lacks_is_refused_as_content() -> None:
    tools = mb.Toolbox()

    @tools.tool
    def anything() -> Any:
        return {"x": math.nan}

    @tools.resource("number:///x")
    def number() -> Any:
        return {"x": math.inf}

    @run(tools)
    async def test(client: Any) -> None:
        assert (await client.call_tool("anything")).is_error
        with pytest.raises(mb.ProtocolError, match="Internal error"):
            await client.read_resource("number:///x")


def test_a_resource_of_rows_has_all_of_each_row() -> None:
    """Only the first text of each row was sent."""
    tools = mb.Toolbox()

    @tools.resource("table:///x")
    def table() -> Any:
        return [["name", "age"], ["Ada", None], None]

    @run(tools)
    async def test(client: Any) -> None:
        assert [each.text for each in (await client.read_resource("table:///x")).contents] == [
            '["name","age"]',
            '["Ada",null]',
            "null",
        ]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_an_invalid_question_is_the_fault_of_its_function(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    """Clients of other revisions got -32602, as if their own message were wrong."""
    tools = mb.Toolbox()

    class Model(mcp.ClientHandlers):
        def create_message(self, params: Any, context: mb.Context) -> Any:
            raise AssertionError

    @tools.tool
    async def ask(context: mb.Context) -> str:
        return str(await context.sample(["hi"], 5))

    @run(tools, client=Model(), revision=revision)
    async def test(client: Any) -> None:
        found: Any
        try:
            found = (await client.call_tool("ask")).is_error
        except mb.ProtocolError as error:
            found = error.code
        assert found in (True, INTERNAL_ERROR)
        assert "/messages/0: expected object, found string" in caplog.text


def test_an_accepted_form_may_be_empty() -> None:
    class Optional(BaseModel):
        note: str = "none"

    class Accepts(mcp.ClientHandlers):
        def elicit(self, params: Any, context: mb.Context) -> Any:
            return {"action": "accept"}

    tools = mb.Toolbox()

    @tools.tool
    async def ask(context: mb.Context) -> str:
        return (await context.elicit("?", Optional)).content.note

    @run(tools, client=Accepts())
    async def test(client: Any) -> None:
        assert texts(await client.call_tool("ask")) == ["none"]


@pytest.mark.parametrize("kind", [TOOL, PROMPT, RESOURCE, RESOURCE_TEMPLATE])
def test_a_name_that_the_schema_refuses_is_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A revision may state a pattern: the list with the name was sent, and clients refused it as a whole."""
    file = mb.revision(mb.LATEST).schema_file
    members = {"properties": {"name": {"type": "string", "pattern": "^[a-z]+$"}}}
    monkeypatch.setattr(file, "_definitions", {**file.definitions, kind: members})
    tools = mb.Toolbox()

    def show(id: str) -> str:
        return id

    def read() -> str:
        return "a"

    def offer(name: str) -> None:
        if kind == TOOL:
            tools.tool(name=name)(show)
        elif kind == PROMPT:
            tools.prompt(name=name)(show)
        elif kind == RESOURCE:
            tools.resource("note:///1", name=name)(read)
        else:
            tools.resource("note:///{id}", name=name)(show)

    with pytest.raises(ValueError, match=f"'a1' is no name of a {kind} in revision {mb.LATEST}: .*; pass another"):
        offer("a1")
    assert not {**tools.tools, **tools.prompts, **tools.resources}
    offer("a")
