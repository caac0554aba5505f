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


OPENING = {"INITIALIZE", "INITIALIZED"}
"""The methods by which a message shows that a session has a handshake, before any revision is agreed on."""


@cache
def method_constants() -> frozenset[str]:
    """The constants that hold a method whose name in a revision the rules of translation may change."""
    methods = {name for name, kind in protocol_names().items() if kind == "method"}
    return frozenset(key for key, value in vars(names).items() if key.isupper() and value in methods) - OPENING


@cache
def method_tables() -> frozenset[str]:
    """The module-level collections of methods, and mappings whose keys are methods, in all modules."""
    statements = (part for path in python_files(RUNTIME) for part in tree(path).body)
    found = set[str]()
    for statement in statements:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                keys = [key for each in ast.walk(value) if isinstance(each, ast.Dict) for key in each.keys if key]
                mapped = [*keys] if keys else [value]
                if name.isupper() and any(is_method(each) for top in mapped for each in ast.walk(top)):
                    found.add(name)
            case _:
                pass
    return frozenset(found)


def is_method(node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="names"), attr=name):
            return name in method_constants()
        case _:
            return False


def is_table(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in method_tables()


def is_first_name(node: ast.AST) -> bool:
    """Whether an expression is the first name of a method: a call of `find_first_name`, or named `first_name`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "first_name" or is_method(node)
        case ast.Call(func=ast.Name(id="find_first_name")):
            return True
        case _:
            return False


def lookups(node: ast.AST) -> list[ast.AST]:
    """What a node compares with methods, or looks up in a table of methods."""
    match node:
        case ast.Compare(left=left, comparators=others):
            parts = [part for each in (left, *others) for part in ast.walk(each) if not isinstance(each, ast.Call)]
            if any(is_method(part) or is_table(part) for part in parts):
                return [each for each in (left, *others) if not any(map(is_table_or_method, ast.walk(each)))]
        case ast.Match(subject=subject, cases=cases):
            if any(is_method(part) for case in cases for part in ast.walk(case.pattern)):
                return [subject]
        case ast.Subscript(value=table, slice=key) if is_table(table):
            return [key]
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]) if is_table(table) or is_method(key):
            return [key] if is_table(table) else [table]
        case _:
            pass
    return []


def is_table_or_method(node: ast.AST) -> bool:
    return is_table(node) or is_method(node)


def test_methods_are_looked_up_by_their_first_names() -> None:
    """A revision may rename methods, so a name in a message is compared with `list_names`, or its first name is."""
    assert {"TASK_METHODS", "WORK_OF_METHOD"} <= method_tables()
    found = [
        f"{path.relative_to(RUNTIME).as_posix()}:{each.lineno}: {ast.unparse(each)}"
        for path in python_files(RUNTIME)
        for node in ast.walk(tree(path))
        for each in lookups(node)
        if isinstance(each, ast.expr) and not is_first_name(each)
    ]
    assert found == []
