"""Actions about members, whatever they mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object, json_equal
from ..schema.places import Place
from .outcome import Refused
from .walking import Action, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered


@cache
def given(rule: TranslationRule) -> Any:
    """The value of a rule; None if it has none."""
    return json.loads(rule.value) if rule.value else None


def _drop(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the members, except one that has the value of the rule."""
    if is_object(value):
        for name in rule.members:
            if name in value and not (rule.value and json_equal(value[name], given(rule))):
                walk.add(rule, "remove", (place, name))


def _unset(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the members; nothing is lost if they have the value of the rule, which the way back adds."""
    for name in _present(rule, value):
        walk.add(rule, "remove", (place, name), lossy=not json_equal(value[name], given(rule)))


def _set(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Give the members the value of the rule; what they had before had no meaning, and is lost."""
    if is_object(value):
        for name in rule.members:
            if name not in value:
                walk.add(rule, "add", (place, name), given(rule))
            else:
                walk.add(rule, "replace", (place, name), given(rule), lossy=True)


def _set_absent(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Give the members the value of the rule where they are absent."""
    if is_object(value):
        for name in rule.members:
            if name not in value:
                walk.add(rule, "add", (place, name), given(rule))


def _replace_value(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace a text by the one that the rule names for it.

    Raises:
        Refused: The rule has null for it.
    """
    replaced: dict[str, Any] = given(rule)
    if isinstance(value, str) and value in replaced:
        if replaced[value] is None:
            raise Refused(rule)
        walk.add(rule, "replace", place, replaced[value])


def _truncate(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Cut lists after so many items as the value of the rule says."""
    for name in _present(rule, value):
        items, most = value[name], given(rule)
        if is_array(items) and len(items) > most:
            walk.add(rule, "replace", (place, name), items[:most])


def _refuse(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse what has one of the members, or everything if the rule names none."""
    if not rule.members or _present(rule, value):
        raise Refused(rule)


def _refuse_unless(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse what has another value for a member than the rule."""
    if any(not json_equal(value[name], given(rule)) for name in _present(rule, value)):
        raise Refused(rule)


def _refuse_unless_empty(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse what has a list with items, and remove an empty one."""
    for name in _present(rule, value):
        if value[name]:
            raise Refused(rule)
        walk.add(rule, "remove", (place, name))


def _refuse_arrays(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse an object with a list in it."""
    if is_object(value) and any(map(is_array, value.values())):
        raise Refused(rule)


def _refuse_sender(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Refuse what the side that the rule names has sent."""
    if walk.context.sender is None:
        raise Refused(rule, "sender")
    if walk.context.sender == given(rule):
        raise Refused(rule)


def _present(rule: TranslationRule, value: object) -> list[str]:
    return [name for name in rule.members if name in value] if is_object(value) else []


ACTIONS: Mapping[str, Action] = {
    "drop": _drop,
    "unset": _unset,
    "set": _set,
    "set_absent": _set_absent,
    "replace_value": _replace_value,
    "truncate": _truncate,
    "refuse": _refuse,
    "refuse_unless": _refuse_unless,
    "refuse_unless_empty": _refuse_unless_empty,
    "refuse_arrays": _refuse_arrays,
    "refuse_sender": _refuse_sender,
}
