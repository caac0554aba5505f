"""Render a report of changes.

`to_json` converts a report of `diff` to the JSON form that `model` defines and `report.schema.json` publishes.
`markdown`, `github` and `to_sarif` render this form as Markdown, as workflow commands of GitHub Actions and as a SARIF
log, and the package `pages` renders it as HTML. `text` renders a report of `diff` for a terminal. `rule_manual` is the
manual of change rules.

`sarif` and `junit` write the findings and checks of every command in forms that other programs read.
"""
