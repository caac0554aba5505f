"""The linter: checks of rules that the specification states in prose and the schema does not enforce.

`Revision.lint` calls `Linter`. The rules are data, rendered from `schema/<revision>/lint_rules.toml`. `checks` has the
functions that rules name, `formats` the syntax of URIs, media types, timestamps and trace context.
"""
