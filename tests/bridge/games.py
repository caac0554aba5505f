"""Games of a random client and a random server with a bridge between them.

Each end is a `Session`, which may send what is valid and take what is valid; `World` also has an observer on each way.
A game fails if the bridge sends something that is not valid, if an end waits for an answer that does not come, or if an
answer gets lost.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import mcp_bindings as mb
from mcp_bindings.bridge import Bounds, ToClient
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.session import Session
from mcp_bindings.spec.error_codes import URL_ELICITATION_REQUIRED
from mcp_bindings.spec.names import LOG_LEVELS
from tests.bridge.world import CLIENT_CAPABILITIES, SERVER_CAPABILITIES, World, complete, named
from tests.revisions import HANDSHAKE, PER_REQUEST, filter_of, first_name, has_method, method_of
from tests.session import documents
from tests.soak.tally import Tally

JSON = Any

LENGTH = 60
SETTLED = 10_000
BOUNDS = Bounds(calls=40, input_seconds=30, call_seconds=5_000, unclaimed_seconds=5, own_seconds=60, rounds=4)
INPUTS = ("elicitation/create", "sampling/createMessage", "roots/list")
NOT_SENT = ("initialize", "server/discover", "subscriptions/listen")
CHANGES = ("tools", "prompts", "resources")
LEVEL_KEY = "io.modelcontextprotocol/logLevel"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"


ELSEWHERE = {"mode": "url", "elicitationId": "e", "url": "https://example.com/", "message": "Go there"}


class Game(World):
    """One game.

    Args:
        chance: makes the choices.
        tally: counts what happens.
        client, server: the revision of each side.
        client_transport, server_transport: `stdio` or `http`.
        seed: of the documents.
    """

    def __init__(
        self,
        chance: random.Random,
        tally: Tally,
        client: str,
        server: str,
        client_transport: str,
        server_transport: str,
        seed: int,
    ) -> None:
        self.chance, self.tally, self.seed = chance, tally, seed
        super().__init__(
            client,
            server,
            client_transport,
            server_transport,
            client_capabilities=self.some(CLIENT_CAPABILITIES),
            server_capabilities=self.some(SERVER_CAPABILITIES),
            bounds=BOUNDS,
        )
        self.asked_of_server: list[tuple[mb.Request, Session, JSON]] = []
        self.asked_of_client: list[mb.Request] = []
        self.listens: list[tuple[mb.Request, Session, JSON]] = []
        self.exchange_of: dict[JSON, int | None] = {}
        self.given_up: set[JSON] = set()
        self.log: list[str] = []
        self.on_server = self.keep_for_server
        self.on_client = self.keep_for_client
        self.methods = [
            info.name
            for info in mb.revision(client).methods.values()
            if info.kind == "request"
            and "client" in info.senders
            and first_name(info.name, client) not in NOT_SENT
            and not info.name.startswith("tasks/")
        ]

    def some(self, capabilities: JSON) -> JSON:
        return {name: value for name, value in capabilities.items() if self.chance.random() < 0.85}

    # What arrives is kept until it is answered.

    def keep_for_server(self, request: mb.Request, session: Session, stream: JSON) -> bool:
        if named(request) in ("initialize", "server/discover"):
            return False
        if named(request) == "subscriptions/listen":
            self.tally.count("subscriptions")
            self.listens.append((request, session, stream))
            return False
        self.asked_of_server.append((request, session, stream))
        return True

    def keep_for_client(self, request: mb.Request) -> bool:
        self.asked_of_client.append(request)
        return True

    # The steps.

    def play(self, length: int) -> None:
        """Open the connection, take random steps, and let everything come to its end."""
        self.open()
        assert self.version == self.revisions["client"], f"not opened: {self.closed or self.client_got}"
        steps: list[tuple[int, Callable[[], None]]] = [
            (30, self.step_deliver),
            (14, self.step_request),
            (12, self.step_answer),
            (6, self.step_server_request),
            (6, self.step_client_answer),
            (5, self.step_progress),
            (4, self.step_log),
            (4, self.step_change),
            (3, self.step_cancel),
            (3, self.step_listen),
            (8, self.step_retry),
            (2, self.step_server_cancel),
            (2, self.step_batch),
            (2, self.step_end_listen),
            (8, self.step_time),
            (1, self.step_client_change),
        ]
        weights = [weight for weight, _ in steps]
        for _ in range(length):
            ((_, step),) = self.chance.choices(steps, weights)
            self.log.append(step.__name__)
            self.tally.count("steps", step.__name__)
            try:
                step()
            except LocalProtocolError:
                self.tally.count("not sent", step.__name__)  # an end may not send what was drawn
        self.drain()

    def step_deliver(self) -> None:
        if self.wire:
            self.deliver()

    def step_time(self) -> None:
        self.now += self.chance.choice([0.01, 0.1, 0.1, 3, 20])
        self.carry_out(self.bridge.expire(self.now))

    def step_request(self) -> None:
        method = self.chance.choice(self.methods)
        drawn = documents.params(self.revisions["client"], method, self.seed, valid=True)
        params: JSON = self.chance.choice(drawn) if drawn else None
        if self.revisions["client"] in PER_REQUEST and self.chance.random() < 0.3:
            params = with_members(params, _meta={LEVEL_KEY: self.chance.choice(LOG_LEVELS)})
        if first_name(method, self.revisions["client"]) == "tools/call" and self.chance.random() < 0.5:
            params = with_members(params, name="add")
        sent = self.client.request(method, params, progress=self.chance.random() < 0.5)
        self.exchange_of[sent.id] = self.client_sends(sent.data)
        self.tally.count("requests", method)

    def step_listen(self) -> None:
        if self.revisions["client"] not in PER_REQUEST:
            return
        wanted: JSON = {f"{name}ListChanged": self.chance.random() < 0.5 for name in CHANGES}
        updates = filter_of(self.revisions["client"])
        wanted[updates] = self.chance.sample(["a:b", "a:c", "a:d"], self.chance.randrange(3))
        sent = self.client.request("subscriptions/listen", {"notifications": wanted})
        self.exchange_of[sent.id] = self.client_sends(sent.data)

    def step_batch(self) -> None:
        if mb.revision(self.revisions["client"]).protocol.batching.send != "may":
            return
        texts = [self.client.request("ping").data for _ in range(self.chance.randint(1, 3))]
        texts += [self.client.request(method).data for method in ("tools/list",) if "tools" in self.server_capabilities]
        self.client_sends(self.client.batch(texts))

    def step_cancel(self) -> None:
        """Cancel a request, or give a round of input up.

        Whether a level of the log that is cancelled has been set depends on which message was first, which no observer
        between both sides can tell.
        """
        waiting = self.client.pending
        pending = [id_ for id_ in waiting if id_ in self.exchange_of and waiting[id_] != "logging/setLevel"]
        if pending:
            id_ = self.chance.choice(pending)
            data = self.client.cancel(id_)
            self.given_up.add(id_)
            if data is not None:
                self.client_sends(data)
            else:
                exchange = self.exchange_of[id_]
                self.open_exchanges.discard(exchange or 0)
                self.front.lost(id_)
                self.forget_exchange(exchange)
                self.carry_out(self.bridge.client_left(exchange))

    def forget_exchange(self, exchange: int | None) -> None:
        """Drop what is on its way in an exchange that the client has closed."""
        kept = [each for each in self.wire if not (isinstance(each, ToClient) and each.exchange == exchange)]
        self.wire.clear()
        self.wire.extend(kept)

    def step_retry(self) -> None:
        """Send a call again with input."""
        asked = [each for each in self.client_got if is_input_required(each) and each.id not in self.given_up]
        if not asked:
            return
        answer = self.chance.choice(asked)
        self.given_up.add(answer.id)
        wanted: JSON = answer.document["result"].get("inputRequests") or {}
        given: JSON = {key: self.input_for(each["method"]) for key, each in wanted.items()}
        sent = self.client.retry(answer.id, given or None)
        self.exchange_of[sent.id] = self.client_sends(sent.data)
        self.tally.count("retries")

    def input_for(self, method: str) -> JSON:
        method = first_name(method, self.revisions["client"])
        if method == "elicitation/create":
            return {"action": self.chance.choice(["cancel", "decline"])}
        return complete(HANDSHAKE[-1], method)

    def step_client_answer(self) -> None:
        """Answer a request of the server, or fail to."""
        if not self.asked_of_client:
            return
        request = self.asked_of_client.pop(self.chance.randrange(len(self.asked_of_client)))
        if request.id not in self.client.peer_requests:
            return
        if self.chance.random() < 0.2:
            error = mb.ProtocolError(self.chance.choice([-1, -32603, -32601]), "no")
            self.client_sends(self.client.respond_error(request.id, error))
            return
        result: JSON = {} if named(request) == "ping" else self.input_for(request.method)
        drawn = (
            ()
            if named(request) == "ping"
            else documents.results(self.revisions["client"], request.method, self.seed, valid=True)
        )
        try:
            data = self.client.respond(request.id, self.chance.choice(drawn) if drawn else result)
        except LocalProtocolError:
            data = self.client.respond(request.id, result)
        self.client_sends(data)

    def step_client_change(self) -> None:
        if self.revisions["client"] in HANDSHAKE:
            self.client_sends(self.client.notify("notifications/roots/list_changed"))

    # The server.

    def step_answer(self) -> None:
        """Answer a request of the bridge in one of many ways."""
        if not self.asked_of_server:
            return
        request, session, stream = self.asked_of_server.pop(self.chance.randrange(len(self.asked_of_server)))
        if session.peer_requests.get(request.id) == request.method:
            self.server_sends(self.any_answer(request, session), stream)

    def any_answer(self, request: mb.Request, session: Session) -> bytes:
        kind, revision = self.chance.random(), self.revisions["server"]
        tries: list[Callable[[], bytes]] = []
        if kind < 0.15:
            code = self.chance.choice([-1, -32002, -32602, -32050, -32000, URL_ELICITATION_REQUIRED])
            error = mb.ProtocolError(code, "no", data={"uri": "a:b", "elicitations": [ELSEWHERE]})
            tries.append(lambda: session.respond_error(request.id, error))
        elif kind < 0.4 and revision in PER_REQUEST:
            tries.append(lambda: session.respond(request.id, self.input_required()))
        elif kind < 0.9:
            drawn = documents.results(revision, request.method, self.seed, valid=True)
            if drawn:
                tries.append(lambda: session.respond(request.id, self.chance.choice(drawn)))
        for attempt in tries:
            try:
                return attempt()
            except LocalProtocolError:
                self.tally.count("not sent", "answer")
        return self.plain_answer(request, session)

    def plain_answer(self, request: mb.Request, session: Session) -> bytes:
        try:
            return session.respond(request.id, complete(self.revisions["server"], request.method))
        except LocalProtocolError:  # the page before it has another scope, for example
            return session.respond_error(request.id, mb.ProtocolError(-32603, "no"))

    def input_required(self) -> JSON:
        wanted: dict[str, JSON] = {}
        for method in self.chance.sample(INPUTS, self.chance.randrange(3)):
            drawn = documents.embedded(method, self.seed)
            params = self.chance.choice(drawn)
            own: JSON = {"method": method_of(method, self.revisions["server"])}
            wanted[method[:3]] = own if params is None else {**own, "params": params}
        result = {"resultType": "input_required", "inputRequests": wanted}
        self.tally.count("rounds")
        return result if self.chance.random() < 0.3 and wanted else {**result, "requestState": "s"}

    def step_server_request(self) -> None:
        if self.revisions["server"] not in HANDSHAKE:
            return
        method = self.chance.choice((*INPUTS, "ping"))
        if not has_method(method, self.revisions["server"]):
            return
        drawn = documents.params(self.revisions["server"], method, self.seed, valid=True)
        stream = self.chance.choice(self.asked_of_server)[2] if self.asked_of_server else None
        self.server_sends(self.main.request(method, self.chance.choice(drawn) if drawn else None).data, stream)
        self.tally.count("server requests", method)

    def step_progress(self) -> None:
        if not self.asked_of_server:
            return
        request, session, stream = self.chance.choice(self.asked_of_server)
        sent: JSON = request.document.get("params") or {}
        meta: JSON = sent.get("_meta") or {}
        if "progressToken" in meta:
            params = {"progressToken": meta["progressToken"], "progress": self.now + self.chance.random()}
            self.server_sends(session.notify("notifications/progress", params), stream)

    def step_log(self) -> None:
        session, stream = self.main, None
        if self.asked_of_server and (self.each_post or self.chance.random() < 0.5):
            _, session, stream = self.chance.choice(self.asked_of_server)
        params = {"level": self.chance.choice(LOG_LEVELS), "data": "x"}
        self.server_sends(session.notify("notifications/message", params), stream)

    def step_change(self) -> None:
        name = self.chance.choice((*CHANGES, "updated"))
        method = "notifications/resources/updated" if name == "updated" else f"notifications/{name}/list_changed"
        params: JSON = {"uri": self.chance.choice(["a:b", "a:c/x", "a:e"])} if name == "updated" else {}
        if self.revisions["server"] in HANDSHAKE:
            self.server_sends(self.main.notify(method, params))
        elif self.listens:
            request, session, stream = self.chance.choice(self.listens)
            data = session.notify(method, {**params, "_meta": {SUBSCRIPTION_KEY: request.id}})
            self.server_sends(data, stream)

    def step_end_listen(self) -> None:
        """End a subscription from the side of the server."""
        if not self.listens:
            return
        request, session, stream = self.listens.pop(self.chance.randrange(len(self.listens)))
        if request.id in session.peer_requests:
            data = session.notify("notifications/cancelled", {"requestId": request.id})
            self.server_sends(data, stream)
            result = {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: request.id}}
            self.server_sends(session.respond(request.id, result), stream)

    def step_server_cancel(self) -> None:
        pending = list(self.main.pending)
        if pending and self.revisions["server"] in HANDSHAKE:
            data = self.main.cancel(self.chance.choice(pending))
            assert data is not None
            self.server_sends(data)

    # The end.

    def drain(self) -> None:
        """Answer everything, and let time pass: then nothing waits any more."""
        for _ in range(SETTLED):
            self.run()
            while self.asked_of_client:
                self.step_client_answer()
            while self.asked_of_server:
                self.step_answer()
            if self.chance.random() < 0.5:
                self.pass_time(0.1)
                self.step_retry()
            if not self.wire:
                break
        for _ in range(150):
            self.pass_time(40)
            while self.asked_of_client:
                self.step_client_answer()
            while self.asked_of_server:
                request, session, stream = self.asked_of_server.pop()
                if session.peer_requests.get(request.id) == request.method:
                    self.server_sends(self.plain_answer(request, session), stream)
            self.run()
            if not self.client.pending and not self.main.pending:
                break
        listening = method_of("subscriptions/listen", self.revisions["client"])
        left = {id_: method for id_, method in self.client.pending.items() if method != listening}
        assert not left, f"the client waits for {left}"
        assert not self.main.pending, f"the server waits for {dict(self.main.pending)}"
        assert not self.closed, self.closed
        for kind in ("client", "server"):
            self.tally.count("messages", kind, times=len(self.client_got if kind == "client" else self.server_got))
        for each in self.client_got:
            if isinstance(each, mb.ErrorResponse):
                assert "in time" not in each.document["error"]["message"], f"lost: {each.document}, {each.method}"
                self.tally.count("errors", each.document["error"]["message"][:80])
        for lost in self.lost:
            self.tally.count("lost", lost.method, lost.reason[:60])


def with_members(params: JSON, **members: JSON) -> JSON:
    """Params with other members."""
    given: dict[str, JSON] = params or {}
    return {**given, **members}


def is_input_required(event: Any) -> bool:
    return isinstance(event, mb.Response) and event.document["result"].get("resultType") == "input_required"
