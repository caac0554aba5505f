"""The elicitations of a session: those in progress, and the schemas that their answers must fit.

The schema of an elicitation is flat: an object whose properties are strings, numbers, booleans, or choices among
strings. A session checks the keywords that a flat schema has, without the extra `validators`, and notes a finding for
an answer that does not fit. A session checks neither `format`, which only annotates, nor `pattern`, since a pattern of
the peer may take unbounded time. The guards (`guards.tools`) check the whole schema with the extra `validators`, and
refuse an answer that does not fit.

Pages: /specification/2025-11-25/client/elicitation#requested-schema, /specification/2025-11-25/client/elicitation,
/specification/2025-06-18/client/elicitation.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from ..errors import RequestId
from ..json_values import count_characters, has_type, is_array, is_object
from ..limits import MAX_REQUESTED_SCHEMAS
from ..spec.names import Sender
from .capabilities import URL_ELICITATION, CapabilityNeed, WireObject, find_own_path, get_member, has_members
from .errors import FindingCollector, Violation
from .ids import MAX_REMEMBERED, IdKey, RecentIds, make_id_key
from .profile import RevisionProfile


def _find_violated_keyword(schema: Mapping[str, Any], content: Mapping[str, Any]) -> str | None:
    """Return the first keyword of the schema that the content does not fit; None if the content fits.

    Args:
        schema: the `requestedSchema` of the request, valid by the schema of its revision.
        content: the content of the answer, valid by the schema of its revision.
    """
    properties: Mapping[str, Any] = schema["properties"]
    if any(name not in content for name in schema.get("required", ())):
        return "required"
    for name, value in content.items():
        wanted = properties.get(name)
        if wanted is None:
            if schema.get("additionalProperties") is False:
                return "additionalProperties"
            continue
        fault = (
            _find_violated_list_keyword(wanted, value)
            if is_array(value)
            else _find_violated_scalar_keyword(wanted, value)
        )
        if fault is not None:
            return fault
    return None


def _find_violated_list_keyword(wanted: Mapping[str, Any], values: list[Any]) -> str | None:
    if wanted.get("type", "array") != "array":
        return "type"
    if len(values) < wanted.get("minItems", 0):
        return "minItems"
    if len(values) > wanted.get("maxItems", len(values)):
        return "maxItems"
    items: Mapping[str, Any] = wanted.get("items", {})
    choices = _list_allowed_strings(items)
    if choices is not None and not choices.issuperset(values):
        return "items"
    return None


def _find_violated_scalar_keyword(wanted: Mapping[str, Any], value: Any) -> str | None:
    if not has_type(value, wanted["type"]):
        return "type"
    if isinstance(value, str):
        if len(value) < wanted.get("minLength", 0):
            return "minLength"
        if len(value) > wanted.get("maxLength", len(value)):
            return "maxLength"
        choices = _list_allowed_strings(wanted)
        if choices is not None and value not in choices:
            return "enum"
    elif not isinstance(value, bool):
        if value < wanted.get("minimum", value):
            return "minimum"
        if value > wanted.get("maximum", value):
            return "maximum"
    return None


def _list_allowed_strings(wanted: Mapping[str, Any]) -> frozenset[str] | None:
    """Return the strings that `enum`, or the constants of `oneOf` or `anyOf`, allow; None without such a list."""
    if "enum" in wanted:
        return frozenset(wanted["enum"])
    for keyword in ("oneOf", "anyOf"):
        titled = wanted.get(keyword)
        if is_array(titled):
            return frozenset(each["const"] for each in titled if is_object(each) and isinstance(each.get("const"), str))
    return None


AnswerKey: TypeAlias = "IdKey | tuple[str, IdKey]"
"""Key of an expected answer: the key of the request id, or `("task", key)` with the key of a task's id."""


class _ExpectedAnswer(NamedTuple):
    """The answer that an elicitation asks for."""

    schema: Mapping[str, Any] | None
    """The schema of the content; None in URL mode, in which an answer has no content."""

    size: int
    """The number of characters of the elicitation that are remembered."""


