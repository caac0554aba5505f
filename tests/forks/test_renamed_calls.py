"""A fork that renames all methods that releases before its base have: what the runtime does for a method stays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from tests.forks.renamed import ID, imported_fork, make_method_rules, rename_methods
from tests.revisions import HANDSHAKE, PER_REQUEST, first_name, method_of

pytestmark = pytest.mark.slow  # generates a package
BASE, OLDER = PER_REQUEST[-1], HANDSHAKE[-1]
METHODS = mb.revision(BASE).methods
EARLIER = {
    first_name(name, each) for each in mb.REVISIONS[: mb.REVISIONS.index(BASE)] for name in mb.revision(each).methods
}
NAMES = {first: f"{first}Now" for first in (first_name(name, BASE) for name in METHODS) if first in EARLIER}
"""The names in the fork, by those that tests write."""

RENAMED = {method_of(first, BASE): new for first, new in NAMES.items()}
"""The names in the fork, by those in its base."""

CHANGED = "notifications/tools/list_changed"
PACKAGE = "acme_calls"
INFO = {"name": "acme", "version": "1"}
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}}


def rules() -> str:
    return "".join(
        make_method_rules(number, ID, METHODS[old].kind, old, new) for number, (old, new) in enumerate(RENAMED.items())
    )


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with imported_fork(
        tmp_path_factory.mktemp("acme"), BASE, rename_methods(BASE, RENAMED), rules(), PACKAGE
    ) as module:
        yield module


def call(acme: Any, of_server: str, spoken: str, **options: Any) -> list[Any]:
    """What a client gets for a call with wrong arguments and two with right ones: a result or an error."""
    models = {each: import_module(acme.revision(each).package) for each in (of_server, ID)}

    class Own(models[of_server].ServerHandlers):  # type: ignore[misc]
        def call_tool(self, params: Any, context: Any) -> Any:
            return {"content": [{"type": "text", "text": "secret"}]}

        def list_tools(self, params: Any, context: Any) -> Any:
            return {"tools": [{"name": "t", "description": "Answer.", "inputSchema": SCHEMA}]}

    found = list[Any]()

    async def main() -> None:
        server = acme.Server(Own(), info=INFO, **options)
        client = models[ID].ClientHandlers()
        async with acme.connect(server, client, info=INFO, revisions=[spoken]) as connected:
            for number in ("x", 1, 2):
                try:
                    found.append(await connected.call_tool("t", {"n": number}))
                except acme.ProtocolError as error:
                    found.append(error)

    asyncio.run(asyncio.wait_for(main(), 20))
    return found


EACH = pytest.mark.parametrize(("of_server", "spoken"), [(ID, ID), (ID, OLDER), (OLDER, ID)])


@EACH
def test_arguments_are_checked(acme: Any, of_server: str, spoken: str) -> None:
    wrong, *right = call(acme, of_server, spoken)
    assert wrong.is_error is True
    assert [each.content[0].text for each in right] == ["secret"] * 2


@EACH
def test_calls_are_counted(acme: Any, of_server: str, spoken: str) -> None:
    guards = import_module(f"{PACKAGE}.guards")
    rates = guards.TokenBuckets({"tools": guards.Rate(0.01, 1)})
    _, *later = call(acme, of_server, spoken, guards=acme.Guards(rates=rates))
    assert [type(each) for each in later] == [acme.ProtocolError] * 2


@EACH
def test_texts_are_changed(acme: Any, of_server: str, spoken: str) -> None:
    middleware = import_module(f"{PACKAGE}.server.middleware")

    def hide(text: str, request: object, context: object) -> str:
        return text.replace("secret", "[removed]")

    *_, last = call(acme, of_server, spoken, middleware=[middleware.filtered(hide)])
    assert last.content[0].text == "[removed]"


def test_a_server_announces_a_change_of_its_tools(acme: Any) -> None:
    """A server whose handlers had the new name could not tell of a change."""
    own = import_module(acme.revision(ID).package).ServerHandlers
    server = acme.Server(own(), info=INFO, capabilities={"tools": {"listChanged": True}})
    told = list[str]()

    async def listen(method: str, params: object) -> None:
        told.append(method)

    async def main() -> None:
        with server._shared_handlers.listeners.added_listener(listen):
            await server.tools_changed()
            await server.notify(NAMES[CHANGED])

    asyncio.run(main())
    assert told == [NAMES[CHANGED]] * 2


def test_scopes_follow_the_new_names(acme: Any) -> None:
    """A client that spoke the fork needed no scope to call a tool."""
    rules = import_module(f"{PACKAGE}.authorization.scope_rules")
    asked = rules.ScopeRules(methods={"tools/call": ["call"], NAMES["tools/list"]: ["list"]}, tools={"t": ["t"]})
    for name in ("tools/call", NAMES["tools/call"]):
        assert set(asked.needed(name, "t")) == {"call", "t"}
        assert asked.needed(name) == ("call",)
    assert [asked.needed(name) for name in ("tools/list", NAMES["tools/list"], CHANGED)] == [("list",), ("list",), ()]


@pytest.mark.parametrize("method", ["tools/call", NAMES["tools/call"]])
def test_arguments_in_headers_are_checked(acme: Any, method: str) -> None:
    """A server took a call whose headers had other arguments than its body."""
    http = import_module(f"{PACKAGE}.http.headers")
    fields = import_module(f"{PACKAGE}.spec.http_fields").HeaderFields
    schema = {"type": "object", "properties": {"n": {"type": "string", "x-mcp-header": "N"}}}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "t", "arguments": {"n": "a"}}}
    sent = fields({"Mcp-Method": method, "Mcp-Name": "t", "Mcp-Param-N": "b"})
    found = http.check_headers(message, sent, [ID], era="per-request", input_schema=schema)
    assert "Mcp-Param-N" in [each.name for each in found.problems]
    assert http.read_tool_name(sent) == "t"


FORM = {"type": "object", "properties": {"a": {"type": "string"}}}
URI = "note:///3"


def make_box(acme: Any) -> Any:
    """A toolbox whose tool asks its client for all kinds of input."""
    box = acme.Toolbox()
    box.begun, box.ended = asyncio.Event(), asyncio.Event()

    async def ask(context: Any) -> str:
        """Ask."""
        await context.progress(1)
        await context.log("error", "x")
        chosen, text = await context.elicit("Q?", FORM), await context.sample("hi", 10)
        return f"{chosen.action} {text.model} {(await context.list_roots()).roots[0].uri}"

    async def wait(context: Any) -> str:
        """Wait for a cancellation."""
        box.begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            box.ended.set()
        return ""

    for tool in (ask, wait):
        tool.__annotations__["context"] = acme.Context
        box.tool(tool)

    @box.resource("note:///{number}")  # type: ignore[untyped-decorator]
    async def note(number: int) -> str:
        """A note."""
        return str(number)

    @box.prompt  # type: ignore[untyped-decorator]
    async def plan(day: str) -> str:
        """Plan."""
        return day

    @box.completion(plan, "day")  # type: ignore[untyped-decorator]
    async def days(text: str) -> list[str]:
        return ["Monday"]

    return box


class Client:
    """Handlers of a client that gives all kinds of input, and notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def elicit(self, params: Any, context: Any) -> Any:
        return {"action": "accept", "content": {"a": "b"}}

    def create_message(self, params: Any, context: Any) -> Any:
        return {"role": "assistant", "content": {"type": "text", "text": "t"}, "model": "m"}

    def list_roots(self, params: Any, context: Any) -> Any:
        return {"roots": [{"uri": "file:///a"}]}

    def on_logging_message(self, params: Any, context: Any) -> None:
        self.heard.append(params.data)


