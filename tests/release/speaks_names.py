"""Speak the invention `names` with its package: `speaks_names.py PACKAGE ID PREVIOUS`.

What has another name, another place or other bounds crosses to peers of every revision, and back. What is gone is still
asked of clients that have it. A toolbox, handlers of both revisions, clients of both, sessions, bridges and single
translations are tried.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any

OUT, ID, PREVIOUS = sys.argv[1:]
sys.path.insert(0, OUT)
sys.modules.pop("mcp_bindings", None)
if TYPE_CHECKING:
    import mcp_bindings as mb
else:
    mb = import_module("mcp_bindings")
new: Any = import_module("mcp_bindings.v" + ID.replace("-", "_"))
old: Any = import_module("mcp_bindings.v" + PREVIOUS.replace("-", "_"))
bridge: Any = import_module("mcp_bindings.bridge")
encoding: Any = import_module("mcp_bindings.codec.encoding")
rev = mb.revision(ID)
HANDSHAKE = [each for each in mb.REVISIONS if mb.revision(each).era == "handshake"][-1]
EARLIER = (PREVIOUS, HANDSHAKE)
INFO = {"name": "x", "version": "1"}
TEXT = {"type": "text", "text": "a"}
URI = "note:///1"
META = "io.modelcontextprotocol/"
CAPABILITIES: Any = {"logging": {}, "resources": {"subscribe": True}}
URL = {"mode": "url", "message": "m", "url": "https://a.b", "elicitationId": "7"}
COMPLETION = ({"name": "number", "value": ""}, {"type": "ref/resource", "uri": "note:///{number}"})
CHECKS: list[Callable[[], Coroutine[Any, Any, None]]] = []
box = mb.Toolbox()


def check(function: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Coroutine[Any, Any, None]]:
    CHECKS.append(function)
    return function


def equal(found: object, expected: object, what: object = "") -> None:
    assert found == expected, f"{what}: {found!r}, not {expected!r}"


asking = mb.Toolbox()
"""A toolbox without resource templates has handlers of the new revision, since this one knows all of its methods."""


@asking.tool
async def roots(context: mb.Context) -> str:
    """Ask for the roots."""
    return str(len((await context.list_roots()).roots))


@box.tool
async def say(context: mb.Context) -> str:
    await context.log("notice", "said", "me")
    return "said"


@box.resource("note:///{number}")
async def note(number: int) -> bytes:
    """A note."""
    return b"note"


@box.completion(note, "number")
async def known_arguments(text: str, context: mb.Context) -> list[str]:
    """The values of the known arguments, and then others."""
    members: Any = context.message.document["params"]
    around: Any = members if "arguments" in members else members.get("context", {})
    given: dict[str, str] = around.get("arguments", {})
    return [*given.values(), *map(str, range(50))]


async def many(text: str) -> list[str]:
    """More values than any revision allows."""
    return [*map(str, range(300))]


class Client:
    """Handlers of a client, which note what they hear."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []

    def elicit(self, params: Any, context: Any) -> Any:
        self.heard.append(("elicit", encoding.dump_any(params)))
        return {"action": "accept"}

    def list_roots(self, params: Any, context: Any) -> Any:
        return {"roots": [{"uri": "file:///a"}]}

    def on_logging_message(self, params: Any, context: Any) -> None:
        self.heard.append(("log", encoding.dump_any(params)))


def client_of(types: Any) -> Any:
    return type("Handlers", (Client, types.ClientHandlers), {})()


def served(handlers: Any = box, **options: Any) -> Any:
    return mb.Server(handlers, info=INFO, capabilities=CAPABILITIES, **options)


def opened(server: Any, revision: str, handlers: Any = None) -> AbstractAsyncContextManager[Any]:
    connect: Any = mb.connect
    made: AbstractAsyncContextManager[Any] = connect(
        server, handlers or client_of(new), info=INFO, revisions=[revision], log_level="debug"
    )
    return made


def message(revision: str, sender: str, **members: Any) -> Any:
    pending = {1: members.pop("answers")} if "answers" in members else {}
    document = {"jsonrpc": "2.0", **members}
    return mb.revision(revision).parse(json.dumps(document), sender=sender, pending=pending)  # type: ignore[arg-type]


def crossed(given: Any, source: str, target: str) -> Any:
    """The body of a message in another revision."""
    context = mb.TranslationContext(revision=source, client_capabilities={}, client_info=INFO)
    done = mb.translate(given, to=target, context=context)
    assert done.refusal is None, done.refusal
    document = done.messages[0].document
    return document.get("params") or document.get("result") or document["error"]


