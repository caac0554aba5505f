"""The names that a revision has for methods of other revisions, where releases rename a method twice or back."""

from __future__ import annotations

from copy import copy
from types import SimpleNamespace
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import renames
from mcp_bindings.extensions import ExtendedRevision, tasks


def having(
    monkeypatch: pytest.MonkeyPatch, *steps: dict[str, str], methods: list[set[str]], fork: int | None = None
) -> list[Any]:
    """Releases of which each has methods, and renames some methods of the one before. A fork may replace one of them,
    and follow its rules.
    """
    versions = [str(2100 + number) for number in range(len(methods))]
    ids = ["acme" if number == fork else version for number, version in enumerate(versions)]
    made = {
        each: SimpleNamespace(id=each, version=version, methods=dict.fromkeys(own))
        for each, version, own in zip(ids, versions, methods, strict=True)
    }
    rules = [
        row
        for step, pairs in zip(versions[1:], steps, strict=True)
        for old, new in pairs.items()
        for row in ((step, "to-newer", old, new), (step, "to-older", new, old))
    ]
    monkeypatch.setattr(renames, "METHODS", tuple(rules))
    monkeypatch.setattr(renames, "REVISIONS", tuple(ids))
    monkeypatch.setattr(renames, "KNOWN_IDS", tuple(ids))
    monkeypatch.setattr(renames, "revision", made.__getitem__)
    for each in (renames._list_steps, renames._list_first_names, renames.list_names):  # pyright: ignore[reportPrivateUsage]
        each.cache_clear()
    return [*made.values()]


@pytest.fixture(autouse=True)
def clear_caches() -> Any:
    yield
    for each in (renames._list_steps, renames._list_first_names, renames.list_names):  # pyright: ignore[reportPrivateUsage]
        each.cache_clear()


def test_a_method_renamed_twice_has_one_first_name(monkeypatch: pytest.MonkeyPatch) -> None:
    releases = having(monkeypatch, {"a": "b"}, {"b": "c"}, methods=[{"a"}, {"b"}, {"c"}])
    names = ("a", "b", "c")
    assert [renames.find_first_name(name, each) for name, each in zip(names, releases, strict=True)] == ["a"] * 3
    assert [[renames.find_own_name(name, each) for each in releases] for name in names] == [[*names]] * 3
    assert renames.list_names("a") == {*names}


def test_a_method_renamed_back_has_one_first_name(monkeypatch: pytest.MonkeyPatch) -> None:
    releases = having(monkeypatch, {"a": "b"}, {"b": "a"}, methods=[{"a"}, {"b"}, {"a"}])
    names = ("a", "b", "a")
    assert [renames.find_first_name(name, each) for name, each in zip(names, releases, strict=True)] == ["a"] * 3
    assert [[renames.find_own_name(name, each) for each in releases] for name in ("a", "b")] == [[*names]] * 2


def test_a_name_given_to_another_method_is_not_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log messages of a server went to a method that had their old name and another meaning."""
    old, new = having(monkeypatch, {"a": "b"}, methods=[{"a"}, {"a", "b"}])
    assert [renames.find_own_name("a", each) for each in (old, new)] == ["a", "b"]
    assert [renames.find_first_name(name, new) for name in ("a", "b")] == ["", "a"]


def test_a_method_is_found_by_the_name_of_any_release(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, newest = having(monkeypatch, {"a": "b"}, {}, methods=[{"a"}, {"a", "b"}, set()])
    for each in (old, new):
        each.methods = {name: SimpleNamespace(name=name) for name in each.methods}
    found = [renames.find_own_method("a", each) for each in (old, new, newest)]
    assert found == [old.methods["a"], new.methods["b"], None]
    assert [renames.to_own_name("a", each) for each in (old, new, newest)] == ["a", "b", "a"]


def test_two_methods_may_exchange_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    _, new = having(monkeypatch, {"a": "b", "b": "a"}, methods=[{"a", "b"}] * 2)
    assert [renames.find_first_name(name, new) for name in ("a", "b")] == ["b", "a"]


def test_a_fork_follows_its_base_and_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a fork was compared with other ids, and the rules of its base were left out."""
    releases = having(monkeypatch, {"a": "b"}, {"b": "a"}, methods=[{"a"}, {"b"}, {"a"}], fork=1)
    assert [renames.find_first_name(name, each) for name, each in zip("aba", releases, strict=True)] == ["a"] * 3
    assert [[renames.find_own_name(name, each) for each in releases] for name in "ab"] == [[*"aba"]] * 2


def test_results_of_an_extension_follow_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A revision that calls a method otherwise could not be used with an extension that adds a result to the method."""
    (release, *_), (row, *_) = tasks.EXTENSION.info.revisions, tasks.EXTENSION.info.result_types
    base, (old, *_) = copy(mb.revision(release)), row.methods
    kept = {name: info for name, info in base.methods.items() if name != old}
    monkeypatch.setitem(vars(base), "methods", {**kept, "new": base.methods[old]._replace(name="new")})
    monkeypatch.setattr(renames, "METHODS", ((release, "to-newer", old, "new"), (release, "to-older", "new", old)))
    extended = ExtendedRevision(base, (tasks.EXTENSION,))
    assert row.definition in extended.methods["new"].results
    assert extended.added_results[row.value]["new"] == row.definition
