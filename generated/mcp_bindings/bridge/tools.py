"""List the tools of a server before a call and again after a rejected one, and leave out tools that nobody can call.

Pages: /specification/2026-07-28/basic/transports/streamable-http#schema-extension,
/specification/2026-07-28/basic/transports/streamable-http#client-behavior.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..http.headers import is_header_mismatch
from ..json_values import is_array, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..schema.param_headers import find_param_headers
from ..session.errors import LocalProtocolError
from ..spec.names import LIST_TOOLS
from .requests import Answer, Call
from .state import BridgeState

_CITATION = "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension"
_ANNOTATION = b"x-mcp-header"
_REASON = "The tool cannot be called over HTTP: its x-mcp-header annotations are invalid."


def remove_uncallable_tools(answer: Response) -> tuple[Response, tuple[Edit, ...]]:
    """Return a page of `tools/list` without the tools that cannot be called over HTTP, and the edits that removed these
    tools.
    """
    source = answer.source
    if type(source) is bytes and _ANNOTATION not in source and b"\\u" not in source:
        return answer, ()  # no tool has an annotation, however it may be written
    tools: Any = member_at(answer.document, "result", "tools")
    places = [
        place
        for place, tool in enumerate(tools if is_array(tools) else ())
        if find_param_headers(member_at(tool, "inputSchema")).problems
    ]
    if not places:
        return answer, ()
    edits = tuple(
        Edit(
            "remove",
            f"/result/tools/{place}",
            reason=_REASON,
            citation=_CITATION,
            lossy=True,
            rule="tool.param-headers",
        )
        for place in reversed(places)
    )
    return answer.edit(*edits), edits


def list_tools(bridge: BridgeState, tool: str, on_listed: Callable[[], None]) -> None:
    """Read the list of tools, page by page, and then call a function, even if the list cannot be read.

    If the list is being read already, the function is called after that reading. If the list changes meanwhile, it is
    read again from the first page. At most `Bounds.pages` pages are read.

    Args:
        bridge: the state of the bridge.
        tool: the tool that the function needs. After the reading the tool is known, even if no page lists it.
        on_listed: the function.
    """
    catalog = bridge.tools
    catalog.waiting.append((tool, on_listed))
    if len(catalog.waiting) == 1:
        _request_page(bridge, None, 1)


def _request_page(bridge: BridgeState, cursor: str | None, page: int) -> None:
    """Request a page of the list.

    Args:
        bridge: the state of the bridge.
        cursor: the cursor of the page; None for the first page.
        page: the number of pages that this reading has requested, with this one.
    """
    catalog = bridge.tools
    changes = catalog.changes

    def read_page(answer: Answer | None) -> None:
        following: object = None
        has_changed = catalog.changes != changes
        if isinstance(answer, Response) and not has_changed:
            result = answer.document["result"]
            catalog.record_page(result)
            following = result.get("nextCursor")
            if following is None:
                catalog.mark_complete()
        if (has_changed or isinstance(following, str)) and page < bridge.bounds.pages:
            _request_page(bridge, following if isinstance(following, str) else None, page + 1)
        else:
            _call_waiting_functions(bridge)

    try:
        bridge.ask_server(LIST_TOOLS, None if cursor is None else {"cursor": cursor}, read_page)
    except LocalProtocolError:
        _call_waiting_functions(bridge)


def _call_waiting_functions(bridge: BridgeState) -> None:
    waiting, bridge.tools.waiting = bridge.tools.waiting, []
    for tool, on_listed in waiting:
        bridge.tools.record_unlisted_tool(tool)
        on_listed()


def list_tools_and_resend(
    bridge: BridgeState, call: Call, answer: Answer, send: Callable[[Call, Request], bool]
) -> bool:
    """List the tools and send a tool call again, once, if a server over HTTP has rejected the headers of the call.

    Args:
        bridge: the state of the bridge.
        call: the call.
        answer: the answer of the server.
        send: sends a call, and returns whether it is sent.

    Returns:
        True if the bridge sends the call again. Then this answer must not be passed on.
    """
    request, call.request = call.request, None
    if request is None or call.tool is None or not isinstance(answer, ErrorResponse):
        return False
    if not is_header_mismatch(answer.document["error"]["code"]) or bridge.transport != "http":
        return False

    def send_again() -> None:
        if not call.has_ended:
            send(call, request)

    bridge.tools.mark_doubtful()
    list_tools(bridge, call.tool, send_again)
    return True
