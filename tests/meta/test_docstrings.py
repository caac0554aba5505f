"""Docstrings of the runtime and the tool have one reading. The mood of their verbs is checked by ruff, rule D401."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.meta.reading import ROOT, RUNTIME, TOOL, python_files
from tests.meta.sample import docstrings

OPENING = re.compile(
    r"(As|Be|Come|Does|For|Give|Go|Hold|How|If|It|Let|Say|So|Stand|Takes?|Tell|That|The one|There|These|This|Those|What"
    r"|When|Where|Whether|Which|Who|Whom|Whose|Why)\b"
)
"""First words that leave the subject or the verb of a docstring open."""

ARGUMENT = re.compile(r"^ +\w+: (Whether|What|How|Where|Who|Whom|Which|of)\b", re.MULTILINE)
"""An entry of `Args` or `Attributes` that lacks its noun, or begins with a question instead of `True if`."""

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
        ),
    )
)
"""Phrases whose words refer to something that the sentence does not name."""


def faults(text: str) -> Iterator[str]:
    """Yield each part of a docstring that has more than one reading."""
    if opening := OPENING.match(text):
        yield opening[0]
    for pattern in (ARGUMENT, *INSIDE):
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
        ("Return whether a host is this machine.", []),
        ("Thesis of `Which`.\n\nArgs:\n    known: whether it is known.", []),
    ],
)
def test_a_docstring_with_two_readings_is_found(text: str, expected: list[str]) -> None:
    assert list(faults(text)) == expected
