"""The row type of the table of methods."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["request", "notification", "embedded"]


class MethodInfo(NamedTuple):
    """One method of one revision. Types are names in the revision's package, such as `CallToolResult`."""

    name: str
    kind: Kind
    """Kind of the method. An `embedded` request is only sent inside an `InputRequiredResult`, without a JSON-RPC
    envelope.
    """

    senders: tuple[Literal["client", "server"], ...]
    """Sides that may send the message."""

    message: str
    """Type of the whole message."""

    params: str | None = None
    """Type of `params`; None if the message has no `params`, or if their type has no name."""

    params_required: bool = False

    results: tuple[str, ...] = ()
    """Types of the result, the usual one first; empty for a notification, and if no type of the result is known."""

    wrapped_results: tuple[str, ...] = ()
    """Result types of other requests; the method may return such a result in place of its own."""

    capability: str = ""
    """Dotted path of the capability that the method requires; empty if the method requires none."""

    declared_by: Literal["", "receiver", "sender", "client", "server"] = ""
    """Side that must have declared `capability`; empty without a capability."""

    task_capability: str = ""
    """Dotted path of the capability that allows `task` in the request; empty if `task` is never allowed there."""

    paginated: bool = False
    cacheable: bool = False
    cancellable: bool = False
    progress: bool = False
    """True if the receiver of the request may send progress notifications for the request."""

    deprecated: bool = False
    experimental: bool = False

    delivery: str = ""
    """Channel on which a notification is sent: `session`, `request-stream`, `subscription-stream` or `stdio-channel`;
    empty for a request.
    """

    filter: str = ""
    """Member of a subscription's filter that requests a notification; empty if the notification needs no subscription.
    """

    subject: str = ""
    """Member of a notification's params whose value is in the list of the filter; empty if the filter has no list."""

    since: str = ""
    """The first of the consecutive releases that have the method; empty if the revision is no release."""

    until: str = ""
    """The last of the consecutive releases that have the method; empty if it is the newest release, or if the revision
    is no release.
    """

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/."""

    @property
    def task_augmentable(self) -> bool:
        """True if the request may run as a task."""
        return bool(self.task_capability)
