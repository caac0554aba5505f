"""A client for every protocol revision: `client.py URL`, or `client.py --stdio -- COMMAND…`.

It connects and lists the server's tools. In a scenario of the conformance suite it also calls the tools, reads the
resources and gets the prompts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence

import mcp_bindings as mb
from calling.connecting import connect_to, server_process
from calling.content.scenarios import run_scenario
from calling.output import print_error
from calling.signing_in import new_authorizer
from mcp_bindings.transports import ClientTransport, HttpTransport


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    Returns:
        The exit code: 0 on success, 1 if the connection or a request failed, 2 if the arguments are wrong.
    """
    parser = argparse.ArgumentParser(prog="client.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stdio", action="store_true", help="start COMMAND and connect over its standard streams")
    parser.add_argument(
        "--revision", action="append", choices=mb.REVISIONS, help="offer only this revision; may be repeated"
    )
    parser.add_argument("--no-browser", action="store_true", help="sign in where no user is asked, without a browser")
    parser.add_argument(
        "server", nargs="+", metavar="URL | -- COMMAND", help="URL of the server, or the command that starts it"
    )
    given = parser.parse_args(arguments)
    if not given.stdio and (len(given.server) > 1 or not given.server[0].startswith(("http://", "https://"))):
        parser.error("give one URL with http:// or https://, or --stdio -- COMMAND")
    asked_for = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION")
    revisions = given.revision or ([asked_for] if asked_for in mb.REVISIONS else mb.REVISIONS)
    try:
        context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    except ValueError as error:
        parser.error(f"MCP_CONFORMANCE_CONTEXT is not JSON: {error}")
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
    try:
        asyncio.run(_run(given, revisions, scenario, context))
    except (ConnectionError, TimeoutError, mb.ProtocolError, mb.LocalProtocolError) as error:
        print_error(f"client.py: {str(error) or type(error).__name__}")
        return 1
    return 0


async def _run(given: argparse.Namespace, revisions: Sequence[str], scenario: str, context: dict[str, object]) -> None:
    has_browser = not (given.no_browser or scenario)
    async with connect_to(_transport(given, revisions, context, has_browser), revisions) as client:
        await run_scenario(client, scenario, context)


def _transport(
    given: argparse.Namespace, revisions: Sequence[str], context: dict[str, object], has_browser: bool
) -> ClientTransport:
    if given.stdio:
        return server_process(given.server)
    url: str = given.server[0]
    return HttpTransport(url, authorizer=new_authorizer(url, revisions, context, has_browser=has_browser))


if __name__ == "__main__":
    sys.exit(main())
