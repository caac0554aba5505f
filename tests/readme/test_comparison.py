"""The README's table of alternatives: its counts are measured anew, and each contender is what the text says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.benchmarks import compare, contenders
from tests.benchmarks.contenders import HAND_WRITTEN, MCP_TYPES, OURS, RAW_GENERATOR, Contender
from tests.benchmarks.documents import CALL, PAGE

README = Path(__file__).resolve().parents[2] / "README.md"


pytestmark = pytest.mark.filterwarnings("ignore:Running datamodel-code-generator on Python 3.10:FutureWarning")
"""The generator announces that it will need Python 3.11. This package does not run it in this way."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Contender]:
    return contenders.contenders(tmp_path_factory.mktemp("raw"))


def readme_table() -> dict[str, dict[str, str]]:
    """By label of the row and name of the column, each cell of the table."""
    lines = [line.strip("| ").split(" | ") for line in README.read_text(encoding="utf-8").splitlines()]
    start = next(number for number, cells in enumerate(lines) if cells[: len(ALL)] == ALL)
    rows: dict[str, dict[str, str]] = {}
    for label, *cells in lines[start + 2 :]:
        if len(cells) != len(ALL):
            break
        rows[label] = dict(zip(ALL, cells, strict=True))
    return rows


ALL = [OURS, HAND_WRITTEN, RAW_GENERATOR, MCP_TYPES]


def test_counts_are_those_of_a_run(found: dict[str, Contender]) -> None:
    table = readme_table()
    for label, *cells in compare.rows(found):
        assert {name: table[label][name] for name in found} == dict(zip(found, cells, strict=True)), label


def test_the_readme_shows_every_row_that_is_printed() -> None:
    timed = ["µs to read a page of 50 tools", "ms of processor time to import the package and read a first request"]
    assert list(readme_table())[-len(timed) :] == timed
    source = Path(compare.__file__).read_text(encoding="utf-8")
    assert [label for label in timed if f'"{label}"' not in source] == []


def test_each_contender_reads_the_plain_documents(found: dict[str, Contender]) -> None:
    """A contender that rejects all would lose nothing and accept nothing invalid."""
    for contender in found.values():
        for definition, document in zip(contenders.DEFINITIONS, (CALL, PAGE), strict=True):
            value = contender.read[definition](json.dumps(document))
            assert json.loads(contender.write(value)) == document
