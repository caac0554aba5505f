"""The ASGI application in this process: its modes, its headers, and how it is mounted.

`tests/reference` has what clients and networks do to it over real connections.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

import fastapi
import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

import mcp_bindings as mb
from mcp_bindings.transports import BridgeConnection, BridgeHttp, MemoryTransport, StreamableHttp
from mcp_bindings.transports.asgi import HttpOptions
from mcp_bindings.transports.http_peers import HttpPeer, PostResponse
from tests.revisions import HANDSHAKE, HTTP_SSE, PER_REQUEST, method_of, request_meta
from tests.transports.services import INFO, Asking, service
from tests.transports.test_takeover import AsgiRequest

URL = "http://localhost/mcp"
ACCEPT = {"Accept": "application/json, text/event-stream"}
PAGE = "https://app.example"
OPENING = {"protocolVersion": HANDSHAKE[-1], "capabilities": {"roots": {"listChanged": True}}, "clientInfo": INFO}
VERSION = {"MCP-Protocol-Version": HANDSHAKE[-1]}
PROGRESS = {"name": "progress", "arguments": {"count": 3}, "_meta": {"progressToken": 1}}

Use = Callable[[httpx.AsyncClient], Awaitable[None]]


def message(method: str, id_: int | None = None, **params: Any) -> dict[str, Any]:
    named = {} if id_ is None else {"id": id_}
    return {"jsonrpc": "2.0", **named, "method": method, "params": params}


def use(application: Any, what: Use) -> None:
    """Send requests to an application, which runs and ends within this call."""

    async def main() -> None:
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, headers=ACCEPT) as http:
            lifespan: Callable[[Any], AbstractAsyncContextManager[None]]
            lifespan = getattr(application, "lifespan", None) or application.router.lifespan_context
            async with lifespan(application):
                await asyncio.wait_for(what(http), 10)
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


async def open_session(http: httpx.AsyncClient, url: str = URL) -> dict[str, str]:
    """Open a session and return the headers of its requests."""
    opened = await http.post(url, json=message("initialize", 1, **OPENING))
    assert opened.status_code == 200
    headers = {**VERSION, "Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
    assert (await http.post(url, json=message("notifications/initialized"), headers=headers)).status_code == 202
    return headers


def test_a_session_begins_streams_and_ends() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        headers = await open_session(http)
        told = await http.post(URL, json=message("tools/call", 2, **PROGRESS), headers=headers)
        assert told.headers["Content-Type"] == "text/event-stream"
        assert told.headers["X-Accel-Buffering"] == "no"
        assert told.text.count("data: {") == 4
        last = [line[4:] for line in told.text.splitlines() if line.startswith("id: ")][1]
        again = await http.get(URL, headers={**headers, "Last-Event-ID": last})
        assert again.text.count("data: {") == 3
        assert (await http.delete(URL, headers=headers)).status_code == 204
        assert (await http.post(URL, json=message("ping", 3), headers=headers)).status_code == 404

    use(StreamableHttp(service()), talk)


def test_every_response_can_be_json() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        headers = await open_session(http)
        told = await http.post(URL, json=message("tools/call", 2, **PROGRESS), headers=headers)
        assert told.headers["Content-Type"] == "application/json"
        assert told.json()["result"]["content"]

    use(StreamableHttp(service(), json_responses=True), talk)


def make_request(application: StreamableHttp, method: str, params: Any, **headers: str) -> AsgiRequest:
    """Send a request of a per-request client, given the name of its method in any release."""
    method = method_of(method, PER_REQUEST[-1])
    meta: dict[str, Any] = request_meta(PER_REQUEST[-1])
    given = {"mcp_protocol_version": PER_REQUEST[-1], "mcp_method": method, **headers}
    return AsgiRequest(application, "POST", message(method, 1, **params, _meta=meta), **given)


@pytest.mark.parametrize("stateless", [False, True])
def test_a_client_that_leaves_before_its_json_cancels_it(stateless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The handler ran to its end, since nobody noticed that the client had left."""
    monkeypatch.setattr("mcp_bindings.transports.asgi._QUICK_SECONDS", 0.0)

    async def main() -> None:
        application = StreamableHttp(service(), json_responses=True, stateless=stateless)
        call: dict[str, Any] = {"name": "wait", "arguments": {}}
        before = asyncio.all_tasks()
        request = make_request(application, "tools/call", call, mcp_name="wait")
        await asyncio.sleep(0.05)
        await request.leave()
        await asyncio.sleep(0.01)
        assert (request.status, asyncio.all_tasks()) == (0, before)

    asyncio.run(asyncio.wait_for(main(), 10))


