"""The catalogue: every kind of change by a stable id, with what it means. Rules are data; judging is in `classify`.

Where `wire` is `contained`, the search decides whether documents of one side are documents of the other, and only
what it proves is called safe. Where it is `binding`, a fact says how binding it is. Else the verdict is fixed.
Every rule names the one that the same change gets when OLD and NEW are swapped; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.diff.types import Delta, Level, Severity
from mcp_bindgen.jsontext import is_object

Wire: TypeAlias = tuple[Level, Level]
"""From old to new, and from new to old."""

Judged = Literal["contained", "lenient", "binding"]


@dataclass(frozen=True)
class Rule:
    """One kind of change."""

    id: str
    on: tuple[str, ...]
    """The differences it speaks of."""
    purpose: str
    """Why anyone should care, for the documentation."""
    says: str
    """The sentence of a finding; `{subject}` and `{definition}` are filled in."""
    wire: Judged | Wire
    """`lenient`: as `contained`, but what one side alone knows is passed over by the other, so risky at worst."""
    python: Severity
    mirror: str
    """The rule of the same change the other way round."""
    check: Callable[[Delta, Wire], bool] = lambda delta, wire: True


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


_SAFE: Wire = ("safe", "safe")

SCHEMA_RULES: tuple[Rule, ...] = (
    Rule(
        "DEFINITION_ADDED",
        ("definition added",),
        "A new name to build on. Alone it changes no message; what refers to it is reported where it stands.",
        "Definition {subject} is new",
        _SAFE,
        "safe",
        "DEFINITION_REMOVED",
    ),
    Rule(
        "DEFINITION_REMOVED",
        ("definition removed",),
        "Source that imports the class fails. What referred to it is reported where it stood.",
        "Definition {subject} is gone",
        _SAFE,
        "breaking",
        "DEFINITION_ADDED",
    ),
    Rule(
        "DEFINITION_RENAMED",
        ("definition renamed",),
        "The same thing under another name: nothing changes on the wire, but imports do.",
        "Definition {subject} is a new name for the same thing",
        _SAFE,
        "breaking",
        "DEFINITION_RENAMED",
    ),
    Rule(
        "PART_RENAMED",
        ("part renamed",),
        "What is inline on one side has a definition, or another place, on the other: its class is called otherwise.",
        "Class {subject}: the same part of a message under another name",
        _SAFE,
        "breaking",
        "PART_RENAMED",
    ),
    Rule(
        "PART_TYPED",
        ("part typed",),
        "What was an object of any members has a class now. Its members are reported one by one.",
        "{subject} is a class, which was an object without named members",
        _SAFE,
        "risky",
        "PART_UNTYPED",
    ),
    Rule(
        "PART_UNTYPED",
        ("part untyped",),
        "What had a class is an object of any members now. Its members are reported one by one.",
        "{subject} is an object without named members, which was a class",
        _SAFE,
        "breaking",
        "PART_TYPED",
    ),
    Rule(
        "REQUEST_ADDED",
        ("request added",),
        "Receivers of the older revision do not know the method and refuse it.",
        "Request {subject} is new",
        "contained",
        "safe",
        "REQUEST_REMOVED",
    ),
    Rule(
        "REQUEST_REMOVED",
        ("request removed",),
        "Receivers of the newer revision refuse the method.",
        "Request {subject} is gone",
        "contained",
        "breaking",
        "REQUEST_ADDED",
    ),
    Rule(
        "NOTIFICATION_ADDED",
        ("notification added",),
        "Receivers of the older revision do not know it; a notification that no one knows is passed over.",
        "Notification {subject} is new",
        "lenient",
        "safe",
        "NOTIFICATION_REMOVED",
    ),
    Rule(
        "NOTIFICATION_REMOVED",
        ("notification removed",),
        "Receivers of the newer revision do not know it and pass it over; whoever waits for it waits for ever.",
        "Notification {subject} is gone",
        "lenient",
        "breaking",
        "NOTIFICATION_ADDED",
    ),
    Rule(
        "SENDER_ADDED",
        ("sender added",),
        "A side may send what only the other could; receivers of the older revision do not expect it.",
        "{subject} has another sender",
        "contained",
        "safe",
        "SENDER_REMOVED",
    ),
    Rule(
        "SENDER_REMOVED",
        ("sender removed",),
        "A side may no longer send what the other still may.",
        "{subject} has a sender less",
        "contained",
        "breaking",
        "SENDER_ADDED",
    ),
    Rule(
        "FIELD_ADDED_CONSTANT",
        ("required member added",),
        "Documents without the member, which were complete, are refused. Constructors fill it in by themselves.",
        "{definition} requires the constant {subject}, which it did not have",
        "contained",
        "safe",
        "FIELD_REMOVED_CONSTANT",
        _constant,
    ),
    Rule(
        "FIELD_REMOVED_CONSTANT",
        ("required member removed",),
        "Who tells documents apart by the constant does not find it any more.",
        "{definition} no longer has the constant {subject}, which it required",
        "contained",
        "breaking",
        "FIELD_ADDED_CONSTANT",
        _constant,
    ),
    Rule(
        "FIELD_ADDED_REQUIRED",
        ("required member added",),
        "Documents without the member, which were complete, are refused.",
        "{definition} requires {subject}, which it did not have",
        "contained",
        "breaking",
        "FIELD_REMOVED_REQUIRED",
    ),
    Rule(
        "FIELD_REMOVED_REQUIRED",
        ("required member removed",),
        "Who relies on the member does not find it any more.",
        "{definition} no longer has {subject}, which it required",
        "contained",
        "breaking",
        "FIELD_ADDED_REQUIRED",
    ),
    Rule(
        "FIELD_ADDED_OPTIONAL",
        ("optional member added",),
        "A name that was free has a meaning now. Only documents that used it for something else are refused.",
        "{definition} may have {subject}",
        "contained",
        "safe",
        "FIELD_REMOVED_OPTIONAL",
    ),
    Rule(
        "FIELD_REMOVED_OPTIONAL",
        ("optional member removed",),
        "The member passes as one that no one knows, where unknown ones are allowed; source that reads it fails.",
        "{definition} no longer has {subject}",
        "contained",
        "breaking",
        "FIELD_ADDED_OPTIONAL",
    ),
    Rule(
        "FIELD_RENAMED",
        ("member renamed",),
        "One side looks for a name that the other does not write.",
        "In {definition}, {subject} is a new name for the same member",
        "contained",
        "breaking",
        "FIELD_RENAMED",
    ),
    Rule(
        "FIELD_BECAME_REQUIRED",
        ("member became required",),
        "Documents without the member are refused.",
        "{definition} requires {subject}, which could be left out",
        "contained",
        "breaking",
        "FIELD_BECAME_OPTIONAL",
    ),
    Rule(
        "FIELD_BECAME_OPTIONAL",
        ("member became optional",),
        "Readers may not find what was always there.",
        "{definition} can do without {subject}",
        "contained",
        "risky",
        "FIELD_BECAME_REQUIRED",
    ),
    Rule(
        "TYPE_RESPELLED",
        ("type changed",),
        "The same documents are valid; only the schema says it otherwise.",
        "A type in {definition} is written otherwise and allows the same",
        "contained",
        "risky",
        "TYPE_RESPELLED",
        _both_safe,
    ),
    Rule(
        "TYPE_WIDENED",
        ("type changed",),
        "Senders may write more than older receivers understand.",
        "A type in {definition} allows more",
        "contained",
        "risky",
        "TYPE_NARROWED",
        _wider,
    ),
    Rule(
        "TYPE_NARROWED",
        ("type changed",),
        "Newer receivers refuse some of what older senders write.",
        "A type in {definition} allows less",
        "contained",
        "breaking",
        "TYPE_WIDENED",
        _narrower,
    ),
    Rule(
        "TYPE_CHANGED",
        ("type changed",),
        "Either side refuses some of what the other writes.",
        "A type in {definition} is another one",
        "contained",
        "breaking",
        "TYPE_CHANGED",
        _neither,
    ),
    Rule(
        "UNION_ARM_ADDED",
        ("alternative added",),
        "Senders may choose what older receivers do not know.",
        "{definition} may also be {subject}",
        "contained",
        "risky",
        "UNION_ARM_REMOVED",
    ),
    Rule(
        "UNION_ARM_REMOVED",
        ("alternative removed",),
        "Newer receivers do not know what older senders may choose.",
        "{definition} can no longer be {subject}",
        "contained",
        "breaking",
        "UNION_ARM_ADDED",
    ),
    Rule(
        "ENUM_VALUE_ADDED",
        ("value added",),
        "Senders may write a value that older receivers do not know.",
        "{definition} allows the value {subject}",
        "contained",
        "risky",
        "ENUM_VALUE_REMOVED",
    ),
    Rule(
        "ENUM_VALUE_REMOVED",
        ("value removed",),
        "Newer receivers refuse a value that older senders write.",
        "{definition} no longer allows the value {subject}",
        "contained",
        "breaking",
        "ENUM_VALUE_ADDED",
    ),
    Rule(
        "CONSTANT_CHANGED",
        ("constant changed",),
        "What one side writes, the other does not recognise.",
        "A constant in {definition} is not {subject} any more",
        "contained",
        "breaking",
        "CONSTANT_CHANGED",
    ),
    Rule(
        "BOUND_LOOSENED",
        ("bound changed",),
        "Senders may go beyond what older receivers allow.",
        "In {definition}, {subject} allows more",
        "contained",
        "safe",
        "BOUND_TIGHTENED",
        _wider,
    ),
    Rule(
        "BOUND_TIGHTENED",
        ("bound changed",),
        "Newer receivers refuse some of what older senders write.",
        "In {definition}, {subject} allows less",
        "contained",
        "risky",
        "BOUND_LOOSENED",
        _narrower,
    ),
    Rule(
        "BOUND_CHANGED",
        ("bound changed",),
        "Either side refuses some of what the other writes, or neither does.",
        "In {definition}, {subject} is another one",
        "contained",
        "risky",
        "BOUND_CHANGED",
        lambda delta, wire: _neither(delta, wire) or _both_safe(delta, wire),
    ),
    Rule(
        "FORMAT_CHANGED",
        ("format changed",),
        "Formats describe and refuse nothing; people and tools read them all the same.",
        "A string in {definition} has another format",
        "contained",
        "safe",
        "FORMAT_CHANGED",
    ),
    Rule(
        "OBJECT_CLOSED",
        ("object closed",),
        "Members without a name of their own are refused.",
        "{definition} refuses members it does not know",
        "contained",
        "risky",
        "OBJECT_OPENED",
    ),
    Rule(
        "OBJECT_OPENED",
        ("object opened",),
        "Senders may write members that older receivers refuse.",
        "{definition} allows members it does not know",
        "contained",
        "safe",
        "OBJECT_CLOSED",
    ),
)
"""What a schema shows."""


def _row_rules(noun: str, prefix: str, purpose: str, *, deprecation: bool = False) -> tuple[Rule, ...]:
    """The three rules of a table of facts: old peers do not do what is new, new ones no longer what is gone."""
    rules = (
        Rule(f"{prefix}_ADDED", (f"{noun} added",), purpose, f"New: {noun} {{subject}}", "binding", "safe",
             f"{prefix}_REMOVED"),
        Rule(f"{prefix}_REMOVED", (f"{noun} removed",), purpose, f"Gone: {noun} {{subject}}", "binding", "safe",
             f"{prefix}_ADDED"),
        Rule(f"{prefix}_CHANGED", (f"{noun} changed",), purpose, f"Changed: {noun} {{subject}}", "binding",
             "safe", f"{prefix}_CHANGED"),
    )  # fmt: skip
    return (*rules, *(_deprecation_rules(noun, prefix, purpose) if deprecation else ()))


def _deprecation_rules(noun: str, prefix: str, purpose: str) -> tuple[Rule, ...]:
    return (
        Rule(f"{prefix}_DEPRECATED", (f"{noun} deprecated",), purpose, f"On its way out: {noun} {{subject}}", _SAFE,
             "risky", f"{prefix}_UNDEPRECATED"),
        Rule(f"{prefix}_UNDEPRECATED", (f"{noun} no longer deprecated",), purpose,
             f"No longer on its way out: {noun} {{subject}}", _SAFE, "safe", f"{prefix}_DEPRECATED"),
    )  # fmt: skip


def _single(noun: str, rule_id: str, purpose: str) -> Rule:
    """The rule of a table of one row, for its columns."""
    return Rule(rule_id, (f"{noun} changed",), purpose, f"Changed: {noun}, {{subject}}", "binding", "safe", rule_id)


PROTOCOL_RULES: tuple[Rule, ...] = (
    _single("method kind", "METHOD_KIND_CHANGED", "The method travels another way, so peers wait in vain for it."),
    _single("method results", "METHOD_RESULTS_CHANGED", "Another result may answer than one side expects."),
    _single("method capability", "METHOD_CAPABILITY_CHANGED", "Another capability has to be declared first."),
    _single("method duty", "METHOD_DUTY_CHANGED", "Whether it may be cancelled, or reports progress, is another."),
    _single("method delivery", "METHOD_DELIVERY_CHANGED", "It comes over another channel than one side listens on."),
    _single("method status", "METHOD_STATUS_CHANGED", "What is experimental may change at any time."),
    *_deprecation_rules("method", "METHOD", "What is deprecated goes away in some later revision."),
    *_deprecation_rules("capability", "CAPABILITY", "What is deprecated goes away in some later revision."),
    _single("capability", "CAPABILITY_CHANGED", "A capability opens other methods than it did."),
    Rule("ERROR_CODE_ADDED", ("error code added",), "Receivers of the older revision do not know what it means.",
         "Error code {subject} is new", ("safe", "risky"), "safe", "ERROR_CODE_RETIRED"),
    Rule("ERROR_CODE_RETIRED", ("error code retired",), "Whoever waits for the code waits in vain.",
         "Error code {subject} is no longer sent", ("risky", "safe"), "risky", "ERROR_CODE_ADDED"),
    _single("error code", "ERROR_CODE_CHANGED", "Name or data of a code are another."),
    *_row_rules("error use", "ERROR_USE", "A situation is answered with another error than one side expects."),
    _single("version agreement", "VERSION_AGREEMENT_CHANGED", "Both sides must agree on a version the same way."),
    _single("lifecycle", "LIFECYCLE_CHANGED", "What may be sent when, and what lives how long, is another."),
    _single("stdio", "STDIO_CHANGED", "Lines on standard streams hold something else."),
    _single("HTTP transport", "HTTP_CHANGED", "Endpoints, sessions or streams over HTTP are others."),
    _single("batching", "BATCHING_CHANGED", "Messages in arrays are accepted by one side only."),
    _single("request id rule", "REQUEST_ID_CHANGED", "Ids that one side allows are refused by the other."),
    *_row_rules("request header", "REQUEST_HEADER", "Servers refuse requests without a header they must have."),
    *_row_rules("response header", "RESPONSE_HEADER", "Clients look for headers of responses."),
    *_row_rules("HTTP status", "HTTP_STATUS", "Clients tell by the status what went wrong and what to do next."),
    *_row_rules("_meta key", "META_KEY", "Keys of `_meta` carry what has no member of its own.", deprecation=True),
    _single("authorization conformance", "AUTHORIZATION_CONFORMANCE_CHANGED", "Whom authorization binds is another."),
    *_row_rules("authorization standard", "AUTHORIZATION_STANDARD", "Both sides must build on the same standards."),
    *_row_rules("authorization discovery", "AUTHORIZATION_DISCOVERY", "Clients look elsewhere for metadata."),
    *_row_rules("authorization parameter", "AUTHORIZATION_PARAMETER", "Requests without it may be refused."),
    *_row_rules("authorization challenge", "AUTHORIZATION_CHALLENGE", "Clients read from it how to go on."),
    *_row_rules("authorization status", "AUTHORIZATION_STATUS", "Clients tell by the status how to go on."),
    *_row_rules("authorization rule", "AUTHORIZATION_RULE", "Tokens, redirects and scopes are judged by it."),
    *_row_rules("authorization issuer check", "AUTHORIZATION_ISSUER_CHECK", "It says whether a response is trusted."),
    *_deprecation_rules("authorization", "AUTHORIZATION", "What is deprecated goes away in some later revision."),
)  # fmt: skip
"""What only the facts show."""

RULES: tuple[Rule, ...] = (*SCHEMA_RULES, *PROTOCOL_RULES)
BY_ID = {rule.id: rule for rule in RULES}


def rule_for(delta: Delta, wire: Wire) -> Rule:
    """The rule of a difference, given what becomes of its documents."""
    return next(rule for rule in RULES if delta.what in rule.on and rule.check(delta, wire))


def judged_by(what: str) -> Judged | Wire:
    """How a difference is judged; all its rules agree on that."""
    return next(rule.wire for rule in RULES if what in rule.on)


def documentation(rule: Rule) -> str:
    """The page of a rule, as plain paragraphs."""
    wire = {
        "contained": "On the wire: decided for each change by a search for a document that one side refuses.",
        "lenient": "On the wire: as for a request, but risky at worst, since what is not known is passed over.",
        "binding": "On the wire: by how binding the fact is (MUST breaks, SHOULD is risky, anything else safe).",
    }
    verdict = (
        wire[rule.wire]
        if isinstance(rule.wire, str)
        else f"On the wire: {rule.wire[0]} from old to new, {rule.wire[1]} back."
    )
    mirror = "itself" if rule.mirror == rule.id else rule.mirror
    sentence = rule.says.format(subject="X", definition="D")
    return "\n\n".join(
        (rule.id, rule.purpose, f"Reads: {sentence}.", verdict, f"To Python source: {rule.python}.",
         f"The other way round: {mirror}.")
    )  # fmt: skip
