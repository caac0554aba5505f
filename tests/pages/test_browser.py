"""The browser sees what the tests of pages say is not there."""

from __future__ import annotations

from pathlib import Path

from tests.pages.browser import Browser

BAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bad</title>
<p style="color: #888; background: #fff">faint</p>
<p style="color: #000; background: rgb(0 0 0 / 60%)">faint on what shows through</p>
<p style="color: #777; background: #fff; font: 30px serif">large</p>
<div style="width: 5000px">wide</div>
<img src="picture.png">
<script>console.error("wrong")</script>
"""


def test_a_bad_page_is_found_out(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(BAD, encoding="utf-8")
    browser.look(390, "light")
    browser.open(path)
    assert browser.overhang() > 4000
    assert [text.split(":")[0] for text in browser.faint()] == ["faint", "faint on what shows through"]
    complaints = "\n".join(browser.complaints())
    assert "wrong" in complaints
    assert "picture.png" in complaints
    assert browser.requests() == [path.as_uri(), (tmp_path / "picture.png").as_uri()]
    browser.open(path)
    browser.look(1280, "dark")
    assert browser.run("return matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 1280")
