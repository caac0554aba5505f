"""One script for a client, played twice: at a server that speaks its revision, and through a bridge at another one.

The server asks for input while it answers some calls. Equal calls, other requests, answers and cancellations go on
meanwhile, in any order. What ends with a result at the server itself has to end with the same one through the bridge.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import mcp_bindings as mb
from mcp_bindings.bridge import Action, Bounds, ToClient, ToServer
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.session import Session
from mcp_bindings.translation.table import BRIDGE_RULES
from tests.bridge.world import World, complete, is_request, named
from tests.revisions import PER_REQUEST, has_method, method_of

JSON = Any

ASKING = "tools/call"
"""The method whose calls may ask for input."""

LENGTH = 24
SETTLED = 4_000
BOUNDS = Bounds(input_seconds=100_000, call_seconds=100_000, own_seconds=100_000, unclaimed_seconds=100_000)

QUESTIONS = ("sampling/createMessage", "elicitation/create")
OTHERS: Mapping[str, JSON] = {
    "ping": None,
    "tools/list": None,
    "tools/call": {"name": "add"},
    "prompts/list": None,
    "prompts/get": {"name": "p"},
    "resources/list": None,
    "resources/templates/list": None,
    "resources/read": {"uri": "a:b"},
    "resources/subscribe": {"uri": "a:b"},
    "resources/unsubscribe": {"uri": "a:b"},
    "logging/setLevel": {"level": "info"},
    "completion/complete": {
        "ref": {"type": "ref/prompt", "name": "p"},
        "argument": {"name": "a", "value": "b"},
        "context": {"arguments": {}},
    },
}


Counts: TypeAlias = "dict[str, int]"


class Line(NamedTuple):
    """One request of the script."""

    method: str
    params: JSON
    progress: bool
    is_cancelled: bool


def script(chance: random.Random, client: str, server: str) -> list[Line]:
    """A random script for a client: what both revisions have, and requests that the bridge itself handles."""
    crossing = {each for each in OTHERS if has_method(each, server)} | BRIDGE_RULES.keys()
    others = [(each, params) for each, params in OTHERS.items() if each in crossing and has_method(each, client)]
    kinds = [each for each in QUESTIONS if all(has_method(each, one) for one in (client, server))]
    lines: list[Line] = []
    for _ in range(LENGTH):
        method, params = chance.choice(others)
        if chance.random() < 0.5:
            asked = [chance.choice(kinds) for _ in range(chance.randint(1, 2))]
            arguments = {"about": chance.choice(["a", "b"]), "asked": asked, "state": chance.random() < 0.7}
            method, params = ASKING, {"name": "ask", "arguments": arguments}  # few differ, so many are equal
        can_cancel = method not in ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe")
        lines.append(Line(method, params, chance.random() < 0.3, can_cancel and chance.random() < 0.1))
    return lines


class Wire:
    """No bridge: each text arrives as it was sent."""

    def from_client(self, data: bytes, **_: Any) -> list[Action]:
        return [ToServer(data)]

    def from_server(self, data: bytes, **_: Any) -> list[Action]:
        return [ToClient(data)]

    def expire(self, now: float) -> list[Action]:
        return []


class Job:
    """A request at the server.

    Args:
        request, session, stream: as the server has got it.

    Attributes:
        asked: the ids of the questions to its client, if they are requests.
        given: their answers.
    """

    def __init__(self, request: mb.Request, session: Session, stream: JSON) -> None:
        self.request, self.session, self.stream = request, session, stream
        self.asked: list[JSON] = []
        self.given: dict[JSON, str] = {}

    @property
    def params(self) -> JSON:
        return self.request.document.get("params") or {}

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The method and the text of each question."""
        arguments: JSON = self.params.get("arguments") or {}
        about = arguments.get("about")
        return [(method, f"{about}-{number}") for number, method in enumerate(arguments.get("asked", ()))]


