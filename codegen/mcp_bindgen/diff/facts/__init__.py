"""Find the differences between the protocol facts of two revisions, without an assessment.

Protocol facts are in the specification but in no schema: error codes, HTTP headers, the lifecycle and authorization.

`compare.fact_deltas` returns the differences. `tables` lists the tables with the keys of their rows, `rows` matches the
rows, and `lint_rules` has the levels of rules for messages. `offers` compares what two servers offer.
"""
