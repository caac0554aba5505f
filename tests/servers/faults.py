"""Faults of a server: for each rule, changes of what it sends that break the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.refusals import UNKNOWN_NAME, UNKNOWN_VERSION
from mcp_bindings.renames import list_names
from mcp_bindings.spec.names import ACKNOWLEDGED, SUBSCRIPTION_KEY
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of
from tests.servers.mutating import URL, Change, Sent

LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"


class Fault(NamedTuple):
    """One fault.

    Attributes:
        rule: the rule that it breaks.
        name: what the server does.
        change: the change of what it sends.
        era: the era in which it breaks the rule; empty for both.
        transport: the transport over which it breaks the rule, `stdio` or `http`; empty for both.
        method: the method that a revision has to have so that the fault breaks the rule; empty for any revision.
    """

    rule: str
    name: str
    change: Change
    era: str = ""
    transport: str = ""
    method: str = ""


def _matches_unknown(method: str, member: str) -> Callable[[Sent], bool]:
    return lambda sent: sent.method == method and UNKNOWN_NAME in str(sent.params.get(member, ""))


def _meta(sent: Sent) -> dict[str, Any]:
    found = sent.params.get("_meta", {})
    return dict(found) if is_object(found) else {}


def _header(sent: Sent, name: str) -> str | None:
    return sent.headers.get(name.lower())


def _is_probe_of_meta(sent: Sent) -> bool:
    return sent.method == "server/discover" and "id" in sent.message and len(_meta(sent)) < 3


def _has_wrong_header(sent: Sent) -> bool:
    method, version = _header(sent, "Mcp-Method"), _header(sent, "MCP-Protocol-Version")
    wrong_method = method is not None and method != sent.own_method
    return bool(sent.status) and (wrong_method or version != _meta(sent).get(VERSION_KEY, version))


REFUSED: Mapping[str, Callable[[Sent], bool]] = {
    "wrong/unknown-tool": _matches_unknown("tools/call", "name"),
    "wrong/call-without-name": lambda sent: sent.method == "tools/call" and "name" not in sent.params,
    "wrong/unknown-prompt": lambda sent: _matches_unknown("prompts/get", "name")(sent) and not _has_wrong_header(sent),
    "wrong/unknown-log-level": _matches_unknown("logging/setLevel", "level"),
    "wrong/complete-unknown-prompt": _matches_unknown("completion/complete", "ref"),
    "wrong/unknown-method": lambda sent: UNKNOWN_NAME in sent.method and "id" in sent.message,
    "wrong/unknown-method-code": lambda sent: UNKNOWN_NAME in sent.method and "id" in sent.message,
    "wrong/unknown-cursor": lambda sent: sent.params.get("cursor") == UNKNOWN_NAME,
    "wrong/missing-prompt-argument": lambda sent: (
        sent.method == "prompts/get" and sent.params.get("name") == "plan" and "arguments" not in sent.params
    ),
    "wrong/unknown-resource": _matches_unknown("resources/read", "uri"),
    "wrong/missing-meta": _is_probe_of_meta,
    "wrong/unknown-version": lambda sent: _meta(sent).get(VERSION_KEY) == UNKNOWN_VERSION,
    "wrong/version-header": lambda sent: _header(sent, "MCP-Protocol-Version") == UNKNOWN_VERSION,
    "wrong/origin": lambda sent: _header(sent, "Origin") is not None,
    "wrong/session-ended": lambda sent: sent.status == 404 and sent.method == "ping",
    "wrong/header-mismatch": lambda sent: _has_wrong_header(sent),
    "wrong/header-missing": lambda sent: (
        bool(sent.status) and sent.method == "server/discover" and _header(sent, "Mcp-Method") is None
    ),
}
"""The request, by the rule that it is refused."""

_RESULTS: Mapping[str, Any] = {"ttlMs": 0, "cacheScope": "public", "resultType": "complete"}


def _accepting(matches: Callable[[Sent], bool]) -> Change:
    def change(sent: Sent) -> None:
        if sent.message is not None and matches(sent):
            sent.answer("result", dict(_RESULTS))

    return change


def _failing(matches: Callable[[Sent], bool]) -> Change:
    """Return a change of the refusal into a result that says the tool has failed."""

    def change(sent: Sent) -> None:
        if sent.message is not None and matches(sent):
            sent.answer("result", {**_RESULTS, "content": [], "isError": True})

    return change


def _recoding(matches: Callable[[Sent], bool]) -> Change:
    def change(sent: Sent) -> None:
        if sent.message is not None and matches(sent):
            sent.answer("error", {"code": -32603, "message": "Internal error"})

    return change


def _on(method: str, edit: Callable[[Any], None]) -> Change:
    """Return a change of the result of a valid request."""

    def change(sent: Sent) -> None:
        is_probe = UNKNOWN_NAME in str(sent.params)
        if sent.method == method and sent.result and not is_probe:
            edit(sent.result)

    return change


def _not_found(*methods: str) -> Change:
    def change(sent: Sent) -> None:
        if sent.method in methods:
            sent.answer("error", {"code": -32601, "message": "Method not found"})

    return change


def _status(matches: Callable[[Sent], bool], status: int) -> Change:
    def change(sent: Sent) -> None:
        if sent.status and matches(sent):
            sent.status = status

    return change


def _empty_contents(**members: Any) -> Change:
    def change(sent: Sent) -> None:
        if REFUSED["wrong/unknown-resource"](sent):
            sent.answer("result", {**_RESULTS, "contents": [], **members})

    return change


def _only_content(result: Any) -> None:
    result.pop("structuredContent", None)
    result["content"] = []


def _answer_notification(method: str, **answer: Any) -> Change:
    def change(sent: Sent) -> None:
        if method in sent.method and "id" not in sent.message:
            sent.texts.append({"jsonrpc": "2.0", "id": None, **answer})
            if sent.status:
                sent.status = 200

    return change


def _ignore_batch(sent: Sent) -> None:
    if isinstance(sent.message, list):
        sent.texts.clear()


def _half_batch(sent: Sent) -> None:
    if isinstance(sent.message, list):
        sent.texts[:] = [each[:1] if isinstance(each, list) else each for each in sent.texts[:1]]


def _answer_batch(*, is_one_text: bool) -> Change:
    """Return a change that answers each request of a batch, in a batch or one after the other."""

    def change(sent: Sent) -> None:
        if is_array(sent.message):
            answers = [{"jsonrpc": "2.0", "id": each["id"], "result": dict(_RESULTS)} for each in sent.message]
            sent.texts[:] = [answers] if is_one_text else answers
            sent.status = sent.status and 200

    return change


def _drop(sent: Sent) -> None:
    if REFUSED["wrong/unknown-method"](sent):
        sent.texts.clear()
        sent.status = sent.status and 202


class _Reversing:
    """A change that lists the tools in another order each time."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, sent: Sent) -> None:
        if sent.method == "tools/list" and sent.result:
            self._count += 1
            if self._count % 2:
                sent.result["tools"].reverse()


