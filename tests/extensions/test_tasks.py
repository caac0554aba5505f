"""The tasks extension in parse, dispatch, calls and sessions: known where both sides declare it, refused elsewhere.

Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.
"""

from __future__ import annotations

import asyncio
import json
import sys
from functools import partial
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28
from mcp_bindings.extensions import extended, tasks
from mcp_bindings.http import request_headers
from mcp_bindings.session.errors import LocalProtocolError, RemoteProtocolError
from mcp_bindings.spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY

EXTENSION = tasks.EXTENSION
VERSION = mb.revision(EXTENSION.info.revisions[-1]).version
INFO = {"name": "n", "version": "1"}
DECLARED: dict[str, Any] = {"extensions": {EXTENSION.id: {}}}
TASK: dict[str, Any] = {"taskId": "t", "status": "working", "createdAt": "c", "lastUpdatedAt": "u", "ttlMs": None}
REQUIRED = {"requiredCapabilities": DECLARED}


def meta(capabilities: dict[str, Any]) -> dict[str, Any]:
    prefix = "io.modelcontextprotocol/"
    return {
        f"{prefix}protocolVersion": VERSION,
        f"{prefix}clientCapabilities": capabilities,
        f"{prefix}clientInfo": INFO,
    }


def request(method: str, capabilities: dict[str, Any], **params: Any) -> bytes:
    members = {**params, "_meta": meta(capabilities)}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": members}).encode()


def response(result: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()


ASKING: dict[str, Any] = {
    **TASK,
    "resultType": "complete",
    "status": "input_required",
    "inputRequests": {"roots": {"method": "roots/list"}},
}


class Server(tasks.ServerHandlers):
    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return tasks.CreateTaskResult.model_validate({"resultType": "task", **TASK})

    def get_task(self, params: Any, context: mb.Context) -> Any:
        result = {"resultType": "complete", **TASK, "taskId": params.task_id}
        return EXTENSION.codec("GetTaskResult").decode_value(result)


def answer(dispatcher: mb.Dispatcher, data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asyncio.run(_await(dispatcher, data)))
    return found


async def _await(dispatcher: mb.Dispatcher, data: bytes) -> bytes:
    reply = await dispatcher.dispatch(data)
    assert reply is not None
    return reply


class TestParse:
    def test_a_request_of_the_extension(self) -> None:
        data = request("tasks/get", DECLARED, taskId="t")
        message = extended(VERSION, [EXTENSION]).parse(data, sender="client")
        assert isinstance(message, mb.Request)
        assert isinstance(message.params, tasks.GetTaskRequestParams)
        with pytest.raises(mb.ProtocolError) as raised:
            mb.revision(VERSION).parse(data, sender="client")
        assert raised.value.code == METHOD_NOT_FOUND

    def test_a_result_of_the_extension_where_the_method_may_have_it(self) -> None:
        known, data = extended(VERSION, [EXTENSION]), response({"resultType": "task", **TASK})
        message = known.parse(data, sender="server", pending={1: "tools/call"})
        assert isinstance(message, mb.Response)
        assert isinstance(message.result, tasks.CreateTaskResult)
        for rev, method in ((known, "prompts/get"), (mb.revision(VERSION), "tools/call")):
            with pytest.raises(mb.ProtocolError, match="Invalid result"):
                rev.parse(data, sender="server", pending={1: method})

    def test_an_unknown_result_type_is_carried_if_it_is_named(self) -> None:
        message = mb.revision(VERSION).parse(
            response({"resultType": "later", "x": 1}),
            sender="server",
            pending={1: "tools/call"},
            result_types=["later"],
        )
        assert isinstance(message, mb.Response)
        assert message.result["x"] == 1

    def test_it_has_all_that_a_revision_has(self) -> None:
        known, plain = extended(VERSION, [EXTENSION]), mb.revision(VERSION)
        tables = {name for name in dir(plain) if not name.startswith("_") and not callable(getattr(plain, name))}
        changed = {"definitions", "message_parser", "methods", "schema_file"}
        assert {name for name in tables if getattr(known, name) != getattr(plain, name)} == changed

    def test_lint(self) -> None:
        known, data = extended(VERSION, [EXTENSION]), response({"resultType": "task", **TASK})
        created = known.parse(data, sender="server", pending={1: "tools/call"})
        assert known.lint(created) == []
        assert [found.rule for found in mb.revision(VERSION).lint(created)] == ["envelope.result-type-known"]
        assert [found.rule for found in known.lint(data.replace(b'"task"', b'"x"'))] == ["envelope.result-type-known"]
        code = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "m"}}
        assert known.lint(code) == mb.revision(VERSION).lint(code) != []

    def test_codecs(self) -> None:
        known = extended(VERSION, [EXTENSION])
        assert known.codec(tasks.CreateTaskResult) is known.codec("CreateTaskResult")
        assert known.codec(v2026_07_28.Tool) is mb.revision(VERSION).codec("Tool")

    def test_a_class_of_the_same_module_and_name_has_no_codec(self) -> None:
        known, original = extended(VERSION, [EXTENSION]), tasks.CreateTaskResult
        other: Any = type(original.__name__, (original,), {"__module__": original.__module__})
        with pytest.raises(KeyError, match="has no class"):
            known.codec(other)

    def test_types_are_those_of_the_extension_and_of_the_revision(self) -> None:
        known = extended(VERSION, [EXTENSION])
        assert known.load_type("CreateTaskResult") is tasks.CreateTaskResult
        assert known.load_type("Tool") is v2026_07_28.Tool
        with pytest.raises(AttributeError, match="CreateTaskResult"):
            mb.revision(VERSION).load_type("CreateTaskResult")

    def test_every_module_is_a_file_under_its_own_name(self) -> None:
        known = extended(VERSION, [EXTENSION])
        known.parse(response({"resultType": "task", **TASK}), sender="server", pending={1: "tools/call"})
        modules = {name: module for name, module in sys.modules.items() if name.startswith("mcp_bindings")}
        found = {
            name: sys.modules.get(module.__name__) for name, module in modules.items() if module.__spec__ is not None
        }
        assert [name for name, module in modules.items() if found.get(name) is not module] == []

    def test_a_revision_that_is_not_extended_is_itself(self) -> None:
        assert extended(mb.REVISIONS[0], [EXTENSION]) is mb.revision(mb.REVISIONS[0])