class Play(World):
    """A script that is played.

    Args:
        chance: chooses what happens next.
        lines: the script.
        client, server: the revision of each side.
        transports: of both sides.
        is_direct: whether no bridge is there.
    """

    def __init__(
        self,
        chance: random.Random,
        lines: list[Line],
        client: str,
        server: str,
        *transports: str,
        is_direct: bool = False,
    ) -> None:
        super().__init__(client, server, *transports, bounds=BOUNDS)
        if is_direct:
            wire: Any = Wire()
            self.bridge = wire
        self.chance, self.lines = chance, lines
        self.sent: list[JSON] = []
        """The id of each request that is to be answered; of a call that was sent again, the last one."""

        self.exchange_of: dict[JSON, int | None] = {}
        self.to_cancel: list[JSON] = []
        self.jobs: list[Job] = []
        self.asking: list[Job] = []
        self.questions: list[mb.Request] = []
        self.seen = {"client": 0, "server": 0}
        self.rounds: list[mb.Response] = []
        self.counts: Counts = {}

    def count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def outcomes(self) -> list[JSON]:
        """What has come of each request that was not cancelled: the result, without what belongs to a revision."""
        self.open()
        assert self.version == self.revisions["client"]
        self.on_server, self.on_client = self.take_request, self.take_question
        for _ in range(SETTLED):
            steps = [self.deliver] * 3 if self.wire else []
            steps += [self.send_next] if len(self.sent) < len(self.lines) else []
            steps += [self.serve] if self.jobs else []
            steps += [self.answer] if self.questions else []
            steps += [self.send_again] if self.rounds else []
            steps += [self.cancel] if self.to_cancel else []
            steps += [self.let_time_pass]
            self.chance.choice(steps)()
            self.look()
            if len(self.sent) == len(self.lines) and not (self.client.pending or self.to_cancel or self.rounds):
                break
        told = [self.answer_to(id_) for id_ in self.sent]
        return [
            None if line.is_cancelled else comparable_part(each) for line, each in zip(self.lines, told, strict=True)
        ]

    # The client.

    def send_next(self) -> None:
        line = self.lines[len(self.sent)]
        waiting = [self.lines[place] for place, id_ in enumerate(self.sent) if id_ in self.client.pending]
        if line.method == ASKING and any((each.method, each.params) == (line.method, line.params) for each in waiting):
            self.count("equal calls at once")
        sent = self.client.request(line.method, line.params, progress=line.progress)
        self.sent.append(sent.id)
        self.exchange_of[sent.id] = self.client_sends(sent.data)
        if line.is_cancelled:
            self.to_cancel.append(sent.id)

    def cancel(self) -> None:
        id_ = self.to_cancel.pop()
        if id_ in self.client.pending:
            self.count("cancelled")
            data = self.client.cancel(id_)
            if data is not None:
                self.client_sends(data)
            else:
                exchange = self.exchange_of[id_]
                self.open_exchanges.discard(exchange or 0)
                self.front.lost(id_)
                kept = [each for each in self.wire if not (isinstance(each, ToClient) and each.exchange == exchange)]
                self.wire.clear()
                self.wire.extend(kept)
                self.carry_out(self.bridge.client_left(exchange))

    def take_question(self, request: mb.Request) -> bool:
        if named(request) in QUESTIONS:
            self.count("questions")
            self.questions.append(request)
        return named(request) in QUESTIONS

    def answer(self) -> None:
        request = self.questions.pop(self.chance.randrange(len(self.questions)))
        if request.id in self.client.peer_requests:
            self.client_sends(self.client.respond(request.id, reply_to(request.document)))

    def send_again(self) -> None:
        self.count("rounds")
        response = self.rounds.pop(self.chance.randrange(len(self.rounds)))
        place = self.sent.index(response.id)
        wanted: JSON = response.document["result"].get("inputRequests") or {}
        sent = self.client.retry(response.id, {key: reply_to(each) for key, each in wanted.items()})
        self.sent[place] = sent.id
        self.exchange_of[sent.id] = self.client_sends(sent.data)
        if self.lines[place].is_cancelled:
            self.to_cancel.append(sent.id)

    # The server.

    def take_request(self, request: mb.Request, session: Session, stream: JSON) -> bool:
        if named(request) in ("server/discover", "subscriptions/listen", "initialize"):
            return False
        self.jobs.append(Job(request, session, stream))
        return True

    def serve(self) -> None:
        """Answer a request, or ask for input first."""
        job = self.jobs.pop(self.chance.randrange(len(self.jobs)))
        if job.session.peer_requests.get(job.request.id) != job.request.method:
            return
        given: JSON = job.params.get("inputResponses")
        if given is not None:
            job.given = {key: text_of(each) for key, each in given.items()}
        if not job.questions or len(job.given) == len(job.questions):
            self.finish(job)
        elif self.revisions["server"] in PER_REQUEST:
            revision = self.revisions["server"]
            wanted = {str(number): question(revision, *each) for number, each in enumerate(job.questions)}
            state = {"requestState": "s"} if job.params["arguments"]["state"] else {}
            result = {"resultType": "input_required", "inputRequests": wanted, **state}
            self.server_sends(job.session.respond(job.request.id, result), job.stream)
        else:
            self.asking.append(job)
            for each in job.questions:
                asked = question(self.revisions["server"], *each)
                sent = job.session.request(asked["method"], asked["params"])
                job.asked.append(sent.id)
                self.server_sends(sent.data, job.stream)

    def finish(self, job: Job) -> None:
        revision = self.revisions["server"]
        result = complete(revision, job.request.method)
        if job.questions:
            texts = [job.given[key] for key in sorted(job.given)]
            result = {**result, "content": [{"type": "text", "text": " ".join(texts)}]}
        try:
            self.server_sends(job.session.respond(job.request.id, result), job.stream)
        except LocalProtocolError:
            assert job.request.id not in job.session.peer_requests

    # Both.

    def let_time_pass(self) -> None:
        self.now += 0.05
        self.carry_out(self.bridge.expire(self.now))

    def look(self) -> None:
        """Take note of what has arrived."""
        for event in self.client_got[self.seen["client"] :]:
            is_response = isinstance(event, mb.Response) and not is_request(event)
            if is_response and event.document["result"].get("resultType") == "input_required":
                self.rounds.append(event)
        for event in self.server_got[self.seen["server"] :]:
            if isinstance(event, (mb.Response, mb.ErrorResponse)):
                self.take_answer(event)
        self.seen = {"client": len(self.client_got), "server": len(self.server_got)}

    def take_answer(self, event: mb.Response | mb.ErrorResponse) -> None:
        for job in [each for each in self.asking if event.id in each.asked]:
            job.given[job.asked.index(event.id)] = text_of(event.document.get("result", event.document.get("error")))
            if len(job.given) == len(job.asked):
                self.asking.remove(job)
                if job.session.peer_requests.get(job.request.id) == job.request.method:
                    self.finish(job)


