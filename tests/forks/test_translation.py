"""A fork whose author states rules of translation for renamed methods and content, and a filter of values."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindings.spec.names import CLIENT_INFO_KEY
from tests.cli.run import run
from tests.forks.renamed import imported_package
from tests.revisions import HANDSHAKE, PER_REQUEST, request_meta
from tests.unit.tiny import ROOT

pytestmark = pytest.mark.slow  # generates a package
BASE, OLDER, OLDEST = PER_REQUEST[-1], HANDSHAKE[-1], HANDSHAKE[0]
ID, PACKAGE = "acme", "acme_rules"
INFO = {"name": "acme", "version": "1"}
RENAMED = {"prompts/get": "prompts/fetch", "completion/complete": "completion/suggest"}
ROOTS, OLDER_ROOTS = "roots/show", "roots/list"
UPDATED, FILTER = "notifications/assets/updated", "assetSubscriptions"
PAGE = {"type": "page", "title": "Plan"}
CAPABILITIES = {"prompts": {}, "completions": {}, "resources": {"subscribe": True}}


def forked() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((ROOT / "schema" / BASE / "schema.json").read_bytes())
    definitions = document["$defs"]
    names = {**RENAMED, OLDER_ROOTS: ROOTS}
    for name in ("GetPromptRequest", "CompleteRequest", "ListRootsRequest"):
        method = definitions[name]["properties"]["method"]
        method["const"] = names.pop(method["const"])
    assert not names
    kind = {"type": "string", "const": "page"}
    members = {"type": kind, "title": {"type": "string"}}
    definitions["Page"] = {"type": "object", "properties": members, "required": ["type", "title"]}
    definitions["ContentBlock"]["anyOf"].append({"$ref": "#/$defs/Page"})
    definitions["GetPromptResult"]["properties"]["description"]["type"] = ["string", "null"]
    changed = json.loads(json.dumps(definitions["ResourceUpdatedNotification"]))
    changed["properties"]["method"]["const"] = UPDATED
    params = json.loads(json.dumps(definitions["ResourceUpdatedNotificationParams"]))
    params["properties"]["asset"] = params["properties"].pop("uri")
    params["required"] = ["asset"]
    changed["properties"]["params"] = {"$ref": "#/$defs/AssetUpdatedNotificationParams"}
    definitions["AssetUpdatedNotificationParams"] = params
    definitions["AssetUpdatedNotification"] = changed
    definitions["ServerNotification"]["anyOf"].append({"$ref": "#/$defs/AssetUpdatedNotification"})
    definitions["SubscriptionFilter"]["properties"][FILTER] = {"type": "array", "items": {"type": "string"}}
    return document


def rules() -> str:
    rows = [
        'id = "acme.page"\nway = "to-older"\nplaces = ["Page"]\naction = "as_text"\nlossy = true',
        (
            'id = "acme.null"\nway = "to-older"\nplaces = ["GetPromptResult"]\nmembers = ["description"]\n'
            'action = "drop_null"\nlossy = true'
        ),
        *(
            f'id = "acme.{way}.{method}"\nway = "{way}"\nplaces = ["{place}"]\naction = "rename_method"\n'
            f'methods = ["{method}"]\nvalue = \'"{other}"\''
            for old, new in {**RENAMED, OLDER_ROOTS: ROOTS}.items()
            for place in ("InputRequest" if new == ROOTS else "request",)
            for way, method, other in (("to-newer", old, new), ("to-older", new, old))
        ),
    ]
    end = f'step = "{ID}"\nreason = "Acme has a name of its own."\nsources = ["https://acme.example/changes"]\n'
    return "\n".join(f"[[rule]]\n{row}\n{end}" for row in rows)


FACTS = f"""
[[method]]
name = "{UPDATED}"
capability = "resources.subscribe"
declared_by = "server"
delivery = "subscription-stream"
filter = "{FILTER}"
sources = ["https://acme.example/assets"]
"""


def generate(directory: Path, translation: str, facts: str = FACTS) -> Any:
    """Write the package of the fork to `out` in a directory."""
    (directory / "facts").mkdir(exist_ok=True)
    (directory / "facts/translation.toml").write_text(translation, encoding="utf-8")
    (directory / "facts/protocol.toml").write_text(facts, encoding="utf-8")
    (directory / "acme.json").write_text(json.dumps(forked()), encoding="utf-8")
    schema = ("--schema-file", f"{ID}={directory / 'acme.json'}", "--base", BASE, "--facts", directory / "facts")
    return run("generate", *schema, "--package", PACKAGE, "--out", directory / "out")


class Acme(NamedTuple):
    mb: Any
    types: Any


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Acme]:
    directory = tmp_path_factory.mktemp("acme")
    done = generate(directory, rules())
    assert done.code == 0, done.err
    with imported_package(directory / "out", PACKAGE) as module:
        yield Acme(module, import_module(f"{PACKAGE}.{ID}"))


META: dict[str, Any] = request_meta(BASE)


def request(acme: Acme, revision: str, method: str, params: dict[str, Any]) -> Any:
    document = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return acme.mb.revision(revision).parse(json.dumps(document), sender="client")


def test_a_renamed_request_crosses_in_both_directions(acme: Acme) -> None:
    asked = request(acme, ID, "prompts/fetch", {"name": "plan", "_meta": META})
    for target in (OLDER, OLDEST):
        context = acme.mb.TranslationContext(revision=ID, client_capabilities={})
        there = acme.mb.translate(asked, to=target, context=context)
        assert there.refusal is None
        (sent,) = there.messages
        assert (sent.method, sent.document["params"]) == ("prompts/get", {"name": "plan"})
        assert ("replace", "/method", "prompts/get", "https://acme.example/changes", False) in [
            (edit.op, edit.path, edit.value, edit.citation, edit.lossy) for edit in there.edits
        ]
        assert asked.edit(*there.edits).document == sent.document
        info = META[CLIENT_INFO_KEY]
        context = acme.mb.TranslationContext(revision=target, client_capabilities={}, client_info=info)
        back = acme.mb.translate(sent, to=ID, context=context)
        assert back.refusal is None
        assert back.messages[0].document == asked.document


def test_answers_are_those_of_the_name_in_each_revision(acme: Acme) -> None:
    result = {"messages": [{"role": "user", "content": PAGE}], "resultType": "complete"}
    answer = {"jsonrpc": "2.0", "id": 1, "result": result}
    parsed = acme.mb.revision(ID).parse(json.dumps(answer), sender="server", pending={1: "prompts/fetch"})
    context = acme.mb.TranslationContext(revision=ID, method="prompts/fetch")
    there = acme.mb.translate(parsed, to=OLDEST, context=context)
    assert there.refusal is None
    content = {"type": "text", "text": "[page, Plan]"}
    assert there.messages[0].document["result"] == {"messages": [{"role": "user", "content": content}]}
    assert there.messages[0].method == "prompts/get"
    error = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}}
    failed = acme.mb.revision(OLDEST).parse(json.dumps(error), sender="server", pending={1: "prompts/get"})
    back = acme.mb.translate(failed, to=ID, context=acme.mb.TranslationContext(revision=OLDEST))
    assert (back.messages[0].document, back.messages[0].method) == (error, "prompts/fetch")


@pytest.mark.parametrize("description", [None, "A plan"])
def test_a_null_is_dropped_where_the_target_does_not_know_it(acme: Acme, description: str | None) -> None:
    result: dict[str, Any] = {"messages": [], "description": description, "resultType": "complete"}
    answer = {"jsonrpc": "2.0", "id": 1, "result": result}
    parsed = acme.mb.revision(ID).parse(json.dumps(answer), sender="server", pending={1: "prompts/fetch"})
    there = acme.mb.translate(parsed, to=OLDER, context=acme.mb.TranslationContext(revision=ID, method="prompts/fetch"))
    kept = {} if description is None else {"description": description}
    assert there.refusal is None
    assert there.messages[0].document["result"] == {"messages": [], **kept}
    assert ("acme.null" in [edit.rule for edit in there.edits if edit.lossy]) == (description is None)


def test_a_request_for_input_crosses_in_both_directions(acme: Acme) -> None:
    context = acme.mb.TranslationContext(revision=ID, id=5)
    sent = acme.mb.translate_input_request({"method": ROOTS, "params": {}}, to=OLDEST, context=context)
    assert sent.value == {"jsonrpc": "2.0", "id": 5, "method": OLDER_ROOTS, "params": {}}
    message = acme.mb.revision(OLDEST).parse(json.dumps(sent.value), sender="server")
    context = acme.mb.TranslationContext(revision=OLDEST, id=5)
    assert acme.mb.translate_input_request(message, to=ID, context=context).value == {"method": ROOTS, "params": {}}
    context = acme.mb.TranslationContext(revision=ID, id=5, method=ROOTS)
    answer = acme.mb.translate_input_response({"roots": []}, to=OLDEST, context=context)
    assert answer.value == {"jsonrpc": "2.0", "id": 5, "result": {"roots": []}}


def handlers(acme: Acme, revision: str) -> Any:
    """Handlers of a server that fetches prompts and completes arguments, in the types of a revision."""

    async def get_prompt(self: Any, params: Any, context: Any) -> Any:
        if params.name == "roots":
            await context.input.ask(roots={"method": ROOTS if revision == ID else OLDER_ROOTS, "params": {}})
        return {"messages": [{"role": "user", "content": {"type": "text", "text": params.name}}], **complete}

    def complete_argument(self: Any, params: Any, context: Any) -> Any:
        if params.argument.value == "x":
            raise acme.mb.ProtocolError(-32602, "no x")
        return {"completion": {"values": [params.argument.value + "day"]}, **complete}

    complete = {"resultType": "complete"} if revision == ID else {}
    methods = {RENAMED.get(name, name) if revision == ID else name: name for name in RENAMED}
    base = import_module(acme.mb.revision(revision).package).ServerHandlers
    made = {"prompts/get": get_prompt, "completion/complete": complete_argument}
    return type("Own", (base,), {base.routes[name].attribute: made[old] for name, old in methods.items()})()


@pytest.mark.parametrize(("of_handlers", "spoken"), [(ID, OLDER), (ID, OLDEST), (ID, ID), (OLDER, ID), (OLDER, OLDEST)])
def test_a_server_and_a_client_call_by_the_names_that_they_know(acme: Acme, of_handlers: str, spoken: str) -> None:
    server = acme.mb.Server(handlers(acme, of_handlers), info=INFO, capabilities={"prompts": {}, "completions": {}})
    asked = list[str]()

    class Handlers(acme.types.ClientHandlers):  # type: ignore[misc, name-defined]
        def list_roots(self, params: Any, context: Any) -> Any:
            asked.append("roots")
            return {"roots": []}

    async def call() -> None:
        async with acme.mb.connect(server, Handlers(), info=INFO, revisions=[spoken]) as client:
            assert client.connection.session.version == acme.mb.revision(spoken).version
            fetched = await client.get_prompt("plan")
            assert fetched.messages[0].content.text == "plan"
            await client.get_prompt("roots")
            assert asked == ["roots"]
            reference = {"type": "ref/prompt", "name": "plan"}
            found = await client.complete(argument={"name": "day", "value": "Mon"}, ref=reference)
            assert found.completion.values == ["Monday"]
            with pytest.raises(acme.mb.ProtocolError, match="no x"):
                await client.complete(argument={"name": "day", "value": "x"}, ref=reference)

    asyncio.run(call())


@pytest.mark.parametrize(("of_client", "of_server"), [(OLDER, ID), (OLDEST, ID), (ID, OLDER)])
def test_a_bridge_renames_requests(acme: Acme, of_client: str, of_server: str) -> None:
    bridging, sessions = import_module(f"{PACKAGE}.bridge"), import_module(f"{PACKAGE}.session")
    client = acme.mb.Session("client", [of_client], info=INFO)
    server = acme.mb.Session("server", [of_server], info=INFO, capabilities={"prompts": {}})
    bridge, heard, results = acme.mb.Bridge(), list[str](), list[Any]()
    ask = "prompts/fetch" if of_client == ID else "prompts/get"
    actions = list(bridge.from_client(client.open()))
    while actions:
        action = actions.pop(0)
        if isinstance(action, bridging.ToServer):
            try:
                event = server.receive(action.data)
            except acme.mb.ProtocolError as error:
                actions += bridge.from_server(error.to_bytes() or b"")
                continue
            if not isinstance(event, acme.mb.Request):
                continue
            heard.append(event.method)
            if event.method in ("initialize", "server/discover"):
                actions += bridge.from_server(server.accept(event))
            else:
                result: dict[str, Any] = {"messages": [], **({"resultType": "complete"} if of_server == ID else {})}
                actions += bridge.from_server(server.respond(event.id, result))
        elif isinstance(action, bridging.ToClient):
            event = client.receive(action.data)
            if isinstance(event, acme.mb.Response):
                results.append(event.document["result"]["messages"])
            elif isinstance(event, sessions.VersionAgreed):
                actions += bridge.from_client(event.reply) if event.reply else []
                actions += bridge.from_client(client.request(ask, {"name": "plan"}).data)
    assert heard[-1] == ("prompts/fetch" if of_server == ID else "prompts/get")
    assert results == [[]]


def test_a_bridge_embeds_a_renamed_request_for_input(acme: Acme) -> None:
    bridging = import_module(f"{PACKAGE}.bridge")
    client = acme.mb.Session("client", [ID], info=INFO, capabilities={"roots": {}})
    server = acme.mb.Session("server", [OLDER], info=INFO, capabilities={"prompts": {}})
    bridge, heard, results = acme.mb.Bridge(), list[Any](), list[Any]()
    params: dict[str, Any] = {"name": "plan"}
    actions = list(bridge.from_client(client.request("prompts/fetch", params).data))
    while not results and (actions := actions or list(bridge.expire(bridge.next_expiry))):
        action = actions.pop(0)
        if isinstance(action, bridging.ToServer):
            try:
                event = server.receive(action.data)
            except acme.mb.ProtocolError as error:  # it does not know `server/discover`
                actions += bridge.from_server(error.to_bytes() or b"")
                continue
            if isinstance(event, acme.mb.Response):
                heard.append((event.method, event.document["result"]))
                (waiting,) = server.peer_requests
                actions += bridge.from_server(server.respond(waiting, {"messages": []}))
            elif isinstance(event, acme.mb.Request) and event.method == "initialize":
                actions += bridge.from_server(server.accept(event))
            elif isinstance(event, acme.mb.Request):
                actions += bridge.from_server(server.request(OLDER_ROOTS).data)
        elif isinstance(action, bridging.ToClient):
            result = client.receive(action.data).document["result"]
            if result["resultType"] == "complete":
                results.append(result["messages"])
                continue
            ((key, embedded),) = result["inputRequests"].items()
            assert embedded["method"] == ROOTS
            answers: dict[str, Any] = {"inputResponses": {key: {"roots": []}}, "requestState": result["requestState"]}
            actions += bridge.from_client(client.request("prompts/fetch", {**params, **answers}).data)
    assert heard == [(OLDER_ROOTS, {"roots": []})]
    assert results == [[]]


def test_a_filter_of_the_fork_selects_by_its_values(acme: Acme) -> None:
    assert acme.mb.revision(ID).methods[UPDATED].subject == "asset"
    server = acme.mb.Server(handlers(acme, ID), info=INFO, capabilities=CAPABILITIES)

    async def listen() -> list[str]:
        heard, second = list[str](), asyncio.Event()

        class Handlers(acme.types.ClientHandlers):  # type: ignore[misc, name-defined]
            def on_asset_updated(self, params: Any, context: Any) -> None:
                heard.append(params.asset)
                if params.asset == "b":
                    second.set()

            def on_subscriptions_acknowledged(self, params: Any, context: Any) -> None:
                begun.set()

        begun = asyncio.Event()
        async with acme.mb.connect(server, Handlers(), info=INFO, revisions=[ID]) as client:
            listening = asyncio.create_task(client.subscriptions_listen({FILTER: ["a", "b"]}))
            await begun.wait()
            for asset in ("a", "c", "b"):
                await server.notify(UPDATED, asset=asset)
            await second.wait()
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        return heard

    assert asyncio.run(asyncio.wait_for(listen(), 60)) == ["a", "b"]


def test_a_client_listens_to_a_filter_of_the_fork(acme: Acme) -> None:
    server = acme.mb.Server(handlers(acme, ID), info=INFO, capabilities=CAPABILITIES)

    async def listen() -> list[str]:
        async with (
            acme.mb.connect(server, info=INFO, revisions=[ID]) as client,
            client.listen(asset_subscriptions=["a", "b"]) as events,
        ):
            for asset in ("c", "b"):
                await server.notify(UPDATED, asset=asset)
            async for event in events:
                return [event.method, event.params.asset]
        return []

    assert asyncio.run(asyncio.wait_for(listen(), 60)) == [UPDATED, "b"]


def test_a_session_compares_the_values(acme: Acme) -> None:
    client = acme.mb.Session("client", [ID], info=INFO)
    server = acme.mb.Session("server", [ID], info=INFO, capabilities=CAPABILITIES)
    server.receive(client.request("subscriptions/listen", {"notifications": {FILTER: ["a"]}}, id=1).data)
    mark = {"io.modelcontextprotocol/subscriptionId": 1}
    server.notify("notifications/subscriptions/acknowledged", {"notifications": {FILTER: ["a"]}, "_meta": mark})
    assert server.notify(UPDATED, {"asset": "a", "_meta": mark})
    with pytest.raises(acme.mb.LocalProtocolError, match="did not ask for"):
        server.notify(UPDATED, {"asset": "c", "_meta": mark})


WRONG = {
    "matches nothing": (('places = ["Page"]', 'places = ["Pages"]'), "no revision since acme has a place 'Pages'"),
    "step": (('step = "acme"', 'step = "2001-01-01"'), "no revision '2001-01-01' follows another"),
    "action": (('"as_text"', '"as_image"'), "rule 'acme.page' of translation.toml has the unknown action 'as_image'"),
    "value": (("'\"prompts/get\"'", "''"), "has an empty `value`"),
    "no name": (("'\"prompts/get\"'", "'1'"), "needs methods, and as value their name in the target"),
    "name": (("'\"prompts/get\"'", "'\"prompts/lost\"'"), "no revision before acme has the method 'prompts/lost'"),
    "id": (('"acme.page"', '"content.audio"'), "two rows have the id 'content.audio'"),
    "table": (("[[rule]]", "[[rules]]"), "unknown table 'rules'"),
    "no list": (("[[rule]]", "[[rule.mine]]"), "translation.toml: rows must be written [[rule]]"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_one_error_that_names_it(tmp_path: Path, name: str) -> None:
    (old, new), said = WRONG[name]
    assert old in rules()
    done = generate(tmp_path, rules().replace(old, new))
    assert done.code == 2
    assert said in done.err
    assert "/tmp" not in done.err.replace(str(tmp_path), "")


def test_a_filter_without_a_clear_subject_asks_for_it(tmp_path: Path) -> None:
    done = generate(tmp_path, rules(), FACTS + 'subject = "uri"\n')
    assert done.code == 2
    assert "has the subject 'uri', which its params do not have" in done.err


def test_the_names_are_those_of_the_pinned_base() -> None:
    assert set(RENAMED) <= mb.revision(BASE).methods.keys()