class TestDispatch:
    def test_a_client_that_declares_the_extension(self) -> None:
        dispatcher = mb.Dispatcher(Server())
        assert answer(dispatcher, request("tasks/get", DECLARED, taskId="a"))["result"]["taskId"] == "a"
        assert answer(dispatcher, request("tools/call", DECLARED, name="x"))["result"]["resultType"] == "task"

    @pytest.mark.parametrize(
        ("method", "params"),
        [
            ("tasks/get", {"taskId": "a"}),
            ("tools/call", {"name": "x"}),
            ("subscriptions/listen", {"notifications": {"taskIds": ["a"]}}),
        ],
    )
    def test_a_client_that_does_not(self, method: str, params: dict[str, Any]) -> None:
        error = answer(mb.Dispatcher(Server()), request(method, {}, **params))["error"]
        assert (error["code"], error["data"]) == (MISSING_REQUIRED_CLIENT_CAPABILITY, REQUIRED)

    @pytest.mark.parametrize("capabilities", [DECLARED, {"extensions": {}}, {}])
    def test_a_handler_asks_whether_the_client_declares_it(self, capabilities: dict[str, Any]) -> None:
        found = list[bool]()

        class Asking(Server):
            def call_tool(self, params: Any, context: mb.Context) -> Any:
                found.append(context.has_extension(EXTENSION))
                return v2026_07_28.CallToolResult(result_type="complete", content=[])

        answer(mb.Dispatcher(Asking()), request("tools/call", capabilities, name="x"))
        assert found == [capabilities == DECLARED]

    def test_a_task_asks_for_input_that_the_client_has_declared(self) -> None:
        class Asking(Server):
            def get_task(self, params: Any, context: mb.Context) -> Any:
                return EXTENSION.codec("GetTaskResult").decode_value(ASKING)

        dispatcher = mb.Dispatcher(Asking())
        error = answer(dispatcher, request("tasks/get", DECLARED, taskId="t"))["error"]
        assert error["code"] == MISSING_REQUIRED_CLIENT_CAPABILITY
        assert error["data"] == {"requiredCapabilities": {"roots": {}}}
        capable: dict[str, Any] = {**DECLARED, "roots": {}}
        assert answer(dispatcher, request("tasks/get", capable, taskId="t"))["result"]["status"] == "input_required"

    def test_handlers_declare_it(self) -> None:
        assert Server().capabilities_json() == {"tools": {}, **DECLARED}


