"""Both halves of a peer: handlers for the messages it receives, and calls for the messages it sends.

`Dispatcher` gives the bytes of each message to the handler of its method and returns the bytes of the answer; the
handler gets a `Context`. `Calls` is the base of the generated `ClientCalls` and `ServerCalls`, and `Handlers` of the
generated handler classes. `ClientInput` asks a client for input in every revision, with a `StateSigner` for the state
that a client keeps meanwhile. Nothing here does I/O: bytes come and go through coroutines of the caller. Needs asyncio.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..guards.state_signer import StateSigner
    from .calls import Calls, Send
    from .client_input import ClientInput, InputRequired
    from .context import (
        AnswerReceiver,
        AnyCreateMessageResult,
        AnyElicitResult,
        AnyListRootsResult,
        AnyRoot,
        Context,
        SendMessage,
    )
    from .dispatch import Dispatcher
    from .handlers import Handlers, Reply, Route
    from .pending_calls import OnProgress, OnStray

__all__ = [
    "AnswerReceiver",
    "AnyCreateMessageResult",
    "AnyElicitResult",
    "AnyListRootsResult",
    "AnyRoot",
    "Calls",
    "ClientInput",
    "Context",
    "Dispatcher",
    "Handlers",
    "InputRequired",
    "OnProgress",
    "OnStray",
    "Reply",
    "Route",
    "Send",
    "SendMessage",
    "StateSigner",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".guards.state_signer": ("StateSigner",),
            "calls": ("Calls", "Send"),
            "client_input": ("ClientInput", "InputRequired"),
            "context": (
                "AnswerReceiver",
                "AnyCreateMessageResult",
                "AnyElicitResult",
                "AnyListRootsResult",
                "AnyRoot",
                "Context",
                "SendMessage",
            ),
            "dispatch": ("Dispatcher",),
            "handlers": ("Handlers", "Reply", "Route"),
            "pending_calls": ("OnProgress", "OnStray"),
        },
    )
