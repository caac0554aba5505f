"""Translation of single messages between the revision of handlers or calls and the revision of their peer."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..errors import ProtocolError
from ..guards.state_signer import StateSigner
from ..json_values import is_array, is_object, unescape_token
from ..jsonrpc.body_types import make_placeholder_id
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Message, Notification, Request, Response
from ..peer.client_input import CheckAnswer, ClientInput, InputContext
from ..renames import to_own_name
from ..revisions import Revision, revision, revision_with_method
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import RETRY_MEMBERS, Sender
from ..translation.context import TranslationContext
from ..translation.inputs import InputTranslation, translate_input_request, translate_input_response
from ..translation.outcome import Refusal
from ..translation.table import BRIDGE_RULES
from ..translation.translator import LazyTranslation, find_target_method, translate_lazily
from ..wire.model import WireModel, wire_table
from .messages import parse_message, parse_result

_log = logging.getLogger(__name__)


class RevisionAdapter:
    """A translator between handlers of one revision and a client of another revision.

    The translator keeps the contexts of translation, so that each context is checked once.

    Args:
        handler_revision: the revision of the handlers.
        client_revision: the revision of the client.
        has_extensions: whether results may belong to extensions.

    Attributes:
        client_revision: the revision of the client.
        needs_types: True if the dispatcher reads members of results, for extensions or requests for input.
    """

    def __init__(self, handler_revision: Revision, client_revision: Revision, *, has_extensions: bool) -> None:
        self.client_revision = client_revision
        self.needs_types: bool = has_extensions or client_revision.era == "per-request"
        self._handler_revision = handler_revision
        self._request_context: TranslationContext | None = None
        self._result_contexts: dict[str, TranslationContext] = {}

    def adapts_method(self, method: str) -> bool:
        """Return whether requests of a method are translated. Requests about the connection itself are not."""
        return method not in BRIDGE_RULES

    def find_handler_method(self, method: str) -> str:
        """Return the name that a method of the client has in the revision of the handlers."""
        return find_target_method(method, self.client_revision, self._handler_revision)

    def adapt_request(self, request: Request, capabilities: Mapping[str, Any]) -> Request:
        """Return a request of the client in the revision of the handlers.

        Args:
            request: the request of the client.
            capabilities: the capabilities of the client, as JSON. The object must not change afterwards.

        Raises:
            ProtocolError: the request has no form in the target revision; respond with this error.
        """
        return adapt_request(
            request, self.client_revision, self._handler_revision, self._get_request_context(capabilities)
        )

    def adapt_own_request(self, request: Request, capabilities: Mapping[str, Any]) -> Request:
        """Translate a request that the server itself has made in the client's revision to the revision of the handlers.

        Nothing is logged, since no client has sent the request.

        Raises:
            ProtocolError: the request has no form in the target revision.
        """
        found: Request = _unwrap_message(
            translate_lazily(request, to=self._handler_revision, context=self._get_request_context(capabilities))
        )
        return found

    def adapt_notification(self, notification: Notification) -> Notification | None:
        """Return a notification of the client in the revision of the handlers; None if this revision does not have it,
        which is logged.

        Raises:
            ProtocolError: the notification has no form in the target revision.
        """
        return adapt_notification(notification, self.client_revision, self._handler_revision, "client")

    def adapt_result(self, response: Response, method: str, tool: str = "", schema: Any = None) -> Response:
        """Return a result of a handler in the revision of the client.

        Args:
            response: the response with the result.
            method: the method of the request.
            tool: the name of the tool that has returned structured content; empty without such content.
            schema: the `outputSchema` of that tool; None if the tool has none.

        Raises:
            ProtocolError: the result has no form in the target revision; respond with this error.
        """
        context = self._get_result_context(method)
        if tool:
            context = replace(context, tool=tool, output_schemas={tool: schema})
        return adapt_result(response, self.client_revision, context)

    def adapt_error(self, error: ProtocolError, method: str, client_input: ClientInput) -> ProtocolError:
        """Return an error of a handler in the revision of the client.

        Args:
            error: the error that the handler has raised.
            method: the method of the request.
            client_input: the object that asks the client for input. The last error that it has raised is returned
                unchanged.
        """
        if isinstance(client_input, AdaptedInput) and error is client_input.last_error:
            return error
        return adapt_error(
            error, method, self._handler_revision, self.client_revision, self._get_result_context(method)
        )

    def make_input(self, signer: StateSigner, check: CheckAnswer, context: InputContext) -> ClientInput:
        """Return the object by which a handler asks a client of another revision for input."""
        return AdaptedInput(context, signer, self._handler_revision, check)

    def _get_request_context(self, capabilities: Mapping[str, Any]) -> TranslationContext:
        if self._request_context is None or self._request_context.client_capabilities is not capabilities:
            client_id = self.client_revision.id
            self._request_context = TranslationContext(
                revision=client_id, sender="client", client_capabilities=capabilities
            )
        return self._request_context

    def _get_result_context(self, method: str) -> TranslationContext:
        if method not in self._result_contexts:
            self._result_contexts[method] = TranslationContext(revision=self._handler_revision.id, method=method)
        return self._result_contexts[method]


def adapt_request(request: Request, source: Revision, target: Revision, context: TranslationContext) -> Request:
    """Return a request in another revision, without the members that continue a round of input if one of the revisions
    has no such rounds.

    `ClientInput` reads those members. Only a handler that makes its requests for input itself needs them. The edits are
    logged, without values of the peer.

    Args:
        request: the request to translate.
        source: the revision of the request.
        target: the revision to translate to.
        context: the context of the translation.

    Raises:
        ProtocolError: the request has no form in the target revision; respond with this error.
    """
    params = request.document.get("params")
    has_rounds = source.era == target.era == "per-request"
    if not has_rounds and is_object(params) and not params.keys().isdisjoint(RETRY_MEMBERS):
        rest = {name: value for name, value in params.items() if name not in RETRY_MEMBERS}
        request = parse_message(source, {**request.document, "params": rest}, "client")
    found: Request = _translate(request, target, context)
    return found


def adapt_result(response: Response, target: Revision, context: TranslationContext) -> Response:
    """Return a result in another revision. Log the edits without values of the peer.

    Args:
        response: the response, in the revision that `context` names.
        target: the revision to translate to.
        context: the context of the translation.

    Raises:
        ProtocolError: the result has no form in the target revision; respond with this error.
    """
    found: Response = _translate(response, target, context)
    return found


def adapt_earlier_result(result: Mapping[str, Any], method: str, target: Revision) -> Response | None:
    """Translate a result from the newest earlier release in which it is valid.

    Args:
        result: the result, as JSON.
        method: the method of the request in the target revision.
        target: the revision to translate to.

    Returns:
        The response in the target revision; None if no earlier release admits the result, if the result has no form in
        the target revision, if the pointers of the edits would be too long, or if the translation loses a member that
        the earlier release does not define: such a member has a wrong value for the target revision, which the earlier
        one does not check. A release that lacks the method is skipped.
    """
    earlier = target.previous
    while earlier is not None:
        name = find_target_method(method, target, earlier)
        response = _parse_valid_result(result, name, earlier)
        if response is not None:
            return _translate_valid_result(response, name, earlier, target)
        earlier = earlier.previous
    return None


def _parse_valid_result(result: Mapping[str, Any], method: str, source: Revision) -> Response | None:
    """Parse a result in a revision. Return None if the revision lacks the method or does not admit the result."""
    if method not in source.methods:
        return None
    try:
        return parse_result(result, method, source)
    except ProtocolError:
        return None


def _translate_valid_result(response: Response, method: str, source: Revision, target: Revision) -> Response | None:
    """Translate a result of an earlier revision, and log the edits.

    Return None if the result has no form in the target revision, or if a lossy edit changes a member that the earlier
    revision does not define. Return None too if the edits are not known, since their pointers are too long.
    """
    context = TranslationContext(revision=source.id, method=method)
    crossed = translate_lazily(response, to=target, context=context)
    if isinstance(crossed, Refusal):
        _log_refusal(crossed, method, target)
        return None
    message, make_edits = crossed
    edits = make_edits()
    if edits is None or any(edit.lossy and _is_undefined_member(response.result, edit.path) for edit in edits):
        return None
    _log_edits(edits, method, target)
    return message if isinstance(message, Response) else None


def _is_undefined_member(result: Any, pointer: str) -> bool:
    """Return whether a pointer leads to a member that the revision of a typed result does not define.

    Args:
        result: the result.
        pointer: the JSON Pointer of the member in the response, such as `/result/content/0/icons`.
    """
    value = result
    for token in pointer.split("/")[2:]:
        name = unescape_token(token)
        if isinstance(value, WireModel):
            if name not in wire_table(type(value)).attributes:
                return True
            value = value[name]
        elif is_array(value) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return False
    return False


def adapt_notification(
    notification: Notification, source: Revision, target: Revision, sender: Sender
) -> Notification | None:
    """Return a notification in another revision.

    A notification about the connection, such as a cancellation, is not translated to a revision of the other era. It
    stays the same except for the name of its method.

    Args:
        notification: the notification.
        source: the revision of the notification.
        target: the revision to translate to.
        sender: the side that sends the notification.

    Returns:
        The notification; None if the target revision does not have it, which is logged.

    Raises:
        ProtocolError: the notification has no form in the target revision.
    """
    if source.id == target.id:
        return notification
    found: Notification | None
    if notification.method in BRIDGE_RULES and source.era != target.era:
        own = to_own_name(notification.method, target)
        found = parse_message(target, {**notification.document, "method": own}, sender)
        return found
    subscription_id = make_placeholder_id(target) if source.era == "handshake" else None  # no message refers to it
    context = TranslationContext(revision=source.id, sender=sender, subscription_id=subscription_id)
    found = _translate(notification, target, context)
    return found


def adapt_error(
    error: ProtocolError, method: str, source: Revision, target: Revision, context: TranslationContext
) -> ProtocolError:
    """Return an error in another revision. Log the edits without values of the peer.

    An error is returned unchanged if the two revisions are equal, if the error is not valid in the source revision, or
    if this side made the error to reject an answer of the peer. If the error has no form in the target revision, the
    error of the refusal to translate is returned.

    Args:
        error: the error that a handler or call has raised.
        method: the method of the request.
        source: the revision of the error.
        target: the revision to translate to.
        context: the context of the translation.
    """
    if source.id == target.id or not error.answerable:
        return error
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    body |= {} if error.data is None else {"data": error.data}
    id_ = make_placeholder_id(source)
    try:
        message = parse_message(source, {"jsonrpc": "2.0", "id": id_, "error": body}, "server", {id_: method})
    except ProtocolError:
        return error
    try:
        found = _translate(message, target, context).document["error"]
    except ProtocolError as refused:
        return refused
    return ProtocolError(found["code"], found["message"], data=found.get("data"))


def adapt_input_request(
    method: str, params: Mapping[str, Any], source: Revision, target: Revision
) -> tuple[str, Mapping[str, Any]]:
    """Translate a request for input to another revision. In either, the request may be a message or part of a result.

    Args:
        method: the method of the request, such as `elicitation/create`.
        params: the params, as JSON.
        source: the revision of the params.
        target: the revision to translate to.

    Returns:
        The method and the params in the target revision.

    Raises:
        ProtocolError: the params are not valid, or have no form in the target revision.
    """
    if source.id == target.id:
        return method, params
    embedded: dict[str, Any] = {"method": method, "params": params}
    id_, is_sent = make_placeholder_id(source), source.era == "handshake"
    given = parse_message(source, {"jsonrpc": "2.0", "id": id_, **embedded}, "server") if is_sent else embedded
    elicitation_id = secrets.token_hex(8)  # URL mode needs one in the handshake era; no message refers to it
    context = TranslationContext(revision=source.id, sender="server", id=id_, elicitation_id=elicitation_id)
    found = _unwrap_input(translate_input_request(given, to=target, context=context), method, target)
    return found["method"], found.get("params", {})


def adapt_input_answer(method: str, answer: Mapping[str, Any], source: Revision, target: Revision) -> Any:
    """Translate the answer to a request for input to another revision.

    Args:
        method: the method of the request, such as `elicitation/create`.
        answer: the answer, as JSON.
        source: the revision of the answer.
        target: the revision to translate to.

    Returns:
        The answer in the target revision, as JSON.

    Raises:
        ProtocolError: the answer is not valid, or has no form in the target revision.
    """
    if source.id == target.id:
        return answer
    given = parse_result(answer, method, source) if source.era == "handshake" else answer
    context = TranslationContext(revision=source.id, sender="client", method=method, id=make_placeholder_id(source))
    found = _unwrap_input(translate_input_response(given, to=target, context=context), method, target)
    return found["result"] if target.era == "handshake" else found


def _unwrap_input(outcome: InputTranslation, method: str, target: Revision) -> Any:
    """Return a translated request for input, or a translated answer, as JSON. Log the edits without values of the peer.

    Raises:
        ProtocolError: the value has no form in the target.
    """
    if outcome.refusal is not None:
        _log_refusal(outcome.refusal, method, target)
        raise outcome.refusal.error
    _log_edits(outcome.edits, method, target)
    return outcome.value


def _translate(message: Message, target: Revision, context: TranslationContext) -> Any:
    """Translate a message, between two revisions of one era also one about the connection. Log the edits without values
    of the peer.

    Raises:
        ProtocolError: the message has no form in the target.
    """
    is_within_era = revision(context.revision).era == target.era
    crossed = translate_lazily(message, to=target, context=context, about_connection=is_within_era)
    if _log.isEnabledFor(logging.INFO):
        _log_translation(crossed, message.method or context.method, target)
    return _unwrap_message(crossed)


def _unwrap_message(translation: LazyTranslation) -> Any:
    """Return the message of a translation; None for a notification that is dropped.

    Raises:
        ProtocolError: the translation is a refusal.
    """
    if isinstance(translation, Refusal):
        raise translation.error
    return translation[0]


def _log_translation(translation: LazyTranslation, method: str | None, target: Revision) -> None:
    if isinstance(translation, Refusal):
        _log_refusal(translation, method, target)
    else:
        _log_edits(translation[1]() or (), method, target)


def _log_refusal(refusal: Refusal, method: str | None, target: Revision) -> None:
    _log.info("%s has no form in %s: %s [%s]", method, target.id, refusal.reason, refusal.rule)


def _log_edits(edits: Iterable[Edit], method: str | None, target: Revision) -> None:
    for edit in edits:
        level = logging.INFO if edit.lossy else logging.DEBUG
        _log.log(level, "%s to %s: %s %s: %s [%s]", method, target.id, edit.op, edit.path, edit.reason, edit.rule)


class AdaptedInput(ClientInput):
    """The requests for input that a handler sends to a client of another revision.

    Args:
        context: the context of the request.
        signer: the signer of the `requestState`.
        handler_revision: the revision in which the handler asks and gets answers.
        check: a function that is called for each answered request, with the method in the handler's revision, and the
            params and the answer in the client's revision; None to check nothing.

    Attributes:
        last_error: the last `ProtocolError` that `ask` has raised, in the client's revision; None before that.
    """

    def __init__(
        self, context: InputContext, signer: StateSigner, handler_revision: Revision, check: CheckAnswer | None = None
    ) -> None:
        super().__init__(context, signer, check=None if check is None else self._check_answer)
        self.last_error: ProtocolError | None = None
        self._handler_revision = handler_revision
        self._check_by_handler = check

    async def ask(self, /, **requests: Any) -> dict[str, Any]:
        """Ask the client in its revision, and return the answers in the revision of the handler.

        Raises:
            DecodeError: a question is not valid in the revision of the handler.
            ProtocolError: a question or an answer has no form in the other revision, or `ClientInput.ask` raises one.
            InputRequired, RuntimeError, TimeoutError, ConnectionError: as `ClientInput.ask`.
            Exception: `check` has raised this error.
        """
        try:
            return await self._ask(requests)
        except ProtocolError as error:
            self.last_error = error
            raise

    async def _ask(self, requests: dict[str, Any]) -> dict[str, Any]:
        client_revision, requests = self.revision, self._copy_requests(requests, self._handler_revision)
        asked = {name: self._adapt_input_request(client_revision, each) for name, each in requests.items()}
        answers = await super().ask(**asked)
        return {
            name: adapt_input_answer(
                asked[name]["method"], answer, client_revision, self._find_asking_revision(requests[name]["method"])
            )
            for name, answer in answers.items()
        }

    def can_ask(self, method: str, params: Mapping[str, Any] | None = None) -> bool:
        """Return whether the client can be asked for input with a method, given by its name in any release. The params,
        if given, may need further capabilities.
        """
        own = to_own_name(method, self._handler_revision)
        return super().can_ask(self._find_client_method(own), params)

    def _adapt_input_request(self, client_revision: Revision, request: dict[str, Any]) -> dict[str, Any]:
        self.require_capabilities({**request, "method": self._find_client_method(request["method"])})
        asked = request["method"]
        try:
            method, params = adapt_input_request(
                asked, request.get("params", {}), self._find_asking_revision(asked), client_revision
            )
        except ProtocolError as error:  # the refusal of a message of the peer would blame the peer
            self._check_question(asked, request.get("params", {}))
            raise ProtocolError(INVALID_PARAMS, f"The client's revision has no form of this {asked}") from error
        return {"method": method, "params": params}

    def _check_question(self, method: str, params: Mapping[str, Any]) -> None:
        """Check a question by the revision of the handler.

        Raises:
            DecodeError: the params are not valid.
        """
        asking = self._find_asking_revision(method)
        asked = asking.methods.get(method)
        if asked is not None and asked.params is not None:
            asking.codec(asked.params).decode_value(params)

    def _check_answer(self, method: str, params: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        assert self._check_by_handler is not None
        self._check_by_handler(find_target_method(method, self.revision, self._handler_revision), params, answer)

    def _find_client_method(self, method: str) -> str:
        return find_target_method(method, self._find_asking_revision(method), self.revision)

    def _find_asking_revision(self, method: str) -> Revision:
        """Return the revision in which the handler asks a question and reads the answer: its own, or else the newest
        release that has the method.
        """
        return revision_with_method(method, self._handler_revision)
