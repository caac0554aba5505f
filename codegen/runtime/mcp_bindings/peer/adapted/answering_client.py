"""The handlers of a client, written in the types of one revision, for a server of any revision."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from ...codec.encoding import dump_any
from ...extensions import extended
from ...revisions import Revision, typed_as
from ...spec.names import LOG_MESSAGE
from ..answer_text import check_type
from ..context import Context
from ..guards.prose_rules import RULED_METHODS
from ..guards.rates import WORK_OF_METHOD
from ..handled import Handled, call, prepare
from ..handlers import Handlers
from .client_guarding import ClientGuarding
from .crossing import answer_in, decoded_params, question_in


def answering(home: Handlers, guarding: ClientGuarding, version: str) -> Handlers:
    """Handlers for the messages of one server.

    Args:
        home: the handlers that were written once.
        guarding: the guards of the client.
        version: id of the server's revision.
    """
    spoken = typed_as(version)
    if spoken.id == home.revision:
        return _guarded(home, guarding) if guarding.is_on else home
    known = extended(home.revision, home.extensions())
    models = import_module(f"{known.package}.models")
    handlers: Handlers = import_module(spoken.package).ClientHandlers()
    for method, route in handlers.all_routes().items():
        own = prepare(home, known.methods[method], models) if method in known.methods else None
        if own is not None:
            if spoken.methods[method].kind == "notification":
                handler = partial(_take, own, method, known, spoken)
            else:
                handler = partial(_answer, own, method, known, spoken, guarding)
            setattr(handlers, route.attribute, handler)
    return handlers


def _guarded(home: Handlers, guarding: ClientGuarding) -> Handlers:
    """The same handlers, with guards before and after those of requests."""
    known = extended(home.revision, home.extensions())
    models = import_module(f"{known.package}.models")
    generated = tuple(base for base in type(home).__mro__ if "routes" in vars(base))
    made: Any = type("Guarded", generated, {})
    handlers: Handlers = made()
    for method, route in home.all_routes().items():
        own = prepare(home, known.methods[method], models) if method in known.methods else None
        if own is None:
            continue
        is_guarded = method in {*WORK_OF_METHOD, *RULED_METHODS} and method != LOG_MESSAGE
        setattr(
            handlers, route.attribute, partial(_answer_guarded, own, method, guarding) if is_guarded else own.handler
        )
    return handlers


async def _answer_guarded(own: Handled, method: str, guarding: ClientGuarding, params: Any, context: Context) -> Any:
    asked = context.message.document.get("params", {})
    guarding.take(method, asked, context.revision)
    result = await call(own, params, context)
    guarding.check_answer(method, asked, dump_any(result), context.revision)
    return result


async def _take(own: Handled, method: str, known: Revision, spoken: Revision, params: Any, context: Context) -> None:
    """Give a notification to its handler, if its params have a form in the handler's revision."""
    try:
        given = decoded_params(context.message.document.get("params"), method, known)
    except ValueError:
        raise ValueError(f"{method} of {spoken.id} has no form in {known.id}") from None
    await call(own, given, context)


async def _answer(
    own: Handled,
    method: str,
    known: Revision,
    spoken: Revision,
    guarding: ClientGuarding,
    params: Any,
    context: Context,
) -> Any:
    """The answer of a handler to a request for input.

    Raises:
        ProtocolError: the request or its answer has no form in the other revision, or the guards refuse the request.
    """
    given = context.message.document.get("params", {})
    guarding.take(method, given, spoken)
    asked = question_in(method, given, spoken, known)
    result = await call(own, decoded_params(asked, method, known), context)
    check_type(method, result, own.results)
    answer = answer_in(method, dump_any(result), known, spoken)
    guarding.check_answer(method, given, answer, spoken)
    return spoken.codec(spoken.methods[method].results[0]).decode_value(answer)
