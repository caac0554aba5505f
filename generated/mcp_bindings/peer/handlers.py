"""The base of the generated handler classes of every revision and role, and the preparation of handlers for calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import cached_property, partial
from inspect import isfunction, signature
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias

from typing_extensions import TypeIs, TypeVar

from ..errors import DecodeError, ProtocolError, describe_finding, suggest_name
from ..extensions import extended
from ..extensions.extension import Extendable
from ..extensions.rules import declare_extensions
from ..json_values import is_object, member_at
from ..renames import find_first_name, find_own_method
from ..revisions import revision
from ..session.capabilities import merge_capabilities
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import ELICIT, INPUT_REQUIRED, INPUT_REQUIRED_RESULT, RESULT_TYPE
from ..wire.model import is_model
from ..wire.unions import alternatives
from .answer_text import check_result_type
from .blocking_handlers import call_timed
from .context import NO_SETTINGS, Context, ContextSettings
from .handler_errors import check_open_question, find_question

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..extensions import Extension
    from ..revisions import Revision
    from ..spec.names import Sender
    from .calls import Calls

_NOTIFICATION_PREFIX = "on_"
"""The beginning of the names of handlers of notifications."""

_FOREIGN_PREFIX = "handle_"
"""The beginning of the names of handlers in other packages."""

_NEAR_REQUEST, _NEAR_NOTIFICATION = 0.92, 0.3
"""The least similarity, from 0 to 1, with which a name counts as a misspelling of the name of a handler."""

_NEAR_AREA = 0.7
"""The least similarity, from 0 to 1, with which a name counts as the first word of a method: `sample` as `sampling`."""

T = TypeVar("T")
Calls_co = TypeVar("Calls_co", default="Calls", covariant=True)

Reply: TypeAlias = Awaitable[T | Mapping[str, Any]] | T | Mapping[str, Any]
"""The result of a handler, typed or as JSON: an awaitable if the handler is `async`, else the value itself."""


class HandlersWithCalls(Protocol[Calls_co]):
    """Handlers that tell type checkers, by `__calls__`, which class has the calls for the same role and revision."""

    def __calls__(self) -> Calls_co: ...


class Route(NamedTuple):
    """The name of the handler of one method, and the capability that the handler declares."""

    attribute: str
    """Name of the handler method."""

    capability: Mapping[str, Any] | None = None
    """The part of the capability object that an overridden handler declares; None if it declares no capability."""


class Handlers(Extendable):
    """The base of the handlers of one role in one revision.

    If a subclass does not override a handler, requests for this handler get the error "Method not found". Only a few
    requests, such as `ping`, are then answered by the dispatcher or its session.

    Attributes:
        revision: id of the revision of the messages, such as `2025-11-25`.
        role: the side that has these handlers, `client` or `server`.
        routes: by method, the route of each message that this side may receive in the revision, or in one extension.
        all_routes: by method, the routes of the revision and of all extensions of the class.
        context_settings: the settings of the server that uses these handlers, for the contexts of all messages.
    """

    revision: ClassVar[str]
    role: ClassVar[Sender]
    routes: ClassVar[Mapping[str, Route]]
    all_routes: ClassVar[Mapping[str, Route]]
    context_settings: ContextSettings = NO_SETTINGS

    def __init_subclass__(cls, **options: Any) -> None:
        """Collect the routes of the generated base classes."""
        super().__init_subclass__(**options)
        tables: list[Mapping[str, Route]] = [vars(base).get("routes", {}) for base in reversed(cls.__mro__)]
        cls.all_routes = {method: route for table in tables for method, route in table.items()}

    if TYPE_CHECKING:

        def __calls__(self) -> Calls:
            """Return the calls of this side in this revision. Only type checkers see this method."""
            ...

    @cached_property
    def prepared(self) -> PreparedHandlers:
        """The data that all dispatchers of these handlers share.

        Raises:
            ValueError: two extensions of the handlers define the same name.
        """
        extensions = self.extensions
        rev = extended(self.revision, extensions)
        is_asked = any(info.kind == "request" and set(info.senders) - {self.role} for info in rev.methods.values())
        return PreparedHandlers(rev, extensions, is_asked, {})

    def find_handler(self, method: str) -> Callable[..., Reply[Any]] | None:
        """Return the handler of a method; None if the handler is not overridden, or if the method is unknown here."""
        route = self.all_routes.get(method)
        if route is None or not self._find_overridden({route.attribute}):
            return None
        handler: Callable[..., Reply[Any]] = getattr(self, route.attribute)
        return handler

    def find_overridden_routes(self) -> dict[str, Route]:
        """Return the routes of the overridden handlers, by method."""
        overridden = self._find_overridden({route.attribute for route in self.all_routes.values()})
        return {method: route for method, route in self.all_routes.items() if route.attribute in overridden}

    def check_handler_methods(self) -> None:
        """Check that a subclass has no handler with a wrong name or signature.

        Raises:
            TypeError: a method has nearly the name of a handler; a name that begins with `on_` is no name of a handler;
                or a handler does not accept params and context.
        """
        names = {route.attribute for route in self.all_routes.values()}
        for owner in type(self).__mro__:
            if "routes" in vars(owner):
                break
            for name, value in vars(owner).items():
                if not isfunction(value) or name.startswith("_"):
                    continue
                if name in names:
                    _check_signature(value, name, owner)
                elif not hasattr(Handlers, name):
                    self._check_name(name, owner, names)

    def _check_name(self, name: str, owner: type, names: Collection[str]) -> None:
        is_notification = name.startswith(_NOTIFICATION_PREFIX)
        near = {*names} - self._find_overridden(names)
        if is_notification:
            near = {each for each in near if each.startswith(name)} or near
        hint = suggest_name(name, near, _NEAR_NOTIFICATION) if is_notification else self._suggest_request(name, near)
        if is_notification or hint:
            place = f"{owner.__name__}.{name}"
            raise TypeError(
                f"{place} is no handler of a {self.role} of {self.revision}{hint} (a name that begins with _ is free)"
            )

    def _suggest_request(self, name: str, near: Collection[str]) -> str:
        """Return a clause that suggests the handler that a wrong name probably means; empty if the name means none.

        Args:
            name: a misspelled name, a name that begins with `handle_`, or words of the method, such as `tools_list`.
            near: the names of the handlers that the subclass lacks.
        """
        hint = suggest_name(name.removeprefix(_FOREIGN_PREFIX), near, _NEAR_REQUEST)
        words = {method: _to_words(method) for method, route in self.all_routes.items() if route.attribute in near}
        areas = Counter(area for area, *_ in words.values())
        for method, (area, *more) in words.items():
            is_only = areas[area] == 1 and bool(suggest_name(name, [area], _NEAR_AREA))
            if not hint and (name == "_".join((area, *more)) or is_only):
                hint = f"; did you mean {self.all_routes[method].attribute!r}?"
        return hint

    def capabilities_json(self) -> dict[str, Any]:
        """Return the capability object that the overridden handlers and the extensions declare, as JSON."""
        tree: dict[str, Any] = {}
        overridden = self.find_overridden_routes()
        for route in overridden.values():
            if route.capability is not None:
                merge_capabilities(tree, route.capability)
        elicit = find_own_method(ELICIT, revision(self.revision))
        if (
            elicit is not None
            and elicit.name in overridden
            and (modes := member_at(tree, *elicit.capability.split(".")))
        ):
            modes.setdefault("form", {})  # only an empty object stands for forms
        return declare_extensions(tree, self.extensions)

    def _find_overridden(self, attributes: Collection[str]) -> set[str]:
        """Return those of the attributes that are overridden: the first owner of each is no generated class."""
        found: set[str] = set()
        rest = {*attributes}
        for owner in (self, *type(self).__mro__):
            own = rest.intersection(vars(owner))
            rest -= own
            if "routes" not in vars(owner):  # only the generated classes have routes
                found |= own
        return found


def _to_words(method: str) -> list[str]:
    """Return the words of a method, in lower case."""
    return [word.lower() for word in re.findall("[A-Z]?[a-z]+", method)]


def _check_signature(handler: Callable[..., Any], name: str, owner: type) -> None:
    """Check that a handler accepts params and context.

    Raises:
        TypeError: the handler does not accept params and context.
    """
    try:
        signature(handler).bind(None, None, None)
    except TypeError:
        raise TypeError(
            f"{owner.__name__}.{name} must accept the params and the context: async def {name}(self, params, context)"
        ) from None


def make_method_not_found_error() -> ProtocolError:
    """Return the error for a request whose handler is not overridden."""
    return ProtocolError(METHOD_NOT_FOUND, "Method not found")


def _is_awaitable(value: object) -> TypeIs[Awaitable[Any]]:
    """Return whether a value can be awaited."""
    return hasattr(type(value), "__await__")


class UntypedHandler(partial[Any]):
    """A coroutine function of this package that calls the handler of the user by `call_handler`.

    This function reads the params from the message of the context. It is called with None in place of typed params.
    """


class PreparedHandler(NamedTuple):
    """The handler of a method, prepared for calls."""

    handler: Callable[[Any, Context], Any]
    """The handler method."""
    make_empty_params: Callable[[], Any] | None
    """A function that makes the params if the request has none; None if the handler then gets None."""
    results: tuple[type[Any], ...]
    """The classes that the result may have; only `object` for a notification."""
    cancellable: bool
    """True if the peer may cancel requests of the method."""
    may_ask_input: bool
    """True if the result may ask for input."""
    reads_params: bool
    """True if the handler gets typed params; False for an `UntypedHandler`."""
    first_name: str
    """The name of the method in the oldest release that has it, as `find_first_name` returns it."""


class PreparedHandlers(NamedTuple):
    """The data that all dispatchers of one `Handlers` object share."""

    revision: Revision
    """The revision of the handlers, with the extensions."""

    extensions: tuple[Extension, ...]
    receives_requests: bool
    """True if the other side sends requests."""

    by_method: dict[str, PreparedHandler]
    """The prepared handlers of the methods that were called so far, by method."""


def prepare_handler(handlers: Handlers, method: str, revision: Revision) -> PreparedHandler | None:
    """Prepare the handler of a method for calls.

    Args:
        handlers: the handlers of one role.
        method: the method.
        revision: the revision of the handlers, with the extensions.

    Returns:
        The prepared handler; None if the handler is not overridden.
    """
    handler = handlers.find_handler(method)
    if handler is None:
        return None
    info = revision.methods[method]
    names = (*info.results, *info.wrapped_results)
    results = tuple(each for name in names for each in alternatives(revision.load_type(name)))
    reads_params = not isinstance(handler, UntypedHandler)
    return PreparedHandler(
        handler,
        _find_params_factory(info, revision) if reads_params else None,
        results or (object,),
        info.cancellable,
        INPUT_REQUIRED_RESULT in info.results,
        reads_params,
        find_first_name(method, revision),
    )


async def call_handler(handled: PreparedHandler, params: Any, context: Context) -> Any:
    """Call a handler, await what it returns if that can be awaited, and return the result.

    Raises:
        InputRequired: the handler has raised this exception, alone or in a group of nothing else. Or the handler has
            caught it without `dismiss`, and returned a result that asks for no input.
        HandlerMistakeError: the handler has returned None, and its annotation does not name None.
        BaseException: the exception that the handler has raised.
    """
    try:
        handler_params = params
        if params is None and handled.make_empty_params is not None:
            handler_params = handled.make_empty_params()
        is_adapter = isinstance(handled.handler, partial)  # of this package; it calls the handler of the user
        if is_adapter:
            result = handled.handler(handler_params, context)
            if _is_awaitable(result):
                result = await result
        else:
            result = await call_timed(handled.handler, handler_params, context)
    except BaseException as error:
        needed = find_question(error)
        if needed is None or needed is error:
            raise
        raise needed from error
    check_open_question(result, context, handled.handler)
    if result is None:  # the guards and the middleware read None like any other result
        check_result_type(context.message.method, result, handled.results)
    return result


def make_typed_result(method: str, result: Any, handled: PreparedHandler, revision: Revision) -> Any:
    """Return the typed result of a handler. A dict is read as JSON.

    Args:
        method: the method of the request.
        result: the result, typed or a dict.
        handled: the prepared handler.
        revision: the revision of the handler, with its extensions.

    Raises:
        TypeError: the result is of a type that the annotation of the handler does not name, or a dict that is no result
            of the method.
    """
    if not is_object(result):
        check_result_type(method, result, handled.results)
        return result
    info, faults = revision.methods[method], list[str]()
    asks = result.get(RESULT_TYPE) == INPUT_REQUIRED
    names = (*info.results, *info.wrapped_results)
    for name in [name for name in names if (name == INPUT_REQUIRED_RESULT) == asks] or names:
        try:
            return revision.codec(name).decode_value(result)
        except DecodeError as error:
            faults += [describe_finding(each, "/") for each in error.findings]
    raise TypeError(f"the handler of {method} returned a dict that is no result: {'; '.join(faults)}")


def _find_params_factory(info: MethodInfo, revision: Revision) -> Callable[[], Any] | None:
    """Return a function that makes empty params; None if the method has no params, or requires a member in them."""
    model: Any = revision.load_type(info.params) if info.params is not None else None
    if is_model(model) and not any(field.is_required() for field in model.__pydantic_fields__.values()):
        made: Callable[[], Any] = model
        return made
    return None
