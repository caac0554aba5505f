"""The handler of one method, with what the dispatcher has to know to call it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..spec.names import INPUT_REQUIRED_RESULT
from ..wire import alternatives, is_model
from .context import Context
from .handlers import Handlers, is_awaitable
from .raised import check_asked, question_of

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered


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

    @property
    def name(self) -> str:
        """How the log names the handler."""
        return getattr(self.handler, "__qualname__", None) or type(self.handler).__qualname__


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
    """The result of a handler; `Dispatcher` repeats this code, since a coroutine more would make it slower.

    Raises:
        InputRequired: the handler asks, which it may have raised in a group, or caught.
        BaseException: that the handler raises.
    """
    try:
        result = handled.handler(handled.no_params() if params is None else params, context)
        if is_awaitable(result):
            result = await result
    except BaseException as error:
        needed = question_of(error)
        if needed is None or needed is error:
            raise
        raise needed from error
    check_asked(result, context, handled.name)
    return result


def _no_params(info: MethodInfo, models: Any) -> Callable[[], Any]:
    """A function that makes empty params if their type allows that, else None."""
    model: Any = getattr(models, info.params) if info.params is not None else None
    if is_model(model) and not any(field.is_required() for field in model.__pydantic_fields__.values()):
        return model
    return lambda: None
