"""A client of one revision. It sends valid requests and faulty texts to a server. An observer checks the valid
exchange.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import mcp_bindings as mb
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.connections import BoundReachedError, Bounds, HttpAnswer, HttpConnection, ServerConnection
from mcp_bindgen.servers.findings import ServerFinding, make_broken_rule_finding, type_at
from mcp_bindgen.servers.rules import SITE, ObservedRule, Phase, all_rules, observed_rules, page_url
from mcp_bindings.http import request_headers
from mcp_bindings.json_values import member_at
from mcp_bindings.negotiation.versions import add_required_params
from mcp_bindings.renames import CAPABILITIES, find_own_name, list_names, list_other_names, to_own_name
from mcp_bindings.session import RULES
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND
from mcp_bindings.spec.names import VERSION_HEADER

INITIALIZE, DISCOVER, PING, LISTEN = "initialize", "server/discover", "ping", "subscriptions/listen"
RESOURCE_UPDATED = "notifications/resources/updated"
_ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
DENIAL_STATUSES = (401, 403, 429)
"""HTTP statuses by which a server refuses every request of a client. They say nothing about the message."""

REQUEST_TIMEOUT_STATUS = 408
"""HTTP status by which a server says that a request has come too late."""

ACCEPTED_STATUS = 202
"""HTTP status for a notification that the server accepts."""

HTTP_SSE = "http+sse"
"""The name of the HTTP transport of 2024-11-05 in the protocol facts."""

SESSION_HEADER = "mcp-session-id"
_SESSION_ID = re.compile(r"[\x21-\x7E]+")
NO_CAPABILITIES: Mapping[str, Any] = MappingProxyType({})
_MAX_UNANSWERED = 2
"""Number of consecutive requests without a response after which the client sends no more requests."""

_MAX_FINDINGS = 1_000
"""Greatest number of findings of one connection. Further ones are dropped."""

_MAX_TEXT = 200
"""Greatest number of characters of a method or pointer in a finding, since a server can choose both."""


@dataclass
class Answer:
    """The answer of a server to one text.

    Attributes:
        document: the JSON-RPC response with the id of the text, as JSON; None if no response with that id was received.
        http: the HTTP response.
        other_responses: the other JSON objects without a method: JSON-RPC responses with another id, without an id, or
            in a batch.
        is_late: True if no response was received in time.
        is_acknowledged: True if the server has acknowledged the subscription for which the text asks.
    """

    document: Any = None
    http: HttpAnswer = field(default_factory=HttpAnswer)
    other_responses: list[Any] = field(default_factory=list[Any])
    is_late: bool = False
    is_acknowledged: bool = False

    @property
    def result(self) -> Any:
        """The result; None without a result."""
        return self.document.get("result") if is_object(self.document) else None

    @property
    def code(self) -> int | None:
        """The code of the error; None without an error whose code is an integer."""
        error = self.document.get("error") if is_object(self.document) else None
        code = error.get("code") if is_object(error) else None
        return code if isinstance(code, int) and not isinstance(code, bool) else None

    @property
    def is_error(self) -> bool:
        """True if the server has refused the text, by a JSON-RPC error or by an HTTP status of 400 or more."""
        refused = self.http.status is not None and self.http.status >= 400
        return refused or (is_object(self.document) and "error" in self.document)

    @property
    def is_decisive(self) -> bool:
        """True if the answer says whether the server accepts the text: a JSON-RPC response, or an HTTP status of 400 to
        499. A status that is not about the message, such as 503 or 401, decides nothing, also with a response.
        """
        status = self.http.status
        if status is not None and (status >= 500 or status in (*DENIAL_STATUSES, REQUEST_TIMEOUT_STATUS)):
            return False
        return is_object(self.document) or (status is not None and status >= 400)

    @property
    def description(self) -> str:
        """The HTTP status and the kind of the response, as text for a finding. An error code is the only value of the
        server in this text.
        """
        status = "" if self.http.status is None else f"HTTP status {self.http.status}, "
        if self.code is not None:
            return f"{status}the error {self.code}"
        if is_object(self.document):
            return f"{status}{'an error without a code' if 'error' in self.document else 'a result'}"
        return f"{status}no JSON-RPC response"


class StuckError(ConnectionError):
    """The error for a server that no longer answers. Such an error is no finding."""


class RevisionClient:
    """A client that speaks one revision to a server, over one connection.

    Args:
        connection: the connection to the server, not yet started.
        revision: the revision that the client speaks.
        bounds: bounds of time, bytes and counts.
        only: ids of the rules to report; empty for all rules.
        declared: the capabilities that the client declares.

    Attributes:
        revision: the revision that the client speaks.
        bounds: bounds of time, bytes and counts.
        connection: the connection to the server.
        phase: the phase in progress.
        findings: the findings so far, by their fingerprints.
        meta: the members of `_meta` that every request of the revision has.
        capabilities: the capabilities that the server has declared; empty before `open`.
        offered_session_id: the id of the HTTP session as the server has sent it; empty without an id.
        session_id: the id of the HTTP session; None without an id, or if the id has characters that no id may have.
        tools: the tools of the server; empty before they are listed.
        timed_out: the number of requests without a response in time.
        opening_result: the result of `initialize` or `server/discover`, as JSON; None without a result.
        initialized_answer: the answer to `notifications/initialized`; an empty answer if none was sent.
        failed_lists: a line for each list that could not be read completely, with the method and the reason.
        failed_reads: a line for each listed resource or prompt that the server has refused, with the method and the
            reason.
    """

    def __init__(
        self,
        connection: ServerConnection,
        revision: mb.Revision,
        bounds: Bounds,
        only: frozenset[str] = frozenset(),
        declared: Mapping[str, Any] = NO_CAPABILITIES,
    ) -> None:
        self.connection = connection
        self.revision = revision
        self.bounds = bounds
        self.phase: Phase = "open"
        self.findings: dict[str, ServerFinding] = {}
        self.capabilities: Mapping[str, Any] = {}
        self.offered_session_id = ""
        self.session_id: str | None = None
        self._agreed_version = revision.version
        self.tools: list[Mapping[str, Any]] = []
        self.opening_result: Any = None
        self.initialized_answer = Answer()
        self.timed_out = 0
        self.failed_lists: list[str] = []
        self.failed_reads: list[str] = []
        self._declared = dict(declared)
        self._only = only
        info = {"name": "mcp-bindgen", "version": mb.__version__}
        self._info: Mapping[str, str] = info
        is_draft = revision.id not in mb.REVISIONS
        releases = [] if is_draft else [revision.id]
        session = mb.Session(
            "client", releases, info=info, capabilities=self._declared, transport=connection.kind, draft=is_draft
        )
        self.meta: Mapping[str, Any] = session.request_meta
        self._observer = mb.Observer(
            revisions=releases,
            transport=connection.kind,
            limits=mb.Limits(max_bytes=bounds.max_bytes),
            lint=True,
            draft=is_draft,
        )
        self._faulty_ids: set[Any] = set()
        self._sent_faulty = False
        self._number = 0
        self._unanswered = 0

    @property
    def incomplete_reason(self) -> str:
        """The reasons why the check is not complete so far; empty if nothing is missing."""
        late = [f"requests without a response in time: {self.timed_out}"] if self.timed_out else []
        return "; ".join(dict.fromkeys([*late, *self.failed_lists, *self.failed_reads]))

    async def open(self) -> Answer:
        """Connect, send the first request of the revision, and return the answer.

        If the server refuses `initialize` and offers HTTP+SSE, `initialize` is sent again over that transport. The
        client keeps the result, and the capabilities and the session id of the server.

        Raises:
            ServerLostError: the server cannot be reached, or has ended.
            BoundReachedError: the server sends more than the bounds allow.
            StuckError: the server has answered none of the last requests in time.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        await self.connection.start()
        if self.revision.era == "per-request":
            answer = await self.send_request(DISCOVER)
        else:
            params = self.initialize_params(self.revision.version)
            answer = await self.send_request(INITIALIZE, params)
            if await self.open_http_sse(answer):
                answer = await self.send_request(INITIALIZE, params)
            self.keep_session_id(answer)
        self.opening_result = answer.result
        if is_object(answer.result):
            found = answer.result.get("capabilities")
            self.capabilities = found if is_object(found) else {}
        return answer

    async def open_http_sse(self, answer: Answer) -> bool:
        """Open the stream of HTTP+SSE, if the revision has that transport and the server has refused `initialize`.

        Page: /specification/2025-03-26/basic/transports#backwards-compatibility.

        Args:
            answer: the answer to a POST of `initialize`.

        Returns:
            Whether the stream is open. The client can then send `initialize` again.
        """
        status = answer.http.status or 0
        if self.revision.protocol.http.transport != HTTP_SSE or not 400 <= status < 500 or status in DENIAL_STATUSES:
            return False
        return isinstance(self.connection, HttpConnection) and await self.connection.open_http_sse()

    async def end_opening(self) -> None:
        """Send `notifications/initialized` in a handshake revision; do nothing in other revisions.

        Raises:
            ServerLostError: the server cannot be reached, or has ended.
            BoundReachedError: the server sends more than the bounds allow.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        if self.revision.era == "handshake":
            self.initialized_answer = await self.send_notification("notifications/initialized")

    def initialize_params(self, version: str) -> dict[str, Any]:
        """Return the params of `initialize`.

        Args:
            version: the version to ask for.
        """
        params = {"protocolVersion": version, "capabilities": self._declared, "clientInfo": self._info}
        return add_required_params(self.revision, INITIALIZE, params)

    def make_request(
        self, method: str, params: Mapping[str, Any] | None = None, *, id_: object = None
    ) -> dict[str, Any]:
        """Return a request of the revision as JSON. Each request uses up one number for ids, also with a given id.

        Args:
            method: the method, by its name in any release.
            params: the params without the members of `_meta` that every request of the revision has; None without other
                params.
            id_: the request id; None for a new one.
        """
        self._number += 1
        own = to_own_name(method, self.revision)
        found: dict[str, Any] = {"jsonrpc": "2.0", "id": self._number if id_ is None else id_, "method": own}
        if self.meta or params:
            members = dict(params or {})
            if self.meta:
                members["_meta"] = {**self.meta, **members.get("_meta", {})}
            found["params"] = members
        return found

    def make_headers(self, message: object, http_method: str = "POST") -> dict[str, str]:
        """Return the headers that the revision requires of an HTTP request; none over stdio.

        Args:
            message: the body as JSON; None without a body.
            http_method: the method of the HTTP request.

        Raises:
            ValueError: a name or an argument in the message cannot be written as a header.
        """
        if self.connection.kind == "stdio":
            return {}
        schema = None
        if is_object(message) and message.get("method") in list_names("tools/call"):
            name = message["params"].get("name")
            schema = next((each.get("inputSchema") for each in self.tools if each.get("name") == name), None)
        version, session_id = self.revision.version, self.session_id
        found = request_headers(message, version, session_id=session_id, input_schema=schema, http_method=http_method)
        if session_id is not None and SESSION_HEADER not in map(str.lower, found):
            found[SESSION_HEADER] = session_id  # Streamable HTTP with the messages of 2024-11-05
        return found

    async def send_request(self, method: str, params: Mapping[str, Any] | None = None, *, id_: object = None) -> Answer:
        """Send a valid request, and return the answer. The observer checks what the server sends until the response.

        The answer to `subscriptions/listen` is the acknowledgement, or else the response. A request whose headers
        cannot be written is not sent. Its answer is empty.

        Args:
            method: the method.
            params: the params without the members of `_meta` that every request of the revision has; None without other
                params.
            id_: the request id; None for a new one.

        Raises:
            StuckError: the server has answered none of the last requests in time.
            ServerLostError: the server cannot be reached, or has ended.
            BoundReachedError: the server sends more than the bounds allow.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        message = self.make_request(method, params, id_=id_)
        try:
            headers = self.make_headers(message)
        except ValueError:
            return Answer()  # the server has chosen a name that no header can hold, so nothing can be sent
        data = json.dumps(message).encode()
        self._observe_text(data, "client", headers=headers or None)
        answer = await self._exchange_text(message, headers, self.bounds.timeout)
        if answer.document is None:
            self._observer.lost(message["id"])
        if answer.http.status == 200 and not answer.http.is_json and not answer.http.is_stream:
            self.add_broken_rule("list/content-type", method, "HTTP status 200 with another media type, or with none")
        self.timed_out += answer.is_late
        self._unanswered = self._unanswered + 1 if answer.is_late else 0
        if self._unanswered >= _MAX_UNANSWERED:
            raise StuckError(f"the server has not answered {_MAX_UNANSWERED} requests in a row")
        return answer

    async def send_faulty_message(
        self, document: Any, headers: Mapping[str, str] | None = None, *, seconds: float | None = None
    ) -> Answer:
        """Send a text that the server must refuse or ignore, and return the answer. The observer gets neither the text
        nor the answer.

        Args:
            document: the message, or the batch, as JSON.
            headers: the HTTP headers; None for those that the revision requires.
            seconds: seconds to wait for the response; None for `Bounds.timeout`.

        Raises:
            ServerLostError: the server cannot be reached, or has ended.
            BoundReachedError: the server sends more than the bounds allow.
            ValueError: `headers` is None, and a name or an argument in the message cannot be written as a header.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        self._sent_faulty = True
        for each in document if is_array(document) else [document]:
            if is_object(each) and isinstance(each.get("id"), (str, int)):
                self._faulty_ids.add(each["id"])
        sent_headers = self.make_headers(document if is_object(document) else None) if headers is None else headers
        return await self._exchange_text(document, sent_headers, self.bounds.timeout if seconds is None else seconds)

    async def send_notification(self, method: str, params: Mapping[str, Any] | None = None) -> Answer:
        """Send a valid notification, and return the answer: the HTTP response, or, on a connection with one stream,
        what the server sends within 0.05 seconds.

        Raises:
            ServerLostError: the server cannot be reached, or has ended.
            BoundReachedError: the server sends more than the bounds allow.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        own = to_own_name(method, self.revision)
        message = {"jsonrpc": "2.0", "method": own, **({"params": dict(params)} if params else {})}
        data, headers = json.dumps(message).encode(), self.make_headers(message)
        self._observe_text(data, "client", headers=headers or None)
        if self.connection.has_one_stream:
            return await self._exchange_text(message, headers, 0.05)
        return await self._exchange_text(message, headers, self.bounds.timeout)

    async def send_without_body(
        self, connection: HttpConnection, method: str, headers: Mapping[str, str]
    ) -> HttpAnswer:
        """Send an HTTP request without a body, and return the response. If no response was received in time, it has no
        status.

        Raises:
            ServerLostError: the server cannot be reached, or the client gets no access token.
        """
        try:
            own = self.make_headers(None, method)
            return await connection.send_without_body(method, {**own, **headers}, self.bounds.timeout)
        except asyncio.TimeoutError:
            return HttpAnswer()

    def keep_session_id(self, answer: Answer) -> None:
        """Keep the session id and the version in the answer to `initialize`. An answer without a version counts as one
        with the version of the revision; `session_id` is None without a valid id.
        """
        version = answer.result.get("protocolVersion") if is_object(answer.result) else None
        self._agreed_version = version if isinstance(version, str) else self.revision.version
        self.offered_session_id = answer.http.headers.get(SESSION_HEADER, "")
        is_valid = _SESSION_ID.fullmatch(self.offered_session_id) is not None
        self.session_id = self.offered_session_id if is_valid else None

    async def end_session(self) -> None:
        """End the HTTP session. Do nothing without a session, or if the server has not answered the last request.

        The request names the version that the server has answered, which may be another than that of the revision.

        Page: /specification/2025-11-25/basic/transports#session-management.
        """
        if self.session_id is not None and isinstance(self.connection, HttpConnection) and not self._unanswered:
            usual = self.make_headers(None, "DELETE")
            agreed = {VERSION_HEADER: self._agreed_version} if VERSION_HEADER in usual else {}
            with suppress(ConnectionError, BoundReachedError):
                await self.send_without_body(self.connection, "DELETE", agreed)
            self.session_id = None

    async def _exchange_text(self, sent: Any, headers: Mapping[str, str], seconds: float) -> Answer:
        answer = Answer()
        id_ = sent.get("id") if is_object(sent) else None
        asked = "" if self.connection.has_one_stream else _method_of(sent) or ""

        async def on_text(text: bytes) -> bool:
            document = parse_text(text)
            parts = document if is_array(document) else [document]
            is_answer = id_ is not None and is_object(document) and _is_response(document) and document.get("id") == id_
            if is_answer:
                answer.document = document
            else:
                answer.other_responses += [each for each in parts if is_object(each) and "method" not in each]
            if not self._answers_only_faulty_texts(parts):
                self._observe_text(text, "server", document=document, asked=asked)
                await self._reply_to_requests(parts)
            is_acknowledgement = _method_of(document) in list_names(_ACKNOWLEDGED)
            answer.is_acknowledged |= _method_of(sent) in list_names(LISTEN) and is_acknowledgement
            return is_answer or answer.is_acknowledged

        try:
            answer.http = await self.connection.exchange(json.dumps(sent).encode(), headers, on_text, seconds)
        except asyncio.TimeoutError:
            answer.is_late = True
        return answer

    def _answers_only_faulty_texts(self, parts: list[Any]) -> bool:
        """Return whether a text of the server has only responses to faulty texts.

        A response counts if it has the id of a faulty text. Once a faulty text was sent, a response without an id
        counts too.
        """
        responses = [each for each in parts if is_object(each) and _is_response(each)]
        if len(responses) != len(parts) or not parts:
            return False
        ids = [each.get("id") for each in responses]
        return all((id_ is None and self._sent_faulty) or _is_id_in(id_, self._faulty_ids) for id_ in ids)

    async def _reply_to_requests(self, parts: list[Any]) -> None:
        """Answer the pings of the server, and refuse its other requests.

        Raises:
            ServerLostError: the server cannot be reached, or has ended.
            asyncio.TimeoutError: a reply is not sent in time.
        """
        for each in parts:
            if not is_object(each) or "method" not in each or not isinstance(each.get("id"), (str, int)):
                continue
            refusal = {"error": {"code": METHOD_NOT_FOUND, "message": "this client answers ping only"}}
            reply = {
                "jsonrpc": "2.0",
                "id": each["id"],
                **({"result": {}} if each["method"] in list_names(PING) else refusal),
            }
            data = json.dumps(reply).encode()
            self._observe_text(data, "client")
            await self.connection.send(data, self.make_headers(reply), self.bounds.timeout)

    def _observe_text(
        self,
        text: bytes,
        sender: mb.Sender,
        *,
        headers: Mapping[str, str] | None = None,
        document: Any = None,
        asked: str = "",
    ) -> None:
        for event in self._observer.hear(text, sender, headers=headers):
            for each in event.findings:
                if each.side == sender == "server":
                    request_method = event.request.method if event.request is not None else ""
                    method = request_method or _method_of(document) or asked
                    self._add_observed_finding(each, method, document)

    def _add_observed_finding(self, found: Any, subject: str, document: Any) -> None:
        revision = self.revision.id
        if found.kind == "session":
            page = _session_rule_url(found.rule, revision)
        else:
            pages = [each for each in found.sources if each.startswith("specification/")]
            page = SITE + pages[0] if pages else page_url(revision, "schema")
        self.add_finding(
            ServerFinding(
                f"{found.kind}/{found.rule}",
                found.level,
                revision,
                self.phase,
                page,
                found.message,
                _shorten(subject),
                _shorten(found.pointer),
                type_at(document, found.pointer),
                found.kind == "session" and observed_rules().get(found.rule, ObservedRule()).is_sdk,
            )
        )

    def add_finding(self, finding: ServerFinding) -> None:
        """Add a finding, unless its rule is not to be reported, an equal finding exists, or there are too many
        findings.
        """
        is_reported = not self._only or finding.rule in self._only
        if is_reported and len(self.findings) < _MAX_FINDINGS:
            self.findings.setdefault(finding.fingerprint, finding)

    def is_checked(self, rule: str) -> bool:
        """Return whether a rule of `rules.toml` applies to the revision, the connection and the server, and is to be
        reported.
        """
        row = all_rules()[rule]
        return (
            (not self._only or rule in self._only)
            and row.statement_of(self.revision.id) is not None
            and (row.send is None or find_own_name(row.send["method"], self.revision) is not None)
            and (row.transport is None or self._matches_transport(row.transport))
            and (not row.needs or declares_capability(self.capabilities, row.needs, self.revision))
            and not (row.unless and declares_capability(self.capabilities, row.unless, self.revision))
        )

    def _matches_transport(self, kind: str) -> bool:
        """Return whether rules for a transport apply to the connection.

        A rule for HTTP applies only to the HTTP transport of the revision: HTTP+SSE or Streamable HTTP.
        """
        is_of_revision = self.connection.has_one_stream == (self.revision.protocol.http.transport == HTTP_SSE)
        return kind == self.connection.kind and (kind == "stdio" or is_of_revision)

    def add_broken_rule(self, rule: str, subject: str, received: str, pointer: str = "") -> None:
        """Add the finding that the server breaks a rule of `rules.toml`, if this client checks the rule.

        Args:
            rule: the id of the rule.
            subject: the method of the message.
            received: a description of the answer, without values of the server.
            pointer: the JSON Pointer of the fault in the message of the server; empty for the whole message.
        """
        if self.is_checked(rule):
            self.add_finding(make_broken_rule_finding(rule, self.revision.id, self.phase, subject, pointer, received))


