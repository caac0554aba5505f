"""Check that both sides have declared the extension that a message is of."""

from __future__ import annotations

from typing import Any

from ..errors import RequestId
from ..extensions.rules import declared, input_of_result, undeclared_for_request, undeclared_for_result
from ..jsonrpc.messages import Message, Request, Response
from ..spec.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.methods import Sender
from .errors import Violation
from .input_rounds import check_input
from .profile import RevisionProfile
from .state import SessionState


def check_extensions(
    message: Message, sender: Sender, profile: RevisionProfile, state: SessionState, *, arrived: bool
) -> None:
    """Check a request of an extension, or a result that an extension adds.

    Args:
        message: valid by the revision with its extensions.
        sender: the side that sends it.
        profile: of that revision.
        state: of the session.
        arrived: whether it has arrived from the peer.

    Raises:
        Violation: the client has not declared the extension in its request, or the server is known not to have it.
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
