"""JSON-RPC messages: from a text to a typed message, and from typed params to a text.

`Revision.parse` calls `MessageParser.parse`. It reads a text strictly (`strict_json`), then checks the envelope, the
method, and the params or result (`parser`). `messages` has one class for each kind; `writer` writes messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .messages import (
        Batch,
        ErrorResponse,
        Message,
        Notification,
        Request,
        Response,
        TypedNotification,
        TypedRequest,
        TypedResponse,
    )
    from .parser import MessageParser
    from .writer import MessageWriter

__all__ = [
    "Batch",
    "ErrorResponse",
    "Message",
    "MessageParser",
    "MessageWriter",
    "Notification",
    "Request",
    "Response",
    "TypedNotification",
    "TypedRequest",
    "TypedResponse",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "messages": (
                "Batch",
                "ErrorResponse",
                "Message",
                "Notification",
                "Request",
                "Response",
                "TypedNotification",
                "TypedRequest",
                "TypedResponse",
            ),
            "parser": ("MessageParser",),
            "writer": ("MessageWriter",),
        },
    )
