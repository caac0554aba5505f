"""Texts that are made to take more time, memory or output than their length deserves, at any size.

`tests/hostile/test_bounds.py` checks them at one size, and `python -m tests.soak growth` measures how their cost grows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import mcp_bindings as mb
from mcp_bindings.spec.names import Sender

LATEST_HANDSHAKE = next(each for each in reversed(mb.REVISIONS) if mb.revision(each).era == "handshake")
WITH_BATCHES = next(each for each in mb.REVISIONS if "JSONRPCBatchRequest" in mb.revision(each).definitions)

_CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{'
_RESULT = '{"jsonrpc":"2.0","id":1,"result":'
_ELICIT = (
    '{"jsonrpc":"2.0","id":1,"method":"elicitation/create",'
    '"params":{"message":"","requestedSchema":{"type":"object","properties":{'
)
_SAMPLE = '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":1,"messages":['

COLLIDING = 2**61 - 1
"""Python gives all multiples of this number the same hash."""


@dataclass(frozen=True)
class Family:
    """A text of any size, and how it reaches a peer."""

    build: Callable[[int], str]
    """The text of about so many bytes."""

    sender: Sender = "client"
    pending: str = ""
    """The method that the text answers; empty for none."""

    revision: str = LATEST_HANDSHAKE

    def text(self, size: int) -> bytes:
        """The text of about so many bytes."""
        return self.build(size).encode("utf-8")


def _repeated(part: str, size: int, last: str = "") -> str:
    """So many bytes of one item, with commas."""
    return ",".join([part] * max(1, size // (len(part) + 1)) + ([last] if last else []))


def _key(size: int) -> str:
    return "k" * size


def _numbered(part: str, size: int) -> str:
    """So many bytes of one item in which `%` becomes a number."""
    return ",".join(part.replace("%", str(number)) for number in range(max(1, size // (len(part) + 5))))


def _tool_uses(size: int) -> str:
    uses = _numbered('{"type":"tool_use","id":"%","name":"x","input":{}}', size // 2)
    results = _numbered('{"type":"tool_result","toolUseId":"%","content":[]}', size // 2)
    return f'{_SAMPLE}{{"role":"assistant","content":[{uses}]}},{{"role":"user","content":[{results}]}}]}}}}'


def _colliding(size: int) -> str:
    ids = (number * COLLIDING for number in range(1, max(2, min(1_000, size // 70))))
    return "[" + ",".join(f'{{"jsonrpc":"2.0","id":{id_},"method":"ping"}}' for id_ in ids) + "]"


def _deep(size: int) -> str:
    inner = '{"a":' * 150 + '{"a":1,"a":1}' + "}" * 150
    return _CALL + '"a":[' + _repeated(inner, size) + "]}}}"


FAMILIES: Mapping[str, Family] = {
    "a long key above lists, and a duplicate": Family(
        lambda size: _CALL + f'"{_key(size * 4 // 5)}":[' + _repeated("[]", size // 5, '{"a":1,"a":1}') + "]}}}"
    ),
    "a long key above bad items": Family(
        lambda size: (
            _ELICIT
            + f'"{_key(size * 4 // 5)}":{{"type":"array","items":{{"type":"string","enum":['
            + _repeated("1", size // 5)
            + "]}}}}}}"
        ),
        "server",
    ),
    "a long key above bad blocks": Family(
        lambda size: (
            _RESULT
            + f'{{"content":[{{"type":"resource","{_key(size * 4 // 5)}":1}},'
            + _repeated("{}", size // 5)
            + "]}}"
        ),
        "server",
        "tools/call",
    ),
    "long keys that are bad": Family(
        lambda size: _ELICIT + _numbered(f'"{_key(size // 100)}%":1', size) + "}}}}", "server"
    ),
    "empty blocks": Family(
        lambda size: _RESULT + '{"content":[' + _repeated("{}", size) + "]}}", "server", "tools/call"
    ),
    "blocks of unknown kinds": Family(
        lambda size: _RESULT + '{"content":[' + _repeated('{"type":"x"}', size) + "]}}", "server", "tools/call"
    ),
    "numbers for blocks": Family(
        lambda size: _RESULT + '{"content":[' + _repeated("1", size) + "]}}", "server", "tools/call"
    ),
    "one bad block after many": Family(
        lambda size: _RESULT + '{"content":[' + _repeated('{"type":"text","text":""}', size, "{}") + "]}}",
        "server",
        "tools/call",
    ),
    "one bad tool after many": Family(
        lambda size: (
            _RESULT + '{"tools":[' + _repeated('{"name":"a","inputSchema":{"type":"object"}}', size, "{}") + "]}}"
        ),
        "server",
        "tools/list",
    ),
    "tool uses and their results": Family(_tool_uses, "server"),
    "deep duplicates": Family(_deep),
    "a late duplicate": Family(lambda size: _CALL + _numbered('"%":0', size) + ',"0":0}}}'),
    "colliding ids": Family(_colliding, revision=WITH_BATCHES),
    "a batch of numbers": Family(lambda size: "[" + _repeated("1", min(size, 2_000)) + "]", revision=WITH_BATCHES),
    "colliding numbers": Family(
        lambda size: (
            _CALL + '"a":[' + ",".join(str(number * COLLIDING) for number in range(max(1, size // 24))) + "]}}}"
        )
    ),
    "long numbers": Family(lambda size: _CALL + '"a":[' + _repeated("9" * 4_300, size) + "]}}}"),
    "escaped characters": Family(lambda size: _CALL + '"a":"' + "\\u0000" * (size // 6) + '"}}}'),
    "a long id": Family(lambda size: '{"jsonrpc":"2.0","id":"' + _key(size) + '","method":"tools/call"}'),
    "a text cut off": Family(lambda size: _CALL + '"a":[' + _repeated("[]", size)),
    "keys of _meta": Family(
        lambda size: _CALL + '},"_meta":{' + _numbered('"a/%//":0', size) + "}}}",
    ),
    "elements for a schema": Family(
        lambda size: _ELICIT + _numbered('"%":{"type":"array","items":{"anyOf":[{}]}}', size) + "}}}}", "server"
    ),
}
