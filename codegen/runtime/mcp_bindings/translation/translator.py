"""Translates one message from one revision to another, step by step.

Each step between two revisions that follow each other is a walk along the message, whose outcome is a list of edits. The
next step begins with the document after these edits. In the end all edits are spliced into the text, and the target's
parser checks the outcome. https://modelcontextprotocol.io/specification/2026-07-28/changelog
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ProtocolError
from ..json_values import escape, find_non_json, is_object
from ..jsonrpc.edits import Change, Edit, changed
from ..jsonrpc.messages import Batch, ErrorResponse, Message, Notification, Request, Response
from ..jsonrpc.rewriting import document_of
from ..limits import DEFAULT
from ..revisions import REVISIONS, Revision, revision
from ..schema.places import Place
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.translation import TranslationRule
from .actions import ACTIONS
from .context import TranslationContext
from .outcome import Refusal, Refused, Translation, citation
from .plan import StepPlan
from .table import CONVERSATION, general
from .walking import Additions, Found, Walk

if TYPE_CHECKING:
    from ..spec.methods import Sender

_BATCH = general("batch")
_CONTEXT = general("context")
_OUTCOME = general("outcome")
_NO_REQUEST = general("request.absent")
_NO_NOTIFICATION = general("notification.absent")
_ACTIVATED = general("notification.activated")

_ROOM = 65_536
"""Characters that the pointers of the edits of a short message may have together."""


class _Dropped(Exception):
    """The target has no place for a notification."""

    def __init__(self, rule: TranslationRule) -> None:
        self.rule = rule
        super().__init__(rule.id)


class _Subject(NamedTuple):
    """What is translated."""

    message: Message
    method: str | None
    context: TranslationContext
    target: Revision
    additions: Additions


def translate(
    message: Message | Batch, *, to: str | Revision, context: TranslationContext, additions: Additions = "keep"
) -> Translation:
    """Translate a message of one revision to another one.

    Messages about the connection itself are refused, since they need somebody who keeps its state: the opening, `ping`,
    the level of the log, subscriptions, cancellation, tasks, batches, and rounds of input where the eras differ.

    Args:
        message: A message that `Revision.parse` has returned. It stays as it is.
        to: The target revision, or its id.
        context: The revision of the message, and what the translation depends on beside the message.
        additions: `keep` leaves members in place that the target does not define, as its objects are open. `drop`
            removes those that the source defines.

    Returns:
        The messages, which are valid in the target, with the edits that make them; or a refusal.

    Raises:
        UnknownRevision: A revision is unknown.
        EncodeError: The typed body of the message was changed, and has no form in JSON.
    """
    target = to if isinstance(to, Revision) else revision(to)
    source = revision(context.revision)
    if isinstance(message, Batch):
        return _refused(None, Refused(_BATCH))
    if source.id == target.id:
        return Translation((message,))
    subject = _Subject(message, message.method or context.method, context, target, additions)
    try:
        return _translated(subject, source)
    except Refused as refusal:
        return _refused(message, refusal)
    except _Dropped as dropped:
        rule = dropped.rule
        return Translation((), (Edit("remove", "", None, None, rule.reason, citation(rule), rule.lossy, rule.id),))


def _translated(subject: _Subject, source: Revision) -> Translation:
    message, method = subject.message, subject.method
    if method in CONVERSATION:
        raise Refused(CONVERSATION[method])
    text, document = document_of(message)
    found: list[Found] = []
    for plan in _way(source, subject.target):
        walk = Walk(plan, subject.context, subject.target, method, subject.additions, ACTIONS)
        document = _after_step(walk, message, document)
        found += walk.found
    edits = _edits(found, len(text))
    outcome = _parsed(subject, document, deeper=any(is_object(each.value) for each in found))
    if found:
        outcome.source = changed(text, [Change(each.op, each.place, each.value) for each in found])
    else:
        outcome.source = text
    return Translation((outcome,), edits)


@cache
def _way(source: Revision, target: Revision) -> tuple[StepPlan, ...]:
    """The steps from one revision to another."""
    first, last = _place(source), _place(target)
    if first == last:  # a release, and a draft or fork that speaks its version
        return (StepPlan(source, target, "", "lift"),)
    between = [revision(REVISIONS[place]) for place in range(min(first, last) + 1, max(first, last))]
    chain = [source, *(between if first < last else reversed(between)), target]
    steps: list[StepPlan] = []
    for number, (one, other) in enumerate(zip(chain, chain[1:], strict=False), 1):
        newer = first + number if first < last else first - number + 1
        step = REVISIONS[newer] if newer < len(REVISIONS) else target.id
        steps.append(StepPlan(one, other, step, "lift" if first < last else "lower"))
    return tuple(steps)


def _place(rev: Revision) -> int:
    """The place of a revision among the releases; a draft of a version of its own follows the newest one."""
    known = (name for name in (rev.id, rev.version) if name in REVISIONS)
    return REVISIONS.index(name) if (name := next(known, "")) else len(REVISIONS)


def _after_step(walk: Walk, message: Message, document: dict[str, Any]) -> dict[str, Any]:
    """The document after one step, whose edits the walk has then.

    Raises:
        Refused: The message has no translation.
        _Dropped: It has no place in the target.
    """
    method, kind = walk.method or "", message.kind
    if isinstance(message, ErrorResponse):
        for rule in walk.plan.around(method, "error"):
            walk.apply(rule, document, None)
    elif isinstance(message, Response):
        if not method:
            raise Refused(_CONTEXT, "method")
        _check_request(walk, "result", document)
        walk.along(walk.plan.result(method), document["result"], (None, "result"))
    elif isinstance(message, Notification) and not _is_known(walk, message):
        return document
    else:
        if isinstance(message, Request):
            _check_request(walk, kind, document)
        walk.along(walk.plan.message(method, kind), document, None)
        document = walk.patched(document)
        for rule in walk.plan.around(method, kind):
            walk.apply(rule, document, None)
    return walk.patched(document)


def _check_request(walk: Walk, kind: str, document: dict[str, Any]) -> None:
    """Check that both revisions have the request.

    Raises:
        Refused: One of them does not have it.
    """
    method = walk.method or ""
    if not _has(walk.plan.target, method, "request"):
        for rule in walk.plan.around(method, kind):
            if rule.code:
                walk.apply(rule, document, None)
        raise Refused(_NO_REQUEST)
    if not _has(walk.plan.source, method, "request"):
        raise Refused(_NO_REQUEST)


def _is_known(walk: Walk, message: Notification) -> bool:
    """Whether both revisions have a notification; one that neither has goes through as it is.

    Raises:
        _Dropped: Only one of them has it.
    """
    source, target, sender = walk.plan.source, walk.plan.target, walk.context.sender
    if message.known and _has(source, message.method, "notification"):
        if not _has(target, message.method, "notification"):
            raise _Dropped(_NO_NOTIFICATION)
        return True
    if _has(target, message.method, "notification"):
        if sender is None or sender in target.methods[message.method].senders:
            raise _Dropped(_ACTIVATED)
    return False


def _has(revision_: Revision, method: str, kind: str) -> bool:
    return method in revision_.methods and revision_.methods[method].kind == kind


def _parsed(subject: _Subject, document: dict[str, Any], *, deeper: bool) -> Message:
    """The outcome as a message of the target.

    Raises:
        Refused: It is not valid there.
    """
    target, message = subject.target, subject.message
    if deeper and find_non_json(document) is not None:  # a value was put into another one
        raise Refused(_OUTCOME)
    pending = {message.id: subject.method} if message.kind == "response" and subject.method else {}
    try:
        parsed = target.message_parser.parse_value(document, _sender(subject), pending, DEFAULT)
    except ProtocolError:
        raise Refused(_OUTCOME) from None
    assert not isinstance(parsed, Batch)
    return parsed


def _sender(subject: _Subject) -> Sender:
    row = subject.target.methods.get(subject.method or "")
    given, message = subject.context.sender, subject.message
    if row is None or (isinstance(message, Notification) and not message.known):
        return given or "server"
    if isinstance(message, (Response, ErrorResponse)):
        return "client" if row.senders[0] == "server" else "server"
    return given if given in row.senders else row.senders[0]


def _edits(found: list[Found], length: int) -> tuple[Edit, ...]:
    """The edits with pointers, which repeat the names around them.

    Raises:
        Refused: That would take much more room than the message.
    """
    room = _ROOM + 4 * length
    edits: list[Edit] = []
    for op, place, value, rule, lossy in found:
        pointer = _pointer(place)
        room -= len(pointer)
        if room < 0:
            raise Refused(_OUTCOME)
        edits.append(Edit(op, pointer, None, value, rule.reason, citation(rule), lossy, rule.id))
    return tuple(edits)


def _pointer(place: Place) -> str:
    tokens: list[str] = []
    while place is not None:
        place, token = place
        tokens.append(escape(token) if isinstance(token, str) else str(token))
    tokens.append("")
    tokens.reverse()
    return "/".join(tokens)


def _refused(message: Message | None, refusal: Refused) -> Translation:
    rule = _CONTEXT if refusal.missing and refusal.rule.owner == "translation" else refusal.rule
    id_ = None if message is None or message.kind == "notification" else message.id
    missing = f" It lacks `{refusal.missing}`." if refusal.missing else ""
    code = rule.code or METHOD_NOT_FOUND
    text = "Method not found" if code == METHOD_NOT_FOUND else "The message has no form in the revision of its receiver"
    error = ProtocolError(code, text, id=id_, answerable=id_ is not None)
    return Translation(
        (), (), Refusal(refusal.rule.id, rule.reason + missing, citation(rule), rule.owner, refusal.missing, error)
    )
