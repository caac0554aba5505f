"""A report of changes, given in its JSON form, for people: Markdown, lines for GitHub, and what a page needs of it."""
