"""`validate`: checks documents and recorded traffic against a revision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.documents import NotJSONError, parse_json
from tests.cli.run import mistake, run
from tests.revisions import HANDSHAKE

pytestmark = pytest.mark.usefixtures("_loaded")

TOOL = '{"name":"a","inputSchema":{"type":"object"}}'
Found = list[tuple[int, str, list[tuple[str, str]]]]


def judged(revision: str, *options: str, stdin: str | bytes) -> Found:
    """Line, definition and findings of each message; text and JSON output must agree about them."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = run("validate", "--revision", revision, *options, "--format", "json", stdin=data)
    assert done.err == ""
    verdicts = json.loads(done.out)
    text = run("validate", "--revision", revision, *options, stdin=data)
    assert done.code == text.code == (0 if all(each["valid"] for each in verdicts) else 1)
    assert len(text.out.splitlines()) == sum(len(each["findings"]) or 1 for each in verdicts)
    for verdict in verdicts:
        assert verdict["valid"] == (not verdict["findings"])
        for finding in verdict["findings"]:
            assert f"-:{verdict['line']}: " in text.out
            assert f"{finding['pointer'] or '(root)'}: {finding['message']} [{finding['rule']}]" in text.out
    return [
        (each["line"], each["definition"], [(one["pointer"], one["rule"]) for one in each["findings"]])
        for each in verdicts
    ]


def tool(stdin: str | bytes) -> Found:
    return judged("2025-11-25", "--definition", "Tool", stdin=stdin)


def sent(sender: str, message: Any, revision: str = "2025-11-25") -> tuple[str, list[tuple[str, str]]]:
    """Definition and findings of one message."""
    ((_, definition, found),) = judged(revision, "--sender", sender, stdin=json.dumps(message))
    return definition, found


def test_a_document() -> None:
    assert tool(TOOL) == [(1, "Tool", [])]
    assert tool(json.dumps(json.loads(TOOL), indent=2)) == [(1, "Tool", [])]
    assert tool(f"\n\n{TOOL}\n\n") == [(3, "Tool", [])]
    assert tool('{"name":1}') == [(1, "Tool", [("", "required"), ("/name", "type")])]
    assert tool("5") == [(1, "Tool", [("", "type")])]
    assert tool('{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":1}]}')[0][2] == [("/icons/0/src", "type")]


def test_json_lines() -> None:
    lines = [TOOL, '{"name":1}', "", "nope", TOOL]
    expected: Any = [(1, []), (2, [("", "required"), ("/name", "type")]), (4, [("", "json")]), (5, [])]
    for end in ("\n", "\r\n"):
        assert [(line, found) for line, _, found in tool(end.join(lines))] == expected
    assert [line for line, _, _ in tool(f"{TOOL}\n" * 500)] == list(range(1, 501))
    separators = '{"name":"\u2028\u0085\u000b","inputSchema":{"type":"object"}}'.replace("\u000b", "\\u000b")
    assert [found for _, _, found in tool(f"{separators}\n{separators}")] == [[], []]


def test_where_a_document_is_broken() -> None:
    text = '{\n  "name": "a",\n  "inputSchema": oops\n}\n'
    assert tool(text) == [(3, "Tool", [("", "json")])]
    out = run("validate", "--revision", "2025-11-25", "--definition", "Tool", stdin=text.encode()).out
    assert out == "-:3: Tool (root): not JSON: Expecting value (column 18) [json]\n"
    assert tool('{\n"name": "a",\n') == [(3, "Tool", [("", "json")])]


