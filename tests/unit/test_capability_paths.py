"""Capabilities of any schema, as dotted paths."""

from __future__ import annotations

from typing import Any

from mcp_bindgen.ir.features import capability_paths, capability_pointer, is_boolean_capability, single_capability
from tests.unit.tiny import record, tiny

FLAG: dict[str, Any] = {"type": "boolean"}


def test_a_capability_with_a_dot_in_its_name_has_no_path() -> None:
    own = {"acme.com/files": record(watch=FLAG), "files": record(watch=FLAG, **{"a.b": FLAG})}
    spec = tiny({"ServerCapabilities": record(**own)})
    paths = capability_paths(spec, "server")
    assert paths == ("files", "files.watch")
    assert [capability_pointer(spec, "server", path) for path in paths] == [
        "/$defs/ServerCapabilities/properties/files",
        "/$defs/ServerCapabilities/properties/files/properties/watch",
    ]
    assert [is_boolean_capability(spec, "server", path) for path in paths] == [False, True]
    assert single_capability(spec, "server", "files.watch") == {"files": {"watch": True}}


def test_a_schema_without_capabilities_has_no_paths() -> None:
    assert capability_paths(tiny({"A": record(a=FLAG)}), "client") == ()
