"""Rules of the gateway: the tools that it allows, and the values that it removes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, cast

import mcp_bindings as mb

INVALID_PARAMS = -32602
REDACTED = "(removed)"
MAX_BROKEN = 10_000
"""Names of broken tools that are kept."""


class Rules:
    """Rules for the messages of one gateway.

    Args:
        allowed: the tools that may be called; all of them if there are none.
        redacted: JSON Pointers of what is removed from messages of the server.
        limits: limits of each text, the same as those of the bridge, which could otherwise pass on unread texts.
    """

    def __init__(self, allowed: Iterable[str], redacted: Iterable[str], limits: mb.Limits | None = None) -> None:
        self._limits = limits if limits is not None else mb.Limits()
        self._allowed = frozenset(allowed)
        self._redacted = [pointer.split("/")[1:] for pointer in redacted]
        self.broken: dict[str, str] = {}

    def refuse_call(self, text: bytes) -> bytes | None:
        """Return the error for a text that calls a tool that is not allowed; None for any other text.

        A batch passes as a whole or not at all, and each request of it has an answer.
        """
        if not self._allowed and not self.broken:
            return None
        try:
            envelope = mb.read_envelope(text, limits=self._limits)
        except mb.ProtocolError:
            return None  # the bridge answers it
        items = envelope.items or (envelope,)
        reasons = [self._refusal_reason(each) for each in items]
        if not any(reasons):
            return None
        errors = [_make_error(each, reason) for each, reason in zip(items, reasons, strict=True)]
        replies = [reply for error in errors if error is not None and (reply := error.to_bytes()) is not None]
        return b"[" + b",".join(replies) + b"]" if envelope.kind == "batch" else replies[0]

    def _refusal_reason(self, item: mb.Envelope | mb.ProtocolError) -> str:
        """Return the reason for which a client's message is refused; an empty text if it is allowed."""
        if isinstance(item, mb.ProtocolError) or item.kind != "request" or item.method != "tools/call":
            return ""
        return self._tool_refusal_reason(item.name)

    def _tool_refusal_reason(self, tool: str | None) -> str:
        if self._allowed and tool not in self._allowed:
            return "The tool is not allowed here"
        return "The tool is in quarantine, since its definition is not valid" if tool in self.broken else ""

    def remove_tools(self, text: bytes, version: str) -> tuple[bytes, Sequence[str]]:
        """Remove tools from lists that may not be called or whose definitions are not valid.

        Args:
            text: text of the server.
            version: the revision that it speaks.

        Returns:
            The text, and why each tool was removed; the same text if none was.
        """
        if b'"tools"' not in text and b"\\" not in text:  # a name may be written with escapes
            return text, ()
        document = _parse_json(text)
        removed: list[str] = []
        for item in _array(document) or [document]:
            result = _object(_object(item).get("result"))
            tools = _array(result.get("tools"))
            reasons = [self._removal_reason(tool, version) for tool in tools]
            if any(reasons):
                result["tools"] = [tool for tool, reason in zip(tools, reasons, strict=True) if not reason]
                removed += filter(None, reasons)
        return (json.dumps(document).encode(), removed) if removed else (text, ())

    def _removal_reason(self, tool: Any, version: str) -> str:
        """Return the reason for which a tool is removed from a list; an empty text if it stays."""
        name = _object(tool).get("name")
        if self._allowed and not (isinstance(name, str) and name in self._allowed):
            return "not allowed"
        try:
            mb.revision(version).codec("Tool").decode_value(tool)
        except mb.DecodeError:
            if isinstance(name, str) and len(self.broken) < MAX_BROKEN:
                self.broken[name] = version
            return "not valid"
        if isinstance(name, str):
            self.broken.pop(name, None)
        return ""

    def remove_values(self, text: bytes) -> bytes:
        """Return a text without the values at the pointers that are to be removed."""
        if not self._redacted:
            return text
        document = _parse_json(text)
        items = _array(document) or [document]
        hits = [replace_value(item, tokens) for item in items for tokens in self._redacted]
        return json.dumps(document, separators=(",", ":")).encode() if any(hits) else text


def replace_value(value: Any, tokens: Sequence[str]) -> bool:
    """Replace the value at a place. Return whether the place has a value."""
    holder: Any = value
    for depth, token in enumerate(tokens):
        name = token.replace("~1", "/").replace("~0", "~")
        key: Any = int(name) if name.isdecimal() and not hasattr(holder, "keys") else name
        try:
            member: Any = holder[key]
            if depth == len(tokens) - 1:
                holder[key] = REDACTED
            else:
                holder = member
        except (LookupError, TypeError):
            return False
    return True


def _make_error(item: mb.Envelope | mb.ProtocolError, reason: str) -> mb.ProtocolError | None:
    """Return the answer to a message in a refused text; None for a message without an answer."""
    if isinstance(item, mb.ProtocolError):
        return item
    if item.kind != "request":
        return None
    return mb.ProtocolError(INVALID_PARAMS, reason or "Another call of the batch may not be made", id=item.id)


def _parse_json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None  # the bridge rejects it


def _object(value: Any) -> dict[str, Any]:
    """Return a JSON object itself; an empty object for any other value."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _array(value: Any) -> list[Any]:
    """Return a JSON array itself; an empty array for any other value."""
    return [*cast("Sequence[Any]", value)] if isinstance(value, list) else []
