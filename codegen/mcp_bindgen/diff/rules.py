"""The catalogue: all rules, the one of a difference, and the page of each."""

from __future__ import annotations

from mcp_bindgen.diff.protocol_rules import PROTOCOL_RULES
from mcp_bindgen.diff.rule import Judged, Rule, Wire
from mcp_bindgen.diff.schema_rules import SCHEMA_RULES
from mcp_bindgen.diff.types import Delta

RULES: tuple[Rule, ...] = (*SCHEMA_RULES, *PROTOCOL_RULES)
BY_ID = {rule.id: rule for rule in RULES}


def rule_for(delta: Delta, wire: Wire) -> Rule:
    """The rule of a difference, given what becomes of its documents."""
    return next(rule for rule in RULES if delta.what in rule.on and rule.check(delta, wire))


def judged_by(what: str) -> Judged | Wire:
    """How a difference is judged; all its rules agree on that."""
    return next(rule.wire for rule in RULES if what in rule.on)


def documentation(rule: Rule) -> str:
    """The page of a rule, as plain paragraphs."""
    wire = {
        "contained": "On the wire: decided for each change by a search for a document that one side refuses.",
        "lenient": "On the wire: as for a request, but risky at worst, since what is not known is passed over.",
        "binding": "On the wire: by how binding the fact is (MUST breaks, SHOULD is risky, anything else safe).",
    }
    verdict = (
        wire[rule.wire]
        if isinstance(rule.wire, str)
        else f"On the wire: {rule.wire[0]} from old to new, {rule.wire[1]} back."
    )
    mirror = "itself" if rule.mirror == rule.id else rule.mirror
    sentence = rule.says.format(subject="X", definition="D")
    return "\n\n".join(
        (rule.id, rule.purpose, f"Reads: {sentence}.", verdict, f"To Python source: {rule.python}.",
         f"The other way round: {mirror}.")
    )  # fmt: skip
