"""Calls of a context write what a revision newly requires, if its schema states the value; else an error names it."""

from __future__ import annotations

import asyncio
import json
import re
from types import SimpleNamespace
from typing import Any, Literal

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc.messages import Notification
from mcp_bindings.peer.context import Context, SharedContext
from mcp_bindings.peer.stated_members import complete_params
from mcp_bindings.spec.names import CANCELLED, CREATE_MESSAGE, ELICIT, LIST_ROOTS, LOG_MESSAGE, PROGRESS
from mcp_bindings.wire.model import WireModel
from mcp_bindings.wire.scalars import Omittable
from tests.revisions import HANDSHAKE, having, method_of

INFO = {"name": "n", "version": "1"}


class Text(WireModel):
    type: Literal["text"] = "text"
    text: str
    form: Literal["plain"] = "plain"


class Image(WireModel):
    type: Literal["image"] = "image"
    data: str


class Sampling(WireModel):
    messages: list[Text | Image]
    max_tokens: int
    purpose: str


class FormParams(WireModel):
    message: str
    requested_schema: dict[str, Any]
    mode: Literal["form"] = "form"


class UrlParams(WireModel):
    message: str
    url: str
    mode: Literal["url"] = "url"


class LogParams(WireModel):
    level: str
    data: Any
    logger: Omittable[str] = None
    timestamp: str
    kind: Literal["log"] = "log"
    zone: str


class ProgressParams(WireModel):
    progress_token: str | int
    progress: float
    total: Omittable[float] = None
    unit_name: str


SCHEMA: dict[str, Any] = {"LogParams": {"properties": {"zone": {"default": "UTC"}}, "required": ["zone", "timestamp"]}}
TYPES: dict[str, tuple[str, Any]] = {
    ELICIT: ("request", FormParams | UrlParams),
    CREATE_MESSAGE: ("request", Sampling),
    LIST_ROOTS: ("request", None),
    LOG_MESSAGE: ("notification", LogParams),
    PROGRESS: ("notification", ProgressParams),
}


def _load_type(name: str) -> Any:
    return TYPES.get(name, ("", ProgressParams))[1]


NEWER: Any = SimpleNamespace(
    id=HANDSHAKE[-1],
    era="handshake",
    methods={
        name: SimpleNamespace(
            name=name, kind=kind, params=name if type_ else None, params_required=True, senders=("server",)
        )
        for name, (kind, type_) in TYPES.items()
    },
    load_type=_load_type,
    schema_file=SimpleNamespace(definitions=SCHEMA),
)
"""A revision that requires more members than those of today, with the names of methods of a pinned one."""


def test_constants_are_filled_in_at_every_depth() -> None:
    asked: dict[str, Any] = {"message": "Who?", "requestedSchema": {}}
    assert complete_params(NEWER, ELICIT, asked) == {**asked, "mode": "form"}
    assert complete_params(NEWER, ELICIT, {"message": "Go", "url": "a:b"})["mode"] == "url"
    given: dict[str, Any] = {
        "messages": [{"type": "text", "text": "x"}, {"type": "image", "data": ""}],
        "maxTokens": 1,
        "purpose": "p",
    }
    text, image = complete_params(NEWER, CREATE_MESSAGE, given)["messages"]
    assert text == {"type": "text", "text": "x", "form": "plain"}
    assert image == {"type": "image", "data": ""}
    assert complete_params(NEWER, LIST_ROOTS, {"a": 1}) == {"a": 1}


def test_an_error_names_a_member_of_a_question() -> None:
    with pytest.raises(TypeError, match=f"{CREATE_MESSAGE} of {NEWER.id} requires purpose: pass purpose=…"):
        complete_params(NEWER, CREATE_MESSAGE, {"messages": [], "maxTokens": 1})
    wrong: dict[str, Any] = {"messages": 5, "maxTokens": 1, "purpose": "p"}
    assert complete_params(NEWER, CREATE_MESSAGE, wrong) == wrong, "the code that sends it says what is wrong"


def test_a_server_accepts_the_member_that_its_error_names() -> None:
    async def main() -> None:
        server = mb.Server(mb.Toolbox(), info=INFO)
        with pytest.raises(TypeError, match=f"{method_of(CANCELLED)} of .* requires") as caught:
            await server.notify(CANCELLED)
        await server.notify(CANCELLED, **dict.fromkeys(re.findall(r"(\w+)=…", str(caught.value)), 1))

    asyncio.run(main())


def test_a_context_notifies_with_what_the_schema_states() -> None:
    sent = list[Any]()

    async def send(text: bytes) -> None:
        sent.append(json.loads(text)["params"])

    async def main() -> None:
        message = Notification("x", None, {"params": {"_meta": {"progressToken": 1}}})
        context = Context(SharedContext(NEWER, "server", None, None), message, send)
        with pytest.raises(TypeError, match=f"{LOG_MESSAGE} of {NEWER.id} requires timestamp: pass timestamp=…"):
            await context.log("info", 1)
        with pytest.raises(TypeError, match=f"{PROGRESS} of {NEWER.id} requires unit_name: pass unit_name=…"):
            await context.progress(1)
        await context.log("info", 1, timestamp="now")
        await context.progress(2, unit_name="files", progress_token=9)

    asyncio.run(main())
    assert sent == [
        {"level": "info", "data": 1, "timestamp": "now", "kind": "log", "zone": "UTC"},
        {"progressToken": 1, "progress": 2, "unitName": "files"},
    ]


ASKING = having(ELICIT, LIST_ROOTS)


@pytest.mark.parametrize("revision", ASKING)
def test_further_members_reach_the_client(revision: str) -> None:
    tools, got = mb.Toolbox(), list[Any]()

    @tools.tool
    async def ask(context: mb.Context) -> str:
        await context.elicit("Who?", {"type": "object", "properties": {}}, further_member=1)
        await context.list_roots(_meta={"a/b": 2})
        return "asked"

    class Answers(mb.revision(ASKING[-1]).load_type("ClientHandlers")):  # type: ignore[misc]
        def elicit(self, params: Any, context: mb.Context) -> Any:
            got.append(params["further_member"])
            return {"action": "decline"}

        def list_roots(self, params: Any, context: mb.Context) -> Any:
            got.append(params["_meta"]["a/b"])
            return {"roots": []}

    async def main() -> None:
        async with mb.connect(mb.Server(tools, info=INFO), Answers(), info=INFO, revisions=[revision]) as client:
            await client.call_tool("ask")

    asyncio.run(main())
    assert list(dict.fromkeys(got)) == [1, 2]
