"""All pages of the reference, by path below the source directory of the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_bindgen import comparison, drafts, negotiate, paths, sources
from mcp_bindgen.diff.subject import Facts
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ir.history import type_histories
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.pages import negotiation
from mcp_bindgen.records.docs import Docs, read_docs
from mcp_bindgen.render.tables import tables_json
from mcp_bindgen.report.markup import code_span, escape_markdown
from mcp_bindgen.report.rule_manual import manual_markdown
from mcp_bindgen.site import api, crossing
from mcp_bindgen.site.entries import Entry, Table
from mcp_bindgen.site.environment import render_page
from mcp_bindgen.site.facts import (
    capability_table,
    error_entries,
    feature_table,
    header_entries,
    lint_entries,
    meta_entries,
    requirement_table,
    status_table,
    stream_table,
)
from mcp_bindgen.site.messages import definition_entries, method_entries
from mcp_bindgen.site.session_rules import session_entries
from mcp_bindgen.site.timeline import Identity, Timeline, timelines

NEGOTIATION = "negotiation-cases.html"
"""Page without the layout of the site. Sphinx copies it unchanged."""

TABLES = "tables.json"
"""Tables of all revisions for programs in other languages. Sphinx copies the file unchanged."""

METHODS = "Every request and notification, and which side sends it."
DEFINITIONS = """\
Every definition of the schema, and every inline part that is a class. The Python module
`mcp_bindings.{module}` has each of them under the name below."""
LINT_RULES = """\
What the prose of the specification demands of a single message and the schema does not enforce. `rev.lint` and
`mcp-bindgen validate --lint` check these rules."""
SESSION_RULES = """\
What `mb.Session` checks across messages. The attribute `rule` of `LocalProtocolError` and `RemoteProtocolError` holds
one of these names."""


@dataclass(frozen=True)
class PageSection:
    """A part of a revision's page."""

    title: str
    introduction: str
    entries: tuple[Entry, ...]
    table: Table | None = None


@dataclass(frozen=True)
class RevisionPage:
    """Page of one revision."""

    spec: SpecRevision
    facts: Facts
    sections: tuple[PageSection, ...]

    @property
    def entries(self) -> list[Entry]:
        """Entries of all sections."""
        return [entry for section in self.sections for entry in section.entries]


def reference_documents() -> FileSet:
    """Return every file of the reference.

    Raises:
        BindgenError: the data is malformed, or the generated package is not installed.
    """
    pages, twins = _revision_pages()
    specs = [page.spec for page in pages]
    histories = {spec.revision.id: type_histories(specs, spec) for spec in specs}
    lines = timelines({page.spec.revision.id: page.entries for page in pages}, histories)
    found = {f"reference/{page.spec.revision.id}.md": _render_revision(page, lines) for page in pages}
    for draft, release in twins.items():
        found[f"reference/{draft}.md"] = render_page("draft.md.j2", {"id": draft, "release": release})
    ids = [page.spec.revision.id for page in pages]
    found["reference/index.md"] = render_page(
        "index.md.j2", {"pages": pages, "twins": twins, "ids": ids, "rows": _method_matrix(pages), "tables": TABLES}
    )
    found |= api.api_documents(specs)
    found["reference/crossing.md"] = crossing.bridge_page(paths.schema_root())
    found["reference/changes.md"] = comparison.changelog_markdown()
    found["reference/change-rules.md"] = manual_markdown()
    found["reference/negotiation.md"] = render_page("negotiation.md.j2", {"address": NEGOTIATION})
    first = negotiate.chosen_case(None, None, None, None)
    found[f"_extra/reference/{NEGOTIATION}"] = negotiation.negotiation_page(negotiate.all_outcomes(), first)
    found[f"_extra/reference/{TABLES}"] = tables_json(
        [page.facts.protocol for page in pages],
        sources.era_matrix(paths.schema_root()),
        [page.facts.authorization for page in pages],
    )
    return {path: content.encode("utf-8") for path, content in found.items()}


def _revision_pages() -> tuple[list[RevisionPage], dict[str, str]]:
    """Return the pages of all revisions with models of their own; and for each other draft, the id of the release
    that it equals.
    """
    schema_root = paths.schema_root()
    docs = read_docs(schema_root)
    specs = [sources.load_spec(row.id) for row in read_manifest(schema_root)]
    full, pairs = drafts.split_equal_drafts(specs, schema_root)
    twins = {spec.revision.id: twin.revision.id for spec, twin in pairs}
    errors = sources.errors_of(specs, full, (), schema_root)
    return [_revision_page(spec, errors[spec.revision.id], docs) for spec in full], twins


def _revision_page(spec: SpecRevision, errors: sources.RevisionErrors, docs: Docs) -> RevisionPage:
    subject = comparison.read_subject(spec.revision.id)
    if subject.facts is None:
        raise BindgenError("the revision has no facts", where=f"revision {spec.revision.id}")
    facts = subject.facts
    methods = method_entries(spec, subject.methods, docs)
    definitions = definition_entries(spec, docs)
    sections = (
        PageSection("Methods", METHODS, tuple(methods)),
        PageSection("Definitions", DEFINITIONS.format(module=spec.module), tuple(definitions)),
        PageSection("Error codes", "", tuple(error_entries(spec, errors.codes)), _range_table(facts)),
        PageSection("Headers", _http_introduction(facts), tuple(header_entries(facts.protocol.http))),
        PageSection("HTTP statuses", "", (), status_table(facts.protocol.http)),
        *_table_section("Event streams", stream_table(facts.protocol.http)),
        PageSection("Keys in _meta", "", tuple(meta_entries(spec, facts.protocol.meta_keys))),
        PageSection("Capabilities", "", (), capability_table(spec, facts.protocol)),
        *_table_section("Other requirements", requirement_table(facts.protocol)),
        *_table_section("Deprecated and removed features", feature_table(facts.protocol)),
        PageSection("Lint rules", LINT_RULES, tuple(lint_entries(facts.rules))),
        PageSection("Session rules", SESSION_RULES, tuple(session_entries(spec))),
    )
    return RevisionPage(spec, facts, sections)


def _table_section(title: str, table: Table) -> tuple[PageSection, ...]:
    """Return a section for a table, or nothing if the table has no rows."""
    return (PageSection(title, "", (), table),) if table.rows else ()


def _range_table(facts: Facts) -> Table | None:
    rows = tuple(
        (f"{row.low} to {row.high}", escape_markdown(row.owner), escape_markdown(row.rule))
        for row in facts.error_ranges
    )
    return Table(("codes", "owner", "rule"), rows) if rows else None


def _http_introduction(facts: Facts) -> str:
    http = facts.protocol.http
    methods = ", ".join(code_span(name) for name in http.methods)
    return f"Of the transport `{http.transport}`, which uses {methods}."


def _render_revision(page: RevisionPage, lines: Mapping[str, Mapping[Identity, Timeline]]) -> str:
    mine = lines[page.spec.revision.id]
    return render_page(
        "revision.md.j2", {"page": page, "revision": page.spec.revision, "spec": page.spec, "lines": mine}
    )


def _method_matrix(pages: Sequence[RevisionPage]) -> list[tuple[str, list[bool]]]:
    """Return every method, and for each revision whether it has the method."""
    having = [{entry.key for entry in page.entries if entry.kind == "method"} for page in pages]
    return [(name, [name in names for names in having]) for name in sorted(set[str]().union(*having))]
