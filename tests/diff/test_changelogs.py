"""The report contains every item of the official changelogs that a schema or the facts can show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.ingest.manifest import read_toml
from tests.diff.sides import SUCCESSIVE, between

ITEMS: list[dict[str, Any]] = read_toml(Path(__file__).with_name("changelogs.toml"))["item"]
PAIRS = {new: (old, new) for old, new in SUCCESSIVE}


@pytest.mark.parametrize("item", ITEMS, ids=[f"{item['page'].split('/')[1]} {item['item']}" for item in ITEMS])
def test_the_report_contains_the_item(item: dict[str, Any]) -> None:
    assert ("shows" in item) != ("beyond" in item)
    pair = PAIRS[item["page"].split("/")[1]]
    found = {(change.rule, change.delta.place.pointer) for change in between(*pair).changes}
    missing = [
        (rule, pointer)
        for rule, pointer in item.get("shows", ())
        if not any(rule == told and _leads_to(pointer, place) for told, place in found)
    ]
    assert missing == []


def _leads_to(pointer: str, place: str) -> bool:
    return place.startswith(pointer[:-1]) if pointer.endswith("*") else place == pointer


def test_every_changelog_has_items() -> None:
    """A new revision has none at first; those before it keep theirs."""
    found = {item["page"].split("/")[1] for item in ITEMS}
    assert len(found) > 3
    assert found == {new for _, new in SUCCESSIVE[: len(found)]}
    assert len({(item["page"], item["item"]) for item in ITEMS}) == len(ITEMS)
