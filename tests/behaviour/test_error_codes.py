"""Error codes for users: constants for matching, and a table for lookup."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.spec import error_codes
from mcp_bindings.spec.error_rows import ErrorCode
from mcp_bindings.v2025_11_25 import error_codes as codes_2025
from tests.behaviour.test_revisions import EVERY
from tests.revisions import HANDSHAKE


def module(revision: str) -> ModuleType:
    name = revision if revision == "draft" else "v" + revision.replace("-", "_")
    return import_module(f"mcp_bindings.{name}.error_codes")


@pytest.mark.parametrize("revision", EVERY)
def test_every_code_is_a_plain_constant_of_its_revision(revision: str) -> None:
    table = mb.revision(revision).error_codes
    constants = {name: value for name, value in vars(module(revision)).items() if type(value) is int}
    assert constants == {row.name: code for code, row in table.items()}
    assert all(row.code == code for code, row in table.items())
    assert module(revision).ERROR_CODES is table


@pytest.mark.parametrize("revision", EVERY)
def test_the_codes_of_json_rpc_are_in_every_revision(revision: str) -> None:
    for name in ("PARSE_ERROR", "INVALID_REQUEST", "METHOD_NOT_FOUND", "INVALID_PARAMS", "INTERNAL_ERROR"):
        code = getattr(error_codes, name)
        assert getattr(module(revision), name) == code
        row = mb.revision(revision).error_codes[code]
        assert (row.name, row.since, row.until, row.retired) == (name, "2024-11-05", "", False)


def test_constants_can_be_matched() -> None:
    def advice(code: int) -> str:
        match code:
            case codes_2025.URL_ELICITATION_REQUIRED:
                return "send the user there"
            case codes_2025.RESOURCE_NOT_FOUND:
                return "look elsewhere"
            case _:
                return "give up"

    assert [advice(code) for code in (-32042, -32002, 0)] == ["send the user there", "look elsewhere", "give up"]


@pytest.mark.parametrize(
    ("revision", "code", "types"),
    [
        ("2025-11-25", -32042, ("URLElicitationRequiredError", "URLElicitationRequiredErrorError", "", True)),
        ("2026-07-28", -32022, ("UnsupportedProtocolVersionError", "UnsupportedProtocolVersionErrorError", "", True)),
        ("2026-07-28", -32020, ("HeaderMismatchError", "HeaderMismatchErrorError", None, False)),
        ("2026-07-28", -32700, (None, "ParseError", None, False)),
        ("2025-11-25", -32700, (None, None, None, False)),
    ],
)
def test_types(revision: str, code: int, types: tuple[Any, ...]) -> None:
    row = mb.revision(revision).error_codes[code]
    response, error, data, required = types
    expected = f"{error}Data" if data is not None else None
    assert (row.response, row.error, row.data, row.data_required) == (response, error, expected, required)
    package = import_module(f"mcp_bindings.v{revision.replace('-', '_')}")
    assert all(hasattr(package, name) for name in (response, error, expected) if name)


def test_retired_codes_are_listed_with_their_last_revision() -> None:
    retired = {row.name: (row.since, row.until) for row in mb.revision("draft").error_codes.values() if row.retired}
    known = {row.name for row in mb.revision("2025-11-25").error_codes.values()}
    assert {name: lifetime for name, lifetime in retired.items() if name in known} == {
        "RESOURCE_NOT_FOUND": ("2024-11-05", HANDSHAKE[-1]),
        "SAMPLING_REFUSED": ("2024-11-05", HANDSHAKE[-1]),
        "URL_ELICITATION_REQUIRED": ("2025-11-25", HANDSHAKE[-1]),
    }
    alive = {row.name for row in mb.revision("draft").error_codes.values() if not row.retired}
    earlier = [each for each in mb.REVISIONS if each <= mb.revision("draft").version]
    last = {row.name: each for each in earlier for row in mb.revision(each).error_codes.values() if not row.retired}
    assert {name: until for name, (_, until) in retired.items()} == {name: last[name] for name in last.keys() - alive}
    for revision in HANDSHAKE:
        assert not any(row.retired for row in mb.revision(revision).error_codes.values())


def test_a_code_that_only_examples_use_is_marked() -> None:
    shown = [name for name in mb.REVISIONS if mb.revision(name).error_codes.get(-1, ErrorCode(0, "", "")).example_only]
    assert shown == ["2024-11-05", "2025-03-26", "2025-06-18"]


def test_uses_name_the_sender_the_form_and_the_status() -> None:
    (use,) = mb.revision("2026-07-28").error_codes[-32021].uses
    assert (use.emitter, use.level, use.http_status) == ("server", "MUST", 400)
    assert use.sources == ("specification/2026-07-28/basic/index#meta",)
    assert mb.revision("2024-11-05").error_codes[-32002].uses[0].http_status is None


@pytest.mark.parametrize("revision", EVERY)
def test_a_table_cannot_be_changed(revision: str) -> None:
    table: Any = mb.revision(revision).error_codes
    with pytest.raises(TypeError):
        table[-32700] = None
    with pytest.raises(AttributeError):
        table[-32700].name = "other"
    assert all(type(part) is tuple for row in table.values() for part in (row.uses, row.sources))
    assert type(module(revision).ERROR_RANGES) is tuple


def test_ranges_have_owners() -> None:
    ranges = module("2026-07-28").ERROR_RANGES
    owners = [row.owner for row in ranges if row.low <= error_codes.INVALID_PARAMS <= row.high]
    assert owners == ["JSON-RPC"]
    assert [row.owner for row in ranges if row.low <= -32022 <= row.high] == ["MCP", "JSON-RPC"]


def test_no_pydantic_is_loaded() -> None:
    code = (
        "import sys, mcp_bindings as mb; from mcp_bindings.spec.error_codes import PARSE_ERROR; "
        "assert not [name for name in sys.modules if name.startswith(('mcp_bindings.v', 'mcp_bindings.draft'))]; "
        "assert mb.revision('draft').error_codes[PARSE_ERROR].name == 'PARSE_ERROR'; "
        "assert not {'pydantic', 'pydantic_core'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
