"""Check that both sides have declared the extension that a message is of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RequestId
from ..extensions.rules import declared, input_of_result, undeclared_for_request, undeclared_for_result
from ..json_values import member_at
from ..jsonrpc.messages import Message, Notification, Request, Response
from ..spec.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.names import META, SUBSCRIPTION_KEY, Sender
from .errors import Violation
from .input_rounds import check_input
from .profile import RevisionProfile
from .state import SessionState


def check_extensions(
    message: Message, sender: Sender, profile: RevisionProfile, state: SessionState, *, arrived: bool
) -> None:
    """Check a request or notification of an extension, or a result that an extension adds.

    Args:
        message: valid by the revision with its extensions.
        sender: the side that sends it.
        profile: of that revision.
        state: of the session.
        arrived: whether it has arrived from the peer.

    Raises:
        Violation: the client has not declared the extension in its request, or the input that it is asked for, or the
            server is known not to have the extension.
    """
    if isinstance(message, Request) and sender == "client":
        params = message.document.get("params")
        missing = undeclared_for_request(profile.extensions, message.method, params)
        if missing:
            raise _undeclared(message.method, missing)
        known = state.capabilities["server"] if state.remarks.concern(arrived) else None
        for each in profile.extensions:
            if known is not None and message.method in each.methods and not declared(known, each):
                text = f"{message.method} needs the extension {each.id}, which the server has not declared"
                state.remarks.bind(Violation("capability", text), arrived=arrived)
    elif isinstance(message, Response) and sender == "server":
        check_result(message.id, message.document["result"], state, arrived=arrived)
    elif isinstance(message, Notification) and sender == "server":
        _check_notification(message, profile, state, arrived=arrived)


def _check_notification(message: Notification, profile: RevisionProfile, state: SessionState, *, arrived: bool) -> None:
    """Check that a notification asks for input that the client has declared, in the subscription that it belongs to."""
    params: Mapping[str, Any] = message.document.get("params") or {}
    requests = input_of_result(profile.extensions, message.method, params)
    exchange = state.sides["client"].waiting.get(member_at(params, META, SUBSCRIPTION_KEY)) if requests else None
    if exchange is not None:
        check_input(requests, exchange, state.remarks, arrived=arrived)


def check_result(id_: RequestId, result: Any, state: SessionState, *, arrived: bool) -> None:
    """Check that the client has declared the extension that a result is of, and what the input needs that it asks for.

    Args:
        id_: of the request.
        result: as JSON or typed.
        state: of the session.
        arrived: whether it has arrived from the server.

    Raises:
        Violation: the client has not.
    """
    exchange = state.sides["client"].waiting.get(id_)
    if exchange is None or not exchange.profile.extensions:
        return
    extensions, method = exchange.profile.extensions, exchange.method.name
    missing = undeclared_for_result(extensions, exchange.params, result)
    if missing:
        raise _undeclared(f"the result of {method}", missing)
    requests = input_of_result(extensions, method, result)
    if requests:
        check_input(requests, exchange, state.remarks, arrived=arrived)


def _undeclared(what: str, missing: dict[str, Any]) -> Violation:
    names = ", ".join(missing["extensions"])
    text = f"{what} needs the extension {names}, which the client has not declared in the request"
    data = {"requiredCapabilities": missing}
    return Violation("capability", text, code=MISSING_REQUIRED_CLIENT_CAPABILITY, data=data)
