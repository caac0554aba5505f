"""Messages to translate: every method and definition of every revision, with members that other revisions define."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.json_values import is_array, is_object, member_at
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.spec.names import META, Sender
from mcp_bindings.translation.table import BRIDGE_RULES
from tests.behaviour import classes, envelopes
from tests.differential.values import Draw
from tests.documents import tool
from tests.revisions import PER_REQUEST

PAIRS: tuple[tuple[str, str], ...] = tuple(permutations(mb.REVISIONS, 2))
"""All ordered pairs of releases."""

RARE = 15
"""Every so many messages, one is about the connection."""

TOOL = tool("t")
TASK = {"taskId": "1", "status": "working", "createdAt": "x", "lastUpdatedAt": "x", "ttl": None}
AT_KEY = "io.modelcontextprotocol/"
META_VALUES: dict[str, tuple[Any, ...]] = {
    f"{AT_KEY}protocolVersion": ("2026-07-28", "x", 5),
    f"{AT_KEY}clientCapabilities": ({}, {"sampling": {}}, 5),
    f"{AT_KEY}clientInfo": ({"name": "n", "version": "v"}, 5),
    f"{AT_KEY}logLevel": ("info", "loud"),
    f"{AT_KEY}serverInfo": ({"name": "n", "version": "v"}, 5),
    f"{AT_KEY}subscriptionId": (1, "s", 1.5),
    f"{AT_KEY}related-task": ({"taskId": "1"}, 5),
    "progressToken": (1, "p", {}, 1.5),
    "vendor/key": (None, 1),
}

STRANGE: dict[str, tuple[Any, ...]] = {
    "resultType": ("complete", "input_required", "x", 5),
    "ttlMs": (0, 5, -1, "x"),
    "cacheScope": ("public", "private", 7),
    "task": ({}, {"ttl": 5}, TASK, 5),
    "inputResponses": ({}, {"a": {"action": "cancel"}}, 5),
    "inputRequests": ({}, 5),
    "requestState": ("s", 5),
    "title": ("t", 5),
    "icons": ([], [{"src": "a:b"}], 5, [5]),
    "execution": ({}, {"taskSupport": "required"}, 5),
    "structuredContent": ({}, {"result": 1}, [1], 5, None),
    "outputSchema": ({"type": "object"}, {"type": "array", "items": True}, 5),
    "mode": ("form", "url", 5),
    "url": ("https://example.com", 5),
    "elicitationId": ("e", 5),
    "tools": ([], [TOOL], 5),
    "toolChoice": ({"mode": "required"}, 5),
    "annotations": ({}, {"audience": ["user"], "priority": 1}, {"priority": 2}, 5),
    "lastModified": ("2025-01-01", 5),
    "default": ("x", 1, True, None),
    "enumNames": (["a"], 5),
    "oneOf": ([{"const": "a", "title": "A"}], 5),
    "context": ({"arguments": {"a": "b"}}, {"arguments": {"a": 1}}, 5),
    "message": ("m", 5),
    "description": ("d", 5),
    "_meta": ({}, 5, {"progressToken": 1}, {"progressToken": {}, "a": 1}),
    "stopReason": ("toolUse",),
    "unknown": (None, {"a": [1]}),
}
"""Members that some revision defines, with valid and invalid values."""

SERVERS: tuple[Any, ...] = (None, {"name": "s", "version": "1"}, {"version": "2", "name": "s"})
CODES = (-32700, -32600, -32601, -32602, -32603, -32002, -32042, -32000, -32019, -32020, -32021, -32022, -32099, 5)
DATA: tuple[Any, ...] = (
    None,
    5,
    {},
    {"uri": "a:b"},
    {"uri": 5},
    {"elicitations": [{"mode": "url", "message": "m", "url": "a:b", "elicitationId": "e"}]},
    {"supported": ["2026-07-28"], "requested": "x"},
    {"requiredCapabilities": {}},
    {"requiredCapabilities": {"sampling": {}}},
)
OBJECTS: tuple[Any, ...] = ({"type": "object"}, {"type": "object", "properties": {"a": {}}})
SCHEMAS: tuple[Any, ...] = (
    *OBJECTS,
    {"type": "object", "properties": {"a": True}},
    {"type": "array", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}},
    {},
    None,
)


PROPERTIES: tuple[Any, ...] = ({"a": True, "b": False}, {"a": 5}, 5, {"a": {}})


class Place(NamedTuple):
    """One kind of message of a revision."""

    kind: str
    sender: Sender
    row: MethodInfo | None
    """The method, or that of the request; None for an error without a known request."""
    definition: str
    """Of the message, or of the result; empty for errors."""


class Sample(NamedTuple):
    """A message with what is known about it."""

    place: Place
    text: bytes
    message: Any
    context: mb.TranslationContext


@cache
def places(revision: str) -> tuple[list[Place], list[Place]]:
    """Every kind of message of a revision, and those that are about the connection."""
    found = list(_places(revision))
    about = [place for place in found if place.row is not None and place.row.name in BRIDGE_RULES]
    return [place for place in found if place not in about], about


def _places(revision: str) -> Iterator[Place]:
    for sender in envelopes.SENDERS:
        for kind in ("request", "notification"):
            for row in envelopes.rows(revision, sender, kind):
                yield Place(kind, sender, row, row.message)
        for row in envelopes.rows(revision, sender, "request"):
            other = envelopes.other(sender)
            for name in row.results:
                yield Place("response", other, row, name)
            yield Place("error", other, row, "")
    yield Place("error", "server", None, "")
    yield Place("notification", "server", None, "")
    yield Place("notification", "client", None, "")


def sample(source: str, target: str, number: int, seed: object) -> Sample | None:
    """One message; None if what was drawn is not valid in its revision.

    Args:
        source: its revision.
        target: where it is to go.
        number: every so many of them have each kind of message.
        seed: of the choices.
    """
    random = Random(f"{seed}/{source}/{target}/{number}")
    others, about = places(source)
    place = about[number // RARE % len(about)] if number % RARE == 0 else others[number % len(others)]
    document = drawn_document(source, target, place, random)
    for strange in (with_strange_members(document, random), document):
        text = json.dumps(strange, separators=random.choice(((",", ":"), (", ", ": "))), ensure_ascii=False)
        try:
            data = text.encode()
            message = parsed(source, data, place)
        except (mb.ProtocolError, UnicodeEncodeError):
            continue
        return Sample(place, data, message, _context(source, target, place, strange, random))
    return None


def parsed(revision: str, text: bytes, place: Place) -> Any:
    """A message of the kind as the parser reads it."""
    is_answer = place.kind in ("response", "error") and place.row is not None
    pending = {7: place.row.name} if is_answer and place.row is not None else {}
    return mb.revision(revision).parse(text, sender=place.sender, pending=pending)


def drawn_document(source: str, target: str, place: Place, random: Random) -> dict[str, Any]:
    if place.kind == "error":
        error: dict[str, Any] = {"code": random.choice(CODES), "message": "m"}
        data = random.choice(DATA)
        head: dict[str, Any] = {"jsonrpc": "2.0", "id": 7}
        if random.random() < 0.1:
            head.pop("id")
        return {**head, "error": {**error, **({} if data is None else {"data": data})}}
    if place.row is None:
        methods = [*mb.revision(target).methods, "notifications/of-nobody"]
        return {"jsonrpc": "2.0", "method": random.choice(methods), "params": {}}
    value: Any = classes.generator(source).drawn(place.definition, Draw(str(random.random())))
    if place.kind == "response":
        result = envelopes.complete(place.definition, value) if random.random() < 0.95 else value
        return {"jsonrpc": "2.0", "id": 7, "result": result}
    document: dict[str, Any] = envelopes.enveloped(value, place.row)
    return document


def with_strange_members(document: dict[str, Any], random: Random) -> dict[str, Any]:
    """A document with members that some revision gives a meaning."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    body = next((copy[name] for name in ("params", "result") if is_object(copy.get(name))), None)
    if body is None:
        return copy
    _add_unusual_values(body, random)
    inside = [each for each in _objects(body) if len(each) < 40][:200]
    for _ in range(random.choice((0, 1, 2, 3))):
        holder = body if random.random() < 0.4 or not inside else random.choice(inside)
        name = random.choice(list(STRANGE))
        holder.setdefault(name, deepcopy(random.choice(STRANGE[name])))  # others are put into it
    if random.random() < 0.4:
        meta = body.setdefault(META, {})
        if is_object(meta):
            for name in random.sample(list(META_VALUES), random.choice((1, 2))):
                meta[name] = deepcopy(random.choice(META_VALUES[name]))
    return copy


