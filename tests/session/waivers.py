"""Rules that one side cannot be seen to break, each with the reason. What is listed and comes up is a failure too."""

from __future__ import annotations

NEVER_LOCAL: dict[str, str] = {}
NEVER_REMOTE: dict[str, str] = {}
