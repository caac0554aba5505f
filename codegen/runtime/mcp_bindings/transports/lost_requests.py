"""The error for a request that a server has stopped before its response, so that the request may have run.

The data of the error says so to clients of this package, which send the request again if it may run twice.
"""

from __future__ import annotations

from ..errors import ProtocolError
from ..json_values import member_at
from ..spec.error_codes import INTERNAL_ERROR

_MAY_HAVE_RUN = "mayHaveRun"


def lost_request(reason: str) -> ProtocolError:
    """Make the error.

    Args:
        reason: what has happened to the request.
    """
    return ProtocolError(INTERNAL_ERROR, f"Internal error: {reason}, so it may have run", data={_MAY_HAVE_RUN: True})


def may_have_run(error: ProtocolError) -> bool:
    """Check that an error is one of `lost_request`."""
    return error.code == INTERNAL_ERROR and member_at(error.data, _MAY_HAVE_RUN) is True
