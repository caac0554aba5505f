"""Documents against a revision, offline: one definition, or whatever one side may send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import is_object

Sender = Literal["client", "server"]

RESULTS = {"client": "ClientResult", "server": "ServerResult"}


class FindingLike(Protocol):
    """A finding of `mcp_bindings`."""

    pointer: str
    rule: str
    message: str


@dataclass(frozen=True)
class DocumentVerdict:
    """What was found in one document."""

    line: int
    """Of the input, from 1; of a document over several lines, the first."""
    definition: str
    findings: tuple[tuple[str, str, str], ...]
    """Pointer, rule and message of each."""


def documents(text: bytes) -> Iterator[tuple[int, bytes]]:
    """One JSON document, or JSON Lines: a text that is no document as a whole is read line by line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BindgenError("the input is empty", hint="give a JSON document or JSON Lines")
    if len(lines) == 1 or _is_json(text):
        yield lines[0][0], text
    else:
        yield from lines


def definition_for(spec: SpecRevision, message: Any, sender: Sender) -> tuple[str, str]:
    """The definition that a JSON-RPC message of one side must satisfy, and the pointer of what it describes.

    Up to 2025-06-18 definitions of requests describe a message without its envelope, which the open objects of the
    schema let pass; results are described without their envelope in every revision.
    """
    names = set(spec.definitions)
    if isinstance(message, list):
        return ("JSONRPCBatchRequest" if "JSONRPCBatchRequest" in names else "JSONRPCMessage"), ""
    if not is_object(message):
        return "JSONRPCMessage", ""
    if isinstance(message.get("method"), str):
        known = [name for method in spec.methods if method.name == message["method"] for name in method.definitions]
        sent = [name for name in known if spec.directions[name] in (sender, "both")]
        fallback = "JSONRPCRequest" if "id" in message else "JSONRPCNotification"
        return (sent[0] if sent else fallback), ""
    if "result" in message:
        return RESULTS[sender], "/result"
    if "error" in message:
        return ("JSONRPCErrorResponse" if "JSONRPCErrorResponse" in names else "JSONRPCError"), ""
    return "JSONRPCMessage", ""


def envelope_for(spec: SpecRevision, message: Any) -> str | None:
    """The definition of the JSON-RPC envelope around what `definition_for` names."""
    if not is_object(message):
        return None
    if "method" in message:
        return "JSONRPCRequest" if "id" in message else "JSONRPCNotification"
    if "result" in message:
        return "JSONRPCResultResponse" if "JSONRPCResultResponse" in spec.definitions else "JSONRPCResponse"
    return None


def check(
    spec: SpecRevision, text: bytes, *, definition: str | None, sender: Sender | None
) -> Iterator[DocumentVerdict]:
    """A verdict for each document.

    Raises:
        BindgenError: unknown definition, or the package or its validators are not installed.
    """
    codecs = _codecs(spec)
    if definition is not None:
        codecs(definition)
    for line, document in documents(text):
        try:
            value = _parsed(document)
        except ValueError as error:
            yield DocumentVerdict(line, definition or "JSON", (("", "json", f"not JSON: {error}"),))
            continue
        if definition is not None:
            name, found = definition, codecs(definition).findings(value)
        else:
            assert sender is not None
            name, found = _message_findings(spec, codecs, value, sender)
        yield DocumentVerdict(line, name, tuple((each.pointer, each.rule, each.message) for each in found))


def _message_findings(spec: SpecRevision, codecs: Any, value: Any, sender: Sender) -> tuple[str, list[Any]]:
    name, pointer = definition_for(spec, value, sender)
    envelope = envelope_for(spec, value)
    found = list(codecs(envelope).findings(value)) if envelope else []
    if not found:
        inner = value["result"] if pointer else value
        found = [each._replace(pointer=pointer + each.pointer) for each in codecs(name).findings(inner)]
    return name, found


def _codecs(spec: SpecRevision) -> Any:
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError(
            "the generated package is not installed", hint="pip install './generated[validators]' in this environment"
        ) from None

    def codec(name: str) -> Any:
        try:
            found = mcp_bindings.revision(spec.revision.id).codec(name)
            found.findings(None)
        except KeyError as error:
            raise BindgenError(str(error.args[0])) from None
        except ModuleNotFoundError as error:
            raise BindgenError(str(error)) from None
        return found

    return codec


def _is_json(text: bytes) -> bool:
    try:
        _parsed(text)
    except ValueError:
        return False
    return True


def _parsed(text: bytes) -> Any:
    def constant(name: str) -> None:
        raise ValueError(f"{name} is no JSON value")

    try:
        return json.loads(text.decode("utf-8"), parse_constant=constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
