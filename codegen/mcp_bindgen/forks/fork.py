"""Definition of a fork: a custom schema that replaces a pinned revision, and whose messages name its version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import manifest
from mcp_bindgen.ingest.inheritance import KEYS
from mcp_bindgen.ingest.manifest import Revision


@dataclass(frozen=True)
class Fork:
    """A custom schema, with the revision of which it is a fork."""

    id: str
    schema: Path
    base: str
    """Id of the pinned revision whose facts, errata and version the fork has."""
    facts: Path | None = None
    """Directory with the facts files of the author."""


def fork_of(files: Mapping[str, Path], base: str | None, facts: Path | None) -> Fork | None:
    """Return the fork that a user requests, or None if the custom schemas are not forks.

    Args:
        files: the custom schema files by revision id.
        base: the revision of which they are forks; None if they are not forks.
        facts: the directory with the author's facts files.

    Raises:
        BindgenError: facts are given without a base, or a base without exactly one file.
    """
    if base is None:
        if facts is not None:
            raise BindgenError("--facts needs --base", hint="name the pinned revision of which the schema is a fork")
        return None
    if not files:
        raise BindgenError("--base needs --schema-file", hint="for example --schema-file acme=schema.json")
    if len(files) > 1:
        raise BindgenError(
            f"{' and '.join(files)} would both have the version {base} in messages, but a package has one "
            "revision for each version",
            hint="generate a package for each fork",
        )
    ((revision_id, path),) = files.items()
    return Fork(revision_id, path, base, facts)


def check_fork(fork: Fork, pinned: Sequence[Revision], chosen: Sequence[str]) -> Revision:
    """Check the request of a user, before any file is read.

    Args:
        fork: the fork.
        pinned: the pinned revisions.
        chosen: the other revisions of the package; the id of the fork may be among them.

    Returns:
        The base.

    Raises:
        BindgenError: the id or the base is unusable, a chosen revision is unknown or has the message version of the
            fork, or the directory with the facts is unusable.
    """
    sources.check_custom_id(fork.id)
    base = manifest.find_revision(tuple(pinned), fork.base)
    if fork.id in {row.id for row in pinned}:
        raise BindgenError(
            f"{fork.id!r} is the id of a pinned revision, but a fork needs an id of its own",
            hint=f"for example --schema-file my-{fork.id}={fork.schema}",
        )
    for revision_id in chosen:
        if (
            revision_id != fork.id
            and manifest.find_revision(tuple(pinned), revision_id).wire_version == base.wire_version
        ):
            raise BindgenError(
                f"{fork.id} and {revision_id} both have the version {base.wire_version} in messages, but a package "
                "has one revision for each version",
                hint=f"leave out --revision {revision_id}; the official package has it",
            )
    if fork.facts is not None:
        _check_facts(fork.facts)
    return base


def compatible_revisions(pinned: Sequence[Revision], base: Revision) -> list[Revision]:
    """Return the pinned revisions that a package may have beside a fork of the base: those with other versions."""
    return [row for row in pinned if row.wire_version != base.wire_version]


def _check_facts(directory: Path) -> None:
    if not directory.is_dir():
        raise BindgenError(
            "the directory does not exist", where=str(directory), hint="name an existing one with --facts"
        )
    unknown = [path for path in sorted(directory.glob("*.toml")) if path.name not in KEYS]
    if unknown:
        raise BindgenError("is not a facts file", where=str(unknown[0]), hint=f"facts files are {', '.join(KEYS)}")
    if not any((directory / name).exists() for name in KEYS):
        raise BindgenError("has no facts file", where=str(directory), hint=f"facts files are {', '.join(KEYS)}")
