"""Generated reference of the documentation site: Markdown pages that Sphinx converts to HTML.

`pages.reference_files` returns every file by path. `schema_entries`, `facts` and `session_rules` convert the data of
one revision to entries, `timeline` adds the revisions in which an entry exists and those that changed it, and
`templates/` has the layout.
"""
