"""The runtime does without a member, a method or a kind of id that a revision has lost, and raises nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mcp_bindings.spec.names import LIST_RESOURCE_TEMPLATES
from tests.forks.custom import generated
from tests.release.inventions import newest_with
from tests.revisions import PER_REQUEST
from tests.unit.tiny import ROOT

BASE = newest_with(("CallToolResult", "RequestId", "ListResourceTemplatesRequest"), PER_REQUEST)
PROGRAM = Path(__file__).with_name("behaviours.py")


def without_error_flag(definitions: dict[str, Any]) -> None:
    del definitions["CallToolResult"]["properties"]["isError"]


def with_another_method(definitions: dict[str, Any]) -> None:
    definitions["ListResourceTemplatesRequest"]["properties"]["method"]["const"] = f"{LIST_RESOURCE_TEMPLATES}/all"


def with_strings_as_ids(definitions: dict[str, Any]) -> None:
    definitions["RequestId"] = {"type": "string"}


def unchanged(definitions: dict[str, Any]) -> None:
    assert definitions


EDITS: dict[Callable[[dict[str, Any]], None], list[str]] = {
    unchanged: [],
    without_error_flag: [],
    with_another_method: ["templates_are_listed"],
    with_strings_as_ids: [],
}
"""The behaviours that are about what the edit takes away, by edit."""


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_what_is_gone_breaks_nothing_else(tmp_path: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads((ROOT / "schema" / BASE / "schema.json").read_bytes())
    edit(document["$defs"])
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    for name, data in generated({BASE: path}, BASE).items():
        (tmp_path / "out" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "out" / name).write_bytes(data)
    command = [sys.executable, "-I", str(PROGRAM), str(tmp_path / "out"), BASE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    outcomes = json.loads(done.stdout)
    assert len(outcomes) > 15
    assert {name: error for name, error in outcomes.items() if error} == dict.fromkeys(EDITS[edit], "absent")
