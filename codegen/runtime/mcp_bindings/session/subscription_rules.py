"""Check the messages on the stream of a `subscriptions/listen` request.

Page: /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..errors import RequestId
from ..json_values import is_array, member_at
from ..jsonrpc.strict_json import as_request_id
from ..renames import list_names
from ..spec.names import LISTEN, META, RESOURCE_UPDATED, SUBSCRIPTION_KEY
from .capabilities import WireObject, find_capability_violation, get_member
from .errors import FindingCollector, Violation
from .ids import ValuesById
from .request_table import PendingRequest


def find_stray_violation(
    method: str, params: Mapping[str, Any], waiting: ValuesById[PendingRequest]
) -> Violation | None:
    """Return the violation if a notification about one request names a subscription; otherwise None.

    Pages: /specification/2026-07-28/server/utilities/logging#per-request-log-level and
    /specification/2026-07-28/basic/transports/streamable-http#receiving-messages.

    Args:
        method: the method of the notification.
        params: the params of the notification.
        waiting: the requests of the client that wait for an answer.
    """
    id_ = as_request_id(member_at(params, META, SUBSCRIPTION_KEY))
    pending = waiting.get(id_)
    if pending is None or pending.method.first_name != LISTEN:
        return None
    return Violation("subscription.filter", f"{method} belongs to one request, so no subscription carries it")


def check_subscribed_notification(
    method: str, params: Mapping[str, Any], pending: PendingRequest, collector: FindingCollector, *, arrived: bool
) -> None:
    """Check that a subscription asked for a notification, and that the acknowledgement promised the notification.

    The page forbids a notification that was not asked for. It does not forbid a notification that was asked for but not
    promised. A notification of the peer that was not promised passes with a finding.

    The URI in `notifications/resources/updated` is not compared with the filter of the subscription. The resource may
    be a sub-resource of one in the filter, and no message says which resources are sub-resources. The subject of any
    other notification is compared.

    Args:
        method: the method of the notification.
        params: the params of the notification.
        pending: the subscription.
        collector: notes that the notification was not promised.
        arrived: whether the notification has arrived from the peer.

    Raises:
        Violation: the subscription did not ask for the notification, or this side has not promised it.
    """
    profile = pending.profile
    name, subject = profile.filters[method], profile.subjects.get(method)
    requested = member_at(pending.params, "notifications", name)
    compared = None if method in list_names(RESOURCE_UPDATED) else subject
    if not requested or (compared is not None and params[compared] not in requested):
        raise Violation("subscription.filter", f"the subscription did not ask for {method}")
    if name not in pending.acknowledged:
        text = f"the acknowledgement of the subscription did not promise {method}"
        collector.note_violation(Violation("subscription.acknowledged", text), arrived=arrived)


def is_subject_listed(method: str, subject: str, listed: Collection[str]) -> bool:
    """Return whether a subscription to the listed subjects asks for a notification about a subject.

    An update may be about a sub-resource of a listed resource, as the schema says of `uri`. The URI of a sub-resource
    begins with the URI of its resource and a slash.

    Args:
        method: the method of the notification.
        subject: the subject of the notification, such as the URI of a resource.
        listed: the subjects that the subscription lists.
    """
    if subject in listed:
        return True
    return method in list_names(RESOURCE_UPDATED) and any(
        subject.startswith(each if each.endswith("/") else f"{each}/") for each in listed
    )


def check_acknowledgement(
    params: Mapping[str, Any],
    pending: PendingRequest,
    capabilities: Mapping[str, Any] | None,
    collector: FindingCollector,
    *,
    arrived: bool,
) -> None:
    """Check that each notification that an acknowledgement promises was asked for, and that the server declared it.

    If the server has not declared a promised notification, the mode of the session decides whether an acknowledgement
    that has arrived is refused or the violation is noted. An acknowledgement of this side is refused in every mode,
    unless it is forwarded and may break the rule.

    Args:
        params: the params of the acknowledgement.
        pending: the subscription.
        capabilities: the declared capabilities of the server; None if they are not known.
        collector: refuses or notes the violations.
        arrived: whether the acknowledgement has arrived from the peer.

    Raises:
        Violation: the acknowledgement promises more than was asked for, or is refused because the server has not
            declared a notification.
    """
    requested: Mapping[str, Any] = member_at(pending.params, "notifications") or {}
    profile = pending.profile
    for method, name in profile.filters.items():
        promised: Any = params["notifications"].get(name)
        if not promised:
            continue
        wanted: Any = requested.get(name)
        if not wanted or (is_array(promised) and not frozenset(promised) <= frozenset(wanted)):
            raise Violation("subscription.ack-subset", f"the acknowledgement promises more {name} than was asked for")
        change = profile.notifications["server"].get(method)
        if change is not None:
            undeclared = find_capability_violation(change.need, capabilities, method, is_notified=True)
            collector.refuse_or_note(undeclared, arrived=arrived)


def list_promised_members(params: Mapping[str, Any], pending: PendingRequest) -> frozenset[str]:
    """Return the names of the members of the filter that the acknowledgement of a subscription promises."""
    profile = pending.profile
    return frozenset(name for name in profile.filters.values() if params["notifications"].get(name))


def find_result_id_violation(result: WireObject, id_: RequestId) -> Violation | None:
    """Return the violation if the `_meta` of a result does not have the id of the subscription; otherwise None."""
    meta: WireObject = get_member(result, META) or {}
    if get_member(meta, SUBSCRIPTION_KEY) == id_:
        return None
    return Violation("subscription.id-tag", "the _meta of the result lacks the id of the subscription")


def check_subscription_result(
    result: WireObject, pending: PendingRequest, collector: FindingCollector, *, arrived: bool
) -> None:
    """Check the result of a subscription that no cancellation has ended yet.

    The server cancels the subscription first, and then sends the result. A client accepts the two in either order.

    Pages: /specification/2026-07-28/basic/patterns/cancellation,
    /specification/2026-07-28/basic/patterns/subscriptions.

    Raises:
        Violation: the result lacks the id of the subscription, the subscription is not acknowledged yet, or this side
            sends the result before a cancellation.
    """
    fault = find_result_id_violation(result, pending.id)
    if fault is not None:
        raise fault
    pending.find_next_state("result")
    text = "the server sends notifications/cancelled for the subscription before its result"
    collector.note_sender_violation(Violation("subscription.cancel-first", text), arrived=arrived)
