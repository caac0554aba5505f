"""The runtime does without a member, a method or a kind of id that a revision has lost, and raises nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.release.adding import ReleaseRequest, add_release
from mcp_bindgen.release.lost_names import find_lost_names, read_lost_names
from mcp_bindings.spec.names import LIST_RESOURCE_TEMPLATES
from tests.release.test_rehearsal import COMMIT, day_after
from tests.release.test_rehearsal import project as project
from tests.soak.lost_names import BASE, behaviours_after
from tests.unit.tiny import ROOT


def without_error_flag(definitions: dict[str, Any]) -> None:
    del definitions["CallToolResult"]["properties"]["isError"]


def with_another_method(definitions: dict[str, Any]) -> None:
    definitions["ListResourceTemplatesRequest"]["properties"]["method"]["const"] = f"{LIST_RESOURCE_TEMPLATES}/all"


def with_strings_as_ids(definitions: dict[str, Any]) -> None:
    definitions["RequestId"] = {"type": "string"}


def unchanged(definitions: dict[str, Any]) -> None:
    assert definitions


EDITS: dict[Callable[[dict[str, Any]], None], list[str]] = {
    unchanged: [],
    without_error_flag: [],
    with_another_method: ["templates_are_listed"],
    with_strings_as_ids: [],
}
"""The behaviours that are about what the edit takes away, by edit."""


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_what_is_gone_breaks_nothing_else(tmp_path: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    outcomes = behaviours_after(edit, tmp_path)
    assert len(outcomes) > 15
    assert {name: error for name, error in outcomes.items() if error} == dict.fromkeys(EDITS[edit], "absent")


def test_the_table_has_every_name_that_a_release_has_lost() -> None:
    """Both ways: each name that the runtime has and a release has lost is in one row, and each row has such names."""
    stated = {revision: list[str]() for revision in mb.REVISIONS}
    for row in read_lost_names(ROOT / "schema"):
        stated[row.since] += row.names
        assert row.reason
    rules = read_translation(ROOT / "schema")
    found = {
        new: find_lost_names(sources.load_spec(old), sources.load_spec(new), rules)
        for old, new in pairwise(mb.REVISIONS)
    }
    assert {revision: sorted(names) for revision, names in stated.items()} == {mb.REVISIONS[0]: [], **found}


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit", [edit for edit in EDITS if edit is not with_strings_as_ids], ids=lambda edit: edit.__name__
)
def test_release_lists_the_names_that_a_revision_has_lost(
    project: Path, edit: Callable[[dict[str, Any]], None]
) -> None:
    """But not a method that a rule of translation renames, since the runtime follows the rule."""
    document = json.loads((project / "schema" / BASE / "schema.json").read_bytes())
    edit(document["$defs"])
    path, new = project.with_name("official.json"), day_after(BASE)
    path.write_text(json.dumps(document), encoding="utf-8")
    outcome = add_release(project, ReleaseRequest(new, path, COMMIT, BASE), dry_run=False)
    told = [each.text for each in outcome.written if each.path == "schema/lost_names.toml"]
    known: dict[Any, str] = {without_error_flag: "CallToolResult.isError"}
    names = known.get(edit)
    assert told == ([f"the runtime names what {new} has lost: {names}"] if names else [])
    asked = [each.text for each in outcome.todos if each.path == "schema/lost_names.toml"]
    reason = f"lost {new}.names: state `reason`, which says what the runtime does without these names"
    assert asked == ([reason] if names else [])
