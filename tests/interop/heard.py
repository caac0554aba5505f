"""Recordings of two peers, and what an observer says of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.json_values import is_array, is_object, member_at
from mcp_bindings.session.observer.events import Observed, ObservedFinding
from mcp_bindings.spec.names import Sender, Transport

JSON = Any


class Line(NamedTuple):
    """One message of a recording, or the end of waiting for one."""

    sender: Sender
    text: str
    headers: tuple[tuple[str, str], ...] | None = None
    """Of the HTTP request or response that carried it; None on stdio."""
    status: int | None = None
    """Of the HTTP response."""
    exchange: int = 0
    """The number of the HTTP request that carried it, or whose response did."""
    lost: str | int | None = None
    """The id of a request of the sender whose response ended without an answer. The text is empty."""


class Recording(NamedTuple):
    """A recording of two peers."""

    client: str
    server: str
    transport: str
    revision: str
    """Revision that the client requests."""
    lines: tuple[Line, ...]

    def peer(self, side: str) -> str:
        """Return the name of the peer on a side."""
        return self.client if side == "client" else self.server

    def __str__(self) -> str:
        return f"{self.client} and {self.server}, {self.transport}, {self.revision}"


def write(path: Path, lines: Iterable[Line]) -> None:
    """Keep the messages of a recording, one JSON array a line."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def read(path: Path) -> Iterator[Line]:
    """Yield the messages of a stored recording; none if the file does not exist."""
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        sender, line, *rest = json.loads(text)
        if rest and rest[0] is not None:
            rest[0] = tuple((name, value) for name, value in rest[0])
        yield Line(sender, line, *rest)


def document_of(line: Line) -> dict[str, JSON] | None:
    """Return the message in a line; None for a batch or an invalid message."""
    try:
        document: JSON = json.loads(line.text)
    except ValueError:
        return None
    return document if is_object(document) else None


class _Proxy:
    """State of a proxy for one connection: an observer, and the listed tools.

    Args:
        transport: how messages travel.
        revision: revision on which the sides have agreed before; None if they are heard from the beginning.
    """

    def __init__(self, transport: Transport, revision: str | None) -> None:
        self._observer = mb.Observer(transport=transport, revision=revision)
        self._tools: dict[str, JSON] = {}

    def hear(self, line: Line) -> tuple[Observed, ...]:
        """Hear one line; the events of its messages."""
        if line.lost is not None:
            self._observer.lost(line.lost, line.sender)
            return ()
        document = document_of(line) if '"tools' in line.text else None
        tools = member_at(document, "result", "tools")
        for tool in tools if is_array(tools) else ():
            self._tools[str(member_at(tool, "name"))] = member_at(tool, "inputSchema")
        called = self._tools.get(str(member_at(document, "params", "name")))
        return self._observer.hear(
            line.text, line.sender, headers=line.headers, http_status=line.status, input_schema=called
        )


def heard(lines: Sequence[Line]) -> list[tuple[Observed, ...]]:
    """Return the events for each line, of an observer of the whole."""
    proxy = _Proxy(_transport(lines), None)
    return [proxy.hear(line) for line in lines]


def heard_alone(lines: Sequence[Line], revision: str) -> list[tuple[Observed, ...]]:
    """Return the events for each line, where each HTTP request and its response have an observer of their own."""
    proxies = {line.exchange: _Proxy(_transport(lines), revision) for line in lines}
    return [proxies[line.exchange].hear(line) for line in lines]


def _transport(lines: Sequence[Line]) -> Transport:
    return "stdio" if all(line.headers is None for line in lines) else "http"


def blamed(events: Iterable[Observed]) -> list[ObservedFinding]:
    """Return the findings that blame a peer."""
    return [finding for event in events for finding in event.findings if finding.level != "note"]


def accusations(recording: Recording, events: Iterable[tuple[Observed, ...]]) -> Counter[tuple[str, str, str]]:
    """Return the blamed peer and the rule of each finding in a recording, with the finding's text."""
    found: Counter[tuple[str, str, str]] = Counter()
    for line, of_line in zip(recording.lines, events, strict=True):
        for finding in blamed(of_line):
            told = f"{finding.message} {finding.pointer} {line.text[:300]}"
            found[recording.peer(line.sender), finding.rule, told] += 1
    return found
