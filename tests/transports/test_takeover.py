"""One application takes the sessions of another one over, in this process with stores in memory.

`python -m tests.soak takeover` does it with Redis and processes that are killed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.http.event_reader import EventReader, ReceivedEvent
from mcp_bindings.transports import MemoryEvents, MemorySessions, Stores, StreamableHttp
from mcp_bindings.transports.buffers import Buffers
from mcp_bindings.transports.http_sessions import SharedSessions
from mcp_bindings.transports.stores import SessionHeldError, StoredSession, StoreError
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, service

WITH_SESSIONS = [revision for revision in HANDSHAKE if mb.revision(revision).protocol.http.resumable]

each_revision = pytest.mark.parametrize("revision", WITH_SESSIONS)


class AsgiRequest:
    """One HTTP request to an application, whose response is read while it is sent."""

    def __init__(
        self, app: StreamableHttp, method: str, body: object = None, *, query: str = "", **headers: str
    ) -> None:
        given = {"host": "localhost", "accept": "application/json, text/event-stream", **headers}
        if body is not None:
            given["content-type"] = "application/json"
        lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]
        scope = {"type": "http", "method": method, "path": "/mcp", "headers": lines, "query_string": query.encode()}
        self._requests: list[dict[str, Any]] = [{"type": "http.request", "body": json.dumps(body).encode()}]
        self.status = 0
        self.headers: dict[str, str] = {}
        self.events: list[ReceivedEvent] = []
        self.body = b""
        self._reader = EventReader()
        self._has_left = asyncio.Event()
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def leave(self) -> None:
        """Disconnect, and wait until the application has noticed it."""
        self._has_left.set()
        await self.task

    async def _receive(self) -> dict[str, Any]:
        if self._requests:
            return self._requests.pop()
        await self._has_left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message["body"]
            self.events += self._reader.feed(message["body"])

    @property
    def messages(self) -> list[Any]:
        return [json.loads(event.data) for event in self.events if event.data]

    async def until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(500):
            if is_so():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{self.status} {self.body!r}")


def application(sessions: MemorySessions) -> StreamableHttp:
    return StreamableHttp(service(), stores=Stores(sessions, MemoryEvents(sessions)))


async def open_session(app: StreamableHttp, revision: str, **declared: Any) -> dict[str, str]:
    params = {"protocolVersion": revision, "capabilities": declared, "clientInfo": INFO}
    opening = AsgiRequest(app, "POST", {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    await opening.task
    headers = {"mcp_session_id": opening.headers["mcp-session-id"], "mcp_protocol_version": revision}
    ready = AsgiRequest(app, "POST", {"jsonrpc": "2.0", "method": "notifications/initialized"}, **headers)
    await ready.task
    assert ready.status == 202
    return headers


def call(id_: int, **arguments: Any) -> dict[str, Any]:
    params = {"name": "progress", "arguments": arguments, "_meta": {"progressToken": id_}}
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}


def run(what: Callable[[MemorySessions], Awaitable[None]], **options: float) -> None:
    async def main() -> None:
        await asyncio.wait_for(what(MemorySessions(**options)), 20)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(main())


async def kill(app: StreamableHttp) -> None:
    """Stop everything that an application does, as the end of its process would."""
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        if not getattr(task.get_coro(), "__qualname__", "").endswith((".main", ".talk")):
            task.cancel()
    await asyncio.sleep(0)


def test_only_what_can_be_an_id_is_looked_up() -> None:
    class Watched(MemorySessions):
        def __init__(self) -> None:
            super().__init__()
            self.claimed: list[str] = []

        async def claim(self, holder: str, session_id: str, principal: str | None) -> StoredSession | None:
            self.claimed.append(session_id)
            return await super().claim(holder, session_id, principal)

    async def talk(_: MemorySessions) -> None:
        watched = Watched()
        app = application(watched)
        for id_ in ("a" * 257, "a b", "\u00e4", "a" * 256):
            found = AsgiRequest(app, "POST", call(1), mcp_session_id=id_, mcp_protocol_version=WITH_SESSIONS[-1])
            await found.task
            assert found.status in (400, 404)
        assert watched.claimed == ["a" * 256]

    run(talk)


@each_revision
def test_a_stream_resumes_and_ends_with_an_error(revision: str) -> None:
    async def talk(sessions: MemorySessions) -> None:
        first, second = application(sessions), application(sessions)
        headers = await open_session(first, revision)
        called = AsgiRequest(first, "POST", call(2, count=50, pause=0.02), **headers)
        await called.until(lambda: len(called.messages) >= 3)
        await kill(first)
        last = called.events[1].id
        resumed = AsgiRequest(second, "GET", last_event_id=last, **headers)
        await resumed.task
        seen = [event.id for event in called.events]
        assert [event.id for event in resumed.events][: len(seen) - 2] == seen[2:]
        ids = [*seen[:2], *(event.id for event in resumed.events)]
        assert len(ids) == len(set(ids))
        progress = [each["params"]["progress"] for each in resumed.messages[:-1]]
        assert progress == list(range(progress[0], progress[0] + len(progress)))
        assert resumed.messages[-1]["id"] == 2
        assert resumed.messages[-1]["error"]["code"] == -32603
        after = AsgiRequest(second, "POST", call(3, count=1), **headers)
        await after.task
        assert after.messages[-1]["result"]["content"]

    run(talk, lease=0.1)


@each_revision
def test_a_stream_that_has_its_response_is_sent_again_as_it_was(revision: str) -> None:
    async def talk(sessions: MemorySessions) -> None:
        first, second = application(sessions), application(sessions)
        headers = await open_session(first, revision)
        called = AsgiRequest(first, "POST", call(2, count=2), **headers)
        await called.task
        await kill(first)
        resumed = AsgiRequest(second, "GET", last_event_id=called.events[0].id, **headers)
        await resumed.task
        assert resumed.events == [event._replace(retry=None) for event in called.events[1:]]

    run(talk, lease=0.1)


def test_a_session_of_a_living_application_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(sessions: MemorySessions) -> None:
        first, second = application(sessions), application(sessions)
        headers = await open_session(first, WITH_SESSIONS[-1])
        monkeypatch.setattr(sessions, "claim_timeout", 0.0)
        refused = AsgiRequest(second, "POST", call(2, count=1), **headers)
        await refused.task
        assert (refused.status, refused.headers.get("retry-after")) == (503, "1")
        served = AsgiRequest(first, "POST", call(2, count=1), **headers)
        await served.task
        assert served.status == 200
        await first.sessions.close()
        taken = AsgiRequest(second, "POST", call(3, count=1), **headers)
        await taken.task
        assert taken.messages[-1]["result"]

    run(talk, lease=1000)


def test_who_has_lost_a_session_writes_no_more_to_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(sessions: MemorySessions) -> None:
        first, second = application(sessions), application(sessions)
        headers = await open_session(first, WITH_SESSIONS[-1])
        slow = AsgiRequest(first, "POST", call(2, count=100, pause=0.02), **headers)
        await slow.until(lambda: len(slow.messages) >= 2)
        resumed = AsgiRequest(second, "GET", last_event_id=slow.events[-1].id, **headers)
        await resumed.task
        await asyncio.sleep(0.1)
        stored = await MemoryEvents(sessions).load(headers["mcp_session_id"])
        ids = [event.id for event in resumed.events]
        assert len(set(ids)) == len(ids)
        assert stored[-1].events[-1].data == resumed.events[-1].data.encode()
        sessions.claim_timeout, sessions.sessions[headers["mcp_session_id"]].holder = 0.0, "who lives"
        monkeypatch.setattr(sessions, "_lease", 1000)
        await sessions.renew("who lives")
        other = AsgiRequest(first, "POST", call(3, count=2), **headers)
        await other.task
        assert other.status == 503

    run(talk, lease=0)
    assert "session" in caplog.text


def test_what_was_deleted_is_gone_everywhere() -> None:
    async def talk(sessions: MemorySessions) -> None:
        first, second = application(sessions), application(sessions)
        headers = await open_session(first, WITH_SESSIONS[-1])
        deleted = AsgiRequest(first, "DELETE", **headers)
        await deleted.task
        gone = AsgiRequest(second, "POST", call(2, count=1), **headers)
        await gone.task
        assert (deleted.status, gone.status, sessions.sessions) == (204, 404, {})

    run(talk)


@each_revision
@pytest.mark.parametrize("messages", [0, 1, 3])
def test_a_store_that_is_emptied_does_not_hang_a_call(revision: str, messages: int) -> None:
    """Neither one whose next event cannot be stored, nor another one that has no event; later ones get 404."""

    async def talk(sessions: MemorySessions) -> None:
        app = application(sessions)
        headers = await open_session(app, revision)
        waiting = AsgiRequest(app, "POST", {**call(3), "params": {"name": "wait", "arguments": {}}}, **headers)
        called = AsgiRequest(app, "POST", call(2, count=20, pause=0.05), **headers)
        await called.until(lambda: len(called.messages) >= messages)
        sessions.sessions.clear()
        await called.task
        assert called.status == (200 if messages else 503)
        answers = [each["error"]["data"] for each in called.messages if "id" in each]
        assert answers == ([{"mayHaveRun": True}] if messages else [])
        await waiting.task
        assert waiting.status == 200
        assert "so it may have run" in json.loads(waiting.body)["error"]["message"]
        for method, body, last in [("POST", call(4, count=1), None), ("GET", None, called.events[-1:])]:
            gone = AsgiRequest(app, method, body, **headers, **({"last_event_id": last[0].id} if last else {}))
            await gone.task
            assert gone.status == 404

    run(talk)


def test_a_stranger_does_not_take_a_session_from_its_owner() -> None:
    async def talk(sessions: MemorySessions) -> None:
        stored = StoredSession('{"id": 1}', principal="owner")
        await sessions.save("dead", "s" * 32, stored)
        await sessions.release("dead")
        shared = SharedSessions(service(), Stores(sessions, MemoryEvents(sessions)), Buffers(1_000))
        assert await shared.claim_session("s" * 32, "stranger") is None
        assert await shared.claim_session("s" * 32, None) is None
        assert (sessions.sessions["s" * 32].holder, sessions.sessions["s" * 32].stored) == ("dead", stored)

    run(talk)


@pytest.mark.parametrize("opening", ["", "[]", '{"jsonrpc": "2.0", "id": 1, "method": "ping"}'])
def test_a_session_that_cannot_be_restored_is_a_store_error(opening: str) -> None:
    async def talk(sessions: MemorySessions) -> None:
        app = application(sessions)
        await sessions.save("dead", "s" * 32, StoredSession(opening))
        await sessions.release("dead")
        with pytest.raises(StoreError, match="initialize"):
            await app.sessions.find_or_restore_client("s" * 32)
        headers = {"mcp_session_id": "s" * 32, "mcp_protocol_version": WITH_SESSIONS[-1]}
        refused = AsgiRequest(app, "POST", call(2, count=1), **headers)
        await refused.task
        assert refused.status == 503

    run(talk)


class SlowSessions(MemorySessions):
    """A store in which it takes long to keep sessions."""

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        await asyncio.sleep(60)
        return await super().keep(holder, session_ids)


def test_an_application_lives_while_it_keeps_its_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.transports.http_sessions._RENEWAL_INTERVAL", 0.02)
    monkeypatch.setattr("mcp_bindings.transports.http_sessions._CHECK_INTERVAL", 0.02)

    async def talk(unused: MemorySessions) -> None:
        sessions = SlowSessions(lease=0.2)
        first = application(sessions)
        headers = await open_session(first, WITH_SESSIONS[-1])
        for _tick in range(6):
            await asyncio.sleep(0.1)
            with pytest.raises(SessionHeldError):
                await sessions.claim("other", headers["mcp_session_id"], None)
        await first.sessions.close()
        assert await sessions.claim("other", headers["mcp_session_id"], None)

    run(talk)


class AwaySessions(MemorySessions):
    """A store whose methods raise an error of a database while it is away."""

    is_away = False

    async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
        self._reach()
        await super().save(holder, session_id, session)

    def renew(self, holder: str) -> Any:  # no async method, which raises at the call
        self._reach()
        return super().renew(holder)

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        self._reach()
        return await super().keep(holder, session_ids)

    def _reach(self) -> None:
        if self.is_away:
            raise LookupError("the database is away")


def test_any_error_of_a_store_is_a_store_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("mcp_bindings.transports.http_sessions._RENEWAL_INTERVAL", 0.02)
    monkeypatch.setattr("mcp_bindings.transports.http_sessions._CHECK_INTERVAL", 0.02)

    async def talk(unused: MemorySessions) -> None:
        sessions = AwaySessions(lease=0.3)
        first = application(sessions)
        headers = await open_session(first, WITH_SESSIONS[-1])
        sessions.is_away = True
        await asyncio.sleep(0.1)
        params = {"protocolVersion": WITH_SESSIONS[-1], "capabilities": {}, "clientInfo": INFO}
        opening = AsgiRequest(first, "POST", {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
        await opening.task
        assert opening.status == 503
        sessions.is_away = False
        await asyncio.sleep(0.4)
        with pytest.raises(SessionHeldError):  # its lease is renewed again
            await sessions.claim("other", headers["mcp_session_id"], None)
        await first.sessions.close()

    run(talk)
    assert "cannot be renewed: LookupError: the database is away" in caplog.text


def test_a_surplus_session_that_is_taken_over_has_ended() -> None:
    """Its request got status 500."""

    async def talk(sessions: MemorySessions) -> None:
        first = application(sessions)
        stores = Stores(sessions, MemoryEvents(sessions))
        second = StreamableHttp(service(), stores=stores, max_sessions=1, quota_key=lambda scope, principal: "one")
        headers = await open_session(first, WITH_SESSIONS[-1])
        await kill(first)
        stream = AsgiRequest(second, "GET", **await open_session(second, WITH_SESSIONS[-1]))
        await stream.until(lambda: stream.status == 200)
        taken = AsgiRequest(second, "POST", {"jsonrpc": "2.0", "id": 3, "method": "ping"}, **headers)
        await taken.task
        assert taken.status == 404
        await stream.leave()

    run(talk, lease=0.1)


@pytest.mark.parametrize("saves", [1, 2])
def test_a_session_that_ends_while_it_is_stored_is_gone(saves: int) -> None:
    """It came back, and this process renewed it for ever."""

    class Slow(MemorySessions):
        def __init__(self) -> None:
            super().__init__()
            self.saved: list[str] = []

        async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
            self.saved.append(session_id)
            if len(self.saved) == saves:
                await app.sessions.remove_session(session_id)
            await super().save(holder, session_id, session)

    slow = Slow()
    app = application(slow)

    async def talk(_: MemorySessions) -> None:
        with suppress(AssertionError):  # the second message gets status 404 if the session has ended
            await open_session(app, WITH_SESSIONS[-1])
        assert len(slow.saved) == saves
        shared: Any = vars(app.sessions)["_shared_sessions"]
        assert not shared._saved
        assert await slow.claim("another", slow.saved[0], None) is None

    run(talk)


def test_a_session_deleted_by_the_first_request_stays_gone() -> None:
    """A second request, which had waited for the same takeover, brought it back."""

    async def talk(sessions: MemorySessions) -> None:
        first, second = application(sessions), application(sessions)
        headers = await open_session(first, WITH_SESSIONS[-1])
        await kill(first)
        await sessions.release(next(iter(sessions.sessions.values())).holder)
        deleting = AsgiRequest(second, "DELETE", **headers)
        calling = AsgiRequest(second, "POST", {"jsonrpc": "2.0", "id": 3, "method": "ping"}, **headers)
        await asyncio.gather(deleting.task, calling.task)
        assert (deleting.status, calling.status) == (204, 404)
        assert headers["mcp_session_id"] not in second.sessions

    run(talk)
