"""Asks a server for its tools, since a bridge needs their schemas before it can send or answer a call."""

from __future__ import annotations

from collections.abc import Callable

from ..jsonrpc.messages import Response
from ..session import LocalProtocolError
from ..spec.names import LIST_TOOLS
from .link import Link
from .records import Answer


def list_tools(link: Link, then: Callable[[], None]) -> None:
    """Read the list of tools, page by page, and go on. If it cannot be read, go on all the same.

    Args:
        link: Both ends.
        then: What to do afterwards.
    """
    catalog = link.catalog
    catalog.waiting.append(then)
    if len(catalog.waiting) == 1:
        _ask(link, None, 1)


def _ask(link: Link, cursor: str | None, page: int) -> None:
    def on_answer(answer: Answer | None) -> None:
        following: object = None
        if isinstance(answer, Response):
            result = answer.document["result"]
            link.catalog.note(result)
            following = result.get("nextCursor")
            if following is None:
                link.catalog.note_complete()
        if isinstance(following, str) and page < link.bounds.pages:
            _ask(link, following, page + 1)
        else:
            _go_on(link)

    try:
        link.ask_server(LIST_TOOLS, None if cursor is None else {"cursor": cursor}, on_answer)
    except LocalProtocolError:
        _go_on(link)


def _go_on(link: Link) -> None:
    waiting, link.catalog.waiting = link.catalog.waiting, []
    for then in waiting:
        then()
