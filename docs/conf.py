"""How Sphinx builds the site; `make docs` runs it on a copy of this directory and the generated reference."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

project = "mcp-bindgen"
author = "the authors of mcp-bindgen"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_extra"]
html_extra_path = ["_extra"]

myst_enable_extensions = ["colon_fence"]
myst_fence_as_directive = ["mermaid"]
myst_heading_anchors = 3
highlight_language = "none"
nitpicky = True

html_theme = "pydata_sphinx_theme"
html_title = "mcp-bindgen"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["diagrams.js"]
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # a page that is opened from a file may not fetch another
html_sidebars = {"index": [], "reference/*": ["sidebar-nav-bs"]}
html_theme_options = {
    "show_prev_next": False,
    "show_toc_level": 1,
    "secondary_sidebar_items": ["page-toc"],
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


def setup(app: Sphinx) -> None:
    """Register the directive and the event handler."""
    app.add_directive("mermaid", Mermaid)
    app.connect("html-page-context", add_mermaid)
