"""Mutated messages against the boundary: nothing but a `ProtocolError` leaves it, and a dispatcher always answers.

`python -m tests.soak mutated_messages` is the long run. Valid messages of every revision and sender are the seeds. Most
mutants have other tokens only, so that many are still JSON and reach the inner checks; the others are cut, spliced and
flipped bytes. The few that are large are made apart, by `giants`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from pydantic_core import to_json

import mcp_bindings as mb
from mcp_bindings.codec.encoding import encoder_of
from mcp_bindings.limits import DEFAULT
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.spec.names import Sender
from mcp_bindings.wire.model import is_model
from tests import seed
from tests.behaviour.envelopes import COMMON, PLACES, answers, complete, enveloped, rows
from tests.differential import check
from tests.soak.tally import Failure, Tally

SHOWN_BYTES = 2_000
MARKER = "s3cr3t of a handler"

NUMBERS = (
    *(
        b"0",
        b"-0",
        b"1.0",
        b"-1",
        b"1.5",
        b"1e400",
        b"-1e400",
        b"1e308",
        b"1E5",
        b"01",
        b"NaN",
        b"-Infinity",
        b"5e-324",
    ),
    *(
        b"9" * 19,
        b"-" + b"9" * 20,
        b"9" * 4300,
        b"9" * 4301,
        b"-" + b"9" * 4301,
        b"0." + b"3" * 5000,
        b"1e" + b"9" * 50,
    ),
)
STRINGS = (
    *(b'""', b'"\\u0000"', b'"\\ud800"', b'"\\ud83d\\ude00"', b'"\xff"', b'"\xed\xa0\x80"', b'"\xf0\x9f\x98\x80"'),
    *(b'"\\/"',),
    *(b'"jsonrpc"', b'"id"', b'"method"', b'"params"', b'"result"', b'"error"', b'"_meta"', b'"resultType"'),
    *(b'"type"', b'"task"'),
    *(b'"is_error"', b'"__class__"', b'"model_config"', b'"_origin"', b'"$ref"', b'"complete"'),
    *(b'"input_required"', b'"ping"'),
    *(b'"initialize"', b'"tools/call"', b'"notifications/cancelled"', b'"notifications/progress"', b'"2.0"'),
    *(b'"text"', b'"x"'),
)
OTHERS = (
    *(b"null", b"true", b"false", b"[]", b"{}", b"[[]]", b'{"":{}}', b'{"a":1,"a":2}'),
    *(b'{"type":"text","text":"x"}', b"[null]"),
    *(b"[" * 150 + b"]" * 150, b"[" * 205 + b"]" * 205, b'{"a":' * 199 + b"1" + b"}" * 199, b"[" * 5000),
    *(b"[1,2," * 60 + b"3" + b"]" * 60,),
    *(b"", b",", b":", b"}", b"]", b'"', b"\\", b"\x00", b" " * 300, b"\xef\xbb\xbf", b"[" + b"0," * 500 + b"0]"),
)
HOSTILE = (NUMBERS, STRINGS, OTHERS)

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*|true|false|null|\{\}|\[\]')


class Seed(NamedTuple):
    """A valid message."""

    text: bytes
    tokens: tuple[tuple[int, int], ...]
    """Where its strings, numbers and the like begin and end."""


class Setting(NamedTuple):
    """Where messages arrive."""

    revision: mb.Revision
    sender: Sender
    pending: Mapping[int | str, str]
    dispatcher: mb.Dispatcher
    seeds: tuple[Seed, ...]


# --- seeds


@cache
def settings() -> tuple[Setting, ...]:
    """Every revision and sender, with valid messages."""
    return tuple(_setting(revision, sender) for revision, sender in PLACES)


def _setting(revision: str, sender: Sender) -> Setting:
    generator = check.generator(revision, seed.DEFAULT)
    documents: list[Any] = [
        {"jsonrpc": "2.0", "method": "notifications/unknown", "params": [1, {"a": None}]},
        {**COMMON, "error": {"code": -32601, "message": "x", "data": {"a": [1]}}},
    ]
    for kind in ("request", "notification"):
        for row in rows(revision, sender, kind):
            documents += [enveloped(generator.valid(row.message), row) for _ in range(4)]
    pending: dict[int | str, str] = {}
    for number, (place, answering, row, name) in enumerate(answers()):
        if (place, answering) == (revision, sender):
            pending[number] = row.name
            documents += [
                {"jsonrpc": "2.0", "id": number, "result": complete(name, generator.valid(name))} for _ in range(3)
            ]
    if mb.revision(revision).protocol.batching.receive == "must":
        documents += [documents[place : place + 4] for place in range(0, len(documents), 4)]
    texts = [check.STYLES[number % 3](document).encode("utf-8") for number, document in enumerate(documents)]
    seeds = tuple(Seed(text, tuple(match.span() for match in _TOKEN.finditer(text))) for text in texts)
    dispatcher = mb.Dispatcher(_handlers(revision, sender))
    return Setting(mb.revision(revision), sender, pending, dispatcher, seeds)


def _handlers(revision: str, sender: Sender) -> Handlers:
    """Of the other side, all overridden: by turns they return what they should, and raise."""
    role = "Server" if sender == "client" else "Client"
    package = mb.revision(revision).package
    base: type[Handlers] = getattr(import_module(f"{package}.handlers"), f"{role}Handlers")
    methods = mb.revision(revision).methods
    members = {route.attribute: _handler(revision, methods[name].results) for name, route in base.routes.items()}
    made: type[Handlers] = type("Noisy", (base,), members)
    return made()


def _handler(revision: str, results: Sequence[str]) -> Callable[..., Any]:
    value: Any = None
    if results:
        document = complete(results[0], check.generator(revision, seed.DEFAULT).valid(results[0]))
        value = mb.revision(revision).codec(results[0]).decode_value(document)
    turns = 0

    async def handler(self: Handlers, params: Any, context: Any) -> Any:
        nonlocal turns
        turns += 1
        if turns % 5 == 0:
            raise RuntimeError(MARKER)
        if turns % 7 == 0:
            raise mb.ProtocolError(-32000, "no")
        return value

    return handler


# --- mutants


def mutant(random: Callable[[], float], seeds: Sequence[Seed]) -> bytes:
    """One of the seeds, changed in a few places."""
    seed = seeds[int(random() * len(seeds))]
    text, tokens = seed.text, seed.tokens
    chance = random()
    if chance < 0.8 and tokens:
        for _ in range(1 + int(random() * random() * 4)):
            start, end = tokens[int(random() * len(tokens))]
            if end <= len(text):
                text = text[:start] + _token(random, seeds, text[start:end]) + text[end:]
        if chance < 0.75:
            return text
    for _ in range(1 + int(random() * random() * 5)):
        text = MUTATIONS[int(random() * len(MUTATIONS))](random, text, seeds)
    return text


def _token(random: Callable[[], float], seeds: Sequence[Seed], instead: bytes = b"") -> bytes:
    """Hostile, or from another message; mostly a string instead of a string, as it may be a name."""
    is_string = instead[:1] == b'"'
    if random() < 0.3:
        group = STRINGS if is_string and random() < 0.8 else HOSTILE[int(random() * len(HOSTILE))]
        return group[int(random() * len(group))]
    other = seeds[int(random() * len(seeds))]
    start, end = other.tokens[int(random() * len(other.tokens))]
    for _ in range(3):
        if (other.text[start] == ord('"')) != is_string:
            start, end = other.tokens[int(random() * len(other.tokens))]
    return other.text[start:end]


def _flip(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    place = int(random() * len(text))
    return text[:place] + bytes((int(random() * 256),)) + text[place + 1 :]


def _cut(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    place = int(random() * len(text))
    return text[:place] + text[place + 1 + int(random() * random() * 40) :]


def _end(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    return text[: int(random() * len(text)) + 1]


def _double(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    place, other = int(random() * len(text)), int(random() * len(text))
    return text[:other] + text[place : place + 1 + int(random() * 60)] + text[other:]


def _splice(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    other = seeds[int(random() * len(seeds))].text
    return text[: int(random() * len(text))] + other[int(random() * len(other)) :]


def _put(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    place = int(random() * len(text))
    return text[:place] + _token(random, seeds) + text[place:]


def _repeat(random: Callable[[], float], text: bytes, seeds: Sequence[Seed]) -> bytes:
    """A member or item again, at its own place: a duplicate, or one item more."""
    comma = text.find(b",", int(random() * len(text)))
    after = text.find(b",", comma + 1)
    return text[:after] + text[comma:after] + text[after:] if 0 < comma < after else text


MUTATIONS = (_flip, _cut, _end, _double, _splice, _put, _repeat)


# --- what must hold


async def run_mutants(stream: str, count: int) -> Tally:
    """So many mutants of one random stream."""
    tally, random, places = Tally(), Random(stream).random, settings()
    for _ in range(count):
        setting = places[int(random() * len(places))]
        await judge(setting, mutant(random, setting.seeds), tally)
    return tally


async def judge(setting: Setting, data: bytes, tally: Tally, limits: mb.Limits = DEFAULT) -> None:
    """Read and dispatch one text."""

    def fail(what: str) -> None:
        shown = f"{len(data)} bytes: {data[:SHOWN_BYTES]!r}"
        tally.fail(Failure("failures", what, (setting.revision.id, setting.sender), shown))

    try:
        outcome = _parsed(setting, data, limits)
        reply = await setting.dispatcher.dispatch(data)
        if reply is not None and MARKER in json.dumps(json.loads(reply)):
            fail("the text of an exception went out")
    except Exception as error:
        outcome = type(error).__name__
        fail(f"{outcome}: {str(error)[:300]}")
    tally.count("outcomes", outcome)


def _parsed(setting: Setting, data: bytes, limits: mb.Limits) -> str:
    """Whatever else is raised than a ProtocolError is seen by the caller."""
    revision, sender, pending = setting.revision, setting.sender, setting.pending
    try:
        message = revision.parse(data, sender=sender, pending=pending, limits=limits)
    except mb.ProtocolError as error:
        _check_reply(error)
        return str(error.code)
    if isinstance(message, mb.Batch):
        for item in message:
            if isinstance(item, mb.ProtocolError):
                _check_reply(item)
            else:
                _check_document(setting, item)
        return "Batch"
    _check_document(setting, message)
    return type(message).__name__


class BrokenPromiseError(Exception):
    """What must hold does not."""


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise BrokenPromiseError(otherwise)


def _check_reply(error: mb.ProtocolError) -> None:
    reply = error.to_bytes()
    if reply is not None:
        answer = json.loads(reply.decode("utf-8"))
        _require(answer["error"]["code"] == error.code and answer["id"] == error.id, "the reply is another")


def _check_document(setting: Setting, message: Any) -> None:
    """Written again and read again it is the same, and so is the typed part. Written again, numbers may be longer."""
    text = to_json(message.document)
    limits = mb.Limits(max_bytes=len(text))
    again: Any = setting.revision.parse(text, sender=setting.sender, pending=setting.pending, limits=limits)
    _require(type(again) is type(message) and again.document == message.document, "read again, it is another")
    _require(getattr(again, "id", None) == getattr(message, "id", None), "read again, it has another id")
    for name in ("params", "result", "error"):
        value: Any = getattr(message, name, None)
        _require(getattr(again, name, None) == value, f"read again, its {name} are others")
        made: Any = value.__class__
        if is_model(made):
            written = json.loads(encoder_of(made)(value))
            _require(written == message.document[name], f"written again, its {name} are others")


# --- the large ones

MANY, LONG = 1_000_000, 50_000_000


def giants(many: int, long: int) -> Iterator[bytes]:
    """Texts of so many levels, items or members, and strings of so many bytes."""
    for head, tail in (
        (b"", b""),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":', b"}}}"),
    ):
        for opening, closing in ((b"[", b"]"), (b'{"a":', b"}"), (b'[{"":', b"}]")):
            yield head + opening * many + closing * many + tail
            yield head + opening * many
        for item in (
            b"1",
            b"{}",
            b"[]",
            b'"a"',
            b"1.5",
            b"1e5",
            b'{"a":1,"a":1}',
            b"[[[[]]]]",
            b'"\\u00e9"',
            b"null",
            b"NaN",
        ):
            yield head + b"[" + (item + b",") * (many - 1) + item + b"]" + tail
        for number in (b"9", b"-9", b"0.3", b"1e9"):
            yield head + number * (many // 10) + tail
            yield head + b"[" + (number[:1] + b"1" * 4_000 + b",") * min(1_000, many // 20) + b"0]" + tail
        for string in (b"x", b"\\u0000", b'\\"', b"\xc3\xa9", b"\xff", b"\\ud800", b"\\"):
            yield head + b'"' + string * (many * 4) + b'"' + tail
        yield head + b'"' + b"x" * long + b'"' + tail
        yield head + b" " * long + tail
        members = (b'"%x":%d' % (number, number) for number in range(many // 2))
        yield head + b"{" + b",".join(members) + b"}" + tail
    for start in (
        b'{"jsonrpc":"2.0","id":0,"result":{"tools":',
        b'{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":',
    ):
        for item in (b"{}", b"1", b'{"type":"text"}', b'{"type":"text","text":""}'):
            yield start + b"[" + (item + b",") * (many // 5) + item + b"]}}"
    yield b"[" * 2 + b"," * 1_001 + b'"' + b'\\"' * (many * 4)
    yield b'{"a' + b'":"a' * many


async def run_giants(many: int = MANY, long: int = LONG) -> Tally:
    """Each at one place after the other, with the usual limits and with wide ones."""
    tally, places, wide = Tally(), settings(), mb.Limits(max_bytes=4 * LONG)
    for number, data in enumerate(giants(many, long)):
        await judge(places[number % len(places)], data, tally)
        await judge(places[(number + 3) % len(places)], data, tally, wide)
    return tally
