"""The handlers of a server, written in the types of one revision, for the clients of any revision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import ProtocolError
from ..extensions.rules import filter_members, filter_subjects
from ..peer.context import Context
from ..peer.handlers import Handlers, UntypedHandler
from ..revisions import Revision, revision, typed_as
from ..session.profile import FILTER_MEMBERS
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import (
    ACKNOWLEDGED,
    COMPLETE,
    LISTEN,
    META,
    RESOURCE_UPDATED,
    RESULT_TYPE,
    SET_LOG_LEVEL,
    SUBSCRIBE,
    SUBSCRIPTION_KEY,
    UNSUBSCRIBE,
)
from .handlers import Home

if TYPE_CHECKING:
    from ..adaptation.crossing import Crossing

_MAX_SUBSCRIPTIONS, _MAX_URI_LENGTH = 1_000, 2_048
"""Subscriptions of one client, and characters of a URI."""


def done(spoken: Revision, params: Any, context: Context) -> Any:
    """Respond that a request has succeeded; the dispatcher does what it asks for."""
    return import_module(f"{spoken.package}.models").EmptyResult()


async def subscribe(home: Home, spoken: Revision, params: Any, context: Context) -> Any:
    """Subscribe a client to a resource.

    Raises:
        ProtocolError: the client has too many subscriptions, the URI is too long, or the guards refuse the request.
    """
    home.guarding.take(SUBSCRIBE, context)
    uris = context.subscribed_uris
    if params.uri not in uris and len(uris) >= _MAX_SUBSCRIPTIONS:
        raise ProtocolError(INVALID_PARAMS, f"Too many subscriptions: {_MAX_SUBSCRIPTIONS} are allowed")
    if (size := len(params.uri)) > _MAX_URI_LENGTH:
        raise ProtocolError(
            INVALID_PARAMS, f"Invalid params: a uri of {size} characters, more than {_MAX_URI_LENGTH} characters"
        )
    await home.guarding.check_resource(params.uri, context)
    uris.add(params.uri)
    return done(spoken, params, context)


def unsubscribe(spoken: Revision, params: Any, context: Context) -> Any:
    """End the subscription of a client to a resource."""
    context.subscribed_uris.discard(params.uri)
    return done(spoken, params, context)


async def listen(home: Home, spoken: Revision, params: Any, context: Context) -> Any:
    """Send the notifications that a client wants until it cancels the request, or the server ends.

    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """
    home.guarding.take(LISTEN, context)
    asked: Mapping[str, Any] = context.message.document["params"]["notifications"]
    members = {**FILTER_MEMBERS, **filter_members(home.extensions)}
    subjects = {RESOURCE_UPDATED: "uri", **filter_subjects(home.extensions)}
    wanted = {
        member: asked[member] for method, member in members.items() if _is_wanted(home, method, asked.get(member))
    }
    if home.tasks is not None:
        wanted = await home.tasks.reachable(wanted, context)
    mark = {SUBSCRIPTION_KEY: context.id}

    async def deliver(method: str, given: Mapping[str, Any]) -> None:
        chosen = wanted.get(members.get(method, ""))
        if chosen and (method not in subjects or given[subjects[method]] in chosen):
            await context.notify(method, **{**given, META: {**given.get(META, {}), **mark}})

    await context.notify(ACKNOWLEDGED, notifications=wanted, _meta=mark)
    with home.changes.heard_by(deliver):
        await home.changes.until_end()
    return spoken.codec(spoken.methods[LISTEN].results[0]).decode_value({RESULT_TYPE: COMPLETE, META: mark})


def _is_wanted(home: Home, method: str, asked: object) -> bool:
    """Whether a client wants a notification that the server has declared."""
    info = home.revision.methods.get(method)
    return bool(asked) and info is not None and (not info.capability or home.offers(info.capability))


class Served(Handlers):
    """Base of the handlers that serve the clients of one revision. Nothing of a client is kept on them."""


def served(home: Home, version: str) -> Served:
    """Handlers for the clients of one revision.

    Args:
        home: the handlers that were written once.
        version: id of the clients' revision.
    """
    version = typed_as(version).id
    handlers = _served_class(version, _generated(home, version))()
    spoken = revision(handlers.revision)
    crossing = home.crossing(spoken, has_extensions=bool(handlers.extensions))
    for method, route in handlers.all_routes.items():
        handler = _handler(home, method, spoken, crossing)
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


def _handler(home: Home, method: str, spoken: Revision, crossing: Crossing | None) -> Callable[..., Any] | None:
    """What handles a method of the client's revision; None if nothing does."""
    if method in home.handled:
        if method in spoken.methods and spoken.methods[method].kind == "notification":
            return partial(home.take, spoken)
        if crossing is None:
            return UntypedHandler(home.answer)
        if crossing.has(method):
            return UntypedHandler(home.answer_crossing, crossing)
    if home.tasks is not None and (answer := home.tasks.handler(method, spoken.id)) is not None:
        return answer
    if method == LISTEN:
        return partial(listen, home, spoken)
    if method == SET_LOG_LEVEL and home.offers("logging"):
        return partial(done, spoken)
    if method in (SUBSCRIBE, UNSUBSCRIBE) and home.offers("resources.subscribe"):
        return partial(subscribe, home, spoken) if method == SUBSCRIBE else partial(unsubscribe, spoken)
    return None
