"""A server without faults has no findings, in any revision, over any transport."""

from __future__ import annotations

import pytest

import mcp_bindings as mb
from mcp_bindgen.servers.check import Options
from mcp_bindgen.servers.phases import ToolSelection
from tests.servers.mutating import Faultless, check

KINDS = ("stdio", "http")


@pytest.mark.parametrize("kind", KINDS)
def test_no_findings(kind: str) -> None:
    handlers = Faultless()
    done = check(kind, Options(calls=ToolSelection(all=True)), handlers=handlers)
    assert [(each.revision, each.is_spoken, each.reason, each.unconfirmed) for each in done.revisions] == [
        (revision, True, "", 0) for revision in mb.REVISIONS
    ]
    assert done.findings == []
    assert {"add", "write"} <= set(handlers.called)
