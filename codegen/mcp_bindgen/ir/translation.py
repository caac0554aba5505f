"""Check that the places and methods in rules of translation exist in the revisions of their steps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.translation import RENAME_METHOD, TranslationRule, TranslationRules
from mcp_bindgen.ir.lint_rules import has_place
from mcp_bindgen.ir.types import SpecRevision

INPUT_REQUEST = "InputRequest"
MESSAGES = frozenset({"request", "notification", "response", "result", "error", INPUT_REQUEST, "InputResponse"})
"""First words of places that name a kind of message or of input. Any other first word is a definition."""


def check_translation_rules(specs: Sequence[SpecRevision], translation: TranslationRules, *, where: str) -> None:
    """Check that every rule can match a message.

    Args:
        specs: the pinned revisions, in the order of release.
        translation: the rules.
        where: the file with the rules, for error messages.

    Raises:
        BindgenError: a rule names a step, place or method that does not exist. The message names each of these.
    """
    problems = [
        *(problem for rule in translation.rules for problem in _rule_problems(specs, rule)),
        *(
            f"connection {rule.id!r}: no revision has the method {method!r}"
            for rule in translation.connection
            for method in rule.methods
            if not any(method in _method_names(spec) for spec in specs)
        ),
    ]
    if problems:
        raise BindgenError(
            "rules of translation match nothing\n  " + "\n  ".join(problems),
            where=where,
            hint="correct their places and methods, or delete the rules and their ids in findings.toml",
        )


def _rule_problems(specs: Sequence[SpecRevision], rule: TranslationRule) -> Iterator[str]:
    """Yield a text about each step, place or method that a rule names and that does not exist.

    A translation can skip revisions that lack the method of a message. So a place needs to exist in only one of the
    revisions on the source's side of the step.
    """
    ids = [spec.revision.id for spec in specs]
    if rule.step not in ids[1:]:
        yield f"rule {rule.id!r}: no revision {rule.step!r} follows another"
        return
    number = ids.index(rule.step)
    sources, side = (specs[number:], "since") if rule.way == "to-older" else (specs[:number], "before")
    for place in rule.places:
        if place.partition(".")[0] not in MESSAGES and not any(has_place(spec, place) for spec in sources):
            yield f"rule {rule.id!r}: no revision {side} {rule.step} has a place {place!r}"
    if rule.action == RENAME_METHOD:
        targets, other_side = (specs[:number], "before") if rule.way == "to-older" else (specs[number:], "since")
        named = [(method, sources, f" {side} {rule.step}") for method in rule.methods]
        named.append((json.loads(rule.value), targets, f" {other_side} {rule.step}"))
    else:
        named = [(method, specs, "") for method in rule.methods]
    for method, having, where in named:
        if not any(method in _method_names(spec) for spec in having):
            yield f"rule {rule.id!r}: no revision{where} has the method {method!r}"


def _method_names(spec: SpecRevision) -> set[str]:
    return {method.name for method in spec.methods}
