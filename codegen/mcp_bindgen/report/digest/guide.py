"""Read `schema/digest.toml`: the themes of a digest, and the steps that say what replaces what and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from mcp_bindgen.diff.types import Change
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows

ROLES = ("client", "server", "gateway")
"""Those who have work to do. A gateway stands between a client and a server."""


@dataclass(frozen=True)
class Theme:
    """A part of the work. The themes of the file are in the order of work."""

    id: str
    title: str
    rules: tuple[str, ...]
    """Patterns of the rule ids that belong here; of two patterns that match, the longer one decides."""
    definitions: tuple[str, ...] = ()
    """Patterns of the definitions that belong here, whatever the rule."""
    complete: tuple[str, ...] = ()
    """Patterns of the rules each of whose changes needs a step."""


@dataclass(frozen=True)
class Step:
    """One piece of work, and the changes that call for it."""

    id: str
    theme: str
    since: str
    """The release that brought the change."""
    when: tuple[tuple[str, ...], ...]
    """Rule and pointer of the changes that call for the step, and, if needed, a text of the new side."""
    sources: tuple[str, ...]
    """Pages of the specification."""
    covers: tuple[tuple[str, ...], ...] = ()
    """Rule and pointer of changes that belong to the step, but do not call for it alone."""
    old: str = ""
    new: str = ""
    """What replaces what; both are empty if folded lines say it."""
    client: str = ""
    server: str = ""
    gateway: str = ""
    superseded_by: str = ""
    """The id of the step that is shown instead where both are needed."""
    package: str = ""
    """What the generated package does for the user."""

    def includes(self, change: Change) -> bool:
        """Return whether a change belongs to the step."""
        return any(selects(selector, change) for selector in (*self.when, *self.covers))


@dataclass(frozen=True)
class Guide:
    """The whole file."""

    themes: tuple[Theme, ...]
    steps: tuple[Step, ...]

    def needed(self, changes: Sequence[Change]) -> list[Step]:
        """Return the steps that some changes call for, those of the newest release first, without superseded ones."""
        found = [step for step in self.steps if any(selects(each, change) for each in step.when for change in changes)]
        ids = {step.id for step in found}
        kept = [step for step in found if step.superseded_by not in ids]
        return sorted(kept, key=lambda step: step.since, reverse=True)

    def theme_of(self, change: Change) -> str:
        """Return the id of the theme of a change: that of its step, of its definition or of its rule."""
        for step in self.steps:
            if step.includes(change):
                return step.theme
        definition = change.delta.place.definition
        for theme in self.themes:
            if definition and any(fnmatchcase(definition, pattern) for pattern in theme.definitions):
                return theme.id
        return self.theme_of_rule(change.rule)

    def theme_of_rule(self, rule: str) -> str:
        """Return the id of the theme with the longest pattern that matches a rule.

        Raises:
            BindgenError: there is none.
        """
        found = [(len(each), theme.id) for theme in self.themes for each in theme.rules if fnmatchcase(rule, each)]
        if not found:
            raise BindgenError(f"no theme has the rule {rule}", where="digest.toml", hint="add it to a theme's `rules`")
        return max(found)[1]


def selects(selector: Sequence[str], change: Change) -> bool:
    """Return whether a rule, a pattern of a pointer and, if there is a third part, a text of the new side select a
    change.
    """
    rule, pattern, *texts = selector
    side = 0 if change.delta.place is change.delta.old else 1
    pointers = {change.delta.place.pointer, *(places[side] for places in change.places)}
    told = all(text in (change.after or "") for text in texts)
    return rule == change.rule and told and any(matches(pattern, pointer) for pointer in pointers)


def matches(pattern: str, pointer: str) -> bool:
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


def read_guide(schema_root: Path) -> Guide:
    """Read the themes and steps.

    Args:
        schema_root: the directory that contains `digest.toml`.

    Raises:
        BindgenError: a row is malformed, has the id of another row, or names a theme that does not exist.
    """
    path = schema_root / "digest.toml"
    data = read_toml(path)
    themes = read_rows(Theme, data, "theme", where=str(path))
    steps = read_rows(Step, data, "step", where=str(path))
    for rows in (themes, steps):
        ids = [row.id for row in rows]
        for id_ in ids:
            if ids.count(id_) > 1:
                raise BindgenError(f"two rows have the id {id_!r}", where=str(path))
    known = {theme.id for theme in themes}
    for step in steps:
        where = f"{path}: step {step.id}"
        if step.theme not in known:
            raise BindgenError(f"there is no theme {step.theme!r}", where=where)
        if any(len(selector) not in (2, 3) for selector in (*step.when, *step.covers)):
            raise BindgenError("`when` and `covers` hold a rule, a pointer and perhaps a text", where=where)
        if step.superseded_by and step.superseded_by not in {other.id for other in steps}:
            raise BindgenError(f"there is no step {step.superseded_by!r}", where=where)
        if bool(step.old) != bool(step.new):
            raise BindgenError("`old` and `new` go together", where=where)
    return Guide(themes, steps)
