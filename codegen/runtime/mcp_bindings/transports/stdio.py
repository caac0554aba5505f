"""The stdio transport: a client starts a server and exchanges one message per line with it.

The transport works for pipes, terminals and files, on every platform and in every event loop of asyncio. The threads
that read and write are daemon threads. So a thread that waits for a silent peer does not keep the program from ending.

Pages: /specification/2025-11-25/basic/transports#stdio, /specification/2025-11-25/basic/lifecycle#shutdown.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shlex
import shutil
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
from typing import IO, Any, Literal, NamedTuple, cast

from ..errors import OpenError, quote_value, shorten
from ..limits import DEFAULT, Limits
from ..options import check_class, check_limits, check_numbers, check_plain_callable
from ..stdio import Lines
from .client_transport import MessageReceiver, read_local_envelope
from .message_streams import serve_stream
from .service import Service, check_service
from .waiting import run_within

_READ_SIZE = 64 * 1024
"""Largest number of bytes of one piece of input."""

_MAX_READ_AHEAD = 2
"""Largest number of pieces that are read before `DescriptorReader.read_piece` asks for them."""

_MAX_UNWRITTEN = 256 * 1024
"""Largest number of bytes that wait to be written. Beyond it `DescriptorWriter.write` waits."""


class DescriptorReader:
    """A reader of a file descriptor, which reads in a thread.

    Args:
        descriptor: the file descriptor, which is closed at the end of the input.

    Raises:
        RuntimeError: no event loop runs.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._pieces: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self._free_places = threading.Semaphore(_MAX_READ_AHEAD)
        self._is_ended = False
        threading.Thread(target=self._read_descriptor, name=f"read {descriptor}", daemon=True).start()

    async def read_piece(self) -> bytes:
        """Wait for the next piece of input and return the piece; an empty piece at the end of the input."""
        while not self._pieces:
            self._arrived.clear()
            await self._arrived.wait()
        if not self._pieces[0]:
            return b""
        self._free_places.release()
        return self._pieces.popleft()

    @property
    def is_behind(self) -> bool:
        """True while the caller of `read_piece` has not handled all pieces that have arrived, and more may follow."""
        has_ended = bool(self._pieces) and not self._pieces[-1]
        return self._arrived.is_set() and not has_ended

    def end_input(self) -> None:
        """End the input after the pieces that have arrived.

        The thread closes the descriptor only when the next piece or the end of the input arrives.
        """
        self._is_ended = True
        self._free_places.release()
        self._add_piece(b"")

    def _read_descriptor(self) -> None:
        piece = b"-"
        while piece:
            self._free_places.acquire()
            try:
                piece = b"" if self._is_ended else os.read(self._descriptor, _READ_SIZE)
            except OSError:
                piece = b""
            if self._is_ended or not _call_in_loop(self._loop, partial(self._add_piece, piece)):
                break
        _close_descriptor(self._descriptor)

    def _add_piece(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._arrived.set()


class DescriptorWriter:
    """A writer of a file descriptor, which writes in a thread, in the order of the calls of `write`.

    After the peer has closed its end, bytes are dropped.

    Args:
        descriptor: the file descriptor. It is closed after `close` or `end_output` was called and the bytes that wait
            are written, or when the peer has closed its end.

    Raises:
        RuntimeError: no event loop runs.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._unwritten = bytearray()
        self._is_closing = False
        self._has_left = False
        self._condition = threading.Condition()
        self._drained = asyncio.Event()
        self._ended = asyncio.Event()
        threading.Thread(target=self._write_descriptor, name=f"write {descriptor}", daemon=True).start()

    @property
    def has_left(self) -> bool:
        """True once nothing more can be written: the peer has closed its end, or the writer is closed."""
        return self._has_left

    async def write(self, data: bytes) -> None:
        """Write bytes after the bytes of earlier calls. Wait while too many bytes are unwritten.

        Do nothing after `close`, and after the peer has closed its end.
        """
        with self._condition:
            if self._has_left or self._is_closing:
                return
            self._unwritten += data
            self._condition.notify()
        while len(self._unwritten) > _MAX_UNWRITTEN and not self._has_left:
            self._drained.clear()
            await self._drained.wait()

    def end_output(self) -> None:
        """Accept no more bytes. The thread writes the bytes that wait, and closes the descriptor."""
        with self._condition:
            self._is_closing = True
            self._condition.notify()

    async def close(self, timeout: float) -> None:
        """Accept no more bytes, write the bytes that wait, and close the descriptor.

        Wait until the descriptor is closed, but at most `timeout` seconds. The thread goes on after that.
        """
        self.end_output()
        with contextlib.suppress(asyncio.TimeoutError):
            await run_within(timeout, self._ended.wait())

    def _write_descriptor(self) -> None:
        while True:
            with self._condition:
                while not self._unwritten and not self._is_closing:
                    self._condition.wait()
                data, self._unwritten = self._unwritten, bytearray()
            if not data:
                break
            try:
                _write_all(self._descriptor, data)
            except OSError:
                self._has_left = True
                break
            finally:
                _call_in_loop(self._loop, self._drained.set)
        self._has_left = True
        _close_descriptor(self._descriptor)
        _call_in_loop(self._loop, self._report_end)

    def _report_end(self) -> None:
        self._drained.set()
        self._ended.set()


def _write_all(descriptor: int, data: bytearray) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _close_descriptor(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.close(descriptor)


def _call_in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> bool:
    """Schedule a call in the thread of the event loop. Return True; False if the loop is closed."""
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
"""Names of the environment variables that a server process inherits. Other variables may hold secrets."""

_CHECK_INTERVAL = 0.01
"""Seconds between two checks for the end of a process."""


class EndTimes(NamedTuple):
    """Seconds to wait for a server process in each step of its end."""

    closed: float = 2.0
    """Seconds between the end of the input of the process and SIGTERM."""

    terminated: float = 2.0
    """Seconds between SIGTERM and SIGKILL."""

    killed: float = 2.0
    """Seconds to wait after SIGKILL."""


_END_TIMES = EndTimes()
"""The default `end_times` of a `StdioProcess`."""


def _make_environment(additional: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment variables of a server process: those that it inherits, and additional ones.

    An additional variable replaces an inherited one of its name.
    """
    inherited = {name: os.environ[name] for name in _INHERITED_VARIABLES if name in os.environ}
    return {**inherited, **(additional or {})}


def _start_process(
    command: Sequence[str], variables: Mapping[str, str], directory: str | Path | None
) -> subprocess.Popen[bytes]:
    """Start a server with pipes for its standard streams, as the leader of a new process group.

    On Windows, start no new process group, and search PATH for the program first: `Popen` finds programs that end in
    .exe, but no scripts, such as npx.cmd.

    Raises:
        OSError: the process cannot be started.
    """
    program = shutil.which(command[0], path=variables.get("PATH")) if sys.platform == "win32" else None
    return subprocess.Popen(
        [program or command[0], *command[1:]],
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
    """Wait for the end of a process whose input is closed. If the process does not end in time, terminate or kill it.

    Args:
        process: the process.
        times: seconds to wait before SIGTERM, before SIGKILL, and after SIGKILL.

    Returns:
        The exit code; None if the process has not ended even after SIGKILL.
    """
    if not await _wait_for_end(process, times.closed):
        _send_signal(process, "SIGTERM")
        if not await _wait_for_end(process, times.terminated):
            _send_signal(process, "SIGKILL")
            await _wait_for_end(process, times.killed)
    return process.returncode


async def _wait_in_thread_for_exit(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a process, without a time limit. A new thread waits, so the event loop goes on."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wait_in_thread() -> None:
        if hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):  # another call has read its exit code
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        else:
            process.wait()
        _call_in_loop(loop, ended.set)

    threading.Thread(target=wait_in_thread, name=f"wait for {process.pid}", daemon=True).start()
    await ended.wait()


async def _wait_for_end(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait at most `seconds` seconds for the end of a process. Return whether the process has ended."""
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() >= deadline:
            return False
        await asyncio.sleep(_CHECK_INTERVAL)
    return True


def _send_signal(process: subprocess.Popen[bytes], name: str) -> None:
    """Send a signal to a process and its process group. On Windows, which has no signals, kill the process tree.

    Ignore a process that has ended.
    """
    if sys.platform == "win32":
        kill_tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        run: Callable[..., object] = subprocess.run
        with contextlib.suppress(OSError):
            run(kill_tree, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.Signals[name])


_FLUSH_TIMEOUT = 2.0
"""Seconds in which the unwritten messages are written when a stream is closed."""

_ERROR_LINE_LIMITS = Limits(max_bytes=16 * 1024)
"""The bound of a line that a server writes to its standard error."""

_MAX_LAST_ERRORS = 5
"""Largest number of lines of a server's standard error that the error for the end of this server quotes."""

_MAX_LAST_ERROR = 200
"""Largest number of characters of a line that is quoted from the standard error. A longer line is shortened."""

_SILENT_MEND = "check that the command starts an MCP server; one that starts slowly needs ClientBounds(probe_timeout=…)"
"""The advice in the error for a server process that runs and has written nothing."""

_MAX_INDENT = 64
"""Number of bytes at the beginning of a line in which a message must begin, possibly after white space."""

_MAX_GREETING = 200
"""Largest number of bytes that an error quotes of a server's line that is no message."""

_ERRORS_TIMEOUT = 0.5
"""Seconds in which to read the rest of the output and standard error of a server that has ended."""

_MAX_DELAYS = 20
"""Largest number of times that the reading of an ended server's output and standard error goes on for `_ERRORS_TIMEOUT`
seconds more, because some of what has arrived is not handled yet.
"""

_log = logging.getLogger(__name__)


class LineStream:
    """A stream of messages, one per line, over two file descriptors.

    Args:
        reading: file descriptor of the input. It is closed at the end of the input.
        writing: file descriptor of the output. It is closed with the stream.
        limits: `max_bytes` bounds a line.

    Raises:
        RuntimeError: no event loop runs.
    """

    def __init__(self, reading: int, writing: int, limits: Limits = DEFAULT) -> None:
        self._reader = DescriptorReader(reading)
        self._writer = DescriptorWriter(writing)
        self._lines = Lines(limits)
        self._is_ended = False

    async def receive(self) -> Sequence[bytes]:
        """Wait for messages and return those that have arrived; an empty sequence at the end of the input."""
        while not self._is_ended:
            piece = await self._reader.read_piece()
            self._is_ended = not piece
            if lines := self._lines.feed(piece) if piece else self._lines.end():
                return lines
        return ()

    @property
    def is_behind(self) -> bool:
        """True while the caller of `receive` has not handled all messages that have arrived, and more may follow."""
        return self._reader.is_behind

    def end_input(self) -> None:
        """End the input after the messages that have arrived."""
        self._reader.end_input()

    async def discard_input(self) -> None:
        """Read the input to its end, and discard it, so that the peer does not wait for a reader."""
        while await self._reader.read_piece():
            pass

    async def send(self, message: bytes) -> None:
        """Write a message. Wait while the peer leaves many bytes unread.

        Do nothing once nothing more can be written.
        """
        await self._writer.write(message + b"\n")

    def end_output(self) -> None:
        """End the output after the messages that were sent. Do not wait for the end."""
        self._writer.end_output()

    @property
    def has_left(self) -> bool:
        """True once nothing more can be written: the peer has closed its end, or the stream is closed."""
        return self._writer.has_left

    async def close(self) -> None:
        """Write the unwritten messages, and close the output. Wait for this, but at most two seconds."""
        await self._writer.close(_FLUSH_TIMEOUT)


class ClosedStreamsError(ConnectionError):
    """The error for a server process that was started with a closed standard input or output."""


def check_standard_streams() -> None:
    """Check that the standard input and output are open.

    Call this function before the event loop starts, since a descriptor of the loop can get the number of a closed
    stream.

    Raises:
        ClosedStreamsError: the standard input or output is closed.
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

    Meanwhile a write to the standard output goes to the standard error, so that nothing that a handler prints reaches
    the client. The standard input is empty for handlers and for the processes that they start.

    Args:
        service: the server.
        grace: seconds for which running requests can go on after the end of the standard input. Then the requests are
            cancelled.

    Raises:
        ConnectionError: the standard input or output is closed.
        RuntimeError: another server of this process has the standard streams.
        TypeError: `service` is no server.
        Exception: the lifespan of the server has raised this exception.
    """
    check_service(service)
    check_standard_streams()
    with _reserve_standard_streams(), _redirect_standard_streams() as (reading, writing):
        await serve_stream(service, LineStream(reading, writing, service.limits), grace=grace)


_standard_streams = threading.Lock()
"""The lock that a server holds while it has the standard streams of this process."""


@contextmanager
def _reserve_standard_streams() -> Generator[None]:
    """Reserve the standard streams of this process for one server, for the duration of the block.

    Raises:
        RuntimeError: another server of this process has the standard streams.
    """
    if not _standard_streams.acquire(blocking=False):
        raise RuntimeError(
            "another server of this process has the standard streams: serve both as one, with "
            "mb.Server(tools, more_tools, info=…), or one of them over HTTP"
        )
    try:
        yield
    finally:
        _standard_streams.release()


@contextmanager
def _redirect_standard_streams() -> Generator[tuple[int, int]]:
    """Redirect the descriptors 0 and 1 for the duration of the block, and yield copies of the original descriptors.

    Reads from descriptor 0 find no data. Writes to descriptor 1 go to the standard error, or nowhere if that is closed.
    Descriptor 1 is restored after the block; descriptor 0 is not.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    reading, writing = os.dup(0), os.dup(1)
    output = os.dup(1)  # the writer closes `writing`
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # the standard error is closed
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
    """The transport of a `ClientConnection` to a server process.

    The process is started when the connection opens. The process is started again if it ends before a revision is
    agreed on, since some servers exit when they receive `server/discover`. At the end of the connection, the input of
    the process is closed. A process that does not end then is terminated, and finally killed.

    Args:
        command: program and arguments.
        variables: environment variables of the process, in addition to `PATH` and the others that it always inherits;
            None to add none.
        directory: the working directory; by default that of this process.
        end_times: seconds to wait in each step of the end of the process.
        on_error_line: function to call with each line that the server writes to its standard error; by default each
            line is logged. A line of more than 16 KiB is cut. An exception of the function is logged.
        limits: `max_bytes` bounds a message of the server.

    Raises:
        OpenError: the command is empty, is not a list of texts and paths, or has a text with NUL.
        TypeError: another option has a wrong type.
        ValueError: no process can have one of the variables, or a time is negative or NaN.

    Attributes:
        process: the process that was started last; None before the first one is started.
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
        self._command = _check_command(command)
        _check_options(directory, end_times, on_error_line, limits)
        self._variables = None if variables is None else _check_variables(variables)
        self._directory = directory
        self._end_times = end_times
        self._on_error_line = on_error_line
        self._limits = limits
        self._stream: LineStream | None = None
        self._inputs: set[LineStream | DescriptorReader] = set()  # those that may not have ended yet
        self._reading_errors: set[asyncio.Task[None]] = set()
        self._last_errors: deque[str] = deque(maxlen=_MAX_LAST_ERRORS)
        self._errors_ended = asyncio.Event()
        self._greeting: OpenError | None = None
        self._has_written = False
        self._openings: list[bytes] = []  # the requests that the process has got before a revision was agreed on

    async def start(self, connection: MessageReceiver) -> None:
        """Start the server, and pass its messages to the connection in the background.

        First end an earlier process that still runs, since it has not opened a session.

        Raises:
            OpenError: the process cannot be started.
        """
        if self.process is not None and self.process.poll() is None:
            await self.end()
        self._connection, self._greeting, self._has_written = connection, None, False
        try:
            process = _start_process(self._command, _make_environment(self._variables), self._directory)
        except OSError as error:
            raise self.explain_failure(_describe_start_failure(self._command[0], self._directory, error)) from None
        self.process, self._openings = process, []
        if self._stream is not None:  # that of a process that has ended
            self._stream.end_output()
        self._stream = LineStream(_detach_descriptor(process.stdout), _detach_descriptor(process.stdin), self._limits)
        connection.spawn(self._read_messages(process, self._stream))
        self._last_errors.clear()
        self._errors_ended = asyncio.Event()
        errors = DescriptorReader(_detach_descriptor(process.stderr))
        self._inputs |= {self._stream, errors}
        reading = asyncio.create_task(self._read_errors(errors, self._errors_ended))  # beyond the connection
        self._reading_errors.add(reading)
        reading.add_done_callback(self._reading_errors.discard)
        reading.add_done_callback(lambda _: self._inputs.discard(errors))
        connection.spawn(self._end_input_after_exit(process, self._stream, errors))

    def explain_failure(self, reason: str) -> OpenError:
        """Return the error for a server that could not be started, or with which no session could be opened. If the
        server runs but has written nothing, the error says what to do.

        Args:
            reason: a clause that says what has happened.
        """
        is_running = self.process is not None and self.process.poll() is None
        mend = f": {_SILENT_MEND}" if is_running and not self._has_written else ""
        return OpenError(f"{shorten(shlex.join(self._command))}: {reason}{mend}", command=self._command)

    async def send(self, data: bytes) -> None:
        """Send a message. If the server has ended before a revision was agreed on, start the server again first.

        Raises:
            OpenError: the server has written a line that is no message before a revision was agreed on, or cannot be
                started.
            ConnectionError: the server has ended.
        """
        if self._greeting is not None:
            raise self._greeting
        if self.process is None or (self.process.poll() is not None and not self._connection.is_open):
            await self.start(self._connection)
        process = self.process
        assert self._stream is not None
        assert process is not None
        if self._stream.has_left:
            raise ConnectionError(await self._describe_end(process))
        if not self._connection.is_open and read_local_envelope(data).kind == "request":
            self._openings.append(data)
        await self._stream.send(data)

    def has_ended(self) -> bool:
        """Return whether the process was started and has ended."""
        return self.process is not None and self.process.poll() is not None

    async def open_http_sse(self) -> None:
        """Do nothing, since the stdio transport does not depend on the revision."""

    async def listen(self) -> None:
        """Do nothing, since all messages of the server arrive on one stream."""

    async def end(self) -> None:
        """Close the input of the server process, and wait for the end of the process.

        If the process does not end in time, terminate or kill it; log a process that does not end even then. Until the
        end, read what the process writes: the messages are discarded, and the lines of its standard error are passed
        on. Do nothing if no process was started.
        """
        if self.process is None or self._stream is None:
            return
        reading = {asyncio.create_task(self._stream.discard_input()), *self._reading_errors}
        try:
            await self._stream.close()
            if await _end_process(self.process, self._end_times) is None:
                _log.warning("the server process %d did not end after SIGKILL", self.process.pid)
            await asyncio.wait(reading, timeout=_ERRORS_TIMEOUT)
        finally:
            for each in self._inputs:
                each.end_input()
            self._inputs.clear()
        await asyncio.gather(*reading)

    async def _read_messages(self, process: subprocess.Popen[bytes], stream: LineStream) -> None:
        while messages := await stream.receive():
            self._has_written = True
            for message in messages:
                if not self._connection.is_open and message[:_MAX_INDENT].lstrip()[:1] not in (b"{", b"["):
                    self._refuse_greeting(message)
                    return
                await self._connection.receive(message)
        self._inputs.discard(stream)
        reason = await self._describe_end(process)
        if process is not self.process:
            return  # `send` has started the server again
        if not self._connection.is_open and len(self._openings) > 1 and process.poll() is not None:
            try:
                await self.send(self._openings[-1])  # the server has exited after its answer to an earlier request
                return
            except ConnectionError as error:
                reason = str(error)
        self._connection.connection_lost(reason)

    def _refuse_greeting(self, line: bytes) -> None:
        """End the opening of the connection, since the server has written a line that is no message."""
        text = line[:_MAX_GREETING].decode("utf-8", "replace")
        self._greeting = self.explain_failure(
            f"the server writes {quote_value(text)} to its standard output, which is for messages only: "
            "print to the standard error, or start another command"
        )
        self._connection.connection_lost(str(self._greeting))

    async def _end_input_after_exit(
        self, process: subprocess.Popen[bytes], stream: LineStream, errors: DescriptorReader
    ) -> None:
        """End the input from the server soon after its process has ended, when what has arrived is handled.

        Without this, the input would not end while a child of the process keeps the pipes open.
        """
        await _wait_in_thread_for_exit(process)
        await asyncio.sleep(_ERRORS_TIMEOUT)
        for _ in range(_MAX_DELAYS):
            if not (stream.is_behind or errors.is_behind):
                break
            await asyncio.sleep(_ERRORS_TIMEOUT)
        for each in (stream, errors):
            each.end_input()
            self._inputs.discard(each)

    async def _describe_end(self, process: subprocess.Popen[bytes]) -> str:
        """Return a clause that says how a process has ended, with the last lines of its standard error.

        First wait for a bounded time until the process has ended and its standard error has been read.
        """
        errors_ended = self._errors_ended
        await _wait_for_end(process, self._end_times.closed)
        with contextlib.suppress(asyncio.TimeoutError):
            await run_within(_ERRORS_TIMEOUT, errors_ended.wait())
        code = process.poll()
        ended = "the server has exited" if code is None else f"the server has ended with exit code {code}"
        lines = ", ".join(repr(shorten(line, _MAX_LAST_ERROR)) for line in self._last_errors)
        return f"{ended}; the last lines of its standard error: {lines}" if lines else ended

    async def _read_errors(self, reader: DescriptorReader, ended: asyncio.Event) -> None:
        lines = Lines(_ERROR_LINE_LIMITS)
        errors: deque[bytes] = deque()
        while piece := await reader.read_piece():
            errors += lines.feed(piece)
            while errors:
                self._report_error_line(errors.popleft().decode("utf-8", "replace"))
        for line in lines.end():
            self._report_error_line(line.decode("utf-8", "replace"))
        ended.set()

    def _report_error_line(self, line: str) -> None:
        self._last_errors.append(line)
        if self._on_error_line is None:
            _log.info("the server writes: %r", line)
        else:
            try:
                self._on_error_line(line)
            except Exception:
                _log.exception("on_error_line has failed")


def _check_command(command: Any) -> list[str]:
    """Check a command. Return the program and its arguments as texts.

    Raises:
        OpenError: the command is empty, is not a list of texts and paths, or has a text with NUL.
    """
    given: object = command
    if isinstance(given, str):
        raise OpenError(f"a command must be a list of texts: {given.split()!r}")
    if not isinstance(given, Sequence):
        raise OpenError(f"a command must be a list of texts, not {quote_value(command)}")
    items: Sequence[Any] = command
    if not items:
        raise OpenError("the command is empty: it needs a program, such as ['python', 'server.py']", command=())
    texts: list[Any] = [os.fspath(cast(Any, each)) if isinstance(each, os.PathLike) else each for each in items]
    wrong = next((each for each in texts if not isinstance(each, str) or "\0" in each), None)
    if wrong is not None:
        raise OpenError(f"a command must be a list of texts without NUL, but it has {quote_value(wrong)}")
    return texts


def _check_variables(variables: Any) -> Mapping[str, str]:
    """Check the option `variables` of a `StdioProcess`. Return the variables.

    Raises:
        TypeError: the option is no mapping of texts to texts.
        ValueError: no process can have a variable of such a name, or with such a value.
    """
    check_class("variables", variables, Mapping, "a mapping such as {'LEVEL': 'debug'}")
    for name, value in variables.items():
        check_class("each name in variables", name, str, "a text")
        check_class(f"variables[{quote_value(name)}]", value, str, "a text", is_secret=True)
        if not name or "=" in name or "\0" in name + value:
            raise ValueError(f"variables has {quote_value(name)}, but a name has no = and no text has NUL")
    checked: Mapping[str, str] = variables
    return checked


def _check_options(directory: object, end_times: object, on_error_line: object, limits: object) -> None:
    """Check options of `StdioProcess` that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: a time is negative, or NaN.
    """
    if directory is not None:
        check_class("directory", directory, (str, os.PathLike), "a text or a path")
    check_class("end_times", end_times, EndTimes, "EndTimes(…) from mcp_bindings.transports")
    assert isinstance(end_times, EndTimes)
    check_numbers({f"end_times.{name}": seconds for name, seconds in end_times._asdict().items()}, least=0)
    if on_error_line is not None:
        check_plain_callable("on_error_line", on_error_line, ("line",), "(line)")
    check_limits(limits)


def _describe_start_failure(program: str, directory: str | Path | None, error: OSError) -> str:
    """Return a clause that says why a program could not be started. In most cases it also says what to do.

    Args:
        program: the program.
        directory: the working directory; None for that of this process.
        error: the error of the start.
    """
    if directory is not None and not Path(directory).is_dir():
        return f"there is no directory {str(directory)!r}"
    if isinstance(error, FileNotFoundError):
        return f"there is no program {program!r}: check the name and PATH"
    return f"{error.strerror or type(error).__name__}: check that {program!r} is a program that may be run"


def _detach_descriptor(pipe: IO[bytes] | None) -> int:
    """Return a copy of the descriptor of a pipe, and close the pipe. The caller has to close the copy."""
    assert pipe is not None
    descriptor = os.dup(pipe.fileno())
    pipe.close()
    return descriptor
