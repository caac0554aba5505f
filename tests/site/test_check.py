"""The check of the built site finds what it is for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_bindgen import sources
from mcp_bindgen.ir.types import SpecRevision
from tests.revisions import method_of
from tests.site import check


@pytest.fixture(scope="module")
def spec() -> SpecRevision:
    return check.revisions()[-1]


def built(root: Path, spec: SpecRevision, *, start: str = "", without: str = "") -> check.Site:
    """A small site with a section for each definition and method, except those named."""
    id_ = spec.revision.id
    chosen = [name for name in check.names_of(spec) if name != without]
    sections = [
        f'<section id="s{number}"><h3>{name}<a class="headerlink" href="#s{number}">#</a></h3></section>'
        for number, name in enumerate(chosen)
    ]
    items = [f'<span id="{name}"></span><a href="{id_}/all.html#s{number}">' for number, name in enumerate(chosen)]
    (root / "reference" / id_).mkdir(parents=True)
    (root / "reference" / f"{id_}.html").write_text("".join(items), encoding="utf-8")
    (root / "reference" / id_ / "all.html").write_text("".join(sections), encoding="utf-8")
    (root / check.START).write_text(start or f'<a href="reference/{id_}.html">{id_}</a>', encoding="utf-8")
    (root / check.SEARCH).parent.mkdir()
    rows = [["", name, "", "", "reference"] for name in chosen]
    (root / check.SEARCH).write_text(f"const SECTIONS = {json.dumps(rows)};\n", encoding="utf-8")
    return check.Site(root)


def test_a_sound_site_has_no_fault(tmp_path: Path, spec: SpecRevision) -> None:
    site = built(tmp_path, spec)
    assert [*site.dead(), *site.loads(), *site.heavy()] == []
    assert [*site.too_far(spec), *site.without_anchor(spec), *site.unsearchable(spec)] == []


def test_a_missing_section_is_found(tmp_path: Path, spec: SpecRevision) -> None:
    method = method_of("tools/call", spec.revision.id)
    site = built(tmp_path, spec, without=method)
    assert list(site.too_far(spec)) == [f"{method} of {spec.revision.id} is not within 2 clicks of index.html"]
    assert list(site.without_anchor(spec)) == [f"reference/{spec.revision.id}.html has no anchor {method}"]
    assert list(site.unsearchable(spec)) == [f"the search does not know {method} of {spec.revision.id}"]


def test_a_large_page_is_found(tmp_path: Path, spec: SpecRevision) -> None:
    site = built(tmp_path, spec, start="\u00e9" * (check.BYTES // 2) + " ")
    assert list(site.heavy()) == [f"index.html has {check.BYTES + 1} bytes, more than {check.BYTES}"]


def test_a_public_name_without_entry_is_found(tmp_path: Path, spec: SpecRevision) -> None:
    site = built(tmp_path, spec)
    assert "mcp_bindings.Server has no entry in the API reference" in [*site.undocumented()]
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "mcp_bindings.Server.html").write_text('<dt id="mcp_bindings.Server">', encoding="utf-8")
    assert len([*check.Site(tmp_path).undocumented()]) == len([*site.undocumented()]) - 1


def test_a_third_click_is_too_many(tmp_path: Path, spec: SpecRevision) -> None:
    (tmp_path / "middle.html").write_text(f'<a href="reference/{spec.revision.id}.html"></a>', encoding="utf-8")
    site = built(tmp_path, spec, start='<a href="middle.html"></a>')
    assert len(list(site.too_far(spec))) == len(spec.definitions) + len(spec.methods)


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ('<a href="gone.html">', "index.html links to gone.html, and there is no such file"),
        ('<a href="#gone">', "index.html links to #gone, and index.html has no such anchor"),
        ('<script src="https://cdn.example/x.js">', "index.html loads https://cdn.example/x.js from the network"),
        ('<link rel="stylesheet" href="//cdn.example/x.css">', "index.html loads //cdn.example/x.css from the network"),
        ('<img src="gone.svg">', "index.html loads gone.svg, and there is no such file"),
    ],
)
def test_dead_links_and_foreign_files_are_found(tmp_path: Path, spec: SpecRevision, link: str, fault: str) -> None:
    site = built(tmp_path, spec, start=link)
    assert [*site.dead(), *site.loads()] == [fault]


def test_links_out_of_the_site_and_sound_ones_pass(tmp_path: Path, spec: SpecRevision) -> None:
    text = (
        f'<i id="here"></i><a href="#here"><a href="reference/{spec.revision.id}/all.html#s0">'
        '<a href="https://x.example/">'
    )
    assert list(built(tmp_path, spec, start=text).dead()) == []


def test_every_pinned_schema_is_checked_once() -> None:
    specs = check.revisions()
    assert {spec.revision.id for spec in specs} >= {spec.revision.id for spec in sources.released_revisions()[0]}
    assert len({str(spec.effective) for spec in specs}) == len(specs)
