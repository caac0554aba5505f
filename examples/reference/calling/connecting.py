"""Connections of the reference client: who it is, what it offers, and what a server process inherits."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager

import mcp_bindings as mb
from calling.content.answers import Answers
from calling.output import print_error
from mcp_bindings.extensions import tasks
from mcp_bindings.transports import ClientBounds, ClientTransport, StdioProcess

INFO = {"name": "mcp-bindings-reference-client", "version": "1"}
BOUNDS = ClientBounds()
FOR_PYTHON = ("PYTHONPATH", "PYTHONUTF8")
"""Environment variables that a server process inherits besides the usual ones."""


def connect_to(
    transport: ClientTransport, revisions: Collection[str] = mb.REVISIONS, bounds: ClientBounds = BOUNDS
) -> AbstractAsyncContextManager[tasks.Client]:
    """Open a connection for the duration of a block, as the reference client."""
    return mb.connect(transport, Answers(), info=INFO, revisions=revisions, bounds=bounds)


def server_process(command: Sequence[str]) -> StdioProcess:
    """Return the transport to a server that a command starts. The server's standard error is printed."""
    variables = {name: os.environ[name] for name in FOR_PYTHON if name in os.environ}
    return StdioProcess(command, variables=variables, on_error_line=print_error)
