"""Two ends that communicate in steps; the model checks each step before and after it is taken."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import mcp_bindings as mb
from mcp_bindings.extensions import Extension, tasks
from mcp_bindings.session import Ignored, OpeningContinues
from mcp_bindings.session.errors import LocalProtocolError, RemoteProtocolError
from mcp_bindings.session.events import OpeningFailed, OutgoingRequest, RequestLost, VersionAgreed
from mcp_bindings.session.session import Session
from tests.revisions import HTTP_SSE
from tests.session import tables
from tests.session.ends import Actor, Link, Parcel
from tests.session.model import VERSION_KEY, End, Expectation, Opened, info_of
from tests.session.reading import member, members
from tests.session.tables import PER_REQUEST, Side, other
from tests.soak.tally import Tally

JSON = Any
T = TypeVar("T")


class Choose(Protocol):
    """The source of choices: hypothesis, or a random number generator."""

    def __call__(self, options: Sequence[T], /) -> T: ...


VERDICTS = ("legal", "illegal", "late")


NOTED = (frozenset({"capability.notification"}), frozenset({"subscription.acknowledged"}))
"""What a notification may break without being rejected."""


def count_of(tally: Tally, expected: str) -> int:
    """Count the legal, illegal and late steps."""
    return sum(tally.total("steps", kind, expected) for kind in tally.parts("steps"))


class World:
    """A client, its servers, and the messages on their way.

    Args:
        choose: the source of random choices.
        tally: counts the steps.
        clients, servers: the revisions of each side.
        transport: `stdio` or `http`.
        client_capabilities, server_capabilities: of each side.
        extended: the sides that use the extension.
    """

    def __init__(
        self,
        choose: Choose,
        tally: Tally,
        clients: Sequence[str],
        servers: Sequence[str],
        transport: str,
        client_capabilities: JSON,
        server_capabilities: JSON,
        extended: Sequence[Side] = (),
    ) -> None:
        self.choose = choose
        self.tally = tally
        self.spoken: dict[Side, tuple[str, ...]] = {"client": tuple(clients), "server": tuple(servers)}
        self.capabilities: dict[Side, JSON] = {"client": client_capabilities, "server": server_capabilities}
        self.transport = transport
        self.extended = extended
        self.client = self._actor("client")
        self.main = self._link()
        self.posts: list[Link] = []
        self.silent: dict[Side, set[JSON]] = {"client": set(), "server": set()}
        """Requests that were abandoned without a notification, so the other end still handles them."""
        self.kept: list[bytes] | None = None
        """Texts for a batch that is not sent yet; None if texts are sent one by one."""
        self.log: list[str] = []

    def count(self, kind: str, expected: str) -> None:
        """Count a step."""
        client, server = self.spoken["client"][-1], self.spoken["server"][-1]
        self.tally.count("steps", kind, expected)
        self.tally.count("pairs", client, server, self.transport, expected)
        self.tally.count("versions", self.client.model.settled or "none", self.transport, expected)

    # The ends

    def _actor(self, role: Side) -> Actor:
        session = Session(
            role,
            self.spoken[role],
            info=info_of(role),
            capabilities=self.capabilities[role],
            transport="http" if self.transport == "http" else "stdio",
            extensions=self.extensions_of(role),
        )
        is_extended = role in self.extended
        end = End(role, self.spoken[role], self.capabilities[role], self.transport, is_extended=is_extended)
        return Actor(session, end)

    def extensions_of(self, role: Side) -> list[Extension]:
        """The extensions that a side uses."""
        return [tasks.EXTENSION] if role in self.extended else []

    def _link(self, *, is_post: bool = False) -> Link:
        return Link(self._actor("server"), is_post=is_post)

    @property
    def links(self) -> list[Link]:
        return [self.main, *self.posts]

    def ends(self) -> list[tuple[Actor, Link]]:
        """Every end, with the link over which it sends."""
        return [(self.client, self.main), *((link.server, link) for link in self.links)]

    def an_end(self, role: Side | None = None) -> tuple[Actor, Link]:
        """A random end: the client as often as all servers together."""
        role = role or self.choose(tables.SIDES)
        if role == "client":
            return self.client, self.main
        link = self.choose([*self.posts, self.main][-3:])
        return link.server, link

    # Steps of an end

    def local(
        self,
        kind: str,
        actor: Actor,
        link: Link,
        document: JSON,
        call: Callable[[], bytes | OutgoingRequest | None] | None = None,
        *,
        valid: bool = True,
    ) -> bool:
        """Check a message that one side wants to send against the model, and send it if it is legal.

        Args:
            kind: of step, to be counted.
            actor: who.
            link: to whom.
            document: the message.
            call: what makes the session say it, if that is not its method for all of the kind.
            valid: is it as the schema has it?
        """
        expected = self.expectation(actor, document, valid=valid)
        if expected is None or expected.open:
            return False
        data = self.check_step(kind, actor, expected, call or (lambda: said(actor.session, document)), document)
        if data is None:
            return False
        revision = self.revision_of(actor, document)
        assert revision is not None
        document = actor.model.named(document, revision)
        written = json.loads(data)
        assert written == document, f"{kind}: wrote {written}, meant {document}"
        actor.model.apply(actor.role, document, revision, arrived=False)
        self.send(actor, link, data)
        self.settle(actor)
        return True

    def revision_of(self, actor: Actor, document: JSON) -> str | None:
        """The revision in which an end writes a message; None if no page decides it."""
        if "method" not in document:
            asked = actor.model.peer_requests.waiting.get(document.get("id"))
            if asked is not None:
                return asked.revision
            return actor.model.writes_in() or PER_REQUEST
        return actor.model.writes_in()

    def expectation(self, actor: Actor, document: JSON, *, valid: bool) -> Expectation | None:
        """The model's result for a message that an end sends."""
        revision = self.revision_of(actor, document)
        if actor.model.state == "closed":
            return Expectation(frozenset({"closed"}))
        if revision is None:
            return None
        return actor.model.expect(actor.role, document, revision, arrived=False, valid=valid)

    def check_step(
        self,
        kind: str,
        actor: Actor,
        expected: Expectation,
        call: Callable[[], bytes | OutgoingRequest | None],
        what: object,
    ) -> bytes | None:
        """The text that a session returns; None if the step is illegal and the session rejected it unchanged."""
        self.log.append(f"{actor.role} {kind}: {str(what)[:200]} -> {sorted(expected.rules) or 'legal'}")
        before = actor.snapshot() if expected.rules else None
        fault: LocalProtocolError | None = None
        data: bytes | OutgoingRequest | None = None
        try:
            data = call()
        except LocalProtocolError as error:
            fault = error
        if expected.legal:
            assert fault is None, f"{actor.role} {kind} is legal, but: {fault}\n{what}"
            self.count(kind, "legal")
            return data.data if isinstance(data, OutgoingRequest) else data
        assert fault is not None, f"{actor.role} {kind} breaks {sorted(expected.rules)}, but passes\n{what}"
        assert fault.rule in expected.rules, f"{actor.role} {kind} breaks {sorted(expected.rules)}, not: {fault} {what}"
        assert actor.snapshot() == before, f"{actor.role} {kind} is rejected, but changes the session\n{what}"
        self.count(kind, "illegal")
        self.tally.count("broken", "local", fault.rule)
        return None

    def send(self, actor: Actor, link: Link, data: bytes) -> None:
        """Pass a text to the transport."""
        document = json.loads(data)
        if member(document, "method") is not None:
            self.silent[actor.role].discard(member(document, "id"))  # in the newest revision an id may be reused
        if self.kept is not None:
            self.kept.append(data)
            return
        if actor.role == "server":
            link.down.append(Parcel("text", data))
            return
        if self.transport == "stdio":
            self.main.up.append(Parcel("text", data))
            return
        headers = actor.session.http_headers(data)
        asked = actor.model.local_requests.with_id(member(document, "id"))
        if asked is not None and "method" in document and asked.revision == PER_REQUEST:
            link = self._link(is_post=True)
            link.posted = document["id"]
            self.posts.append(link)
        else:
            link = self.main
        link.up.append(Parcel("text", data, headers))

    def settle(self, actor: Actor) -> None:
        """Check that the session and its model agree on the visible state."""
        session, model = actor.session, actor.model
        pending, unanswered = dict(session.pending), dict(session.peer_requests)
        found = [session.state, session.version, pending, unanswered, session.capabilities]
        pending = {ask.id: ask.method for ask in model.local_requests.waiting.values()}
        unanswered = {ask.id: ask.method for ask in model.peer_requests.waiting.values()}
        expected = [model.state, model.settled, pending, unanswered, model.capabilities[other(model.role)]]
        assert found == expected, f"the session of the {model.role} holds {found}, its model {expected}"

    # Receiving

    def deliver(self, link: Link, direction: str) -> bool:
        """Deliver the next text on its way."""
        queue = link.up if direction == "up" else link.down
        if not queue:
            return False
        parcel = queue.popleft()
        actor = link.server if direction == "up" else self.client
        self.log.append(f"{actor.role} takes {parcel.kind} {parcel.status or ''} {parcel.data[:200]!r}")
        if parcel.kind == "end":
            if actor.role == "server":
                actor.session.close()
                actor.model.close()
            elif link is self.main:
                self._close(self.client)
            self.count("end of stream", "legal")
        elif actor.model.state == "closed":
            self._expect_closed(actor, parcel)
        elif parcel.kind == "status":
            self._take_status(parcel)
        elif isinstance(parcel.document, list):
            self._take_batch(actor, link, parcel)
        else:
            self._take(actor, link, parcel)
        self.settle(actor)
        self.sweep()
        return True

    def _close(self, actor: Actor) -> None:
        ended = actor.session.close()
        assert ended.pending == {ask.id: ask.method for ask in actor.model.local_requests.waiting.values()}
        assert ended.peer_requests == {ask.id: ask.method for ask in actor.model.peer_requests.waiting.values()}
        actor.model.close()

    def _expect_closed(self, actor: Actor, parcel: Parcel) -> None:
        if parcel.kind != "text":
            return
        fault = self.receive(actor, parcel)
        assert isinstance(fault, RemoteProtocolError), fault
        assert fault.rule == "closed", fault
        assert fault.to_bytes() is None
        self.count("deliver", "illegal")
        self.tally.count("broken", "remote", "closed")

    def receive(self, actor: Actor, parcel: Parcel) -> object:
        """The result of a session for a text: an event, or an error."""
        try:
            return actor.session.receive(parcel.data, headers=parcel.headers)
        except mb.ProtocolError as error:
            return error

    def _take(self, actor: Actor, link: Link, parcel: Parcel) -> None:
        """Receive one message that its sender was allowed to send."""
        document = parcel.document
        model, sender = actor.model, other(actor.role)
        if self._refuses_opening(actor, link, parcel):
            return
        ask = model.local_requests.waiting.get(document.get("id")) if "method" not in document else None
        opened = model.opening(ask, document) if ask is not None else None
        if ask is not None and opened is not None:
            event = self.receive(actor, parcel)
            self._follow(actor, ask, document, opened, event)
            return
        revision = model.reads_in(document)
        assert isinstance(revision, str)
        expected = model.expect(sender, document, revision, arrived=True)
        event = self.receive(actor, parcel)
        if expected.rules and expected.rules <= {"method", "capability"} and "id" in document and "method" in document:
            # Allowed, since its sender could not know better: a server has no word yet from a client of the newest
            # revision, or a client of that has not asked what the server has.
            assert revision == PER_REQUEST or actor.role == "client", document
            assert isinstance(event, mb.ProtocolError), describe(event)
            assert self.rule_of(event, expected) in expected.rules, describe(event)
            self._check_refused_extension(actor, event, document)
            self._answer_refusal(actor, link, parcel, event)
            return
        if expected.rules and self._is_experiment_of(self.client if sender == "client" else link.server, document):
            assert isinstance(event, mb.ProtocolError), describe(event)
            assert self.rule_of(event, expected) in expected.rules, describe(event)
            self.count("deliver", "experiment")
            return
        self._hold_event(expected, event, document)
        assert {each.rule for each in actor.session.findings} == expected.noted, f"{actor.session.findings}\n{document}"
        self._count_noted(expected)
        self.count("deliver", "late" if expected.late else "legal")
        if revision == PER_REQUEST and not expected.late:
            self._count_extension(document)
        model.apply(sender, document, revision, arrived=True)

    @staticmethod
    def _is_experiment_of(sender: Actor, document: JSON) -> bool:
        """Whether a notification belongs to the extension, which its sender does not use: it checks no rules of it."""
        method = member(document, "method")
        is_added = method in tables.methods(PER_REQUEST, True) and not tables.is_known(str(method))
        return is_added and "id" not in document and not sender.model.is_extended

    def _hold_event(self, expected: Expectation, event: object, document: JSON) -> None:
        assert expected.legal, f"the model rejects what it accepted before: {sorted(expected.rules)}\n{document}"
        assert not isinstance(event, mb.ProtocolError), f"legal, but {describe(event)}\n{document}"
        if not expected.open:
            assert isinstance(event, Ignored) == expected.late, f"{event}\n{document}"

    def _refuses_opening(self, actor: Actor, link: Link, parcel: Parcel) -> bool:
        """A server rejects an allowed first message if it supports none of its versions: it responds with an error."""
        document = parcel.document
        if actor.role == "client" or "method" not in document or actor.model.settled is not None:
            return False
        per_request = member(document, "params", "_meta", VERSION_KEY) is not None
        opens = document["method"] == "initialize"
        if not (per_request and PER_REQUEST not in actor.model.spoken) and not (opens and not actor.model.old):
            return False
        before = actor.snapshot()
        event = self.receive(actor, parcel)
        assert actor.snapshot() == before
        self._answer_refusal(actor, link, parcel, event)
        return True

    def _answer_refusal(self, actor: Actor, link: Link, parcel: Parcel, event: object) -> None:
        assert isinstance(event, mb.ProtocolError), event
        reply = event.to_bytes()
        if actor.role == "client" and actor.model.writes_in() == PER_REQUEST:
            assert reply is None, "a client sends no responses in this revision"
            self.count("rejected opening", "legal")
            return
        assert reply is not None, event
        self.count("rejected opening", "legal")
        status = getattr(event, "http_status", None)
        if self.transport == "http" and actor.role == "server" and status is not None:
            link.down.append(Parcel("status", reply, id=parcel.document["id"], status=status))
        elif actor.role == "server":
            link.down.append(Parcel("text", reply))
        else:
            self.main.up.append(Parcel("text", reply, self._headers(reply)))

    def _headers(self, data: bytes) -> dict[str, str] | None:
        return self.client.session.http_headers(data) if self.transport == "http" else None

    def _follow(self, actor: Actor, ask: JSON, document: JSON, opened: Opened, event: object) -> None:
        """Continue the opening as the model predicts."""
        model = actor.model
        self.count("opening", "legal")
        if opened.event in ("agreed", "message"):
            if opened.event == "agreed":
                assert isinstance(event, VersionAgreed), f"{event!r} {getattr(event, 'rule', '')}"
                assert event.version == opened.version
            else:
                assert not isinstance(event, (mb.ProtocolError, OpeningFailed, OpeningContinues)), event
            assert opened.version is not None
            model.apply("server", document, ask.revision, arrived=True)
            self.silent["client"] |= model.settle(opened.version)
            self.tally.count("agreed", opened.version, self.transport)
            self.tally.count("met", self.spoken["client"][-1], self.spoken["server"][-1])
            if isinstance(event, VersionAgreed) and event.reply is not None:
                assert ask.method == "initialize"
                assert json.loads(event.reply)["method"] == "notifications/initialized"
                model.apply("client", json.loads(event.reply), opened.version, arrived=False)
                self.send(actor, self.main, event.reply)
            return
        self._go_on(actor, ask, opened, event)

    def _go_on(self, actor: Actor, ask: JSON, opened: Opened, event: object) -> None:
        """Send the next opening message, if there is one."""
        model = actor.model
        if ask.id in model.local_requests.waiting:
            model.drop("client", ask)
            if ask.method == "initialize":
                model.state = "new"
        if opened.event == "parted":
            assert isinstance(event, OpeningFailed), event
            model.close()
            return
        assert isinstance(event, OpeningContinues), describe(event)
        assert event.reply is not None, describe(event)
        reply = json.loads(event.reply)
        assert opened.version is not None
        model.speaking = opened.version
        if opened.version == PER_REQUEST:
            assert reply["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == PER_REQUEST
        else:
            assert reply["method"] == "initialize"
            assert reply["params"]["protocolVersion"] == opened.version
        model.apply("client", reply, opened.version, arrived=False)
        self.send(actor, self.main, event.reply)

    def _take_status(self, parcel: Parcel) -> None:
        """HTTP rejects a request of the client with a status and an error in the body."""
        client, document = self.client, parcel.document
        ask = client.model.local_requests.waiting.get(parcel.id)
        if ask is None:
            return
        event = client.session.request_failed(parcel.id, http_status=parcel.status, body=parcel.data)
        opened = client.model.opening(ask, document, parcel.status)
        if opened is not None and ask.method == "initialize" and opened.event == "again":
            opened = Opened("parted")
        if (
            ask.method == "initialize"
            and not set(HTTP_SSE).isdisjoint(client.model.spoken)
            and PER_REQUEST not in client.model.spoken
        ):
            # There may be an HTTP+SSE server; in this world no message reaches it.
            assert isinstance(event, OpeningContinues), describe(event)
            assert event.action == "http+sse", describe(event)
            client.session.close()
            client.model.close()
            self.count("opening", "legal")
            return
        if opened is not None:
            self._follow(client, ask, document, opened, event)
            return
        assert not isinstance(event, (OpeningContinues, OpeningFailed, RequestLost)), event
        client.model.apply("server", document, ask.revision, arrived=True)
        self.count("deliver", "legal")

    def _take_batch(self, actor: Actor, link: Link, parcel: Parcel) -> None:
        """Receive a batch in which every message is allowed."""
        event = self.receive(actor, parcel)
        assert isinstance(event, mb.Batch), event
        kept = list(event)
        for document in parcel.document:
            expected = actor.model.expect(other(actor.role), document, tables.BATCHING, arrived=True)
            assert expected.legal, f"{sorted(expected.rules)} {document}"
            if not expected.late:
                item = kept.pop(0)
                assert not isinstance(item, mb.ProtocolError), f"{item} {document}"
                assert item.document == document
            actor.model.apply(other(actor.role), document, tables.BATCHING, arrived=True)
        assert not kept
        self.count("deliver batch", "legal")

    # A faulty peer

    def fault_of(self, actor: Actor, document: JSON, *, valid: bool) -> Expectation | None:
        """The fault of a received message; None if its sender may send it, or if no page decides the case."""
        model, sender = actor.model, other(actor.role)
        revision = model.reads_in(document)
        if model.state == "closed":
            return Expectation(frozenset({"closed"}))
        if isinstance(revision, Expectation):
            return revision
        expected = model.expect(sender, document, revision, arrived=True, valid=valid)
        harmless = expected.late and document.get("method") == "notifications/cancelled"
        harmless = harmless or (expected.noted in NOTED and "id" not in document and "method" in document)
        return None if (expected.legal and not harmless) or expected.open else expected

    def injected(self, kind: str, actor: Actor, parcel: Parcel, expected: Expectation) -> None:
        """Receive a text that breaks a rule, and check that nothing changes."""
        self.log.append(f"inject to {actor.role}: {parcel.data[:200]!r} -> {sorted(expected.rules) or 'late'}")
        before = actor.snapshot()
        event = self.receive(actor, parcel)
        if expected.legal and expected.noted:
            assert not isinstance(event, mb.ProtocolError), f"{describe(event)}\n{parcel.data!r}"
            assert {each.rule for each in actor.session.findings} == expected.noted, actor.session.findings
            assert actor.snapshot() == before, f"an undeclared change changes the session\n{parcel.data!r}"
            self._count_noted(expected)
            self.count(kind, "noted")
            return
        if expected.legal:
            assert isinstance(event, Ignored), f"{event}\n{parcel.data!r}"
            assert actor.snapshot() == before, f"a late message changes the session\n{parcel.data!r}"
            self.count(kind, "late")
            return
        broken = f"breaks {sorted(expected.rules)}"
        assert isinstance(event, mb.ProtocolError), f"{broken}, but passes: {event}\n{parcel.data!r}"
        if self.end_answered(actor, [event]):
            self.settle(actor)
        else:
            assert actor.snapshot() == before, f"a fault of the peer changes the session\n{parcel.data!r}"
        rule = self.rule_of(event, expected)
        assert rule in expected.rules, f"{broken}, but {rule}: {event}\n{parcel.data!r}"
        if rule == "capability":
            self._check_refused_extension(actor, event, parcel.document)
        self.count(kind, "illegal")
        self.blame(event, rule)

    def _check_refused_extension(self, actor: Actor, event: mb.ProtocolError, document: JSON) -> None:
        """Check the error for a request without the extension that it needs; `#protocol-errors` of its page."""
        method = member(document, "method")
        subscribes = tables.TASK_IDS in members(document, "params", "notifications")
        is_added = method in tables.methods(PER_REQUEST, True) and method not in tables.methods(PER_REQUEST)
        is_request = "id" in document and actor.model.reads_in(document) == PER_REQUEST
        if getattr(event, "rule", "") != "capability" or not is_request:
            return
        if is_added or (method == "subscriptions/listen" and subscribes):
            required: JSON = {"requiredCapabilities": {"extensions": {tables.EXTENSION: {}}}}
            assert (event.code, event.data) == (-32021, required), describe(event)
            self.tally.count("extension", "undeclared", method)

    def _count_extension(self, document: JSON) -> None:
        """Count a legal message of the extension."""
        method = member(document, "method")
        if method in tables.methods(PER_REQUEST, True) and method not in tables.methods(PER_REQUEST):
            self.tally.count("extension", "delivered", method)
        elif member(document, "result", "resultType") == "task":
            self.tally.count("extension", "delivered", "a result")

    def _count_noted(self, expected: Expectation) -> None:
        """Count the broken rules that bind only the sender."""
        for rule in expected.noted:
            self.tally.count("broken", "remote", rule)

    def end_answered(self, actor: Actor, errors: Sequence[mb.ProtocolError]) -> bool:
        """A rejected response ends its request, except for `initialize`, on which the session depends."""
        asks = [
            actor.model.local_requests.with_id(error.id)
            for error in errors
            if error.id is not None and error.rejects_answer
        ]
        ended = {ask.id: ask for ask in asks if ask is not None and ask.method != "initialize"}
        for ask in ended.values():
            actor.model.drop(actor.role, ask)
            self.silent[actor.role].add(ask.id)
        return bool(ended)

    def blame(self, error: mb.ProtocolError, rule: str) -> None:
        """Count a rule that the peer has broken. A text that is not a message breaks no rule of the session."""
        if isinstance(error, RemoteProtocolError) or rule == "method":
            self.tally.count("broken", "remote", rule)

    @staticmethod
    def rule_of(error: mb.ProtocolError, expected: Expectation) -> str:
        """The rule that an error names; the parser names none and distinguishes them by code."""
        if isinstance(error, RemoteProtocolError):
            return error.rule
        if error.code == -32601:
            return "method"
        return "batch" if expected.rules == frozenset({"batch"}) and error.code == -32600 else "message.valid"

    def sweep(self) -> None:
        """Remove the links of finished POSTs."""
        for link in list(self.posts):
            done = not link.server.model.peer_requests.waiting and not link.up
            if done and not link.down:
                self.posts.remove(link)


def said(session: Session, document: JSON) -> Any:
    """Make a session send a message."""
    method, params = document.get("method"), document.get("params")
    if method is None:
        if "error" in document:
            if "id" not in document:
                return session.record_sent(json.dumps(document).encode())
            error = document["error"]
            return session.respond_error(
                document["id"], mb.ProtocolError(error["code"], error["message"], data=error.get("data"))
            )
        return session.respond(document["id"], document["result"])
    if "id" in document:
        return session.request(method, params, id=document["id"])
    return session.notify(method, params)


def describe(event: object) -> str:
    """Describe an event or an error, for a message."""
    found = [row._asdict() for row in event.findings] if isinstance(event, mb.ProtocolError) else ""
    return f"{event!r} {getattr(event, 'rule', '')} {found}"
