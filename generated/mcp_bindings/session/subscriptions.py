"""What may be sent on the stream of a `subscriptions/listen`.

Page: /specification/2026-07-28/basic/patterns/subscriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..json_values import is_array, member_at
from ..spec.names import META, PROMPTS_CHANGED, RESOURCE_UPDATED, RESOURCES_CHANGED, SUBSCRIPTION_KEY, TOOLS_CHANGED
from .errors import Violation
from .exchange import Exchange
from .profile import check

ASKED_BY = {
    TOOLS_CHANGED: "toolsListChanged",
    PROMPTS_CHANGED: "promptsListChanged",
    RESOURCES_CHANGED: "resourcesListChanged",
    RESOURCE_UPDATED: "resourceSubscriptions",
}
"""The member of a filter that asks for each notification."""


def is_change(method: str) -> bool:
    """Is it sent only to who has subscribed?"""
    return method in ASKED_BY


def check_change(method: str, exchange: Exchange) -> None:
    """Hold a notification to the filter of its subscription.

    An update may be of a sub-resource of one that was named, and nothing says which resources those are. So the URI is
    not compared.

    Raises:
        Violation: it was not asked for.
    """
    asked = member_at(exchange.document, "params", "notifications", ASKED_BY[method])
    if not asked:
        raise Violation("subscription.filter", f"the subscription did not ask for {method}")


def check_acknowledged(params: Mapping[str, Any], exchange: Exchange, capabilities: Mapping[str, Any] | None) -> None:
    """Hold an acknowledgement to what was asked for and to what the server has.

    Raises:
        Violation: it promises more.
    """
    asked: Mapping[str, Any] = member_at(exchange.document, "params", "notifications") or {}
    for method, name in ASKED_BY.items():
        promised: Any = params["notifications"].get(name)
        if not promised:
            continue
        wanted: Any = asked.get(name)
        if not wanted or (is_array(promised) and any(uri not in wanted for uri in promised)):
            raise Violation("subscription.ack-subset", f"more {name} is acknowledged than was asked for")
        check(exchange.rules.notifications["server"][method].need, capabilities, method)


def check_ended(result: Any, exchange: Exchange) -> None:
    """Hold the result that ends a subscription to its id.

    Raises:
        Violation: it names another.
    """
    if result[META][SUBSCRIPTION_KEY] != exchange.id:
        raise Violation("subscription.id-tag", "the result has the id of another subscription in its _meta")
