"""The revisions that tests are run for, by era, and tables that hold from one revision on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import mcp_bindings as mb
from mcp_bindings.renames import find_first_name, find_own_name, to_own_name
from mcp_bindings.spec.error_codes import to_revision_code
from mcp_bindings.spec.names import CAPABILITIES_KEY, CLIENT_INFO_KEY, LOG_MESSAGE, RESOURCE_UPDATED, VERSION_KEY

T = TypeVar("T")

HANDSHAKE = tuple(revision for revision in mb.REVISIONS if mb.revision(revision).era == "handshake")
PER_REQUEST = tuple(revision for revision in mb.REVISIONS if mb.revision(revision).era == "per-request")

HTTP_SSE = tuple(revision for revision in mb.REVISIONS if mb.revision(revision).protocol.http.transport == "http+sse")
"""The revisions with the older HTTP transport."""


def draft_release() -> str:
    """The release whose version the draft names in messages. The package of a fork has no draft."""
    return mb.revision("draft").version


def having(*names: str, among: Sequence[str] = mb.REVISIONS) -> tuple[str, ...]:
    """The revisions that have all of these methods, by their names in any release, and of these definitions.

    A later revision may have lost them.
    """
    known = {revision: mb.revision(revision) for revision in among}
    return tuple(
        each
        for each, it in known.items()
        if all(name in it.definitions or find_own_name(name, it) is not None for name in names)
    )


LOGGING = tuple(each for each in mb.REVISIONS if find_own_name(LOG_MESSAGE, mb.revision(each)) is not None)
"""The revisions with log messages, whatever their method is called."""


def method_of(name: str, revision: str = mb.LATEST) -> str:
    """The name that a method has in a revision, given its name in any release. A later revision may rename a method."""
    return to_own_name(name, mb.revision(revision))


def has_method(name: str, revision: str) -> bool:
    """Whether a revision has a method, whatever it calls it, given its name in any release."""
    return find_own_name(name, mb.revision(revision)) is not None


def first_name(method: str, revision: str | None) -> str:
    """The name that tests write for a method of a revision: its name in the oldest release that has it."""
    return find_first_name(method, mb.revision(revision or mb.LATEST))


def log_method(revision: str) -> str:
    """The method of log messages in a revision; empty if there is none."""
    return find_own_name(LOG_MESSAGE, mb.revision(revision)) or ""


def required_of_results(revision: str) -> dict[str, object]:
    """Members that the results of lists and calls have to have in a revision, beside their content."""
    return {"resultType": "complete", "ttlMs": 0, "cacheScope": "public"} if revision in PER_REQUEST else {}


def request_meta(version: str, capabilities: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The `_meta` of a request in a per-request version, with the name of the client, which a revision may require.

    Args:
        version: the version that the request names.
        capabilities: the declared capabilities; none by default.
        more: further members.
    """
    info = {"name": "tester", "version": "1"}
    return {VERSION_KEY: version, CAPABILITIES_KEY: dict(capabilities or {}), CLIENT_INFO_KEY: info, **more}


def filter_of(revision: str, method: str = RESOURCE_UPDATED) -> str:
    """The member of a subscription's filter that asks for a notification; empty if there is none."""
    info = mb.revision(revision).methods.get(method)
    return "" if info is None else info.filter or ""


def code_of(revision: str, code: int) -> int:
    """The code that an error has in a revision; the given one, by which today's releases know it, if it has none."""
    return to_revision_code(mb.revision(revision).error_codes, code)


def info_type(revision: str) -> str:
    """The type of the name and version of a client in a revision."""
    known = mb.revision(revision)
    stated = next((row.type for row in known.protocol.meta_keys if row.key == CLIENT_INFO_KEY), None)
    params = known.methods["initialize"].params if stated is None else None
    return stated or known.load_type(params or "").__pydantic_fields__["client_info"].annotation.__name__


def as_of(table: Mapping[str, T], revision: str) -> T:
    """What a table states for a revision: the entry of the newest revision in it that is not newer."""
    return table[max(since for since in table if since <= revision)]
