"""The kinds of steps of a world. A step is taken, or skipped if it is impossible in the current state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import mcp_bindings as mb
from mcp_bindings.session.events import RequestLost
from tests.revisions import HANDSHAKE, as_of, request_meta
from tests.session import documents, tables
from tests.session.ends import Actor, Link, Parcel, text
from tests.session.model import (
    RELATED_KEY,
    End,
    Expectation,
    Opened,
    has_odd_meta,
    is_of_kind,
    token_of,
)
from tests.session.proposals import Proposal, Proposer
from tests.session.tables import BATCHING, PER_REQUEST, TASKS, Side, other
from tests.session.world import Choose, World
from tests.soak.tally import Tally

JSON = Any
Make = Callable[[Side, End, str], Proposal]


RICH = (*tables.REVISIONS, TASKS, PER_REQUEST, PER_REQUEST)
"""The revisions, each repeated by the number of its rules."""


def capabilities(choose: Choose, paths: tuple[str, ...]) -> JSON:
    """A random subset of a side's capabilities; half of the time all but a few."""
    few = choose((True, False))
    tree: dict[str, JSON] = {}
    for path in paths:
        if choose((True, False, False) if few else (True, True, True, False)):
            *parents, leaf = path.split(".")
            node = tree
            for name in parents:
                node = node.setdefault(name, {})
            if tables.is_flag(path):
                node[leaf] = choose((True, True, False))
            else:
                node.setdefault(leaf, {})
    return tree


def revisions(choose: Choose) -> tuple[list[str], list[str]]:
    """The revisions of both sides; nine times out of ten they have one in common."""
    newest = (choose(RICH),) * 2 if choose((True, False)) else (choose(tables.REVISIONS), choose(tables.REVISIONS))
    shared = [version for version in tables.REVISIONS if version <= min(newest)]
    common = choose(shared) if choose(range(10)) else None

    def some(last: str) -> list[str]:
        before = [version for version in tables.REVISIONS if version < last]
        return [*(version for version in before if version == common or choose((True, False))), last]

    return some(newest[0]), some(newest[1])


