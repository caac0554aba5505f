"""Assess differences: the effect of each on documents, on Python source code, and on clients and servers.

`classify.classify` turns differences into changes. `wire` finds the levels for documents with the search of
`containment`, and `witness_check` confirms each counter-example with a validator. `reach` finds the methods and senders
of a type, `display` writes the changed thing in readable notation, and `links` finds the pages about it.
"""
