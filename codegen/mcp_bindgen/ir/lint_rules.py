"""Check that the definitions and members in lint rules exist in a revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.ir.types import (
    AliasType,
    ListOf,
    ObjectType,
    Ref,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)


def check_rule_places(spec: SpecRevision, rules: Sequence[LintRule], *, where: str) -> None:
    """Check that every place of every lint rule exists.

    Raises:
        BindgenError: a definition or member does not exist. The message names each such place.
    """
    problems = [f"rule {rule.id!r}: {problem}" for rule in rules for problem in _missing_places(spec, rule)]
    if problems:
        raise BindgenError("rules and types do not match\n  " + "\n  ".join(problems), where=where)


def applicable_rules(spec: SpecRevision, rules: Sequence[LintRule]) -> tuple[LintRule, ...]:
    """Return the lint rules whose places all exist in a revision or a custom schema."""
    return tuple(rule for rule in rules if not _missing_places(spec, rule))


def has_place(spec: SpecRevision, place: str) -> bool:
    """Return whether a place, such as `Icon.sizes[]`, exists in a revision."""
    return _why_missing(spec, place) is None


def _missing_places(spec: SpecRevision, rule: LintRule) -> list[str]:
    return [problem for place in rule.places if (problem := _why_missing(spec, place)) is not None]


def _why_missing(spec: SpecRevision, place: str) -> str | None:
    """Return the reason why a place does not exist; None if the place exists."""
    types = spec.by_name()
    definition, *path = place.replace("[]", ".[]").split(".")
    if definition == "*":
        found = any(_leads_to_value(Ref(name), path, types) for name in spec.definitions.values())
        return None if found else f"no definition has {'.'.join(path)}"
    if definition not in spec.definitions:
        return f"there is no definition {definition!r}"
    found = _leads_to_value(Ref(spec.definitions[definition]), path, types)
    return None if found else f"{definition!r} has no member {'.'.join(path)}"


def _leads_to_value(expr: TypeExpr, path: Sequence[str], types: Mapping[str, TypeDef]) -> bool:
    """Return whether a path of members leads from a type to a value."""
    match expr:
        case _ if not path:
            return True
        case ListOf(items=items):
            return path[0] == "[]" and _leads_to_value(items, path[1:], types)
        case ScalarUnion(arms=arms):
            return any(_leads_to_value(arm, path, types) for arm in arms)
        case Ref(name=name):
            match types[name]:
                case ObjectType(fields=fields):
                    return any(
                        field.wire_name == path[0] and _leads_to_value(field.type, path[1:], types) for field in fields
                    )
                case UnionType(arms=arms):
                    return any(_leads_to_value(arm, path, types) for arm in arms)
                case AliasType(target=target):
                    return _leads_to_value(target, path, types)
        case _:
            return False
