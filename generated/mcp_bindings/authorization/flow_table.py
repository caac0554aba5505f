"""State table of the flow: the events of each state, their actions, and the states to which an action can lead."""

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
"""State of a flow: `new` before the first start, `using` while the program sends an MCP request, `ended` after the last
step. Each of the other states is named after what the flow waits for.
"""

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
"""Event of a flow. `response` is the outcome, a failure too, of the request in a step `FetchDocument`, `Register` or
`PostForm`.
"""

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
    """The action after an event in a state, and the states to which the action can lead."""

    action: FlowAction
    next_states: frozenset[FlowState]


def _make_transition(action: FlowAction, *states: FlowState) -> FlowTransition:
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
"""States to which a flow can go when it needs a refresh. This need not be `refreshing`: another flow may have refreshed
the tokens, or a refresh may be impossible.
"""

_ANY_STATE: tuple[FlowState, ...] = get_args(FlowState)

TRANSITIONS: dict[tuple[FlowState, FlowEvent], FlowTransition] = {
    **{(state, "start"): _make_transition("use the stored token", "using") for state in _ANY_STATE},
    ("using", "start"): _make_transition("use the stored token", *_AFTER_REFRESH),
    ("using", "other response"): _make_transition("deliver", "using"),
    ("using", "unauthorized"): _make_transition(
        "find the resource's metadata", "using", "resource metadata", "server metadata", "ended"
    ),
    ("using", "insufficient scope"): _make_transition(
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
    ("resource metadata", "response"): _make_transition(
        "read resource metadata", "resource metadata", "server metadata", "ended"
    ),
    ("server metadata", "response"): _make_transition("read server metadata", "server metadata", *_AFTER_REFRESH),
    ("asking", "client id"): _make_transition("use the client id", "consent", "identity", "granting", "ended"),
    ("asking", "declined"): _make_transition("end without client id", "ended"),
    ("registering", "response"): _make_transition("read the registration", "consent", "ended"),
    ("consent", "redirect"): _make_transition("exchange the code", "exchanging", "ended"),
    ("consent", "declined"): _make_transition("end without consent", "ended"),
    ("exchanging", "response"): _make_transition(
        "read the first tokens", "using", "registering", "asking", "consent", "ended"
    ),
    ("identity", "identity"): _make_transition("exchange the identity", "asserting", "ended"),
    ("identity", "declined"): _make_transition("end without identity", "ended"),
    ("asserting", "response"): _make_transition("use the assertion", "granting", "ended"),
    ("granting", "response"): _make_transition("read the granted tokens", "using", "ended"),
    ("refreshing", "response"): _make_transition(
        "read the refreshed tokens", "using", "registering", "asking", "consent", "identity", "granting", "ended"
    ),
    ("waiting", "time"): _make_transition("refresh", *_AFTER_REFRESH),
}
"""Transitions by state and event. Every state allows `start`. For a pair of state and event that is not a key here, the
flow raises `FlowStateError`.
"""
