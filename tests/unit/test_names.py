"""The ledger: every way in which a public name can move is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.records import names
from tests.unit.tiny import STRING, record, release, tiny

DEFINITIONS: dict[str, Any] = {"B": record(isError=STRING, name=STRING), "A": STRING}


def spec(definitions: dict[str, Any], revision: str = "2001", status: str = "released") -> SpecRevision:
    return tiny(definitions, release(revision, status=status))


def check(root: Path, recorded: list[SpecRevision], found: list[SpecRevision]) -> None:
    (root / "names.toml").write_text(names.ledger_text(names.build_ledger(recorded)), encoding="utf-8")
    names.check_ledger(root, names.build_ledger(found))


def test_the_ledger_is_sorted_and_reads_back() -> None:
    ledger = names.build_ledger([spec(DEFINITIONS)])
    assert ledger == {"2001": {"A": [], "B": ["is_error", "name"]}}
    text = names.ledger_text(ledger)
    assert tomli.loads(text) == ledger
    assert text.startswith("# Every public name")
    assert text.endswith('["2001"]\nA = []\nB = ["is_error", "name"]\n')


def test_classes_of_calls_stand_among_the_types(tmp_path: Path) -> None:
    callables = {"2001": {"AnyCalls": ["ask", "tell"]}}
    ledger = names.build_ledger([spec(DEFINITIONS)], callables)
    assert ledger == {"2001": {"A": [], "AnyCalls": ["ask", "tell"], "B": ["is_error", "name"]}}
    (tmp_path / "names.toml").write_text(names.ledger_text(ledger), encoding="utf-8")
    names.check_ledger(tmp_path, names.build_ledger([spec(DEFINITIONS)], callables))
    with pytest.raises(BindgenError) as raised:
        names.check_ledger(tmp_path, names.build_ledger([spec(DEFINITIONS)], {"2001": {"AnyCalls": ["ask"]}}))
    assert '- [2001] AnyCalls = ["ask", "tell"]\n  + [2001] AnyCalls = ["ask"]' in raised.value.what


def test_custom_revisions_are_not_recorded() -> None:
    assert names.build_ledger([spec(DEFINITIONS, status="custom")]) == {}


def package(root: Path, **public: str) -> dict[str, Any]:
    """The names of a package with these texts in the `__init__` of its rooms."""
    for room, source in public.items():
        directory = root / "pkg" if room == "pkg" else root / "pkg" / room
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "__init__.py").write_text(source, encoding="utf-8")
    return dict(names.public_names_of_packages(root / "pkg"))


def test_names_of_packages_are_read_without_importing_them(tmp_path: Path) -> None:
    room = "from pkg.room.made import c\nfrom ..errors import d"
    found = package(
        tmp_path, pkg='"""Text."""\nfrom .some import b, A\nfrom . import m', room=room, private='"""Text."""'
    )
    assert found == {"pkg": ["A", "b", "m"], "pkg.room": ["c", "d"]}
    assert names.exported_names(room.encode(), "pkg.room") == {"c": "made", "d": ".errors"}
    ledger = names.build_ledger([spec(DEFINITIONS)], packages=found)
    assert tomli.loads(names.ledger_text(ledger)) == {"packages": found, "2001": {"A": [], "B": ["is_error", "name"]}}


def test_a_name_of_a_package_has_moved(tmp_path: Path) -> None:
    before = package(tmp_path, pkg="from .x import a", room="from .x import b")
    (tmp_path / "names.toml").write_text(names.ledger_text(names.build_ledger([], packages=before)), encoding="utf-8")
    names.check_ledger(tmp_path, names.build_ledger([], packages=before))
    after = package(tmp_path, room="from .x import b, c", other="from .x import d")
    with pytest.raises(BindgenError) as raised:
        names.check_ledger(tmp_path, names.build_ledger([], packages=after))
    assert raised.value.what.splitlines()[1:] == [
        '  - [packages] "pkg.room" = ["b"]',
        '  + [packages] "pkg.other" = ["d"]',
        '  + [packages] "pkg.room" = ["b", "c"]',
    ]


@pytest.mark.parametrize("source", ['__all__ = ["a"]', "import os", "from os import path", "from .x import a\n'text'"])
def test_a_package_with_public_names_holds_nothing_else(source: str, tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match="has more than a docstring and imports"):
        package(tmp_path, pkg=source)


def test_nothing_has_moved(tmp_path: Path) -> None:
    check(tmp_path, [spec(DEFINITIONS)], [spec(DEFINITIONS)])


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in DEFINITIONS.items() if key != name}


CHANGES: list[tuple[Callable[[], list[SpecRevision]], list[str]]] = [
    (lambda: [spec({**DEFINITIONS, "C": STRING})], ["+ [2001] C = []"]),
    (lambda: [spec(without("A"))], ["- [2001] A = []"]),
    (lambda: [spec({**without("A"), "Z": STRING})], ["- [2001] A = []", "+ [2001] Z = []"]),
    (
        lambda: [spec({**DEFINITIONS, "B": record(isError=STRING, name=STRING, more=STRING)})],
        ['- [2001] B = ["is_error", "name"]', '+ [2001] B = ["is_error", "name", "more"]'],
    ),
    (
        lambda: [spec({**DEFINITIONS, "B": record(isError=STRING)})],
        ['- [2001] B = ["is_error", "name"]', '+ [2001] B = ["is_error"]'],
    ),
    (
        lambda: [spec({**DEFINITIONS, "B": record(isFault=STRING, name=STRING)})],
        ['- [2001] B = ["is_error", "name"]', '+ [2001] B = ["is_fault", "name"]'],
    ),
    (
        lambda: [spec({**DEFINITIONS, "A": record(x=STRING)})],
        ["- [2001] A = []", '+ [2001] A = ["x"]'],
    ),
    (
        lambda: [spec(DEFINITIONS), spec({"A": STRING}, "2002")],
        ["+ [2002] A = []"],
    ),
    (
        lambda: [spec(DEFINITIONS, "2002")],
        [
            "- [2001] A = []",
            '- [2001] B = ["is_error", "name"]',
            "+ [2002] A = []",
            '+ [2002] B = ["is_error", "name"]',
        ],
    ),
]


@pytest.mark.parametrize(
    ("found", "lines"),
    CHANGES,
    ids=[
        "type added",
        "removed",
        "renamed",
        "attribute added",
        "removed",
        "renamed",
        "other kind",
        "revision",
        "moved",
    ],
)
def test_what_has_moved_is_shown(tmp_path: Path, found: Callable[[], list[SpecRevision]], lines: list[str]) -> None:
    with pytest.raises(BindgenError) as raised:
        check(tmp_path, [spec(DEFINITIONS)], found())
    head, *shown = [line.strip() for line in raised.value.what.splitlines()]
    assert head == "public names have changed"
    assert shown == lines
    assert raised.value.where == str(tmp_path / "names.toml")
    assert "CHANGELOG" in raised.value.hint
