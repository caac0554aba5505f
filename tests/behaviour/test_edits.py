"""Messages are written as they came, and edits leave everything else as it came."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any, cast

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc import edits, rewriting
from mcp_bindings.jsonrpc.edits import ChainedEdit, apply_changes, apply_edits, find_changes
from mcp_bindings.jsonrpc.rewriting import apply_changes_if_certain
from mcp_bindings.schema.places import to_pointer
from tests.behaviour import patching
from tests.documents import tool
from tests.engines import using
from tests.seed import SEED

COUNT = 700
REVISION = next(id_ for id_ in mb.REVISIONS if "JSONRPCBatchRequest" not in mb.revision(id_).definitions)
BATCHING = next(id_ for id_ in mb.REVISIONS if "JSONRPCBatchRequest" in mb.revision(id_).definitions)
CALL = (
    rb'{ "jsonrpc" : "2.0", "id":7, "method":"tools\/call", "params":{"name":"a\u0062", '
    rb'"arguments":{"x": 1.0 , "y":[1, 2,{"z":1E2}]} } }'
)
LINES = CALL.replace(b" , ", b"\r\n,\n").replace(b"{ ", b"{\n\t ")
OTHERS = {
    "notification": b'{"method":"notifications/progress","params":{"progressToken":1,"progress":0.50},"jsonrpc":"2.0"}',
    "response": b'{"id": 7,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]},"jsonrpc":"2.0" }',
    "error": b'{"jsonrpc":"2.0","id":7,"error":{"message":"n\\u006f","code":-32000}}',
}


def parsed(data: bytes | bytearray | memoryview | str, revision: str = REVISION, **options: Any) -> Any:
    text = data if isinstance(data, str) else bytes(data).decode()
    sender: Any = "client" if "call" in text else "server"
    return mb.revision(revision).parse(data, sender=sender, pending={7: "tools/list"}, **options)


def body(message: Any) -> Any:
    return getattr(message, str(message.member))


def test_random_edits() -> None:
    print(f"MCP_SEED={SEED}")
    made = 0
    for number in range(COUNT):
        count, wrong, shown = patching.trial(Random(f"{SEED}/{number}"))
        assert wrong == [], shown
        made += count
    assert made > COUNT


def test_changes_that_are_made_without_a_scan() -> None:
    made = 0
    for number in range(4 * COUNT):
        is_certain, wrong, shown = patching.trial_by_value(Random(f"{SEED}/{number}"))
        assert wrong == [], shown
        made += is_certain
    assert made > COUNT


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('{"a":{}}', '{"a":{"x":1}}'),
        ('{ "b":"a" , "a" : { } }', '{ "b":"a" , "a" : { "x":1} }'),
        ('{"a": {"c":"\\u0061"}, "b":1}', None),
        ('{"\\u0061":{"c":"a"}, "b":1}', None),
        ('{"a":{"b":2},"b":1}', None),
        ('{"a":{"c":2}\n,\n"b":1}', '{"a":{"c":2,"x":1}\n,\n"b":1}'),
        ('{"a":{"c":"{\\"b\\":1"}, "b":1}', '{"a":{"c":"{\\"b\\":1","x":1}, "b":1}'),
        ('{"a":{"c":"\\"b"}, "b":1}', None),
        ('{"a":[]}', None),
        ('{"a":{"x":2}}', None),
    ],
)
def test_a_place_is_certain_or_left_to_the_scan(text: str, outcome: str | None) -> None:
    found = apply_changes_if_certain(text.encode(), json.loads(text), [ChainedEdit("add", ((None, "a"), "x"), 1)])
    assert found == (None if outcome is None else outcome.encode())


@pytest.mark.both_engines
@pytest.mark.parametrize("data", [CALL, *OTHERS.values()], ids=["request", *OTHERS])
def test_an_untouched_message_is_written_as_it_came(data: bytes) -> None:
    for given in (data, data.decode(), bytearray(data), memoryview(data)):
        message = parsed(given)
        assert message.to_bytes() == data
        body(message)
        assert message.to_bytes() == data, "reading it changes nothing"
        assert copy.deepcopy(message).to_bytes() == pickle.loads(pickle.dumps(message)).to_bytes() == data


def test_a_buffer_may_change_afterwards() -> None:
    buffer = bytearray(CALL)
    message = parsed(buffer)
    buffer[:] = b"x" * len(CALL)
    assert message.to_bytes() == CALL


@pytest.mark.both_engines
def test_newlines_are_left_out() -> None:
    message = parsed(b"\n" + LINES + b"\r\n")
    assert message.to_bytes() == LINES.translate(None, b"\r\n")
    assert json.loads(message.to_bytes()) == json.loads(CALL)
    assert (
        parsed(rb'{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"\n\r"}}').to_bytes().count(rb"\n\r") == 1
    )


@pytest.mark.both_engines
def test_changes_of_the_typed_body_are_written() -> None:
    message = parsed(CALL)
    message.params.arguments["y"][2]["z"] = True
    assert message.to_bytes() == CALL.replace(b"1E2", b"true")
    message.params.name = "new"
    del message.params.arguments["x"]
    assert message.to_bytes() == CALL.replace(b"1E2", b"true").replace(rb"a\u0062", b"new").replace(b'"x": 1.0 , ', b"")
    message.params = None
    assert message.to_bytes() == CALL[: CALL.index(b', "params"')] + b" }"
    copied = parsed(CALL)
    copy.copy(copied).params.name = "new"
    assert b"new" in copied.to_bytes(), "a shallow copy has the same params"


@pytest.mark.both_engines
def test_what_was_set_aside_is_written_until_it_is_dropped() -> None:
    data = b'{"jsonrpc":"2.0","id":7,"result":{"tools":[ {}, {"inputSchema":{"type":"object"},"name":"\\u0061"}]}}'
    response = parsed(data, mode="tolerant")
    assert len(response.result.tools) == 1
    assert response.to_bytes() == data
    assert len(mb.drop_set_aside(response)) == 1
    assert response.to_bytes() == data.replace(b"{}, ", b"")


@pytest.mark.both_engines
def test_members_of_older_peers_are_not_written() -> None:
    data = b'{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}'
    response = parsed(data, mb.LATEST, older_peer=True)
    assert response.result.result_type == "complete"
    assert response.to_bytes() == data
    response.result.next_cursor = "a"
    assert response.to_bytes() == data.replace(b"[]", b'[],"nextCursor":"a"')


@pytest.mark.both_engines
def test_replace() -> None:
    message = parsed(CALL)
    assert message.replace(id="é").to_bytes() == CALL.replace(b"7", '"é"'.encode())
    other = message.replace(id=8, params={**message.document["params"], "name": "c"})
    assert other.to_bytes() == CALL.replace(b"7", b"8").replace(rb"a\u0062", b"c")
    assert (type(other), other.id, other.method, other.params.name) == (mb.Request, 8, "tools/call", "c")
    assert type(other.params) is type(message.params)
    assert (message.id, message.params.name, message.to_bytes()) == (7, "ab", CALL)
    plain = message.replace(method="ping", params=None)
    assert (plain.to_bytes().endswith(b'"method":"ping" }'), plain.params) == (True, None)
    notification = parsed(OTHERS["notification"])
    assert notification.known
    assert notification.replace(params={"progressToken": 1, "progress": 0.5}).to_bytes() == OTHERS["notification"]
    assert not notification.replace(method="notifications/x").known
    response = parsed(OTHERS["response"]).replace(id=1, result={"tools": []})
    assert (response.id, response.method, response.result.tools) == (1, "tools/list", [])
    error = parsed(OTHERS["error"])
    assert error.replace(id=None).to_bytes() == OTHERS["error"].replace(b"7", b"null")
    assert error.replace(error={"code": 1, "message": "no"}).error.code == 1


@pytest.mark.both_engines
def test_edited_messages_are_edited_again() -> None:
    message = parsed(LINES)
    prefixed = message.edit(mb.Edit("replace", "/params/name", value="server__ab"))
    assert prefixed.params.name == "server__ab"
    prefixed.params.arguments["x"] = 2
    moved = prefixed.edit(mb.Edit("move", "/params/z", from_="/params/arguments/y"))
    assert moved.params["z"] == [1, 2, {"z": 100.0}]
    assert moved.params.arguments == {"x": 2}
    assert b'"z":[1, 2,{"z":1E2}]' in moved.to_bytes(), "what is moved keeps its bytes"


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (mb.Edit("remove", "/id"), "of the kind notification, not request"),
        (mb.Edit("remove", "/jsonrpc"), "jsonrpc must be"),
        (mb.Edit("add", "/error", value={}), "both a result and an error"),
        (mb.Edit("replace", "", value=5), "a message must be an object"),
        (mb.Edit("remove", ""), "cannot be removed"),
        (mb.Edit("remove", "/params/none"), "no such member"),
        (mb.Edit("replace", "/params/name/x", value=1), "neither an object nor an array"),
        (mb.Edit("replace", "/params/arguments/y/3", value=1), "has 3 items"),
        (mb.Edit("add", "/params/arguments/y/4", value=1), "has 3 items"),
        (mb.Edit("add", "/params/arguments/y/01", value=1), "an index"),
        (mb.Edit("add", "params", value=1), "begins with a slash"),
        (mb.Edit("add", "/\ud800", value=1), "surrogate"),
        (mb.Edit("move", "/params/arguments/x", from_="/params"), "into itself"),
        (mb.Edit("move", "/a", from_="/b"), "no such member"),
        (mb.Edit(cast(Any, "test"), "/id", value=7), "no such operation"),
    ],
)
def test_edits_that_cannot_be_made(edit: mb.Edit, what: str) -> None:
    message = parsed(OTHERS["response"] if edit.path == "/error" else CALL)
    with pytest.raises(mb.EditError, match=what):
        message.edit(edit)
    with pytest.raises(mb.EncodeError):
        message.edit(mb.Edit("add", "/x", value=float("nan")))


@pytest.mark.both_engines
def test_a_body_that_edits_have_made_invalid() -> None:
    broken = parsed(CALL).edit(mb.Edit("remove", "/params/name"))
    text = broken.to_bytes()
    assert b"name" not in text
    with pytest.raises(mb.DecodeError, match="CallToolRequestParams"):
        _ = broken.params
    assert broken.to_bytes() == text, "a body that could not be read is written as before"


@pytest.mark.both_engines
def test_batches() -> None:
    data = b"[\n" + CALL + b' , 5,{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.0}}]'
    batch = mb.revision(BATCHING).parse(data, sender="client")
    assert isinstance(batch, mb.Batch)
    assert batch.to_bytes() == data.replace(b"\n", b"")
    first, _, last = batch
    assert not isinstance(first, mb.ProtocolError)
    assert not isinstance(last, mb.ProtocolError)
    assert first.to_bytes() == CALL
    assert isinstance(first, mb.Request)
    first.params.name = "b"
    assert batch.to_bytes() == data.replace(b"\n", b"").replace(rb"a\u0062", b"b")
    assert mb.Batch([first, last]).to_bytes() == b"[" + first.to_bytes() + b"," + last.to_bytes() + b"]"
    with pytest.raises(ValueError, match="rejected"):
        mb.Batch([*batch]).to_bytes()


@pytest.mark.parametrize("read", [False, True])
def test_the_text_of_a_batch_is_split_once(monkeypatch: pytest.MonkeyPatch, read: bool) -> None:
    opened: list[str] = []

    class Text(edits.JSONText):
        def __init__(self, text: str) -> None:
            opened.append(text)
            super().__init__(text)

    monkeypatch.setattr(edits, "JSONText", Text)
    batch = mb.revision(BATCHING).parse(b"[" + b",".join([CALL] * 50) + b"]", sender="client")
    assert isinstance(batch, mb.Batch)
    for item in batch:
        assert isinstance(item, mb.Request)
        assert item.to_bytes() == CALL
        assert not read or item.params.name == "ab"
    assert batch.to_bytes() == b"[" + b",".join([CALL] * 50) + b"]"
    assert len(opened) == 1


def test_equal_bodies_are_compared_by_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    message = parsed(CALL)
    assert message.params.name == "ab"
    monkeypatch.setattr(rewriting, "find_changes", None)
    assert message.to_bytes() == CALL


def replaced_and_edited(message: Any) -> list[Any]:
    return [message.replace(id=8), message.edit(mb.Edit("replace", "/id", value=8))]


@pytest.mark.both_engines
@pytest.mark.parametrize("read", [False, True])
def test_with_another_id_a_body_is_read_as_before(read: bool) -> None:
    page = {"tools": [tool("a"), {"name": 1}]}
    data = json.dumps({"jsonrpc": "2.0", "id": 7, "result": page}, separators=(",", ":")).encode()
    message = parsed(data, mb.LATEST, older_peer=True, mode="tolerant")
    assert not read or len(message.result.tools) == 1
    for other in replaced_and_edited(message):
        assert [each.name for each in other.result.tools] == ["a"]
        assert [each.pointer for each in mb.set_aside(other)] == ["/result/tools/1"]
        assert other.supplied == message.supplied != {}
        assert other.to_bytes() == data.replace(b"7", b"8")
        other.result.tools[0].name = "b"
    assert message.result.tools[0].name == "a"
    assert message.to_bytes() == data


def test_a_message_without_a_text() -> None:
    params = mb.revision(REVISION).codec("CallToolRequest").decode(CALL).params
    message = mb.Request(1, "tools/call", params, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}})
    assert message.to_bytes() == b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}'
    assert message.params.name == "ab"
    assert json.loads(message.to_bytes())["params"]["name"] == "ab", "a body that was given is written once it is read"


def test_edits_made_at_once_are_edits_made_one_after_the_other() -> None:
    edits = [
        mb.Edit("remove", "/x/0"),
        mb.Edit("add", "/x/0", value=9),
        mb.Edit("remove", "/y/a"),
        mb.Edit("add", "/y/b"),
    ]
    text = b'{"x": [1, 2, 3], "y": { "a": 1 }}'
    expected = text
    for edit in edits:
        expected = apply_edits(expected, [edit])
    assert apply_edits(text, edits) == expected == b'{"x": [9,2, 3], "y": {  "b":null}}'


def test_changes_are_small() -> None:
    for old, new, expected in (
        ([1, 2, 3], [1, 3], [("remove", "/1")]),
        ([1, 3], [1, 2, 3], [("add", "/1")]),
        ([1, {"a": 1, "b": 2}], [1, {"a": 1, "b": 3}], [("replace", "/1/b")]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1.0}, []),
        ({"a": 1}, {"a": True}, [("replace", "/a")]),
        ({"a/~": 1}, {}, [("remove", "/a~1~0")]),
        ([], [1, 2], [("add", "/0"), ("add", "/1")]),
    ):
        found = list(find_changes(old, new, None))
        assert [(change.op, to_pointer(change.place)[0]) for change in found] == expected
        assert json.loads(apply_changes(json.dumps(old).encode(), found)) == new


def test_changes_turn_any_value_into_any_other() -> None:
    random = Random(SEED)
    for _ in range(300):
        old, new = (json.loads(patching.message(random)) for _ in range(2))
        text = json.dumps(old).encode()
        for other in (new, patching.patched(old, patching.edit(random, old)) or new):
            assert json.loads(apply_changes(text, find_changes(old, other, None))) == other


def test_many_edits() -> None:
    items = [{"name": f"tool {number}", "x": [number]} for number in range(3_000)]
    text = json.dumps({"result": {"tools": items}}).encode()
    edits = [mb.Edit("replace", f"/result/tools/{number}/name", value="é") for number in range(3_000)]
    expected = {"result": {"tools": [{**item, "name": "é"} for item in items]}}
    assert json.loads(apply_edits(text, edits)) == expected


def test_with_each_engine_the_same_texts() -> None:
    found: set[bytes] = set()
    for engine in ("fast", "pydantic"):
        with using(engine):
            message = parsed(CALL)
            message.params.name = "x"
            found.add(message.to_bytes())
    assert len(found) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"id":7}}',
        '{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": {"id": 7}, "b": [{"id": 7}]}}',
        '{"method":"ping","params":{"id":7,"name":"\\"id\\":7}"},"jsonrpc":"2.0","id":7}',
        '{"method":"ping", "params":{"id":7}, "jsonrpc":"2.0", "id":7}',
        '{"id":7,"jsonrpc":"2.0","method":"ping"}',
        ' {\t"id" :7 , "jsonrpc":"2.0","method":"ping","params":{}} ',
        '{"jsonrpc":"2.0","\\u0069d":7,"method":"ping","params":{"id":7}}',
        '{"jsonrpc":"2.0","id":77,"method":"ping"}',
        '{"jsonrpc":"2.0","id":"a/b \\"id\\":","method":"ping","params":{"c":"é"}}',
        '{"jsonrpc":"2.0","id":"a\\/b","method":"ping"}',
    ],
)
@pytest.mark.parametrize("new", [8, -1, "8", 'a "b"', "é", 2**60])
def test_another_id_is_the_edit_of_the_id(text: str, new: int | str) -> None:
    message: Any = mb.revision(REVISION).parse(text.encode(), sender="client")
    made, expected = message.replace(id=new), message.edit(mb.Edit("replace", "/id", value=new))
    assert made.to_bytes() == expected.to_bytes()
    assert (made.id, made.method, made.document) == (new, "ping", expected.document)
    assert made.params == expected.params


def test_a_message_that_gets_another_id_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    message = parsed(CALL.replace(b"\n", b"").replace(b" ", b""))
    monkeypatch.setattr("mcp_bindings.jsonrpc.rewriting.read_json", None)
    assert message.replace(id=8).to_bytes().count(b"8") == 1
