"""Decide whether every document of one type is valid against another type, and find a counter-example if not.

A shape is a set of documents. `shapes` has the classes of shapes, `shape_paths` finds or replaces a part of a shape,
and `search.Search` finds a document in some shapes and outside of others. The search uses `intersection` for documents
in several shapes, `failures` for objects, and `scalars` for numbers and strings.
"""
