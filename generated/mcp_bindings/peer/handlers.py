"""What the handlers of every revision and role have in common: the base of the generated handler classes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias

from typing_extensions import TypeIs, TypeVar

from ..errors import ProtocolError
from ..extensions.extendable import Extendable
from ..extensions.rules import with_declared
from ..session.capabilities import merge_capabilities
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import COMPLETE, RESULT_TYPE

if TYPE_CHECKING:
    from ..spec.names import Sender
    from .calls import Calls

T = TypeVar("T")
Calls_co = TypeVar("Calls_co", default="Calls", covariant=True)

Reply: TypeAlias = Awaitable[T] | T
"""What a handler returns: an awaitable where it is `async`, the value itself where it is a plain function."""


class HandlersBeside(Protocol[Calls_co]):
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
        routes: the handler of every message that this side may receive, by method.
    """

    revision: ClassVar[str]
    role: ClassVar[Sender]
    routes: ClassVar[Mapping[str, Route]]

    if TYPE_CHECKING:

        def __calls__(self) -> Calls:
            """To a type checker, the class with the calls of the same side in the same revision."""
            ...

    def handler(self, method: str) -> Callable[..., Reply[Any]] | None:
        """The handler of a method; None if it is not overridden."""
        route = self.all_routes().get(method)
        if route is None or not self._overrides(route.attribute):
            return None
        handler: Callable[..., Reply[Any]] = getattr(self, route.attribute)
        return handler

    def capabilities_json(self) -> dict[str, Any]:
        """The capability object as JSON, worked out from the handlers that are overridden."""
        tree: dict[str, Any] = {}
        for route in self.all_routes().values():
            if route.capability is not None and self._overrides(route.attribute):
                merge_capabilities(tree, route.capability)
        return with_declared(tree, self.extensions())

    @classmethod
    def all_routes(cls) -> dict[str, Route]:
        """The routes of the revision and of the extensions."""
        tables: list[Mapping[str, Route]] = [vars(base)["routes"] for base in cls.__mro__ if "routes" in vars(base)]
        return {method: route for table in reversed(tables) for method, route in table.items()}

    def _overrides(self, attribute: str) -> bool:
        generated = (vars(base) for base in type(self).__mro__ if "routes" in vars(base))
        default = next(names[attribute] for names in generated if attribute in names)
        return attribute in vars(self) or getattr(type(self), attribute) is not default


def discover_result(versions: Sequence[str], capabilities: Mapping[str, Any]) -> dict[str, Any]:
    """The result of `server/discover`, which is not cached, as JSON.

    Args:
        versions: ids of the revisions that the server speaks.
        capabilities: of the server, as JSON.
    """
    result: dict[str, Any] = {RESULT_TYPE: COMPLETE, "supportedVersions": list(versions), "capabilities": capabilities}
    return {**result, "ttlMs": 0, "cacheScope": "private"}


def method_not_found() -> ProtocolError:
    """The error that answers a request whose handler is not overridden."""
    return ProtocolError(METHOD_NOT_FOUND, "Method not found")


def is_awaitable(value: object) -> TypeIs[Awaitable[Any]]:
    """Whether a handler returned an awaitable, so it is `async`."""
    return hasattr(type(value), "__await__")
