"""Summarize a report of changes for people who have to adapt to a release.

`guide` reads themes and steps from `schema/digest.toml`. `build` makes the digest, which every form of the report shows
first: one line stands for similar changes.
"""
