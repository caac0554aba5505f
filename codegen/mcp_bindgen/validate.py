"""Documents against a revision, offline: one definition, or whatever one side may send."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from typing_extensions import TypeIs

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import AliasType, ObjectType, Ref, SpecRevision, UnionType
from mcp_bindgen.jsontext import MAX_DEPTH, escape, is_object

Sender = Literal["client", "server"]

REQUESTS = {"client": "ClientRequest", "server": "ServerRequest"}
NOTIFICATIONS = {"client": "ClientNotification", "server": "ServerNotification"}
RESULTS = {"client": "ClientResult", "server": "ServerResult"}


class FindingLike(Protocol):
    """A finding of `mcp_bindings`."""

    @property
    def pointer(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def message(self) -> str: ...


class LintFindingLike(FindingLike, Protocol):
    """A broken rule of the prose, as `mcp_bindings` has it."""

    @property
    def severity(self) -> str: ...
    @property
    def source(self) -> str: ...


Fault = tuple[str, str, str]
"""Pointer, rule and message."""

Findings = Callable[[str, Any], list[Fault]]
"""What is wrong with a value as a definition."""

Lint = Callable[[Any], "tuple[LintFindingLike, ...]"]
"""What rules of the prose a document breaks."""


@dataclass(frozen=True)
class DocumentVerdict:
    """What was found in one document."""

    line: int
    """Of the input, from 1; of a document over several lines, the first."""
    definition: str
    findings: tuple[Fault, ...]
    lint: tuple[LintFindingLike, ...] | None = None
    """Rules of the prose that it breaks; None where no one asked, or where there is no JSON to ask about."""

    @property
    def passes(self) -> bool:
        """Is it valid, and breaks it no rule that is a MUST?"""
        return not self.findings and not any(broken.severity == "MUST" for broken in self.lint or ())


class NoJSONError(ValueError):
    """A text that is no JSON, with the place in it."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class _Twice(dict[str, Any]):
    """An object in whose text a member occurs twice, and which."""

    member: str


