"""The rules for keywords that do not change the type: conditions, formats and defaults."""

from __future__ import annotations

from mcp_bindgen.diff.rules.rule import SAFE, ChangeRule

KEYWORD_RULES: tuple[ChangeRule, ...] = (
    ChangeRule(
        "CONDITION_ADDED",
        ("condition added",),
        "Receivers of the newer revision reject documents that do not meet the condition. Whether senders of the older "
        "revision write such documents is not decided.",
        "{definition} has a condition: {subject}",
        ("unknown", "safe"),
        "risky",
        "CONDITION_REMOVED",
    ),
    ChangeRule(
        "CONDITION_REMOVED",
        ("condition removed",),
        "Senders of the newer revision may write documents that do not meet the condition. Whether they do is not "
        "decided.",
        "{definition} no longer has a condition: {subject}",
        ("safe", "unknown"),
        "safe",
        "CONDITION_ADDED",
    ),
    ChangeRule(
        "FORMAT_CHANGED",
        ("format changed",),
        "A format only describes a string, so nothing is rejected. People and tools may rely on it.",
        "A string in {definition} has another format",
        "contained",
        "safe",
        "FORMAT_CHANGED",
    ),
    ChangeRule(
        "DEFAULT_VALUE_CHANGED",
        ("default value changed",),
        "The same documents are valid, but a receiver that fills in an absent member gives it another value.",
        "The default of {subject} is another value",
        ("risky", "risky"),
        "safe",
        "DEFAULT_VALUE_CHANGED",
    ),
    ChangeRule(
        "DEFAULT_VALUE_ADDED",
        ("default value added",),
        "The same documents are valid. The schema now says what an absent member means.",
        "{subject} has a default",
        SAFE,
        "safe",
        "DEFAULT_VALUE_REMOVED",
    ),
    ChangeRule(
        "DEFAULT_VALUE_REMOVED",
        ("default value removed",),
        "The same documents are valid. The schema no longer says what an absent member means.",
        "{subject} no longer has a default",
        SAFE,
        "safe",
        "DEFAULT_VALUE_ADDED",
    ),
)
"""Rules for changes of a schema that leave its types as they are."""
