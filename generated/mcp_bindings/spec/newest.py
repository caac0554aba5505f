"""The client that `mb.connect` gives without handlers, by which type checkers know it."""

from __future__ import annotations

from ..v2026_07_28.client import Client

__all__ = ["Client"]
