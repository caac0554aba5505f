"""Actions that change the forms and ids of elicitations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object, member_at
from ..schema.places import Place
from .outcome import Refused
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered


def _replace_choices(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace the titled constants of each choice in a form by `enum` and `enumNames`.

    Raises:
        Refused: a property is an array, so several choices are allowed.
    """
    properties = member_at(value, "properties")
    for name, schema in properties.items() if is_object(properties) else ():
        kind = member_at(schema, "type")
        if kind == "array":
            raise Refused(rule)
        titled = member_at(schema, "oneOf")
        if kind != "string" or not is_array(titled) or "enum" in schema:
            continue
        pairs = [(member_at(each, "const"), member_at(each, "title")) for each in titled]
        if all(isinstance(text, str) for pair in pairs for text in pair):
            rest = {key: item for key, item in schema.items() if key != "oneOf"}
            named = {"enum": [constant for constant, _ in pairs], "enumNames": [title for _, title in pairs]}
            walk.add_edit(rule, "replace", ((place, "properties"), name), {**rest, **named}, instead_of=schema)


def _add_elicitation_id(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Set the id of an elicitation to the id in the context. A former id had no meaning and is lost, unless the source
    defines it.

    Raises:
        Refused: the context has no elicitation id.
    """
    (name,) = rule.members
    if not is_object(value) or (name in value and walk.is_only_lost_between(rule, name)):
        return
    if walk.context.elicitation_id is None:
        raise Refused(rule, "elicitation_id")
    has_one = name in value
    walk.add_edit(rule, "replace" if has_one else "add", (place, name), walk.context.elicitation_id, lossy=has_one)


def _drop_elicitation_id(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Remove the id of an elicitation, unless the target of the translation defines it again. Nothing is lost if the
    context has this id.
    """
    (name,) = rule.members
    if is_object(value) and name in value and not walk.is_only_lost_between(rule, name):
        walk.add_edit(rule, "remove", (place, name), lossy=value[name] != walk.context.elicitation_id)


ACTIONS: Mapping[str, RuleAction] = {
    "choices": _replace_choices,
    "add_elicitation_id": _add_elicitation_id,
    "drop_elicitation_id": _drop_elicitation_id,
}
