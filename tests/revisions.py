"""The revisions that tests are run for, by era, and tables that hold from one revision on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import mcp_bindings as mb

T = TypeVar("T")

HANDSHAKE = tuple(revision for revision in mb.REVISIONS if mb.revision(revision).era == "handshake")
PER_REQUEST = tuple(revision for revision in mb.REVISIONS if mb.revision(revision).era == "per-request")

HTTP_SSE = tuple(revision for revision in mb.REVISIONS if mb.revision(revision).protocol.http.transport == "http+sse")
"""The revisions with the older HTTP transport."""


def draft_release() -> str:
    """The release whose version the draft names in messages. The package of a fork has no draft."""
    return mb.revision("draft").version


def required_of_results(revision: str) -> dict[str, object]:
    """Members that the results of lists and calls have to have in a revision, beside their content."""
    return {"resultType": "complete", "ttlMs": 0, "cacheScope": "public"} if revision in PER_REQUEST else {}


def as_of(table: Mapping[str, T], revision: str) -> T:
    """What a table states for a revision: the entry of the newest revision in it that is not newer."""
    return table[max(since for since in table if since <= revision)]
