"""`mcp-bindgen server lock`: a stable file made for review, which reads back as what the server offered."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.connections import Bounds, StdioConnection
from mcp_bindgen.servers.lock import LockFile, find_invisible_characters, lock_file_text, make_offer, read_lock_file
from mcp_bindgen.servers.offers import read_offers
from mcp_bindgen.servers.patches import apply_patch, make_patch
from mcp_bindgen.servers.targets import Target
from mcp_bindings import v2026_07_28 as mcp
from tests.cli.run import mistake, run
from tests.revisions import HANDSHAKE
from tests.seed import SEED
from tests.servers.commands import HOSTILE
from tests.servers.mutating import BOUNDS, TOOLS, Change, Faultless, MutatingTransport, Sent, unchanged

OLD, NEW = "2025-06-18", "2025-11-25"
ICON = "data:image/png;base64,iVBORw0KGgo="


def offers(
    server: mb.Server, client: dict[str, Any] | None = None, change: Change = unchanged, bounds: Bounds = BOUNDS
) -> LockFile:
    """Return what a server in this process offers."""

    def connect() -> StdioConnection:
        return StdioConnection(MutatingTransport(server, change), bounds)  # type: ignore[arg-type]

    declared: dict[str, Any] = client or {}
    target = Target(command=("server",))
    return read_offers(target, bounds, lambda revision, stage: None, lambda _: None, declared, connect)


def test_every_revision_that_the_server_speaks_is_recorded(tmp_path: Path) -> None:
    found = offers(mb.Server(Faultless(), info={"name": "notes", "version": "1"}))
    assert tuple(found.offers) == mb.REVISIONS
    assert found.server["name"] == "notes"
    own = found.offers[Faultless.revision]
    assert set(own["tools"]) == {"add", "write"}
    assert own["tools"]["add"]["outputSchema"]["required"] == ["sum"]
    assert own["prompts"]["plan"] == {"arguments": {"day": {"required": True}}}
    assert set(own["resources"]) == {"note:///1"}
    assert "tools" in own["capabilities"]
    file = tmp_path / "server.lock.json"
    file.write_text(lock_file_text(found), encoding="utf-8")
    assert read_lock_file(file) == found


class ForSamplers(mcp.ServerHandlers):
    """Handlers of a server that has another tool for clients that can sample."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        names = ["plain", *(["sampling"] if context.can_sample else [])]
        return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return {"content": []}


def test_declared_capabilities_decide_what_is_listed() -> None:
    server = mb.Server(ForSamplers(), info={"name": "x", "version": "1"})
    plain, sampling = offers(server), offers(server, {"sampling": {}})
    assert {tuple(each["tools"]) for each in plain.offers.values()} == {("plain",)}
    assert {tuple(each["tools"]) for each in sampling.offers.values()} == {("plain", "sampling")}
    assert json.loads(lock_file_text(sampling))["client"] == {"capabilities": {"sampling": {}}}


def test_the_order_in_which_a_server_lists_is_nothing() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"b": {}, "a": {}}, "required": ["b", "a"]}
    again: dict[str, Any] = {"required": ["a", "b"], "properties": {"a": {}, "b": {}}, "type": "object"}
    tools = [{"name": "one", "inputSchema": schema}, {"name": "two", "inputSchema": schema}]
    others = [{"inputSchema": again, "name": "two"}, {"inputSchema": again, "name": "one"}]
    texts = {lock_file_text(LockFile({}, {}, {NEW: make_offer({}, {"tools": each})})) for each in (tools, others)}
    assert len(texts) == 1


def test_what_changes_while_a_server_runs_is_left_out() -> None:
    rows = [{"uri": "a:b", "size": 7, "annotations": {"lastModified": "2026-01-01", "priority": 1}}]
    assert make_offer({}, {"resources": rows})["resources"] == {"a:b": {"annotations": {"priority": 1}}}


