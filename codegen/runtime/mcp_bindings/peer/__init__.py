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
    from ..guards.state_signer import StateSigner as StateSigner
    from .calls import Calls as Calls
    from .calls import Send as Send
    from .client_input import ClientInput as ClientInput
    from .client_input import InputRequired as InputRequired
    from .context import AnswerReceiver as AnswerReceiver
    from .context import AnyCreateMessageResult as AnyCreateMessageResult
    from .context import AnyElicitResult as AnyElicitResult
    from .context import AnyListRootsResult as AnyListRootsResult
    from .context import AnyRoot as AnyRoot
    from .context import Context as Context
    from .context import SendMessage as SendMessage
    from .dispatch import Dispatcher as Dispatcher
    from .handlers import Handlers as Handlers
    from .handlers import Reply as Reply
    from .handlers import Route as Route
    from .pending_calls import OnProgress as OnProgress
    from .pending_calls import OnStray as OnStray

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
            "calls": ["Calls", "Send"],
            "context": [
                "AnswerReceiver",
                "AnyCreateMessageResult",
                "AnyElicitResult",
                "AnyListRootsResult",
                "AnyRoot",
                "Context",
                "SendMessage",
            ],
            "client_input": ["ClientInput", "InputRequired"],
            "dispatch": ["Dispatcher"],
            "handlers": ["Handlers", "Reply", "Route"],
            "pending_calls": ["OnProgress", "OnStray"],
            ".guards.state_signer": ["StateSigner"],
        },
    )
