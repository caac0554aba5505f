"""The handlers of a client, written in the types of one revision, for a server of any revision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from ...codec.encoding import dump_any
from ...extensions import extended
from ...revisions import Revision, revision
from ..answer_text import check_type
from ..context import Context
from ..handled import Handled, call, prepare
from ..handlers import Handlers
from .crossing import answer_in, decoded_params, question_in


def answering(home: Handlers, version: str) -> Handlers:
    """Handlers for the messages of one server.

    Args:
        home: the handlers that were written once.
        version: id of the server's revision.
    """
    if version == home.revision:
        return home
    known = extended(home.revision, home.extensions())
    models = import_module(f"{known.package}.models")
    spoken = revision(version)
    handlers: Handlers = import_module(spoken.package).ClientHandlers()
    for method, route in handlers.all_routes().items():
        own = prepare(home, known.methods[method], models) if method in known.methods else None
        if own is not None:
            setattr(handlers, route.attribute, _crossed(own, method, known, spoken))
    return handlers


def _crossed(own: Handled, method: str, known: Revision, spoken: Revision) -> Callable[[Any, Context], Any]:
    is_notification = spoken.methods[method].kind == "notification"
    return partial(_take if is_notification else _answer, own, method, known, spoken)


async def _take(own: Handled, method: str, known: Revision, spoken: Revision, params: Any, context: Context) -> None:
    """Give a notification to its handler, if its params have a form in the handler's revision."""
    try:
        given = decoded_params(context.message.document.get("params"), method, known)
    except ValueError:
        raise ValueError(f"{method} of {spoken.id} has no form in {known.id}") from None
    await call(own, given, context)


async def _answer(own: Handled, method: str, known: Revision, spoken: Revision, params: Any, context: Context) -> Any:
    """The answer of a handler to a request for input.

    Raises:
        ProtocolError: the request or its answer has no form in the other revision.
    """
    asked = question_in(method, context.message.document.get("params", {}), spoken, known)
    result = await call(own, decoded_params(asked, method, known), context)
    check_type(method, result, own.results)
    answer = answer_in(method, dump_any(result), known, spoken)
    return spoken.codec(spoken.methods[method].results[0]).decode_value(answer)
