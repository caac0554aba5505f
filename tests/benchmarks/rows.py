"""The rows of the table: what is measured, on which documents, in which layout, beside whom."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from operator import attrgetter
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.codec.encoding import encoder_of
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.spec import names
from mcp_bindings.spec.names import Sender
from mcp_bindings.v2025_11_25 import CallToolRequest, ListToolsResult
from tests.benchmarks import bare, fresh, speaking
from tests.benchmarks.documents import CALL, PAGE, constructed_page
from tests.benchmarks.reading import REVISION
from tests.engines import ENGINES, using

OURS = "mcp-bindings"
MCP_TYPES, BARE, ORJSON, MSGSPEC, STEPS = "mcp-types", "bare pydantic", "orjson", "msgspec", "its steps"
PARSE, WITHOUT, REWRITE = "rev.parse", "without fast", "parse, encode"
BASES = (MCP_TYPES, BARE, ORJSON, MSGSPEC, STEPS, PARSE, WITHOUT, REWRITE)
"""The contenders, as the columns of the table. `its steps` are what the operation cannot do without."""

Run = Callable[[], object]


orjson: Any = import_module("orjson")
msgspec: Any = import_module("msgspec")


class Row(NamedTuple):
    """One line of the table."""

    name: str
    ours: Run
    others: Mapping[str, Run]
    """By contender; the ratio of the first one is recorded."""


class Document(NamedTuple):
    """A message, and how mcp-types reads it."""

    name: str
    message: Mapping[str, Any]
    sender: Sender
    theirs: Callable[[Any], Any]
    """From mcp-types' envelope to its typed body."""
    pending: Mapping[int, str] = {}


def rows() -> Iterator[Row]:
    """Yield all rows, in the order of the table."""
    yield from parsing()
    yield from envelopes()
    yield from translating()
    yield from decoding()
    yield from encoding()
    yield from speaking_rows()
    yield from imports()


def documents() -> list[Document]:
    """Return small, middle and large messages of each kind."""
    methods: Any = import_module("mcp_types.methods")

    def request(envelope: Any) -> Any:
        return methods.parse_client_request(envelope.method, REVISION, envelope.params)

    def server_request(envelope: Any) -> Any:
        return methods.parse_server_request(envelope.method, REVISION, envelope.params)

    def notification(envelope: Any) -> Any:
        return methods.parse_server_notification(envelope.method, REVISION, envelope.params)

    def result(method: str) -> Callable[[Any], Any]:
        return lambda envelope: methods.parse_server_result(method, REVISION, envelope.result)

    common = {"jsonrpc": "2.0", "id": 7}
    text = "The rows of the table, one after the other, with what each of them has in its columns."
    blocks = [{"type": "text", "text": f"{number}: {text}"} for number in range(60)]
    turns = [{"role": "user", "content": {"type": "text", "text": text}} for _ in range(40)]
    progress = {"progressToken": 7, "progress": 0.5, "message": "half of the rows are read"}
    error = {"code": -32602, "message": "Unknown tool: read_row", "data": {"near": ["read_rows", "read_table"]}}
    log = {"level": "info", "data": {"rows": [{"number": number, "text": text} for number in range(40)]}}
    return [
        Document("ping", {**common, "method": "ping"}, "client", request),
        Document("call", CALL, "client", request),
        Document(
            "sampling",
            {**common, "method": "sampling/createMessage", "params": {"messages": turns, "maxTokens": 100}},
            "server",
            server_request,
        ),
        Document(
            "progress",
            {"jsonrpc": "2.0", "method": "notifications/progress", "params": progress},
            "server",
            notification,
        ),
        Document("log", {"jsonrpc": "2.0", "method": "notifications/message", "params": log}, "server", notification),
        Document("error", {**common, "error": error}, "server", attrgetter("error"), {7: "tools/call"}),
        Document(
            "answer", {**common, "result": {"content": blocks[:1]}}, "server", result("tools/call"), {7: "tools/call"}
        ),
        Document(
            "blocks", {**common, "result": {"content": blocks}}, "server", result("tools/call"), {7: "tools/call"}
        ),
        Document("page", {**common, "result": PAGE}, "server", result("tools/list"), {7: "tools/list"}),
    ]


def accented(value: Any) -> Any:
    """Return the document with two letters beyond ASCII in each longer string."""
    if is_object(value):
        return {name: member if name == "method" else accented(member) for name, member in value.items()}
    if is_array(value):
        return [accented(item) for item in value]
    return f"{value} déjà" if isinstance(value, str) and len(value) > 15 else value


FORMS: Mapping[str, Callable[[Any], str]] = {
    "compact": lambda value: json.dumps(value, separators=(",", ":")),
    "spaced": json.dumps,
    "indented": lambda value: json.dumps(value, indent=2),
    "escaped": lambda value: json.dumps(accented(value)),
}
"""Layouts; `escaped` is what Python writes of a document that is not all ASCII."""


