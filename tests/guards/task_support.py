"""Calls of tools as tasks or not, by clients of random revisions: what the server refuses, and what the client does."""

from __future__ import annotations

import random
from importlib import import_module
from itertools import count
from typing import Any

import mcp_bindings as mb
from mcp_bindings.guards import NO_GUARDS
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND
from mcp_bindings.transports import MemoryTransport, open_connection
from tests.documents import tool
from tests.guards.callers import INFO, Caller

CAPABILITY = "tasks.requests.tools.call"
DECLARED: dict[str, Any] = {"tasks": {"requests": {"tools": {"call": {}}}}}
MOMENT = "2026-01-01T00:00:00Z"

WITH_TASKS = [
    each for each in mb.REVISIONS if CAPABILITY in (row.path for row in mb.revision(each).protocol.server_capabilities)
]
"""The revisions whose tools run as tasks by themselves."""


def _handlers(revision: str, support: str | None, reached: list[bool]) -> Any:
    """Handlers with one tool, which note whether a call that reaches them asks for a task."""
    execution: dict[str, Any] = {} if support is None else {"execution": {"taskSupport": support}}
    ids = count()
    times: dict[str, Any] = {"createdAt": MOMENT, "lastUpdatedAt": MOMENT, "ttl": 1}

    def list_tools(params: Any, context: mb.Context) -> Any:
        return {"tools": [tool("t", revision, **execution)]}

    def call_tool(params: Any, context: mb.Context) -> Any:
        is_task = revision in WITH_TASKS and params.task is not None
        reached.append(is_task)
        return {"task": {"taskId": f"{next(ids)}", "status": "working", **times}} if is_task else {"content": []}

    def get_task(params: Any, context: mb.Context) -> Any:
        return {"taskId": params.task_id, "status": "completed", **times}

    def get_task_payload(params: Any, context: mb.Context) -> Any:
        return {"content": [], "_meta": {"io.modelcontextprotocol/related-task": {"taskId": params.task_id}}}

    made = import_module(mb.revision(revision).package).ServerHandlers()
    made.list_tools, made.call_tool = list_tools, call_tool
    if revision in WITH_TASKS:
        made.get_task, made.get_task_payload = get_task, get_task_payload
    return made


class _Case:
    """A tool, whether its server has declared tasks, and a call of it."""

    def __init__(self, rng: random.Random, written: str, spoken: str) -> None:
        self.support = rng.choice((None, "forbidden", "optional", "required")) if written in WITH_TASKS else None
        self.is_declared = written in WITH_TASKS and rng.random() < 0.7
        self.asks = rng.random() < 0.5
        self.is_task = self.asks and spoken in WITH_TASKS
        self.params: dict[str, Any] = {"name": "t", **({"task": {}} if self.asks else {})}
        self.reached: list[bool] = []
        self.handlers = _handlers(written, self.support, self.reached)
        self.capabilities: dict[str, Any] = DECLARED if self.is_declared else {}

    def allows(self) -> bool:
        """Whether the server has to let the call through; without the capability, it is one like any other."""
        allowed = {None: (False,), "forbidden": (False,), "optional": (False, True), "required": (True,)}
        return not self.is_declared or self.is_task in allowed[self.support]

    def __str__(self) -> str:
        return f"{self.support} tool, tasks {'' if self.is_declared else 'un'}declared, called with {self.params}"


async def check_server(rng: random.Random) -> tuple[str, str]:
    """A server, whose client has not always listed the tools."""
    written = rng.choice((*WITH_TASKS, *WITH_TASKS, *mb.REVISIONS))
    spoken = rng.choice((written, *mb.REVISIONS))
    case = _Case(rng, written, spoken)
    caller = Caller(mb.Server(case.handlers, info=INFO, capabilities=case.capabilities), spoken)
    await caller.open()
    if rng.random() < 0.5:
        await caller.ask("tools/list", {})
    reply = await caller.ask("tools/call", case.params)
    if not case.allows():
        right = not case.reached and reply.get("error", {}).get("code") == METHOD_NOT_FOUND
        return "refused", "" if right else f"{written} for {spoken}: {case}: {reply}"
    is_task = case.is_task and case.is_declared
    right = case.reached == [is_task] and ("task" if is_task else "content") in reply.get("result", {})
    return "as a task" if is_task else "plain", "" if right else f"{written} for {spoken}: {case}: {reply}"


async def check_client(rng: random.Random) -> tuple[str, str]:
    """A client, whose server checks nothing."""
    revision = rng.choice(WITH_TASKS)
    case = _Case(rng, revision, revision)
    server = mb.Server(case.handlers, info=INFO, capabilities=case.capabilities, guards=NO_GUARDS)
    made = import_module(mb.revision(revision).package).ClientHandlers()
    error: Exception | None = None
    async with open_connection(MemoryTransport(server), lambda _: made, info=INFO, revisions=[revision]) as connection:
        await connection.request("tools/list")
        try:
            await connection.request("tools/call", case.params)
        except LocalProtocolError as refused:
            error = refused
    if case.is_declared and case.support == "required" and not case.asks:
        return "made a task", "" if error is None and case.reached == [True] else f"{case}: {error!r}"
    allowed = case.allows() if case.is_declared else not case.asks
    if not allowed:
        return "refused", "" if error and not case.reached else f"{case} is sent"
    return "sent", "" if error is None and case.reached == [case.asks] else f"{case}: {error!r}"
