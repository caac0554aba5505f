"""Runs inside an environment that has the wheel and little else: `python -I probe.py DOCUMENTS`.

It tries every definition of every revision, and prints what it tried and each fault as JSON.
"""

from __future__ import annotations

import copy
import json
import pickle
import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints

import mcp_bindings as mb

Fault = str
JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | float | int | bool | None"


def codecs() -> Iterator[tuple[str, Fault | None]]:
    """Every definition has a codec."""
    for revision in (*mb.REVISIONS, "draft"):
        for definition in mb.revision(revision).definitions:
            codec: object = mb.revision(revision).codec(definition)
            yield definition, None if definition in repr(codec) else f"{revision} {definition}: {codec!r}"


def names() -> Iterator[tuple[str, Fault | None]]:
    """Every public name is there, and the annotations of every class make sense at run time."""
    from mcp_bindings.wire.model import WireModel

    for revision in (*mb.REVISIONS, "draft"):
        module = import_module(f"mcp_bindings.{revision if revision == 'draft' else 'v' + revision.replace('-', '_')}")
        for name in module.__all__:
            public = getattr(module, name)
            missing: set[str] = set()
            if isinstance(public, type) and issubclass(public, WireModel):
                missing = public.model_fields.keys() - get_type_hints(public, include_extras=True).keys()
            yield name, f"{revision} {name}: no hints for {missing}" if missing else None


def verdicts(documents: Path) -> Iterator[tuple[str, Fault | None]]:
    """Each document is judged as it should be, and comes out as it went in."""
    for line in documents.read_text(encoding="utf-8").splitlines():
        revision, definition, text, valid = json.loads(line)
        yield definition, _verdict(revision, definition, text, valid)


def _verdict(revision: str, definition: str, text: str, valid: bool) -> Fault | None:
    codec = mb.revision(revision).codec(definition)
    where = f"{revision} {definition} {ascii(text)[:400]}"
    parsed = json.loads(text)
    for name, read, data in (("decode", codec.decode, text), ("decode_value", codec.decode_value, parsed)):
        reader: Callable[[Any], Any] = read
        try:
            value = reader(data)
        except mb.DecodeError as error:
            if valid or not error.findings:
                return f"{where}: {name} rejects: {error}"
            continue
        if not valid:
            return f"{where}: {name} accepts"
        written = codec.encode(value)
        if not _same(json.loads(written), parsed):
            return f"{where}: {name}, then encode gives {written!r}"
    return None


