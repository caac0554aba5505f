"""`negotiate`: the revision and features on which two sets of revisions agree, as printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindings import REVISIONS
from mcp_bindings.session.simulation import negotiate
from tests.cli.run import mistake, run
from tests.pages.document import read


def test_json_equals_the_result_of_the_function() -> None:
    sides = ("--client", "2025-06-18,2026-07-28", "--server", " 2025-06-18 , 2025-03-26", "--transport", "http")
    done = run("negotiate", *sides, "--format", "json")
    expected = negotiate({"2025-06-18", "2026-07-28"}, {"2025-06-18", "2025-03-26"}, "http").to_value()
    assert done.code == 0
    assert json.loads(done.out) == expected


def test_text_has_every_step() -> None:
    sides = ("--client", "2025-06-18", "--server", "2026-07-28", "--transport", "http")
    done = run("negotiate", *sides)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("no version (the sides disagree): ")
    assert "1. client: the newest version of the client that has a handshake" in lines
    assert "   Accept: application/json, text/event-stream" in lines
    assert "2. server 400: refused" in lines


def test_a_draft_is_spoken_if_it_is_named() -> None:
    travels_as = mb.revision("draft").version
    done = run("negotiate", "--client", f"{REVISIONS[0]},draft", "--server", "draft", "--transport", "stdio")
    assert done.out.startswith(f"{travels_as} (per-request): ")


def test_a_minimum() -> None:
    sides = ("--client", "2024-11-05", "--server", "2024-11-05", "--transport", "stdio")
    assert run("negotiate", *sides).out.startswith("2024-11-05 (handshake): agreed")
    assert run("negotiate", *sides, "--minimum", "2025-03-26").out.startswith("no version")


@pytest.mark.parametrize(
    ("client", "minimum", "problem"),
    [
        ("2025-06-19", "2025-06-18", "--client has unknown revision '2025-06-19'"),
        ("DRAFT", "2025-06-18", "--client has unknown revision 'DRAFT'"),
        (" , ", "2025-06-18", "--client names no revision"),
        ("2025-06-18", "1", "--minimum has unknown revision '1'"),
    ],
)
def test_mistakes(client: str, minimum: str, problem: str) -> None:
    said = mistake(
        "negotiate", "--client", client, "--server", "2025-06-18", "--transport", "stdio", "--minimum", minimum
    )
    assert problem in said
    assert "2024-11-05, 2025-03-26" in said


SIDES = ("--client", "2025-06-18", "--server", "2025-06-18", "--transport", "http")


@pytest.mark.parametrize("format_", ["text", "json"])
@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ((), "--client, --server, --transport missing"),
        (SIDES[:2], "--server, --transport missing"),
        (SIDES[2:], "--client missing"),
        (SIDES[:4], "--transport missing"),
    ],
)
def test_all_three_options_together(given: tuple[str, ...], missing: str, format_: str) -> None:
    assert mistake("negotiate", *given, "--format", format_).startswith(f"error: {missing}\n  give all three")


def test_a_minimum_is_one_release() -> None:
    said = mistake("negotiate", *SIDES, "--minimum", "2025-03-26,2025-06-18")
    assert "--minimum has unknown revision '2025-03-26,2025-06-18'" in said


def chosen(page: str) -> dict[str, list[str]]:
    """The selected option of a page's control, by its name."""
    document = read(page)
    found: dict[str, list[str]] = {"minimum": [e.text for e in document.all("option") if "selected" in e.attributes]}
    for box in document.all("input"):
        if "checked" in box.attributes:
            found.setdefault(str(box.attributes["name"]), []).append(str(box.attributes["value"]))
    return found


def test_a_page_preselects_the_options() -> None:
    done = run("negotiate", *SIDES, "--minimum", "2025-03-26", "--format", "html")
    assert done.code == 0
    assert chosen(done.out) == {"client": ["2"], "server": ["2"], "transport": ["http"], "minimum": ["2025-03-26"]}
    everything = [str(place) for place in range(len(REVISIONS))]
    assert chosen(run("negotiate", "--transport", "stdio", "--format", "html").out) == {
        "client": everything,
        "server": everything,
        "transport": ["stdio"],
        "minimum": [],
    }


def test_a_page_rejects_an_unknown_revision() -> None:
    assert "--server has unknown revision 'draft'" in mistake("negotiate", "--server", "draft", "--format", "html")


@pytest.mark.parametrize("format_", ["text", "json", "html"])
def test_every_format_goes_to_a_file(tmp_path: Path, format_: str) -> None:
    path = tmp_path / "outcome"
    done = run("negotiate", *SIDES, "--format", format_, "--output", path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert path.read_text(encoding="utf-8") == run("negotiate", *SIDES, "--format", format_).out


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    absent = tmp_path / "no" / "page.html"
    said = mistake("negotiate", "--format", "html", "--output", absent)
    assert said == f"error: {absent}: its directory does not exist\n  create {absent.parent} first\n"
    assert not absent.parent.exists()
    assert "is a directory" in mistake("negotiate", *SIDES, "--output", tmp_path)


def test_an_error_leaves_the_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")
    mistake("negotiate", "--client", "draft", "--format", "html", "--output", path)
    assert path.read_text(encoding="utf-8") == "old"
