"""The other side of a call, in memory: it records what it receives, and responds by script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from importlib import import_module
from typing import Any, Literal, TypeVar

import mcp_bindings as mb
from mcp_bindings.peer.calls import Calls
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.spec.names import CAPABILITIES_KEY, VERSION_KEY
from tests.documents import filled
from tests.revisions import PER_REQUEST

T = TypeVar("T")

Role = Literal["client", "server"]

SIDES: list[tuple[str, Role]] = [(revision, role) for revision in mb.REVISIONS for role in ("client", "server")]


def package(revision: str) -> Any:
    return import_module(mb.revision(revision).package)


def calls_of(revision: str, role: Role, send: Any, **options: Any) -> Any:
    """The calls of one side, with metadata if the revision requires it."""
    options.setdefault("meta", meta_of(revision, role))
    calls: Calls = getattr(package(revision), f"{role.capitalize()}Calls")(send, **options)
    return calls


def meta_of(revision: str, role: Role) -> Any:
    """The typed metadata of each request of a side, in revisions that require it."""
    if revision not in PER_REQUEST or role != "client":
        return None
    required: dict[str, Any] = {VERSION_KEY: revision, CAPABILITIES_KEY: {}}
    return (
        mb.revision(revision).codec("RequestMetaObject").decode_value(filled(revision, "RequestMetaObject", required))
    )


def rows(revision: str, role: Role, kind: str) -> Iterator[MethodInfo]:
    """The messages that one side may send."""
    return (row for row in mb.revision(revision).methods.values() if row.kind == kind and role in row.senders)


def result(id_: object, value: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "result": value}).encode()


def failure(id_: object, code: int, message: str, **more: object) -> bytes:
    """An error; without an id where the peer could not read that of the request."""
    envelope = {"jsonrpc": "2.0"} if id_ is None else {"jsonrpc": "2.0", "id": id_}
    return json.dumps({**envelope, "error": {"code": code, "message": message, **more}}).encode()


def progress(token: object, amount: float, **more: object) -> bytes:
    params = {"progressToken": token, "progress": amount, **more}
    return json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}).encode()


class Wire:
    """Records messages and sends no response; tests deliver responses themselves."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    async def __call__(self, data: bytes) -> None:
        self.sent.append(json.loads(data))


class Peer(Wire):
    """Responds to each request at once, as over HTTP."""

    def __init__(self, answer: Callable[[Any], bytes]) -> None:
        super().__init__()
        self._answer = answer

    async def __call__(self, data: bytes) -> bytes | None:  # type: ignore[override]  # `Wire` never answers
        await super().__call__(data)
        return self._answer(self.sent[-1]) if "id" in self.sent[-1] else None


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end, and check that no task is left."""

    async def checked() -> T:
        outcome = await main
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, left
        return outcome

    return asyncio.run(checked())


async def turn() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)
