"""The processor time of `mcp-bindgen server check` itself: `python -m tests.benchmarks.server_check`.

The server has 30 tools and is another process, whose time does not count. The exit code is 1 above the bar.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.revisions import HANDSHAKE

BAR = 2.0
"""Seconds of processor time, with the start of Python."""

REVISIONS = HANDSHAKE[-3:]
SERVER = """
import mcp_bindings as mb
tools = mb.Toolbox()
for number in range(30):
    @tools.tool(name=f"tool{number}")
    def tool(path: str, limit: int = 10, tags: list[str] | None = None) -> dict[str, int]:
        "Count the lines of a file."
        return {}
mb.Server(tools, info={"name": "thirty", "version": "1"}).run_stdio()
"""


MEASURED = """
import atexit, resource, sys
from mcp_bindgen.cli import main
def write():
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(used.ru_utime + used.ru_stime, file=sys.stderr)
atexit.register(write)
main()
"""
"""The tool, which writes its own seconds to stderr at its end."""


def main() -> int:
    """Check the server in three revisions, and print the seconds."""
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "server.py"
        program.write_text(SERVER, encoding="utf-8")
        options = [word for each in REVISIONS for word in ("--revision", each)]
        command = [sys.executable, "-c", MEASURED, "server", "check", *options, "--", sys.executable, str(program)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    seconds = float(done.stderr)
    print(f"{done.stdout}\n{seconds:.2f} s of processor time in {len(REVISIONS)} revisions; the bar is {BAR} s")
    return 1 if seconds > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
