"""URI templates by the examples of RFC 6570, matching in bounded time, and file URIs on both kinds of systems."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.guards import FileRoots, UriTemplate, resources
from mcp_bindings.guards.file_roots import file_uri_to_path

VALUES: dict[str, Any] = {
    "var": "value",
    "hello": "Hello World!",
    "empty": "",
    "path": "/foo/bar",
    "x": "1024",
    "y": "768",
    "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","},
    "half": "50%",
    "none": [],
}
"""Those of section 3.2 of the RFC."""


@pytest.mark.parametrize(
    ("template", "expected"),
    {
        "{hello}": "Hello%20World%21",
        "{+hello}": "Hello%20World!",
        "{+half}": "50%25",
        "{#path,x}/here": "#/foo/bar,1024/here",
        "X{.list*}": "X.red.green.blue",
        "{/var:1,var}": "/v/value",
        "{/list*,path:4}": "/red/green/blue/%2Ffoo",
        "{;x,y,empty}": ";x=1024;y=768;empty",
        "{;keys*}": ";semi=%3B;dot=.;comma=%2C",
        "{?x,y,empty}": "?x=1024&y=768&empty=",
        "{?keys}": "?keys=semi,%3B,dot,.,comma,%2C",
        "{&var:3}": "&var=val",
        "O{undef}X{none}{?none*}": "OX",
    }.items(),
)
def test_expansion(template: str, expected: str) -> None:
    assert UriTemplate(template).expand(VALUES) == expected


def test_a_uri_with_another_beginning_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of many resources took time for each character of a long URI."""
    measured = list[str]()

    def measure(uri: str) -> list[int]:
        measured.append(uri)
        return [1] * len(uri)

    monkeypatch.setattr(resources, "_measure_characters", measure)
    assert UriTemplate("note:///{id}").match("note:///1") == {"id": "1"}
    assert UriTemplate("note:///all").match("note:///1") is None
    assert measured == ["note:///1"]


def test_a_list_has_no_prefix() -> None:
    with pytest.raises(ValueError, match="no prefix"):
        UriTemplate("{list:3}").expand(VALUES)


@pytest.mark.parametrize("template", ["{?a}", "{#a}", "{a*}", "{a:3}", "{a,b}", "{a}{a}", "{.a}"])
def test_other_expressions_are_not_matched(template: str) -> None:
    assert not UriTemplate(template).is_matchable
    with pytest.raises(ValueError, match="can be matched"):
        UriTemplate(template).match("x")


def test_values_of_a_match() -> None:
    files = UriTemplate("files://{owner}/{+path}/raw{/part}")
    assert files.match("files://a%20b/x/y.txt/raw") == {"owner": "a b", "path": "x/y.txt"}
    assert files.match("files://a/x/raw/raw/1") == {"owner": "a", "path": "x/raw", "part": "1"}
    assert files.match("files://a/b/x/raw/1/2") is None
    assert UriTemplate("a{v}").match("a%2E%2e%2Fx") == {"v": "../x"}
    assert UriTemplate("a{v}").match("a%ff") is None


@pytest.mark.parametrize("template", ["notes://\u00e9/{?q}", "notes://\u00e9 {/x", "notes://%C3%A9/{?q}"])
def test_the_start_of_any_template_is_compared(template: str) -> None:
    """A template with a character outside of ASCII before an expression that cannot be matched allowed every URI."""
    pattern = resources.ResourcePattern(template)
    encoded = "notes://%C3%A9" + ("%20" if " " in template else "/")
    assert [pattern.matches(uri) for uri in (f"{encoded}?q=1", "file:///etc/passwd", "notes://e/")] == [
        True,
        False,
        False,
    ]


def test_matching_takes_time_in_proportion() -> None:
    template = UriTemplate("-".join(f"{{v{n}}}" for n in range(100)) + "/")
    assert template.match("a-" * 1_000) is None  # a search that goes back would not end
    assert UriTemplate("{v}").match("a" * 100_000) is None


@pytest.mark.parametrize("uri", ["file:///a/%2e%2E/b", "FILE://localhost/a/../b", "file:/a/../b"])
def test_the_path_of_a_file_uri(uri: str) -> None:
    assert file_uri_to_path(uri, windows=False) == "/a/../b"


@pytest.mark.parametrize(
    "uri",
    [
        "file://host/a",
        "file:a",
        "file:///a%2Fb",
        "file:///a%00",
        "file:///a?b",
        "file:///a#b",
        "file:///a b",
        "http:///a",
    ],
)
def test_what_names_no_file(uri: str) -> None:
    with pytest.raises(ValueError, match="file URI"):
        file_uri_to_path(uri, windows=False)


def test_paths_of_windows() -> None:
    assert file_uri_to_path("file:///C:/a/b%20c", windows=True) == "C:\\a\\b c"
    odd = (
        "/a",
        "/C:",
        "/CC:/a",
        "/C:/a:b",
        "/C:/a%5c..%5cb",
        "/C:/nul.txt",
        "/C:/a./b",
        "/C:/a%20/b",
        "//server/x",
        "/C:/COM1",
    )
    for path in (*odd[:1], *odd[2:]):
        with pytest.raises(ValueError, match="URI"):
            file_uri_to_path(f"file://{path}", windows=True)


def test_a_link_that_is_put_in_later_leads_nowhere(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    roots = FileRoots([root])
    inside = (root / "a" / "x").as_uri()
    assert roots.resolve(inside) == root / "a" / "x"
    assert inside in roots
    (root / "a").rmdir()
    (root / "a").symlink_to(tmp_path)
    assert inside not in roots
    with pytest.raises(mb.ProtocolError, match="no file inside the roots") as caught:
        roots.resolve(inside)
    assert str(tmp_path) not in str(caught.value)


def noted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, paths: list[Any]) -> None:
    """Note the paths that a function of the system is called with."""
    look: Callable[..., Any] = getattr(owner, name)

    def noting(path: Any, **options: Any) -> Any:
        paths.append(path)
        return look(path, **options)

    monkeypatch.setattr(owner, name, noting)


def test_a_path_that_no_system_takes_is_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system walks each path from its beginning: 60,000 segments took 7 s."""
    roots, paths = FileRoots([tmp_path]), list[Any]()
    noted(monkeypatch, os, "stat", paths)
    noted(monkeypatch, os, "lstat", paths)
    long = tmp_path.as_uri() + "/a" * 30_000
    assert long not in roots
    assert long.replace("/a", "/%61") not in roots
    with pytest.raises(ValueError, match="longer"):
        roots.resolve_path(f"{tmp_path}{'/a' * 30_000}")
    assert paths == []
    assert tmp_path.as_uri() + "/a" * 500 in roots
    assert paths


def test_many_roots_are_compared_with_a_path_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [tmp_path / f"root{number}" for number in range(20)]
    for each in names:
        each.mkdir()
    roots, paths, segments = FileRoots(names), list[Any](), 100
    noted(monkeypatch, Path, "stat", paths)
    assert (tmp_path / "other").as_uri() + "/a" * segments not in roots
    assert len(paths) <= len(names) + 2 * (segments + len(tmp_path.parts) + 1)


def test_without_roots_nothing_is_inside() -> None:
    assert "file:///" not in FileRoots([])
    assert "file:///etc/passwd" in FileRoots(["file:///"])
