"""Descriptions, signatures and help texts of models: complete, and computed only on demand."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, ValidationError

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ir.types import ObjectType
from mcp_bindgen.paths import schema_root
from mcp_bindgen.records.docs import read_docs
from mcp_bindings import v2025_11_25
from mcp_bindings.wire.model import WireModel
from mcp_bindings.wire.scalars import Omittable
from tests.behaviour import classes

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
PACKAGE = Path(str(mb.__file__)).parent


@REVISIONS
def test_every_field_has_its_description(revision: str) -> None:
    docs, spec = read_docs(schema_root()), sources.load_spec(revision)
    models = {model.__name__: model for model in classes.models(revision)}
    for type_ in spec.types:
        if isinstance(type_, ObjectType):
            for field in type_.fields:
                expected = docs.member_line(spec, type_, field.wire_name)
                assert expected
                described = models[type_.name].model_fields[field.name].description or ""
                assert described.removesuffix("\n\nDeprecated.") == expected


@REVISIONS
def test_json_schema_has_the_descriptions(revision: str) -> None:
    for model in classes.models(revision):
        schema = model.model_json_schema()
        place = schema["$defs"][model.__name__] if "$ref" in schema else schema
        assert "Attributes:" not in place["description"]
        for attribute, wire in classes.wire_names(model).items():
            description = model.model_fields[attribute].description
            assert place["properties"][wire]["description"] == description, f"{model.__name__}.{attribute}"


@REVISIONS
def test_a_signature_lists_the_members(revision: str) -> None:
    for model in classes.models(revision):
        parameters = list(inspect.signature(model).parameters.values())
        members = [parameter for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
        names = [parameter.name for parameter in members]
        assert set(names) == set(model.model_fields)
        assert "meta" not in names[:-1], "meta stands last"
        required = [parameter.default is parameter.empty for parameter in members if parameter.name != "meta"]
        assert required == sorted(required, reverse=True), "required members stand first"
        for parameter in members:
            assert (parameter.default is parameter.empty) == model.model_fields[parameter.name].is_required()
        others = [parameter for parameter in parameters if parameter.kind is parameter.VAR_KEYWORD]
        assert bool(others) == (model.model_config.get("extra") == "allow")
        inspect.signature(model).bind(**classes.maximal(model))


def test_the_text_of_a_signature() -> None:
    shown = str(inspect.signature(v2025_11_25.CallToolRequestParams))
    assert shown == (
        "(*, name: str, arguments: dict[str, Any] | None = None, task: TaskMetadata | None = None, "
        "meta: CallToolRequestParamsMeta | None = None, **unknown_members: Any)"
    )
    before = str(inspect.signature(v2025_11_25.ListRootsResult))
    v2025_11_25.ListRootsResult(roots=[])
    assert str(inspect.signature(v2025_11_25.ListRootsResult)) == before, "pydantic's signature does not replace it"


def test_the_beginning_of_help() -> None:
    lines = pydoc.plain(pydoc.render_doc(v2025_11_25.CallToolRequest)).splitlines()[:60]
    text = "\n".join(line.removeprefix(" |").strip() for line in lines)
    assert "Ask the server to run a tool.\n" in text
    head = "CallToolRequest(*, id: RequestId, params: CallToolRequestParams, jsonrpc: Literal['2.0'] = '2.0',"
    assert "".join(head.split()) in "".join(text.split()), "since 3.13 each parameter of a long signature has a line"
    for name, field in v2025_11_25.CallToolRequest.model_fields.items():
        assert f"\n{name}: " in text
        assert f"\n{field.description}\n" in text


class Extended(v2025_11_25.TextContent):
    """A class of a user."""

    score: Omittable[float] = None
    """How well it fits."""

    undocumented: Omittable["list[Extended]"] = None  # noqa: UP037 - the annotation of a forward reference


def test_a_subclass_inherits_the_descriptions_of_its_base() -> None:
    fields = Extended.model_fields
    assert fields["score"].description == "How well it fits."
    assert fields["undocumented"].description is None
    assert fields["text"].description == v2025_11_25.TextContent.model_fields["text"].description is not None
    assert "undocumented: list[Extended] | None" in str(inspect.signature(Extended))
    assert str(Extended.__doc__).startswith("A class of a user.\n\nAttributes:\n    text: str\n")


def test_instances_pickle_after_their_class_was_read() -> None:
    assert v2025_11_25.TextContent.model_fields["text"].description
    value = v2025_11_25.TextContent(text="a")
    assert pickle.loads(pickle.dumps(value)) == value
    assert inspect.getdoc(WireModel)


def test_threads_read_the_same_descriptions() -> None:
    program = """
