"""One line of text for a group of similar schema changes, for each rule.

`{places}` is where the changes are, such as `10 results`, and `{s}` is the `s` of a verb after a single place;
`{subjects}` is what changed. A phrase without `{places}` speaks of all changes of its rule.
"""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "DEFINITION_ADDED": "new definitions: {subjects}",
    "DEFINITION_REMOVED": "removed definitions: {subjects}",
    "DEFINITION_RENAMED": "renamed definitions: {subjects}",
    "PART_RENAMED": "renamed classes of parts: {subjects}",
    "PART_TYPED": "objects that became classes: {subjects}",
    "PART_UNTYPED": "classes that became plain objects: {subjects}",
    "REQUEST_ADDED": "new requests: {subjects}",
    "REQUEST_REMOVED": "removed requests: {subjects}",
    "NOTIFICATION_ADDED": "new notifications: {subjects}",
    "NOTIFICATION_REMOVED": "removed notifications: {subjects}",
    "SENDER_ADDED": "another side may now send {subjects}",
    "SENDER_REMOVED": "one side may no longer send {subjects}",
    "FIELD_ADDED_CONSTANT": "{places} require{s} the constant {subjects}",
    "FIELD_REMOVED_CONSTANT": "{places} lose{s} the constant {subjects}",
    "FIELD_ADDED_REQUIRED": "{places} require{s} {subjects}",
    "FIELD_REMOVED_REQUIRED": "{places} lose{s} the required {subjects}",
    "FIELD_ADDED_OPTIONAL": "{places} may have {subjects}",
    "FIELD_REMOVED_OPTIONAL": "{places} lose{s} the optional {subjects}",
    "FIELD_RENAMED": "{places} rename{s} {subjects}",
    "FIELD_BECAME_REQUIRED": "{places} require{s} {subjects}, once optional",
    "FIELD_BECAME_OPTIONAL": "{places} no longer require{s} {subjects}",
    "TYPE_RESPELLED": "types that are only written differently: {subjects}",
    "TYPE_WIDENED": "types that allow more values: {subjects}",
    "TYPE_NARROWED": "types that allow fewer values: {subjects}",
    "TYPE_CHANGED": "types that allow other values: {subjects}",
    "UNION_ARM_ADDED": "{places} may be {subjects}",
    "UNION_ARM_REMOVED": "{places} may no longer be {subjects}",
    "ENUM_VALUE_ADDED": "{places} allow{s} {subjects}",
    "ENUM_VALUE_REMOVED": "{places} no longer allow{s} {subjects}",
    "CONSTANT_CHANGED": "{places} change{s} the constant {subjects}",
    "BOUND_LOOSENED": "{places} loosen{s} {subjects}",
    "BOUND_TIGHTENED": "{places} tighten{s} {subjects}",
    "BOUND_CHANGED": "{places} change{s} {subjects}",
    "CONDITION_ADDED": "{places} now state{s} {subjects}",
    "CONDITION_REMOVED": "{places} no longer state{s} {subjects}",
    "FORMAT_CHANGED": "strings with another format: {subjects}",
    "DEFAULT_VALUE_CHANGED": "other defaults: {subjects}",
    "DEFAULT_VALUE_ADDED": "new defaults: {subjects}",
    "DEFAULT_VALUE_REMOVED": "removed defaults: {subjects}",
    "OBJECT_CLOSED": "objects that allow no undeclared members now: {subjects}",
    "OBJECT_OPENED": "objects that allow undeclared members now: {subjects}",
}

BY_PLACE = ("TYPE_", "FORMAT_", "OBJECT_")
"""Beginnings of rules whose changes are named by their place, because their subject is only a word of the schema."""

PLURALS: Mapping[str, str] = {
    "range of error codes": "ranges of error codes",
    "authorization discovery": "places of authorization discovery",
}
"""Plurals of nouns that have no regular one."""

KINDS: tuple[tuple[str, str], ...] = (
    ("Result", "results"),
    ("Request", "requests"),
    ("Notification", "notifications"),
    ("Params", "params"),
    ("Capabilities", "capabilities"),
    ("Error", "errors"),
    ("Schema", "schemas"),
)
"""The end of the names of definitions, and the noun for several of them."""


def plural(noun: str) -> str:
    """The plural of a noun."""
    if noun in PLURALS:
        return PLURALS[noun]
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def kind_of(names: frozenset[str]) -> str:
    """A noun for some definitions, by the end that all their names have in common."""
    return next((noun for end, noun in KINDS if all(name.endswith(end) for name in names)), "definitions")
