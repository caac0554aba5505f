"""Render results as self-contained HTML pages, which load nothing from elsewhere.

`changes` renders the page of a report of changes and the page of all releases. `negotiation` renders the page of
version negotiation. `environment.render_page` fills the templates in `templates/`. Each page is a template, a style
sheet and a script.
"""
