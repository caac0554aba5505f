"""`schema/<rev>/lint_rules.toml`: lint rules, which are requirements in prose that one message can break."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_origin, get_type_hints

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.jsontext import is_array, is_object

Keyword = Literal["MUST", "SHOULD", "unspecified"]

LEVELS: Mapping[str, str] = {"MUST": "error", "SHOULD": "warning", "unspecified": "note"}
"""Level of a finding, by the keyword of its rule. A rule with a `reason` gives a note."""

PARAMETERS: Mapping[str, frozenset[str]] = {
    "absent": frozenset({"members"}),
    "at_least_one": frozenset({"members"}),
    "base64": frozenset(),
    "content_on_accept": frozenset(),
    "embedded_mime_type": frozenset(),
    "error_data": frozenset({"values", "members"}),
    "error_elicitations": frozenset({"values"}),
    "exactly_one": frozenset({"members"}),
    "header_names": frozenset({"pattern"}),
    "json_schema": frozenset(),
    "keys": frozenset({"pattern"}),
    "length": frozenset({"minimum", "maximum"}),
    "local_references": frozenset(),
    "max_items": frozenset({"maximum"}),
    "mime_type": frozenset(),
    "no_credentials": frozenset(),
    "no_parameters": frozenset(),
    "none_of": frozenset({"values"}),
    "one_of": frozenset({"values"}),
    "outside": frozenset({"minimum", "maximum", "values"}),
    "param_headers": frozenset(),
    "pattern": frozenset({"pattern"}),
    "present": frozenset({"members"}),
    "root_path": frozenset(),
    "schema_object": frozenset(),
    "text_copy": frozenset(),
    "timestamp": frozenset(),
    "tool_balance": frozenset(),
    "tool_result_ids": frozenset(),
    "tool_results_alone": frozenset(),
    "tool_roles": frozenset(),
    "trace_context": frozenset(),
    "unique_names": frozenset(),
    "uri": frozenset(),
    "uri_rest": frozenset(),
    "uri_scheme": frozenset(),
    "uri_template": frozenset(),
    "url": frozenset(),
}
"""Checks of `mcp_bindings/lint/checks.py`, each with the parameters that it needs."""

PLACE_PATTERN = re.compile(r"(?:\*\.)?[^.\[\]*]+(?:\[\])?(?:\.[^.\[\]*]+(?:\[\])?)*")


@dataclass(frozen=True)
class LintRule:
    """One rule that a single message can break and that the schema does not enforce."""

    id: str
    keyword: Keyword
    """Keyword of BCP 14 in the specification; `unspecified` if the text uses none, or only one in lower case."""

    level: Literal["error", "warning", "note"]
    """Level of a finding: `error` for MUST, `warning` for SHOULD, `note` without a keyword or with a `reason`."""

    places: tuple[str, ...]
    """Places to which the rule applies. Each is a definition and a path of members, such as `Icon.sizes[]`.

    `[]` means each item of a list, and `*` any definition that has the first member.
    """

    check: str
    message: str
    """Message of a finding."""

    sources: tuple[str, ...]
    """Pages below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`."""

    pattern: str = ""
    """Regular expression that a text must match as a whole; empty if the check needs no pattern."""

    values: tuple[str, ...] = ()
    """Texts with which the check compares a value. An integer is compared in decimal notation."""

    members: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    reason: str = ""
    """Reason why no message can prove that the rule is broken; empty if a message can."""


@dataclass(frozen=True)
class SeparatelyCheckedRule:
    """A rule of the specification's prose that no single message can break; another part of the package checks it."""

    id: str
    reason: str


@dataclass(frozen=True)
class LintRuleFile:
    """The rules of one revision, in the order of the file."""

    rules: tuple[LintRule, ...] = ()
    elsewhere: tuple[SeparatelyCheckedRule, ...] = ()


def read_lint_rules(schema_root: Path, revision_id: str) -> LintRuleFile:
    """Return the lint rules of a revision.

    Raises:
        BindgenError: the file has an error of `read_facts`; a table is unknown; a row has an unknown key, lacks a key
            or has a value that is empty or of a wrong type; an id has two rows; a keyword, level, check or parameter is
            not as expected; a pattern or place is malformed.
    """
    path = schema_root / revision_id / "lint_rules.toml"
    data = read_facts(schema_root, revision_id, path.name).tables
    unknown = sorted(set(data) - {"rule", "elsewhere"})
    if unknown:
        raise BindgenError(f"unknown table {unknown[0]!r}", where=str(path), hint="known tables: rule, elsewhere")
    rules = tuple(_read_rule_row(LintRule, row, str(path)) for row in data.get("rule", []))
    elsewhere = tuple(_read_rule_row(SeparatelyCheckedRule, row, str(path)) for row in data.get("elsewhere", []))
    ids = [row.id for row in (*rules, *elsewhere)]
    for rule_id in ids:
        if ids.count(rule_id) > 1:
            raise BindgenError(f"rule {rule_id!r} has {ids.count(rule_id)} rows; keep one", where=str(path))
    for rule in rules:
        for problem in _rule_problems(rule):
            raise BindgenError(f"rule {rule.id!r}: {problem}", where=str(path))
    return LintRuleFile(rules, elsewhere)


def _read_rule_row(kind: type[Any], row: Any, where: str) -> Any:
    if not is_object(row):
        raise BindgenError("a row must be a table", where=where)
    subject = f"rule {row['id']!r}" if "id" in row else "a row"
    expected = get_type_hints(kind)
    for key, value in row.items():
        if key in expected and not _has_type(value, expected[key]):
            raise BindgenError(f"{subject}: `{key}` has a value of the wrong type", where=where)
        if value in ("", []):
            raise BindgenError(f"{subject}: `{key}` is empty; delete it", where=where)
    try:
        return kind(**{key: tuple(value) if is_array(value) else value for key, value in row.items()})
    except TypeError as error:
        raise BindgenError(f"{subject} is malformed: {error}", where=where) from None


def _has_type(value: Any, hint: Any) -> bool:
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if hint is str or get_origin(hint) is Literal:
        return isinstance(value, str)
    return is_array(value) and all(isinstance(item, str) for item in value)


def _rule_problems(rule: LintRule) -> list[str]:
    problems: list[str] = []
    if rule.keyword not in LEVELS:
        problems.append(f"keyword must be one of {', '.join(LEVELS)}, not {rule.keyword!r}")
    elif rule.level != (level := "note" if rule.reason else LEVELS[rule.keyword]):
        why = "a reason" if rule.reason else f"the keyword {rule.keyword}"
        problems.append(f"the level of a rule with {why} must be {level!r}, not {rule.level!r}")
    problems += [
        f"{place!r} is not a definition and a path of members"
        for place in rule.places
        if not PLACE_PATTERN.fullmatch(place)
    ]
    if rule.check not in PARAMETERS:
        return [*problems, f"unknown check {rule.check!r}"]
    stated_parameters = frozenset(
        name for name in ("pattern", "values", "members", "minimum", "maximum") if getattr(rule, name)
    )
    if stated_parameters != PARAMETERS[rule.check]:
        needed = ", ".join(sorted(PARAMETERS[rule.check])) or "nothing"
        problems.append(f"check {rule.check!r} needs {needed}, not {', '.join(sorted(stated_parameters)) or 'nothing'}")
    try:
        re.compile(rule.pattern)
    except re.error as error:
        problems.append(f"the pattern is not a regular expression: {error}")
    return problems
