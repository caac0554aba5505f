"""Lists the tools again and repeats a call, if a server rejects it since the headers do not fit its input schema.

Page: /specification/2026-07-28/basic/transports/streamable-http#client-behavior.
"""

from __future__ import annotations

from collections.abc import Callable

from ..jsonrpc.messages import ErrorResponse, Request
from ..spec.error_codes import HEADER_MISMATCH
from .link import Link
from .listing import list_tools
from .records import Answer, Call


def lists_again(link: Link, call: Call, answer: Answer, send: Callable[[Call, Request], bool]) -> bool:
    """Whether a call is repeated, which happens once, instead of its answer being passed on.

    Args:
        link: Both ends.
        call: The call.
        answer: What the server has answered.
        send: Sends the call.
    """
    request, call.request = call.request, None
    if request is None or call.tool is None or not isinstance(answer, ErrorResponse):
        return False
    if answer.document["error"]["code"] != HEADER_MISMATCH or link.transport != "http":
        return False
    tool = call.tool

    def repeat() -> None:
        link.catalog.note_unlisted(tool)
        if not call.ended:
            send(call, request)

    link.catalog.changed()
    list_tools(link, repeat)
    return True
