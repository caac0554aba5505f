"""The last look at generated models: each kind of foreign statement is refused."""

from __future__ import annotations

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.locate import find_definition_lines
from mcp_bindgen.output.verify import make_expected_module, verify_module
from tests.unit.tiny import STRING, record, ref, tiny

SPEC = tiny(
    {
        "A": record(isError=STRING, name=STRING),
        "B": {"type": "string"},
        "J": {"anyOf": [STRING, {"type": "array", "items": ref("J")}]},
    }
)

GOOD = '''\
"""Module."""

import typing
from pydantic import Field

from ..generated_code import Omittable
from .base import WireModel


class A(WireModel, extra="forbid"):
    """A."""

    __pydantic_extra__: dict[str, int]

    is_error: Omittable[str] = None
    """Member."""

    name: str = Field(-1, ge=-2, validation_alias="name")


B: typing.TypeAlias = str
"""B."""

if typing.TYPE_CHECKING:
    J: typing.TypeAlias = "str | list[J]"
else:
    J = TypeAliasType("J", "str | list[J]")
"""J."""
'''


def verify(source: str) -> dict[str, int]:
    return verify_module(make_expected_module("m.py", source.encode(), SPEC))


def refusal(source: str) -> str:
    assert source != GOOD, "nothing was replaced"
    with pytest.raises(BindgenError) as raised:
        verify(source)
    assert raised.value.where.startswith("m.py")
    return str(raised.value)


def test_what_is_meant_passes() -> None:
    assert verify(GOOD) == {"A": 10, "B": 21, "J": 24}
    assert find_definition_lines(GOOD.encode()) == {"A": 10, "B": 21, "J": 24}


def test_a_line_is_the_line_of_the_name() -> None:
    lines = GOOD.splitlines()
    assert [lines[number - 1] for number in verify(GOOD).values()] == [
        'class A(WireModel, extra="forbid"):',
        "B: typing.TypeAlias = str",
        "if typing.TYPE_CHECKING:",
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "print(1)",
        "x = 1",
        "B = str",
        "def f(): ...",
        "async def f(): ...",
        "for x in y: ...",
        "while x: ...",
        "with x: ...",
        "try:\n    pass\nfinally:\n    pass",
        "if x:\n    y: int = 1",
        "if typing.TYPE_CHECKING:\n    import os",
        "if typing.TYPE_CHECKING:\n    K: int = 1",
        "if typing.TYPE_CHECKING:\n    K: int = 1\nelse:\n    L = 1",
        "if typing.TYPE_CHECKING:\n    K: int = 1\nelse:\n    K = 1\n    K = 2",
        "del A",
        "assert A",
        "raise A",
        "pass",
        "global x",
        "x += 1",
        "1",
        "b'bytes'",
        "f'{x}'",
        "A()",
        "lambda: 1",
        "match x:\n    case _: ...",
        "x.y: int = 1",
        "x[0]: int = 1",
    ],
)
def test_a_foreign_statement_is_refused(statement: str) -> None:
    assert "a statement that no type accounts for" in refusal(f"{GOOD}\n{statement}\n")


@pytest.mark.parametrize(
    "statement",
    [
        "print(1)",
        "x = 1",
        "def f(self): ...",
        "class Inner: ...",
        "pass",
        "...",
        "import os",
        "if x: ...",
        "name.x: int",
        "extra: int = print()",
        "extra: int = Field(print())",
        "extra: int = Field(default_factory=list)",
        "extra: int = Field(x=(lambda: 1))",
        "extra: int = other.Field(1)",
        "extra: int = [1]",
        "extra: int = {}",
        "extra: int = x",
        "extra: int = 1 + 1",
        "extra: int = -x",
        "extra: int = f'{x}'",
    ],
)
def test_a_foreign_statement_in_a_class_is_refused(statement: str) -> None:
    assert "a statement that no member accounts for" in refusal(GOOD.replace('    """A."""', f"    {statement}"))


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("    name: str", "    nane: str", "A has members ['is_error', 'nane'], expected ['is_error', 'name']"),
        ("    name: str", "    more: str\n    name: str", "A has members ['is_error', 'more', 'name']"),
        ("    is_error: Omittable[str] = None\n", "", "A has members ['name']"),
        ("    name: str", "    is_error: str", "A has members ['is_error', 'is_error']"),
        ("class A", "class C", "C has members ['is_error', 'name'], expected None"),
        ("class A", "class B", "B has members ['is_error', 'name'], expected None"),
        ("B: typing", "C: typing", "unexpected definition of C"),
        (
            "B: typing.TypeAlias = str",
            "B: typing.TypeAlias = str\nB: typing.TypeAlias = int",
            "unexpected definition of B",
        ),
        ("B: typing.TypeAlias = str", "", "no class or alias was generated for B"),
        ('J: typing.TypeAlias = "', 'K: typing.TypeAlias = "', "a statement that no type accounts for"),
    ],
)
def test_types_and_members_are_those_of_the_ir(old: str, new: str, what: str) -> None:
    assert what in refusal(GOOD.replace(old, new))


def test_members_out_of_order_are_refused() -> None:
    lines = 'is_error: Omittable[str] = None\n    """Member."""\n\n    '
    swapped = GOOD.replace(lines, "").replace('"name")\n', '"name")\n    is_error: str\n')
    assert "A has members ['name', 'is_error']" in refusal(swapped)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import typing", "import os"),
        ("from pydantic import Field", "from os import system as Field"),
        ("class A(WireModel,", "class A(WireModel, metaclass=print,"),
        ("class A(WireModel,", "@print\nclass A(WireModel,"),
        ("class A(WireModel,", "class A(print(),"),
        ("class A(WireModel,", "class A(BaseModel,"),
        ("Omittable[str] = None", "print() = None"),
        ("typing.TypeAlias = str", "typing.TypeAlias = print()"),
        ("typing.TypeAlias = str", "print() = str"),
        ('extra="forbid"', "extra=print()"),
        ('extra="forbid"', "frozen=True"),
        ('TypeAliasType("J", "str | list[J]")', "print()"),
        ("if typing.TYPE_CHECKING", "if print().TYPE_CHECKING"),
    ],
)
def test_foreign_expressions_are_refused(old: str, new: str) -> None:
    refusal(GOOD.replace(old, new))
