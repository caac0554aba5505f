"""Recordings of foreign peers through an observer: `python -m tests.interop.recordings`.

Each client meets each server on stdio, in every revision that the client speaks, with a program between them that
records every line. An observer hears each recording. Whom it blames must stand in `FAULTS`, and each of these faults
must occur. Then each recording is heard again, once for each of `INJECTIONS`, with one message put in or changed: the
observer must blame the side of that message for it, and nobody else for anything else.

The recordings are made anew by each run, in `build/interop/recordings`, and hold texts of others, so they are never
committed. With `--again` those of the last run are heard again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.session import Observed, ObservedFinding
from mcp_bindings.spec import Sender
from tests.interop.processes import ENVIRONMENTS, NODE, PEERS, ROOT, run, set_up
from tests.interop.run import ARGUMENTS, SDKS, Sdk
from tests.revisions import HANDSHAKE

JSON = Any
RECORDINGS = ENVIRONMENTS / "recordings"
MESSAGES = 5_000
"""How many messages a whole run must hear."""

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
EXPLORING = "mcp "
"""The SDKs whose client asks for everything that any server lists; the others go through the steps of `run`."""

WITH_OUTPUTS = next(
    each for each in mb.REVISIONS if "outputSchema" in mb.revision(each).schema_file.definitions["Tool"]["properties"]
)
"""The first revision with output schemas."""

SIDES: tuple[Sender, ...] = ("client", "server")

REFERENCE = ("everything", "filesystem", "memory", "sequential-thinking")
"""Servers of the project that publishes the protocol, from npm."""

_OLD_FORMS = "asks a client of a revision without elicitations for one, since it declares them"
_UNDECLARED = "sends log messages or changes of roots without the capability"
_EXPLORING = "asks for everything here, also for what the server has not declared"
_FORMS = "answers forms here with those members that it knows, whatever is required"
_TASKS = "calls a tool here that runs as a task only"
_LINKS = "sends links to resources in a revision without them"

FAULTS: dict[tuple[str, str], str] = {
    ("@…/client, server 2.4.0", "method"): _OLD_FORMS,
    ("@…/sdk 1.32.2", "method"): _OLD_FORMS,
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
"""Whom an observer blames for what: peer and rule, with the reason. One that does not occur in a whole run fails."""


class Line(NamedTuple):
    """One line of a recording."""

    sender: Sender
    text: str


class Recording(NamedTuple):
    """What two peers have said to each other."""

    client: str
    server: str
    revision: str
    """That the client asks for."""
    lines: tuple[Line, ...]

    def peer(self, side: str) -> str:
        """The name of the peer on a side."""
        return self.client if side == "client" else self.server

    def __str__(self) -> str:
        return f"{self.client} and {self.server}, {self.revision}"


# Making them


def servers() -> Iterator[tuple[str, list[str]]]:
    """The name and the command of each server."""
    for sdk in SDKS:
        yield sdk.name, [*sdk.program, str(PEERS / sdk.file.format(role="server")), "stdio"]
    for name in REFERENCE:
        program = ENVIRONMENTS / f"node_modules/@modelcontextprotocol/server-{name}/dist/index.js"
        yield f"server-{name}", [str(NODE), str(program), *([str(PEERS)] if name == "filesystem" else [])]
    yield "ours", [sys.executable, str(ROOT / "examples" / "reference" / "server.py"), "--stdio"]


def pairs() -> Iterator[tuple[Sdk, str, str, list[str]]]:
    """Each client with each revision that it speaks, and with each server that it can ask something of.

    The servers from npm are explored in two revisions of each client.
    """
    for sdk in SDKS:
        for revision in mb.REVISIONS:
            for name, command in servers():
                has_steps = not name.startswith("server-")
                explores = sdk.name.startswith(EXPLORING) and revision in (sdk.oldest, sdk.newest)
                if sdk.oldest <= revision <= sdk.newest and (has_steps or explores):
                    yield sdk, revision, name, command


async def record(only: str, *, again: bool) -> list[Recording]:
    """Run all pairs, two at a time, or read what they said in the last run."""
    gate = asyncio.Semaphore(2)
    RECORDINGS.mkdir(exist_ok=True)

    async def one(number: int, sdk: Sdk, revision: str, name: str, command: Sequence[str]) -> Recording:
        path = RECORDINGS / f"{number}.jsonl"
        client = [*sdk.program, str(PEERS / sdk.file.format(role="client")), revision]
        given = "explore" if sdk.name.startswith(EXPLORING) else ARGUMENTS
        if again:
            return Recording(sdk.name, name, revision, tuple(_lines(path)))
        path.unlink(missing_ok=True)
        async with gate:
            tee = [sys.executable, str(PEERS / "tee.py"), str(path)]
            await run(
                *client, *tee, *command, given=json.dumps(given) + "\n"
            )  # a client may end early: that is recorded
        return Recording(sdk.name, name, revision, tuple(_lines(path)))

    chosen = [(number, *pair) for number, pair in enumerate(pairs()) if only in f"{pair[0].name} {pair[1]} {pair[2]}"]
    Random(0).shuffle(chosen)  # so that the beginning of a run has peers of all kinds
    return [each for each in await asyncio.gather(*(one(*each) for each in chosen)) if each.lines]


def _lines(path: Path) -> Iterator[Line]:
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        sender, text = json.loads(line)
        yield Line(sender, text)


# Hearing them


def heard(lines: Iterable[Line]) -> list[tuple[Observed, ...]]:
    """The events for each line."""
    observer = mb.Observer()
    return [observer.hear(text, sender) for sender, text in lines]


def blamed(events: Iterable[Observed]) -> list[ObservedFinding]:
    """The findings that blame somebody."""
    return [finding for event in events for finding in event.findings if finding.level != "note"]


def accusations(recording: Recording) -> Counter[tuple[str, str, str]]:
    """Whom an observer blames in a recording, for which rule, and whether that is a known fault."""
    found: Counter[tuple[str, str, str]] = Counter()
    for line, events in zip(recording.lines, heard(recording.lines), strict=True):
        for finding in blamed(events):
            found[
                recording.peer(line.sender), finding.rule, f"{finding.message} {finding.pointer} {line.text[:300]}"
            ] += 1
    return found


# Breaking them

Injection = Callable[[list[Line], Random], "tuple[list[Line], int] | None"]
"""Puts one violation into a recording, and returns its place; None if the recording has no place for it."""


def _documents(lines: Sequence[Line]) -> Iterator[tuple[int, Line, dict[str, JSON]]]:
    for place, line in enumerate(lines):
        try:
            document = json.loads(line.text)
        except ValueError:
            continue
        if isinstance(document, dict):
            yield place, line, document


def _put(lines: list[Line], place: int, sender: Sender, **members: JSON) -> tuple[list[Line], int]:
    text = json.dumps({"jsonrpc": "2.0", **members})
    return [*lines[:place], Line(sender, text), *lines[place:]], place


def _changed(lines: list[Line], place: int, document: JSON) -> tuple[list[Line], int]:
    return [*lines[:place], Line(lines[place].sender, json.dumps(document)), *lines[place + 1 :]], place


def _opened(lines: Sequence[Line]) -> int | None:
    """The place after the opening; None if there is none, or if nothing follows."""
    for place, _, document in _documents(lines):
        if document.get("method") == "notifications/initialized":
            return place + 1
        if "result" in document and "resultType" in document["result"]:
            return place + 1
    return None


def _somewhere(lines: list[Line], chance: Random) -> int | None:
    first = _opened(lines)
    return None if first is None else chance.randint(first, len(lines))


def _is_handshake(lines: Sequence[Line]) -> bool:
    return any(document.get("method") == "notifications/initialized" for _, _, document in _documents(lines))


def _agreed(lines: Sequence[Line]) -> str:
    """The version in which the sides speak."""
    results = [each["result"] for _, _, each in _documents(lines) if "result" in each]
    named = results[0].get("protocolVersion") if results else None
    return named if isinstance(named, str) else mb.LATEST


def _some(lines: list[Line], chance: Random, fits: Callable[[Line, dict[str, JSON]], bool]) -> Any:
    """One of the messages that fit, after the opening; None if there is none."""
    first = _opened(lines)
    found = [each for each in _documents(lines) if first is not None and each[0] >= first and fits(*each[1:])]
    return chance.choice(found) if found else None


def _any(line: Line, document: dict[str, JSON]) -> bool:
    return True


def answer_to_nothing(lines: list[Line], chance: Random, sender: Sender = "server") -> tuple[list[Line], int] | None:
    place = _somewhere(lines, chance)
    return None if place is None else _put(lines, place, sender, id="never asked", result={})


def answer_of_a_client_to_nothing(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    return answer_to_nothing(lines, chance, "client")


def second_answer(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    found = _some(lines, chance, lambda line, each: line.sender == "server" and "result" in each)
    return None if found is None else _put(lines, found[0] + 1, "server", id=found[2]["id"], result={})


def id_twice(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    if not _is_handshake(lines):
        return None
    found = _some(lines, chance, lambda line, each: line.sender == "client" and "method" in each and "id" in each)
    return None if found is None else _put(lines, found[0] + 1, "client", id=found[2]["id"], method="ping")


def call_without_name(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    found = _some(lines, chance, lambda _, each: each.get("method") == "tools/call")
    if found is None:
        return None
    place, _, document = found
    del document["params"]["name"]
    return _changed(lines, place, document)


def result_of_another_shape(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    found = _some(lines, chance, lambda line, each: line.sender == "server" and "content" in each.get("result", {}))
    if found is None:
        return None
    place, _, document = found
    document["result"]["content"] = "text"
    return _changed(lines, place, document)


def result_without_member(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    found = _some(lines, chance, lambda line, each: line.sender == "server" and "tools" in each.get("result", {}))
    if found is None:
        return None
    place, _, document = found
    del document["result"]["tools"]
    return _changed(lines, place, document)


def result_without_structure(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    def fits(line: Line, each: dict[str, JSON]) -> bool:
        result = each.get("result", {})
        return line.sender == "server" and "structuredContent" in result and not result.get("isError")

    found = _some(lines, chance, fits) if _agreed(lines) >= WITH_OUTPUTS else None
    if found is None:
        return None
    place, _, document = found
    del document["result"]["structuredContent"]
    return _changed(lines, place, document)


def other_json_rpc(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    found = _some(lines, chance, _any)
    return None if found is None else _changed(lines, found[0], {**found[2], "jsonrpc": "1.0"})


def no_json(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    place, sender = _somewhere(lines, chance), chance.choice(SIDES)
    return None if place is None else ([*lines[:place], Line(sender, "Listening…"), *lines[place:]], place)


def cancel_what_was_never_asked(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    place, sender = _somewhere(lines, chance), chance.choice(SIDES)
    if place is None:
        return None
    return _put(lines, place, sender, method="notifications/cancelled", params={"requestId": "never asked"})


def progress_on_nothing(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    place = _somewhere(lines, chance)
    if place is None:
        return None
    return _put(
        lines, place, "server", method="notifications/progress", params={"progressToken": "none", "progress": 1}
    )


def request_without_capability(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    """Tasks, which only the newest handshake binds, and which none of these servers declares."""
    place = _somewhere(lines, chance)
    if place is None or _agreed(lines) != HANDSHAKE[-1]:
        return None
    declared = next(each["result"]["capabilities"] for _, _, each in _documents(lines) if "result" in each)
    if "tasks" in declared:
        return None
    return _put(lines, place, "client", id="new id", method="tasks/list")


def method_of_the_other_side(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    place = _somewhere(lines, chance)
    return None if place is None else _put(lines, place, "server", id="new id", method="tools/list", params={})


def other_version(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    if _is_handshake(lines):
        return None
    found = _some(lines, chance, lambda line, each: VERSION_KEY in each.get("params", {}).get("_meta", {}))
    if found is None:
        return None
    place, _, document = found
    document["params"]["_meta"][VERSION_KEY] = HANDSHAKE[-1]
    return _changed(lines, place, document)


def call_without_meta(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    if _is_handshake(lines):
        return None
    found = _some(lines, chance, lambda _, each: each.get("method") == "tools/call")
    if found is None:
        return None
    place, _, document = found
    del document["params"]["_meta"]
    return _changed(lines, place, document)


def second_initialize(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    place = _somewhere(lines, chance)
    if place is None or not _is_handshake(lines):
        return None
    params = {"protocolVersion": HANDSHAKE[-1], "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}}
    return _put(lines, place, "client", id="new id", method="initialize", params=params)


def request_before_initialize(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    return _put(lines, 0, "client", id="new id", method="tools/list") if _is_handshake(lines) else None


def reserved_code(lines: list[Line], chance: Random) -> tuple[list[Line], int] | None:
    if _is_handshake(lines):
        return None
    found = _some(lines, chance, lambda _, each: each.get("result", {}).get("resultType") == "complete")
    if found is None:
        return None
    place, _, document = found
    return _changed(lines, place, {"jsonrpc": "2.0", "id": document["id"], "error": {"code": -32050, "message": "m"}})


INJECTIONS: tuple[Injection, ...] = (
    answer_to_nothing,
    answer_of_a_client_to_nothing,
    second_answer,
    id_twice,
    call_without_name,
    result_of_another_shape,
    result_without_member,
    result_without_structure,
    other_json_rpc,
    no_json,
    cancel_what_was_never_asked,
    progress_on_nothing,
    request_without_capability,
    method_of_the_other_side,
    other_version,
    call_without_meta,
    second_initialize,
    request_before_initialize,
    reserved_code,
)


def problems_after(recording: Recording, injection: Injection, chance: Random) -> list[str] | None:
    """What is wrong with the blame after an injection; None if the recording has no place for it."""
    made = injection(list(recording.lines), chance)
    if made is None:
        return None
    lines, guilty = made
    what = f"{injection.__name__} in {recording}"
    problems: list[str] = []
    for place, (line, events) in enumerate(zip(lines, heard(lines), strict=True)):
        rules = {finding.rule for finding in blamed(events)}
        if place == guilty:
            if not rules:
                problems.append(f"{what}: not noticed: {line.text[:200]} {events}")
        elif unknown := [rule for rule in rules if (recording.peer(line.sender), rule) not in FAULTS]:
            problems.append(f"{what}: {line.sender} is blamed for {unknown}: {line.text[:300]} after {lines[guilty]}")
    return problems


def judge(recordings: Sequence[Recording], seed: int, *, is_whole: bool) -> int:
    """Print the counts, and what is wrong; return how much."""
    found: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    for recording in recordings:
        for (peer, rule, text), times in accusations(recording).items():
            found[peer, rule] += times
            examples.setdefault((peer, rule), f"{recording}: {text}")
    wrong = [
        f"{peer} is blamed for {rule}: {examples[peer, rule]}" for peer, rule in found if (peer, rule) not in FAULTS
    ]
    messages = sum(len(each.lines) for each in recordings)
    chance, done = Random(seed), Counter[str]()
    for recording in recordings:
        for injection in INJECTIONS:
            problems = problems_after(recording, injection, chance)
            if problems is not None:
                done[injection.__name__] += 1
                wrong += problems[:2]
    if is_whole:
        wrong += [
            f"{peer} no longer breaks {rule}, take it out of FAULTS" for peer, rule in FAULTS if not found[peer, rule]
        ]
        wrong += [f"{each.__name__} had no place" for each in INJECTIONS if not done[each.__name__]]
        wrong += [f"only {messages} messages were heard"] if messages < MESSAGES else []
    print(*wrong, sep="\n")
    for (peer, rule), times in sorted(found.items()):
        print(f"{peer}: {rule}, {times} times: {FAULTS.get((peer, rule), 'a false accusation, or a new fault')}")
    print(*(f"{name}: {times}" for name, times in done.items()), sep="\n")
    print(
        f"{len(recordings)} recordings, {messages} messages, {done.total()} injections, {len(wrong)} wrong, seed {seed}"
    )
    return len(wrong)


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
