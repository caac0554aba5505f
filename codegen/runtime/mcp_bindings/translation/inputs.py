"""Translation of the input requests of a server, and of the client's responses to these requests.

In the handshake era, an input request is a JSON-RPC request of its own. In the per-request era, an
`InputRequiredResult` embeds the requests, without JSON-RPC members, and the retry of the client's request embeds the
responses. https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..errors import DecodeError, ProtocolError
from ..json_values import find_non_json, is_object
from ..jsonrpc.edits import Edit, Operation
from ..jsonrpc.messages import ErrorResponse, Request, Response
from ..jsonrpc.plain_json import to_json_copy, write_json
from ..jsonrpc.rewriting import get_text_and_document
from ..limits import DEFAULT
from ..renames import list_names
from ..revisions import Revision
from ..spec.names import ELICIT, INPUT_RESPONSE
from .context import TranslationContext
from .outcome import Refusal, Refused, make_citation_url
from .table import get_general_rule
from .translator import (
    TranslationRoute,
    find_route,
    make_edits,
    make_refusal,
    translate_input_requests,
    translate_step,
)
from .walking import Additions, PlacedEdit, Walk, check_additions

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_CONTEXT = get_general_rule("context")
_OUTCOME = get_general_rule("outcome")
_NO_RULE = get_general_rule("rule.absent")
_NO_REQUEST = get_general_rule("request.absent")
_SENT_INPUT_RULE = get_general_rule("input.sent")
_EMBEDDED_INPUT_RULE = get_general_rule("input.embedded")
_CANCELLED_INPUT_RULE = get_general_rule("input.cancelled")
_FAILED_INPUT_RULE = get_general_rule("input.failed")

_CANCEL: Mapping[str, Any] = {"action": "cancel"}

_Kind = Literal["request", "response"]


class InputTranslation(NamedTuple):
    """An input request or response in another revision, or a refusal."""

    value: Any
    """The message, or the embedded request or response, as JSON; None with a refusal."""

    edits: tuple[Edit, ...] = ()
    """The changes, in order. Applied to the JSON of the source, they yield the value."""

    refusal: Refusal | None = None
    """The refusal; None if the request or response is translated."""

    @property
    def lossy(self) -> bool:
        """True if the reverse translation does not restore the source."""

        return any(edit.lossy for edit in self.edits)


def translate_input_request(
    request: Any, *, to: str | Revision, context: TranslationContext, additions: Additions = "keep"
) -> InputTranslation:
    """Translate a server's request for input from the client.

    Args:
        request: for a revision of the handshake era, a `Request` that `Revision.parse` has returned; otherwise the
            embedded request, as JSON or a typed value. The argument is not changed.
        to: the target revision, or its id.
        context: the revision of the request. An embedded request becomes a message only if the context has `id`, and
            for an elicitation in URL mode also `elicitation_id`.
        additions: `keep` keeps members that the target does not define; `drop` removes those that only the source
            defines.

    Returns:
        The request as JSON, which is valid in the target, with the edits that lead to it; or a refusal.

    Raises:
        TypeError: the request is a message though its revision embeds requests, or is embedded though its revision
            sends requests as messages.
        UnknownRevision: a revision is unknown.
        ValueError: `additions` is neither `keep` nor `drop`.
        EncodeError: JSON cannot express the request.
    """
    if additions != "keep":
        check_additions(additions)
    way = find_route(context.revision, to)
    document = get_text_and_document(request)[1] if isinstance(request, Request) else to_json_copy(request)
    method = document.get("method") if is_object(document) else None
    try:
        if not is_object(document) or not isinstance(method, str):
            raise Refused(_OUTCOME)
        return _InputTranslator("request", method, way, context, additions).translate(
            document, is_message=isinstance(request, Request)
        )
    except Refused as refusal:
        return _make_refused_translation(refusal, request)


def translate_input_response(
    response: Any, *, to: str | Revision, context: TranslationContext, additions: Additions = "keep"
) -> InputTranslation:
    """Translate the response of a client to an input request of the server.

    Errors cannot be embedded. If the target embeds responses, an error in response to an elicitation becomes a
    cancellation, and any other error is refused.

    Args:
        response: for a revision of the handshake era, a `Response` or `ErrorResponse` that `Revision.parse` has
            returned; otherwise the embedded response, as JSON or a typed value. The argument is not changed.
        to: the target revision, or its id.
        context: the revision of the response, and the `method` of the request if the response lacks it. An embedded
            response becomes a message only if the context has `id`.
        additions: `keep` keeps members that the target does not define; `drop` removes those that only the source
            defines.

    Returns:
        The response as JSON, which is valid in the target, with the edits that lead to it; or a refusal.

    Raises:
        TypeError: the response is a message though its revision embeds responses, or is embedded though its revision
            sends responses as messages.
        UnknownRevision: a revision is unknown.
        ValueError: `additions` is neither `keep` nor `drop`.
        EncodeError: JSON cannot express the response.
    """
    if additions != "keep":
        check_additions(additions)
    way = find_route(context.revision, to)
    is_message = isinstance(response, (Response, ErrorResponse))
    document = get_text_and_document(response)[1] if is_message else to_json_copy(response)
    method = (response.method if is_message else None) or context.method
    try:
        if method is None:
            raise Refused(_CONTEXT, "method")
        return _InputTranslator("response", method, way, context, additions).translate(document, is_message=is_message)
    except Refused as refusal:
        return _make_refused_translation(refusal, response)


class _InputTranslator:
    """Translator of one input request or response.

    If both revisions embed the request, the steps translate the embedded request or response. Otherwise the steps
    translate a message.

    Raises:
        Refused: servers of the source or of the target send no request of this method.
    """

    def __init__(
        self, kind: _Kind, method: str, way: TranslationRoute, context: TranslationContext, additions: Additions
    ) -> None:
        self._kind: _Kind = kind
        self._method = method
        self._target_method = way.find_target_method(method)
        self._route = way
        self._context = context
        self._additions: Additions = additions
        self._is_sent = _is_sent(way.steps[0].source if way.steps else way.target, method)
        self._becomes_sent = _is_sent(way.target, self._target_method)
        self._root = "result" if kind == "response" and (self._is_sent or self._becomes_sent) else ""
        """The member of the document that contains the result: `result` in a response message; otherwise empty."""

    def translate(self, source: Any, *, is_message: bool) -> InputTranslation:
        """Translate a document through all steps.

        Raises:
            Refused: the document has no translation.
            TypeError: the source is a message though its revision embeds it, or is embedded though its revision sends
                it as a message.
        """
        if is_message != self._is_sent:
            form = "sent as a message" if self._is_sent else "embedded"
            raise TypeError(f"a {self._kind} of {self._context.revision} is {form}")
        if self._is_sent and not self._becomes_sent and "error" in source:
            return self._translate_error()
        before = [] if self._is_sent == self._becomes_sent or self._is_sent else list(self._make_wrapping_edits(source))
        document = _apply_outer_edits(source, before)
        found: list[PlacedEdit] = []
        has_wrapped = False
        method = self._method
        for plan in self._route.find_steps(method):
            walk = Walk(plan, self._context, self._route.target, method, self._additions)
            document = self._translate_step(walk, method, document)
            method = plan.find_target_method(method)
            found += walk.edits
            has_wrapped |= walk.has_wrapped
        if has_wrapped and find_non_json(document) is not None:
            raise Refused(_OUTCOME)
        after = list(self._make_unwrapping_edits(document)) if self._is_sent and not self._becomes_sent else []
        document = _apply_outer_edits(document, after)
        self._check_outcome(document, source)
        return InputTranslation(document, (*before, *make_edits(found, len(write_json(source))), *after))

    def _translate_step(self, walk: Walk, method: str, document: Any) -> Any:
        plan = walk.plan
        forms = _is_sent(plan.source, method), _is_sent(plan.target, plan.find_target_method(method))
        if all(forms):
            kind = Request if self._kind == "request" else Response
            return translate_step(walk, kind(document["id"], method, None, document), document)
        if self._kind == "request":
            return translate_input_requests(walk, document, [(method, None)])
        if self._root:
            walk.apply_rules(plan.find_result_node(method, INPUT_RESPONSE), document[self._root], (None, self._root))
        else:
            walk.apply_rules(plan.find_result_node(method, INPUT_RESPONSE), document, None)
        return walk.apply_new_edits(document)

    def _make_wrapping_edits(self, embedded: Any) -> Iterator[Edit]:
        """Yield the edits that make a message of an embedded request or response.

        Raises:
            Refused: the context has no id.
        """
        id_ = self._context.id
        if id_ is None:
            raise Refused(_SENT_INPUT_RULE, "id")
        if self._kind == "response":
            yield _make_edit(_SENT_INPUT_RULE, "replace", "", {"jsonrpc": "2.0", "id": id_, "result": embedded})
            return
        for name, value in (("jsonrpc", "2.0"), ("id", id_)):
            yield _make_edit(
                _SENT_INPUT_RULE, "replace" if name in embedded else "add", f"/{name}", value, lossy=name in embedded
            )
        for name in ("result", "error"):
            if name in embedded:
                yield _make_edit(_SENT_INPUT_RULE, "remove", f"/{name}", lossy=True)

    def _make_unwrapping_edits(self, document: Mapping[str, Any]) -> Iterator[Edit]:
        """Yield the edits that reduce a message to its embedded request or response."""
        lossy = document["id"] != self._context.id
        if self._kind == "response":
            yield _make_edit(_EMBEDDED_INPUT_RULE, "move", "", None, lossy=lossy, from_="/result")
        else:
            yield _make_edit(_EMBEDDED_INPUT_RULE, "remove", "/jsonrpc")
            yield _make_edit(_EMBEDDED_INPUT_RULE, "remove", "/id", lossy=lossy)

    def _translate_error(self) -> InputTranslation:
        """Return the cancellation that replaces an error in response to an elicitation.

        Raises:
            Refused: the request is no elicitation.
        """
        if self._method not in list_names(ELICIT):
            raise Refused(_FAILED_INPUT_RULE)
        value = dict(_CANCEL)
        return InputTranslation(value, (_make_edit(_CANCELLED_INPUT_RULE, "replace", "", value, lossy=True),))

    def _check_outcome(self, document: Any, source: Any) -> None:
        """Check that the translated document is valid in the target.

        Raises:
            Refused: the document is not valid. If the source was valid, the refusal says that a step lacks a rule.
        """
        if self._is_valid(self._route.target, self._target_method, document, is_sent=self._becomes_sent):
            return
        source_revision = self._route.steps[0].source if self._route.steps else self._route.target
        is_valid = self._is_valid(source_revision, self._method, source, is_sent=self._is_sent)
        raise Refused(_NO_RULE if is_valid else _OUTCOME)

    def _is_valid(self, revision: Revision, method: str, document: Any, *, is_sent: bool) -> bool:
        row = revision.methods[method]
        try:
            if not is_sent:
                _check_embedded(revision, (row.message,) if self._kind == "request" else row.results, document)
            elif self._kind == "request":
                revision.message_parser.parse_value(document, "server", {}, DEFAULT)
            else:
                revision.message_parser.parse_value(document, "client", {document["id"]: method}, DEFAULT)
        except (ProtocolError, DecodeError):
            return False
        return True


def _check_embedded(target: Revision, definitions: Sequence[str], value: Any) -> None:
    """Check that an embedded request or response is valid by one of several definitions.

    Raises:
        DecodeError: the value is valid by none of the definitions.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    for definition in definitions[:-1]:
        if not target.codec(definition).findings(value):
            return
    target.codec(definitions[-1]).decode_value(value)


