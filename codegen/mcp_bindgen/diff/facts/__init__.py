"""Find the differences between the protocol facts of two revisions, without an assessment.

Protocol facts are stated by the specification but by no schema: error codes, HTTP headers, lifecycle, authorization.

`compare.fact_deltas` returns the differences. `tables` lists the tables with the keys of their rows, `rows` matches the
rows, and `lint_rules` has the levels of rules for messages. `offers` compares what two servers offer.
"""
