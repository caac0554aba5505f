"""The handlers of a server for the clients of one revision, made from handlers in the types of another revision."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import ProtocolError
from ..json_values import is_array
from ..peer.context import Context
from ..peer.final_results import decode_final_result
from ..peer.handler_errors import catch_exit, is_reraised
from ..peer.handlers import Handlers, UntypedHandler
from ..renames import find_first_name, to_own_name
from ..revisions import Revision, find_revision_with_types, revision
from ..session.profile import revision_profile
from ..session.subscription_rules import is_subject_listed
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
from .handlers import SharedHandlers
from .notifications import bind_to_running_loop

if TYPE_CHECKING:
    from ..adaptation.revision_adapter import RevisionAdapter

_MAX_SUBSCRIPTIONS, _MAX_URI_LENGTH = 1_000, 2_048
"""Largest number of resources that one client may subscribe to, and of characters of the URI of each. The bounds of the
URIs and task ids of one subscription since 2026-07-28 are the same.
"""

_log = logging.getLogger(__name__)


def _check_subjects(subjects: Collection[str]) -> None:
    """Check the number and the lengths of the URIs or task ids that a client subscribes to.

    Raises:
        ProtocolError: there are too many of them, or one is too long.
    """
    if len(subjects) > _MAX_SUBSCRIPTIONS:
        raise ProtocolError(INVALID_PARAMS, f"Too many subscriptions: {_MAX_SUBSCRIPTIONS} are allowed")
    size = max(map(len, subjects), default=0)
    if size > _MAX_URI_LENGTH:
        raise ProtocolError(
            INVALID_PARAMS, f"Invalid params: a uri of {size} characters, more than {_MAX_URI_LENGTH} characters"
        )


def _answer_with_empty_result(client_revision: Revision, params: Any, context: Context) -> Any:
    """Return the empty result of a request. Other code does what the request asks for."""
    return import_module(client_revision.package).EmptyResult()


async def _answer_subscribe(shared: SharedHandlers, client_revision: Revision, params: Any, context: Context) -> Any:
    """Subscribe a client to a resource, and return an empty result.

    Raises:
        ProtocolError: the client has too many subscriptions, the URI is too long, or the guards reject the request.
        BaseException: the handler of a list, which the guards read, has raised this exception.
    """
    shared.guards.count_request(SUBSCRIBE, context)
    uris, waiting = context.subscribed_uris, context.waiting_subscriptions
    _check_subjects({*uris, *waiting.values(), params.uri})
    waiting[context] = params.uri
    try:
        await shared.guards.check_resource(params.uri, context)
        if context in waiting:
            uris.add(params.uri)
    finally:
        waiting.pop(context, None)
    return _answer_with_empty_result(client_revision, params, context)


def _answer_unsubscribe(client_revision: Revision, params: Any, context: Context) -> Any:
    """End the subscription of a client to a resource, and return an empty result.

    Requests for this subscription that wait for a check have no effect any more.
    """
    context.subscribed_uris.discard(params.uri)
    waiting = context.waiting_subscriptions
    for each in [each for each, uri in waiting.items() if uri == params.uri]:
        del waiting[each]
    return _answer_with_empty_result(client_revision, params, context)


async def _answer_listen(shared: SharedHandlers, client_revision: Revision, params: Any, context: Context) -> Any:
    """Send a client the notifications that it has asked for, until the request is cancelled or the transport ends.

    The first notification is the acknowledgement, without the resources and tasks that the client cannot reach. At the
    end of the transport, return the result of the request.

    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions

    Raises:
        ProtocolError: the principal has exceeded the rate, or subscribes to too many resources or tasks, or one of a
            name that is too long.
        RuntimeError: there is no channel to send the acknowledgement.
        ConnectionError: the connection to the client has ended.
    """
    shared.guards.count_request(LISTEN, context)
    requested: Mapping[str, Any] = context.message.document["params"]["notifications"]
    profile = revision_profile(client_revision.id, shared.extensions)
    members, subjects = profile.filters, profile.subjects
    sendable = {shared.to_client_method(method, client_revision) for method in _list_declared_notifications(shared)}
    wanted = {
        member: requested[member] for method, member in members.items() if requested.get(member) and method in sendable
    }
    for each in wanted.values():
        if is_array(each):
            _check_subjects(each)
    member = members.get(to_own_name(RESOURCE_UPDATED, client_revision), "")
    if member in wanted:
        wanted[member] = await _select_resources(shared, wanted[member], context)
    if shared.tasks is not None:
        wanted = await shared.tasks.filter_reachable_tasks(wanted, context)
    mark = {SUBSCRIPTION_KEY: context.id}
    acknowledged = asyncio.Event()

    async def deliver(method: str, given: Mapping[str, Any]) -> None:
        chosen = wanted.get(members.get(shared.to_client_method(method, client_revision), ""))
        adapted = shared.adapt_own_notification(method, given, client_revision) if chosen else None
        if chosen is None or adapted is None:
            return
        method, params = adapted.method, adapted.document.get("params", {})
        if method not in subjects or is_subject_listed(method, params[subjects[method]], chosen):
            await acknowledged.wait()
            if wanted:
                await context.notify(method, **{**params, META: {**params.get(META, {}), **mark}})

    with shared.listeners.added_listener(
        bind_to_running_loop(deliver)
    ):  # a change during the acknowledgement is told after it
        try:
            accepted = to_own_name(ACKNOWLEDGED, client_revision)
            await context.notify(accepted, notifications=wanted, _meta=mark)
        except BaseException:
            wanted = {}
            raise
        finally:
            acknowledged.set()
        await context.wait_for_end()
    return decode_final_result(client_revision, context.message.method, {RESULT_TYPE: COMPLETE, META: mark})


async def _select_resources(shared: SharedHandlers, uris: Sequence[str], context: Context) -> list[str]:
    """Return the URIs that the guards let a client subscribe to.

    The checks run at the same time, because each may wait for the next reading of a list. In each turn of the event
    loop one check begins, because it may compare a long URI with many templates. If the lists cannot be read, log the
    first failure, and leave out the resources that need them.
    """
    checks = list[asyncio.Task[SystemExit | None]]()
    try:
        for uri in uris:
            checks.append(asyncio.create_task(catch_exit(shared.guards.check_resource(uri, context))))
            await asyncio.sleep(0)
        outcomes = await asyncio.gather(*checks, return_exceptions=True)
    finally:
        for check in checks:
            check.cancel()
    failures = [each for each in outcomes if each is not None and not isinstance(each, ProtocolError)]
    for each in failures:
        if is_reraised(each, context):
            raise each
    if failures:
        _log.error("the resources cannot be listed to check a subscription", exc_info=failures[0])
    return [uri for uri, outcome in zip(uris, outcomes, strict=True) if outcome is None]


def _list_declared_notifications(shared: SharedHandlers) -> list[str]:
    """Return the methods of the notifications that a server may send in the revision of its handlers.

    Each of these notifications needs no capability, or a capability that the server declares.
    """
    infos = shared.revision.methods.values()
    kinds = (info for info in infos if info.kind == "notification")
    return [info.name for info in kinds if not info.capability or shared.declares_capability(info.capability)]


class HandlersForClientRevision(Handlers):
    """The base of the handlers for all clients of one revision. The handlers store no data of a client."""


def make_handlers_for_client_revision(shared: SharedHandlers, version: str) -> HandlersForClientRevision:
    """Return handlers for the clients of one revision.

    Args:
        shared: the handlers of the server.
        version: id of the clients' revision.
    """
    version = find_revision_with_types(version).id
    made = _make_class(version, _list_generated_classes(shared, version))()
    made.context_settings = shared.context_settings
    client_revision = revision(made.revision)
    adapter = shared.make_adapter(client_revision, has_extensions=bool(made.extensions))
    for method, route in made.all_routes.items():
        handler = _find_handler(shared, method, client_revision, adapter)
        if handler is not None:
            setattr(made, route.attribute, handler)
    return made


def _list_generated_classes(shared: SharedHandlers, version: str) -> tuple[type[Handlers], ...]:
    """Return the generated base classes of handlers for a revision.

    For the revision of the server's handlers, these include the base classes of the handlers of extensions.
    """
    if version != shared.revision.id:
        return (import_module(revision(version).package).ServerHandlers,)
    of_handlers = tuple(base for base in type(shared.handlers).__mro__ if "routes" in vars(base))
    of_extensions = (import_module(each.package).ServerHandlers for each in shared.extensions if each.methods)
    return (*(base for base in of_extensions if base not in of_handlers), *of_handlers)


@cache
def _make_class(version: str, generated: tuple[Any, ...]) -> type[HandlersForClientRevision]:
    return type(f"HandlersForClientRevision{version}", (HandlersForClientRevision, *generated), {})


def _find_handler(
    shared: SharedHandlers, method: str, client_revision: Revision, adapter: RevisionAdapter | None
) -> Callable[..., Any] | None:
    """Return the handler of a method of the client's revision; None if the server has no handler for the method."""
    own = method if adapter is None else adapter.find_handler_method(method)
    if own in shared.prepared:
        if shared.revision.methods[own].kind == "notification":
            return partial(shared.handle_notification, adapter, own)
        if adapter is None:
            return UntypedHandler(shared.answer_request)
        if adapter.adapts_method(method):
            return UntypedHandler(shared.answer_adapted_request, adapter)
    if shared.tasks is not None and (answer := shared.tasks.find_handler(method, client_revision.id)) is not None:
        return answer
    first_name = find_first_name(method, client_revision)
    if first_name == LISTEN:
        return partial(_answer_listen, shared, client_revision)
    if first_name == SET_LOG_LEVEL and shared.declares_capability("logging"):
        return partial(_answer_with_empty_result, client_revision)
    if first_name in (SUBSCRIBE, UNSUBSCRIBE) and shared.declares_capability("resources.subscribe"):
        return (
            partial(_answer_subscribe, shared, client_revision)
            if first_name == SUBSCRIBE
            else partial(_answer_unsubscribe, client_revision)
        )
    return None
