"""Translation of one message from one revision to another, step by step.

A step between two successive revisions walks along the message and yields a list of edits. The next step begins with
the document after these edits. At the end all edits are applied to the text, and the target's parser checks the
outcome. https://modelcontextprotocol.io/specification/2026-07-28/changelog
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from ..errors import ProtocolError, RequestId
from ..json_values import escape_token, find_non_json, is_object, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Batch, ErrorResponse, Message, Notification, Request, Response
from ..jsonrpc.plain_json import write_json
from ..jsonrpc.rewriting import get_text_and_document, write_changed_text
from ..limits import DEFAULT
from ..renames import find_own_name
from ..revisions import REVISIONS, Revision, revision
from ..schema.places import Place, get_value
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import INPUT_REQUEST
from .actions import ACTIONS
from .context import TranslationContext
from .members import SET_ABSENT, parse_rule_value
from .meta import replace_version
from .outcome import Refusal, Refused, Translation, make_citation_url
from .plan import INPUT_REQUESTS, StepPlan
from .table import BRIDGE_RULES, find_rules_of_steps, get_general_rule
from .walking import Additions, PlacedEdit, Walk, check_additions

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

    from ..spec.names import Sender

_BATCH = get_general_rule("batch")
_CONTEXT = get_general_rule("context")
_OUTCOME = get_general_rule("outcome")
_NO_RULE = get_general_rule("rule.absent")
_NO_REQUEST = get_general_rule("request.absent")
_NO_INPUT_REQUEST = get_general_rule("input.absent")
_NO_NOTIFICATION = get_general_rule("notification.absent")
_ACTIVATED_NOTIFICATION_RULE = get_general_rule("notification.activated")
_VERSION = get_general_rule("request.version")

_MAX_POINTER_CHARACTERS = 65_536
"""Largest number of characters in all JSON Pointers of a translation; each byte of the message adds 4 more."""

_NOTHING: Mapping[Any, str] = MappingProxyType({})

_BODY_PLACES: tuple[Place, ...] = ((None, "params"), (None, "result"))
"""The places of `params` and `result`. Most edits change one of their members."""

_make_edit = cast("Callable[[tuple[Any, ...]], Edit]", partial(cast(Any, tuple).__new__, Edit))
"""Constructor of `Edit` from one tuple of all members. This call takes half the time of `Edit(…)`."""


class _NotificationDropped(Exception):
    """Exception for a notification that is dropped, since only one of two revisions has this notification."""

    def __init__(self, rule: TranslationRule) -> None:
        self.rule = rule
        super().__init__(rule.id)


class TranslationRoute(NamedTuple):
    """The steps from one revision to another."""

    target: Revision
    steps: tuple[StepPlan, ...]
    steps_by_method: Mapping[str, tuple[StepPlan, ...]]
    """The steps for each method that a revision between source and target lacks. These steps skip that revision."""

    def find_steps(self, method: str | None) -> tuple[StepPlan, ...]:
        """Return the steps for messages of a method.

        If the method is None, return the steps of a message without a method, which skip no revision.
        """
        return self.steps_by_method.get(method or "", self.steps)

    def find_target_method(self, method: str) -> str:
        """Return the name that a method of the source has in the target."""
        return self.names_of(method)[-1]

    def names_of(self, method: str) -> list[str]:
        """Return the names of a method: its name in the source, and its name after each step."""
        names = [method]
        for plan in self.find_steps(method):
            names.append(plan.find_target_method(names[-1]))
        return names


def translate(
    message: Message | Batch, *, to: str | Revision, context: TranslationContext, additions: Additions = "keep"
) -> Translation:
    """Translate a message from one revision to another.

    Messages about the connection are refused, since only a bridge keeps the state of a connection. These are the
    handshake, `ping`, log levels, subscriptions, cancellation, tasks, batches, and rounds of input between two eras.

    Args:
        message: a message that `Revision.parse` has returned. It is not changed.
        to: the target revision, or its id.
        context: the revision of the message, and the data that the message does not contain.
        additions: `keep` keeps members that the target does not define, since objects may have further members.
            `drop` removes these members if the source defines them.

    Returns:
        The message in the target, where it is valid, with the edits that lead to it; no message for a notification that
        is dropped; or a refusal. If both revisions are the same, a message is returned as it is, unchecked. A batch is
        refused even then.

    Raises:
        UnknownRevision: a revision is unknown.
        ValueError: `additions` is neither `keep` nor `drop`.
        EncodeError: the typed body of the message was changed, and JSON cannot express it.
    """
    if additions != "keep":
        check_additions(additions)
    way = find_route(context.revision, to)
    if isinstance(message, Batch):
        return _make_refused_translation(None, Refused(_BATCH))
    return _translate_along(message, way, context, additions)


def translate_within_era(message: Message, *, to: Revision, context: TranslationContext) -> Translation:
    """Translate a message between two revisions of one era, also a message about the connection.

    The methods about a connection are the same in all revisions of an era, but their params and results may differ.

    Args:
        message: the message. It is not changed.
        to: the target revision.
        context: the revision of the message, and the data that the message does not contain.

    Raises:
        UnknownRevision: the revision of the message is unknown.
        EncodeError: the typed body of the message was changed, and JSON cannot express it.
    """
    return _translate_along(message, find_route(context.revision, to), context, "keep", about_connection=True)


def _translate_along(
    message: Message,
    route: TranslationRoute,
    context: TranslationContext,
    additions: Additions,
    *,
    about_connection: bool = False,
) -> Translation:
    """Translate a message along a route. The outcome is a refusal, or no message, if a step refuses or drops it."""
    if not route.steps:
        return Translation((message,))
    try:
        return _translate_text(message, route, context, additions, about_connection=about_connection)
    except Refused as refusal:
        return _make_refused_translation(message, refusal)
    except _NotificationDropped as dropped:
        return Translation((), _make_drop_edits(dropped.rule))


def _make_drop_edits(rule: TranslationRule) -> tuple[Edit, ...]:
    """Return the edit that stands for a dropped notification."""
    return (Edit("remove", "", None, None, rule.reason, make_citation_url(rule), rule.lossy, rule.id),)


def _translate_text(
    message: Message,
    route: TranslationRoute,
    context: TranslationContext,
    additions: Additions,
    *,
    about_connection: bool = False,
) -> Translation:
    source_document = get_text_and_document(message)[1] if message.is_read else message.document
    outcome, document, found = _apply_steps(
        message, source_document, route, context, additions, about_connection=about_connection
    )
    if not (found or message.is_read):
        outcome.source = message.source
        return Translation((outcome,))
    text = message.to_bytes()
    outcome.source = write_changed_text(text, source_document, document, found)
    return Translation((outcome,), make_edits(found, len(text)))


LazyTranslation: TypeAlias = "tuple[Message | None, Callable[[], tuple[Edit, ...] | None]] | Refusal"
"""The outcome of a translation, None for a notification that is dropped, and a function that returns its edits; or a
refusal. The function returns None if the pointers of the edits would be much longer than the message.
"""


def translate_lazily(
    message: Message, *, to: Revision, context: TranslationContext, about_connection: bool = False
) -> LazyTranslation:
    """Translate a message without its text, and leave the edits to be made on demand.

    If both revisions are the same, the message is returned as it is, unchecked.

    Args:
        message: the message. Its typed body was not changed, so its `document` is valid.
        to: the target revision.
        context: the revision of the message, and the data that the message does not contain.
        about_connection: whether to translate a message about the connection too, between two revisions of one era.

    Raises:
        UnknownRevision: the revision of the message is unknown.
    """
    way = find_route(context.revision, to)
    if not way.steps:
        return message, tuple
    try:
        outcome, document, found = _apply_steps(
            message, message.document, way, context, "keep", about_connection=about_connection
        )
    except Refused as refused:
        return _make_message_refusal(message, refused)
    except _NotificationDropped as dropped:
        return None, partial(_make_drop_edits, dropped.rule)

    def make_all_edits() -> tuple[Edit, ...] | None:
        try:
            return make_edits(found, len(write_json(document)))
        except Refused:  # the message is still valid
            return None

    return outcome, make_all_edits


def _apply_steps(
    message: Message,
    document: Mapping[str, Any],
    route: TranslationRoute,
    context: TranslationContext,
    additions: Additions,
    *,
    about_connection: bool = False,
) -> tuple[Message, Mapping[str, Any], list[PlacedEdit]]:
    """Apply all steps to a message. Return the outcome as a message and as a document, and the edits.

    A message about the connection is refused unless `about_connection` is True.

    Raises:
        Refused: the message has no translation.
        _NotificationDropped: only one of two revisions has the notification.
    """
    source_method, given = message.method or context.method, document
    method = source_method
    if not about_connection:
        _refuse_connection_method(method)
    kind = "unknown" if isinstance(message, Notification) and not message.known else message.kind
    found: list[PlacedEdit] = []
    has_wrapped = False
    for plan in route.find_steps(method):
        if plan.changes_nothing(method or "", kind):
            continue
        walk = Walk(plan, context, route.target, method, additions)
        document = translate_step(walk, message, document)
        found += walk.edits
        has_wrapped |= walk.has_wrapped
        if method is not None and (renamed := plan.find_target_method(method)) != method:
            method = renamed
            if not about_connection:
                _refuse_connection_method(method)
    if has_wrapped and find_non_json(document) is not None:
        raise Refused(_OUTCOME)
    try:
        outcome = _parse_in_revision(route.target, message, document, method, context.sender)
    except ProtocolError:
        raise Refused(_find_rejection_rule(context, message, given, source_method)) from None
    return outcome, document, found


def _refuse_connection_method(method: str | None) -> None:
    """Check that a message is not about the connection.

    Raises:
        Refused: only a bridge can translate the message.
    """
    if method in BRIDGE_RULES:
        raise Refused(BRIDGE_RULES[method])


@lru_cache(maxsize=64)
def find_route(source_id: str, to: str | Revision) -> TranslationRoute:
    """Return the route from one revision to another.

    Raises:
        UnknownRevision: a revision is unknown.
    """
    source, target = revision(source_id), to if isinstance(to, Revision) else revision(to)
    between = _list_releases_between(source, target)
    steps = () if source.id == target.id else tuple(_make_steps(source, target, between))
    route = TranslationRoute(target, steps, {})
    lacking: dict[str, list[Revision]] = {}
    for method in source.methods:
        names = route.names_of(method)
        having = [each for each, name in zip(between, names[1:], strict=False) if name in each.methods]
        if names[-1] in target.methods and len(having) < len(between):
            lacking[method] = having
    detours = {method: tuple(_make_steps(source, target, having)) for method, having in lacking.items()}
    return TranslationRoute(target, steps, detours)


def find_target_method(method: str, source: Revision, target: Revision) -> str:
    """Return the name that a method of one revision has in another."""
    return method if source.id == target.id else find_route(source.id, target).find_target_method(method)


def find_later_members(
    revision: Revision, method: str, list_types: Callable[[Revision, str], tuple[str, ...]]
) -> dict[str, Any]:
    """Return the members that releases have added to a part of the messages of a method as required ones, with their
    values.

    The rules of translation give these values to the messages of earlier revisions.

    Args:
        revision: the revision of the message.
        method: the method of the request or notification.
        list_types: returns the names of the types of the part in a revision, such as the types of the results.
    """
    found: dict[str, Any] = {}
    later, earlier = revision, revision.previous
    while earlier is not None and (own := find_own_name(method, earlier)) is not None:
        types = {*list_types(earlier, own)}
        for name in _list_step_names(later.id):
            for rule in find_rules_of_steps([name], "to-newer", ACTIONS):
                if rule.row.action == SET_ABSENT and types & {*rule.row.places}:
                    found = {**{member: parse_rule_value(rule.row) for member in rule.row.members}, **found}
        later, earlier = earlier, earlier.previous
    return found


def _list_releases_between(source: Revision, target: Revision) -> list[Revision]:
    """Return the releases between two revisions, in the direction from source to target."""
    first, last = _release_index(source), _release_index(target)
    found = [revision(REVISIONS[place]) for place in range(min(first, last) + 1, max(first, last))]
    return found if first < last else found[::-1]


def _make_steps(source: Revision, target: Revision, between: Sequence[Revision]) -> Iterator[StepPlan]:
    if _release_index(source) == _release_index(target):  # a release, and a draft or fork with the same version
        yield StepPlan(source, target, (), "to-newer", ACTIONS)
        return
    for one, other in pairwise([source, *between, target]):
        first, last = _release_index(one), _release_index(other)
        newer = range(min(first, last) + 1, max(first, last) + 1)
        later = other if first < last else one
        releases = [REVISIONS[place] if place < len(REVISIONS) else later.id for place in newer]
        steps = [step for release in releases for step in _list_step_names(release)]
        if first < last:
            yield StepPlan(one, other, steps, "to-newer", ACTIONS)
        else:
            yield StepPlan(one, other, steps[::-1], "to-older", ACTIONS)


def _list_step_names(release: str) -> tuple[str, ...]:
    """Return the names that rules use for the step to a release. A fork follows the rules of its base and rules of its
    own.
    """
    return tuple(dict.fromkeys((revision(release).version, release)))


def _release_index(rev: Revision) -> int:
    """Return the index of a revision in `REVISIONS`. A draft with a version of its own follows the newest release."""
    releases = (name for name in (rev.id, rev.version) if name in REVISIONS)
    return REVISIONS.index(name) if (name := next(releases, "")) else len(REVISIONS)


def translate_step(walk: Walk, message: Message, document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Apply one step to a message. Return the document after the step; the walk collects the edits.

    Raises:
        Refused: the message has no translation.
        _NotificationDropped: only one of two revisions has the notification.
    """
    method, kind = walk.method or "", message.kind
    if isinstance(message, ErrorResponse):
        for row, act, _ in walk.plan.find_message_rules(method, "error"):
            act(walk, row, document, None)
    elif isinstance(message, Response):
        if not method:
            raise Refused(_CONTEXT, "method")
        _check_both_have_request(walk, "result", document)
        node = walk.plan.find_input_required_node(method, document["result"])
        walk.apply_rules(
            walk.plan.find_result_node(method) if node is None else node, document["result"], (None, "result")
        )
        document = walk.apply_new_edits(document)
        if node is not None:
            requests = _list_input_requests(walk, document["result"])
            document = translate_input_requests(walk, document, requests)
        for row, act, _ in walk.plan.find_message_rules(method, kind):
            act(walk, row, document, None)
    elif isinstance(message, Notification) and not _both_have_notification(walk, method, known=message.known):
        return document
    else:
        if isinstance(message, Request):
            _check_both_have_request(walk, kind, document)
        if node := walk.plan.find_message_node(method, kind):
            walk.apply_rules(node, document, None)
            document = walk.apply_new_edits(document)
        for row, act, _ in walk.plan.find_message_rules(method, kind):
            act(walk, row, document, None)
        if walk.plan.renames_version and isinstance(message, Request):
            document = walk.apply_new_edits(document)
            replace_version(walk, _VERSION, document)
    return walk.apply_new_edits(document)