def test_where_a_constant_stands_outside_of_strings() -> None:
    with pytest.raises(NotJSONError) as caught:
        parse_json(b'{"a":"\\"NaN","b":\n [NaN,-Infinity]}')
    assert (caught.value.line, caught.value.column) == (2, 3)


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (b"\xff", ""),
        (b"\xef\xbb\xbf{}", ""),
        (b'{"a":NaN}', ""),
        (b'{"a":-Infinity}', ""),
        (b'{"a":[0,1e400]}', "/a/1"),
        (b'{"a":"\\ud800"}', "/a"),
        (b'{"\\ud800":1}', ""),
        (b'{"a/":{"b":1,"b":2}}', "/a~1/b"),
        (b'{"a":1' + b"0" * 5000 + b"}", ""),
        (b'{"a":' + b"[" * 250 + b"]" * 250 + b"}", ""),
        (b"[" * 100_000, ""),
        (b"[" * 100_000 + b"]" * 100_000, ""),
        (b'{"a":"hunter2\\q"}', ""),
        (b"hunter2", ""),
        (b'{"a":hunter2}', ""),
    ],
)
def test_text_that_a_strict_receiver_rejects(data: bytes, pointer: str) -> None:
    for revision, definition in (("2025-11-25", "Result"), ("2026-07-28", "JSONValue")):
        assert judged(revision, "--definition", definition, stdin=data) == [(1, definition, [(pointer, "json")])]
        assert b"hunter2" not in run("validate", "--revision", revision, "--sender", "client", stdin=data).out.encode()


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "traffic.jsonl"
    path.write_text(f"{TOOL}\n{TOOL}\n", encoding="utf-8")
    done = run("validate", "--revision", "2025-11-25", "--definition", "Tool", path)
    assert (done.code, done.out) == (0, f"{path}:1: valid Tool\n{path}:2: valid Tool\n")
    dash = run("validate", "--revision", "2025-11-25", "--definition", "Tool", "-", stdin=TOOL.encode())
    assert (dash.code, dash.out) == (0, "-:1: valid Tool\n")


def test_mistakes(tmp_path: Path) -> None:
    revision = ("--revision", "2025-11-25")
    for given, wanted in (((), "--sender\n"), (("--definition", "Tool", "--sender", "client"), "--sender, not both\n")):
        assert f"either --definition or {wanted}" in mistake("validate", *revision, *given, stdin=b"{}")
    assert "did you mean 'Tool'?" in mistake("validate", *revision, "--definition", "Tol", stdin=b"{}")
    assert "did you mean 'Tool'?" in mistake("validate", *revision, "--definition", "Tol", stdin=b"{")
    for empty in (b"", b"\n", b" \t\r\n"):
        assert "the input is empty" in mistake("validate", *revision, "--definition", "Tool", stdin=empty)
    nothing = tmp_path / "nothing.json"
    nothing.touch()
    assert f"{nothing}: the input is empty" in mistake("validate", *revision, "--sender", "client", str(nothing))
    assert "'both' is not one of 'client', 'server'" in mistake("validate", *revision, "--sender", "both")
    known = mistake("validate", "--revision", "2025", "--sender", "client", stdin=b"{}")
    assert "unknown revision '2025'" in known
    assert ", draft;" in known
    assert "Missing option '--revision'" in mistake("validate", "--sender", "client")
    nowhere = tmp_path / "nowhere"
    assert f"{nowhere}: cannot be read: No such file" in mistake("validate", *revision, "--sender", "client", nowhere)
    assert f"{tmp_path}: cannot be read: Is a directory" in mistake(
        "validate", *revision, "--sender", "client", tmp_path
    )


