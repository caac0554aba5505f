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
    """The status for what came of a message that was not refused.

    Args:
        answer: the text that goes back; None where there is none, as for notifications.
        version: the revision of the message.
    """
    if answer is None:
        return ACCEPTED
    if b'"error"' not in answer:  # which is most of the time, and saves reading it
        return OK
    return _by_code(version).get(member_at(json.loads(answer), "error", "code"), OK)


def refusal_status(error: ProtocolError, version: str | None) -> int:
    """The status for a message that never reached a handler; `Session.receive` puts it into what it raises.

    A request with a handshake behind it is answered like any other, if only its params or method are wrong.

    Args:
        error: what was raised.
        version: the revision of the message; None if that could not be told.
    """
    modern = version is not None and revision(version).era == "per-request"
    if modern and version is not None:
        return _by_code(version).get(error.code, BAD_REQUEST)
    is_answered = error.answerable and error.code not in (PARSE_ERROR, INVALID_REQUEST)
    return OK if is_answered else BAD_REQUEST


@cache
def _by_code(version: str) -> dict[object, int]:
    """Statuses by the code of the error; params are wrong for many reasons, and only one of them has a status."""
    rows = revision(version).protocol.http.statuses
    return {row.error_code: row.code for row in rows if row.error_code not in (0, INVALID_PARAMS)}
