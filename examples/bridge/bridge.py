"""A gateway between a client on standard streams and any server: `bridge.py --to URL` or `bridge.py -- COMMAND…`.

The client may speak any revision; `--speak` names those that the bridge speaks to the server. `--allow` names the tools
that may be called, `--redact` replaces what the server sends at a JSON Pointer, and `--log` writes what is changed and
lost on the way as JSON Lines, without values.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TextIO

import mcp_bindings as mb
from mcp_bindings.bridge import Action, Closed, CloseStream, Lost, ToClient, ToServer
from mcp_bindings.transports import ClientBounds, ClientTransport, HttpTransport, LineStream, StdioProcess

INVALID_PARAMS = -32602
REDACTED = "(removed)"
STREAM: ContextVar[Any] = ContextVar("STREAM", default=None)
"""The id of the request whose HTTP response is read in this task."""


class Gateway:
    """One client, one server and the bridge between them; for the transport it is the connection to the server.

    Args:
        bridge: Between them.
        client: The streams of the client.
        transport: To the server.
        allowed: The tools that may be called; all of them if there are none.
        redacted: Pointers of what is removed from messages of the server.
        log: Takes JSON Lines; None for no log.
    """

    def __init__(
        self,
        bridge: mb.Bridge,
        client: LineStream,
        transport: ClientTransport,
        allowed: Sequence[str],
        redacted: Sequence[str],
        log: TextIO | None,
    ) -> None:
        self.session = mb.Session("client", mb.REVISIONS, info={"name": "not open", "version": "0"})
        self.bounds = ClientBounds()
        self.schemas: dict[str, Any] = {}
        self.counts: Counter[str] = Counter()
        self._bridge, self._client, self._transport = bridge, client, transport
        self._allowed, self._redacted, self._log = frozenset(allowed), tuple(redacted), log
        self._tasks: dict[Any, asyncio.Task[None]] = {}
        self._started = False
        self._changed = asyncio.Event()
        self._writing = asyncio.Lock()

    async def run(self) -> None:
        """Carry messages until the client leaves or the bridge closes."""
        self.spawn(self._expire())
        try:
            while not self._bridge.is_closed and (texts := await self._client.receive()):
                for text in texts:
                    refusal = self._refusal(text)
                    await self._do([ToClient(refusal)] if refusal is not None else self._bridge.from_client(text))
            await self._do(self._bridge.client_left())
        finally:
            for task in list(self._tasks.values()):
                task.cancel()
            if self._started:
                await self._transport.end()
            await self._client.close()

    # What the transport needs of a connection.

    @property
    def is_open(self) -> bool:
        """Whether a revision has been agreed on with the server."""
        return self.session.version is not None

    def spawn(self, work: Coroutine[Any, Any, None], name: Any = None) -> None:
        """Start a task, which ends with the gateway."""
        task = asyncio.create_task(work)
        name = task if name is None else name
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._tasks.pop(name, None))

    async def receive(self, data: bytes) -> None:
        """Take a message of the server."""
        await self._do(self._bridge.from_server(data, stream=STREAM.get()))

    def request_failed(self, id_: Any, status: int | None = None, body: bytes = b"") -> None:
        """Take note that a request got no answer."""
        self.spawn(self._do(self._bridge.request_failed(id_, http_status=status, body=body)))

    def connection_lost(self) -> None:
        """Take note that the server is gone."""
        self.spawn(self._do(self._bridge.server_left()))

    # What the bridge wants done.

    async def _do(self, actions: Sequence[Action]) -> None:
        for action in actions:
            self.counts[type(action).__name__] += 1
            if isinstance(action, ToClient):
                self._write_log("server", action.edits)
                await self._client.send(self._without_secrets(action.data))
            elif isinstance(action, ToServer):
                self._write_log("client", action.edits)
                await self._to_server(action)
            elif isinstance(action, CloseStream):
                if (task := self._tasks.get(action.id)) is not None:
                    task.cancel()
            elif isinstance(action, Lost):
                self._write({"from": action.sender, "method": action.method, "lost": action.reason})
            elif isinstance(action, Closed):
                self._closed(action)
        self._changed.set()

    async def _to_server(self, action: ToServer) -> None:
        """Send a text; over HTTP in a task of its own, since the response may take as long as the call."""
        self.session = self._bridge.server_session or self.session
        if not self._started:
            self._started = True
            await self._transport.start(self)
        if self._transport.kind == "http":
            self.spawn(self._post(action), action.id)
        else:
            async with self._writing:
                await self._send(action)

    async def _post(self, action: ToServer) -> None:
        STREAM.set(action.id)
        await self._send(action)

    async def _send(self, action: ToServer) -> None:
        try:
            if action.opens_stream:
                await self._transport.open_http_sse()
            await self._transport.send(action.data)
        except ConnectionError as error:
            self._write({"from": "client", "lost": str(error)})
            if action.id is not None:
                await self._do(self._bridge.request_failed(action.id))

    def _closed(self, action: Closed) -> None:
        self._write({"closed": action.reason, "counts": dict(self.counts)})

    async def _expire(self) -> None:
        """Let the bridge end what has taken too long."""
        while True:
            self._changed.clear()
            due = self._bridge.next_expiry
            wait = None if due is None else max(0.0, due - asyncio.get_running_loop().time())
            try:
                await asyncio.wait_for(self._changed.wait(), wait)
            except asyncio.TimeoutError:
                await self._do(self._bridge.expire(asyncio.get_running_loop().time()))

    # The rules of this gateway.

    def _refusal(self, text: bytes) -> bytes | None:
        """The error for a call of a tool that may not be called; None if the text may pass."""
        if not self._allowed:
            return None
        try:
            envelope = mb.read_envelope(text)
        except mb.ProtocolError:
            return None  # the bridge answers it
        for each in envelope.items or (envelope,):
            is_call = isinstance(each, mb.Envelope) and each.method == "tools/call"
            if is_call and isinstance(each, mb.Envelope) and each.name not in self._allowed:
                self.counts["refused"] += 1
                return mb.ProtocolError(INVALID_PARAMS, "The tool is not allowed here", id=each.id).to_bytes()
        return None

    def _without_secrets(self, text: bytes) -> bytes:
        """A text without the values at the pointers that are to be removed."""
        if not self._redacted:
            return text
        document = json.loads(text)
        hits = [remove(document, pointer.split("/")[1:]) for pointer in self._redacted]
        return json.dumps(document, separators=(",", ":")).encode() if any(hits) else text

    def _write_log(self, sender: str, edits: Sequence[mb.Edit]) -> None:
        for edit in edits:
            row = {"from": sender, "rule": edit.rule, "op": edit.op, "path": edit.path, "lossy": edit.lossy}
            self._write(row)

    def _write(self, row: dict[str, Any]) -> None:
        if self._log is not None:
            print(json.dumps(row), file=self._log, flush=True)


def remove(value: Any, tokens: list[str]) -> bool:
    """Replace what stands at a place, if there is something; whether there was."""
    holder: Any = value
    for depth, token in enumerate(tokens):
        name = token.replace("~1", "/").replace("~0", "~")
        key: Any = int(name) if name.isdigit() and not hasattr(holder, "keys") else name
        try:
            member: Any = holder[key]
            if depth == len(tokens) - 1:
                holder[key] = REDACTED
            else:
                holder = member
        except (LookupError, TypeError):
            return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 0."""
    parser = argparse.ArgumentParser(prog="bridge.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", metavar="URL", help="the server, over HTTP")
    parser.add_argument("--speak", action="append", choices=mb.REVISIONS, help="speak this revision to the server")
    parser.add_argument("--allow", action="append", default=[], metavar="TOOL", help="let this tool be called")
    parser.add_argument("--redact", action="append", default=[], metavar="POINTER", help="remove the value there")
    parser.add_argument("--log", metavar="FILE", help="write what is changed as JSON Lines; - for standard error")
    parser.add_argument("command", nargs="*", metavar="-- COMMAND", help="the command that starts the server")
    given = parser.parse_args(arguments)
    if (given.to is None) == (not given.command):
        parser.error("give either --to URL or -- COMMAND")
    if any(not pointer.startswith("/") for pointer in given.redact):
        parser.error("a JSON Pointer begins with a slash")
    with nullcontext(sys.stderr) if given.log in (None, "-") else Path(given.log).open("a", encoding="utf-8") as log:
        asyncio.run(run(given, log if given.log is not None else None))
    return 0


async def run(given: argparse.Namespace, log: TextIO | None) -> None:
    """Serve the client of the standard streams."""
    transport: ClientTransport = HttpTransport(given.to) if given.to else StdioProcess(given.command)
    bridge = mb.Bridge(
        server=given.speak or mb.REVISIONS,
        server_transport=transport.kind,
        clock=asyncio.get_running_loop().time,
    )
    client = LineStream(os.dup(0), os.dup(1))
    await Gateway(bridge, client, transport, given.allow, given.redact, log).run()


if __name__ == "__main__":
    sys.exit(main())
