"""The page of what crosses between revisions has every rule, and tests show what it says of a bridge."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mcp_bindgen import paths
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.bridge import read_bridge
from mcp_bindgen.ingest.translation import TranslationRules, read_translation
from mcp_bindgen.site import bridge

TESTS = Path(__file__).resolve().parents[1] / "bridge"
ROOT = paths.schema_root()


def test_each_rule_of_a_message_is_on_the_page_once() -> None:
    translation = read_translation(ROOT)
    rules = {rule.id for rule in (*translation.general, *translation.rules) if rule.owner == "translation"}
    shown = re.findall(r"^\| (?:to|from|any) [^|]+ \| `([a-z0-9.-]+)` \|", bridge.bridge_page(ROOT), re.MULTILINE)
    assert len(shown) == len(set(shown))
    assert set(shown) == rules


def test_each_row_of_a_bridge_names_tests() -> None:
    for row in read_bridge(ROOT, read_translation(ROOT)):
        assert row.tests, row.id
        for each in row.tests:
            name, _, function = each.partition("::")
            assert f"def {function}(" in (TESTS / name).read_text(encoding="utf-8"), each


def test_a_rule_that_a_bridge_handles_needs_a_row(tmp_path: Path) -> None:
    text = (ROOT / "bridge.toml").read_text(encoding="utf-8")
    (tmp_path / "bridge.toml").write_text(text.replace('rules = ["ping"]', "rules = []"), encoding="utf-8")
    with pytest.raises(BindgenError, match="no row names the translation rule 'ping'"):
        read_bridge(tmp_path, read_translation(ROOT))
    with pytest.raises(BindgenError, match="no translation rule has the id"):
        read_bridge(ROOT, TranslationRules((), (), ()))
