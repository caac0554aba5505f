"""Random work, cursors, sizes, prompts and log messages, with what a plain reckoning says of them."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import string
from collections import defaultdict
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.guards import (
    Cursors,
    LogCleaner,
    Rate,
    TokenBuckets,
    TooBusyError,
    ToolGuard,
    WorkSlots,
    check_blobs,
    check_prompt_arguments,
)
from mcp_bindings.guards.binary_data import count_blob_bytes
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.spec.http_fields import is_session_id
from mcp_bindings.transports.http_sessions import make_session_id

LETTERS = string.ascii_letters + string.digits


def _text(rng: random.Random, length: int, letters: str = LETTERS) -> str:
    return "".join(rng.choices(letters, k=length))


def check_prompt(rng: random.Random) -> tuple[str, str]:
    """Arguments of prompts."""
    names = rng.sample("abcdef", rng.randrange(5))
    declared = [{"name": name, **rng.choice(({}, {"required": False}, {"required": True}))} for name in names]
    prompt: dict[str, Any] = {"name": "p", **rng.choice(({}, {"arguments": declared}, {"arguments": declared}))}
    given = dict.fromkeys(rng.sample("abcdefgh", rng.randrange(8)), "") if rng.random() < 0.7 else None
    required = {each["name"] for each in prompt.get("arguments", ()) if each.get("required")}
    try:
        check_prompt_arguments(prompt, given)
        missing: set[str] = set()
    except mb.ProtocolError as error:
        data: Any = error.data
        missing = set(data["missing"])
    fits = missing == required - set(given or ())
    return ("missing" if missing else "complete"), "" if fits else f"{prompt} with {given}: {missing}"


def check_cursor(rng: random.Random) -> tuple[str, str]:
    """Cursors as they were written, and forged, stolen, old ones, and those of another method, key or purpose."""
    now = [rng.uniform(0, 2e9)]
    key, lifetime = rng.randbytes(32), rng.uniform(1, 1000)
    signer = StateSigner([key], lifetime=lifetime, clock=lambda: now[0])
    cursors = Cursors(signer)
    method, place = rng.choice(("tools/list", "prompts/list")), rng.choice((0, 7, "x", ["a", 1.5], {"after": "ä"}))
    cursor = cursors.write("alice", method, place)
    who, where, kind = (
        "alice",
        method,
        rng.choice(("same", "same", "forged", "stolen", "method", "old", "key", "purpose")),
    )
    match kind:
        case "forged":
            spot, letter = rng.randrange(len(cursor)), rng.choice(LETTERS + "-_=+ é")
            forged = rng.choice(
                (cursor[:spot] + letter + cursor[spot + 1 :], cursor[:spot], cursor + letter, "", place)
            )
            if forged == cursor:
                return "same", ""
            cursor = str(forged)
        case "stolen":
            who = rng.choice(("bob", "", "alice ", "Alice"))
        case "method":
            where = "resources/list"
        case "old":
            now[0] += lifetime * rng.uniform(1.001, 5)
        case "key":
            cursors = Cursors(StateSigner([rng.randbytes(32)], lifetime=lifetime, clock=lambda: now[0]))
        case "purpose":
            cursor = signer.write(["alice", method], place)
        case _:
            now[0] += lifetime * rng.uniform(0, 0.999)
    try:
        found = cursors.read(who, where, cursor)
    except mb.ProtocolError as error:
        return kind, "a cursor is rejected" if kind == "same" or "cursor" not in error.message else ""
    return kind, "" if kind == "same" and found == place else f"a cursor is accepted: {kind}"


def check_session(rng: random.Random) -> tuple[str, str]:
    """Ids of sessions: new ones, and texts that are none."""
    made = [make_session_id() for _ in range(3)]
    bad = "" if rng.random() < 0.2 else _text(rng, 5) + rng.choice((" ", "\n", "é", "\x7f", "\0", "\t"))
    wrong = len(set(made)) < 3 or not all(map(is_session_id, made)) or min(map(len, made)) < 32 or is_session_id(bad)
    return ("bad character" if bad else "empty"), f"{made} {bad!r}" if wrong else ""


def check_rates(rng: random.Random) -> tuple[str, str]:
    """A sequence of work: nobody gets more than a bucket gives, and with room for all nobody gets less."""
    now = [rng.uniform(0, 1e6)]
    per_second, burst = rng.choice((0.1, 1.0, 3.0, 50.0)), rng.randrange(1, 6)
    most = rng.choice((1, 2, 100))
    limiter = TokenBuckets({"tools": Rate(per_second, burst)}, clock=lambda: now[0], max_principals=most)
    tokens: dict[str, float] = defaultdict(lambda: float(burst))
    filled: dict[str, float] = defaultdict(lambda: now[0])
    kind = "admitted"
    for _ in range(rng.randrange(5, 60)):
        now[0] += rng.choice((0.0, 0.0, rng.uniform(0, 2 / per_second)))
        who = rng.choice("abcde"[: rng.choice((1, 5))])
        tokens[who] = min(burst, tokens[who] + (now[0] - filled[who]) * per_second)
        filled[who] = now[0]
        wait = limiter.try_acquire(who, "tools")
        if wait == 0:
            tokens[who] -= 1
            if tokens[who] < -1e-3:
                return "admitted", f"{who} gets more than {burst} and {per_second} a second"
        else:
            kind = "delayed"
            if most == 100 and (
                tokens[who] > 1 + 1e-3 or abs(wait - (1 - tokens[who]) / per_second) > 1e-3 / per_second
            ):
                return "delayed", f"{who} has {tokens[who]} tokens and is to wait {wait} s"
        if limiter.try_acquire(who, "logs"):
            return "delayed", "work without a rate is limited"
    return kind, ""


def check_slots(rng: random.Random) -> tuple[str, str]:
    """Pieces of work that come at once: no more run or wait than may, and none is turned away while there is room."""
    running, waiting, share = rng.randrange(1, 4), rng.randrange(4), rng.choice((None, 1, 2, 3))
    return asyncio.run(_work(rng, running, waiting, share))


async def _work(rng: random.Random, running: int, waiting: int, share: int | None) -> tuple[str, str]:
    slots = WorkSlots(running, waiting, share)
    active: list[str] = []
    order: list[int] = []
    wrong: list[str] = []
    held = asyncio.Event()

    async def work(number: int, who: str) -> None:
        async with slots.acquire(who):
            active.append(who)
            order.append(number)
            if len(active) > running:
                wrong.append("too many run")
            try:
                await held.wait()
            finally:
                active.remove(who)

    tasks: list[asyncio.Task[None]] = []
    given: list[str] = []
    turned_away = 0
    for number in range(rng.randrange(1, 9)):
        who = rng.choice("ab")
        may = len(given) < running + waiting and (share is None or given.count(who) < share)
        task = asyncio.create_task(work(number, who))
        await asyncio.sleep(0)
        if task.done():
            turned_away += 1
            is_busy = isinstance(task.exception(), TooBusyError)
            wrong += [] if is_busy and not may else [f"work is turned away: {task.exception()!r}"]
        else:
            wrong += [] if may else ["work is taken that is too much"]
            given.append(who)
            tasks.append(task)
    if tasks and rng.random() < 0.3:
        rng.choice(tasks).cancel()
    held.set()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    wrong += [repr(end) for end in ends if isinstance(end, Exception)]
    wrong += (
        [] if slots.work_count == 0 and order == sorted(order) else ["slots are lost, or work is done out of order"]
    )
    return ("turned away" if turned_away else "all taken"), wrong[0] if wrong else ""


def check_blob(rng: random.Random) -> tuple[str, str]:
    """Binary data, whose size is known before it is decoded."""
    data = rng.randbytes(rng.randrange(50))
    text = base64.b64encode(data).decode()
    most = rng.randrange(120)
    content = [
        {"type": "image", "data": text},
        {"resource": {"blob": text}},
        {"type": "text", "data": text, "text": text},
    ]
    kind = "fits" if 2 * len(data) <= most else "too large"
    if count_blob_bytes({"content": content}) != 2 * len(data):
        return kind, f"{text!r} counts {count_blob_bytes(content)}"
    try:
        check_blobs(content, most)
    except mb.ProtocolError:
        return kind, f"{text!r} is rejected with at most {most} bytes" if kind == "fits" else ""
    return kind, f"{text!r} is accepted with at most {most} bytes" if kind == "too large" else ""


def check_task(rng: random.Random) -> tuple[str, str]:
    """Calls of tools as tasks or not."""
    support = rng.choice(("forbidden", "optional", "required", None))
    task_support: dict[str, Any] = {} if support is None else {"taskSupport": support}
    execution = {"execution": task_support} if task_support or rng.random() < 0.5 else {}
    guard = ToolGuard()
    guard.add([{"name": "t", "inputSchema": {"type": "object"}, **execution}])
    name, is_task = rng.choice(("t", "unknown")), rng.random() < 0.5
    allowed = {"forbidden": (False,), None: (False,), "optional": (True, False), "required": (True,)}[support]
    fits = name == "unknown" or is_task in allowed
    try:
        guard.check_task(name, is_task=is_task)
    except mb.ProtocolError:
        return "rejected", f"{support} rejects {is_task}" if fits else ""
    return "accepted", "" if fits else f"{support} accepts {is_task}"


def secret(rng: random.Random) -> tuple[str, str]:
    """A text with a secret, and the secret."""
    word = "S3" + _text(rng, rng.choice((8, 20, 38)))
    forms = (
        f"Authorization: Bearer {word}",
        f"authorization = {word}",
        f"got 'Bearer {word}' from",
        f"connect to postgres://user:{word}@host/db",
        f"password={word}&x=1",
        f"PASSWORD: {word}, next",
        f'{{"client_secret": "{word}"}}',
        f"api_key='{word}'",
        f"refresh_token={word}",
        f"Cookie: a=b; session={word}",
        f"-----BEGIN RSA PRIVATE KEY-----\n{word}\n-----END RSA PRIVATE KEY-----",
        f"-----BEGIN PRIVATE KEY-----\n{word}",
        f"eyJhbGciOiJIUzI1NiJ9.{word}.{word}",
        f"ghp_{word:0<36} pushed",
        f"key sk-{word:0<24}",
        f"xoxb-{word}-1",
    )
    return rng.choice(forms), word


PLAIN = (
    *("", "hello", "password changed", "max_tokens=100", "token", "the secret of success", "bearer of news", "a@b.c"),
    *("https://host/path?q=1", "key", "x: 1", "skating", "the tokens: 5", "basic idea", "2026-07-28T10:00:00Z"),
)
NAMES = ("message", "count", "max_tokens", "url", "tokens", "items", "state")
SECRET_NAMES = ("password", "apiKey", "API_KEY", "access-token", "clientSecret", "Authorization", "Set-Cookie", "token")


class LogCase(NamedTuple):
    """Data of a log message."""

    data: Any
    wanted: Any
    """What shall become of it; None instead of texts of which only the secret goes."""

    hidden: list[str]
    """The secrets in it."""

    pointers: list[str]
    """To those of them that nothing but their place shows to be secret."""

    def fault(self, found: Any) -> str:
        """What is wrong with what has become of it; empty if nothing is."""
        shown = json.dumps(found)
        left = [word for word in self.hidden if word in shown]
        if left:
            return f"{left} are left of {self.data} in {shown}, pointers {self.pointers}"
        if any("*" in each for each in self.pointers) or _is_kept(found, self.wanted):
            return ""
        return f"{self.data} becomes {shown}, pointers {self.pointers}"


def log_case(rng: random.Random) -> LogCase:
    """Log data with secrets in texts, under names and at pointers."""
    hidden: list[str] = []
    pointers: list[str] = []

    def made(path: str, depth: int) -> tuple[Any, Any]:
        """A value, and what shall become of it."""
        kind = rng.randrange(8 if depth else 5)
        if kind == 0:
            text, word = secret(rng)
            hidden.append(word)
            return f"{rng.choice(PLAIN)} {text}", None
        if kind == 1:
            number = rng.choice((1, 2.5, True, None))
            return number, number
        if kind == 2:
            hidden.append(_text(rng, 12))
            pointers.append(path if rng.random() < 0.7 else path[: path.rfind("/")] + "/*" if "/" in path else path)
            return {"inner": hidden[-1]}, "[removed]"
        if kind < 5:
            text = rng.choice(PLAIN)
            return text, text
        if kind == 5:
            items = [made(f"{path}/{place}", depth - 1) for place in range(rng.randrange(3))]
            return [item for item, _ in items], [left for _, left in items]
        members = {name: made(f"{path}/{name}", depth - 1) for name in rng.sample(NAMES, rng.randrange(4))}
        for name in rng.sample(SECRET_NAMES, rng.randrange(2)):
            hidden.append(_text(rng, 12))
            members[name] = (rng.choice((hidden[-1], [hidden[-1]], {"x": hidden[-1]})), "[removed]")
        return {name: item for name, (item, _) in members.items()}, {name: left for name, (_, left) in members.items()}

    data, wanted = made("", 3)
    return LogCase(data, wanted, hidden, pointers)


def check_log(rng: random.Random) -> tuple[str, str]:
    """Log data: no secret is left, and all else is as it was."""
    case = log_case(rng)
    before = json.dumps(case.data)
    found = LogCleaner(case.pointers).clean(case.data)
    fault = case.fault(found) or ("the data is changed" if json.dumps(case.data) != before else "")
    return ("with secrets" if case.hidden else "without secrets"), fault


def _is_kept(found: Any, wanted: Any) -> bool:
    if is_object(wanted):
        return (
            isinstance(found, dict)
            and found.keys() == wanted.keys()
            and all(_is_kept(found[name], wanted[name]) for name in wanted)
        )
    if is_array(wanted):
        return is_array(found) and len(found) == len(wanted) and all(map(_is_kept, found, wanted))
    return wanted is None or (found == wanted and type(found) is type(wanted))
