"""Rules of the prose that the guards keep in messages of this side, and look for in those of the peer.

They are lint rules, which name their pages: binary data is Base64, MIME types are such, roots are `file` URIs without
dot segments, tool results in sampling are complete, and a result that asks for input has no caching hints.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ..errors import Finding
from ..json_values import is_array, is_object, member_at
from ..lint.linter import Linter
from ..revisions import Revision
from ..spec.names import CALL_TOOL, CREATE_MESSAGE, GET_PROMPT, LIST_ROOTS, READ_RESOURCE

PROSE_RULES = frozenset(
    {
        "audio.base64",
        "audio.mime",
        "image.base64",
        "image.mime",
        "mrtr.no-caching",
        "resource.blob-base64",
        "root.file-uri",
        "root.path",
        "sampling.tool-balance",
        "sampling.tool-result-alone",
        "sampling.tool-result-id",
    }
)
"""Ids of the lint rules."""

RULED_METHODS = frozenset({CALL_TOOL, CREATE_MESSAGE, GET_PROMPT, LIST_ROOTS, READ_RESOURCE})
"""Requests whose params or results these rules are about."""


def lint_params(revision: Revision, method: str, params: Mapping[str, Any]) -> list[Finding]:
    """Find what the params of a request break.

    Args:
        revision: the revision of the request.
        method: of the request.
        params: as JSON.
    """
    if method not in RULED_METHODS:
        return []
    found = _make_linter(revision).lint({"jsonrpc": "2.0", "id": 0, "method": method, "params": params}, None, None)
    return [Finding(each.pointer.removeprefix("/params"), each.rule, each.message) for each in found]


def lint_result(revision: Revision, method: str, result: Any) -> list[Finding]:
    """Find what a result breaks.

    Args:
        revision: the revision of the request.
        method: of the request.
        result: as JSON or typed.
    """
    if method not in RULED_METHODS:
        return []
    found = _make_linter(revision).lint({"jsonrpc": "2.0", "id": 0, "result": result}, None, method)
    return [Finding(each.pointer.removeprefix("/result"), each.rule, each.message) for each in found]


def is_plain_text(result: Any) -> bool:
    """Return whether a result, typed or as JSON, has content of texts alone, so that no rule is about it."""
    content: Any = member_at(result, "content") if is_object(result) else getattr(result, "content", None)
    return is_array(content) and all(
        (each.get("type") if is_object(each) else getattr(each, "type", None)) == "text" for each in content
    )


@cache
def _make_linter(revision: Revision) -> Linter:
    return revision.make_linter(PROSE_RULES)