class Steps(World):
    """A world with its steps; `KINDS` lists them."""

    def __init__(self, choose: Choose, tally: Tally, seed: int) -> None:
        clients, servers = revisions(choose)
        client = capabilities(choose, tables.CLIENT_PATHS)
        server = capabilities(choose, tables.SERVER_PATHS)
        extended: list[Side] = [side for side in tables.SIDES if choose((True, True, False))]
        super().__init__(choose, tally, clients, servers, choose(("stdio", "http")), client, server, extended)
        self.propose = Proposer(choose, seed, self.capabilities, self.spoken, extended)

    def take_step(self, kind: str) -> None:
        """Take a step of a kind, or of the opening until that is complete; another step if it is impossible."""
        client = self.client.model
        is_begun = client.settled is not None or client.state == "closed" or self.choose((True, False))
        if not is_begun and (self.deliver_any() or self.welcome() or (client.may_open() and self.open())):
            return
        if not getattr(self, kind)() and not self.deliver_any():
            self.choose((self.request, self.answer))()

    @property
    def is_over(self) -> bool:
        """Whether the client has closed its session."""
        return self.client.model.state == "closed"

    # Opening

    def open(self) -> bool:
        """The client opens the session, or either side tries to do so when it is not allowed."""
        actor, link = self.an_end("server" if self.propose.once_in(6) else "client")
        model = actor.model
        if model.role == "client" and model.may_open():
            data = self.check_step("open", actor, Expectation(), actor.session.open, "open")
            assert data is not None
            document = json.loads(data)
            expected = ("server/discover", None) if PER_REQUEST in model.spoken else ("initialize", model.old[0])
            assert (document["method"], document["params"].get("protocolVersion")) == expected
            model.apply("client", document, model.speaking, arrived=False)
            self.send(actor, link, data)
        else:
            rule = "lifecycle.once" if model.role == "client" else "lifecycle.first"
            self.check_step("open", actor, Expectation(frozenset({rule})), actor.session.open, "open")
        self.settle(actor)
        return True

    def welcome(self) -> bool:
        """A server accepts an opening request, or tries to accept another message in this way."""
        actor, link = self.an_end("server")
        opening = [
            ask for ask in actor.model.peer_requests.waiting.values() if ask.method in ("initialize", "server/discover")
        ]
        others = [ask for ask in actor.model.peer_requests.waiting.values() if ask not in opening]
        if others and self.propose.once_in(8):
            ask = self.choose(others)
            request = mb.Request(ask.id, ask.method, None, {"id": ask.id, "method": ask.method})
            self.check_step(
                "welcome", actor, Expectation(frozenset({"method"})), lambda: actor.session.accept(request), ask
            )
            return True
        if not opening:
            return False
        ask = opening[0]
        request = mb.Request(ask.id, ask.method, None, {"id": ask.id, "method": ask.method, "params": dict(ask.params)})
        data = self.check_step("welcome", actor, Expectation(), lambda: actor.session.accept(request), ask)
        assert data is not None
        document = json.loads(data)
        if ask.method == "initialize":
            asked = ask.params["protocolVersion"]
            assert document["result"]["protocolVersion"] == (asked if asked in actor.model.old else actor.model.old[0])
        else:
            assert sorted(document["result"]["supportedVersions"]) == sorted(actor.model.spoken)
        actor.model.apply("server", document, ask.revision, arrived=False)
        self.send(actor, link, data)
        self.settle(actor)
        return True

    def initialize(self) -> bool:
        """A client sends `initialize` without `Session.open`."""
        return self._said("initialize", self.propose.initialize, "client")

    # Sending

    def request(self) -> bool:
        actor, _ = self.an_end()
        if actor.role == "server" and actor.model.writes_in() == PER_REQUEST and not self.propose.once_in(12):
            return self.answer()  # a per-request server sends no requests
        return self._said("request", self.propose.request, actor.role)

    def notify(self) -> bool:
        return self._said("notify", self.propose.notification)

    def answer(self) -> bool:
        asked = [(actor, link) for actor, link in self.ends() if actor.model.peer_requests.waiting]
        if not asked and not self.propose.once_in(8):
            return self.request()
        end = self.choose(asked) if asked and not self.propose.once_in(12) else None
        return self._said("answer", self.propose.answer, end=end)

    def progress(self) -> bool:
        return self._said("progress", self.propose.progress)

    def log_message(self) -> bool:
        return self._said("log", self.propose.log, "server")

    def cancel(self) -> bool:
        return self._said("cancel", self.propose.cancel)

    def listen(self) -> bool:
        return self._said("listen", self.propose.listen, "client")

    def acknowledge(self) -> bool:
        return self._said("acknowledge", self.propose.acknowledge, "server", self._subscribed())

    def change(self) -> bool:
        return self._said("change", self.propose.change, "server", self._subscribed())

    def _subscribed(self) -> tuple[Actor, Link] | None:
        """A server with a subscription of the client, if there is one."""
        found = [
            (link.server, link)
            for link in self.links
            if any(ask.method == "subscriptions/listen" for ask in link.server.model.peer_requests.waiting.values())
        ]
        return self.choose(found) if found and not self.propose.once_in(8) else None

    def task(self) -> bool:
        """A request that runs as a task or concerns tasks, by the revision or by the extension."""
        client = self.client.model
        if client.is_extended and client.writes_in() == PER_REQUEST:
            return self._said("task of the extension", self.propose.extension, "client")
        return self._of_tasks("task", self.propose.task)

    def task_status(self) -> bool:
        return self._of_tasks("task status", self.propose.task_status)

    def blunder(self) -> bool:
        """An end sends a message that breaks a rule, preferably one that is rarely broken."""
        actor, link = self.an_end()
        model, propose = actor.model, self.propose
        revision = model.writes_in()
        if revision is None or self._out_of_reach(actor, link):
            return False
        makes: list[Make] = [propose.answer, propose.answer, propose.progress, propose.cancel, propose.request]
        if revision == TASKS:
            makes += [propose.task, propose.task_status, propose.task_status]
        if revision == PER_REQUEST:
            reactions = [propose.acknowledge, propose.change, propose.change]
            makes += [propose.retry, propose.retry] if actor.role == "client" else reactions
        for document, valid in self._several(makes, actor.role, model, revision):
            expected = self.expectation(actor, document, valid=valid)
            if expected is not None and not expected.rules <= OFTEN and not self._would_confuse(actor, document):
                self.local("blunder", actor, link, document, valid=valid)
                return True
        return False

    def _of_tasks(self, kind: str, make: Make) -> bool:
        return self.client.model.settled == tables.TASKS and self._said(kind, make)

    def retry_by_hand(self) -> bool:
        if self.client.model.writes_in() != PER_REQUEST:
            return False
        return self._said("retry by hand", self.propose.retry, "client")

    def _said(self, kind: str, make: Make, role: Side | None = None, end: tuple[Actor, Link] | None = None) -> bool:
        actor, link = end or self.an_end(role)
        revision = actor.model.writes_in()
        if revision is None or (self._out_of_reach(actor, link) and kind != "initialize"):
            return False
        document, valid = make(actor.role, actor.model, revision)
        if (
            kind in ("listen", "acknowledge", "change", "retry by hand")
            and revision != PER_REQUEST
            and not self.propose.once_in(4)
        ):
            return False
        if self._would_confuse(actor, document):
            return False
        return self.local(kind, actor, link, document, valid=valid)

    def _out_of_reach(self, actor: Actor, link: Link) -> bool:
        """Whether HTTP cannot carry a message.

        A server can send nothing before the first request, nor on the stream of a finished POST. Messages that a client
        sends before there is a session belong to none.
        """
        model = actor.model
        if self.transport == "stdio" or model.state == "closed":
            return False
        if actor.role == "client":
            return model.settled is None and model.speaking != PER_REQUEST
        return model.state == "new" and not model.peer_requests.waiting

    def _would_confuse(self, actor: Actor, document: JSON) -> bool:
        """Ids and tokens of abandoned requests are not reused: a late response could belong to either request."""
        mine = actor.model.local_requests
        if actor.model.state == "closed":
            return False
        return ("method" in document and document.get("id") in mine.gone) or token_of(document) in mine.gone_tokens

    def request_by_default(self) -> bool:
        """The session chooses id and token."""
        actor, link = self.an_end()
        model, revision = actor.model, actor.model.writes_in()
        if revision is None or self._out_of_reach(actor, link):
            return False
        document, valid = self.propose.request(actor.role, model, revision)
        asks_progress = self.choose((True, False))
        params = document.get("params")
        if asks_progress:
            if token_of(document) is None and has_odd_meta(document):
                return False
            if params is not None:
                params.get("_meta", {}).pop("progressToken", None)
        expected = model.expect(actor.role, {**document, "id": object()}, revision, arrived=False, valid=valid)
        method = document["method"]
        data = self.check_step(
            "request by default",
            actor,
            expected,
            lambda: actor.session.request(method, params, progress=asks_progress),
            document,
        )
        if data is None:
            return True
        sent = json.loads(data)
        assert sent["id"] not in model.local_requests.waiting
        assert sent["params"]["_meta"]["progressToken"] == sent["id"] if asks_progress else True
        assert sent["method"] == method
        model.apply(actor.role, sent, revision, arrived=False)
        self.send(actor, link, data)
        self.settle(actor)
        return True

    def retry(self) -> bool:
        """A client retries a request with input."""
        client, model = self.client, self.client.model
        if PER_REQUEST not in model.spoken or (not model.rounds and not self.propose.once_in(4)):
            return False
        unknown = not model.rounds or self.propose.once_in(8)
        round_ = None if unknown else self.choose(list(model.rounds.values()))
        id_ = "no such round" if round_ is None else round_.ask.id
        asked: Mapping[str, str] = {} if round_ is None else round_.asked
        keys = sorted(asked)[1:] if self.propose.once_in(4) else sorted(asked)
        responses = {key: self.propose.input_for(asked[key]) for key in keys}
        rules: set[str] = set()
        if round_ is None:
            rules.add("input.state")
        else:
            if model.writes_in() != PER_REQUEST:
                rules.add("input.state")
            if not asked.keys() <= responses.keys() or not all(is_of_kind(asked[key], responses[key]) for key in keys):
                rules.add("input.answers")
            token = round_.ask.params["_meta"].get("progressToken")
            if token is not None and token in model.local_requests.gone_tokens:
                return False
            if token is not None and model.local_requests.with_token(token) is not None:
                rules.add("progress.token-unique")
            if model.state == "closed":
                rules.add("closed")
        expected = Expectation(frozenset(rules))
        data = self.check_step(
            "retry", client, expected, lambda: client.session.retry(id_, responses or None), (id_, responses)
        )
        if data is None:
            return True
        sent = json.loads(data)
        assert round_ is not None
        assert sent["id"] != id_
        assert sent["method"] == round_.ask.method
        assert sent["params"].get("requestState") == round_.state
        assert sent["params"].get("inputResponses", {}).keys() == responses.keys()
        model.apply("client", sent, PER_REQUEST, arrived=False)
        self.send(client, self.main, data)
        self.settle(client)
        return True

    def withdraw(self) -> bool:
        """`Session.cancel`, which closes the stream over HTTP in the newest revision."""
        actor, link = self.an_end()
        model = actor.model
        revision = model.writes_in()
        ids = [*model.local_requests.waiting, *model.local_requests.waiting, "no such id"]
        id_ = self.choose(ids)
        ask = model.local_requests.waiting.get(id_)
        if revision is None or self._out_of_reach(actor, link):
            return False
        if ask is None or ask.revision != PER_REQUEST or self.transport == "stdio":
            params: dict[str, JSON] = {"requestId": id_}
            if ask is not None and ask.related is not None:
                params["_meta"] = {RELATED_KEY: {"taskId": ask.related}}
            document = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
            return self.local("withdraw", actor, link, document, lambda: actor.session.cancel(id_))
        assert self.check_step("withdraw", actor, Expectation(), lambda: actor.session.cancel(id_), id_) is None
        model.drop("client", ask)
        for post in self.posts:
            if post.posted == id_:
                post.up.append(Parcel("end"))
        self.settle(actor)
        return True

    def batch(self) -> bool:
        """Several messages in one text."""
        actor, link = self.an_end()
        model, session = actor.model, actor.session
        if model.state == "closed" or self._out_of_reach(actor, link):
            return False
        if model.settled != BATCHING:
            if model.writes_in() in (BATCHING, None):
                return False
            self._refused_batch(actor, [text({"jsonrpc": "2.0", "method": "notifications/cancelled"})])
            return True
        if self.propose.once_in(6):
            opening = text(self.propose.initialize(actor.role, model, BATCHING).document)
            self._refused_batch(actor, self.choose(([], [opening])))
            return True
        texts = self._collected(actor, link)
        if not texts:
            return False
        is_mixed = len({"method" in json.loads(each) for each in texts}) > 1
        expected = Expectation(frozenset({"batch"}) if is_mixed else frozenset())
        data = self.check_step("batch", actor, expected, lambda: session.batch(texts), len(texts))
        if data is None:
            for each in texts:
                self.send(actor, link, each)
            return True
        assert json.loads(data) == [json.loads(each) for each in texts]
        self.send(actor, link, data)
        return True

    def _refused_batch(self, actor: Actor, texts: list[bytes]) -> None:
        self.check_step("batch", actor, Expectation(frozenset({"batch"})), lambda: actor.session.batch(texts), texts)

    def _collected(self, actor: Actor, link: Link) -> list[bytes]:
        """Messages that an end has built but not sent."""
        texts = self.kept = list[bytes]()
        makes = (self.propose.request, self.propose.answer, self.propose.progress, self.propose.notification)
        for _ in range(self.choose((1, 2, 3, 4))):
            document, valid = self.choose(makes)(actor.role, actor.model, BATCHING)
            if not self._would_confuse(actor, document):
                self.local("message of a batch", actor, link, document, valid=valid)
        self.kept = None
        return texts

    # Closing

    def give_up(self) -> bool:
        """A request times out."""
        actor, _ = self.an_end()
        model = actor.model
        if self.propose.once_in(4) or model.state == "closed":
            rules = Expectation(frozenset({"answer.known"}))
            self.check_step("give up", actor, rules, lambda: self._gives_up(actor, "no such id"), "no such id")
            return True
        asks = [ask for ask in model.local_requests.waiting.values() if ask.method != "initialize"]
        if not asks or not self.propose.once_in(3):
            return False
        ask = self.choose(asks)
        self.silent[actor.role].add(ask.id)
        opening = actor.role == "client" and model.settled is None and ask.revision == PER_REQUEST == model.speaking
        if opening:
            model.tried.append(PER_REQUEST)
        event = actor.session.request_failed(ask.id)
        self.count("give up", "legal")
        if opening:
            # over HTTP only a status 4xx shows a handshake server
            self._go_on(actor, ask, model.fallback() if self.transport == "stdio" else Opened("parted"), event)
        else:
            assert event == RequestLost(ask.id, ask.method)
            model.drop(actor.role, ask)
        self.settle(actor)
        return True

    @staticmethod
    def _gives_up(actor: Actor, id_: JSON) -> None:
        actor.session.request_failed(id_)

    def close(self) -> bool:
        """One side closes its session, or sends a message after that."""
        actor, link = self.an_end()
        if actor.model.state == "closed":
            document = self.propose.request(actor.role, actor.model, PER_REQUEST).document
            return self.local("after the end", actor, link, document)
        if not self.propose.once_in(12) or link.is_post:
            return False
        self._close(actor)
        for each in self.links if actor.role == "client" else [link]:
            (each.up if actor.role == "client" else each.down).append(Parcel("end"))
        self.count("close", "legal")
        self.settle(actor)
        return True

    # Receiving

    def deliver_up(self) -> bool:
        return self._deliver("up")

    def deliver_down(self) -> bool:
        return self._deliver("down")

    def deliver_any(self) -> bool:
        return self._deliver("up") or self._deliver("down")

    def _deliver(self, direction: str) -> bool:
        busy = [link for link in self.links if (link.up if direction == "up" else link.down)]
        return bool(busy) and self.deliver(self.choose(busy), direction)

    # A faulty peer

    def inject_message(self) -> bool:
        """The peer sends a message that is not allowed."""
        actor, _ = self.an_end()
        model, side = actor.model, other(actor.role)
        opening = next(
            (ask.revision for ask in model.peer_requests.waiting.values() if ask.method == "initialize"), None
        )
        guess = (
            PER_REQUEST
            if model.speaking == PER_REQUEST and (model.met_per_request or not model.old)
            else self.choose(model.spoken)
        )
        revision = model.settled or opening or guess
        propose = self.propose
        makes: list[Make] = [propose.request, propose.notification, propose.answer, propose.progress, propose.cancel]
        if revision == TASKS:
            makes += [propose.task_status, propose.answer] * 2
        if side == "server":
            makes += [propose.log, propose.acknowledge, propose.change] * (2 if revision == PER_REQUEST else 1)
            makes += [propose.answer] * 2
        else:
            makes += [propose.initialize, propose.listen]
            makes += [propose.extension] if revision == PER_REQUEST else []
            makes += [propose.task] * 6 if model.support else []
            if model.state == "initializing":
                makes += [propose.cancel] * 6
        return self._inject(actor, makes, revision)

    def inject_about_task(self) -> bool:
        """The peer sends a message about a task that is not allowed."""
        actor, _ = self.an_end()
        model = actor.model
        if model.settled != TASKS or not (
            model.local_requests.states or any(ask.as_task for ask in model.local_requests.waiting.values())
        ):
            return False
        return self._inject(actor, [self.propose.task_status, self.propose.answer, self.propose.answer], TASKS)

    def _inject(self, actor: Actor, makes: list[Make], revision: str) -> bool:
        """Receive one of several messages that break a rule, preferably one that is rarely broken."""
        faults: list[tuple[JSON, Expectation]] = []
        for document, valid in self._several(makes, other(actor.role), actor.model, revision):
            expected = self._read_wrong(actor, document, revision, valid=valid)
            if expected is not None:
                faults.append((document, expected))
        if not faults:
            return False
        seldom = [each for each in faults if not (each[1].rules | each[1].noted) <= OFTEN]
        document, expected = self.choose(seldom or faults)
        self.injected("inject", actor, Parcel("text", text(document)), expected)
        return True

    def _several(self, makes: list[Make], side: Side, model: End, revision: str) -> list[Proposal]:
        return [self.choose(makes)(side, model, revision) for _ in range(self.choose((1, 2, 6)))]

    def _read_wrong(self, actor: Actor, document: JSON, revision: str, *, valid: bool) -> Expectation | None:
        """The fault of a message, if it can be determined."""
        model = actor.model
        reading = model.reads_in(document)
        is_read_otherwise = isinstance(reading, str) and reading != revision
        if is_read_otherwise and (not valid or "method" in document):
            return None  # the receiver reads it by another revision, so its validity is unknown
        if "method" not in document and model.settled is None and document.get("id") in model.local_requests.waiting:
            return None  # its effect on the opening is tested elsewhere
        ask = model.local_requests.with_id(document["id"]) if "result" in document else None
        is_known = ask is not None and ask.method in tables.methods(ask.revision)
        if not valid and ask is not None and ask.revision == PER_REQUEST and is_known:
            valid = documents.is_of_earlier_server(ask.method, document["result"])
        return self.fault_of(actor, document, valid=valid)

    def inject_noise(self) -> bool:
        """The peer sends a text that is not a message."""
        actor, _ = self.an_end()
        noise = (
            b"",
            b"{",
            b"\xff",
            b"5",
            b'{"jsonrpc":"2.0"}',
            b'{"jsonrpc":"1.0","id":"h","method":"ping"}',
            b'{"id":"h"}',
            *HOSTILE,
        )
        rules = {"closed"} if actor.model.state == "closed" else {"message.valid", "method", "version"}
        self.injected("noise", actor, Parcel("text", self.choose(noise)), Expectation(frozenset(rules)))
        return True

    def inject_batch(self) -> bool:
        """The peer sends a batch of messages that are not allowed, or a batch where none is allowed."""
        actor, _ = self.an_end()
        model, side = actor.model, other(actor.role)
        if model.state == "closed" or model.settled is None:
            return False
        propose = self.propose
        if model.settled != BATCHING or propose.once_in(5):
            items = [] if model.settled == BATCHING else [{"jsonrpc": "2.0", "method": "notifications/cancelled"}]
            self.injected("noise in a batch", actor, Parcel("text", text(items)), Expectation(frozenset({"batch"})))
            return True
        proposals = [
            self.choose((propose.request, propose.answer, propose.progress))(side, model, BATCHING) for _ in range(3)
        ]
        if propose.once_in(2):
            proposals.append(propose.initialize(side, model, BATCHING))
        expectations = [
            (each, model.expect(side, each.document, BATCHING, arrived=True, valid=each.valid)) for each in proposals
        ]
        illegal = [(each.document, expected) for each, expected in expectations if expected.rules]
        if not illegal:
            return False
        before = actor.snapshot()
        event = self.receive(actor, Parcel("text", text([document for document, _ in illegal])))
        assert isinstance(event, mb.Batch), event
        if self.end_answered(actor, [item for item in event if isinstance(item, mb.ProtocolError)]):
            self.settle(actor)
        else:
            assert actor.snapshot() == before, f"a batch of faults changes the session\n{illegal}"
        for item, (document, expected) in zip(event, illegal, strict=True):
            if document.get("method") == "initialize":
                expected = Expectation(frozenset({"batch"}))
            assert isinstance(item, mb.ProtocolError), f"breaks {sorted(expected.rules)}, but passes: {document}"
            rule = self.rule_of(item, expected)
            assert rule in expected.rules, f"breaks {sorted(expected.rules)}, but {rule}: {document}"
            self.count("message of a faulty batch", "illegal")
            self.blame(item, rule)
        return True

    def inject_headers(self) -> bool:
        """A POST whose headers contradict its message."""
        if self.transport == "stdio" or self.main.server.model.state == "closed":
            return False
        server, settled = self.main.server, self.main.server.model.settled
        if settled is not None and as_of({"2024-11-05": False, "2025-06-18": True}, settled):
            document: JSON = {"jsonrpc": "2.0", "id": self.propose.fresh(), "method": "ping"}
            headers = {"MCP-Protocol-Version": "1999-01-01"}
        elif settled is None and PER_REQUEST in server.model.spoken:
            meta: JSON = request_meta(PER_REQUEST)
            document = {"jsonrpc": "2.0", "id": self.propose.fresh(), "method": "tools/list", "params": {"_meta": meta}}
            headers = {"MCP-Protocol-Version": PER_REQUEST, "Mcp-Method": self.choose(("tools/call", "ping"))}
        else:
            return False
        parcel = Parcel("text", text(document), headers)
        self.injected("headers", server, parcel, Expectation(frozenset({"headers"})))
        return True

    # The last step

    def drain(self) -> None:
        """Deliver everything, and check that both ends agree."""
        for _ in range(10_000):
            if not self.deliver_any():
                break
        client = self.client
        servers = [link.server for link in self.links]
        for actor in (client, *servers):
            self.settle(actor)
        if client.model.state == "closed" or self.main.server.model.state == "closed":
            return
        waiting = set(client.session.pending)
        working = {id_ for server in servers for id_ in server.session.peer_requests}
        assert working - self.silent["client"] == waiting, (working, waiting)
        asked = set(self.main.server.session.pending)
        assert set(client.session.peer_requests) - self.silent["server"] == asked
        if client.model.settled in HANDSHAKE:
            assert client.session.state == self.main.server.session.state
            assert client.session.version == self.main.server.session.version
        elif client.model.settled == PER_REQUEST:
            assert client.session.version == PER_REQUEST
            assert {server.session.version for server in servers} == {None}
            assert {client.session.state, *(server.session.state for server in servers)} == {"new"}


