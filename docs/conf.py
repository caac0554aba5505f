"""How Sphinx builds the site; `make docs` runs it on a copy of this directory and the generated reference."""

from __future__ import annotations

import json
import re
from functools import cache

from docutils import nodes
from pydantic import BaseModel
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import make_refnode

project = "mcp-bindings"
author = "the authors of mcp-bindgen"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_extra", "_templates"]
html_extra_path = ["_extra"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_fence_as_directive = ["mermaid"]
myst_heading_anchors = 3
highlight_language = "none"
nitpicky = True

# Docstrings are in Google's style, with Markdown's backticks. A public name in them is a link.
default_role = "public"
nitpick_ignore_regex = [("public|py:.*", ".*")]
add_module_names = False
autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
toc_object_entries_show_parents = "hide"
TOP_LEVEL = ("class", "data", "exception", "function")
DOCSTRINGS = Config(napoleon_use_rtype=False, napoleon_use_ivar=True)

html_theme = "pydata_sphinx_theme"
html_title = "mcp-bindings"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["diagrams.js", "copy.js"]
html_favicon = "_static/favicon.svg"
templates_path = ["_templates"]
html_context = {"default_mode": "auto"}
html_additional_pages = {"search": "find.html"}
html_show_sourcelink = False
html_use_index = False  # 500 kB that no page shows a link to; the search knows the same names
html_copy_source = False
html_sidebars = {"index": [], "api/*": [], "reference/**": ["revision-nav.html"]}
html_theme_options = {
    "disable_search": True,  # `search-form.html` and `find.html` are in its place
    "navbar_persistent": ["search-form"],
    "show_prev_next": False,
    "show_toc_level": 1,
    "secondary_sidebar_items": {"**": ["page-toc"], "reference/index": [], "reference/changes": []},
    "footer_start": ["last-updated"],
    "footer_end": [],
    "navigation_with_keys": False,
}


class Mermaid(SphinxDirective):
    """A diagram in a fence `mermaid`, which `diagrams.js` draws in the browser; without scripts its text is shown."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the text as it is, and Mermaid on this page."""
        return [nodes.literal_block(text="\n".join(self.content), classes=["mermaid-source"], language="none")]


def add_mermaid(app: Sphinx, name: str, template: str, context: dict[str, object], tree: nodes.document | None) -> None:
    """Load Mermaid on pages with a diagram, and only there, since it has 2.5 MB."""
    if tree is not None and any("mermaid-source" in node["classes"] for node in tree.findall(nodes.literal_block)):
        app.add_js_file("mermaid.tiny.js", priority=400)


DATE = re.compile(r"v?\d{4}[-_]\d\d[-_]\d\d")
REVISION = re.compile(rf"reference/{DATE.pattern}")
"""Name of the page of a revision."""
ENTRY = re.compile(r"\d{4}-\d\d-\d\d-[a-z]+-.+")
"""Name of the section of an entry of the protocol, which `site.entries.label` makes."""


class EntryAnchors(SphinxTransform):
    """Anchors of the entries of the protocol: their titles, which Docutils would write in lower case."""

    default_priority = 800  # before Sphinx collects the names of sections

    def apply(self, **options: object) -> None:
        """Give each section of an entry its title as the first anchor, if the title has no spaces."""
        for section in self.document.findall(nodes.section):
            title = section.next_node(nodes.title).astext()
            names = [name for name in section["names"] if ENTRY.fullmatch(name)]
            if names and " " not in title:
                section["ids"].insert(0, title)
                self.document.ids[title] = section
                self.document.nameids.update(dict.fromkeys(names, title))


def add_redirect(
    app: Sphinx, name: str, template: str, context: dict[str, object], tree: nodes.document | None
) -> None:
    """Load the script that leads from an anchor of a revision's page to the page of its subject, only there."""
    if REVISION.fullmatch(name):
        app.add_js_file("subjects.js")


def convert_docstring(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Convert a docstring with sections, such as `Args`, to reStructuredText, and drop those of the standard library.

    Docstrings of attributes have no sections, and Napoleon would take words before a colon for their type.
    """
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    elif what not in ("attribute", "property", "data"):
        lines[:] = GoogleDocstring(list_results(lines), DOCSTRINGS, app, what, name, value, options).lines()


def list_results(lines: list[str]) -> list[str]:
    """Return a docstring with a list of results if it has several, since Napoleon expects one."""
    before, _, section = "\n".join(lines).partition("\nReturns:\n")
    results, blank, after = section.partition("\n\n")
    items = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", results, re.MULTILINE)
    if len(items) < 2:
        return lines
    listed = "\n".join(f"* `{type_}`: {' '.join(words.split())}" for type_, words in items)
    return f"{before}\n**Returns:**\n\n{listed}{blank}{after}".splitlines()


def hide_signature(
    app: Sphinx, what: str, name: str, value: object, options: object, signature: str | None, result: str | None
) -> tuple[str, None] | None:
    """Leave out the signature of a model, whose attributes say the same with their meaning."""
    return ("", None) if isinstance(value, type) and issubclass(value, BaseModel) else None


class PublicRole(SphinxRole):
    """Role of backticks in docstrings: code, with a link if it is a public name."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a reference that `resolve_name` resolves after all pages are read."""
        code = nodes.literal(self.text, self.text)
        module = self.env.ref_context.get("py:module", "")
        return [pending_xref("", code, refdomain="", reftype="public", reftarget=self.text, module=module)], []


def resolve_name(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> nodes.Node | None:
    """Link a name in a docstring or a signature to its page, also where it is written without its package."""
    if node["reftype"] != "public" and node["refdomain"] != "py":
        return None
    return link_definition(app, env, node, content) or link_object(app, env, node, content)


def link_definition(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Node | None:
    """Link a definition of a revision, of whatever module, to the reference of the protocol."""
    named = re.fullmatch(r"mcp_bindings\.v(\d+)_(\d+)_(\d+)\.(?:\w+\.)*(\w+)", node["reftarget"])
    if named is None:
        return None
    label = f"{'-'.join(named.groups()[:3])}-definition-{named[4].lower()}"
    page, anchor, _ = env.domains.standard_domain.labels.get(label, ("", "", ""))
    return make_refnode(app.builder, node["refdoc"], page, anchor, content) if page else None


def link_object(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> nodes.Node | None:
    """Link a public name of Python, if no other one ends so."""
    objects = env.domains.python_domain.objects
    name = re.sub(r"^mb\.|\(.*\)$", "", node["reftarget"])
    found = [full for full in (name, f"mcp_bindings.{name}") if full in objects] or endings(env).get(name, [])
    if len(found) != 1:
        return None
    place = objects[found[0]]
    return make_refnode(app.builder, node["refdoc"], place.docname, place.node_id, content, found[0])


def require_full_names(app: Sphinx, tree: nodes.document) -> None:
    """Keep Sphinx from linking a name such as `type` to any member that is called so; `resolve_name` links the rest."""
    for reference in tree.findall(pending_xref):
        reference.attributes.pop("refspecific", None)


@cache
def endings(env: BuildEnvironment) -> dict[str, list[str]]:
    """Return the full names by each of their ends. Members need the name of their class."""
    found: dict[str, list[str]] = {}
    for full, place in env.domains.python_domain.objects.items():
        parts = full.split(".")
        for count in range(1 if place.objtype in TOP_LEVEL else 2, 0 if place.aliased else len(parts)):
            found.setdefault(".".join(parts[-count:]), []).append(full)
    return found


KINDS = {"guides": "guide", "api": "api", "reference": "reference", "design": "design"}


def write_search_sections(app: Sphinx, error: Exception | None) -> None:
    """Write every section of the site for `search.js`. Of revisions that share an entry, the newest one has it."""
    if error is not None:
        return
    newest = ""
    seen: set[tuple[str, str]] = set()
    rows: list[tuple[str, str, str, str, str]] = []
    for document in sorted(app.env.found_docs, reverse=True):  # of revisions, the newest comes first
        kind = KINDS.get(document.partition("/")[0], "start")
        if dated := DATE.search(document):
            revision = re.sub(r"\D", "", dated[0])
            newest = max(newest, revision)
            kind = kind if revision == newest else "older"
        for section in searched_sections(app, document):
            described = describe_section(app, document, section)
            is_entry = any(map(ENTRY.fullmatch, section["names"]))
            entry = section["ids"][-1] if is_entry else DATE.sub("", document), DATE.sub("", described[1])
            if dated and entry in seen and entry[1]:
                continue
            seen.add(entry)
            rows.append((*described, kind))
    path = app.outdir / "_static" / "search-sections.js"
    path.write_text(f"const SECTIONS = {json.dumps(rows, ensure_ascii=False)};\n", encoding="utf-8")


def searched_sections(app: Sphinx, document: str) -> list[nodes.section]:
    """Return the sections of a page; of a revision's page the first one, since the others only list other pages."""
    found = [*app.env.get_doctree(document).findall(nodes.section)]
    return found[:1] if REVISION.fullmatch(document) else found


def describe_section(app: Sphinx, document: str, section: nodes.section) -> tuple[str, str, str, str]:
    """Return the address, title, title of the page and text of a section, without the sections in it."""
    parts = [child for child in section.children if not isinstance(child, (nodes.section, nodes.title))]
    text = " ".join(" ".join(leaf.astext() for part in parts for leaf in part.findall(nodes.Text)).split())
    page = app.env.titles[document].astext()
    address = f"{app.builder.get_target_uri(document)}#{section['ids'][0]}"
    return address, section.next_node(nodes.title).astext(), page, text


def leave_out_search_index(app: Sphinx) -> None:
    """Leave out the index of Sphinx, in whose place `write_search_sections` writes another."""
    app.builder.search = False


def setup(app: Sphinx) -> None:
    """Register directives, roles and event handlers."""
    app.add_directive("mermaid", Mermaid)
    app.add_role("public", PublicRole())
    app.add_lexer("haproxy", TextLexer)  # Pygments knows no such language
    app.connect("builder-inited", leave_out_search_index)
    app.connect("build-finished", write_search_sections)
    app.add_transform(EntryAnchors)
    app.connect("html-page-context", add_mermaid)
    app.connect("html-page-context", add_redirect)
    app.connect("autodoc-process-docstring", convert_docstring)
    app.connect("autodoc-process-signature", hide_signature)
    app.connect("doctree-read", require_full_names)
    app.connect("missing-reference", resolve_name)
