"""Capabilities whose outer and inner names a revision changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from mcp_bindings import renames
from mcp_bindings.session import capabilities

OLD, NEWER = "2100", "2101"
PATHS = {OLD: {"tasks", "tasks.requests", "tasks.list"}, NEWER: {"jobs", "jobs.calls", "jobs.list"}}
RULES = (
    (NEWER, "to-newer", "tasks.requests", "tasks.calls"),
    (NEWER, "to-newer", "tasks", "jobs"),
    (NEWER, "to-older", "jobs.calls", "jobs.requests"),
    (NEWER, "to-older", "jobs", "tasks"),
)


def made(revision_id: str) -> SimpleNamespace:
    return SimpleNamespace(id=revision_id, version=revision_id)


def paths(side: str, revision_id: str) -> set[str]:
    return PATHS[revision_id]


def is_known(side: str, path: str) -> bool:
    return path in PATHS[OLD] | PATHS[NEWER]


@pytest.fixture(autouse=True)
def renamed(monkeypatch: pytest.MonkeyPatch) -> Any:
    steps = renames._list_steps  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(renames, "REVISIONS", (OLD, NEWER))
    monkeypatch.setattr(renames, "KNOWN_IDS", (OLD, NEWER))
    monkeypatch.setattr(renames, "revision", made)
    monkeypatch.setattr(capabilities, "CAPABILITIES", {"server": RULES})
    monkeypatch.setattr(capabilities, "list_capability_paths", paths)
    monkeypatch.setattr(capabilities, "is_known_capability", is_known)
    steps.cache_clear()
    yield
    steps.cache_clear()


def test_outer_and_inner_names_follow_the_revision() -> None:
    """A capability inside a renamed one had its old name, so no client found it."""
    old = {"tasks": {"requests": {"a": 1}, "list": True, "own": 2}, "x": {}}
    new = {"jobs": {"calls": {"a": 1}, "list": True, "own": 2}, "x": {}}
    assert capabilities.rename_capabilities(old, "server", NEWER) == new
    assert capabilities.rename_capabilities(new, "server", OLD) == old
    assert capabilities.rename_capabilities(new, "server", NEWER) == new
