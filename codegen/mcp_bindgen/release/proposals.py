"""Propose translation rules for the incompatible changes of a new revision, and findings that name the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from mcp_bindgen import comparison, sources
from mcp_bindgen.diff import compare
from mcp_bindgen.diff.schema.matching import Rename, read_renames
from mcp_bindgen.diff.schema.side import compared_schemas
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Change
from mcp_bindgen.ingest.findings import FILE, read_findings
from mcp_bindgen.ingest.manifest import find_revision, read_manifest
from mcp_bindgen.ingest.translation import RENAME_METHOD, path_notation
from mcp_bindgen.ir.methods import Kind, response_name
from mcp_bindgen.ir.translation import INPUT_REQUEST
from mcp_bindgen.jsontext import is_array, is_object, pointer_tokens
from mcp_bindgen.release.derive import find_changed_codes
from mcp_bindgen.release.difference import format_rows
from mcp_bindgen.release.digest_steps import CONSTANT_CHANGED, find_renamed_method

TRANSLATION = "translation.toml"
INTERNAL_ERROR = -32603

Way = Literal["to-newer", "to-older"]

ABSENT_MEMBER_RULES: Mapping[str, Way] = {
    "FIELD_ADDED_REQUIRED": "to-newer",
    "FIELD_BECAME_REQUIRED": "to-newer",
    "FIELD_ADDED_CONSTANT": "to-newer",
    "FIELD_BECAME_OPTIONAL": "to-older",
    "FIELD_REMOVED_REQUIRED": "to-older",
    "FIELD_REMOVED_CONSTANT": "to-older",
}
"""Rules of the report for a member that the target of a translation requires and the source may lack, each with the
direction of the translation.
"""

UNKNOWN_VALUE: Mapping[str, Way] = {"ENUM_VALUE_ADDED": "to-older", "ENUM_VALUE_REMOVED": "to-newer"}
UNKNOWN_ALTERNATIVE: Mapping[str, Way] = {"UNION_ARM_ADDED": "to-older", "UNION_ARM_REMOVED": "to-newer"}
NEW_CODE = "ERROR_CODE_ADDED"
NEW_LINT_RULE, DATA_CHECK = "LINT_RULE_ADDED", "error_data"
"""The rule of the report for an added lint rule, and the check of a lint rule about the data of certain errors."""

RESULTS_CHANGED = "METHOD_RESULTS_CHANGED"
TYPE_CHANGED = "TYPE_CHANGED"
CODE_RULES = (CONSTANT_CHANGED, TYPE_CHANGED)
"""Rules of the report for a change that may give an error another code."""
ABSENT_METHOD_RULES = ("REQUEST_ADDED", "REQUEST_REMOVED")
"""Rules of the report for requests that one revision lacks. The general translation rule `request.absent` applies to
these requests, unless a person states what a bridge does.
"""


REFUSED_VALUE_RULES = frozenset(
    {
        *("BOUND_CHANGED", "BOUND_LOOSENED", "BOUND_TIGHTENED", "CONDITION_ADDED", "CONDITION_REMOVED"),
        *("FORMAT_CHANGED", "OBJECT_CLOSED", "OBJECT_OPENED", "TYPE_NARROWED", "TYPE_WIDENED"),
    }
)
"""Rules of the report for values that only one revision accepts. The other revision has no value with the same meaning,
so the general translation rule `rule.absent` refuses such a value.
"""

REFUSAL = "rule.absent"
"""Id of the general translation rule that refuses a message if no other rule handles a part of the message."""

MOVED_MEMBER_RULES = ("FIELD_RENAMED", "FIELD_MOVED")
"""Rules of the report for a member with another name or in another object. A translation moves the member, even if the
change breaks no message.
"""


class Proposal(NamedTuple):
    """Proposed translation rules for one change. A person fills in the members whose value is empty."""

    key: str
    """Text that is equal for all changes that share rules. A shared rule lists the places of these changes."""
    rules: Sequence[Mapping[str, Any]] = ()
    """Rules without ids."""
    general: str = ""
    """Id of the general rule that applies to the change; empty without such a rule."""
    text: str = ""
    """Text that distinguishes the change from others at the same place; empty if the place is enough."""


def add_translation_rules(schema_root: Path, revision_id: str) -> list[tuple[str, str]]:
    """Add translation rules and findings for the changes between a new revision and the releases before and after it.

    The changes are those that break messages, those that move a member, and the error codes that the new revision adds.
    A change gets no rule if there is a finding about it.

    Args:
        schema_root: the directory `schema/`, with the new revision.
        revision_id: the new revision.

    Returns:
        The file and the id of each added row.

    Raises:
        BindgenError: a file cannot be read or is malformed, or a release cannot be built.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    releases = [row.id for row in read_manifest(schema_root) if row.status == "released"]
    written: list[tuple[str, str]] = []
    for old, new in pairwise(releases):
        if revision_id in (old, new):
            rules, findings = _make_rules_and_findings(schema_root, old, new, revision_id)
            _append_rows(schema_root / TRANSLATION, f"{old} and {new}", format_rules(rules))
            _append_rows(schema_root / FILE, new, format_rows("finding", findings) if findings else "")
            written += [(TRANSLATION, row["id"]) for row in rules] + [(FILE, row["id"]) for row in findings]
    return written


