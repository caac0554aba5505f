"""Violations that are put into recordings, one at a time, each with the rules that its sender breaks.

`INJECTIONS` has all of them. `NOT_INJECTED` says why no recording has a place for the other rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.json_values import is_object, member_at
from mcp_bindings.spec.names import Sender
from tests.interop.heard import Line, Recording, blamed, document_of, heard
from tests.revisions import HANDSHAKE, method_of

JSON = Any

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
RELATED_KEY = "io.modelcontextprotocol/related-task"

WITH_OUTPUTS = next(
    each for each in mb.REVISIONS if "outputSchema" in mb.revision(each).schema_file.definitions["Tool"]["properties"]
)
"""The first revision with output schemas."""

SIDES: tuple[Sender, ...] = ("client", "server")

_TASKS = "no peer runs a task to its end; `python -m tests.soak observer` breaks it"
_UNSEEN = "it may always be a message that has crossed another"

NOT_INJECTED: Mapping[str, str] = {
    "cancel.no-response": _UNSEEN,
    "closed": "a recording ends with its session",
    "meta.version": "a request is read in the version that it names, and without one it is not valid",
    "elicitation.url-content": "no peer asks in URL mode; `python -m tests.soak observer` breaks it",
    **{f"task.{each}": _TASKS for each in ("answer-id", "cancel-ended", "cancelled", "created", "id", "support")},
    **{f"task.{each}": _TASKS for each in ("initial-status", "payload", "redundant-meta", "result-meta")},
    "task.transitions": _TASKS,
    "cancel.task": _TASKS,
}
"""Rules that are not broken here, with the reasons."""


class Found(NamedTuple):
    """One message of a recording."""

    place: int
    line: Line
    document: dict[str, JSON]


class Broken(NamedTuple):
    """A recording with one violation."""

    lines: list[Line]
    guilty: int
    """The place of the message that breaks a rule."""


class Tape:
    """A recording in which a violation is to be put.

    Args:
        lines: lines of the recording.
        chance: chooses the place.
        taken: the places of messages that are taken, which alone are changed or repeated; by default all.
    """

    def __init__(self, lines: list[Line], chance: Random, taken: Collection[int] | None = None) -> None:
        self.lines = lines
        self.chance = chance
        self._taken = range(len(lines)) if taken is None else taken

    # What is in it

    @cached_property
    def messages(self) -> list[Found]:
        """All messages but those of batches."""
        read = ((place, line, document_of(line)) for place, line in enumerate(self.lines))
        return [Found(place, line, document) for place, line, document in read if document is not None]

    @cached_property
    def is_http(self) -> bool:
        """True if it was recorded over HTTP, where messages overtake each other."""
        return any(line.headers is not None for line in self.lines)

    @cached_property
    def is_handshake(self) -> bool:
        """True if the sides have begun with `initialize`."""
        return self.first(method="notifications/initialized") is not None

    @cached_property
    def opened(self) -> int | None:
        """The place after the handshake; None in a recording without one."""
        for place, _, document in self.messages:
            is_result = is_object(document.get("result")) and "resultType" in document["result"]
            if document.get("method") == "notifications/initialized" or is_result:
                return place + 1
        return None

    @cached_property
    def agreed(self) -> str:
        """The version in which the sides speak."""
        accepted = self.accepted
        named = None if accepted is None else accepted.document["result"].get("protocolVersion")
        declared = (member_at(each.document, "params", "_meta", VERSION_KEY) for each in reversed(self.messages))
        return next((each for each in (named, *declared) if isinstance(each, str)), mb.LATEST)

    def method(self, name: str) -> str:
        """Return the name that a method of any release has in the version in which the sides speak."""
        return method_of(name, self.agreed)

    @cached_property
    def accepted(self) -> Found | None:
        """The result of `initialize` or `server/discover`; None in a recording without it."""
        return next((each for each in self.messages if "capabilities" in (each.document.get("result") or {})), None)

    def declares(self, side: Sender, *path: str) -> bool:
        """Return whether a side of a session declares a capability."""
        opening = self.accepted if side == "server" else self.first(method="initialize")
        kind = "result" if side == "server" else "params"
        return opening is not None and member_at(opening.document, kind, "capabilities", *path) is not None

    def speaks(self, method: str) -> bool:
        """Return whether the revision has a method."""
        return self.method(method) in mb.revision(self.agreed).methods

    def first(self, **members: JSON) -> Found | None:
        """Return the first message with these members; its method is given by the name in any release."""
        if "method" in members:
            members["method"] = self.method(members["method"])
        return self._fresh(each for each in self.messages if members.items() <= each.document.items())

    def some(self, fits: Callable[[Line, dict[str, JSON]], bool]) -> Found | None:
        """Return one of the matching messages after the handshake; None if no message matches."""
        first = self.opened
        later = (each for each in self.messages if first is not None and each.place >= first)
        found = [each for each in later if each.place in self._taken and fits(*each[1:])]
        return self._fresh([self.chance.choice(found)] if found else [])

    @staticmethod
    def _fresh(found: Iterable[Found]) -> Found | None:
        """Return the first of some messages, with a document that may be changed."""
        first = next(iter(found), None)
        return first and first._replace(document=json.loads(first.line.text))

    def result_with(self, member: str) -> Found | None:
        """Return one of the server's results with a member; None if no result has it."""
        return self.some(lambda line, each: line.sender == "server" and member in (each.get("result") or {}))

    def call(self) -> Found | None:
        """Return one of the calls of a tool; None without a call."""
        return self.some(lambda _, each: each.get("method") == self.method("tools/call"))

    def somewhere(self) -> int | None:
        """Return a place after the handshake; None without such a place."""
        return None if self.opened is None else self.chance.randint(self.opened, len(self.lines))

    def answer_to(self, asked: Found) -> Found | None:
        """Return the first answer to a request; None without an answer."""
        later = (each for each in self.messages if each.place > asked.place and each.line.sender != asked.line.sender)
        id_ = asked.document["id"]
        return self._fresh(each for each in later if "method" not in each.document and each.document.get("id") == id_)

    # What is put in

    def put(self, place: int | None, sender: Sender, *, like: Line | None = None, **members: JSON) -> Broken | None:
        """Put a message in, whose method is given by the name in any release; None if there is no place for it."""
        if place is None:
            return None
        if "method" in members:
            members["method"] = self.method(members["method"])
        text = json.dumps({"jsonrpc": "2.0", **members})
        return self.put_text(place, sender, text, like=like)

    def put_text(self, place: int, sender: Sender, text: str, *, like: Line | None = None) -> Broken | None:
        """Put a text in, with the headers of another message of its sender, or those of `like`."""
        line = Line(sender, text)
        if self.is_http:
            carrier = like or self._carrier(place, sender)
            if carrier is None:
                return None
            exchange = carrier.exchange if sender == "server" else max(each.exchange for each in self.lines) + 1
            line = Line(sender, text, _fitted(carrier, text), carrier.status, exchange)
        return Broken([*self.lines[:place], line, *self.lines[place:]], place)

    def _carrier(self, place: int, sender: Sender) -> Line | None:
        """Return a message of the same side in the same session, whose headers another may have."""
        of_side = [each for each in enumerate(self.lines) if each[1].sender == sender and each[1].lost is None]
        if sender == "client" and self.is_handshake and place > 0:  # a session has its headers once it is open
            of_side = [each for each in of_side if self.opened is not None and each[0] >= self.opened - 1]
        return min(of_side, key=lambda each: abs(each[0] - place), default=(0, None))[1]

    def changed(self, place: int, document: JSON, **parts: Any) -> Broken:
        """Replace the document of a line, and other parts of it."""
        line = self.lines[place]._replace(text=json.dumps(document), **parts)
        return Broken([*self.lines[:place], line, *self.lines[place + 1 :]], place)

    def with_headers(self, found: Found | None, **values: str | None) -> Broken | None:
        """Replace or remove the headers of a message. Return None if it has no such headers."""
        if found is None or found.line.headers is None:
            return None
        names = {name.replace("_", "-"): value for name, value in values.items()}
        if not names.keys() <= {name for name, _ in found.line.headers}:
            return None
        changed = [(name, names.get(name, value)) for name, value in found.line.headers]
        kept = tuple((name, value) for name, value in changed if value is not None)
        return self.changed(found.place, found.document, headers=kept)


