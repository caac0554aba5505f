"""Each mistake of the first hour ends in one sentence that names the mistake and the mend."""

from __future__ import annotations

import pytest

from tests.mistakes import answers as answers  # each registers its mistakes
from tests.mistakes import building as building
from tests.mistakes import functions as functions
from tests.mistakes import hosts as hosts
from tests.mistakes import opening as opening
from tests.mistakes import options as options
from tests.mistakes import tokens as tokens
from tests.mistakes.table import MISTAKES, TRIED


@pytest.mark.parametrize("id_", sorted(TRIED))
def test_a_mistake_has_a_sentence(id_: str) -> None:
    row = MISTAKES[id_]
    read = TRIED[id_]()
    expected = [row.reads, *([row.refused] if row.refused else [])]
    assert any(each in read for each in expected), f"{row.does}: {read}"
    assert "Traceback" not in read
    assert len(read.strip().splitlines()) == 1, read
    assert len(read) <= 600, read


def test_each_mistake_of_the_table_is_tried() -> None:
    assert set(TRIED) == set(MISTAKES)
    assert len(MISTAKES) >= 60
