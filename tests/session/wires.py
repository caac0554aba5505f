"""A client's session and a server's, connected over stdio or HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.extensions import Extension
from mcp_bindings.negotiation.eras import read_declared_version
from mcp_bindings.session import Event, OpeningContinues
from mcp_bindings.session.events import OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from mcp_bindings.session.session import Session
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND
from mcp_bindings.spec.names import Transport

OLD = "2024-11-05"
"""The revision with the HTTP+SSE transport."""

INFO = {"name": "x", "version": "1"}


class Answer(NamedTuple):
    """The response to one message."""

    body: bytes | None
    """None if there is no response."""
    status: int = 200


React = Callable[[bytes, Answer], Answer]
"""The response of another implementation to a message that our server rejects: takes the message and our error."""


class Wire:
    """Carries the opening messages between a client and a server.

    Args:
        client: versions of the client.
        server: versions of the server.
        react: the response to a message that the server rejects; by default our own error.
        extensions: extensions of both sides.

    Attributes:
        said: method and version of every message of the client.
        statuses: of every HTTP response.
        events: of the client, for each response.
    """

    def __init__(
        self,
        client: Collection[str],
        server: Collection[str],
        react: React | None = None,
        extensions: Collection[Extension] = (),
    ) -> None:
        options: dict[str, Any] = {"info": INFO, "transport": self.transport, "extensions": extensions}
        self.client = Session("client", client, **options)
        self.server = Session("server", server, capabilities={"tools": {}}, **options)
        self.react = react
        self.said: list[tuple[str, str | None]] = []
        self.statuses: list[int] = []
        self.events: list[Event | RequestLost | SessionExpired] = []

    transport: Transport = "stdio"

    def open(self) -> str | None:
        """Carry the opening to its end and return the negotiated version."""
        data: bytes | None = self.client.open()
        while data is not None:
            data = self.step(data)
        return self.client.version

    def step(self, data: bytes) -> bytes | None:
        """Carry one message and its response; return the client's next message, if there is one."""
        document = json.loads(data)
        self.said.append(
            (document["method"], read_declared_version(document) or document["params"].get("protocolVersion"))
            if "id" in document
            else (document["method"], None)
        )
        answer = self.carry(data)
        if "id" not in document:
            return None
        event = self.receive_answer(document["id"], answer)
        self.events.append(event)
        match event:
            case VersionAgreed(reply=reply) | OpeningContinues(reply=reply):
                return reply
            case OpeningFailed():
                return None
            case _:
                raise AssertionError(f"an opening does not end with {event}")

    def receive_answer(self, id_: int, answer: Answer) -> Event | RequestLost | SessionExpired:
        return self.client.receive(answer.body) if answer.body else self.client.request_failed(id_)

    def carry(self, data: bytes) -> Answer:
        return self.respond(self.server, data)

    def respond(self, server: Session, data: bytes, headers: dict[str, str] | None = None) -> Answer:
        """The response of a server to one message."""
        try:
            event = server.receive(data, headers=headers)
        except mb.ProtocolError as error:
            refusal = Answer(error.to_bytes(), status_of(error))
            return self.react(data, refusal) if self.react is not None else refusal
        return Answer(server.accept(event)) if isinstance(event, mb.Request) else Answer(None, 202)


class Http(Wire):
    """Each message is a POST; the streams of HTTP+SSE exist if the server supports 2024-11-05."""

    transport: Transport = "http"

    def __init__(self, client: Collection[str], server: Collection[str], react: React | None = None) -> None:
        super().__init__(client, server, react)
        newer = [version for version in server if version != OLD]
        self.newer = Session("server", newer, info=INFO, transport="http") if newer else None
        self.older = Session("server", [OLD], info=INFO, transport="http") if OLD in server else None

    def open(self) -> str | None:
        data: bytes | None = self.client.open()
        while data is not None:
            if self.client.http_transport == "http+sse" and self.older is None:
                self.client.close()  # the GET that opens the stream gets status 405
                return None
            data = self.step(data)
        return self.client.version

    def carry(self, data: bytes) -> Answer:
        if self.client.http_transport == "http+sse":
            assert self.older is not None
            return self.respond(self.older, data)
        if self.newer is None:
            answer = Answer(None, 405)
        else:
            answer = self.respond(self.newer, data, self.client.http_headers(data))
        self.statuses.append(answer.status)
        return answer

    def receive_answer(self, id_: int, answer: Answer) -> Event | RequestLost | SessionExpired:
        if answer.status >= 400:
            return self.client.request_failed(id_, http_status=answer.status, body=answer.body or b"")
        return super().receive_answer(id_, answer)


def status_of(error: mb.ProtocolError) -> int:
    """The HTTP status of a rejected message."""
    status = getattr(error, "http_status", None)
    return status or (404 if error.code == METHOD_NOT_FOUND else 400)
