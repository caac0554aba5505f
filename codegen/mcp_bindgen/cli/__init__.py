"""The command line. Each module has one group of commands; `options` has the options, errors and output of all.

Exit codes: 0, success; 1, a finding such as drift, a breaking change or an invalid document; 2, wrong usage or unusable
input.
"""

from __future__ import annotations

import click

from mcp_bindgen import __version__
from mcp_bindgen.cli.changes import changelog, diff, explain
from mcp_bindgen.cli.docs import docs
from mcp_bindgen.cli.facts import find, matrix, negotiate, revisions
from mcp_bindgen.cli.options import group
from mcp_bindgen.cli.package import build, check, generate
from mcp_bindgen.cli.pinning import release, schema, upstream
from mcp_bindgen.cli.servers import server
from mcp_bindgen.cli.validation import validate


@group(
    "find latest tools/call",
    "diff 2025-11-25 latest --summary",
    "validate --revision latest --definition Tool tool.json",
)
@click.version_option(__version__, prog_name="mcp-bindgen")
def main() -> None:
    """Generate an exact, typed Python package from the official schema files of MCP, and compare revisions of MCP."""


for _command in (
    generate,
    check,
    build,
    revisions,
    find,
    validate,
    diff,
    explain,
    matrix,
    changelog,
    negotiate,
    docs,
    schema,
    release,
    upstream,
    server,
):
    main.add_command(_command)