def _fitted(carrier: Line, text: str) -> tuple[tuple[str, str], ...]:
    """Return the headers of a message, with those that repeat parts of its body as another body needs them."""
    document: JSON = json.loads(text) if text.startswith("{") else {}
    repeated = ("mcp-method", "mcp-name", "mcp-param")
    headers = [each for each in carrier.headers or () if not each[0].startswith(repeated)]
    if carrier.sender == "client" and len(headers) < len(carrier.headers or ()) and "method" in document:
        headers.append(("mcp-method", document["method"]))
        name = member_at(document, "params", "name") or member_at(document, "params", "uri")
        headers += [("mcp-name", name)] if name else []
    return tuple(headers)


def agreed_in(lines: Sequence[Line]) -> str:
    """Return the version in which the sides of a recording speak."""
    return Tape(list(lines), Random(0)).agreed


class Injection(NamedTuple):
    """One kind of violation."""

    name: str
    rules: frozenset[str]
    """Rules that the message breaks; an observer names one of them."""
    needs_order: bool
    """True if it is certain only where messages are heard in the order in which they were sent."""
    make: Callable[[Tape], Broken | None]
    """Puts it in; None if the recording has no place for it."""

    def __call__(self, tape: Tape) -> Broken | None:
        """Return a recording with the violation; None if no place fits or no observer could be certain of it."""
        return None if self.needs_order and tape.is_http else self.make(tape)


