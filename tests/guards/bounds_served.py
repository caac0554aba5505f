"""Rates, slots, sizes, cursors, states and logs of a server, with what a plain reckoning says of each request.

Each trial has a server of its own, whose clients speak random revisions and act for several principals.
"""

from __future__ import annotations

import asyncio
import base64
import random
from collections.abc import Callable, Coroutine
from fractions import Fraction
from math import ceil
from typing import Any

import mcp_bindings as mb
from mcp_bindings.guards import LogCleaner, Rate, TokenBuckets, WorkSlots
from mcp_bindings.guards.rates import WorkKind
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from mcp_bindings.spec.names import CREATE_MESSAGE, LOG_MESSAGE
from tests.guards import late_results, task_support
from tests.guards.bounds_lab import LETTERS, log_case
from tests.guards.callers import INFO, NOBODY, Caller, Handlers, principal_of, settle
from tests.guards.served import House
from tests.revisions import LOGGING, has_method, having

CAPABILITIES: dict[str, Any] = {"logging": {}, "completions": {}, "resources": {"subscribe": True}}
WHO = (NOBODY, "alice", "bob", "Alice")
TOOL = "tools0"


def _server(handlers: Handlers, signer: StateSigner | None = None, **guards: Any) -> mb.Server:
    given = mb.Guards(**guards)
    return mb.Server(handlers, info=INFO, capabilities=CAPABILITIES, guards=given, signer=signer)


def _code(reply: dict[str, Any]) -> int | None:
    """The code of the error in a response."""
    code: int | None = reply.get("error", {}).get("code")
    return code


class _Logging(Handlers):
    async def act(self, params: Any, context: mb.Context) -> None:
        for _ in range(params.arguments["times"]):
            await context.log("info", "x")


ASKS: dict[WorkKind, str] = {
    "tools": "tools/call",
    "completion": "completion/complete",
    "subscriptions": "resources/subscribe",
}
"""What clients ask for to make work of a kind, if their revision has it."""


async def _rates(rng: random.Random) -> tuple[str, str]:
    now = [float(rng.randrange(1_000))]
    kinds: tuple[WorkKind, ...] = ("tools", "completion", "subscriptions", "logs")
    limited = rng.sample(kinds, rng.randrange(1, 5))
    rates: dict[WorkKind, Rate] = {each: Rate(rng.choice((0.25, 1.0, 4.0)), rng.randrange(1, 4)) for each in limited}
    server = _server(_Logging(), rates=TokenBuckets(rates, clock=lambda: now[0]))
    callers = [Caller(server, rng.choice(mb.REVISIONS)) for _ in range(2)]
    for each in callers:
        await each.open()
    left: dict[tuple[str, str], tuple[Fraction, Fraction]] = {}

    def wait_of(who: str, kind: WorkKind) -> Fraction:
        """Seconds to wait for the next piece of work; it is counted if there are none. All numbers are exact."""
        if kind not in rates:
            return Fraction(0)
        moment, speed, most = Fraction(now[0]), Fraction(rates[kind].per_second), Fraction(rates[kind].burst)
        tokens, since = left.get((who, kind), (most, moment))
        tokens = min(most, tokens + (moment - since) * speed)
        wait = max(Fraction(0), (1 - tokens) / speed)
        left[who, kind] = (tokens if wait else tokens - 1, moment)
        return wait

    met: set[str] = set()
    users = rng.sample(WHO, 2)
    for _ in range(rng.randrange(4, 16)):
        now[0] += rng.choice((0, 0, 0, 0.125, 1, 3))
        caller, who = rng.choice(callers), rng.choice(users)
        kind: WorkKind = rng.choice([each for each, asks in ASKS.items() if has_method(asks, caller.revision.id)])
        times = rng.randrange(4)
        prompt, argument = {"type": "ref/prompt", "name": "prompts0"}, {"name": "a", "value": "b"}
        params: dict[WorkKind, dict[str, Any]] = {
            "tools": {"name": TOOL, "arguments": {"times": times}},
            "completion": {"ref": prompt, "argument": argument, "context": {}},
            "subscriptions": {"uri": "note:///0"},
        }
        caller.logged.clear()
        reply = await caller.ask(ASKS[kind], params[kind], who)
        wait = wait_of(who, kind)
        error = reply.get("error", {})
        if wait:
            right = (INTERNAL_ERROR, {"retryAfter": ceil(wait)})
            fits = (error.get("code"), error.get("data")) == right and not caller.logged
        else:
            is_logged = kind == "tools" and caller.revision.id in LOGGING
            logged = sum(not wait_of(who, "logs") for _ in range(times)) if is_logged else 0
            fits = "result" in reply and len(caller.logged) == logged
        met.add("delayed" if wait else "admitted")
        if not fits:
            return "delayed", f"{kind} of {who!r} at {now[0]}, {wait} s of {rates}: {reply}, {len(caller.logged)} logs"
    return ("delayed" if "delayed" in met else "admitted"), ""