def speak(acme: Any, of_server: str, spoken: str, talk: Any, **options: Any) -> Any:
    """What a coroutine function returns for a client of a toolbox, the client's handlers, the server and the box."""
    box, own = make_box(acme), import_module(acme.revision(of_server).package).ServerHandlers()
    server = acme.Server(own, box, info=INFO, capabilities={"logging": {}}, **options)
    handlers = type("Own", (Client, import_module(acme.revision(ID).package).ClientHandlers), {})()

    async def main() -> Any:
        connected: Any = acme.connect(server, handlers, info=INFO, revisions=[spoken], log_level="debug")
        async with connected as client:
            return await talk(client, handlers, server, box)

    return asyncio.run(asyncio.wait_for(main(), 20))


@EACH
def test_a_toolbox_answers(acme: Any, of_server: str, spoken: str) -> None:
    """A toolbox had no list, no call and no completion in a revision that renames the methods."""

    async def talk(client: Any, *_: Any) -> None:
        assert [each.name for each in (await client.list_tools()).tools] == ["ask", "wait"]
        assert len((await client.list_resource_templates()).resource_templates) == 1
        assert (await client.read_resource(URI)).contents[0].text == "3"
        assert (await client.get_prompt("plan", {"day": "z"})).messages[0].content.text == "z"
        ref = {"type": "ref/prompt", "name": "plan"}
        assert (await client.complete(argument={"name": "day", "value": ""}, ref=ref)).completion.values == ["Monday"]

    speak(acme, of_server, spoken, talk)