INJECTIONS: list[Injection] = []

Make = Callable[[Tape], "Broken | None"]


def breaks(*rules: str, needs_order: bool = False) -> Callable[[Make], Make]:
    """Add a violation of some rules to `INJECTIONS`."""

    def add(make: Make) -> Make:
        INJECTIONS.append(Injection(make.__name__, frozenset(rules), needs_order, make))
        return make

    return add


# Answers


@breaks("answer.known")
def answer_to_nothing(tape: Tape) -> Broken | None:
    return tape.put(tape.somewhere(), "server", id="never asked", result={})


@breaks("answer.known", "answer.direction")
def answer_of_a_client_to_nothing(tape: Tape) -> Broken | None:
    return tape.put(tape.somewhere(), "client", id="never asked", result={})


@breaks("answer.known")
def second_answer(tape: Tape) -> Broken | None:
    found = tape.some(lambda line, each: line.sender == "server" and "result" in each)
    return found and tape.put(found.place + 1, "server", like=found.line, id=found.document["id"], result={})


@breaks("answer.direction")
def error_of_a_side_that_is_asked_nothing(tape: Tape) -> Broken | None:
    if tape.is_handshake:
        return None
    return tape.put(tape.somewhere(), "client", id=None, error={"code": -32603, "message": "m"})


@breaks("ping.empty")
def ping_with_a_result(tape: Tape) -> Broken | None:
    asked = tape.some(lambda _, each: each.get("method") == "ping")
    found = asked and tape.answer_to(asked)
    if not found or "result" not in found.document:
        return None
    return tape.changed(found.place, {**found.document, "result": {"pong": True}})


@breaks("error.code")
def reserved_code(tape: Tape) -> Broken | None:
    found = _complete(tape)
    return found and _failing(tape, found, {"code": -32050, "message": "m"})


@breaks("error.data")
def error_without_data(tape: Tape) -> Broken | None:
    found = _complete(tape)
    return found and _failing(tape, found, {"code": -32022, "message": "m"})


def _complete(tape: Tape) -> Found | None:
    """Return one of the complete results, in a revision that marks them."""
    return tape.some(lambda _, each: member_at(each, "result", "resultType") == "complete")


@breaks("elicitation.error", "capability")
def error_that_asks_for_nothing(tape: Tape) -> Broken | None:
    found = tape.result_with("content") if tape.agreed == HANDSHAKE[-1] else None
    return found and _failing(tape, found, {"code": -32042, "message": "m", "data": {"elicitations": []}})


def _failing(tape: Tape, found: Found, error: JSON) -> Broken:
    return tape.changed(found.place, {"jsonrpc": "2.0", "id": found.document["id"], "error": error})


# Ids and tokens


@breaks("id.new")
def id_of_an_answered_request(tape: Tape) -> Broken | None:
    found = tape.some(lambda line, each: line.sender == "server" and "result" in each)
    if found is None or not tape.is_handshake:
        return None
    return tape.put(found.place + 1, "client", id=found.document["id"], method="ping")


@breaks("id.unique")
def id_twice(tape: Tape) -> Broken | None:
    found = tape.some(lambda line, each: line.sender == "client" and "method" in each and "id" in each)
    if found is None or not tape.is_handshake:
        return None
    return tape.put(found.place + 1, "client", id=found.document["id"], method="ping")


@breaks("id.unique")
def id_twice_at_once(tape: Tape) -> Broken | None:
    found = tape.call()
    return found and tape.put_text(found.place + 1, "client", found.line.text, like=found.line)


