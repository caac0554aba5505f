"""Actions that change the messages and results of sampling. Since 2025-11-25 these can have lists of blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object, member_at
from ..schema.places import Place
from .content import WRAPPER_MEMBER
from .outcome import Refused
from .tools import needs_wrapper
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_TOOL_BLOCKS = ("tool_use", "tool_result")


def _split_messages(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Split each message with a list of blocks into messages of one block.

    The edit replaces the whole list of messages, since an added message shifts all later ones.

    Raises:
        Refused: a block is the use or the result of a tool.
    """
    if not is_array(value):
        return
    messages: list[Any] = []
    for message in value:
        content = message.get("content") if is_object(message) else None
        blocks = content if is_array(content) else [content]
        _refuse_tool_blocks(rule, blocks)
        messages += [{**message, "content": block} for block in blocks] if is_array(content) else [message]
    if any(is_object(message) and is_array(message.get("content")) for message in value):
        walk.add_edit(rule, "replace", place, messages, instead_of=value)


def _merge_blocks(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace the list of blocks in a result by one block: the only block, or a text with the texts of all blocks.

    Raises:
        Refused: a block is the use or the result of a tool, or the list has several blocks and not all are texts.
    """
    content = value.get("content") if is_object(value) else None
    blocks = content if is_array(content) else [content]
    _refuse_tool_blocks(rule, blocks)
    if is_array(content):
        texts = [block["text"] for block in content if block.get("type") == "text"]
        if len(content) != 1 and len(texts) != len(content):
            raise Refused(rule)
        block = content[0] if len(content) == 1 else {"type": "text", "text": "\n".join(texts)}
        walk.add_edit(rule, "replace", (place, "content"), block, instead_of=content)


def _wrap_tool_results(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Wrap the structured content of tool results in the messages.

    The content is wrapped if it is no object, or if the request lists the tool with a schema that needs a wrapper.
    """
    tools = value.get("tools") if is_object(value) else None
    listed = tools if is_array(tools) else []
    schemas = {str(member_at(tool, "name")): member_at(tool, "outputSchema") for tool in listed}
    called: dict[object, Any] = {}
    for inside, block in _iterate_content_blocks(value, place):
        if block.get("type") == _TOOL_BLOCKS[0]:
            called[str(block.get("id"))] = schemas.get(str(block.get("name")))
        elif block.get("type") == _TOOL_BLOCKS[1] and "structuredContent" in block:
            content, schema = block["structuredContent"], called.get(str(block.get("toolUseId")))
            if not is_object(content) or (is_object(schema) and needs_wrapper(schema)):
                walk.has_wrapped = True
                walk.add_edit(
                    rule, "replace", (inside, "structuredContent"), {WRAPPER_MEMBER: content}, instead_of=content
                )


def _iterate_content_blocks(value: object, place: Place) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yield the place and the value of each content block, in the messages of a request or in a result."""
    messages = value.get("messages") if is_object(value) else None
    inside: list[tuple[Place, object]] = [(place, value)]
    if is_array(messages):
        inside = [(((place, "messages"), index), message) for index, message in enumerate(messages)]
    for where, message in inside:
        content = message.get("content") if is_object(message) else None
        if is_object(content):
            yield (where, "content"), content
        elif is_array(content):
            yield from ((((where, "content"), index), block) for index, block in enumerate(content) if is_object(block))


def _refuse_tool_blocks(rule: TranslationRule, blocks: list[Any]) -> None:
    if any(is_object(block) and block.get("type") in _TOOL_BLOCKS for block in blocks):
        raise Refused(rule)


ACTIONS: Mapping[str, RuleAction] = {
    "one_block_each": _split_messages,
    "one_block": _merge_blocks,
    "sampling_structured": _wrap_tool_results,
}
