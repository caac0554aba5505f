"""Find the statements of the generated package that belong to a method or a definition."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from mcp_bindgen import naming
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.importer import read_bytes
from mcp_bindgen.ir.methods import OTHER_SIDE, MethodInfo, messages_of_kind
from mcp_bindgen.ir.types import SpecRevision


def find_statements(
    spec: SpecRevision, methods: Sequence[MethodInfo], name: str, out: Path, module: str
) -> list[dict[str, object]]:
    """Return the name, path and line of each statement of the package that belongs to a method or a definition.

    The statements of a method are the classes of its messages, params and results, its handlers, and the calls that
    send it. The statement of a definition is one class or alias. The line of a statement that is not found in its
    module is 1.

    Args:
        spec: the revision.
        methods: methods of the revision.
        name: name of a method, definition or type.
        out: directory of the package.
        module: name of the module of the revision.

    Raises:
        BindgenError: the name is neither a method nor a definition of the revision, or the package is not generated.
    """
    types = spec.by_name()
    row = next((each for each in methods if each.name == name), None)
    if row is not None:
        carriers = [each for method in spec.methods if method.name == name for each in method.definitions]
        wanted = [
            *dict.fromkeys(each for each in (*carriers, row.params, *row.results) if each),
            *_find_handler_and_call_names(row, methods),
        ]
    elif name in spec.definitions or name in types:
        wanted = [spec.definitions.get(name, name)]
    else:
        by_lower_case = {
            each.lower(): each for each in (*types, *spec.definitions, *(method.name for method in spec.methods))
        }
        close = [by_lower_case[each] for each in get_close_matches(name.lower(), by_lower_case, n=3, cutoff=0.6)]
        hint = f"did you mean {' or '.join(close)}?" if close else "`mcp-bindgen matrix` lists the methods"
        raise BindgenError(f"no method or definition {name!r}", where=f"revision {spec.revision.id}", hint=hint)
    package = out / "mcp_bindings" / module
    module_of = _find_export_modules(_read_module(package / "__init__.py"))
    paths = {each: package / f"{module_of[each.partition('.')[0]]}.py" for each in wanted}
    lines = {path: _find_lines_with_methods(_read_module(path)) for path in dict.fromkeys(paths.values())}
    return [{"name": each, "path": str(path), "line": lines[path].get(each, 1)} for each, path in paths.items()]


def _read_module(path: Path) -> bytes:
    if not path.is_file():
        raise BindgenError(
            "the generated module does not exist", where=str(path), hint="run `mcp-bindgen generate` first"
        )
    return read_bytes(path)


def _find_export_modules(source: bytes) -> dict[str, str]:
    """Return the module of each name that a package exports, from the relative imports in the package's source."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.level == 1)
    return {alias.name: node.module or "" for node in found for alias in node.names}


def _find_handler_and_call_names(row: MethodInfo, methods: Sequence[MethodInfo]) -> list[str]:
    """Return the names of the handlers and then of the calls of a method, with the class: `ServerCalls.list_roots`."""
    handlers: list[str] = []
    calls: list[str] = []
    for role in row.senders:
        sent = [each for each in methods if role in each.senders]
        notifications = messages_of_kind(sent, "notification")
        handler = naming.make_handler_names(messages_of_kind(sent, "request", "embedded"), notifications)[row.name]
        handlers.append(f"{naming.make_role_class_name(OTHER_SIDE[role], 'Handlers')}.{handler}")
        call = naming.make_call_names(messages_of_kind(sent, "request"), notifications).get(row.name)
        calls += [f"{naming.make_role_class_name(role, 'Calls')}.{call}"] if call else []
    return [*handlers, *calls]


def _find_lines_with_methods(source: bytes) -> Mapping[str, int]:
    """Return the line of every class, alias and method of a module, by name. The name of a method is `Class.method`.

    The line of an overloaded method is that of its first overload.
    """
    lines = dict(find_definition_lines(source))
    for owner in ast.parse(source).body:
        if isinstance(owner, ast.ClassDef):
            for each in owner.body:
                if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    lines.setdefault(f"{owner.name}.{each.name}", each.lineno)
    return lines


def find_definition_lines(source: bytes) -> Mapping[str, int]:
    """Return the line of every class and alias of a module, by name."""
    lines: dict[str, int] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                lines[name] = node.lineno
            case ast.If(body=[ast.AnnAssign(target=ast.Name(id=name))]):
                lines[name] = node.lineno
            case _:
                pass
    return lines
