"""Commands that check servers, and record and compare what they offer."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from mcp_bindgen import console
from mcp_bindgen.cli.changes import (
    CHANGE_FORMAT,
    FAIL_ON,
    IGNORE,
    MAX_BYTES,
    REPORTS,
    RULES,
    ChangeFormat,
    ReportOptions,
    Threshold,
    parse_report_files,
    print_changes,
)
from mcp_bindgen.cli.options import (
    OUTPUT,
    REVISION,
    command,
    command_progress,
    format_option,
    group,
    print_error,
    print_note,
    write_result,
)
from mcp_bindgen.escaping import escape_line

if TYPE_CHECKING:
    from mcp_bindgen.report.line_numbers import FileSpot
    from mcp_bindgen.report.model import ChangeJSON
    from mcp_bindgen.servers.connections import Bounds
    from mcp_bindgen.servers.lock import LockFile
    from mcp_bindgen.servers.sides import LockOrServer
    from mcp_bindgen.servers.targets import TargetOptions


@group("server check -- python server.py")
def server() -> None:
    """Check running servers, and record and compare what they offer."""
    # SIGTERM interrupts the command, so that the processes of a server end with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


TARGET = "(URL | -- COMMAND…)"
_TIMEOUTS_IN_TOTAL = 30
"""Least number of times that --timeout fits into the time for one revision."""


class _SecondsRange(click.FloatRange):
    """Type of an option with seconds in a range. NaN is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return found


def _print_line(line: str) -> None:
    """Print a line for the user on stderr, with invisible characters escaped."""
    print_note(escape_line(line), err=True)


