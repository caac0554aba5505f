"""All pages of the reference, by path below the source directory of the site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcp_bindgen import comparison, drafts, negotiate, paths, sources
from mcp_bindgen.diff.subject import Facts, Subject
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ingest.subjects import read_subjects
from mcp_bindgen.ir.history import type_histories
from mcp_bindgen.ir.recursion import unroll_aliases
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.pages import negotiation
from mcp_bindgen.records.docs import Docs, read_docs
from mcp_bindgen.render.tables import tables_json
from mcp_bindgen.report.markup import code_span, escape_markdown
from mcp_bindgen.report.rule_manual import manual_markdown
from mcp_bindgen.site import api, bridge
from mcp_bindgen.site.entries import Entry, Table, section_label
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
from mcp_bindgen.site.layers import NO_FIGURES, Figures, layers_page
from mcp_bindgen.site.schema_entries import definition_entries, method_entries
from mcp_bindgen.site.session_rules import session_entries
from mcp_bindgen.site.timeline import make_timelines

NEGOTIATION = "negotiation-cases.html"
"""File of the page about version negotiation. Sphinx copies the file unchanged, without the layout of the site."""

TABLES = "tables.json"
"""File with the tables of all revisions, for programs in other languages. Sphinx copies the file unchanged."""

SUBJECT = """\
The methods of this subject and its definitions in the schema, with each inline part that is a class.
`mcp_bindings.{module}` exports them from its module `{name}`."""
PROTOCOL = """\
What the prose of the specification says of the transport and the connection. The values are in
`mb.revision("{id}").protocol`."""
LINT_RULES = """\
What the prose of the specification demands of a single message and the schema does not enforce. `rev.lint` and
`mcp-bindgen validate --lint` check these rules."""
SESSION_RULES = """\
What `mb.Session` checks across messages. The attribute `rule` of `LocalProtocolError` and `RemoteProtocolError` holds
one of these names."""

Matrix: TypeAlias = list[tuple[str, list[str]]]
"""Rows of a table. Each row has a title and, for each revision, newest first, the target of a link or an empty text."""


@dataclass(frozen=True)
class PageSection:
    """A section of a page. A page of error codes, lint rules or session rules has one section, without a title."""

    title: str
    introduction: str
    entries: tuple[Entry, ...]
    table: Table | None = None


@dataclass(frozen=True)
class RevisionPage:
    """A page of a revision, about one module of types or one kind of facts."""

    name: str
    """Name of the file without `.md`. Names of pages about facts have hyphens, and names of modules have none."""
    title: str
    introduction: str
    sections: tuple[PageSection, ...]

    @property
    def entries(self) -> list[Entry]:
        """Entries of all sections."""
        return [entry for section in self.sections for entry in section.entries]


@dataclass(frozen=True)
class RevisionReference:
    """The pages of one revision."""

    spec: SpecRevision
    facts: Facts
    pages: tuple[RevisionPage, ...]

    @property
    def id(self) -> str:
        """Id of the revision."""
        return self.spec.revision.id

    @property
    def entries(self) -> list[Entry]:
        """Entries of all pages."""
        return [entry for page in self.pages for entry in page.entries]


def reference_files(figures: Figures = NO_FIGURES) -> FileSet:
    """Return every file of the reference.

    Args:
        figures: the results of other programs, for the page of the layers.

    Raises:
        BindgenError: the data is malformed, the generated package is not installed, or no layer has one of its files.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    oldest_first, twins = _revision_references()
    specs = [each.spec for each in oldest_first]
    histories = {spec.revision.id: type_histories(specs, spec) for spec in specs}
    lines = make_timelines({each.id: each.entries for each in oldest_first}, histories)
    found: dict[str, str] = {}
    for each in oldest_first:
        found[f"reference/{each.id}.md"] = render_page(
            "revision.md.j2", {"pages": each, "revision": each.spec.revision}
        )
        for page in each.pages:
            variables = {"page": page, "revision": each.spec.revision, "lines": lines[each.id]}
            found[f"reference/{each.id}/{page.name}.md"] = render_page("revision_page.md.j2", variables)
    for draft, release in twins.items():
        found[f"reference/{draft}.md"] = render_page("draft.md.j2", {"id": draft, "release": release})
    revisions = oldest_first[::-1]
    variables = {"revisions": revisions, "twins": twins, "tables": TABLES}
    matrices = {"subjects": _subject_matrix(revisions), "methods": _method_matrix(revisions)}
    found["reference/index.md"] = render_page("index.md.j2", {**variables, **matrices})
    found |= api.api_pages(specs)
    found["reference/crossing.md"] = bridge.bridge_page(paths.schema_root())
    found["reference/changes.md"] = comparison.make_changelog_markdown()
    found["reference/change-rules.md"] = manual_markdown()
    found["reference/negotiation.md"] = render_page("negotiation.md.j2", {"address": NEGOTIATION})
    first = negotiate.make_chosen_case(None, None, None, None)
    found[f"_extra/reference/{NEGOTIATION}"] = negotiation.negotiation_page(negotiate.find_all_outcomes(), first)
    found[f"_extra/reference/{TABLES}"] = tables_json(
        [each.facts.protocol for each in oldest_first],
        sources.era_matrix(paths.schema_root()),
        [each.facts.authorization for each in oldest_first],
    )
    files = {path: content.encode("utf-8") for path, content in found.items()}
    return {**files, "reference/layers.md": layers_page(files, figures).encode("utf-8")}


