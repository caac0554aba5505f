"""Add a new revision to the files of all revisions: manifest, renames, decisions, documentation, names, changelog."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from mcp_bindgen.diff.schema.matching import Rename, parts_of_message
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import Revision, parse_toml, read_manifest
from mcp_bindgen.ingest.provenance import read_origin, rename_decisions
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.records import docs, names
from mcp_bindgen.release.difference import format_rows
from mcp_bindgen.release.renaming import NewNames

_COLUMNS = ("id", "version", "reference", "status", "era", "path", "commit", "official_sha256", "sha256")


def add_to_manifest(schema_root: Path, revision: Revision) -> None:
    """Add the row of a released revision to the manifest, before the rows of later releases and of the draft.

    Raises:
        BindgenError: the manifest cannot be read or is malformed.
    """
    path = schema_root / "revisions.toml"
    text = path.read_text(encoding="utf-8")
    later = next(row.id for row in read_manifest(schema_root) if row.status == "draft" or row.id > revision.id)
    place = text.rindex("[[revision]]", 0, text.index(f'\nid = "{later}"\n'))
    row = {key: getattr(revision, key) for key in _COLUMNS if getattr(revision, key)}
    path.write_text(text[:place] + format_rows("revision", [row]) + "\n" + text[place:], encoding="utf-8", newline="\n")


def add_renames(schema_root: Path, renamed: NewNames, revision_id: str, listed: Sequence[Rename]) -> list[str]:
    """Add a row without a reason to `renames.toml` for each renamed definition. A person confirms a row by its reason.

    A renamed definition gets no row if it is listed already, or if its name follows from that of a renamed message.

    Returns:
        The new names of the definitions that got a row.
    """
    path = schema_root / "renames.toml"
    listed_pairs = {(row.before, row.after) for row in listed if row.since == revision_id}
    with_messages = {part for pair in renamed.definitions.items() for part in parts_of_message(*pair)}
    rows = [
        {"before": before, "after": after, "since": revision_id, "reason": ""}
        for before, after in renamed.definitions.items()
        if (before, after) not in listed_pairs | with_messages
    ]
    if rows:
        text = path.read_text(encoding="utf-8").rstrip("\n")
        path.write_text(f"{text}\n\n{format_rows('rename', rows)}", encoding="utf-8", newline="\n")
    return [row["after"] for row in rows]


def copy_decisions(schema_root: Path, previous: Revision, revision_id: str, applied: Sequence[Erratum]) -> list[str]:
    """Add a copy of each decision about an erratum of the previous revision, if the erratum also applies to the new
    revision.

    Returns:
        Ids of the new rows.

    Raises:
        BindgenError: the decisions cannot be read or are malformed.
    """
    path, kept = schema_root / "decisions.toml", {row.id for row in applied}
    decisions = read_origin(schema_root, previous, with_errata=False).decisions
    found = [row for row in rename_decisions(decisions, previous.id, revision_id) if row.erratum in kept]
    if found:
        text = path.read_text(encoding="utf-8").rstrip("\n")
        path.write_text(f"{text}\n\n{format_rows('decision', map(vars, found))}", encoding="utf-8", newline="\n")
    return [row.defect for row in found]


def copy_doc_lines(schema_root: Path, previous: SpecRevision, spec: SpecRevision, renamed: NewNames) -> list[str]:
    """Copy the documentation lines of renamed types and of their members to the new names.

    A new name that has a line already keeps its line.

    Returns:
        The new names of the types that got lines.

    Raises:
        BindgenError: `docs.toml` cannot be read or is not TOML.
    """
    path, doc_lines, types = schema_root / "docs.toml", docs.read_docs(schema_root), spec.by_name()
    lines: dict[str, str] = {}
    members: dict[str, dict[str, str]] = {}
    for before, after in renamed.types.items():
        line = doc_lines.type_line(previous, previous.by_name()[before])
        if line and not doc_lines.type_line(spec, types[after]):
            lines[after] = line
        kept = {field.wire_name for field in getattr(types[after], "fields", ())}
        own = {name: text for name, text in doc_lines.members_of.get(before, {}).items() if name in kept}
        if own and after not in doc_lines.members_of:
            members[after] = own
    text = _insert_lines(path.read_text(encoding="utf-8"), "types", lines)
    for owner, own in members.items():
        text = _insert_table(text, f"members_of.{owner}", own)
    path.write_text(text, encoding="utf-8", newline="\n")
    return sorted({*lines, *members})


def _insert_table(text: str, table: str, lines: Mapping[str, str]) -> str:
    """Return a TOML text with a table added, in the order of names among the tables that begin with the same word.

    Args:
        text: the present text.
        table: name of the table, such as `members_of.Tool`.
        lines: values of the table, by key.
    """
    kind = table.partition(".")[0]
    heads = list(re.finditer(rf"(?m)^\[({kind}\.[^\]]+)\]$", text))
    place = next((match.start() for match in heads if match[1] > table), None)
    if place is None:
        place = _find_end_of_table(text, heads[-1].end()) if heads else len(text)
    block = "\n".join([f"[{table}]", *(_format_doc_line(key, line) for key, line in lines.items())])
    return "\n\n".join(part for part in (text[:place].rstrip("\n"), block, text[place:]) if part).rstrip("\n") + "\n"


def _find_end_of_table(text: str, start: int) -> int:
    """Return the position at which the next table of a TOML text begins; the length of the text if no table follows."""
    following = text.find("\n[", start)
    return following + 1 if following >= 0 else len(text)


def add_doc_lines(schema_root: Path, spec: SpecRevision) -> list[str]:
    """Add an empty documentation line for each type and each member of a revision that has no line.

    Returns:
        Names of the types and members that got a line.

    Raises:
        BindgenError: `docs.toml` cannot be read or is not TOML.
    """
    path, lines = schema_root / "docs.toml", docs.read_docs(schema_root)
    types = [type_.name for type_ in spec.types if not lines.type_line(spec, type_)]
    members = {
        field.wire_name
        for type_ in spec.types
        if isinstance(type_, ObjectType)
        for field in type_.fields
        if not lines.member_line(spec, type_, field.wire_name)
    }
    text = path.read_text(encoding="utf-8")
    text = _insert_lines(_insert_lines(text, "types", dict.fromkeys(types, "")), "members", dict.fromkeys(members, ""))
    path.write_text(text, encoding="utf-8", newline="\n")
    return [*types, *sorted(members)]


def write_errata(path: Path, rows: Sequence[Erratum]) -> None:
    """Write a file with the errata of a revision. Replace the file if it exists."""
    head = "# Corrections of the pinned schema.json. Each states the value that it replaces."
    path.write_text(f"{head}\n\n{format_rows('erratum', map(vars, rows))}", encoding="utf-8", newline="\n")


def remove_doc_lines(schema_root: Path, entries: Sequence[str]) -> None:
    """Remove documentation lines, and each table whose last line is removed.

    Args:
        schema_root: the directory `schema/`.
        entries: the lines, as `docs.stale_entries` names them.
    """
    path = schema_root / "docs.toml"
    blocks = re.split(r"(?m)^(?=\[)", path.read_text(encoding="utf-8"))
    kept: list[str] = []
    for block in blocks:
        head, *lines = block.split("\n")
        owner = head.strip("[]")
        left = [line for line in lines if f"{owner}.{_parse_key_of_line(line)}" not in entries]
        if left == lines or any(map(str.strip, left)):
            kept.append("\n".join([head, *left]))
    path.write_text("".join(kept), encoding="utf-8", newline="\n")


def _parse_key_of_line(line: str) -> str:
    """Return the key of a line of a TOML table; empty if the line has no key."""
    found = re.match(r'([A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*") = ', line)
    return json.loads(found[1]) if found and found[1].startswith('"') else found[1] if found else ""


def remove_decisions(schema_root: Path, errata: Collection[str]) -> list[str]:
    """Remove the decisions about the given errata from `decisions.toml`.

    Args:
        schema_root: the directory `schema/`.
        errata: ids of the errata.

    Returns:
        Ids of the removed rows.

    Raises:
        BindgenError: the file is not TOML.
    """
    path = schema_root / "decisions.toml"
    head, *blocks = re.split(r"(?m)^(?=\[\[)", path.read_text(encoding="utf-8"))
    rows = [next(iter(parse_toml(block.encode(), where=str(path)).values()))[0] for block in blocks]
    gone = [row.get("erratum") in errata for row in rows]
    kept = [block for block, is_gone in zip(blocks, gone, strict=True) if not is_gone]
    path.write_text(head + "".join(kept), encoding="utf-8", newline="\n")
    return [row["defect"] for row, is_gone in zip(rows, gone, strict=True) if is_gone]


def _insert_lines(text: str, table: str, added: Mapping[str, str]) -> str:
    """Return a TOML text with lines added to a table, and the lines of this table sorted."""
    start = text.index(f"[{table}]\n") + len(table) + 3
    end = _find_end_of_table(text, start)
    lines = text[start:end].strip("\n").split("\n")
    lines += [_format_doc_line(key, line) for key, line in added.items()]
    ordered = "\n".join(sorted(lines, key=lambda line: line.partition(" = ")[0])) + "\n"
    return text[:start] + ordered + ("\n" if text[end:] else "") + text[end:]


def _format_doc_line(key: str, line: str) -> str:
    return f"{key if re.fullmatch(r'[A-Za-z0-9_-]+', key) else _quote_text(key)} = {_quote_text(line)}"


def _quote_text(key: str) -> str:
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


def add_public_names(schema_root: Path, ledger: names.Ledger) -> None:
    """Add the public names of a revision to the end of `names.toml`."""
    path = schema_root / "names.toml"
    text = names.ledger_text(ledger).removeprefix(names.HEADER)
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + "\n" + text, encoding="utf-8", newline="\n")


def add_changelog_line(path: Path, line: str) -> None:
    """Add a line to the beginning of the list "Added" of the unreleased changes. Add this list if it is missing.

    Raises:
        BindgenError: the changelog has no section for unreleased changes.
    """
    text = path.read_text(encoding="utf-8")
    section = re.search(r"(?ms)^## \[Unreleased\]$.*?(?=^## |\Z)", text)
    if section is None:
        raise BindgenError("has no section `## [Unreleased]`; add one", where=str(path))
    head, added, after = section[0].partition("\n### Added\n")
    if not added:
        title, _, after = head.partition("\n")
        head, added = f"{title}\n", "\n### Added\n"
    before, bullet, others = after.partition("\n- ")
    has_list = bullet and "\n#" not in before
    new = f"{before}\n- {line}{bullet}{others}" if has_list else f"\n- {line}\n{after}"
    path.write_text(
        text[: section.start()] + head + added + new + text[section.end() :], encoding="utf-8", newline="\n"
    )
