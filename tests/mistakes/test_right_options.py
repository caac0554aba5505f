"""Right options that differ from the usual ones are accepted, and options that are iterated once are kept."""

from __future__ import annotations

import asyncio
import functools
import pathlib
import re
from collections.abc import Callable
from math import inf
from types import MappingProxyType
from typing import Any
from unittest import mock

import pytest
import redis.asyncio

import mcp_bindings as mb
from mcp_bindings.authorization import ClientProfile, EnterpriseManaged, IntrospectionVerifier, ProtectedResource
from mcp_bindings.bridge import Bounds
from mcp_bindings.extensions import tasks
from mcp_bindings.guards import NO_GUARDS, LogCleaner
from mcp_bindings.http import EventStreams
from mcp_bindings.transports import ClientConnection, EndTimes, HttpTransport, MemoryTransport, RedisSessions
from mcp_bindings.transports import StdioProcess as Process
from mcp_bindings.v2025_11_25 import ClientHandlers, ServerCapabilities, ServerCapabilitiesTools, ServerHandlers
from tests.mistakes.building import INFO, ISSUER, URL, flow

LISTED = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
COMMAND = ["python", "server.py"]
ASYNCHRONOUS: Any = redis.asyncio.Redis


def synchronous(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that returns what an `async` function returns, as decorators that measure calls do."""

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        return function(*given, **named)

    return call


class Measured(redis.asyncio.Redis):
    execute_command: Any = synchronous(ASYNCHRONOUS.execute_command)


class Verifier:
    """A verifier whose class does the work of an object."""

    @staticmethod
    async def verify(token: str) -> Any: ...


async def introspect(resource: str, token: str) -> bytes:
    return b"{}"


class Names(dict[str, Any]):
    """A subclass of `dict`."""


def server() -> mb.Server:
    return mb.Server(ServerHandlers(), info=INFO, guards=NO_GUARDS)


RIGHT: dict[str, Callable[[], object]] = {
    "flags-of-a-compiled-pattern": lambda: LogCleaner(patterns=[re.compile("secret  # a comment (", re.VERBOSE)]),
    "redis-decorated": lambda: RedisSessions(Measured()),
    "redis-mock": lambda: RedisSessions(mock.AsyncMock()),
    "redis-mock-of-the-class": lambda: RedisSessions(mock.create_autospec(redis.asyncio.Redis)),
    "pure-path-as-directory": lambda: Process(COMMAND, directory=pathlib.PurePath("/")),  # type: ignore[arg-type]
    "nothing-kept-but-the-newest-event": lambda: EventStreams("2025-11-25", max_streams=0, max_bytes=0, max_total=0),
    "no-wait-for-a-call": lambda: Bounds(unclaimed_seconds=0, gather_seconds=0, calls=0),
    "no-limit-of-input": lambda: mb.Bridge(bounds=Bounds(input_seconds=inf), signer=mb.StateSigner()),
    "no-limit-of-calls": lambda: mb.Bridge(bounds=Bounds(call_seconds=inf)),
    "end-times-of-zero-and-without-limit": lambda: Process(COMMAND, end_times=EndTimes(closed=0, terminated=inf)),
    "class-with-a-static-method": lambda: ProtectedResource(URL, authorization_servers=[ISSUER], verifier=Verifier),
    "builtin-and-bound-functions": lambda: mb.Session(
        "client", revisions=mb.REVISIONS, info=Names(INFO), on_finding=list[object]().append
    ),
    "mock-as-a-callback": lambda: mb.Session("client", revisions=mb.REVISIONS, info=INFO, on_finding=mock.Mock()),
    "mock-as-a-clock": lambda: mb.StateSigner(clock=mock.Mock(return_value=0.0)),
    "partial-of-an-async-function": lambda: IntrospectionVerifier(
        functools.partial(introspect, "resource"), issuer=ISSUER, audience=URL
    ),
    "mock-of-a-meter": lambda: mb.Server(ServerHandlers(), info=INFO, guards=NO_GUARDS, meter=mock.MagicMock()),
}


@pytest.mark.parametrize("id_", sorted(RIGHT))
def test_a_right_option_is_accepted(id_: str) -> None:
    RIGHT[id_]()


DECLARED: list[Any] = [
    {"tools": {}},
    MappingProxyType[str, Any]({"tools": {}}),
    Names({"tools": {}}),
    ServerCapabilities(tools=ServerCapabilitiesTools()),
]


@pytest.mark.parametrize("declared", DECLARED)
def test_known_capabilities_may_be_typed(declared: Any) -> None:
    observer = mb.Observer(revision="2025-11-25", capabilities={"server": declared})
    assert [each.verdict for each in observer.hear(LISTED, sender="client")] == ["taken"]


def test_extensions_from_an_iterator_are_kept() -> None:
    extensions: Any = iter([tasks.EXTENSION])
    revisions: Any = iter(["2025-11-25", "2026-07-28"])

    async def main() -> tuple[Any, ...]:
        target = MemoryTransport(server())
        async with mb.connect(target, info=INFO, extensions=extensions, revisions=revisions) as client:
            return type(client).extensions

    assert asyncio.run(main()) == (tasks.EXTENSION,)
    makers: list[Callable[[Any], object]] = [
        lambda given: ClientConnection(
            MemoryTransport(server()), lambda _: ClientHandlers(), info=INFO, capabilities={}, revisions=given
        ),
        lambda given: mb.Server(ServerHandlers(), info=INFO, guards=NO_GUARDS, revisions=given),
        lambda given: mb.Session("client", revisions=given, info=INFO),
        lambda given: mb.Observer(revisions=given),
    ]
    for make in makers:
        make(iter(["2025-11-25"]))


CREDENTIALS: Any = {"client_id": "my-client", "client_secret": "hidden"}
TOKEN: Any = "hidden"
UNQUOTED: dict[str, Callable[[], object]] = {
    "authorizer": lambda: HttpTransport(URL, authorizer=TOKEN),
    "registration": lambda: ClientProfile(registrations={ISSUER: CREDENTIALS}),
    "client": lambda: EnterpriseManaged(issuer=ISSUER, token_endpoint=ISSUER, client=CREDENTIALS),
    "identity": lambda: flow().use_identity(TOKEN),
}


@pytest.mark.parametrize("id_", sorted(UNQUOTED))
def test_a_wrong_secret_is_not_quoted(id_: str) -> None:
    with pytest.raises(TypeError) as caught:
        UNQUOTED[id_]()
    assert "hidden" not in str(caught.value)
