"""One name means one thing, and one thing has one name: the glossary, held against the public names of the runtime."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from inspect import getdoc, isclass, isfunction
from typing import NamedTuple

import pytest

from tests.meta.public import public_names
from tests.meta.reading import ROOT, RUNTIME, python_files, text_of, tree

GLOSSARY = ROOT / "docs" / "design" / "glossary.md"
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Term(NamedTuple):
    """A row of the glossary."""

    name: str
    meaning: str
    others: tuple[str, ...]
    """Words that do not stand for the term."""


def terms() -> list[Term]:
    rows = [line.strip("|").split("|") for line in text_of(GLOSSARY).splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [
        Term(name, meaning, tuple(re.findall(r"`([^`]+)`", others)))
        for name, meaning, others in cells
        if (name, others) != ("term", "not") and not set(name) <= {"-"}
    ]


def words(text: str) -> set[str]:
    """The words of a text or of a name in lower case, each also without the `s` of a plural."""
    found = {word.lower() for word in WORD.findall(text)}
    return found | {word.removesuffix("s") for word in found}


def first_sentence(text: str) -> str:
    """The first sentence without its quotations of code."""
    return re.split(r"(?<=[.:])\s|\n\n", re.sub(r"`[^`]*`", "", text), maxsplit=1)[0]


def documented() -> Iterator[tuple[str, str]]:
    """Each public name with its members, as a dotted name, and the first sentence of its docstring."""
    for package, names in public_names().items():
        for name in names:
            value = getattr(import_module(package), name)
            if not (isclass(value) or isfunction(value)):
                yield name, ""
                continue
            yield name, first_sentence(getdoc(value) or "")
            for member, each in vars(value).items() if isclass(value) else ():
                if not member.startswith("_"):
                    yield f"{name}.{member}", first_sentence(str(each.__doc__ or "") if isfunction(each) else "")


def misused(name: str, sentence: str) -> Iterator[str]:
    """The terms that a public name or its docstring gives another name."""
    used = words(name) | words(sentence)
    for term in terms():
        yield from (f"{name}: {other!r} stands for {term.name}" for other in term.others if other in used)


def definitions() -> dict[str, list[str]]:
    """By name, the modules of the runtime that define it at their top level."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in python_files(RUNTIME):
        for name in set(_defined(tree(path).body)):
            found[name].append(path.relative_to(RUNTIME).as_posix())
    return found


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If(body=inner, orelse=other) | ast.Try(body=inner, orelse=other):
                yield from (*_defined(inner), *_defined(other))
            case _:
                pass


def test_the_glossary_has_each_term_once() -> None:
    names = [name for term in terms() for name in term.name.split(", ")]
    assert len(names) > 40
    assert sorted(names) == sorted(set(names))
    assert all(term.meaning for term in terms())
    assert {other for term in terms() for other in term.others}.isdisjoint(names)


def test_a_public_name_is_defined_once() -> None:
    public = {name for names in public_names().values() for name in names}
    found = definitions()
    assert {name: modules for name, modules in found.items() if name in public and len(modules) > 1} == {}
    assert len(public & found.keys()) > 150


def test_public_names_and_docstrings_use_the_terms() -> None:
    found = list(documented())
    assert len(found) > 400
    assert [wrong for name, sentence in found for wrong in misused(name, sentence)] == []


@pytest.mark.parametrize(
    ("name", "sentence", "term"),
    [
        ("FrameReader", "", "message"),
        ("read_packets", "", "message"),
        ("ask", "Return each remark.", "finding"),
        ("ask", "Return each `remark`. A remark is a finding.", None),
        ("unframed", "Return what is remarkable.", None),
    ],
)
def test_another_word_for_a_term_is_found(name: str, sentence: str, term: str | None) -> None:
    assert [wrong.rpartition(" stands for ")[2] for wrong in misused(name, first_sentence(sentence))] == [term] * bool(
        term
    )
