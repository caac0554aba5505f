"""The stdio transport: a client starts a server and exchanges one message per line with it.

This works for pipes, terminals and files, on every platform and in every event loop of asyncio. The threads are
daemons: one that waits for a silent peer does not keep the program from ending.

Pages: /specification/2025-11-25/basic/lifecycle#shutdown, /specification/2025-11-25/basic/transports#stdio,
/specification/2025-11-25/basic/lifecycle#shutdown.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Literal, NamedTuple

from ..errors import quoted
from ..limits import DEFAULT, Limits
from ..stdio import Lines
from .client_transport import MessageReceiver
from .service import Service
from .streams import serve_stream

_READ_SIZE = 64 * 1024
"""Bytes of one piece."""

_MAX_AHEAD = 2
"""Pieces that a reader reads before they are asked for."""

_MAX_UNWRITTEN = 256 * 1024
"""Bytes that wait to be written; `PipeWriter.write` waits while there are more."""


class PipeReader:
    """Reads a file descriptor in pieces.

    Args:
        descriptor: to read; it is closed at its end.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._pieces: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self._room = threading.Semaphore(_MAX_AHEAD)
        threading.Thread(target=self._run, name=f"read {descriptor}", daemon=True).start()

    async def read(self) -> bytes:
        """The next piece; empty at the end, and from then on."""
        while not self._pieces:
            self._arrived.clear()
            await self._arrived.wait()
        if not self._pieces[0]:
            return b""
        self._room.release()
        return self._pieces.popleft()

    def stop(self) -> None:
        """End after what has arrived. The descriptor stays open until its end or its next piece."""
        self._take(b"")

    def _run(self) -> None:
        piece = b"-"
        while piece:
            self._room.acquire()
            try:
                piece = os.read(self._descriptor, _READ_SIZE)
            except OSError:
                piece = b""
            if not _call_in(self._loop, partial(self._take, piece)):
                break
        _close(self._descriptor)

    def _take(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._arrived.set()


class PipeWriter:
    """Writes a file descriptor in the order of the calls; what cannot be written, since nobody reads it, is dropped.

    Args:
        descriptor: to write; it is closed after `close`.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._is_closing = False
        self._has_left = False
        self._condition = threading.Condition()
        self._drained = asyncio.Event()
        self._ended = asyncio.Event()
        threading.Thread(target=self._run, name=f"write {descriptor}", daemon=True).start()

    @property
    def has_left(self) -> bool:
        """Whether the other side no longer reads."""
        return self._has_left

    async def write(self, data: bytes) -> None:
        """Write bytes, all of them before those of the next call. This waits while too many wait to be written."""
        with self._condition:
            if self._has_left or self._is_closing:
                return
            self._waiting += data
            self._condition.notify()
            self._drained.clear()
        while len(self._waiting) > _MAX_UNWRITTEN and not self._has_left:
            await self._drained.wait()

    async def close(self, timeout: float) -> None:
        """Write what waits, for at most `timeout` seconds, and close the descriptor."""
        with self._condition:
            self._is_closing = True
            self._condition.notify()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._ended.wait(), timeout)

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._waiting and not self._is_closing:
                    self._condition.wait()
                data, self._waiting = self._waiting, bytearray()
            if not data:
                break
            try:
                _write_all(self._descriptor, data)
            except OSError:
                self._has_left = True
                break
            finally:
                _call_in(self._loop, self._drained.set)
        self._has_left = True
        _close(self._descriptor)
        _call_in(self._loop, self._end)

    def _end(self) -> None:
        self._drained.set()
        self._ended.set()


def _write_all(descriptor: int, data: bytearray) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _close(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.close(descriptor)


def _call_in(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> bool:
    """Call a function in the loop's thread; False if the loop is closed."""
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return False
    return True


_INHERITED_VARIABLES = (
    (
        "APPDATA",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERNAME",
        "USERPROFILE",
    )
    if sys.platform == "win32"
    else ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")
)
"""The environment variables that a server process inherits: none that often holds a secret."""

_POLL = 0.01
"""Seconds between two looks at whether a process has ended."""


class EndTimes(NamedTuple):
    """Seconds that a server process has to end."""

    closed: float = 2.0
    """After its input is closed; it is terminated then."""

    terminated: float = 2.0
    """After it is terminated; it is killed then."""

    killed: float = 2.0
    """After it is killed; it is left to the system then."""


_END_TIMES = EndTimes()
"""Those of a server for which no others are given."""


def environment(additional: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a server process: variables of this process that hold no secrets, and additional ones."""
    inherited = {name: os.environ[name] for name in _INHERITED_VARIABLES if name in os.environ}
    return {**inherited, **(additional or {})}


def _start_process(
    command: Sequence[str], variables: Mapping[str, str], directory: str | Path | None
) -> subprocess.Popen[bytes]:
    """Start a server with pipes for its standard streams, in a process group of its own.

    Raises:
        OSError: it cannot be started.
    """
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(variables),
        cwd=directory,
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


async def _end_process(process: subprocess.Popen[bytes], times: EndTimes) -> int | None:
    """Wait for a process whose input is closed; terminate it if it does not end, and then kill it.

    Returns:
        The exit code; None if the process has not ended even then.
    """
    if not await _process_ended(process, times.closed):
        _stop(process, "SIGTERM")
        if not await _process_ended(process, times.terminated):
            _stop(process, "SIGKILL")
            await _process_ended(process, times.killed)
    return process.returncode


async def _process_exit(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a process, in a thread of its own."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wait() -> None:
        if hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):  # its exit code has been read
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        else:
            process.wait()
        _call_in(loop, ended.set)

    threading.Thread(target=wait, name=f"wait for {process.pid}", daemon=True).start()
    await ended.wait()


async def _process_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process ends within a time."""
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() >= deadline:
            return False
        await asyncio.sleep(_POLL)
    return True


def _stop(process: subprocess.Popen[bytes], name: str) -> None:
    """Send a signal to a process and to those that it has started; on Windows, which has no signals, kill them."""
    if sys.platform == "win32":
        kill_tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        run: Callable[..., object] = subprocess.run
        with contextlib.suppress(OSError):
            run(kill_tree, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.Signals[name])


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
        variables: environment variables besides those that every process inherits, such as `PATH`.
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
        end_times: EndTimes = _END_TIMES,
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
            process = _start_process(self._command, environment(self._variables), self._directory)
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
        if await _end_process(self.process, self._end_times) is None:
            _log.warning("the process %d of the server does not end", self.process.pid)

    async def _read(self, process: subprocess.Popen[bytes], stream: LineStream) -> None:
        while messages := await stream.receive():
            for message in messages:
                await self._connection.receive(message)
        await _process_ended(process, self._end_times.closed)
        if process is self.process:
            await self._errors_read()
            self._connection.connection_lost(self._end_of(process))

    async def _watch(self, process: subprocess.Popen[bytes], stream: LineStream, errors: PipeReader) -> None:
        """Read no more soon after a server has ended: a process that it has started may hold its pipes open."""
        await _process_exit(process)
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
