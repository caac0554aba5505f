"""Each refusal for a size says what came and what is allowed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.authorization import FetchPolicy
from mcp_bindings.authorization.metadata import read_object
from mcp_bindings.guards import FileRoots, UriTemplate, check_blobs
from mcp_bindings.http.event_reader import MAX_ID, EventReader
from tests.hostile.families import WITH_BATCHES

CALL = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":%s}}'


def read(text: bytes, **limits: int) -> Callable[[], object]:
    """Parse a text with these limits."""
    return lambda: mb.revision(WITH_BATCHES).parse(text, sender="client", limits=mb.Limits(**limits))


def fed(*chunks: bytes) -> Callable[[], object]:
    """Read an event stream whose events may have ten bytes."""

    def feed() -> None:
        reader = EventReader(10)
        for chunk in chunks:
            reader.feed(chunk)

    return feed


REFUSALS: dict[str, tuple[Callable[[], object], str, str]] = {
    "a text": (read(CALL % b"{}", max_bytes=60), "83 bytes", "60 bytes"),
    "containers": (read(CALL % b'{"a":[[],{},"[{"]}', max_containers=4), "6 objects and arrays", "4 objects"),
    "a number": (read(CALL % b'{"a":-12345}', max_digits=4), "5 characters", "4 digits"),
    "a batch": (read(b"[1,2,3]", max_batch=2), "3 messages", "2 messages"),
    "a line that ended": (fed(b"data: 1234", b"56789\n\n"), "has 15 bytes", "10 bytes"),
    "a line without end": (fed(b"data: 1234", b"56789"), "at least 15 bytes", "10 bytes"),
    "an event of many lines": (fed(b"data: 1\n" * 6), "at least 11 bytes", "10 bytes"),
    "the id of an event": (
        lambda: EventReader().feed(b"id: " + b"x" * (MAX_ID + 6) + b"\n"),
        f"{MAX_ID + 6} characters",
        f"{MAX_ID} characters",
    ),
    "a document": (lambda: read_object(b'{"a": 1}', 5), "8 bytes", "5 bytes"),
    "a document that comes": (lambda: FetchPolicy(max_bytes=5).check_size(8), "at least 8 bytes", "5 bytes"),
    "blobs": (lambda: check_blobs([{"blob": "AAAA"}, {"blob": "AAA="}], 4), "5 bytes", "4 bytes"),
    "a URI template": (lambda: UriTemplate("x" * 9_000), "9000 characters", "8192 characters"),
    "a path": (
        lambda: FileRoots([Path("/")]).resolve_path("/" + "x" * 40_000),
        "40001 bytes",
        f"{(32_768 if os.name == 'nt' else 4_096) - 1} bytes",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_came_and_what_is_allowed(name: str) -> None:
    refused, came, allowed = REFUSALS[name]
    with pytest.raises((ConnectionError, ValueError, mb.ProtocolError)) as caught:
        refused()
    findings: Any = getattr(caught.value, "findings", ())
    said = f"{caught.value} {' '.join(each.message for each in findings)}"
    assert came in said
    assert allowed in said
