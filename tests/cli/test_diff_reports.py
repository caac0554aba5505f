"""`diff`: the digest at the start, the filters, and several reports of one run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.jsontext import pointer_tokens
from tests.cli.run import ROOT, mistake, run

pytestmark = pytest.mark.usefixtures("_compared")

OLD, NEW = mb.REVISIONS[1], mb.REVISIONS[2]


def report(*arguments: str | Path) -> dict[str, Any]:
    done = run("diff", OLD, NEW, *arguments, "--format", "json")
    assert (done.code, done.err) == (0, "")
    value: dict[str, Any] = json.loads(done.out)
    return value


WHOLE = report()


def test_text_markdown_and_html_open_with_the_digest() -> None:
    titles = [theme["title"] for theme in WHOLE["digest"]["themes"]]
    for format_ in ("text", "markdown", "html"):
        out = run("diff", OLD, NEW, "--format", format_).out
        places = [re.search(rf"{number}\. {title}\b", out) for number, title in enumerate(titles, 1)]
        starts = [found.start() for found in places if found is not None]
        assert len(starts) == len(titles)
        assert starts == sorted(starts)
        body = out[out.index("<body") :] if format_ == "html" else out
        assert body.index(titles[-1]) < body.index(WHOLE["changes"][0]["fingerprint"])


@pytest.mark.parametrize("only", ["wire", "python"])
def test_only_one_aspect(only: str) -> None:
    part = report("--only", only)
    assert part["only"] == only

    def found(change: dict[str, Any]) -> list[str]:
        return list(change["wire"].values()) if only == "wire" else [change["python"]]

    wanted = [change for change in WHOLE["changes"] if set(found(change)) != {"safe"}]
    assert 0 < len(wanted) < len(WHOLE["changes"])
    assert [change["fingerprint"] for change in part["changes"]] == [change["fingerprint"] for change in wanted]
    levels = ["breaking" if "breaking" in found(change) else "risky" for change in wanted]
    assert {level: levels.count(level) for level in ("breaking", "risky")} == {
        level: part["summary"][level] for level in ("breaking", "risky")
    }
    assert part["summary"]["safe"] == 0
    for change in part["changes"]:
        assert only == "wire" or set(change["by_role"].values()) == {change["python"]}


def test_a_python_change_alone_does_not_fail_a_run_for_documents() -> None:
    rule = next(
        change["rule"]
        for change in WHOLE["changes"]
        if change["python"] == "breaking" and set(change["wire"].values()) == {"safe"}
    )
    assert run("diff", OLD, NEW, "--rule", rule, "--fail-on", "breaking").code == 1
    assert run("diff", OLD, NEW, "--rule", rule, "--only", "wire", "--fail-on", "breaking").code == 0


def test_areas_and_rules() -> None:
    areas = {change["area"] for change in WHOLE["changes"]}
    assert areas == {theme["id"] for theme in WHOLE["digest"]["themes"]}
    for area in areas:
        part = report("--area", area)
        assert part["changes"] == [change for change in WHOLE["changes"] if change["area"] == area]
        assert [theme["id"] for theme in part["digest"]["themes"]] == [area]
    assert report(*(word for area in areas for word in ("--area", area)))["changes"] == WHOLE["changes"]
    rule = WHOLE["changes"][0]["rule"]
    assert {change["rule"] for change in report("--rule", rule)["changes"]} == {rule}


def test_several_reports_of_one_run(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("markdown", "json", "html", "github", "sarif", "text")}
    words = [word for name, path in files.items() for word in ("--report", f"{name}={path}")]
    done = run("diff", OLD, NEW, *words, "--format", "github")
    assert (done.code, done.err) == (0, "")
    for name, path in files.items():
        assert path.read_text(encoding="utf-8") == run("diff", OLD, NEW, "--format", name).out
    assert done.out == files["github"].read_text(encoding="utf-8")


def test_markdown_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "comment.md"
    done = run("diff", OLD, NEW, "--report", f"markdown={path}", "--max-bytes", "20000", "--format", "json")
    assert (done.code, len(json.loads(done.out)["changes"])) == (0, len(WHOLE["changes"]))
    text = path.read_bytes()
    assert 15_000 < len(text) <= 20_000
    left = re.search(r"\*\*Cut to 20000 bytes\.\*\* Left out: (\d+) changes", text.decode())
    assert left is not None
    assert int(left[1]) + text.count(b"<details>") == len(WHOLE["changes"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--report", "markdown"), "--report must be FORMAT=FILE, not 'markdown'"),
        (("--report", "pdf=x"), "the formats are text, markdown, json, html, github, sarif"),
        (("--report", "json="), "--report must be FORMAT=FILE"),
        (("--area", "nowhere"), "unknown area 'nowhere'\n  the areas are lifecycle"),
        (("--rule", "nothing"), "unknown rule 'nothing'"),
        (("--max-bytes", "100"), "--max-bytes shortens Markdown only"),
        (("--max-bytes", "100", "--format", "markdown"), "100 bytes are too few for a report"),
        (("--report", "json=/no/such/directory/x"), "/no/such/directory"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], says: str) -> None:
    assert says in mistake("diff", OLD, NEW, *arguments)


def test_annotations_have_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotations name the file of the new side; for what only the old file has, they name that file, if given."""
    document = json.loads((ROOT / "schema" / NEW / "schema.json").read_bytes())
    (tmp_path / "old.json").write_text(json.dumps(document, indent=2), encoding="utf-8")
    document["definitions"]["Tool"]["required"].append("description")
    del document["definitions"]["Tool"]["properties"]["title"]
    del document["definitions"]["ResourceLink"]
    document["definitions"]["ContentBlock"]["anyOf"] = [{"$ref": "#/definitions/TextContent"}]
    text = json.dumps(document, indent=2)
    (tmp_path / "new.json").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = {"old.json": (tmp_path / "old.json").read_text(encoding="utf-8").split("\n"), "new.json": text.split("\n")}
    out = run("diff", "old.json", "new.json", "--format", "github").out
    found = re.findall(
        r"::\w+ file=([\w.]+),line=(\d+),title=(\w+) (\w+)::.* (/\S+); [0-9a-f]{12}\)$", out, re.MULTILINE
    )
    assert len(found) == len(out.splitlines()) > 3
    for file, line, rule, _, pointer in found:
        name = pointer_tokens(pointer)[-1]
        assert f'"{name}"' in lines[file][int(line) - 1] or name.isdigit(), (rule, pointer)
    assert ("old.json", "DEFINITION_REMOVED") in {(file, rule) for file, _, rule, _, _ in found}
    assert ("new.json", "FIELD_BECAME_REQUIRED") in {(file, rule) for file, _, rule, _, _ in found}


def test_annotations_of_facts_have_lines_in_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    out = run("diff", OLD, NEW, "--format", "github").out.splitlines()
    facts = [line for line in out if f"file=schema/{NEW}/transport.toml,line=" in line]
    assert facts
    with_lines = [line for line in out if ",line=" in line]
    assert len(with_lines) > len(out) * 0.8
