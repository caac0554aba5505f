"""Import official schema files: write a copy with all assertions and no prose, and record the hash of file and copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords, manifest
from mcp_bindgen.ingest.manifest import Revision

REPOSITORY = "modelcontextprotocol/modelcontextprotocol"


@dataclass(frozen=True)
class VerificationResult:
    """Result of the command `schema verify` for one revision or extension."""

    revision: str
    agrees: bool
    detail: str


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        BindgenError: the file does not exist or cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BindgenError(f"cannot be read: {error.strerror}", where=str(path)) from None


def read_official_schema(root: Path, revision_id: str) -> tuple[bytes, str]:
    """Read the official file of a revision.

    Args:
        root: the directory that holds `<id>/schema.json` for each revision.
        revision_id: the revision.

    Returns:
        The content and the path.

    Raises:
        BindgenError: the directory or the file does not exist, or cannot be read.
    """
    path = root / revision_id / "schema.json"
    if not path.exists():
        where, what = (path, "file") if root.is_dir() else (root, "directory")
        raise BindgenError(
            f"the {what} does not exist",
            where=str(where),
            hint=f"name the directory that holds <id>/schema.json, such as `schema` in a clone of {REPOSITORY}",
        )
    return read_bytes(path), str(path)


def pinned_form(data: bytes, *, where: str) -> bytes:
    """Return the pinned form of an official file: all assertions and names in their order, without prose.

    Raises:
        BindgenError: the file is not JSON, or not a schema of MCP.
    """
    document = jsontext.loads(data, where=where)
    if not isinstance(document, Mapping):
        raise BindgenError("not a schema of MCP: the document is not an object", where=where)
    if not isinstance(document.get("$defs", document.get("definitions")), Mapping):
        raise BindgenError("not a schema of MCP: neither `$defs` nor `definitions` has a definition", where=where)
    return jsontext.dumps(keywords.without_prose(document))


def check_commit(commit: str, repository: str = REPOSITORY) -> str:
    """Return a commit of a repository, after a check of its form.

    Raises:
        BindgenError: the commit is not 40 hex digits with letters in lower case.
    """
    if len(commit) != 40 or not all(char in "0123456789abcdef" for char in commit):
        raise BindgenError(f"--commit must be the 40 hex digits of a commit of {repository}, not {commit!r}")
    return commit


def manifest_row(schema_root: Path, revision_id: str) -> Revision:
    """Return the manifest's row of a revision whose official file is to be imported.

    Raises:
        BindgenError: the manifest cannot be read, or has no such revision.
    """
    by_id = {revision.id: revision for revision in manifest.read_manifest(schema_root)}
    if revision_id not in by_id:
        raise BindgenError(
            f"unknown revision {revision_id!r}",
            hint=f"`mcp-bindgen release` adds a new one to {schema_root / 'revisions.toml'}",
        )
    return by_id[revision_id]


def import_schema(schema_root: Path, revision_id: str, source: Path, commit: str) -> Revision:
    """Import the official file of a revision as `schema/<id>/schema.json`, and pin both files in the manifest.

    Returns:
        The changed row of the manifest.

    Raises:
        BindgenError: the manifest cannot be read or has no such revision; the commit is malformed; the file cannot be
            read or is not a schema.
    """
    commit = check_commit(commit)
    data = read_bytes(source)
    ours = pinned_form(data, where=str(source))
    pinned = replace(
        manifest_row(schema_root, revision_id),
        path=f"schema/{revision_id}/schema.json",
        commit=commit,
        official_sha256=manifest.sha256(data),
        sha256=manifest.sha256(ours),
    )
    target = schema_root / revision_id / "schema.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(ours)
    manifest.write_pin(schema_root, pinned)
    return pinned


def load_pinned_schema(schema_root: Path, revision: Revision) -> bytes:
    """Return the bytes of the pinned file of a revision.

    Raises:
        BindgenError: the file cannot be read, or its hash differs from the pinned one. The message states both hashes.
    """
    path = schema_root / revision.id / "schema.json"
    data = read_bytes(path)
    found = manifest.sha256(data)
    if found != revision.sha256:
        raise BindgenError(
            f"broken pin\n  pinned sha256 {revision.sha256}\n  found sha256  {found}",
            where=str(path),
            hint="restore the file, or import the official one with `mcp-bindgen schema import`",
        )
    return data


def verify_revisions(schema_root: Path, official_root: Path) -> list[VerificationResult]:
    """Return a result for each revision: whether its official file and the pinned form of that file have the hashes in
    the manifest.

    Args:
        schema_root: the directory with the pinned files.
        official_root: the directory that holds `<id>/schema.json` for each revision.

    Raises:
        BindgenError: a file cannot be read or is not a schema, or a pinned file does not have its pinned hash.
    """
    verdicts: list[VerificationResult] = []
    for revision in manifest.read_manifest(schema_root):
        data, where = read_official_schema(official_root, revision.id)
        official, ours = manifest.sha256(data), manifest.sha256(pinned_form(data, where=where))
        load_pinned_schema(schema_root, revision)
        if official != revision.official_sha256:
            detail = f"official file differs: pinned sha256 {revision.official_sha256}, found {official}"
        elif ours != revision.sha256:
            detail = f"derived file differs: pinned sha256 {revision.sha256}, derived {ours}"
        else:
            detail = f"sha256 {ours}"
        verdicts.append(VerificationResult(revision.id, detail.startswith("sha256"), detail))
    return verdicts
