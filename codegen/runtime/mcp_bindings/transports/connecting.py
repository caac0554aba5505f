"""Opens connections in the types of the revision that is agreed on."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from ..peer.handlers import Calls_co, HandlersBeside
from .client_transport import ClientTransport
from .connection import ClientConnection
from .waiting import uninterrupted


@asynccontextmanager
async def connect(
    transport: ClientTransport, handlers: Callable[[str], HandlersBeside[Calls_co]], *, info: Any, **options: Any
) -> AsyncGenerator[ClientConnection[Calls_co]]:
    """Open a connection for the duration of the block.

    Args:
        transport: carries the messages.
        handlers: makes the handlers for messages of the server, in the revision that is agreed on.
        info: name and version of the client, as JSON or typed.
        options: further arguments of `ClientConnection`.

    Raises:
        ConnectionError: the server cannot be reached, or speaks none of the revisions.
    """
    connection = ClientConnection(transport, handlers, info=info, **options)
    try:
        await connection.open()
        yield connection
    finally:
        await uninterrupted(connection.close())