def format_rules(rules: Sequence[Mapping[str, Any]]) -> str:
    """Return translation rules as TOML; an empty text if there are no rules."""
    return format_rows("rule", rules) if rules else ""


def _append_rows(path: Path, title: str, rows: str) -> None:
    if rows:
        text = path.read_text(encoding="utf-8").rstrip("\n")
        path.write_text(f"{text}\n\n# {title}\n\n{rows}", encoding="utf-8", newline="\n")


def _make_rules_and_findings(
    schema_root: Path, old: str, new: str, added: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rules and the findings to add for the changes between two successive releases.

    Args:
        schema_root: the directory `schema/`.
        old: the earlier release.
        new: the later release.
        added: the new revision, which is one of the two.

    Raises:
        BindgenError: a file cannot be read or is malformed, or a release cannot be built.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    earlier_findings = read_findings(schema_root).findings
    sides = comparison.read_subject(old, schema_root), comparison.read_subject(new, schema_root)
    definitions: Mapping[Way, Mapping[str, Any]] = {
        "to-newer": _read_definitions(schema_root, new),
        "to-older": _read_definitions(schema_root, old),
    }
    kinds: dict[str, Kind] = {row.name: row.kind for side in sides for row in side.methods}
    results = _find_unknown_results(*sides, read_renames(schema_root))
    answers = {name for side in sides for row in side.methods if row.kind == "embedded" for name in row.results}
    moved = find_changed_codes(*(side.spec for side in sides))
    groups: dict[str, list[tuple[Change, Proposal]]] = {}
    changes = compare.make_report(*sides, read_renames(schema_root)).changes
    renamed = {
        name: names for change in changes if (names := find_renamed_method(change)) is not None for name in names
    }
    new_codes = {int(change.delta.subject.partition(" ")[0]) for change in changes if change.rule == NEW_CODE}
    new_codes -= {code for pair in moved.values() for code in pair}
    for change in changes:
        place = change.delta.place.pointer
        is_answered = any(row.is_about(new, change.rule, place, change.summary) for row in earlier_findings)
        has_rule = change.rule in MOVED_MEMBER_RULES or (change.rule == NEW_CODE and new == added)
        if not is_answered and (_find_broken_directions(change) or has_rule):
            proposal = (
                _propose_rename(change, kinds, renamed)
                or _propose_for_data_of_error(change, new_codes)
                or _propose_for_changed_code(change, moved)
                or _propose_for_results(change, results)
                or _propose_for_moved_member(change)
                or _propose_rules(change, definitions, answers)
            )
            groups.setdefault(proposal.key, []).append((change, proposal))
    rules: list[dict[str, Any]] = []
    findings: list[dict[str, Any]] = []
    for group in groups.values():
        made = list(_merge_proposals(new, [proposal for _, proposal in group]))
        rules += made
        findings.append(
            _make_finding_row(new, [change for change, _ in group], group[0][1], [row["id"] for row in made])
        )
    return rules, findings


def _read_definitions(schema_root: Path, revision: str) -> Mapping[str, Any]:
    document = sources.pinned_document(
        schema_root, find_revision(read_manifest(schema_root), revision), with_errata=True
    )
    found: Any = document
    return {"$defs": found.get("$defs", found.get("definitions")), "definitions": found.get("definitions")}


def _find_broken_directions(change: Change) -> list[Way]:
    """Return the directions in which a change breaks messages."""
    ways: tuple[tuple[Way, str], ...] = (
        ("to-newer", change.verdict.old_to_new),
        ("to-older", change.verdict.new_to_old),
    )
    return [way for way, level in ways if level == "breaking"]


def _merge_proposals(step: str, proposals: Sequence[Proposal]) -> Iterator[dict[str, Any]]:
    """Yield the rules that several changes share, each with an id and with the places of all these changes.

    Args:
        step: id of the later one of the two compared revisions.
        proposals: the proposal for each change. Their keys are equal.
    """
    for numbered in zip(*(each.rules for each in proposals), strict=True):
        row = dict(numbered[0])
        row["places"] = sorted({place for each in numbered for place in each["places"]})
        names = [_hyphenate(each) for each in (row["places"][0], *row.get("members", ()))]
        if row.get("methods"):
            names = [_hyphenate(each) for each in (*row["places"], *row["methods"])]
        if row["action"] == "replace_code":
            names.append(str(json.loads(row["value"])[0]))
        if row["action"] == RENAME_METHOD:
            names = [_hyphenate(each) for each in row["methods"]]
        head = {"id": ".".join([step, *names, row["way"]]), "step": step}
        yield {**head, **row, "sources": [f"specification/{step}/changelog"]}


def _make_finding_row(step: str, changes: Sequence[Change], proposal: Proposal, rules: Sequence[str]) -> dict[str, Any]:
    pointers = sorted({change.delta.place.pointer for change in changes})
    names = [_hyphenate(token) for token in pointer_tokens(pointers[0]) if token not in ("$defs", "properties")]
    row = {
        "id": ".".join(
            [step, _hyphenate(changes[0].rule), *names, *([_hyphenate(proposal.text)] if proposal.text else [])]
        ),
        "step": step,
        "changes": sorted({change.rule for change in changes}),
        "at": pointers,
        **({"text": proposal.text} if proposal.text else {}),
    }
    if rules or proposal.general:
        return {**row, "rules": list(rules) or [proposal.general]}
    return {**row, "reason": ""}


def _hyphenate(name: str) -> str:
    """Return a name in lower case, with hyphens between its words."""
    return re.sub(r"[^a-z0-9.]+", "-", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()).strip("-")


def _propose_rules(change: Change, definitions: Mapping[Way, Mapping[str, Any]], answers: Container[str]) -> Proposal:
    """Return the proposal for a change. If no rule can be proposed, it is that of `_propose_refusal`.

    Args:
        change: the change.
        definitions: the definitions of the revision to which messages are translated, by direction.
        answers: names of the definitions of the answers that requests contain.
    """
    rule, subject = change.rule, change.delta.subject
    if rule in ABSENT_METHOD_RULES:
        return Proposal(rule, general="request.absent")
    if rule == NEW_CODE:
        return _propose_for_new_code(int(subject.partition(" ")[0]))
    unanswered = _propose_refusal(change)
    if rule == TYPE_CHANGED:
        return _propose_for_replaced_alternative(change, definitions, answers) or unanswered
    way = {**ABSENT_MEMBER_RULES, **UNKNOWN_VALUE, **UNKNOWN_ALTERNATIVE}.get(rule)
    if way is None or way not in _find_broken_directions(change):
        return unanswered
    if rule in ABSENT_MEMBER_RULES:
        return _propose_for_absent_member(change, way, definitions[way]) or unanswered
    if _is_about_null(change):
        return _propose_for_null(change, way, definitions[way]) or unanswered
    if rule in UNKNOWN_ALTERNATIVE:
        return _propose_for_unknown_alternative(change, way, definitions[way], answers) or unanswered
    places = sorted(_find_source_places(change, way) - {""})
    answer = {"action": "replace_value", "value": "", "lossy": True, "code": INTERNAL_ERROR}
    row = {"way": way, "places": places, **answer, "reason": "The target does not know each value."}
    return Proposal(f"{rule} {places[0]}", [row]) if places else unanswered


def _propose_for_new_code(code: int) -> Proposal:
    """Return the proposal for an error code that only the later revision defines."""
    replaced = {"places": ["error"], "action": "replace_code", "value": json.dumps([code, code, INTERNAL_ERROR])}
    reasons = {
        "to-newer": "The source gives this code no meaning.",
        "to-older": "The target gives this code no meaning.",
    }
    rules = [{"way": way, **replaced, "lossy": True, "reason": reason} for way, reason in reasons.items()]
    return Proposal(f"{NEW_CODE} {code}", rules)


def _propose_for_data_of_error(change: Change, added: Container[int]) -> Proposal | None:
    """Return the proposal for a lint rule about the data of an error whose code is new: that for the code. Return None
    for another change.

    Args:
        change: the change.
        added: the codes that only the later revision defines.
    """
    row = change.delta.after if change.rule == NEW_LINT_RULE else None
    if not is_object(row) or row.get("check") != DATA_CHECK:
        return None
    codes = [int(code) for code in row["values"]]
    return _propose_for_new_code(codes[0]) if len(codes) == 1 and codes[0] in added else None


def _propose_refusal(change: Change) -> Proposal:
    """Return a proposal without a rule: to refuse a value that only one revision accepts; else none, so that a person
    is asked. All changes of one kind at one place share the finding.
    """
    schema = change.delta.before or change.delta.after
    is_unnamed = (
        change.rule in UNKNOWN_ALTERNATIVE and not _is_about_null(change) and not _find_alternative_name(schema)
    )
    general = REFUSAL if is_unnamed or change.rule in REFUSED_VALUE_RULES else ""
    return Proposal(f"{general} {change.delta.place.pointer}", general=general)


def _propose_for_absent_member(change: Change, way: Way, definitions: Mapping[str, Any]) -> Proposal | None:
    """Return the proposal for a member that the target of a translation requires; None if no rule can name the object
    that has the member.

    Args:
        change: the change.
        way: the direction in which the change breaks messages.
        definitions: definitions of the target.
    """
    member = change.delta.subject
    places = {_find_owner_place(pointer, member) for pointer in _find_source_pointers(change, way)} - {""}
    answer = {
        "members": [member],
        "action": "set_absent",
        "value": _find_known_value(change, way, definitions),
        "lossy": True,
    }
    reason = "The target requires the member, and the source does not."
    row = {"way": way, "places": sorted(places), **answer, "reason": reason}
    return Proposal(f"{change.rule} {member}", [row]) if places else None


def _propose_for_moved_member(change: Change) -> Proposal | None:
    """Return the proposal for a member with another name or in another object.

    Return None for another change, if no rule can name the object that has the member, or if the change moves members
    to different places.
    """
    if change.rule not in MOVED_MEMBER_RULES:
        return None
    old, new = change.delta.subject.split(" to ")
    rules: list[dict[str, Any]] = []
    sides: tuple[tuple[Way, int, int, str, str], ...] = (("to-newer", 0, 1, old, new), ("to-older", 1, 0, new, old))
    for way, here, there, source, target in sides:
        places: dict[str, list[str]] = {}
        for pair in change.places:
            name, other = (pointer_tokens(pair[each])[-1] for each in (here, there))
            place = _find_owner_place(pair[here], name)
            if change.rule == "FIELD_MOVED":
                outer, other_outer = (path.removesuffix(f".{each}") for path, each in ((source, name), (target, other)))
                is_into = other_outer.startswith(f"{outer}.")
                path = [other_outer.removeprefix(f"{outer}."), other] if is_into else ["..", other]
                place = place if is_into else outer
            else:
                path = [other]
            places[place] = path
        members = sorted({pointer_tokens(pair[here])[-1] for pair in change.places})
        if "" in places or len(members) != 1 or len({*map(tuple, places.values())}) != 1:
            return None
        value = json.dumps(next(iter(places.values())))
        row = {"way": way, "places": sorted(places), "members": members, "action": "move", "value": value}
        rules.append({**row, "reason": "The target has the member at another place."})
    return Proposal(f"{change.rule} {change.delta.subject}", rules)


def _is_about_null(change: Change) -> bool:
    """Return whether a change adds or removes null, as an alternative or as a value."""
    schemas = (change.delta.before, change.delta.after)
    return schemas == (None, None) if change.rule in UNKNOWN_VALUE else {"type": "null"} in schemas


def _propose_for_null(change: Change, way: Way, definitions: Mapping[str, Any]) -> Proposal | None:
    """Return the proposal to drop a null member if the target does not accept null.

    Return None if the target requires the member, if no rule can name the object that has the member, or if the change
    is about several members.

    Args:
        change: the change.
        way: the direction in which the change breaks messages.
        definitions: definitions of the target.
    """
    places: dict[str, set[str]] = {}
    for pair in change.places:
        source, target = pair if way == "to-newer" else (pair[1], pair[0])
        *path, word, member = ["", *pointer_tokens(target)]
        owner = _find_schema(path[1:], definitions)
        is_optional = is_object(owner) and word == "properties" and member not in owner.get("required", ())
        place = _find_owner_place(source, pointer_tokens(source)[-1]) if is_optional else ""
        if not place:
            return None
        places.setdefault(member, set()).add(place)
    if len(places) != 1:
        return None
    ((member, owners),) = places.items()
    row = {"way": way, "places": sorted(owners), "members": [member], "action": "drop_null", "lossy": True}
    reason = "The target does not accept null for this member, which may be absent."
    return Proposal(f"null {way} {member}", [{**row, "reason": reason}])


def _propose_rename(
    change: Change, kinds: Mapping[str, Kind], renamed: Mapping[str, tuple[str, str]]
) -> Proposal | None:
    """Return the proposal for a change that renames a method, or that adds or removes one of the two names of a renamed
    method; None for another change.

    Args:
        change: the change.
        kinds: the kind of each method of both revisions.
        renamed: the earlier and the later name of each renamed method, by both names.
    """
    names = renamed.get(change.delta.subject) if change.rule in ABSENT_METHOD_RULES else find_renamed_method(change)
    if names is None or not kinds.keys() >= {*names}:
        return None
    before, after = names
    place = INPUT_REQUEST if "embedded" in (kinds[before], kinds[after]) else kinds[after]
    row = {"places": [place], "action": RENAME_METHOD, "reason": "The method has another name in the target."}
    ways = ({"way": "to-newer"}, before, after), ({"way": "to-older"}, after, before)
    rules = [{**way, **row, "methods": [name], "value": json.dumps(other)} for way, name, other in ways]
    return Proposal(f"{RENAME_METHOD} {before} {after}", rules)


def _propose_for_changed_code(change: Change, moved: Mapping[str, tuple[int, int]]) -> Proposal | None:
    """Return the proposal for a change that gives an error another code; None for another change.

    Args:
        change: the change.
        moved: the old and the new code of each error whose code differs, by name of the error's definition.
    """
    _, name, *_ = [*pointer_tokens(change.delta.place.pointer), "", ""]
    subject = change.delta.subject.partition(" ")[0]
    codes = next((pair for pair in moved.values() if change.rule == NEW_CODE and str(pair[1]) == subject), None)
    if change.rule in CODE_RULES:
        codes = moved.get(name)
    if codes is None:
        return None
    row = {"places": ["error"], "action": "replace_code", "reason": "The error has another code in the target."}
    ways = ("to-newer", *codes), ("to-older", *reversed(codes))
    rules = [{"way": way, **row, "value": json.dumps([code, code, other])} for way, code, other in ways]
    return Proposal(f"{NEW_CODE} {codes[1]}", rules)


class UnknownResults(NamedTuple):
    """Results of one method that are in only one of two revisions, with the rules that refuse these results."""

    response: str
    """The definition of the response."""
    rules: Sequence[Mapping[str, Any]]
    """Rules that refuse these results in responses to the method, but not in responses to other methods."""


def _find_unknown_results(old: Subject, new: Subject, renames: Sequence[Rename]) -> dict[str, UnknownResults]:
    """Return, for each method that two revisions have, the results that it has in only one of them. A renamed result
    counts as one result.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    names = compared_schemas(old.spec, new.spec, renames).old.shared
    rows = {row.name: row for row in new.methods}
    found: dict[str, UnknownResults] = {}
    for row in old.methods:
        if (other := rows.get(row.name)) is None:
            continue
        before, after = {names.get(each, each): each for each in row.results}, dict.fromkeys(other.results)
        ways: tuple[tuple[Way, list[str]], ...] = (
            ("to-newer", [name for each, name in before.items() if each not in after]),
            ("to-older", [each for each in after if each not in before]),
        )
        reason = "The target does not know this result of the method."
        refused = {"methods": [row.name], "action": "refuse", "code": INTERNAL_ERROR, "reason": reason}
        found[row.name] = UnknownResults(
            response_name(other.message),
            [{"way": way, "places": [name], **refused} for way, unknown in ways for name in unknown],
        )
    return found


def _propose_for_results(change: Change, results: Mapping[str, UnknownResults]) -> Proposal | None:
    """Return the proposal for a change of a method's results; None for another change, or if both revisions have the
    same results.

    Args:
        change: the change.
        results: the results that only one of the two revisions has, by method.
    """
    if change.rule == RESULTS_CHANGED:
        method = change.delta.subject
    elif change.rule in UNKNOWN_ALTERNATIVE:
        at = pointer_tokens(change.delta.place.pointer)
        method = next(
            (name for name, row in results.items() if at == ["$defs", row.response, "properties", "result"]), ""
        )
    else:
        return None
    if method not in results or not results[method].rules:
        return None
    return Proposal(f"{RESULTS_CHANGED} {method}", results[method].rules)


def _propose_for_unknown_alternative(
    change: Change, way: Way, definitions: Mapping[str, Any], answers: Container[str]
) -> Proposal | None:
    """Return the proposal for an alternative of a union that the target of a translation does not know; None if no rule
    can name the alternative, or if the target defines it elsewhere.

    Args:
        change: the change.
        way: the direction in which the change breaks messages.
        definitions: definitions of the target.
        answers: the definitions of the answers that requests contain.
    """
    name = _find_alternative_name(change.delta.before or change.delta.after)
    rule = _make_alternative_rule(change, name, way, definitions, answers) if name == change.delta.subject else None
    return Proposal(f"{change.rule} {name}", [rule], text=name) if rule is not None else None


def _propose_for_replaced_alternative(
    change: Change, definitions: Mapping[Way, Mapping[str, Any]], answers: Container[str]
) -> Proposal | None:
    """Return the proposal for a change that replaces one alternative of a union by another.

    Return None if the place of the change is no union in one of the revisions, or if no rule can be stated for one of
    the two alternatives.

    Args:
        change: the change.
        definitions: the definitions of the revision to which messages are translated, by direction.
        answers: the definitions of the answers that requests contain.
    """
    kinds: dict[Way, str] = {
        "to-newer": _find_alternative_name(change.delta.before),
        "to-older": _find_alternative_name(change.delta.after),
    }
    rules = [_make_alternative_rule(change, name, way, definitions[way], answers) for way, name in kinds.items()]
    stated = [each for each in rules if each is not None]
    is_one_of_several = all(_find_arms(change.delta.place.pointer, each) for each in definitions.values())
    key = " ".join([TYPE_CHANGED, *kinds.values()])
    return Proposal(key, stated) if is_one_of_several and len(stated) == len(rules) else None


def _find_alternative_name(schema: object) -> str:
    """Return the name of the definition to which an alternative refers; empty if it is no reference."""
    reference = schema.get("$ref", "") if is_object(schema) else ""
    return str(reference).rpartition("/")[2]


def _make_alternative_rule(
    change: Change, name: str, way: Way, definitions: Mapping[str, Any], answers: Container[str]
) -> dict[str, Any] | None:
    """Return the rule for an alternative that the target of a translation does not know.

    If requests contain the alternative as an answer, the rule drops the answer. Otherwise, the rule replaces the
    alternative by a text block if the target accepts one at this place, and else refuses the message.

    Return None if the alternative has no name, or if the change has no place in the target. Also return None if the
    target defines the alternative, because a rule applies wherever a definition is used.
    """
    place = change.delta.old if way == "to-older" else change.delta.new
    if place is None or not name or name in definitions["$defs"]:
        return None
    if name in answers:
        reason = f"No server of the target asks for {name}, and a server ignores answers for which it has not asked."
        return {
            "way": way,
            "places": [name],
            "action": "drop_value",
            "lossy": True,
            "code": INTERNAL_ERROR,
            "reason": reason,
        }
    accepts_text = any(_is_text_block(each, definitions) for each in _find_arms(place.pointer, definitions))
    rule: dict[str, Any] = {"way": way, "places": [name], "action": "as_text" if accepts_text else "refuse"}
    rule |= {"lossy": True} if accepts_text else {"code": INTERNAL_ERROR}
    stands = ", so a text stands in its place" if accepts_text else ""
    return {**rule, "reason": f"The target does not know {name}{stands}."}


def _find_arms(pointer: str, definitions: Mapping[str, Any]) -> list[Any]:
    found = _find_schema(pointer_tokens(pointer), definitions)
    return list(found.get("anyOf", [])) if is_object(found) else []


def _find_schema(tokens: Sequence[str], definitions: Mapping[str, Any]) -> Any:
    """Return the schema at the reference tokens of a JSON Pointer; None if the definitions have no schema there."""
    found: Any = definitions
    for token in tokens:
        if is_array(found):
            found = found[int(token)] if token.isdecimal() and int(token) < len(found) else None
        else:
            found = found.get(token) if is_object(found) else None
    return found


def _is_text_block(schema: Any, definitions: Mapping[str, Any]) -> bool:
    """Return whether a schema, or the definition to which it refers, is that of a text block."""
    name = schema.get("$ref", "").rpartition("/")[2]
    properties = definitions["$defs"].get(name, schema).get("properties", {})
    return properties.get("type", {}).get("const") == "text" and "text" in properties


def _find_source_pointers(change: Change, way: Way) -> set[str]:
    """Return the JSON Pointers of a change in the schema of the revision from which messages are translated, without
    empty pointers.
    """
    return {pair[way == "to-older"] for pair in change.places} - {""}


def _find_source_places(change: Change, way: Way) -> set[str]:
    """Return the places of the changed value in the source of a translation, in the notation of translation rules."""
    return {path_notation(pointer_tokens(pointer)) for pointer in _find_source_pointers(change, way)}


def _find_owner_place(pointer: str, member: str) -> str:
    """Return the place of the object that has a member, in the notation of translation rules; empty if the object is in
    no definition.

    Args:
        pointer: JSON Pointer of the member or of the object.
        member: name of the member.
    """
    tokens = pointer_tokens(pointer)
    return path_notation(tokens[:-2] if tokens[-2:] == ["properties", member] else tokens)


def _find_known_value(change: Change, way: Way, definitions: Mapping[str, Any]) -> str:
    """Return the value that a member always has, as JSON, or else its default in the target of a translation.

    Return an empty text, for a person to fill in, if the member has neither, or has different defaults at the places of
    the change.

    Args:
        change: the change.
        way: the direction of the translation.
        definitions: definitions of the target.
    """
    targets = sorted({pair[way == "to-newer"] for pair in change.places} - {""})
    stated = [change.delta.after, change.delta.before]
    defaults = [_find_schema(pointer_tokens(each), definitions) for each in targets]
    for keyword, schemas in (("const", stated), ("default", defaults)):
        found = [json.dumps(each[keyword]) for each in schemas if is_object(each) and keyword in each]
        if found and (keyword == "const" or found.count(found[0]) == len(schemas)):
            return found[0]
    return ""
