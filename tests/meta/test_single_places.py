"""What was written in several modules of the runtime stands in one, and a copy is found."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mcp_bindings as mb
from mcp_bindings.jsonrpc.messages import MessageBase
from tests.meta.reading import RUNTIME, TOOL, nodes, python_files, text_of, tree


def written(path: Path) -> Iterator[tuple[str, ast.expr]]:
    """Each member that the code of a module writes into a JSON object, with its value."""
    for node in nodes(path):
        match node:
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, value
            case ast.Call(func=ast.Attribute(attr="update") | ast.Name(id="dict"), keywords=keywords):
                yield from ((each.arg, each.value) for each in keywords if each.arg is not None)
            case _:
                pass


def stated() -> set[tuple[str, Any]]:
    """The values that absent members of older peers have, by the tables of all revisions."""
    rows = (row for id_ in (*mb.REVISIONS, "draft") for row in mb.revision(id_).protocol.defaults if row.older_peer)
    return {(row.member, json.loads(row.value)) for row in rows}


def copies(path: Path) -> list[str]:
    constants = ((name, value.value) for name, value in written(path) if isinstance(value, ast.Constant))
    return [f"{name}={value!r}" for name, value in constants if (name, value) in stated()]


def modules_that_write(member: str) -> list[str]:
    return [
        path.relative_to(RUNTIME).as_posix()
        for path in python_files(RUNTIME)
        if any(name == member for name, _ in written(path))
    ]


def test_no_module_writes_the_value_of_a_table() -> None:
    assert len(stated()) >= 3
    assert {path.name: found for path in python_files(RUNTIME) if (found := copies(path))} == {}


def test_one_module_writes_the_result_of_discover() -> None:
    assert modules_that_write("supportedVersions") == ["negotiation/versions.py"]


def test_one_class_parses_messages() -> None:
    """Extensions give it what they add."""
    bases = {
        ast.unparse(base)
        for path in python_files(RUNTIME)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    assert "Revision" in bases
    assert not {each for each in bases if each.endswith("Parser")}


def functions(path: Path) -> set[str]:
    """The public functions of a module."""
    found = (node.name for node in tree(path).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {name for name in found if not name.startswith("_")}


def test_one_module_says_what_tolerant_reads_set_aside() -> None:
    names = {"set_aside", "drop_set_aside"}
    found = [path.relative_to(RUNTIME).as_posix() for path in python_files(RUNTIME) if functions(path) & names]
    assert found == ["jsonrpc/set_aside.py"]


def test_what_spec_decides_no_other_module_decides() -> None:
    """`is_session_id` stood in `spec/` and in `guards/`, with two rules."""
    paths = python_files(RUNTIME)
    leading = {name for path in paths if path.parent.name == "spec" for name in functions(path)}
    assert "is_session_id" in leading
    assert {
        path.name: both for path in paths if path.parent.name != "spec" and (both := functions(path) & leading)
    } == {}


def test_messages_of_every_kind_are_made_and_read_in_one_way() -> None:
    kinds = MessageBase.__subclasses__()
    assert {each.member for each in kinds} == {"params", "result", "error"}
    bodies = [vars(each)[each.member] for each in kinds]
    assert len({each.fget.__code__ for each in bodies}) == len({each.fset.__code__ for each in bodies}) == 1
    makers = [
        path.name for path in python_files(RUNTIME) if "object.__new__" in text_of(path) and "jsonrpc" in path.parts
    ]
    assert makers == []


def test_a_copy_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text('a = {"ttlMs": 0, "other": 0, **b}\nc.update(cacheScope="private", ttlMs=d)\n', encoding="utf-8")
    assert copies(path) == ["ttlMs=0", "cacheScope='private'"]


def rows(package: Path) -> set[tuple[str, ...]]:
    """The name and the members of each class with annotated members."""
    classes = [node for path in python_files(package) for node in nodes(path) if isinstance(node, ast.ClassDef)]
    stated = (
        [each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
        for node in classes
    )
    return {(node.name, *members) for node, members in zip(classes, stated, strict=True) if members}


def test_no_row_type_of_the_tool_is_written_again_in_the_runtime() -> None:
    """Its class for the package is rendered (`mcp_bindgen.render.row_types`)."""
    assert ("Decision", "defect", "reason", "erratum") in rows(TOOL)
    assert rows(TOOL) & rows(RUNTIME) == set()
