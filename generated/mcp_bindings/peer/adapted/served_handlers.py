"""The handlers of a server, written in the types of one revision, for one client of any revision."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

from ...revisions import revision, typed_as
from ...spec.names import LISTEN, SET_LOG_LEVEL, SUBSCRIBE, UNSUBSCRIBE
from ...translation.table import CONVERSATION
from ..handled import ReadsMessage
from ..handlers import Handlers
from .conversation import done, listen, subscribe, unsubscribe
from .crossing import Crossing
from .home import Home


class Served(Handlers):
    """Base of the handlers that serve one client.

    Attributes:
        subscribed_uris: the resources that the client subscribed to with `resources/subscribe`.
    """

    def __init__(self) -> None:
        self.subscribed_uris: set[str] = set()


def served(home: Home, version: str) -> Served:
    """Handlers for one client.

    Args:
        home: the handlers that were written once.
        version: id of the client's revision.
    """
    version = typed_as(version).id
    handlers = _served_class(version, _generated(home, version))()
    crossing = Crossing(home.revision, revision(handlers.revision), has_extensions=bool(handlers.extensions()))
    for method, route in handlers.all_routes().items():
        handler = _handler(home, handlers, method, crossing)
        if handler is not None:
            setattr(handlers, route.attribute, handler)
    return handlers


def _generated(home: Home, version: str) -> tuple[type[Handlers], ...]:
    """The generated classes behind the handlers of a revision, which know the messages of extensions too."""
    if version != home.revision.id:
        return (import_module(revision(version).package).ServerHandlers,)
    own = tuple(base for base in type(home.handlers).__mro__ if "routes" in vars(base))
    added = (import_module(each.package).ServerHandlers for each in home.extensions if each.methods)
    return (*(base for base in added if base not in own), *own)


@cache
def _served_class(version: str, generated: tuple[Any, ...]) -> type[Served]:
    return type(f"Served{version}", (Served, *generated), {})


def _handler(home: Home, handlers: Served, method: str, crossing: Crossing) -> Callable[..., Any] | None:
    """What handles a method of the client's revision; None if nothing does."""
    spoken = crossing.spoken
    is_same = spoken.id == home.revision.id
    if home.handled(method) is not None:
        if method in spoken.methods and spoken.methods[method].kind == "notification":
            return partial(home.take, spoken)
        if is_same:
            return home.accepting(method)
        if method not in CONVERSATION:
            return ReadsMessage(home.answer, crossing)
    if home.tasks is not None and (answer := home.tasks.handler(method, spoken.id)) is not None:
        return answer
    if method == LISTEN:
        return partial(listen, home, spoken)
    if method == SET_LOG_LEVEL and home.offers("logging"):
        return partial(done, spoken)
    if method in (SUBSCRIBE, UNSUBSCRIBE) and home.offers("resources.subscribe"):
        uris = handlers.subscribed_uris
        return partial(subscribe, home, spoken, uris) if method == SUBSCRIBE else partial(unsubscribe, spoken, uris)
    return None
