"""Handlers for the server's requests: elicitation, sampling and roots.

A real client would ask its user or its model. This one makes up a response, so it needs neither.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import mcp_bindings as mb
from calling.output import print_error
from calling.samples import NoSampleError, sample
from mcp_bindings.extensions import tasks
from mcp_bindings.peer import Handlers


class ReferenceHandlers(Handlers):
    """The handlers of every revision; each subclass returns the types of its revision."""

    def elicit(self, params: Any, context: mb.Context) -> Any:
        """Accept a form with its defaults and a valid value for each required field; decline if there is none."""
        schema = context.message.document["params"]["requestedSchema"]
        try:
            return self._result("ElicitResult", {"action": "accept", "content": sample(schema)})
        except (NoSampleError, mb.DecodeError) as error:
            print_error(f"declining a form: {error}")
            return self._result("ElicitResult", {"action": "decline"})

    def create_message(self, params: Any, context: mb.Context) -> Any:
        """Return a fixed message in place of a model's."""
        message = {"role": "assistant", "content": {"type": "text", "text": "This is a sampled answer."}}
        return self._result("CreateMessageResult", {**message, "model": "none", "stopReason": "endTurn"})

    def list_roots(self, params: Any, context: mb.Context) -> Any:
        """Return the working directory as the only root."""
        return self._result("ListRootsResult", {"roots": [{"uri": Path.cwd().as_uri(), "name": "here"}]})

    def on_logging_message(self, params: Any, context: mb.Context) -> None:
        """Print a log message of the server."""
        print_error(f"{params.level}: {params.data}")

    def _result(self, definition: str, value: dict[str, Any]) -> Any:
        return mb.revision(self.revision).codec(definition).decode_value(value)


def _handlers_of(version: str) -> Any:
    """The class of handlers of one revision, with those of the tasks extension if it extends this revision."""
    revision = mb.revision(version)
    module: Any = tasks if tasks.EXTENSION.base is revision else import_module(revision.package)
    return type("Client", (ReferenceHandlers, module.ClientHandlers), {})


HANDLERS = {version: _handlers_of(version) for version in mb.REVISIONS}
"""For each revision, the handlers of what a client may receive."""