@breaks("progress.token-unique")
def token_twice(tape: Tape) -> Broken | None:
    token = ("params", "_meta", "progressToken")
    found = tape.some(lambda _, each: "id" in each and member_at(each, *token) is not None)
    if found is None:
        return None
    return tape.put(found.place + 1, found.line.sender, like=found.line, **{**found.document, "id": "new id"})


@breaks("progress.token-active", needs_order=True)
def progress_on_nothing(tape: Tape) -> Broken | None:
    params = {"progressToken": "none", "progress": 1}
    return tape.put(tape.somewhere(), "server", method="notifications/progress", params=params)


@breaks("progress.increases", needs_order=True)
def progress_that_stands_still(tape: Tape) -> Broken | None:
    found = tape.some(lambda _, each: each.get("method") == tape.method("notifications/progress"))
    return found and tape.put_text(found.place + 1, found.line.sender, found.line.text)


# The schema


@breaks("message.valid", "headers")
def call_without_name(tape: Tape) -> Broken | None:
    found = tape.call()
    if found is None:
        return None
    del found.document["params"]["name"]
    if found.line.headers is None:
        return tape.changed(found.place, found.document)
    headers = tuple(each for each in found.line.headers if each[0] != "mcp-name")
    return tape.changed(found.place, found.document, headers=headers)


@breaks("message.valid")
def result_of_another_shape(tape: Tape) -> Broken | None:
    found = tape.result_with("content")
    if found is None:
        return None
    found.document["result"]["content"] = "text"
    return tape.changed(found.place, found.document)


@breaks("message.valid")
def result_without_member(tape: Tape) -> Broken | None:
    found = tape.result_with("tools")
    if found is None:
        return None
    del found.document["result"]["tools"]
    return tape.changed(found.place, found.document)


@breaks("message.valid")
def other_json_rpc(tape: Tape) -> Broken | None:
    found = tape.some(lambda line, document: True)
    return found and tape.changed(found.place, {**found.document, "jsonrpc": "1.0"})


@breaks("message.valid")
def no_json(tape: Tape) -> Broken | None:
    place = tape.somewhere()
    return None if place is None else tape.put_text(place, tape.chance.choice(SIDES), "Listening…")


@breaks("message.valid", "meta.valid")
def token_that_is_a_fraction(tape: Tape) -> Broken | None:
    found = tape.call()
    if found is None or member_at(found.document, "params", "_meta", "progressToken") is not None:
        return None
    found.document["params"].setdefault("_meta", {})["progressToken"] = 1.5
    return tape.changed(found.place, found.document)


@breaks("batch")
def batch(tape: Tape) -> Broken | None:
    if mb.revision(tape.agreed).protocol.batching.receive == "must":
        return None
    found = tape.call()
    return found and tape.changed(found.place, [found.document])


@breaks("method")
def method_of_the_other_side(tape: Tape) -> Broken | None:
    return tape.put(tape.somewhere(), "server", id="new id", method="tools/list", params={})


@breaks("method")
def method_that_nobody_has(tape: Tape) -> Broken | None:
    found = tape.call()
    if found is None or any(tape.declares(side, each) for side in SIDES for each in ("experimental", "extensions")):
        return None
    document = {**found.document, "id": "new id", "method": "no/such"}
    return tape.put_text(found.place, "client", json.dumps(document), like=found.line)


# Capabilities


@breaks("capability")
def request_without_capability(tape: Tape) -> Broken | None:
    """Request a task, which only the newest handshake has."""
    if tape.agreed != HANDSHAKE[-1] or tape.declares("server", "tasks"):
        return None
    return tape.put(tape.somewhere(), "client", id="new id", method="tasks/list")


@breaks("capability")
def question_without_capability(tape: Tape) -> Broken | None:
    if not tape.is_handshake or tape.declares("client", "roots"):
        return None
    return tape.put(tape.somewhere(), "server", id="new id", method="roots/list")


@breaks("capability.notification")
def notification_without_capability(tape: Tape) -> Broken | None:
    if not tape.is_handshake or tape.declares("server", "resources", "subscribe"):
        return None
    params = {"uri": "note:///1"}
    return tape.put(tape.somewhere(), "server", method="notifications/resources/updated", params=params)


# Cancelling


@breaks("cancel.own-request", "cancel.stream", needs_order=True)
def cancel_what_was_never_asked(tape: Tape) -> Broken | None:
    params = {"requestId": "never asked"}
    return tape.put(tape.somewhere(), tape.chance.choice(SIDES), method="notifications/cancelled", params=params)


