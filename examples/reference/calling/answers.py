"""What this client answers when a server asks: elicitation, sampling, roots.

A real client would ask a person or a model. This one accepts what is proposed, so it needs neither.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import mcp_bindings as mb
from calling.samples import NoSampleError, sample
from calling.shown import complain
from mcp_bindings import v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28


class Answers:
    """The handlers of every revision: they answer in the types of the one that they are mixed into."""

    revision: ClassVar[str]

    def elicit(self, params: Any, context: mb.Context) -> Any:
        """Fill in a form: what has a default with that, and what is required with anything that fits."""
        schema = context.message.document["params"]["requestedSchema"]
        try:
            return self._made("ElicitResult", {"action": "accept", "content": sample(schema)})
        except (NoSampleError, mb.DecodeError) as error:
            complain(f"a form is declined: {error}")
            return self._made("ElicitResult", {"action": "decline"})

    def create_message(self, params: Any, context: mb.Context) -> Any:
        """Say something, as a model would."""
        message = {"role": "assistant", "content": {"type": "text", "text": "This is a sampled answer."}}
        return self._made("CreateMessageResult", {**message, "model": "none", "stopReason": "endTurn"})

    def list_roots(self, params: Any, context: mb.Context) -> Any:
        """The working directory."""
        return self._made("ListRootsResult", {"roots": [{"uri": Path.cwd().as_uri(), "name": "here"}]})

    def on_logging_message(self, params: Any, context: mb.Context) -> None:
        """Show what the server logs."""
        complain(f"{params.level}: {params.data}")

    def _made(self, definition: str, value: dict[str, Any]) -> Any:
        return mb.revision(self.revision).codec(definition).decode_value(value)


class _In20241105(Answers, v2024_11_05.ClientHandlers):
    """Answers of 2024-11-05."""


class _In20250326(Answers, v2025_03_26.ClientHandlers):
    """Answers of 2025-03-26."""


class _In20250618(Answers, v2025_06_18.ClientHandlers):
    """Answers of 2025-06-18."""


class _In20251125(Answers, v2025_11_25.ClientHandlers):
    """Answers of 2025-11-25."""


class _In20260728(Answers, v2026_07_28.ClientHandlers):
    """Answers of 2026-07-28."""


ANSWERS = {each.revision: each for each in (_In20241105, _In20250326, _In20250618, _In20251125, _In20260728)}
