"""Error codes, headers, `_meta` keys and lint rules of a revision as entries of the reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace

from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.ingest.transport import MetaKey, RequestHeader, ResponseHeader
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.protocol import Http, Protocol
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.report.markup import code_span, escape_markdown
from mcp_bindgen.site.entries import Entry, Table, entry_link, join_with_commas, source_links


def error_entries(spec: SpecRevision, rows: Sequence[ErrorCode]) -> list[Entry]:
    """Return an entry for each error code, including retired ones."""
    return [
        Entry(
            kind="error",
            key=str(row.code),
            title=f"{row.code} {row.name}",
            summary=_as_sentence(escape_markdown(row.meaning)),
            facts=tuple(_error_facts(spec, row)),
            tables=_tables_of_uses(row),
            sources=row.sources,
            value=_without_pages(row),
        )
        for row in sorted(rows, key=lambda row: -row.code if row.code < 0 else row.code)
    ]


def _without_pages(row: ErrorCode) -> ErrorCode:
    return replace(row, sources=(), since="", until="", uses=tuple(replace(use, sources=()) for use in row.uses))


def _error_facts(spec: SpecRevision, row: ErrorCode) -> Iterator[str]:
    if row.retired:
        yield f"Retired: {row.until} is the last release that defines it, and no release gives it another meaning."
    yield f"Constant: {code_span(f'mcp_bindings.{spec.module}.error_codes.{row.name}')}."
    for what, name in (("Response", row.response), ("Error object", row.error), ("Data", row.data)):
        if name:
            yield f"{what}: {entry_link(code_span(name), spec.revision.id, 'definition', name)}."
    if row.data_shape:
        yield f"Data: {code_span(row.data_shape)}."


def _tables_of_uses(row: ErrorCode) -> tuple[Table, ...]:
    rows = [
        (
            escape_markdown(use.situation),
            use.emitter,
            use.level,
            str(use.http_status) if use.http_status else "",
            source_links(use.sources),
        )
        for use in row.uses
    ]
    return (Table(("situation", "sent by", "level", "HTTP status", "source"), tuple(rows)),) if rows else ()


def header_entries(http: Http) -> list[Entry]:
    """Return an entry for each header of requests or responses."""
    rows: list[RequestHeader | ResponseHeader] = [*http.request_headers, *http.response_headers]
    names = {row.name.lower(): row.name for row in rows}
    found: list[Entry] = []
    for key, name in sorted(names.items()):
        mine = [row for row in rows if row.name.lower() == key]
        table = Table(("on", "when", "level", "value", "source"), tuple(map(_header_row, mine)))
        kinds = dict.fromkeys("requests" if isinstance(row, RequestHeader) else "responses" for row in mine)
        found.append(
            Entry(
                kind="header",
                key=key,
                title=name,
                summary=f"A header of HTTP {' and '.join(kinds)}.",
                facts=(),
                tables=(table,),
                value=tuple(replace(row, sources=(), name="") for row in mine),
            )
        )
    return found


def _header_row(row: RequestHeader | ResponseHeader) -> tuple[str, ...]:
    value = code_span(row.value) if row.value else ""
    if isinstance(row, ResponseHeader):
        return "response", escape_markdown(row.applies), row.level, value, source_links(row.sources)
    conditions: list[str] = [row.applies]
    if row.methods:
        conditions.append(f"with {join_with_commas([code_span(name) for name in row.methods])}")
    if row.never_on:
        conditions.append(f"never with {join_with_commas([code_span(name) for name in row.never_on])}")
    if row.body_field:
        value = f"{value} equal to {code_span('/' + '/'.join(row.body_field))} of the body".strip()
    role = {"send": "", "validate": ", validated by the server", "ignore": ", ignored by the server"}[row.role]
    return f"request{role}", ", ".join(conditions), row.level, value, source_links(row.sources)


def status_table(http: Http) -> Table:
    """Return a table of the HTTP statuses that the specification names."""
    rows = [
        (str(row.code), escape_markdown(row.situation), row.level, row.body, source_links(row.sources))
        for row in sorted(http.statuses, key=lambda row: row.code)
    ]
    return Table(("status", "situation", "level", "body", "source"), tuple(rows))


def stream_table(http: Http) -> Table:
    """Return a table of the rules for event streams. It leaves out the rules that the specification does not
    mention.
    """
    streams = http.event_streams
    values = {field.name: getattr(streams, field.name) for field in fields(streams)}
    values |= {"sources": "", "resume_streams_of": join_with_commas(streams.resume_streams_of)}
    rows = [(name.replace("_", " "), value) for name, value in values.items() if value not in ("unspecified", "")]
    return Table(("event streams", "level or value"), tuple(rows))


def requirement_table(protocol: Protocol) -> Table:
    """Return a table of the requirements that no single message can violate."""
    rows = [
        (
            code_span(row.id),
            escape_markdown(row.text),
            row.level,
            join_with_commas(row.actors),
            source_links(row.sources),
        )
        for row in protocol.requirements
    ]
    return Table(("requirement", "text", "level", "sides", "source"), tuple(rows))


def feature_table(protocol: Protocol) -> Table:
    """Return a table of the deprecated and removed features."""
    rows = [
        (
            escape_markdown(row.feature),
            row.status,
            row.since,
            escape_markdown(row.earliest_removal),
            escape_markdown(row.migration),
            source_links(row.sources),
        )
        for row in protocol.features
    ]
    return Table(("feature", "status", "since", "earliest removal", "use in its place", "source"), tuple(rows))


def meta_entries(spec: SpecRevision, rows: Sequence[MetaKey]) -> list[Entry]:
    """Return an entry for each key of `_meta` that the specification defines."""
    return [
        Entry(
            kind="meta",
            key=row.key,
            title=row.key,
            summary=_as_sentence(escape_markdown(row.applies)),
            facts=tuple(_meta_facts(spec, row)),
            sources=row.sources,
            value=replace(row, sources=()),
        )
        for row in sorted(rows, key=lambda row: row.key)
    ]


def _meta_facts(spec: SpecRevision, row: MetaKey) -> Iterator[str]:
    named = row.type in spec.definitions
    type_ = (
        entry_link(code_span(row.type), spec.revision.id, "definition", spec.definitions[row.type])
        if named
        else row.type
    )
    sender = "either side" if row.sender == "either" else f"the {row.sender}"
    yield f"Type: {type_}. On: {join_with_commas(row.on)}. Sent by {sender}. Level: {row.level}."
    if row.deprecated:
        yield "Deprecated."


def lint_entries(rows: Sequence[LintRule]) -> list[Entry]:
    """Return an entry for each rule of the specification's prose that `rev.lint` checks."""
    return [
        Entry(
            kind="lint",
            key=row.id,
            title=row.id,
            summary=_as_sentence(escape_markdown(row.message)),
            facts=(
                f"Level: {row.level}. Keyword: {row.keyword}.",
                f"Checked at {join_with_commas([code_span(place) for place in row.places])}.",
                f"Check: {code_span(row.check)}{_parameter_text(row)}.",
                *([escape_markdown(row.reason)] if row.reason else []),
            ),
            sources=row.sources,
            value=replace(row, sources=()),
        )
        for row in sorted(rows, key=lambda row: row.id)
    ]


def _parameter_text(row: LintRule) -> str:
    given: Iterable[tuple[str, object]] = (
        ("members", ", ".join(row.members)),
        ("values", ", ".join(row.values)),
        ("minimum", row.minimum),
        ("maximum", row.maximum),
        ("pattern", row.pattern),
    )
    return "".join(f", {name} {code_span(str(value))}" for name, value in given if value)


def capability_table(spec: SpecRevision, protocol: Protocol) -> Table:
    """Return a table of the capabilities of both sides, with the methods that need them."""
    rows = [
        (
            side,
            code_span(row.path),
            row.type,
            escape_markdown(row.meaning),
            join_with_commas([entry_link(code_span(name), spec.revision.id, "method", name) for name in row.gates]),
        )
        for side, capabilities in (("client", protocol.client_capabilities), ("server", protocol.server_capabilities))
        for row in capabilities
    ]
    return Table(("side", "capability", "type", "meaning", "methods that need it"), tuple(rows))


def _as_sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}" if words else ""
