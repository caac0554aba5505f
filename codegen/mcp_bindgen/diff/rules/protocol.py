"""Rules for changes of protocol facts, which no schema states."""

from __future__ import annotations

from mcp_bindgen.diff.rules.rule import MAY_BE_REMOVED, ChangeRule, deprecation_rules


def _table_rules(noun: str, prefix: str, purpose: str) -> tuple[ChangeRule, ...]:
    """Return the rules for an added, a removed and a changed row of a table of protocol facts.

    Args:
        noun: kind of a row, the beginning of `Delta.what`.
        prefix: the beginning of the rule ids.
        purpose: reason why a change of a row matters.
    """
    names = {"added": f"{prefix}_ADDED", "removed": f"{prefix}_REMOVED", "changed": f"{prefix}_CHANGED"}
    mirrors = {"added": "removed", "removed": "added", "changed": "changed"}
    return tuple(
        ChangeRule(
            name,
            (f"{noun} {kind}",),
            purpose,
            f"{kind.capitalize()}: {noun} {{subject}}",
            "binding",
            "safe",
            names[mirrors[kind]],
        )
        for kind, name in names.items()
    )


def _column_rule(noun: str, rule_id: str, purpose: str) -> ChangeRule:
    """Return the rule for changed columns: all columns of a table with one row, or one group of columns of another
    table.
    """
    summary = f"Changed: {noun}, {{subject}}"
    return ChangeRule(rule_id, (f"{noun} changed",), purpose, summary, "binding", "safe", rule_id)


PROTOCOL_RULES: tuple[ChangeRule, ...] = (
    _column_rule(
        "method kind",
        "METHOD_KIND_CHANGED",
        "A message is sent in another way, for example inside a result, so a peer of the other revision never gets it.",
    ),
    _column_rule(
        "method results", "METHOD_RESULTS_CHANGED", "The response may be a result that the requester does not expect."
    ),
    _column_rule(
        "method capability", "METHOD_CAPABILITY_CHANGED", "The method requires another capability to be declared."
    ),
    _column_rule(
        "method duty",
        "METHOD_DUTY_CHANGED",
        "Whether the request can be cancelled, or whether progress can be reported, is different.",
    ),
    _column_rule(
        "method delivery",
        "METHOD_DELIVERY_CHANGED",
        "The message is delivered over another channel, on which a peer of the other revision may not listen.",
    ),
    _column_rule(
        "method status",
        "METHOD_STATUS_CHANGED",
        "The method became experimental or stable; an experimental method may change at any time.",
    ),
    *deprecation_rules("method", "METHOD", MAY_BE_REMOVED),
    *deprecation_rules("capability", "CAPABILITY", MAY_BE_REMOVED),
    _column_rule("capability", "CAPABILITY_CHANGED", "Declaring the capability allows other methods than before."),
    ChangeRule(
        "ERROR_CODE_ADDED",
        ("error code added",),
        "Receivers of the older revision do not know the meaning of the code.",
        "Error code {subject} is new",
        ("safe", "risky"),
        "safe",
        "ERROR_CODE_RETIRED",
    ),
    ChangeRule(
        "ERROR_CODE_RETIRED",
        ("error code retired",),
        "Code that handles this error code is never run, because peers of the newer revision do not send it.",
        "Error code {subject} is no longer sent",
        ("risky", "safe"),
        "risky",
        "ERROR_CODE_ADDED",
    ),
    _column_rule(
        "error code", "ERROR_CODE_CHANGED", "The name of the code, or the data that come with it, are different."
    ),
    *_table_rules("error use", "ERROR_USE", "In a situation, peers respond with another error than before."),
    *_table_rules(
        "range of error codes",
        "ERROR_RANGE",
        "Who defines the codes of a range decides whether a receiver can know their meaning.",
    ),
    *_table_rules(
        "default",
        "DEFAULT",
        "If the member is absent, the receiver assumes another value than the sender.",
    ),
    *_table_rules(
        "lint rule",
        "LINT_RULE",
        "The specification states the rule for a single message in prose, so no schema enforces it.",
    ),
    _column_rule(
        "version agreement",
        "VERSION_AGREEMENT_CHANGED",
        "Client and server must agree on a protocol version in the same way.",
    ),
    _column_rule(
        "lifecycle",
        "LIFECYCLE_CHANGED",
        "When messages may be sent, or where state is kept and for how long, is different.",
    ),
    _column_rule("stdio", "STDIO_CHANGED", "The lines on standard input and output have another format."),
    _column_rule("HTTP transport", "HTTP_CHANGED", "HTTP endpoints, sessions or streams work differently."),
    _column_rule(
        "event streams", "EVENT_STREAMS_CHANGED", "Event streams are begun, closed, polled or resumed differently."
    ),
    *_table_rules(
        "requirement",
        "REQUIREMENT",
        "No single message can show that the requirement is broken, so no schema and no check of messages enforces it.",
    ),
    *_table_rules("feature status", "FEATURE_STATUS", "A later revision may remove what is deprecated."),
    _column_rule("batching", "BATCHING_CHANGED", "Only one of the revisions accepts several messages in a JSON array."),
    _column_rule("request id rule", "REQUEST_ID_CHANGED", "One revision allows request ids that the other rejects."),
    *_table_rules("request header", "REQUEST_HEADER", "Servers reject requests without a required header."),
    *_table_rules("response header", "RESPONSE_HEADER", "Clients read response headers, such as the session id."),
    *_table_rules(
        "HTTP status",
        "HTTP_STATUS",
        "From the status, clients derive what went wrong and what to do next.",
    ),
    *_table_rules("_meta key", "META_KEY", "Keys of `_meta` carry data for which a message has no member."),
    *deprecation_rules("_meta key", "META_KEY", "Keys of `_meta` carry data for which a message has no member."),
    _column_rule(
        "authorization conformance",
        "AUTHORIZATION_CONFORMANCE_CHANGED",
        "For whom authorization is required or recommended is different.",
    ),
    *_table_rules(
        "authorization standard",
        "AUTHORIZATION_STANDARD",
        "Clients, servers and authorization servers must implement the same standards.",
    ),
    *_table_rules(
        "authorization discovery",
        "AUTHORIZATION_DISCOVERY",
        "Clients look for metadata at other URLs, or in another order.",
    ),
    *_table_rules(
        "authorization parameter", "AUTHORIZATION_PARAMETER", "Requests without a required parameter may be rejected."
    ),
    *_table_rules(
        "authorization challenge",
        "AUTHORIZATION_CHALLENGE",
        "From the `WWW-Authenticate` challenge, clients learn how to get a token.",
    ),
    *_table_rules(
        "authorization status",
        "AUTHORIZATION_STATUS",
        "From the HTTP status, clients derive the next step of authorization.",
    ),
    *_table_rules(
        "authorization rule", "AUTHORIZATION_RULE", "Tokens, redirects and scopes are checked according to the rule."
    ),
    *_table_rules(
        "authorization issuer check",
        "AUTHORIZATION_ISSUER_CHECK",
        "The check of `iss` decides whether a client trusts an authorization response.",
    ),
    *deprecation_rules("authorization", "AUTHORIZATION", MAY_BE_REMOVED),
)
"""Rules for changes of protocol facts."""
