"""A client of one revision: it sends a server valid requests, which an observer hears, and faulty texts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import mcp_bindings as mb
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.findings import ServerFinding, broken_rule, type_at
from mcp_bindgen.servers.rules import SITE, Phase, all_rules, observed_pages, page_url
from mcp_bindgen.servers.wire import Bounds, HttpAnswer, HttpWire, ServerWire
from mcp_bindings.http import request_headers
from mcp_bindings.session import RULES

INITIALIZE, DISCOVER, PING = "initialize", "server/discover", "ping"
METHOD_NOT_FOUND = -32601
DENIED = (401, 403, 429)
"""HTTP statuses of a server that refuses a client, whatever it sends."""

HTTP_SSE = "http+sse"
"""The HTTP transport of 2024-11-05."""

SESSION_HEADER = "mcp-session-id"
NO_CAPABILITIES: Mapping[str, Any] = MappingProxyType({})
_MAX_LOST = 2
"""Requests in a row without an answer after which a connection is given up."""

_MAX_FINDINGS = 1_000
"""Findings of one connection that are kept."""

_MAX_TEXT = 200
"""Characters of a method or pointer that are kept, since a server can choose both."""


@dataclass
class Answer:
    """The answer of a server to one text.

    Attributes:
        document: the response as JSON; None without one.
        http: the HTTP response.
        others: messages without a method and with another id, or with none, as JSON.
        is_late: whether the time was over before the answer.
    """

    document: Any = None
    http: HttpAnswer = field(default_factory=HttpAnswer)
    others: list[Any] = field(default_factory=list[Any])
    is_late: bool = False

    @property
    def result(self) -> Any:
        """The result; None without a result."""
        return self.document.get("result") if is_object(self.document) else None

    @property
    def code(self) -> int | None:
        """The code of the error; None without an error."""
        error = self.document.get("error") if is_object(self.document) else None
        code = error.get("code") if is_object(error) else None
        return code if isinstance(code, int) and not isinstance(code, bool) else None

    @property
    def is_error(self) -> bool:
        """True if the server has refused, by a JSON-RPC error or by the HTTP status."""
        refused = self.http.status is not None and self.http.status >= 400
        return refused or (is_object(self.document) and "error" in self.document)

    @property
    def came(self) -> str:
        """The kind of the answer, without its values."""
        status = "" if self.http.status is None else f"HTTP status {self.http.status}, "
        if self.code is not None:
            return f"{status}the error {self.code}"
        if is_object(self.document):
            return f"{status}{'an error without a code' if 'error' in self.document else 'a result'}"
        return f"{status}no JSON-RPC response"


class StuckError(ConnectionError):
    """The error for a server that no longer answers. A time-out is no finding."""


class RevisionClient:
    """A client that speaks one revision to a server, over one connection.

    Args:
        wire: carries the texts.
        revision: the revision that the client speaks.
        bounds: bounds of time and amounts.
        only: ids of the rules to report; empty for all.
        declared: the capabilities that the client declares.

    Attributes:
        revision: as given.
        bounds: as given.
        wire: as given.
        phase: the phase in progress.
        findings: the findings so far.
        capabilities: the capabilities of the server.
        session_id: the id of the HTTP session; None without one.
        tools: the tools of the server, once they are listed.
        late: the number of requests without a response in time.
        opening: the result of the first request, as JSON.
        opened: the HTTP response to the notification that ends a handshake.
        failed: the lists that could not be read, each with what came.
    """

    def __init__(
        self,
        wire: ServerWire,
        revision: mb.Revision,
        bounds: Bounds,
        only: frozenset[str] = frozenset(),
        declared: Mapping[str, Any] = NO_CAPABILITIES,
    ) -> None:
        self.wire = wire
        self.revision = revision
        self.bounds = bounds
        self.phase: Phase = "open"
        self.findings: dict[str, ServerFinding] = {}
        self.capabilities: Mapping[str, Any] = {}
        self.session_id: str | None = None
        self.tools: list[Mapping[str, Any]] = []
        self.opening: Any = None
        self.opened = Answer()
        self.late = 0
        self.failed: list[str] = []
        self._declared = dict(declared)
        self._only = only
        info = {"name": "mcp-bindgen", "version": mb.__version__}
        self._info: Mapping[str, str] = info
        is_draft = revision.id not in mb.REVISIONS
        releases = [] if is_draft else [revision.id]
        session = mb.Session(
            "client", releases, info=info, capabilities=self._declared, transport=wire.kind, draft=is_draft
        )
        self.meta: Mapping[str, Any] = session.request_meta
        self._observer = mb.Observer(
            revisions=releases,
            transport=wire.kind,
            limits=mb.Limits(max_bytes=bounds.max_bytes),
            lint=True,
            draft=is_draft,
        )
        self._faulty_ids: set[Any] = set()
        self._sent_faulty = False
        self._number = 0
        self._lost = 0

    async def open(self) -> Answer:
        """Send the first request, and keep the capabilities of the server."""
        await self.wire.start()
        if self.revision.era == "per-request":
            answer = await self.ask(DISCOVER)
        else:
            params = self.initialize_params(self.revision.version)
            answer = await self.ask(INITIALIZE, params)
            if await self.open_http_sse(answer):
                answer = await self.ask(INITIALIZE, params)
            session_id = answer.http.headers.get(SESSION_HEADER)
            self.session_id = session_id if session_id and session_id.isascii() and session_id.isprintable() else None
        self.opening = answer.result
        if is_object(answer.result):
            found = answer.result.get("capabilities")
            self.capabilities = found if is_object(found) else {}
        return answer

    async def open_http_sse(self, answer: Answer) -> bool:
        """Open the stream of HTTP+SSE if the server may have refused a POST of `initialize` for the lack of it.

        Page: /specification/2025-03-26/basic/transports#backwards-compatibility.

        Returns:
            Whether the stream is open, so that `initialize` can be sent again.
        """
        status = answer.http.status or 0
        if self.revision.protocol.http.transport != HTTP_SSE or not 400 <= status < 500 or status in DENIED:
            return False
        return isinstance(self.wire, HttpWire) and await self.wire.open_http_sse()

    async def end_opening(self) -> None:
        """Send the notification that ends the opening, in a handshake revision."""
        if self.revision.era == "handshake":
            self.opened = await self.notify("notifications/initialized")

    def initialize_params(self, version: str) -> dict[str, Any]:
        """Return the params of `initialize`.

        Args:
            version: the version to ask for.
        """
        return {"protocolVersion": version, "capabilities": self._declared, "clientInfo": self._info}

    def message(self, method: str, params: Mapping[str, Any] | None = None, *, id_: object = None) -> dict[str, Any]:
        """Return a request of the revision as JSON.

        Args:
            method: the method.
            params: the params without the members that the revision requires of every request.
            id_: the request id; None for a new one.
        """
        self._number += 1
        found: dict[str, Any] = {"jsonrpc": "2.0", "id": self._number if id_ is None else id_, "method": method}
        if self.meta or params:
            members = dict(params or {})
            if self.meta:
                members["_meta"] = {**self.meta, **members.get("_meta", {})}
            found["params"] = members
        return found

    def headers(self, message: object, http_method: str = "POST") -> dict[str, str]:
        """Return the headers that the revision requires of an HTTP request."""
        if self.wire.kind == "stdio":
            return {}
        schema = None
        if is_object(message) and message.get("method") == "tools/call":
            name = message["params"].get("name")
            schema = next((each.get("inputSchema") for each in self.tools if each.get("name") == name), None)
        version, session_id = self.revision.version, self.session_id
        found = request_headers(message, version, session_id=session_id, input_schema=schema, http_method=http_method)
        if session_id is not None and SESSION_HEADER not in map(str.lower, found):
            found[SESSION_HEADER] = session_id  # Streamable HTTP with the messages of 2024-11-05
        return found

    async def ask(self, method: str, params: Mapping[str, Any] | None = None, *, id_: object = None) -> Answer:
        """Send a valid request; the observer hears it and all that comes.

        Raises:
            StuckError: the server has stopped to answer.
            ServerLostError: the server has ended.
        """
        message = self.message(method, params, id_=id_)
        data, headers = json.dumps(message).encode(), self.headers(message)
        self._hear(data, "client", headers=headers or None)
        answer = await self._exchange(data, headers, message["id"], self.bounds.timeout)
        if answer.document is None:
            self._observer.lost(message["id"])
        if answer.http.status == 200 and not answer.http.is_json and not answer.http.is_stream:
            self.break_rule("list/content-type", method, "HTTP status 200 with another media type, or with none")
        self.late += answer.is_late
        self._lost = self._lost + 1 if answer.is_late else 0
        if self._lost >= _MAX_LOST:
            raise StuckError(f"the server has not answered {_MAX_LOST} requests in a row")
        return answer

    async def ask_faulty(
        self, document: Any, headers: Mapping[str, str] | None = None, *, seconds: float | None = None
    ) -> Answer:
        """Send a text that the server must refuse or ignore. The observer hears neither the text nor the answer to it.

        Args:
            document: the message as JSON.
            headers: the HTTP headers; None for those of the revision.
            seconds: the seconds to wait; None for the time of a request.
        """
        self._sent_faulty = True
        id_ = document.get("id") if is_object(document) else None
        for each in document if is_array(document) else [document]:
            if is_object(each) and isinstance(each.get("id"), (str, int)):
                self._faulty_ids.add(each["id"])
        sent_headers = self.headers(document if is_object(document) else None) if headers is None else headers
        data = json.dumps(document).encode()
        return await self._exchange(data, sent_headers, id_, self.bounds.timeout if seconds is None else seconds)

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> Answer:
        """Send a valid notification. Over stdio nothing is waited for."""
        message = {"jsonrpc": "2.0", "method": method, **({"params": dict(params)} if params else {})}
        data, headers = json.dumps(message).encode(), self.headers(message)
        self._hear(data, "client", headers=headers or None)
        if self.wire.has_one_stream:
            return await self._exchange(data, headers, None, 0.05)
        return await self._exchange(data, headers, None, self.bounds.timeout)

    async def fetch(self, wire: HttpWire, method: str, headers: Mapping[str, str]) -> HttpAnswer:
        """Send an HTTP request without a body; the answer has no status if it is late."""
        try:
            return await wire.fetch(method, {**self.headers(None, method), **headers}, self.bounds.timeout)
        except asyncio.TimeoutError:
            return HttpAnswer()

    async def _exchange(self, data: bytes, headers: Mapping[str, str], id_: object, seconds: float) -> Answer:
        answer = Answer()

        async def on_text(text: bytes) -> bool:
            document = read_document(text)
            parts = document if is_array(document) else [document]
            is_answer = id_ is not None and is_object(document) and _is_response(document) and document.get("id") == id_
            if is_answer:
                answer.document = document
            else:
                answer.others += [each for each in parts if is_object(each) and "method" not in each]
            if not self._is_about_faulty(parts):
                self._hear(text, "server", document=document)
                await self._reply_to_requests(parts)
            return is_answer

        try:
            answer.http = await self.wire.exchange(data, headers, on_text, seconds)
        except asyncio.TimeoutError:
            answer.is_late = True
        return answer

    def _is_about_faulty(self, parts: list[Any]) -> bool:
        """Return whether a text answers a faulty text: it has the id of a faulty one, or no id after a faulty one
        was sent.
        """
        responses = [each for each in parts if is_object(each) and _is_response(each)]
        if len(responses) != len(parts) or not parts:
            return False
        ids = [each.get("id") for each in responses]
        return all((id_ is None and self._sent_faulty) or _is_in(id_, self._faulty_ids) for id_ in ids)

    async def _reply_to_requests(self, parts: list[Any]) -> None:
        """Answer a ping of the server, and refuse its other requests."""
        for each in parts:
            if not is_object(each) or "method" not in each or not isinstance(each.get("id"), (str, int)):
                continue
            refusal = {"error": {"code": METHOD_NOT_FOUND, "message": "this client answers ping only"}}
            reply = {"jsonrpc": "2.0", "id": each["id"], **({"result": {}} if each["method"] == PING else refusal)}
            data = json.dumps(reply).encode()
            self._hear(data, "client")
            await self.wire.send(data, self.headers(reply), self.bounds.timeout)

    def _hear(
        self, text: bytes, sender: mb.Sender, *, headers: Mapping[str, str] | None = None, document: Any = None
    ) -> None:
        for event in self._observer.hear(text, sender, headers=headers):
            for each in event.findings:
                if each.side == sender == "server":
                    request_method = event.request.method if event.request is not None else ""
                    method = request_method or (_method_of(document) or "")
                    self._add_observed(each, method, document)

    def _add_observed(self, found: Any, subject: str, document: Any) -> None:
        revision = self.revision.id
        if found.kind == "session":
            page = _session_page(found.rule, revision)
        else:
            pages = [each for each in found.sources if each.startswith("specification/")]
            page = SITE + pages[0] if pages else page_url(revision, "schema")
        self.add(
            ServerFinding(
                f"{found.kind}/{found.rule}",
                found.level,
                revision,
                self.phase,
                page,
                found.message,
                _shortened(subject),
                _shortened(found.pointer),
                type_at(document, found.pointer),
            )
        )

    def add(self, finding: ServerFinding) -> None:
        """Add a finding, once, if its rule is one of those to report."""
        is_reported = not self._only or finding.rule in self._only
        if is_reported and len(self.findings) < _MAX_FINDINGS:
            self.findings.setdefault(finding.fingerprint, finding)

    def is_checked(self, rule: str) -> bool:
        """Return whether a rule of `rules.toml` holds in this connection and is one of those to report."""
        row = all_rules()[rule]
        return (
            (not self._only or rule in self._only)
            and row.statement_of(self.revision.id) is not None
            and (row.transport is None or self._has_transport(row.transport))
            and (not row.needs or row.needs in self.capabilities)
            and (not row.unless or row.unless not in self.capabilities)
        )

    def _has_transport(self, kind: str) -> bool:
        """Return whether the connection has a transport. Pages about HTTP mean the HTTP transport of their revision."""
        is_own = self.wire.has_one_stream == (self.revision.protocol.http.transport == HTTP_SSE)
        return kind == self.wire.kind and (kind == "stdio" or is_own)

    def break_rule(self, rule: str, subject: str, came: str, pointer: str = "") -> None:
        """Add the finding that a rule of `rules.toml` is broken, if it is checked.

        Args:
            rule: the id of the rule.
            subject: the method.
            came: the kind of what came.
            pointer: the place in the message.
        """
        if self.is_checked(rule):
            self.add(broken_rule(rule, self.revision.id, self.phase, subject, pointer, came))


def _session_page(rule: str, revision: str) -> str:
    """Return the address of the page of a session rule, in the checked revision if the page is known there."""
    for each in reversed(observed_pages().get(rule, ())):
        if each.since <= revision:
            return page_url(revision, each.page)
    return SITE + RULES[rule].source


def read_document(text: bytes) -> Any:
    """Return a text of a server as JSON; None if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"


def _is_response(document: Mapping[str, Any]) -> bool:
    return "method" not in document and ("result" in document or "error" in document)


def _is_in(id_: object, ids: set[Any]) -> bool:
    return isinstance(id_, (str, int)) and id_ in ids


def _method_of(document: Any) -> str | None:
    method = document.get("method") if is_object(document) else None
    return method if isinstance(method, str) else None


@asynccontextmanager
async def connected_client(
    wire: ServerWire,
    revision: mb.Revision,
    bounds: Bounds,
    only: frozenset[str] = frozenset(),
    declared: Mapping[str, Any] = NO_CAPABILITIES,
) -> AsyncGenerator[RevisionClient]:
    """Make a connection to a server for the duration of the block, without opening it.

    Args:
        wire: the connection, which is ended with the block.
        revision: the revision that the client speaks.
        bounds: bounds of time and amounts.
        only: ids of the rules to report; empty for all.
        declared: the capabilities that the client declares.
    """
    try:
        yield RevisionClient(wire, revision, bounds, only, declared)
    finally:
        await asyncio.shield(wire.end())
