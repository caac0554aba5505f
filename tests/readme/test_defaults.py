"""The numbers that guides quote are those of the code: defaults of parameters, and constants."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.ingest.manifest import read_toml

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "docs" / "guides"
DATA = read_toml(Path(__file__).with_name("defaults.toml"))
WORDS = dict(enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")))
SIZES = {"KiB": 1024, "MiB": 1024**2, "Ki": 1024, "Mi": 1024**2, "min": 60}
QUANTITY = re.compile(r"\b\d[\d,.]*\s(?:[KM]i?B|[KM]i|bytes|characters|seconds|minutes|hours|levels|messages|items)\b")


class Quantity:
    """A number that is written with a unit of the specification of its format."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        unit = spec.removesuffix("word")
        number = self.value / SIZES.get(unit, 1)
        assert unit not in SIZES or number == int(number), f"{self.value} is no multiple of a {unit}"
        if spec.endswith("word"):
            return WORDS[int(number)]
        unit = "" if unit in ("", ",", "min") else f" {unit}"
        return f"{int(number) if number == int(number) else number:,}{unit}"


def value_of(source: str) -> Quantity:
    """The value of a constant below `mcp_bindings`, or of the default of a parameter."""
    name, _, parameter = source.removesuffix(")").partition("(")
    module, _, attribute = f"mcp_bindings.{name}".rpartition(".")
    found: Any = getattr(import_module(module), attribute)
    if parameter:
        found = inspect.signature(found).parameters[parameter].default
    assert isinstance(found, int | float), source
    return Quantity(found)


def quoted(row: dict[str, Any]) -> str:
    """The text of a row with the values of the code."""
    return str(row["text"]).format(*map(value_of, row["sources"]))


def text_of(guide: str) -> str:
    """A guide without its programs, in one line."""
    return " ".join(re.sub(r"(?ms)^```.*?^```$", "", (GUIDES / f"{guide}.md").read_text(encoding="utf-8")).split())


@pytest.mark.parametrize("row", DATA["default"], ids=lambda row: f"{row['guide']}: {row['text'][:40]}")
def test_a_guide_quotes_the_value_of_the_code(row: dict[str, Any]) -> None:
    assert text_of(row["guide"]).count(quoted(row)) == 1, quoted(row)


@pytest.mark.parametrize("guide", sorted(path.stem for path in GUIDES.glob("*.md")))
def test_every_quantity_in_a_guide_has_a_source_or_a_reason(guide: str) -> None:
    text = text_of(guide)
    for row in DATA["default"]:
        if row["guide"] == guide:
            text = text.replace(quoted(row), "")
    for row in DATA["other"]:
        if row["guide"] == guide:
            assert row["text"] in text, f"{guide} has no {row['text']!r} any more"
            assert row["reason"]
            assert QUANTITY.search(row["text"]), row["text"]
            text = text.replace(row["text"], "")
    assert QUANTITY.findall(text) == []
