"""Answers the requests for input that are embedded in a result, with the handlers of a client."""

from __future__ import annotations

import json
from typing import Any

from ..codec.encoding import encoder
from ..jsonrpc.messages import Notification
from .answer_text import check_type
from .context import Context, SendMessage, SharedContext
from .handled import Handled, call
from .handlers import method_not_found


async def answer_embedded(
    handled: Handled | None, request: Any, shared: SharedContext, send: SendMessage | None
) -> Any:
    """The typed answer to one request; see `Dispatcher.answer_input_requests`.

    Args:
        handled: the method of the request with its handler; None if the handler is not overridden.
        request: typed, with `method` and `params`.
        shared: what the contexts of the dispatcher have in common.
        send: sends the messages of the handler.
    """
    if handled is None:
        raise method_not_found()
    document = json.loads(encoder(request.__class__)(request))
    context = Context(shared, Notification(request.method, request.params, document), send)
    result = await call(handled, request.params, context)
    check_type(request.method, result, handled.results)
    return result