class TestCalls:
    def test_a_call_and_its_answer(self) -> None:
        async def run() -> Any:
            own = v2026_07_28.RequestMetaObject.model_validate(meta(DECLARED))
            calls = tasks.ClientCalls(mb.Dispatcher(Server()).dispatch, meta=own)
            return await calls.get_task("b"), await calls.request("tools/call", {"name": "x"})

        got, created = asyncio.run(run())
        assert (type(got), got.task_id) == (tasks.GetTaskResultWorking, "b")
        assert isinstance(created, tasks.CreateTaskResult)

    def test_a_name_that_calls_do_not_have(self) -> None:
        calls: Any = tasks.ServerCalls(mb.Dispatcher(Server()).dispatch)
        assert not hasattr(calls, "nothing")
        with pytest.raises(AttributeError, match=r"ClientCalls of .* has it"):
            calls.list_tools()
        with pytest.raises(AttributeError, match=r"ClientCalls of .* has it"):
            calls.get_task("t")


class TestSession:
    def client(self, **options: Any) -> mb.Session:
        return mb.Session("client", [VERSION], info=INFO, **options)

    def server(self, **options: Any) -> mb.Session:
        return mb.Session("server", [VERSION], info=INFO, capabilities={"tools": {}}, **options)

    def test_both_declare_it(self) -> None:
        client, server = self.client(extensions=[EXTENSION]), self.server(extensions=[EXTENSION])
        asked = server.receive(client.request("tools/call", {"name": "x"}, id=1).data)
        assert isinstance(asked, mb.Request)
        got = client.receive(server.respond(1, {"resultType": "task", **TASK}))
        assert isinstance(got, mb.Response)
        assert isinstance(got.result, tasks.CreateTaskResult)
        asked = server.receive(client.request("tasks/get", {"taskId": "t"}, id=2).data)
        assert isinstance(asked, mb.Request)
        assert isinstance(client.receive(server.respond(2, {"resultType": "complete", **TASK})), mb.Response)

    def test_a_task_asks_for_input_that_the_client_has_declared(self) -> None:
        declared: list[dict[str, Any]] = [{}, {"roots": {}}]
        for capabilities in declared:
            client = self.client(extensions=[EXTENSION], capabilities=capabilities)
            server = self.server(extensions=[EXTENSION])
            server.receive(client.request("tasks/get", {"taskId": "t"}, id=1).data)
            if capabilities:
                assert isinstance(client.receive(server.respond(1, ASKING)), mb.Response)
                continue
            with pytest.raises(LocalProtocolError, match="roots"):
                server.respond(1, ASKING)
            with pytest.raises(RemoteProtocolError, match="roots"):
                client.receive(response(ASKING))

    def test_a_server_that_ignores_what_the_client_has_declared(self) -> None:
        client = self.client(extensions=[EXTENSION])
        undeclared: dict[str, Any] = {"io.modelcontextprotocol/clientCapabilities": {}}
        client.request("tools/call", {"name": "x", "_meta": undeclared}, id=1)
        with pytest.raises(RemoteProtocolError, match="not declared"):
            client.receive(response({"resultType": "task", **TASK}))

    @pytest.mark.parametrize("answered", [{**TASK, "status": "no"}, {}, {**TASK, "resultType": "later"}])
    def test_an_invalid_task(self, answered: dict[str, Any]) -> None:
        client = self.asking()
        with pytest.raises(mb.ProtocolError, match="Invalid result"):
            client.receive(response(answered))
        assert not client.pending

    def asking(self) -> mb.Session:
        """A client that waits for a task, in a session that is open."""
        client, server = self.client(extensions=[EXTENSION]), self.server(extensions=[EXTENSION])
        asked = server.receive(client.open())
        assert isinstance(asked, mb.Request)
        client.receive(server.accept(asked))
        client.request("tasks/get", {"taskId": "t"}, id=1)
        return client

    def test_a_task_without_a_result_type_is_complete(self) -> None:
        got = self.asking().receive(response(TASK))
        assert isinstance(got, mb.Response)
        assert (type(got.result), got.supplied) == (tasks.GetTaskResultWorking, {"resultType": "complete"})

    def test_only_the_server_has_it(self) -> None:
        client, server = self.client(), self.server(extensions=[EXTENSION])
        server.receive(client.request("tools/call", {"name": "x"}, id=1).data)
        with pytest.raises(LocalProtocolError, match="not declared"):
            server.respond(1, {"resultType": "task", **TASK})
        with pytest.raises(RemoteProtocolError) as raised:
            server.receive(request("tasks/get", {}, taskId="t").replace(b'"id": 1', b'"id": 2'))
        assert (raised.value.code, raised.value.data) == (MISSING_REQUIRED_CLIENT_CAPABILITY, REQUIRED)

    def test_only_the_client_has_it(self) -> None:
        client, server = self.client(extensions=[EXTENSION]), self.server()
        with pytest.raises(mb.ProtocolError) as raised:
            server.receive(client.request("tasks/get", {"taskId": "t"}, id=1).data)
        assert raised.value.code == METHOD_NOT_FOUND
        opening = self.client(extensions=[EXTENSION])
        asked = server.receive(opening.open())
        assert isinstance(asked, mb.Request)
        opening.receive(server.accept(asked))
        with pytest.raises(LocalProtocolError, match="server has not declared"):
            opening.request("tasks/get", {"taskId": "t"})

    def subscribed(self) -> tuple[mb.Session, mb.Session, dict[str, Any]]:
        """A client that has subscribed to the task `t`, the server, and the `_meta` of its notifications."""
        client, server = self.client(extensions=[EXTENSION]), self.server(extensions=[EXTENSION])
        filter_ = {"taskIds": ["t"]}
        server.receive(client.request("subscriptions/listen", {"notifications": filter_}, id=1).data)
        mark = {"io.modelcontextprotocol/subscriptionId": 1}
        acknowledged = {"notifications": filter_, "_meta": mark}
        client.receive(server.notify("notifications/subscriptions/acknowledged", acknowledged))
        return client, server, mark

    def test_notifications_follow_a_subscription(self) -> None:
        client, server, mark = self.subscribed()
        notification = client.receive(server.notify("notifications/tasks", {**TASK, "_meta": mark}))
        assert isinstance(notification, mb.Notification)
        assert notification.known

    def test_notifications_ask_only_for_input_that_is_declared(self) -> None:
        client, server, mark = self.subscribed()
        reported = {**ASKING, "_meta": mark}
        del reported["resultType"]
        with pytest.raises(LocalProtocolError, match="roots"):
            server.notify("notifications/tasks", reported)
        with pytest.raises(RemoteProtocolError, match="roots"):
            client.receive(json.dumps({"jsonrpc": "2.0", "method": "notifications/tasks", "params": reported}))

    def test_notifications_about_another_task(self) -> None:
        client, server, mark = self.subscribed()
        another = {**TASK, "taskId": "u", "_meta": mark}
        with pytest.raises(LocalProtocolError, match="did not ask"):
            server.notify("notifications/tasks", another)
        with pytest.raises(RemoteProtocolError, match="did not ask"):
            client.receive(json.dumps({"jsonrpc": "2.0", "method": "notifications/tasks", "params": another}))

    @pytest.mark.parametrize("ids", [True, 5, "t", {"t": 1}, [5], None])
    def test_a_filter_is_valid(self, ids: object) -> None:
        """Otherwise the server could not compare the tasks that it reports with those that were asked for."""
        client, server = self.client(extensions=[EXTENSION]), self.server(extensions=[EXTENSION])
        filter_ = {"taskIds": ids}
        with pytest.raises(LocalProtocolError, match="/params/notifications/taskIds"):
            client.request("subscriptions/listen", {"notifications": filter_}, id=1)
        data = request("subscriptions/listen", DECLARED, notifications=filter_)
        for parse in (server.receive, partial(extended(VERSION, [EXTENSION]).parse, sender="client")):
            with pytest.raises(mb.ProtocolError) as raised:
                parse(data)
            assert (raised.value.id, raised.value.code) == (1, INVALID_PARAMS)
            assert raised.value.findings[0].pointer.startswith("/params/notifications/taskIds")
        assert answer(mb.Dispatcher(Server()), data)["error"]["code"] == INVALID_PARAMS
        client, server, mark = self.subscribed()
        acknowledged = {"notifications": filter_, "_meta": mark}
        with pytest.raises(LocalProtocolError, match="taskIds"):
            server.notify("notifications/subscriptions/acknowledged", acknowledged)

    def test_an_invalid_filter_is_quoted(self) -> None:
        data = request("subscriptions/listen", DECLARED, notifications={"taskIds": [True]})
        known = extended(VERSION, [EXTENSION])
        with pytest.raises(mb.ProtocolError) as raised:
            known.parse(data, sender="client", include_input=True)
        assert raised.value.findings[0].message.endswith(": true")

    def test_notifications_that_were_not_asked_for(self) -> None:
        client, server = self.client(extensions=[EXTENSION]), self.server(extensions=[EXTENSION])
        server.receive(client.request("subscriptions/listen", {"notifications": {}}, id=1).data)
        mark = {"io.modelcontextprotocol/subscriptionId": 1}
        server.notify("notifications/subscriptions/acknowledged", {"notifications": {}, "_meta": mark})
        with pytest.raises(LocalProtocolError, match="did not ask"):
            server.notify("notifications/tasks", {**TASK, "_meta": mark})


