"""The reference programs are content and a few lines of start, since the protocol is in the package."""

from __future__ import annotations

import pytest

from tests.reference.lines import counted


@pytest.mark.parametrize(("program", "room"), [("server.py", "serving"), ("client.py", "calling")])
def test_fewer_than_500_lines_are_not_content(program: str, room: str) -> None:
    lines = counted(program, room)
    assert len(lines) > 3
    assert sum(lines.values()) < 500