OFTEN = frozenset({"answer.known", "capability", "capability.notification", "closed", "message.valid", "method"})
"""Rules that random messages often break."""

HOSTILE = (
    b'{"jsonrpc":"2.0","id":"h","method":5}',
    b'{"jsonrpc":"2.0","id":[],"result":{}}',
    b'{"jsonrpc":"2.0","id":null,"result":{}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}',
    b'{"jsonrpc":"2.0","id":"h","method":"initialize","params":{"protocolVersion":[]}}',
    b'{"jsonrpc":"2.0","id":"h","method":"ping","params":{"_meta":[]}}',
    b'{"jsonrpc":"2.0","id":"h","method":"ping","params":{"_meta":{"progressToken":[]}}}',
    b'{"jsonrpc":"2.0","id":"h","result":5,"error":5}',
    b'{"jsonrpc":"2.0","id":"h","error":5}',
)
"""Messages that no revision allows for any sender, with unusual values in place of ids."""

WEIGHTS = {
    "open": 2,
    "welcome": 4,
    "initialize": 1,
    "request": 18,
    "request_by_default": 4,
    "notify": 6,
    "answer": 20,
    "progress": 6,
    "log_message": 4,
    "cancel": 4,
    "withdraw": 2,
    "listen": 5,
    "acknowledge": 8,
    "change": 8,
    "blunder": 8,
    "task": 16,
    "task_status": 5,
    "retry": 5,
    "retry_by_hand": 5,
    "batch": 3,
    "give_up": 2,
    "close": 2,
    "deliver_up": 22,
    "deliver_down": 22,
    "inject_message": 24,
    "inject_about_task": 12,
    "inject_noise": 1,
    "inject_batch": 2,
    "inject_headers": 1,
}
"""The kinds of steps, and how often each is taken."""
