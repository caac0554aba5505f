"""The rules of what only the facts show."""

from __future__ import annotations

from mcp_bindgen.diff.rules.rule import SAFE, ChangeRule


def _row_rules(noun: str, prefix: str, purpose: str, *, deprecation: bool = False) -> tuple[ChangeRule, ...]:
    """The three rules of a table of facts: old peers do not do what is new, new ones no longer what is gone."""
    rules = (
        ChangeRule(f"{prefix}_ADDED", (f"{noun} added",), purpose, f"New: {noun} {{subject}}", "binding", "safe",
             f"{prefix}_REMOVED"),
        ChangeRule(f"{prefix}_REMOVED", (f"{noun} removed",), purpose, f"Gone: {noun} {{subject}}", "binding", "safe",
             f"{prefix}_ADDED"),
        ChangeRule(f"{prefix}_CHANGED", (f"{noun} changed",), purpose, f"Changed: {noun} {{subject}}", "binding",
             "safe", f"{prefix}_CHANGED"),
    )  # fmt: skip
    return (*rules, *(_deprecation_rules(noun, prefix, purpose) if deprecation else ()))


def _deprecation_rules(noun: str, prefix: str, purpose: str) -> tuple[ChangeRule, ...]:
    return (
        ChangeRule(f"{prefix}_DEPRECATED", (f"{noun} deprecated",), purpose, f"On its way out: {noun} {{subject}}", SAFE,
             "risky", f"{prefix}_UNDEPRECATED"),
        ChangeRule(f"{prefix}_UNDEPRECATED", (f"{noun} no longer deprecated",), purpose,
             f"No longer on its way out: {noun} {{subject}}", SAFE, "safe", f"{prefix}_DEPRECATED"),
    )  # fmt: skip


def _single(noun: str, rule_id: str, purpose: str) -> ChangeRule:
    """The rule of a table of one row, for its columns."""
    return ChangeRule(
        rule_id, (f"{noun} changed",), purpose, f"Changed: {noun}, {{subject}}", "binding", "safe", rule_id
    )


PROTOCOL_RULES: tuple[ChangeRule, ...] = (
    _single("method kind", "METHOD_KIND_CHANGED", "The method travels another way, so peers wait in vain for it."),
    _single("method results", "METHOD_RESULTS_CHANGED", "Another result may answer than one side expects."),
    _single("method capability", "METHOD_CAPABILITY_CHANGED", "Another capability has to be declared first."),
    _single("method duty", "METHOD_DUTY_CHANGED", "Whether it may be cancelled, or reports progress, is another."),
    _single("method delivery", "METHOD_DELIVERY_CHANGED", "It comes over another channel than one side listens on."),
    _single("method status", "METHOD_STATUS_CHANGED", "What is experimental may change at any time."),
    *_deprecation_rules("method", "METHOD", "What is deprecated goes away in some later revision."),
    *_deprecation_rules("capability", "CAPABILITY", "What is deprecated goes away in some later revision."),
    _single("capability", "CAPABILITY_CHANGED", "A capability opens other methods than it did."),
    ChangeRule("ERROR_CODE_ADDED", ("error code added",), "Receivers of the older revision do not know what it means.",
         "Error code {subject} is new", ("safe", "risky"), "safe", "ERROR_CODE_RETIRED"),
    ChangeRule("ERROR_CODE_RETIRED", ("error code retired",), "Whoever waits for the code waits in vain.",
         "Error code {subject} is no longer sent", ("risky", "safe"), "risky", "ERROR_CODE_ADDED"),
    _single("error code", "ERROR_CODE_CHANGED", "Name or data of a code are another."),
    *_row_rules("error use", "ERROR_USE", "A situation is answered with another error than one side expects."),
    *_row_rules("range of error codes", "ERROR_RANGE", "Whose a code is says whether a meaning may be read into it."),
    *_row_rules("default", "DEFAULT", "A reader takes an absent member for something else than the sender meant."),
    *_row_rules("message rule", "MESSAGE_RULE", "What the prose asks of one message, and no schema checks."),
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
