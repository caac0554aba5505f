"""Records of the gateway: a log of changed and lost values, without the values themselves, and metrics."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import mcp_bindings as mb
from mcp_bindings.bridge import Action, Closed, Lost, ToClient, ToServer

MAX_TIMED = 10_000
"""Largest number of requests that are timed at once."""


class Log:
    """Log in JSON Lines.

    Args:
        stream: stream for the records; None for no log.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write_action(self, action: Action) -> None:
        """Write the changes and losses of a bridge's action."""
        if isinstance(action, (ToClient, ToServer)):
            sender = "server" if isinstance(action, ToClient) else "client"
            for edit in action.edits:
                row = {"from": sender, "rule": edit.rule, "op": edit.op, "path": edit.path, "lossy": edit.lossy}
                self.write_row(row)
        elif isinstance(action, Lost):
            self.write_row({"from": action.sender, "method": action.method, "lost": action.reason})
        elif isinstance(action, Closed):
            self.write_row({"closed": action.reason})

    def write_row(self, row: dict[str, Any]) -> None:
        """Write one line."""
        if self._stream is not None:
            print(json.dumps(row), file=self._stream, flush=True)


class Metrics:
    """Counts, and response times of the server, in the text format of Prometheus.

    Args:
        path: file for the metrics; None for no file.
        limits: limits of each text.
    """

    def __init__(self, path: Path | None, limits: mb.Limits | None = None) -> None:
        self._path = path
        self._limits = limits if limits is not None else mb.Limits()
        self.counts: Counter[tuple[str, str]] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._calls: Counter[str] = Counter()
        self._began: dict[tuple[object, object], tuple[str, float]] = {}

    def increment(self, name: str, label: str = "", by: int = 1) -> None:
        """Add to the count of a name and label."""
        self.counts[name, label] += by

    def count_action(self, connection: object, action: Action) -> None:
        """Count an action of a bridge, and start to time a request."""
        self.increment("actions", type(action).__name__)
        if isinstance(action, (ToClient, ToServer)):
            self.increment("bytes", "to client" if isinstance(action, ToClient) else "to server", len(action.data))
            self.increment("edits", "lossy", sum(edit.lossy for edit in action.edits))
            self.increment("edits", "lossless", sum(not edit.lossy for edit in action.edits))
        if isinstance(action, ToServer) and action.id is not None and len(self._began) < MAX_TIMED:
            with suppress(mb.ProtocolError):
                method = mb.read_envelope(action.data, limits=self._limits).method or ""
                self._began[connection, action.id] = method, time.monotonic()

    def record_answers(self, connection: object, data: bytes) -> None:
        """Record the duration of a request that the server has answered."""
        try:
            envelope = mb.read_envelope(data, limits=self._limits)
        except mb.ProtocolError:
            return
        for each in envelope.items or (envelope,):
            began = self._began.pop((connection, each.id), None) if isinstance(each, mb.Envelope) else None
            if began is not None:
                self._calls[began[0]] += 1
                self._seconds[began[0]] += time.monotonic() - began[1]

    def forget_connection(self, connection: object) -> None:
        """Forget the unanswered requests of a connection."""
        for key in [key for key in self._began if key[0] is connection]:
            del self._began[key]

    def to_text(self) -> str:
        """Return all metrics."""
        rows = [f'bridge_{name}{{kind="{label}"}} {count}' for (name, label), count in sorted(self.counts.items())]
        for method in sorted(self._calls):
            rows.append(f'bridge_requests{{method="{method}"}} {self._calls[method]}')
            rows.append(f'bridge_request_seconds{{method="{method}"}} {self._seconds[method]:.6f}')
        return "\n".join(rows) + "\n"

    def write_file(self) -> None:
        """Replace the file."""
        if self._path is not None:
            pending = self._path.with_name(self._path.name + ".new")
            pending.write_text(self.to_text(), encoding="utf-8")
            pending.replace(self._path)
