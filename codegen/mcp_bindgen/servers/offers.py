"""Read what a server offers, in each revision that it speaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import MAX_DEPTH, is_object, nesting_depth
from mcp_bindgen.servers.client import NO_CAPABILITIES, connected_client
from mcp_bindgen.servers.lock import Lock, make_offer
from mcp_bindgen.servers.opening import no_revision_error, opening_outcome
from mcp_bindgen.servers.phases import LISTINGS, list_all
from mcp_bindgen.servers.targets import Target
from mcp_bindgen.servers.wire import BoundReachedError, Bounds, Connector, SignInFailedError, make_connector, within


class _Reading(NamedTuple):
    """The outcome of reading the lists in one revision.

    Attributes:
        offer: what the server offers; None in a revision that it does not speak.
        server: the description of itself.
        reason: why it does not speak the revision.
        errors: the last lines of its standard error.
    """

    offer: Mapping[str, Any] | None
    server: Mapping[str, Any]
    reason: str
    errors: list[str]


def read_offers(
    target: Target,
    bounds: Bounds,
    progress: Callable[[str, str], None],
    tell: Callable[[str], None],
    declared: Mapping[str, Any] = NO_CAPABILITIES,
    connect: Connector | None = None,
) -> Lock:
    """Return what a server offers in each released revision that it speaks.

    Args:
        target: the server.
        bounds: bounds of time and amounts.
        progress: called with each revision and stage.
        tell: called with a line for the user.
        declared: the capabilities that the client declares.
        connect: makes a new connection to the server; None for its transport.

    Raises:
        BindgenError: the server speaks none of the revisions, or a list cannot be read as a whole.
    """
    connector = connect or make_connector(target, bounds, tell)

    async def read() -> list[_Reading]:
        found: list[_Reading] = []
        for revision in mb.REVISIONS:
            progress(revision, "list")
            found.append(await _read(target, revision, bounds, declared, connector))
        return found

    found = dict(zip(mb.REVISIONS, asyncio.run(read()), strict=True))
    offers = {revision: each.offer for revision, each in found.items() if each.offer is not None}
    if not offers:
        errors = next((each.errors for each in reversed(found.values()) if each.errors), list[str]())
        raise no_revision_error(target, [each.reason for each in found.values()], errors)
    described = next(each.server for each in reversed(found.values()) if each.offer is not None)
    return Lock(described, declared, offers)


async def _read(
    target: Target,
    revision: str,
    bounds: Bounds,
    declared: Mapping[str, Any],
    connect: Connector,
) -> _Reading:
    wire = connect()
    is_spoken = False
    try:
        async with connected_client(wire, mb.revision(revision), bounds, declared=declared) as client:
            answer = await within(bounds.total, client.open(), wire)
            reason, is_spoken = opening_outcome(client, answer)
            if not is_spoken:
                return _Reading(None, {}, reason, list(wire.errors))
            await client.end_opening()
            offers = await within(bounds.total, list_all(client), wire)
            if client.failed:
                raise BindgenError(f"a list cannot be read in {revision}: {client.failed[0]}", where=target.title)
    except asyncio.TimeoutError:
        raise BindgenError(f"the lists cannot be read in time in {revision}", where=target.title) from None
    except (ConnectionError, BoundReachedError) as error:
        if isinstance(error, SignInFailedError):
            raise BindgenError(str(error), where=target.title) from None
        if is_spoken or isinstance(error, BoundReachedError):
            raise BindgenError(f"a list cannot be read in {revision}: {error}", where=target.title) from None
        return _Reading(None, {}, str(error), list(wire.errors))
    lists = dict(zip((each.member for each in LISTINGS), offers, strict=True))
    if nesting_depth({**client.opening, **lists}) > MAX_DEPTH:
        raise BindgenError(f"a list is nested deeper than {MAX_DEPTH} levels in {revision}", where=target.title)
    return _Reading(make_offer(client.opening, lists), _described(client.opening), "", [])


def _described(opening: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the description that a server gives of itself, in the result or in its `_meta`."""
    meta = opening.get("_meta")
    found = opening.get("serverInfo") or (is_object(meta) and meta.get("io.modelcontextprotocol/serverInfo"))
    return found if is_object(found) else {}
