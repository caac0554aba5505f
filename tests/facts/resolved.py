"""The hash of each table of facts, with what it inherits: `resolved.toml` holds what the tables were when written out.

The facts files of `schema/` stated every row until commit 93ee1d0, and those beside this module until the one after
381cac45; now they state differences. `resolved.toml` holds the hashes of the commits before, as `written_out` and
`independent`, and a row `changed` with the reason for each table that has changed on purpose since.

    python -m tests.facts.resolved check              compare the hashes with the files of those commits
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
from tests.facts import STATED as REVISIONS
from tests.facts import flat, tables_of

ROOT = Path(__file__).resolve().parents[2]
STATED = Path(__file__).with_suffix(".toml")
OWN = "independent"
"""The file of a revision beside this module, among the names of its files in `schema/`."""
COMMITS = {"written_out": "93ee1d0^", "independent": "381cac45"}
"""By section of `resolved.toml`, the commit whose hashes it has."""


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
    own = {OWN: tables_of(revision)} if revision in REVISIONS else {}
    return dict(_hashes(files | own))


def written_out(section: str, revision: str) -> dict[str, str]:
    """The same of the commit of a section, in which the files of the revision inherit nothing."""
    commit = COMMITS[section]
    paths = {name: f"schema/{revision}/{name}" for name in KEYS}
    if section == "independent":
        paths = {OWN: f"tests/facts/{revision}.toml"}
    files = {name: flat(tomli.loads(_git("show", f"{commit}:{path}"))) for name, path in paths.items()}
    assert not any("inherits" in tables for tables in files.values())
    return dict(_hashes(files))


def _hashes(files: Mapping[str, Tables]) -> Iterator[tuple[str, str]]:
    for name, tables in files.items():
        yield from ((f"{name} {table}", hashed(rows)) for table, rows in sorted(tables.items()))


def stated() -> dict[str, dict[str, str]]:
    """What `resolved.toml` states of each revision: its tables as they were written out, or as changed since."""
    found = first()
    for row in read_toml(STATED)["changed"]:
        found.setdefault(row["revision"], {})[row["table"]] = row["hash"]
    return found


def first() -> dict[str, dict[str, str]]:
    """What it states of the tables of each revision as they were written out."""
    tables, found = read_toml(STATED), dict[str, dict[str, str]]()
    for section in COMMITS:
        for revision, hashes in tables[section].items():
            found.setdefault(revision, {}).update(hashes)
    return found


def changed(schema_root: Path, revision: str) -> dict[str, str]:
    """The tables of a revision that are not what is stated, with their hashes; a table that is gone has none."""
    now, before = resolved(schema_root, revision), stated().get(revision, {})
    return {table: now.get(table, "") for table in {**before, **now} if now.get(table, "") != before.get(table)}


def state_changes(schema_root: Path, revisions: list[str], reason: str) -> Iterator[str]:
    """Write a row with a reason for each table that is not what is stated; drop those of tables as they first were."""
    text, before_changes = STATED.read_text(encoding="utf-8"), first()
    for revision in revisions:
        for table, found in changed(schema_root, revision).items():
            head = f'[[changed]]\nrevision = "{revision}"\ntable = "{table}"\n'
            before, _, after = text.partition(head)
            rest = after.partition("\n\n")[2]
            as_before = found == before_changes.get(revision, {}).get(table, "")
            row = "" if as_before else f'{head}hash = "{found}"\nreason = {json.dumps(reason, ensure_ascii=False)}'
            text = "\n\n".join(part.strip("\n") for part in (before, rest, row) if part.strip("\n")) + "\n"
            yield f"{revision} {table}"
    STATED.write_text(text, encoding="utf-8")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=True, text=True).stdout


def main(arguments: list[str]) -> int:
    """Run the command that the head of this module describes."""
    if (arguments[:1], len(arguments)) not in ((["check"], 1), (["change"], 2)):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "change":
        print(*state_changes(ROOT / "schema", list(stated()), arguments[1]), sep="\n")
        return 0
    differing: list[str] = []
    for section in COMMITS:
        before = read_toml(STATED)[section]
        differ = [revision for revision, hashes in before.items() if hashes != written_out(section, revision)]
        tables = sum(map(len, before.values()))
        print(f"{section}: {len(before)} revisions, {tables} tables; differ: {', '.join(differ) or 'none'}")
        differing += differ
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
