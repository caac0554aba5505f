"""Requests without a response: the error of a server that has stopped one, and the rules by which a client retries.

The client does the following when a request gets no response:

| cause | `tools/call` | a tool with `readOnlyHint` or `idempotentHint` | other methods of the revision |
| --- | --- | --- | --- |
| HTTP: 404, since the session had ended | sent in a new session | sent in a new session | sent in a new session |
| HTTP: the connection broke after the request was sent, or status 5xx | error: may have run | sent again | sent again |
| HTTP: an error whose data says that the request was stopped | error: may have run | sent again | sent again |
| stdio: the server has ended | error: may have run | error: may have run | error: may have run |
| the server cannot be reached, or any other status | error | error | error |
| no response in time | error, and a cancellation | error, and a cancellation | error, and a cancellation |

A request that may have run is sent again at most once. The client opens at most three new sessions for one request. The
client knows the hints of a tool only after it has listed the tools. The column of `tools/call` applies to methods of
extensions too.

A server of this package that stops a request sends an error whose data says that the request may have run.

Pages: /specification/2025-11-25/basic/transports#session-management, /specification/2025-11-25/schema#toolannotations.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from ..errors import ProtocolError
from ..json_values import member_at
from ..renames import list_names
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import CALL_TOOL

if TYPE_CHECKING:
    from ..revisions import Revision
    from .client_transport import ResponseLostError

_MAY_HAVE_RUN = "mayHaveRun"


def make_stopped_request_error(reason: str) -> ProtocolError:
    """Return the error for a request that the server has stopped.

    Args:
        reason: a clause that says why the server has stopped the request.
    """
    return ProtocolError(INTERNAL_ERROR, f"Internal error: {reason}, so it may have run", data={_MAY_HAVE_RUN: True})


def may_have_run(error: ProtocolError) -> bool:
    """Return whether an error is one that `make_stopped_request_error` makes."""
    return error.code == INTERNAL_ERROR and member_at(error.data, _MAY_HAVE_RUN) is True


def may_send_again(error: ResponseLostError, agreed: Revision | None, repeatable: Container[str]) -> bool:
    """Return whether the client sends a request over HTTP again although the request may have run.

    Args:
        error: the error of the first try, which names the method and the tool.
        agreed: the revision of the session; None if no revision is agreed on.
        repeatable: names of the tools that may run twice.
    """
    if error.method in list_names(CALL_TOOL):
        return error.name is not None and error.name in repeatable
    return agreed is not None and error.method in agreed.methods
