"""The type of the client that `mb.connect` gives to callers without handlers, for type checkers."""

from __future__ import annotations

from ..v2026_07_28.client import Client

__all__ = ["Client"]
