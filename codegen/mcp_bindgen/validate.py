"""Validate documents against a revision: as one definition, or as messages of one side or of both.

`mcp_bindings` decides what is valid: `Codec.findings` for a definition, `Revision.parse` for a message. This module
does the rest of the work of a command line: it reads several documents from one input, pairs each response with an
earlier request, and names the definition of each message. `MessageValidator` also reports three kinds of faulty
messages that `parse` accepts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from mcp_bindgen.documents import DocumentFault, NotJSONError, find_text_fault, parse_json, split_documents
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import known_ids_hint
from mcp_bindgen.ir.methods import RESULTS
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.negotiate import find_draft_ids

if TYPE_CHECKING:
    from mcp_bindings import Batch, ErrorResponse, Notification, ProtocolError, Request, Response, Revision

Sender = Literal["client", "server"]

PEER: Mapping[Sender, Sender] = {"client": "server", "server": "client"}


class LintFindingLike(Protocol):
    """A finding of `Revision.lint`, by the attributes that this module reads."""

    @property
    def pointer(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def sources(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class DocumentVerdict:
    """The result of checking one document."""

    line: int
    """Number of the line of the input at which the document starts, from 1; or that of the syntax error, if it is no
    JSON.
    """
    definition: str
    """Name of the definition by which the document was checked; `JSON` if no definition was given, and the document is
    not valid JSON.
    """
    findings: tuple[DocumentFault, ...]
    lint: tuple[LintFindingLike, ...] | None = None
    """Broken lint rules; None if linting was not requested, or if the document is not valid JSON."""

    @property
    def passes(self) -> bool:
        """True if the document is valid, and no broken lint rule of the level `error` was found. Without linting, none
        is found.
        """
        return not self.findings and not any(broken.level == "error" for broken in self.lint or ())


class CheckedFile(NamedTuple):
    """The results of checking the documents of one file."""

    name: str
    """Path of the file, or `-` for stdin."""
    verdicts: Sequence[DocumentVerdict]


def check_documents(
    revision_id: str,
    text: bytes,
    path: str = "",
    *,
    definition: str | None = None,
    senders: Sequence[Sender] = (),
    lint: bool = False,
) -> Iterator[DocumentVerdict]:
    """Check each document of an input, and yield the result for each document.

    Args:
        revision_id: id of a revision of the installed package `mcp_bindings`.
        text: a JSON document or JSON Lines.
        path: path of the file with the text, for errors; empty if the text is the standard input.
        definition: name of the definition of each document; None if each document is a message.
        senders: the side that sends the messages, or both sides; not used if `definition` is given.
        lint: whether to report broken lint rules too, which come from the prose of the specification.

    Raises:
        BindgenError: the input is empty, the revision or definition is unknown, or the package or its validators are
            not installed.
    """
    revision = _load_revision(revision_id)
    if definition is not None:
        _find_definition_faults(
            revision, definition, None
        )  # an unknown definition is an error even if the input is empty
    messages = MessageValidator(revision, senders)
    for line, document in split_documents(text, path):
        try:
            value = parse_json(document)
        except NotJSONError as error:
            syntax = DocumentFault("", "json", f"not JSON: {error} (column {error.column})")
            yield DocumentVerdict(line + error.line - 1, definition or "JSON", (syntax,))
            continue
        fault = find_text_fault(value)
        if fault is not None:
            yield DocumentVerdict(line, definition or "JSON", (fault,))
        elif definition is not None:
            broken = _find_lint_findings(revision, document, definition, None) if lint else None
            yield DocumentVerdict(line, definition, (*_find_definition_faults(revision, definition, value),), broken)
        else:
            method = messages.find_answered_method(value)
            name, found = messages.validate(document, value)
            yield DocumentVerdict(
                line, name, found, _find_lint_findings(revision, document, None, method) if lint else None
            )


class MessageValidator:
    """Validator of the messages of one side, or of a log of both sides, in order.

    `Revision.parse` decides which messages are valid. It accepts three kinds of faulty messages, because a receiver
    ignores or answers such a message. This class reports these kinds:

    - a notification that only the other side may send, or a request without an id;
    - a response without an earlier request, if it is no result that its sender may send; and an unknown notification,
      if it is no `JSONRPCNotification`;
    - a batch that mixes responses with requests or notifications.

    Args:
        revision: revision of the messages.
        senders: the side that sent the messages, or both sides. If both are given, the method or the answered request
            of a message determines its sender; if neither does, the sender is the first side.

    Attributes:
        revision: the argument.
        senders: the argument.
    """

    def __init__(self, revision: Revision, senders: Sequence[Sender]) -> None:
        self.revision = revision
        self.senders = senders
        self.pending: dict[Sender, dict[Any, str]] = {side: {} for side in PEER}
        """Methods of the requests that have no response yet, by sender and request id."""
        self._last_requester: dict[Any, Sender] = {}

    def validate(self, document: bytes, value: Any) -> tuple[str, tuple[DocumentFault, ...]]:
        """Check the next message. Return the name of the definition that describes the message, and its faults.

        The message is remembered, so that a later response can be paired with its request.

        Args:
            document: the text of the message.
            value: the parsed text.

        Raises:
            BindgenError: the validators are not installed.
        """
        import mcp_bindings

        sender = self._find_sender(value)
        pending = self.pending[PEER[sender]]
        name = self._find_definition_name(value, sender)
        limits = mcp_bindings.Limits(max_bytes=len(document), max_batch=len(document))
        message: Request | Notification | Response | ErrorResponse | Batch | ProtocolError
        try:
            message = self.revision.parse(document, sender=sender, pending=pending, limits=limits)
        except mcp_bindings.ProtocolError as error:
            message = error
        if isinstance(message, mcp_bindings.Batch):
            found = _find_mixed_batch_faults(value)
            for index, (item, part) in enumerate(zip(message, value, strict=True)):
                found += [
                    each._replace(pointer=f"/{index}{each.pointer}")
                    for each in self._find_message_faults(item, part, sender)
                ]
        else:
            found = self._find_message_faults(message, value, sender)
        for part in value if is_array(value) else [value]:
            self._update_pending(part, sender)
        return name, tuple(found)

    def find_answered_method(self, value: Any) -> str | None:
        """Return the method of the pending request that a response answers.

        Return None for a response to no pending request, and for a message that is no response.
        """
        id_ = _get_request_id(value)
        if id_ is None or "method" in value:
            return None
        return self.pending[PEER[self._find_sender(value)]].get(id_)

    def _find_message_faults(self, message: object, value: Any, sender: Sender) -> list[DocumentFault]:
        """Return the faults of one message, which is no batch.

        Args:
            message: what `parse` returned for the message or raised.
            value: the message as parsed JSON.
            sender: the side that sent the message.

        Raises:
            BindgenError: the validators are not installed.
        """
        import mcp_bindings

        match message:
            case mcp_bindings.ProtocolError(findings=[]):
                return [self._make_method_fault(value, sender)]
            case mcp_bindings.ProtocolError(findings=findings):
                return [DocumentFault(each.pointer, each.rule, each.message) for each in findings]
            case mcp_bindings.Notification(known=False, method=method):
                if method in self.revision.methods:
                    return [self._make_method_fault(value, sender)]
                return self._find_generic_faults("JSONRPCNotification", value, "")
            case mcp_bindings.Response(method=method) if method not in self.revision.methods:
                return self._find_generic_faults(RESULTS[sender], value["result"], "/result")
            case _:
                return []

    def _make_method_fault(self, value: Mapping[str, Any], sender: Sender) -> DocumentFault:
        """Return the fault of a message that its sender must not send, that lacks an id, or that must have no id."""
        method = value["method"]
        row = self.revision.methods.get(method)
        if row is not None and sender in row.senders and row.kind == "request":
            return DocumentFault("", "id", f"{method} is a request and must have an id")
        if row is not None and sender in row.senders and row.kind == "notification":
            return DocumentFault("/id", "id", f"{method} is a notification and must have no id")
        kind = "request" if "id" in value else "notification"
        return DocumentFault("/method", "method", f"the {sender} must not send such a {kind} in {self.revision.id}")

    def _find_generic_faults(self, definition: str, value: Any, pointer: str) -> list[DocumentFault]:
        if definition not in self.revision.definitions:  # a custom schema may lack it
            return []
        found = _find_definition_faults(self.revision, definition, value)
        return [each._replace(pointer=pointer + each.pointer) for each in found]

    def _find_sender(self, value: Any) -> Sender:
        """Return the side that sent a message or batch. If its content does not determine the side, return the first of
        `senders`.
        """
        if len(self.senders) > 1:
            for part in value if is_array(value) else [value]:
                sender = self._find_apparent_sender(part)
                if sender is not None:
                    return sender
        return self.senders[0]

    def _find_apparent_sender(self, value: Any) -> Sender | None:
        """Return the side that must have sent a message, by its method or the request that it answers; None if neither
        determines the side.
        """
        if not is_object(value):
            return None
        if "method" in value:
            row = self.revision.methods.get(value["method"]) if isinstance(value["method"], str) else None
            return row.senders[0] if row is not None and len(row.senders) == 1 else None
        id_ = _get_request_id(value)
        requesters: list[Sender] = [side for side, pending in self.pending.items() if id_ in pending]
        if len(requesters) > 1:
            return PEER[self._last_requester[id_]]
        return PEER[requesters[0]] if requesters else None

    def _update_pending(self, value: Any, sender: Sender) -> None:
        """Record a request as pending, or remove the pending request that a response answers.

        An invalid request is recorded too, because it may be answered. A notification and an unknown request change
        nothing.
        """
        id_ = _get_request_id(value)
        if id_ is None:
            return
        if "method" not in value:
            self.pending[PEER[sender]].pop(id_, None)
        elif isinstance(value["method"], str) and value["method"] in self.revision.methods:
            row = self.revision.methods[value["method"]]
            requester = sender if sender in row.senders else PEER[sender]
            if row.kind == "request" and requester in row.senders:
                self.pending[requester][id_] = row.name
                self._last_requester[id_] = requester

    def _find_definition_name(self, value: Any, sender: Sender) -> str:
        """Return the name of the definition that describes a message or batch; for a response to a pending request, the
        names of the results that it may have, separated by ` | `.
        """
        if is_array(value) and "JSONRPCBatchRequest" in self.revision.definitions:
            calls = not value or any(is_object(part) and "method" in part for part in value)
            return "JSONRPCBatchRequest" if calls else "JSONRPCBatchResponse"
        if not is_object(value):
            return "JSONRPCMessage"
        if isinstance(value.get("method"), str):
            row = self.revision.methods.get(value["method"])
            if row is not None and sender in row.senders:
                return row.message
            return "JSONRPCRequest" if "id" in value else "JSONRPCNotification"
        if "method" in value or ("result" in value) == ("error" in value):
            return "JSONRPCMessage"
        if "error" in value:
            errors = ("JSONRPCErrorResponse", "JSONRPCError")
            return next(name for name in errors if name in self.revision.definitions)
        row = self.revision.methods.get(self.find_answered_method(value) or "")
        return RESULTS[sender] if row is None else " | ".join(row.results)


def _find_mixed_batch_faults(messages: Sequence[Any]) -> list[DocumentFault]:
    """Return a list with the fault of a batch that has both responses and other messages; empty for another batch."""
    calls = ["method" in message for message in messages if is_object(message)]
    if not any(calls) or all(calls):
        return []
    first = next(place for place, each in enumerate(messages) if is_object(each) and "method" not in each)
    return [DocumentFault(f"/{first}", "batch", "a batch must have requests and notifications, or responses, not both")]


def _get_request_id(value: Any) -> str | int | float | None:
    """Return the id of a message; None if it has no id, or an id of a wrong type, which `parse` reports."""
    id_ = value.get("id") if is_object(value) else None
    return id_ if isinstance(id_, (str, int, float)) and not isinstance(id_, bool) else None


def _load_revision(revision_id: str) -> Revision:
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError(
            "the package mcp-bindings is not installed", hint="run pip install 'mcp-bindings[validators]'"
        ) from None
    try:
        return mcp_bindings.revision(revision_id)
    except mcp_bindings.UnknownRevision:
        known = (*mcp_bindings.REVISIONS, *find_draft_ids(mcp_bindings))
        raise BindgenError(f"unknown revision {revision_id!r}", hint=known_ids_hint(revision_id, known)) from None


def _find_definition_faults(revision: Revision, definition: str, value: Any) -> list[DocumentFault]:
    try:
        found = revision.codec(definition).findings(value)
    except KeyError as error:
        raise BindgenError(str(error.args[0])) from None
    except ModuleNotFoundError as error:
        raise BindgenError(str(error)) from None
    return [DocumentFault(each.pointer, each.rule, each.message) for each in found]


def _find_lint_findings(
    revision: Revision, document: bytes, definition: str | None, method: str | None
) -> tuple[LintFindingLike, ...]:
    try:
        return (*revision.lint(document, definition=definition, method=method),)
    except ModuleNotFoundError as error:
        raise BindgenError(str(error)) from None
