"""Bytes that Python holds for a parsed page and for sessions: `python -m tests.benchmarks.memory` prints a table.

`tracemalloc` counts what Python allocates, which is all that these values consist of.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import mcp_bindings as mb
from tests.benchmarks.documents import CALL, PAGE, text
from tests.benchmarks.reading import REVISION
from tests.benchmarks.speaking import ready_session
from tests.engines import ENGINES, using

COPIES = 20
SESSIONS = 10_000


def measure_bytes(make: Callable[[], object], copies: int = COPIES) -> int:
    """Return the bytes that one of several values holds, apart from what they share."""
    kept: list[object] = [make()]  # what is built on first use
    gc.collect()
    tracemalloc.start()
    try:
        kept.extend(make() for _ in range(copies))
        gc.collect()
        return tracemalloc.get_traced_memory()[0] // copies
    finally:
        tracemalloc.stop()


def received(data: bytes) -> bytes:
    """Return a copy of the text, since each message has a text of its own, which this package keeps."""
    return bytes(bytearray(data))


def messages(data: bytes, pending: dict[int, str], sender: Any, body: str) -> dict[str, int]:
    """Measure a parsed message, by engine, before and after its body is read."""
    found: dict[str, int] = {}
    for engine in ENGINES:
        with using(engine):
            parser = mb.revision(REVISION).parse

            def parse(parser: Any = parser) -> Any:
                return parser(received(data), sender=sender, pending=pending)

            def read(parse: Callable[[], Any] = parse) -> Any:
                message = parse()
                getattr(message, body)
                return message

            found[f"{engine}, untouched"], found[f"{engine}, touched"] = measure_bytes(parse), measure_bytes(read)
    return found


def mcp_types(data: bytes, method: str, *, is_request: bool) -> int:
    """Measure the objects of mcp-types: envelope and typed body."""
    methods: Any = import_module("mcp_types.methods")
    adapter: Any = import_module("mcp_types.jsonrpc").jsonrpc_message_adapter

    def parse() -> object:
        envelope = adapter.validate_json(received(data))
        if is_request:
            return envelope, methods.parse_client_request(method, REVISION, envelope.params)
        return envelope, methods.parse_server_result(method, REVISION, envelope.result)

    return measure_bytes(parse)


def main() -> int:
    """Print the table."""
    page, call = text({"jsonrpc": "2.0", "id": 7, "result": PAGE}), text(CALL)
    table = {
        f"page of 50 tools, {len(page)} bytes": messages(page, {7: "tools/list"}, "server", "result"),
        f"call of a tool, {len(call)} bytes": messages(call, {}, "client", "params"),
    }
    if find_spec("mcp_types"):
        for (name, found), data in zip(table.items(), (page, call), strict=True):
            method = "tools/list" if data is page else "tools/call"
            found["mcp-types"] = mcp_types(data, method, is_request=data is call)
            table[name] = found
    for name, found in table.items():
        print(f"{name}, bytes held")
        for way, size in found.items():
            print(f"  {way:24}{size:>10,}")
    alone, among_many = measure_bytes(ready_session), measure_bytes(ready_session, SESSIONS)
    print(f"a session at rest  {alone:>10,} bytes; of {SESSIONS:,} each {among_many:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
