"""The same texts with each engine: the same messages, errors and findings.

The texts are mutants of valid messages of every revision, as `mutated_messages` sends them, some of them written in
another layout or with other escapes, some with duplicate members and large numbers put in.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import mcp_bindings as mb
from mcp_bindings.json_values import is_array
from mcp_bindings.jsonrpc.answers import ParseOptions
from mcp_bindings.jsonrpc.parser import MessageParser
from mcp_bindings.limits import DEFAULT
from tests.engines import ENGINES, parser_with
from tests.hostile.noise import Setting, mutant, settings
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

CHUNK = 5_000
"""Mutants from one random stream."""

LIMITS = (DEFAULT, DEFAULT, DEFAULT, mb.Limits(max_depth=6), mb.Limits(max_bytes=600), mb.Limits(max_digits=20))
OPTIONS = (
    ParseOptions(),
    ParseOptions(older_peer=True),
    ParseOptions(include_input=True),
    ParseOptions(result_types=("task", "input_required")),
    ParseOptions(mode="tolerant"),
    ParseOptions(mode="tolerant", older_peer=True, transport="http"),
)
SHOWN_BYTES = 2_000


@cache
def parsers() -> dict[str, dict[str, MessageParser]]:
    """Return a parser of each revision, by the name of the engine."""
    return {name: {each.revision.id: parser_with(name, each.revision.id) for each in settings()} for name in ENGINES}


def split_work(seed: int, numbers: range) -> list[tuple[str, int]]:
    """Return streams of mutants with their lengths."""
    return [(f"{seed}/{start}", min(CHUNK, len(numbers) - start)) for start in range(0, len(numbers), CHUNK)]


def compare(part: tuple[str, int]) -> Tally:
    """Parse each mutant of one stream with every engine."""
    stream, count = part
    tally, random, places = Tally(), Random(stream), settings()
    for _ in range(count):
        setting = random.choice(places)
        data = laid_out(mutant(random.random, setting.seeds), random)
        options, limits = random.choice(OPTIONS), random.choice(LIMITS)
        found = {
            name: outcome(parsers()[name][setting.revision.id], setting, data, limits, options) for name in ENGINES
        }
        kind, first = next(iter(found.values()))
        tally.count("outcomes", kind)
        if any(each != (kind, first) for each in found.values()):
            shown = f"{len(data)} bytes: {data[:SHOWN_BYTES]!r} {options} {limits}"
            what = "; ".join(f"{name}: {str(each)[:400]}" for name, each in found.items())
            tally.fail(Failure("disagreements", what, (setting.revision.id, setting.sender), shown))
    return tally


def laid_out(data: bytes, random: Random) -> bytes:
    """Return the text, often in another layout or with other escapes, if it is JSON."""
    form = random.randrange(8)
    if form > 4:
        return data
    try:
        value = json.loads(data, object_pairs_hook=_Members)
        if form == 0:
            text = _written(value, ", ", ": ")
        elif form == 1:
            text = _written(value, ",\n\t ", " : ")
        else:
            text = _written(value, ",", ":")
        if form in (2, 3):
            text = text.replace("/", "\\/").replace("<", "\\u003c").replace("&", "\\u0026").replace("e", "\\u0065", 1)
        return text.encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return data


class _Members(list[tuple[str, Any]]):
    """The members of an object, duplicates among them."""


def _written(value: Any, comma: str, colon: str) -> str:
    if isinstance(value, _Members):
        return "{" + comma.join(f"{json.dumps(n)}{colon}{_written(v, comma, colon)}" for n, v in value) + "}"
    if is_array(value):
        return "[" + comma.join(_written(item, comma, colon) for item in value) + "]"
    return json.dumps(value)


def outcome(
    parser: MessageParser, setting: Setting, data: bytes, limits: mb.Limits, options: ParseOptions
) -> tuple[str, Any]:
    """Return the kind and the content of a text as one engine reads it."""
    try:
        message = parser.parse(data, setting.sender, setting.pending, limits, options)
    except mb.ProtocolError as error:
        return str(error.code), _content(error)
    return type(message).__name__, _content(message)


def _content(message: Any) -> Any:
    """Return the visible parts of a message or an error, with values as text, since 1 equals 1.0 and true."""
    if isinstance(message, mb.Batch):
        return [_content(item) for item in message]
    if isinstance(message, mb.ProtocolError):
        reply = None if message.id is None else message.to_bytes()
        return message.code, message.message, message.id, message.answerable, message.data, message.findings, reply
    names = ("id", "method", "known", "findings", "document", "params", "result", "error")
    shown = [repr(getattr(message, name, None)) for name in names]
    body = next(getattr(message, name) for name in ("params", "result", "error") if hasattr(message, name))
    parts = mb.set_aside(body) if body is not None else ()
    return type(message).__name__, shown, parts, type(body)


PROGRAM = Program(
    summary="every engine gives the same messages, errors and findings",
    unit="texts",
    count=1_000_000,
    split_work=split_work,
    run_part=compare,
)