def _check_both_have_request(walk: Walk, kind: str, document: Mapping[str, Any]) -> None:
    """Check that both revisions of the step have the request.

    Raises:
        Refused: a revision lacks the request.
    """
    method = walk.method or ""
    if method in walk.plan.requests:
        return
    if not _has_method(walk.plan.target, walk.plan.find_target_method(method), "request"):
        for row, act, _ in walk.plan.find_message_rules(method, kind):
            if row.code:
                act(walk, row, document, None)
    raise Refused(_NO_REQUEST)


def _list_input_requests(walk: Walk, result: object) -> Iterator[tuple[str, Place]]:
    """Yield the method and the place of each known request in a result that asks for input.

    Raises:
        Refused: the target lacks a request.
    """
    requests, plan = member_at(result, INPUT_REQUESTS), walk.plan
    for key, request in requests.items() if is_object(requests) else ():
        method = member_at(request, "method")
        if isinstance(method, str) and _has_method(plan.source, method, "embedded"):
            if not _has_method(plan.target, plan.find_target_method(method), "embedded"):
                raise Refused(_NO_INPUT_REQUEST)
            yield method, (((None, "result"), INPUT_REQUESTS), key)


def translate_input_requests(
    walk: Walk, document: Mapping[str, Any], requests: Iterable[tuple[str, Place]]
) -> Mapping[str, Any]:
    """Apply one step to embedded requests for input, by the rules of their methods. Return the document after the step.

    Args:
        walk: the walk along the document.
        document: the document that contains the requests.
        requests: the method of each request, and its place in the document.

    Raises:
        Refused: a rule refuses a request.
    """
    known, method_of_document = list(requests), walk.method
    for apply in (_apply_rules_inside, _apply_rules_about_message):
        for method, place in known:
            walk.method = method
            apply(walk, method, get_value(document, place), place)
        document = walk.apply_new_edits(document)
    walk.method = method_of_document
    return document


