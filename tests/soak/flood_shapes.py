"""Endless messages of one peer: 20 shapes of floods, for each side of a connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Literal, NamedTuple

from mcp_bindings import revision
from mcp_bindings.spec.names import CAPABILITIES_KEY, META, VERSION_KEY
from tests.revisions import HANDSHAKE, PER_REQUEST

Side = Literal["server", "client"]
"""The side that is flooded."""

SESSION = HANDSHAKE[-1]
BATCHES = next(each for each in HANDSHAKE if revision(each).protocol.batching.receive == "must")
SESSIONLESS = PER_REQUEST[-1]
INFO = {"name": "soak", "version": "1"}


class Shape(NamedTuple):
    """One kind of flood.

    Args:
        messages: the texts of the flood, without end; gets the length of the whole.
        version: the revision in which they are sent.
        reads: whether the peer reads what it is answered.
        amplification: how many times as long as a message its answer is, about. The flood is shorter by this factor,
            so that the answers, and no longer the messages, have the length of the run.
        kept_events: bytes of answers that an HTTP session keeps as events, so that the client can resume the stream.
    """

    messages: Callable[[int], Iterator[bytes]]
    version: str = SESSION
    reads: bool = True
    amplification: int = 1
    kept_events: int = 0


def text(size: int, shape: Shape, reply_head: int = 0) -> list[bytes]:
    """Return the messages of a flood that has about so many bytes, or is answered with so many.

    Args:
        size: bytes.
        shape: the kind of flood.
        reply_head: bytes that are sent before each reply, and count as part of the flood.
    """
    found, length = list[bytes](), 0
    size //= shape.amplification
    for each in shape.messages(size):
        found.append(each)
        length += len(each) + 1
        if is_answered(each):
            length += reply_head
        if length >= size:
            break
    return found


def is_answered(data: bytes) -> bool:
    """Return whether a peer answers a text of a flood: a request, or what is no message. Others are not answered."""
    is_notification = b'"method"' in data and b'"id"' not in data
    is_response = b'"result"' in data or b'"error"' in data
    return not (is_notification or is_response)


def message(**members: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}, separators=(",", ":")).encode()


def requests(
    method: str, params: Callable[[int], Any] = lambda _: {}, first: int = 10
) -> Callable[[int], Iterator[bytes]]:
    """Yield requests with ids that count upward."""
    return lambda size: (message(id=id_, method=method, params=params(id_)) for id_ in count(first))


def notifications(method: str, params: Callable[[int], Any] = lambda _: {}) -> Callable[[int], Iterator[bytes]]:
    return lambda size: (message(method=method, params=params(number)) for number in count())


def always(data: bytes) -> Callable[[int], Iterator[bytes]]:
    return lambda size: (data for _ in count())


def _declared(number: int, **params: Any) -> Any:
    capabilities: dict[str, Any] = {"experimental": {f"x{number}": {}}}
    return {**params, META: {VERSION_KEY: SESSIONLESS, CAPABILITIES_KEY: capabilities}}


def _long(member: Callable[[int], Any], method: str) -> Callable[[int], Iterator[bytes]]:
    """Return a flood of one message that is as long as the whole flood."""

    def messages(size: int) -> Iterator[bytes]:
        yield message(id=10, method=method, params={"name": "echo", "arguments": {"a": member(size - 200)}})
        yield from requests("ping", first=20)(size)

    return messages


def _nested(depth: int) -> Any:
    """Return arguments that fail at the innermost place of a schema with two alternatives at each level."""
    return 5 if depth == 0 else {"not": _nested(depth - 1)}


RECURSIVE: dict[str, Any] = {
    "type": "object",
    "properties": {"filter": {"$ref": "#/$defs/filter"}},
    "$defs": {
        "filter": {
            "anyOf": [
                {"type": "object", "properties": {"not": {"$ref": "#/$defs/filter"}}, "required": ["not"]},
                {"type": "object", "properties": {"not": {"$ref": "#/$defs/filter"}}, "required": ["not", "x"]},
                {"type": "string"},
            ]
        }
    },
}
"""The schema of a tool whose arguments have no bound in depth."""


def _batch(size: int) -> Iterator[bytes]:
    for first in count(10, 500):
        calls = [{"jsonrpc": "2.0", "id": id_, "method": "tools/list"} for id_ in range(first, first + 500)]
        yield json.dumps(calls).encode()


def _answers(size: int) -> Iterator[bytes]:
    return (message(id=id_, result={}) for id_ in count(10**6))


def _long_ids(size: int) -> Iterator[bytes]:
    return (message(id=f"{number:01000}", method="ping") for number in count())


def _spaced(size: int) -> Iterator[bytes]:
    return (b" " * 200 + each for each in requests("ping")(size))


_BOTH: dict[str, Shape] = {
    "pings": Shape(requests("ping")),
    "pings, replies unread": Shape(requests("ping"), reads=False),
    "no JSON": Shape(always(b"{" * 50)),
    "no message": Shape(always(b'{"jsonrpc":"2.0","other":"x","another":"something"}')),
    "ids of 1 kB": Shape(_long_ids),
    "the same id": Shape(always(message(id=10, method="ping"))),
    "unknown requests": Shape(requests("x/y")),
    "unknown notifications": Shape(notifications("notifications/x")),
    "cancellations of nothing": Shape(notifications("notifications/cancelled", lambda id_: {"requestId": 10**6 + id_})),
    "progress of nothing": Shape(
        notifications("notifications/progress", lambda each: {"progressToken": f"t{each}", "progress": each})
    ),
    "answers to nothing": Shape(_answers),
    "errors without an id": Shape(always(message(id=None, error={"code": -32600, "message": "x"}))),
    "invalid params": Shape(requests("ping", lambda _: [])),
    "whitespace before each": Shape(_spaced),
}
"""Shapes that both sides can receive."""

_OF_SIDE: dict[Side, dict[str, Shape]] = {
    "server": {
        "calls of a tool": Shape(requests("tools/call", lambda _: {"name": "echo", "arguments": {"a": "x"}})),
        "calls that wait": Shape(requests("tools/call", lambda _: {"name": "wait", "arguments": {"a": "x" * 1_000}})),
        "long results": Shape(requests("tools/call", lambda _: {"name": "long", "arguments": {}}), amplification=100),
        "batches": Shape(_batch, BATCHES, amplification=5, kept_events=16 * 1024 * 1024),
        "lists for new capabilities": Shape(requests("tools/list", _declared), SESSIONLESS),
        "arguments that a recursive schema refuses": Shape(
            requests("tools/call", lambda _: {"name": "recursive", "arguments": {"filter": _nested(60)}})
        ),
        "one long string": Shape(_long(lambda size: "x" * size, "tools/call")),
    },
    "client": {
        "log messages": Shape(notifications("notifications/message", lambda _: {"level": "info", "data": "x"})),
        "changed lists": Shape(notifications("notifications/tools/list_changed")),
        "questions for roots": Shape(requests("roots/list")),
        "questions for models": Shape(
            requests(
                "sampling/createMessage",
                lambda _: {"messages": [{"role": "user", "content": {"type": "text", "text": "x"}}], "maxTokens": 1},
            )
        ),
        "questions for users": Shape(
            requests(
                "elicitation/create",
                lambda _: {"message": "x", "requestedSchema": {"type": "object", "properties": {}}},
            )
        ),
        "one long string": Shape(_long(lambda size: "x" * size, "ping")),
    },
}

SHAPES: dict[Side, dict[str, Shape]] = {side: {**_BOTH, **own} for side, own in _OF_SIDE.items()}
"""All shapes of each side."""
