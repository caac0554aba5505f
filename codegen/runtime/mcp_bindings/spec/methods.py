"""What is known of a method, beyond the shape of its messages."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["request", "notification", "embedded"]
Sender = Literal["client", "server"]


class MethodInfo(NamedTuple):
    """One method of one revision. Types are named as in the revision's package, such as `CallToolResult`."""

    name: str
    kind: Kind
    """`embedded` requests travel inside an `InputRequiredResult` only, without an envelope of their own."""

    senders: tuple[Sender, ...]
    """Who may send it."""

    message: str
    """Type of the whole message."""

    params: str | None = None
    """Type of `params`; None where the message has none."""

    params_required: bool = False

    results: tuple[str, ...] = ()
    """Types that may answer it; the first is the usual one."""

    wrapped_results: tuple[str, ...] = ()
    """What the answer stands for, where it repeats the answer to another request."""

    capability: str = ""
    """Dotted path of the capability it needs; empty if none."""

    declared_by: Literal["", "receiver", "sender", "client", "server"] = ""
    """Whose capabilities must hold that path."""

    task_capability: str = ""
    """Dotted path the receiver must have declared before the request may carry `task`; empty if it never may."""

    paginated: bool = False
    cacheable: bool = False
    cancellable: bool = False
    progress: bool = False
    """May the receiver report progress on it?"""

    deprecated: bool = False
    experimental: bool = False

    delivery: str = ""
    """The channel that carries a notification: `session`, `request-stream`, `subscription-stream`, `stdio-channel`."""

    since: str = ""
    """First release of the unbroken line that has the method."""

    until: str = ""
    """Last release that has it; empty while the newest one does."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/."""

    @property
    def task_augmentable(self) -> bool:
        """May the request be run as a task?"""
        return bool(self.task_capability)
