"""The diagrams of the guide on sessions. `python -m tests.readme.diagrams` draws them from the tables of states."""

from __future__ import annotations

import re
from pathlib import Path

from mcp_bindings.session import HANDSHAKE, REQUEST, mermaid

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "guides" / "sessions.md"

_DIAGRAM = re.compile(r"^```mermaid\n.*?^```$", re.MULTILINE | re.DOTALL)


def drawn(text: str) -> str:
    """A text with its diagrams drawn anew, in order."""
    diagrams = iter((HANDSHAKE, REQUEST))
    return _DIAGRAM.sub(lambda _: f"```mermaid\n{mermaid(next(diagrams))}```", text)


if __name__ == "__main__":
    DOCUMENT.write_text(drawn(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{DOCUMENT.name} written")
