"""Sum up a report of changes for people who have a release to do.

`guide` reads themes and steps from `schema/digest.toml`, `folding` makes one line of changes that are alike, and
`build` makes the digest, which the forms of the report show first.
"""
