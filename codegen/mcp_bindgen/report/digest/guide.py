"""Read `schema/digest.toml`: the themes of a digest, and the steps with replacements and work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from mcp_bindgen.diff.types import Change
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_manifest, read_toml
from mcp_bindgen.ingest.rows import read_rows

ROLES = ("client", "server", "gateway")
"""Roles with work to do. A gateway is between a client and a server."""


@dataclass(frozen=True)
class DigestTheme:
    """Theme of the digest: a part of the work that a release brings. Themes in the file are in the order of work."""

    id: str
    title: str
    rules: tuple[str, ...]
    """Patterns of rule ids. If neither a step nor the definition of a change decides, the change belongs to the theme
    with the longest pattern that matches its rule.
    """
    definitions: tuple[str, ...] = ()
    """Patterns of wire names. A change without a step belongs to the theme if a pattern matches the name of its
    definition.
    """
    complete: tuple[str, ...] = ()
    """Patterns of rule ids. Each change must have a step if a pattern matches the id of its rule."""


@dataclass(frozen=True)
class DigestStep:
    """One piece of work, and the changes that need it."""

    id: str
    theme: str
    since: str
    """Release that brought the work."""
    when: tuple[tuple[str, ...], ...]
    """Selectors of the changes that need the step. Each selector has a rule, a pattern of pointers and, optionally, a
    text that `Change.after` must contain.
    """
    sources: tuple[str, ...]
    """Pages of the specification."""
    covers: tuple[tuple[str, ...], ...] = ()
    """Selectors of further changes that belong to the step. These changes alone do not require the step."""
    old: str = ""
    new: str = ""
    """`old` is the replaced thing and `new` its replacement; both are empty if the step is no replacement."""
    client: str = ""
    server: str = ""
    gateway: str = ""
    superseded_by: str = ""
    """Id of the step that is shown instead of this one if both are needed; empty without such a step."""
    package: str = ""
    """Work that the generated package does for the user; empty without such work."""

    def includes(self, change: Change) -> bool:
        """Return whether a change belongs to the step."""
        return any(selector_matches(selector, change) for selector in (*self.when, *self.covers))


@dataclass(frozen=True)
class DigestGuide:
    """Themes and steps of the digest."""

    themes: tuple[DigestTheme, ...]
    steps: tuple[DigestStep, ...]
    releases: tuple[str, ...] = ()
    """The ids of the releases, oldest first."""

    def until(self, revision_id: str) -> DigestGuide:
        """Return the guide for reports whose new side is a revision: without the steps of releases after the revision.

        For a revision that is no release, return this guide.
        """
        if revision_id not in self.releases:
            return self
        later = self.releases[self.releases.index(revision_id) + 1 :]
        return replace(self, steps=tuple(step for step in self.steps if step.since not in later))

    def needed_steps(self, changes: Sequence[Change]) -> list[DigestStep]:
        """Return the steps that some changes need, those of the newest release first, without superseded ones."""
        found = [
            step
            for step in self.steps
            if any(selector_matches(each, change) for each in step.when for change in changes)
        ]
        ids = {step.id for step in found}
        kept = [step for step in found if step.superseded_by not in ids]
        return sorted(kept, key=lambda step: step.since, reverse=True)

    def theme_of(self, change: Change) -> str:
        """Return the id of the theme of a change: the theme of its step, else of its definition, else of its rule.

        Raises:
            BindgenError: the change has no step, and no theme has a pattern for its definition or rule.
        """
        for step in self.steps:
            if step.includes(change):
                return step.theme
        definition = change.delta.place.definition
        for theme in self.themes:
            if definition and any(fnmatchcase(definition, pattern) for pattern in theme.definitions):
                return theme.id
        return self.theme_of_rule(change.rule)

    def theme_of_rule(self, rule: str) -> str:
        """Return the id of the theme with the longest of all patterns that match a rule.

        Raises:
            BindgenError: no theme has a pattern that matches the rule.
        """
        found = [(len(each), theme.id) for theme in self.themes for each in theme.rules if fnmatchcase(rule, each)]
        if not found:
            raise BindgenError(f"no theme has the rule {rule}", where="digest.toml", hint="add it to a theme's `rules`")
        return max(found)[1]


def selector_matches(selector: Sequence[str], change: Change) -> bool:
    """Return whether a selector selects a change: its rule, one of its pointers and all texts must match.

    Args:
        selector: a rule, a pattern of pointers and, optionally, a text that `Change.after` must contain.
        change: the change.
    """
    rule, pattern, *texts = selector
    side = 0 if change.delta.place is change.delta.old else 1
    pointers = {change.delta.place.pointer, *(places[side] for places in change.places)}
    has_texts = all(text in (change.after or "") for text in texts)
    return rule == change.rule and has_texts and any(pattern_matches(pattern, pointer) for pointer in pointers)


def pattern_matches(pattern: str, pointer: str) -> bool:
    """Return whether a pattern matches a pointer. `*` matches any text, every other character matches itself."""
    head, *rest = pattern.split("*")
    if not rest:
        return pattern == pointer
    if not pointer.startswith(head):
        return False
    place = len(head)
    for part in rest[:-1]:
        found = pointer.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return len(pointer) - place >= len(rest[-1]) and pointer.endswith(rest[-1])


def read_guide(schema_root: Path) -> DigestGuide:
    """Read the themes and steps of the digest.

    Args:
        schema_root: the directory that contains `digest.toml`.

    Raises:
        BindgenError: `digest.toml` or the manifest cannot be read or is not TOML, or a row is malformed, has the id of
            another row, or names a theme or step that does not exist.
    """
    path = schema_root / "digest.toml"
    data = read_toml(path)
    themes = read_rows(DigestTheme, data, "theme", where=str(path))
    steps = read_rows(DigestStep, data, "step", where=str(path))
    for rows in (themes, steps):
        ids = [row.id for row in rows]
        for id_ in ids:
            if ids.count(id_) > 1:
                raise BindgenError(f"two rows have the id {id_!r}; rename one", where=str(path))
    theme_ids = {theme.id for theme in themes}
    for step in steps:
        where = f"{path}: step {step.id}"
        if step.theme not in theme_ids:
            raise BindgenError(f"unknown theme {step.theme!r}", where=where)
        if any(len(selector) not in (2, 3) for selector in (*step.when, *step.covers)):
            raise BindgenError("`when` and `covers` must have a rule, a pointer and optionally a text", where=where)
        if step.superseded_by and step.superseded_by not in {other.id for other in steps}:
            raise BindgenError(f"unknown step {step.superseded_by!r}", where=where)
        if bool(step.old) != bool(step.new):
            raise BindgenError("`old` and `new` must be stated together", where=where)
    releases = tuple(row.id for row in read_manifest(schema_root) if row.status == "released")
    return DigestGuide(themes, steps, releases)
