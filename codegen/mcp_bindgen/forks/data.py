"""Copy the project's data, and add the schemas that a user supplies to the copy."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp_bindgen import jsontext, sources
from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.extensions.package import build_extension
from mcp_bindgen.forks.custom_schema import CustomSchema
from mcp_bindgen.forks.facts import ForkFacts, derive_fork_facts
from mcp_bindgen.ingest import errata, extensions, importer, manifest, protocol, translation
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.extensions import ExtensionHeader
from mcp_bindgen.ingest.inheritance import KEYS, read_facts
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ingest.provenance import read_origin, rename_decisions
from mcp_bindgen.ingest.rows import table_rows
from mcp_bindgen.ingest.translation import TranslationRules
from mcp_bindgen.ir.methods import sent_methods
from mcp_bindgen.ir.translation import check_translation_rules
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.records.docs import read_docs
from mcp_bindgen.release.candidate import BuiltFile, build_with_errata
from mcp_bindgen.release.difference import format_rows, format_tables
from mcp_bindgen.sources import era_of


def move_extensions_to_schema(schema_root: Path, spec: SpecRevision, base_id: str) -> list[str]:
    """Change the extensions of a base so that they extend the custom schema that replaces the base.

    An extension that cannot be built with the custom schema is removed.

    Args:
        schema_root: the directory with the data, including the custom schema. Its extensions are changed.
        spec: the types of the custom schema.
        base_id: the id of the base.

    Returns:
        A line about each removed extension, with the reason.

    Raises:
        BindgenError: the facts of an extension cannot be read or are malformed.
    """
    left_out: list[str] = []
    for module in extensions.pinned_modules(schema_root):
        header = extensions.read_facts(schema_root, module).header
        if base_id in header.revisions:
            path = schema_root / extensions.DIRECTORY / module / extensions.FACTS
            own = [spec.revision.id if each == base_id else each for each in header.revisions]
            manifest.write_table_values(path, "extension", {"revisions": own})
            try:
                _check_extension_names(schema_root, header, spec)
                build_extension(schema_root, module, {spec.revision.id: spec}, read_docs(schema_root))
            except BindgenError as error:
                shutil.rmtree(path.parent)
                left_out.append(f"{module}: {error.what}")
    return left_out


def _check_extension_names(schema_root: Path, header: ExtensionHeader, spec: SpecRevision) -> None:
    pinned = extensions.lift_inner_definitions(extensions.load_pinned_definitions(schema_root, header))
    twice = sorted({name for schemas in pinned.values() for name in schemas} & set(spec.definitions))
    if twice:
        raise BindgenError(f"the schema defines names that the extension defines too: {', '.join(twice)}")


@dataclass(frozen=True)
class WrittenSchema:
    """A custom schema in the data, with the outcome for the facts, errata and extensions of its base."""

    custom: CustomSchema
    built: BuiltFile
    """The types of the schema, the errata of the base that apply and that do not apply, and the changed names."""
    added: tuple[Erratum, ...]
    """Errata of the user that apply to the schema."""
    derived_rows: tuple[str, ...]
    """Table and id of each row of facts that follows from the schema and that the author does not state."""
    dropped_rows: tuple[str, ...]
    """Table and id of each row of facts of the base that does not apply to the schema."""
    left_out: tuple[str, ...]
    """Extensions of the base that cannot be built with the types of the schema, each with the reason."""
    has_messages: bool
    """True if the schema has a union of messages, and that union has a request or notification with a constant
    `method`.
    """


@dataclass(frozen=True)
class CustomData:
    """Data from which a package with custom schemas is generated."""

    schema_root: Path
    written: tuple[WrittenSchema, ...]
    failed: Mapping[str, BindgenError] = field(default_factory=dict[str, BindgenError])
    """The error of each schema that cannot be built, by id of the schema. A fork is never among them: its error is
    raised.
    """


@contextmanager
def write_custom_data(
    customs: Sequence[CustomSchema], schema_root: Path, *, with_errata: bool, given: Sequence[Erratum] = ()
) -> Generator[CustomData]:
    """Write the project's data with custom schemas to a temporary directory, and yield the data.

    The `with` statement removes the directory. An error about a file in it names the file of the user instead.

    Args:
        customs: the custom schemas.
        schema_root: the project's directory `schema/`.
        with_errata: whether to apply errata of the bases.
        given: errata of the user. An erratum is applied to every custom schema that has its old value at its pointer.

    Raises:
        BindgenError: a fork cannot be read or built, belongs to another era than its base, or has facts or translation
            rules that are not valid; or an erratum of the user applies to no schema, although all schemas can be built.
    """
    with TemporaryDirectory() as directory:
        root = Path(directory) / "schema"
        shutil.copytree(schema_root, root)
        try:
            yield _write_schemas(customs, schema_root, root, given, with_errata=with_errata)
        except BindgenError as error:
            raise _replace_paths(error, customs, schema_root, root) from None


def _replace_paths(error: BindgenError, customs: Sequence[CustomSchema], schema_root: Path, root: Path) -> BindgenError:
    for custom in customs:
        error.replace_path(str(root / custom.id / "schema.json"), str(custom.path))
        if rules := _find_author_file(custom, translation.FILE):
            error.replace_path(str(root / translation.FILE), str(rules))
        for name in KEYS:
            stated = _find_author_file(custom, name)
            origin = f"{custom.path}, {name} of {custom.base.id}" if stated is None else str(stated)
            error.replace_path(str(root / custom.id / name), origin)
    return error.replace_path(str(root), str(schema_root))


def _write_schemas(
    customs: Sequence[CustomSchema], schema_root: Path, root: Path, given: Sequence[Erratum], *, with_errata: bool
) -> CustomData:
    written: list[WrittenSchema] = []
    failed: dict[str, BindgenError] = {}
    for custom in customs:
        try:
            written.append(_write_schema(custom, schema_root, root, given, with_errata=with_errata))
        except BindgenError as error:
            if custom.is_fork:
                raise
            failed[custom.id] = _replace_paths(error, customs, schema_root, root)
    used = [row for row in given if failed or any(_fill_in_id(row, each.custom) in each.added for each in written)]
    hint = "delete it, or correct its pointer and `old`"
    raise_together(
        BindgenError(f"erratum {row.id} applies to no custom schema", hint=hint) for row in given if row not in used
    )
    return CustomData(root, tuple(written), failed)


def _fill_in_id(row: Erratum, custom: CustomSchema) -> Erratum:
    return errata.fill_placeholders(row, custom.id, "")


def _write_schema(
    custom: CustomSchema, schema_root: Path, root: Path, given: Sequence[Erratum], *, with_errata: bool
) -> WrittenSchema:
    """Write a custom schema with its facts, errata and decisions to the data in `root`. The facts and errata of its
    base are read from `schema_root`.

    Raises:
        BindgenError: a file of the schema or of its base cannot be read or is malformed, the schema cannot be built, or
            a fork belongs to another era than its base.
    """
    data, where, base = importer.read_bytes(custom.path), str(custom.path), custom.base
    structure = importer.pinned_form(data, where=where)
    document = jsontext.loads(structure, where=where)
    if custom.is_fork:
        _check_era(document, base, where)
    added, _ = errata.split_by_applicability(document, [_fill_in_id(row, custom) for row in given])
    corrected = {row.pointer for row in added}
    stated = [row for row in errata.read_errata(schema_root, base.id) if with_errata and row.pointer not in corrected]
    revision = custom.make_revision(manifest.sha256(data), manifest.sha256(structure))
    names = (*protocol.read_chosen_names(schema_root, base.id), *_read_author_names(custom))
    built = build_with_errata(schema_root, revision, base, document, stated, added, names, where=where)
    spec, applied = built.spec, built.applied
    facts = _derive_facts(custom, built, schema_root)
    if custom.is_replacement:
        _state_inherited_rows(root, custom.id)
    (root / custom.id).mkdir(exist_ok=True)
    (root / custom.id / "schema.json").write_bytes(structure)
    _write_rows(root / custom.id / "errata.toml", "erratum", (*applied, *added))
    for name, each in facts.items():
        (root / custom.id / name).write_text(format_tables(each.tables), encoding="utf-8", newline="\n")
    _write_decisions(custom, schema_root, root, applied)
    _write_rows(root / "revisions.toml", "revision", custom.manifest_rows(manifest.read_manifest(root), revision))
    if rules := _find_author_file(custom, translation.FILE):
        _add_translation_rules(root, rules)
    takes_place = custom.is_fork or custom.is_replacement
    left_out = move_extensions_to_schema(root, spec, base.id) if takes_place else ()
    derived = tuple(row for each in facts.values() for row in each.derived_rows)
    gone = tuple(row for each in facts.values() for row in each.dropped_rows)
    has_messages = bool(sent_methods(spec))
    return WrittenSchema(custom, built, added, derived, gone, tuple(left_out), has_messages)


def _check_era(document: JSONValue, base: Revision, where: str) -> None:
    if era_of(document) != base.era:
        raise BindgenError(
            f"the schema belongs to the {era_of(document)} era, and the base {base.id} to the {base.era} era",
            where=where,
            hint="a schema with `InitializeRequest` belongs to the handshake era; name another --base",
        )


def _derive_facts(custom: CustomSchema, built: BuiltFile, schema_root: Path) -> dict[str, ForkFacts]:
    base = sources.spec_of(schema_root, custom.base)
    return {
        name: derive_fork_facts(schema_root, built.spec, base, name, _find_author_file(custom, name), built.renamed)
        for name in KEYS
    }


def _find_author_file(custom: CustomSchema, name: str) -> Path | None:
    """Return the path of the author's facts file that has a name; None if the author has not written this file."""
    path = custom.facts / name if custom.facts is not None else None
    return path if path is not None and path.exists() else None


