"""Summarize a report of changes for people who have to adapt to a release.

`guide` reads themes and steps from `schema/digest.toml`. `build` makes the digest, in which one line stands for similar
changes. Every rendered form of the report shows the digest before the changes.
"""
