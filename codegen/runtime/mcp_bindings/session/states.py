"""Tables of the steps that each state allows. Sessions look next states up here, and the diagrams show these tables.

`HANDSHAKE` has the states of a session that `initialize` opens. `REQUEST` has the states of one request, in either era.
In a per-request revision, only requests have states.

Pages: /specification/2025-11-25/basic/lifecycle, /specification/2025-11-25/basic/utilities/cancellation,
/specification/2026-07-28/basic/index#statelessness, /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple


class Transition(NamedTuple):
    """One row of `HANDSHAKE` or `REQUEST`: a state, a side, a step of the side in that state, and the next state."""

    state: str
    actor: str
    """The side: `client` or `server` in `HANDSHAKE`, `requestor` or `receiver` in `REQUEST`."""

    step: str
    next: str


NEW, INITIALIZING, AGREED, READY, CLOSED = "new", "initializing", "agreed", "ready", "closed"

HANDSHAKE: tuple[Transition, ...] = (
    # The sides have agreed on nothing yet. "Early" messages are those that the revision allows before that, such as
    # `ping` and its progress.
    Transition(NEW, "client", "initialize", INITIALIZING),
    Transition(NEW, "client", "early request", NEW),
    Transition(NEW, "client", "early notification", NEW),
    Transition(NEW, "client", "response", NEW),
    Transition(NEW, "server", "early request", NEW),
    Transition(NEW, "server", "early notification", NEW),
    Transition(NEW, "server", "response", NEW),
    # The client has sent `initialize`. No page says which notifications it may send before the result.
    Transition(INITIALIZING, "client", "early request", INITIALIZING),
    Transition(INITIALIZING, "client", "early notification", INITIALIZING),
    Transition(INITIALIZING, "client", "notification", INITIALIZING),
    Transition(INITIALIZING, "client", "response", INITIALIZING),
    Transition(INITIALIZING, "server", "early request", INITIALIZING),
    Transition(INITIALIZING, "server", "early notification", INITIALIZING),
    Transition(INITIALIZING, "server", "response", INITIALIZING),
    Transition(INITIALIZING, "server", "initialize result", AGREED),
    Transition(INITIALIZING, "server", "initialize error", NEW),
    # The sides have agreed on version and capabilities. Before `notifications/initialized` the server sends no requests
    # but early ones.
    Transition(AGREED, "client", "early request", AGREED),
    Transition(AGREED, "client", "request", AGREED),
    Transition(AGREED, "client", "early notification", AGREED),
    Transition(AGREED, "client", "notification", AGREED),
    Transition(AGREED, "client", "response", AGREED),
    Transition(AGREED, "client", "initialized", READY),
    Transition(AGREED, "server", "early request", AGREED),
    Transition(AGREED, "server", "early notification", AGREED),
    Transition(AGREED, "server", "notification", AGREED),
    Transition(AGREED, "server", "response", AGREED),
    # Both sides are ready.
    Transition(READY, "client", "early request", READY),
    Transition(READY, "client", "request", READY),
    Transition(READY, "client", "early notification", READY),
    Transition(READY, "client", "notification", READY),
    Transition(READY, "client", "response", READY),
    Transition(READY, "server", "early request", READY),
    Transition(READY, "server", "request", READY),
    Transition(READY, "server", "early notification", READY),
    Transition(READY, "server", "notification", READY),
    Transition(READY, "server", "response", READY),
)

FREE, WAITING, LISTENING, SUBSCRIBED, CANCELLED = "free", "waiting", "listening", "subscribed", "cancelled"

REQUEST: tuple[Transition, ...] = (
    Transition(FREE, "requestor", "request", WAITING),
    Transition(WAITING, "receiver", "progress", WAITING),
    Transition(WAITING, "receiver", "result", FREE),
    Transition(WAITING, "receiver", "input required", FREE),
    Transition(WAITING, "receiver", "error", FREE),
    Transition(WAITING, "requestor", "cancel", CANCELLED),
    # `subscriptions/listen`: first the acknowledgement, then the notifications asked for, until one side ends it.
    Transition(FREE, "requestor", "listen", LISTENING),
    Transition(LISTENING, "receiver", "acknowledge", SUBSCRIBED),
    Transition(LISTENING, "receiver", "error", FREE),
    Transition(LISTENING, "receiver", "cancel", FREE),
    Transition(LISTENING, "requestor", "cancel", CANCELLED),
    Transition(SUBSCRIBED, "receiver", "change", SUBSCRIBED),
    Transition(SUBSCRIBED, "receiver", "result", FREE),
    Transition(SUBSCRIBED, "receiver", "error", FREE),
    Transition(SUBSCRIBED, "receiver", "cancel", FREE),
    Transition(SUBSCRIBED, "requestor", "cancel", CANCELLED),
    # Messages that the receiver sent before it knew of the cancellation still arrive, and are ignored.
    Transition(CANCELLED, "receiver", "late message", CANCELLED),
)


def index_transitions(table: Sequence[Transition]) -> Mapping[str, Mapping[str, str]]:
    """Return the next states of a table, by state, then by a text of side and step, such as `client: initialize`.

    A state without a row in the table is not in the result.
    """
    states: dict[str, dict[str, str]] = {}
    for row in table:
        states.setdefault(row.state, {})[f"{row.actor}: {row.step}"] = row.next
    return MappingProxyType(states)


def draw_mermaid(table: Sequence[Transition]) -> str:
    """Return a table as a Mermaid state diagram that starts at the state of the first row.

    A step without a change of state is listed in the box of the state.
    """
    arrows: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in table:
        arrows.setdefault((row.state, row.next), {}).setdefault(row.actor, []).append(row.step)
    lines = ["stateDiagram-v2", f"    [*] --> {table[0].state}"]
    for (state, next_state), actors in arrows.items():
        if state == next_state:
            labels = [f"{actor} — {', '.join(steps)}" for actor, steps in actors.items()]
            lines += [f"    {state}: {label}" for label in (state, *labels)]
        else:
            labels = [f"{actor}<br>{',<br>'.join(steps)}" for actor, steps in actors.items()]
            lines.append(f"    {state} --> {next_state}: {'<br>'.join(labels)}")
    return "\n".join(lines) + "\n"
