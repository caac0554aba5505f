"""A fork that renames what the runtime itself names: log messages and two capabilities."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import pytest

from tests.forks.renamed import ID, imported_fork, make_method_rules, make_rule
from tests.revisions import HANDSHAKE, PER_REQUEST, having
from tests.unit.tiny import ROOT

pytestmark = pytest.mark.slow  # generates a package
LOG, NOTE = "notifications/message", "notifications/note"
BASE, OLDER = having(LOG, "completion/complete", among=PER_REQUEST)[-1], HANDSHAKE[-1]
PACKAGE = "acme_names"
INFO = {"name": "acme", "version": "1"}
MOVED = {
    "LoggingMessageNotificationParams": ("logger", "source"),
    "ServerCapabilities": ("completions", "completing"),
    "ClientCapabilities": ("elicitation", "asking"),
}
SECRET = "Bearer abcdefghijklmnopqrstuvwxyz0123456789"


def forked() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((ROOT / "schema" / BASE / "schema.json").read_bytes())
    definitions = document["$defs"]
    definitions["LoggingMessageNotification"]["properties"]["method"]["const"] = NOTE
    for name, (old, new) in MOVED.items():
        definitions[name]["properties"][new] = definitions[name]["properties"].pop(old)
    return document


def rules() -> str:
    return make_method_rules(0, ID, "notification", LOG, NOTE) + "".join(
        make_rule(2 * number + way, ID, ("to-newer", "to-older")[way], name, "move", f'members = ["{old}"]', [new])
        for number, (name, pair) in enumerate(MOVED.items(), 1)
        for way, (old, new) in enumerate((pair, pair[::-1]))
    )


class Acme(NamedTuple):
    mb: Any


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Acme]:
    with imported_fork(tmp_path_factory.mktemp("acme"), BASE, json.dumps(forked()), rules(), PACKAGE) as module:
        yield Acme(module)


def handlers(acme: Acme, revision: str, role: str, **members: Any) -> Any:
    base = getattr(import_module(acme.mb.revision(revision).package), f"{role}Handlers")
    return type("Own", (base,), members)()


def server(acme: Acme, revision: str) -> Any:
    """A server in the types of a revision that logs, completes and has resources."""

    async def call_tool(self: Any, params: Any, context: Any) -> Any:
        await context.log("error", SECRET, "the tool")
        return {"content": []}

    def complete(self: Any, params: Any, context: Any) -> Any:
        return {"completion": {"values": ["Monday"]}}

    def list_tools(self: Any, params: Any, context: Any) -> Any:
        return {"tools": [{"name": "t", "description": "Log.", "inputSchema": {"type": "object"}}]}

    def list_resources(self: Any, params: Any, context: Any) -> Any:
        return {"resources": [{"name": "a", "uri": "note:///1"}]}

    def read_resource(self: Any, params: Any, context: Any) -> Any:
        return {"contents": []}

    own = handlers(
        acme,
        revision,
        "Server",
        call_tool=call_tool,
        complete=complete,
        list_tools=list_tools,
        list_resources=list_resources,
        read_resource=read_resource,
    )
    return acme.mb.Server(own, info=INFO, capabilities={"logging": {}, "resources": {"subscribe": True}})


EACH = pytest.mark.parametrize(("of_server", "spoken", "of_client"), [(ID, ID, ID), (ID, OLDER, ID), (OLDER, ID, ID)])


@EACH
def test_log_messages_arrive_without_secrets(acme: Acme, of_server: str, spoken: str, of_client: str) -> None:
    seen = list[tuple[object, object]]()

    def on_logging_message(self: Any, params: Any, context: Any) -> None:
        seen.append((params.data, params["source" if of_client == ID else "logger"]))

    async def main() -> None:
        client = handlers(acme, of_client, "Client", on_logging_message=on_logging_message)
        options: Any = {"info": INFO, "revisions": [spoken], "log_level": "info"}
        async with acme.mb.connect(server(acme, of_server), client, **options) as connected:
            await connected.call_tool("t")

    asyncio.run(asyncio.wait_for(main(), 60))
    assert seen == [("Bearer [removed]", "the tool")]


@EACH
def test_a_renamed_capability_is_declared(acme: Acme, of_server: str, spoken: str, of_client: str) -> None:
    async def main() -> Any:
        client = handlers(acme, of_client, "Client")
        async with acme.mb.connect(server(acme, of_server), client, info=INFO, revisions=[spoken]) as connected:
            declared = connected.connection.server_capabilities
            assert ("completing" if spoken == ID else "completions") in declared
            assert not {"completing", "completions"} <= declared.keys()
            found = await connected.complete(
                argument={"name": "a", "value": ""}, ref={"type": "ref/prompt", "name": "p"}
            )
            return found.completion.values

    assert asyncio.run(asyncio.wait_for(main(), 60)) == ["Monday"]


@pytest.mark.parametrize(("of_client", "of_server"), [(OLDER, ID), (ID, OLDER)])
def test_a_bridge_declares_a_renamed_capability(acme: Acme, of_client: str, of_server: str) -> None:
    opening = import_module(f"{PACKAGE}.bridge.opening")
    source, target = acme.mb.revision(of_server), acme.mb.revision(of_client)
    names = {each: "completing" if each == ID else "completions" for each in (of_client, of_server)}
    declared = opening.select_capabilities({names[of_server]: {}, "tools": {}}, "server", source, [target])
    assert declared == {names[of_client]: {}, "tools": {}}


@pytest.mark.parametrize("revision", [ID, OLDER])
def test_a_server_finds_its_capabilities_by_each_name(acme: Acme, revision: str) -> None:
    """A server of the fork said that it declares no completions."""
    shared = server(acme, revision)._shared_handlers
    found = [shared.declares_capability(path) for path in ("completing", "completions", "resources.subscribe")]
    assert found == [True] * 3
    assert not any(map(shared.declares_capability, ("prompts", "resources.listChanged")))


@pytest.mark.parametrize(("declared", "modes"), [({}, ["form"]), ({"url": {}}, ["url"]), (None, [])])
def test_a_client_is_asked_only_as_it_declares(acme: Acme, declared: Any, modes: list[str]) -> None:
    """The modes of a renamed capability were not checked: a client that declares forms was asked to open URLs."""
    profile = import_module(f"{PACKAGE}.session.profile").revision_profile(ID)
    capabilities = import_module(f"{PACKAGE}.session.capabilities")
    asked = {} if declared is None else {"asking": declared}
    lacking = {
        mode: capabilities.find_missing_capabilities(
            profile.embedded_requests["elicitation/create"], profile.capabilities["client"], {"mode": mode}, asked
        )
        for mode in ("form", "url")
    }
    assert [mode for mode, missing in lacking.items() if not missing] == modes


def test_a_client_with_urls_only_is_asked_for_no_form_elsewhere(acme: Acme) -> None:
    opening = import_module(f"{PACKAGE}.bridge.opening")
    without_urls = next(each for each in HANDSHAKE if any(row.path == "elicitation" for row in paths(acme, each)))
    source, target = acme.mb.revision(ID), acme.mb.revision(without_urls)
    assert opening.select_capabilities({"asking": {"url": {}}}, "client", source, [target]) == {}
    assert opening.select_capabilities({"asking": {}}, "client", source, [target]) == {"elicitation": {}}


def paths(acme: Acme, revision: str) -> Any:
    return acme.mb.revision(revision).protocol.client_capabilities