def _apply_rules_inside(walk: Walk, method: str, request: Any, place: Place) -> None:
    walk.apply_rules(walk.plan.find_message_node(method, INPUT_REQUEST), request, place)


def _apply_rules_about_message(walk: Walk, method: str, request: Any, place: Place) -> None:
    for row, act, _ in walk.plan.find_message_rules(method, INPUT_REQUEST):
        act(walk, row, request, place)


def _both_have_notification(walk: Walk, method: str, *, known: bool) -> bool:
    """Return whether both revisions of the step have a notification; False if neither has the notification.

    Args:
        walk: the walk along the notification.
        method: the method of the notification in the source.
        known: whether the revision of the untranslated message has the notification.

    Raises:
        _NotificationDropped: only one revision has the notification.
    """
    source, target, sender = walk.plan.source, walk.plan.target, walk.context.sender
    if known and _has_method(source, method, "notification"):
        if not _has_method(target, walk.plan.find_target_method(method), "notification"):
            raise _NotificationDropped(_NO_NOTIFICATION)
        return True
    may_send = _has_method(target, method, "notification") and (
        sender is None or sender in target.methods[method].senders
    )
    if may_send:
        raise _NotificationDropped(_ACTIVATED_NOTIFICATION_RULE)
    return False


def _has_method(revision_: Revision, method: str, kind: str) -> bool:
    return method in revision_.methods and revision_.methods[method].kind == kind