def _add_unusual_values(body: dict[str, Any], random: Random) -> None:
    """Values that are rare and that rules are about: schemas that are booleans, and many values of a completion."""
    for each in body["tools"] if is_array(body.get("tools")) else ():
        if random.random() < 0.3 and is_object(schema := member_at(each, "inputSchema")):
            schema["properties"] = deepcopy(random.choice(PROPERTIES))
    if random.random() < 0.3 and is_array(member_at(body, "completion", "values")):
        body["completion"]["values"] = ["x"] * random.choice((100, 101, 300))


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    rest = [value]
    while rest:
        item = rest.pop()
        if is_object(item):
            yield item
            rest += item.values()
        elif is_array(item):
            rest += item


def _context(
    source: str, target: str, place: Place, document: Mapping[str, Any], random: Random
) -> mb.TranslationContext:
    meta: Mapping[str, Any] = member_at(document, "params", META) or {}
    known = meta if is_object(meta) and random.random() < 0.8 else {}
    of_message = known if source in PER_REQUEST else {}
    schemas = SCHEMAS if source in PER_REQUEST else (*OBJECTS, None)
    subscription = of_message.get(f"{AT_KEY}subscriptionId", 3 if random.random() < 0.9 else None)
    return mb.TranslationContext(
        revision=source,
        sender=place.sender if random.random() < 0.95 else None,
        tool="t" if random.random() < 0.95 else None,
        output_schemas={"t": random.choice(schemas)} if random.random() < 0.95 else {},
        client_capabilities=of_message.get(
            f"{AT_KEY}clientCapabilities", {"roots": {}} if random.random() < 0.95 else None
        ),
        client_info=of_message.get(f"{AT_KEY}clientInfo", None if of_message else {"name": "c", "version": "1"}),
        log_level=of_message.get(f"{AT_KEY}logLevel"),
        server_info=random.choice(SERVERS),
        subscription_id=subscription if isinstance(subscription, (int, str)) else None,
    )
