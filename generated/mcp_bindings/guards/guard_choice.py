"""The choice of guards of a server or a client."""

from __future__ import annotations

from typing import NamedTuple

from ..options import check_class, check_flags, check_method, check_number
from .log_cleaning import LogCleaner
from .rates import RateLimiter
from .work_slots import WorkSlots


class Guards(NamedTuple):
    """The choice of guards of a server (`mb.Server`) or of a client (`mb.connect`).

    By default `rates`, `work` and `max_binary` are off, and all others are on. A client uses `schemas` for results of
    its server and for elicited content, `prose` for all messages, `rates` for requests of its server, and `max_binary`
    for results. A client ignores the other guards.
    """

    schemas: bool = True
    """True to check arguments against the `inputSchema` of their tool, structured results against the `outputSchema`,
    and elicited content against the `requestedSchema`. A server with tools then needs the extra `validators`. Without
    this extra, a client, or a server without tools, checks nothing against schemas."""

    listed: bool = True
    """True to reject requests for tools and prompts that the server does not list, and for resources that it neither
    lists nor has a template for; also requests for prompts without a required argument, completions of unknown
    arguments, and calls that contradict the task support of their tool."""

    cursors: bool = True
    """True to sign the cursors of lists. A signed cursor expires, and is valid only for one principal and one list."""

    prose: bool = True
    """True to check rules for single messages that no schema states: binary data is Base64, MIME types are valid, roots
    are `file` URIs without dot segments, tool results in sampling are complete. A message that breaks a rule is not
    sent. Received roots and requests for sampling that break a rule are rejected; the client logs other violations."""

    progress: int | None = 20
    """Greatest number of progress reports on one request in any second, at least 1; None for any number. Further
    reports are left out, except the last."""

    logs: LogCleaner | None = LogCleaner()
    """A filter that removes secrets from log messages; None to remove none."""

    rates: RateLimiter | None = None
    """A limiter of the rate at which each principal asks for each kind of work; None for any rate. All clients share
    one rate if there is no authorization."""

    work: WorkSlots | None = None
    """Slots that bound how many requests of all clients run at once and wait to run; None for any number."""

    max_binary: int | None = None
    """Greatest number of bytes that all binary data in one message may have together, decoded. With None, only the text
    of the whole message has a limit."""


NO_GUARDS = Guards(schemas=False, listed=False, cursors=False, prose=False, progress=None, logs=None)
"""A choice with all guards off."""


def check_guards(guards: Guards) -> None:
    """Check the option `guards` of a server or a client.

    Raises:
        TypeError: the option is no `Guards`, or a member of it has a wrong type.
        ValueError: a bound is too small.
    """
    check_class("guards", guards, Guards, "mb.Guards(…), or NO_GUARDS from mcp_bindings.guards for none")
    check_flags({f"guards.{name}": getattr(guards, name) for name in ("schemas", "listed", "cursors", "prose")})
    if guards.logs is not None:
        check_class("guards.logs", guards.logs, LogCleaner, "a LogCleaner(…), or None for none")
    if guards.rates is not None:
        check_method("guards.rates", guards.rates, "try_acquire", "a limiter such as TokenBuckets(…)")
    if guards.work is not None:
        check_class("guards.work", guards.work, WorkSlots, "WorkSlots(running=…, waiting=…), or None for none")
    if guards.progress is not None:
        check_number("guards.progress", guards.progress, least=1, is_whole=True)
    if guards.max_binary is not None:
        check_number("guards.max_binary", guards.max_binary, least=0, is_whole=True)
