"""Whether `read_envelope` and `parse` agree on a text, and texts that try to be read in two ways."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import mcp_bindings as mb
from mcp_bindings.errors import quote_value
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.jsonrpc import envelope
from mcp_bindings.jsonrpc.envelope import (
    TARGETS,
    OutlineReader,
    make_msgspec_outline_reader,
    make_pydantic_outline_reader,
)
from mcp_bindings.jsonrpc.parser import MessageParser
from mcp_bindings.jsonrpc.strict_json import make_reader
from mcp_bindings.limits import DEFAULT
from mcp_bindings.spec.names import META, VERSION_KEY
from tests.engines import ENGINES, FUNCTIONS, parser_with
from tests.hostile.noise import Setting, mutant, settings
from tests.soak.engines import laid_out

Pairs = list[tuple[str, Any]]

CLASSES = {"request": mb.Request, "notification": mb.Notification, "response": mb.Response, "error": mb.ErrorResponse}
ROUTING = ("jsonrpc", "id", "method", "result", "error", "params")
SHORT = "SHORT_TEXT_LENGTH"
"""The length up to which texts are read completely."""
VERSION_ASKED = "protocolVersion"
ODD: tuple[Any, ...] = (None, True, 1.0, 1.5, 0, -1, 2**70, "", "é", "2.0", "tools/call", "initialize", [], {}, [1])
FAULTS = (b"NaN", b"-Infinity", b"1e400", b'"\\ud800"', b'"\xff"', b"01", b"[" * 300 + b"]" * 300, b'{"a":1,"a":2}')


@cache
def parsers() -> Sequence[tuple[Setting, MessageParser]]:
    """Every revision and sender, with a parser."""
    return [(each, parser_with("fast", each.revision.id)) for each in settings()]


@cache
def readers() -> dict[str, Callable[[bytes], mb.Envelope]]:
    """Every way to read an envelope: the whole text with each engine, and its outline with each outline reader."""
    made = {name: engine() for name, engine in ENGINES.items()}
    ways: dict[str, tuple[Any, OutlineReader]] = {
        "fast": (make_reader(made["fast"]), lambda text, limits: None),
        "pydantic": (make_reader(made["pydantic"]), lambda text, limits: None),
        "outline by msgspec": (make_reader(made["fast"]), make_msgspec_outline_reader(made["fast"])),
        "outline by pydantic": (make_reader(made["pydantic"]), make_pydantic_outline_reader(made["pydantic"])),
    }
    return {name: _reading(functions) for name, functions in ways.items()}


def _reading(functions: tuple[Any, OutlineReader]) -> Callable[[bytes], mb.Envelope]:
    def read(data: bytes) -> mb.Envelope:
        before = {name: getattr(envelope, name) for name in (FUNCTIONS, SHORT)}
        try:
            for name, value in ((FUNCTIONS, functions), (SHORT, 0)):
                setattr(envelope, name, value)
            return mb.read_envelope(data)
        finally:
            for name, value in before.items():
                setattr(envelope, name, value)

    return read


def disagreements(data: bytes) -> tuple[str, list[str]]:
    """What a text is, and each way in which an envelope of it differs from what `parse` says."""
    parsed = [_parsed(parser, setting, data) for setting, parser in parsers()]
    found: list[str] = []
    verdicts: dict[str, list[str]] = {}
    outcome = ""
    for name, read in readers().items():
        try:
            seen: mb.Envelope | mb.ProtocolError = read(data)
        except mb.ProtocolError as error:
            seen = error
        outcome = outcome or (str(seen.code) if isinstance(seen, mb.ProtocolError) else seen.kind)
        found += (f"{name}: {what}" for what in _differences(seen, parsed, data))
        verdicts.setdefault(_verdict(seen), []).append(name)
    found += [f"one text has several verdicts: {verdicts}"] if len(verdicts) > 1 else []
    return outcome, found


def _verdict(seen: mb.Envelope | mb.ProtocolError) -> str:
    """What does not depend on the way in which an envelope is read."""
    if isinstance(seen, mb.ProtocolError):
        return quote_value((seen.code, seen.id, seen.message))
    return quote_value((*seen[:6], *map(_verdict, seen.items)))


def _parsed(parser: MessageParser, setting: Setting, data: bytes) -> Any:
    try:
        return parser.parse(data, setting.sender, setting.pending, DEFAULT)
    except mb.ProtocolError as error:
        return error


def _differences(seen: mb.Envelope | mb.ProtocolError, parsed: Sequence[Any], data: bytes) -> list[str]:
    accepted = [message for message in parsed if not isinstance(message, mb.ProtocolError)]
    if isinstance(seen, mb.ProtocolError):
        if accepted:
            return [f"{accepted[0]!r} is rejected: {seen}"]
        own = (seen.code, seen.id)
        return [f"{own} is not {other}" for error in parsed if (other := (error.code, error.id)) != own]
    if seen.size != len(data):
        return [f"the size is {seen.size}"]
    found = [what for message in accepted for what in _unlike(seen, message)]
    fault = None if accepted else envelope_fault(data)
    return found + ([f"{seen} is accepted: {fault}"] if fault else [])


def _unlike(seen: mb.Envelope | mb.ProtocolError, message: Any) -> list[str]:
    """How an envelope differs from a message that a revision accepts."""
    if isinstance(message, mb.ProtocolError):
        return []  # one of a batch, whose body that revision rejects
    if isinstance(seen, mb.ProtocolError):
        return [f"{message!r} is rejected: {seen}"]
    if isinstance(message, mb.Batch):
        if seen.kind != "batch" or len(seen.items) != len(message):
            return [f"{seen} is not {message!r}"]
        return [what for item, part in zip(seen.items, message, strict=True) for what in _unlike(item, part)]
    document = message.document
    params = document.get("params") if isinstance(message, (mb.Request, mb.Notification)) else None
    method = getattr(message, "method", None) if params is not None or "method" in document else None
    named = params.get(TARGETS[method]) if is_object(params) and method is not None and method in TARGETS else None
    expected = (getattr(message, "id", None), method, named if isinstance(named, str) else None, version_of(document))
    if (type(message), *expected) == (CLASSES.get(seen.kind), seen.id, seen.method, seen.name, seen.version):
        return []
    return [f"{quote_value(seen)} is not {type(message).__name__} {quote_value(expected)}"]


def version_of(document: Any) -> str | None:
    """The version that a message names."""
    params = document.get("params") if "method" in document else None
    if not is_object(params):
        return None
    asked, meta = params.get(VERSION_ASKED), params.get(META)
    named = meta.get(VERSION_KEY) if is_object(meta) else None
    found = [asked] if document["method"] == "initialize" else []
    return next((each for each in (*found, named) if isinstance(each, str)), None)


class _Object(Pairs):
    """The members of an object, duplicates among them."""


def envelope_fault(data: bytes) -> str:
    """Why no text with this envelope may be accepted, whatever its body is; empty if it may. Read by other means."""
    try:
        value = json.loads(data.decode(), object_pairs_hook=_Object)
    except RecursionError:
        return ""
    except ValueError as error:
        return "" if "digits" in str(error) else f"not JSON: {error}"
    return "" if isinstance(value, list) and not isinstance(value, _Object) else _object_fault(value)


def _object_fault(message: Any) -> str:
    if not isinstance(message, _Object):
        return "not an object"
    names = [name for name, _ in message]
    members = dict(message)
    if len(members) != len(names):
        return "a member of the envelope occurs twice"
    if members.get("jsonrpc") != "2.0":
        return "jsonrpc"
    id_ = members.get("id", "")
    valid = (isinstance(id_, float) and id_.is_integer()) or (isinstance(id_, (str, int)) and not isinstance(id_, bool))
    unread = id_ is None and "method" not in members and "error" in members
    if not valid and not unread:
        return "the id is not valid"
    if "result" in members and "error" in members:
        return "result and error"
    if "method" in members and not isinstance(members["method"], str):
        return "the method is not a string"
    if "method" not in members and "error" not in members and ("result" not in members or "id" not in members):
        return "neither of the kinds"
    return _params_fault(members.get("params")) if "method" in members else ""


def _params_fault(params: Any) -> str:
    """Duplicates among the params, and anywhere in their `_meta`."""
    if not isinstance(params, _Object):
        return ""
    inner = dict(params)
    if len(inner) != len(params):
        return "one of the params occurs twice"
    return "a member of _meta occurs twice" if _has_twice(inner.get(META)) else ""


def _has_twice(value: Any) -> bool:
    """Whether an object in a value has a member twice."""
    if isinstance(value, _Object):
        return len(dict(value)) != len(value) or any(_has_twice(each) for _, each in value)
    return is_array(value) and any(map(_has_twice, value))


# --- texts


def text(random: Random) -> bytes:
    """A mutant of a valid message, or a message that two readers may take for two messages."""
    setting = random.choice(settings())
    if random.random() < 0.5:
        return laid_out(mutant(random.random, setting.seeds), random)
    return two_faced(random.choice(setting.seeds).text, random)


def two_faced(data: bytes, random: Random) -> bytes:
    """The message with a member twice, added, dropped or odd, around the body, in any order, layout and spelling."""
    message: Any = json.loads(data, object_pairs_hook=_Object)
    if not isinstance(message, _Object):
        return data
    for _ in range(random.randrange(3)):
        members = random.choice(_levels(message))
        change = random.randrange(5)
        if change == 0 and members:
            name, value = random.choice(members)
            members.append((name, random.choice((value, *ODD))))
        elif change == 1 and members:
            del members[random.randrange(len(members))]
        elif change == 2:
            members.append((random.choice((*ROUTING, "name", "uri", META, VERSION_KEY)), random.choice(ODD)))
        elif change == 3 and members:
            place = random.randrange(len(members))
            members[place] = members[place][0], random.choice(ODD)
        random.shuffle(members)
    written = _written(message, random, *random.choice(((",", ":"), (", ", ": "), (" ,\n\t", " :\r\n"))))
    encoded = written.encode("utf-8", "surrogatepass")
    if random.random() < 0.2:  # a fault, most often inside the body
        place = encoded.find(b"1" if random.random() < 0.5 else b'"', random.randrange(len(encoded)))
        if place > 0:
            encoded = encoded[:place] + random.choice(FAULTS) + encoded[place + 1 :]
    return random.choice((b"", b" ", b"\n\t")) + encoded + random.choice((b"", b"\r\n"))


def _levels(message: Pairs) -> list[Pairs]:
    """The objects around the body: the message, its params, and their `_meta`."""
    found: list[Pairs] = [message]
    for name in ("params", META):
        inner = next((value for key, value in found[-1] if key == name and isinstance(value, _Object)), None)
        if inner is None:
            break
        found.append(inner)
    return found


def _written(value: Any, random: Random, comma: str, colon: str) -> str:
    if isinstance(value, _Object):
        members = (f"{_string(n, random)}{colon}{_written(v, random, comma, colon)}" for n, v in value)
        return "{" + comma.join(members) + "}"
    if is_array(value):
        return "[" + comma.join(_written(item, random, comma, colon) for item in value) + "]"
    return _string(value, random) if isinstance(value, str) else json.dumps(value)


def _string(value: str, random: Random) -> str:
    """A string, with one letter as an escape at times."""
    if not value or not value.isascii() or not value.isprintable() or random.random() > 0.1:
        return json.dumps(value, ensure_ascii=random.random() < 0.5)
    place = random.randrange(len(value))
    head, tail = json.dumps(value[:place])[:-1], json.dumps(value[place + 1 :])[1:]
    return f"{head}\\u{ord(value[place]):04x}{tail}"
