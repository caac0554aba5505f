"""Render a report of changes.

`to_json` converts a report of `diff` to the JSON form that `model` defines and `report.schema.json` publishes. From
that form, `markdown` and `github` make Markdown and workflow commands of GitHub Actions, and `to_sarif` makes a SARIF
log; `text` renders the report for a terminal, and the package `pages` as HTML. `rule_manual` is the manual of change
rules.

`sarif` and `junit` write findings and checks of every command in the forms that other programs read.
"""
