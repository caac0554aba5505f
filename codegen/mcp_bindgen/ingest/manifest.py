"""`schema/revisions.toml`: the pinned revisions in order of release, with the hash of each official file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import tomli
import tomlkit

from mcp_bindgen.errors import BindgenError

Era = Literal["handshake", "per-request"]

SPECIFICATION_SITE = "https://modelcontextprotocol.io/"
"""The prefix of every URL of the specification; data files name pages without it."""


def is_page(source: str) -> bool:
    """Return whether a source names a page; False if it names a place in a schema."""
    return source.startswith(("docs/", "specification/", "https://"))


def page_url(page: str) -> str:
    """Return the URL of a page that a data file names. Pages of other sites are named by their URL."""
    return page if page.startswith("https://") else SPECIFICATION_SITE + page


@dataclass(frozen=True)
class Revision:
    """One row of the manifest. The rows are in the order of release; the draft is last."""

    id: str
    status: Literal["released", "draft", "custom"]
    era: Era
    reference: str
    """Template of the URL of the page that describes a definition, with the fields `{anchor}`, `{commit}` and
    `{directory}`; empty for a custom schema.
    """
    path: str
    """Path of the official file inside the repository of the specification."""
    commit: str
    official_sha256: str
    sha256: str
    """Hash of the pinned file, `schema/<id>/schema.json`."""
    version: str = ""
    """Version in messages, if it differs from the id; else empty."""

    @property
    def publication(self) -> Literal["released", "draft", "custom"]:
        """Status in messages to users: `custom` for a fork, which has no commit, else `status`."""
        return self.status if self.commit else "custom"

    @property
    def wire_version(self) -> str:
        """Protocol version in messages of the revision: `version`, or else the id."""
        return self.version or self.id

    def page_of_definition(self, definition: str) -> str:
        """Return the URL of the page that describes a definition; empty if `reference` is empty."""
        directory = self.path.rpartition("/")[0]
        return self.reference.format(anchor=definition.lower(), commit=self.commit, directory=directory)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises:
        BindgenError: the file is missing, cannot be read or is not TOML.
    """
    return parse_toml(read_toml_text(path), where=str(path))


def read_toml_text(path: Path) -> bytes:
    """Return the bytes of a TOML file.

    Raises:
        BindgenError: the file is missing or cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BindgenError(f"cannot be read: {error.strerror}", where=str(path)) from None


def parse_toml(text: bytes, *, where: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        BindgenError: the text is not TOML.
    """
    try:
        tables: dict[str, Any] = tomli.loads(text.decode("utf-8").replace("\r\n", "\n"))
        return tables
    except (tomli.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BindgenError(f"not TOML: {error}", where=where) from None


def read_manifest(schema_root: Path) -> tuple[Revision, ...]:
    """Return every row of the manifest, in the order of release.

    Raises:
        BindgenError: the file cannot be read, or a row is malformed.
    """
    path = schema_root / "revisions.toml"
    rows = read_toml(path).get("revision", [])
    try:
        return tuple(Revision(**row) for row in rows)
    except TypeError as error:
        raise BindgenError(f"a row is malformed: {error}", where=str(path)) from None


def find_revision(revisions: tuple[Revision, ...], revision_id: str) -> Revision:
    """Return the row of one revision.

    Raises:
        BindgenError: no row has this id. The message names the known ids.
    """
    for revision in revisions:
        if revision.id == revision_id:
            return revision
    raise BindgenError(
        f"unknown revision {revision_id!r}", hint=known_ids_hint(revision_id, [row.id for row in revisions])
    )


def known_ids_hint(wrong: str, known: Sequence[str]) -> str:
    """Return the hint of an error about an unknown revision: the known ids, and the ids that are like the wrong one."""
    listed = f"known revisions: {', '.join(known)}"
    names = (*known, LATEST)
    alike = [each for each in names if wrong and each.startswith(wrong)] or get_close_matches(wrong, names, 3, 0.6)
    return f"{listed}; did you mean {' or '.join(alike)}?" if alike else listed


LATEST = "latest"
"""Name that stands for the newest released revision in arguments."""


def newest_release(revisions: Sequence[Revision]) -> Revision:
    """Return the row of the newest released revision. At least one revision must be released."""
    return [row for row in revisions if row.status == "released"][-1]


def write_pin(schema_root: Path, revision: Revision) -> None:
    """Replace the row of a revision, which the manifest must have. The other rows and all comments keep their bytes."""
    path = schema_root / "revisions.toml"
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    rows: list[dict[str, Any]] = document["revision"]
    next(row for row in rows if row["id"] == revision.id).update(
        {key: value for key, value in vars(revision).items() if value or key != "version"}
    )
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")


def write_table_values(path: Path, table: str, values: Mapping[str, str | int | list[str]]) -> None:
    """Write values to a table that a TOML file has. Other values and all comments keep their bytes."""
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    rows: dict[str, Any] = document[table]
    rows.update(values)
    path.write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")


def sha256(data: bytes) -> str:
    """Return the SHA-256 hash of data as hex digits."""
    return hashlib.sha256(data).hexdigest()
