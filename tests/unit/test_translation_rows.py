"""The file of the rules of translation: an error names the row whose form is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.translation import FILE, MOVE, RENAME_METHOD, read_translation

ROW = 'id = "x"\nreason = "r"\nstep = "s"\nway = "to-newer"\nplaces = ["ClientCapabilities"]\nsources = ["y"]\n'
MOVES = f'[[rule]]\n{ROW}action = "{MOVE}"\nmembers = ["a"]\n'
RENAMES = f'[[rule]]\n{ROW}action = "{RENAME_METHOD}"\nmethods = ["a"]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule = 5", "rows must be written [[rule]]"),
        ("[rule]\nid = 1", "rows must be written [[rule]]"),
        (f"{MOVES}value = '5'", "rule 'x' needs as value the way to the new place"),
        (f"{MOVES}value = '[]'", "rule 'x' needs as value the way to the new place"),
        (f"{MOVES}value = '[1]'", "rule 'x' needs as value the way to the new place"),
        (f"{MOVES}value = 'b'", "rule 'x' needs as value the way to the new place"),
        (f"{RENAMES}value = '5'", "rule 'x' needs methods, and as value their name in the target"),
    ],
)
def test_an_error_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(BindgenError) as caught:
        read_translation(tmp_path)
    assert said in str(caught.value)


def test_moves_of_capabilities(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f'{MOVES}value = \'["b", "a"]\'', encoding="utf-8")
    assert read_translation(tmp_path).moved_capabilities["client"] == (("s", "to-newer", "a", "b.a"),)
