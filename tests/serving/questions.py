"""Random handlers whose data change between two runs, and users who give each answer once.

A handler is a tree of questions: one after the other, in `asyncio.gather`, in a task group, in one `context.ask`.
Between its runs the texts of its questions, their order and their delays change. Each answer has a number, so that the
game knows which question it was given to.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeAlias

import anyio

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.bridge import Bounds
from mcp_bindings.codec.encoding import dump_any
from mcp_bindings.extensions import tasks
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.server import TaskRunner
from mcp_bindings.spec.names import CREATE_MESSAGE, ELICIT, LIST_ROOTS
from mcp_bindings.transports import BridgeConnection, ClientBounds, MemoryTransport
from mcp_bindings.transports.service import ServedClient
from tests.documents import tool
from tests.revisions import HANDSHAKE, PER_REQUEST, having, method_of
from tests.soak.bridge_memory import Bridged

INFO = {"name": "games", "version": "1"}
FORM: dict[str, Any] = {"type": "object", "properties": {"number": {"type": "integer"}}}
DECLARED: dict[str, Any] = {"elicitation": {}, "sampling": {}, "roots": {}}
META = "io.modelcontextprotocol/"
BOUNDS = ClientBounds(max_input_rounds=90)
BRIDGE_BOUNDS = Bounds(gather_seconds=0.001, rounds=90)
WAYS = ("connect", "connect", "bridge", "task", "dispatcher", "server", "forgetful", "repeating")
"""How the client speaks: `mb.connect`, also through a bridge from one era to the other, or where the call becomes a
task; or a client of 2026-07-28 that checks nothing and sends what it is asked for, to a `Dispatcher` or a `Server`. One
answers a part at a time, one repeats its earlier answers with each retry."""

NEWEST, HOMES = PER_REQUEST[-1], having(ELICIT)


@dataclass(frozen=True)
class Ask:
    """One question: its text is that of a slot, which several may share."""

    slot: int
    method: str
    key: str | None = None
    caught: str = ""
    """Whether the handler catches `InputRequired`: not, `swallowed`, or `dismissed`."""


@dataclass(frozen=True)
class Group:
    """Several parts: in `sequence`, `gather`, `task group`, or the questions of one `ask`."""

    number: int
    how: str
    parts: tuple[Part, ...]


Part: TypeAlias = "Ask | Group"


@dataclass
class Data:
    """What a handler reads in each run."""

    texts: list[int]
    delays: list[int]
    order: int
    changes: int

    def change(self, rng: random.Random) -> None:
        """Change something, if it may still change."""
        if self.changes and rng.random() < 0.7:
            self.changes -= 1
            for slot in range(len(self.texts)):
                if rng.random() < 0.4:
                    self.texts[slot] = rng.randrange(5)
                self.delays[slot] = rng.choice((0, 0, 0, 1, 3))
            self.order = rng.randrange(1_000)

    def ordered(self, group: Group) -> list[Part]:
        """The parts of a group in the order of this run."""
        parts = list(group.parts)
        random.Random(self.order * 31 + group.number).shuffle(parts)
        return parts


@dataclass
class User:
    """Whoever answers; each answer has a number.

    Attributes:
        given: for what question each answer was given: its method and text, by its number.
    """

    given: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])

    def answer(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        number = len(self.given)
        self.given[number] = method, text_of(method, params)
        if method == ELICIT:
            return {"action": "accept", "content": {"number": number}}
        if method == LIST_ROOTS:
            return {"roots": [{"uri": f"file:///{number}"}]}
        return {"role": "assistant", "model": "m", "content": {"type": "text", "text": str(number)}}


def text_of(method: str, params: Mapping[str, Any]) -> str:
    if method == ELICIT:
        return str(params["message"])
    return str(params["messages"][0]["content"]["text"]) if method == CREATE_MESSAGE else ""


def number_in(method: str, answer: Mapping[str, Any]) -> int:
    if method == ELICIT:
        return int(answer["content"]["number"])
    if method == LIST_ROOTS:
        return int(answer["roots"][0]["uri"].rpartition("/")[2])
    return int(answer["content"]["text"])


class Game:
    """One handler and one user.

    Attributes:
        wrong: what must not have happened.
        runs: of the handler.
        asks: questions in its tree.
        dismissed: those of them that are taken back where the client is not asked at once.
        is_stable: whether its data never change.
    """

    def __init__(self, rng: random.Random, methods: list[str]) -> None:
        self.rng, self.user = rng, User()
        self.wrong: list[str] = []
        self.runs = 0
        self.asks = self.dismissed = 0
        self._methods, self._groups = methods, count()
        slots = rng.randint(1, 6)
        self.tree = self._group(slots, rng.randint(1, 6), 0)
        self.data = Data([rng.randrange(5) for _ in range(slots)], [0] * slots, 0, rng.choice((0, 0, 1, 2, 3)))
        self.is_stable = not self.data.changes

    def _group(self, slots: int, size: int, depth: int) -> Group:
        how = self.rng.choice(("sequence", "gather", "task group", "ask"))
        parts: list[Part] = []
        for _ in range(size):
            if depth < 2 and how != "ask" and self.rng.random() < 0.25:
                parts.append(self._group(slots, self.rng.randint(1, 3), depth + 1))
            else:
                parts.append(self._ask(slots, is_alone=how == "sequence"))
        return Group(next(self._groups), how, tuple(parts))

    def _ask(self, slots: int, *, is_alone: bool) -> Ask:
        caught = self.rng.choice(("", "", "", "", "swallowed", "dismissed")) if is_alone else ""
        self.asks += 1
        self.dismissed += caught == "dismissed"
        key = self.rng.choice((None, None, "k1", "k2"))
        return Ask(self.rng.randrange(slots), self.rng.choice(self._methods), key, caught)

    async def run(self, context: mb.Context) -> None:
        """The handler."""
        self.runs += 1
        if self.runs > 1:
            self.data.change(self.rng)
        await self._do(self.tree, context, set())

    async def _do(self, part: Part, context: mb.Context, used: set[int]) -> None:
        if isinstance(part, Ask):
            await self._one(part, context, used)
            return
        parts = self.data.ordered(part)
        if part.how == "sequence":
            for each in parts:
                await self._do(each, context, used)
        elif part.how == "gather":
            await asyncio.gather(*(self._do(each, context, used) for each in parts))
        elif part.how == "task group":
            async with anyio.create_task_group() as group:
                for each in parts:
                    group.start_soon(self._do, each, context, used)
        else:
            asks = {f"{each.slot}-{number}": each for number, each in enumerate(parts) if isinstance(each, Ask)}
            requests = {name: self._request(each) for name, each in asks.items()}
            answers = await context.ask(**requests)
            for name, request in requests.items():
                self._check(request, answers[name], used)

    async def _one(self, ask: Ask, context: mb.Context, used: set[int]) -> None:
        for _ in range(self.data.delays[ask.slot]):
            await asyncio.sleep(0)
        request = self._request(ask)
        try:
            if ask.method == ELICIT:
                given: Any = await context.elicit(request["params"]["message"], FORM, key=ask.key)
            elif ask.method == CREATE_MESSAGE:
                given = await context.sample(text_of(ask.method, request["params"]), 9, key=ask.key)
            else:
                given = await context.list_roots(key=ask.key)
        except mb.InputRequired as needed:
            if not ask.caught:
                raise
            if ask.caught == "dismissed":
                needed.dismiss()
            return
        self._check(request, dump_any(given), used)

    def _check(self, request: dict[str, Any], answer: Mapping[str, Any], used: set[int]) -> None:
        """Check that an answer was given to this very question, and to no other one of this run."""
        method, params = request["method"], request["params"]
        number, asked = number_in(method, answer), (method, text_of(method, params))
        if self.user.given[number] != asked:
            self.wrong.append(f"{asked} got the answer to {self.user.given[number]}")
        if number in used:
            self.wrong.append(f"{asked} got an answer that another question of the run has got")
        used.add(number)

    def _request(self, ask: Ask) -> dict[str, Any]:
        text = f"Question {self.data.texts[ask.slot]}?"
        if ask.method == ELICIT:
            return {"method": ELICIT, "params": {"message": text, "requestedSchema": FORM}}
        if ask.method == LIST_ROOTS:
            return {"method": LIST_ROOTS, "params": {}}
        message = {"role": "user", "content": {"type": "text", "text": text}}
        return {"method": CREATE_MESSAGE, "params": {"messages": [message], "maxTokens": 9}}


def handlers_of(game: Game, home: str, runner: TaskRunner | None = None) -> Handlers:
    """A server in the types of a revision whose tool plays the game."""
    types: Any = import_module(mb.revision(home).package)

    class Plays(types.ServerHandlers):  # type: ignore[misc]
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            return {"tools": [tool("x", home)]}

        async def call_tool(self, params: Any, context: mb.Context) -> Any:
            return await (self._play(context) if runner is None else runner.run(self._play, context))

        async def _play(self, context: mb.Context) -> Any:
            await game.run(context)
            return types.CallToolResult(content=[])

    found: Handlers = Plays()
    return found


class Answers(mcp.ClientHandlers):
    """The user behind `mb.connect`."""

    def __init__(self, user: User) -> None:
        self._user = user

    def elicit(self, params: Any, context: mb.Context) -> Any:
        return self._answer(ELICIT, context, "ElicitResult")

    def create_message(self, params: Any, context: mb.Context) -> Any:
        return self._answer(CREATE_MESSAGE, context, "CreateMessageResult")

    def list_roots(self, params: Any, context: mb.Context) -> Any:
        return self._answer(LIST_ROOTS, context, "ListRootsResult")

    def _answer(self, method: str, context: mb.Context, definition: str) -> Any:
        given = self._user.answer(method, context.message.document.get("params", {}))
        return mb.revision(self.revision).codec(definition).decode_value(given)


async def connected(game: Game, home: str, spoken: str) -> None:
    """Play over `mb.connect`."""
    server = mb.Server(handlers_of(game, home), info=INFO)
    async with mb.connect(server, Answers(game.user), info=INFO, revisions=[spoken], bounds=BOUNDS) as client:
        await client.call_tool("x")


async def bridged(game: Game, spoken: str, served: str) -> None:
    """Play over `mb.connect` through a bridge, to a server of another revision."""
    server = mb.Server(handlers_of(game, NEWEST), info=INFO, revisions=[served])
    bridge = BridgeConnection(mb.Bridge(bounds=BRIDGE_BOUNDS), MemoryTransport(server))
    options: Any = {"info": INFO, "revisions": [spoken], "bounds": BOUNDS}
    async with mb.connect(Bridged(bridge), Answers(game.user), **options) as client:
        await client.call_tool("x")


async def as_task(game: Game) -> None:
    """Play as a task, which is polled without a pause."""
    runner, revision = TaskRunner(), tasks.EXTENSION.info.revisions[-1]
    server = mb.Server(handlers_of(game, revision, runner), info=INFO, tasks=runner)
    options: Any = {"info": INFO, "revisions": [revision], "extensions": [tasks.EXTENSION]}
    async with mb.connect(server, Answers(game.user), **options) as opened:
        client: Any = opened
        created = await client.call_tool("x")
        answered: set[str] = set()
        task = created
        for _ in range(10_000):
            task = await client.get_task(created.task_id)
            if task.status == "input_required":
                asked = {key: each for key, each in task.input_requests.items() if key not in answered}
                required = SimpleNamespace(input_requests=dict(list(asked.items())[: game.rng.randint(1, 3)]))
                answered.update(required.input_requests)
                if asked:
                    responses = await client.connection.dispatcher.answer_input_requests(required)
                    await client.update_task(created.task_id, responses)
            elif task.status != "working":
                break
        if task.status != "completed":
            game.wrong.append(f"the task is {task.status}")


async def raw(game: Game, way: str) -> None:
    """Play as a client of 2026-07-28 that checks nothing."""
    handlers, earlier, ids = handlers_of(game, NEWEST), dict[str, Any](), count(1)
    dispatcher = mb.Dispatcher(handlers)
    served = ServedClient(mb.Server(handlers, info=INFO), dispatcher.dispatch, "stdio")

    async def call(**retry: Any) -> Any:
        meta = {f"{META}protocolVersion": NEWEST, f"{META}clientInfo": INFO, f"{META}clientCapabilities": DECLARED}
        params = {"name": "x", "_meta": meta, **retry}
        text = json.dumps(
            {"jsonrpc": "2.0", "id": next(ids), "method": method_of("tools/call", NEWEST), "params": params}
        )
        work = served.handle(served.session.receive(text)) if way == "server" else dispatcher.dispatch(text)
        return json.loads(await work or b"")

    answer = await call()
    while "error" not in answer and answer["result"]["resultType"] == "input_required":
        asked = list(answer["result"]["inputRequests"].items())
        if way == "forgetful":
            asked = game.rng.sample(asked, game.rng.randint(1, len(asked)))
        names = {method_of(name, NEWEST): name for name in (ELICIT, CREATE_MESSAGE, LIST_ROOTS)}
        responses = {key: game.user.answer(names[each["method"]], each["params"]) for key, each in asked}
        if way == "repeating":
            responses |= earlier
        earlier |= responses
        answer = await call(inputResponses=responses, requestState=answer["result"]["requestState"])
    if "error" in answer:
        game.wrong.append(f"the call failed: {answer['error']}")


def play(seed: int, number: int) -> tuple[str, Game]:
    """Play one game.

    Returns:
        What it was, for the counts, and the game.
    """
    rng = random.Random(f"{seed} {number}")
    way, home, spoken = rng.choice(WAYS), NEWEST, NEWEST
    name, served = way, NEWEST
    if way == "connect":
        home, spoken = rng.choice(HOMES), rng.choice(mb.REVISIONS)
        name, served = f"{way} of {home} to {spoken}", spoken
    elif way == "bridge":
        spoken, served = rng.sample((rng.choice(HANDSHAKE), rng.choice(PER_REQUEST)), 2)
        name = f"{way} of {spoken} to {served}"
    known = [each for each in (ELICIT, CREATE_MESSAGE, LIST_ROOTS) if {home, spoken, served} <= {*having(each)}]
    game = Game(rng, known)
    if way == "connect":
        asyncio.run(connected(game, home, spoken))
    elif way == "bridge":
        asyncio.run(bridged(game, spoken, served))
    elif way == "task":
        asyncio.run(as_task(game))
    else:
        asyncio.run(raw(game, way))
    waits = way == "task" or mb.revision(served).era == "handshake"
    shown = len(game.user.given)
    if game.runs > (1 if waits else game.asks + 1) and game.is_stable:
        game.wrong.append(f"{game.runs} runs for {game.asks} questions")
    # A question that is taken back, and is equal to another, may get the answer to that one, which is asked again then.
    least = game.asks if waits else game.asks - game.dismissed
    if not least <= shown <= game.asks and game.is_stable:
        game.wrong.append(f"the user was asked {shown} times for {game.asks} questions")
    return name, game
