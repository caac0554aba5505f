"""The client that `mb.connect` gives to handlers of the extension io.modelcontextprotocol/tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...generated_code import AdaptedCalls
from .calls import AnsweredCalls

if TYPE_CHECKING:
    from ...generated_code import ClientConnection


class Client(AdaptedCalls, AnsweredCalls):
    """The calls of revision 2026-07-28 and of the extension, to a server of any revision.

    Attributes:
        connection: the connection to the server, with its session.
    """

    connection: ClientConnection
