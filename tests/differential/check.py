"""The package against the reference validator: same verdict on every document, nothing lost from accepted ones.

`python -m tests.soak differential` is the long run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindgen.sources import effective_schema
from tests.differential.instances import Generator
from tests.differential.reference import Reference, json_equal
from tests.differential.shrink import shrink
from tests.differential.values import JSON
from tests.soak.tally import Failure, Tally

STYLES: tuple[Callable[[object], str], ...] = (
    lambda value: json.dumps(value, allow_nan=False, separators=(",", ":")),
    lambda value: json.dumps(value, allow_nan=False, ensure_ascii=False),
    lambda value: json.dumps(value, allow_nan=False, ensure_ascii=False, indent=1),
)
"""Ways to write the same document: escaped or not, tight or spaced."""


class Rejected(NamedTuple):
    """A codec's refusal; `explained` if it said why."""

    explained: bool


@cache
def schema(revision: str) -> Mapping[str, Any]:
    """The effective schema, from the project's data: the package's own copy is part of what is tested."""
    document: Mapping[str, Any] = effective_schema(revision)
    return document


@cache
def generator(revision: str, seed: int) -> Generator:
    return Generator(schema(revision), seed)


@cache
def reference(revision: str) -> Reference:
    return Reference(schema(revision))


def check_text(revision: str, definition: str, text: str, note: str, tally: Tally) -> None:
    """Try one document: both ways in, both ways out, and the findings."""
    parsed = json.loads(text)
    expected = reference(revision).is_valid(definition, parsed)
    found = _disagreements(revision, definition, text, parsed, expected)
    record(tally, found, is_valid=expected, where=(revision, definition, note or "as grown"), text=text)


def record(
    tally: Tally, found: Iterator[tuple[str, str]], *, is_valid: bool, where: tuple[str, ...], text: str
) -> None:
    """Count one document, and of each kind of disagreement the first."""
    tally.count("documents")
    tally.count("valid", times=is_valid)
    kinds: set[str] = set()
    for kind, fault in found:
        if kind not in kinds:
            kinds.add(kind)
            tally.fail(Failure(kind, fault, where, text))


def minimal(failure: Failure) -> Failure:
    """The same disagreement on the smallest document that shows it."""
    revision, definition, note = failure.where

    def again(value: JSON) -> Failure | None:
        tally = Tally()
        check_text(revision, definition, STYLES[0](value), note, tally)
        return next((each for each in tally.failures if each.kind == failure.kind), None)

    return again(shrink(json.loads(failure.document), lambda value: again(value) is not None)) or failure


def _disagreements(
    revision: str, definition: str, text: str, parsed: JSON, expected: bool
) -> Iterator[tuple[str, str]]:
    """The same, of a pinned revision."""
    try:
        codec = mb.revision(revision).codec(definition)
    except Exception as error:
        yield "crashes", f"codec: {_brief(error)}"
        return
    yield from disagreements(codec, text, parsed, expected)


def disagreements(codec: Any, text: str, parsed: JSON, expected: bool) -> Iterator[tuple[str, str]]:
    """What a codec gets wrong about one document: kind and description of each."""
    before = json.dumps(parsed)
    data = text if len(text) % 2 else text.encode("utf-8")
    ways: tuple[tuple[str, Callable[[], Any], Callable[[Any], Any]], ...] = (
        ("decode, encode", lambda: codec.decode(data), lambda value: _strict(codec.encode(value))),
        ("decode_value, dump", lambda: codec.decode_value(parsed), lambda value: codec.dump(value)),
    )
    for name, read, write in ways:
        yield from _way(name, read, write, json.loads(text), expected)
    try:
        agrees = (codec.findings(parsed) == []) == expected
    except Exception as error:
        yield "crashes", f"findings: {_brief(error)}"
    else:
        if not agrees:
            yield "findings disagreements", f"findings: expected {'none' if expected else 'some'}"
    if json.dumps(parsed) != before:
        yield "changed inputs", "decode_value or findings changed its input"


def _way(
    name: str, read: Callable[[], Any], write: Callable[[Any], Any], original: JSON, expected: bool
) -> Iterator[tuple[str, str]]:
    """One way in and out again. Whatever is raised beside DecodeError is a crash."""
    try:
        value = _accepted(read)
        if isinstance(value, Rejected):
            if expected:
                yield "false rejects", f"{name}: rejected, is valid"
            elif not value.explained:
                yield "findings disagreements", f"{name}: rejected without findings"
        elif not expected:
            yield "false accepts", f"{name}: accepted, is not valid"
        else:
            written = write(value)
            if not json_equal(written, original, order=True):
                kind = "order" if json_equal(written, original, order=False) else "content"
                yield "round-trip losses", f"{name}: {kind} differs: {json.dumps(written)}"
    except Exception as error:
        yield "crashes", f"{name}: {_brief(error)}"


def _accepted(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except mb.DecodeError as error:
        return Rejected(bool(error.findings))


def _strict(data: bytes) -> JSON:
    """Parse what was encoded; NaN, Infinity or another encoding are no JSON."""

    def refuse(constant: str) -> object:
        raise ValueError(f"{constant} is not JSON")

    value: JSON = json.loads(data.decode("utf-8"), parse_constant=refuse)
    return value


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[:200]}"