@check
async def members_cross_in_both_directions() -> None:
    log = {"level": "info", "data": 1}
    given = message(PREVIOUS, "server", method="notifications/message", params={**log, "logger": "me"})
    equal(crossed(given, PREVIOUS, ID), {**log, "source": "me"})
    given = message(ID, "server", method="notifications/log", params={**log, "source": "me"})
    equal(crossed(given, ID, PREVIOUS), {**log, "logger": "me"})
    argument, ref = {"name": "a", "value": ""}, {"type": "ref/prompt", "name": "p"}
    meta: dict[str, Any] = {f"{META}clientCapabilities": {}, f"{META}clientInfo": INFO}
    places: dict[str, dict[str, Any]] = {
        ID: {"arguments": {"b": "c"}},
        PREVIOUS: {"context": {"arguments": {"b": "c"}}},
    }
    for source, target in ((ID, PREVIOUS), (PREVIOUS, ID)):
        params = {
            "argument": argument,
            "ref": ref,
            **places[source],
            "_meta": {**meta, f"{META}protocolVersion": source},
        }
        given = message(source, "client", id=1, method="completion/complete", params=params)
        found = crossed(given, source, target)
        assert found.items() >= places[target].items(), found
    listed = [{"name": "a", "uri": "x:a", "byteSize": 5}]
    page = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "resources": listed}
    given = message(ID, "server", id=1, answers="resources/list", result=page)
    for target in EARLIER:
        equal(crossed(given, ID, target)["resources"][0]["size"], 5, target)
    given = message(ID, "server", id=1, answers="tools/list", error={"code": -32030, "message": "x"})
    equal(crossed(given, ID, PREVIOUS)["code"], -32020)


@check
async def values_cross_if_they_have_a_counterpart() -> None:
    result = {"resultType": "complete", "messages": [{"role": "system", "content": TEXT}]}
    given = message(ID, "server", id=1, answers="prompts/get", result=result)
    equal(crossed(given, ID, PREVIOUS)["messages"][0]["role"], "user")
    given = message(PREVIOUS, "server", id=1, answers="prompts/get", result={**result, "messages": []})
    refusal = mb.translate(given, to=ID, context=mb.TranslationContext(revision=PREVIOUS)).refusal
    assert refusal is not None, "an empty list of messages breaks a bound"
    equal(refusal.rule, "rule.absent")


@check
async def an_id_is_kept_though_a_revision_between_lacks_it() -> None:
    given = message(HANDSHAKE, "server", id=5, method="elicitation/create", params=URL)
    there = mb.translate_input_request(given, to=ID, context=mb.TranslationContext(revision=HANDSHAKE)).value
    equal(there["params"], URL)
    context = mb.TranslationContext(revision=ID, id=5)
    back = mb.translate_input_request({"method": "elicitation/ask", "params": URL}, to=HANDSHAKE, context=context)
    equal(back.value["params"], URL)


@check
async def a_toolbox_speaks_to_clients_of_every_revision() -> None:
    for revision in mb.REVISIONS:
        async with opened(served(), revision) as client:
            equal(len((await client.list_resource_templates()).resource_templates), 1, revision)
            equal(type((await client.read_resource(URI)).contents[0]).__name__, "BinaryResourceContents", revision)
            assert all(each.description is not None for each in (await client.list_tools()).tools)


@check
async def a_toolbox_logs() -> None:
    for types, member in ((new, "source"), (old, "logger")):
        for revision in (ID, *EARLIER):
            handlers = client_of(types)
            async with opened(served(), revision, handlers) as client:
                await client.call_tool("say")
                await asyncio.sleep(0.02)
            equal([each.get(member) for name, each in handlers.heard if name == "log"], ["me"], revision)


@check
async def log_messages_are_cleaned_under_each_name() -> None:
    async def call_tool(self: Any, params: Any, context: Any) -> Any:
        await context.notify("notifications/log", level="info", data="api_key=abcdefghijklmnop1234")
        return {"content": [TEXT]}

    cleaning = mb.Guards(logs=import_module("mcp_bindings.guards").LogCleaner())
    for revision in (ID, *EARLIER):
        handlers = client_of(new)
        handlers_of_server = type("Handlers", (new.ServerHandlers,), {"call_tool": call_tool})()
        async with opened(served(handlers_of_server, guards=cleaning), revision, handlers) as client:
            await client.call_tool("t")
            await asyncio.sleep(0.02)
        (told,) = [each for name, each in handlers.heard if name == "log"]
        assert "abcdefghijklmnop1234" not in json.dumps(told), (revision, told)


@check
async def earlier_clients_are_asked_for_what_is_gone() -> None:
    for revision in EARLIER:
        async with opened(served(asking), revision, client_of(old)) as client:
            equal((await client.call_tool("roots")).content[0].text, "1", revision)
    async with opened(served(asking), ID) as client:
        calling: Coroutine[Any, Any, object] = client.call_tool("roots")
        (outcome,) = await asyncio.gather(calling, return_exceptions=True)
        assert isinstance(outcome, mb.ProtocolError), "a client was asked for roots, which its revision lacks"


