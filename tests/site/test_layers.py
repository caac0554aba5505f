"""The page of the layers counts every line of the package once, and shows the figures of other programs."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path

import pytest

import mcp_bindings
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.site import layers
from mcp_bindgen.site.layers import ConformanceRun, Figures, Rehearsal
from tests.conformance.run import BEFORE_REQUIREMENTS, RECORD, REVISIONS, Scenario, compare_with_record, count_results
from tests.release.inventions import of_each_era
from tests.site.figures import INVENTION, added_lines, rehearse

INSTALLED = Path(mcp_bindings.__file__).parent
RUNTIME = Path(__file__).resolve().parents[2] / "codegen/runtime/mcp_bindings"
FIGURES = Figures(
    (Rehearsal("2026-07-28", 12, 34, {"types": {"rendered": 5678}, "session": {"table": 91}}),),
    "0.0.1",
    (ConformanceRun("server", "2026-07-28", {"passed": 51, "skipped": 1}),),
)


def rows(page: str) -> dict[str, list[str]]:
    """The cells of each row of the tables of a page, by the first cell; those of the first table with it."""
    found: dict[str, list[str]] = {}
    for line in page.splitlines():
        if line.startswith("| "):
            first, *others = [cell.strip() for cell in line.strip("|").split("|")]
            found.setdefault(first, others)
    return found


def count(paths: list[Path]) -> int:
    return sum(len(re.findall(r"(?m)^.*\S", path.read_text(encoding="utf-8"))) for path in paths)


def test_each_line_of_the_package_is_counted_once() -> None:
    counted = layers.count_by_layer(layers.package_files(), layers.copied_files())
    files = [path for path in INSTALLED.rglob("*") if path.suffix in (".py", ".json")]
    assert sum(sum(found.values()) for found in counted.values()) == count(files)
    written = [path for path in files if _is_copied(path)]
    assert sum(found["written"] for found in counted.values()) == count(written)


def _is_copied(path: Path) -> bool:
    source = RUNTIME / path.relative_to(INSTALLED)
    return source.exists() and source.read_bytes() == path.read_bytes()


def test_the_figures_of_a_layer() -> None:
    page = layers.layers_page({}, layers.NO_FIGURES)
    tables = [path for path in INSTALLED.glob("*/authorization.py") if path.parent.name != "spec"]
    written = [path for path in (INSTALLED / "authorization").glob("*.py") if _is_copied(path)]
    rendered = [INSTALLED / "authorization/__init__.py", INSTALLED / "spec/authorization.py"]
    expected = [f"{count(rendered):,}", f"{count(tables):,}", f"{count(written):,}"]
    assert rows(page)["authorization"][:3] == expected


@pytest.mark.parametrize("layer", layers.LAYERS)
def test_each_pattern_of_a_layer_has_a_file(layer: str) -> None:
    files = [path for path in layers.package_files() if layers.layer_of(path) == layer]
    assert [each for each in layers.LAYERS[layer] if not any(fnmatch(path, each) for path in files)] == []


def test_a_file_of_no_layer_is_an_error() -> None:
    with pytest.raises(BindgenError, match="no layer has this file"):
        layers.layer_of("unknown.py")


@pytest.mark.parametrize(
    ("path", "text", "origin"),
    [
        ("v/a.py", "ROWS = (1, 2)\n", "table"),
        ("v/schema.json", "{}", "table"),
        ("v/a.py", "class A: ...\n", "rendered"),
        ("v/a.py", "async def a() -> None: ...\n", "rendered"),
        ("v/__init__.py", "NAMES = ()\n", "rendered"),
        ("own.py", "ROWS = ()\n", "written"),
    ],
)
def test_the_origin_of_a_file(path: str, text: str, origin: str) -> None:
    assert layers.origin_of(path, text, {"own.py"}) == origin


def test_figures_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    path.write_text(json.dumps(asdict(FIGURES)), encoding="utf-8")
    page = layers.layers_page({"reference/a.md": b"one\n\ntwo\n"}, layers.read_figures(path))
    changes = page.partition("## What a new revision changes")[2]
    assert rows(changes)["types"] == ["5,678", "0", "0"]
    assert rows(changes)["session"] == ["0", "91", "0"]
    assert "| server | 2026-07-28 | 51 | 1 | 0 | 0 |" in changes
    assert "12 lines of facts, and 34 lines of" in changes
    assert rows(page)[layers.DOCUMENTATION][0] == "2"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BindgenError, match=r"python -m tests\.site\.figures"):
        layers.read_figures(path)


def test_changed_lines_are_counted() -> None:
    assert added_lines("a\nb\nc\n", "a\nB\nc\nd\n") == ["B", "d"]
    assert added_lines("", "a\nb\n") == ["a", "b"]
    assert added_lines("a\nb\n", "a\n") == []


def test_results_of_both_roles_are_recorded() -> None:
    recorded = json.loads(RECORD.read_bytes())["conformance"]
    runs = [ConformanceRun(**row) for row in recorded]
    wanted = {(role, revision) for role in ("client", "server") for revision in REVISIONS}
    early = {revision for _, revision in BEFORE_REQUIREMENTS}
    wanted -= {("server", revision) for revision in early}
    assert {(run.role, run.revision) for run in runs} == wanted
    assert not any(run.scenarios.get("failed") for run in runs)


def test_a_run_with_other_counts_fails(capsys: pytest.CaptureFixture[str]) -> None:
    found = count_results("server", REVISIONS[-1], [Scenario("a", True, [{"id": "a", "status": "SUCCESS"}])])
    assert found == {"role": "server", "revision": REVISIONS[-1], "scenarios": {"passed": 1}}
    assert not compare_with_record([found], records=False)
    assert "--record" in capsys.readouterr().out
    assert compare_with_record(json.loads(RECORD.read_bytes())["conformance"], records=False)


@pytest.mark.slow  # it builds a package
def test_a_release_changes_no_line_written_by_hand(tmp_path: Path) -> None:
    found = rehearse(tmp_path, of_each_era(INVENTION)[-1], INVENTION)
    assert found.changed["types"]["rendered"] > 1_000
    assert {"types", "validators", "dispatch", "calls", "session"} <= found.changed.keys()
    assert not any("written" in counts for counts in found.changed.values())
