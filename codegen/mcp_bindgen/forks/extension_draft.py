"""Draft the file of facts about an extension from its schema. The file marks the facts that are guessed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.building import Extension, build_typed_extension
from mcp_bindgen.forks.user_extension import ID, ID_HINT, find_revisions_with_extensions, write_extension_data
from mcp_bindgen.ingest import extensions, manifest
from mcp_bindgen.ingest.inheritance import Row
from mcp_bindgen.ir.error_codes import error_shapes
from mcp_bindgen.ir.methods import EMPTY_RESULTS, INPUT_REQUIRED_RESULT, stated_results
from mcp_bindgen.ir.types import (
    LiteralValue,
    ObjectType,
    Ref,
    TypeDef,
    expressions,
    nested_expressions,
    object_type,
)
from mcp_bindgen.release.difference import format_tables

_SETTINGS = ("Settings", "Capability", "Capabilities")
"""Last words in the names of definitions that may be the settings of an extension."""

_KNOWN_RESULT_TYPES = ("complete", "input_required")
"""Values of `resultType` that no extension adds."""

_HEADING = """\
# The extension `{id}`: facts that its schema cannot state. [unconfirmed] has the ids of the rows that mcp-bindgen has
# guessed, and keys of [extension]. Delete an id when you have compared the row with the specification of the extension.
"""


def draft_extension(schema: Path, extension_id: str, schema_root: Path) -> tuple[Path, list[str]]:
    """Draft the facts about an extension in the file `extension.toml`, beside the schema.

    Args:
        schema: the schema of the extension.
        extension_id: the identifier of the extension.
        schema_root: the project's directory `schema/`.

    Returns:
        The path of the file, and a line for each of its tables that has guesses.

    Raises:
        BindgenError: the identifier is malformed, the file exists already, or the schema cannot be read or built.
    """
    if not ID.fullmatch(extension_id):
        raise BindgenError(f"--id is {extension_id!r}, not of the form prefix/name", hint=ID_HINT)
    file = schema.with_name(extensions.FACTS)
    if file.exists():
        hint = f"mcp-bindgen generate --extension {file} --package NAME --out DIR builds its package"
        raise BindgenError("exists already", where=str(file), hint=hint)
    revision = find_revisions_with_extensions(schema_root)[-1]
    header = {"id": extension_id, "revisions": [revision], "path": schema.name}
    bases = {
        revision: sources.spec_of(schema_root, manifest.find_revision(manifest.read_manifest(schema_root), revision))
    }
    with write_extension_data(file, {"extension": header}, schema, schema_root, _MODULE) as root:
        extension = build_typed_extension(root, _MODULE, bases)
    settings = _guess_settings(extension)
    guessed: dict[str, list[str]] = {"extension": ["revisions", *(["settings"] if settings else [])]}
    tables: dict[str, Any] = {"extension": header | ({"settings": settings} if settings else {})}
    for table, rows in _guess_rows(extension).items():
        tables[table] = rows
        guessed[table] = [str(next(iter(row.values()))) for row in rows]
    marked = {table: ids for table, ids in guessed.items() if ids}
    text = format_tables({**tables, extensions.UNCONFIRMED: marked})
    file.write_text(_HEADING.format(id=extension_id) + "\n" + text, encoding="utf-8", newline="\n")
    return file, [f"{table}: {', '.join(ids)}" for table, ids in marked.items()]


_MODULE = "drafted_extension"
"""Name of the directory of the extension in the temporary data."""


def _guess_rows(extension: Extension) -> dict[str, list[Row]]:
    """Return the guessed rows of the file of facts, by table."""
    methods = list(_guess_methods(extension))
    results = {name for row in methods for name in row.get("results", ())}
    return {
        "method": methods,
        "result_type": list(_guess_result_types(extension, results)),
        "error_code": list(_guess_error_codes(extension)),
    }


def _guess_methods(extension: Extension) -> Iterator[Row]:
    """Yield a row for each method of the extension. The sender of a message and the delivery of a notification are
    guesses, as are results that follow from the name of a type.
    """
    types = extension.spec.by_name()
    for method in extension.spec.methods:
        carriers = [types[name] for name in method.definitions if name in extension.type_names]
        message = min(
            (each for each in carriers if isinstance(each, ObjectType)), key=_make_name_sort_key, default=None
        )
        if message is None:
            continue
        row: Row = {"name": method.name}
        if "id" not in message.by_wire_name:
            yield {
                **row,
                "kind": "notification",
                "senders": ["server"],
                "message": message.name,
                "delivery": "request-stream",
            }
            continue
        yield {
            **row,
            "kind": "request",
            "senders": ["client"],
            "message": message.name,
            "results": _guess_results(message, types),
            "needs_client": True,
        }


def _make_name_sort_key(type_: TypeDef) -> tuple[int, str]:
    return len(type_.name), type_.name


def _guess_results(message: ObjectType, types: Mapping[str, TypeDef]) -> list[str]:
    """Return the names of the results of a request.

    These are the results that the definition of its response states. If it states none, the result is the type that has
    the name of the request with `Result` in place of `Request`, or else the empty result; and the result that asks for
    input is added if the params of the request can have the answers.
    """
    usual = f"{message.name.removesuffix('Request')}Result"
    empty = [name for name in EMPTY_RESULTS if name in types]
    params = message.by_wire_name.get("params")
    members = object_type(params.type, types) if params is not None else None
    can_ask = members is not None and members.by_wire_name.keys() >= {"inputResponses", "requestState"}
    asking = [INPUT_REQUIRED_RESULT] if can_ask else []
    return list(stated_results(message, types)) or [*([usual] if usual in types else empty[:1]), *asking]


def _guess_settings(extension: Extension) -> str:
    """Return the name of the first definition that seems to be the settings of the extension; empty without such a
    definition.

    The name of this definition ends with a word of `_SETTINGS`, and no type of the extension refers to the definition.
    """
    parts = {
        each.name
        for type_ in extension.types
        for expr in expressions(type_)
        for each in nested_expressions(expr)
        if isinstance(each, Ref)
    }
    own = [name for name, python in extension.definitions.items() if python not in parts]
    return next((name for name in own if name.endswith(_SETTINGS)), "")


def _guess_result_types(extension: Extension, results: set[str]) -> Iterator[Row]:
    """Yield a row for each new value of `resultType` in a type that is no result of the extension's methods.

    The method to which the result is added is a guess.

    Args:
        extension: the extension.
        results: names of the results of the extension's methods.
    """
    for type_ in extension.types:
        field = type_.by_wire_name.get("resultType") if isinstance(type_, ObjectType) else None
        values = field.type.values if field is not None and isinstance(field.type, LiteralValue) else ()
        for value in values:
            if value not in _KNOWN_RESULT_TYPES and type_.name not in results:
                yield {"value": value, "definition": type_.definition, "methods": ["tools/call"]}


def _guess_error_codes(extension: Extension) -> Iterator[Row]:
    """Yield a row for each code that a definition of the extension states."""
    for shape in error_shapes(extension.spec):
        if shape.definition in extension.definitions:
            for code in shape.codes:
                yield {"code": code, "situation": f"the error {shape.definition}", "methods": [], "level": "MUST"}
