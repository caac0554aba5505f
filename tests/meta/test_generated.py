"""What no generated file may hold, and what every one does."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

from tests.meta.reading import PRODUCT, ROOT, python_files, repository_files

GENERATED = [path for path in repository_files() if path.is_relative_to(ROOT / "generated")]
PLACE = re.compile(r"(?<![\w/.:}])/(?:home|Users|root|tmp|usr|var|opt|work|private)/\w|\b[A-Z]:\\\\?\w")
SUPPRESSIONS = ("noqa", "type: ignore", "type:ignore", "pyright:", "pylint:", "mypy:", "fmt:", "nosec", "pragma:")


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_there_are_generated_files() -> None:
    assert len(GENERATED) > 20


@pytest.mark.parametrize("path", python_files(PRODUCT), ids=lambda path: path.relative_to(PRODUCT).as_posix())
def test_no_suppressions(path: Path) -> None:
    comments = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(text(path)).readline)
        if token.type == tokenize.COMMENT
    ]
    assert [comment for comment in comments if any(word in comment for word in SUPPRESSIONS)] == []


def test_no_time_of_writing() -> None:
    stamp = re.compile(
        r"\d\d:\d\d:\d\d|\b\d{4}-\d\d-\d\dT\d\d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? \w{3}|\b\d{10}\.\d+"
    )
    assert {path.name: found for path in GENERATED if (found := stamp.findall(text(path)))} == {}


def test_no_place_of_writing() -> None:
    """Absolute paths of this machine, and of machines like it."""
    assert {path.name: found for path in GENERATED if (found := PLACE.findall(text(path)))} == {}
    assert [path for path in GENERATED if str(ROOT) in text(path)] == []


@pytest.mark.parametrize("line", ["# /home/me/x", "at /work/main/y", 'path = "C:\\\\x"', "'/tmp/a'"])
def test_the_pattern_finds_paths(line: str) -> None:
    assert PLACE.search(line)


def test_text_is_tidy() -> None:
    for path in GENERATED:
        content = path.read_bytes()
        assert b"\r" not in content, path
        assert b"\t" not in content, path
        assert not content or content.endswith(b"\n"), path
        assert not content.endswith(b"\n\n"), path
        assert not re.search(rb"[ ]+\n", content), path


def test_no_class_has_a_number_at_its_end() -> None:
    """`Params1` is what a generator calls what it has no name for."""
    names = [name for path in PRODUCT.rglob("*.py") for name in re.findall(r"^class (\w+)", text(path), re.M)]
    assert len(names) > 300
    assert [name for name in names if name[-1].isdigit()] == []
