"""Which HTTP status carries the answer to a POST.

The statuses of a revision are `revision(…).protocol.http.statuses`; those that go with the code of a JSON-RPC error are
read from there.

Pages: /specification/2026-07-28/basic/transports/streamable-http#sending-messages,
/specification/2025-11-25/basic/transports#sending-messages-to-the-server.
"""

from __future__ import annotations

import json
from functools import cache

from ..errors import ProtocolError
from ..json_values import member_at
from ..revisions import revision
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR

ACCEPTED, BAD_REQUEST, OK = 202, 400, 200


def answer_status(answer: bytes | None, version: str) -> int:
    """The HTTP status for the answer to a message that was not rejected.

    Args:
        answer: the text that goes back; None if there is none, as for notifications.
        version: the revision of the message.
    """
    if answer is None:
        return ACCEPTED
    if b'"error"' not in answer:  # true for most answers, and saves parsing them
        return OK
    return _by_code(version).get(member_at(json.loads(answer), "error", "code"), OK)


def status_for_rejection(error: ProtocolError, version: str | None) -> int:
    """The status for a message that never reached a handler; `Session.receive` puts it into what it raises.

    In revisions with a handshake, a request with an unknown method or wrong params gets a response with status 200.

    Args:
        error: the error that was raised.
        version: the revision of the message; None if it is not known.
    """
    if version is not None and revision(version).era == "per-request":
        return _by_code(version).get(error.code, BAD_REQUEST)
    is_answered = error.answerable and error.code not in (PARSE_ERROR, INVALID_REQUEST)
    return OK if is_answered else BAD_REQUEST


@cache
def _by_code(version: str) -> dict[object, int]:
    """Statuses by error code, without invalid params: only one of their many causes has a status of its own."""
    rows = revision(version).protocol.http.statuses
    return {row.error_code: row.code for row in rows if row.error_code not in (0, INVALID_PARAMS)}
