"""The report contains every item of the official changelogs that a schema or the facts can show."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.ingest.manifest import read_toml
from tests.diff.sides import SUCCESSIVE, between

ITEMS: list[dict[str, Any]] = read_toml(Path(__file__).with_name("changelogs.toml"))["item"]
LOGGED = {item["page"].split("/")[1] for item in ITEMS}
"""The revisions whose changelog has items; each says what is new since the one before it."""

PAIRS = {new: (old, new) for old, new in pairwise(each for each in mb.REVISIONS if each in {mb.REVISIONS[0], *LOGGED})}


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
    assert len(LOGGED) > 3
    assert {new for _, new in SUCCESSIVE[: len(LOGGED)]} == LOGGED
    assert len({(item["page"], item["item"]) for item in ITEMS}) == len(ITEMS)
