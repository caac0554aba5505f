"""`schema/extensions/<module>/`: structure of an extension's official file, and facts that the file cannot state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Literal

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import importer, keywords, manifest
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_row, read_rows
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array, is_object

DIRECTORY = "extensions"
FACTS = "extension.toml"
SCHEMA = "schema.json"


@dataclass(frozen=True)
class ExtensionHeader:
    """Identity of an extension, and origin of its official file."""

    id: str
    revisions: tuple[str, ...]
    """Revisions of the protocol that the extension extends. Its types use the definitions of the last one."""
    path: str
    """Path of the schema in the origin; relative to the file of facts if the extension has no origin."""
    between: Literal["peers", "host and view"] = "peers"
    """Parties that exchange the messages of the extension: client and server, or parties that are neither."""
    page: str = ""
    """URL of the page that specifies the extension; `{version}` stands for `version`. Rows name anchors on the page.
    Empty if the extension has no page.
    """
    origin: str = ""
    """Repository or package that has the official file; empty if `path` is relative to the file of facts."""
    version: str = ""
    """Commit of the repository, or version of the package; empty without an origin."""
    module: str = ""
    """Name of the extension's package, and of its directory in the data; empty in a file that a user has written."""
    shared: int = 0
    """Number of definitions that the official file shares with the last of `revisions`, and that are not pinned again.
    """
    official_sha256: str = ""
    """Hash of the official file; empty without such a file. The schema is then written by hand, from the page."""
    sha256: str = ""
    """Hash of the pinned schema; empty for a schema that is written by hand."""
    settings: str = ""
    """Definition of the object that declares the extension; empty if the schema does not define that object."""
    without: tuple[str, ...] = ()
    """Later revisions that the extension does not extend. A person has confirmed this."""

    @property
    def page_url(self) -> str:
        """URL of the page of the extension in the pinned version; empty if the extension has no page."""
        return self.page.replace("{version}", self.version)


@dataclass(frozen=True)
class AddedMethod:
    """A method that the extension adds."""

    name: str
    kind: Literal["request", "notification"]
    senders: tuple[Literal["client", "server"], ...]
    message: str
    sources: tuple[str, ...] = ()
    """Anchors on the page of the extension. Each names a place that states the row."""
    results: tuple[str, ...] = ()
    cancellable: bool = True
    progress: bool = True
    delivery: str = ""
    """Channel on which a notification is sent, such as `subscription-stream`; empty for a request."""
    needs_client: bool = False
    """True if a server answers with the error -32021 unless the client declares the extension in the request."""
    name_header: str = ""
    """Member of the params that the header `Mcp-Name` repeats; empty if the header is not used."""
    setting: str = ""
    """Member of the receiver's settings that is true if the receiver has the method; empty if every receiver that
    declares the extension has the method.
    """


@dataclass(frozen=True)
class AddedResultType:
    """A value of `resultType` that an extension adds."""

    value: str
    definition: str
    """Type of the results with this value."""

    methods: tuple[str, ...]
    """The methods whose result may have the value."""

    sources: tuple[str, ...] = ()
    """Anchors on the page of the extension."""


@dataclass(frozen=True)
class AddedFilter:
    """A member that an extension adds to the filter of `subscriptions/listen`."""

    member: str
    definition: str
    """Type for the part of a filter with this member."""

    acknowledged: str
    """Type for that part of the filter in a message `notifications/subscriptions/acknowledged`."""

    notification: str
    """The method of the notifications that the member asks for."""

    sources: tuple[str, ...] = ()
    subject: str = ""
    """The member of the notification's params whose value the filter lists; empty if the filter lists no values."""


@dataclass(frozen=True)
class AddedMetaKey:
    """A key of `_meta` that an extension adds."""

    key: str
    on: str
    """The definition whose `_meta` has the key."""

    definition: str
    """Type of the key's value."""

    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class ErrorCase:
    """One situation in which a server answers a request with an error."""

    code: int
    situation: str
    methods: tuple[str, ...]
    level: Literal["MUST", "SHOULD"]
    sources: tuple[str, ...] = ()
    name: str = ""
    """Name of the package's constant for the code; empty for a code that the revision defines."""


@dataclass(frozen=True)
class StatedLimit:
    """A limit that an extension states."""

    name: str
    rule: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class UnbuiltDefinition:
    """A definition of the extension that has no Python type, since no type describes it exactly."""

    definition: str
    reason: str
    """Beginning of the error message that a build of this definition alone gives."""


@dataclass(frozen=True)
class ExtensionFacts:
    """The rows of one file of facts."""

    header: ExtensionHeader
    unconfirmed: Mapping[str, tuple[str, ...]]
    """Ids of the rows that the tool has derived and nobody has confirmed, by table. For the table `extension`, the ids
    are the keys of the table.
    """
    methods: tuple[AddedMethod, ...]
    result_types: tuple[AddedResultType, ...]
    filters: tuple[AddedFilter, ...]
    meta_keys: tuple[AddedMetaKey, ...]
    errors: tuple[ErrorCase, ...]
    limits: tuple[StatedLimit, ...]
    unbuilt: tuple[UnbuiltDefinition, ...]


