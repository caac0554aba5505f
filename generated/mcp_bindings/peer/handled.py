"""The handler of one method, with what the dispatcher has to know to call it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UnsentError
from ..spec.names import INPUT_REQUIRED_RESULT
from ..wire import alternatives, is_model
from .context import Context
from .handlers import Handlers, is_awaitable

if TYPE_CHECKING:
    from logging import Logger

    from ..spec.methods import MethodInfo


class ReadsMessage(partial[Any]):
    """A handler that reads the params from the message of its context, so that it needs no typed ones."""


class Handled(NamedTuple):
    """A method with its handler, prepared for calls."""

    handler: Callable[[Any, Context], Any]
    is_async: bool
    no_params: Callable[[], Any]
    """Makes the value that the handler is given if the params are absent."""
    results: tuple[type[Any], ...]
    cancellable: bool
    asks_input: bool
    """Whether its result may ask for input."""
    reads_params: bool
    """Whether it is given the params."""


def prepare(handlers: Handlers, info: MethodInfo, models: Any) -> Handled | None:
    """A method with its handler; None if the handler is not overridden.

    Args:
        handlers: of one role.
        info: of the method.
        models: the module of the revision's types.
    """
    handler = handlers.handler(info.name)
    if handler is None:
        return None
    names = (*info.results, *info.wrapped_results)
    results = tuple(each for name in names for each in alternatives(getattr(models, name)))
    reads_params = not isinstance(handler, ReadsMessage)
    return Handled(
        handler,
        iscoroutinefunction(handler),
        _no_params(info, models) if reads_params else lambda: None,
        results or (object,),
        info.cancellable,
        INPUT_REQUIRED_RESULT in info.results,
        reads_params,
    )


async def call(handled: Handled, params: Any, context: Context) -> Any:
    """The result of a handler; `Dispatcher` repeats this code, since a coroutine more would make it slower."""
    result = handled.handler(handled.no_params() if params is None else params, context)
    return await result if is_awaitable(result) else result


def _no_params(info: MethodInfo, models: Any) -> Callable[[], Any]:
    """A function that makes empty params if their type allows that, else None."""
    model: Any = getattr(models, info.params) if info.params is not None else None
    if is_model(model) and not any(field.is_required() for field in model.__pydantic_fields__.values()):
        return model
    return lambda: None


def log_failure(log: Logger, method: str) -> None:
    """Log that a handler has raised the exception that is being handled, with its traceback.

    A handler is not at fault if a message of it could not be sent, and a peer can bring that about as often as it
    likes. So there is one line for it, without a traceback.
    """
    error = sys.exc_info()[1]
    if isinstance(error, UnsentError):
        log.warning("the handler of %s ended, since its message could not be sent: %s", method, error)
    else:
        log.exception("the handler of %s failed", method)
