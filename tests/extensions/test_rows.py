"""The rows of an extension name definitions, methods and members that exist."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mcp_bindgen import paths, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.building import Extension, build_typed_extension
from mcp_bindgen.extensions.package import check_row_names
from mcp_bindgen.ingest import extensions


@cache
def built() -> Extension:
    root = paths.schema_root()
    header = extensions.read_facts(root, "tasks").header
    return build_typed_extension(root, "tasks", {name: sources.load_spec(name) for name in header.revisions})


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        ("methods", {"name_header": "nothing"}),
        ("result_types", {"definition": "nothing"}),
        ("result_types", {"methods": ("nothing",)}),
        ("filters", {"notification": "nothing", "subject": ""}),
        ("filters", {"subject": "nothing"}),
        ("errors", {"methods": ("nothing",)}),
    ],
)
def test_a_row_names_what_exists(table: str, changes: dict[str, Any]) -> None:
    extension = built()
    check_row_names(extension, where="facts")
    first, *others = getattr(extension.facts, table)
    changed: dict[str, Any] = {table: (replace(first, **changes), *others)}
    with pytest.raises(BindgenError, match=r"^facts: .*`\w+` names 'nothing', which is no "):
        check_row_names(replace(extension, facts=replace(extension.facts, **changed)), where="facts")