def revision_with(engine: str) -> mb.Revision:
    """Return a copy of the revision that uses an engine."""
    with using(engine):
        made = copy(mb.revision(REVISION))
        assert made.message_parser
    return made


def parsing() -> Iterator[Row]:
    """Yield rows from texts to messages, with and without reading the body."""
    message: Any = import_module("mcp_types.jsonrpc").jsonrpc_message_adapter
    revisions = {engine: revision_with(engine) for engine in ENGINES}
    for document in documents():
        for form, write in FORMS.items():
            data = write(document.message).encode()
            others: dict[str, Run] = {
                MCP_TYPES: partial(_their_body, message, document.theirs, data),
                ORJSON: partial(orjson.loads, data),
                MSGSPEC: partial(msgspec.json.decode, data),
            }
            for engine, revision in revisions.items():
                untouched, touched = _parsers(revision, document, data)
                name = f"parse {document.name} {form}, {engine}"
                yield Row(f"{name}, untouched", untouched, others)
                yield Row(f"{name}, touched", touched, others)


def envelope_reader(engine: str) -> Callable[[bytes], object]:
    """Return `read_envelope` of a copy of its module, which uses an engine."""
    spec = find_spec("mcp_bindings.jsonrpc.envelope")
    assert spec is not None
    assert spec.loader is not None
    module: Any = module_from_spec(spec)
    spec.loader.exec_module(module)
    with using(engine):
        module.read_envelope(FORMS["compact"](CALL))  # it keeps what it reads with
    read: Callable[[bytes], object] = module.read_envelope
    return read


def envelopes() -> Iterator[Row]:
    """Yield rows from texts to envelopes over a parse without the body: a small call, and one with a page in it."""
    large = {**CALL, "params": {"name": "write_file", "arguments": {"tools": PAGE["tools"]}}}
    for name, message in {"call": CALL, "large call": large}.items():
        for form in ("compact", "spaced"):
            data = FORMS[form](message).encode()
            for engine in ENGINES:
                parse: Any = revision_with(engine).parse
                read = envelope_reader(engine)
                yield Row(
                    f"read_envelope of {name} {form}, {engine}",
                    partial(read, data),
                    {PARSE: partial(parse, data, sender="client"), ORJSON: partial(orjson.loads, data)},
                )


def translating() -> Iterator[Row]:
    """Yield a message to another revision, as bytes, over a parse of the same and an encoding of its typed body."""
    older, newer = mb.revision(REVISION), mb.revision(REVISION).next
    assert newer is not None
    info = {"name": "c", "version": "1"}
    meta: dict[str, Any] = {
        names.VERSION_KEY: newer.version,
        names.CAPABILITIES_KEY: {"roots": {}},
        names.CLIENT_INFO_KEY: info,
    }
    hints = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    for source, target in ((older, newer), (newer, older)):
        context = mb.TranslationContext(revision=source.id, client_capabilities={"roots": {}}, client_info=info)
        params: dict[str, Any] = {**CALL["params"], **({names.META: meta} if source is newer else {})}
        result: dict[str, Any] = {**PAGE, **(hints if source is newer else {})}
        page: dict[str, Any] = {"jsonrpc": "2.0", "id": 7, "result": result}
        call: dict[str, Any] = {**CALL, "params": params}
        for form in ("compact", "spaced"):
            reading = {
                "call": partial(source.parse, FORMS[form](call).encode(), sender="client"),
                "page": partial(source.parse, FORMS[form](page).encode(), sender="server", pending={7: "tools/list"}),
            }
            for name, read in reading.items():
                yield Row(
                    f"translate {name} {form}, {source.id} to {target.id}",
                    partial(_translated, read(), target.id, context),
                    {REWRITE: partial(_rewritten, read)},
                )


def _translated(message: Any, target: str, context: mb.TranslationContext) -> Any:
    return [each.to_bytes() for each in mb.translate(message, to=target, context=context).messages]


def _rewritten(read: Callable[[], Any]) -> Any:
    message = read()
    body: object = message.params if isinstance(message, mb.Request) else message.result
    kind: Any = type(body)
    return encoder_of(kind)(body)


def _their_body(message: Any, theirs: Callable[[Any], Any], data: bytes) -> Any:
    return theirs(message.validate_json(data))


def _parsers(revision: mb.Revision, document: Document, data: bytes) -> tuple[Run, Run]:
    """Return functions that parse, and that also read the typed body."""
    parse: Any = revision.parse
    sender, pending = document.sender, document.pending
    if not pending:
        return lambda: parse(data, sender=sender), lambda: parse(data, sender=sender).params
    body = attrgetter("error" if "error" in document.message else "result")
    return (
        lambda: parse(data, sender=sender, pending=pending),
        lambda: body(parse(data, sender=sender, pending=pending)),
    )