def _same(one: JSON, other: JSON) -> bool:
    """Equal as JSON, members in the same order; numbers by value."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    kinds = {type(one), type(other)}
    return (len(kinds) == 1 or kinds == {int, float}) and one == other


def cases() -> Iterator[tuple[str, Fault | None]]:
    """What depends on how pydantic does things, by hand."""
    for case in (_integers, _bounds, _unions, _recursion, _constructors, _copies, _spellings, _tolerance):
        try:
            case()
        except Exception as error:
            yield case.__name__, f"{case.__name__}: {type(error).__name__}: {error}"
        else:
            yield case.__name__, None


def _accepts(definition: str, text: str, revision: str = "2025-11-25") -> bool:
    try:
        mb.revision(revision).codec(definition).decode(text)
    except mb.DecodeError:
        return False
    return True


def _integers() -> None:
    taken = [
        text for text in ("1", "1.0", "1e3", "1.5", "true", '"1"', "null", "NaN") if _accepts("ProgressToken", text)
    ]
    assert taken == ["1", "1.0", "1e3", '"1"'], taken
    value = mb.revision("2025-11-25").codec("ProgressToken").decode("9007199254740993")
    assert value == 9007199254740993


def _bounds() -> None:
    texts = {
        number: f'{{"priority": {number}}}' for number in ("0", "0.5", "1", "1.0", "-0.1", "2", "1.1", "true", "null")
    }
    taken = [number for number, text in texts.items() if _accepts("Annotations", text)]
    assert taken == ["0", "0.5", "1", "1.0"], taken


def _unions() -> None:
    from mcp_bindings.v2025_11_25 import EmbeddedResource, ResourceLink, TextContent

    block: Any = mb.revision("2025-11-25").codec("ContentBlock")
    assert type(block.decode(b'{"type": "text", "text": "x"}')) is TextContent
    assert type(block.decode(b'{"type": "resource_link", "name": "n", "uri": "u:x"}')) is ResourceLink
    blob = block.decode(b'{"type": "resource", "resource": {"uri": "u:x", "blob": "eA=="}}')
    assert type(blob) is EmbeddedResource
    assert type(blob.resource).__name__ == "BlobResourceContents"
    assert not _accepts("ContentBlock", '{"type": "smell"}')
    assert not _accepts("ContentBlock", '{"text": "x"}')


def _recursion() -> None:
    text = b'{"a":[1,null,{"b":[true,"x",1.5,[]]}],"c":{}}'
    for definition in ("JSONValue", "JSONObject"):
        codec: Any = mb.revision("2026-07-28").codec(definition)
        assert codec.encode(codec.decode(text)) == text, definition


def _constructors() -> None:
    from mcp_bindings.v2025_11_25 import CallToolRequest, CallToolRequestParams, Tool, ToolInputSchema

    codec = mb.revision("2025-11-25").codec(CallToolRequest)
    made = CallToolRequest(id=1, params=CallToolRequestParams.model_validate({"name": "x", "_meta": {"a": None}}))
    expected = {"id": 1, "jsonrpc": "2.0", "method": "tools/call", "params": {"_meta": {"a": None}, "name": "x"}}
    assert codec.dump(made) == expected, codec.dump(made)
    tool: type[Any] = Tool
    empty = ToolInputSchema.model_validate({"type": "object"})
    for schema in ({"input_schema": empty}, {"inputSchema": empty}):
        made_tool = tool(name="x", title=None, **schema)
        assert made_tool.title is None
        dumped = mb.revision("2025-11-25").codec(Tool).dump(made_tool)
        assert dumped == {"name": "x", "inputSchema": {"type": "object"}}, dumped


def _copies() -> None:
    codec: Any = mb.revision("2025-11-25").codec("Tool")
    text = b'{"zzz":1,"name":"x","inputSchema":{"type":"object"}}'
    value = codec.decode(text)
    for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert copied == value
        assert _same(sorted(codec.dump(copied)), sorted(codec.dump(value)))


def _spellings() -> None:
    value: Any = mb.revision("2025-11-25").codec("Tool").decode(b'{"name":"x","inputSchema":{"type":"object"},"n":0}')
    assert value["inputSchema"] is value.input_schema
    assert value["n"] == value.n == 0
    message = ""
    try:
        value.inputSchema  # noqa: B018
    except AttributeError as error:
        message = str(error)
    assert "input_schema" in message, message


def _tolerance() -> None:
    codec: Any = mb.revision("2025-11-25").codec("CallToolResult")
    text = b'{"content":[{"type":"smell","x":[1.0]},{"type":"text","text":"a"},{"type":"text"}],"z":1}'
    value = codec.decode(text, mode="tolerant")
    assert [type(block).__name__ for block in value.content] == ["UnknownMember", "TextContent"]
    assert value.content[0]["x"] == [1.0]
    assert len(value.model_dump()["content"]) == 2
    for copied in (value, copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert [item.pointer for item in mb.set_aside(copied)] == ["/content/0", "/content/2"]
        assert codec.encode(copied) == text


def main(documents: Path) -> None:
    tried: dict[str, int] = {}
    faults: list[Fault] = []
    for part, results in {
        "codecs": codecs(),
        "names": names(),
        "documents": verdicts(documents),
        "cases": cases(),
    }.items():
        tried[part] = 0
        for _, fault in results:
            tried[part] += 1
            if fault and len(faults) < 20:
                faults.append(fault)
    versions = {"python": platform.python_version(), "pydantic": version("pydantic")}
    print(json.dumps({"tried": tried, "faults": faults, "versions": versions, "file": mb.__file__}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
