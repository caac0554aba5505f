"""Takes single messages from the revision of handlers or calls to that of their peer, and back."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from ..codec.encoding import encoder
from ..errors import ProtocolError
from ..guards.state_signer import StateSigner
from ..json_values import is_object
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Message, Request, Response
from ..jsonrpc.parser import OF_SESSION
from ..limits import DEFAULT
from ..peer.client_input import AskingContext, CheckAnswer, ClientInput
from ..revisions import NOTHING_PENDING, Revision
from ..spec.names import CALL_TOOL, RETRY_MEMBERS, Sender
from ..translation.context import TranslationContext
from ..translation.inputs import InputTranslation, translate_input_request, translate_input_response
from ..translation.outcome import Refusal
from ..translation.translator import Crossed, cross
from ..wire import validator_and_serializer

_ID = 0
"""The id of messages that are written only to be translated."""

_STRICT = ParseOptions()
_TASK = "task"

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

    def lifting(self, capabilities: Mapping[str, Any]) -> TranslationContext:
        """The context for requests of the client.

        Args:
            capabilities: of the client, as JSON, which nobody changes.
        """
        if self._lifting is None or self._lifting.client_capabilities is not capabilities:
            known = self.spoken.id
            self._lifting = TranslationContext(revision=known, sender="client", client_capabilities=capabilities)
        return self._lifting

    def lowering(self, method: str) -> TranslationContext:
        """The context for results of a method."""
        if method not in self._lowering:
            self._lowering[method] = TranslationContext(revision=self._home.id, method=method)
        return self._lowering[method]

    def lowering_structured(self, tool: str, schema: Any) -> TranslationContext:
        """The context for a result of a tool with structured content.

        Args:
            tool: its name.
            schema: its `outputSchema`; None if it has none.
        """
        return replace(self.lowering(CALL_TOOL), tool=tool, output_schemas={tool: schema})


def plain_request(request: Request, known: Revision) -> Request:
    """A request without the member that asks for a task, which a server ignores unless it has declared tasks.

    Page: /specification/2025-11-25/basic/utilities/tasks#task-support-and-handling.

    Args:
        request: of a client.
        known: the revision that it is written in.
    """
    params = request.document.get("params")
    if not is_object(params) or _TASK not in params:
        return request
    rest = {name: value for name, value in params.items() if name != _TASK}
    return parsed_request({**request.document, "params": rest}, known)


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
        request = _parsed(source, {**request.document, "params": rest}, "client")
    found: Request = _translated(request, target, context)
    return found


def own_request(request: Request, target: Revision, context: TranslationContext) -> Request:
    """A request that a server sends itself, in another revision; nothing is logged, since no message travels.

    Args:
        request: of the revision that `context` names.
        target: the revision to write it in.
        context: of the translation.

    Raises:
        ProtocolError: it has no form there.
    """
    found: Request = _outcome(cross(request, to=target, context=context))
    return found


def parsed_request(document: Mapping[str, Any], known: Revision) -> Request:
    """A request of a client as a message."""
    found: Request = _parsed(known, document, "client")
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


def typed_response(result: Any, method: str) -> Response:
    """A typed result as the response to a request of the given method.

    Raises:
        EncodeError: a part of it has no form in JSON, or would be lost.
    """
    document = json.loads(encoder(result.__class__)(result).decode())
    return Response(_ID, method, result, {"jsonrpc": "2.0", "id": _ID, "result": document})


def response_of(result: Mapping[str, Any], method: str, known: Revision) -> Response:
    """A result as the response to a request of the given method.

    Its `result` has the members that the revision requires of every result, such as `resultType`: those that are absent
    get the values that their absence stands for in a result of an older revision.

    Args:
        result: as JSON.
        method: of the request.
        known: the revision.

    Raises:
        ProtocolError: the result is not valid in the revision; the error has findings.
    """
    sender: Sender = "client" if known.methods[method].senders[0] == "server" else "server"
    document = {"jsonrpc": "2.0", "id": _ID, "result": result}
    found: Response = _parsed(known, document, sender, {_ID: method}, OF_SESSION)
    if found.supplied:
        return Response(_ID, method, found.result, {**document, "result": {**result, **found.supplied}})
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
        message = _parsed(source, {"jsonrpc": "2.0", "id": _ID, "error": body}, "server", {_ID: method})
    except ProtocolError:
        return error
    try:
        found = _translated(message, target, context).document["error"]
    except ProtocolError as refused:
        return refused
    return ProtocolError(found["code"], found["message"], data=found.get("data"))


def decoded_params(params: Any, method: str, known: Revision) -> Any:
    """The typed params of a message of another revision whose params are alike in both; None if there are none.

    Raises:
        ValueError: they are not valid in this revision.
    """
    definition = known.methods[method].params
    if params is None or definition is None:
        return None
    annotation = getattr(import_module(f"{known.package}.models"), definition)
    return validator_and_serializer(annotation)[0].validate_python(params, by_alias=True, by_name=False)


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
    given = _parsed(source, {"jsonrpc": "2.0", "id": _ID, **embedded}, "server") if is_sent else embedded
    id_ = secrets.token_hex(8)  # in the handshake era an elicitation in URL mode has one; nothing refers to it here
    context = TranslationContext(revision=source.id, sender="server", id=_ID, elicitation_id=id_)
    return _input(translate_input_request(given, to=target, context=context), method, target).get("params", {})


def answer_in(method: str, answer: Mapping[str, Any], source: Revision, target: Revision) -> Any:
    """The answer to a request for input in another revision; for arguments and errors see `question_in`."""
    if source.id == target.id:
        return answer
    given = response_of(answer, method, source) if source.era == "handshake" else answer
    context = TranslationContext(revision=source.id, sender="client", method=method, id=_ID)
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


def _parsed(
    known: Revision,
    document: Mapping[str, Any],
    sender: Sender,
    pending: Mapping[Any, str] = NOTHING_PENDING,
    options: ParseOptions = _STRICT,
) -> Any:
    return known.message_parser.parse_value(document, sender, pending, DEFAULT, options)


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
        self, context: AskingContext, signer: StateSigner, words: Revision, check: CheckAnswer | None = None
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
        self.require(request)
        method = request["method"]
        return {"method": method, "params": question_in(method, request.get("params", {}), self._words, spoken)}
