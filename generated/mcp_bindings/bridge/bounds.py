"""The limits of what a bridge keeps, and of the time that it waits."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..limits import MAX_LIST_SIZE
from ..options import check_number


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The limits of what a bridge keeps, and of the time that the bridge waits.

    Beyond `tools` and `tools_bytes`, the oldest schemas are forgotten; beyond `pages`, the bridge goes on with what it
    has read; beyond `gather_seconds` and `probe_seconds`, it goes on without what it has waited for. Beyond any other
    limit, requests are answered with an error.

    Args:
        calls: requests of the client that wait for an answer. As many requests of the server may wait, and as many
            subscriptions of a per-request client.
        queued: texts of the client that wait for the connection to the server to open; the first text may wait whatever
            its size and this limit are. As many texts may wait for the list of tools, and as many calls for their turn.
        queued_bytes: bytes of the texts that wait for the connection to the server to open.
        inputs: requests for input that one call waits for. As many may wait for a call to which they can belong.
        rounds: results and errors of a server that ask for input before it answers a call. Requests for input, which a
            server with a handshake sends, are not counted.
        subscriptions: resources that the client is subscribed to.
        tools: tools whose schemas are kept.
        tools_bytes: bytes of the kept schemas. A tool counts for 1 KiB and twice the bytes of its name and schemas.
        pages: pages of `tools/list` that the bridge reads to know the schemas of tools.
        call_seconds: seconds that a request of the client may take.
        input_seconds: seconds that a client may take to give input.
        gather_seconds: seconds in which requests of a server are gathered before the client is asked for input.
        unclaimed_seconds: seconds that a server's request for input waits for a call to which it can belong.
        own_seconds: seconds that a server may take to answer a request of the bridge itself.
        probe_seconds: seconds that a server on stdio may take to answer `server/discover` before it gets `initialize`.

    Raises:
        TypeError: a limit is no number, or a limit other than a number of seconds is no integer.
        ValueError: a limit is negative or NaN, or a number of seconds other than `gather_seconds` and
            `unclaimed_seconds` is less than 0.001.
    """

    calls: int = 1_000
    queued: int = 100
    queued_bytes: int = 8_000_000
    inputs: int = 20
    rounds: int = 10
    subscriptions: int = 1_000
    tools: int = 2_000
    tools_bytes: int = MAX_LIST_SIZE
    pages: int = 50
    call_seconds: float = 3_600.0
    input_seconds: float = 600.0
    gather_seconds: float = 0.02
    unclaimed_seconds: float = 10.0
    own_seconds: float = 30.0
    probe_seconds: float = 5.0

    def __post_init__(self) -> None:
        for each in fields(self):
            is_count = isinstance(each.default, int)
            least = 0 if is_count or each.name in ("gather_seconds", "unclaimed_seconds") else 0.001
            check_number(each.name, getattr(self, each.name), least=least, is_whole=is_count)