def _parse_in_revision(
    revision_: Revision, message: Message, document: Mapping[str, Any], method: str | None, given: Sender | None
) -> Message:
    """Parse the document of a message, or of its translation, as a message of a revision.

    Raises:
        ProtocolError: the document is not valid in the revision.
    """
    row = revision_.methods.get(method or "")
    if row is None or (isinstance(message, Notification) and not message.known):
        sender = given or "server"
    elif isinstance(message, (Response, ErrorResponse)):
        sender = "client" if row.senders[0] == "server" else "server"
    else:
        sender = given if given in row.senders else row.senders[0]
    pending = _NOTHING if method is None or isinstance(message, (Request, Notification)) else {message.id: method}
    parsed = revision_.message_parser.parse_value(document, sender, pending, DEFAULT)
    assert not isinstance(parsed, Batch)
    return parsed


def _find_rejection_rule(
    context: TranslationContext, message: Message, document: Mapping[str, Any], method: str | None
) -> TranslationRule:
    """Return the rule that refuses a message whose translation the target rejects.

    If the message is valid in its own revision, the returned rule says that a translation rule is missing.
    """
    try:
        _parse_in_revision(revision(context.revision), message, document, method, context.sender)
    except ProtocolError:
        return _OUTCOME
    return _NO_RULE


