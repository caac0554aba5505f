"""The row types of the package are rendered from the classes with which the tool reads and derives rows."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import getsource
from typing import Any, get_args

import pytest

from mcp_bindgen import paths
from mcp_bindgen.render.row_types import MODULES, row_declarations, row_types

TEMPLATES = paths.templates_root() / "mcp_bindings" / "spec"
SHOWN = {
    name: path.name.split(".")[0]
    for path in TEMPLATES.iterdir()
    for name in row_types()
    if f"{{{{ row_types.{name} }}}}" in path.read_text(encoding="utf-8")
}
"""By row type that a template shows: the module of the package."""

DECLARED = {name: getattr(module, name) for module in MODULES for name in row_declarations(getsource(module))}


def properties(kind: Any) -> set[str]:
    members: dict[str, Any] = kind.__dict__
    return {name for name, value in members.items() if isinstance(value, property)}


def test_no_two_modules_declare_one_name() -> None:
    assert len(DECLARED) == sum(len(row_declarations(getsource(module))) for module in MODULES)
    assert len(SHOWN) > 40


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_a_type_of_the_package_is_that_of_the_tool(name: str) -> None:
    ours, theirs = DECLARED[name], getattr(import_module(f"mcp_bindings.spec.{SHOWN[name]}"), name)
    if not is_dataclass(ours):
        assert get_args(ours) == get_args(theirs)
        return
    assert [field.name for field in fields(ours)] == list(theirs._fields)
    stated = {field.name: field.default for field in fields(ours) if field.default is not MISSING}
    assert stated == theirs._field_defaults
    assert ours.__doc__ == theirs.__doc__
    assert ours.__annotations__ == {field: hint.__forward_arg__ for field, hint in theirs.__annotations__.items()}
    assert properties(ours) == properties(theirs)


def test_every_field_of_nested_rows_has_a_public_type() -> None:
    """A template that leaves out the class of a field would name what its module does not have."""
    for name, module in SHOWN.items():
        known: dict[str, Any] = vars(import_module(f"mcp_bindings.spec.{module}"))
        for hint in getattr(known[name], "__annotations__", {}).values():
            eval(hint.__forward_arg__, dict(known))


def test_a_dataclass_becomes_a_named_tuple_and_keeps_its_words() -> None:
    source = '''
Level = Literal["a", "b"]
"""How binding."""
OTHER = 1
Kind = Literal["c"]


@dataclass(frozen=True)
class Row:
    """A row."""

    name: str  # as it is
    level: Level = "a"
    """The level."""

    @property
    def is_a(self) -> bool:
        return self.level == "a"


@dataclass(frozen=True)
class Derived(Row):
    more: int = 0


class Reader:
    name: str
'''
    found = row_declarations(source)
    assert list(found) == ["Level", "Kind", "Row"]
    assert found["Level"] == 'Level = Literal["a", "b"]\n"""How binding."""'
    assert found["Kind"] == 'Kind = Literal["c"]'
    assert found["Row"].startswith('class Row(NamedTuple):\n    """A row."""\n\n    name: str  # as it is\n    level:')
    names: dict[str, Any] = {}
    exec("from typing import Literal, NamedTuple\n" + "\n".join(found.values()), names)
    assert names["Row"]("x").is_a
    assert not names["Row"]("x", "b").is_a
