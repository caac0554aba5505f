"""Compare two revisions, or any two schema files: what differs, and what each difference means.

`compare.report` is the entry point: two `Subject`s in, a `Report` of `Change`s out. Finding differences and assessing
them are separate: `schema/` and `facts/` yield `Delta`s without an assessment, and `verdict/` turns them into changes
by the change rules in `rules/`. `containment/` decides whether every document of one type is valid against another.

`types` has the values that are passed on, `severity` the levels, `subject` one side of a comparison, and
`suppressions` the file of reviewed changes. How a report is written is the business of the package `report`.
"""