def question(revision: str, method: str, text: str) -> JSON:
    """A question of a server of a revision."""
    own = method_of(method, revision)
    if method == "elicitation/create":
        schema = {"type": "object", "properties": {"answer": {"type": "string"}}}
        return {"method": own, "params": {"message": text, "requestedSchema": schema}}
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": own, "params": {"messages": [message], "maxTokens": 5}}


def reply_to(asked: JSON) -> JSON:
    """The answer of the client to a question, which repeats its text."""
    params = asked["params"]
    if "requestedSchema" in params:
        return {"action": "accept", "content": {"answer": f"yes, {params['message']}"}}
    content: JSON = params["messages"][0]["content"]
    text = f"yes, {content['text']}"
    return {"role": "assistant", "model": "m", "content": {"type": "text", "text": text}}


def text_of(answer: JSON) -> str:
    """The text of an answer of the client; of an error its message."""
    if "action" in answer:
        return str(answer.get("content", {}).get("answer", answer["action"]))
    return str(answer["content"]["text"]) if "content" in answer else str(answer)


def comparable_part(answer: JSON) -> JSON:
    """What is compared of an answer."""
    if answer is None:
        return "no answer"
    if "error" in answer:
        return answer["error"]
    content: JSON = answer["result"].get("content")
    return content[0]["text"] if content else "a result"


def differences(seed: str, client: str, server: str, *transports: str, counts: Counts | None = None) -> list[str]:
    """Play a script both ways; what was refused, lost or changed through the bridge alone.

    Args:
        seed: of the script, and of what happens next.
        client, server: the revision of each side.
        transports: of both sides of the bridge.
        counts: is filled with how often something happened at the bridge.
    """
    chance = random.Random(seed)
    lines = script(chance, client, server)
    direct = Play(chance, lines, client, client, "stdio", "stdio", is_direct=True).outcomes()
    played = Play(chance, lines, client, server, *transports)
    bridged = played.outcomes()
    if counts is not None:
        counts.update(played.counts)
    return [
        f"{line.method} {line.params}: {one} directly, {other} through the bridge"
        for line, one, other in zip(lines, direct, bridged, strict=True)
        if one != other and not is_error(one)
    ]


def is_error(outcome: JSON) -> bool:
    return isinstance(outcome, dict)
