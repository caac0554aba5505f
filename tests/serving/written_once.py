"""The same handlers for clients of every revision: generated requests and results of every method.

A server in the types of one revision is asked by a client of another. Its response has to be valid in the client's
revision and the same as that of `mb.translate`, or an error where that refuses the request or the result; and each edit
of `mb.translate` is in the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import mcp_bindings as mb
from mcp_bindings.adaptation import revision_adapter
from mcp_bindings.codec.encoding import dump_any
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.json_values import is_object, member_at
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.server.handlers import SharedHandlers
from mcp_bindings.server.handlers_for_client import make_handlers_for_client_revision
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.spec.names import CALL_TOOL, LIST_TOOLS
from mcp_bindings.translation.table import BRIDGE_RULES
from tests.documents import tool
from tests.revisions import PER_REQUEST, required_of_results
from tests.translation.samples import Place, drawn_document, parsed, with_strange_members

CAPABILITIES: dict[str, Any] = {"tools": {}, "prompts": {}, "resources": {}, "completions": {}}
PAIRS = tuple((home, spoken) for home in mb.REVISIONS for spoken in mb.REVISIONS)
"""Revisions of the handlers, and of their clients."""

TOOL = "t"


class Returning(Handlers):
    """Handlers that return what they are given, as a dict or typed."""

    def __init__(self) -> None:
        self.result: Any = None
        self.tools: Any = None


def _returned(self: Returning, params: Any, context: mb.Context) -> Any:
    return self.result


def _listed(self: Returning, params: Any, context: mb.Context) -> Any:
    """The tools of a server that is called, else what is returned."""
    return self.result if self.tools is None else self.tools


@cache
def _class(home: str) -> type[Returning]:
    base = import_module(mb.revision(home).package).ServerHandlers
    names: dict[str, Any] = {}
    for method, route in base.routes.items():
        if mb.revision(home).methods[method].kind == "request" and method not in BRIDGE_RULES:
            names[route.attribute] = _listed if method == LIST_TOOLS else _returned
    return type("Made", (Returning, base), names)


def methods(home: str, spoken: str) -> list[str]:
    """The requests that a server answers in both revisions, apart from those about the connection."""
    first, last = mb.revision(home).methods, mb.revision(spoken).methods
    return [
        name
        for name, row in last.items()
        if row.kind == "request" and "client" in row.senders and name in first and name not in BRIDGE_RULES
    ]


@contextmanager
def logged() -> Generator[list[logging.LogRecord]]:
    """The records of edits during the block."""
    found = list[logging.LogRecord]()
    log = logging.getLogger(revision_adapter.__name__)
    handler: Any = logging.Handler()
    handler.emit = found.append
    before = log.level, log.propagate
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    log.propagate = False
    try:
        yield found
    finally:
        log.removeHandler(handler)
        log.level, log.propagate = before


def trial(home: str, spoken: str, number: int, seed: object) -> tuple[str, str]:
    """Ask for one generated result.

    Returns:
        What came of it, and what is wrong with it; empty if nothing is.
    """
    random = Random(f"{seed}/{home}/{spoken}/{number}")
    names = methods(home, spoken)
    method = names[number % len(names)]
    row = mb.revision(spoken).methods[method]
    asked = drawn_document(spoken, home, Place("request", "client", row, row.message), random)
    if random.random() < 0.3:
        asked = with_strange_members(asked, random)
    if method == CALL_TOOL:
        asked["params"]["name"] = TOOL
    text = json.dumps(asked).encode()
    try:
        request: Any = parsed(spoken, text, Place("request", "client", row, row.message))
    except mb.ProtocolError:
        return "invalid", ""
    own = mb.revision(home).methods[method]
    definition = own.results[0]
    place = Place("response", "server", own, definition)
    given = drawn_document(home, spoken, place, random)
    given = with_strange_members(given, random) if random.random() < 0.5 else given
    try:
        response = parsed(home, json.dumps(given).encode(), place)
    except (mb.ProtocolError, UnicodeEncodeError):
        return "invalid", ""
    handlers = _class(home)()
    handlers.result = _as_returned(response, own, home, random)
    schema = random.choice((None, {"type": "object"}, *([{"type": "array"}] if home in PER_REQUEST else [])))
    if method == CALL_TOOL:
        listed = tool(TOOL, home, **({"outputSchema": schema} if schema else {}))
        handlers.tools = {"tools": [listed], **required_of_results(home)}
    with_tasks: dict[str, Any] = {**CAPABILITIES, "tasks": {"requests": {"tools": {"call": {}}}}}
    capabilities = random.choice((CAPABILITIES, with_tasks))
    with logged() as records:
        reply, found = asyncio.run(_reply(handlers, spoken, text, capabilities))
    expected, edits = _expected(request, response, home, spoken, found)
    return _compared(reply, expected, edits, records, spoken, method)


def _as_returned(response: Any, row: MethodInfo, home: str, random: Random) -> Any:
    """A result as a handler returns it: typed, or as a dict, which may lack what every result needs."""
    if random.random() < 0.5:
        return response.result
    if home not in PER_REQUEST:
        return response.document["result"]
    result = response.document["result"]
    supplied = {"resultType": "complete", **({"ttlMs": 0, "cacheScope": "private"} if row.cacheable else {})}
    return {name: value for name, value in result.items() if name not in supplied or supplied[name] != value}


async def _reply(
    handlers: Returning, spoken: str, text: bytes, capabilities: dict[str, Any]
) -> tuple[Any, SharedHandlers]:
    home = SharedHandlers(handlers, capabilities, StateSigner())
    reply = await mb.Dispatcher(make_handlers_for_client_revision(home, spoken)).dispatch(text)
    assert reply is not None
    return json.loads(reply), home


def _expected(
    request: Any, response: Any, home: str, spoken: str, found: SharedHandlers
) -> tuple[Any, list[tuple[int, str]]]:
    """The result by `mb.translate`, None if it refuses, and the level and rule of each edit."""
    if home == spoken:
        return response.document["result"], []
    meta = member_at(request.document, "params", "_meta", "io.modelcontextprotocol/clientCapabilities")
    up = mb.TranslationContext(revision=spoken, sender="client", client_capabilities=meta if is_object(meta) else {})
    params = request.document.get("params")
    has_rounds = home in PER_REQUEST and spoken in PER_REQUEST
    ignored = set[str]() if has_rounds else {"inputResponses", "requestState"}
    if mb.revision(spoken).methods[request.method].task_capability and not found.declares_capability("tasks"):
        ignored.add("task")
    if is_object(params) and ignored & params.keys():
        rest = {name: value for name, value in params.items() if name not in ignored}
        request = mb.revision(spoken).parse(json.dumps({**request.document, "params": rest}), sender="client")
    translated = mb.translate(request, to=home, context=up)
    edits = [(logging.INFO if edit.lossy else logging.DEBUG, edit.rule) for edit in translated.edits]
    if translated.refusal is not None:
        return None, []
    tool = found.guards.tools.get_item_cached_for_anyone(TOOL)
    schemas = {} if tool is None else {TOOL: tool.document.get("outputSchema")}
    down = mb.TranslationContext(revision=home, method=response.method, tool=TOOL, output_schemas=schemas)
    lowered = mb.translate(response, to=spoken, context=down)
    if lowered.refusal is not None:
        return None, edits
    edits += [(logging.INFO if edit.lossy else logging.DEBUG, edit.rule) for edit in lowered.edits]
    message: Any = lowered.messages[0]
    return message.document["result"], edits


def _compared(
    reply: Any, expected: Any, edits: list[tuple[int, str]], records: list[logging.LogRecord], spoken: str, method: str
) -> tuple[str, str]:
    if "error" in reply:
        wrong = "" if expected is None else f"refused with {reply['error']}, although translate does not refuse"
        return "refused", wrong
    try:
        mb.revision(spoken).parse(json.dumps(reply), sender="server", pending={reply["id"]: method})
    except mb.ProtocolError as error:
        return "sent", f"the result is not valid: {error.findings}"
    if expected is None:
        return "sent", "translate refuses it"
    if reply["result"] != dump_any(expected):
        return "sent", f"{reply['result']} instead of {expected}"
    seen = [(record.levelno, str(record.args[-1])) for record in records if isinstance(record.args, tuple)]
    if seen != edits:
        return "sent", f"the log has {seen} instead of {edits}"
    return "sent", ""
