"""`negotiate`: what two sets of revisions agree on, printed."""

from __future__ import annotations

import json

import pytest

from mcp_bindings.negotiation import negotiate
from tests.cli.run import mistake, run


def test_json_is_what_the_function_gives() -> None:
    sides = ("--client", "2025-06-18,2026-07-28", "--server", " 2025-06-18 , 2025-03-26", "--transport", "http")
    done = run("negotiate", *sides, "--format", "json")
    expected = negotiate({"2025-06-18", "2026-07-28"}, {"2025-06-18", "2025-03-26"}, "http").to_value()
    assert done.code == 0
    assert json.loads(done.out) == expected


def test_text_has_every_step() -> None:
    sides = ("--client", "2025-06-18", "--server", "2026-07-28", "--transport", "http")
    done = run("negotiate", *sides)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("no version (the sides part): ")
    assert "1. client: the newest version of the client that has a handshake" in lines
    assert "   Accept: application/json, text/event-stream" in lines
    assert "2. server 400: refused" in lines


def test_a_minimum() -> None:
    sides = ("--client", "2024-11-05", "--server", "2024-11-05", "--transport", "stdio")
    assert run("negotiate", *sides).out.startswith("2024-11-05 (handshake): agreed")
    assert run("negotiate", *sides, "--minimum", "2025-03-26").out.startswith("no version")


@pytest.mark.parametrize(
    ("client", "minimum", "problem"),
    [
        ("2025-06-19", "2025-06-18", "--client has unknown revision '2025-06-19'"),
        ("draft", "2025-06-18", "--client has unknown revision 'draft'"),
        (" , ", "2025-06-18", "--client names no revision"),
        ("2025-06-18", "1", "--minimum has unknown revision '1'"),
    ],
)
def test_mistakes(client: str, minimum: str, problem: str) -> None:
    said = mistake(
        "negotiate", "--client", client, "--server", "2025-06-18", "--transport", "stdio", "--minimum", minimum
    )
    assert problem in said
    assert "2024-11-05, 2025-03-26" in said
