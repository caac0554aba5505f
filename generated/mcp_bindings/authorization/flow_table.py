"""The table of the flow: in each state, what can happen, which action follows, and the states that it can lead to."""

from __future__ import annotations

from typing import Literal, NamedTuple

FlowState = Literal[
    "new",
    "using",
    "resource metadata",
    "server metadata",
    "asking",
    "registering",
    "consent",
    "exchanging",
    "identity",
    "asserting",
    "granting",
    "refreshing",
    "waiting",
    "ended",
]
"""`using`: the program sends MCP requests; the other states name what the flow waits for."""

FlowEvent = Literal[
    "start",
    "other response",
    "unauthorized",
    "insufficient scope",
    "success",
    "failure",
    "redirect",
    "client id",
    "identity",
    "declined",
    "time",
]
"""`success` is a response with status 200 or 201 to a request that the flow asked for, `failure` any other outcome."""

FlowAction = Literal[
    "use the stored token",
    "deliver",
    "find the resource's metadata",
    "ask for more scopes",
    "read resource metadata",
    "try the next resource metadata",
    "read server metadata",
    "try the next server metadata",
    "use the client id",
    "end without client id",
    "read the registration",
    "end without registration",
    "exchange the code",
    "end without consent",
    "read the first tokens",
    "exchange the identity",
    "end without identity",
    "use the assertion",
    "read the granted tokens",
    "read the refreshed tokens",
    "refresh",
]


class FlowTransition(NamedTuple):
    """What follows an event in a state."""

    action: FlowAction
    to: frozenset[FlowState]


def _to(action: FlowAction, *states: FlowState) -> FlowTransition:
    return FlowTransition(action, frozenset(states))


_AFTER_REFRESH: tuple[FlowState, ...] = (
    "using",
    "refreshing",
    "waiting",
    "registering",
    "asking",
    "consent",
    "identity",
    "granting",
    "ended",
)
"""Where a refresh leads that starts now: the tokens may be another flow's, or can no longer be refreshed."""

TABLE: dict[tuple[FlowState, FlowEvent], FlowTransition] = {
    ("new", "start"): _to("use the stored token", "using"),
    ("ended", "start"): _to("use the stored token", *_AFTER_REFRESH),
    ("using", "start"): _to("use the stored token", *_AFTER_REFRESH),
    ("using", "other response"): _to("deliver", "using"),
    ("using", "unauthorized"): _to(
        "find the resource's metadata", "using", "resource metadata", "server metadata", "ended"
    ),
    ("using", "insufficient scope"): _to(
        "ask for more scopes",
        "using",
        "consent",
        "registering",
        "asking",
        "identity",
        "granting",
        "resource metadata",
        "server metadata",
        "ended",
    ),
    ("resource metadata", "success"): _to("read resource metadata", "resource metadata", "server metadata", "ended"),
    ("resource metadata", "failure"): _to(
        "try the next resource metadata", "resource metadata", "server metadata", "ended"
    ),
    ("server metadata", "success"): _to("read server metadata", "server metadata", *_AFTER_REFRESH),
    ("server metadata", "failure"): _to("try the next server metadata", "server metadata", *_AFTER_REFRESH),
    ("asking", "client id"): _to("use the client id", "consent", "identity", "granting", "ended"),
    ("asking", "declined"): _to("end without client id", "ended"),
    ("registering", "success"): _to("read the registration", "consent", "ended"),
    ("registering", "failure"): _to("end without registration", "ended"),
    ("consent", "redirect"): _to("exchange the code", "exchanging", "ended"),
    ("consent", "declined"): _to("end without consent", "ended"),
    ("exchanging", "success"): _to("read the first tokens", "using", "ended"),
    ("exchanging", "failure"): _to("read the first tokens", "registering", "asking", "consent", "ended"),
    ("identity", "identity"): _to("exchange the identity", "asserting", "ended"),
    ("identity", "declined"): _to("end without identity", "ended"),
    ("asserting", "success"): _to("use the assertion", "granting", "ended"),
    ("asserting", "failure"): _to("use the assertion", "ended"),
    ("granting", "success"): _to("read the granted tokens", "using", "ended"),
    ("granting", "failure"): _to("read the granted tokens", "ended"),
    ("refreshing", "success"): _to("read the refreshed tokens", "using", "ended"),
    ("refreshing", "failure"): _to(
        "read the refreshed tokens", "using", "registering", "asking", "consent", "identity", "granting", "ended"
    ),
    ("waiting", "time"): _to("refresh", *_AFTER_REFRESH),
}
"""Every other event is out of turn: `FlowStateError`."""