def test_images_are_hashes_and_unseen_characters_are_escapes() -> None:
    tool: dict[str, Any] = {
        "name": "t",
        "description": "Read\u200b\U000e0041",
        "icons": [{"src": ICON}],
        "inputSchema": {},
    }
    text = lock_file_text(LockFile({"icons": [{"src": ICON}]}, {}, {NEW: make_offer({}, {"tools": [tool]})}))
    assert "iVBOR" not in text
    assert text.count("data:image/png;base64,sha256:") == 2
    assert text.isascii()
    assert "Read\\u200b\\udb40\\udc41" in text
    assert json.loads(text)["offer"]["tools"]["t"]["description"] == tool["description"]


def test_another_revision_is_a_difference(tmp_path: Path) -> None:
    tool = {"name": "t", "inputSchema": {"properties": {"x": {"default": None}}}}
    newer = {**tool, "outputSchema": {"type": "object"}, "title": None}
    old, new = (make_offer({}, {"tools": [each]}) for each in (tool, newer))
    lock = LockFile({}, {}, {OLD: old, NEW: new})
    document = json.loads(lock_file_text(lock))
    paths = {"/tools/t/outputSchema", "/tools/t/title"}
    assert {(each["op"], each["path"]) for each in document["differences"][OLD]} == {("remove", each) for each in paths}
    (tmp_path / "lock").write_text(lock_file_text(lock), encoding="utf-8")
    assert read_lock_file(tmp_path / "lock") == lock


def draw(random: Random, depth: int = 0) -> Any:
    """Return a random JSON value."""
    if depth > 3 or random.random() < 0.3:
        return random.choice((None, True, 1, 0, False, "", "~/", []))
    return {random.choice("ab/~"): draw(random, depth + 1) for _ in range(3)}


def test_a_patch_leads_to_the_other_value() -> None:
    random = Random(SEED)
    for _ in range(500):
        old = draw(random)
        new = draw(random)
        before = copy.deepcopy(old)
        patch = list(make_patch(old, new))
        assert json.dumps(apply_patch(old, patch, where="")) == json.dumps(new) or _equal(old, patch, new), SEED
        assert old == before


def _equal(old: Any, patch: list[Any], new: Any) -> bool:
    """Return whether a patched value is another one, apart from the order of members."""
    found = apply_patch(old, patch, where="")
    return json.dumps(found, sort_keys=True) == json.dumps(new, sort_keys=True)


