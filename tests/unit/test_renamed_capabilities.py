"""Capabilities whose outer and inner names a revision changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from mcp_bindings import renames
from mcp_bindings.bridge import opening
from mcp_bindings.session import capabilities
from mcp_bindings.session.elicitations import Elicitations, check_url_error

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


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The newer revision has what clients let servers ask their users one level deeper."""
    defined = {OLD: {"elicitation", "elicitation.url"}, NEWER: {"input", "input.users", "input.users.url"}}
    rows = ((NEWER, "to-newer", "elicitation", "input.users"), (NEWER, "to-older", "input.users", "elicitation"))

    def list_defined(side: str, revision_id: str) -> set[str]:
        return defined[revision_id]

    def is_defined(side: str, path: str) -> bool:
        return any(path in each for each in defined.values())

    monkeypatch.setattr(capabilities, "CAPABILITIES", {"client": rows})
    monkeypatch.setattr(capabilities, "KNOWN_IDS", (OLD, NEWER))
    for module in (capabilities, opening):
        monkeypatch.setattr(module, "list_capability_paths", list_defined)
    monkeypatch.setattr(capabilities, "is_known_capability", is_defined)
    capabilities.list_paths.cache_clear()
    yield defined
    capabilities.list_paths.cache_clear()


def test_elicitations_follow_a_moved_capability(moved: Any) -> None:
    """A session took a question with a URL for a form, and refused an error that asks for elicitations."""
    profile: Any = made(NEWER)
    error = {"code": 1, "message": "m", "data": {"elicitations": [{"elicitationId": "e"}]}}
    assert check_url_error(error, "server", {"input": {"users": {"url": {}}}}, profile) == (None, ["e"])
    problem, _ = check_url_error(error, "server", {"input": {"users": {}}}, profile)
    assert "input.users.url" in str(problem)
    Elicitations().record_request(1, {"mode": "url", "elicitationId": "e"}, profile)


def test_a_moved_capability_loses_its_only_mode(moved: Any) -> None:
    """A bridge declared forms for a client that shows URLs only."""
    moved[NEWER].remove("input.users.url")
    source: Any = made(OLD)
    target: Any = made(NEWER)
    assert opening.select_capabilities({"elicitation": {"url": {}}}, "client", source, [target]) == {"input": {}}