def test_where_every_response_is_json_nobody_subscribes() -> None:
    """The request never ended, and its client got nothing."""

    async def main() -> None:
        for application in (
            StreamableHttp(service(), json_responses=True),
            BridgeHttp(lambda _: BridgeConnection(mb.Bridge(), MemoryTransport(service())), json_responses=True),
        ):
            request = make_request(application, "subscriptions/listen", {"notifications": {"toolsListChanged": True}})
            await asyncio.wait_for(request.task, 10)
            assert (request.status, json.loads(request.body)["error"]["code"]) == (404, -32601)

    asyncio.run(main())


def test_a_server_without_sessions() -> None:
    application = StreamableHttp(service(), stateless=True)

    async def talk(http: httpx.AsyncClient) -> None:
        opened = await http.post(URL, json=message("initialize", 1, **OPENING))
        assert "Mcp-Session-Id" not in opened.headers
        assert (await http.post(URL, json=message("notifications/initialized"), headers=VERSION)).status_code == 202
        for id_ in (2, 2):
            told = await http.post(URL, json=message("tools/call", id_, name="echo", arguments={}), headers=VERSION)
            assert told.json()["result"]["content"][0]["text"] == "{}"
        assert [(await http.request(each, URL, headers=VERSION)).status_code for each in ("GET", "DELETE")] == [
            405,
            405,
        ]
        typed = {**VERSION, "Content-Type": "application/json"}
        assert (await http.post(URL, content=b"{", headers=typed)).status_code == 400
        meta: dict[str, Any] = request_meta(PER_REQUEST[-1])
        headers = {"MCP-Protocol-Version": PER_REQUEST[-1], "Mcp-Method": "tools/list"}
        told = await http.post(URL, json=message("tools/list", 1, _meta=meta), headers=headers)
        assert told.json()["result"]["tools"]

    use(application, talk)


def test_pages_of_listed_origins_only() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "mcp-param-a"}
        allowed = await http.options(URL, headers={"Origin": PAGE, **asked})
        assert (allowed.status_code, allowed.headers["Access-Control-Allow-Origin"]) == (204, PAGE)
        assert "POST" in allowed.headers["Access-Control-Allow-Methods"]
        assert allowed.headers["Access-Control-Allow-Headers"] == "mcp-param-a"
        read = await http.post(URL, json=message("initialize", 1, **OPENING), headers={"Origin": PAGE})
        assert "Mcp-Session-Id" in read.headers["Access-Control-Expose-Headers"]
        for origin in ("https://evil.example", f"{PAGE}.evil.example", "null"):
            refused = await http.options(URL, headers={"Origin": origin, **asked})
            assert (refused.status_code, "Access-Control-Allow-Origin" in refused.headers) == (403, False)
            refused = await http.post(URL, json=message("initialize", 1, **OPENING), headers={"Origin": origin})
            assert refused.status_code == 403
        rebound = await http.post(URL, json=message("ping", 1), headers={"Origin": PAGE, "Host": "evil.example"})
        assert rebound.status_code == 403

    use(StreamableHttp(service(), origins=[PAGE]), talk)


def test_the_old_transport_is_there_only_if_asked_for() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        assert (await http.get(URL)).status_code == 400
        assert (await http.get("http://localhost/other")).status_code == 404

    use(StreamableHttp(service()), talk)


def mounted(kind: str, application: StreamableHttp) -> Any:
    if kind == "fastapi":
        app: Any = fastapi.FastAPI(lifespan=application.lifespan)
        app.add_route("/mcp", application)
        return app
    route = Route("/mcp", application) if kind == "route" else Mount("/", application)
    return Starlette(routes=[route], lifespan=application.lifespan)


@pytest.mark.parametrize("kind", ["route", "mount", "fastapi"])
def test_it_can_be_mounted(kind: str) -> None:
    application = StreamableHttp(service())

    async def talk(http: httpx.AsyncClient) -> None:
        headers = await open_session(http)
        assert headers["Mcp-Session-Id"] in application.sessions

    use(mounted(kind, application), talk)


def test_it_can_be_mounted_below_a_path() -> None:
    application = StreamableHttp(service())

    async def talk(http: httpx.AsyncClient) -> None:
        await open_session(http, "http://localhost/api/mcp")

    use(Starlette(routes=[Mount("/api", application)], lifespan=application.lifespan), talk)


