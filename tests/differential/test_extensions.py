"""Every definition of every extension against the reference validator, with the schemas as they are pinned."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from mcp_bindgen import paths, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.building import Extension as Built
from mcp_bindgen.extensions.building import build_typed_extension
from mcp_bindgen.ingest import extensions, manifest
from mcp_bindings.extensions import Extension, tasks
from tests.differential import check
from tests.differential.instances import Generator
from tests.differential.reference import Reference
from tests.seed import SEED
from tests.soak.tally import Tally

pytestmark = pytest.mark.untraced  # as in test_differential

MODULES = extensions.pinned_modules(paths.schema_root())
EACH = 30
"""Documents for each definition."""


@cache
def built(module: str) -> Built:
    root = paths.schema_root()
    header = extensions.read_facts(root, module).header
    return build_typed_extension(root, module, {name: sources.load_spec(name) for name in header.revisions})


@cache
def pinned(module: str) -> dict[str, Any]:
    """The schemas of an extension's own definitions, as they are in the pinned file."""
    root = paths.schema_root()
    return extensions.load_pinned_definitions(root, extensions.read_facts(root, module).header)


def reference(module: str, definition: str) -> Reference:
    """A definition that shares none with a revision is a root of its own, and its references lead into its `$defs`."""
    header = built(module).facts.header
    if not header.revisions:
        owner, _, inner = definition.partition(".")
        root = pinned(module)[owner]
        schemas = root.get("$defs", {})
        return Reference({"$defs": {**schemas, definition: schemas[inner] if inner else root}})
    return Reference({"$defs": {**check.schema(header.revisions[-1])["$defs"], **pinned(module)}})


def extension(module: str) -> Extension:
    found: Extension = import_module(f"mcp_bindings.extensions.{module}").EXTENSION
    return found


each_module = pytest.mark.parametrize("module", MODULES)


@pytest.mark.slow
@each_module
def test_agrees_with_reference(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    generator, tally = Generator(built(module).spec.effective, SEED), Tally()
    for definition in extension(module).definitions:
        codec, judge = extension(module).codec(definition), reference(module, definition)
        for number, instance in enumerate(generator.instances(definition, EACH)):
            text = check.STYLES[number % len(check.STYLES)](instance.value)
            parsed = json.loads(text)
            expected = judge.is_valid(definition, parsed)
            found = check.disagreements(codec, text, parsed, expected)
            check.record(tally, found, is_valid=expected, where=(module, definition, instance.note), text=text)
    with capsys.disabled():
        print(f"\n{module}, MCP_SEED={SEED}: {tally}")
    assert tally.total("documents") >= EACH * len(extension(module).definitions) * 0.9
    assert tally.failed == 0, "\n".join(map(str, tally.failures))
    assert 0.25 < tally.total("valid") / tally.total("documents") < 0.85


@each_module
def test_each_definition_is_built_or_listed_with_a_reason(module: str) -> None:
    listed = {row.definition: row.reason for row in extension(module).info.unbuilt}
    inner = [f"{name}.{each}" for name, schema in pinned(module).items() for each in schema.get("$defs", ())]
    parts = {name for name in inner if name.partition(".")[0] not in listed}
    assert sorted([*extension(module).definitions, *listed]) == sorted([*pinned(module), *parts])
    assert all(listed.values())
    for definition in listed:
        with pytest.raises(KeyError, match=definition):
            extension(module).codec(definition)


def test_shared_definitions_are_those_of_the_revision() -> None:
    base = tasks.EXTENSION.base
    assert base is not None
    assert not set(tasks.EXTENSION.definitions) & set(base.definitions)
    package = tasks.EXTENSION.models
    own = (getattr(package, name) for name in tasks.EXTENSION.definitions)
    modules = {import_module(each.__module__) for each in own if isinstance(each, type)}
    shared = [(name, value) for module in modules for name, value in vars(module).items() if name in base.definitions]
    assert {"InputRequests", "ResultMetaObject", "Error"} <= {name for name, _ in shared}
    models = import_module(base.package)
    assert all(value is getattr(models, name) for name, value in shared)


def test_an_inline_schema_equal_to_a_definition_is_that() -> None:
    union, *_ = get_args(tasks.DetailedTask)
    arms = [tasks.WorkingTask, tasks.InputRequiredTask, tasks.CompletedTask, tasks.FailedTask, tasks.CancelledTask]
    assert list(get_args(union)) == arms


def test_the_reference_is_not_the_built_schema() -> None:
    """The pinned files have keywords that the built schemas have not, so the comparison covers their rewriting."""
    text = json.dumps([pinned(module) for module in MODULES])
    assert '"propertyNames"' in text
    assert '"not"' in text
    assert '"propertyNames"' not in json.dumps([built(module).spec.effective for module in MODULES])


def test_a_changed_pin_is_refused(tmp_path: Path) -> None:
    header = built("ui").facts.header
    directory = tmp_path / extensions.DIRECTORY / header.module
    directory.mkdir(parents=True)
    (directory / "schema.json").write_bytes(b"{}")
    with pytest.raises(BindgenError, match="broken pin"):
        extensions.load_pinned_definitions(tmp_path, header)
    assert manifest.sha256(b"{}") != header.sha256
