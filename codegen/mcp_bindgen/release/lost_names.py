"""Find names of the protocol that a revision has lost and that the hand-written code of the runtime still uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mcp_bindgen import naming, paths
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows
from mcp_bindgen.ingest.translation import TranslationRules, read_translation
from mcp_bindgen.ir.error_codes import error_shapes
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.release.derive import find_changed_codes
from mcp_bindgen.release.difference import format_rows

FILE = "lost_names.toml"

JSON_RPC_CODES = range(-32700, -32599)
"""Range of error codes that has every code to which JSON-RPC 2.0 gives a meaning, and codes without a meaning."""


@dataclass(frozen=True)
class LostNames:
    """Names of the protocol that a revision has lost but the runtime uses, with the behaviour of the runtime."""

    id: str
    since: str
    """First revision without the names."""
    names: tuple[str, ...]
    """Methods, definitions, members as `Definition.member`, and errors as constants of the runtime."""
    reason: str
    """Behaviour of the runtime without the names; empty until a person states it."""


def read_lost_names(schema_root: Path) -> tuple[LostNames, ...]:
    """Return the rows of `lost_names.toml`.

    Args:
        schema_root: the directory that contains the file.

    Raises:
        BindgenError: the file cannot be read, or a row is malformed.
    """
    path = schema_root / FILE
    return read_rows(LostNames, read_toml(path), "lost", where=str(path))


def find_lost_names(before: SpecRevision, spec: SpecRevision, rules: TranslationRules) -> list[str]:
    """Return the methods, definitions, members and errors that a revision has lost but the runtime uses, sorted.

    A member is written as `Definition.member`, and returned only if the new revision still has this definition. The
    runtime uses a member if the code has the member's name as a text, or reads its attribute. An error is written as
    its constant in the runtime. The runtime states the codes of JSON-RPC, so an error of JSON-RPC is also lost if the
    new revision gives it another code. A method that a rule renames is not lost, since the runtime follows the rule.

    Args:
        before: the earlier revision.
        spec: the new revision.
        rules: the rules of translation.

    Raises:
        BindgenError: the directory of the runtime is not found.
    """
    methods, present = {method.name for method in spec.methods}, set(spec.definitions)
    way = (spec.revision.id, "to-newer")
    methods |= {old for *place, old, new in rules.renamed_methods if (*place,) == way and new in methods}
    gone = [method.name for method in before.methods if method.name not in methods]
    gone += [name for name in before.definitions if name not in present]
    members = set(_list_members(spec))
    lost = [pair for pair in _list_members(before) if pair[0] in present and pair not in members]
    return sorted(
        {
            *(name for name in gone if is_in_runtime(name)),
            *(f"{definition}.{member}" for definition, member in lost if is_in_runtime(member, is_member=True)),
            *_find_lost_errors(before, spec),
        }
    )


def _find_lost_errors(before: SpecRevision, spec: SpecRevision) -> Iterator[str]:
    """Yield the constants of the runtime for the errors that a new revision no longer defines, and for the errors of
    JSON-RPC to which it gives another code.

    Raises:
        BindgenError: the directory of the runtime is not found.
    """
    constants = _read_error_constants(paths.runtime_root())
    moved, now = find_changed_codes(before, spec), {shape.definition for shape in error_shapes(spec)}
    for shape in error_shapes(before):
        is_changed = shape.definition in moved and moved[shape.definition][0] in JSON_RPC_CODES
        stem = naming.make_constant_name(shape.definition.removesuffix("Error"))
        if is_changed or shape.definition not in now:
            yield from (name for name in (stem, f"{stem}_ERROR") if name in constants)


def is_in_runtime(name: str, *, is_member: bool = False) -> bool:
    """Return whether the hand-written code of the runtime has a name of the protocol.

    Args:
        name: a method, a definition, or a member of an object.
        is_member: True for a member, which the code may also read as an attribute.

    Raises:
        BindgenError: the directory of the runtime is not found.
    """
    texts, attributes = _read_names_in_runtime(paths.runtime_root())
    return name in texts or (is_member and naming.make_field_name(name) in attributes)


def add_lost_names(schema_root: Path, before: SpecRevision, spec: SpecRevision) -> LostNames | None:
    """Add a row to `lost_names.toml` with the names that a new revision has lost but the runtime uses.

    Args:
        schema_root: the directory that contains the file.
        before: the earlier revision.
        spec: the new revision.

    Returns:
        The row; None if the revision has lost no name that the runtime uses.

    Raises:
        BindgenError: the directory of the runtime is not found, or the rules of translation cannot be read.
    """
    names = find_lost_names(before, spec, read_translation(schema_root))
    if not names:
        return None
    row = LostNames(f"{spec.revision.id}.names", spec.revision.id, tuple(names), "")
    path = schema_root / FILE
    text = path.read_text(encoding="utf-8").rstrip("\n")
    written = format_rows("lost", [{**vars(row), "names": names}])
    path.write_text(f"{text}\n\n{written}", encoding="utf-8", newline="\n")
    return row


def _list_members(spec: SpecRevision) -> list[tuple[str, str]]:
    """Return a pair of definition and member for each member of an object definition.

    If an object has the member `method`, it is a message. Of its members, only `method` and `params` are returned.
    """
    own = {name: definition for definition, name in spec.definitions.items()}
    types = [type_ for type_ in spec.types if isinstance(type_, ObjectType) and type_.name in own]
    return [
        (own[type_.name], field.wire_name)
        for type_ in types
        for field in type_.fields
        if "method" not in type_.by_wire_name or field.wire_name in ("method", "params")
    ]


@cache
def _read_names_in_runtime(root: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the string constants in the code of the runtime, and the names of the attributes that the code uses. The
    code is read once.
    """
    nodes = [
        node
        for path in sorted((root / "mcp_bindings").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(texts), frozenset(node.attr for node in nodes if isinstance(node, ast.Attribute))


@cache
def _read_error_constants(root: Path) -> frozenset[str]:
    """Return the names of the constants for error codes in the code of the runtime. The code is read once."""
    tree = ast.parse((root / "mcp_bindings" / "spec" / "error_codes.py").read_text(encoding="utf-8"))
    targets = (node.target for node in tree.body if isinstance(node, ast.AnnAssign))
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))
