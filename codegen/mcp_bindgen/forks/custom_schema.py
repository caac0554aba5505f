"""Schemas that a user supplies, each with the pinned revision from which its facts are derived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mcp_bindgen import comparison, jsontext, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import importer, manifest, translation
from mcp_bindgen.ingest.inheritance import KEYS
from mcp_bindgen.ingest.manifest import Revision

FILES = (*KEYS, translation.FILE)
"""Names of the facts files that the author of a fork can write."""


@dataclass(frozen=True)
class CustomSchema:
    """A schema of a user: a fork of its base, a replacement of its base, or an added revision."""

    id: str
    path: Path
    base: Revision
    """The pinned revision whose facts and errata the schema inherits, as far as these apply to the schema."""
    is_fork: bool = False
    """True if the schema takes the place of its base under an id of its own, with the version of the base in messages.
    """
    facts: Path | None = None
    """Directory with facts files that the author of a fork has written; None without such files."""

    @property
    def is_replacement(self) -> bool:
        """True if the schema has the id of its base."""
        return self.id == self.base.id

    def make_revision(self, official_sha256: str, sha256: str) -> Revision:
        """Return the row of this schema in the manifest.

        Args:
            official_sha256: the hash of the file.
            sha256: the hash of the structure of the file.
        """
        row = replace(
            self.base, reference="", path="", commit="", official_sha256=official_sha256, sha256=sha256, id=self.id
        )
        if self.is_replacement:
            return row
        if self.is_fork:
            return replace(row, status="released", version=self.base.wire_version)
        return replace(row, status="custom", version="")

    def manifest_rows(self, rows: Sequence[Revision], own: Revision) -> list[Revision]:
        """Return the rows of a manifest that has this schema too.

        The row of a replacement takes the place of that of its base. The row of a fork takes the place of all rows
        that have the version of its base in messages. The row of an added revision is the last.

        Args:
            rows: the rows of the manifest.
            own: the row of this schema.
        """
        if self.is_replacement:
            return [own if row.id == own.id else row for row in rows]
        if not self.is_fork:
            return [*rows, own]
        place = next(number for number, row in enumerate(rows) if row.wire_version == self.base.wire_version)
        before, after = (
            [row for row in part if row.wire_version != self.base.wire_version] for part in (rows[:place], rows[place:])
        )
        return [*before, own, *after]


def read_custom_schemas(
    files: Mapping[str, Path], base: str | None, facts: Path | None, chosen: Sequence[str], schema_root: Path
) -> list[CustomSchema]:
    """Return the custom schemas that a user requests.

    A schema with the id of a pinned revision replaces that revision. The base of an added revision is that release of
    its era which has the largest share of names of definitions in common with the schema.

    Args:
        files: the custom schema files by id.
        base: the id of the revision of which the only file in `files` is a fork; None if no file is a fork.
        facts: the directory with the fork's facts files; None without such files.
        chosen: the other revisions of the package; the id of the fork may be among them.
        schema_root: the project's directory `schema/`.

    Raises:
        BindgenError: an id, the base or the directory with the facts is unusable; `facts` is given without `base`; a
            fork has several files or none; a chosen revision is unknown or has the version of the fork in messages; or
            a file cannot be read or is not JSON.
    """
    pinned = manifest.read_manifest(schema_root)
    if base is not None:
        return [_make_fork(files, base, facts, chosen, pinned)]
    if facts is not None:
        raise BindgenError("--facts needs --base", hint="name the pinned revision of which the schema is a fork")
    by_id = {row.id: row for row in pinned}
    found: list[CustomSchema] = []
    for revision_id, path in files.items():
        sources.check_custom_id(revision_id)
        document = jsontext.loads(importer.read_bytes(path), where=str(path))
        era = sources.era_of(document)
        releases = [row for row in pinned if row.status == "released" and row.era == era]
        near = by_id.get(revision_id) or comparison.find_nearest_revision(document, releases, schema_root)
        found.append(CustomSchema(revision_id, path, near))
    return found


def _make_fork(
    files: Mapping[str, Path], base_id: str, facts: Path | None, chosen: Sequence[str], pinned: tuple[Revision, ...]
) -> CustomSchema:
    if not files:
        raise BindgenError("--base needs --schema-file", hint="for example --schema-file acme=schema.json")
    if len(files) > 1:
        raise BindgenError(
            f"{' and '.join(files)} would both have the version {base_id} in messages, but a package has one "
            "revision for each version",
            hint="generate a package for each fork",
        )
    ((fork_id, path),) = files.items()
    sources.check_custom_id(fork_id)
    base = manifest.find_revision(pinned, base_id)
    if fork_id in {row.id for row in pinned}:
        raise BindgenError(
            f"{fork_id!r} is the id of a pinned revision, but a fork needs an id of its own",
            hint=f"for example --schema-file my-{fork_id}={path}",
        )
    for revision_id in chosen:
        if revision_id != fork_id and manifest.find_revision(pinned, revision_id).wire_version == base.wire_version:
            raise BindgenError(
                f"{fork_id} and {revision_id} both have the version {base.wire_version} in messages, but a package "
                "has one revision for each version",
                hint=f"leave out --revision {revision_id}; the official package has it",
            )
    if facts is not None:
        _check_facts_directory(facts)
    return CustomSchema(fork_id, path, base, is_fork=True, facts=facts)


def _check_facts_directory(directory: Path) -> None:
    if not directory.is_dir():
        raise BindgenError(
            "the directory does not exist", where=str(directory), hint="name an existing one with --facts"
        )
    unknown = [path for path in sorted(directory.glob("*.toml")) if path.name not in FILES]
    hint = f"facts files are {', '.join(FILES)}"
    if unknown:
        raise BindgenError("is not a facts file", where=str(unknown[0]), hint=hint)
    if not any((directory / name).exists() for name in FILES):
        raise BindgenError("has no facts file", where=str(directory), hint=hint)
