"""Actions about the forms of elicitations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..json_values import is_array, is_object, member_at
from ..schema.places import Place
from ..spec.translation import TranslationRule
from .outcome import Refused
from .walking import Action, Walk


def _choices(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Name the titles of a choice in `enumNames`.

    Raises:
        Refused: A property asks for several values.
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
            walk.add(rule, "replace", ((place, "properties"), name), {**rest, **named}, instead_of=schema)


ACTIONS: Mapping[str, Action] = {"choices": _choices}
