"""The server of notes in `examples/notes.py`: its size, and all its features with a client of every revision.

`python -m tests.readme.test_notes` prints its lines and the names of ours in it.
"""

from __future__ import annotations

import ast
import asyncio
from importlib import reload
from typing import Any

import pytest

import mcp_bindings as mb
from examples import notes as fresh_notes
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.names import COMPLETE_ARGUMENT, LIST_RESOURCE_TEMPLATES, VERSION_HEADER
from tests.readme.test_examples import EXAMPLES
from tests.revisions import HANDSHAKE
from tests.soak.floods import Post

SOURCE = (EXAMPLES / "notes.py").read_text(encoding="utf-8")
MOST_LINES, MOST_NAMES = 85, 16
OBJECTS = ("mb", "tools", "server", "context")
"""The variables of the program whose attributes are names of the package."""


def names_of_ours(source: str) -> set[str]:
    """Return the names of the package that a program has: those it imports, and the attributes of its objects.

    The members of messages, such as `action`, are the names of the protocol.
    """
    nodes = list(ast.walk(ast.parse(source)))
    imported = [each for each in nodes if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("mcp_")]
    attributes = [each for each in nodes if isinstance(each, ast.Attribute)]
    return {name.name for each in imported for name in each.names} | {
        each.attr for each in attributes if isinstance(each.value, ast.Name) and each.value.id in OBJECTS
    }


def test_nine_features_take_few_lines_and_few_names() -> None:
    lines = [line for line in SOURCE.splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES
    assert len(names_of_ours(SOURCE)) <= MOST_NAMES, sorted(names_of_ours(SOURCE))


def test_the_notes_are_written_at_once() -> None:
    notes = reload(fresh_notes)

    async def main() -> None:
        async with mb.connect(notes.server, User(), info={"name": "tests", "version": "1"}) as client:
            await client.call_tool("add", {"title": "Milk", "text": "Buy milk"})

    asyncio.run(main())
    assert not notes.db.in_transaction, "another process that opens the file sees the note"


class User(mcp.ClientHandlers):
    """A user who agrees to each form, and notes what arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.logged: list[Any] = []
        self.updated = asyncio.Queue[str]()

    def elicit(self, params: Any, context: mb.Context) -> Any:
        return mcp.ElicitResult(action="accept", content={"sure": True})

    def on_logging_message(self, params: Any, context: mb.Context) -> None:
        self.logged.append(params.data)

    def on_resource_updated(self, params: Any, context: mb.Context) -> None:
        self.updated.put_nowait(params.uri)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_every_feature_works_in_every_revision(revision: str) -> None:
    user = User()
    notes = reload(fresh_notes)
    reports: list[float] = []

    def note_progress(report: Any) -> None:
        reports.append(report.progress)

    async def main() -> None:
        async with mb.connect(
            notes.server, user, info={"name": "tests", "version": "1"}, revisions=[revision]
        ) as client:
            await use_tools(client)
            await use_resources_and_prompts(client)
            wanted = {"notifications": {"resourceSubscriptions": ["note:///1"]}}
            listening = asyncio.create_task(client.request("subscriptions/listen", wanted))
            while user.updated.empty():  # until the server has begun to listen
                await client.call_tool("edit", {"id": 1, "text": "new"})
            assert user.updated.get_nowait() == "note:///1"
            listening.cancel()
            if revision in HANDSHAKE:  # later ones log where the request names a level
                assert user.logged[0] == "note 1 was added"

    async def use_tools(client: Any) -> None:
        assert len([each async for each in client.iter_tools()]) == 5
        await client.call_tool("add", {"title": "Milk", "text": "Buy milk"})
        found = await client.call_tool("search", {"query": "milk", "limit": "5"})
        assert '"title":"Milk"' in found.content[0].text
        assert (await client.call_tool("search", {"query": "milk", "limit": 101})).is_error
        missing = await client.call_tool("edit", {"id": 99, "text": ""})
        assert missing.content[0].text == "There is no note 99."
        await client.call_tool("reindex", {"steps": 3}, on_progress=note_progress)
        assert reports == [1, 2, 3]
        calling = asyncio.create_task(client.call_tool("reindex", {"steps": 1000}))
        await asyncio.sleep(0.02)
        calling.cancel()
        assert isinstance((await asyncio.gather(calling, return_exceptions=True))[0], asyncio.CancelledError)
        await client.call_tool("add", {"title": "Old", "text": ""})
        if "elicitation/create" in mb.revision(revision).methods or revision not in HANDSHAKE:
            assert (await client.call_tool("delete", {"id": 2})).content[0].text == "deleted"
        else:
            with pytest.raises(mb.ProtocolError, match="has no elicitation/create"):
                await client.call_tool("delete", {"id": 2})

    async def use_resources_and_prompts(client: Any) -> None:
        if LIST_RESOURCE_TEMPLATES in mb.revision(revision).methods:
            assert [each.uri_template async for each in client.iter_resource_templates()] == ["note:///{id}"]
        assert (await client.read_resource("note:///1")).contents[0].text == "Buy milk"
        with pytest.raises(mb.ProtocolError, match="Resource not found"):
            await client.read_resource("note:///99")
        [message] = (await client.get_prompt("summarize", arguments={"title": "Milk"})).messages
        assert message.content.text == "Write a short summary of the note 'Milk'."
        if COMPLETE_ARGUMENT not in mb.revision(revision).methods:
            return
        ref = {"type": "ref/prompt", "name": "summarize"}
        for argument, text, values in (("title", "Mi", ["Milk"]), ("style", "l", ["long"])):
            found = await client.complete(ref=ref, argument={"name": argument, "value": text})
            assert list(found.completion.values) == values

    asyncio.run(asyncio.wait_for(main(), 60))


def test_http_needs_a_token() -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
    answered = asyncio.run(Post(body, "no-token", {VERSION_HEADER: HANDSHAKE[-1]}).send(fresh_notes.app))
    assert answered.status == 401
    assert "resource_metadata=" in answered.headers["www-authenticate"]


if __name__ == "__main__":
    names = sorted(names_of_ours(SOURCE))
    print(f"{sum(bool(line.strip()) for line in SOURCE.splitlines())} lines, {len(names)} names: {', '.join(names)}")