def declares_capability(capabilities: Mapping[str, Any], name: str, rev: mb.Revision) -> bool:
    """Return whether a server has declared a capability, under its name in a rule or the one that the revision has.

    Args:
        capabilities: the capabilities that the server has declared, as JSON.
        name: the name of the capability in the rule.
        rev: the revision that the server speaks.
    """
    paths = (name, *list_other_names(name, CAPABILITIES["server"], rev.id))
    return any(member_at(capabilities, *path.split(".")) is not None for path in paths)


def _session_rule_url(rule: str, revision: str) -> str:
    """Return the URL of the page that states a session rule, preferably a page of the checked revision."""
    for each in reversed(observed_rules().get(rule, ObservedRule()).statements):
        if each.since <= revision:
            return page_url(revision, each.page)
    return SITE + RULES[rule].source


def without_session_header(headers: Mapping[str, str]) -> dict[str, str]:
    """Return HTTP headers without the one that names the session."""
    return {name: value for name, value in headers.items() if name.lower() != SESSION_HEADER}


def parse_text(text: bytes) -> Any:
    """Return a text of a server as JSON; None if the text is not JSON or is nested too deeply."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"


def _is_response(document: Mapping[str, Any]) -> bool:
    return "method" not in document and ("result" in document or "error" in document)


def _is_id_in(id_: object, ids: set[Any]) -> bool:
    return isinstance(id_, (str, int)) and id_ in ids


def _method_of(document: Any) -> str | None:
    method = document.get("method") if is_object(document) else None
    return method if isinstance(method, str) else None


@asynccontextmanager
async def client_over(
    connection: ServerConnection,
    revision: mb.Revision,
    bounds: Bounds,
    only: frozenset[str] = frozenset(),
    declared: Mapping[str, Any] = NO_CAPABILITIES,
) -> AsyncGenerator[RevisionClient]:
    """Yield a client that has sent nothing yet. After the block, end the connection, and the HTTP session unless the
    block raises.

    Args:
        connection: the connection, not yet started.
        revision: the revision that the client speaks.
        bounds: bounds of time, bytes and counts.
        only: ids of the rules to report; empty for all rules.
        declared: the capabilities that the client declares.
    """
    try:
        client = RevisionClient(connection, revision, bounds, only, declared)
        yield client
        await client.end_session()
    finally:
        await asyncio.shield(connection.end())