@check
async def resources_are_watched_across_revisions() -> None:
    for types, member in ((new, "resource_uris"), (old, "resource_subscriptions")):
        for revision in (ID, *EARLIER):
            server = served()
            handlers = client_of(types)
            async with opened(server, revision, handlers) as client, client.listen(**{member: [URI]}) as events:
                await server.resource_updated(URI)
                event = await asyncio.wait_for(anext(aiter(events)), 5)
                equal(event.document["params"]["uri"], URI, revision)


@check
async def capabilities_have_the_name_of_each_revision() -> None:
    for types, name in ((new, "completion"), (old, "completions")):
        for revision in (ID, *EARLIER):
            async with opened(served(), revision, client_of(types)) as client:
                assert name in encoding.dump_any((await client.discover()).capabilities), revision
                found = (await client.complete(*COMPLETION)).completion.values
                equal(len(found), 50, revision)


@check
async def moved_arguments_reach_a_toolbox() -> None:
    for types, given in ((new, {"arguments": {"a": "b"}}), (old, {"context": {"arguments": {"a": "b"}}})):
        for revision in (ID, *EARLIER):
            async with opened(served(), revision, client_of(types)) as client:
                equal((await client.complete(*COMPLETION, **given)).completion.values[0], "b", revision)


@check
async def completions_have_the_bound_of_each_revision() -> None:
    prompts = mb.Toolbox()

    @prompts.prompt
    async def plan(day: str) -> str:
        """Plan."""
        return day

    prompts.completion(plan, "day")(many)
    for revision, most in ((ID, 200), (PREVIOUS, 100), (HANDSHAKE, 100)):
        async with opened(served(prompts), revision) as client:
            found = await client.complete({"name": "day", "value": ""}, {"type": "ref/prompt", "name": "plan"})
            equal(len(found.completion.values), most, revision)


class Wire:
    """A client and a server session with a bridge between them."""

    def __init__(self, client: str, server: str, capabilities: Any) -> None:
        session: Any = mb.Session
        self.client = session("client", [client], info=INFO, transport="stdio")
        self.server = session("server", [server], info=INFO, capabilities=capabilities, transport="stdio")
        self.bridge = mb.Bridge()
        self.requests: list[Any] = []
        self.heard: list[Any] = []
        self.carry(self.bridge.from_client(self.client.open()))

    def carry(self, actions: Any) -> None:
        waiting = list(actions)
        while waiting:
            action = waiting.pop(0)
            if isinstance(action, bridge.ToServer):
                try:
                    event = self.server.receive(action.data)
                except mb.ProtocolError as error:  # a server with a handshake knows no server/discover
                    waiting += self.bridge.from_server(error.to_bytes() or b"")
                    continue
                if getattr(event, "method", "") in ("server/discover", "server/describe", "initialize"):
                    waiting += self.bridge.from_server(self.server.accept(event))
                elif isinstance(event, mb.Request):
                    self.requests.append(event)
            elif isinstance(action, bridge.ToClient):
                event = self.client.receive(action.data)
                self.heard += [event] if isinstance(event, mb.Notification) else []
                reply = getattr(event, "reply", None)
                waiting += self.bridge.from_client(reply) if reply else []

    def ask(self, method: str, params: Any) -> Any:
        """The request that arrives at the server."""
        self.carry(self.bridge.from_client(self.client.request(method, params).data))
        *_, request = self.requests  # a bridge may send logging/setLevel before it
        return request.document

    def notify(self, method: str, params: Any) -> None:
        self.carry(self.bridge.from_server(self.server.notify(method, params)))


@check
async def a_bridge_gives_each_side_its_names() -> None:
    names = {
        ID: ("resourceTemplates/list", "completion", "resourceUris"),
        PREVIOUS: ("resources/templates/list", "completions", "resourceSubscriptions"),
        HANDSHAKE: ("resources/templates/list", "completions", ""),
    }
    for client, server in ((PREVIOUS, ID), (ID, PREVIOUS), (HANDSHAKE, ID), (ID, HANDSHAKE)):
        (method, _, listened), (arrived, capability, filtered) = names[client], names[server]
        equal(Wire(client, server, {"resources": {}}).ask(method, {})["method"], arrived, (client, server))
        params = {"argument": COMPLETION[0], "ref": COMPLETION[1]}
        Wire(client, server, {capability: {}}).ask("completion/complete", params)
        accepted = "notifications/changes/accepted" if client == ID else "notifications/subscriptions/acknowledged"
        if listened and filtered:
            wire = Wire(client, server, {"resources": {"subscribe": True}})
            found = wire.ask("subscriptions/listen", {"notifications": {listened: [URI]}})
            equal(found["params"]["notifications"], {filtered: [URI]}, (client, server))
            mark = {"_meta": {f"{META}subscriptionId": found["id"]}}
            status = {"status": "open"} if server == ID else {}
            wire.notify(
                "notifications/subscriptions/acknowledged", {"notifications": {filtered: [URI]}, **mark, **status}
            )
            wire.notify("notifications/resources/updated", {"uri": URI, **mark})
            equal([each.method for each in wire.heard], [accepted, "notifications/resources/updated"], (client, server))
            equal(wire.heard[0].document["params"]["notifications"], {listened: [URI]}, (client, server))
            wire.notify("notifications/cancelled", {"requestId": found["id"], **mark})
            ended = "notifications/withdrawn" if client == ID else "notifications/cancelled"
            equal(wire.heard[-1].method, ended, (client, server))


