"""The template tree is the output tree, and nothing undefined is ever passed over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.render.templates import PathItem, render_file, render_tree
from tests.unit.tiny import TEMPLATES


def written(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_template_is_rendered_and_any_other_file_is_copied(tmp_path: Path) -> None:
    root = written(tmp_path, {"a.py.j2": "x = {{ x }}\n", "b/c.py": "{{ x }}\n", "b/d.md.j2": "{{ x }}"})
    assert render_tree(root, {"x": 1}, {}) == {"a.py": b"x = 1\n", "b/c.py": b"{{ x }}\n", "b/d.md": b"1"}


def test_partials_are_no_output_but_can_be_used(tmp_path: Path) -> None:
    files = {
        "_p.j2": "<{{ x }}>",
        "_directory/a.py": "",
        "a.j2": "{% include '_p.j2' %}",
        "__init__.py": "",
        "b/_q": "",
    }
    root = written(tmp_path, {**files, "__pycache__/a.pyc": ""})
    assert render_tree(root, {"x": 1}, {}) == {"a": b"<1>", "__init__.py": b""}
    assert render_file(root, "_p.j2", {"x": 2}) == b"<2>"


def test_a_directory_stands_for_each_of_its_items(tmp_path: Path) -> None:
    root = written(tmp_path, {"p/%each/a.j2": "{{ x }}{{ y }}", "p/%each/b": "same"})
    directories = {"each": [PathItem("one", {"y": 1}), PathItem("two", {"y": 2, "x": "own"})]}
    assert render_tree(root, {"x": "x"}, directories) == {
        "p/one/a": b"x1",
        "p/one/b": b"same",
        "p/two/a": b"own2",
        "p/two/b": b"same",
    }
    assert render_tree(root, {"x": "x"}, {"each": []}) == {}


@pytest.mark.parametrize(
    ("template", "what"),
    [
        ("{{ missing }}", "'missing' is undefined"),
        ("{{ known.missing }}", "has no attribute 'missing'"),
        ("{% if missing %}{% endif %}", "'missing' is undefined"),
        ("{% for x in missing %}{% endfor %}", "'missing' is undefined"),
        ("{{ missing | literal }}", "'missing' is undefined"),
        ("{{ known | missing }}", "missing"),
        ("{% if %}", "Expected an expression"),
        ("{% include 'missing.j2' %}", "missing.j2"),
    ],
)
def test_a_failing_template_is_named(tmp_path: Path, template: str, what: str) -> None:
    root = written(tmp_path, {"p/bad.py.j2": template})
    with pytest.raises(BindgenError) as raised:
        render_tree(root, {"known": 1}, {})
    assert what in raised.value.what
    assert raised.value.where == str(root / "p" / "bad.py.j2")


def test_a_directory_of_no_known_name_is_named(tmp_path: Path) -> None:
    root = written(tmp_path, {"%missing/a": ""})
    with pytest.raises(BindgenError, match="missing"):
        render_tree(root, {}, {})


def test_filters_make_source(tmp_path: Path) -> None:
    root = written(tmp_path, {"a.j2": "{{ x | literal }} {{ y | tuple_literal }} {{ z | comment }}\n"})
    variables = {"x": 'a"b', "y": ["c"], "z": "one\ntwo"}
    assert render_tree(root, variables, {}) == {"a": b'"a\\"b" ("c",) one two\n'}


def test_bytes_are_copied_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\xff\r\n\x00")
    assert render_tree(tmp_path, {}, {}) == {"a.bin": b"\xff\r\n\x00"}


def test_every_template_of_the_project_needs_its_variables() -> None:
    templates = [path for path in TEMPLATES.rglob("*.j2") if "{{" in path.read_text(encoding="utf-8")]
    assert templates
    for path in templates:
        with pytest.raises(BindgenError, match="is undefined"):
            render_file(TEMPLATES, path.relative_to(TEMPLATES).as_posix(), {})
