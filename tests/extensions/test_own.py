"""An extension of a user: its package works with everything that ours work with, and is built in the same way."""

from __future__ import annotations

import asyncio
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import paths
from mcp_bindgen.extensions.package import make_separate_package
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.forks.user_extension import generate_extension
from mcp_bindgen.ingest import extensions
from mcp_bindgen.output.formatting import format_files
from mcp_bindgen.package_names import PackageNames
from mcp_bindgen.pipeline import GenerationRequest
from mcp_bindgen.steps import StepRunner
from mcp_bindings.bridge import ToClient, ToServer
from mcp_bindings.extensions import Extension, extended, tasks
from mcp_bindings.http import request_headers
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY
from tests.cli.run import run
from tests.extensions.own import ABLE, FACTS, PACKAGE, PROGRAM, SCHEMA, generated, imported
from tests.meta.reading import PRODUCT
from tests.revisions import HANDSHAKE, draft_release

INFO = {"name": "n", "version": "1"}
tickets: Any = imported()
example: Any = imported("desk")
EXTENSION: Extension = tickets.EXTENSION
DECLARED: dict[str, Any] = {"extensions": {EXTENSION.id: {}}}


def request(method: str, capabilities: dict[str, Any] = DECLARED, **params: Any) -> bytes:
    prefix = "io.modelcontextprotocol/"
    meta = {"protocolVersion": ABLE, "clientCapabilities": capabilities, "clientInfo": INFO}
    members = {**params, "_meta": {f"{prefix}{name}": value for name, value in meta.items()}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": members}).encode()


@pytest.mark.parametrize("module", extensions.pinned_modules(paths.schema_root()))
def test_the_extensions_of_the_project_are_built_in_the_same_way(module: str) -> None:
    file = paths.schema_root() / extensions.DIRECTORY / module / extensions.FACTS
    names = PackageNames(f"own_{module}", f"own-{module}", "1")
    made = generate_extension(file, paths.schema_root(), GenerationRequest(names=names)).files
    directory = f"mcp_bindings/extensions/{module}/"
    ours = {path: text for path, text in read_tree(PRODUCT.parent).items() if path.startswith(directory)}
    assert ours
    moved = {path.replace(module, f"own_{module}", 1): text for path, text in make_separate_package(ours).items()}
    with StepRunner() as steps:
        moved = format_files(moved, steps)
    assert {path: text for path, text in made.items() if path in moved} == moved
    assert made.keys() - moved.keys() == {f"own_{module}/py.typed", "README.md", "pyproject.toml"}


def test_the_program_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(example.main())
    assert capsys.readouterr().out == "Where is the coffee?\nclosed: 7\nclosed\n"


def test_the_facts_of_three_methods_are_short() -> None:
    lines = [line for line in FACTS.read_text(encoding="utf-8").splitlines() if line]
    assert len(EXTENSION.methods) == 3
    assert len(lines) < 50


@pytest.mark.slow  # two type checkers read the whole package: 40 s
def test_the_example_is_typed(tmp_path: Path) -> None:
    for path in (PROGRAM, generated() / PACKAGE):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\npython_version = 3.10\n", encoding="utf-8")
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.10", "include": ["."]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    for command in (["mypy", PROGRAM.name, PACKAGE], ["pyright", "--pythonpath", sys.executable]):
        done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"


class TestServerAndClient:
    @pytest.mark.parametrize("revision", mb.REVISIONS)
    def test_peers_of_every_revision(self, revision: str) -> None:
        async def main() -> None:
            server = mb.Server(example.Desk(), info=INFO)
            async with mb.connect(server, example.Customer(), info=INFO, revisions=[revision]) as client:
                session = client.connection.session
                if revision == ABLE:
                    assert session.capabilities == DECLARED
                    assert (await client.get_ticket("7")).ticket.state == "open"
                    assert isinstance(client, tickets.Client)
                    return
                assert session.capabilities == {}
                with pytest.raises(mb.ProtocolError) as caught:
                    await client.get_ticket("7")
                assert caught.value.code == METHOD_NOT_FOUND

        asyncio.run(main())

    def test_the_draft(self) -> None:
        if draft_release() != ABLE:
            pytest.skip("the draft differs from the revision that the extension extends")

        async def main() -> None:
            server = mb.Server(example.Desk(), info=INFO, draft=True, revisions=["draft"])
            async with mb.connect(server, example.Customer(), info=INFO, draft=True, revisions=["draft"]) as client:
                assert (await client.get_ticket("7")).ticket.id == "7"

        asyncio.run(main())

    def test_an_error_of_the_extension(self) -> None:
        async def main() -> None:
            async with mb.connect(mb.Server(example.Desk(), info=INFO), example.Customer(), info=INFO) as client:
                await client.close_ticket("7")
                with pytest.raises(mb.ProtocolError, match="closed already") as caught:
                    await client.close_ticket("7")
                assert caught.value.code == tickets.TICKET_CLOSED
                assert caught.value.code in {row.code for row in EXTENSION.info.errors}

        asyncio.run(main())

    def test_beside_another_extension(self) -> None:
        class Both(tickets.ServerHandlers, tasks.ServerHandlers):  # type: ignore[misc]
            get_ticket = example.Desk.get_ticket
            _ticket = example.Desk._ticket

            def __init__(self) -> None:
                self.questions, self.closed = {"7": "?"}, set[str]()

            def get_task(self, params: Any, context: mb.Context) -> Any:
                raise mb.ProtocolError(-32602, "No such task")

        async def main() -> None:
            both = [tickets.EXTENSION, tasks.EXTENSION]
            async with mb.connect(mb.Server(Both(), info=INFO), info=INFO, extensions=both) as client:
                made: Any = client
                assert (await made.get_ticket("7")).ticket.id == "7"
                with pytest.raises(mb.ProtocolError, match="No such task"):
                    await made.get_task("1")

        asyncio.run(main())


def test_a_result_type_that_is_any_text_is_filled_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a result that the extension adds to another method."""
    schema = json.loads(SCHEMA.read_bytes())
    definitions = schema["$defs"]
    for name in ("GetTicketResult", "CloseTicketResult"):
        definitions[name]["properties"]["resultType"] = {"type": "string"}
    queued = {"resultType": {"type": "string"}, "place": {"type": "integer"}}
    definitions["QueuedResult"] = {"type": "object", "properties": queued, "required": [*queued]}
    added = '[[result_type]]\nvalue = "queued"\ndefinition = "QueuedResult"\nmethods = ["tools/call"]\n'
    plain: Any = _import_changed(schema, added, "plain_tickets", tmp_path, monkeypatch)

    class Desk(plain.ServerHandlers):  # type: ignore[misc]
        def get_ticket(self, params: Any, context: mb.Context) -> Any:
            return plain.GetTicketResult(ticket=plain.Ticket(id=params.ticket_id, subject="?", state="open"))

        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [{"name": "ask", "inputSchema": {"type": "object"}}]}

        def call_tool(self, params: Any, context: mb.Context) -> Any:
            return plain.QueuedResult(place=3)

    async def main() -> None:
        async with mb.connect(mb.Server(Desk(), info=INFO), plain.ClientHandlers(), info=INFO) as client:
            made: Any = client
            assert (await made.get_ticket("7")).result_type == "complete"
            queued = await made.call_tool("ask")
            assert isinstance(queued, plain.QueuedResult)
            assert queued.result_type == "queued"

    asyncio.run(main())


def test_a_notification_that_only_the_extension_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server without the extension ignores it."""
    schema = json.loads(SCHEMA.read_bytes())
    text = json.dumps(schema["$defs"]["TicketClosedNotification"])
    schema["$defs"]["TicketReadNotification"] = json.loads(text.replace("closed", "read"))
    added = '[[method]]\nname = "notifications/tickets/read"\nkind = "notification"\nsenders = ["client"]\n'
    added += 'message = "TicketReadNotification"\n'
    read: Any = _import_changed(schema, added, "read_tickets", tmp_path, monkeypatch)
    got: list[str] = []

    class Plain(importlib.import_module(mb.revision(ABLE).package).ServerHandlers):  # type: ignore[misc]
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": []}

    class Desk(Plain, read.ServerHandlers):  # type: ignore[misc]
        def on_ticket_read(self, params: Any, context: mb.Context) -> None:
            got.append(params.ticket_id)

    async def main(handlers: Any) -> None:
        async with mb.connect(mb.Server(handlers, info=INFO), read.ClientHandlers(), info=INFO) as client:
            await client.notify("notifications/tickets/read", {"ticketId": "7"})
            await client.list_tools()

    asyncio.run(main(Plain()))
    assert got == []
    asyncio.run(main(Desk()))
    assert got == ["7"]


def _import_changed(
    schema: dict[str, Any], added: str, name: str, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """Import the package of the example with another schema and further facts."""
    (directory / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    (directory / "facts.toml").write_text(f"{FACTS.read_text(encoding='utf-8')}\n{added}", encoding="utf-8")
    done = run("generate", "--extension", directory / "facts.toml", "--package", name, "--out", directory / "out")
    assert done.code == 0, done.err
    monkeypatch.setattr(sys, "path", [str(directory / "out"), *sys.path])
    return importlib.import_module(name)


class TestNames:
    def test_a_definition_of_two_extensions(self) -> None:
        other = Extension(EXTENSION.info._replace(id="com.acme/other"), EXTENSION.package)
        with pytest.raises(ValueError, match=r"com.acme/tickets and com.acme/other both define 'Ticket'"):
            extended(ABLE, [EXTENSION, other])

    def test_two_packages_of_one_extension(self) -> None:
        """Each package is joined to the revision with its own types."""
        other = Extension(EXTENSION.info, tasks.EXTENSION.package)
        assert extended(ABLE, [EXTENSION]) is extended(ABLE, [EXTENSION])
        assert extended(ABLE, [EXTENSION]).definitions != extended(ABLE, [other]).definitions


class TestMessages:
    def test_parse(self) -> None:
        text = request("tickets/get", ticketId="7")
        message = extended(ABLE, [EXTENSION]).parse(text, sender="client")
        assert isinstance(message, mb.Request)
        assert tickets.is_request(message, "tickets/get")
        assert isinstance(message.params, tickets.GetTicketRequestParams)
        with pytest.raises(mb.ProtocolError) as caught:
            mb.revision(ABLE).parse(text, sender="client")
        assert caught.value.code == METHOD_NOT_FOUND

    def test_a_client_that_has_not_declared_it(self) -> None:
        reply = asyncio.run(_answer(mb.Dispatcher(example.Desk()), request("tickets/get", {}, ticketId="7")))
        assert reply["error"]["code"] == MISSING_REQUIRED_CLIENT_CAPABILITY
        assert reply["error"]["data"] == {"requiredCapabilities": DECLARED}

    def test_the_name_header(self) -> None:
        headers = request_headers(json.loads(request("tickets/get", ticketId="7")), ABLE, extensions=[EXTENSION])
        assert headers["Mcp-Name"] == "7"

    def test_settings(self) -> None:
        settings = EXTENSION.codec(EXTENSION.info.settings).decode_value({"maxOpen": 3})
        assert settings == tickets.TicketsSettings(max_open=3)
        capabilities = {"extensions": {EXTENSION.id: settings}}

        async def main() -> None:
            server = mb.Server(example.Desk(), info=INFO, capabilities=capabilities)
            async with mb.connect(server, example.Customer(), info=INFO) as client:
                assert client.connection.server_capabilities == {"extensions": {EXTENSION.id: {"maxOpen": 3}}}

        asyncio.run(main())


class TestSession:
    @pytest.mark.parametrize("revision", HANDSHAKE)
    def test_it_is_not_declared_in_a_revision_without_extensions(self, revision: str) -> None:
        options: dict[str, Any] = {"info": INFO, "capabilities": DECLARED, "extensions": [EXTENSION]}
        client, server = mb.Session("client", [revision], **options), mb.Session("server", [revision], **options)
        opening = client.open()
        assert json.loads(opening)["params"]["capabilities"] == {}
        asked = server.receive(opening)
        assert isinstance(asked, mb.Request)
        client.receive(server.accept(asked))
        assert client.capabilities == {}

    def test_requests_and_results(self) -> None:
        client, server = (mb.Session(role, [ABLE], info=INFO, extensions=[EXTENSION]) for role in ("client", "server"))
        observer = mb.Observer(revision=ABLE, extensions=[EXTENSION])
        sent = client.request("tickets/get", {"ticketId": "7"}).data
        (heard,) = observer.hear(sent, "client")
        asked = server.receive(sent)
        assert isinstance(asked, mb.Request)
        assert tickets.is_request(asked, "tickets/get")
        assert (heard.findings, asked.params.ticket_id) == ((), "7")
        ticket = {"id": "7", "subject": "?", "state": "open"}
        answer = server.respond(asked.id, {"resultType": "complete", "ticket": ticket})
        (heard,) = observer.hear(answer, "server")
        got = client.receive(answer)
        assert heard.findings == ()
        assert isinstance(got, mb.Response)
        assert isinstance(got.result, tickets.GetTicketResult)
        again = client.request("tickets/get", {"ticketId": "8"})
        observer.hear(again.data, "client")
        wrong = {"jsonrpc": "2.0", "id": again.id, "result": {"resultType": "complete", "ticket": "7"}}
        (heard,) = observer.hear(json.dumps(wrong).encode(), "server")
        assert [each.pointer for each in heard.findings] == ["", "/result/ticket"]

    @pytest.mark.parametrize("server_speaks", [[ABLE], mb.REVISIONS], ids=["one", "all"])
    def test_it_passes_a_bridge_within_one_revision(self, server_speaks: list[str]) -> None:
        """Also if the server speaks a newer revision too, which the extension does not extend."""
        known = [EXTENSION]
        bridge = mb.Bridge(extensions=known)
        client = mb.Session("client", [ABLE], info=INFO, extensions=known)
        server = mb.Session("server", server_speaks, info=INFO, extensions=known)
        actions = bridge.from_client(client.request("tickets/get", {"ticketId": "7"}).data)
        got: list[Any] = []
        while actions:
            action = actions.pop(0)
            if isinstance(action, ToServer):
                asked = server.receive(action.data)
                assert isinstance(asked, mb.Request)
                ticket = {"id": "7", "subject": "?", "state": "open"}
                text = (
                    server.accept(asked)
                    if asked.method == "server/discover"
                    else server.respond(asked.id, {"resultType": "complete", "ticket": ticket})
                )
                actions += bridge.from_server(text)
            elif isinstance(action, ToClient):
                got.append(client.receive(action.data))
        assert [type(each.result) for each in got] == [tickets.GetTicketResult]


async def _answer(dispatcher: mb.Dispatcher, data: bytes) -> dict[str, Any]:
    reply = await dispatcher.dispatch(data)
    assert reply is not None
    found: dict[str, Any] = json.loads(reply)
    return found