def _read_author_names(custom: CustomSchema) -> tuple[ChosenName, ...]:
    """Return the names that the author of a custom schema has chosen for types and attributes.

    Raises:
        BindgenError: the file cannot be read, or a name is malformed.
    """
    path = _find_author_file(custom, "protocol.toml")
    return () if path is None else protocol.parse_chosen_names(manifest.read_toml(path), where=str(path))


def _state_inherited_rows(root: Path, replaced: str) -> None:
    """Write in full each facts file that inherits from a replaced revision, so that the rows of this file stay as they
    are.

    Raises:
        BindgenError: the manifest or a file of facts cannot be read or is malformed.
    """
    for revision in manifest.read_manifest(root):
        for name in KEYS:
            path = root / revision.id / name
            if manifest.read_toml(path).get("inherits") == replaced:
                path.write_text(
                    format_tables(read_facts(root, revision.id, name).tables), encoding="utf-8", newline="\n"
                )


def _add_translation_rules(root: Path, path: Path) -> None:
    """Add the translation rules that the author of a fork has written to those of the project.

    Raises:
        BindgenError: the file cannot be read or has another table than `rule`; a rule is malformed or incomplete, has
            the id of another rule, or matches nothing.
    """
    tables = manifest.read_toml(path)
    if others := sorted(tables.keys() - {"rule"}):
        raise BindgenError(f"unknown table {others[0]!r}", where=str(path), hint="the rules of a fork are `[[rule]]`")
    rows = table_rows(tables, "rule", where=str(path))
    for row in rows:
        for key in (key for key, value in row.items() if value == ""):
            raise BindgenError(f"rule {row.get('id')!r} has an empty `{key}`", where=str(path), hint="state it")
    shared = root / translation.FILE
    text = shared.read_text(encoding="utf-8")
    shared.write_text(f"{text}\n{format_rows('rule', rows)}", encoding="utf-8", newline="\n")
    stated, ids = translation.read_translation(root), {row["id"] for row in rows}
    own = TranslationRules((), (), tuple(rule for rule in stated.rules if rule.id in ids))
    released = [row for row in manifest.read_manifest(root) if row.status == "released"]
    check_translation_rules([sources.spec_of(root, row) for row in released], own, where=str(path))


def _write_decisions(custom: CustomSchema, schema_root: Path, root: Path, applied: Sequence[Erratum]) -> None:
    """Write the decisions about the base that hold for the schema. These are the decisions without an erratum, and
    those whose erratum applies to the schema.

    The present decisions about a revision with the id of the schema are removed.

    Raises:
        BindgenError: the decisions about the base cannot be read or are malformed.
    """
    path, present = root / "decisions.toml", {"", *(row.id for row in applied)}
    stated = read_origin(schema_root, custom.base, with_errata=False).decisions
    own = [row for row in rename_decisions(stated, custom.base.id, custom.id) if row.erratum in present]
    others = [row for row in manifest.read_toml(path)["decision"] if not row["defect"].startswith(f"{custom.id}.")]
    path.write_text(format_rows("decision", [*others, *map(vars, own)]), encoding="utf-8", newline="\n")


def _write_rows(path: Path, table: str, rows: Sequence[Erratum | Revision]) -> None:
    path.write_text(format_rows(table, map(vars, rows)), encoding="utf-8", newline="\n")