class _Waiting(Handlers):
    """Each call runs until the trial ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.running: dict[int, asyncio.Event] = {}

    async def act(self, params: Any, context: mb.Context) -> None:
        number = params.arguments["number"]
        self.running[number] = asyncio.Event()
        try:
            await self.running[number].wait()
        finally:
            del self.running[number]


class _Queue:
    """Which calls run, and which wait, in their order."""

    def __init__(self, running: int, waiting: int, share: int | None) -> None:
        self._most_running, self._most, self._share = running, running + waiting, share
        self.calls: list[tuple[int, str]] = []

    def add(self, number: int, who: str) -> bool:
        """Whether a call is taken."""
        of_who = sum(each == who for _, each in self.calls)
        if len(self.calls) >= self._most or (self._share is not None and of_who >= self._share):
            return False
        self.calls.append((number, who))
        return True

    def end(self, number: int) -> None:
        """A call ends, and the next one runs."""
        self.calls = [each for each in self.calls if each[0] != number]

    @property
    def running(self) -> set[int]:
        return {number for number, _ in self.calls[: self._most_running]}


async def _slots(rng: random.Random) -> tuple[str, str]:
    running, waiting, share = rng.randrange(1, 4), rng.randrange(4), rng.choice((None, 1, 2, 3))
    handlers = _Waiting()
    slots = WorkSlots(running, waiting, share)
    server = _server(handlers, work=slots)
    callers = [Caller(server, rng.choice(mb.REVISIONS)) for _ in range(2)]
    for each in callers:
        await each.open()
    queue, kind = _Queue(running, waiting, share), "all taken"
    sent: dict[int, tuple[Caller, int, asyncio.Task[dict[str, Any]]]] = {}
    for number in range(rng.randrange(3, 14)):
        what = rng.choice(("call", "call", "call", "end", "cancel"))
        if what == "call" or not queue.calls:
            caller, who = rng.choice(callers), rng.choice(WHO)
            params = {"name": TOOL, "arguments": {"number": number}}
            id_, waits = caller.start("tools/call", params, who)
            sent[number] = caller, id_, asyncio.create_task(waits)
            is_taken = queue.add(number, who)
            await settle()
            is_busy = sent[number][2].done() and _code(sent[number][2].result()) == INTERNAL_ERROR
            kind = kind if is_taken else "turned away"
            if is_taken == is_busy:
                return kind, f"call {number} of {who!r} is {'' if is_busy else 'not '}turned away beside {queue.calls}"
        elif what == "end":
            ended = rng.choice(sorted(queue.running))
            queue.end(ended)
            handlers.running[ended].set()
            if "result" not in await asyncio.wait_for(sent[ended][2], 20):
                return kind, f"call {ended} ends with {sent[ended][2].result()}"
        else:
            ended = rng.choice([each for each, _ in queue.calls])
            queue.end(ended)
            caller, id_, _ = sent[ended]
            await caller.notify("notifications/cancelled", requestId=id_)
        await settle()
        if handlers.running.keys() != queue.running or slots.work_count != len(queue.calls):
            return kind, f"{set(handlers.running)} run, and {slots.work_count} are taken, not {queue.calls}"
    while queue.calls:
        for ended in queue.running:
            queue.end(ended)
            handlers.running[ended].set()
        await settle()
    await asyncio.wait_for(asyncio.gather(*(waiting for _, _, waiting in sent.values())), 20)
    return kind, "slots are lost" if slots.work_count else ""


class _Asking(Handlers):
    """Asks the client before it returns, and notes the answers."""

    def __init__(self, method: str, params: dict[str, Any]) -> None:
        super().__init__()
        self.answers: list[Any] = []
        self._question = {"method": method, "params": params}

    async def act(self, params: Any, context: mb.Context) -> None:
        self.answers.append((await context.ask(a=self._question))["a"])


def _binary(rng: random.Random, depth: int) -> tuple[Any, int]:
    """A JSON value, and the bytes of the binary data in it."""
    data = rng.randbytes(rng.randrange(12))
    text = base64.b64encode(data).decode()
    match rng.randrange(6 if depth else 4):
        case 0:
            return {"type": rng.choice(("image", "audio")), "data": text, "mimeType": "image/png"}, len(data)
        case 1:
            return {"blob": text, "uri": "a:b"}, len(data)
        case 2:
            return {"type": "text", "data": text, "text": text}, 0
        case 3:
            return rng.choice((text, 7, None, {"blob": 5}, {"type": "image", "data": ["A"]})), 0
        case 4:
            items = [_binary(rng, depth - 1) for _ in range(rng.randrange(4))]
            return [item for item, _ in items], sum(size for _, size in items)
        case _:
            members = {name: _binary(rng, depth - 1) for name in rng.sample("abc", rng.randrange(4))}
            return {name: item for name, (item, _) in members.items()}, sum(size for _, size in members.values())


async def _sizes(rng: random.Random) -> tuple[str, str]:
    most = rng.randrange(24)
    value, size = _binary(rng, 3)
    sampling: dict[str, Any] = {"messages": [], "maxTokens": 1}
    is_answer = rng.random() < 0.4
    handlers = _Asking(CREATE_MESSAGE, sampling) if is_answer else Handlers()
    spoken = having(CREATE_MESSAGE) if is_answer else mb.REVISIONS
    caller = Caller(_server(handlers, max_binary=most), rng.choice(spoken))
    await caller.open()
    params: dict[str, Any] = {"name": TOOL, "arguments": {"x": value}}
    if not is_answer:
        reply = await caller.ask("tools/call", params)
        is_taken = bool(handlers.reached)
    else:
        assert isinstance(handlers, _Asking)
        data = rng.randbytes(rng.randrange(32))
        size, params = len(data), {"name": TOOL}
        content = {"type": "image", "data": base64.b64encode(data).decode(), "mimeType": "image/png"}
        caller.answer = {"role": "assistant", "content": content, "model": "m"}
        reply = await caller.ask("tools/call", params)
        asked = reply.get("result", {})
        if "requestState" in asked:
            retry = {"inputResponses": {"a": caller.answer}, "requestState": asked["requestState"]}
            reply = await caller.ask("tools/call", {**params, **retry})
        is_taken = bool(handlers.answers)
    fits = size <= most
    right = is_taken == fits and (_code(reply) is None if fits else _code(reply) == INVALID_PARAMS)
    kind = f"{'fits' if fits else 'too large'}, {'an answer' if is_answer else 'arguments'}"
    return kind, "" if right else f"{size} bytes of at most {most} in {value!r}: {reply}"


def _forged(rng: random.Random, text: str) -> str:
    """A text that differs in one place."""
    while True:
        spot = rng.randrange(len(text))
        letter = rng.choice(LETTERS + "-_=+ é")
        made = rng.choice((text[:spot] + letter + text[spot + 1 :], text[:spot], text + letter, letter + text))
        if made != text:
            return made


async def _cursors(rng: random.Random) -> tuple[str, str]:
    first_time, lifetime = float(rng.randrange(10**9)), float(rng.randrange(1, 1_000))
    now = [first_time]
    key = rng.randbytes(32)
    server = _server(Handlers(), StateSigner([key], lifetime=lifetime, clock=lambda: now[0]))
    callers = [Caller(server, rng.choice(mb.REVISIONS)) for _ in range(2)]
    for each in callers:
        await each.open()
    who, method = rng.choice(WHO), rng.choice(("tools/list", "prompts/list", "resources/list"))
    first = await callers[0].ask(method, {}, who)
    cursor = first["result"]["nextCursor"]
    now[0] += rng.choice((0.0, lifetime))
    kind = rng.choice(("same", "same", "stolen", "other method", "altered", "expired", "other key", "plain"))
    user, asked = who, method
    match kind:
        case "stolen":
            user = rng.choice([each for each in WHO if each != who])
        case "other method":
            asked = rng.choice([each for each in ("tools/list", "prompts/list", "resources/list") if each != method])
        case "altered":
            cursor = _forged(rng, cursor)
        case "expired":
            now[0] = first_time + lifetime + rng.choice((1.0, lifetime * 10))
        case "other key":
            stranger = StateSigner([rng.randbytes(32)], clock=lambda: now[0])
            cursor = stranger.write(["cursor", "" if who == NOBODY else principal_of(who).key, method], "1")
        case "plain":
            cursor = rng.choice(("", "0", "1", "2"))
        case _:
            pass
    reply = await rng.choice(callers).ask(asked, {"cursor": cursor}, user)
    if kind == "same":
        name = method.partition("/")[0]
        listed = [each["name"] for each in reply.get("result", {}).get(name, [])]
        return kind, "" if listed == [f"{name}1"] else f"{reply}"
    return kind, "" if _code(reply) == INVALID_PARAMS else f"a {kind} cursor is accepted: {reply}"


FORM = {"message": "?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}}


async def _states(rng: random.Random) -> tuple[str, str]:
    first_time, lifetime = float(rng.randrange(10**9)), float(rng.randrange(1, 1_000))
    now = [first_time]
    handlers = _Asking("elicitation/create", FORM)
    server = _server(handlers, StateSigner([rng.randbytes(32)], lifetime=lifetime, clock=lambda: now[0]))
    revision = rng.choice([each for each in mb.REVISIONS if mb.revision(each).era == "per-request"])
    caller, who = Caller(server, revision), rng.choice(WHO)
    params: dict[str, Any] = {"name": TOOL, "arguments": {"x": rng.randrange(3), "y": {"a": 1, "b": [True]}}}
    state = (await caller.ask("tools/call", params, who))["result"]["requestState"]
    now[0] += rng.choice((0.0, lifetime))
    kinds = ("same", "same", "twice", "stolen", "other tool", "other arguments", "altered", "expired", "other key")
    kind = rng.choice(kinds)
    user, sent = who, params
    match kind:
        case "stolen":
            user = rng.choice([each for each in WHO if each != who])
        case "other tool":
            sent = {**params, "name": rng.choice(("tools1", "tools2"))}
        case "other arguments":
            x, rest = params["arguments"]["x"], {"a": 1, "b": [True]}
            changed = (
                {"x": x + 1, "y": rest},
                {"x": x},
                {"x": x, "y": {"a": True, "b": [True]}},
                {"x": x, "y": [rest]},
            )
            sent = {**params, "arguments": rng.choice((*changed, {**params["arguments"], "z": None}))}
        case "altered":
            state = _forged(rng, state)
        case "expired":
            now[0] = first_time + lifetime + rng.choice((1.0, lifetime * 10))
        case "other key":
            stranger = _server(_Asking("elicitation/create", FORM), StateSigner(clock=lambda: now[0]))
            state = (await Caller(stranger, revision).ask("tools/call", params, who))["result"]["requestState"]
        case _:
            pass
    answer = {"action": "accept", "content": {"n": rng.randrange(9)}}
    retry = {**sent, "inputResponses": {"a": answer}, "requestState": state}
    for _ in range(2 if kind == "twice" else 1):
        reply = await rng.choice((caller, Caller(server, revision))).ask("tools/call", retry, user)
        is_right = kind in ("same", "twice")
        if is_right and ("result" not in reply or handlers.answers.pop() != answer):
            return kind, f"{reply}"
        if not is_right and (handlers.answers or _code(reply) != INVALID_PARAMS):
            return kind, f"a {kind} state is accepted: {retry} after {params}: {reply}"
    return kind, ""


class _Telling(Handlers):
    """Logs what it is given, in one way or another."""

    def __init__(self, data: Any, way: str) -> None:
        super().__init__()
        self._data, self._way = data, way

    async def act(self, params: Any, context: mb.Context) -> None:
        if self._way == "log":
            await context.log("info", self._data)
        elif self._way == "notify":
            await context.notify(LOG_MESSAGE, level="info", data=self._data)


async def _logs(rng: random.Random) -> tuple[str, str]:
    case = log_case(rng)
    revision = rng.choice(LOGGING)
    ways = ("log", "notify", "server") if mb.revision(revision).era == "handshake" else ("log",)
    way = rng.choice(ways)
    server = _server(_Telling(case.data, way), logs=LogCleaner(case.pointers))
    caller = Caller(server, revision)
    await caller.open()
    if way == "server":
        await server.notify(LOG_MESSAGE, level="info", data=case.data)
    else:
        await caller.ask("tools/call", {"name": TOOL}, rng.choice(WHO))
    kind = f"{way}, {'with' if case.hidden else 'without'} secrets"
    if len(caller.logged) != 1:
        return kind, f"{case.data!r} is logged as {caller.logged}"
    return kind, case.fault(caller.logged[0])


def _check(
    trial: Callable[[random.Random], Coroutine[Any, Any, tuple[str, str]]],
) -> Callable[[House, random.Random], tuple[str, str]]:
    return lambda house, rng: house.run(trial(rng))


LABS = {
    "served rates": _check(_rates),
    "served slots": _check(_slots),
    "served binary data": _check(_sizes),
    "served cursors of others": _check(_cursors),
    "served states": _check(_states),
    "served logs by pointer": _check(_logs),
    "served task support": _check(task_support.check_server),
    "task support of clients": _check(task_support.check_client),
    "late results": _check(late_results.late),
}
"""Each check of a server with a clock, bounds and principals of its own, by its name."""