@breaks("cancel.own-request", needs_order=True)
def cancel_what_the_peer_asks(tape: Tape) -> Broken | None:
    found = tape.call()
    if found is None:
        return None
    asked = [each.document for each in tape.messages if each.line.sender == "server" and "method" in each.document]
    if any(each.get("id") == found.document["id"] for each in asked):  # the id is one of the server's own too
        return None
    params = {"requestId": found.document["id"]}
    return tape.put(found.place + 1, "server", method="notifications/cancelled", params=params)


@breaks("cancel.initialize")
def cancel_the_opening(tape: Tape) -> Broken | None:
    found = tape.first(method="initialize")
    if found is None:
        return None
    params = {"requestId": found.document["id"]}
    return tape.put(found.place + 1, "client", like=found.line, method="notifications/cancelled", params=params)


@breaks("cancel.request-id", "message.valid")
def cancel_nothing(tape: Tape) -> Broken | None:
    return tape.put(tape.somewhere(), "client", method="notifications/cancelled", params={"reason": "r"})


@breaks("cancel.stream")
def cancel_over_http(tape: Tape) -> Broken | None:
    found = tape.call()
    if found is None or tape.is_handshake or not tape.is_http:
        return None
    params = {"requestId": found.document["id"], "_meta": found.document["params"]["_meta"]}
    return tape.put(found.place + 1, "client", like=found.line, method="notifications/cancelled", params=params)


# The opening


@breaks("lifecycle.first")
def request_before_initialize(tape: Tape) -> Broken | None:
    opening = tape.first(method="initialize")
    if opening is None or not tape.is_handshake or opening.place != tape.messages[0].place:
        return None
    return tape.put(0, "client", like=opening.line, id="new id", method="tools/list")


@breaks("lifecycle.early", "headers")
def request_before_the_answer(tape: Tape) -> Broken | None:
    opening = tape.first(method="initialize")
    if opening is None or not tape.is_handshake:
        return None
    return tape.put(opening.place + 1, "client", like=opening.line, id="new id", method="tools/list")


@breaks("lifecycle.early")
def question_before_initialized(tape: Tape) -> Broken | None:
    accepted = tape.accepted if tape.is_handshake else None
    return accepted and tape.put(accepted.place + 1, "server", like=accepted.line, id="new id", method="roots/list")


@breaks("lifecycle.initialized")
def initialized_twice(tape: Tape) -> Broken | None:
    if not tape.is_handshake:
        return None
    return tape.put(tape.somewhere(), "client", method="notifications/initialized")


