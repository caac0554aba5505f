"""`matrix`: methods, capabilities, error codes and features against the released revisions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import mcp_bindings as mb
from mcp_bindgen.cli import main
from tests.facts import STATED


def rows() -> dict[tuple[str, str], dict[str, str]]:
    done = CliRunner().invoke(main, ["matrix", "--format", "json"])
    assert done.exit_code == 0, done.output
    data: list[dict[str, Any]] = json.loads(done.output)
    return {(row["group"], row["name"]): row["revisions"] for row in data}


def test_every_method_of_every_revision_has_its_cell() -> None:
    found = rows()
    for revision in mb.REVISIONS:
        table = mb.revision(revision).methods
        present = {name for (group, name), cells in found.items() if group == "method" and cells[revision]}
        assert present == set(table)


def test_every_error_code_of_every_revision_has_its_cell() -> None:
    found = rows()
    names = [name for group, name in found if group == "error code"]
    assert names == sorted(names, key=lambda name: int(name.split()[0]))
    for revision in mb.REVISIONS:
        table = mb.revision(revision).error_codes
        assert {int(name.split()[0]) for name in names if found["error code", name][revision]} == {*table}
        kept = {
            f"{code} {row.name}" for code, row in table.items() if mb.revision(mb.LATEST).error_codes.get(code) == row
        }
        assert kept <= {*names}, "the name of a code that has moved tells its codes apart"


@pytest.mark.parametrize(
    ("group", "name", "cells"),
    [
        ("method", "initialize", ["client"] * 4 + [""]),
        ("method", "ping", ["both"] * 4 + [""]),
        ("method", "roots/list", ["server"] * 4 + ["embedded (deprecated)"]),
        ("method", "tasks/get", ["", "", "", "both (experimental)", ""]),
        ("client capability", "elicitation.url", ["", "", "", "yes", "yes"]),
        ("client capability", "roots.listChanged", ["yes", "yes", "yes", "yes", ""]),
        ("server capability", "completions", ["", "yes", "yes", "yes", "yes"]),
        ("server capability", "tasks.requests.tools.call", ["", "", "", "yes", ""]),
        ("error code", "-32602 INVALID_PARAMS", ["yes"] * 5),
        ("error code", "-32042 URL_ELICITATION_REQUIRED", ["", "", "", "yes", "retired"]),
        ("error code", "-32020 HEADER_MISMATCH", ["", "", "", "", "yes"]),
        ("error code", "-1 SAMPLING_REFUSED", ["example"] * 3 + ["yes", "retired"]),
        ("feature", "JSON-RPC batches", ["", "yes", "", "", ""]),
        ("feature", "initialize handshake", ["yes", "yes", "yes", "yes", ""]),
    ],
)
def test_cells(group: str, name: str, cells: list[str]) -> None:
    """Of the first five releases whose facts were stated; what another one has is compared with its tables above."""
    code = name.split()[0]
    found = next(
        cells
        for (kind, shown), cells in rows().items()
        if kind == group and (shown == name or (group == "error code" and shown.split()[0] == code))
    )
    assert list(found) == list(mb.REVISIONS)
    assert [found[revision] for revision in STATED][: len(cells)] == cells


@pytest.mark.parametrize("format_", ["text", "markdown"])
def test_the_text_output(format_: str) -> None:
    done = CliRunner().invoke(main, ["matrix", "--format", format_])
    assert done.exit_code == 0
    assert "tools/call" in done.output
    assert "-32700 PARSE_ERROR" in done.output
    assert all(revision in done.output for revision in mb.REVISIONS)
