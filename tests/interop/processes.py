"""Processes of the interoperability tests: environments of the peers, servers that listen, and clients that end."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import socket
import subprocess
import venv
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / "build" / "interop"
PEERS = ENVIRONMENTS / "peers"
"""A copy of the programs, since those of Node look for packages beside and above themselves."""
NODE = ENVIRONMENTS / "node_modules" / "node" / "bin" / "node"

PATIENCE = 60.0
"""Seconds that all steps of one pair may take."""

REQUIREMENTS = ("1", "2", "fastmcp")
"""Name of each Python environment, and of the file with its pins."""


def python_of(name: str) -> str:
    """Return the interpreter of an environment."""
    return str(ENVIRONMENTS / f"python{name}/bin/python")


def set_up() -> None:
    """Make what is missing, or older than its pins."""
    for name in REQUIREMENTS:
        pins = HERE / f"requirements-{name}.txt"
        home = ENVIRONMENTS / f"python{name}"
        if _is_stale(home / ".pins", pins):
            venv.create(home, with_pip=True, clear=True)
            pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--requirement", str(pins)], check=True)
            (home / ".pins").write_text(_sum(pins), encoding="utf-8")
    set_up_node()


def set_up_node() -> None:
    """Copy the programs of the peers, and install what those of Node need, if it is missing or older than its pins."""
    shutil.rmtree(PEERS, ignore_errors=True)
    shutil.copytree(HERE / "peers", PEERS)
    lock = HERE / "package-lock.json"
    if _is_stale(ENVIRONMENTS / ".lock", lock):
        for each in (lock, HERE / "package.json"):
            shutil.copy(each, ENVIRONMENTS)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=ENVIRONMENTS, check=True)
        if not NODE.exists():  # npm may be told to run no scripts, and this one fetches the program
            subprocess.run(["node", "installArchSpecificPackage.js"], cwd=NODE.parents[1], check=True)
        (ENVIRONMENTS / ".lock").write_text(_sum(lock), encoding="utf-8")


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_stale(stamp: Path, pins: Path) -> bool:
    return not stamp.exists() or stamp.read_text(encoding="utf-8") != _sum(pins)


def free_port() -> int:
    """Return a port that no program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@asynccontextmanager
async def listening(
    command: list[str], port: int, variables: Mapping[str, str] = MappingProxyType({})
) -> AsyncGenerator[None, None]:
    """Run a server with further environment variables for the duration of the block. Keep its output if that fails."""
    log = ENVIRONMENTS / f"server-{port}.log"
    with log.open("wb") as written:
        server = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=written, stderr=written, env={**os.environ, **variables}
        )
        try:
            await _listens(server, port, log)
            yield
        finally:
            await _stop(server)
    log.unlink()


async def _listens(server: Process, port: int, log: Path) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            if server.returncode is not None:
                break
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise RuntimeError(f"the server does not listen, see {log}")


async def _stop(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


async def run(
    *command: str, given: str = "", variables: Mapping[str, str] = MappingProxyType({})
) -> tuple[int | None, str, str]:
    """Run a program with further environment variables. Return its exit code, output and errors."""
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "examples" / "reference"), "PATH": path, **variables}
    environment["MCP_CATALOG_PATH"] = str(ENVIRONMENTS / "inspector.json")  # which is in the home directory otherwise
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment)
    try:
        output, errors = await asyncio.wait_for(process.communicate(given.encode()), PATIENCE)
    except asyncio.TimeoutError:
        return None, "", f"no end within {PATIENCE:g} s"
    finally:
        await _stop(process)
    return process.returncode, output.decode(), errors.decode(errors="replace")
