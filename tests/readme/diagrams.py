"""The diagrams and the table of rules of the guide on sessions. `python -m tests.readme.diagrams` draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mcp_bindings.session import RULES
from mcp_bindings.session.states import HANDSHAKE, REQUEST, draw_mermaid

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "guides" / "sessions.md"

_DIAGRAM = re.compile(r"^```mermaid\n.*?^```$", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"(?<=<!-- modes -->\n).*?(?=<!-- end -->)", re.DOTALL)


def drawn(text: str) -> str:
    """A text with its diagrams drawn anew, in order, and its table of rules."""
    diagrams = iter((HANDSHAKE, REQUEST))
    text = _TABLE.sub(lambda _: "\n".join(rules()) + "\n\n", text)
    return _DIAGRAM.sub(lambda _: f"```mermaid\n{draw_mermaid(next(diagrams))}```", text)


def rules() -> Iterator[str]:
    """The lines of a table: what each mode does with a message that breaks a rule."""
    yield from ("", "| rule | | strict | default | tolerant |", "| --- | --- | --- | --- | --- |")
    for id_, rule in RULES.items():
        page = f"https://modelcontextprotocol.io/{rule.source}"
        yield f"| [`{id_}`]({page}) | {rule.summary} | {' | '.join(rule.handling)} |"


if __name__ == "__main__":
    DOCUMENT.write_text(drawn(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{DOCUMENT.name} written")
