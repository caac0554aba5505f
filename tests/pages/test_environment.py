"""What every page stands on: values get in unharmed and unheeded, and nothing but our own script can run."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import jinja2
import pytest

from mcp_bindgen import pages
from mcp_bindgen.pages import environment
from tests.pages.document import read

TEMPLATES = Path(pages.__path__[0]) / "templates"
ASSETS = sorted(path for path in TEMPLATES.iterdir() if path.suffix in (".css", ".js"))

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>&lt;&amp;<img src=x onerror=alert(1)>",
    "\u2028\u2029\x7f\U0001f600",
    "\x00\ud800",
    "'\"`{{ title }}{% raw %}\\",
)

SMALL = {
    "base.css": "p { color: red }",
    "base.js": "const one = 1 && 2;",
    "small.css": "",
    "small.js": "",
    "small.html.j2": '{% extends "base.html.j2" %}{% block main %}<p title="{{ word }}">{{ word }}</p>{% endblock %}',
    "base.html.j2": (TEMPLATES / "base.html.j2").read_text(encoding="utf-8"),
}


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page with nothing on it but a word."""
    made = environment.make_environment()
    monkeypatch.setattr(environment, "make_environment", lambda: made.overlay(loader=jinja2.DictLoader(SMALL)))


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("text", HOSTILE)
def test_a_value_comes_out_as_it_went_in(text: str) -> None:
    value = {text: [text, 1.0, None, {"z": 1, "a": 2}]}
    page = environment.render_page("small", title=text, data=value, word=text)
    assert page.isascii()
    document = read(page)
    assert document.data() == value
    assert list(document.data()[text][3]) == ["z", "a"]
    assert [each.tag for each in document.elements if each.tag in ("script", "img")] == ["script", "script"]
    if "\ud800" not in text:  # which HTML has no way to write
        shown = document.all("p")[0]
        assert (shown.text, shown.attributes) == (text, {"title": text})
        assert document.one("title").text == text


@pytest.mark.usefixtures("_small")
def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        environment.render_page("small", title="", data=float("nan"), word="")


@pytest.mark.usefixtures("_small")
def test_a_forgotten_variable_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError, match="'word' is undefined"):
        environment.render_page("small", title="", data=None)


@pytest.mark.usefixtures("_small")
def test_the_policy_lets_only_what_is_there_run() -> None:
    document = read(environment.render_page("small", title="", data=None, word=""))
    policy = document.one("meta", http_equiv="Content-Security-Policy").attributes["content"]
    assert policy
    sources = dict(part.split(" ", 1) for part in policy.split("; "))
    assert sources["default-src"] == "'none'"
    for kind, element in (("style-src", document.one("style")), ("script-src", document.all("script")[-1])):
        assert element.text
        assert sources[kind] == f"'sha256-{b64encode(sha256(element.text.encode()).digest()).decode()}'"


def test_there_is_a_template_for_every_style_and_script() -> None:
    names = {path.name.removesuffix(".html.j2") for path in TEMPLATES.glob("*.html.j2")}
    assert {path.stem for path in ASSETS} == names
    assert len(ASSETS) == 2 * len(names)


@pytest.mark.parametrize("path", ASSETS, ids=lambda path: path.name)
def test_style_and_script_may_stand_in_a_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.isascii()
    assert "</" not in text
    assert "<!--" not in text


@pytest.mark.parametrize(
    "word", ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "@import", "url("]
)
def test_nothing_parses_markup_or_loads(word: str) -> None:
    assert [path.name for path in ASSETS if word in path.read_text(encoding="utf-8")] == []


def test_json_keeps_the_order_of_members() -> None:
    policy = environment.make_environment().policies["json.dumps_kwargs"]
    assert json.dumps({"b": 1, "a": 2}, **policy) == '{"b":1,"a":2}'