def _revision_references() -> tuple[list[RevisionReference], dict[str, str]]:
    """Make the pages of all revisions.

    Returns:
        The pages of each revision that has its own models, oldest first. For each other draft, the id of the release
        that the draft equals, by the id of the draft.

    Raises:
        BindgenError: the data is malformed, or the generated package is not installed.
    """
    schema_root = paths.schema_root()
    docs, subjects = read_docs(schema_root), read_subjects(schema_root)
    specs = [sources.load_spec(row.id) for row in read_manifest(schema_root)]
    full, pairs = drafts.split_equal_drafts(specs, schema_root)
    twins = {spec.revision.id: twin.revision.id for spec, twin in pairs}
    errors = sources.errors_of(specs, full, schema_root)
    found: list[RevisionReference] = []
    for spec in full:
        subject = comparison.read_subject(spec.revision.id)
        if subject.facts is None:
            raise BindgenError("the revision has no facts", where=f"revision {spec.revision.id}")
        own = (
            *_subject_pages(spec, subject, docs, subjects),
            *_fact_pages(spec, subject.facts, errors[spec.revision.id]),
        )
        found.append(RevisionReference(spec, subject.facts, own))
    return found, twins


def _subject_pages(
    spec: SpecRevision, subject: Subject, docs: Docs, subjects: Mapping[str, str]
) -> Iterator[RevisionPage]:
    """Yield a page for each module of types. Each page has the types in the order of its module."""
    arranged = type_modules(unroll_aliases(spec), subjects)
    module_of = arranged.module_of
    methods = method_entries(spec, subject.methods, docs)
    modules = {row.name: module_of[row.message] for row in subject.methods}
    definitions = {entry.key: entry for entry in definition_entries(spec, docs)}
    for name, members in arranged.members.items():
        own = tuple(entry for entry in methods if modules[entry.key] == name)
        sections = [PageSection("Methods", "", own)] if own else []
        sections.append(PageSection("Definitions", "", tuple(definitions[member] for member in members)))
        introduction = SUBJECT.format(module=spec.module, name=name)
        yield RevisionPage(name, name.replace("_", " "), introduction, tuple(sections))


def _fact_pages(spec: SpecRevision, facts: Facts, errors: sources.RevisionErrors) -> Iterator[RevisionPage]:
    """Yield the pages of error codes, protocol facts, lint rules and session rules.

    Raises:
        BindgenError: the package mcp-bindings is not installed.
    """
    protocol, http = facts.protocol, facts.protocol.http
    codes = tuple(error_entries(spec, errors.codes))
    yield RevisionPage("error-codes", "error codes", "", (PageSection("", "", codes, _range_table(facts)),))
    sections = (
        PageSection("Headers", _http_introduction(facts), tuple(header_entries(http))),
        PageSection("HTTP statuses", "", (), status_table(http)),
        *_table_section("Event streams", stream_table(http)),
        PageSection("Keys in _meta", "", tuple(meta_entries(spec, protocol.meta_keys))),
        PageSection("Capabilities", "", (), capability_table(spec, protocol)),
        *_table_section("Other requirements", requirement_table(protocol)),
        *_table_section("Deprecated and removed features", feature_table(protocol)),
    )
    yield RevisionPage("protocol-facts", "protocol facts", PROTOCOL.format(id=spec.revision.id), sections)
    lint_rules, rules = tuple(lint_entries(facts.rules)), tuple(session_entries(spec))
    yield RevisionPage("lint-rules", "lint rules", LINT_RULES, (PageSection("", "", lint_rules),))
    yield RevisionPage("session-rules", "session rules", SESSION_RULES, (PageSection("", "", rules),))


def _table_section(title: str, table: Table) -> tuple[PageSection, ...]:
    """Return a section for a table, or an empty tuple if the table has no rows."""
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


def _subject_matrix(revisions: Sequence[RevisionReference]) -> Matrix:
    """Return a row for each page that a revision has, with the title and the address of the page in each revision."""
    titles = {page.name: page.title for each in revisions for page in each.pages}
    pages = [{page.name: f"{each.id}/{page.name}.md" for page in each.pages} for each in revisions]
    return [(titles[name], [own.get(name, "") for own in pages]) for name in titles]


def _method_matrix(revisions: Sequence[RevisionReference]) -> Matrix:
    """Return a row for each method, with the name of the section about the method in each revision."""
    keys = [{entry.key for entry in each.entries if entry.kind == "method"} for each in revisions]
    names = sorted(set[str]().union(*keys))
    return [
        (
            name,
            [
                section_label(each.id, "method", name) if name in own else ""
                for each, own in zip(revisions, keys, strict=True)
            ],
        )
        for name in names
    ]
