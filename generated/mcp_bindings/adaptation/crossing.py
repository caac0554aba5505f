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
from .messages import ID, message_of, response_of

_log = logging.getLogger(__name__)


class Crossing:
    """The way between handlers and one client, with the contexts of translation, which are checked once.

    Args:
        home: the revision of the handlers.
        spoken: the revision of the client.

    Attributes:
        spoken: as given.
        needs_types: whether the dispatcher reads the members of results: those of extensions, and requests for input.
    """

    def __init__(self, home: Revision, spoken: Revision, *, has_extensions: bool) -> None:
        self.spoken = spoken
        self.needs_types: bool = has_extensions or spoken.era == "per-request"
        self._home = home
        self._lifting: TranslationContext | None = None
        self._lowering: dict[str, TranslationContext] = {}

    def has(self, method: str) -> bool:
        """Whether requests of a method cross; those about the connection itself do not."""
        return method not in CONVERSATION

    def lifted(self, request: Request, capabilities: Mapping[str, Any]) -> Request:
        """A request of the client in the revision of the handlers; see `lifted_request`.

        Args:
            request: of the client.
            capabilities: of the client, as JSON, which nobody changes.
        """
        return lifted_request(request, self.spoken, self._home, self._lifting_with(capabilities))

    def lifted_own(self, request: Request, capabilities: Mapping[str, Any]) -> Request:
        """A request that the server sends itself, as if the client had sent it; nothing is logged."""
        found: Request = _outcome(cross(request, to=self._home, context=self._lifting_with(capabilities)))
        return found

    def lowered(self, response: Response, method: str, tool: str = "", schema: Any = None) -> Response:
        """A result of a handler in the revision of the client; see `crossed_result`.

        Args:
            response: with the result.
            method: of the request.
            tool: the name of the tool whose structured content it has; empty if it has none.
            schema: the `outputSchema` of that tool; None if it has none.
        """
        context = self._lowering_of(method)
        if tool:
            context = replace(context, tool=tool, output_schemas={tool: schema})
        return crossed_result(response, self.spoken, context)

    def lowered_error(self, error: ProtocolError, method: str, asking: ClientInput) -> ProtocolError:
        """An error of a handler in the revision of the client; see `error_in`.

        Args:
            error: that the handler has raised.
            method: of the request.
            asking: asks the client for input. An error that it has raised is in the revision of the client already.
        """
        if isinstance(asking, CrossedInput) and error is asking.refusal:
            return error
        return error_in(error, method, self._home, self.spoken, self._lowering_of(method))

    def asking(self, signer: StateSigner, check: CheckAnswer, context: InputContext) -> ClientInput:
        """What asks the client for input on behalf of a handler; see `CrossedInput`."""
        return CrossedInput(context, signer, self._home, check)

    def _lifting_with(self, capabilities: Mapping[str, Any]) -> TranslationContext:
        if self._lifting is None or self._lifting.client_capabilities is not capabilities:
            known = self.spoken.id
            self._lifting = TranslationContext(revision=known, sender="client", client_capabilities=capabilities)
        return self._lifting

    def _lowering_of(self, method: str) -> TranslationContext:
        if method not in self._lowering:
            self._lowering[method] = TranslationContext(revision=self._home.id, method=method)
        return self._lowering[method]


def lifted_request(request: Request, source: Revision, target: Revision, context: TranslationContext) -> Request:
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
        request = message_of(source, {**request.document, "params": rest}, "client")
    found: Request = _translated(request, target, context)
    return found


def crossed_result(response: Response, target: Revision, context: TranslationContext) -> Response:
    """A result in another revision.

    Args:
        response: of the revision that `context` names.
        target: the revision to write it in.
        context: of the translation.

    Raises:
        ProtocolError: it has no form there; this is the error to respond with.
    """
    found: Response = _translated(response, target, context)
    return found


def error_in(
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
        message = message_of(source, {"jsonrpc": "2.0", "id": ID, "error": body}, "server", {ID: method})
    except ProtocolError:
        return error
    try:
        found = _translated(message, target, context).document["error"]
    except ProtocolError as refused:
        return refused
    return ProtocolError(found["code"], found["message"], data=found.get("data"))


def question_in(method: str, params: Mapping[str, Any], source: Revision, target: Revision) -> Any:
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
    given = message_of(source, {"jsonrpc": "2.0", "id": ID, **embedded}, "server") if is_sent else embedded
    id_ = secrets.token_hex(8)  # in the handshake era an elicitation in URL mode has one; nothing refers to it here
    context = TranslationContext(revision=source.id, sender="server", id=ID, elicitation_id=id_)
    return _input(translate_input_request(given, to=target, context=context), method, target).get("params", {})


def answer_in(method: str, answer: Mapping[str, Any], source: Revision, target: Revision) -> Any:
    """The answer to a request for input in another revision; for arguments and errors see `question_in`."""
    if source.id == target.id:
        return answer
    given = response_of(answer, method, source) if source.era == "handshake" else answer
    context = TranslationContext(revision=source.id, sender="client", method=method, id=ID)
    found = _input(translate_input_response(given, to=target, context=context), method, target)
    return found["result"] if target.era == "handshake" else found


def _input(outcome: InputTranslation, method: str, target: Revision) -> Any:
    """What a server asks or is answered in the target, as JSON; its edits are logged, without the values of others.

    Raises:
        ProtocolError: it has no form there.
    """
    if outcome.refusal is not None:
        _log_refusal(outcome.refusal, method, target)
        raise outcome.refusal.error
    _log_edits(outcome.edits, method, target)
    return outcome.value


def _translated(message: Message, target: Revision, context: TranslationContext) -> Any:
    """The message in the target; its edits are logged, without the values of others.

    Raises:
        ProtocolError: it has none.
    """
    crossed = cross(message, to=target, context=context)
    if _log.isEnabledFor(logging.INFO):
        _log_crossing(crossed, message.method or context.method, target)
    return _outcome(crossed)


def _outcome(crossed: Crossed) -> Any:
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


class CrossedInput(ClientInput):
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
        self, context: InputContext, signer: StateSigner, words: Revision, check: CheckAnswer | None = None
    ) -> None:
        super().__init__(context, signer, check=check)
        self.refusal: ProtocolError | None = None
        self._words = words

    async def ask(self, **requests: Any) -> dict[str, Any]:
        """Ask the client; see `ClientInput.ask`."""
        try:
            return await self._ask(requests)
        except ProtocolError as error:
            self.refusal = error
            raise

    async def _ask(self, requests: dict[str, Any]) -> dict[str, Any]:
        spoken = self.revision
        asked = {name: self._in_words_of(spoken, each) for name, each in requests.items()}
        answers = await super().ask(**asked)
        return {
            name: answer_in(requests[name]["method"], answer, spoken, self._words) for name, answer in answers.items()
        }

    def typed(self, method: str, answer: Any) -> Any:
        """An answer in the types of the handler's revision."""
        return self._words.codec(self._words.methods[method].results[0]).decode_value(answer)

    def _in_words_of(self, spoken: Revision, request: dict[str, Any]) -> dict[str, Any]:
        self.require_capabilities(request)
        method = request["method"]
        return {"method": method, "params": question_in(method, request.get("params", {}), self._words, spoken)}
