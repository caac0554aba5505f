"""Text of any origin as source: it reads back as itself, and nothing in it can be overlooked."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcp_bindgen.render.literals import docstring, literal, one_line_comment, tuple_literal
from tests.unit.tiny import same_every_run

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
SEPARATORS = "\n\r\t\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0"
HOSTILE = ['"', "'", '"""', "\\", '\\"', "\\n", "{{ x }}", "{% x %}", "#", "\ufeff", "\U000e0001", "\u05d0", "\ud800"]

texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.sampled_from(["a", " ", *BIDI, *SEPARATORS, *HOSTILE[:-1]]), max_size=12).map("".join),
)
scalars = texts | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False)


def is_readable(source: str) -> bool:
    """Does every character show, and in the order it has in the file?"""
    return all(char == "\n" or (char.isprintable() and char not in BIDI) for char in source)


@same_every_run
@given(texts)
@example("".join(HOSTILE[:-1]) + BIDI + SEPARATORS)
def test_a_string_reads_back(text: str) -> None:
    source = literal(text)
    assert ast.literal_eval(source) == text
    assert "\n" not in source
    assert is_readable(source)


@same_every_run
@given(scalars)
def test_a_value_reads_back(value: Any) -> None:
    assert repr(ast.literal_eval(literal(value))) == repr(value)


@same_every_run
@given(st.lists(scalars, max_size=4))
def test_a_tuple_reads_back(values: list[Any]) -> None:
    assert repr(ast.literal_eval(tuple_literal(values))) == repr(tuple(values))


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("plain", '"plain"'),
        ('say "hi"', '"say \\"hi\\""'),
        ("it's", '"it\'s"'),
        ("a\\b", '"a\\\\b"'),
        ("\u202e", '"\\u202e"'),
        ("\x1b", '"\\x1b"'),
        ("\U000e0001", '"\\U000e0001"'),
        ("\u540d", '"\u540d"'),
        (True, "True"),
        (1.0, "1.0"),
        (None, "None"),
    ],
)
def test_literal(value: object, source: str) -> None:
    assert literal(value) == source


def test_half_a_surrogate_pair_reads_back() -> None:
    assert ast.literal_eval(literal("\ud800")) == "\ud800"


@same_every_run
@given(st.lists(texts, max_size=3), st.sampled_from(["", "    "]))
@example(['ends in "'], "")
@example(["ends in \\"], "    ")
@example(['"""', '"" "', "x\\"], "    ")
@example([], "    ")
def test_a_docstring_is_one_string(paragraphs: list[str], indent: str) -> None:
    source = docstring(paragraphs, indent)
    assert is_readable(source)
    head = "class A:\n" if indent else ""
    tree = ast.parse(f"{head}{indent}{source}\n")
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else tree.body
    assert len(body) == 1
    text = ast.get_docstring(tree.body[0] if isinstance(tree.body[0], ast.ClassDef) else tree)
    assert text is not None
    assert words(text) == words("\n\n".join(paragraphs))


def words(text: str) -> list[str]:
    """Words, however they are broken into lines: the separators of `str.splitlines` may have become line ends."""
    return text.split()


@same_every_run
@given(st.lists(texts, max_size=3))
def test_a_docstring_is_one_token(paragraphs: list[str]) -> None:
    source = docstring(paragraphs, "")
    kinds = [token.type for token in tokenize.generate_tokens(io.StringIO(f"{source}\n").readline)]
    assert kinds == [tokenize.STRING, tokenize.NEWLINE, tokenize.ENDMARKER]


@pytest.mark.parametrize(
    ("paragraphs", "indent", "source"),
    [
        (["One line."], "    ", '"""One line."""'),
        (["One.", "Two."], "    ", '"""One.\n\n    Two.\n    """'),
        (["One.\nmore"], "", '"""One.\nmore\n"""'),
        (["", " One. ", "  "], "", '"""One."""'),
        (['Say "hi"'], "    ", '"""Say "hi"\n    """'),
        ([], "", '""""""'),
        (["a\\d"], "", '"""a\\\\d"""'),
        (['x """ y'], "", '"""x \\"\\"\\" y"""'),
    ],
)
def test_docstring(paragraphs: list[str], indent: str, source: str) -> None:
    assert docstring(paragraphs, indent) == source


@same_every_run
@given(texts)
def test_a_comment_stays_on_its_line(text: str) -> None:
    found = one_line_comment(text)
    assert is_readable(found)
    assert len(found.splitlines()) <= 1
    assert ast.dump(ast.parse(f"# {found}\nx = 1")) == ast.dump(ast.parse("x = 1"))


def test_a_comment_cannot_end_a_docstring_it_stands_in() -> None:
    """Templates put a revision's id, passed through `comment`, into docstrings."""
    source = f'"""Revision {one_line_comment(chr(34) * 3 + "; import os; " + chr(34) * 3)}."""'
    assert [type(node) for node in ast.parse(source).body] == [ast.Expr]
