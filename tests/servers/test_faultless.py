"""A server without faults has no findings, in any revision, over any transport."""

from __future__ import annotations

import pytest

from mcp_bindgen.servers.check import CheckOptions
from mcp_bindgen.servers.phases import ToolSelection
from tests.servers.mutating import KINDS, Faultless, check, revisions_over


@pytest.mark.parametrize("kind", KINDS)
def test_no_findings(kind: str) -> None:
    handlers = Faultless()
    revisions = revisions_over(kind)
    done = check(kind, CheckOptions(revisions, calls=ToolSelection(all=True)), handlers=handlers, draft=True)
    assert [(each.revision, each.is_spoken, each.reason, each.unconfirmed) for each in done.revisions] == [
        (revision, True, "", 0) for revision in revisions
    ]
    assert done.findings == []
    assert {"add", "write"} <= set(handlers.called)
    assert handlers.read.count("note:///1") >= 2 * len(revisions), "listed, and by the template"
