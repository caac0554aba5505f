"""Compare two revisions, any two schema files, or what two servers offer: find and assess the differences.

`compare.make_report` is the entry point. It compares two `Subject`s and returns a `Report` of `Change`s. Differences
are found first and assessed later: `schema/` and `facts/` yield `Delta`s without an assessment, and `verdict/` turns
these `Delta`s into changes by the change rules in `rules/`. `containment/` decides whether every document of one type
is valid against another type. `types` has the classes `Delta`, `Change` and `Report`, `severity` has the levels, and
`subject` has one side of a comparison. `suppressions` reads the file of reviewed changes. The package `report` writes
reports.
"""
