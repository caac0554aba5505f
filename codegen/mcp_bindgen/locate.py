"""Find a method or definition in the generated package."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from mcp_bindgen import naming
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.importer import read_bytes
from mcp_bindgen.ir.methods import OTHER, MethodInfo
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.output.verify import definition_lines


def locate(
    spec: SpecRevision, methods: Sequence[MethodInfo], name: str, out: Path, module: str
) -> list[dict[str, object]]:
    """Return name, path and line of everything in the package for a method, or of one definition.

    A method has the classes of its messages, params and results, the handlers that respond to it and the calls that
    send it. A definition has one class or alias.

    Args:
        spec: the revision.
        methods: methods of the revision.
        name: name of a method, definition or type.
        out: directory of the package.
        module: module of the revision.

    Raises:
        BindgenError: the name is neither a method nor a definition of the revision. The message names the nearest ones.
    """
    types = spec.by_name()
    row = next((each for each in methods if each.name == name), None)
    if row is not None:
        carriers = [each for method in spec.methods if method.name == name for each in method.definitions]
        targets = {"models": list(dict.fromkeys(each for each in (*carriers, row.params, *row.results) if each))}
        targets |= _members(row)
    elif name in spec.definitions or name in types:
        targets = {"models": [spec.definitions.get(name, name)]}
    else:
        by_lower_case = {
            each.lower(): each for each in (*types, *spec.definitions, *(method.name for method in spec.methods))
        }
        close = [by_lower_case[each] for each in get_close_matches(name.lower(), by_lower_case, n=3, cutoff=0.6)]
        hint = f"did you mean {' or '.join(close)}?" if close else "`mcp-bindgen matrix` lists the methods"
        raise BindgenError(f"no method or definition {name!r}", where=f"revision {spec.revision.id}", hint=hint)
    found: list[dict[str, object]] = []
    for file, names in targets.items():
        path = out / "mcp_bindings" / module / f"{file}.py"
        if not path.is_file():
            raise BindgenError(
                "the generated module does not exist", where=str(path), hint="run `mcp-bindgen generate` first"
            )
        lines = _lines(read_bytes(path))
        found.extend({"name": each, "path": str(path), "line": lines.get(each, 1)} for each in names)
    return found


def _members(row: MethodInfo) -> dict[str, list[str]]:
    """Return the handlers and calls of a method, by their module."""
    is_request = row.kind != "notification"
    handler = naming.handler_name(row.message, is_request=is_request)
    call = naming.call_name(row.message) if is_request else naming.notification_call_name(row.message)
    is_called = row.kind != "embedded"
    return {
        "handlers": [f"{naming.role_class(OTHER[role], 'Handlers')}.{handler}" for role in row.senders],
        "calls": [f"{naming.role_class(role, 'Calls')}.{call}" for role in row.senders if is_called],
    }


def _lines(source: bytes) -> Mapping[str, int]:
    """Return the line of every class, alias and method (`Class.method`) of a module; of an overloaded method, the
    first line.
    """
    lines = dict(definition_lines(source))
    for owner in ast.parse(source).body:
        if isinstance(owner, ast.ClassDef):
            for each in owner.body:
                if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    lines.setdefault(f"{owner.name}.{each.name}", each.lineno)
    return lines
