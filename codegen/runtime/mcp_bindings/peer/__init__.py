"""The two halves of a peer: handlers that answer, and calls that ask.

`Dispatcher` takes the bytes of a message to the handler of its method and returns the bytes of the answer; `Calls` is
the base of the generated `ClientCalls` and `ServerCalls`. `ClientInput` asks a client for input in every revision.
None of it does any I/O: bytes come and go through coroutines of the caller. Needs asyncio.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .calls import Calls as Calls
    from .calls import OnProgress as OnProgress
    from .calls import OnStray as OnStray
    from .calls import Send as Send
    from .client_input import ClientInput as ClientInput
    from .client_input import InputRequired as InputRequired
    from .client_input import StateSigner as StateSigner
    from .context import Context as Context
    from .dispatch import Dispatcher as Dispatcher
    from .handlers import Handlers as Handlers
    from .handlers import Reply as Reply
    from .handlers import Route as Route

__all__ = [
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
    "StateSigner",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "calls": ["Calls", "OnProgress", "OnStray", "Send"],
            "client_input": ["ClientInput", "InputRequired", "StateSigner"],
            "context": ["Context"],
            "dispatch": ["Dispatcher"],
            "handlers": ["Handlers", "Reply", "Route"],
        },
    )
