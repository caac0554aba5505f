"""Commands that judge servers."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Literal

import click

from mcp_bindgen import console
from mcp_bindgen.cli.options import (
    OUTPUT,
    REVISION,
    CommandGroup,
    command,
    format_option,
    print_error,
    print_note,
    progress,
    write_result,
)
from mcp_bindgen.visible import visible_line


@click.group(cls=CommandGroup)
def server() -> None:
    """Judge running servers."""


@command(
    "server check https://mcp.example.com/mcp",
    "server check --revision latest --format junit --output report.xml -- python server.py",
)
@click.argument("target", nargs=-1, metavar="(URL | -- COMMAND…)")
@click.option(
    "--config",
    type=(click.Path(path_type=Path), str),
    metavar="FILE NAME",
    help="Judge the server NAME of the configuration file of a host, such as mcp.json.",
)
@click.option("--header", "headers", multiple=True, metavar="NAME: VALUE", help="Header of every HTTP request.")
@click.option("--env", "variables", multiple=True, metavar="NAME=VALUE", help="Environment variable of the command.")
@click.option("--cwd", type=click.Path(path_type=Path, file_okay=False, exists=True), help="Directory of the command.")
@click.option("--timeout", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, help="Seconds a request.")
@click.option("--revision", "revisions", type=REVISION, multiple=True, metavar="ID", help="Judge only this revision.")
@click.option(
    "--skip",
    "skipped",
    multiple=True,
    type=click.Choice(["list", "read", "wrong"]),
    help="Leave out a phase.",
)
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Report only this rule.")
@click.option("--call", "called", multiple=True, metavar="NAME", help="Call this tool with generated arguments.")
@click.option("--call-read-only", is_flag=True, help="Call the tools that say they only read.")
@click.option("--call-all", is_flag=True, help="Call all tools.")
@click.option("--notes", is_flag=True, help="Also report what no keyword of a page asks for.")
@click.option("--all", "in_all", is_flag=True, help="Exit with 1 for an error in any revision, not only the newest.")
@click.option("--ignore", type=click.Path(path_type=Path), metavar="FILE", help="TOML file of reviewed findings.")
@format_option("text", "json", "sarif", "junit")
@OUTPUT
def check(
    target: tuple[str, ...],
    config: tuple[Path, str] | None,
    headers: tuple[str, ...],
    variables: tuple[str, ...],
    cwd: Path | None,
    timeout: float,
    revisions: tuple[str, ...],
    skipped: tuple[str, ...],
    rules: tuple[str, ...],
    called: tuple[str, ...],
    call_read_only: bool,
    call_all: bool,
    notes: bool,
    in_all: bool,
    ignore: Path | None,
    format_: Literal["text", "json", "sarif", "junit"],
    output: Path | None,
) -> None:
    """Judge a server by the specification, in each revision that it speaks.

    An error breaks a MUST of a page, a warning a SHOULD. No tool is called unless --call, --call-read-only or
    --call-all says so; the tools are named before they are called. Each finding is judged twice. Exits with 1 if the
    newest revision that the server speaks has an error, and with 2 if the server cannot be started.

    An --ignore FILE has rows [[ignore]] with fingerprint, reason and, optionally, expires. A row that matches no
    finding, or has expired, is an error too.
    """
    from mcp_bindgen.diff import suppressions
    from mcp_bindgen.servers.check import DEFAULT_BOUNDS, Options, check_server
    from mcp_bindgen.servers.phases import ToolSelection
    from mcp_bindgen.servers.report import ServerReport
    from mcp_bindgen.servers.rules import PHASES
    from mcp_bindgen.servers.targets import make_target

    rows = () if ignore is None else suppressions.read_ignored(ignore)
    options = Options(
        revisions,
        frozenset(each for each in PHASES if each not in skipped),
        ToolSelection(called, call_read_only, call_all),
        frozenset(rules),
        DEFAULT_BOUNDS._replace(timeout=timeout),
    )
    done = check_server(
        make_target(target, config, headers=headers, variables=variables, directory=cwd),
        options,
        progress(),
        lambda line: print_note(visible_line(line), err=True),
    )
    today = date.today()
    report = ServerReport(done, suppressions.active_fingerprints(rows, today), notes)
    write_result(_render_report(report, format_), output)
    found = {each.fingerprint: each.summary for each in done.findings}
    faults = suppressions.find_faults(found, rows, today, "no finding of this server")
    for line in faults:
        print_error(f"{ignore}: {line}")
    sys.exit(1 if faults or report.has_errors(in_all=in_all) else 0)


def _render_report(report: object, format_: str) -> str:
    from mcp_bindgen.servers.report import ServerReport, report_data, report_junit, report_sarif, report_text

    assert isinstance(report, ServerReport)
    if format_ == "text":
        return report_text(report)
    if format_ == "junit":
        return report_junit(report)
    return console.as_json(report_data(report) if format_ == "json" else report_sarif(report))


server.add_command(check)
