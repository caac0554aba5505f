"""Add steps for the changes of a new revision to the digest of reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from mcp_bindgen import comparison
from mcp_bindgen.diff import compare
from mcp_bindgen.diff.schema.matching import read_renames
from mcp_bindgen.diff.types import Change
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.jsontext import escape_token, is_object, pointer_tokens
from mcp_bindgen.release.difference import format_rows
from mcp_bindgen.report.digest.guide import DigestGuide, read_guide

CONSTANT_CHANGED = "CONSTANT_CHANGED"
ADDED, REMOVED = ("REQUEST_ADDED", "NOTIFICATION_ADDED"), ("REQUEST_REMOVED", "NOTIFICATION_REMOVED")


def add_digest_steps(schema_root: Path, previous: str, revision_id: str) -> list[str]:
    """Add a step to `digest.toml` for each removed or renamed message, and one for each theme that has other changes
    without a step.

    Args:
        schema_root: the directory `schema/`, with the new revision.
        previous: the release before the new revision.
        revision_id: the new revision.

    Returns:
        Ids of the added steps. In each step, a person must state what a client and a server have to do; the step of a
        renamed message already states this.

    Raises:
        BindgenError: a file cannot be read, or a change has no step and no theme has a pattern for it.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    path, guide = schema_root / "digest.toml", read_guide(schema_root).until(revision_id)
    old, new = (comparison.read_subject(each, schema_root) for each in (previous, revision_id))
    report = compare.make_report(old, new, read_renames(schema_root))
    now = {row.name: row for row in new.methods}
    pairs = [pair for change in report.changes if (pair := find_renamed_method(change)) is not None]
    renamed = {before: now[after] for before, after in pairs if after in now}
    changes = _find_uncovered_changes(report.changes, guide)
    repeated = _group_repeated_changes(changes, report.changes, renamed)
    known = {id(change) for group in repeated.values() for change in group}
    others = [change for change in changes if id(change) not in known]
    rows = _make_step_rows(others, guide, revision_id, renamed, repeated)
    if rows:
        text = path.read_text(encoding="utf-8").rstrip("\n")
        path.write_text(f"{text}\n\n# {revision_id}\n\n{format_rows('step', rows)}", encoding="utf-8", newline="\n")
    return [row["id"] for row in rows]


def find_renamed_method(change: Change) -> tuple[str, str] | None:
    """Return the earlier and the later name of the method that a change renames; None if it renames no method."""
    if change.rule != CONSTANT_CHANGED or pointer_tokens(change.delta.place.pointer)[-2:] != ["properties", "method"]:
        return None
    before, after = (_find_constant(schema) for schema in (change.delta.before, change.delta.after))
    return (before, after) if before and after else None


def _find_constant(schema: object) -> str:
    """Return the only text that a schema allows by `const`; empty without such a text.

    Args:
        schema: the schema, or the text itself.
    """
    found = schema.get("const") if is_object(schema) else schema
    return found if isinstance(found, str) else ""


def _find_uncovered_changes(changes: Sequence[Change], guide: DigestGuide) -> list[Change]:
    """Return the changes that need a step but have none.

    A step of an earlier release counts only if the digest of these changes shows this step, since the `*` of a pattern
    may match more than the changes of that release.
    """
    patterns = [each for theme in guide.themes for each in theme.complete]
    steps = guide.needed_steps(changes)
    return [
        change
        for change in changes
        if any(fnmatchcase(change.rule, each) for each in patterns) and not any(step.includes(change) for step in steps)
    ]


def _group_repeated_changes(
    changes: Iterable[Change], reported: Iterable[Change], renamed: Mapping[str, MethodInfo]
) -> dict[str, list[Change]]:
    """Return those of the given changes that only repeat another change under the new name of a method, by the earlier
    name of the method.

    Args:
        changes: the changes.
        reported: all changes of the report.
        renamed: the renamed methods of the new revision, by their earlier names.
    """
    pointers, found = {change.delta.place.pointer for change in reported}, dict[str, list[Change]]()
    for change in changes:
        pointer, names = change.delta.place.pointer, list[str]()
        for before, now in renamed.items():
            if escape_token(now.name) in pointer:
                pointer = pointer.replace(escape_token(now.name), escape_token(before))
                names.append(before)
        if names and pointer in pointers:
            found.setdefault(names[0], []).append(change)
    return found


