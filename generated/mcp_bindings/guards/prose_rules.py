"""Prose rules: rules for single messages that the pages of the specification state, and its schema does not.

The rules are lint rules, which name their pages: binary data is Base64, MIME types are valid, roots are `file` URIs
without dot segments, tool results in sampling are complete, and a result that asks for input has no caching hints.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ..errors import Finding
from ..json_values import is_array, is_object
from ..renames import find_first_name
from ..revisions import Revision
from ..spec.names import CALL_TOOL, CREATE_MESSAGE, GET_PROMPT, LIST_ROOTS, READ_RESOURCE

if TYPE_CHECKING:
    from ..lint.linter import Linter

_PROSE_RULES = frozenset(
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
"""Ids of the prose rules."""

RULED_METHODS = frozenset({CALL_TOOL, CREATE_MESSAGE, GET_PROMPT, LIST_ROOTS, READ_RESOURCE})
"""The methods of the requests whose params or results can break a prose rule, by their first names."""


def lint_params(revision: Revision, method: str, params: Mapping[str, Any]) -> list[Finding]:
    """Return the violations of prose rules in the params of a request. Their pointers are relative to the params.

    The result is empty for a method that no prose rule is about.

    Args:
        revision: the revision of the request.
        method: the method of the request.
        params: the params, as JSON.

    Raises:
        DecodeError: a part of the params is no JSON.
    """
    if find_first_name(method, revision) not in RULED_METHODS:
        return []
    found = _make_linter(revision).lint({"jsonrpc": "2.0", "id": 0, "method": method, "params": params}, None, None)
    return [Finding(each.pointer.removeprefix("/params"), each.rule, each.message) for each in found]


def lint_result(revision: Revision, method: str, result: Any) -> list[Finding]:
    """Return the violations of prose rules in a result. Their pointers are relative to the result.

    Return no violations for a value that is no result, since the check of its type reports this value.

    Args:
        revision: the revision of the request.
        method: the method of the request.
        result: the result, as JSON or typed.

    Raises:
        DecodeError: a part of the result has no form in JSON.
    """
    from ..wire.model import WireModel  # with pydantic, which the import of the guards does not need

    if find_first_name(method, revision) not in RULED_METHODS or not (
        isinstance(result, WireModel) or is_object(result)
    ):
        return []
    found = _make_linter(revision).lint({"jsonrpc": "2.0", "id": 0, "result": result}, None, method)
    return [Finding(each.pointer.removeprefix("/result"), each.rule, each.message) for each in found]


def is_plain_text(result: Any) -> bool:
    """Return whether a result, typed or as JSON, has a list as content in which each block is text.

    No prose rule applies to text.
    """
    # A model that lacks an attribute searches for the right name of a misspelled one, so its members are read here.
    content: Any = (result if is_object(result) else getattr(result, "__dict__", {})).get("content")
    return is_array(content) and all(
        (each.get("type") if is_object(each) else getattr(each, "type", None)) == "text" for each in content
    )


@cache
def _make_linter(revision: Revision) -> Linter:
    return revision.make_linter(_PROSE_RULES)
