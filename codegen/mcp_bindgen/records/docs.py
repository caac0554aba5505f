"""`schema/docs.toml`: one docstring line for every type and member, written for this project."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.keywords import definitions_keyword
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ir.types import ObjectType, SpecRevision, TypeDef
from mcp_bindgen.jsontext import JSONValue, is_object, pointer_tokens

Lines = Mapping[str, str]

PLACEHOLDER = "Not documented yet."
"""Docstring in place of a line that is still empty; `release --status` lists these lines."""


class Docs(Protocol):
    """A source of docstrings. An empty line means that there is no docstring."""

    def type_line(self, spec: SpecRevision, type_: TypeDef) -> str: ...

    def member_line(self, spec: SpecRevision, owner: ObjectType, wire_name: str) -> str: ...


@dataclass(frozen=True)
class ProjectDocs:
    """The docstrings of the project, one line for each type or member. The most specific line applies.

    A line for one revision applies before a line for all revisions. Among the lines of one revision, and among those of
    all revisions, a line about the member of one type applies before a line about that member in every type.
    """

    types: Lines
    members: Lines
    members_of: Mapping[str, Lines]
    revision: Mapping[str, ProjectDocs]

    def with_placeholders(self) -> ProjectDocs:
        """Return these lines, with a placeholder in place of each empty line."""

        def fill_lines(lines: Lines) -> Lines:
            return {name: line or PLACEHOLDER for name, line in lines.items()}

        return ProjectDocs(
            fill_lines(self.types),
            fill_lines(self.members),
            {owner: fill_lines(lines) for owner, lines in self.members_of.items()},
            {revision: each.with_placeholders() for revision, each in self.revision.items()},
        )

    def type_line(self, spec: SpecRevision, type_: TypeDef) -> str:
        narrow = self.revision.get(spec.revision.id)
        return (narrow.types.get(type_.name) if narrow else None) or self.types.get(type_.name, "")

    def member_line(self, spec: SpecRevision, owner: ObjectType, wire_name: str) -> str:
        for tables in (self.revision.get(spec.revision.id), self):
            for lines in (tables.members_of.get(owner.name, {}), tables.members) if tables else ():
                if wire_name in lines:
                    return lines[wire_name]
        return ""


@dataclass(frozen=True)
class OfficialDocs:
    """Docstrings that are the descriptions in schema files, for users who have the official files."""

    documents: Mapping[str, JSONValue]

    def type_line(self, spec: SpecRevision, type_: TypeDef) -> str:
        return self._description_of(self._schema_at(spec, type_.provenance.pointer))

    def member_line(self, spec: SpecRevision, owner: ObjectType, wire_name: str) -> str:
        return self._description_of(
            self._find_member_schema(spec, self._schema_at(spec, owner.provenance.pointer), wire_name)
        )

    def _find_member_schema(self, spec: SpecRevision, owner: JSONValue, wire_name: str) -> JSONValue:
        """Return the schema of a member, also of one inherited through `allOf` or references; None without a schema."""
        if not is_object(owner):
            return None
        members = owner.get("properties", {})
        if is_object(members) and wire_name in members:
            member: JSONValue = members[wire_name]
            return member
        reference = owner.get("$ref")
        parents = [self._schema_at(spec, reference.removeprefix("#"))] if isinstance(reference, str) else []
        for parent in (*parents, *owner.get("allOf", [])):
            found = self._find_member_schema(spec, parent, wire_name)
            if found is not None:
                return found
        return None

    def _schema_at(self, spec: SpecRevision, pointer: str) -> JSONValue:
        place: JSONValue = self.documents.get(spec.revision.id)
        for token in [definitions_keyword(place), *pointer_tokens(pointer)[1:]]:
            if isinstance(place, Mapping):
                place = place.get(token)
            elif isinstance(place, list) and token.isdigit() and int(token) < len(place):
                place = place[int(token)]
            else:
                return None
        return place

    def _description_of(self, place: JSONValue) -> str:
        description = place.get("description") if is_object(place) else None
        return description if isinstance(description, str) else ""


@dataclass(frozen=True)
class DocsWithDefaults:
    """Docstrings of one source, or of another source for a type or member without a docstring in the first."""

    own: Docs
    defaults: Docs

    def type_line(self, spec: SpecRevision, type_: TypeDef) -> str:
        """Return the line of a type; an empty text if neither source has one."""
        return self.own.type_line(spec, type_) or self.defaults.type_line(spec, type_)

    def member_line(self, spec: SpecRevision, owner: ObjectType, wire_name: str) -> str:
        """Return the line of a member; an empty text if neither source has one."""
        return self.own.member_line(spec, owner, wire_name) or self.defaults.member_line(spec, owner, wire_name)


def read_docs(schema_root: Path) -> ProjectDocs:
    """Return the lines of `docs.toml` in the directory `schema/`.

    Raises:
        BindgenError: the file cannot be read or is not TOML.
    """
    return read_docs_file(schema_root / "docs.toml")


def read_docs_file(path: Path) -> ProjectDocs:
    """Return the lines of a file that has the form of `docs.toml`.

    Raises:
        BindgenError: the file cannot be read or is not TOML.
    """
    tables = read_toml(path)
    return _docs_from_tables(
        tables, {name: _docs_from_tables(inner, {}) for name, inner in tables.get("revision", {}).items()}
    )


def check_docs(docs: ProjectDocs, specs: Sequence[SpecRevision], *, where: Path) -> None:
    """Check that every type and member of a release has a line, and that every line is for a type or member.

    Raises:
        BindgenError: an entry is missing or stale. The message names each such entry.
    """
    missing = [name for spec in specs if spec.revision.status != "draft" for name in _undocumented_names(docs, spec)]
    _check_complete(missing, stale_entries(docs, specs), where)


def stale_entries(docs: ProjectDocs, specs: Sequence[SpecRevision]) -> list[str]:
    """Return the names of the entries that apply to no type and no member of the revisions, such as
    `members_of.Tool.title`.
    """
    used = {name for spec in specs for name in _used_entries(docs, spec)}
    return [name for name in _entry_names(docs) if name not in used]


def check_extension_docs(
    lines: ProjectDocs, shared: Docs | None, spec: SpecRevision, names: Collection[str], *, where: Path
) -> None:
    """Check that every type and member of an extension has a line, and that each of its lines is for a type or member.

    Args:
        lines: the extension's own lines.
        shared: the lines of the revisions, which count where the extension has no line; None to let types and members
            be without a line.
        spec: the types of the extension and of its revision.
        names: the extension's own types.
        where: the file, for messages.

    Raises:
        BindgenError: an entry is missing or stale. The message names each such entry.
    """
    own = replace(spec, types=tuple(type_ for type_ in spec.types if type_.name in names))
    missing = [] if shared is None else list(_undocumented_names(DocsWithDefaults(lines, shared), own))
    used = set(_used_entries(lines, own))
    stale = [name for name in _entry_names(lines) if name not in used]
    _check_complete(missing, stale, where)


def _check_complete(missing: Sequence[str], stale: Sequence[str], where: Path) -> None:
    if missing or stale:
        lines = [f"missing: {name}" for name in dict.fromkeys(missing)] + [f"stale: {name}" for name in stale]
        raise BindgenError("documentation lines do not match the schemas\n  " + "\n  ".join(lines), where=str(where))


def _docs_from_tables(table: Mapping[str, Mapping[str, str]], revision: Mapping[str, ProjectDocs]) -> ProjectDocs:
    members_of: Mapping[str, Lines] = table.get("members_of", {})  # type: ignore[assignment]
    return ProjectDocs(table.get("types", {}), table.get("members", {}), members_of, revision)


def _undocumented_names(docs: Docs, spec: SpecRevision) -> Iterator[str]:
    for type_ in spec.types:
        if not docs.type_line(spec, type_):
            yield f"types.{type_.name}"
        if isinstance(type_, ObjectType):
            for field in type_.fields:
                if not docs.member_line(spec, type_, field.wire_name):
                    yield f"members.{field.wire_name} (in {type_.name})"


def _entry_names(docs: ProjectDocs, prefix: str = "") -> Iterator[str]:
    yield from (f"{prefix}types.{name}" for name in docs.types)
    yield from (f"{prefix}members.{name}" for name in docs.members)
    yield from (f"{prefix}members_of.{owner}.{name}" for owner, lines in docs.members_of.items() for name in lines)
    for revision, tables in docs.revision.items():
        yield from _entry_names(tables, f"revision.{revision}.")


def _used_entries(docs: ProjectDocs, spec: SpecRevision) -> Iterator[str]:
    """Yield the name of the entry that applies to each type and each documented member of a revision."""
    prefix, narrow = f"revision.{spec.revision.id}.", docs.revision.get(spec.revision.id)
    for type_ in spec.types:
        yield f"{prefix}types.{type_.name}" if narrow and type_.name in narrow.types else f"types.{type_.name}"
        if isinstance(type_, ObjectType):
            for field in type_.fields:
                for at, tables in ((prefix, narrow), ("", docs)):
                    if tables and field.wire_name in tables.members_of.get(type_.name, {}):
                        yield f"{at}members_of.{type_.name}.{field.wire_name}"
                        break
                    if tables and field.wire_name in tables.members:
                        yield f"{at}members.{field.wire_name}"
                        break
