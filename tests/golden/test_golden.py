"""What generated models look like, to be read by people: one of each feature."""

from __future__ import annotations

import difflib

import pytest

from tests.golden.update import COMMAND, GOLDEN, models


def test_models_look_as_they_did() -> None:
    golden, found = GOLDEN.read_text(encoding="utf-8"), models().decode("utf-8")
    if golden != found:
        lines = difflib.unified_diff(golden.splitlines(), found.splitlines(), "golden", "generated", lineterm="")
        pytest.fail("\n".join([*lines, "", f"if that is meant: {COMMAND}"]), pytrace=False)
