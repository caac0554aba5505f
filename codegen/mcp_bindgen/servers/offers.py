"""Read the offer of a server, for a lock file, in each revision that the server speaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindgen.documents import find_text_fault
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.client import NO_CAPABILITIES, client_over
from mcp_bindgen.servers.connections import (
    BoundReachedError,
    Bounds,
    Connector,
    SignInFailedError,
    finish_in_time,
    make_connector,
)
from mcp_bindgen.servers.lock import KEYS, LockFile, make_offer
from mcp_bindgen.servers.opening import is_silence_decisive, make_no_revision_error, opening_outcome
from mcp_bindgen.servers.phases import LISTINGS, read_server_lists
from mcp_bindgen.servers.targets import Target
from mcp_bindings.session.declarations import check_capabilities


class _OfferReading(NamedTuple):
    """The outcome of reading the offer in one revision.

    Attributes:
        offer: the offer; None in a revision that the server does not speak.
        server: the `serverInfo` of the server.
        reason: why the server does not speak the revision; empty if the server speaks the revision.
        is_decided: True if the server has shown whether it speaks the revision.
        errors: the last lines that the server has written to standard error; empty if the server speaks the revision.
    """

    offer: Mapping[str, Any] | None
    server: Mapping[str, Any]
    reason: str
    is_decided: bool
    errors: list[str]


def read_offers(
    target: Target,
    bounds: Bounds,
    progress: Callable[[str, str], None],
    print_line: Callable[[str], None],
    declared: Mapping[str, Any] = NO_CAPABILITIES,
    connect: Connector | None = None,
) -> LockFile:
    """Read the offer of a server in each released revision that the server speaks, and return the content of a lock
    file. This runs an event loop, and blocks until all offers are read.

    Args:
        target: the server.
        bounds: bounds of time, bytes and counts.
        progress: called with a revision and the phase, before the offer in the revision is read.
        print_line: called with a line for the user.
        declared: the capabilities that the client declares.
        connect: returns a new connection to the server; None to connect over the transport of the server.

    Raises:
        BindgenError: no revision has a declared capability, the server speaks none of the revisions or does not show
            which ones it speaks, a list cannot be read completely, has two items of one name or is no JSON, the sign-in
            is not possible or has failed, or httpx2 is needed and not installed.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    try:
        check_capabilities(declared, "client")
    except ValueError as error:
        raise BindgenError(str(error)) from None
    connector = connect or make_connector(target, bounds, print_line)

    async def read_in_each_revision() -> list[_OfferReading]:
        found: list[_OfferReading] = []
        for revision in mb.REVISIONS:
            progress(revision, "list")
            found.append(await _read_offer(target, revision, bounds, declared, connector))
        return found

    found = dict(zip(mb.REVISIONS, asyncio.run(read_in_each_revision()), strict=True))
    offers = {revision: each.offer for revision, each in found.items() if each.offer is not None}
    if not offers:
        errors = next((each.errors for each in reversed(found.values()) if each.errors), list[str]())
        raise make_no_revision_error(target, [each.reason for each in found.values()], errors)
    for revision, each in found.items():
        if not each.is_decided:
            raise BindgenError(f"{revision} cannot be read: {each.reason}", where=target.title, hint="try again later")
    described = next(each.server for each in reversed(found.values()) if each.offer is not None)
    return LockFile(described, declared, offers)


async def _read_offer(
    target: Target,
    revision: str,
    bounds: Bounds,
    declared: Mapping[str, Any],
    connect: Connector,
) -> _OfferReading:
    connection = connect()
    is_spoken = False
    try:
        async with client_over(connection, mb.revision(revision), bounds, declared=declared) as client:
            answer = await finish_in_time(bounds.total, client.open(), connection)
            reason, is_spoken, is_decided = opening_outcome(client, answer)
            if not is_spoken:
                return _OfferReading(None, {}, reason, is_decided, list(connection.errors))
            await client.end_opening()
            offers = await finish_in_time(bounds.total, read_server_lists(client), connection)
            if client.failed_lists:
                raise BindgenError(f"a list cannot be read in {revision}: {client.failed_lists[0]}", where=target.title)
    except asyncio.TimeoutError:
        raise BindgenError(f"the lists cannot be read in time in {revision}", where=target.title) from None
    except (ConnectionError, BoundReachedError) as error:
        if isinstance(error, SignInFailedError):
            raise BindgenError(str(error), where=target.title) from None
        if is_spoken or isinstance(error, BoundReachedError):
            raise BindgenError(f"a list cannot be read in {revision}: {error}", where=target.title) from None
        is_decided = is_silence_decisive(mb.revision(revision).era, target.kind)
        return _OfferReading(None, {}, str(error), is_decided, list(connection.errors))
    lists = dict(zip((each.member for each in LISTINGS), offers, strict=True))
    fault = find_text_fault({**client.opening_result, **lists})
    if fault is not None:
        where = f"{target.title}: {fault.pointer or 'the offer'}"
        raise BindgenError(f"cannot be written for {revision}: {fault.message}", where=where)
    _check_items(lists, revision, target.title)
    offer = make_offer(client.opening_result, lists)
    return _OfferReading(offer, _server_info(client.opening_result), "", True, [])


def _check_items(lists: Mapping[str, Sequence[Mapping[str, Any]]], revision: str, where: str) -> None:
    """Check that each item of a list has a name or URI, and that no other item of the list has the same; check the
    arguments of each prompt in the same way.

    Raises:
        BindgenError: an item or an argument has no name or URI, or the name or URI of another one.
    """
    named = [(member, lists[member], key) for member, key in KEYS.items()]
    for index, prompt in enumerate(lists["prompts"]):
        arguments = prompt.get("arguments")
        named += [(f"prompts/{index}/arguments", arguments, "name")] if is_array(arguments) else []
    for member, items, key in named:
        seen: set[str] = set()
        for index, item in enumerate(items):
            value = item.get(key) if is_object(item) else None
            if not isinstance(value, str) or value in seen:
                problem = f"has the `{key}` of another item" if isinstance(value, str) else f"has no `{key}`"
                raise BindgenError(f"{member}/{index} {problem} in {revision}", where=where, hint="repair the list")
            seen.add(value)


def _server_info(opening: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the `serverInfo` in the first result of a server, or in `_meta` of that result. Return an empty mapping if
    the result has no `serverInfo`.
    """
    meta = opening.get("_meta")
    found = opening.get("serverInfo") or (is_object(meta) and meta.get("io.modelcontextprotocol/serverInfo"))
    return found if is_object(found) else {}
