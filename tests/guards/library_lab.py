"""Random schemas and values; both libraries that check values give the same verdict, at the same places."""

from __future__ import annotations

import json
import random
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from mcp_bindings.errors import Finding
from mcp_bindings.guards import SchemaRefusedError
from mcp_bindings.schema import python_library, validators
from mcp_bindings.schema.compiled import CompiledSchema
from mcp_bindings.schema.library import Library
from mcp_bindings.schema.validation_work import estimate_work
from tests.guards import fault_lab, schema_lab

FEW = 400
"""Schemas that apply to one place of a value. In a search for all faults, jsonschema may take 8,000 such steps."""

LIBRARIES = {"jsonschema-rs": validators.rust_library, "jsonschema": python_library.python_library}


def _not_installed() -> Library:
    raise ModuleNotFoundError


@contextmanager
def only(name: str | None) -> Generator[None]:
    """Let only this library be installed, or none."""
    before = validators.rust_library, python_library.python_library
    validators.rust_library, python_library.python_library = (
        make if name == each else _not_installed for each, make in LIBRARIES.items()
    )
    try:
        yield
    finally:
        validators.rust_library, python_library.python_library = before


def findings(library: str, schema: Any, value: Any) -> list[Finding] | str:
    """What a library finds, or why it refuses the schema."""
    with only(library):
        try:
            compiled = CompiledSchema(schema)
        except SchemaRefusedError as error:
            return str(error)
        found = compiled.findings(value)
        assert bool(found) != compiled.is_valid(value)
        return found


def check_libraries(rng: random.Random) -> tuple[str, str]:
    """A value against a schema: jsonschema refuses only what it says, and finds what jsonschema-rs finds."""
    dialect = rng.choice(schema_lab.DIALECTS)
    is_new = dialect is None or "2020" in dialect
    if rng.random() < 0.5:
        made, value = fault_lab.Maker(rng, is_new).whole(), fault_lab.value(rng)
        made |= {} if dialect is None else {"$schema": dialect}
    else:
        made, value = schema_lab.whole(rng)[0], schema_lab.value(rng)
    slow, fast = findings("jsonschema", made, value), findings("jsonschema-rs", made, value)
    if isinstance(slow, str) or isinstance(fast, str):
        is_stated = isinstance(slow, str) and slow.startswith("not supported without jsonschema-rs")
        return "refused", "" if is_stated or isinstance(fast, str) == isinstance(
            slow, str
        ) else f"{slow} {fast} {made!r}"
    work = estimate_work(made)
    if work.steps + work.more_for_objects > FEW:  # then jsonschema reports only the first fault, or none
        return "too complex", ""
    if '"": ' in json.dumps([value, made]):  # jsonschema-rs leaves empty names out of its paths
        return "empty name", "" if bool(slow) == bool(fast) else f"{value!r} by {made!r}: {slow} and {fast}"
    agrees = {(each.pointer, each.rule) for each in slow} == {(each.pointer, each.rule) for each in fast}
    return ("does not fit" if fast else "fits"), "" if agrees else f"{value!r} by {made!r}: {slow} and {fast}"
