"""Texts of a client that wait until the connection to the server is open."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from ..errors import ProtocolError
from ..jsonrpc.envelope import read_envelope
from ..spec.http_fields import Headers
from .bounds import Bounds


class Held(NamedTuple):
    """One text, with what carried it."""

    data: bytes | str
    headers: Headers | None
    exchange: Hashable

    def refused(self, error: ProtocolError) -> bytes | None:
        """The answer to its requests, which all get the same error; None if it has no request."""
        try:
            envelope = read_envelope(self.data)
        except ProtocolError as fault:
            return fault.to_bytes()
        found = envelope.items or (envelope,)
        replies = [
            error.reply(each.id) for each in found if not isinstance(each, ProtocolError) and each.kind == "request"
        ]
        if not replies:
            return None
        return b"[" + b",".join(replies) + b"]" if envelope.items else replies[0]


class HeldTexts:
    """The texts that wait.

    Args:
        bounds: How many, and how many bytes, may wait.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._texts: list[Held] = []
        self._size = 0

    def add(self, held: Held) -> bool:
        """Let a text wait; whether there is room for it. The first one always has room."""
        if self._texts and (
            len(self._texts) >= self._bounds.queued or self._size + len(held.data) > self._bounds.queued_bytes
        ):
            return False
        self._texts.append(held)
        self._size += len(held.data)
        return True

    def release(self) -> list[Held]:
        """The texts that wait, in order; they wait no longer."""
        texts, self._texts, self._size = self._texts, [], 0
        return texts
