"""Render a report of changes.

`to_json` converts a report of `diff` to the JSON form that `model` defines and `report.schema.json` publishes. From
that form, `markdown`, `github` and `releases` make Markdown, workflow commands of GitHub Actions and the history of all
releases; `text` renders the report for a terminal, and the package `pages` as HTML. `rule_manual` is the manual of
change rules.

`sarif` and `junit` are the forms of findings and of checks that other programs read, for every command.
"""
