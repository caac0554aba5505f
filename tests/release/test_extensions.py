"""What `release` asks a person about the extensions of the project: whether each can extend the new revision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mcp_bindgen.ingest.extensions import pinned_modules, read_facts
from mcp_bindings.extensions import tasks
from tests.release.inventions import newest_with
from tests.release.test_methods import brought_in
from tests.release.test_rehearsal import project as project

PREVIOUS = newest_with(("InputRequests", "Tool"), tasks.EXTENSION.info.revisions)


def asked(project: Path, *edits: tuple[str, str], **added: Any) -> tuple[str, dict[str, str]]:
    """Bring a revision in whose schema has other texts and more definitions. Return what is left, by extension."""

    def edit(definitions: dict[str, Any]) -> None:
        text = json.dumps(definitions)
        for before, after in edits:
            text = text.replace(before, after)
        definitions.clear()
        definitions.update(json.loads(text) | added)

    new, outcome = brought_in(project, PREVIOUS, edit)
    found = (each.text.partition(": ") for each in outcome.todos if each.text.startswith("extension "))
    return new, {name.removeprefix("extension "): text for name, _, text in found}


def test_an_extension_that_can_be_built_is_asked_for(project: Path) -> None:
    root = project / "schema"
    new, found = asked(project)
    assert found.keys() == {module for module in pinned_modules(root) if read_facts(root, module).header.revisions}
    assert set(found.values()) == {f"name {new} in `revisions` or in `without`"}


def test_what_keeps_an_extension_from_being_built_is_said(project: Path) -> None:
    new, found = asked(project, ('InputRequests"', 'Questions"'), Skill={"type": "object"})
    head = f"name {new} in `without`. The extension cannot be built with {new}: "
    assert found["tasks"].startswith(head)
    assert "InputRequests" in found["tasks"]
    assert found["skills"] == f"{head}revision {new} has definitions of the same names: Skill"