class Elicitations:
    """The elicitations that a server has sent.

    At most `MAX_REMEMBERED` ids of elicitations in URL mode are remembered, and at most `MAX_REMEMBERED` expected
    answers, with at most `MAX_REQUESTED_SCHEMAS` characters in all. If there are more, the oldest are forgotten.
    Answers to forgotten elicitations are not checked.
    """

    __slots__ = ("_expected", "_has_forgotten", "_in_progress", "_size")

    def __init__(self) -> None:
        self._in_progress = RecentIds()
        self._has_forgotten = False
        self._expected: OrderedDict[AnswerKey, _ExpectedAnswer] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return len(self._expected)

    @property
    def is_empty(self) -> bool:
        """True if no elicitation is remembered."""
        return not (self._in_progress.keys or self._expected)

    def record_request(self, id_: RequestId, params: WireObject, profile: RevisionProfile) -> None:
        """Record an `elicitation/create` request.

        Args:
            id_: the id of the request.
            params: the params of the request.
            profile: the profile of the request's revision.
        """
        has_urls = find_own_path(URL_ELICITATION, "client", profile.id) is not None
        if has_urls and get_member(params, "mode") == "url":
            self.record_url_request(params["elicitationId"])
            self._expect_answer(make_id_key(id_), None)
        else:
            self._expect_answer(make_id_key(id_), params["requestedSchema"])

    def record_url_request(self, elicitation: str) -> None:
        """Record that an elicitation in URL mode is in progress."""
        self._has_forgotten = self._has_forgotten or (
            len(self._in_progress) >= MAX_REMEMBERED and elicitation not in self._in_progress
        )
        self._in_progress.add(elicitation)

    def record_completion(
        self, elicitation: str, collector: FindingCollector, *, arrived: bool, in_order: bool
    ) -> str | None:
        """Record that an elicitation in URL mode is completed.

        Args:
            elicitation: the id of the elicitation.
            collector: notes that no such elicitation is in progress.
            arrived: whether the notification has arrived from the peer.
            in_order: whether messages arrive in the order in which they were sent.

        Returns:
            The reason why the notification is ignored; None if the notification has an effect.

        Raises:
            Violation: this side reports the completion of an elicitation that is not in progress.
        """
        if elicitation in self._in_progress:
            self._in_progress.discard(elicitation)
            return None
        if not self._has_forgotten and (in_order or not arrived):
            violation = Violation("elicitation.complete", "no elicitation with this elicitationId is in progress")
            collector.note_sender_violation(violation, arrived=arrived)
        return "no such elicitation is in progress" if arrived else None

    def find_content_violation(self, key: AnswerKey, result: WireObject) -> Violation | None:
        """Return the violation in the content of an answer; None if the content fits, or the answer is not expected.

        Args:
            key: the key of the expected answer.
            result: an `ElicitResult`, as JSON or typed.
        """
        expected = self._expected.get(key)
        return None if expected is None else find_answer_violation(expected.schema, result)

    def move_answer(self, key: AnswerKey, new_key: AnswerKey) -> None:
        """Change the key of an expected answer, since the elicitation has become a task."""
        expected = self._expected.pop(key, None)
        if expected is not None:
            self._expected[new_key] = expected

    def forget_answer(self, key: AnswerKey) -> None:
        """Forget the expected answer with a key, if there is one."""
        expected = self._expected.pop(key, None)
        if expected is not None:
            self._size -= expected.size

    def clear(self) -> None:
        """Forget all elicitations."""
        self._in_progress, self._has_forgotten = RecentIds(), False
        self._expected.clear()
        self._size = 0

    def _expect_answer(self, key: AnswerKey, schema: Mapping[str, Any] | None) -> None:
        self.forget_answer(key)
        size = 1 if schema is None else count_characters(schema)
        self._expected[key] = _ExpectedAnswer(schema, size)
        self._size += size
        while self._size > MAX_REQUESTED_SCHEMAS or len(self._expected) > MAX_REMEMBERED:
            self.forget_answer(next(iter(self._expected)))


def get_accepted_content(result: WireObject) -> Mapping[str, Any] | None:
    """Return the content of the answer to an elicitation, if the user has accepted the elicitation.

    Args:
        result: an `ElicitResult`, as JSON or typed.

    Returns:
        The content, empty if the answer has none; None if the user has not accepted.
    """
    content: Any = get_member(result, "content")
    if get_member(result, "action") != "accept":
        return None
    return {} if content is None else content


def find_answer_violation(schema: Mapping[str, Any] | None, result: WireObject) -> Violation | None:
    """Return the violation in the content of the answer to an elicitation; None if the content fits.

    If the user has not accepted, content that answers a form is not checked.

    Args:
        schema: the `requestedSchema` of the elicitation; None in URL mode.
        result: an `ElicitResult`, as JSON or typed.
    """
    content: Any = get_member(result, "content")
    if schema is None:
        if content is None:
            return None
        return Violation(
            "elicitation.url-content", "the answer to an elicitation in URL mode has no content", level="warning"
        )
    accepted = get_accepted_content(result)
    keyword = None if accepted is None else _find_violated_keyword(schema, accepted)
    if keyword is None:
        return None
    return Violation(
        "elicitation.content", f"the content does not fit {keyword} of the requestedSchema", level="warning"
    )


def check_url_error(
    error: WireObject, sender: Sender, capabilities: Mapping[str, Any] | None, profile: RevisionProfile
) -> tuple[Violation | None, list[str]]:
    """Check an error that asks for elicitations in URL mode.

    Data without a list of elicitations are no violation here, since the rule `error.data` covers these.

    Page: /specification/2025-11-25/client/elicitation#url-elicitation-required-error.

    Args:
        error: the error, as JSON.
        sender: the side that sends the error.
        capabilities: the declared capabilities of the client; None if they are not known.
        profile: the profile of the error's revision.

    Returns:
        The violation, or None if the error keeps the rules; and the ids of the listed elicitations, none of them with a
        violation.
    """
    rule = "elicitation.error"
    if sender == "client":
        return Violation(rule, "only a server asks for elicitations"), []
    path = find_own_path(URL_ELICITATION, "client", profile.id) or URL_ELICITATION
    need = CapabilityNeed.from_path("client", path, is_flag=False)
    if capabilities is not None and not need.is_declared_in(capabilities):
        text = f"an error that asks for elicitations needs the client capability {path}"
        return Violation("capability", text), []
    data = get_member(error, "data")
    listed = get_member(data, "elicitations") if has_members(data) else None
    if not is_array(listed):
        return None, []
    if not listed:
        return Violation(rule, "the data of the error lists no elicitations"), []
    found = [get_member(each, "elicitationId") for each in listed if has_members(each)]
    return None, [id_ for id_ in found if isinstance(id_, str)]
