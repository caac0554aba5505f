"""Answers to the server's requests: elicitation, sampling and roots.

A real client would ask its user or its model. This one makes up a response, so it needs neither.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mcp_bindings as mb
from calling.content.samples import NoSampleError, make_sample
from calling.output import print_error
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import tasks

OWN = mb.revision(tasks.ClientHandlers.revision)
"""The revision of the handlers."""


class Answers(tasks.ClientHandlers):
    """The handlers of every message of a server, in the newest types, which know tasks too."""

    def elicit(self, params: Any, context: mb.Context) -> mcp.ElicitResult:
        """Accept a form with its defaults and a valid value for each required field; decline it if one has none."""
        try:
            form = OWN.codec(mcp.ElicitRequestFormParams).dump(params)
            return OWN.codec(mcp.ElicitResult).decode_value(
                {"action": "accept", "content": make_sample(form["requestedSchema"])}
            )
        except (NoSampleError, mb.DecodeError) as error:
            print_error(f"declining a form: {error}")
            return mcp.ElicitResult(action="decline")

    def create_message(self, params: mcp.CreateMessageRequestParams, context: mb.Context) -> mcp.CreateMessageResult:
        """Return a fixed message in place of a model's."""
        text = mcp.TextContent(text="This is a sampled answer.")
        return mcp.CreateMessageResult(role="assistant", content=text, model="none", stop_reason="endTurn")

    def list_roots(self, params: Any, context: mb.Context) -> mcp.ListRootsResult:
        """Return the working directory as the only root."""
        return mcp.ListRootsResult(roots=[mcp.Root(uri=Path.cwd().as_uri(), name="here")])

    def on_logging_message(self, params: mcp.LoggingMessageNotificationParams, context: mb.Context) -> None:
        """Print a log message of the server."""
        print_error(f"{params.level}: {params.data}")
