"""Cost of imports, in fresh interpreters of an environment with the installed wheel."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
import venv
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp_bindgen.output.wheel import build_distributions
from mcp_bindgen.paths import project_root
from tests.benchmarks.documents import CALL, PAGE, text
from tests.benchmarks.timing import Timing

BARE = "bare interpreter"
ALONE = "import mcp_bindings"
PYDANTIC = "pydantic, one model, one document"
FIRST_DECODE = {
    "2025-11-25": "2025-11-25, first CallToolRequest",
    "2026-07-28": "2026-07-28, first CallToolRequest",
}
SERVER = "mb.Server with handlers of tools, made"
ANSWER = "mb.Server with handlers of tools, first answer over stdio"
MCP_TYPES = "mcp-types, first parse_client_request"

CALL_2026 = {
    **CALL,
    "params": {
        **CALL["params"],
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    },
}

_SERVER = """
import mcp_bindings as mb
from mcp_bindings.v2026_07_28 import CallToolResult, ListToolsResult, ServerHandlers, TextContent, Tool

class Tools(ServerHandlers):
    async def list_tools(self, params, context):
        return ListToolsResult(tools=[Tool(name="read_rows", input_schema={"type": "object"})])

    async def call_tool(self, params, context):
        return CallToolResult(content=[TextContent(text="1,204 rows")])

server = mb.Server(Tools(), info={"name": "bench", "version": "1"})
"""

_ANSWER = f"""{_SERVER}
import os
reading, writing = os.pipe()
os.write(writing, {text(CALL_2026)!r} + b"\\n")
os.close(writing)
os.dup2(reading, 0)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
server.run_stdio()
"""

_FIRST_DECODE = "import mcp_bindings\nmcp_bindings.revision({!r}).codec('CallToolRequest').decode({!r})"

PROGRAMS: dict[str, str] = {
    BARE: "pass",
    ALONE: "import mcp_bindings",
    PYDANTIC: 'import pydantic\nclass M(pydantic.BaseModel):\n    name: str\nM.model_validate_json(b\'{"name": "x"}\')',
    FIRST_DECODE["2025-11-25"]: _FIRST_DECODE.format("2025-11-25", text(CALL)),
    FIRST_DECODE["2026-07-28"]: _FIRST_DECODE.format("2026-07-28", text(CALL_2026)),
    SERVER: _SERVER,
    ANSWER: _ANSWER,
    MCP_TYPES: "import mcp_types.methods\n"
    f"mcp_types.methods.parse_client_request('tools/call', '2025-11-25', {CALL['params']!r})",
}

_COUNT = """
from mcp_bindings.wire.deferred_fields import CheckedDefinition, Definition, UncollectedDefinitionMeta
classes = [*type.__subclasses__(Definition), *type.__subclasses__(CheckedDefinition)]
print(sum(type(each) is not UncollectedDefinitionMeta for each in classes), len(classes))
"""

PARSE_PAGE = "first parse of a page, fast"
PARSE_PAGE_WITHOUT = "first parse of a page, without the extra"
MCP_TYPES_PAGE = "mcp-types, first parse_server_result"

_PAGE = {"jsonrpc": "2.0", "id": 7, "result": PAGE}
_FIRST_PARSE = (
    "import mcp_bindings\nfrom mcp_bindings.jsonrpc.engines import engine_in_use\n"
    f"mcp_bindings.revision('2025-11-25').parse({text(_PAGE)!r}, sender='server', pending={{7: 'tools/list'}})\n"
)
PAGE_PROGRAMS: dict[str, str] = {
    PARSE_PAGE: f"{_FIRST_PARSE}import sys\nassert engine_in_use().name == 'fast' and 'pydantic' not in sys.modules",
    PARSE_PAGE_WITHOUT: f"import sys\nsys.modules['orjson'] = None\n{_FIRST_PARSE}"
    "assert engine_in_use().name == 'pydantic'",
    MCP_TYPES_PAGE: "import mcp_types.methods\nfrom mcp_types.jsonrpc import jsonrpc_message_adapter\n"
    f"found = jsonrpc_message_adapter.validate_json({text(_PAGE)!r})\n"
    "mcp_types.methods.parse_server_result('tools/list', '2025-11-25', found.result)",
}
"""Programs that read a page of 50 tools; they need the extra `fast`."""


@cache
def _with_bytecode() -> Mapping[str, str]:
    """Return the environment of this process, with a directory of its own for compiled byte code."""
    kept = TemporaryDirectory(prefix="bytecode-")
    atexit.register(kept.cleanup)
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**environ, "PYTHONPYCACHEPREFIX": kept.name}


def run_here(program: str) -> None:
    """Run a program in a fresh interpreter of the environment that runs this."""
    subprocess.run([sys.executable, "-c", program], check=True, env=_with_bytecode())


def count_classes() -> dict[str, tuple[int, int]]:
    """Return how many classes of types a first `tools/call` uses, and how many it imports, by revision."""
    counts: dict[str, tuple[int, int]] = {}
    for revision, name in FIRST_DECODE.items():
        command = [sys.executable, "-c", PROGRAMS[name] + _COUNT]
        done = subprocess.run(command, check=True, env=_with_bytecode(), capture_output=True, encoding="utf-8")
        used, imported = map(int, done.stdout.split())
        counts[revision] = used, imported
    return counts


def environment(directory: Path, others: tuple[str, ...]) -> Path:
    """Return the interpreter of a new environment with the wheel and others, in the versions that are installed here.

    pip compiles what it installs, and `-I` below keeps PYTHONDONTWRITEBYTECODE and the like out.

    Raises:
        subprocess.CalledProcessError: pip failed; its `stderr` says why.
    """
    wheel = next(
        path for path in build_distributions(project_root() / "generated", directory / "dist") if path.suffix == ".whl"
    )
    place = directory / "venv"
    venv.create(place, with_pip=False)
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pins = [f"{name}=={version(name)}" for name in others]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--compile", str(wheel), *pins], check=True, capture_output=True, encoding="utf-8")
    return python


def take_turns(python: Path, turns: int) -> dict[str, Timing]:
    """Measure the seconds from start to end of an interpreter, by program."""
    seconds: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(turns + 1):
        for name, program in PROGRAMS.items():
            started = time.perf_counter()
            subprocess.run([str(python), "-I", "-c", program], check=True)
            if turn:  # the first one warms the file cache
                seconds[name].append(time.perf_counter() - started)
    return {name: Timing(tuple(measured)) for name, measured in seconds.items()}


if __name__ == "__main__":
    for _revision, (_used, _imported) in count_classes().items():
        print(f"{_revision}: a first tools/call uses {_used} of the {_imported} classes that it imports")
