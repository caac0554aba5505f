"""What the handlers of every revision and role have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from typing_extensions import TypeIs

from ..errors import ProtocolError
from ..json_values import is_object
from ..spec.error_codes import METHOD_NOT_FOUND

if TYPE_CHECKING:
    from ..spec.methods import Sender

T = TypeVar("T")

Reply: TypeAlias = Awaitable[T] | T
"""What a handler returns: an awaitable where it is `async`, the value itself where it is a plain function."""


class Route(NamedTuple):
    """Where the messages of one method arrive."""

    attribute: str
    """Name of the handler."""

    capability: Mapping[str, Any] | None = None
    """What having the handler declares, as part of the capability object; None if nothing."""


class Handlers:
    """Base of the handlers of one role in one revision. What is not overridden is not offered.

    Attributes:
        revision: whose messages they take.
        role: who has these handlers, `client` or `server`.
        routes: by method, every message this role may receive.
    """

    revision: ClassVar[str]
    role: ClassVar[Sender]
    routes: ClassVar[Mapping[str, Route]]

    def handler(self, method: str) -> Callable[..., Reply[Any]] | None:
        """The handler of a method, if it is overridden."""
        route = self.routes.get(method)
        if route is None or not self._overrides(route.attribute):
            return None
        handler: Callable[..., Reply[Any]] = getattr(self, route.attribute)
        return handler

    def declared(self) -> dict[str, Any]:
        """The capability object, as JSON, that follows from what is overridden."""
        tree: dict[str, Any] = {}
        for route in self.routes.values():
            if route.capability is not None and self._overrides(route.attribute):
                _merge(tree, route.capability)
        return tree

    def _overrides(self, attribute: str) -> bool:
        generated = next(base for base in type(self).__mro__ if "routes" in vars(base))
        return attribute in vars(self) or getattr(type(self), attribute) is not getattr(generated, attribute)


def not_offered() -> ProtocolError:
    """What a request meets whose handler is not overridden."""
    return ProtocolError(METHOD_NOT_FOUND, "Method not found")


def is_awaitable(value: object) -> TypeIs[Awaitable[Any]]:
    """Was the handler `async`?"""
    return hasattr(type(value), "__await__")


def _merge(tree: dict[str, Any], branch: Mapping[str, Any]) -> None:
    for name, value in branch.items():
        if is_object(value):
            _merge(tree.setdefault(name, {}), value)
        else:
            tree[name] = value
