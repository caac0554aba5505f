"""What the tools ask the client for."""

from __future__ import annotations

from typing import Any

from mcp_bindings.peer import StateSigner

ELICIT, SAMPLE, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"

SIGNER = StateSigner()


def form(message: str, *required: str, **properties: Any) -> dict[str, Any]:
    """A form for the user to fill in."""
    schema = {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}
    return {"method": ELICIT, "params": {"message": message, "requestedSchema": schema}}


def prompt(text: str, max_tokens: int = 100) -> dict[str, Any]:
    """A question for the client's model."""
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": SAMPLE, "params": {"messages": [message], "maxTokens": max_tokens}}


def roots() -> dict[str, Any]:
    """Which directories the client has to do with."""
    return {"method": ROOTS, "params": {}}
