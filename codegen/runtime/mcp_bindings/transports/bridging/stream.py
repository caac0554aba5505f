"""Carries the messages of one client on a stream, such as standard streams, to a bridge."""

from __future__ import annotations

import asyncio

from ...bridge import EndExchange, ToClient
from ..streams import MessageStream
from .connection import BridgeConnection


async def bridge_stream(connection: BridgeConnection, stream: MessageStream) -> None:
    """Carry messages until the client leaves or the bridge ends.

    Args:
        connection: To the server; it is closed at the end. Its bridge has the client transport `stdio`.
        stream: To the client; it is closed at the end.
    """

    async def deliver(action: ToClient | EndExchange) -> None:
        if isinstance(action, ToClient):
            await stream.send(action.data)

    async def read() -> None:
        while texts := await stream.receive():
            for text in texts:
                await connection.from_client(text)

    connection.deliver = deliver
    closed = asyncio.Event()
    connection.on_closed = closed.set
    reading = asyncio.create_task(read())
    closing = asyncio.create_task(closed.wait())
    try:
        await asyncio.wait({reading, closing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        reading.cancel()
        closing.cancel()
        await connection.close()
        await stream.close()
    if reading.done() and not reading.cancelled():
        reading.result()