def documents(text: bytes) -> Iterator[tuple[int, bytes]]:
    """One JSON document, or JSON Lines.

    A text that is no document as a whole is read line by line, if at least half of its lines are documents;
    otherwise it is one document that is broken somewhere.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BindgenError("the input is empty", hint="give a JSON document or JSON Lines")
    whole = len(lines) == 1 or _is_json(text)
    if not whole and 2 * sum(_is_json(line) for _, line in lines) >= len(lines):
        yield from lines
    else:
        first = lines[0][0]
        yield first, b"".join(text.splitlines(keepends=True)[first - 1 :])


def check(
    spec: SpecRevision, text: bytes, *, definition: str | None, sender: Sender | None, lint: bool = False
) -> Iterator[DocumentVerdict]:
    """A verdict for each document; with `lint`, by the rules of the prose too.

    Raises:
        BindgenError: unknown definition, or the package or its validators are not installed.
    """
    findings = _findings(spec)
    broken = _lint(spec, definition) if lint else None
    if definition is not None:
        findings(definition, None)  # an unknown one is an error even if there is no document
    for line, document in documents(text):
        try:
            value = _parsed(document)
        except NoJSONError as error:
            fault = ("", "json", f"not JSON: {error} (column {error.column})")
            yield DocumentVerdict(line + error.line - 1, definition or "JSON", (fault,))
            continue
        faults = _text_faults(value)
        if faults:
            yield DocumentVerdict(line, definition or "JSON", (*faults,))
        elif definition is not None:
            yield DocumentVerdict(line, definition, (*findings(definition, value),), broken and broken(value))
        else:
            assert sender is not None
            name, found = Judge(spec, sender, findings).message(value)
            yield DocumentVerdict(line, name, found, broken and broken(value))


class Judge:
    """What one side may send, in one revision.

    Up to 2025-06-18 the definitions of requests describe a message without its envelope, and results are described
    without theirs in every revision, so envelope and content are judged one after the other.
    """

    def __init__(self, spec: SpecRevision, sender: Sender, findings: Findings) -> None:
        self.spec = spec
        self.sender: Sender = sender
        self.findings = findings
        self.requests = _methods(spec, REQUESTS[sender])
        self.notifications = _methods(spec, NOTIFICATIONS[sender])

    def message(self, value: Any) -> tuple[str, tuple[Fault, ...]]:
        """The definition that a message is judged by, and what is wrong with it."""
        if _is_list(value) and "JSONRPCBatchRequest" in self.spec.definitions:
            name, found = self._batch(value)
        elif not is_object(value):
            name, found = "JSONRPCMessage", self.findings("JSONRPCMessage", value)
        elif isinstance(value.get("method"), str):
            name, found = self._call(value)
        elif "result" in value and "error" in value:
            name, found = "JSONRPCMessage", [("/error", "message", "a response has a result or an error, not both")]
        elif "result" in value:
            name, found = RESULTS[self.sender], self._result(value)
        elif "error" in value:
            name = self._known("JSONRPCErrorResponse", "JSONRPCError")
            found = self.findings(name, value)
        elif "method" in value:
            name, found = "JSONRPCMessage", self.findings("JSONRPCNotification", value)
        else:
            name, found = "JSONRPCMessage", [("", "message", "neither method, result nor error is there")]
        return name, tuple(found)

    def _batch(self, messages: Sequence[Any]) -> tuple[str, list[Fault]]:
        called = [is_object(message) and "method" in message for message in messages]
        name = "JSONRPCBatchRequest" if any(called) or not messages else "JSONRPCBatchResponse"
        if not messages:
            return name, [("", "batch", "a batch holds at least one message")]
        if any(called) and not all(called):
            place = called.index(False)
            return name, [(f"/{place}", "batch", "a batch holds requests and notifications, or responses")]
        nested = [
            (f"/{place}", "batch", "no batch in a batch") for place, each in enumerate(messages) if _is_list(each)
        ]
        judged = [(place, self.message(each)[1]) for place, each in enumerate(messages) if not _is_list(each)]
        return name, nested + [(f"/{place}{at}", rule, text) for place, found in judged for at, rule, text in found]

    def _call(self, value: dict[str, Any]) -> tuple[str, list[Fault]]:
        method = value["method"]
        expected = "notification" if self._is_notification(method) else "request"
        envelope = "JSONRPCNotification" if expected == "notification" else "JSONRPCRequest"
        known = (self.notifications if expected == "notification" else self.requests).get(method)
        found = self.findings(envelope, value)
        if not found and expected == "notification" and "id" in value:
            found = [("/id", "message", "a notification has no id")]
        if not found and known is None and (expected == "request" or self._is_of_the_schema(method)):
            found = [("/method", "method", f"the {self.sender} sends no such {expected} in {self.spec.revision.id}")]
        return known or envelope, found or (self.findings(known, value) if known else [])

    def _result(self, value: dict[str, Any]) -> list[Fault]:
        found = self.findings(self._known("JSONRPCResultResponse", "JSONRPCResponse"), value)
        inner = self.findings(RESULTS[self.sender], value["result"])
        return found or [(f"/result{at}", rule, text) for at, rule, text in inner]

    def _is_notification(self, method: str) -> bool:
        return method in self.notifications or method.startswith("notifications/")

    def _is_of_the_schema(self, method: str) -> bool:
        """An unknown notification is no fault, one that only the other side sends is."""
        return any(each.name == method for each in self.spec.methods)

    def _known(self, name: str, other: str) -> str:
        return name if name in self.spec.definitions else other


def _methods(spec: SpecRevision, root: str) -> dict[str, str]:
    """Method to the definition that carries it, for what `root` lets a side send."""
    types = spec.by_name()
    carriers: set[str] = set()
    frontier = [root]
    while frontier:
        match types.get(frontier.pop()):
            case ObjectType(name=name):
                carriers.add(name)
            case UnionType(arms=arms):
                frontier.extend(arm.name for arm in arms if isinstance(arm, Ref))
            case AliasType(target=Ref(name=name)):
                frontier.append(name)
            case _:
                pass
    return {method.name: name for method in spec.methods for name in method.definitions if name in carriers}


def _findings(spec: SpecRevision) -> Findings:
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError(
            "the generated package is not installed", hint="pip install './generated[validators]' in this environment"
        ) from None

    def findings(name: str, value: Any) -> list[Fault]:
        try:
            found: Sequence[FindingLike] = mcp_bindings.revision(spec.revision.id).codec(name).findings(value)
        except (KeyError, mcp_bindings.UnknownRevision) as error:
            raise BindgenError(str(error.args[0])) from None
        except ModuleNotFoundError as error:
            raise BindgenError(str(error)) from None
        return [(each.pointer, each.rule, each.message) for each in found]

    return findings


def _lint(spec: SpecRevision, definition: str | None) -> Lint:
    import mcp_bindings

    def lint(value: Any) -> tuple[LintFindingLike, ...]:
        document = json.dumps(value) if isinstance(value, str) else value  # a str would be read as JSON text
        return (*mcp_bindings.revision(spec.revision.id).lint(document, definition=definition),)

    return lint


def _text_faults(value: Any) -> list[Fault]:
    """What a parser lets pass and a receiver need not: at most one fault, the first that is met."""
    stack: list[tuple[str, Any, int]] = [("", value, 1)]
    while stack:
        pointer, item, level = stack.pop()
        if isinstance(item, _Twice):
            return [(f"{pointer}/{escape(item.member)}", "json", "this member occurs twice in one object")]
        if isinstance(item, float) and not math.isfinite(item):
            return [(pointer, "json", "number out of range")]
        if isinstance(item, str) and not _is_text(item):
            return [(pointer, "json", "a string holds half of a surrogate pair")]
        if level > MAX_DEPTH and isinstance(item, (dict, list)):
            return [("", "json", f"nested deeper than {MAX_DEPTH} levels")]
        if is_object(item):
            if not all(map(_is_text, item)):
                return [(pointer, "json", "the name of a member holds half of a surrogate pair")]
            stack.extend((f"{pointer}/{escape(name)}", child, level + 1) for name, child in reversed(item.items()))
        elif _is_list(item):
            stack.extend((f"{pointer}/{place}", child, level + 1) for place, child in reversed([*enumerate(item)]))
    return []


def _is_text(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text) if not text.isascii() else True


def _is_list(value: object) -> TypeIs[list[Any]]:
    return isinstance(value, list)


def _is_json(text: bytes) -> bool:
    try:
        _parsed(text)
    except NoJSONError:
        return False
    return True


def _parsed(data: bytes) -> Any:
    """Parse JSON text.

    Raises:
        NoJSONError: it is none. Its message quotes nothing of the text.
    """

    def constant(name: str) -> None:
        raise NoJSONError(f"{name} is no JSON value", *_place(text, text.find(name)))

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) == len(pairs):
            return result
        names = [name for name, _ in pairs]
        twice = _Twice(result)
        twice.member = next(name for place, name in enumerate(names) if name in names[:place])
        return twice

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise NoJSONError(f"not UTF-8: {error.reason}", before.count(b"\n") + 1, column) from None
    if text.startswith("\ufeff"):
        raise NoJSONError("a byte order mark is no part of JSON", 1, 1)
    try:
        return json.loads(text, parse_constant=constant, object_pairs_hook=members)
    except json.JSONDecodeError as error:
        raise NoJSONError(error.msg.partition(": ")[0], error.lineno, error.colno) from None
    except NoJSONError:
        raise
    except ValueError:
        raise NoJSONError("a number has too many digits", 1, 1) from None
    except RecursionError:
        raise NoJSONError(f"nested deeper than {MAX_DEPTH} levels", 1, 1) from None


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
