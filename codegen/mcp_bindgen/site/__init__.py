"""The generated reference of the documentation site: Markdown pages that Sphinx turns into HTML.

`pages.documents` returns every file by path. `messages` and `facts` turn the tables of one revision into entries,
`timeline` adds in which revisions an entry exists and which of them changed it, and `templates/` is the layout.
"""
