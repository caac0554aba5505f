"""The rules of translation, from the rendered table."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from ..renames import list_names

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule, Way  # rendered


_table = import_module("..spec.translation_table", __package__)  # rendered

TRANSLATION_RULES: tuple[TranslationRule, ...] = _table.RULES
"""The rules of all steps. A step is between two successive revisions."""

BRIDGE_RULES: dict[str, TranslationRule] = {
    name: rule for rule in _table.CONNECTION for method in rule.methods for name in list_names(method)
}
"""The rules that refuse messages which only a bridge can translate, by the names of the method in all revisions."""

_GENERAL: dict[str, TranslationRule] = {rule.id: rule for rule in _table.GENERAL}


def get_general_rule(rule_id: str) -> TranslationRule:
    """Return the rule with an id, among the rules that apply at every step."""
    return _GENERAL[rule_id]


class RuleWithAction(NamedTuple):
    """A rule with its action."""

    row: TranslationRule
    apply: Callable[..., None]

    members: frozenset[str] | None
    """Names of members. The rule ignores a value that has none of these members. None if the rule is for all values."""


RENAME_METHOD = "rename_method"
"""Name of the action that renames the method of a message. The value of a rule
with this action is the name of the method in the target.
"""

MOVE = "move"
"""Name of the action that moves members. The value of a rule with this action is the path to the new place."""

OUTWARD = ".."
"""Beginning of a path that leads out of the object that has the member."""

_ACTIONS_ON_MEMBERS = frozenset(
    {"drop", "refuse", "refuse_unless", "refuse_unless_empty", "structured_content", "truncate", "unset"}
)
"""Actions that ignore a value with none of the members that the rule names, if the rule names members."""


def find_renamed_methods(steps: Sequence[str], way: Way) -> dict[str, str]:
    """Return the new name of each method that some steps rename, by the name before the first step.

    Args:
        steps: the steps in the direction of the translation, by the names that rules use.
        way: the direction of the translation, `to-newer` or `to-older`.
    """
    found: dict[str, str] = {}
    for step in steps:
        rules = [row for row in TRANSLATION_RULES if (row.step, row.way, row.action) == (step, way, RENAME_METHOD)]
        names = {method: json.loads(row.value) for row in rules for method in row.methods}
        found = {**names, **{method: names.get(name, name) for method, name in found.items()}}
    return found


def find_rules_of_steps(
    steps: Collection[str], way: Way, actions: Mapping[str, Callable[..., None]]
) -> list[RuleWithAction]:
    """Return the rules of some steps in one direction.

    Args:
        steps: the steps, by the names that rules use.
        way: the direction of the translation, `to-newer` or `to-older`.
        actions: actions of the rules, by name.
    """
    return [
        RuleWithAction(
            row,
            actions[row.action],
            frozenset(row.members) if row.members and row.action in _ACTIONS_ON_MEMBERS else None,
        )
        for row in TRANSLATION_RULES
        if row.step in steps and row.way == way
    ]
