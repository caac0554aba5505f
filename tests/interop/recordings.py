"""Recordings of foreign peers through an observer: `python -m tests.interop.recordings`.

Each client meets each server on stdio and over HTTP, in every revision that the client speaks, with a program between
them that records what passes. An observer hears each recording, as a proxy between the two would feed it. Whom it
blames must stand in `FAULTS`, and each of these faults must occur. Then each recording is heard again, once for each of
`INJECTIONS`, with one message put in or changed: the observer must blame the side of that message for it, and nobody
else for anything else. In a revision without sessions the messages of each HTTP request are also heard alone.

The recordings are made anew by each run, in `build/interop/recordings`, and hold texts of others, so they are never
committed. With `--again` those of the last run are heard again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import mcp_bindings as mb
from mcp_bindings.session import RULES
from mcp_bindings.session.observer.events import Observed
from tests.interop.examples import FASTMCP
from tests.interop.heard import Recording, accusations, heard, heard_alone, read, write
from tests.interop.injections import INJECTIONS, NOT_INJECTED, agreed_in, heard_with_each
from tests.interop.processes import ENVIRONMENTS, NODE, PEERS, ROOT, free_port, listening, python_of, run, set_up
from tests.interop.run import ARGUMENTS, NO_OLD_SERVER, SDKS, Sdk
from tests.interop.tap import Tap
from tests.revisions import HTTP_SSE, PER_REQUEST

JSON = Any
RECORDINGS = ENVIRONMENTS / "recordings"
MESSAGES = 5_000
"""Least number of messages in a whole run."""

CLIENTS = (*SDKS, Sdk(FASTMCP, (python_of("fastmcp"),), "fastmcp_{role}.py", mb.REVISIONS[0], mb.LATEST))
"""The SDKs and FastMCP, each both client and server."""

EXPLORING = ("mcp ", "fastmcp ")
"""Pairs whose client asks for everything that a server lists; other clients follow the steps of `run`."""

REFERENCE = ("everything", "filesystem", "memory", "sequential-thinking")
"""Servers of the project that publishes the protocol, from npm."""

NOTES = "our notes"
"""Our server that asks the model and tells changes, in one revision; each client goes through its steps."""

_OLD_FORMS = "asks a client of a revision without elicitations for one, since it declares them"
_UNDECLARED = "sends log messages or changes of roots without the capability"
_EXPLORING = "asks for everything here, also for what the server has not declared"
_FORMS = "answers forms here with those members that it knows, whatever is required"
_TASKS = "calls a tool here that runs as a task only"
_SERVER_ERROR = (
    "answers what has no session with the id `server-error`, which specification/2025-11-25/basic#responses excludes"
)
_LINKS = "sends links to resources in a revision without them"

FAULTS: dict[tuple[str, str], str] = {
    ("@…/client, server 2.4.0", "method"): _OLD_FORMS,
    ("@…/sdk 1.32.2", "method"): _OLD_FORMS,
    (FASTMCP, "capability"): _EXPLORING,
    (FASTMCP, "capability.notification"): _UNDECLARED,
    (FASTMCP, "elicitation.content"): _FORMS,
    (FASTMCP, "method"): _OLD_FORMS,
    (FASTMCP, "task.support"): _TASKS,
    ("mcp 1.30.0", "answer.known"): _SERVER_ERROR,
    ("mcp 1.30.0", "capability"): _EXPLORING,
    ("mcp 1.30.0", "capability.notification"): _UNDECLARED,
    ("mcp 1.30.0", "elicitation.content"): _FORMS,
    ("mcp 1.30.0", "method"): _OLD_FORMS,
    ("mcp 1.30.0", "task.support"): _TASKS,
    ("mcp 2.3.0", "capability"): _EXPLORING,
    ("mcp 2.3.0", "capability.notification"): _UNDECLARED,
    ("mcp 2.3.0", "elicitation.content"): _FORMS,
    ("mcp 2.3.0", "method"): _OLD_FORMS,
    ("mcp 2.3.0", "task.support"): _TASKS,
    ("server-everything", "anyOf"): _LINKS,
    ("server-everything", "message.valid"): _LINKS,
    ("server-everything", "method"): _OLD_FORMS,
    ("server-filesystem", "capability"): "asks for roots whenever they change, declared or not",
}
"""Known findings by blamed peer and rule, with their reasons. One that a whole run does not show fails."""


# Making them


@dataclass(frozen=True)
class Peer:
    """One server over one transport."""

    name: str
    command: tuple[str, ...]
    """In which `{port}` stands for the port to listen on."""
    path: str = ""
    """Of its URL; empty on stdio."""


@dataclass(frozen=True)
class Pair:
    """One client, in one revision, and one server."""

    client: Sdk
    revision: str
    server: Peer

    @property
    def transport(self) -> str:
        """Transport of the pair."""
        if not self.server.path:
            return "stdio"
        return "sse" if self.revision in HTTP_SSE else "http"

    @property
    def given(self) -> object:
        """Task of the client."""
        if self.server.name == NOTES:
            return None
        return "explore" if self.client.name.startswith(EXPLORING) else ARGUMENTS

    def __str__(self) -> str:
        return f"{self.client.name} and {self.server.name}, {self.transport}, {self.revision}"


def servers(revision: str) -> Iterator[Peer]:
    """Yield each server, over each transport that a client of a revision uses."""
    ours = (sys.executable, str(ROOT / "examples" / "reference" / "server.py"))
    notes = (sys.executable, "-m", "tests.interop.bridged_server", revision)
    for sdk in CLIENTS:
        yield Peer(sdk.name, (*sdk.program, str(PEERS / sdk.file.format(role="server")), "stdio"))
    for name in REFERENCE:
        program = (str(NODE), _npm(name))
        yield Peer(f"server-{name}", (*program, str(PEERS)) if name == "filesystem" else program)
    yield Peer("ours", (*ours, "--stdio"))
    yield Peer(NOTES, notes)
    kind, path = ("sse", "/sse") if revision in HTTP_SSE else ("http", "/mcp")
    for sdk in CLIENTS:
        if kind == "http" or sdk.name not in NO_OLD_SERVER:
            yield Peer(sdk.name, (*sdk.program, str(PEERS / sdk.file.format(role="server")), kind, "{port}"), path)
    everything = ("env", "PORT={port}", str(NODE), _npm("everything"), {"http": "streamableHttp"}.get(kind, kind))
    yield Peer("server-everything", everything, path)
    yield Peer("ours", (*ours, "--port", "{port}"), "/mcp")
    yield Peer(NOTES, (*notes, "{port}"), "/mcp")


def _npm(name: str) -> str:
    return str(ENVIRONMENTS / f"node_modules/@modelcontextprotocol/server-{name}/dist/index.js")


def pairs() -> Iterator[Pair]:
    """Yield each client with each revision that it speaks, and with each server that it can ask something of.

    The servers from npm are explored in two revisions of each client.
    """
    for sdk in CLIENTS:
        for revision in mb.REVISIONS:
            for server in servers(revision):
                has_steps = not server.name.startswith("server-")
                explores = sdk.name.startswith(EXPLORING) and revision in (sdk.oldest, sdk.newest)
                if sdk.oldest <= revision <= sdk.newest and (has_steps or explores):
                    yield Pair(sdk, revision, server)


class Recorder:
    """Lets pairs talk, three at a time since they mostly wait, and records them.

    Args:
        stack: ends the servers that several clients use.
    """

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._gate = asyncio.Semaphore(3)
        self._ports: dict[Peer, asyncio.Task[int]] = {}

    async def record(self, pair: Pair, number: int) -> Recording:
        """Record a pair. A client that ends early is recorded, too."""
        path = RECORDINGS / f"{number}.jsonl"
        path.unlink(missing_ok=True)
        client = [*pair.client.program, str(PEERS / pair.client.file.format(role="client")), pair.revision]
        given = json.dumps(pair.given) + "\n"
        async with self._gate:
            if pair.server.path:
                tap = Tap()
                async with tap.between(await self._port_of(pair.server)) as port:
                    await run(*client, f"http://127.0.0.1:{port}{pair.server.path}", given=given)
                write(path, tap.lines())
            else:
                tee = [sys.executable, str(PEERS / "tee.py"), str(path)]
                await run(*client, *tee, *pair.server.command, given=given)
        return recording_of(pair, number)

    async def _port_of(self, server: Peer) -> int:
        """Return the port of a server; start the server unless it runs."""
        if server not in self._ports:
            self._ports[server] = asyncio.create_task(self._start(server))
        return await self._ports[server]

    async def _start(self, server: Peer) -> int:
        port = free_port()
        command = [each.format(port=port) for each in server.command]
        await self._stack.enter_async_context(listening(command, port))
        return port


def recording_of(pair: Pair, number: int) -> Recording:
    """Return the last recording of a pair."""
    lines = tuple(read(RECORDINGS / f"{number}.jsonl"))
    return Recording(pair.client.name, pair.server.name, pair.transport, pair.revision, lines)


async def record(only: str, *, again: bool) -> list[Recording]:
    """Run all pairs, or read what they said in the last run."""
    RECORDINGS.mkdir(exist_ok=True)
    chosen = [(number, pair) for number, pair in enumerate(pairs()) if only in str(pair)]
    if again:
        return [each for each in (recording_of(pair, number) for number, pair in chosen) if each.lines]
    Random(0).shuffle(chosen)  # so that the beginning of a run has peers of all kinds
    async with AsyncExitStack() as stack:
        recorder = Recorder(stack)
        made = await asyncio.gather(*(recorder.record(pair, number) for number, pair in chosen))
    return [each for each in made if each.lines]


# Judging them


class Verdict:
    """Check recordings. Return the outcome.

    Args:
        recordings: heard recordings.
        seed: seed of the places of injections.
    """

    def __init__(self, recordings: Sequence[Recording], seed: int) -> None:
        self.wrong: list[str] = []
        self._recordings = recordings
        self._seed = seed
        self._messages = Counter[str]()
        self._alone = 0
        self._found = Counter[tuple[str, str]]()
        self._injected = Counter[str]()
        self._named = Counter[str]()

    def hear(self) -> None:
        """Hear all recordings as they are."""
        for recording in self._recordings:
            self._messages[recording.transport] += sum(line.lost is None for line in recording.lines)
            self._accuse(recording, heard(recording.lines))
            version = agreed_in(recording.lines)
            if recording.transport == "http" and version in PER_REQUEST:
                self._alone += 1
                self._accuse(recording, heard_alone(recording.lines, version))

    def _accuse(self, recording: Recording, events: Sequence[tuple[Observed, ...]]) -> None:
        for (peer, rule, text), times in accusations(recording, events).items():
            if (peer, rule) not in FAULTS and not self._found[peer, rule]:
                self.wrong.append(f"{peer} is blamed for {rule}: {recording}: {text}")
            self._found[peer, rule] += times

    def inject(self) -> None:
        """Hear all recordings with each violation."""
        with ProcessPoolExecutor() as pool:
            for said_of_each in pool.map(partial(heard_with_each, seed=self._seed, faults=FAULTS), self._recordings):
                for name, said in said_of_each.items():
                    self._injected[name] += 1
                    self._named.update(said.rules)
                    self.wrong += said.problems[:2]

    def hold_to_the_whole(self) -> None:
        """Check what holds for a whole run: everything that is stated occurs."""
        messages = self._messages.total()
        self.wrong += [
            f"{peer} no longer breaks {rule}, take it out of FAULTS"
            for peer, rule in FAULTS
            if not self._found[peer, rule]
        ]
        self.wrong += [f"{each.name} had no place" for each in INJECTIONS if not self._injected[each.name]]
        unbroken = [rule for rule in RULES if not self._named[rule]]
        self.wrong += [f"{rule} was never broken" for rule in unbroken if rule not in NOT_INJECTED]
        self.wrong += [f"{rule} was broken, take it out of NOT_INJECTED" for rule in NOT_INJECTED if self._named[rule]]
        self.wrong += [f"only {messages} messages were heard"] if messages < MESSAGES else []

    def report(self) -> None:
        """Print the counts, and what is wrong."""
        print(*self.wrong, sep="\n")
        for (peer, rule), times in sorted(self._found.items()):
            reason = FAULTS.get((peer, rule), "a false accusation, or a new fault")
            print(f"{peer}: {rule}, {times} times: {reason}")
        print(*(f"{name}: {times}" for name, times in sorted(self._injected.items())), sep="\n")
        transports = Counter(recording.transport for recording in self._recordings)
        for transport, messages in sorted(self._messages.items()):
            print(f"{transport}: {transports[transport]} recordings, {messages} messages")
        print(
            f"{len(self._recordings)} recordings, {self._messages.total()} messages,"
            f" {self._injected.total()} injections of {len(self._named)} rules,"
            f" {self._alone} also heard request by request,"
            f" {len(self.wrong)} wrong, seed {self._seed}"
        )


def judge(recordings: Sequence[Recording], seed: int, *, is_whole: bool) -> int:
    """Print the counts, and what is wrong; return how much."""
    verdict = Verdict(recordings, seed)
    verdict.hear()
    verdict.inject()
    if is_whole:
        verdict.hold_to_the_whole()
    verdict.report()
    return len(verdict.wrong)


def main() -> int:
    """Set up, record and judge."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.interop.recordings", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="only the pairs that have this in their name")
    parser.add_argument("--seed", type=int, default=20261120, help="of the places of injections")
    parser.add_argument("--again", action="store_true", help="hear the recordings of the last run")
    given = parser.parse_args()
    if not given.again:
        set_up()
    recordings = asyncio.run(record(given.only, again=given.again))
    return 1 if judge(recordings, given.seed, is_whole=not given.only) else 0


if __name__ == "__main__":
    sys.exit(main())