@pytest.mark.parametrize("framework", ["fastapi", "starlette"])
def test_several_servers_stand_in_one_application(framework: str) -> None:
    """Each has its sessions and its lifespan; the application keeps its own routes and lifespan."""
    servers = {name: StreamableHttp(service()) for name in ("one", "two")}
    events = list[str]()

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            for server in servers.values():
                await stack.enter_async_context(server.lifespan(app))
            events.append("begins")
            yield
        events.append("ends")

    async def home(request: Any) -> PlainTextResponse:
        return PlainTextResponse("home")

    mounts = [Mount(f"/{name}", server) for name, server in servers.items()]
    if framework == "fastapi":
        app: Any = fastapi.FastAPI(lifespan=lifespan)
        for each in mounts:
            app.mount(each.path, each.app)
        app.add_route("/home", home)
    else:
        app = Starlette(routes=[*mounts, Route("/home", home)], lifespan=lifespan)

    async def talk(http: httpx.AsyncClient) -> None:
        assert (await http.get("http://localhost/home")).text == "home"
        headers = {name: await open_session(http, f"http://localhost/{name}/mcp") for name in servers}
        for name, other in (("one", "two"), ("two", "one")):
            url = f"http://localhost/{name}/mcp"
            asked = message("tools/call", 2, **PROGRESS)
            told = await http.post(url, json=asked, headers=headers[name])
            assert told.text.count("data: {") == 4
            assert (await http.post(url, json=asked, headers=headers[other])).status_code == 404
        assert [headers[name]["Mcp-Session-Id"] in servers[name].sessions for name in servers] == [True, True]
        assert events == ["begins"]

    use(app, talk)
    assert events == ["begins", "ends"]


def test_idle_streams_are_kept_alive_and_end_with_the_server() -> None:
    application = StreamableHttp(service(), keep_alive=0.05)

    async def talk(http: httpx.AsyncClient) -> None:
        headers = await open_session(http)
        asyncio.get_running_loop().call_later(0.2, application.begin_shutdown)
        listened = await http.get(URL, headers=headers)
        assert listened.text.count(": ping\n\n") >= 2

    use(application, talk)


def test_the_number_of_sessions_is_bounded() -> None:
    application = StreamableHttp(service(), max_sessions=2)

    async def talk(http: httpx.AsyncClient) -> None:
        first, *others = [await open_session(http) for _ in range(3)]
        assert (await http.post(URL, json=message("ping", 9), headers=first)).status_code == 404
        for headers in others:
            assert (await http.post(URL, json=message("ping", 9), headers=headers)).status_code == 200

    use(application, talk)


@pytest.mark.parametrize("use_of_session", ["call", "stream"])
def test_a_session_is_in_use_until_its_response_ends(use_of_session: str) -> None:
    """A session whose call took longer than `idle` ended soon after the response."""
    application = StreamableHttp(service(), idle=600)

    async def talk(http: httpx.AsyncClient) -> None:
        headers = await open_session(http)
        peer = application.sessions.find_client(headers["Mcp-Session-Id"])
        assert peer is not None
        if use_of_session == "call":
            call = message("tools/call", 2, name="wait", arguments={})
            request = asyncio.create_task(http.post(URL, json=call, headers=headers))
        else:
            request = asyncio.create_task(http.get(URL, headers=headers))
        await asyncio.sleep(0.01)
        peer.last_used -= 1_000
        application.sessions.end_idle_sessions()
        request.cancel()
        for task in peer.tasks:
            task.cancel()
        await asyncio.sleep(0.01)
        assert peer.is_idle
        application.sessions.end_idle_sessions()
        assert headers["Mcp-Session-Id"] in application.sessions

    use(application, talk)


@pytest.mark.parametrize("http_sse", [False, True])
def test_the_body_of_a_post_is_json(http_sse: bool) -> None:
    """A page of any origin can let a browser send the other types without asking the server first."""
    body = json.dumps(message("initialize", 1, **OPENING)).encode()
    refused: tuple[list[str], ...] = (
        [],
        ["text/plain"],
        ["application/x-www-form-urlencoded"],
        ["multipart/form-data; boundary=x"],
    )
    odd = ([""], ["application/jsonp"], ["application/json", "application/json"], ["text/plain, application/json"])

    async def talk(http: httpx.AsyncClient) -> None:
        for types in (*refused, *odd):
            headers = [("Content-Type", each) for each in types]
            told = await http.post(URL, content=body, headers=headers)
            assert (told.status_code, told.headers["Content-Type"]) == (415, "text/plain; charset=utf-8"), types
            assert b"application/json" in told.content
        for type_ in ("application/json", "Application/JSON; charset=utf-8"):
            assert (await http.post(URL, content=body, headers={"Content-Type": type_})).status_code == 200
        if http_sse:
            assert (await http.post(f"{URL}?session=x", content=body)).status_code == 415

    use(StreamableHttp(service(), http_sse=http_sse), talk)


