"""Render results as self-contained HTML pages, which load nothing from elsewhere.

`changes` has the page of a report of changes and that of all releases, `negotiation` the page of version negotiation.
`environment.render_page` fills the templates in `templates/`: each page is a template, a style sheet and a script.
"""
