"""Four ways to read the same two definitions, and to write them back: this package and what one might use instead.

Each is used as its documentation shows, and written with the options that keep most of a document.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from datamodel_code_generator import InputFileType, generate
from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import Formatter
from pydantic import BaseModel

import mcp_bindings as mb
from mcp_bindgen.paths import schema_root
from tests.benchmarks import bare
from tests.benchmarks.reading import REVISION

OURS = "mcp-bindings"
HAND_WRITTEN = "hand-written"
RAW_GENERATOR = "raw generator"
MCP_TYPES = "mcp-types"

DEFINITIONS = ("CallToolRequest", "ListToolsResult")
"""The definitions that all four have: a request in its envelope, and a result without one."""


@dataclass(frozen=True)
class Contender:
    """One way to read and write documents of `DEFINITIONS`."""

    read: Mapping[str, Callable[[str], Any]]
    """By definition: JSON text to a typed value; raises for what it rejects."""
    write: Callable[[Any], str | bytes]
    """A typed value back to JSON text."""
    revisions: int
    """Number of released revisions with types of their own."""
    program: str
    """Python that imports it and reads the `tools/call` request in `text`, for a fresh interpreter."""


def contenders(directory: Path) -> dict[str, Contender]:
    """Return all that are installed; the code generator's output is written into the directory."""
    found = {
        OURS: _bindings(),
        HAND_WRITTEN: _models(bare, 1, "from tests.benchmarks.bare import CallToolRequest"),
        RAW_GENERATOR: _raw_generator(directory),
    }
    if find_spec("mcp_types"):
        found[MCP_TYPES] = _mcp_types()
    return found


def _bindings() -> Contender:
    codecs: dict[str, Any] = {name: mb.revision(REVISION).codec(name) for name in DEFINITIONS}

    def write(value: Any) -> bytes:
        data: bytes = codecs[type(value).__name__].encode(value)
        return data

    program = f"import mcp_bindings\nmcp_bindings.revision({REVISION!r}).codec('CallToolRequest').decode(text)"
    return Contender({name: codec.decode for name, codec in codecs.items()}, write, len(mb.REVISIONS), program)


def _models(module: Any, revisions: int, statement: str) -> Contender:
    return Contender(
        {name: getattr(module, name).model_validate_json for name in DEFINITIONS},
        _dumped,
        revisions,
        f"{statement}\nCallToolRequest.model_validate_json(text)",
    )


def _dumped(value: BaseModel) -> str:
    """Encode a value with nulls kept and defaults left out, which loses less than `exclude_none`."""
    return value.model_dump_json(by_alias=True, exclude_unset=True)


def _raw_generator(directory: Path) -> Contender:
    """Return datamodel-code-generator with default options on the schema file of every released revision."""
    for revision in mb.REVISIONS:
        generate(
            schema_root() / revision / "schema.json",
            input_file_type=InputFileType.JsonSchema,
            output=directory / f"{_module_name(revision)}.py",
            output_model_type=DataModelType.PydanticV2BaseModel,
            formatters=[Formatter.BUILTIN],  # they change spaces only
        )
    name = _module_name(REVISION)
    spec = spec_from_file_location(name, directory / f"{name}.py")
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    written = len(list(directory.glob("raw_*.py")))
    return _models(
        module, written, f"import sys; sys.path.append({str(directory)!r})\nfrom {name} import CallToolRequest"
    )


def _module_name(revision: str) -> str:
    return f"raw_{revision.replace('-', '_')}"


def _mcp_types() -> Contender:
    """Return mcp-types. Its functions take a method with params or a result; its envelope is a type of its own."""
    methods: Any = import_module("mcp_types.methods")
    envelopes: Any = import_module("mcp_types.jsonrpc")
    packages = [found.name for found in iter_modules(import_module("mcp_types").__path__) if found.name[:2] == "_v"]

    def request(text: str) -> tuple[Any, Any]:
        envelope = envelopes.jsonrpc_message_adapter.validate_json(text)
        return envelope, methods.parse_client_request(envelope.method, REVISION, envelope.params)

    def result(text: str) -> tuple[Any, Any]:
        return None, methods.parse_server_result("tools/list", REVISION, json.loads(text))

    def write(value: tuple[Any, Any]) -> str:
        envelope, body = value
        outer: dict[str, Any] = (
            {} if envelope is None else envelope.model_dump(by_alias=True, exclude_unset=True, mode="json")
        )
        inner = body.model_dump(by_alias=True, exclude_unset=True, mode="json")
        return json.dumps({**outer, **inner})

    program = (
        "from mcp_types.jsonrpc import jsonrpc_message_adapter\nfrom mcp_types.methods import parse_client_request\n"
        "message = jsonrpc_message_adapter.validate_json(text)\n"
        f"parse_client_request(message.method, {REVISION!r}, message.params)"
    )
    return Contender(dict(zip(DEFINITIONS, (request, result), strict=True)), write, len(packages), program)