import threading
from mcp_bindings import v2025_11_25 as mcp
mcp.Tool
start, found = threading.Barrier(8), []
def read():
    start.wait()
    found.append(tuple(field.description for field in mcp.Tool.model_fields.values()) + (mcp.Tool.__doc__,))
threads = [threading.Thread(target=read) for _ in range(8)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
assert len(found) == 8 and len(set(found)) == 1 and None not in found[0], found
"""
    run(program, PACKAGE.parent)


def test_descriptions_are_read_only_on_demand() -> None:
    program = """
import sys
import mcp_bindings as mb
from mcp_bindings.v2025_11_25 import CallToolRequestParams
codec = mb.revision("2025-11-25").codec("CallToolRequest")
codec.encode(codec.decode(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}'))
CallToolRequestParams(name="a")
for revision in mb.REVISIONS:
    for definition in ("CallToolRequest", "CallToolResult"):
        mb.revision(revision).codec(definition)
assert "mcp_bindings.wire.introspection" not in sys.modules
CallToolRequestParams.model_fields
assert "mcp_bindings.wire.introspection" in sys.modules
"""
    run(program, PACKAGE.parent)


SHOW = """
import inspect
from mcp_bindings.v2025_11_25 import TextContent
print(TextContent.model_fields["text"].description, inspect.signature(TextContent), TextContent(text="a").text)
"""


def test_the_fields_of_an_unused_class_have_types() -> None:
    """Annotations that name a class further down, or of a module that is imported late, are texts until then."""
    program = """
from mcp_bindings import v2026_07_28 as mcp
assert mcp.CallToolRequest.model_fields["params"].annotation is mcp.CallToolRequestParams
assert mcp.CreateMessageRequestParams.model_fields["tools"].annotation == list[mcp.Tool]
"""
    run(program, PACKAGE.parent)


@pytest.mark.parametrize(
    "first_use",
    ["model_validate(META)", "model_validate_json(json.dumps(META))", "model_json_schema()"],
)
def test_a_class_with_late_names_is_built_on_first_use(first_use: str) -> None:
    program = f"""
import json
from mcp_bindings import v2026_07_28 as mcp
META = {{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {{}}}}
assert mcp.RequestMetaObject.{first_use}
"""
    run(program, PACKAGE.parent)


def test_an_archive_has_the_same_descriptions(tmp_path: Path) -> None:
    archive = tmp_path / "app.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in PACKAGE.rglob("*.py"):
            packed.write(path, path.relative_to(PACKAGE.parent))
    shown = run(SHOW, archive)
    assert shown == run(SHOW, PACKAGE.parent)
    assert shown.startswith(str(v2025_11_25.TextContent.model_fields["text"].description))


def test_without_sources_signatures_have_no_descriptions(tmp_path: Path) -> None:
    compiled = """
import py_compile, sys
from pathlib import Path
source, target = Path(sys.argv[1]), Path(sys.argv[2])
for path in source.rglob("*.py"):
    py_compile.compile(str(path), str(target / path.relative_to(source.parent)) + "c", doraise=True)
"""
    subprocess.run([sys.executable, "-I", "-c", compiled, str(PACKAGE), str(tmp_path)], check=True)
    shown = run(SHOW, tmp_path)
    assert shown.startswith("None (*, text: str, annotations: ")
    assert shown.endswith(" a\n")


def run(program: str, path: Path) -> str:
    """The output of a program that finds the package on a path."""
    setup = f"import sys; sys.path.insert(0, {str(path)!r})\n"
    found = subprocess.run(
        [sys.executable, "-c", setup + program], env={}, cwd=path.parent, capture_output=True, encoding="utf-8"
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_type_checkers_know_the_constructor() -> None:
    """mypy reports an `ignore` comment that is not needed."""
    with pytest.raises(ValidationError):
        v2025_11_25.CallToolRequestParams(name=5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValidationError):
        v2025_11_25.CallToolRequestParams()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    meta: dict[str, Any] = {"a": 1}
    assert v2025_11_25.TextContent(text="a", meta=meta)["_meta"] == meta


class Plain(WireModel):
    """A class with a member that is called `meta` on the wire."""

    meta: Omittable[str] = Field(default=None, validation_alias="meta", serialization_alias="meta")
    """Without an underscore."""


def test_a_member_called_meta_on_the_wire_keeps_its_name() -> None:
    assert classes.wire_names(Plain) == {"meta": "meta"}
    assert classes.json_of(Plain(meta="a")) == {"meta": "a"}
    assert "_meta" not in str(Plain.__doc__)
    assert classes.wire_names(v2025_11_25.Tool)["meta"] == "_meta"