def decoding() -> Iterator[Row]:
    """Yield rows from texts to typed values of a definition."""
    methods: Any = import_module("mcp_types.methods")
    message: Any = import_module("mcp_types.jsonrpc").jsonrpc_message_adapter
    call, page = mb.revision(REVISION).codec(CallToolRequest), mb.revision(REVISION).codec(ListToolsResult)

    def their_call(data: bytes) -> Any:
        envelope = message.validate_json(data)
        return methods.parse_client_request(envelope.method, REVISION, envelope.params)

    def their_page(data: bytes) -> Any:
        return methods.parse_server_result("tools/list", REVISION, orjson.loads(data))

    for form, write in FORMS.items():
        data, large = write(CALL).encode(), write(PAGE).encode()
        yield Row(
            f"decode call {form}",
            partial(call.decode, data),
            {
                MCP_TYPES: partial(their_call, data),
                BARE: partial(bare.CallToolRequest.model_validate_json, data),
                ORJSON: partial(orjson.loads, data),
                MSGSPEC: partial(msgspec.json.decode, data),
            },
        )
        yield Row(
            f"decode page {form}",
            partial(page.decode, large),
            {
                MCP_TYPES: partial(their_page, large),
                BARE: partial(bare.ListToolsResult.model_validate_json, large),
                ORJSON: partial(orjson.loads, large),
                MSGSPEC: partial(msgspec.json.decode, large),
            },
        )


def encoding() -> Iterator[Row]:
    """Yield rows from typed values to texts; the steps are those of a constructed value."""
    codec = mb.revision(REVISION).codec(ListToolsResult)
    data = FORMS["compact"](PAGE).encode()
    methods: Any = import_module("mcp_types.methods")
    theirs = methods.parse_server_result("tools/list", REVISION, PAGE)
    plain = bare.ListToolsResult.model_validate_json(data)
    made, read, parsed = constructed_page(), codec.decode(data), codec.decode_value(json.loads(data))
    edited = codec.decode_value(json.loads(data))
    for tool in edited.tools[::10]:
        tool.title = "another title"
    shortened = codec.decode(data)
    del shortened.tools[len(shortened.tools) // 2]
    others: dict[str, Run] = {
        MCP_TYPES: lambda: theirs.model_dump_json(by_alias=True, exclude_unset=True),
        BARE: lambda: plain.model_dump_json(by_alias=True, exclude_unset=True),
        ORJSON: lambda: orjson.dumps(PAGE),
        MSGSPEC: lambda: msgspec.json.encode(PAGE),
    }
    yield Row("encode page, constructed", lambda: codec.encode(made), others)
    others = {STEPS: lambda: codec.encode(made), **others}
    yield Row("encode page, decoded from text", lambda: codec.encode(read), others)
    yield Row("encode page, decoded from a value", lambda: codec.encode(parsed), others)
    yield Row("encode page, edited", lambda: codec.encode(edited), others)
    yield Row("encode page, an item removed", lambda: codec.encode(shortened), others)


def speaking_rows() -> Iterator[Row]:
    """Yield rows from the bytes of a call to those of its answer, and the same with a session and over HTTP."""
    for engine in ENGINES:
        with using(engine):
            answering, holding = speaking.call_answerers(), speaking.session_holders()
        yield Row(f"dispatch call, {engine}", answering[speaking.DISPATCH], {STEPS: answering[speaking.STEPS]})
        yield Row(
            f"dispatch call with a session, {engine}", holding[speaking.HELD], {STEPS: holding[speaking.NOT_HELD]}
        )
        with using(engine):
            posting = speaking.http_answerers()
        yield Row(
            f"answer call over HTTP, {engine}",
            posting[speaking.OVER_HTTP],
            {STEPS: posting[speaking.WITHOUT_HEADERS]},
        )


def imports() -> Iterator[Row]:
    """Yield rows of fresh interpreters, from start to end. `bare pydantic` imports it and reads one small document."""
    programs = {name: partial(fresh.run_here, program) for name, program in fresh.PROGRAMS.items()}
    for name in fresh.FIRST_DECODE.values():
        others = {MCP_TYPES: programs[fresh.MCP_TYPES], BARE: programs[fresh.PYDANTIC]}
        yield Row(f"import, {name}", programs[name], others)
    reading = {name: partial(fresh.run_here, program) for name, program in fresh.PAGE_PROGRAMS.items()}
    yield Row(
        f"import, {fresh.PARSE_PAGE}",
        reading[fresh.PARSE_PAGE],
        {MCP_TYPES: reading[fresh.MCP_TYPES_PAGE], WITHOUT: reading[fresh.PARSE_PAGE_WITHOUT]},
    )
