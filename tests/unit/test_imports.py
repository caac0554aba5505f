"""Imports of a generated module: none missing, none unused, none for what it defines itself."""

from __future__ import annotations

import ast

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.render.imports import SOURCES, import_statements


def found(body: str) -> list[str]:
    return import_statements(body, where="here").splitlines()


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("", []),
        ("x = 1", []),
        ("class A(WireModel):\n    x: str", ["from .base import WireModel"]),
        ("A: typing.TypeAlias = int", ["import typing"]),
        (
            "A: typing.TypeAlias = Any\nclass B(WireModel):\n    x: Literal[1] = Field(1)\n    y: Integer",
            [
                "import typing",
                "from typing import Any, Literal",
                "",
                "from pydantic import Field",
                "",
                "from ..generated_code import Integer",
                "from .base import WireModel",
            ],
        ),
        ("class Any: ...\nx: Any", []),
        ("def f(Any): ...\nAny = 1\nx: Any", []),
        ("class A:\n    x: list[dict[str, int]]\n    y: ValueError = print", []),
        ("'Any Literal WireModel'", []),
        ("# Any", []),
    ],
)
def test_imports(body: str, lines: list[str]) -> None:
    assert found(body) == lines


@pytest.mark.parametrize(
    "body", ["x: Missing", "class A(Missing): ...", "x = os.system", "x = thing.Any", "A = [One, Other]"]
)
def test_a_name_from_nowhere_is_an_error(body: str) -> None:
    with pytest.raises(BindgenError) as raised:
        import_statements(body, where="2099-01-01")
    assert raised.value.what.startswith("the generated module uses ")
    assert raised.value.where == "2099-01-01"


def test_all_missing_names_are_told() -> None:
    with pytest.raises(BindgenError, match="uses One, Two, which no module defines"):
        import_statements("x: Two\ny: One\nz: Any", where="here")


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_each_name_is_imported_from_its_module_and_alone(name: str) -> None:
    [statement] = ast.parse(import_statements(f"x: {name}", where="here")).body
    assert isinstance(statement, ast.ImportFrom)
    module = "." * statement.level + str(statement.module)
    assert (module, [alias.name for alias in statement.names]) == (SOURCES[name], [name])


def test_every_name_exists_where_it_is_imported_from() -> None:
    for name, module in SOURCES.items():
        namespace: dict[str, object] = {}
        namespace["__package__"] = "mcp_bindings.v2025_11_25"
        exec(f"from {module} import {name}", namespace)
        assert name in namespace
