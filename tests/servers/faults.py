"""Faults of a server: for each rule, changes of what it sends that break the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mcp_bindgen.jsontext import is_object
from mcp_bindgen.servers.refusals import UNKNOWN, UNKNOWN_VERSION
from tests.servers.mutating import Change, Sent

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
    """

    rule: str
    name: str
    change: Change
    era: str = ""


def _matches_unknown(method: str, member: str) -> Callable[[Sent], bool]:
    return lambda sent: sent.method == method and UNKNOWN in str(sent.params.get(member, ""))


def _meta(sent: Sent) -> dict[str, Any]:
    found = sent.params.get("_meta", {})
    return dict(found) if is_object(found) else {}


def _header(sent: Sent, name: str) -> str | None:
    return sent.headers.get(name.lower())


def _is_probe_of_meta(sent: Sent) -> bool:
    return sent.method == "server/discover" and "id" in sent.message and len(_meta(sent)) < 3


def _has_wrong_header(sent: Sent) -> bool:
    method, version = _header(sent, "Mcp-Method"), _header(sent, "MCP-Protocol-Version")
    wrong_method = method is not None and method != sent.method
    return bool(sent.status) and (wrong_method or version != _meta(sent).get(VERSION_KEY, version))


REFUSED: Mapping[str, Callable[[Sent], bool]] = {
    "wrong/unknown-tool": _matches_unknown("tools/call", "name"),
    "wrong/call-without-name": lambda sent: sent.method == "tools/call" and "name" not in sent.params,
    "wrong/unknown-prompt": lambda sent: _matches_unknown("prompts/get", "name")(sent) and not _has_wrong_header(sent),
    "wrong/unknown-log-level": _matches_unknown("logging/setLevel", "level"),
    "wrong/complete-unknown-prompt": _matches_unknown("completion/complete", "ref"),
    "wrong/unknown-method": lambda sent: UNKNOWN in sent.method and "id" in sent.message,
    "wrong/unknown-method-code": lambda sent: UNKNOWN in sent.method and "id" in sent.message,
    "wrong/unknown-cursor": lambda sent: sent.params.get("cursor") == UNKNOWN,
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


def _recoding(matches: Callable[[Sent], bool]) -> Change:
    def change(sent: Sent) -> None:
        if sent.message is not None and matches(sent):
            sent.answer("error", {"code": -32603, "message": "Internal error"})

    return change


def _on(method: str, edit: Callable[[Any], None]) -> Change:
    """Return a change of the result of a valid request."""

    def change(sent: Sent) -> None:
        is_probe = UNKNOWN in str(sent.params)
        if sent.method == method and sent.result and not is_probe:
            edit(sent.result)

    return change


def _not_found(method: str) -> Change:
    def change(sent: Sent) -> None:
        if sent.method == method:
            sent.answer("error", {"code": -32601, "message": "Method not found"})

    return change


def _status(matches: Callable[[Sent], bool], status: int) -> Change:
    def change(sent: Sent) -> None:
        if sent.status and matches(sent):
            sent.status = status

    return change


def _empty_contents(sent: Sent) -> None:
    if REFUSED["wrong/unknown-resource"](sent):
        sent.answer("result", {**_RESULTS, "contents": []})


def _answer_notification(method: str) -> Change:
    def change(sent: Sent) -> None:
        if method in sent.method and "id" not in sent.message:
            sent.texts.append({"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "no"}})
            if sent.status:
                sent.status = 200

    return change


def _ignore_batch(sent: Sent) -> None:
    if isinstance(sent.message, list):
        sent.texts.clear()


def _half_batch(sent: Sent) -> None:
    if isinstance(sent.message, list):
        sent.texts[:] = [each[:1] if isinstance(each, list) else each for each in sent.texts[:1]]


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


def _undeclare(capability: str) -> Change:
    def change(sent: Sent) -> None:
        if sent.method in ("initialize", "server/discover") and sent.result:
            sent.result.get("capabilities", {}).pop(capability, None)

    return change


def _undeclare_completions(sent: Sent) -> None:
    _undeclare("completions")(sent)
    if sent.method == "completion/complete":
        sent.answer("result", {**_RESULTS, "completion": {"values": []}})


def _echo_version(sent: Sent) -> None:
    if sent.method == "initialize" and sent.params.get("protocolVersion") == UNKNOWN_VERSION and sent.result:
        sent.result["protocolVersion"] = UNKNOWN_VERSION


def _refuse_handshake(sent: Sent) -> None:
    if sent.method == "initialize":
        sent.answer("error", {"code": -32602, "message": "no handshake"})


def _refuse_discover(sent: Sent) -> None:
    if sent.method == "server/discover":
        data = {"supported": [_meta(sent)[VERSION_KEY]], "requested": UNKNOWN_VERSION}
        sent.answer("error", {"code": -32022, "message": "unsupported", "data": data})


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


def _fill_ping(sent: Sent) -> None:
    if sent.method == "ping" and sent.texts and "result" in sent.texts[-1]:
        sent.texts[-1]["result"] = {"pong": True}


def _html(sent: Sent) -> None:
    if sent.method == "tools/list" and sent.status:
        sent.media_type = "text/html"


def _is_initialized(sent: Sent) -> bool:
    return sent.method == "notifications/initialized"


def _lacks_session(sent: Sent) -> bool:
    return sent.status == 400 and sent.method == "tools/list" and _header(sent, "Mcp-Session-Id") is None


def _is_get(sent: Sent) -> bool:
    return sent.http_method == "GET"


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
    *(Fault(f"list/{name}-answered", "not found", _not_found(f"{name}/list")) for name in ("tools", "prompts")),
    Fault("list/resources-answered", "not found", _not_found("resources/list")),
    Fault("list/templates-answered", "not found", _not_found("resources/templates/list")),
    Fault("list/steady-order", "reverses", _Reversing()),
    Fault("open/claimed-version", "no handshake", _refuse_handshake, "handshake"),
    Fault("open/claimed-version", "lists what it refuses", _refuse_discover, "per-request"),
    Fault("wrong/agreed-version", "echoes", _echo_version),
    Fault("open/accepted-status", "200", _status(_is_initialized, 200)),
    Fault("open/accepted-status", "204", _status(_is_initialized, 204)),
    Fault("list/content-type", "HTML", _html),
    Fault("open/stream-or-405", "500", _status(_is_get, 500)),
    Fault("open/stream-or-405", "200 without a stream", _status(_is_get, 200)),
    Fault("wrong/empty-contents", "empty", _empty_contents),
    Fault("wrong/unknown-method", "no response", _drop),
    Fault("wrong/unknown-notification", "answers", _answer_notification(UNKNOWN)),
    Fault("wrong/unknown-cancelled", "answers", _answer_notification("notifications/cancelled")),
    Fault("wrong/batch", "ignores", _ignore_batch),
    Fault("wrong/batch", "half", _half_batch),
    Fault("wrong/complete-undeclared", "completes", _undeclare_completions),
    *(Fault(f"wrong/undeclared-{name}", "hides", _undeclare(name)) for name in ("tools", "prompts", "resources")),
    Fault("wrong/session-ended", "200", _status(REFUSED["wrong/session-ended"], 200)),
    Fault("wrong/session-missing", "418", _status(_lacks_session, 418)),
    Fault("call/structured-result", "text only", _on("tools/call", _pop("structuredContent"))),
    Fault("session/tool.output", "a text", _on("tools/call", _set(structuredContent={"sum": "3"}))),
    Fault("schema/required", "no name", _on("tools/list", _first("tools", _pop("name")))),
    Fault("schema/required", "no uri", _on("resources/read", _first("contents", _pop("uri")))),
    Fault("schema/type", "a number", _on("prompts/list", _first("prompts", _set(name=5)))),
    Fault("session/message.valid", "no messages", _on("prompts/get", _pop("messages"))),
    Fault(
        "lint/json-schema.valid",
        "a strange type",
        _on(
            "tools/list",
            _first("tools", _set(inputSchema={"type": "object", "properties": {"a": {"type": "strange"}}})),
        ),
    ),
    Fault("session/answer.known", "another id", _wrong_id),
    Fault("session/ping.empty", "a result", _fill_ping),
)
