"""Standard streams: server processes, their environment and their end.

Page: /specification/2025-11-25/basic/lifecycle#shutdown.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.transports import EndTimes, StdioProcess
from mcp_bindings.transports.stdio import DescriptorReader, DescriptorWriter
from tests.documents import initialize_result
from tests.load import lines_without_load
from tests.revisions import HANDSHAKE
from tests.transports.services import client
from tests.transports.test_streams import message

ROOT = Path(__file__).parents[2]
TIMES = EndTimes(closed=0.2, terminated=0.2, killed=5.0)
VARIABLES = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
OPENED = json.dumps(initialize_result(HANDSHAKE[-1], {"tools": {}, "logging": {}}))
STUBBORN = """
import json, signal, sys, time
if sys.argv[1] != "polite": signal.signal(signal.SIGTERM, signal.SIG_IGN)
id_ = json.loads(sys.stdin.readline())["id"]
result = json.loads(sys.argv[2])
print(json.dumps({"jsonrpc": "2.0", "id": id_, "result": result}), flush=True)
time.sleep(60)
"""


def tools(**options: Any) -> StdioProcess:
    command = [sys.executable, "-m", "tests.transports.services"]
    return StdioProcess(command, variables=VARIABLES, directory=ROOT, **options)


def test_nothing_but_messages_reaches_the_client() -> None:
    """Whatever a handler or a process that it starts prints goes to the standard error."""
    errors = list[str]()

    async def main() -> int | None:
        transport = tools(on_error_line=errors.append)
        async with client(transport) as connection:
            assert connection.session.version == mb.LATEST
            assert (await connection.call_tool("print", {"a": "ä"})).content[0].text == "{'a': 'ä'}"
            big = await connection.call_tool("echo", {"a": "x" * 1_000_000})
            assert len(big.content[0].text) > 1_000_000
        assert transport.process is not None
        return transport.process.returncode

    assert asyncio.run(main()) == 0
    assert sorted(lines_without_load(errors)) == ["printed", "printed by a child"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
@pytest.mark.parametrize(("manner", "code", "least"), [("polite", -15, 0.2), ("stubborn", -9, 0.4)])
def test_a_server_that_does_not_end_is_terminated_and_killed(manner: str, code: int, least: float) -> None:
    async def main() -> tuple[int | None, float]:
        transport = StdioProcess([sys.executable, "-c", STUBBORN, manner, OPENED], end_times=TIMES)
        async with client(transport, HANDSHAKE[-1]):
            begun = time.monotonic()
        assert transport.process is not None
        return transport.process.returncode, time.monotonic() - begun

    returned, taken = asyncio.run(main())
    assert returned == code
    assert least <= taken < 5


def test_an_opening_that_is_cancelled_ends_the_process() -> None:
    async def main() -> int | None:
        transport = StdioProcess([sys.executable, "-c", "import time; time.sleep(60)"], end_times=TIMES)

        async def wait() -> None:
            async with client(transport):
                pass

        task = asyncio.create_task(wait())
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert transport.process is not None
        return transport.process.returncode

    assert asyncio.run(main()) not in (0, None)


def test_the_environment_of_a_server_has_only_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "secret")
    seen = list[str]()
    script = "import os, sys; print(sorted(os.environ), os.environ.get('EXTRA'), file=sys.stderr)"

    async def main() -> None:
        variables = {"EXTRA": "given"}
        transport = StdioProcess([sys.executable, "-c", script], variables=variables, on_error_line=seen.append)
        with pytest.raises(ConnectionError):
            async with client(transport, HANDSHAKE[-1]):
                pass

    asyncio.run(main())
    assert seen
    assert all("given" in line and "PATH" in line and "API_TOKEN" not in line for line in seen)


def test_a_program_that_does_not_exist() -> None:
    async def main() -> None:
        async with client(StdioProcess(["/no/such/program"])):
            pass

    with pytest.raises(ConnectionError, match="there is no program"):
        asyncio.run(main())


DYING = """
import sys
if sys.argv[1] == "late": sys.stdin.readline()
print("a line of another kind", *range(8), sep="\\n", file=sys.stderr)
print("no configuration", file=sys.stderr)
sys.exit(3)
"""


ONCE = """
import os, subprocess, sys
if os.path.exists(sys.argv[1]): sys.stdin.read()
open(sys.argv[1], "w").close()
null = subprocess.DEVNULL
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(5)"], stdin=null, stdout=null)
"""
"""A server that ends at once the first time, while a child process keeps its standard error open."""


def test_the_end_of_a_restarted_process_is_not_reported(tmp_path: Path) -> None:
    class Receiver:
        is_open = False

        def __init__(self) -> None:
            self.lost: list[str] = []
            self.tasks: list[asyncio.Task[None]] = []

        def spawn(self, work: Any) -> None:
            self.tasks.append(asyncio.create_task(work))

        def connection_lost(self, reason: str) -> None:
            self.lost.append(reason)

    async def main() -> list[str]:
        receiver: Any = Receiver()
        transport = StdioProcess([sys.executable, "-c", ONCE, str(tmp_path / "begun")], end_times=TIMES)
        await transport.start(receiver)
        first = transport.process
        assert first is not None
        await asyncio.to_thread(first.wait)
        await asyncio.sleep(0.1)  # its output is at its end, and its standard error is waited for
        await transport.send(message("ping", 1))
        assert transport.process is not first
        await asyncio.sleep(1)
        try:
            return list(receiver.lost)
        finally:
            await transport.end()
            for task in receiver.tasks:
                task.cancel()
            await asyncio.gather(*receiver.tasks, return_exceptions=True)

    assert asyncio.run(main()) == []


@pytest.mark.parametrize("moment", ["late", "early"])
def test_a_process_that_dies_while_the_connection_opens_says_why(moment: str) -> None:
    async def main() -> None:
        async with client(StdioProcess([sys.executable, "-c", DYING, moment], on_error_line=lambda _: None)):
            pass

    with pytest.raises(ConnectionError, match=r"exit code 3.*'7'.*'no configuration'") as caught:
        asyncio.run(main())
    assert "another kind" not in str(caught.value)  # it is not among the last lines


SERVING = """
import signal
import mcp_bindings as mb
from tests.transports.services import INFO, server_handlers
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background makes its commands ignore it
mb.Server(server_handlers(mb.LATEST), info=INFO).run_stdio()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the shell closes the streams")
@pytest.mark.parametrize(
    ("closed", "name"), [("0<&-", "input"), ("1>&-", "output"), ("0<&- 1>&-", "input"), ("0<&- 1>&- 2>&-", "")]
)
def test_closed_standard_streams_end_with_one_sentence(closed: str, name: str) -> None:
    command = ["sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, SERVING]
    ended = subprocess.run(command, env={**os.environ, **VARIABLES}, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == bool(name)
    assert ended.stderr.startswith(f"the standard {name} is closed" if name else "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_server_in_a_terminal_says_that_it_waits() -> None:
    terminal, inner = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", SERVING],
        env={**os.environ, **VARIABLES},
        stdin=inner,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stderr is not None
        assert process.stdout is not None
        said = process.stderr.readline()
        os.write(terminal, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        answer = process.stdout.readline()  # now the event loop runs
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=60)
    finally:
        process.kill()
        os.close(terminal)
        os.close(inner)
    assert said.startswith("This server waits for messages of a client.")
    assert answer.startswith('{"jsonrpc":"2.0","id":1,')
    assert (rest, process.returncode) == ("", 130)  # no traceback


@pytest.mark.skipif(sys.platform == "win32", reason="a child that holds pipes open is started otherwise")
def test_the_exit_code_is_known_though_a_grandchild_has_pipes() -> None:
    holding = """
import json, subprocess, sys, os
child = subprocess.Popen(["sleep", "60"], start_new_session=True)
print(child.pid, file=sys.stderr, flush=True)
print("the last words", file=sys.stderr, flush=True)
sys.stdin.readline()
os._exit(3)
"""
    told = list[str]()

    async def main() -> None:
        transport = StdioProcess([sys.executable, "-c", holding], on_error_line=told.append)
        with pytest.raises(ConnectionError, match=r"exit code 3.*the last words"):
            async with client(transport, HANDSHAKE[-1]):
                pass

    try:
        asyncio.run(asyncio.wait_for(main(), 20))
    finally:
        os.kill(int(told[0]), signal.SIGKILL)


ONE_MESSAGE = """
import json, sys
print("begins", file=sys.stderr, flush=True)
asked = json.loads(sys.stdin.readline())
if asked["method"] != "initialize": sys.exit(1)
print("opens", file=sys.stderr, flush=True)
result = json.loads(sys.argv[1])
print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
sys.stdin.read()
for number in range(40): print(number, "x" * 10_000, file=sys.stderr)
print("ends", file=sys.stderr)
"""
"""A server that exits at `server/discover`, and writes much when its input ends."""


async def open_and_close(*revisions: str, on_error_line: Callable[[str], None]) -> StdioProcess:
    transport = StdioProcess([sys.executable, "-c", ONE_MESSAGE, OPENED], on_error_line=on_error_line)
    async with client(transport, *revisions):
        pass
    return transport


def test_what_a_server_writes_at_its_end_is_read() -> None:
    """Its last lines were lost, and it was terminated when the pipe was full."""
    told = list[str]()
    transport = asyncio.run(open_and_close(HANDSHAKE[-1], on_error_line=told.append))
    assert (len(told), told[-1]) == (43, "ends")
    assert transport.process is not None
    assert transport.process.returncode == 0


@pytest.mark.parametrize("revisions", [(), (HANDSHAKE[-1],)])
def test_a_closed_connection_leaves_no_threads(revisions: tuple[str, ...]) -> None:
    """A server that exits at `server/discover` left a thread and a descriptor of its first process."""
    before = set(threading.enumerate())

    async def main() -> None:
        await open_and_close(*revisions, on_error_line=lambda line: None)
        for _ in range(100):
            if not set(threading.enumerate()) - before:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(set(threading.enumerate()) - before)

    asyncio.run(main())


def test_lines_are_reported_after_a_callback_has_failed(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody read the standard error any more, so the server stood still when the pipe was full."""
    told = list[str]()

    def fail(line: str) -> None:
        told.append(line)
        raise ValueError(line)

    asyncio.run(open_and_close(HANDSHAKE[-1], on_error_line=fail))
    assert told[:2] == ["begins", "opens"]
    assert "on_error_line has failed" in caplog.text


LEAVING = """
import json, sys
answered = False
for line in sys.stdin:
    asked = json.loads(line)
    result = json.loads(sys.argv[1])
    error = {"code": -32602, "message": "not initialized"}
    if asked["method"] == "initialize":
        if answered: sys.exit(1)
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
    elif "id" in asked:
        answered = True
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": error}), flush=True)
"""
"""A server that answers `server/discover`, and is about to exit when it gets `initialize`."""


def test_a_server_may_answer_the_probe_and_then_exit() -> None:
    """The process ended a moment after its answer, so `initialize` was written to it and lost."""

    async def main() -> str | None:
        async with client(StdioProcess([sys.executable, "-c", LEAVING, OPENED])) as connection:
            return connection.session.version

    assert asyncio.run(main()) == HANDSHAKE[-1]


def test_a_writer_that_waits_lets_other_tasks_run() -> None:
    """If a piece had been written in the same turn of the event loop, the loop stood still until the peer had read."""

    class Drained(asyncio.Event):
        waits = 0

        async def wait(self) -> Any:
            self.waits += 1
            assert self.waits < 100, "it does not wait"
            return await super().wait()

    async def main() -> None:
        reading, writing = os.pipe()
        writer: Any = DescriptorWriter(writing)
        writer._drained = Drained()
        tasks = list[asyncio.Task[None]]()
        for _ in range(2):
            tasks.append(asyncio.create_task(writer.write(b"x" * 300_000)))
            await asyncio.sleep(0.05)  # the thread begins to write the first piece, which is longer than the pipe takes
        writer._drained.set()  # what the thread schedules after a piece, in the turn in which another waits
        await asyncio.sleep(0.05)
        assert not tasks[1].done()
        read = 0
        while read < 600_000:
            read += len(await asyncio.to_thread(os.read, reading, 65_536))
        os.close(reading)
        await asyncio.gather(*tasks)
        await writer.close(5)

    asyncio.run(asyncio.wait_for(main(), 20))


ENDING = """
import json, os, sys
os.close(2)
for line in sys.stdin:
    asked = json.loads(line)
    result = json.loads(sys.argv[1])
    log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x" * 100}}
    before = ""
    if asked["method"] == "tools/call":
        before = (json.dumps(log) + "\\n") * asked["params"]["arguments"]["logs"]
        result = {"content": []}
    if "id" in asked:
        written = (before + json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}) + "\\n").encode()
        while written: written = written[os.write(1, written):]
    if asked["method"] == "tools/call": os._exit(0)
"""
"""A server that logs much, answers the first call, and exits."""


def ending(kind: type[StdioProcess] = StdioProcess) -> StdioProcess:
    return kind([sys.executable, "-c", ENDING, OPENED])


def test_an_answer_that_arrives_with_the_end_is_not_lost() -> None:
    """If the loop was busy meanwhile, it found both at once, and the call failed before it got its answer."""
    before = set(threading.enumerate())

    class Busy(StdioProcess):
        async def send(self, data: bytes) -> None:
            await super().send(data)
            if b"tools/call" in data:
                assert self.process is not None
                self.process.wait()
                for each in set(threading.enumerate()) - before:
                    if each.name.startswith("read "):
                        each.join()

    async def main() -> Any:
        async with client(ending(Busy), HANDSHAKE[-1]) as connection:
            return await connection.call_tool("any", {"logs": 0})

    assert asyncio.run(main()).content == []


def test_what_waits_when_a_server_exits_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the output was dropped if the client took longer than half a second for what had arrived."""
    monkeypatch.setattr("mcp_bindings.transports.stdio._ERRORS_TIMEOUT", 0.002)
    monkeypatch.setattr("mcp_bindings.transports.stdio._MAX_DELAYS", 10_000)

    async def main() -> Any:
        async with client(ending(), HANDSHAKE[-1]) as connection:
            return await connection.call_tool("any", {"logs": 1_250})

    assert asyncio.run(main()).content == []


BATCHING = """
import json, os, sys
asked = []
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        result = json.loads(sys.argv[1])
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
    if message["method"] == "tools/call":
        asked.append(message["id"])
    if len(asked) == int(sys.argv[2]):
        break
log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
answers = [{"jsonrpc": "2.0", "id": each, "result": {"content": []}} for each in asked]
os.write(1, (json.dumps([log] * 20 + answers) + "\\n").encode())
os._exit(0)
"""
"""A server that answers several calls in one batch, and exits."""


@pytest.mark.parametrize("revision", [each for each in HANDSHAKE if mb.revision(each).protocol.batching.send == "may"])
def test_the_answers_of_a_last_batch_are_not_lost(revision: str) -> None:
    async def main() -> list[Any]:
        opened = json.dumps(initialize_result(revision, {"tools": {}}))
        server = StdioProcess([sys.executable, "-c", BATCHING, opened, "20"])
        async with client(server, revision) as connection:
            return await asyncio.gather(*(connection.call_tool("any", {}) for _ in range(20)))

    assert [each.content for each in asyncio.run(main())] == [[]] * 20


def test_a_reader_is_behind_until_its_pieces_are_handled() -> None:
    async def main() -> list[bool]:
        reading, writing = os.pipe()
        reader = DescriptorReader(reading)
        found = [reader.is_behind]
        os.write(writing, b"x")
        asking = asyncio.create_task(reader.read_piece())
        await asking
        found.append(reader.is_behind)
        asking = asyncio.create_task(reader.read_piece())
        await asyncio.sleep(0)
        found.append(reader.is_behind)
        os.close(writing)
        await asking
        return [*found, reader.is_behind]

    assert asyncio.run(asyncio.wait_for(main(), 20)) == [False, True, False, False]