def _add_server_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add to a command the options that describe a server.

    Args:
        function: the command. It gets the values of the options as `described`, a `TargetOptions`, and `bounds`, a
            `Bounds`.
    """

    @wraps(function)
    def run_command(*, timeout: float, **given: Any) -> None:
        from mcp_bindgen.servers.connections import Bounds
        from mcp_bindgen.servers.targets import TargetOptions

        total = max(Bounds().total, _TIMEOUTS_IN_TOTAL * timeout)
        described = TargetOptions(**{name: given.pop(name) for name in TargetOptions._fields})
        function(described=described, bounds=Bounds(timeout=timeout, total=total), **given)

    options = (
        click.option(
            "--config",
            type=(click.Path(path_type=Path), str),
            metavar="FILE NAME",
            help="Use the server NAME of a host's configuration file, such as mcp.json.",
        ),
        click.option("--header", "headers", multiple=True, metavar="NAME: VALUE", help="Header of every HTTP request."),
        click.option("--sign-in", is_flag=True, help="Sign in with a browser if the URL asks for a token (OAuth)."),
        click.option(
            "--client-id",
            default="",
            metavar="ID",
            help="Client id for --sign-in, for authorization servers that register no clients.",
        ),
        click.option(
            "--env", "variables", multiple=True, metavar="NAME=VALUE", help="Environment variable of the command."
        ),
        click.option(
            "--cwd",
            "directory",
            type=click.Path(path_type=Path, file_okay=False, exists=True),
            help="Working directory of the command.",
        ),
        click.option(
            "--timeout",
            type=_SecondsRange(0.1, 600),
            metavar="SECONDS",
            default=10.0,
            show_default=True,
            help="Seconds to wait for each response.",
        ),
    )
    for option in reversed(options):
        run_command = option(run_command)
    return run_command


@command(
    "server check https://mcp.example.com/mcp",
    "server check --revision latest --format junit --output report.xml -- python server.py",
)
@click.argument("target", nargs=-1, metavar=TARGET)
@_add_server_options
@click.option("--revision", "revisions", type=REVISION, multiple=True, metavar="ID", help="Check only this revision.")
@click.option(
    "--skip",
    "skipped",
    multiple=True,
    type=click.Choice(["open", "list", "read", "wrong"]),
    help="Do not send the messages of this phase.",
)
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Report only this rule.")
@click.option("--call", "called", multiple=True, metavar="NAME", help="Call this tool with generated arguments.")
@click.option("--call-read-only", is_flag=True, help="Call every tool whose readOnlyHint is true.")
@click.option("--call-all", is_flag=True, help="Call every tool.")
@click.option("--notes", is_flag=True, help="Report also broken rules that a page states without MUST or SHOULD.")
@click.option("--all", "in_all", is_flag=True, help="Exit with 1 for an error in any revision, not only the newest.")
@click.option(
    "--ignore", type=click.Path(path_type=Path), metavar="FILE", help="Leave out the findings of this TOML file."
)
@format_option("text", "json", "sarif", "junit")
@OUTPUT
def check(
    target: tuple[str, ...],
    described: TargetOptions,
    bounds: Bounds,
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
    """Check a server against the specification, in each revision that it speaks.

    A finding is an error if the page says MUST, and a warning if it says SHOULD. A finding is reported only if it
    occurs in a second check too. Tools are called only with --call, --call-read-only or --call-all, after a line that
    names them. Exits with 1 if there is an error in the newest revision that the server speaks or claims, or if the
    server does not list a tool that --call names; exits with 2 if the server speaks no revision.

    An --ignore FILE has rows [[ignore]] with fingerprint, reason and, optionally, expires. A row that has expired and
    matches a finding is an error too. In a complete check of all rules, revisions and phases, so is every row that has
    expired or matches no finding.
    """
    from mcp_bindgen.diff import suppressions
    from mcp_bindgen.servers.check import CheckOptions, check_server
    from mcp_bindgen.servers.phases import ToolSelection
    from mcp_bindgen.servers.report import ServerReport
    from mcp_bindgen.servers.rules import PHASES
    from mcp_bindgen.servers.targets import make_target

    rows = () if ignore is None else suppressions.read_ignore_rows(ignore)
    options = CheckOptions(
        revisions,
        frozenset(each for each in PHASES if each not in skipped),
        ToolSelection(called, call_read_only, call_all),
        frozenset(rules),
        bounds,
    )
    done = check_server(
        make_target(target, described),
        options,
        command_progress(),
        _print_line,
    )
    today = date.today()
    report = ServerReport(done, suppressions.active_fingerprints(rows, today), notes)
    write_result(_render_report(report, format_), output)
    found = {each.fingerprint: each.summary for each in done.findings}
    is_whole = not (revisions or skipped or rules) and all(each.is_complete for each in done.revisions)
    judged = rows if is_whole else [each for each in rows if each.fingerprint in found]
    faults = suppressions.find_row_faults(found, judged, today, "no finding of this server")
    for line in faults:
        print_error(f"{ignore}: {line}")
    for name in done.missing:
        print_error(f"--call {name}: the server lists no such tool")
    sys.exit(1 if faults or done.missing or report.has_errors(in_all=in_all) else 0)


def _render_report(report: object, format_: str) -> str:
    from mcp_bindgen.servers.report import ServerReport, report_data, report_junit, report_sarif, report_text

    assert isinstance(report, ServerReport)
    if format_ == "text":
        return report_text(report)
    if format_ == "junit":
        return report_junit(report)
    return console.as_json(report_data(report) if format_ == "json" else report_sarif(report))


CAPABILITY = click.option(
    "--capability",
    "capabilities",
    multiple=True,
    metavar="NAME",
    help="Declare this client capability, such as sampling. The tools that a server lists may depend on it.",
)


@command(
    "server lock --output server.lock.json https://mcp.example.com/mcp",
    "server lock --output server.lock.json -- python server.py",
)
@click.argument("target", nargs=-1, metavar=TARGET)
@_add_server_options
@CAPABILITY
@OUTPUT
def lock(
    target: tuple[str, ...],
    described: TargetOptions,
    bounds: Bounds,
    capabilities: tuple[str, ...],
    output: Path | None,
) -> None:
    """Write what a server offers to its users: tools, prompts, resources, capabilities and instructions, as JSON.

    The file is made for review. It is sorted, and has the whole offer in the newest revision that the server speaks
    and a difference for each other revision. Invisible characters are written as escapes; a line on stderr names each
    text that has some. The command reads only lists: it calls no tool and reads no resource.
    """
    from mcp_bindgen.servers.lock import find_invisible_characters, lock_file_text
    from mcp_bindgen.servers.offers import read_offers
    from mcp_bindgen.servers.targets import make_target

    declared: dict[str, Any] = {name: {} for name in capabilities}
    found = read_offers(make_target(target, described), bounds, command_progress(), _print_line, declared)
    write_result(lock_file_text(found), output)
    for pointer, characters in find_invisible_characters(found):
        _print_line(f"invisible characters at {pointer}: {', '.join(characters)}")


@command(
    "server compare server.lock.json -- python server.py",
    "server compare old.lock.json new.lock.json --fail-on breaking --format markdown",
)
@click.argument("sides", nargs=-1, required=True, metavar="OLD (NEW | -- COMMAND…)")
@_add_server_options
@CAPABILITY
@CHANGE_FORMAT
@OUTPUT
@FAIL_ON
@RULES
@IGNORE
@REPORTS
@MAX_BYTES
def compare(
    sides: tuple[str, ...],
    described: TargetOptions,
    bounds: Bounds,
    capabilities: tuple[str, ...],
    format_: ChangeFormat,
    output: Path | None,
    fail_on: Threshold,
    rules: tuple[str, ...],
    ignore: Path | None,
    reports: tuple[str, ...],
    max_bytes: int | None,
) -> None:
    """Report what changed between two servers, and which changes break clients, with proof.

    OLD and NEW are each a lock file of `server lock`, whose name ends in .json, the URL of a server, or a command in
    quotes. NEW can also be a command after `--`, or --config FILE NAME. --header, --sign-in and --client-id are for
    each side that is a URL, --env and --cwd for each side that is a command. If one side is a lock file, the other one
    gets the client capabilities that the file records.

    A severity says what a change does to clients of OLD. For a breaking change of a schema, the report shows a
    document: a call that was valid and is now refused, or a result that was impossible and is now valid. A change of a
    description is risky, since models act on it. `mcp-bindgen explain` lists the rules. Exits with 1 if an entry of the
    ignore file matches nothing or has expired, or as --fail-on says.
    """
    from mcp_bindgen.servers.comparing import compare_locks
    from mcp_bindgen.servers.offers import read_offers
    from mcp_bindgen.servers.sides import LockSide, make_sides

    files = parse_report_files(reports, format_, max_bytes)
    named = make_sides(sides, described)
    recorded = [dict(side.lock.client) for side in named if isinstance(side, LockSide)]
    declared: dict[str, Any] = {**(recorded[0] if recorded else {}), **{name: {} for name in capabilities}}
    if any(each != recorded[0] for each in recorded):
        _print_line("the lock files were written with different client capabilities, which servers may adapt to")

    def read_side(side: LockOrServer) -> LockFile:
        if isinstance(side, LockSide):
            return side.lock
        return read_offers(side.target, bounds, command_progress(), _print_line, declared)

    old, new = map(read_side, named)
    whole = compare_locks(old, new, (named[0].title, named[1].title))
    rendering = ReportOptions(None, max_bytes, make_spot_finder=lambda value: _make_lock_spot_finder(named))
    print_changes(whole, rendering, (format_, output), files, ignore, rules, fail_on)


def _make_lock_spot_finder(sides: tuple[LockOrServer, LockOrServer]) -> Callable[[ChangeJSON], FileSpot | None]:
    """Return a function that finds the file and line of a change in the lock files. Without a lock file, that function
    returns None.
    """
    from mcp_bindgen.report.line_numbers import FileSpot, json_line_numbers, nearest_line_number
    from mcp_bindgen.servers.sides import LockSide

    files = [each.file if isinstance(each, LockSide) else None for each in sides]
    lines = [None if file is None else json_line_numbers(file.read_text(encoding="utf-8")) for file in files]

    def find_spot(change: ChangeJSON) -> FileSpot | None:
        for side in (0, 1) if change["kind"] == "removed" else (1, 0):
            known, file = lines[side], files[side]
            if known is not None and file is not None:
                return FileSpot(file.as_posix(), nearest_line_number(known, f"/offer{change['pointer']}"))
        return None

    return find_spot


for _command in (check, lock, compare):
    server.add_command(_command)