@pytest.mark.parametrize(
    "operation", [None, {}, {"op": "move", "path": ""}, {"op": "remove", "path": ""}, {"op": "replace", "path": "/b"}]
)
def test_a_patch_that_does_not_fit_is_refused(operation: Any) -> None:
    with pytest.raises(BindgenError, match="no operation that the offer allows"):
        apply_patch({"a": 1}, [operation], where="file")


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ([], "is no lock file"),
        ({"tools": []}, "is no lock file"),
        ({"mcp-bindgen": {"lock": 99}}, "of another format than 1"),
        ({"mcp-bindgen": {"lock": 1}, "server": {}, "client": {}, "offer": []}, "no `revisions`"),
        (
            {"mcp-bindgen": {"lock": 1}, "server": {}, "client": {}, "offer": {}, "revisions": []},
            "no valid `revisions`",
        ),
    ],
)
def test_what_is_no_lock_file_is_refused(tmp_path: Path, document: Any, problem: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert problem in mistake("server", "compare", file, file)


def test_the_command_names_unseen_characters(tmp_path: Path) -> None:
    file = tmp_path / "server.lock.json"
    done = run("server", "lock", "--output", file, "--", *HOSTILE, "escapes")
    assert (done.code, done.out) == (0, "")
    assert "invisible characters at /tools/" in done.err
    assert "U+202E" in done.err
    assert "\x1b" not in done.err + file.read_text(encoding="utf-8")
    assert set(read_lock_file(file).offers) <= set(mb.REVISIONS)


def test_unseen_characters_are_found_in_texts_and_names() -> None:
    """Only the names of objects that were not empty were looked at: an argument's name with a description was not."""
    offer = {
        "a\u200b": "text",
        "b\u200b": {},
        "c\u200b": [1],
        "d": ["\u202e"],
        "e\u200b": "\u202e",
        "f\u200b": {"g": 1},
    }
    lock = LockFile({}, {}, {mb.LATEST: offer})
    found = dict(find_invisible_characters(lock))
    plain, reversing = ["U+200B"], ["U+202E"]
    one = {f"/{name}\u200b": plain for name in "abcf"}
    assert found == {**one, "/d/0": reversing, "/e\u200b": plain + reversing}


def test_a_list_that_is_not_whole_is_no_lock() -> None:
    assert "a list cannot be read in" in mistake("server", "lock", "--timeout", "0.5", "--", *HOSTILE, "pages")
    assert "none of the revisions" in mistake("server", "lock", "--", "/nowhere/to/be/found")


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        ({"tools": [], "nextCursor": 5}, "a cursor is no string"),
        ({"tools": [], "nextCursor": "again"}, "a cursor occurs twice"),
        ({}, "a result without the list `tools`"),
        ({"tools": [5]}, "an item is no object"),
        ({"tools": [{"nam": "add"}]}, "tools/0 has no `name`"),
        ({"tools": [TOOLS[0], TOOLS[0]]}, "tools/1 has the `name` of another item"),
        ({"tools": [{**TOOLS[0], "inputSchema": {"default": float("inf")}}]}, "/inputSchema/default: .*out of range"),
        ({"tools": [{**TOOLS[0], "title": "\ud800"}]}, "/tools/0/title: .*half of a surrogate pair"),
        (
            {"prompts": [{"name": "plan", "arguments": [{"name": "day"}, {"name": "day", "required": True}]}]},
            "prompts/0/arguments/1 has the `name` of another item",
        ),
        ({"prompts": [{"name": "plan", "arguments": [{"title": "day"}]}]}, "prompts/0/arguments/0 has no `name`"),
    ],
)
def test_a_list_that_cannot_be_recorded_exactly_is_no_lock(result: Any, problem: str) -> None:
    def change(sent: Sent) -> None:
        if sent.method == ("prompts/list" if "prompts" in result else "tools/list"):
            sent.answer("result", {"resultType": "complete", "ttlMs": 0, "cacheScope": "public", **result})

    with pytest.raises(BindgenError, match=problem):
        offers(mb.Server(Faultless(), info={"name": "notes", "version": "1"}), change=change)


def test_a_revision_that_is_only_slow_is_not_left_out() -> None:
    def change(sent: Sent) -> None:
        if sent.method == "initialize" and sent.params["protocolVersion"] == OLD:
            sent.texts.clear()

    with pytest.raises(BindgenError, match=f"{OLD} cannot be read: the server has not answered in time"):
        offers(
            mb.Server(Faultless(), info={"name": "notes", "version": "1"}), change=change, bounds=Bounds(timeout=0.5)
        )


def test_a_server_that_a_probe_ends_is_one_for_handshakes() -> None:
    assert json.loads(run("server", "lock", "--", *HOSTILE, "die of probes").out)["revisions"] == list(HANDSHAKE)


def test_a_capability_that_no_revision_has_is_refused() -> None:
    assert "did you mean 'sampling'" in mistake("server", "lock", "--capability", "samplin", "--", *HOSTILE, "tools")


def test_a_url_without_a_scheme_is_taken_for_one() -> None:
    assert "http://localhost:1/mcp" in mistake("server", "lock", "localhost:1/mcp")


def test_a_command_that_ends_by_itself_gets_the_likely_mend() -> None:
    assert "server.run_stdio()" in mistake("server", "lock", "--", sys.executable, "-c", "")


def test_the_standard_error_is_shown_once() -> None:
    assert mistake("server", "lock", "--", *HOSTILE, "die").count("out of memory") == 1