@breaks("lifecycle.once")
def second_initialize(tape: Tape) -> Broken | None:
    if not tape.is_handshake:
        return None
    params = {"protocolVersion": HANDSHAKE[-1], "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}}
    return tape.put(tape.somewhere(), "client", id="new id", method="initialize", params=params)


@breaks("version", "headers")
def other_version(tape: Tape) -> Broken | None:
    found = tape.some(lambda line, each: VERSION_KEY in (member_at(each, "params", "_meta") or {}))
    if found is None or tape.is_handshake:
        return None
    found.document["params"]["_meta"][VERSION_KEY] = HANDSHAKE[-1]
    return tape.changed(found.place, found.document)


@breaks("message.valid", "lifecycle.first", "headers")
def call_without_meta(tape: Tape) -> Broken | None:
    found = None if tape.is_handshake else tape.call()
    if found is None:
        return None
    meta = found.document["params"]["_meta"]
    found.document["params"]["_meta"] = {name: meta[name] for name in meta if name == "progressToken"}
    return tape.changed(found.place, found.document)


# Headers


@breaks("headers")
def other_session(tape: Tape) -> Broken | None:
    return tape.with_headers(tape.call(), mcp_session_id="no such session")


@breaks("headers")
def no_session(tape: Tape) -> Broken | None:
    return tape.with_headers(tape.call(), mcp_session_id=None)


@breaks("headers")
def other_version_in_headers(tape: Tape) -> Broken | None:
    return tape.with_headers(tape.call(), mcp_protocol_version="2024-01-01")


@breaks("headers")
def no_version_in_headers(tape: Tape) -> Broken | None:
    return None if tape.is_handshake else tape.with_headers(tape.call(), mcp_protocol_version=None)


@breaks("headers")
def other_method_in_headers(tape: Tape) -> Broken | None:
    return None if tape.is_handshake else tape.with_headers(tape.call(), mcp_method="tools/list")


@breaks("headers")
def other_name_in_headers(tape: Tape) -> Broken | None:
    return None if tape.is_handshake else tape.with_headers(tape.call(), mcp_name="another tool")


# Results of tools, lists and forms


@breaks("tool.output")
def result_without_structure(tape: Tape) -> Broken | None:
    found = _structured(tape)
    if found is None:
        return None
    del found.document["result"]["structuredContent"]
    return tape.changed(found.place, found.document)


@breaks("tool.output")
def structure_that_does_not_fit(tape: Tape) -> Broken | None:
    required = {
        tool["name"]
        for each in tape.messages
        for tool in member_at(each.document, "result", "tools") or ()
        if member_at(tool, "outputSchema", "required")
    }
    found = _structured(tape)
    if found is None or _asked(tape, found).get("name") not in required:
        return None
    found.document["result"]["structuredContent"] = {}
    return tape.changed(found.place, found.document)


def _structured(tape: Tape) -> Found | None:
    """Return one of the results with structured content, of a tool whose list was heard before."""
    listed = next((each.place for each in tape.messages if "tools" in (each.document.get("result") or {})), None)

    def fits(line: Line, each: dict[str, JSON]) -> bool:
        result: JSON = each.get("result") or {}
        return line.sender == "server" and "structuredContent" in result and not result.get("isError")

    found = tape.some(fits) if tape.agreed >= WITH_OUTPUTS and listed is not None else None
    return found if found is not None and listed is not None and listed < found.place else None


def _asked(tape: Tape, answer: Found) -> JSON:
    """Return the params of the request that an answer belongs to."""
    id_ = answer.document["id"]
    before = [each for each in tape.messages if each.place < answer.place and each.document.get("id") == id_]
    params: list[JSON] = [each.document.get("params") or {} for each in before if "method" in each.document]
    return params[-1] if params else {}


@breaks("cache.same-scope")
def pages_of_different_scope(tape: Tape) -> Broken | None:
    """Replace one page by two: insert two messages, of which the second breaks the rule."""
    found = None if tape.is_handshake else tape.result_with("tools")
    asked = next((each for each in tape.messages if found and each.document.get("id") == found.document["id"]), None)
    if found is None or asked is None or asked.document.get("method") != "tools/list":
        return None
    scope = found.document["result"]["cacheScope"]
    first = tape.changed(found.place, {**found.document, "result": {**found.document["result"], "nextCursor": "2"}})
    request = {**asked.document, "id": "new id", "params": {**asked.document["params"], "cursor": "2"}}
    again = Tape(first.lines, tape.chance).put_text(found.place + 1, "client", json.dumps(request), like=asked.line)
    other = {**found.document["result"], "cacheScope": "private" if scope == "public" else "public"}
    assert again is not None
    return Tape(again.lines, tape.chance).put(found.place + 2, "server", like=found.line, id="new id", result=other)


@breaks("elicitation.content")
def form_without_what_is_required(tape: Tape) -> Broken | None:
    def fits(line: Line, each: dict[str, JSON]) -> bool:
        required = member_at(each, "params", "requestedSchema", "required")
        return each.get("method") == tape.method("elicitation/create") and bool(required)

    asked = tape.some(fits) if tape.speaks("elicitation/create") else None
    found = asked and tape.answer_to(asked)
    if not found or member_at(found.document, "result", "action") != "accept":
        return None
    return tape.changed(found.place, {**found.document, "result": {"action": "accept", "content": {}}})


@breaks("elicitation.complete", "capability.notification", needs_order=True)
def completion_of_no_elicitation(tape: Tape) -> Broken | None:
    if not tape.is_handshake or not tape.speaks("notifications/elicitation/complete"):
        return None
    params = {"elicitationId": "never asked"}
    return tape.put(tape.somewhere(), "server", method="notifications/elicitation/complete", params=params)


@breaks("log.level", "capability.notification", needs_order=True)
def log_that_nobody_asked_for(tape: Tape) -> Broken | None:
    found = None if tape.is_handshake else tape.result_with("tools")
    if found is None or not tape.speaks("notifications/message"):
        return None
    params = {"level": "debug", "data": "d"}
    return tape.put(found.place + 1, "server", method="notifications/message", params=params)


# Tasks


@breaks("task.asked", "message.valid")
def task_that_nobody_asked_for(tape: Tape) -> Broken | None:
    found = tape.result_with("content") if tape.agreed == HANDSHAKE[-1] else None
    if found is None:
        return None
    when = "2025-11-25T00:00:00Z"
    task = {"taskId": "t", "status": "working", "createdAt": when, "lastUpdatedAt": when, "ttl": None}
    return tape.changed(found.place, {**found.document, "result": {"task": task}})


@breaks("task.related", needs_order=True)
def message_of_no_task(tape: Tape) -> Broken | None:
    found = tape.result_with("content") if tape.agreed == HANDSHAKE[-1] else None
    if found is None:
        return None
    found.document["result"].setdefault("_meta", {})[RELATED_KEY] = {"taskId": "never created"}
    return tape.changed(found.place, found.document)


# Rounds of input

RETRY_PARAMS = frozenset({"_meta", "inputResponses", "requestState"})
"""Params of a retry that may differ from those of the request that it repeats."""


def _retry(tape: Tape) -> Found | None:
    """Return one of the requests that bring input."""
    return tape.some(lambda _, each: is_object(member_at(each, "params", "inputResponses")))


def _round_before(tape: Tape, retry: Found) -> Found:
    """Return the last result before a retry that asks for input."""
    before = (each for each in reversed(tape.messages) if each.place < retry.place)
    return next(each for each in before if member_at(each.document, "result", "resultType") == "input_required")


@breaks("input.one-of", "message.valid")
def round_that_asks_for_nothing(tape: Tape) -> Broken | None:
    found = tape.some(lambda _, each: member_at(each, "result", "resultType") == "input_required")
    if found is None:
        return None
    document = found.document
    document["result"] = {name: value for name, value in document["result"].items() if name in ("resultType", "_meta")}
    return tape.changed(found.place, document)


@breaks("input.answers", needs_order=True)
def retry_without_the_answers(tape: Tape) -> Broken | None:
    found = _retry(tape)
    if found is None:
        return None
    found.document["params"]["inputResponses"] = {}
    return tape.changed(found.place, found.document)


@breaks("input.state", "input.request", needs_order=True)
def retry_without_the_state(tape: Tape) -> Broken | None:
    found = _retry(tape)
    if found is None or "requestState" not in found.document["params"]:
        return None
    del found.document["params"]["requestState"]
    return tape.changed(found.place, found.document)


def _without_input(request: dict[str, JSON]) -> JSON:
    """Return the method and params of a request, without what differs in a retry."""
    params: dict[str, JSON] = request.get("params") or {}
    return [request.get("method"), {name: value for name, value in params.items() if name not in RETRY_PARAMS}]


@breaks("input.new-id")
def retry_with_the_same_id(tape: Tape) -> Broken | None:
    found = _retry(tape)
    if found is None:
        return None
    asked = _without_input(found.document)
    tries = [each for each in tape.messages if each.place < found.place and _without_input(each.document) == asked]
    if len(tries) > 1:  # it may continue another of these, whose id it does not repeat
        return None
    id_, answer = _round_before(tape, found).document["id"], tape.answer_to(found)
    lines = tape.changed(found.place, {**found.document, "id": id_}).lines
    if answer is not None:  # it remains one
        lines = Tape(lines, tape.chance).changed(answer.place, {**answer.document, "id": id_}).lines
    return Broken(lines, found.place)


@breaks("input.request", "headers", needs_order=True)
def retry_of_another_request(tape: Tape) -> Broken | None:
    found = _retry(tape)
    if found is None or found.document["method"] != tape.method("tools/call"):
        return None
    found.document["params"]["name"] += " too"
    return tape.changed(found.place, found.document)


# Subscriptions


def _acknowledged(tape: Tape) -> Found | None:
    """Return one of the acknowledgements of a subscription."""
    return tape.some(lambda _, each: each.get("method") == tape.method("notifications/subscriptions/acknowledged"))


def _subscription(acknowledgement: Found) -> JSON:
    """Return the id of a subscription."""
    return acknowledgement.document["params"]["_meta"][SUBSCRIPTION_KEY]


def _on_subscription(tape: Tape, acknowledgement: Found) -> list[Found]:
    """Return the notifications on a subscription, with its acknowledgement."""
    id_ = _subscription(acknowledgement)
    return [each for each in tape.messages if member_at(each.document, "params", "_meta", SUBSCRIPTION_KEY) == id_]


@breaks("subscription.ack-first")
def change_before_the_acknowledgement(tape: Tape) -> Broken | None:
    found = _acknowledged(tape)
    if found is None:
        return None
    params = {"uri": "note:///1", "_meta": {SUBSCRIPTION_KEY: _subscription(found)}}
    return tape.put(found.place, "server", like=found.line, method="notifications/resources/updated", params=params)


@breaks("subscription.ack-once")
def acknowledged_twice(tape: Tape) -> Broken | None:
    found = _acknowledged(tape)
    return found and tape.put_text(found.place + 1, "server", found.line.text, like=found.line)


@breaks("subscription.ack-subset")
def acknowledged_more(tape: Tape) -> Broken | None:
    found = _acknowledged(tape)
    if found is None:
        return None
    found.document["params"]["notifications"]["promptsListChanged"] = True
    return tape.changed(found.place, found.document)


@breaks("subscription.filter", "capability.notification")
def change_of_something_else(tape: Tape) -> Broken | None:
    found = _acknowledged(tape)
    asked = found and tape.first(id=_subscription(found), method="subscriptions/listen")
    kinds = {"toolsListChanged": "tools", "promptsListChanged": "prompts", "resourcesListChanged": "resources"}
    unasked = [kinds[each] for each in kinds if asked and each not in asked.document["params"]["notifications"]]
    if not found or not unasked:
        return None
    method, params = f"notifications/{unasked[0]}/list_changed", {"_meta": {SUBSCRIPTION_KEY: _subscription(found)}}
    return tape.put(found.place + 1, "server", like=found.line, method=method, params=params)


@breaks("subscription.acknowledged")
def change_that_was_not_promised(tape: Tape) -> Broken | None:
    """Remove the promise from the acknowledgement, so that the change breaks the rule."""
    found = _acknowledged(tape)
    changes = [each for each in _on_subscription(tape, found) if each.place != found.place] if found else []
    if not found or not changes:
        return None
    found.document["params"]["notifications"] = {}
    return Broken(tape.changed(found.place, found.document).lines, changes[0].place)


@breaks("subscription.id-tag", "message.valid")
def change_of_no_subscription(tape: Tape) -> Broken | None:
    found = _acknowledged(tape)
    if found is None:
        return None
    return tape.put(
        found.place + 1,
        "server",
        like=found.line,
        method="notifications/resources/updated",
        params={"uri": "note:///1"},
    )


@breaks("subscription.cancel-first")
def subscription_that_ends_at_once(tape: Tape) -> Broken | None:
    found = _acknowledged(tape)
    if found is None:
        return None
    id_, last = _subscription(found), _on_subscription(tape, found)[-1]
    asked = tape.first(id=id_, method="subscriptions/listen")
    is_cancelled = any(member_at(each.document, "params", "requestId") == id_ for each in tape.messages)
    if is_cancelled or asked is None or tape.answer_to(asked) is not None:
        return None
    result = {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: id_}}
    return tape.put(last.place + 1, "server", like=last.line, id=id_, result=result)


