"""The runtime's row classes lead: the classes with which the tool reads and renders rows have the same fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import pytest

from mcp_bindgen.ingest import authorization as read_authorization
from mcp_bindgen.ingest import (
    lint_rules,
    protocol_defaults,
    protocol_envelope,
    protocol_errors,
    protocol_features,
    translation,
    transport,
)
from mcp_bindgen.ir import error_codes as ir_error_codes
from mcp_bindgen.ir import methods as ir_methods
from mcp_bindgen.ir import protocol as ir_protocol
from mcp_bindings.spec import authorization, error_codes, methods, protocol
from mcp_bindings.spec import lint_rules as spec_lint_rules
from mcp_bindings.spec import translation as spec_translation

RUNTIME_MODULES = (authorization, error_codes, methods, protocol, spec_lint_rules, spec_translation)
TOOL_MODULES = (
    read_authorization,
    protocol_defaults,
    protocol_envelope,
    protocol_errors,
    protocol_features,
    translation,
    transport,
    ir_error_codes,
    ir_methods,
    ir_protocol,
)
"""Where the tool declares its rows; of two classes with one name, the later counts."""

OTHER_NAMES: dict[str, type[Any]] = {
    "ErrorCode": ir_error_codes.ErrorRow,
    "MethodInfo": ir_methods.MethodRow,
    "LintRule": lint_rules.LintRuleRow,
    "VersionRule": transport.VersionFacts,
}
"""Row classes of the runtime that have another name in the tool."""

OTHER_FIELDS = {"at": "places"}
"""Fields that have another name in the tool."""

OTHER_TYPES = {"ErrorUse.http_status": "0 in the file stands for None, since TOML has no null"}
"""Fields whose types differ, with the reason."""

CHECKED = "mypy checks the rendered rows against the runtime's class"
WIDER = {
    "LintRule.keyword": CHECKED,
    "LintRule.level": CHECKED,
    "MethodInfo.declared_by": CHECKED,
    "MethodInfo.senders": CHECKED,
}
"""Fields that the runtime declares as `Literal` and the tool as `str`, with the reason."""


def row_classes(module: ModuleType) -> dict[str, type[Any]]:
    return {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and get_type_hints(kind)
    }


OURS = {name: kind for module in RUNTIME_MODULES for name, kind in row_classes(module).items()}
THEIRS = {**{name: kind for module in TOOL_MODULES for name, kind in row_classes(module).items()}, **OTHER_NAMES}
SAME = {THEIRS[name]: OURS[name] for name in OURS if name in THEIRS}


def called(field: str, kind: type[Any]) -> str:
    """A field of the tool as its runtime class has it."""
    return field if field in get_type_hints(kind) else OTHER_FIELDS.get(field, field)


def in_the_runtime(hint: Any) -> Any:
    """A type of the tool in terms of the runtime: row classes replaced, unions spelled one way."""
    if hint in SAME:
        return SAME[hint]
    if get_origin(hint) in (Union, UnionType):
        return frozenset(in_the_runtime(part) for part in get_args(hint))
    if get_origin(hint) is tuple:
        return ("tuple", *map(in_the_runtime, get_args(hint)))
    if get_origin(hint) is Literal:
        return ("Literal", frozenset(get_args(hint)))
    return hint


def widened(hint: Any) -> Any:
    """The same with `str` for each choice of texts."""
    match hint:
        case ("Literal", frozenset()):
            return str
        case tuple():
            return tuple(map(widened, cast("Iterable[Any]", hint)))
        case frozenset():
            return frozenset(map(widened, cast("Iterable[Any]", hint)))
        case _:
            return hint


def test_every_row_class_of_the_runtime_is_compared() -> None:
    assert len(OURS) > 20
    assert sorted(set(OURS) - set(THEIRS)) == []
    assert [name for name in OTHER_NAMES if name not in OURS] == []


@pytest.mark.parametrize("name", sorted(OURS))
def test_fields_have_the_same_names(name: str) -> None:
    mine = [called(field.name, OURS[name]) for field in fields(THEIRS[name])]
    assert sorted(mine) == sorted(OURS[name]._fields)


def test_fields_have_the_same_types() -> None:
    wider: set[str] = set()
    other: set[str] = set()
    for name, kind in OURS.items():
        lead, mine = get_type_hints(kind), get_type_hints(THEIRS[name])
        for field, hint in mine.items():
            place = f"{name}.{called(field, kind)}"
            found, wanted = in_the_runtime(hint), in_the_runtime(lead[called(field, kind)])
            if widened(found) != widened(wanted):
                other.add(place)
            elif found != wanted:
                wider.add(place)
    assert (other - set(OTHER_TYPES), set(OTHER_TYPES) - other) == (set(), set())
    assert (wider - set(WIDER), set(WIDER) - wider) == (set(), set())
    assert all([*OTHER_TYPES.values(), *WIDER.values()])


def test_types_are_compared_in_depth() -> None:
    assert in_the_runtime(tuple[Literal["a", "b"], ...]) == in_the_runtime(tuple[Literal["b", "a"], ...])
    assert in_the_runtime(tuple[Literal["a"], ...]) != in_the_runtime(tuple[Literal["b"], ...])
    assert widened(in_the_runtime(tuple[Literal["a"], ...])) == in_the_runtime(tuple[str, ...])
    assert in_the_runtime(str | None) == frozenset({str, NoneType}) != in_the_runtime(int | None)
