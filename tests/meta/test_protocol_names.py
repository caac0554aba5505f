"""Each name of the protocol stands once in the runtime: in `spec/names.py`, codes in `spec/error_codes.py`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindings.spec import error_codes, names
from tests.meta.reading import RUNTIME, python_files, tree

NAMES = RUNTIME / "spec" / "names.py"
CODES = RUNTIME / "spec" / "error_codes.py"
NAMESPACE = "io.modelcontextprotocol/"

LARGEST_CODE = -32_000
"""JSON-RPC reserves the codes below; greater ones, such as -1, are also plain numbers."""

EXCEPTIONS: dict[str, str] = {
    "authorization/grants.py: io.modelcontextprotocol/enterprise-managed-authorization": "an extension's identifier",
    "authorization/grants.py: io.modelcontextprotocol/oauth-client-credentials": "an extension's identifier",
    "negotiation/probes.py: initialize": "the `action` of a probe, not the method",
    "session/opening.py: initialize": "the `action` of a probe, not the method",
    "session/profile.py: initialize": "a step of the table of states, not the method",
    "session/states.py: initialize": "a step of the table of states, not the method",
    "session/simulation.py: initialize": "the `action` of a probe, not the method",
    "wire/introspection.py: Annotated": "of Python's `typing`, not the definition of early revisions",
}
"""`path: literal`, with the reason why the literal may stand there."""


def revisions() -> list[mb.Revision]:
    return [mb.revision(id_) for id_ in (*mb.REVISIONS, "draft")]


@cache
def protocol_names() -> dict[str, str]:
    """Every method, `_meta` key, header (or prefix of headers) and definition of every revision, with its kind."""
    found = {"_meta": "member", "resultType": "member", "complete": "result type", "input_required": "result type"}
    for revision in revisions():
        found |= dict.fromkeys(revision.definitions, "definition")
        found |= dict.fromkeys(revision.methods, "method")
        found |= {row.key: "_meta key" for row in revision.protocol.meta_keys}
        http = revision.protocol.http
        for row in http.request_headers + http.response_headers:
            found[row.name.partition("{")[0]] = "header"
    return found


@cache
def protocol_codes() -> frozenset[int]:
    """Every error code of every revision."""
    return frozenset(code for revision in revisions() for code in revision.error_codes if code <= LARGEST_CODE)


def literals(path: Path) -> Iterator[str | int]:
    """Constants of a module that are values: no docstrings, annotations, `__all__` or lists of exports."""
    skipped = {id(part) for node in ast.walk(tree(path)) for top in not_values(node) for part in ast.walk(top)}
    for node in ast.walk(tree(path)):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in skipped:
                yield text
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if id(node) not in skipped:
                yield -number
            case _:
                pass


def not_values(node: ast.AST) -> Iterator[ast.AST]:
    """Parts of a node whose constants are text for readers, type checkers or the import system."""
    match node:
        case ast.Expr(value=ast.Constant() as docstring):
            yield docstring
        case ast.Subscript(value=ast.Name(id="Literal"), slice=choices):
            yield choices
        case ast.Assign(targets=[ast.Name(id="__all__")], value=exported):
            yield exported
        case ast.Call(func=ast.Name(id="lazy_exports" | "TypeVar")):
            yield from node.args
        case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.expr() as annotation):
            yield annotation
        case ast.FunctionDef(returns=ast.expr() as annotation) | ast.AsyncFunctionDef(returns=ast.expr() as annotation):
            yield annotation
        case _:
            pass


def is_name(value: str | int) -> bool:
    if isinstance(value, int):
        return value in protocol_codes()
    return value in protocol_names() or value.startswith(NAMESPACE)


def test_each_name_stands_once() -> None:
    found = {
        f"{path.relative_to(RUNTIME).as_posix()}: {value}"
        for path in python_files(RUNTIME)
        for value in literals(path)
        if is_name(value) and path != (CODES if isinstance(value, int) else NAMES)
    }
    assert (found - set(EXCEPTIONS), set(EXCEPTIONS) - found) == (set(), set())
    assert all(EXCEPTIONS.values())


@pytest.mark.parametrize("path", [NAMES, CODES], ids=lambda path: path.stem)
def test_no_name_stands_twice_in_its_home(path: Path) -> None:
    counted = Counter(value for value in literals(path) if is_name(value))
    assert counted
    assert [value for value, times in counted.items() if times > 1] == []


def test_each_name_is_of_some_revision() -> None:
    values = {key: value for key, value in vars(names).items() if key.isupper() and isinstance(value, str)}
    assert [f"{key} = {value}" for key, value in values.items() if value not in protocol_names()] == []


def test_each_code_is_of_some_revision() -> None:
    codes = {key: value for key, value in vars(error_codes).items() if key.isupper() and type(value) is int}
    assert [f"{key} = {value}" for key, value in codes.items() if value not in protocol_codes()] == []


def test_each_name_is_used() -> None:
    read = {
        part.id if isinstance(part, ast.Name) else part.attr
        for path in python_files(RUNTIME)
        for part in ast.walk(tree(path))
        if isinstance(part, (ast.Name, ast.Attribute)) and isinstance(part.ctx, ast.Load)
    }
    declared = {key for module in (names, error_codes) for key in vars(module) if key.isupper()}
    assert sorted(declared - read) == []
