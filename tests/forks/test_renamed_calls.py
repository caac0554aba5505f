"""A fork that renames the methods whose requests the guards and the authorization check."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.cli.run import run
from tests.revisions import HANDSHAKE, PER_REQUEST, having
from tests.unit.tiny import ROOT

pytestmark = pytest.mark.slow  # generates a package
CHANGED = "notifications/tools/list_changed"
NAMES = {"tools/call": "tools/invoke", "tools/list": "tools/enumerate", CHANGED: "notifications/tools/changed"}
BASE, OLDER = having(*NAMES, among=PER_REQUEST)[-1], HANDSHAKE[-1]
ID, PACKAGE = "acme", "acme_calls"
INFO = {"name": "acme", "version": "1"}
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}}


def forked() -> dict[str, Any]:
    text = (ROOT / "schema" / BASE / "schema.json").read_text(encoding="utf-8")
    for old, new in NAMES.items():
        text = text.replace(f'"const": "{old}"', f'"const": "{new}"')
    document: dict[str, Any] = json.loads(text)
    return document


def rules() -> str:
    pairs = [pair[::step] for pair in NAMES.items() for step in (1, -1)]
    return "".join(
        f'[[rule]]\nid = "acme.{number}"\nstep = "{ID}"\nway = "{"to-older" if number % 2 else "to-newer"}"\n'
        f'places = ["{"notification" if "notif" in old else "request"}"]\n'
        f'action = "rename_method"\nmethods = ["{old}"]\nvalue = \'{json.dumps(new)}\'\n'
        'reason = "Acme has a name of its own."\nsources = ["https://acme.example/changes"]\n'
        for number, (old, new) in enumerate(pairs)
    )


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    directory = tmp_path_factory.mktemp("acme")
    (directory / "facts").mkdir()
    (directory / "facts/translation.toml").write_text(rules(), encoding="utf-8")
    (directory / "acme.json").write_text(json.dumps(forked()), encoding="utf-8")
    schema = ("--schema-file", f"{ID}={directory / 'acme.json'}", "--base", BASE, "--facts", directory / "facts")
    done = run("generate", *schema, "--package", PACKAGE, "--out", directory / "out")
    assert done.code == 0, done.err
    sys.path.insert(0, str(directory / "out"))
    try:
        yield import_module(PACKAGE)
    finally:
        sys.path.remove(str(directory / "out"))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]


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

    asyncio.run(asyncio.wait_for(main(), 60))
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
    asked = rules.ScopeRules(methods={"tools/call": ["call"], "tools/enumerate": ["list"]}, tools={"t": ["t"]})
    assert [set(asked.needed(name, "t")) for name in ("tools/call", "tools/invoke")] == [{"call", "t"}] * 2
    assert [asked.needed(name) for name in NAMES.values()] == [("call",), ("list",), ()]
    assert asked.needed("tools/list") == ("list",)


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
