"""A revision that requires another member of what the package writes: `fresh`, which is 5 by a rule of translation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

import mcp_bindings as mb
from mcp_bindings.negotiation import versions
from mcp_bindings.revisions import list_body_types, list_params_types
from mcp_bindings.spec.translation import TranslationRule
from mcp_bindings.translation import table

TypesOfMethod: TypeAlias = Callable[[mb.Revision, str], tuple[str, ...]]


def require(monkeypatch: pytest.MonkeyPatch, revision: mb.Revision, name: str, *others: str) -> None:
    """Require `fresh` of a definition, and other members without a rule.

    What adds members sees a copy of the definition. Validators do not: one that a test makes outlives the test.
    """
    known, edited = revision.schema_file.definitions, f"{name} with fresh"
    changed = {**known[name], "required": [*known[name]["required"], "fresh", *others]}
    monkeypatch.setattr(revision.schema_file, "_definitions", {**known, edited: changed})
    for list_types in (list_body_types, list_params_types):
        monkeypatch.setattr(versions, list_types.__name__, _preferring(edited, name, list_types))
    rule = TranslationRule("fresh", "A test.", revision.id, "to-newer", (edited,), "set_absent")
    rules = (*table.TRANSLATION_RULES, rule._replace(members=("fresh",), value="5"))
    monkeypatch.setattr(table, "TRANSLATION_RULES", rules)


def _preferring(edited: str, name: str, list_types: TypesOfMethod) -> TypesOfMethod:
    """The types of a method with the edited one before its original, which has rules of its own."""

    def list_both(revision: mb.Revision, method: str) -> tuple[str, ...]:
        types = list_types(revision, method)
        return (edited, *types) if name in types else types

    return list_both
