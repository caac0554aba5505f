"""The stdio transport: a client starts a server and exchanges one message per line with it.

Pages: /specification/2025-11-25/basic/transports#stdio, /specification/2025-11-25/basic/lifecycle#shutdown.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal

from ..errors import quoted
from ..limits import DEFAULT, Limits
from ..stdio import Lines
from .client_transport import MessageReceiver
from .pipes import PipeReader, PipeWriter
from .processes import END_TIMES, EndTimes, end_process, environment, process_ended, process_exit, start_process
from .service import Service
from .streams import serve_stream

_FLUSH_TIME = 2.0
"""Seconds to write what was sent, when a stream is closed."""

_ERROR_LINE = Limits(max_bytes=16 * 1024)

_LAST_ERRORS = 5
"""Lines of the standard error that the error for a server which has ended repeats, cut where they are long."""

_ERRORS_TIME = 0.5
"""Seconds to read the output and the standard error of a server that has ended."""

_log = logging.getLogger(__name__)


class LineStream:
    """Messages as lines of two file descriptors.

    Args:
        reading: descriptor of the input; it is closed at its end.
        writing: descriptor of the output; it is closed with the stream.
        limits: `max_bytes` bounds a line.
    """

    def __init__(self, reading: int, writing: int, limits: Limits = DEFAULT) -> None:
        self._reader = PipeReader(reading)
        self._writer = PipeWriter(writing)
        self._lines = Lines(limits)
        self._is_ended = False

    async def receive(self) -> Sequence[bytes]:
        """The next messages; none at the end."""
        while not self._is_ended:
            piece = await self._reader.read()
            self._is_ended = not piece
            if lines := self._lines.feed(piece) if piece else self._lines.end():
                return lines
        return ()

    def stop(self) -> None:
        """Read nothing more than what has arrived."""
        self._reader.stop()

    async def send(self, message: bytes) -> None:
        """Write a message. This waits for a slow reader."""
        await self._writer.write(message + b"\n")

    @property
    def has_left(self) -> bool:
        """Whether the other side no longer reads."""
        return self._writer.has_left

    async def close(self) -> None:
        """Write what was sent, for at most two seconds, and close the output."""
        await self._writer.close(_FLUSH_TIME)


class ClosedStreamsError(ConnectionError):
    """This process was started without a standard input or output."""


def check_standard_streams() -> None:
    """Check that there are a standard input and output.

    Call it before the event loop starts, whose descriptors may take the numbers of those that are closed.

    Raises:
        ClosedStreamsError: one of them is closed.
    """
    for stream, descriptor, name in ((sys.__stdin__, 0, "input"), (sys.__stdout__, 1, "output")):
        try:
            os.fstat(descriptor)
        except OSError:
            stream = None
        if stream is None:
            raise ClosedStreamsError(
                f"the standard {name} is closed: start this server with pipes, which carry its messages"
            )


async def serve_stdio(service: Service, *, grace: float = 2.0) -> None:
    """Serve one client over the standard streams of this process, until the client closes them.

    Meanwhile the standard output of the process is its standard error, so that nothing but messages reaches the client,
    whatever a handler prints; and its standard input is empty for handlers and for the processes that they start.

    Args:
        service: what the server offers.
        grace: seconds that unfinished requests have after the last message; they are cancelled then.

    Raises:
        ConnectionError: the standard input or output is closed.
    """
    check_standard_streams()
    with _private_streams() as (reading, writing):
        await serve_stream(service, LineStream(reading, writing, service.limits), grace=grace)


@contextmanager
def _private_streams() -> Generator[tuple[int, int]]:
    """Copies of the descriptors 0 and 1, which lead elsewhere for the duration of the block."""
    if sys.stdout is not None:
        sys.stdout.flush()
    reading, writing = os.dup(0), os.dup(1)
    output = os.dup(1)  # `writing` is closed by whoever writes
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        os.dup2(nothing, 1)
    os.close(nothing)
    try:
        yield reading, writing
    finally:
        with contextlib.suppress(OSError, ValueError):
            if sys.stdout is not None:
                sys.stdout.flush()
        os.dup2(output, 1)
        os.close(output)


class StdioProcess:
    """A server process, as the transport of a `ClientConnection`.

    It is started when the connection opens, and again if it ends before a revision is agreed on, as some servers do
    when they receive `server/discover`. At the end its input is closed; a server that does not end then is terminated,
    and at last killed.

    Args:
        command: program and arguments.
        variables: environment variables besides those of `INHERITED_VARIABLES`.
        directory: the working directory; by default that of this process.
        end_times: seconds that the server has to end.
        on_error_line: called with each line that the server writes to its standard error; by default they are logged.
        limits: `max_bytes` bounds a message.

    Attributes:
        process: the process; None before it is started.
    """

    kind: Literal["stdio"] = "stdio"
    is_authorizing: Literal[False] = False

    def __init__(
        self,
        command: Sequence[str],
        *,
        variables: Mapping[str, str] | None = None,
        directory: str | Path | None = None,
        end_times: EndTimes = END_TIMES,
        on_error_line: Callable[[str], None] | None = None,
        limits: Limits = DEFAULT,
    ) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._command = list(command)
        self._variables = variables
        self._directory = directory
        self._end_times = end_times
        self._on_error_line = on_error_line
        self._limits = limits
        self._stream: LineStream | None = None
        self._last_errors: deque[str] = deque(maxlen=_LAST_ERRORS)
        self._errors_ended = asyncio.Event()

    async def start(self, connection: MessageReceiver) -> None:
        """Start the server, and read its output in the background.

        Raises:
            ConnectionError: it cannot be started.
        """
        self._connection = connection
        try:
            process = start_process(self._command, environment(self._variables), self._directory)
        except OSError as error:
            raise ConnectionError(f"{self._command[0]}: {error.strerror}") from None
        self.process = process
        self._stream = LineStream(_taken(process.stdout), _taken(process.stdin), self._limits)
        connection.spawn(self._read(process, self._stream))
        self._last_errors.clear()
        self._errors_ended = asyncio.Event()
        errors = PipeReader(_taken(process.stderr))
        connection.spawn(self._read_errors(errors, self._errors_ended))
        connection.spawn(self._watch(process, self._stream, errors))

    async def send(self, data: bytes) -> None:
        """Write one line. If the server has ended before a revision was agreed on, start it again first.

        Raises:
            ConnectionError: the server has ended.
        """
        if self.process is None or (self.process.poll() is not None and not self._connection.is_open):
            await self.start(self._connection)
        process = self.process
        assert self._stream is not None
        assert process is not None
        if self._stream.has_left:
            await self._errors_read()
            raise ConnectionError(self._end_of(process))
        await self._stream.send(data)

    async def open_http_sse(self) -> None:
        """Do nothing: stdio is the same in every revision."""

    async def listen(self) -> None:
        """Do nothing: unsolicited messages of the server arrive on the same stream."""

    async def end(self) -> None:
        """Close the server's input; if the server does not end, terminate it, and then kill it."""
        if self.process is None or self._stream is None:
            return
        await self._stream.close()
        if await end_process(self.process, self._end_times) is None:
            _log.warning("the process %d of the server does not end", self.process.pid)

    async def _read(self, process: subprocess.Popen[bytes], stream: LineStream) -> None:
        while messages := await stream.receive():
            for message in messages:
                await self._connection.receive(message)
        await process_ended(process, self._end_times.closed)
        if process is self.process:
            await self._errors_read()
            self._connection.connection_lost(self._end_of(process))

    async def _watch(self, process: subprocess.Popen[bytes], stream: LineStream, errors: PipeReader) -> None:
        """Read no more soon after a server has ended: a process that it has started may hold its pipes open."""
        await process_exit(process)
        await asyncio.sleep(_ERRORS_TIME)
        stream.stop()
        errors.stop()

    async def _errors_read(self) -> None:
        """Wait until the standard error is read."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._errors_ended.wait(), _ERRORS_TIME)

    def _end_of(self, process: subprocess.Popen[bytes]) -> str:
        """How a process has ended, with the last lines of its standard error."""
        code = process.poll()
        ended = "the server has exited" if code is None else f"the server has ended with exit code {code}"
        lines = ", ".join(map(quoted, self._last_errors))
        return f"{ended}; the last lines of its standard error: {lines}" if lines else ended

    async def _read_errors(self, reader: PipeReader, ended: asyncio.Event) -> None:
        lines = Lines(_ERROR_LINE)
        errors: deque[bytes] = deque()
        while piece := await reader.read():
            errors += lines.feed(piece)
            while errors:
                self._report(errors.popleft().decode("utf-8", "replace"))
        for line in lines.end():
            self._report(line.decode("utf-8", "replace"))
        ended.set()

    def _report(self, line: str) -> None:
        self._last_errors.append(line)
        if self._on_error_line is None:
            _log.info("the server writes: %r", line)
        else:
            self._on_error_line(line)


def _taken(pipe: IO[bytes] | None) -> int:
    """The descriptor of a pipe, which another object closes from now on."""
    assert pipe is not None
    descriptor = os.dup(pipe.fileno())
    pipe.close()
    return descriptor
