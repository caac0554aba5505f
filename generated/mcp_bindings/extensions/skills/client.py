"""The client that `mb.connect` gives to handlers of the extension io.modelcontextprotocol/skills."""

from __future__ import annotations

from ...v2026_07_28 import client as revision_client
from .calls import AnsweredCalls


class Client(revision_client.Client, AnsweredCalls):
    """A client with the calls of revision 2026-07-28 and of the extension, to a server of any revision."""
