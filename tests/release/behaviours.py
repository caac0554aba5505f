"""Try what the package does with one revision: `behaviours.py PACKAGE ID` prints the error of each behaviour as JSON.

Handlers and calls are those of the newest revision of the package. Handlers return JSON, and calls are found by the
names of their definitions, so that an error comes from the package, not from this program. A behaviour about something
that the schema lacks has the error `absent`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

OUT, ID = sys.argv[1:]
sys.path.insert(0, OUT)
sys.modules.pop("mcp_bindings", None)
if TYPE_CHECKING:
    import mcp_bindings as mb
else:
    mb = import_module("mcp_bindings")
names: Any = import_module("mcp_bindings.spec.names")
rev: Any = mb.revision(ID)
home: Any = mb.revision(mb.LATEST)
types: Any = import_module(home.package)
INFO = {"name": "x", "version": "1"}
FORM = {"type": "object", "properties": {"city": {"type": "string"}}}
TEXT = {"type": "text", "text": "a"}


class AbsentError(Exception):
    """The schema lacks what the behaviour is about."""


def need(*methods: str) -> None:
    for method in methods:
        if method not in rev.methods:
            raise AbsentError(method)


tools = mb.Toolbox(page_size=2)
Behaviour = Callable[[], Coroutine[Any, Any, None]]
BEHAVIOURS: dict[str, Behaviour] = {}


def behaviour(function: Behaviour) -> Behaviour:
    BEHAVIOURS[function.__name__] = function
    return function


@tools.tool
async def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@tools.tool
async def fail() -> str:
    """Fail."""
    raise mb.ToolError("no")


@tools.tool
async def report(context: mb.Context) -> str:
    """Report progress, and log."""
    await context.progress(1, 2)
    await context.log("info", "said")
    return "done"


@tools.tool
async def ask(context: mb.Context) -> str:
    """Ask the user."""
    answer = await context.elicit("Which city?", FORM)
    return str(answer.action)


@tools.tool
async def sample(context: mb.Context) -> str:
    """Ask the model."""
    answer = await context.sample([{"role": "user", "content": TEXT}], max_tokens=9)
    return str(answer.model)


@tools.tool
async def roots(context: mb.Context) -> str:
    """Ask for the roots."""
    return str(len((await context.list_roots()).roots))


@tools.resource("note:///fixed")
async def fixed() -> str:
    """A note."""
    return "fixed"


@tools.resource("note:///{number}")
async def note(number: int) -> str:
    """A numbered note."""
    return f"note {number}"


@tools.prompt
async def plan(day: str) -> str:
    """Plan a day."""
    return f"Plan {day}."


@tools.completion(plan, "day")
async def days(text: str) -> list[str]:
    return [text + "day"]


def listening_handlers() -> tuple[Any, list[str]]:
    """Handlers of a client, and what they were told."""
    made, heard = types.ClientHandlers(), list[str]()
    answers = {
        names.ELICIT: {"action": "accept", "content": {"city": "Rome"}},
        names.CREATE_MESSAGE: {"role": "assistant", "content": TEXT, "model": "m"},
        names.LIST_ROOTS: {"roots": [{"uri": "file:///a"}]},
    }
    for method, route in made.routes.items():
        if method in answers:
            setattr(made, route.attribute, partial(_answer, answers[method]))
        elif home.methods[method].kind == "notification":
            setattr(made, route.attribute, partial(_hear, heard, method))
    return made, heard


def _answer(answer: Any, params: Any, context: Any) -> Any:
    return answer


def _hear(heard: list[str], method: str, params: Any, context: Any) -> None:
    heard.append(method)


def opened(server: Any = None, handlers: Any = None, **options: Any) -> AbstractAsyncContextManager[Any]:
    server = server or mb.Server(tools, info=INFO, capabilities={"logging": {}})
    connect: Any = mb.connect
    made: AbstractAsyncContextManager[Any] = connect(
        server, handlers or listening_handlers()[0], info=INFO, revisions=[ID], log_level="info", **options
    )
    return made


def call(client: Any, method: str) -> Callable[..., Any]:
    """The call for a method, by the name that its class has here."""
    need(method)
    if method not in home.methods:
        raise AbsentError(method)
    stem = home.methods[method].message.removesuffix("Request")
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in stem).strip("_")
    if not hasattr(client, name):
        raise AbsentError(name)
    found: Callable[..., Any] = getattr(client, name)
    return found


def as_json(result: Any) -> Any:
    """A result as JSON."""
    return import_module("mcp_bindings.codec.encoding").dump_any(result)


async def call_tool(name: str, **arguments: Any) -> Any:
    async with opened() as client:
        return as_json(await call(client, names.CALL_TOOL)(name, arguments=arguments))


@behaviour
async def a_function_answers() -> None:
    assert "3" in (await call_tool("add", a=1, b=2))["content"][0]["text"]


@behaviour
async def a_tool_fails() -> None:
    assert (await call_tool("fail"))["content"][0]["text"] == "no"


@behaviour
async def wrong_arguments_are_explained() -> None:
    assert "content" in await call_tool("add", a="x")


@behaviour
async def a_tool_reports() -> None:
    handlers, heard = listening_handlers()
    async with opened(handlers=handlers) as client:
        seen = list[Any]()
        await call(client, names.CALL_TOOL)("report", on_progress=seen.append)
    if names.PROGRESS in rev.methods:
        assert seen
    if names.LOG_MESSAGE in rev.methods:
        assert names.LOG_MESSAGE in heard


@behaviour
async def a_tool_asks_the_user() -> None:
    need(names.ELICIT)
    assert (await call_tool("ask"))["content"][0]["text"] == "accept"


@behaviour
async def a_tool_asks_the_model() -> None:
    need(names.CREATE_MESSAGE)
    assert (await call_tool("sample"))["content"][0]["text"] == "m"


@behaviour
async def a_tool_asks_for_roots() -> None:
    need(names.LIST_ROOTS)
    assert (await call_tool("roots"))["content"][0]["text"] == "1"


class _Typed:
    """Handlers of a class, whose results are typed if the revision has the type, else JSON."""

    def list_tools(self, params: Any, context: Any) -> Any:
        return {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}

    def call_tool(self, params: Any, context: Any) -> Any:
        return home.codec(home.methods[names.CALL_TOOL].results[0]).decode_value(
            {"content": [TEXT], "resultType": "complete"}
        )


@behaviour
async def a_typed_handler_answers() -> None:
    need(names.CALL_TOOL)
    handlers = type("Handlers", (_Typed, types.ServerHandlers), {})()
    async with opened(mb.Server(handlers, info=INFO)) as client:
        assert as_json(await call(client, names.CALL_TOOL)("t"))["content"] == [TEXT]


@behaviour
async def tools_are_listed_in_pages() -> None:
    async with opened() as client:
        call(client, names.LIST_TOOLS)
        assert len([each async for each in client.iter_tools()]) == 6


@behaviour
async def resources_are_listed_and_read() -> None:
    async with opened() as client:
        assert len(as_json(await call(client, names.LIST_RESOURCES)())["resources"]) == 1
        read = as_json(await call(client, names.READ_RESOURCE)("note:///fixed"))
        assert read["contents"][0]["text"] == "fixed"


@behaviour
async def templates_are_listed() -> None:
    async with opened() as client:
        assert len(as_json(await call(client, names.LIST_RESOURCE_TEMPLATES)())["resourceTemplates"]) == 1


@behaviour
async def templates_are_read() -> None:
    async with opened() as client:
        read = as_json(await call(client, names.READ_RESOURCE)("note:///7"))
        assert read["contents"][0]["text"] == "note 7"


@behaviour
async def prompts_are_listed_and_read() -> None:
    async with opened() as client:
        assert len(as_json(await call(client, names.LIST_PROMPTS)())["prompts"]) == 1
        got = as_json(await call(client, names.GET_PROMPT)("plan", arguments={"day": "Monday"}))
        assert got["messages"][0]["content"]["text"] == "Plan Monday."


@behaviour
async def arguments_are_completed() -> None:
    async with opened() as client:
        complete = call(client, names.COMPLETE_ARGUMENT)
        found = as_json(await complete({"name": "day", "value": "Mon"}, {"type": "ref/prompt", "name": "plan"}))
        assert found["completion"]["values"] == ["Monday"]


@behaviour
async def changes_are_announced() -> None:
    need(names.TOOLS_CHANGED)
    handlers, heard = listening_handlers()
    server = mb.Server(tools, info=INFO, capabilities={"tools": {"listChanged": True}})
    async with opened(server, handlers) as client:
        listens = names.LISTEN in rev.methods
        listening = [asyncio.create_task(call(client, names.LISTEN)({"toolsListChanged": True}))] if listens else []
        while names.TOOLS_CHANGED not in heard:
            await server.notify(names.TOOLS_CHANGED)
            await asyncio.sleep(0.01)
            if listens and listening[0].done():
                listening[0].result()  # the error of a request that the schema refuses
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


@behaviour
async def the_server_is_described() -> None:
    async with opened() as client:
        assert client.connection.session.version == ID


def exchanged() -> list[bytes]:
    """The messages of a session that lists tools."""
    client = mb.Session("client", [ID], info=INFO, transport="stdio")
    server = mb.Session("server", [ID], info=INFO, capabilities={"tools": {}}, transport="stdio")
    sent = list[bytes]()

    def said(data: bytes, receiver: Any) -> Any:
        sent.append(data)
        return receiver.receive(data)

    agreed = said(server.accept(said(client.open(), server)), client)
    if agreed.reply is not None:
        said(agreed.reply, server)
    request = said(client.request(names.LIST_TOOLS).data, server)
    result: dict[str, Any] = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    said(server.respond(request.id, result), client)
    return sent


@behaviour
async def a_session_opens_and_asks() -> None:
    need(names.LIST_TOOLS)
    exchanged()


@behaviour
async def ids_have_the_types_of_the_schema() -> None:
    need(names.LIST_TOOLS)
    request = next(each for each in map(json.loads, exchanged()) if each.get("method") == names.LIST_TOOLS)
    codec = rev.codec(rev.methods[names.LIST_TOOLS].message)
    for id_ in (1, "a"):
        text = json.dumps({**request, "id": id_}).encode()
        assert accepts(codec.decode, text) == accepts(partial(rev.parse, sender="client"), text), id_


def accepts(read: Callable[[bytes], Any], text: bytes) -> bool:
    try:
        read(text)
    except (mb.DecodeError, mb.ProtocolError):
        return False
    return True


@behaviour
async def messages_are_valid_by_the_schema() -> None:
    need(names.LIST_TOOLS)
    for document in map(json.loads, exchanged()):
        row = rev.methods.get(document.get("method"))
        if row is not None and "id" in rev.schema_file.definitions[row.message].get("properties", {}):
            assert rev.codec(row.message).findings(document) == [], document


def main() -> None:
    outcomes: dict[str, str] = {}
    for name, function in BEHAVIOURS.items():
        try:
            asyncio.run(asyncio.wait_for(function(), 60))
            outcomes[name] = ""
        except AbsentError:
            outcomes[name] = "absent"
        except Exception as error:
            outcomes[name] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps(outcomes))


main()
