"""Assess differences: the effect of each on documents, on Python source code, and on clients and servers.

`classify.assess_deltas` turns differences into changes. Each change has the methods, sides and pages that it is about.
`wire` finds the levels for documents with the search of `containment`, and `witness_check` confirms each
counter-example with a validator. `display` writes the changed thing in readable notation.
"""
