"""Wrong options of the classes and functions below `mb.Server` and `mb.connect`. Each is refused where it is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

import redis
import redis.asyncio

import mcp_bindings as mb
from mcp_bindings.authorization import (
    AuthorizationFlow,
    ClientProfile,
    EnterpriseManaged,
    IntrospectionVerifier,
    JwtVerifier,
    KeySet,
    PrivateKey,
    ProtectedResource,
    Registration,
    RotatingKeySet,
    ScopeRules,
    Secret,
)
from mcp_bindings.bridge import Bounds, ToolHeaders
from mcp_bindings.guards import Cursors, FileRoots, LogCleaner, Rate, TokenBuckets, ToolGuard, UriTemplate, WorkSlots
from mcp_bindings.http import EventStreams
from mcp_bindings.server import MemoryTasks, audited
from mcp_bindings.stdio import Lines
from mcp_bindings.transports import (
    BridgeConnection,
    BridgeHttp,
    ClientConnection,
    EndTimes,
    EventReader,
    FlowAuthorizer,
    FlowHttp,
    HttpTransport,
    MemoryEvents,
    MemorySessions,
    MemoryTransport,
    RedisEvents,
    RedisSessions,
    StdioProcess,
    Stores,
)
from mcp_bindings.v2025_11_25 import ClientCalls, ClientHandlers, ServerHandlers
from tests.mistakes.building import FLOW, INFO, ISSUER, URL, built, flow, protect, server

COMMAND = ["python", "server.py"]
LISTED = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'


def make_handlers(_version: str) -> ClientHandlers:
    return ClientHandlers()


def ignore(_given: Any) -> None:
    pass


def mistaken(make: Callable[..., Any], given: dict[str, Any], **rows: dict[str, Any]) -> None:
    """Register mistakes to call something, each with other options. The underscores of its id stand for hyphens."""
    for id_, options in rows.items():
        built(id_.replace("_", "-"), partial(make, **{**given, **options}))


def translated(**options: Any) -> Any:
    message = mb.revision("2025-11-25").parse(LISTED, sender="client")
    assert not isinstance(message, mb.Batch)
    return mb.translate(message, **options)


def parsed(**options: Any) -> Any:
    return mb.revision("2025-11-25").parse(LISTED, sender="client", **options)


def guarded(**options: Any) -> mb.Server:
    return server(guards=mb.Guards(**options))


async def serve(principal: str | None) -> None: ...


async def present() -> float:
    return 0.0


mistaken(
    mb.Session,
    {"role": "client", "revisions": mb.REVISIONS, "info": INFO},
    session_without_a_name={"info": {}},
    session_with_a_list_of_capabilities={"capabilities": [1]},
    session_limits={"limits": 3},
    session_result_types={"result_types": "task"},
    session_extension={"extensions": ["tasks"]},
    session_draft={"draft": "no"},
    session_on_finding={"on_finding": "log"},
    session_instructions={"instructions": 5},
)
mistaken(
    mb.Observer,
    {},
    observer_limits={"limits": 5},
    observer_capabilities={"capabilities": {"servers": {}}},
    observer_capabilities_of_a_list={"capabilities": {"server": ["tools"]}},
    observer_lint={"lint": "all"},
)
mistaken(
    mb.Bridge,
    {},
    bridge_client_is_a_text={"client": "2025-11-25"},
    bridge_client_transport={"client_transport": "sse"},
    bridge_limits={"limits": 5},
    bridge_bounds={"bounds": 5},
    bridge_signer={"signer": b"0123456789abcdef"},
    bridge_extension={"extensions": ["tasks"]},
    bridge_principal={"principal": 5},
    bridge_tool_headers={"tool_headers": True},
    bridge_clock={"clock": 5},
    bridge_clock_async={"clock": present},
    bridge_endless_input={"bounds": Bounds(input_seconds=inf)},
)
mistaken(
    Bounds,
    {},
    bound_negative={"calls": -1},
    bound_nan={"call_seconds": float("nan")},
    bound_half={"rounds": 1.5},
    bound_of_many_digits={"calls": -(10**5000)},
)
mistaken(ToolHeaders, {}, tool_headers_limit={"limit": "many"})
mistaken(
    StdioProcess,
    {"command": COMMAND},
    command_is_a_number={"command": 5},
    variable_is_a_number={"variables": {"PORT": 8080}},
    variables_is_a_list={"variables": ["PORT=8080"]},
    variable_with_an_equals_sign={"variables": {"PORT=": "8080"}},
    command_with_nul={"command": ["python", "a\0b"]},
    command_with_bytes={"command": ["python", b"server.py"]},
    directory_is_a_list={"directory": ["notes"]},
    end_times_is_a_number={"end_times": 5},
    end_time_is_negative={"end_times": EndTimes(closed=-1)},
    error_line_is_a_text={"on_error_line": "log"},
    process_limits={"limits": 5},
)
mistaken(Lines, {}, lines_limits={"limits": 5})
mistaken(
    mb.connect,
    {"target": server(), "info": INFO},
    connect_meter={"meter": 5},
    connect_draft={"draft": "no"},
    connect_restart={"target": COMMAND, "restart": "no"},
)
mistaken(server, {}, server_meter={"meter": 5}, server_draft={"draft": "no"}, server_extensions={"extensions": 5})
mistaken(
    ClientConnection,
    {"transport": MemoryTransport(server()), "handlers": make_handlers, "info": INFO},
    connection_bounds={"bounds": 5},
    connection_limits={"limits": 5},
    connection_transport={"transport": URL},
    connection_class={"transport": HttpTransport},
    connection_handlers={"handlers": ClientHandlers()},
    connection_extension={"extensions": ["tasks"]},
    connection_revisions={"revisions": ["2025-06-19"], "capabilities": {}},
    connection_has_ended={"has_ended": False},
)
mistaken(
    BridgeConnection,
    {"bridge": mb.Bridge(), "transport": MemoryTransport(server())},
    bridge_connection_to_a_url={"transport": URL},
    bridge_connection_bounds={"bounds": Bounds()},
    bridge_connection_of_a_class={"bridge": mb.Bridge},
)
mistaken(
    BridgeHttp,
    {"connect": ignore},
    bridge_http_connections={"max_connections": "a"},
    bridge_http_without_principal={"connect": lambda: None},
    bridge_http_async={"connect": serve},
)
mistaken(
    server().asgi,
    {},
    stateless_is_a_text={"stateless": "false"},
    stores_swapped={"stores": Stores(MemoryEvents(MemorySessions()), MemorySessions())},  # type: ignore[arg-type]
)
mistaken(
    HttpTransport,
    {"url": URL},
    http_is_a_number={"http": 5},
    http_authorizer={"authorizer": "token"},
    http_limits={"limits": 5},
)
mistaken(MemoryTransport, {"service": server()}, failures_is_a_list={"failures": []})
mistaken(MemorySessions, {}, memory_idle={"idle": "60"})
mistaken(MemoryEvents, {}, memory_events={"sessions": None})
mistaken(
    RedisSessions,
    {"redis": redis.asyncio.Redis()},
    redis_is_a_url={"redis": "redis://localhost"},
    redis_synchronous={"redis": redis.Redis()},
    redis_decodes={"redis": redis.asyncio.Redis(decode_responses=True)},
    redis_endless_lease={"lease": inf},
)
mistaken(RedisEvents, {}, redis_events={"sessions": "redis://localhost"})
mistaken(EventReader, {}, event_reader_bytes={"max_bytes": "4k"})
mistaken(FlowAuthorizer, {"flow": flow()}, authorizer_http={"http": 5})
mistaken(FlowHttp, {"policy": flow().policy}, flow_http_policy={"policy": flow()}, flow_http_timeout={"timeout": "30"})
mistaken(
    flow,
    {},
    flow_principal={"principal": 5},
    flow_loopback={"allow_loopback": "false"},
    flow_clock={"clock": 0},
)
mistaken(AuthorizationFlow, FLOW, flow_endpoint={"endpoint": 5})
mistaken(
    ClientProfile,
    {},
    profile_redirect={"redirect_uri": 5},
    profile_registrations={"registrations": {ISSUER: "my-client"}},
    profile_offline={"offline_access": "no"},
)
mistaken(
    Registration,
    {"client_id": "my-client"},
    registration_secret={"client_secret": "hidden"},
    registration_method={"auth_method": "basic"},
    registration_kind={"kind": "manual"},
    registration_signer={"signer": "key.pem"},
)
mistaken(Secret, {}, secret_of_bytes={"text": b"hidden"})
mistaken(PrivateKey, {"algorithm": "ES256"}, key_is_a_text={"pem": "hidden"})
mistaken(EnterpriseManaged, {"issuer": ISSUER, "token_endpoint": ISSUER}, managed_client={"client": "my-client"})
mistaken(
    JwtVerifier,
    {"keys": {ISSUER: KeySet(b'{"keys": []}')}, "audience": URL},
    verifier_leeway={"leeway": "30"},
    verifier_leeway_of_hours={"leeway": 3600},
    verifier_keys={"keys": {ISSUER: b"{}"}},
    verifier_key_class={"keys": {ISSUER: KeySet}},
    verifier_claim={"client_claim": 5},
)
mistaken(
    IntrospectionVerifier,
    {"issuer": ISSUER, "audience": URL},
    introspection_of_a_url={"introspect": "https://as.example.net/introspect"},
)
mistaken(RotatingKeySet, {"fetch": serve}, rotating_keys={})
mistaken(protect, {}, resource_name={"name": 5})
mistaken(ProtectedResource, {"authorization_servers": [ISSUER], "verifier": None}, resource_endpoint={"endpoint": 5})
mistaken(ScopeRules, {}, rules_of_a_list={"tools": ["delete"]})
mistaken(mb.StateSigner, {}, signer_lifetime={"lifetime": "600"}, signer_clock={"clock": 0})
mistaken(Cursors, {}, cursors_of_a_key={"signer": b"0123456789abcdef"})
mistaken(guarded, {}, guards_flag={"schemas": "off"})
mistaken(
    TokenBuckets,
    {"rates": {"tools": Rate(5, 20)}},
    rate_is_a_text={"rates": {"tools": Rate("5", 20)}},  # type: ignore[arg-type]
    rate_of_zero={"rates": {"tools": Rate(0, 20)}},
    principals_is_a_text={"max_principals": "many"},
    buckets_clock={"clock": 0},
)
mistaken(WorkSlots, {"running": 1, "waiting": 1}, slots_nan={"running": float("nan")}, no_slots={"running": 0})
mistaken(ToolGuard, {}, tool_guard_flag={"unchecked": "yes"})
mistaken(
    LogCleaner, {}, pattern_is_bytes={"patterns": [re.compile(b"secret")]}, pattern_is_malformed={"patterns": ["("]}
)
mistaken(UriTemplate, {}, template_is_a_number={"template": 5})
mistaken(FileRoots, {}, root_is_a_number={"roots": [5]})
mistaken(EventStreams, {"version": "2025-11-25"}, event_streams_bound={"max_events": 0})
mistaken(MemoryTasks, {}, task_capacity={"capacity": "1000"}, no_tasks={"capacity": 0})
mistaken(audited, {"write": ignore}, audit_clock={"clock": 0})
mistaken(
    mb.Dispatcher, {"handlers": ServerHandlers()}, dispatcher_limits={"limits": 5}, dispatcher_session={"session": 5}
)
mistaken(ClientCalls, {"send": serve}, calls_timeout={"timeout": "30"}, calls_transport={"transport": "sse"})
mistaken(parsed, {}, parse_mode={"mode": "x"}, parse_transport={"transport": "sse"})
mistaken(
    translated,
    {"to": "2025-06-18", "context": mb.TranslationContext(revision="2025-11-25")},
    translate_additions={"additions": "zz"},
)
