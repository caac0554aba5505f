"""Compare two revisions, any two schema files, or what two servers offer: find and assess the differences.

`compare.make_report` is the entry point: it compares two `Subject`s and returns a `Report` of `Change`s. Finding
differences and assessing them are separate: `schema/` and `facts/` yield `Delta`s without an assessment, and `verdict/`
turns them into changes by the change rules in `rules/`. `containment/` decides if every document of one type is valid
against another type. `types` has `Delta`, `Change` and `Report`, `severity` the levels, `subject` one side of a
comparison, and `suppressions` the file of reviewed changes. The package `report` writes reports.
"""