class _Moving:
    """A change that lists another tool, at the start and at the end in turn."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, sent: Sent) -> None:
        if sent.method == "tools/list" and sent.result:
            self._count += 1
            other = {"name": "other", "inputSchema": {"type": "object"}}
            sent.result["tools"].insert(0 if self._count % 2 else 99, other)


OPENINGS = ("initialize", "server/discover")


def _undeclare(*capabilities: str) -> Change:
    def change(sent: Sent) -> None:
        if sent.method in OPENINGS and sent.result:
            for each in capabilities:
                sent.result.get("capabilities", {}).pop(each, None)

    return change


def _undeclare_completions(member: str, answer: dict[str, Any]) -> Change:
    def change(sent: Sent) -> None:
        _undeclare("completions")(sent)
        if sent.method == "completion/complete":
            sent.answer(member, answer)

    return change


def _echo_version(sent: Sent) -> None:
    if sent.method == "initialize" and sent.params.get("protocolVersion") == UNKNOWN_VERSION and sent.result:
        sent.result["protocolVersion"] = UNKNOWN_VERSION


def _agree_without_capabilities(sent: Sent) -> None:
    _echo_version(sent)
    if sent.method == "initialize" and sent.result and sent.result["protocolVersion"] == UNKNOWN_VERSION:
        sent.result["capabilities"] = {}


def _answer_with_no_version(sent: Sent) -> None:
    if sent.method == "initialize" and sent.result:
        sent.result["protocolVersion"] = UNKNOWN_VERSION


def _agree_to_newest(sent: Sent) -> None:
    """Agree to the version of the per-request era by the oldest handshake, and have no server/discover."""
    if sent.method == "initialize" and sent.result and sent.params.get("protocolVersion") == HANDSHAKE[0]:
        sent.result["protocolVersion"] = PER_REQUEST[-1]
    _not_found("server/discover")(sent)


def _refuse_handshake(sent: Sent) -> None:
    if sent.method == "initialize":
        sent.answer("error", {"code": -32602, "message": "no handshake"})


def _refuse_discover(sent: Sent) -> None:
    if sent.method == "server/discover":
        data = {"supported": [_meta(sent)[VERSION_KEY]], "requested": UNKNOWN_VERSION}
        sent.answer("error", {"code": -32022, "message": "unsupported", "data": data})


def _end_subscription(*before: str) -> Change:
    """Return a change that ends a subscription with a result, after other notifications, without acknowledging it."""

    def change(sent: Sent) -> None:
        last = sent.texts[-1] if sent.texts else None
        if is_object(last) and last.get("method") in list_names(ACKNOWLEDGED):
            meta = last["params"]["_meta"]
            notes = [{"jsonrpc": "2.0", "method": each, "params": {"_meta": meta}} for each in before]
            end = {"jsonrpc": "2.0", "id": meta[SUBSCRIPTION_KEY], "result": {**_RESULTS, "_meta": meta}}
            sent.texts[:] = [*notes, end]

    return change


def _first(member: str, edit: Callable[[Any], object]) -> Callable[[Any], None]:
    def change(result: Any) -> None:
        edit(result[member][0])

    return change


def _set(**members: Any) -> Callable[[Any], None]:
    return lambda value: value.update(members)


def _pop(name: str) -> Callable[[Any], None]:
    return lambda value: value.pop(name, None)


def _wrong_id(sent: Sent) -> None:
    if sent.method == "prompts/list" and sent.texts and "cursor" not in sent.params:
        sent.texts[-1]["id"] = "another"


def _answer_twice(sent: Sent) -> None:
    if sent.method == "prompts/list" and sent.texts and "cursor" not in sent.params:
        sent.texts.append(sent.texts[-1])


def _fill_ping(**members: Any) -> Change:
    def change(sent: Sent) -> None:
        if sent.method == "ping" and sent.texts and "result" in sent.texts[-1]:
            sent.texts[-1]["result"] = members

    return change


def _media_type(media_type: str) -> Change:
    def change(sent: Sent) -> None:
        if sent.method == "tools/list" and sent.status:
            sent.media_type = media_type

    return change


def _before(methods: tuple[str, ...], *, method: str, **members: Any) -> Change:
    """Return a change that sends another message before the response to a valid request."""

    def change(sent: Sent) -> None:
        if sent.method in methods and sent.result and UNKNOWN_NAME not in str(sent.params):
            sent.texts.insert(0, {"jsonrpc": "2.0", "method": method_of(method, sent.revision), **members})

    return change


def _ask_for_input(request: Mapping[str, Any]) -> Callable[[Any], None]:
    """Return a change of a result into one that asks the client for input."""

    def change(result: Any) -> None:
        result.clear()
        result.update({"resultType": "input_required", "inputRequests": {"a": dict(request)}})

    return change


def _accept_origin(sent: Sent) -> None:
    if REFUSED["wrong/origin"](sent):
        sent.answer("result", {})


def _challenge(text: str) -> Change:
    def change(sent: Sent) -> None:
        if sent.status == 401:
            sent.challenge = text

    return change


def _metadata(*texts: Any, status: int = 200) -> Change:
    def change(sent: Sent) -> None:
        if "well-known" in sent.path:
            sent.texts[:] = texts
            sent.status = status

    return change


def _is_initialized(sent: Sent) -> bool:
    return sent.method == "notifications/initialized"


def _lacks_session(sent: Sent) -> bool:
    return sent.status == 400 and sent.method == "tools/list" and _header(sent, "Mcp-Session-Id") is None


def _is_unknown_notification(sent: Sent) -> bool:
    return UNKNOWN_NAME in sent.method and "id" not in sent.message


def _has_encoded_name(sent: Sent) -> bool:
    return (_header(sent, "Mcp-Name") or "").startswith("=?base64?")


def _mismatching(status: int) -> Change:
    """Return a change that compares an encoded name with the body."""

    def change(sent: Sent) -> None:
        if _has_encoded_name(sent):
            sent.answer("error", {"code": -32020, "message": "header mismatch"})
            sent.status = status

    return change


def _name_session(suffix: str) -> Change:
    def change(sent: Sent) -> None:
        sent.session_suffix = suffix

    return change


def _is_get(sent: Sent) -> bool:
    return sent.http_method == "GET"


_NOT_REFUSED = {"code": -32601, "message": "no"}
_FAILURE = {"code": -32603, "message": "Internal error"}
_STRANGE = {"type": "object", "properties": {"a": {"type": "strange"}}}
_HIDDEN = ("tools", "prompts", "resources")
_ANSWERED = {"tools": "tools/list", "prompts": "prompts/list", "resources": "resources/list"} | {
    "templates": "resources/templates/list"
}

_SAMPLING: Mapping[str, Any] = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}
_PROMPTS_CHANGED: Mapping[str, Any] = {"method": "notifications/prompts/list_changed"}
_PROGRESS: Mapping[str, Any] = {
    "method": "notifications/progress",
    "params": {"progressToken": "never-given", "progress": 1},
}
_LOG_MESSAGE: Mapping[str, Any] = {"method": "notifications/message", "params": {"level": "info", "data": "x"}}
_RESOURCE_UPDATED: Mapping[str, Any] = {"method": "notifications/resources/updated", "params": {"uri": "note:///1"}}

FAULTS: tuple[Fault, ...] = (
    *(
        Fault(rule, "accepts", _accepting(matches))
        for rule, matches in REFUSED.items()
        if rule != "wrong/unknown-method-code"  # a result breaks wrong/unknown-method
    ),
    *(
        Fault(rule, "another code", _recoding(matches))
        for rule, matches in REFUSED.items()
        if rule not in ("wrong/unknown-tool", "wrong/call-without-name", "wrong/unknown-method", "wrong/origin")
    ),
    *(Fault(rule, "a failure", _failing(REFUSED[rule])) for rule in ("wrong/unknown-tool", "wrong/call-without-name")),
    *(Fault(f"list/{name}-answered", "not found", _not_found(method)) for name, method in _ANSWERED.items()),
    *(Fault(f"list/{name}-answered", "no lists", _not_found(*_ANSWERED.values())) for name in _ANSWERED),
    Fault("list/steady-order", "reverses", _Reversing()),
    Fault("list/steady-order", "moves one", _Moving()),
    Fault("read/subscription-acknowledged", "ends at once", _end_subscription()),
    Fault("read/subscription-acknowledged", "an update", _end_subscription("notifications/resources/updated")),
    Fault("open/claimed-version", "no handshake", _refuse_handshake, "handshake"),
    Fault("open/claimed-version", "another version", _answer_with_no_version, "handshake"),
    Fault("open/claimed-version", "lists what it refuses", _refuse_discover, "per-request"),
    Fault("open/claimed-version", "agrees to what it refuses", _agree_to_newest, "per-request"),
    Fault("open/challenge", "none", _challenge("")),
    Fault("open/challenge", "no metadata", _challenge('Bearer realm="x"')),
    Fault("open/resource-metadata", "not found", _metadata(status=404)),
    Fault("open/resource-metadata", "a text", _metadata("metadata")),
    Fault("open/authorization-servers", "none", _metadata({"resource": URL})),
    Fault("open/authorization-servers", "empty", _metadata({"resource": URL, "authorization_servers": []})),
    Fault("wrong/agreed-version", "echoes", _echo_version),
    Fault("wrong/agreed-version", "echoes without capabilities", _agree_without_capabilities),
    Fault("open/accepted-status", "200", _status(_is_initialized, 200)),
    Fault("open/accepted-status", "204", _status(_is_initialized, 204)),
    Fault("open/session-id", "a space", _name_session(" x")),
    Fault("open/session-id", "a tab", _name_session("\tx")),
    Fault("wrong/notification-status", "200", _status(_is_unknown_notification, 200)),
    Fault("wrong/notification-status", "204", _status(_is_unknown_notification, 204)),
    Fault("wrong/encoded-name", "400", _mismatching(400)),
    Fault("wrong/encoded-name", "200", _mismatching(200)),
    Fault("list/content-type", "HTML", _media_type("text/html")),
    Fault("list/content-type", "text", _media_type("text/plain; charset=utf-8")),
    Fault("open/stream-or-405", "500", _status(_is_get, 500)),
    Fault("open/stream-or-405", "200 without a stream", _status(_is_get, 200)),
    Fault("wrong/empty-contents", "empty", _empty_contents()),
    Fault("wrong/empty-contents", "empty with _meta", _empty_contents(_meta={})),
    Fault("wrong/unknown-method", "no response", _drop),
    Fault("wrong/unknown-method-code", "HTTP status 400", _status(REFUSED["wrong/unknown-method-code"], 400)),
    *(
        Fault(rule, name, _answer_notification(method, **answer))
        for rule, method in (
            ("wrong/unknown-notification", UNKNOWN_NAME),
            ("wrong/unknown-cancelled", "notifications/cancelled"),
        )
        for name, answer in (("an error", {"error": _NOT_REFUSED}), ("a result", {"result": dict(_RESULTS)}))
    ),
    Fault("wrong/batch", "ignores", _ignore_batch),
    Fault("wrong/batch", "half", _half_batch),
    Fault("wrong/removed-batch", "a batch", _answer_batch(is_one_text=True)),
    Fault("wrong/removed-batch", "one by one", _answer_batch(is_one_text=False)),
    Fault(
        "wrong/complete-undeclared",
        "completes",
        _undeclare_completions("result", {**_RESULTS, "completion": {"values": []}}),
    ),
    Fault("wrong/complete-undeclared", "another code", _undeclare_completions("error", _FAILURE)),
    *(Fault(f"wrong/undeclared-{name}", "hides", _undeclare(name)) for name in _HIDDEN),
    *(Fault(f"wrong/undeclared-{name}", "hides all", _undeclare(*_HIDDEN)) for name in _HIDDEN),
    Fault("wrong/origin", "an empty result", _accept_origin),
    Fault("wrong/session-ended", "200", _status(REFUSED["wrong/session-ended"], 200)),
    Fault("wrong/session-missing", "418", _status(_lacks_session, 418)),
    Fault("wrong/session-missing", "422", _status(_lacks_session, 422)),
    Fault("session/tool.output", "text only", _on("tools/call", _pop("structuredContent"))),
    Fault("session/tool.output", "nothing", _on("tools/call", _only_content)),
    Fault("session/tool.output", "a text", _on("tools/call", _set(structuredContent={"sum": "3"}))),
    Fault("session/tool.output", "no member", _on("tools/call", _set(structuredContent={}))),
    Fault("schema/required", "no name", _on("tools/list", _first("tools", _pop("name")))),
    Fault("schema/required", "no uri", _on("resources/read", _first("contents", _pop("uri")))),
    Fault("schema/type", "a number", _on("prompts/list", _first("prompts", _set(name=5)))),
    Fault("schema/type", "an array", _on("tools/list", _first("tools", _set(description=[])))),
    Fault("session/message.valid", "no messages", _on("prompts/get", _pop("messages"))),
    Fault("session/message.valid", "an object", _on("tools/list", _set(tools={}))),
    *(
        Fault("lint/json-schema.valid", member, _on("tools/list", _first("tools", _set(**{member: _STRANGE}))))
        for member in ("inputSchema", "outputSchema")
    ),
    Fault("session/answer.known", "another id", _wrong_id),
    Fault("session/answer.known", "twice", _answer_twice),
    Fault("session/ping.empty", "a result", _fill_ping(pong=True)),
    Fault("session/ping.empty", "a time", _fill_ping(_meta={}, time=1)),
    Fault("session/method", "an unknown notification", _before(("tools/list",), method="notifications/strange")),
    Fault("session/method", "of a client", _before(("prompts/list",), method="notifications/initialized")),
    Fault("session/capability", "roots", _before(("tools/list",), id="a", method="roots/list"), "handshake"),
    Fault("session/capability", "sampling", _before(("tools/list",), id="a", **_SAMPLING), "handshake"),
    *(
        Fault(
            "session/capability",
            f"input of {name}",
            _on("prompts/get", _ask_for_input(request)),
            "per-request",
            method=request["method"],
        )
        for name, request in (("roots", {"method": "roots/list"}), ("sampling", _SAMPLING))
    ),
    *(
        Fault("session/capability.notification", message["method"], _before(("tools/list",), **message))
        for message in (_PROMPTS_CHANGED, _RESOURCE_UPDATED)
    ),
    *(
        Fault(rule, f"before {method}", _before((method,), **message), method=message["method"])
        for rule, message in (("session/progress.token-active", _PROGRESS), ("session/log.level", _LOG_MESSAGE))
        for method in ("tools/list", "prompts/list")
    ),
    *(
        Fault("session/lifecycle.early", name, _before(("initialize",), method=name, **members))
        for name, members in (("notifications/tools/list_changed", {}), ("roots/list", {"id": "a"}))
    ),
)
