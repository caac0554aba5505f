"""A client, a bridge and a server: a session at each end, and an observer on each way, check all messages."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import mcp_bindings as mb
from mcp_bindings.bridge import Action, Bounds, Closed, CloseStream, EndExchange, Lost, ToClient, ToolHeaders, ToServer
from mcp_bindings.negotiation.versions import add_required_members
from mcp_bindings.session import Ignored, OpeningContinues
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.events import OpeningFailed, RequestLost, VersionAgreed
from mcp_bindings.session.session import Session
from mcp_bindings.spec.names import ACKNOWLEDGED
from tests.revisions import PER_REQUEST, filter_of, first_name, method_of, required_of_results

JSON = Any

CLIENT = {"name": "a client", "version": "1"}
SERVER = {"name": "a server", "version": "1"}

CLIENT_CAPABILITIES: JSON = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}
SERVER_CAPABILITIES: JSON = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"listChanged": True, "subscribe": True},
    "logging": {},
    "completions": {},
}
PAGES = ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read")

RESULTS: Mapping[str, JSON] = {
    "tools/list": {"tools": [{"name": "add", "description": "Add.", "inputSchema": {"type": "object"}}]},
    "tools/call": {"content": [{"type": "text", "text": "5"}]},
    "prompts/list": {"prompts": []},
    "prompts/get": {"messages": [{"role": "user", "content": {"type": "text", "text": "a"}}]},
    "resources/list": {"resources": []},
    "resources/templates/list": {"resourceTemplates": []},
    "resources/read": {"contents": []},
    "completion/complete": {"completion": {"values": ["a"]}},
    "elicitation/create": {"action": "accept", "content": {"name": "x"}},
    "sampling/createMessage": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "hi"}},
    "roots/list": {"roots": []},
}
ELICITATION = {
    "message": "who?",
    "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
}


def complete(revision: str, method: str) -> JSON:
    """A plain result of a method in a revision."""
    method = first_name(method, revision)
    required = required_of_results(revision) if method not in ("elicitation/create", "roots/list") else {}
    if method not in PAGES:
        required = {name: value for name, value in required.items() if name == "resultType"}
    return {**RESULTS.get(method, {}), **(required if "sampling" not in method else {})}


class Side(Session):
    """A session that sends a method by the name that the revision has for it."""

    def __init__(self, role: Any, revisions: Sequence[str], **options: Any) -> None:
        super().__init__(role, revisions, **options)
        self._newest = max(revisions)

    def request(self, method: str, params: Any = None, *, id: Any = None, progress: bool = False) -> Any:
        return super().request(self._own_name(method), params, id=id, progress=progress)

    def notify(self, method: str, params: Any = None) -> bytes:
        return super().notify(self._own_name(method), params)

    def _own_name(self, method: str) -> str:
        return method_of(method, self._newest if self.revision is None else self.revision.id)


def named(message: mb.Request | mb.Notification) -> str:
    """The name that tests write for the method of a message that a session has read."""
    return first_name(message.method, message.revision_id)


class World:
    """A client, a bridge and a server.

    Args:
        client, server: the newest revision of each side; the only one unless more are given.
        client_transport, server_transport: `stdio` or `http`.
        clients, servers: all revisions of each side.
    """

    def __init__(
        self,
        client: str,
        server: str,
        client_transport: str = "stdio",
        server_transport: str = "stdio",
        *,
        clients: tuple[str, ...] = (),
        servers: tuple[str, ...] = (),
        client_capabilities: JSON = None,
        server_capabilities: JSON = None,
        bounds: Bounds | None = None,
        principal: str | None = "someone",
        tool_headers: ToolHeaders | None = None,
    ) -> None:
        self.revisions = {"client": client, "server": server}
        self.transports: dict[str, Any] = {"client": client_transport, "server": server_transport}
        self.now: float = 0.0
        self.bridge = mb.Bridge(
            client_transport=self.transports["client"],
            server_transport=self.transports["server"],
            principal=principal,
            bounds=bounds,
            tool_headers=tool_headers,
            clock=lambda: self.now,
        )
        own = CLIENT_CAPABILITIES if client_capabilities is None else client_capabilities
        self.server_capabilities = SERVER_CAPABILITIES if server_capabilities is None else server_capabilities
        self.servers = servers or (server,)
        self.client = Side(
            "client",
            clients or (client,),
            info=CLIENT,
            capabilities=own,
            transport=self.transports["client"],
            mode="default",
        )
        self.each_post = server_transport == "http" and server in PER_REQUEST
        self.main = self.make_server()
        self.posts: dict[JSON, Session] = {}
        self.front, self.back = (mb.Observer(transport=self.transports[side]) for side in ("client", "server"))
        self.broken: dict[str, set[str]] = {"client": set(), "server": set()}
        """The rules that the messages of the client and the server have broken: the bridge may pass those faults on."""

        self.wire: deque[Action] = deque()
        self.exchanges = 0
        self.open_exchanges: set[int] = set()
        self.closed = ""
        self.lost: list[Lost] = []
        self.client_got: list[Any] = []
        self.server_got: list[Any] = []
        self.taken: list[Action] = []
        self.version: str | None = None
        self.on_server: Callable[[mb.Request, Session, JSON], bool] = lambda _request, _session, _stream: False
        self.on_client: Callable[[mb.Request], bool] = lambda _request: False

    def hold(self, method: str) -> list[tuple[mb.Request, Session, JSON]]:
        """Let the server keep requests of a method instead of answering them; they appear in the list."""
        held: list[tuple[mb.Request, Session, JSON]] = []

        def keep(request: mb.Request, session: Session, stream: JSON) -> bool:
            if named(request) == method:
                held.append((request, session, stream))
            return named(request) == method

        self.on_server = keep
        return held

    def make_server(self) -> Session:
        return Side(
            "server",
            self.servers,
            info=SERVER,
            capabilities=self.server_capabilities,
            instructions="be kind",
            transport=self.transports["server"],
            mode="default",
        )

    # The client.

    def open(self) -> None:
        """Let the client open the connection, and carry all messages."""
        self.client_sends(self.client.open())
        self.run()

    def client_sends(self, data: bytes) -> int | None:
        """Let the client send a text; the exchange that carries it."""
        headers, exchange = None, None
        if self.transports["client"] == "http":
            headers = self.client.http_headers(data)
            self.exchanges += 1
            exchange = self.exchanges
            self.open_exchanges.add(exchange)
        self.hear(self.front, data, "client", headers)
        self.carry_out(self.bridge.from_client(data, headers=headers, exchange=exchange))
        return exchange

    def request(self, method: str, params: JSON = None, *, progress: bool = False) -> JSON:
        """Let the client send a request, carry all messages, and return the answer."""
        sent = self.client.request(method, params, progress=progress)
        self.client_sends(sent.data)
        self.run()
        return self.answer_to(sent.id)

    def answer_to(self, id_: JSON) -> JSON:
        """The answer that the client has got to a request; None if there is none."""
        found = [each for each in self.client_got if getattr(each, "id", None) == id_ and not is_request(each)]
        assert len(found) <= 1, found
        return found[0].document if found else None

    # The way between.

    def carry_out(self, actions: list[Action]) -> None:
        self.wire.extend(actions)
        self.taken += actions

    def run(self) -> None:
        """Carry all messages."""
        for _ in range(1_000):
            if not self.wire:
                return
            self.deliver()
        raise AssertionError("the messages do not come to an end")

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and carry all messages."""
        self.now += seconds
        self.carry_out(self.bridge.expire(self.now))
        self.run()

    def deliver(self) -> None:
        """Carry one message."""
        action = self.wire.popleft()
        if isinstance(action, ToClient):
            self._to_client(action)
        elif isinstance(action, ToServer):
            self._to_server(action)
        elif isinstance(action, CloseStream):
            session = self.posts.pop(action.id, self.main)
            session.record_unanswered_request(action.id)
            self.back.lost(action.id)
        elif isinstance(action, EndExchange):
            self.open_exchanges.discard(action.exchange)
        elif isinstance(action, Closed):
            self.closed = action.reason
        else:
            self.lost.append(action)

    def hear(self, observer: mb.Observer, data: bytes, sender: str, headers: JSON = None) -> None:
        """Check a message that the bridge may have sent: no fault of it may be one of the bridge itself."""
        is_of_bridge = (observer is self.front) == (sender == "server")
        for event in observer.hear(data, "client" if sender == "client" else "server", headers=headers):
            faults = [each for each in event.findings if each.side == sender and each.level != "note"]
            if is_of_bridge:
                faults = [each for each in faults if each.rule not in self.broken[sender]]
                assert not faults, (sender, faults, data)
            else:
                self.broken[sender].update(each.rule for each in faults)

    def _to_client(self, action: ToClient) -> None:
        if self.transports["client"] == "http" and action.exchange is not None:
            assert action.exchange in self.open_exchanges, "the exchange has ended"
            if action.answers:
                self.open_exchanges.discard(action.exchange)
        self.hear(self.front, action.data, "server")
        event = self.client.receive(action.data)
        for each in event if isinstance(event, mb.Batch) else [event]:
            assert not isinstance(each, mb.ProtocolError), each
            self._client_takes(each)

    def _client_takes(self, event: Any) -> None:
        if isinstance(event, (VersionAgreed, OpeningContinues)):
            self.client_got.append(event)
            if isinstance(event, VersionAgreed):
                self.version = event.version
            if event.reply is not None:
                self.client_sends(event.reply)
            return
        self.client_got.append(event)
        assert not isinstance(event, OpeningFailed), event
        if isinstance(event, mb.Request) and not self.on_client(event):
            revision = self.client.revision_of(event.id).id
            self.client_sends(self.client.respond(event.id, complete(revision, event.method)))

    def _to_server(self, action: ToServer) -> None:
        session = self.make_server() if self.each_post else self.main
        if self.each_post and action.id is not None:
            self.posts[action.id] = session
        headers = action.headers if self.transports["server"] == "http" else None
        self.hear(self.back, action.data, "client", headers)
        try:
            event = session.receive(action.data, headers=headers)
        except mb.ProtocolError as error:
            self._server_rejects(action, error)
            return
        for each in event if isinstance(event, mb.Batch) else [event]:
            assert not isinstance(each, mb.ProtocolError), each
            self.server_got.append(each)
            if isinstance(each, mb.Request) and not self.on_server(each, session, action.id):
                self.server_answers(each, session, action.id)

    def _server_rejects(self, action: ToServer, error: mb.ProtocolError) -> None:
        """Let the server reject a message, which it may do with those that open the connection only."""
        reply = error.to_bytes()
        assert reply is not None, error
        assert self.version is None, (error, action.data)
        self.server_sends(reply, action.id)

    # The server.

    def server_answers(self, request: mb.Request, session: Session, stream: JSON) -> None:
        """Let the server answer a request in a plain way."""
        revision = session.revision_of(request.id).id
        if named(request) in ("initialize", "server/discover"):
            data = session.accept(request)
        elif named(request) == "subscriptions/listen":
            meta = {"io.modelcontextprotocol/subscriptionId": request.id}
            wanted = request.document["params"]["notifications"]
            granted = {name: value for name, value in wanted.items() if self.has(name)}
            params = add_required_members(
                mb.revision(revision), ACKNOWLEDGED, {"_meta": meta, "notifications": granted}
            )
            data = session.notify(ACKNOWLEDGED, params)
        else:
            data = session.respond(request.id, complete(revision, request.method))
        self.server_sends(data, stream)

    def has(self, name: str) -> bool:
        """Whether the server has what a member of a filter asks for."""
        if name == filter_of(self.revisions["server"]):
            return bool(self.server_capabilities.get("resources", {}).get("subscribe"))
        return bool(self.server_capabilities.get(name.removesuffix("ListChanged"), {}).get("listChanged"))

    def server_sends(self, data: bytes, stream: JSON = None) -> None:
        """Let the server send a text."""
        self.hear(self.back, data, "server")
        stream = stream if self.transports["server"] == "http" else None
        self.carry_out(self.bridge.from_server(data, stream=stream))

    def received(self, method: str) -> list[mb.Request | mb.Notification]:
        """What the server has received of a method."""
        heard = (each for each in self.server_got if isinstance(each, (mb.Request, mb.Notification)))
        return [each for each in heard if named(each) == method]

    def notified(self, method: str) -> list[mb.Notification]:
        """The notifications that the client has received."""
        return [each for each in self.client_got if isinstance(each, mb.Notification) and named(each) == method]


def is_request(event: Any) -> bool:
    return isinstance(event, (mb.Request, Ignored, RequestLost, VersionAgreed, LocalProtocolError))