@EACH
def test_a_tool_asks_its_client(acme: Any, of_server: str, spoken: str) -> None:
    """A client of the revision of the toolbox was not asked, and no call took `on_progress`."""
    reports = list[float]()

    async def talk(client: Any, handlers: Any, *_: Any) -> str:
        def hear(report: Any) -> None:
            reports.append(report.progress)

        found = await client.call_tool("ask", on_progress=hear)
        await asyncio.sleep(0.02)
        assert {*handlers.heard} == {"x"}
        text: str = found.content[0].text
        return text

    assert speak(acme, of_server, spoken, talk) == "accept m file:///a"
    assert {*reports} == {1}


@EACH
def test_unlisted_resources_are_refused(acme: Any, of_server: str, spoken: str) -> None:
    """The guard let any resource pass, since the list of templates had another name."""

    class Own(import_module(acme.revision(of_server).package).ServerHandlers):  # type: ignore[misc]
        def list_resources(self, params: Any, context: Any) -> Any:
            return {"resources": []}

        def list_resource_templates(self, params: Any, context: Any) -> Any:
            return {"resourceTemplates": []}

        def read_resource(self, params: Any, context: Any) -> Any:
            return {"contents": [{"uri": params.uri, "text": "secret"}]}

    async def main() -> None:
        handlers = import_module(acme.revision(ID).package).ClientHandlers()
        options: Any = {"info": INFO, "revisions": [spoken]}
        async with acme.connect(acme.Server(Own(), info=INFO), handlers, **options) as client:
            with pytest.raises(acme.ProtocolError, match="not found"):
                await client.read_resource(URI)

    asyncio.run(asyncio.wait_for(main(), 20))


@EACH
def test_a_subscription_hears_of_changes(acme: Any, of_server: str, spoken: str) -> None:
    async def talk(client: Any, handlers: Any, server: Any, box: Any) -> None:
        options: Any = {"tools_list_changed": True, "resource_subscriptions": [URI]}
        async with client.listen(**options) as events:
            await server.tools_changed()
            await server.resource_updated(URI)
            await server.resource_updated(f"{URI}4")
            told = [(await anext(events)).method for _ in range(2)]
        assert told == [NAMES[CHANGED], NAMES["notifications/resources/updated"]]

    speak(acme, of_server, spoken, talk)


@EACH
def test_a_call_is_cancelled(acme: Any, of_server: str, spoken: str) -> None:
    async def talk(client: Any, handlers: Any, server: Any, box: Any) -> None:
        calling = asyncio.ensure_future(client.call_tool("wait"))
        begun = asyncio.ensure_future(box.begun.wait())
        await asyncio.wait([begun, calling], return_when=asyncio.FIRST_COMPLETED)
        assert not calling.done()
        calling.cancel()
        await asyncio.wait_for(box.ended.wait(), 10)

    speak(acme, of_server, spoken, talk)


