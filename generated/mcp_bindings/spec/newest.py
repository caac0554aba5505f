"""The classes of the newest release, by which type checkers know the client that `connect` gives."""

from __future__ import annotations

from ..v2026_07_28.calls import AnsweredCalls
from ..v2026_07_28.handlers import ClientHandlers

__all__ = ["AnsweredCalls", "ClientHandlers"]