@pytest.mark.parametrize("version", mb.REVISIONS)
def test_an_extension_is_declared_where_it_extends_the_revision(version: str) -> None:
    client = mb.Session("client", [version], info=INFO, extensions=[EXTENSION])
    server = mb.Session("server", [version], info=INFO, extensions=[EXTENSION])
    opening = client.open()
    asked = server.receive(opening)
    assert isinstance(asked, mb.Request)
    answered = server.accept(asked)
    is_extended = mb.revision(version).id in EXTENSION.info.revisions
    assert [EXTENSION.id in each.decode() for each in (opening, answered)] == [is_extended] * 2


def test_the_header_names_the_task() -> None:
    message = json.loads(request("tasks/get", DECLARED, taskId="t"))
    assert request_headers(message, VERSION, extensions=[EXTENSION])["Mcp-Name"] == "t"
    assert "Mcp-Name" not in request_headers(message, VERSION)


def test_a_server_compares_the_header_with_the_task() -> None:
    session = mb.Session("server", [VERSION], info=INFO, transport="http", extensions=[EXTENSION])
    data = request("tasks/get", DECLARED, taskId="t")
    headers = request_headers(json.loads(data), VERSION, extensions=[EXTENSION])
    with pytest.raises(mb.ProtocolError) as raised:
        session.receive(data, headers={**headers, "Mcp-Name": "other"})
    assert raised.value.http_status == 400
    assert isinstance(session.receive(data, headers=headers), mb.Request)