def _make_step_rows(
    changes: Sequence[Change],
    guide: DigestGuide,
    revision_id: str,
    renamed: Mapping[str, MethodInfo],
    repeated: Mapping[str, Sequence[Change]],
) -> list[dict[str, Any]]:
    """Return the rows of `digest.toml` for the steps that changes need.

    Args:
        changes: the changes that need a step, without the repeated ones.
        guide: the guide with the themes of the changes.
        revision_id: the new revision.
        renamed: the renamed methods of the new revision, by their earlier names.
        repeated: the changes that belong to the step of a renamed method, by the earlier name of the method.

    Raises:
        BindgenError: a change has no step and no theme has a pattern for it.
    """
    rows: list[dict[str, Any]] = []
    new_names = {row.name for row in renamed.values()}
    for theme in guide.themes:
        here = [change for change in changes if guide.theme_of(change) == theme.id]
        come = {change.delta.subject: change for change in here if change.rule in ADDED}
        kept = [
            change
            for change in here
            if change.rule not in REMOVED and not (change.rule in ADDED and change.delta.subject in new_names)
        ]
        groups = [[change] for change in here if change.rule in REMOVED]
        if kept:
            groups.append(kept)
        for number, group in enumerate(groups, 1):
            work: dict[str, str] = {"client": "", "server": ""}
            covered: Sequence[Change] = ()
            if group[0].rule in REMOVED:
                name = group[0].delta.subject
                now = renamed.get(name)
                group += [come[now.name]] if now is not None and now.name in come else []
                covered = repeated.get(name, ())
                work = {"old": name, "new": "nothing", **work} if now is None else _make_rename_step(name, now)
            rows.append(
                {
                    "id": f"{revision_id}-{theme.id}-{number}",
                    "theme": theme.id,
                    "since": revision_id,
                    **_make_selectors(group, covered),
                    **work,
                    "sources": [f"specification/{revision_id}/changelog"],
                }
            )
    return rows


def _make_selectors(changes: Sequence[Change], covered: Sequence[Change]) -> dict[str, list[list[str]]]:
    """Return the members `when` and `covers` of a step. They do not select the opposite changes, which a report in the
    other direction has, nor later changes of the same things.

    Args:
        changes: the changes that need the step.
        covered: the changes that only belong to the step.
    """
    pointers = [change.delta.place.pointer for change in changes]
    found: dict[str, list[list[str]]] = {"when": [], "covers": []}
    for change, pointer in zip(changes, pointers, strict=True):
        is_renamed = pointers.count(pointer) > 1  # the definition of a message has both names
        selector = [change.rule, pointer]
        if change.rule in ADDED:
            selector.append(change.delta.subject)
        elif change.before and change.after:
            selector.append(change.after)
        found["covers" if is_renamed and change.rule in REMOVED else "when"].append(selector)
    found["covers"] += [[change.rule, change.delta.place.pointer] for change in covered]
    return {key: selectors for key, selectors in found.items() if selectors}


def _make_rename_step(before: str, now: MethodInfo) -> dict[str, str]:
    """Return those members of a step that state the two names of a renamed message and the work of both roles."""
    verbs = {"sends": "Send", "gets": "Handle" if now.kind == "notification" else "Answer"}
    found = {"old": before, "new": now.name}
    for role in ("client", "server"):
        both = [verbs["sends"]] * (role in now.senders) + [verbs["gets"]] * (set(now.senders) != {role})
        found[role] = f"{' and '.join([both[0], *map(str.lower, both[1:])])} `{now.name}` instead of `{before}`."
    return found
