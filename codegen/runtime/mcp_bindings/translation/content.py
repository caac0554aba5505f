"""Actions that write content as text for revisions without that kind of content."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object
from ..jsonrpc.plain_json import write_json
from ..schema.conditions import find_first_repeated_item
from ..schema.places import Place
from ..spec.names import META
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_COMMON_MEMBERS = ("annotations", META)
"""Members that every kind of block may have."""

WRAPPER_MEMBER = "result"
"""Name of the only member of the object that wraps structured content."""


def _replace_by_text(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace a block by a text block with the type, title, name, URI and media type of the replaced block.

    The text block keeps the annotations and the `_meta`.
    """
    if not is_object(value):
        return
    parts = [value["type"], *(value[name] for name in ("title", "name", "uri", "mimeType") if name in value)]
    kept = {name: value[name] for name in _COMMON_MEMBERS if name in value}
    text = {"type": "text", "text": f"[{', '.join(each for each in parts if isinstance(each, str))}]", **kept}
    walk.add_edit(rule, "replace", place, text, instead_of=value)


def _append_structured_text(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Append a text block with the structured content as JSON, unless a text block has this content already."""
    if not is_object(value) or "structuredContent" not in value or not is_array(value.get("content")):
        return
    structured = value["structuredContent"]
    values_to_find = [structured]
    if is_object(structured) and list(structured) == [WRAPPER_MEMBER]:
        values_to_find.append(structured[WRAPPER_MEMBER])  # an earlier step may have wrapped it
    if not any(_is_copy_of(block, values_to_find) for block in value["content"]):
        block = {"type": "text", "text": write_json(structured).decode()}
        walk.add_edit(rule, "add", ((place, "content"), "-"), block)


def _is_copy_of(block: Any, values: list[Any]) -> bool:
    """Return whether a block is a text block, and its text is one of the values as JSON."""
    text = block.get("text") if is_object(block) and block.get("type") == "text" else None
    if not isinstance(text, str):
        return False
    try:
        value_of_text = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return any(find_first_repeated_item([value_of_text, value], _return_unchanged) is not None for value in values)


def _return_unchanged(value: Any) -> Any:
    return value


ACTIONS: Mapping[str, RuleAction] = {"as_text": _replace_by_text, "structured_text": _append_structured_text}
