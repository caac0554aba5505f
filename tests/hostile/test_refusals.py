"""What has no exact form, or is no schema, is refused with file, place and a plain sentence."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import mcp_bindings as mb
from mcp_bindgen import cache, comparison, pipeline, sources, unbuildable
from mcp_bindgen.cli import main
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import normalize
from mcp_bindgen.naming import make_module_name
from mcp_bindgen.pipeline import GenerationRequest
from tests.hostile.modules import WHERE, Compiled


def with_definitions(**definitions: Any) -> dict[str, Any]:
    return {"$defs": definitions}


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"x": schema}}
    return schema


REFUSED: dict[str, tuple[Any, str, str]] = {
    "remote reference": (with_definitions(A={"$ref": "https://example.com/x.json"}), "/$defs/A", "never fetched"),
    "file reference": (with_definitions(A={"$ref": "other.json#/$defs/B"}), "/$defs/A", "never fetched"),
    "dangling reference": (with_definitions(A={"$ref": "#/$defs/B"}), "/$defs/A", "leads to no definition"),
    "reference to itself": (with_definitions(A={"$ref": "#/$defs/A"}), "/$defs/A", ""),
    "references in a circle": (with_definitions(A={"$ref": "#/$defs/B"}, B={"$ref": "#/$defs/A"}), "/$defs/", ""),
    "pattern": (with_definitions(A={"type": "string", "pattern": "(?!a)"}), "/$defs/A", "`pattern`"),
    "a long pattern": (
        with_definitions(A={"pattern": "(?:a{100}){100}"}),
        "/$defs/A",
        "repeats more than 1000 characters",
    ),
    "a condition on a recursive type": (
        with_definitions(
            A={"type": "object", "properties": {"x": {"$ref": "#/$defs/A"}}}, B={"not": {"$ref": "#/$defs/A"}}
        ),
        "/$defs/B",
        "`not` refers to A, which contains itself",
    ),
    "a deep condition": (with_definitions(A={"not": nested(30)}), "/$defs/A", "`not` has more than"),
    "a condition on a message": (
        with_definitions(
            A={"type": "object", "properties": {"method": {"const": "x"}}, "required": ["method"], "minProperties": 2}
        ),
        "/$defs/A",
        "whole message",
    ),
    "overlapping oneOf": (
        with_definitions(A={"oneOf": [{"type": "string"}, {"type": "string", "maxLength": 3}]}),
        "/$defs/A",
        "oneOf",
    ),
    "no value at all": (with_definitions(A={"anyOf": [False]}), "/$defs/A", "no alternative allows a value"),
    "deep nesting": (with_definitions(A=nested(150)), "", "nested"),
    "an array": ([], "", "not a schema of MCP"),
    "no definitions": ({"$defs": {}}, "", "not a schema of MCP"),
    "a type that is none": (with_definitions(A={"type": "text"}), "/$defs/A", "JSON Schema"),
    "unknown dialect": ({"$schema": "https://example.com/mine", **with_definitions(A={})}, "/$schema", "dialect"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_its_place(case: str) -> None:
    document, place, sentence = REFUSED[case]
    with pytest.raises(BindgenError) as caught:
        Compiled(document)
    assert str(caught.value).startswith(f"{WHERE}")
    assert place in str(caught.value)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("case", ["remote reference", "pattern", "an array"])
def test_the_command_line_says_so_once_and_exits_with_2(case: str, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(REFUSED[case][0]), encoding="utf-8")
    out = tmp_path / "out"
    arguments = ["--revision", "mine", "--schema-file", f"mine={path}"]
    done = CliRunner().invoke(main, ["generate", "--out", str(out), *arguments])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"error: {path}")
    assert "Traceback" not in done.output
    assert not out.exists(), "there is no other revision to build"


def test_a_revision_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[GenerationRequest] = []

    def generated(request: GenerationRequest, *_: object) -> dict[str, bytes]:
        asked.append(request)
        return {"README.md": b"the rest\n"}

    monkeypatch.setattr(pipeline, "generate", generated)
    bad, good = tmp_path / "bad.json", tmp_path / "good.json"
    bad.write_text(json.dumps(REFUSED["pattern"][0]), encoding="utf-8")
    good.write_text(json.dumps(with_definitions(A={"type": "object", "minProperties": 1})), encoding="utf-8")
    out = tmp_path / "out"
    files = ["--schema-file", f"bad={bad}", "--schema-file", f"good={good}", "--revision", mb.REVISIONS[0]]
    done = CliRunner().invoke(main, ["generate", "--out", str(out), *files])
    assert done.exit_code == 2
    assert f"error: left out, since it cannot be built: {bad}#/$defs/A: " in done.stderr
    assert (out / "README.md").exists()
    assert list(asked[-1].custom_files) == ["good"]
    again = CliRunner().invoke(main, ["check", "--out", str(out), *files])
    assert (again.exit_code, again.stderr.startswith(f"error: {bad}#")) == (2, True)


@pytest.mark.slow
def test_a_pinned_revision_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, broken = mb.REVISIONS[0], mb.LATEST
    lookup, normalized, compared = cache.lookup_result, normalize.normalize, comparison.make_changelog_markdown

    def spoiled(document: Any, *, where: str, **options: Any) -> dict[str, Any]:
        if broken in where:
            raise BindgenError("spoiled", where=where)
        return normalized(document, where=where, **options)

    def quickly(left_out: Collection[str], *forks: Any) -> str:  # comparing all the others takes seconds
        return compared({*left_out, *mb.REVISIONS[2:]}, *forks)

    def known(step: str, inputs: object) -> bytes | None:
        """What an earlier run has kept, but no whole package."""
        return None if step == "package" else lookup(step, inputs)

    def forgotten(step: str, inputs: object, result: bytes) -> None: ...

    monkeypatch.setattr(cache, "lookup_result", known)
    monkeypatch.setattr(cache, "store_result", forgotten)
    monkeypatch.setattr(sources, "_cached_specs", {})  # this process may have built it before
    monkeypatch.setattr(normalize, "normalize", spoiled)
    monkeypatch.setattr(comparison, "make_changelog_markdown", quickly)
    files, failed = unbuildable.generate_buildable(GenerationRequest(revisions=[kept, broken]))
    assert [error.what for error in failed] == ["spoiled"]
    written = {path.split("/")[1] for path in files if path.endswith("/base.py")}
    assert make_module_name(kept) in written
    assert make_module_name(broken) not in written
    with pytest.raises(BindgenError, match="spoiled"):
        unbuildable.generate_buildable(GenerationRequest(revisions=[broken]))


@pytest.mark.parametrize(
    "name", ["class", "None", "list", "str", "Field", "WireModel", "1st", "_x", "x y", "Ünï", "naïve"]
)
def test_names_that_python_reserves_or_cannot_spell(name: str) -> None:
    record = {"type": "object", "properties": {name: {"$ref": f"#/$defs/{name}"}, "n": {"type": "integer"}}}
    with Compiled(with_definitions(**{name: record})) as compiled:
        codec = compiled.codec(name)
        document = json.dumps({name: {name: {}, "n": 1}}, ensure_ascii=False)
        assert json.loads(codec.encode(codec.decode(document))) == json.loads(document)


def test_a_huge_enum_and_many_definitions() -> None:
    values = [f"value {number}" for number in range(5_000)]
    with Compiled(
        with_definitions(A={"enum": values}, **{f"D{number}": {"type": "object"} for number in range(300)})
    ) as compiled:
        codec = compiled.codec("A")
        assert codec.decode('"value 4999"') == "value 4999"
        assert len(compiled.spec.types) == 301


def test_a_union_of_a_class_inside_itself() -> None:
    inside = {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}}
    a = {"type": "object", "properties": {"x": inside}, "required": ["x"]}
    with Compiled(with_definitions(A=a, B={"type": "object", "properties": {"y": {}}, "required": ["y"]})) as compiled:
        codec = compiled.codec("A")
        assert codec.encode(codec.decode('{"x":[{"x":[]},{"y":1}]}')) == b'{"x":[{"x":[]},{"y":1}]}'
