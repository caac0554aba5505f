"""The rules for changes of a schema."""

from __future__ import annotations

from mcp_bindgen.diff.rules.keywords import KEYWORD_RULES
from mcp_bindgen.diff.rules.rule import SAFE, ChangeRule, Wire
from mcp_bindgen.diff.types import Delta
from mcp_bindgen.jsontext import is_object


def _both_safe(_: Delta, wire: Wire) -> bool:
    return wire == ("safe", "safe")


def _wider(_: Delta, wire: Wire) -> bool:
    return wire[0] == "safe" != wire[1]


def _narrower(_: Delta, wire: Wire) -> bool:
    return wire[1] == "safe" != wire[0]


def _neither(_: Delta, wire: Wire) -> bool:
    return "safe" not in wire


def _constant(delta: Delta, _: Wire) -> bool:
    return any(is_object(value) and "const" in value for value in (delta.before, delta.after))


SCHEMA_RULES: tuple[ChangeRule, ...] = (
    ChangeRule(
        "DEFINITION_ADDED",
        ("definition added",),
        "By itself a new definition changes no message. References to it are reported where they occur.",
        "Definition {subject} was added",
        SAFE,
        "safe",
        "DEFINITION_REMOVED",
    ),
    ChangeRule(
        "DEFINITION_REMOVED",
        ("definition removed",),
        "Source code that imports the class fails. References to it are reported where they occurred.",
        "Definition {subject} was removed",
        SAFE,
        "breaking",
        "DEFINITION_ADDED",
    ),
    ChangeRule(
        "DEFINITION_RENAMED",
        ("definition renamed",),
        "The definition has another name. Documents stay the same, but source code must import the new name.",
        "Definition renamed from {subject}",
        SAFE,
        "breaking",
        "DEFINITION_RENAMED",
    ),
    ChangeRule(
        "PART_RENAMED",
        ("part renamed",),
        "A part is inline on one side, and a definition or a part of another definition on the other side. "
        "The name of its class differs.",
        "Class renamed from {subject}, for the same part of a message",
        SAFE,
        "breaking",
        "PART_RENAMED",
    ),
    ChangeRule(
        "PART_TYPED",
        ("part typed",),
        "An object that could have any members now has a class. The members of the class are reported one by one.",
        "{subject} is now a class; it was an object without declared members",
        SAFE,
        "risky",
        "PART_UNTYPED",
    ),
    ChangeRule(
        "PART_UNTYPED",
        ("part untyped",),
        "An object that had a class can now have any members. The members of the class are reported one by one.",
        "{subject} is now an object without declared members; it was a class",
        SAFE,
        "breaking",
        "PART_TYPED",
    ),
    ChangeRule(
        "REQUEST_ADDED",
        ("request added",),
        "Receivers of the older revision do not know the method and reject the request.",
        "Request {subject} was added",
        "contained",
        "safe",
        "REQUEST_REMOVED",
    ),
    ChangeRule(
        "REQUEST_REMOVED",
        ("request removed",),
        "Receivers of the newer revision do not know the method and reject the request.",
        "Request {subject} was removed",
        "contained",
        "breaking",
        "REQUEST_ADDED",
    ),
    ChangeRule(
        "NOTIFICATION_ADDED",
        ("notification added",),
        "Receivers of the older revision do not know the notification and ignore it.",
        "Notification {subject} was added",
        "lenient",
        "safe",
        "NOTIFICATION_REMOVED",
    ),
    ChangeRule(
        "NOTIFICATION_REMOVED",
        ("notification removed",),
        "Receivers of the newer revision ignore the notification, and senders no longer send it to those "
        "that wait for it.",
        "Notification {subject} was removed",
        "lenient",
        "breaking",
        "NOTIFICATION_ADDED",
    ),
    ChangeRule(
        "SENDER_ADDED",
        ("sender added",),
        "One side may send a message that only the other side could send before. Receivers of the older "
        "revision do not expect it.",
        "Another side may now send {subject}",
        "contained",
        "safe",
        "SENDER_REMOVED",
    ),
    ChangeRule(
        "SENDER_REMOVED",
        ("sender removed",),
        "One side may no longer send a message that the other side may still send.",
        "One side may no longer send {subject}",
        "contained",
        "breaking",
        "SENDER_ADDED",
    ),
    ChangeRule(
        "FIELD_ADDED_CONSTANT",
        ("required member added",),
        "Documents without the member were valid and are now rejected. Constructors of the Python class fill "
        "in the constant.",
        "{definition} now requires the constant {subject}, a new member",
        "contained",
        "safe",
        "FIELD_REMOVED_CONSTANT",
        _constant,
    ),
    ChangeRule(
        "FIELD_REMOVED_CONSTANT",
        ("required member removed",),
        "Code that distinguishes documents by the constant no longer finds it.",
        "{definition} no longer has the required constant {subject}",
        "contained",
        "breaking",
        "FIELD_ADDED_CONSTANT",
        _constant,
    ),
    ChangeRule(
        "FIELD_ADDED_REQUIRED",
        ("required member added",),
        "Documents without the member were valid and are now rejected.",
        "{definition} now requires {subject}, a new member",
        "contained",
        "breaking",
        "FIELD_REMOVED_REQUIRED",
    ),
    ChangeRule(
        "FIELD_REMOVED_REQUIRED",
        ("required member removed",),
        "Code that relies on the member no longer finds it.",
        "{definition} no longer has the required member {subject}",
        "contained",
        "breaking",
        "FIELD_ADDED_REQUIRED",
    ),
    ChangeRule(
        "FIELD_ADDED_OPTIONAL",
        ("optional member added",),
        "The name of the member now has a meaning. Only documents that used the name for something else are rejected.",
        "{definition} has the new optional member {subject}",
        "contained",
        "safe",
        "FIELD_REMOVED_OPTIONAL",
    ),
    ChangeRule(
        "FIELD_REMOVED_OPTIONAL",
        ("optional member removed",),
        "Where undeclared members are allowed, the member is accepted as one of them. Source code that reads it fails.",
        "{definition} no longer has the optional member {subject}",
        "contained",
        "breaking",
        "FIELD_ADDED_OPTIONAL",
    ),
    ChangeRule(
        "FIELD_RENAMED",
        ("member renamed",),
        "A receiver looks for the member under a name that the sender does not write.",
        "Member of {definition} renamed from {subject}",
        "contained",
        "breaking",
        "FIELD_RENAMED",
    ),
    ChangeRule(
        "FIELD_BECAME_REQUIRED",
        ("member became required",),
        "Documents without the member are rejected.",
        "{definition} now requires {subject}, which was optional",
        "contained",
        "breaking",
        "FIELD_BECAME_OPTIONAL",
    ),
    ChangeRule(
        "FIELD_BECAME_OPTIONAL",
        ("member became optional",),
        "Code that reads the member may find it absent.",
        "{definition} no longer requires {subject}, which is now optional",
        "contained",
        "risky",
        "FIELD_BECAME_REQUIRED",
    ),
    ChangeRule(
        "TYPE_RESPELLED",
        ("type changed",),
        "The same documents are valid; only the schema is written differently.",
        "A type in {definition} is written differently but allows the same values",
        "contained",
        "risky",
        "TYPE_RESPELLED",
        _both_safe,
    ),
    ChangeRule(
        "TYPE_WIDENED",
        ("type changed",),
        "Senders of the newer revision may write values that receivers of the older revision reject.",
        "A type in {definition} allows more values",
        "contained",
        "risky",
        "TYPE_NARROWED",
        _wider,
    ),
    ChangeRule(
        "TYPE_NARROWED",
        ("type changed",),
        "Receivers of the newer revision reject some values that senders of the older revision may write.",
        "A type in {definition} allows fewer values",
        "contained",
        "breaking",
        "TYPE_WIDENED",
        _narrower,
    ),
    ChangeRule(
        "TYPE_CHANGED",
        ("type changed",),
        "Each side rejects some values that the other side may write.",
        "A type in {definition} is different",
        "contained",
        "breaking",
        "TYPE_CHANGED",
        _neither,
    ),
    ChangeRule(
        "UNION_ARM_ADDED",
        ("alternative added",),
        "Senders of the newer revision may choose an alternative that receivers of the older revision do not know.",
        "{definition} may also be {subject}",
        "contained",
        "risky",
        "UNION_ARM_REMOVED",
    ),
    ChangeRule(
        "UNION_ARM_REMOVED",
        ("alternative removed",),
        "Senders of the older revision may choose an alternative that receivers of the newer revision do not know.",
        "{definition} may no longer be {subject}",
        "contained",
        "breaking",
        "UNION_ARM_ADDED",
    ),
    ChangeRule(
        "ENUM_VALUE_ADDED",
        ("value added",),
        "Senders of the newer revision may write a value that receivers of the older revision do not know.",
        "{definition} now allows the value {subject}",
        "contained",
        "risky",
        "ENUM_VALUE_REMOVED",
    ),
    ChangeRule(
        "ENUM_VALUE_REMOVED",
        ("value removed",),
        "Receivers of the newer revision reject a value that senders of the older revision may write.",
        "{definition} no longer allows the value {subject}",
        "contained",
        "breaking",
        "ENUM_VALUE_ADDED",
    ),
    ChangeRule(
        "CONSTANT_CHANGED",
        ("constant changed",),
        "Each side writes a constant that the other side does not recognise.",
        "A constant in {definition} is no longer {subject}",
        "contained",
        "breaking",
        "CONSTANT_CHANGED",
    ),
    ChangeRule(
        "BOUND_LOOSENED",
        ("bound changed",),
        "Senders of the newer revision may write values that exceed a bound of the older revision.",
        "In {definition}, {subject} allows more values",
        "contained",
        "safe",
        "BOUND_TIGHTENED",
        _wider,
    ),
    ChangeRule(
        "BOUND_TIGHTENED",
        ("bound changed",),
        "Receivers of the newer revision reject some values that senders of the older revision may write.",
        "In {definition}, {subject} allows fewer values",
        "contained",
        "risky",
        "BOUND_LOOSENED",
        _narrower,
    ),
    ChangeRule(
        "BOUND_CHANGED",
        ("bound changed",),
        "The bound is different: each side rejects some values of the other side, or neither side does.",
        "In {definition}, {subject} is different",
        "contained",
        "risky",
        "BOUND_CHANGED",
        lambda delta, wire: _neither(delta, wire) or _both_safe(delta, wire),
    ),
    *KEYWORD_RULES,
    ChangeRule(
        "OBJECT_CLOSED",
        ("object closed",),
        "Members that the object does not declare are rejected.",
        "{definition} no longer allows undeclared members",
        "contained",
        "risky",
        "OBJECT_OPENED",
    ),
    ChangeRule(
        "OBJECT_OPENED",
        ("object opened",),
        "Senders of the newer revision may write undeclared members, which receivers of the older revision reject.",
        "{definition} now allows undeclared members",
        "contained",
        "safe",
        "OBJECT_CLOSED",
    ),
)
"""Rules for changes of a schema."""
