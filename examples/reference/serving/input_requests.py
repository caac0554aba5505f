"""The requests for input that tools and prompts send to the client."""

from __future__ import annotations

from typing import Any

from mcp_bindings.peer import StateSigner

ELICIT, SAMPLE, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"

SIGNER = StateSigner()


def form(message: str, *required: str, **properties: Any) -> dict[str, Any]:
    """Build an elicitation request: a form for the user.

    Args:
        message: the text that the user reads.
        required: names of the required fields.
        properties: the JSON Schema of each field.
    """
    schema = {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}
    return {"method": ELICIT, "params": {"message": message, "requestedSchema": schema}}


def prompt(text: str, max_tokens: int = 100) -> dict[str, Any]:
    """Build a sampling request with one user message for the client's model."""
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": SAMPLE, "params": {"messages": [message], "maxTokens": max_tokens}}


def roots() -> dict[str, Any]:
    """Build a request for the client's roots."""
    return {"method": ROOTS, "params": {}}
