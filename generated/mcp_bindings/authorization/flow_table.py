"""The table of the flow: in each state, what can happen, which action follows, and the states that it can lead to."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

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
    "response",
    "redirect",
    "client id",
    "identity",
    "declined",
    "time",
]
"""`response` is any outcome of a request that the flow asked for: the action that reads it decides what it means."""

FlowAction = Literal[
    "use the stored token",
    "deliver",
    "find the resource's metadata",
    "ask for more scopes",
    "read resource metadata",
    "read server metadata",
    "use the client id",
    "end without client id",
    "read the registration",
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

_ANY_STATE: tuple[FlowState, ...] = get_args(FlowState)

TABLE: dict[tuple[FlowState, FlowEvent], FlowTransition] = {
    **{(state, "start"): _to("use the stored token", "using") for state in _ANY_STATE},
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
    ("resource metadata", "response"): _to("read resource metadata", "resource metadata", "server metadata", "ended"),
    ("server metadata", "response"): _to("read server metadata", "server metadata", *_AFTER_REFRESH),
    ("asking", "client id"): _to("use the client id", "consent", "identity", "granting", "ended"),
    ("asking", "declined"): _to("end without client id", "ended"),
    ("registering", "response"): _to("read the registration", "consent", "ended"),
    ("consent", "redirect"): _to("exchange the code", "exchanging", "ended"),
    ("consent", "declined"): _to("end without consent", "ended"),
    ("exchanging", "response"): _to("read the first tokens", "using", "registering", "asking", "consent", "ended"),
    ("identity", "identity"): _to("exchange the identity", "asserting", "ended"),
    ("identity", "declined"): _to("end without identity", "ended"),
    ("asserting", "response"): _to("use the assertion", "granting", "ended"),
    ("granting", "response"): _to("read the granted tokens", "using", "ended"),
    ("refreshing", "response"): _to(
        "read the refreshed tokens", "using", "registering", "asking", "consent", "identity", "granting", "ended"
    ),
    ("waiting", "time"): _to("refresh", *_AFTER_REFRESH),
}
"""A program can start a flow in every state. Any other event that has no row is out of turn: `FlowStateError`."""
