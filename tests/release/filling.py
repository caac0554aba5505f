"""Do what `release` leaves to a person, from a file of facts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import tomli

from mcp_bindgen.release.status import left

FACTS = Path(__file__).with_name("facts.toml")


def fill(project: Path, revision_id: str) -> int:
    """State each fact that is left, confirm the inherited rows, and write a line for each new name.

    Returns:
        The number of these lines of documentation.
    """
    documented = 0
    facts: dict[str, Any] = tomli.loads(FACTS.read_text(encoding="utf-8"))
    page = f"specification/{revision_id}"
    for each in left(project / "schema", revision_id):
        path = project / each.path
        lines = path.read_text(encoding="utf-8").split("\n")
        found = re.fullmatch(r"(.+): state `(\w+)`", each.text)
        if found:
            value = facts[found[1].replace(revision_id, "ID")][found[2]].replace("PAGE", page)
            lines[each.line - 1] = f'{found[2]} = "{value}"'
        elif each.path.endswith("docs.toml"):
            lines[each.line - 1] = lines[each.line - 1].replace('""', f'"Invented: {each.line}."')
            documented += 1
        path.write_text("\n".join(lines), encoding="utf-8")
    for path in (project / "schema" / revision_id).glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?ms)^\[unconfirmed\]\n.*?(?=\n\n|\Z)", "", text), encoding="utf-8")
    return documented
