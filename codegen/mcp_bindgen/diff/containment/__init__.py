"""Decide whether every document of one type is valid against another type, and find a counter-example if not.

`shapes` describes sets of documents, `paths` leads to a part of a shape, and `search.Search` finds the `outcome`. Parts
of the search are `intersection` for documents in several shapes, `failures` for objects, and `scalars` for numbers and
strings.
"""
