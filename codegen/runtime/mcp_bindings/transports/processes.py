"""Start a server process, and end it.

Page: /specification/2025-11-25/basic/lifecycle#shutdown.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .pipes import call_in

INHERITED_VARIABLES = (
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


END_TIMES = EndTimes()
"""Those of a server for which no others are given."""


def environment(additional: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a server process: the variables of `INHERITED_VARIABLES`, and additional ones."""
    inherited = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return {**inherited, **(additional or {})}


def start_process(
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


async def end_process(process: subprocess.Popen[bytes], times: EndTimes) -> int | None:
    """Wait for a process whose input is closed; terminate it if it does not end, and then kill it.

    Returns:
        The exit code; None if the process has not ended even then.
    """
    if not await process_ended(process, times.closed):
        _stop(process, "SIGTERM")
        if not await process_ended(process, times.terminated):
            _stop(process, "SIGKILL")
            await process_ended(process, times.killed)
    return process.returncode


async def process_exit(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a process, in a thread of its own."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def wait() -> None:
        if hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):  # its exit code has been read
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        else:
            process.wait()
        call_in(loop, ended.set)

    threading.Thread(target=wait, name=f"wait for {process.pid}", daemon=True).start()
    await ended.wait()


async def process_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
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