def _is_sent(revision: Revision, method: str) -> bool:
    """Return whether a revision sends an input request as a message of its own.

    Raises:
        Refused: servers of the revision send no request of this method.
    """
    row = revision.methods.get(method)
    if row is None or row.kind == "notification" or "server" not in row.senders:
        raise Refused(_NO_REQUEST)
    return row.kind == "request"


def _make_edit(
    rule: TranslationRule, op: Operation, path: str, value: Any = None, *, lossy: bool = False, from_: str | None = None
) -> Edit:
    return Edit(op, path, from_, value, rule.reason, make_citation_url(rule), lossy, rule.id)


def _apply_outer_edits(document: Any, edits: Sequence[Edit]) -> Any:
    """Apply edits to the outermost members of a document, or to the whole document. Return the edited document."""
    for edit in edits:
        name = edit.path[1:]
        if edit.op == "move":
            document = document[str(edit.from_)[1:]]
        elif not name:
            document = edit.value
        elif edit.op == "remove":
            document = {key: value for key, value in document.items() if key != name}
        else:
            document = {**document, name: edit.value}
    return document


def _make_refused_translation(refusal: Refused, source: Any) -> InputTranslation:
    id_ = source.id if isinstance(source, Request) else None
    return InputTranslation(None, (), make_refusal(refusal, id_))