UNCONFIRMED = "unconfirmed"
"""Name of the table with the ids of the rows that the tool has derived and nobody has confirmed."""

TABLES: Mapping[str, Any] = {
    "method": AddedMethod,
    "result_type": AddedResultType,
    "filter": AddedFilter,
    "meta_key": AddedMetaKey,
    "error_code": ErrorCase,
    "limit": StatedLimit,
    "unbuilt": UnbuiltDefinition,
}
"""Class of the rows of each table that a file of facts may have. The first member of a row is the row's id."""


def pinned_modules(schema_root: Path) -> tuple[str, ...]:
    """Return the directory names of the pinned extensions, in order."""
    return tuple(sorted(path.parent.name for path in (schema_root / DIRECTORY).glob(f"*/{FACTS}")))


def read_facts(schema_root: Path, module: str) -> ExtensionFacts:
    """Return the facts of one extension.

    Raises:
        BindgenError: the file cannot be read or is not TOML; a table is unknown or malformed; a row is malformed;
            `unconfirmed` lists an id that no row has.
    """
    return read_facts_file(schema_root / DIRECTORY / module / FACTS)


def read_facts_file(path: Path) -> ExtensionFacts:
    """Return the facts of one file. The errors are those of `read_facts`.

    Raises:
        BindgenError: the file cannot be read, or a table or a row of it is malformed.
    """
    tables = read_toml(path)
    for name in tables:
        if name not in ("extension", UNCONFIRMED, *TABLES):
            raise BindgenError(f"unknown table {name!r}", where=str(path), hint=f"known tables: {', '.join(TABLES)}")
    if not is_object(tables.get("extension", {})):
        raise BindgenError("the identity must be written [extension]", where=str(path))
    rows: dict[str, tuple[Any, ...]] = {
        name: read_rows(kind, tables, name, where=str(path)) for name, kind in TABLES.items()
    }
    header = read_row(ExtensionHeader, tables.get("extension", {}), where=f"{path}: extension")
    ids = {name: [str(astuple(row)[0]) for row in each] for name, each in rows.items()}
    unconfirmed = _read_unconfirmed(tables, {"extension": list(tables["extension"]), **ids}, where=str(path))
    return ExtensionFacts(header, unconfirmed, *rows.values())


def _read_unconfirmed(
    tables: Mapping[str, Any], ids: Mapping[str, Sequence[str]], *, where: str
) -> dict[str, tuple[str, ...]]:
    """Return the ids of the unconfirmed rows, by table.

    Args:
        tables: the tables of a file of facts.
        ids: the ids of the rows, by table; for the table `extension`, the keys of that table.
        where: the path of the file, for messages.

    Raises:
        BindgenError: the table `unconfirmed` is malformed, or lists an id that no row has.
    """
    stated: Any = tables.get(UNCONFIRMED, {})
    if not is_object(stated) or not all(is_array(each) for each in stated.values()):
        raise BindgenError(f"`{UNCONFIRMED}` is a table with a list of ids for each table", where=where)
    for table, listed in stated.items():
        for each in listed:
            if each not in ids.get(table, ()):
                raise BindgenError(f"`{UNCONFIRMED}` lists {table} {each!r}, which does not exist", where=where)
    return {table: tuple(listed) for table, listed in stated.items()}


def load_pinned_definitions(schema_root: Path, header: ExtensionHeader) -> dict[str, JSONValue]:
    """Return the extension's own definitions, from the pinned file.

    Raises:
        BindgenError: the file cannot be read, is not JSON or has no `$defs`; the extension has an official file, and
            the pinned file has another hash than the pinned one.
    """
    path = schema_root / DIRECTORY / header.module / SCHEMA
    data = importer.read_bytes(path)
    if header.official_sha256 and manifest.sha256(data) != header.sha256:
        raise BindgenError(
            f"broken pin\n  pinned sha256 {header.sha256}\n  found sha256  {manifest.sha256(data)}",
            where=str(path),
            hint="restore the file, or import the official one with `mcp-bindgen schema import`",
        )
    return _read_definitions(data, where=str(path))


def pinned_form_without_base(data: bytes, base: Mapping[str, JSONValue], *, where: str) -> tuple[bytes, int]:
    """Return the pinned form of an extension's file: the definitions that the extended revision does not have.

    Args:
        data: the official file.
        base: the definitions of the revision as pinned, before errata.
        where: the path of the file, for messages.

    Returns:
        The pinned form, and the number of definitions that are left out because the revision has them.

    Raises:
        BindgenError: the file is not JSON or has no `$defs`; a definition differs from the revision's definition with
            that name; the revision has every definition of the file.
    """
    found = _read_definitions(importer.pinned_form(data, where=where), where=where)
    for name in found.keys() & base.keys():
        if not jsontext.json_equal(found[name], base[name]):
            raise BindgenError(
                f"definition {name!r} differs from the definition of the revision that the extension extends",
                where=f"{where}#/$defs/{escape_token(name)}",
                hint="delete it and refer to that of the revision, or rename it; make an official file from the pinned "
                "commit of the specification",
            )
    own = {name: schema for name, schema in found.items() if name not in base}
    if not own:
        raise BindgenError("the file has no definitions of its own", where=where)
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": own}
    return jsontext.dumps(document), len(found) - len(own)


