"""The words of the specification's authors stay theirs: no description of an official file is copied."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mcp_bindings.json_values import is_array, is_object
from tests.meta.reading import OFFICIAL, ROOT, repository_files

RUN = 8
"""So many words in a row are a sentence of someone."""

WORD = re.compile(r"[^\W_]+")

FACTS: dict[str, str] = {}
"""Runs of words that the specification fixes to the letter, such as literal values, with the reason."""

needs_official = pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official files of ../shared are not here")


def runs(text: str) -> Iterator[str]:
    """Every run of words of the length that counts, without case and punctuation."""
    words = WORD.findall(text.lower())
    return (" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1))


def descriptions(value: Any) -> Iterator[str]:
    """Every text under a member called `description`, wherever it stands."""
    if is_object(value):
        for name, member in value.items():
            if name == "description" and isinstance(member, str):
                yield member
            else:
                yield from descriptions(member)
    elif is_array(value):
        for item in value:
            yield from descriptions(item)


@cache
def official_runs() -> frozenset[str]:
    files = sorted(OFFICIAL.glob("*/schema.json"))
    assert len(files) == 6, files
    texts = {text for path in files for text in descriptions(json.loads(path.read_bytes()))}
    return frozenset(run for text in texts for run in runs(text))


def readable(path: Path) -> str:
    """The text of a file with its line breaks, quotes and comment signs gone."""
    return path.read_text(encoding="utf-8", errors="replace")


@needs_official
def test_no_description_is_copied() -> None:
    theirs = official_runs()
    assert len(theirs) > 1000, "the official files have hardly any words, so this shows nothing"
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {run}"
        for path in repository_files()
        for run in runs(readable(path))
        if run in theirs and run not in FACTS
    }
    assert found == set()


@needs_official
def test_no_fact_is_stale() -> None:
    ours = {run for path in repository_files() for run in runs(readable(path))}
    assert [run for run in FACTS if run not in ours or run not in official_runs()] == []
    assert all(FACTS.values())


@needs_official
def test_a_copy_would_be_found() -> None:
    text = next(
        text
        for text in descriptions(json.loads((OFFICIAL / "2025-11-25" / "schema.json").read_bytes()))
        if len(text) > 100
    )
    wrapped = text.upper().replace(" ", "\n    # ")
    assert set(runs(wrapped)) & official_runs()


def test_runs() -> None:
    assert list(runs("one two three four five six seven")) == []
    assert list(runs("One, two\n# three `four` five-six seven eight nine")) == [
        "one two three four five six seven eight",
        "two three four five six seven eight nine",
    ]


def test_descriptions() -> None:
    document = {
        "a": [{"description": "one"}, {"description": {"description": "two"}}],
        "description": "three",
        "b": "four",
    }
    assert list(descriptions(document)) == ["one", "two", "three"]
