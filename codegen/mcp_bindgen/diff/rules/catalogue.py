"""The catalogue of change rules: the rule for a given difference, and an example of each rule."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from mcp_bindgen.diff.rules.offer import OFFER_RULES
from mcp_bindgen.diff.rules.protocol import PROTOCOL_RULES
from mcp_bindgen.diff.rules.rule import ChangeRule, Wire, WireMode
from mcp_bindgen.diff.rules.schema import SCHEMA_RULES
from mcp_bindgen.diff.types import Delta
from mcp_bindgen.ingest.manifest import read_toml

RULES: tuple[ChangeRule, ...] = (*SCHEMA_RULES, *PROTOCOL_RULES, *OFFER_RULES)
BY_ID = {rule.id: rule for rule in RULES}


def rule_for(delta: Delta, wire: Wire) -> ChangeRule:
    """Return the first rule that applies to a difference with the given levels."""
    return next(rule for rule in RULES if delta.what in rule.differences and rule.applies_to(delta, wire))


def wire_mode(what: str) -> WireMode | Wire:
    """Return the mode in which the levels for a kind of difference are found, or its fixed levels. All rules for one
    kind have the same mode or levels.
    """
    return next(rule.wire for rule in RULES if what in rule.differences)


@cache
def read_examples() -> Mapping[str, list[dict[str, Any]]]:
    """Read the examples once, and return them by table: `schema` has definitions as JSON text, `fact` has edits of
    protocol facts, and `offer` has what servers offer, as JSON text.
    """
    with as_file(files("mcp_bindgen.diff.rules").joinpath("examples.toml")) as path:
        return read_toml(path)
