"""Docstrings of the runtime and the tool have one reading. The mood of their verbs is checked by ruff, rule D401."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files, tree
from tests.meta.sample import Definition, definitions, docstrings

OPENING = re.compile(
    r"(As|Be|Come|Does|For|Give|Go|Hold|How|If|It|Let|Say|So|Stand|Takes?|Tell|That|The one|There|These|This|Those|What"
    r"|When|Where|Whether|Which|Who|Whom|Whose|Why)\b"
)
"""First words that leave the subject or the verb of a docstring open."""

ARGUMENT = re.compile(
    r"^ +\w+: (Whether|What|How|Where|Who|Whom|Which|of|as given|such as|typed|to \w+\.|whose)\b", re.MULTILINE
)
"""An entry of `Args` or `Attributes` that lacks its noun, or begins with a question instead of `True if`."""

REASON = re.compile(r"^ +\w+: (?:[Ii]t (?:is|does|may|has|was)|[Tt]hey|[Oo]ne of them|[Tt]wo have)\b.*", re.MULTILINE)
"""An entry of `Raises` that names no subject."""

INSIDE = tuple(
    map(
        re.compile,
        (
            r"\bif there is none\b",
            r"(?<![\w`])as `[^`]+` (?:does|do|has|is)\b",
            r"\b[Ss]ee `",
            r"\bif (?:it|that) (?:is so|does)\b",
            r"\bfor it to be\b",
            r"\bthat is why\b",
            r"\b[Tt]hat is so\b",
            r"\bas (?:it|they) came\b",
            r"\b(?:has|have) not(?=[.;,:])",
            r"\btheirs\b",
        ),
    )
)
"""Phrases whose words refer to something that the sentence does not name."""


def faults(text: str) -> Iterator[str]:
    """Yield each part of a docstring that has more than one reading."""
    if opening := OPENING.match(text):
        yield opening[0]
    for pattern in (ARGUMENT, REASON, *INSIDE):
        yield from (found[0].strip() for found in pattern.finditer(text))


def test_every_docstring_has_one_reading() -> None:
    places = [place for base in (RUNTIME, TOOL) for path in python_files(base) for place in docstrings(path)]
    assert len(places) > 5000
    assert [
        f"{place.path.relative_to(ROOT)}:{place.line}: {fault}" for place in places for fault in faults(place.text)
    ] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Whether a host is this machine.", ["Whether"]),
        ("The one that is left.", ["The one"]),
        ("Return the id; None if there is none.", ["if there is none"]),
        ("Return the id.\n\nArgs:\n    known: Whether it is known.", ["known: Whether"]),
        ("Read a text as `parse` does.", ["as `parse` does"]),
        ("Call it.\n\nArgs:\n    method: of the request.", ["method: of"]),
        ("Call it.\n\nArgs:\n    result: typed.", ["result: typed"]),
        ("Call it.\n\nRaises:\n    ValueError: it is not.", ["ValueError: it is not."]),
        ("Read the values. That is so if they differ.", ["That is so"]),
        ("Return the text as it came.", ["as it came"]),
        ("Drop members that JSON has not.", ["has not"]),
        ("Return whether a host is this machine.", []),
        ("Thesis of `Which`.\n\nArgs:\n    known: whether it is known.", []),
    ],
)
def test_a_docstring_with_two_readings_is_found(text: str, expected: list[str]) -> None:
    assert list(faults(text)) == expected


SECTION = re.compile(r"^(Args|Attributes|Raises):\n((?:    .*\n|\n)+)", re.MULTILINE)
ENTRY = re.compile(r"^    \*?([\w.]+(?:, [\w.]+)*): ", re.MULTILINE)


PROPER = re.compile(r"(?:[A-Z]{2}|True\b|False\b|None\b|Markdown\b|PyJWT\b|Python\b|Unix\b|[^A-Z])")
"""The beginnings that an entry of a section may have: a lower-case letter, code, or a name that is a capital anyway."""

STYLES = {"Args": re.compile("True (?:if|to) "), "Attributes": re.compile("whether ")}
"""The beginning of a condition in the other section: entries begin with `whether` in Args, `True if` in Attributes."""


def strange_entries(text: str) -> Iterator[str]:
    """Yield each entry of a section in another style than the rest of the package."""
    for title, entries in SECTION.findall(f"{text}\n"):
        for entry in ENTRY.finditer(entries):
            words = entries[entry.end() :].partition("\n")[0]
            if not PROPER.match(words) or (title in STYLES and STYLES[title].match(words)):
                yield f"{title}: {entry[0].strip()} {words}"


def test_entries_of_sections_have_one_style() -> None:
    places = [place for base in (RUNTIME, TOOL) for path in python_files(base) for place in docstrings(path)]
    assert [f"{place.name}: {each}" for place in places for each in strange_entries(place.text)] == []


def test_an_entry_in_another_style_is_found() -> None:
    text = """Walk.

    Args:
        path: The path.
        url: URL of the page.
        is_long: True if it is long.
        is_short: whether it is short.

    Attributes:
        is_over: whether it is over.
        is_new: True if it is new.

    Raises:
        ValueError: No path.
    """
    expected = [
        "Args: path: The path.",
        "Args: is_long: True if it is long.",
        "Attributes: is_over: whether it is over.",
    ]
    assert list(strange_entries(inspect.cleandoc(text))) == [*expected, "Raises: ValueError: No path."]


def stated_names(text: str, section: str) -> Iterator[str]:
    """Yield the names of the entries in a section of a docstring."""
    for title, entries in SECTION.findall(f"{text}\n"):
        if title == section:
            yield from (name for entry in ENTRY.findall(entries) for name in entry.split(", "))


def parameters(node: Definition) -> set[str] | None:
    """Return the names that `Args` may have; None if any name is right, since the rest goes to a base class."""
    if isinstance(node, ast.ClassDef):
        inits = [
            each for each in node.body if isinstance(each, ast.FunctionDef) and each.name in {"__init__", "__new__"}
        ]
        fields = {
            each.target.id
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        }
        return parameters(inits[0]) if inits else fields or None
    arguments = node.args
    if arguments.kwarg is not None and node.name == "__init__":
        return None
    every = (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg)
    return {each.arg for each in every if each is not None}


def attributes(node: ast.ClassDef, module: ast.Module) -> set[str]:
    """Return the names that a class uses as attributes, with those of its bases in the same module."""
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    found = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    found |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    found |= {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return found.union(
        *(attributes(each, module) for each in module.body if isinstance(each, ast.ClassDef) and each.name in bases)
    )


def unknown_names(module: ast.Module) -> Iterator[str]:
    """Yield each name in a docstring of a module that is no parameter, or no attribute, of what it describes."""
    for name, node in definitions(module):
        text = ast.get_docstring(node) or ""
        known = parameters(node)
        if known is not None:
            yield from (f"{name}: {stated}" for stated in stated_names(text, "Args") if stated not in known)
        if isinstance(node, ast.ClassDef):
            known = attributes(node, module)
            yield from (f"{name}: {stated}" for stated in stated_names(text, "Attributes") if stated not in known)


def test_args_and_attributes_in_docstrings_exist() -> None:
    paths = [path for base in (RUNTIME, TOOL) for path in python_files(base)]
    assert [f"{path.relative_to(ROOT)}: {each}" for path in paths for each in unknown_names(tree(path))] == []


def test_an_unknown_name_in_a_docstring_is_found() -> None:
    source = '''
class Base:
    def __init__(self) -> None:
        self.place = 1

class Walk(Base):
    """Walk along a path.

    Args:
        path: the path.
        way: the way.

    Attributes:
        place: the place.
        spot: the place.
    """

    def __init__(self, path: str) -> None:
        self.path = path

def go(*steps: str) -> None:
    """Go.

    Args:
        *steps: the steps,
            such as: one.
        left, right: the sides.
    """
'''
    assert list(unknown_names(ast.parse(source))) == ["Walk: way", "Walk: spot", "go: left", "go: right"]


def names_in(module: ast.Module) -> Iterator[str]:
    """Yield each name that a module defines, imports or uses."""
    for node in ast.walk(module):
        match node:
            case ast.ClassDef(name=name) | ast.alias(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case _:
                pass


def test_exceptions_in_docstrings_exist() -> None:
    paths = [path for base in (RUNTIME, TOOL) for path in python_files(base)]
    known = set(dir(builtins)).union(*(names_in(tree(path)) for path in paths))
    stated = [
        (place, name) for path in paths for place in docstrings(path) for name in stated_names(place.text, "Raises")
    ]
    assert len(stated) > 500
    assert [f"{place.name}: {name}" for place, name in stated if name.rpartition(".")[2] not in known] == []


REFERENCE = re.compile(r"`(?:\w+\.)*(?:([A-Z][a-z]\w*)\.([a-z_]\w*)|([a-z_]+)\.([A-Z][a-z]\w*))(?:\([^`]*\))?`")
"""A class with a member of it, or a module with a class, in backticks."""


def members_by_owner(paths: list[Path]) -> dict[str, set[str]]:
    """Return the names in the body of each class, with those of its bases, and the names in each module."""
    found: dict[str, set[str]] = {}
    for path in paths:
        module = tree(path)
        found.setdefault(path.stem, set()).update(names_in(module))
        for node in (each for _, each in definitions(module) if isinstance(each, ast.ClassDef)):
            inside = {each.name for _, each in definitions(node)} | attributes(node, module)
            found.setdefault(node.name, set()).update(inside, ["", *map(ast.unparse, node.bases)])
    return found


def has_member(owner: str, name: str, members: dict[str, set[str]]) -> bool:
    """Return whether a class or a module has a member; True for a module of another package."""
    bases = members.get(owner, {name} if owner.islower() else set[str]())
    return name in bases or any(name in members.get(base.partition("[")[0], ()) for base in bases)


def test_classes_and_members_in_docstrings_exist() -> None:
    paths = python_files(RUNTIME)
    members = members_by_owner(paths)
    stated = [
        (place, found[1] or found[3], found[2] or found[4])
        for path in paths
        for place in docstrings(path)
        for found in REFERENCE.finditer(place.text)
    ]
    assert len(stated) > 100
    assert [
        f"{place.path.stem} {place.name}: {owner}.{name}"
        for place, owner, name in stated
        if not has_member(owner, name, members)
    ] == []
