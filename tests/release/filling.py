"""Do what `release` leaves to a person, from a file of facts."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from mcp_bindgen.release.status import Note, find_todos


class Filled(NamedTuple):
    """What a person has written."""

    documented: int
    """Lines of documentation, one for each new name."""
    facts: int
    """Lines of facts, with the names of their rows."""


def fill(project: Path, revision_id: str, facts: Path) -> Filled:
    """State each fact that is left, confirm the inherited rows, and write a line for each new name."""
    documented, stated = 0, list[str]()
    known: dict[str, Any] = tomli.loads(facts.read_text(encoding="utf-8"))
    for each in find_todos(project / "schema", revision_id):
        path = project / each.path
        lines = path.read_text(encoding="utf-8").split("\n")
        found = re.match(r"(.+): state `(\w+)`", each.text)
        if found:
            key, line = found[2], fact(known, revision_id, each)
            lines[each.line - 1] = line
            stated.append(found[1])
            assert line.partition(" = ")[0] == key
        elif each.text.startswith("extension "):
            lines.insert(each.line, f'without = ["{revision_id}"]')
            stated.append(each.text)
        elif each.path == "schema/docs.toml":
            lines[each.line - 1] = lines[each.line - 1].replace('""', f'"Invented: {each.line}."')
            documented += 1
        path.write_text("\n".join(lines), encoding="utf-8")
    for path in (project / "schema" / revision_id).glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?ms)^\[unconfirmed\]\n.*?(?=\n\n|\Z)", "", text), encoding="utf-8")
    return Filled(documented, len(stated) + len(set(stated)))


def fact(known: dict[str, dict[str, str | list[str]]], revision_id: str, each: Note) -> str:
    """The line that states a fact: that of the first row of the file of facts whose name matches."""
    found = re.match(r"(.+): state `(\w+)`", each.text)
    assert found is not None
    row = found[1].replace(revision_id, "ID")
    name = next((name for name in known if fnmatchcase(row, name) and found[2] in known[name]), None)
    assert name is not None, f"nobody states {each}"
    value = json.dumps(known[name][found[2]]).replace("PAGE", f"specification/{revision_id}")
    return f"{found[2]} = {value}"
