"""The rules of translation, as the rendered table states them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule, Way  # rendered


_table = import_module("..spec.translation_table", __package__)  # rendered

RULES: tuple[TranslationRule, ...] = _table.RULES
"""The rules of each step."""

CONVERSATION: dict[str, TranslationRule] = {method: rule for rule in _table.CONVERSATION for method in rule.methods}
"""What a bridge handles, by method."""

_GENERAL: dict[str, TranslationRule] = {rule.id: rule for rule in _table.GENERAL}


def general(rule_id: str) -> TranslationRule:
    """A rule that holds at every step."""
    return _GENERAL[rule_id]


class Rule(NamedTuple):
    """A rule with what it does."""

    row: TranslationRule
    act: Callable[..., None]

    members: frozenset[str] | None
    """It does nothing with a value that has none of these members; None if that depends on something else."""


_ABOUT_MEMBERS = frozenset(
    {"drop", "refuse", "refuse_unless", "refuse_unless_empty", "structured_content", "truncate", "unset"}
)
"""Actions that do nothing with a value that has none of the members of the rule, if it names any."""


def rules_of(steps: Collection[str], way: Way, actions: Mapping[str, Callable[..., None]]) -> list[Rule]:
    """The rules of one way through some steps.

    Args:
        steps: The steps, as rules name them.
        way: `lift` or `lower`.
        actions: What the rules do, by name.
    """
    return [
        Rule(
            row,
            actions[row.action],
            frozenset(row.members) if row.members and row.action in _ABOUT_MEMBERS else None,
        )
        for row in RULES
        if row.step in steps and row.way == way
    ]
