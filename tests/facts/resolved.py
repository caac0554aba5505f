"""The hash of each table of facts, with what it inherits: `resolved.toml` holds what the tables were when written out.

Facts files stated every row until commit 93ee1d0; now they state differences. `resolved.toml` holds the hashes of
the commit before it, and a row `changed` with the reason for each table that has changed on purpose since.

    python -m tests.facts.resolved check 93ee1d0^     compare the hashes with the files of that commit
    python -m tests.facts.resolved change "REASON"    write a row for each table that is not what is stated
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli

from mcp_bindgen.ingest.inheritance import KEYS, Tables, read_facts
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import is_array, is_object

ROOT = Path(__file__).resolve().parents[2]
STATED = Path(__file__).with_suffix(".toml")


def hashed(table: Any) -> str:
    """The hash of a table; the order of its rows and members does not count."""
    rows = table if is_array(table) else [table]
    texts = sorted(json.dumps(_with_one_source(row), sort_keys=True, default=str) for row in rows)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _with_one_source(value: Any) -> Any:
    """Facts with the pages in one text, as the files had them when they were written out."""
    if is_array(value):
        return [_with_one_source(each) for each in value]
    if not is_object(value):
        return value
    return {
        **{name: _with_one_source(each) for name, each in value.items() if name != "sources"},
        **({"source": "; ".join(value["sources"])} if "sources" in value else {}),
    }


def resolved(schema_root: Path, revision: str) -> dict[str, str]:
    """The hash of each table of a revision, by file and table."""
    files = {name: read_facts(schema_root, revision, name).tables for name in KEYS}
    return dict(_hashes(files))


def written_out(commit: str, revision: str) -> dict[str, str]:
    """The same of a commit in which the files of the revision inherit nothing."""
    files = {name: tomli.loads(_git("show", f"{commit}:schema/{revision}/{name}")) for name in KEYS}
    assert not any("inherits" in tables for tables in files.values())
    return dict(_hashes(files))


def _hashes(files: Mapping[str, Tables]) -> Iterator[tuple[str, str]]:
    for name, tables in files.items():
        yield from ((f"{name} {table}", hashed(rows)) for table, rows in sorted(tables.items()))


def stated() -> dict[str, dict[str, str]]:
    """What `resolved.toml` states of each revision: its tables as they were written out, or as changed since."""
    tables = read_toml(STATED)
    found: dict[str, dict[str, str]] = {revision: dict(hashes) for revision, hashes in tables["written_out"].items()}
    for row in tables["changed"]:
        found.setdefault(row["revision"], {})[row["table"]] = row["hash"]
    return found


def changed(schema_root: Path, revision: str) -> dict[str, str]:
    """The tables of a revision that are not what is stated, with their hashes; a table that is gone has none."""
    now, before = resolved(schema_root, revision), stated().get(revision, {})
    return {table: now.get(table, "") for table in {**before, **now} if now.get(table, "") != before.get(table)}


def state_changes(schema_root: Path, revisions: list[str], reason: str) -> Iterator[str]:
    """Write a row with a reason for each table that is not what is stated; drop those of tables as they first were."""
    text, first = STATED.read_text(encoding="utf-8"), read_toml(STATED)["written_out"]
    for revision in revisions:
        for table, found in changed(schema_root, revision).items():
            head = f'[[changed]]\nrevision = "{revision}"\ntable = "{table}"\n'
            before, _, after = text.partition(head)
            rest = after.partition("\n\n")[2]
            as_before = found == first.get(revision, {}).get(table, "")
            row = "" if as_before else f'{head}hash = "{found}"\nreason = {json.dumps(reason, ensure_ascii=False)}'
            text = "\n\n".join(part.strip("\n") for part in (before, rest, row) if part.strip("\n")) + "\n"
            yield f"{revision} {table}"
    STATED.write_text(text, encoding="utf-8")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=True, text=True).stdout


def main(arguments: list[str]) -> int:
    """Run the command that the head of this module describes."""
    if len(arguments) != 2 or arguments[0] not in ("check", "change"):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "change":
        print(*state_changes(ROOT / "schema", list(stated()), arguments[1]), sep="\n")
        return 0
    before = read_toml(STATED)["written_out"]
    differing = [revision for revision, hashes in before.items() if hashes != written_out(arguments[1], revision)]
    print(f"{len(before)} revisions, {sum(map(len, before.values()))} tables; differ: {', '.join(differing) or 'none'}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
