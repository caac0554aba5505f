"""The catalogue: all rules, and the one of a difference."""

from __future__ import annotations

from mcp_bindgen.diff.rules.protocol import PROTOCOL_RULES
from mcp_bindgen.diff.rules.rule import ChangeRule, Wire, WireMode
from mcp_bindgen.diff.rules.schema import SCHEMA_RULES
from mcp_bindgen.diff.types import Delta

RULES: tuple[ChangeRule, ...] = (*SCHEMA_RULES, *PROTOCOL_RULES)
BY_ID = {rule.id: rule for rule in RULES}


def rule_for(delta: Delta, wire: Wire) -> ChangeRule:
    """The rule of a difference, given what becomes of its documents."""
    return next(rule for rule in RULES if delta.what in rule.differences and rule.check(delta, wire))


def wire_mode(what: str) -> WireMode | Wire:
    """How a difference is judged; all its rules agree on that."""
    return next(rule.wire for rule in RULES if what in rule.differences)
