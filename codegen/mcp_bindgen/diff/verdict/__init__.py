"""Assess differences: what each means for documents, for Python source code, and for clients and servers.

`classify.classify` turns differences into changes. `wire` finds the levels for documents with the search of
`containment`, and `witness_check` confirms each counter-example with a validator. `reach` finds the methods and senders
of a type, `display` writes the thing that changed in readable notation, and `links` finds the pages about it.
"""
