"""Servers over HTTP that hang, flood or lie about the length of what they send: the check ends, and stays small."""

from __future__ import annotations

import tracemalloc

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.check import CheckOptions, ServerCheck, check_server
from mcp_bindgen.servers.connections import Bounds
from mcp_bindgen.servers.report import ServerReport, report_text
from mcp_bindgen.servers.targets import make_target
from tests.revisions import HANDSHAKE
from tests.servers.hostile_http import MODES, serving

BOUNDS = Bounds(timeout=0.3, grace=0.1, total=5.0, max_messages=500, max_bytes=200_000, max_total_bytes=2_000_000)
MAX_MEMORY = 16 * 1024 * 1024
"""Bytes that the check and this server, which is in the same process, may need at once."""


def check_hostile(mode: str) -> ServerCheck:
    """Check a server in one revision."""
    options = CheckOptions(revisions=(HANDSHAKE[-1],), phases=frozenset({"open", "list"}), bounds=BOUNDS)
    with serving(mode) as url:
        return check_server(make_target([url]), options, lambda _, stage: None, lambda _: None)


@pytest.mark.parametrize("mode", [each for each in MODES if each != "hangs"])
def test_the_check_ends_and_stays_small(mode: str) -> None:
    tracemalloc.start()
    try:
        done = check_hostile(mode)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    (row,) = done.revisions
    assert row.is_spoken
    assert peak < MAX_MEMORY, peak
    assert report_text(ServerReport(done)).replace("\n", "").isprintable()


def test_a_server_that_hangs() -> None:
    with pytest.raises(BindgenError, match="has not answered in time"):
        check_hostile("hangs")