def make_edits(found: list[PlacedEdit], length: int) -> tuple[Edit, ...]:
    """Return the edits with JSON Pointers instead of places.

    Args:
        found: the edits with places.
        length: the length of the message's JSON, in bytes.

    Raises:
        Refused: the pointers would be much longer than the message, since they repeat the names of enclosing members.
    """
    room = _MAX_POINTER_CHARACTERS + 4 * length
    edits: list[Edit] = []
    for op, place, value, rule, lossy in found:
        pointer = _make_pointer(place)
        room -= len(pointer)
        if room < 0:
            raise Refused(_OUTCOME)
        edits.append(_make_edit((op, pointer, None, value, rule.reason, make_citation_url(rule), lossy, rule.id)))
    return tuple(edits)


def _make_pointer(place: Place) -> str:
    if place is not None and (outer := place[0]) is not None and outer in _BODY_PLACES:
        last = place[1]
        if type(last) is str and "~" not in last and "/" not in last:
            return f"/{outer[1]}/{last}"
    tokens: list[str] = []
    while place is not None:
        place, token = place
        text = str(token)
        tokens.append(escape_token(text) if "~" in text or "/" in text else text)
    tokens.append("")
    tokens.reverse()
    return "/".join(tokens)


def _make_refused_translation(message: Message | None, refused: Refused) -> Translation:
    return Translation((), (), _make_message_refusal(message, refused))


def _make_message_refusal(message: Message | None, refused: Refused) -> Refusal:
    id_ = None if message is None or isinstance(message, Notification) else message.id
    return make_refusal(refused, id_)


def make_refusal(refusal: Refused, id_: RequestId | None) -> Refusal:
    """Return a refusal with the error for the sender of the message.

    Args:
        refusal: the exception of the rule that refuses.
        id_: the id of the request; None if no response is due.
    """
    rule = _CONTEXT if refusal.missing and refusal.rule.owner == "translation" else refusal.rule
    reason = rule.reason + (f" It lacks `{refusal.missing}`." if refusal.missing else "")
    if refusal.fault:
        reason = f"The `{refusal.missing}` of the context is not valid: {refusal.fault}."
    code = rule.code or METHOD_NOT_FOUND
    text = "Method not found" if code == METHOD_NOT_FOUND else "The message has no form in the revision of its receiver"
    error = ProtocolError(code, text, id=id_, answerable=id_ is not None)
    return Refusal(refusal.rule.id, reason, make_citation_url(rule), rule.owner, refusal.missing, error)
