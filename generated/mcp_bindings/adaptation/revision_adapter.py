"""Takes single messages from the revision of handlers or calls to that of their peer, and back."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..errors import ProtocolError
from ..guards.state_signer import StateSigner
from ..json_values import is_object
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Message, Request, Response
from ..peer.client_input import CheckAnswer, ClientInput, InputContext
from ..revisions import Revision
from ..spec.names import RETRY_MEMBERS
from ..translation.context import TranslationContext
from ..translation.inputs import InputTranslation, translate_input_request, translate_input_response
from ..translation.outcome import Refusal
from ..translation.table import CONVERSATION
from ..translation.translator import Crossed, cross
from .messages import PLACEHOLDER_ID, parse_message, parse_result

_log = logging.getLogger(__name__)


class RevisionAdapter:
    """The way between handlers and one client, with the contexts of translation, which are checked once.

    Args:
        home: the revision of the handlers.
        spoken: the revision of the client.

    Attributes:
        spoken: as given.
        needs_types: whether the dispatcher reads the members of results: those of extensions, and requests for input.
    """

    def __init__(self, handler_revision: Revision, client_revision: Revision, *, has_extensions: bool) -> None:
        self.client_revision = client_revision
        self.needs_types: bool = has_extensions or client_revision.era == "per-request"
        self._handler_revision = handler_revision
        self._request_context: TranslationContext | None = None
        self._result_contexts: dict[str, TranslationContext] = {}

    def adapts(self, method: str) -> bool:
        """Whether requests of a method cross; those about the connection itself do not."""
        return method not in CONVERSATION

    def adapt_request(self, request: Request, capabilities: Mapping[str, Any]) -> Request:
        """A request of the client in the revision of the handlers; see `lifted_request`.

        Args:
            request: of the client.
            capabilities: of the client, as JSON, which nobody changes.
        """
        return adapt_request(
            request, self.client_revision, self._handler_revision, self._get_request_context(capabilities)
        )

    def adapt_own_request(self, request: Request, capabilities: Mapping[str, Any]) -> Request:
        """A request that the server sends itself, as if the client had sent it; nothing is logged."""
        found: Request = _unwrap_message(
            cross(request, to=self._handler_revision, context=self._get_request_context(capabilities))
        )
        return found

    def adapt_result(self, response: Response, method: str, tool: str = "", schema: Any = None) -> Response:
        """A result of a handler in the revision of the client; see `crossed_result`.

        Args:
            response: with the result.
            method: of the request.
            tool: the name of the tool whose structured content it has; empty if it has none.
            schema: the `outputSchema` of that tool; None if it has none.
        """
        context = self._get_result_context(method)
        if tool:
            context = replace(context, tool=tool, output_schemas={tool: schema})
        return adapt_result(response, self.client_revision, context)

    def adapt_error(self, error: ProtocolError, method: str, client_input: ClientInput) -> ProtocolError:
        """An error of a handler in the revision of the client; see `error_in`.

        Args:
            error: that the handler has raised.
            method: of the request.
            asking: asks the client for input. An error that it has raised is in the revision of the client already.
        """
        if isinstance(client_input, AdaptedInput) and error is client_input.last_error:
            return error
        return adapt_error(
            error, method, self._handler_revision, self.client_revision, self._get_result_context(method)
        )

    def make_input(self, signer: StateSigner, check: CheckAnswer, context: InputContext) -> ClientInput:
        """What asks the client for input on behalf of a handler; see `CrossedInput`."""
        return AdaptedInput(context, signer, self._handler_revision, check)

    def _get_request_context(self, capabilities: Mapping[str, Any]) -> TranslationContext:
        if self._request_context is None or self._request_context.client_capabilities is not capabilities:
            known = self.client_revision.id
            self._request_context = TranslationContext(
                revision=known, sender="client", client_capabilities=capabilities
            )
        return self._request_context

    def _get_result_context(self, method: str) -> TranslationContext:
        if method not in self._result_contexts:
            self._result_contexts[method] = TranslationContext(revision=self._handler_revision.id, method=method)
        return self._result_contexts[method]


def adapt_request(request: Request, source: Revision, target: Revision, context: TranslationContext) -> Request:
    """A request in another revision, without the members that continue a round of input.

    Those are for whoever asked, not for the handler.

    Args:
        request: of the source.
        source: the revision that it is written in.
        target: the revision to write it in.
        context: of the translation.

    Raises:
        ProtocolError: it has no form there; this is the error to respond with.
    """
    params = request.document.get("params")
    if is_object(params) and any(name in params for name in RETRY_MEMBERS):
        rest = {name: value for name, value in params.items() if name not in RETRY_MEMBERS}
        request = parse_message(source, {**request.document, "params": rest}, "client")
    found: Request = _translate(request, target, context)
    return found


def adapt_result(response: Response, target: Revision, context: TranslationContext) -> Response:
    """A result in another revision.

    Args:
        response: of the revision that `context` names.
        target: the revision to write it in.
        context: of the translation.

    Raises:
        ProtocolError: it has no form there; this is the error to respond with.
    """
    found: Response = _translate(response, target, context)
    return found


def adapt_error(
    error: ProtocolError, method: str, source: Revision, target: Revision, context: TranslationContext
) -> ProtocolError:
    """An error in another revision; the error itself where nothing differs, or where it is not valid in its own.

    Args:
        error: a handler has raised it.
        method: of the request.
        source: the revision of the handler.
        target: the revision to write it in.
        context: of the translation.
    """
    if source.id == target.id:
        return error
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    body |= {} if error.data is None else {"data": error.data}
    try:
        message = parse_message(
            source, {"jsonrpc": "2.0", "id": PLACEHOLDER_ID, "error": body}, "server", {PLACEHOLDER_ID: method}
        )
    except ProtocolError:
        return error
    try:
        found = _translate(message, target, context).document["error"]
    except ProtocolError as refused:
        return refused
    return ProtocolError(found["code"], found["message"], data=found.get("data"))


def adapt_input_request(method: str, params: Mapping[str, Any], source: Revision, target: Revision) -> Any:
    """The params of a request for input in another revision, whether such requests are sent or embedded there.

    Args:
        method: of the request, such as `elicitation/create`.
        params: as JSON.
        source: the revision that they are written in.
        target: the revision to write them in.

    Raises:
        ProtocolError: they have no form there.
    """
    if source.id == target.id:
        return params
    embedded: dict[str, Any] = {"method": method, "params": params}
    is_sent = source.era == "handshake"
    given = (
        parse_message(source, {"jsonrpc": "2.0", "id": PLACEHOLDER_ID, **embedded}, "server") if is_sent else embedded
    )
    id_ = secrets.token_hex(8)  # in the handshake era an elicitation in URL mode has one; nothing refers to it here
    context = TranslationContext(revision=source.id, sender="server", id=PLACEHOLDER_ID, elicitation_id=id_)
    return _unwrap_input(translate_input_request(given, to=target, context=context), method, target).get("params", {})


def adapt_input_answer(method: str, answer: Mapping[str, Any], source: Revision, target: Revision) -> Any:
    """The answer to a request for input in another revision; for arguments and errors see `question_in`."""
    if source.id == target.id:
        return answer
    given = parse_result(answer, method, source) if source.era == "handshake" else answer
    context = TranslationContext(revision=source.id, sender="client", method=method, id=PLACEHOLDER_ID)
    found = _unwrap_input(translate_input_response(given, to=target, context=context), method, target)
    return found["result"] if target.era == "handshake" else found


def _unwrap_input(outcome: InputTranslation, method: str, target: Revision) -> Any:
    """What a server asks or is answered in the target, as JSON; its edits are logged, without the values of others.

    Raises:
        ProtocolError: it has no form there.
    """
    if outcome.refusal is not None:
        _log_refusal(outcome.refusal, method, target)
        raise outcome.refusal.error
    _log_edits(outcome.edits, method, target)
    return outcome.value


def _translate(message: Message, target: Revision, context: TranslationContext) -> Any:
    """The message in the target; its edits are logged, without the values of others.

    Raises:
        ProtocolError: it has none.
    """
    crossed = cross(message, to=target, context=context)
    if _log.isEnabledFor(logging.INFO):
        _log_crossing(crossed, message.method or context.method, target)
    return _unwrap_message(crossed)


def _unwrap_message(crossed: Crossed) -> Any:
    """The message that a translation gives.

    Raises:
        ProtocolError: it gives none.
    """
    if isinstance(crossed, Refusal):
        raise crossed.error
    return crossed[0]


def _log_crossing(crossed: Crossed, method: str | None, target: Revision) -> None:
    if isinstance(crossed, Refusal):
        _log_refusal(crossed, method, target)
    else:
        _log_edits(crossed[1](), method, target)


def _log_refusal(refusal: Refusal, method: str | None, target: Revision) -> None:
    _log.info("%s has no form in %s: %s [%s]", method, target.id, refusal.reason, refusal.rule)


def _log_edits(edits: Iterable[Edit], method: str | None, target: Revision) -> None:
    for edit in edits:
        level = logging.INFO if edit.lossy else logging.DEBUG
        _log.log(level, "%s to %s: %s %s: %s [%s]", method, target.id, edit.op, edit.path, edit.reason, edit.rule)


class AdaptedInput(ClientInput):
    """Asks the client on behalf of a handler that speaks another revision.

    Args:
        context: of the request.
        signer: signs the `requestState`.
        words: the revision of the handler, in which it asks and is answered.
        check: is given each answer of the client, in its words.

    Attributes:
        refusal: the error that `ask` has raised last, in the words of the client; None if it has raised none.
    """

    def __init__(
        self, context: InputContext, signer: StateSigner, handler_revision: Revision, check: CheckAnswer | None = None
    ) -> None:
        super().__init__(context, signer, check=check)
        self.last_error: ProtocolError | None = None
        self._handler_revision = handler_revision

    async def ask(self, **requests: Any) -> dict[str, Any]:
        """Ask the client; see `ClientInput.ask`."""
        try:
            return await self._ask(requests)
        except ProtocolError as error:
            self.last_error = error
            raise

    async def _ask(self, requests: dict[str, Any]) -> dict[str, Any]:
        spoken = self.revision
        asked = {name: self._adapt_input_request(spoken, each) for name, each in requests.items()}
        answers = await super().ask(**asked)
        return {
            name: adapt_input_answer(requests[name]["method"], answer, spoken, self._handler_revision)
            for name, answer in answers.items()
        }

    def typed(self, method: str, answer: Any) -> Any:
        """An answer in the types of the handler's revision."""
        return self._handler_revision.codec(self._handler_revision.methods[method].results[0]).decode_value(answer)

    def _adapt_input_request(self, client_revision: Revision, request: dict[str, Any]) -> dict[str, Any]:
        self.require_capabilities(request)
        method = request["method"]
        return {
            "method": method,
            "params": adapt_input_request(method, request.get("params", {}), self._handler_revision, client_revision),
        }
