"""The origin of a revision's types: the official file, and the corrections of its errors."""

from __future__ import annotations

from typing import NamedTuple


class Erratum(NamedTuple):
    """One correction of the official file."""

    id: str
    pointer: str
    """JSON Pointer of the corrected value in the official file."""

    old: str
    """The value in the official file, as JSON text."""

    new: str
    """The value that the types of this package follow, as JSON text."""

    reason: str
    link: str
    """URL where the error is discussed or shown."""


class Decision(NamedTuple):
    """A decision about a contradiction between the official file and its TypeScript source or the prose."""

    defect: str
    """Id of the contradiction. It begins with the id of the revision."""

    reason: str
    erratum: str = ""
    """Id of the correction; empty if the types follow the file as it is."""


class Provenance(NamedTuple):
    """The origin of the types of one revision. For a custom schema, which has no official file, the texts are empty.

    A fork has the hashes of its own file, and those corrections and decisions of its base that apply to the fork.
    """

    path: str
    """Path of the official file in the repository of the specification."""

    commit: str
    """Commit of that repository from which the file was imported."""

    official_sha256: str
    """SHA-256 of the official file."""

    structure_sha256: str
    """SHA-256 of the pinned structure: the official file without its descriptions, before errata."""

    errata: tuple[Erratum, ...] = ()
    decisions: tuple[Decision, ...] = ()

    @property
    def url(self) -> str:
        """Address of the official file at its commit; empty for a custom schema."""
        base = "https://github.com/modelcontextprotocol/modelcontextprotocol/blob"
        return f"{base}/{self.commit}/{self.path}" if self.path else ""
