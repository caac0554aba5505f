"""The programs that the README shows are files, and these run them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.load import lines_without_load

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

SERVER = """
import asyncio, sys
import mcp_bindings as mb
from mcp_bindings.v2025_11_25 import ListToolsResult, ServerCalls, Tool, ToolInputSchema, ToolsServer

class Mine(ToolsServer):
    async def list_tools(self, params, context):
        await context.calls.ping()
        return ListToolsResult(tools=[Tool(name="echo", description="Says it again", input_schema=ToolInputSchema())])
    def call_tool(self, params, context): ...

async def send(data):
    print(data.decode(), flush=True)

async def answer(line):
    if reply := await server.dispatch(line):
        await send(reply)

async def main():
    tasks = set()
    while line := await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.readline):
        tasks.add(asyncio.create_task(answer(line)))

session = mb.Session("server", mb.REVISIONS, info={"name": "s", "version": "1"}, capabilities={"tools": {}})
server = mb.Dispatcher(Mine(), session=session, send=send, calls=ServerCalls(send, session=session, timeout=5))
asyncio.run(main())
"""
"""It asks the client something before it answers, so a client that does not listen while it waits gets nothing."""


def test_the_client_asks_and_answers() -> None:
    command = [sys.executable, str(EXAMPLES / "client.py"), sys.executable, "-c", SERVER]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.stdout == "echo - Says it again\n", done.stderr
    assert (done.returncode, lines_without_load(done.stderr.splitlines())) == (0, [])


def test_the_readme_shows_what_they_print_together() -> None:
    (line,) = re.findall(r"^python (examples/.+)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    command, _, output = line.partition("  # ")
    words = [sys.executable, *command.replace("python ", f"{sys.executable} ").split()]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, timeout=60, cwd=ROOT)
    assert (done.returncode, done.stdout.strip()) == (0, output.strip()), done.stderr


def test_the_proxy_passes_all_on_and_says_who_is_wrong() -> None:
    proxy = [sys.executable, str(EXAMPLES / "proxy.py"), sys.executable, str(EXAMPLES / "server.py")]
    command = [sys.executable, str(EXAMPLES / "client.py"), *proxy]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "echo - None\n")
    assert not lines_without_load(done.stderr.splitlines())
    early = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    done = subprocess.run(proxy, input=early, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert '"id":1,"error":{"code":-32600' in done.stdout
    page = (ROOT / "docs" / "guides" / "observing.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^message .+$", page, re.MULTILINE)
    versions = re.compile(r"\d{4}-\d{2}-\d{2}")  # the page names the newest release of its day
    assert versions.sub("", shown) in versions.sub("", done.stderr).splitlines()


def test_the_client_needs_nothing_else() -> None:
    tree = ast.parse((EXAMPLES / "client.py").read_text(encoding="utf-8"))
    modules = {each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    modules |= {name.name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in each.names}
    assert {name.partition(".")[0] for name in modules} - sys.stdlib_module_names == {"mcp_bindings"}


def test_the_readme_counts_the_lines_of_its_programs() -> None:
    """Two of three numbers counted the empty lines."""
    found = re.findall(r"\]\((examples/\w+\.py)\) \((\d+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(found) == 3
    for path, number in found:
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        assert sum(1 for line in lines if line.strip()) == int(number), path
