"""Actions about messages and results of sampling, which have lists of blocks since 2025-11-25."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..json_values import is_array, is_object
from ..schema.places import Place
from ..spec.translation import TranslationRule
from .outcome import Refused
from .walking import Action, Walk

_OF_TOOLS = ("tool_use", "tool_result")


def _one_block_each(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Make a message of each block. The list is replaced as a whole, since an added item moves all after it.

    Raises:
        Refused: A block uses a tool.
    """
    if not is_array(value):
        return
    messages: list[Any] = []
    for message in value:
        content = message.get("content") if is_object(message) else None
        blocks = content if is_array(content) else [content]
        _check(rule, blocks)
        messages += [{**message, "content": block} for block in blocks] if is_array(content) else [message]
    if any(is_object(message) and is_array(message.get("content")) for message in value):
        walk.add(rule, "replace", place, messages, instead_of=value)


def _one_block(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Make one block of the content of a result.

    Raises:
        Refused: A block uses a tool, or there are several that are not all texts.
    """
    content = value.get("content") if is_object(value) else None
    blocks = content if is_array(content) else [content]
    _check(rule, blocks)
    if is_array(content):
        texts = [block["text"] for block in content if block.get("type") == "text"]
        if len(content) != 1 and len(texts) != len(content):
            raise Refused(rule)
        block = content[0] if len(content) == 1 else {"type": "text", "text": "\n".join(texts)}
        walk.add(rule, "replace", (place, "content"), block, instead_of=content)


def _check(rule: TranslationRule, blocks: list[Any]) -> None:
    if any(is_object(block) and block.get("type") in _OF_TOOLS for block in blocks):
        raise Refused(rule)


ACTIONS: Mapping[str, Action] = {"one_block_each": _one_block_each, "one_block": _one_block}