def test_a_call_that_may_have_run_is_not_repeated(acme: Any) -> None:
    """A tool ran twice after a lost connection."""
    lost, client = (import_module(f"{PACKAGE}.transports.{name}") for name in ("lost_requests", "client_transport"))
    rev = acme.revision(ID)
    for method, again in ((NAMES["tools/call"], False), (NAMES["tools/list"], True)):
        error = client.ResponseLostError("lost", method=method, name="t")
        assert lost.may_send_again(error, rev, ()) is again
        assert lost.may_send_again(error, rev, ("t",))


def test_measurements_name_the_tool(acme: Any) -> None:
    telemetry = import_module(f"{PACKAGE}.peer.telemetry")
    found = telemetry.make_attributes(NAMES["tools/call"], {"name": "t"}, acme.revision(ID), "stdio")
    assert found.items() >= {"gen_ai.tool.name": "t", "gen_ai.operation.name": "execute_tool"}.items()


def test_the_state_of_a_session_is_repeated(acme: Any) -> None:
    requests = import_module(f"{PACKAGE}.transports.session_calls").SessionRequests()
    requests.record_request("resources/subscribe", {"uri": URI})
    requests.record_request("logging/setLevel", {"level": "info"})
    assert [method for method, _ in requests] == ["logging/setLevel", "resources/subscribe"]


def test_messages_about_the_connection_are_refused(acme: Any) -> None:
    """A cancellation in a revision that renames cancellations was translated like any other notification."""
    rules = import_module(f"{PACKAGE}.translation.table").BRIDGE_RULES
    assert rules[NAMES["notifications/cancelled"]] is rules["notifications/cancelled"]


@pytest.mark.parametrize(("of_client", "of_server"), [(OLDER, ID), (ID, OLDER)])
def test_a_bridge_passes_calls_changes_and_logs(acme: Any, of_client: str, of_server: str) -> None:
    bridge_module = import_module(f"{PACKAGE}.bridge")
    capabilities = {"logging": {}, "tools": {"listChanged": True}, "resources": {"subscribe": True}}
    client = acme.Session("client", [of_client], info=INFO, transport="stdio")
    server = acme.Session("server", [of_server], info=INFO, capabilities=capabilities, transport="stdio")
    bridge, asked, heard = acme.Bridge(), list[str](), list[str]()
    opening = import_module(f"{PACKAGE}.renames").list_names("server/discover", "initialize")

    def carry(actions: Any) -> None:
        waiting = list(actions)
        while waiting:
            action = waiting.pop(0)
            if isinstance(action, bridge_module.ToServer):
                try:
                    event = server.receive(action.data)
                except acme.ProtocolError as error:
                    waiting += bridge.from_server(error.to_bytes() or b"")
                    continue
                if getattr(event, "method", "") in opening:
                    waiting += bridge.from_server(server.accept(event))
                elif isinstance(event, acme.Request):
                    asked.append(event.method)
            elif isinstance(action, bridge_module.ToClient):
                event = client.receive(action.data)
                if isinstance(event, acme.Notification):
                    heard.append(event.method)
                reply = getattr(event, "reply", None)
                waiting += bridge.from_client(reply) if reply else []

    def names(revision: str, *methods: str) -> list[str]:
        return [NAMES.get(each, each) if revision == ID else each for each in methods]

    carry(bridge.from_client(client.open()))
    if of_client == OLDER:
        carry(bridge.from_client(client.request("logging/setLevel", {"level": "info"}).data))
    asks = {"_meta": {"io.modelcontextprotocol/logLevel": "info"}} if of_client == ID else {}
    carry(bridge.from_client(client.request("tools/list", asks).data))
    carry(bridge.from_server(server.notify("notifications/message", {"level": "error", "data": 1})))
    assert names(of_server, "tools/list")[0] in asked
    assert heard == names(of_client, "notifications/message")
