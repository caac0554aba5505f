"""The HTTP status of the response to a POST.

`revision(…).protocol.http.statuses` gives the status for each code of a JSON-RPC error in a revision.

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

UNKNOWN_SESSION = 404
"""The HTTP status of the response to a request with a session id that names no session of the server.

Page: /specification/2025-11-25/basic/transports#session-management.
"""


def choose_response_status(answer: bytes | None, version: str) -> int:
    """Return the HTTP status of the response to a message that was not rejected.

    An error whose code has no status of its own in the revision gets 200, as a result does. A message without a
    response gets 202.

    Args:
        answer: the JSON-RPC response as text; None for a message without a response, such as a notification.
        version: id of the revision of the message.
    """
    if answer is None:
        return ACCEPTED
    if b'"error"' not in answer:  # true for most answers, and saves parsing them
        return OK
    return _read_statuses_by_code(version).get(member_at(json.loads(answer), "error", "code"), OK)


def choose_rejection_status(error: ProtocolError, version: str | None) -> int:
    """Return the HTTP status of the response to a message that `Session.receive` has rejected.

    In handshake revisions, and if the revision is not known, an error that answers a request, such as for an unknown
    method or invalid params, has status 200. A text that is no valid message, and a message that gets no answer, has
    400. In per-request revisions, the code decides; a code without a status of its own gets 400.

    Args:
        error: the error that `Session.receive` raises.
        version: id of the revision of the message; None if it is not known.
    """
    if version is not None and revision(version).era == "per-request":
        return _read_statuses_by_code(version).get(error.code, BAD_REQUEST)
    is_answered = error.answerable and error.code not in (PARSE_ERROR, INVALID_REQUEST)
    return OK if is_answered else BAD_REQUEST


@cache
def _read_statuses_by_code(version: str) -> dict[object, int]:
    """Return the HTTP statuses of a revision by error code.

    `INVALID_PARAMS` is left out, since the specification gives a status for only one of its causes.
    """
    rows = revision(version).protocol.http.statuses
    return {row.error_code: row.code for row in rows if row.error_code not in (0, INVALID_PARAMS)}
