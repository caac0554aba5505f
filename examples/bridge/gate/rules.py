"""What the gateway lets pass: tools that are allowed and not broken, and no values that are to be removed."""

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
    """What one gateway lets pass.

    Args:
        allowed: The tools that may be called; all of them if there are none.
        redacted: JSON Pointers of what is removed from messages of the server.
        limits: For each text, those of the bridge: a text that this cannot read must not pass there.
    """

    def __init__(self, allowed: Iterable[str], redacted: Iterable[str], limits: mb.Limits | None = None) -> None:
        self._limits = limits if limits is not None else mb.Limits()
        self._allowed = frozenset(allowed)
        self._redacted = [pointer.split("/")[1:] for pointer in redacted]
        self.broken: dict[str, str] = {}

    def refusal(self, text: bytes) -> bytes | None:
        """The error for a call of a tool that may not be called; None if the text may pass.

        A batch passes as a whole or not at all, and each request of it has an answer.
        """
        if not self._allowed and not self.broken:
            return None
        try:
            envelope = mb.read_envelope(text, limits=self._limits)
        except mb.ProtocolError:
            return None  # the bridge answers it
        items = envelope.items or (envelope,)
        reasons = [self._refused(each) for each in items]
        if not any(reasons):
            return None
        errors = [_error(each, reason) for each, reason in zip(items, reasons, strict=True)]
        replies = [reply for error in errors if error is not None and (reply := error.to_bytes()) is not None]
        return b"[" + b",".join(replies) + b"]" if envelope.kind == "batch" else replies[0]

    def _refused(self, item: mb.Envelope | mb.ProtocolError) -> str:
        """Why a message of a client may not pass; empty if it may."""
        if isinstance(item, mb.ProtocolError) or item.kind != "request" or item.method != "tools/call":
            return ""
        return self._reason(item.name)

    def _reason(self, tool: str | None) -> str:
        if self._allowed and tool not in self._allowed:
            return "The tool is not allowed here"
        return "The tool is in quarantine, since its definition is not valid" if tool in self.broken else ""

    def without_tools(self, text: bytes, version: str) -> tuple[bytes, Sequence[str]]:
        """Lists of tools without those that may not be called, or whose definitions are not valid.

        Args:
            text: Of the server.
            version: The revision that it speaks.

        Returns:
            The text, and why each tool was removed; the same text if none was.
        """
        if b'"tools"' not in text and b"\\" not in text:  # a name may be written with escapes
            return text, ()
        document = _read(text)
        removed: list[str] = []
        for item in _array(document) or [document]:
            result = _object(_object(item).get("result"))
            tools = _array(result.get("tools"))
            reasons = [self._fault(tool, version) for tool in tools]
            if any(reasons):
                result["tools"] = [tool for tool, reason in zip(tools, reasons, strict=True) if not reason]
                removed += filter(None, reasons)
        return (json.dumps(document).encode(), removed) if removed else (text, ())

    def _fault(self, tool: Any, version: str) -> str:
        """Why a tool is removed from a list; empty if it stays."""
        name = _object(tool).get("name")
        if self._allowed and name not in self._allowed:
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

    def without_secrets(self, text: bytes) -> bytes:
        """A text without the values at the pointers that are to be removed."""
        if not self._redacted:
            return text
        document = _read(text)
        items = _array(document) or [document]
        hits = [remove(item, tokens) for item in items for tokens in self._redacted]
        return json.dumps(document, separators=(",", ":")).encode() if any(hits) else text


def remove(value: Any, tokens: Sequence[str]) -> bool:
    """Replace what stands at a place, if there is something; whether there was."""
    holder: Any = value
    for depth, token in enumerate(tokens):
        name = token.replace("~1", "/").replace("~0", "~")
        key: Any = int(name) if name.isdigit() and not hasattr(holder, "keys") else name
        try:
            member: Any = holder[key]
            if depth == len(tokens) - 1:
                holder[key] = REDACTED
            else:
                holder = member
        except (LookupError, TypeError):
            return False
    return True


def _error(item: mb.Envelope | mb.ProtocolError, reason: str) -> mb.ProtocolError | None:
    """The answer to a message of a text that does not pass; None for one that has no answer."""
    if isinstance(item, mb.ProtocolError):
        return item
    if item.kind != "request":
        return None
    return mb.ProtocolError(INVALID_PARAMS, reason or "Another call of the batch may not be made", id=item.id)


def _read(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None  # the bridge rejects it


def _object(value: Any) -> dict[str, Any]:
    """A JSON object as it is; anything else as an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _array(value: Any) -> list[Any]:
    """A JSON array as it is; anything else as an empty one."""
    return [*cast("Sequence[Any]", value)] if isinstance(value, list) else []