def test_sessions_end_when_the_lifespan_fails() -> None:
    application = StreamableHttp(service())

    async def talk(http: httpx.AsyncClient) -> None:
        session.update(await open_session(http))
        raise ValueError("the application fails")

    async def talk_again(http: httpx.AsyncClient) -> None:
        assert (await http.post(URL, json=message("tools/list", 2), headers=session)).status_code == 404

    session = dict[str, str]()
    with pytest.raises(ValueError, match="fails"):
        use(application, talk)
    use(application, talk_again)


def test_a_server_of_the_old_transport_alone_has_to_offer_it() -> None:
    with pytest.raises(ValueError, match="needs http_sse=True"):
        StreamableHttp(service(revisions=HTTP_SSE))
    StreamableHttp(service(revisions=HTTP_SSE), http_sse=True)


@pytest.mark.parametrize("failing", ["startup", "shutdown"])
def test_a_failed_lifespan_says_in_which_step(failing: str) -> None:
    """A failure at the shutdown was reported as one of the startup, which uvicorn refuses."""

    class Failing(Asking):
        @asynccontextmanager
        async def running(self) -> AsyncGenerator[None]:
            if failing == "startup":
                raise ValueError
            yield
            raise ValueError

    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan"}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    asyncio.run(StreamableHttp(Failing())({"type": "lifespan"}, receive, send))
    assert sent[-1] == f"lifespan.{failing}.failed"


def test_a_query_of_many_parameters_is_a_wrong_one() -> None:
    async def talk(http: httpx.AsyncClient) -> None:
        query = "&".join(f"a{number}=1" for number in range(101))
        told = await http.post(f"{URL}?{query}&session=x", json=message("tools/list", 2), headers=VERSION)
        assert 400 <= told.status_code < 500

    use(StreamableHttp(service(), http_sse=True), talk)


def test_a_notification_is_accepted_before_its_handler_ends() -> None:
    """A handler that asks the client waited for an answer, and the client for the status of its notification."""
    served = Asking(max_concurrent=2)

    async def talk(http: httpx.AsyncClient) -> None:
        headers = await open_session(http)
        peer = application.sessions.find_client(headers["Mcp-Session-Id"])
        assert peer is not None
        await asyncio.sleep(0.01)
        changed = message("notifications/roots/list_changed")
        statuses = [(await http.post(URL, json=changed, headers=headers)).status_code for _ in range(6)]
        assert statuses == [202] * 4 + [503] * 2, "twice as many tasks as requests"
        await asyncio.sleep(0.01)
        asked = list(peer.session.pending)
        while asked:
            answer: dict[str, Any] = {"jsonrpc": "2.0", "id": asked.pop(), "result": {"roots": []}}
            assert (await http.post(URL, json=answer, headers=headers)).status_code == 202
        while peer.tasks:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert len(served.answered) == 4

    application = StreamableHttp(served)
    use(application, talk)


@pytest.mark.parametrize("stream_after", [60.0, None])
def test_a_task_cancelled_before_its_start_keeps_nobody_waiting(stream_after: float | None) -> None:
    """The client waited for ever where responses are JSON alone."""

    async def main() -> None:
        peer = HttpPeer(service())
        answering = PostResponse(peer, stream_after)
        handling = asyncio.sleep(0, b"{}")
        peer.start_task(answering.handle_requests(handling), 0, on_end=answering.mark_form_decided)
        peer.end_session()
        await asyncio.wait_for(answering.wait_until_form_decided(), 10)
        handling.close()
        assert (answering.response, answering.channel) == (None, None)

    asyncio.run(main())


