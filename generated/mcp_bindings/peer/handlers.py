"""What the handlers of every revision and role have in common: the base of the generated handler classes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias

from typing_extensions import TypeIs, TypeVar

from ..errors import ProtocolError
from ..extensions import extended
from ..extensions.extension import Extendable
from ..extensions.rules import declare_extensions
from ..session.capabilities import merge_capabilities
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import INPUT_REQUIRED_RESULT
from ..wire.model import is_model
from ..wire.unions import alternatives
from .context import Context
from .handler_errors import check_open_question, find_question

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..extensions import Extension
    from ..revisions import Revision
    from ..spec.names import Sender
    from .calls import Calls

T = TypeVar("T")
Calls_co = TypeVar("Calls_co", default="Calls", covariant=True)

Reply: TypeAlias = Awaitable[T] | T
"""What a handler returns: an awaitable where it is `async`, the value itself where it is a plain function."""


class HandlersWithCalls(Protocol[Calls_co]):
    """The handlers of one side in one revision. To a type checker, they name the calls of that side."""

    def __calls__(self) -> Calls_co: ...


class Route(NamedTuple):
    """The handler of one method."""

    attribute: str
    """Name of the handler method."""

    capability: Mapping[str, Any] | None = None
    """The part of the capability object that overriding the handler declares; None if nothing."""


class Handlers(Extendable):
    """Base of the handlers of one role in one revision.

    A handler that a subclass does not override is not offered: its requests get the error "Method not found".

    Attributes:
        revision: the revision of the messages.
        role: the side that has these handlers, `client` or `server`.
        routes: the handler of every message that this side may receive, by method; of the revision or of one extension.
        all_routes: those of the revision and of all extensions.
    """

    revision: ClassVar[str]
    role: ClassVar[Sender]
    routes: ClassVar[Mapping[str, Route]]
    all_routes: ClassVar[Mapping[str, Route]]

    def __init_subclass__(cls, **options: Any) -> None:
        """Collect the routes of the generated classes below."""
        super().__init_subclass__(**options)
        tables: list[Mapping[str, Route]] = [vars(base).get("routes", {}) for base in reversed(cls.__mro__)]
        cls.all_routes = {method: route for table in tables for method, route in table.items()}

    if TYPE_CHECKING:

        def __calls__(self) -> Calls:
            """To a type checker, the class with the calls of the same side in the same revision."""
            ...

    @cached_property
    def prepared(self) -> PreparedHandlers:
        """What a dispatcher of these handlers needs, whichever peer it serves."""
        extensions = self.extensions
        known = extended(self.revision, extensions)
        is_asked = any(info.kind == "request" and set(info.senders) - {self.role} for info in known.methods.values())
        return PreparedHandlers(known, extensions, is_asked, {})

    def find_handler(self, method: str) -> Callable[..., Reply[Any]] | None:
        """The handler of a method; None if it is not overridden."""
        route = self.all_routes.get(method)
        if route is None or not self._overrides(route.attribute):
            return None
        handler: Callable[..., Reply[Any]] = getattr(self, route.attribute)
        return handler

    def capabilities_json(self) -> dict[str, Any]:
        """The capability object as JSON, worked out from the handlers that are overridden."""
        tree: dict[str, Any] = {}
        for route in self.all_routes.values():
            if route.capability is not None and self._overrides(route.attribute):
                merge_capabilities(tree, route.capability)
        return declare_extensions(tree, self.extensions)

    def _overrides(self, attribute: str) -> bool:
        owner = next(vars(base) for base in (self, *type(self).__mro__) if attribute in vars(base))
        return "routes" not in owner  # which only the generated classes have


def make_method_not_found() -> ProtocolError:
    """The error that answers a request whose handler is not overridden."""
    return ProtocolError(METHOD_NOT_FOUND, "Method not found")


def _is_awaitable(value: object) -> TypeIs[Awaitable[Any]]:
    """Whether a handler returned an awaitable, so it is `async`."""
    return hasattr(type(value), "__await__")


class UntypedHandler(partial[Any]):
    """A handler that reads the params from the message of its context, so that it needs no typed ones."""


class PreparedHandler(NamedTuple):
    """A method with its handler, prepared for calls."""

    handler: Callable[[Any, Context], Any]
    make_empty_params: Callable[[], Any]
    """Makes the value that the handler is given if the params are absent."""
    results: tuple[type[Any], ...]
    cancellable: bool
    may_ask_input: bool
    """Whether its result may ask for input."""
    reads_params: bool
    """Whether it is given the params."""


class PreparedHandlers(NamedTuple):
    """What dispatchers of the same handlers share."""

    revision: Revision
    """Of the handlers, with the extensions."""

    extensions: tuple[Extension, ...]
    receives_requests: bool
    """Whether the other side sends requests."""

    by_method: dict[str, PreparedHandler]
    """The methods that were called."""


def prepare_handler(handlers: Handlers, info: MethodInfo, models: Any) -> PreparedHandler | None:
    """A method with its handler; None if the handler is not overridden.

    Args:
        handlers: of one role.
        info: of the method.
        models: the module of the revision's types.
    """
    handler = handlers.find_handler(info.name)
    if handler is None:
        return None
    names = (*info.results, *info.wrapped_results)
    results = tuple(each for name in names for each in alternatives(getattr(models, name)))
    reads_params = not isinstance(handler, UntypedHandler)
    return PreparedHandler(
        handler,
        _find_empty_params(info, models) if reads_params else lambda: None,
        results or (object,),
        info.cancellable,
        INPUT_REQUIRED_RESULT in info.results,
        reads_params,
    )


async def call_handler(handled: PreparedHandler, params: Any, context: Context) -> Any:
    """The result of a handler.

    Raises:
        InputRequired: the handler asks, which it may have raised in a group, or caught.
        BaseException: that the handler raises.
    """
    try:
        result = handled.handler(handled.make_empty_params() if params is None else params, context)
        if _is_awaitable(result):
            result = await result
    except BaseException as error:
        needed = find_question(error)
        if needed is None or needed is error:
            raise
        raise needed from error
    check_open_question(result, context, handled.handler)
    return result


def _find_empty_params(info: MethodInfo, models: Any) -> Callable[[], Any]:
    """A function that makes empty params if their type allows that, else None."""
    model: Any = getattr(models, info.params) if info.params is not None else None
    if is_model(model) and not any(field.is_required() for field in model.__pydantic_fields__.values()):
        return model
    return lambda: None
