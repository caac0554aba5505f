"""The rules of translation, as the rendered table states them."""

from __future__ import annotations

from importlib import import_module

from ..spec.translation import TranslationRule

_table = import_module("..spec.translation_table", __package__)  # rendered

RULES: tuple[TranslationRule, ...] = _table.RULES
"""The rules of each step."""

CONVERSATION: dict[str, TranslationRule] = {method: rule for rule in _table.CONVERSATION for method in rule.methods}
"""What a bridge handles, by method."""

_GENERAL: dict[str, TranslationRule] = {rule.id: rule for rule in _table.GENERAL}


def general(rule_id: str) -> TranslationRule:
    """A rule that holds at every step."""
    return _GENERAL[rule_id]
