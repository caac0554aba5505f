"""Schema differences as `Delta` values, one constructor for each kind of change, and steps from place to place."""

from __future__ import annotations

from dataclasses import replace

from mcp_bindgen.diff.containment.paths import Step
from mcp_bindgen.diff.schema.pair import Pair
from mcp_bindgen.diff.types import Delta, Effect, Place
from mcp_bindgen.jsontext import JSONValue, escape


def added(what: str, subject: str, places: Pair[Place], value: JSONValue, effect: Effect) -> Delta:
    """Something that only the new side has, at a place that both sides have."""
    return Delta(what, "schema", "added", places.old, places.new, subject, None, value, effect)


def removed(what: str, subject: str, places: Pair[Place], value: JSONValue, effect: Effect) -> Delta:
    """Something that only the old side has, at a place that both sides have."""
    return Delta(what, "schema", "removed", places.old, places.new, subject, value, None, effect)


def changed(
    what: str, subject: str, places: Pair[Place], values: Pair[JSONValue], effect: Effect | None = None
) -> Delta:
    """Something that both sides have in different forms."""
    return Delta(what, "schema", "changed", places.old, places.new, subject, values.old, values.new, effect)


def renamed(
    what: str, names: Pair[str], places: Pair[Place], values: Pair[JSONValue], effect: Effect | None = None
) -> Delta:
    """Something that both sides have under different names."""
    subject = f"{names.old} to {names.new}"
    return Delta(what, "schema", "renamed", places.old, places.new, subject, values.old, values.new, effect)


def property_place(place: Place, name: str) -> Place:
    """The place of a member. Its path stays that of the object, because the object is what changes."""
    return replace(place, pointer=f"{place.pointer}/properties/{escape(name)}")


def step_into(place: Place, step: Step, keyword: str = "") -> Place:
    """The place one step further.

    Args:
        place: the place to start from.
        step: the step through the shape.
        keyword: the JSON Schema keyword to append to the pointer; empty if the pointer stays the same.
    """
    pointer = f"{place.pointer}/{keyword}" if keyword else place.pointer
    return replace(place, pointer=pointer, path=(*place.path, step))
