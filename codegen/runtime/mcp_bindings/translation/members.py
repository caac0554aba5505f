"""Actions that change members regardless of their meaning."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ..json_values import are_equal_scalars, is_array, is_object
from ..schema.places import Place
from .outcome import Refused
from .table import MOVE, OUTWARD, RENAME_METHOD
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered


SET_ABSENT = "set_absent"
"""Name of the action that adds the members that a rule names, if they are absent."""


@cache
def parse_rule_value(rule: TranslationRule) -> Any:
    """Return the value of a rule, parsed from JSON; None if the rule has no value."""
    return json.loads(rule.value) if rule.value else None


def _drop_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the members that the rule names. Keep a member with the value of the rule, and a member that only a
    revision between source and target lacks.
    """
    for name in _list_present_members(rule, value):
        is_kept = bool(rule.value) and are_equal_scalars(value[name], parse_rule_value(rule))
        if not (is_kept or walk.is_only_lost_between(rule, name)):
            walk.add_edit(rule, "remove", (place, name))


def _drop_null_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the members that the rule names if their value is null."""
    for name in _list_present_members(rule, value):
        if value[name] is None:
            walk.add_edit(rule, "remove", (place, name))


def _drop_value(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove a value, together with its name, from the object that contains the value.

    Raises:
        Refused: the value is a whole result, an item of a list, or no part of a message.
    """
    if place is None or place[0] is None or not isinstance(place[1], str):
        raise Refused(rule)
    walk.add_edit(rule, "remove", place, instead_of=value)


def _unset_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the members that the rule names. A member with the value of the rule is not lost, since the reverse
    translation adds it.
    """
    for name in _list_present_members(rule, value):
        walk.add_edit(rule, "remove", (place, name), lossy=not are_equal_scalars(value[name], parse_rule_value(rule)))


def _set_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Set the members that the rule names to the value of the rule. Former values of these members are lost."""
    if is_object(value):
        for name in rule.members:
            if name not in value:
                walk.add_edit(rule, "add", (place, name), parse_rule_value(rule))
            else:
                walk.add_edit(rule, "replace", (place, name), parse_rule_value(rule), lossy=True)


def _set_absent_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Add the members that the rule names, with the value of the rule. Keep those that are present."""
    if is_object(value):
        for name in rule.members:
            if name not in value:
                walk.add_edit(rule, "add", (place, name), parse_rule_value(rule))


def _move_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Move a member to another name, into an object beside it, or out of its object.

    The value of the rule is the way to the new place, as names of members; `..` at its beginning stands for the object
    that contains this object. An object on the way is made if it is absent. A member whose new place is taken stays.
    """
    for name in _list_present_members(rule, value):
        first, *rest = parse_rule_value(rule)
        if first == OUTWARD:
            assert place is not None  # a rule about a whole message has no object around it
            walk.add_edit(rule, "add", (place[0], rest[0]), value[name])
        elif rest and is_object(value.get(first)):
            if rest[0] in value[first]:
                continue
            walk.add_edit(rule, "add", ((place, first), rest[0]), value[name])
        elif rest and first not in value:
            _add_to_new_object(walk, rule, (place, first), {rest[0]: value[name]})
        elif not rest and first not in value:
            walk.add_edit(rule, "add", (place, first), value[name])
        else:
            continue
        walk.add_edit(rule, "remove", (place, name))


def _add_to_new_object(walk: Walk, rule: TranslationRule, place: Place, members: dict[str, Any]) -> None:
    """Add members to an object that the document lacks. An earlier edit of the walk may have added the object."""
    made = next((each.value for each in walk.edits if each.op == "add" and each.place == place), None)
    if made is None:
        walk.add_edit(rule, "add", place, members)
    else:
        made.update(members)


def _replace_value(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace a string by the string to which the rule maps it. Keep a string that the rule does not map.

    Raises:
        Refused: the rule maps the string to null.
    """
    replaced: dict[str, Any] = parse_rule_value(rule)
    if isinstance(value, str) and value in replaced:
        if replaced[value] is None:
            raise Refused(rule)
        walk.add_edit(rule, "replace", place, replaced[value])


def _truncate_lists(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Cut the lists in the members that the rule names. The value of the rule is the largest number of items."""
    for name in _list_present_members(rule, value):
        items, most = value[name], parse_rule_value(rule)
        if is_array(items) and len(items) > most:
            walk.add_edit(rule, "replace", (place, name), items[:most])


def _refuse_members(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse a value that has a member that the rule names; refuse every value if the rule names no members.

    Raises:
        Refused: the value has such a member, or the rule names no members.
    """
    if not rule.members or _list_present_members(rule, value):
        raise Refused(rule)


def _refuse_other_values(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse an object if a member that the rule names has a value other than the value of the rule.

    Raises:
        Refused: a member has such a value.
    """
    if any(not are_equal_scalars(value[name], parse_rule_value(rule)) for name in _list_present_members(rule, value)):
        raise Refused(rule)


def _refuse_unless_empty(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse an object if a member that the rule names is a list with items. Remove the member if its list is empty.

    Raises:
        Refused: a member is a list with items.
    """
    for name in _list_present_members(rule, value):
        if value[name]:
            raise Refused(rule)
        walk.add_edit(rule, "remove", (place, name))


def _refuse_arrays(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse an object if one of its members is a list.

    Raises:
        Refused: a member is a list.
    """
    if is_object(value) and any(map(is_array, value.values())):
        raise Refused(rule)


def _refuse_sender(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse a message if the rule names its sender.

    Raises:
        Refused: the rule names the sender, or the context lacks the sender.
    """
    if walk.context.sender is None:
        raise Refused(rule, "sender")
    if walk.context.sender == parse_rule_value(rule):
        raise Refused(rule)


def _rename_method(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace the method of a message by the method's name in the target, if the rule is about this method."""
    if walk.method is not None and walk.method in rule.methods:
        walk.add_edit(rule, "replace", (place, "method"), walk.plan.find_target_method(walk.method))


def _list_present_members(rule: TranslationRule, value: object) -> list[str]:
    return [name for name in rule.members if name in value] if is_object(value) else []


ACTIONS: Mapping[str, RuleAction] = {
    "drop": _drop_members,
    "drop_null": _drop_null_members,
    "drop_value": _drop_value,
    "unset": _unset_members,
    "set": _set_members,
    SET_ABSENT: _set_absent_members,
    MOVE: _move_members,
    "replace_value": _replace_value,
    "truncate": _truncate_lists,
    "refuse": _refuse_members,
    "refuse_unless": _refuse_other_values,
    "refuse_unless_empty": _refuse_unless_empty,
    "refuse_arrays": _refuse_arrays,
    "refuse_sender": _refuse_sender,
    RENAME_METHOD: _rename_method,
}