@check
async def log_messages_pass_a_bridge() -> None:
    for client, server in ((PREVIOUS, ID), (ID, PREVIOUS), (HANDSHAKE, ID), (ID, HANDSHAKE)):
        wire = Wire(client, server, {"logging": {}, "tools": {}})
        if client == HANDSHAKE:
            wire.carry(wire.bridge.from_client(wire.client.request("logging/setLevel", {"level": "info"}).data))
        wire.ask("tools/list", {} if client == HANDSHAKE else {"_meta": {f"{META}logLevel": "info"}})
        method, member = ("notifications/log", "source") if server == ID else ("notifications/message", "logger")
        wire.notify(method, {"level": "error", "data": 1, member: "me"})
        told = {"level": "error", "data": 1, ("source" if client == ID else "logger"): "me"}
        equal([each.document["params"] for each in wire.heard], [told], (client, server))


@box.tool
async def ask(context: mb.Context) -> str:
    """Report progress and ask the user."""
    await context.progress(1)
    form = {"type": "object", "properties": {"a": {"type": "string"}}}
    return str((await context.elicit("a?", form)).action)


@check
async def a_toolbox_asks_and_reports_progress() -> None:
    """An elicitation between a toolbox and a client of the same revision was refused."""
    for types in (new, old):
        for revision in (ID, *EARLIER):
            reports = list[Any]()
            async with opened(served(), revision, client_of(types)) as client:
                found = await client.call_tool("ask", on_progress=reports.append)
            equal(found.content[0].text, "accept", revision)
            assert reports, revision


SERVED = f"""
import sys
sys.path.insert(0, {OUT!r})
import mcp_bindings as mb
box = mb.Toolbox()
@box.tool
async def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b
@box.resource("note:///{{number}}")
async def note(number: int) -> str:
    "A note."
    return str(number)
mb.Server(box, info={INFO!r}).run_stdio()
"""


@check
async def the_checker_of_servers_finds_no_fault() -> None:
    """It sent the names of the releases before, so it took the server for one that does not speak the revision."""
    servers = import_module("mcp_bindgen.servers.check"), import_module("mcp_bindgen.servers.targets")
    target = servers[1].make_target([sys.executable, "-I", "-c", SERVED])
    options = servers[0].CheckOptions(revisions=(ID,))

    def ignore(*_: object) -> None:
        """The check tells its progress."""

    found = await asyncio.to_thread(servers[0].check_server, target, options, ignore, ignore)
    equal([each.revision for each in found.spoken], [ID])
    equal([each.rule for each in found.findings], [])


@check
async def what_is_new_is_spoken() -> None:
    async def run(self: Any, params: Any, context: Any) -> Any:
        answers = await context.ask(x={"method": "elicitation/confirm", "params": {"message": "sure?"}})
        return {"content": [{"type": "text", "text": json.dumps(answers["x"])}]}

    def confirm(self: Any, params: Any, context: Any) -> Any:
        return {"confirmed": True}

    def get(self: Any, params: Any, context: Any) -> Any:
        return {"tool": {"name": params.name, "description": "d", "inputSchema": {"type": "object"}}}

    handlers = type("Handlers", (new.ServerHandlers,), {"call_tool": run, "get_tool": get})()
    asked = type("Asked", (Client, new.ClientHandlers), {"confirm": confirm})()
    async with opened(served(handlers), ID, asked) as client:
        equal((await client.get_tool("t")).tool.name, "t")
        equal((await client.call_tool("t")).content[0].text, '{"confirmed": true}')
        equal((await client.discover()).keep_alive_ms, 30_000)
    equal(rev.methods["notifications/tools/output"].delivery, "request-stream")
    equal(rev.error_codes[-32030].name, "HEADER_MISMATCH")


def main() -> None:
    failed = list[str]()
    for function in CHECKS:
        try:
            asyncio.run(asyncio.wait_for(function(), 60))
        except Exception as error:
            failed.append(f"{function.__name__}: {type(error).__name__}: {error}"[:500])
    assert not failed, "\n".join(failed)


main()
