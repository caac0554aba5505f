"""What a server does about the connection with a client itself: the level of the log, and subscriptions."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ...errors import ProtocolError
from ...extensions.rules import filter_members, filter_subjects
from ...revisions import Revision
from ...session.profile import FILTER_MEMBERS
from ...spec.error_codes import INVALID_PARAMS
from ...spec.names import (
    ACKNOWLEDGED,
    COMPLETE,
    LISTEN,
    META,
    RESOURCE_UPDATED,
    RESULT_TYPE,
    SUBSCRIBE,
    SUBSCRIPTION_KEY,
)
from ..context import Context
from .home import Home

_MAX_SUBSCRIPTIONS, _MAX_URI_LENGTH = 1_000, 2_048
"""Subscriptions of one client, and characters of a URI."""


def done(spoken: Revision, params: Any, context: Context) -> Any:
    """Respond that a request has succeeded; the dispatcher does what it asks for."""
    return import_module(f"{spoken.package}.models").EmptyResult()


async def subscribe(home: Home, spoken: Revision, uris: set[str], params: Any, context: Context) -> Any:
    """Subscribe a client to a resource.

    Raises:
        ProtocolError: the client has too many subscriptions, the URI is too long, or the guards refuse the request.
    """
    home.guarding.take(SUBSCRIBE, context)
    if params.uri not in uris and len(uris) >= _MAX_SUBSCRIPTIONS:
        raise ProtocolError(INVALID_PARAMS, f"Too many subscriptions: {_MAX_SUBSCRIPTIONS} are allowed")
    if (size := len(params.uri)) > _MAX_URI_LENGTH:
        raise ProtocolError(
            INVALID_PARAMS, f"Invalid params: a uri of {size} characters, more than {_MAX_URI_LENGTH} characters"
        )
    await home.guarding.check_resource(params.uri, context)
    uris.add(params.uri)
    return done(spoken, params, context)


def unsubscribe(spoken: Revision, uris: set[str], params: Any, context: Context) -> Any:
    """End the subscription of a client to a resource."""
    uris.discard(params.uri)
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
        await home.changes.ended.wait()
    return spoken.codec(spoken.methods[LISTEN].results[0]).decode_value({RESULT_TYPE: COMPLETE, META: mark})


def _is_wanted(home: Home, method: str, asked: object) -> bool:
    """Whether a client wants a notification that the server has declared."""
    info = home.revision.methods.get(method)
    return bool(asked) and info is not None and (not info.capability or home.offers(info.capability))
