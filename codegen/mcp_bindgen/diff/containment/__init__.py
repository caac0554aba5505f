"""Decide whether every document of one type is valid against another, and find a counter-example if not.

`shapes` describes sets of documents, `paths` leads to a part of a shape, and `search.Search` finds the `outcome`.
`intersection`, `failures` and `scalars` are its parts for documents in several shapes, for objects, and for numbers and
strings.
"""
