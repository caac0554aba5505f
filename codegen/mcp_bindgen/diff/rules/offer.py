"""Rules for changes of what a server offers besides the schemas of its tools and prompts."""

from __future__ import annotations

from mcp_bindgen.diff.rules.rule import SAFE, ChangeRule, Wire


def _presence_rules(noun: str, prefix: str, levels: Wire, gone: str) -> tuple[ChangeRule, ...]:
    """Return the rule for an added part of an offer, and the rule for a removed part.

    Args:
        noun: the beginning of `Delta.what`.
        prefix: the beginning of the rule ids.
        levels: the levels of the rule for a removed part, from old to new and from new to old.
        gone: the reason why a removed part matters.
    """
    added, removed = f"{prefix}_ADDED", f"{prefix}_REMOVED"
    come = "Those who use the server need not know it. A host may show it to its user or model."
    title = noun[0].upper() + noun[1:]
    back: Wire = (levels[1], levels[0])
    return (
        ChangeRule(added, (f"{noun} added",), come, f"{title} {{subject}} was added", back, "safe", removed),
        ChangeRule(removed, (f"{noun} removed",), gone, f"{title} {{subject}} was removed", levels, "safe", added),
    )


LEVELS_IF_REMOVED: Wire = ("breaking", "safe")
OFFER_RULES: tuple[ChangeRule, ...] = (
    *_presence_rules(
        "protocol revision", "REVISION", LEVELS_IF_REMOVED, "Clients that speak only this revision cannot connect."
    ),
    *_presence_rules("tool", "TOOL", LEVELS_IF_REMOVED, "Every call of the tool is refused."),
    *_presence_rules("prompt", "PROMPT", LEVELS_IF_REMOVED, "Every request for the prompt is refused."),
    *_presence_rules(
        "resource", "RESOURCE", ("risky", "safe"), "Clients that kept the URI can no longer read it. Lists may change."
    ),
    *_presence_rules(
        "resource template", "RESOURCE_TEMPLATE", LEVELS_IF_REMOVED, "URIs made from the template can be refused."
    ),
    *_presence_rules(
        "server capability", "SERVER_CAPABILITY", LEVELS_IF_REMOVED, "Requests that need the capability are refused."
    ),
    *_presence_rules(
        "capability option",
        "CAPABILITY_OPTION",
        ("risky", "safe"),
        "Clients no longer get the notifications that the option promised, or can no longer ask for them.",
    ),
    ChangeRule(
        "HINT_NOW_HARMFUL",
        ("hint now harmful",),
        "A tool that hosts ran without a question, since its hint promised less harm, may now do that harm.",
        "{subject} promises less than before",
        ("risky", "breaking"),
        "safe",
        "HINT_NOW_HARMLESS",
    ),
    ChangeRule(
        "HINT_NOW_HARMLESS",
        ("hint now harmless",),
        "Hosts may now run the tool without a question. A hint is only what the server says about itself.",
        "{subject} promises more than before",
        ("breaking", "risky"),
        "safe",
        "HINT_NOW_HARMFUL",
    ),
    ChangeRule(
        "TASK_SUPPORT_CHANGED",
        ("task support changed",),
        "A tool that requires a task refuses plain calls, and one that forbids tasks refuses calls as a task.",
        "Tasks are supported in another way: {subject}",
        "binding",
        "safe",
        "TASK_SUPPORT_CHANGED",
    ),
    ChangeRule(
        "DESCRIPTION_CHANGED",
        ("description changed",),
        "Models act on descriptions and instructions, so the same request of a user may lead to other calls.",
        "Another text for models: {subject}",
        ("risky", "risky"),
        "safe",
        "DESCRIPTION_CHANGED",
    ),
    ChangeRule(
        "DISPLAY_CHANGED",
        ("display changed",),
        "Titles and icons are for people; nothing acts on them.",
        "Shown in another way: {subject}",
        SAFE,
        "safe",
        "DISPLAY_CHANGED",
    ),
    ChangeRule(
        "MEDIA_TYPE_CHANGED",
        ("media type changed",),
        "Clients choose by the media type how to read a resource.",
        "Another media type: {subject}",
        ("risky", "risky"),
        "safe",
        "MEDIA_TYPE_CHANGED",
    ),
    ChangeRule(
        "OFFER_MEMBER_CHANGED",
        ("member of an offer changed",),
        "The specification says nothing about the member that would decide what depends on it.",
        "Another value: {subject}",
        ("unknown", "unknown"),
        "safe",
        "OFFER_MEMBER_CHANGED",
    ),
    ChangeRule(
        "SCHEMA_NOT_COMPARED",
        ("schema not compared",),
        "The schema has a part that has no exact form here, so nothing about it is proven.",
        "Changed, and not compared: {subject}",
        ("unknown", "unknown"),
        "safe",
        "SCHEMA_NOT_COMPARED",
    ),
)
"""Rules for changes of what a server offers. Their severity for Python is `safe`, since the users of a server have no
generated classes.
"""