class Heard(NamedTuple):
    """Verdict of an observer on one violation."""

    rules: frozenset[str]
    """Rules for which the observer blames the guilty message."""
    problems: tuple[str, ...]


def heard_with_each(recording: Recording, seed: int, faults: Mapping[tuple[str, str], str]) -> dict[str, Heard]:
    """Return the verdicts of an observer on a recording with each violation in turn, by name of the violation.

    Args:
        recording: recording that gets one violation at a time.
        seed: seed of the places.
        faults: faults of the peers, by peer and rule.
    """
    verdicts = [{event.verdict for event in events} for events in heard(recording.lines)]
    taken = {place for place, of_line in enumerate(verdicts) if of_line == {"taken"}}
    tape = Tape(list(recording.lines), Random(f"{seed} {recording}"), taken)
    made = {each: each(tape) for each in INJECTIONS}
    return {each.name: _heard_with(recording, each, broken, faults) for each, broken in made.items() if broken}


def _heard_with(
    recording: Recording, injection: Injection, broken: Broken, faults: Mapping[tuple[str, str], str]
) -> Heard:
    what = f"{injection.name} in {recording}"
    problems: list[str] = []
    named: frozenset[str] = frozenset()
    for place, (line, events) in enumerate(zip(broken.lines, heard(broken.lines), strict=True)):
        rules = frozenset(finding.rule for finding in blamed(events))
        if place == broken.guilty:
            named = rules & injection.rules
            if not named:
                problems.append(f"{what}: not noticed as {set(injection.rules)}: {line} {events}")
        elif unknown := [rule for rule in rules if (recording.peer(line.sender), rule) not in faults]:
            guilty = broken.lines[broken.guilty]
            problems.append(f"{what}: {line.sender} is blamed for {unknown}: {line.text[:300]} after {guilty}")
    return Heard(named, tuple(problems))
