"""Which guards a server or a client uses."""

from __future__ import annotations

from typing import NamedTuple

from .log_cleaning import LogCleaner
from .rates import RateLimiter
from .work_slots import WorkSlots


class Guards(NamedTuple):
    """The guards of a server (`mb.Server`), or of a client (`mb.connect`). Those that need no numbers are on.

    A client uses `schemas` for what its server returns and for what its user fills in, `prose` for what it sends and
    receives, `rates` for what its server asks it for, and `max_binary` for results; the others are of servers.
    """

    schemas: bool = True
    """Check arguments against the `inputSchema` of their tool, structured results against its `outputSchema`, and
    elicited content against its `requestedSchema`. A server with tools then needs the extra `validators`."""

    listed: bool = True
    """Refuse tools, prompts and resources that the server does not list, resources that fit none of its templates,
    prompts without a required argument, completion of what no prompt or template has, and tools called as a task, or
    not as one, against what they declare."""

    cursors: bool = True
    """Sign cursors, so that each serves only the principal and the list that it was made for, and for a while."""

    prose: bool = True
    """Keep the rules for single messages that no schema has: binary data is Base64, MIME types are such, roots are
    `file` URIs without dot segments, tool results in sampling are complete. What breaks them is not sent. Of what
    arrives, roots and requests for sampling that break them are refused; the client logs what else does."""

    progress: int | None = 20
    """Reports of progress on one request in any second; those between are left out, and the last one is sent."""

    logs: LogCleaner | None = LogCleaner()
    """Removes secrets from log messages."""

    rates: RateLimiter | None = None
    """Limits how often a principal asks for work of a kind; without authorization all clients are one principal."""

    work: WorkSlots | None = None
    """Bounds the requests that handlers handle at once, of all clients together."""

    max_binary: int | None = None
    """Bytes of all Base64 data in one message together; without it, the limit for the whole text applies."""


NO_GUARDS = Guards(schemas=False, listed=False, cursors=False, prose=False, progress=None, logs=None)
"""All of them off."""