def import_extension(schema_root: Path, module: str, source: Path, version: str) -> ExtensionHeader:
    """Import the official file of an extension as `schema/extensions/<module>/schema.json`, and pin the file.

    Returns:
        The changed identity of the extension.

    Raises:
        BindgenError: the extension has no official file; the version is malformed; the file cannot be read, or is no
            file of the extension; the data cannot be read.
    """
    header = read_facts(schema_root, module).header
    if not header.official_sha256:
        raise BindgenError(
            f"the extension {header.id} has no official schema file",
            where=str(schema_root / DIRECTORY / module / SCHEMA),
            hint="edit this file, which is written by hand from the page of the extension",
        )
    if header.origin.startswith("@"):  # a package of npm
        if not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?", version):
            raise BindgenError(f"--commit must be a version of the package {header.origin}, not {version!r}")
    else:
        importer.check_commit(version, header.origin)
    data = importer.read_bytes(source)
    ours, shared = pinned_form_without_base(data, base_definitions(schema_root, header.revisions), where=str(source))
    values: dict[str, str | int] = {
        "version": version,
        "shared": shared,
        "official_sha256": manifest.sha256(data),
        "sha256": manifest.sha256(ours),
    }
    (schema_root / DIRECTORY / module / SCHEMA).write_bytes(ours)
    manifest.write_table_values(schema_root / DIRECTORY / module / FACTS, "extension", values)
    return read_facts(schema_root, module).header


def verify_extensions(schema_root: Path, official_root: Path) -> list[importer.VerificationResult]:
    """Return a result for each extension: whether its official file and the pinned form of that file have the hashes
    and the number of shared definitions in the facts. An extension without an official file is left out.

    Args:
        schema_root: the directory with the data.
        official_root: directory with `<name>/schema.json` for each extension; `<name>` is the name of the extension's
            repository without `ext-`.

    Raises:
        BindgenError: a file cannot be read, or cannot be a file of the extension.
    """
    verdicts: list[importer.VerificationResult] = []
    for module in pinned_modules(schema_root):
        header = read_facts(schema_root, module).header
        if not header.official_sha256:
            continue
        data, where = importer.read_official_schema(official_root, header.origin.rpartition("ext-")[2])
        ours, shared = pinned_form_without_base(data, base_definitions(schema_root, header.revisions), where=where)
        found = (manifest.sha256(data), manifest.sha256(ours), shared)
        agrees = found == (header.official_sha256, header.sha256, header.shared)
        detail = f"sha256 {header.sha256}" if agrees else f"pinned and derived differ: {found}"
        verdicts.append(importer.VerificationResult(header.id, agrees, detail))
    return verdicts


def base_definitions(schema_root: Path, revisions: Sequence[str]) -> dict[str, JSONValue]:
    """Return the pinned definitions of the last one of several revisions; empty without revisions.

    Raises:
        BindgenError: the manifest cannot be read or has no such revision; the pinned file cannot be read, has another
            hash, or has no `$defs`.
    """
    if not revisions:
        return {}
    revision = manifest.find_revision(manifest.read_manifest(schema_root), revisions[-1])
    return _read_definitions(importer.load_pinned_schema(schema_root, revision), where=revision.id)


def lift_inner_definitions(definitions: Mapping[str, JSONValue]) -> dict[str, dict[str, JSONValue]]:
    """Return each definition with the `$defs` inside it lifted out, as definitions beside it.

    A definition with inner `$defs` was made as a whole document, so its references lead to the inner definitions. The
    inner definition `name` of `Owner` is called `Owner.name`.

    Returns:
        For each definition, a mapping from names to schemas. It has the definition itself and the lifted ones.
    """
    found: dict[str, dict[str, JSONValue]] = {}
    for owner, schema in definitions.items():
        stated = schema.get("$defs") if is_object(schema) else None
        inner: Mapping[str, JSONValue] = stated if is_object(stated) else {}
        targets = {f"#/$defs/{escape_token(name)}": f"#/$defs/{escape_token(f'{owner}.{name}')}" for name in inner}

        def replace_reference(
            words: dict[str, JSONValue], targets: Mapping[str, str] = targets
        ) -> dict[str, JSONValue]:
            kept = {word: value for word, value in words.items() if word != "$defs" or not is_object(value)}
            if isinstance(kept.get("$ref"), str):
                kept["$ref"] = targets.get(str(kept["$ref"]), kept["$ref"])
            return kept

        found[owner] = {owner: keywords.rewrite_subschemas(schema, replace_reference)} | {
            f"{owner}.{name}": keywords.rewrite_subschemas(child, replace_reference) for name, child in inner.items()
        }
    return found


def _read_definitions(data: bytes, *, where: str) -> dict[str, JSONValue]:
    document = jsontext.loads(data, where=where)
    definitions = document.get("$defs") if isinstance(document, Mapping) else None
    if not isinstance(definitions, Mapping):
        raise BindgenError("the document has no `$defs`", where=where)
    return dict(definitions)
