"""A client's session and a server's, with a wire between them: standard streams or HTTP requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import NamedTuple

import mcp_bindings as mb
from mcp_bindings.negotiation.eras import declared_version
from mcp_bindings.session import (
    Event,
    OpeningContinues,
    OpeningFailed,
    RequestLost,
    Session,
    SessionExpired,
    VersionAgreed,
)
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND
from mcp_bindings.spec.names import Transport

OLD = "2024-11-05"
"""The revision with an HTTP transport of its own."""

INFO = {"name": "x", "version": "1"}


class Answer(NamedTuple):
    """What comes back for one message."""

    body: bytes | None
    """None where nothing comes."""
    status: int = 200


React = Callable[[bytes, Answer], Answer]
"""How a server of another make answers what ours refuses: the message and our answer to its answer."""


class Wire:
    """Carries the opening of a client to a server, message by message.

    Args:
        client: versions that it speaks.
        server: versions that it speaks.
        react: to what the server refuses; by default as our own does.

    Attributes:
        said: method and version of every message of the client.
        statuses: of every HTTP response.
        events: what the client made of each answer.
    """

    def __init__(self, client: Collection[str], server: Collection[str], react: React | None = None) -> None:
        self.client = Session("client", client, info=INFO, transport=self.transport)
        self.server = Session("server", server, info=INFO, capabilities={"tools": {}}, transport=self.transport)
        self.react = react
        self.said: list[tuple[str, str | None]] = []
        self.statuses: list[int] = []
        self.events: list[Event | RequestLost | SessionExpired] = []

    transport: Transport = "stdio"

    def open(self) -> str | None:
        """Play the opening to its end: the version that is agreed on."""
        data: bytes | None = self.client.open()
        while data is not None:
            data = self.step(data)
        return self.client.version

    def step(self, data: bytes) -> bytes | None:
        """Carry one message there and what comes back; the next message, if there is one."""
        document = json.loads(data)
        self.said.append(
            (document["method"], declared_version(document) or document["params"].get("protocolVersion"))
            if "id" in document
            else (document["method"], None)
        )
        answer = self.carry(data)
        if "id" not in document:
            return None
        event = self.told(document["id"], answer)
        self.events.append(event)
        match event:
            case VersionAgreed(reply=reply) | OpeningContinues(reply=reply):
                return reply
            case OpeningFailed():
                return None
            case _:
                raise AssertionError(f"an opening does not end with {event}")

    def told(self, id_: int, answer: Answer) -> Event | RequestLost | SessionExpired:
        return self.client.receive(answer.body) if answer.body else self.client.request_failed(id_)

    def carry(self, data: bytes) -> Answer:
        return self.served(self.server, data)

    def served(self, server: Session, data: bytes, headers: dict[str, str] | None = None) -> Answer:
        """What a server makes of one message."""
        try:
            event = server.receive(data, headers=headers)
        except mb.ProtocolError as error:
            refusal = Answer(error.to_bytes(), status_of(error))
            return self.react(data, refusal) if self.react is not None else refusal
        return Answer(server.accept(event)) if isinstance(event, mb.Request) else Answer(None, 202)


class Http(Wire):
    """Each message is a POST; the streams of 2024-11-05 are there if the server speaks that."""

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
                self.client.close()  # the GET that opens the stream meets 405
                return None
            data = self.step(data)
        return self.client.version

    def carry(self, data: bytes) -> Answer:
        if self.client.http_transport == "http+sse":
            assert self.older is not None
            return self.served(self.older, data)
        if self.newer is None:
            answer = Answer(None, 405)
        else:
            answer = self.served(self.newer, data, self.client.http_headers(data))
        self.statuses.append(answer.status)
        return answer

    def told(self, id_: int, answer: Answer) -> Event | RequestLost | SessionExpired:
        if answer.status >= 400:
            return self.client.request_failed(id_, http_status=answer.status, body=answer.body or b"")
        return super().told(id_, answer)


def status_of(error: mb.ProtocolError) -> int:
    """The HTTP status of a refusal."""
    status = getattr(error, "http_status", None)
    return status or (404 if error.code == METHOD_NOT_FOUND else 400)