ENVELOPE = {"jsonrpc": "2.0", "id": 1}
CALL = {**ENVELOPE, "method": "tools/call", "params": {"name": "a"}}
SAMPLE: Any = {**ENVELOPE, "method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_requests(revision: str) -> None:
    assert sent("client", CALL, revision) == ("CallToolRequest", [])
    assert sent("server", SAMPLE, revision) == ("CreateMessageRequest", [])
    assert sent("client", {**ENVELOPE, "method": "ping"}, revision) == ("PingRequest", [])
    assert sent("server", {**ENVELOPE, "method": "ping"}, revision) == ("PingRequest", [])
    assert sent("client", {**CALL, "params": {}}, revision)[1] == [("/params", "required")]
    assert sent("client", {**CALL, "id": None}, revision)[1] == [("/id", "id")]
    assert sent("client", {**CALL, "id": True}, revision)[1] == [("/id", "id")]
    assert sent("client", {**CALL, "jsonrpc": "1.0"}, revision)[1] == [("/jsonrpc", "jsonrpc")]
    for missing in ("jsonrpc", "id"):
        rest = {name: member for name, member in CALL.items() if name != missing}
        assert sent("client", rest, revision)[1] == [("", missing)], "also where the definition has no envelope"


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_requests_that_the_sender_may_not_send(revision: str) -> None:
    assert sent("server", CALL, revision) == ("JSONRPCRequest", [("/method", "method")])
    assert sent("client", SAMPLE, revision) == ("JSONRPCRequest", [("/method", "method")])
    assert sent("client", {**CALL, "method": "tools/cal"}, revision)[1] == [("/method", "method")]
    assert sent("client", {**CALL, "method": "server/discover"}, revision)[1] == [("/method", "method")]


def test_in_2026_07_28_only_clients_send_requests() -> None:
    for sender in ("client", "server"):
        assert sent(sender, SAMPLE, "2026-07-28")[1] == [("/method", "method")]
    assert sent("client", {**ENVELOPE, "method": "ping"}, "2026-07-28")[1] == [("/method", "method")]


def test_notifications() -> None:
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert sent("client", ready) == ("InitializedNotification", [])
    assert sent("server", ready) == ("JSONRPCNotification", [("/method", "method")])
    assert sent("client", {**ready, "id": 1}) == ("InitializedNotification", [("/id", "id")])
    for sender in ("client", "server"):
        unknown = {"jsonrpc": "2.0", "method": "notifications/acme"}
        assert sent(sender, unknown) == ("JSONRPCNotification", []), "to be ignored, not an error"
        cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        for revision in ("2024-11-05", "2026-07-28"):
            assert sent(sender, cancelled, revision)[1] == []
            assert sent(sender, {**cancelled, "params": 5}, revision)[1] == [("/params", "type")]


def test_responses() -> None:
    assert sent("server", {**ENVELOPE, "result": {"tools": []}}) == ("ServerResult", [])
    assert sent("client", {**ENVELOPE, "result": {}}) == ("ClientResult", [])
    assert sent("server", {**ENVELOPE, "result": 5})[1] == [("/result", "type")]
    assert sent("server", {**ENVELOPE, "result": {"_meta": 5}})[1] == [("/result/_meta", "type")]
    assert sent("server", {"jsonrpc": "2.0", "result": {}})[1] == [("", "id")]
    error = {**ENVELOPE, "error": {"code": 1, "message": "a"}}
    assert sent("server", error) == ("JSONRPCErrorResponse", [])
    assert sent("server", error, "2025-06-18") == ("JSONRPCError", [])
    assert sent("client", {**ENVELOPE, "error": {"code": 1.5, "message": "a"}})[1] == [("/error/code", "type")]
    assert sent("server", {**error, "result": {}})[1] == [("/error", "kind")]


def test_documents_that_are_not_messages() -> None:
    assert sent("server", ENVELOPE) == ("JSONRPCMessage", [("", "kind")])
    assert sent("server", {}) == ("JSONRPCMessage", [("", "jsonrpc")])
    assert sent("server", {**ENVELOPE, "method": 5})[1] == [("/method", "method")]
    for other in (5, None, "a", True):
        assert sent("client", other) == ("JSONRPCMessage", [("", "type")])


def test_each_message_of_a_batch_is_validated() -> None:
    def batch(*messages: Any, sender: str = "client") -> tuple[str, list[tuple[str, str]]]:
        return sent(sender, list(messages), "2025-03-26")

    ping: Any = {**ENVELOPE, "method": "ping"}
    answer: Any = {**ENVELOPE, "result": {}}
    assert batch(ping, CALL) == ("JSONRPCBatchRequest", [])
    assert batch(answer, answer) == ("JSONRPCBatchResponse", [])
    assert batch(ping, {**CALL, "params": {}}, {**ping, "id": None})[1] == [
        ("/1/params", "required"),
        ("/2/id", "id"),
    ]
    assert batch(ping, CALL, sender="server")[1] == [("/1/method", "method")]
    assert batch(answer, {**ENVELOPE, "result": 5})[1] == [("/1/result", "type")]
    assert batch() == ("JSONRPCBatchRequest", [("", "minItems")])
    assert batch(ping, answer)[1] == [("/1", "batch")]
    assert batch(5)[1] == [("/0", "type")]
    assert batch([ping])[1] == [("/0", "type")]


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_only_one_revision_has_batches(revision: str) -> None:
    assert sent("client", [CALL], revision) == ("JSONRPCMessage", [("", "type")])


SPACED = '{"name":"a b","inputSchema":{"type":"object"}}'
ICON = '{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"ftp://a"}]}'


def linted(revision: str, *options: str, stdin: str) -> tuple[int, list[list[tuple[str, str, str]]]]:
    """Exit code, and pointer, level and rule of each finding; text and JSON output must agree."""
    done = run("validate", "--lint", "--revision", revision, *options, "--format", "json", stdin=stdin.encode())
    text = run("validate", "--lint", "--revision", revision, *options, stdin=stdin.encode())
    assert (done.err, text.err, done.code) == ("", "", text.code)
    verdicts: list[Any] = json.loads(done.out)
    for verdict in verdicts:
        for each in verdict.get("lint", []):
            place = f"-:{verdict['line']}: {verdict['definition']} {each['pointer'] or '(root)'}: {each['message']}"
            assert f"{place} [{each['level']} {each['rule']}; {', '.join(each['sources'])}]\n" in text.out
            assert all(source.startswith(("specification/", "schema.ts: ")) for source in each["sources"])
    broken = [verdict.get("lint", []) for verdict in verdicts]
    return done.code, [[(one["pointer"], one["level"], one["rule"]) for one in each] for each in broken]


def test_lint_of_documents() -> None:
    tools = ("--definition", "Tool")
    chars, scheme = ("/name", "warning", "tool.name-chars"), ("/icons/0/src", "error", "icon.src-scheme")
    assert linted("2025-11-25", *tools, stdin=TOOL) == (0, [[]])
    assert linted("2025-11-25", *tools, stdin=SPACED) == (0, [[chars]])
    assert linted("2025-11-25", *tools, stdin=f"{SPACED}\n{ICON}\n{TOOL}\n") == (1, [[chars], [scheme], []])
    assert linted("2025-06-18", *tools, stdin=ICON) == (0, [[]]), "not of that revision"
    assert linted("2025-11-25", *tools, stdin=f"{TOOL}\nnope\n") == (1, [[], []]), "text that is no JSON has no rules"
    assert linted("2025-11-25", *tools, stdin='{"name":"a b"}') == (1, [[chars]]), "invalid, and linted all the same"
    assert linted("2025-11-25", "--definition", "Cursor", stdin='"{"') == (0, [[]]), "a string is no JSON text"


def test_lint_of_messages() -> None:
    noted = {"jsonrpc": "2.0", "method": "notifications/initialized", "params": {"_meta": {"io.mcp/a": 1}}}
    assert linted("2025-11-25", "--sender", "client", stdin=json.dumps(noted)) == (
        0,
        [[("/params/_meta/io.mcp~1a", "note", "meta.reserved-prefix")]],
    )
    batch = [{**ENVELOPE, "method": "ping"}, {"jsonrpc": "2.0", "id": 1, "method": "notifications/initialized"}]
    assert linted("2025-03-26", "--sender", "client", stdin=json.dumps(batch)) == (
        1,
        [[("/1/id", "error", "envelope.notification-no-id")]],
    )
    assert linted("2025-11-25", "--sender", "client", stdin='"text"') == (1, [[]])


def test_lint_runs_only_on_request() -> None:
    done = run("validate", "--revision", "2025-11-25", "--definition", "Tool", "--format", "json", stdin=ICON.encode())
    assert done.code == 0
    assert "lint" not in json.loads(done.out)[0]
    assert "A violation of the level error also leads to exit 1" in " ".join(run("validate", "--help").out.split())
