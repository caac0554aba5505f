"""A report of changes in its forms: JSON model, text, Markdown, GitHub annotations, the history of all releases."""
