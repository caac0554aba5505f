"""The methods and capabilities that a revision has renamed or moved, from the rules of translation."""

from __future__ import annotations

METHODS: tuple[tuple[str, str, str, str], ...] = ()
"""The rules that rename a method: the step, the way, and the name before and after the step."""

CAPABILITIES: dict[str, tuple[tuple[str, str, str, str], ...]] = {"client": (), "server": ()}
"""The rules that rename or move a capability, by the side that declares it: the step, the way, and the dotted path
before and after the step."""
