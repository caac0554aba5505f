"""Summarize a report of changes for people who have to adapt to a release.

`guide` reads themes and steps from `schema/digest.toml`, `folding` makes one line of similar changes, and `build` makes
the digest, which every form of the report shows first.
"""