@pytest.mark.parametrize("is_late", [True, False])
def test_a_response_while_a_stream_opens_is_not_lost(is_late: bool) -> None:
    """In a busy event loop both happen in one turn; the stream had neither the response nor an end."""

    async def handling() -> bytes:
        await asyncio.sleep(0)  # the time of a handler counts since it first waits
        time.sleep(0.05)  # noqa: ASYNC251 - the loop is busy until the stream is due
        await asyncio.sleep(0.05 if is_late else 0)
        return b"{}"

    async def main() -> PostResponse:
        answering = PostResponse(HttpPeer(service()), 0.01)
        deciding = asyncio.create_task(answering.wait_until_form_decided())
        running = asyncio.create_task(answering.handle_requests(handling()))
        await deciding
        if is_late:
            assert answering.channel is not None
            assert answering.response is None
            answering.channel.disconnect_reader()  # the reader that it expects
        await running
        return answering

    answering = asyncio.run(asyncio.wait_for(main(), 10))
    assert answering.response == (None if is_late else b"{}")
    assert (answering.channel is not None) == is_late
    if answering.channel is not None:
        stream = answering.channel.stream
        kept = [stream.event_at(place) for place in range(stream.length)]
        assert b"{}" in [each.data for each in kept if each is not None]


@pytest.mark.parametrize("type_", ["websocket", "webtransport"])
def test_what_is_not_http_is_refused(type_: str) -> None:
    """https://asgi.readthedocs.io/en/latest/specs/main.html#applications."""
    sent = list[Any]()

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    async def send(message: Any) -> None:
        sent.append(message)

    async def main() -> None:
        application: Any = StreamableHttp(service())
        await application({"type": type_}, receive, send)

    if type_ == "websocket":
        asyncio.run(main())
        assert sent == [{"type": "websocket.close"}]
    else:
        with pytest.raises(ValueError, match="HTTP only, not the ASGI scope 'webtransport'"):
            asyncio.run(main())
        assert sent == []


def test_the_options_are_the_keywords_of_the_application() -> None:
    keywords = {
        name: each.annotation
        for name, each in inspect.signature(StreamableHttp).parameters.items()
        if each.kind is each.KEYWORD_ONLY
    }
    assert keywords == {name: hint.__forward_arg__ for name, hint in HttpOptions.__annotations__.items()}


def test_a_surplus_session_of_the_oldest_transport_is_refused() -> None:
    """It got a stream that never ended, and its messages got status 404."""
    application = StreamableHttp(service(), http_sse=True, max_sessions=1, quota_key=lambda scope, principal: "one")

    async def main() -> None:
        async with application.lifespan():
            opening = AsgiRequest(application, "POST", message("initialize", 1, **OPENING))
            await opening.task
            headers = {"mcp_session_id": opening.headers["mcp-session-id"], "mcp_protocol_version": HANDSHAKE[-1]}
            listening = AsgiRequest(application, "GET", **headers)
            await listening.until(lambda: listening.status == 200)
            surplus = AsgiRequest(application, "GET")
            await asyncio.wait_for(surplus.task, 5)
            assert surplus.status == 503
            await listening.leave()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("admitted", "sent"),
    [("https://App.Example", "https://app.example"), ("https://app.example:443", "https://app.example")],
)
def test_an_origin_is_admitted_however_it_is_written(admitted: str, sent: str) -> None:
    """It never matched what browsers send."""

    async def talk(http: httpx.AsyncClient) -> None:
        answer = await http.post(URL, json=message("initialize", 1, **OPENING), headers={"Origin": sent})
        assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, sent)

    use(StreamableHttp(service(), origins=[admitted]), talk)


def test_an_origin_that_no_browser_sends_is_refused() -> None:
    with pytest.raises(ValueError, match="ASCII"):
        StreamableHttp(service(), origins=["https://b\u00fccher.example"])


def test_a_comment_follows_each_timer_even_if_it_is_early() -> None:
    """uvloop rounds times, so every second comment was left out."""
    application = StreamableHttp(service(), keep_alive=1000)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        with pytest.MonkeyPatch.context() as patch:
            async with application.lifespan():
                opening = AsgiRequest(application, "POST", message("initialize", 1, **OPENING))
                await opening.task
                headers = {"mcp_session_id": opening.headers["mcp-session-id"], "mcp_protocol_version": HANDSHAKE[-1]}
                later = loop.call_later

                def call_early(seconds: float, *call: Any) -> asyncio.TimerHandle:
                    return later(min(seconds, 0.01), *call)

                patch.setattr(loop, "call_later", call_early)
                listening = AsgiRequest(application, "GET", **headers)
                await listening.until(lambda: listening.body.count(b": ping") > 2)
                await listening.leave()

    asyncio.run(main())
