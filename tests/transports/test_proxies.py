"""The configurations of proxies in the guide carry every revision below a prefix, without buffering of streams."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import httpx2
import pytest

import mcp_bindings as mb
from tests.reference.processes import ROOT, await_port, free_port, stop
from tests.transports.test_asgi_servers import APPLICATION, carried, connect, text_of

GUIDE = (ROOT / "docs/guides/proxies.md").read_text(encoding="utf-8")
PREFIX = "/adder"
LARGE = "x" * 2_000_000

AROUND_NGINX = """
{user}
daemon off;
pid {directory}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    {configuration}
}}
"""


def configuration(language: str, port: int, server_port: int) -> str:
    """The configuration in the guide, with the ports of the test."""
    (text,) = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", GUIDE)
    assert text.count("127.0.0.1:8000") == len(re.findall(r"(?m)(?:listen |:)80\b", text)) == 1
    text = re.sub(r"(?m)(listen |bind :)80\b", rf"\g<1>{port}", text)
    return text.replace("127.0.0.1:8000", f"127.0.0.1:{server_port}")


def nginx(directory: Path, text: str) -> list[str]:
    file, user = directory / "nginx.conf", "user root;" if os.geteuid() == 0 else ""
    file.write_text(AROUND_NGINX.format(directory=directory, configuration=text, user=user), encoding="utf-8")
    return ["nginx", "-p", str(directory), "-c", str(file), "-e", str(directory / "errors")]


def haproxy(directory: Path, text: str) -> list[str]:
    file = directory / "haproxy.cfg"
    file.write_text(text, encoding="utf-8")
    return ["haproxy", "-db", "-f", str(file)]


PROXIES: dict[str, Callable[[Path, str], list[str]]] = {"nginx": nginx, "haproxy": haproxy}
"""The programs, and what makes the command that starts each with a configuration in a directory."""


@contextlib.contextmanager
def running(*command: str, port: int) -> Generator[None]:
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        yield
    finally:
        stop(process)


async def is_cancelled(url: str, revision: str) -> bool:
    """Whether the call that `carried` has cancelled ends, perhaps only after comments on its stream."""
    async with connect(url, mb.LATEST) as client:
        for _ in range(100):
            if revision in await text_of(client, "cancelled"):
                return True
            await asyncio.sleep(0.5)
    return False


async def judged(url: str) -> dict[str, object]:
    """What does not work in each revision, whether a large body arrives, and the status for a foreign name."""
    found: dict[str, object] = {}
    for revision in mb.REVISIONS:
        works = await carried(url, revision)
        works["cancellation"] = works["cancellation"] or await is_cancelled(url, revision)
        found[revision] = [what for what, is_right in works.items() if not is_right]
    async with connect(url, mb.LATEST) as client:
        found["large body"] = LARGE in await text_of(client, "echo", {"a": LARGE})
    http = httpx2.AsyncClient()
    found["foreign name"] = (await http.post(url, json={}, headers={"Host": "evil.example"})).status_code
    await http.aclose()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_carries_every_revision(name: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: apt-get install {name}")
    port, server_port = free_port(), free_port()
    command = PROXIES[name](tmp_path, configuration(name, port, server_port))
    server = [sys.executable, "-m", "uvicorn", "--port", str(server_port), "--root-path", PREFIX, APPLICATION]
    with running(*server, port=server_port), running(*command, port=port):
        found = asyncio.run(judged(f"http://127.0.0.1:{port}{PREFIX}/mcp"))
    assert found == {**{revision: [] for revision in mb.REVISIONS}, "large body": True, "foreign name": 403}
