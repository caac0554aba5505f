"""Simulate the negotiation between a client and a server that speak given versions, message by message.

The functions of `mcp_bindings.negotiation` act for both sides, so the outcome is that of the specification's algorithm.
The sides need not agree on the newest version that both speak. A server that does not speak the requested version may
offer a version that the client does not speak, although both sides speak an older version.

Pages: /specification/2026-07-28/basic/versioning#compatibility-matrix, and the pages of those functions.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, NamedTuple, get_args

from ..http.headers import request_headers
from ..http.requests import check_http_request
from ..negotiation.probes import (
    ProbeVerdict,
    check_http_initialize_response,
    check_http_probe_response,
    check_stdio_probe_response,
)
from ..negotiation.versions import (
    ErrorObject,
    add_required_members,
    add_required_params,
    answer_initialize,
    check_initialize_version,
    check_request_version,
    era_of,
    known_versions,
    make_discover_result,
)
from ..options import check_choice, check_texts
from ..renames import list_names, to_own_name
from ..revisions import revision
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import (
    CAPABILITIES_KEY,
    CLIENT_INFO_KEY,
    DISCOVER,
    INITIALIZE,
    INITIALIZED,
    META,
    VERSION_KEY,
    Era,
    Transport,
)


class NegotiationStep(NamedTuple):
    """One step of a negotiation: a message, HTTP request or HTTP response that a side sends."""

    sender: Literal["client", "server"]
    message: dict[str, Any] | None
    """The JSON-RPC message; None for a GET, and for a response without a message."""

    headers: dict[str, str]
    """The headers that the specification requires of the client's POST; empty for any other step, and on the HTTP
    transport of 2024-11-05."""

    note: str
    """An explanation of the step."""

    http_status: int | None = None
    """The HTTP status of a response; None for any other step, and without HTTP."""

    def to_value(self) -> dict[str, Any]:
        """Return the step as a JSON value, with `http_status` if the step has one."""
        value = {"from": self.sender, "message": self.message, "headers": self.headers, "note": self.note}
        return value if self.http_status is None else {**value, "http_status": self.http_status}


class NegotiationOutcome(NamedTuple):
    """The version that two sides agree on, and the steps that lead to it."""

    version: str | None
    """The version; None if the sides agree on none."""

    reason: str
    steps: tuple[NegotiationStep, ...]

    @property
    def era(self) -> Era | None:
        """The era of the version; None without a version."""
        return era_of(self.version)

    def to_value(self) -> dict[str, Any]:
        """Return the outcome as a JSON value."""
        steps = [step.to_value() for step in self.steps]
        return {"version": self.version, "era": self.era, "reason": self.reason, "steps": steps}


def negotiate(
    client: Collection[str], server: Collection[str], transport: Transport, *, minimum: str | None = None
) -> NegotiationOutcome:
    """Simulate a client and a server that speak given versions, and record every step.

    Where the specification leaves a choice, the most common choice is simulated. So a handshake server responds to
    `server/discover` with -32601 on stdio, and with status 400 and no body on HTTP. A server that speaks 2024-11-05
    offers that revision on the HTTP transport of 2024-11-05, and other revisions on the newer HTTP transport.

    Args:
        client: ids of the revisions that the client speaks; unknown ones are ignored.
        server: ids of the revisions that the server speaks; unknown ones are ignored.
        transport: `stdio`, or `http` for the HTTP transport that the revision in use has.
        minimum: id of the oldest release that either side accepts; by default the oldest of all.

    Returns:
        The outcome with its steps. If a side speaks nothing from `minimum` on, the outcome has no version and no steps.

    Raises:
        UnknownRevision: `minimum` is not a release.
        TypeError: `client` or `server` is no list of texts.
        ValueError: a side speaks no known revision, or the transport is not known.
    """
    check_choice("transport", transport, get_args(Transport))
    for side, versions in (("client", client), ("server", server)):
        if not known_versions(check_texts(side, versions)):
            raise ValueError(f"the {side} must speak at least one known revision")
    of_client, of_server = known_versions(client, minimum=minimum), known_versions(server, minimum=minimum)
    if not of_client or not of_server:
        side = "the server" if of_client else "the client"
        return NegotiationOutcome(None, f"{side} speaks nothing from {minimum} on", ())
    return (_StdioSimulation if transport == "stdio" else _HttpSimulation)(of_client, of_server).simulate()


class _Simulation:
    """A simulated negotiation: the versions of both sides, and the steps so far."""

    def __init__(self, client: tuple[str, ...], server: tuple[str, ...]) -> None:
        self.client = client
        self.server = server
        self.steps: list[NegotiationStep] = []
        self.tried: list[str] = []

    def simulate(self) -> NegotiationOutcome:
        per_request = known_versions(self.client, era="per-request")
        if not per_request:
            return self.simulate_handshake(self.client[0])
        verdict = self.simulate_probe(per_request[0])
        while verdict.action == "retry" and verdict.version is not None:
            verdict = self.simulate_probe(verdict.version)
        if verdict.action == "initialize" and verdict.version is not None:
            return self.simulate_handshake(verdict.version)
        return self.make_outcome(verdict.version if verdict.action == "proceed" else None, verdict.reason)

    def make_outcome(self, version: str | None, reason: str) -> NegotiationOutcome:
        return NegotiationOutcome(version, reason, tuple(self.steps))

    def simulate_probe(self, version: str) -> ProbeVerdict:
        raise NotImplementedError

    def simulate_handshake(self, version: str) -> NegotiationOutcome:
        raise NotImplementedError

    def make_request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = 1 + sum(
            step.message is not None and "id" in step.message for step in self.steps if _is_from_client(step)
        )
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    def begin_probe(self, version: str) -> dict[str, Any]:
        """Record that the client tries a version. Return the `server/discover` request in this version."""
        self.tried.append(version)
        info = {"name": "client", "version": "1"}
        meta = {VERSION_KEY: version, CAPABILITIES_KEY: {}, CLIENT_INFO_KEY: info}
        params = add_required_params(revision(version), DISCOVER, {META: meta})
        return self.make_request(to_own_name(DISCOVER, revision(version)), params)

    def make_initialize(self, version: str) -> dict[str, Any]:
        info = {"name": "client", "version": "1"}
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": info}
        return self.make_request(INITIALIZE, add_required_params(revision(version), INITIALIZE, params))

    def make_discover_result(self, version: str) -> dict[str, Any]:
        return make_discover_result(revision(version), self.server, {})

    def record_answer(
        self, request: dict[str, Any], result: dict[str, Any] | ErrorObject, note: str, status: int | None = None
    ) -> dict[str, Any]:
        outcome = {"error": result.to_value()} if isinstance(result, ErrorObject) else {"result": result}
        message = {"jsonrpc": "2.0", "id": request["id"], **outcome}
        self.steps.append(NegotiationStep("server", message, {}, note, status))
        return message

    def finish_handshake(
        self, request: dict[str, Any], server: tuple[str, ...], *, http: bool, plain: bool = False
    ) -> NegotiationOutcome:
        """Record the answer of the server to `initialize`, and return the outcome.

        If the client accepts the version in the answer, `notifications/initialized` is recorded too.

        Args:
            request: the `initialize` request.
            server: the versions that the server speaks on this transport.
            http: whether the messages travel over HTTP.
            plain: whether the HTTP transport requires no headers.
        """
        requested: str = request["params"]["protocolVersion"]
        answer = answer_initialize(requested, server)
        if answer.error is not None or answer.version is None:  # only on stdio: over HTTP `record_post` has the refusal
            self.record_answer(
                request, answer.error or ErrorObject(METHOD_NOT_FOUND, ""), "no revision has a handshake"
            )
            return self.make_outcome(None, "the server speaks no revision with a handshake")
        info = {"name": "server", "version": "1"}
        result = {"protocolVersion": answer.version, "capabilities": {}, "serverInfo": info}
        result = add_required_members(revision(answer.version), INITIALIZE, result)
        self.record_answer(request, result, "the version asked for, or the newest of its own", 200 if http else None)
        verdict = check_initialize_version(answer.version, requested, self.client)
        if verdict.version is None:
            return self.make_outcome(None, f"the client disconnects from {answer.version}: {verdict.reason}")
        ready = {"jsonrpc": "2.0", "method": INITIALIZED}
        headers = request_headers(ready, verdict.version) if http and not plain else {}
        self.steps.append(NegotiationStep("client", ready, headers, "from here on both sides speak the version"))
        return self.make_outcome(verdict.version, verdict.reason)


class _StdioSimulation(_Simulation):
    """A simulated negotiation on standard streams."""

    def simulate_probe(self, version: str) -> ProbeVerdict:
        request = self.begin_probe(version)
        self.steps.append(NegotiationStep("client", request, {}, "does the server speak a per-request revision?"))
        if not known_versions(self.server, era="per-request"):
            error = ErrorObject(METHOD_NOT_FOUND, "Method not found")
            answer = self.record_answer(request, error, "a server with a handshake; any error, or no answer")
        else:
            verdict = check_request_version(version, self.server)
            answer = self.record_answer(
                request, verdict.error or self.make_discover_result(version), "a per-request server"
            )
        return check_stdio_probe_response(answer, self.client, tried=self.tried)

    def simulate_handshake(self, version: str) -> NegotiationOutcome:
        request = self.make_initialize(version)
        self.steps.append(
            NegotiationStep("client", request, {}, "the newest version of the client that has a handshake")
        )
        return self.finish_handshake(request, self.server, http=False)


class _HttpSimulation(_Simulation):
    """A simulated negotiation over HTTP. 2024-11-05 has another HTTP transport than all other revisions."""

    def __init__(self, client: tuple[str, ...], server: tuple[str, ...]) -> None:
        super().__init__(client, server)
        self.streamable = tuple(name for name in server if not _uses_http_sse(name))

    def simulate_probe(self, version: str) -> ProbeVerdict:
        request = self.begin_probe(version)
        status, answer = self.record_post(
            request, version, "does the server speak a per-request revision?", self.make_discover_result(version)
        )
        return check_http_probe_response(status, answer, self.client, tried=self.tried)

    def record_post(
        self, request: dict[str, Any], version: str, note: str, result: dict[str, Any] | None
    ) -> tuple[int, dict[str, Any] | None]:
        """Record a POST of the client and the response of the server.

        Args:
            request: the message of the client.
            version: the version in the headers.
            note: an explanation of the step.
            result: the result of an accepted request; None if the response is recorded later.

        Returns:
            The status of the response, and the body of the response. The body is None if it is empty, or if the
            response is recorded later.
        """
        headers = request_headers(request, version)
        self.steps.append(NegotiationStep("client", request, headers, note))
        if not self.streamable:
            self.steps.append(NegotiationStep("server", None, {}, "only the transport of 2024-11-05 is there", 405))
            return 405, None
        verdict = check_http_request(request, headers, self.streamable)
        if verdict.http_status is not None and verdict.error is not None:
            return verdict.http_status, self.record_answer(request, verdict.error, "refused", verdict.http_status)
        if verdict.http_status is not None or (
            request["method"] in list_names(DISCOVER) and verdict.era == "handshake"
        ):
            self.steps.append(NegotiationStep("server", None, {}, "a server with a handshake; any body", 400))
            return 400, None
        return 200, self.record_answer(request, result, "a per-request server", 200) if result is not None else None

    def simulate_handshake(self, version: str) -> NegotiationOutcome:
        if _uses_http_sse(version):
            return self.try_old_transport("the client has no revision with the newer transport")
        request = self.make_initialize(version)
        note = "the newest version of the client that has a handshake"
        status, answer = self.record_post(request, version, note, None)
        if status == 200:
            return self.finish_handshake(request, self.streamable, http=True)
        verdict = check_http_initialize_response(status, answer, self.client)
        return (
            self.try_old_transport(verdict.reason)
            if verdict.action == "http+sse"
            else self.make_outcome(None, verdict.reason)
        )

    def try_old_transport(self, note: str) -> NegotiationOutcome:
        """Simulate a handshake over the HTTP transport of 2024-11-05, and return the outcome.

        The steps are a GET, the event `endpoint` in response, and `initialize`. If the server lacks this transport, the
        outcome has no version.

        Args:
            note: the reason why the client tries this transport.
        """
        old = next(name for name in self.client if _uses_http_sse(name))
        self.steps.append(NegotiationStep("client", None, {}, f"GET, as in {old}: {note}"))
        with_old_transport = tuple(name for name in self.server if _uses_http_sse(name))
        if not with_old_transport:
            self.steps.append(NegotiationStep("server", None, {}, "there is no such stream", 405))
            return self.make_outcome(None, "the server has no transport of the client")
        self.steps.append(NegotiationStep("server", None, {}, "the event endpoint opens the stream", 200))
        request = self.make_initialize(old)
        self.steps.append(NegotiationStep("client", request, {}, "POST to the URI of the event"))
        return self.finish_handshake(request, with_old_transport, http=True, plain=True)


def _uses_http_sse(name: str) -> bool:
    return revision(name).protocol.http.transport == "http+sse"


def _is_from_client(step: NegotiationStep) -> bool:
    return step.sender == "client"
