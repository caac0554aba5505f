"""Every public function that takes data of a peer, with texts of any size: what `growth` measures."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Literal, TypeAlias

import mcp_bindings as mb
from mcp_bindgen import jsontext
from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.errors import BindgenError
from mcp_bindings.authorization.challenges import parse_challenges, read_bearer_challenge
from mcp_bindings.authorization.urls import canonicalize_resource
from mcp_bindings.authorization.well_known_urls import resource_metadata_urls
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.http import EventStreams, check_http_request
from mcp_bindings.http.headers import check_headers
from mcp_bindings.http.origin import check_origin
from mcp_bindings.jsonrpc.edits import apply_edits
from mcp_bindings.negotiation.eras import classify_era
from mcp_bindings.negotiation.versions import check_request_version, known_versions
from mcp_bindings.schema.compiled import CompiledSchema
from mcp_bindings.schema.explain import explain_faults
from mcp_bindings.schema.param_headers import find_param_headers
from mcp_bindings.schema.union_ranking import Signature, rank_alternatives
from mcp_bindings.spec.http_fields import HeaderFields, decode_header, encode_header
from mcp_bindings.spec.names import Sender
from mcp_bindings.stdio import Lines
from tests.diff.sides import bare
from tests.guards.shapes import SHAPES, chain
from tests.hostile.families import COLLIDING, FAMILIES, LATEST_HANDSHAKE, Family
from tests.hostile.reading_memory import typed
from tests.session import pairs

INFO = {"name": "growth", "version": "1"}
LATEST = mb.LATEST

UNBOUNDED = mb.Limits(max_bytes=2**30, max_containers=2**30)
"""Limits that reject no text of a measurement."""

Prepared = Callable[[], Any]


def _message(family: Family, size: int, read: Callable[..., Any]) -> Prepared:
    pending: dict[str | int, str] = {1: family.pending} if family.pending else {}
    rev, text = mb.revision(family.revision), family.text(size)
    return partial(read, rev, text, family, pending)


def _parse(rev: Any, text: bytes, family: Family, pending: Any, **options: Any) -> Any:
    try:
        return typed(rev.parse(text, sender=family.sender, pending=pending, limits=UNBOUNDED, **options))
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _lint(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        return repr(rev.lint(text, method=family.pending or None))
    except mb.DecodeError as error:
        return str(error)


def _codec(rev: Any, text: bytes, family: Family, pending: Any, *, encode: bool = False, **options: Any) -> Any:
    codec = rev.codec("JSONRPCMessage")
    try:
        value = codec.decode(text, **options)
        return codec.encode(value) if encode else value
    except mb.DecodeError as error:
        return str(error)


def _findings(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return repr(rev.codec("JSONRPCMessage").findings(document))


def _dispatch(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    name = "ServerHandlers" if family.sender == "client" else "ClientHandlers"
    handlers = getattr(import_module(f"{rev.package}.handlers"), name)()
    return asyncio.run(mb.Dispatcher(handlers, limits=UNBOUNDED).dispatch(text))


def _envelope(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        return mb.read_envelope(text, limits=UNBOUNDED)
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _rewritten(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        message = rev.parse(text, sender=family.sender, pending=pending, mode="tolerant", limits=UNBOUNDED)
    except mb.ProtocolError as error:
        return error.to_bytes() or error
    mb.drop_set_aside(message)
    return message.to_bytes()


def _session(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    role: Literal["client", "server"] = "server" if family.sender == "client" else "client"
    session = mb.Session(role, [rev.id], info=INFO, limits=UNBOUNDED)
    try:
        return typed(session.receive(text))
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _translated(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        message = rev.parse(text, sender=family.sender, pending=pending, limits=UNBOUNDED)
    except mb.ProtocolError as error:
        return error.to_bytes() or error
    return [_outcome(message, rev.id, target) for target in mb.REVISIONS if target != rev.id]


def _outcome(message: Any, source: str, target: str) -> Any:
    context = mb.TranslationContext(revision=source, sender="client", client_capabilities={}, tool="t")
    outcome = mb.translate(message, to=target, context=context, additions="drop")
    return [each.to_bytes() for each in outcome.messages], repr(outcome.refusal)


def _translation(size: int, source: str, target: str, method: str, result: Callable[[int], Any]) -> Prepared:
    """Return a result to which many rules apply."""
    hints = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    body = {**result(size), **(hints if source == mb.LATEST else {})}
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "result": body}).encode()
    message = mb.revision(source).parse(text, sender="server", pending={1: method}, limits=UNBOUNDED)
    return partial(_outcome, message, source, target)


def _tools(size: int) -> Any:
    """Return output schemas with many references, and many properties below one long name."""
    items = [{"$ref": "#/$defs/a"} for _ in range(size // 100)]
    long = {"k" * (size // 4): True, **{str(number): False for number in range(size // 100)}}
    tool = {"name": "a", "inputSchema": {"type": "object", "properties": long}, "outputSchema": {"anyOf": items}}
    return {
        "tools": [tool, *({**tool, "inputSchema": {"type": "object"}, "outputSchema": {}} for _ in range(size // 200))]
    }


def _blocks(size: int) -> Any:
    audio = {"type": "audio", "data": "", "mimeType": "a/b"}
    texts = [{"type": "text", "text": "{" * 20} for _ in range(size // 200)]
    return {"content": [*(audio for _ in range(size // 100)), *texts], "structuredContent": 5}


def _rejected(size: int) -> Any:
    """Return members without meaning that the target rejects, in every item."""
    tool = {"name": "a", "inputSchema": {"type": "object"}, "icons": 5, "title": 5, "annotations": 5, "execution": 5}
    return {"tools": [tool for _ in range(size // 120)]}


def _observed(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    observer = mb.Observer(revision=rev.id, limits=UNBOUNDED)
    if family.pending:
        asked = pairs.request(1, family.pending, pairs.params_of(rev.id, family.pending), revision=rev.id)
        observer.hear(asked, "server" if family.sender == "client" else "client")
    events = observer.hear(text, family.sender)
    return repr([(typed(event.message), event.findings) for event in events])


def _heard(size: int, revision: str, *kinds: tuple[Sender, Callable[[int], bytes]]) -> Prepared:
    """Return an observer's work on many messages, of one kind after the other."""
    observer = mb.Observer(revision=revision)
    numbers = range(1, size // 400)
    texts: list[tuple[bytes, Sender]] = [(build(number), sender) for sender, build in kinds for number in numbers]

    def run() -> None:
        for text, sender in texts:
            observer.hear(text, sender)

    return run


def _call(number: int, **params: Any) -> bytes:
    return pairs.request(number, "tools/call", {"name": "x", **params}, revision=LATEST)


def _asks_for_input(number: int) -> bytes:
    asked = {"resultType": "input_required", "requestState": "s", "inputRequests": {"a": {"method": "roots/list"}}}
    return pairs.result(number, asked)


def _logs(_: int) -> bytes:
    return pairs.notification("notifications/message", {"level": "debug", "data": 1})


def _reports_of(number: int) -> bytes:
    return pairs.notification("notifications/progress", {"progressToken": number, "progress": 1})


def _edited(size: int) -> Prepared:
    codec = mb.revision(LATEST_HANDSHAKE).codec("ListToolsResult")
    tool = '{"name":"%","description":"d","inputSchema":{"type":"object"}}'
    page: Any = codec.decode('{"tools":[' + ",".join(tool.replace("%", str(n)) for n in range(size // 65)) + "]}")
    for each in page.tools:
        each.description = "new"
    page.tools = page.tools[:-1]
    return partial(codec.encode, page)


def _edits(size: int, edit: Callable[[int], mb.Edit], *, depth: int = 0) -> Prepared:
    """Return one edit for each item of an array."""
    items = ",".join('{"name":"a"}' for _ in range(size // 12))
    text = b'{"x":' + b'{"x":' * depth + b"[" + items.encode() + b"]" + b"}" * (depth + 1)
    return partial(apply_edits, text, [edit(number) for number in range(size // 12)])


def _ids(size: int) -> Prepared:
    """Return many requests of one session whose ids have the same hash."""
    session = mb.Session("server", [LATEST_HANDSHAKE], info=INFO)
    texts = [f'{{"jsonrpc":"2.0","id":{n * COLLIDING},"method":"ping"}}' for n in range(1, size // 80)]

    def run() -> None:
        for text in texts:
            with contextlib.suppress(mb.ProtocolError):
                session.receive(text)

    return run


def _raising(call: Callable[..., Any], *arguments: Any, also: type[Exception] = ValueError) -> Any:
    try:
        return call(*arguments)
    except (ValueError, BindgenError, also) as error:
        return str(error)


def _of_text(call: Callable[[Any], Any], build: Callable[[int], Any]) -> Callable[[int], Prepared]:
    return lambda size: partial(_raising, call, build(size))


def _properties(size: int) -> Any:
    bad = {str(number): {"type": "object", "x-mcp-header": "a b"} for number in range(size // 100)}
    return {"type": "object", "properties": {"k" * (size // 2): {"type": "object", "properties": bad}}}


def _choices(size: int) -> Any:
    choices: list[Any] = [{}] * size
    return {"oneOf": choices}


def _many_headers(size: int) -> list[tuple[str, str]]:
    return [(f"h{number}", "v") for number in range(size // 10)] + [("Mcp-Method", "x" * size)]


def _request(size: int) -> Any:
    params: dict[str, Any] = {"name": "x", "arguments": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = _many_headers(size)
    return check_http_request(message, headers, mb.REVISIONS, input_schema=_properties(size))


def _lines(piece: bytes, size: int) -> Any:
    lines = Lines()
    return [lines.feed(piece) for _ in range(size // len(piece))]


def _nested(levels: int, leaf: Any) -> Any:
    value = leaf
    for level in range(levels):
        value = {"a": value} if level % 2 else [value]
    return value


_UNIONS: Mapping[str, Any] = {
    "Any": {"anyOf": [{"$ref": "#/$defs/Member"}, {"$ref": "#/$defs/Item"}, {"type": "string"}]},
    "Member": {"type": "object", "properties": {"a": {"$ref": "#/$defs/Any"}}, "required": ["a"]},
    "Item": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Any"}, {"oneOf": [{"$ref": "#/$defs/Any"}]}]}},
    "All": {"type": "array", "items": {"$ref": "#/$defs/Any"}},
}


def _unions(size: int, leaf: Any) -> Prepared:
    """Return nested unions, none of which has a tag."""
    return partial(explain_faults, _UNIONS, "All", [_nested(20, leaf) for _ in range(size // 60)])


def _ranked(size: int) -> Prepared:
    names = frozenset(f"m{number}" for number in range(20))
    value = {f"m{number}": 0 for number in range(size // 8)}
    return partial(rank_alternatives, [Signature({}, names, names)] * 10, value)


def _streams(size: int) -> Any:
    streams = EventStreams(LATEST_HANDSHAKE)
    stream = streams.open()
    for number in range(size // 64):
        stream.append_event(b"x")
        streams.find_event(f"1-{number}")
    return streams.size


def _content(size: int) -> Any:
    return {str(number): number for number in range(size // 16)}


def _state(size: int) -> Prepared:
    signer = StateSigner()
    return partial(signer.read, {"a": 1}, signer.write({"a": 1}, _content(size)))


def _wide(size: int) -> Any:
    return [chain(20) for _ in range(size // 140)]


def _deep(size: int) -> Any:
    return chain(150, ["x"] * (size // 4))


def _schema_findings(size: int, schema: Any, build: Callable[[int], Any]) -> Prepared:
    """Return the faults of a value by a schema in which several branches lead to the same place."""
    return partial(CompiledSchema(schema).findings, build(size))


def _enumeration(size: int) -> Prepared:
    schema = {"items": {"enum": [f"x{number}" for number in range(size // 8)]}}
    return partial(CompiledSchema(schema).findings, [1] * (size // 2))


def _headers(size: int) -> Prepared:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"a": "x" * size}}
    headers = [("Accept", "a," * (size // 8)), *((f"h{number}", "v") for number in range(size // 64))]
    return lambda: check_headers(message, HeaderFields(headers), mb.REVISIONS, era="handshake")


Definitions: TypeAlias = "dict[str, Any]"
"""The definitions of a schema."""


def _reports(size: int, side: Callable[[int, str], Definitions], each: int = 64) -> Prepared:
    """Return the report on two schemas that differ in many parts.

    Args:
        size: how many bytes to write, about.
        side: the definitions of one side, from the number of parts and from `string` or `integer`, one for each side.
        each: how many bytes to count for one part.
    """
    old, new = (bare({"$defs": side(size // each, kind)}, kind) for kind in ("string", "integer"))
    return partial(make_report, old, new)


def _object(members: Mapping[str, Any], *, required: bool = False) -> Any:
    return {"type": "object", "properties": members, "required": list(members) if required else []}


def _members(count: int, schema: Any, name: str = "p") -> Definitions:
    return {f"{name}{number}": schema for number in range(count)}


def _nested_members(count: int, kind: str) -> Definitions:
    return {"A": _object(_members(count, _object({"a": {"type": kind}})))}


def _some_members(count: int, kind: str) -> Definitions:
    """Return a definition with `count` members, or half as many; the old side has the larger one."""
    return {"A": _object(_members(count if kind == "string" else count // 2, {"type": "boolean"}))}


def _definitions(count: int, kind: str) -> Definitions:
    """Return definitions with a member in common, each with another name on the other side."""
    return {f"{kind}{number}": _object({"a": {}, f"b{number}": {"type": "string"}}) for number in range(count)}


OF_UNION = 320
"""Bytes to count for an alternative, so that the largest text has no more alternatives than a schema may."""


def _tagged(count: int, schema: Any, name: str = "t") -> list[Any]:
    """Return objects that a constant distinguishes."""
    return [_object({"t": {"const": f"{name}{number}"}, "v": schema}, required=True) for number in range(count)]


def _union_of_references(count: int, kind: str) -> Definitions:
    members = {f"B{number}": each for number, each in enumerate(_tagged(count, {"type": kind}))}
    return {**members, "A": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in members]}}


def _nested_unions(count: int, kind: str) -> Definitions:
    inner = {"anyOf": [{"type": kind}, {"type": "null"}]}
    pairs = zip(_tagged(count // 2, inner), _tagged(count // 2, {}, "u"), strict=True)
    return {"A": {"anyOf": [{"anyOf": list(pair)} for pair in pairs]}}


READERS: Mapping[str, Callable[..., Any]] = {
    "parse strict": _parse,
    "parse tolerant": partial(_parse, mode="tolerant"),
    "lint": _lint,
    "decode, encode": partial(_codec, encode=True),
    "findings": _findings,
    "read_envelope": _envelope,
}
"""Each reads every text."""

SAMPLED: Mapping[str, Callable[..., Any]] = {
    "parse include_input": partial(_parse, include_input=True),
    "parse older_peer": partial(_parse, older_peer=True),
    "decode tolerant": partial(_codec, mode="tolerant"),
    "dispatch": _dispatch,
    "Session.receive": _session,
    "Observer.hear": _observed,
    "to_bytes": _rewritten,
    "translate": _translated,
}
"""Each calls a function above, so it reads a few texts only: one for each way through it."""

SAMPLES = (
    "a long key above bad items",
    "tool uses and their results",
    "one bad tool after many",
    "a late duplicate",
    "colliding numbers",
)


def _late_duplicate(size: int) -> bytes:
    return ("{" + ",".join(f'"{n}":0' for n in range(size // 9)) + ',"0":0}').encode()


OTHERS: Mapping[str, Callable[[int], Prepared]] = {
    "encode: an edited page": _edited,
    "edit: each item": partial(_edits, edit=lambda number: mb.Edit("replace", f"/x/{number}/name", value="b")),
    "edit: items that are added": partial(_edits, edit=lambda number: mb.Edit("add", "/x/-", value=1)),
    "edit: members that are added": partial(_edits, edit=lambda number: mb.Edit("add", f"/{number}", value=1)),
    "edit: a deep place": partial(
        _edits, edit=lambda number: mb.Edit("add", "/x" * 151 + f"/{number}/b", value=1), depth=150
    ),
    "translate: schemas": partial(
        _translation, source=mb.LATEST, target=mb.REVISIONS[0], method="tools/list", result=_tools
    ),
    "translate: blocks": partial(
        _translation, source=mb.LATEST, target=mb.REVISIONS[0], method="tools/call", result=_blocks
    ),
    "translate: members that are rejected": partial(
        _translation, source=mb.REVISIONS[0], target=mb.LATEST, method="tools/list", result=_rejected
    ),
    "Session.receive: colliding ids": _ids,
    "Observer: colliding ids": lambda size: _heard(
        size, LATEST_HANDSHAKE, ("client", lambda number: pairs.request(number * COLLIDING, "ping"))
    ),
    "Observer: retries of equal requests": lambda size: _heard(
        size,
        LATEST,
        ("client", _call),
        ("server", _asks_for_input),
        ("client", lambda number: _call(-number, requestState="s", inputResponses={})),
    ),
    "Observer: logs and reports while requests wait": lambda size: _heard(
        size, LATEST, ("client", _call), ("server", _logs), ("server", _reports_of)
    ),
    "find_param_headers: items": _of_text(find_param_headers, _choices),
    "find_param_headers: a long key": _of_text(find_param_headers, _properties),
    "check_http_request: headers": lambda size: partial(_request, size),
    "classify_era: a long version": _of_text(
        lambda text: classify_era({"method": "x", "params": {"protocolVersion": text}}, {}, None),
        lambda size: "2" * size,
    ),
    "decode_header: Base64": _of_text(decode_header, lambda size: "=?base64?" + "YWFh" * (size // 4) + "?="),
    "challenges: commas": _of_text(parse_challenges, lambda size: " ," * (size // 2) + "x"),
    "challenges: parameters": _of_text(
        parse_challenges, lambda size: "Bearer " + ",".join(f"a{n}=b" for n in range(size // 8))
    ),
    "challenges: equals signs": _of_text(parse_challenges, lambda size: "Bearer a" + "=" * size + "!"),
    "challenges: a quote": _of_text(parse_challenges, lambda size: 'Bearer a="' + "\\a" * (size // 2)),
    "challenges: spaces": _of_text(parse_challenges, lambda size: "a" + " " * size + "b" + " " * size + "c"),
    "canonicalize_resource: slashes": _of_text(canonicalize_resource, lambda size: "https://a" + "/." * (size // 2)),
    "canonicalize_resource: colons": _of_text(canonicalize_resource, lambda size: "https://" + ":" * size),
    "Lines: bytes": lambda size: partial(_lines, b"x", size // 8),
    "Lines: line ends": lambda size: partial(_lines, b"\n" * 1_000, size),
    "check_headers: a list": _headers,
    "check_origin: a long origin": lambda size: partial(check_origin, {"Origin": "http://" + "a:" * (size // 2)}),
    "check_request_version: a long version": lambda size: partial(
        check_request_version, {"method": "x", "params": {"_meta": {"v": "2" * size}}}, mb.REVISIONS
    ),
    "known_versions: many versions": lambda size: partial(known_versions, [str(number) for number in range(size // 8)]),
    "encode_header: any characters": _of_text(encode_header, lambda size: "é" * (size // 2)),
    "EventStreams: many events": lambda size: partial(_streams, size),
    "StateSigner.read: long content": _state,
    **{
        f"CompiledSchema.findings: {shape}, {form}": partial(_schema_findings, schema=schema, build=build)
        for shape, schema in SHAPES.items()
        for form, build in {"wide": _wide, "deep": _deep}.items()
    },
    "CompiledSchema.findings: a long enumeration": _enumeration,
    "StateSigner.read: no state": lambda size: partial(
        _raising, StateSigner().read, 1, "A" * (size // 4 * 4), also=mb.ProtocolError
    ),
    "read_bearer_challenge: parameters": lambda size: partial(
        _raising, read_bearer_challenge, "Bearer " + ",".join(f"a{n}=b" for n in range(size // 8)), LATEST_HANDSHAKE
    ),
    "resource_metadata_urls: slashes": lambda size: partial(
        _raising, resource_metadata_urls, "https://a" + "/." * (size // 2), LATEST_HANDSHAKE
    ),
    "ranked: many members": _ranked,
    "explain: nested unions, valid": lambda size: _unions(size, "x"),
    "explain: nested unions, invalid": lambda size: _unions(size, 1),
    "report: optional properties": partial(
        _reports, side=lambda count, kind: {"A": _object(_members(count, {"type": kind}))}
    ),
    "report: required properties": partial(
        _reports, side=lambda count, kind: {"A": _object(_members(count, {"type": kind}), required=True)}, each=1_000
    ),
    "report: properties with other names": partial(
        _reports, side=lambda count, kind: {"A": _object(_members(count, {"type": "string"}, kind[0]))}
    ),
    "report: removed properties": partial(_reports, side=_some_members),
    "report: nested objects": partial(_reports, side=_nested_members),
    "report: renamed definitions": partial(_reports, side=_definitions),
    "report: other values of an enumeration": partial(
        _reports, side=lambda count, kind: {"A": {"enum": [f"{kind}{n}" for n in range(count)]}}, each=200
    ),
    "report: a union of objects": partial(
        _reports, side=lambda count, kind: {"A": {"anyOf": _tagged(count, {"type": kind})}}, each=OF_UNION
    ),
    "report: a union of references": partial(_reports, side=_union_of_references, each=OF_UNION),
    "report: unions in a union": partial(_reports, side=_nested_unions, each=OF_UNION),
    "report: changed definitions": partial(
        _reports, side=lambda count, kind: _members(count, _object({"a": {"type": kind}}), "A")
    ),
    "jsontext: a late duplicate": _of_text(lambda text: jsontext.loads(text, where="x"), _late_duplicate),
}


def cases() -> dict[str, Callable[[int], Prepared]]:
    """Return every function with every text."""
    found: dict[str, Callable[[int], Prepared]] = dict(OTHERS)
    for case, (read, name) in _readings().items():
        found[case] = partial(_message, FAMILIES[name], read=read)
    return found


def texts() -> dict[str, Callable[[int], bytes]]:
    """Return a JSON text with the data of every case that can have one."""
    found: dict[str, Callable[[int], bytes]] = {case: FAMILIES[name].text for case, (_, name) in _readings().items()}
    found["jsontext: a late duplicate"] = _late_duplicate
    found["check_http_request: headers"] = lambda size: json.dumps(dict(_many_headers(size))).encode()
    found["StateSigner.read: long content"] = lambda size: json.dumps(_content(size)).encode()
    return found


def _readings() -> dict[str, tuple[Callable[..., Any], str]]:
    """Return the function and the name of the text of every case that reads one of the texts."""
    return {
        f"{reader}: {name}": (read, name)
        for readers, names in ((READERS, tuple(FAMILIES)), (SAMPLED, SAMPLES))
        for reader, read in readers.items()
        for name in names
    }
