"""Generated reference of the documentation site: Markdown pages that Sphinx converts to HTML.

`pages.reference_documents` returns every file by path. `messages` and `facts` convert the tables of one revision to
entries, `timeline` adds the revisions in which an entry exists and those that changed it, and `templates/` is the
layout.
"""
