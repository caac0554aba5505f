"""The JSON Schema of every class and union accepts what its definition accepts, in both modes, silently."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

import pytest
from pydantic import TypeAdapter

import mcp_bindings as mb
from mcp_bindings.wire.model import is_model
from tests.differential import check
from tests.seed import SEED

pytestmark = pytest.mark.untraced

DOCUMENTS = 20
"""For each class."""

MODES: tuple[Literal["validation", "serialization"], ...] = ("validation", "serialization")


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_schemas_of_classes_accept_what_the_definition_accepts(revision: str) -> None:
    jsonschema_rs: Any = import_module("jsonschema_rs")
    rev = mb.revision(revision)
    names: dict[str, str] = import_module(f"{rev.package}.definitions").DEFINITIONS
    models = import_module(rev.package)
    generator, reference = check.generator(revision, SEED), check.reference(revision)
    seen = {True: 0, False: 0}
    wrong: list[str] = []
    for definition, name in names.items():
        model = getattr(models, name)
        make = model.model_json_schema if is_model(model) else TypeAdapter[Any](model).json_schema
        schemas = {mode: make(mode=mode) for mode in MODES}
        validators = {mode: jsonschema_rs.Draft202012Validator(schema) for mode, schema in schemas.items()}
        for instance in generator.instances(definition, DOCUMENTS):
            expected = reference.is_valid(definition, instance.value)
            seen[expected] += 1
            what = f"{definition} ({'valid' if expected else 'invalid'}), {instance.note}: {instance.value}"
            wrong += [
                f"{mode}: {what}"
                for mode, validator in validators.items()
                if validator.is_valid(instance.value) != expected
            ]
    assert wrong == [], f"{len(wrong)} of {seen}, MCP_SEED={SEED}"
    assert min(seen.values()) > 100


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_no_default_is_null(revision: str) -> None:
    models = import_module(mb.revision(revision).package)
    for model in filter(is_model, vars(models).values()):
        schema = model.model_json_schema()
        for part in [schema, *schema.get("$defs", {}).values()]:
            assert part.get("title") != "UnknownMember"
            for name, member in part.get("properties", {}).items():
                assert "default" not in member, f"{model.__name__}.{name}"
