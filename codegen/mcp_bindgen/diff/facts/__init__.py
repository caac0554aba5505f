"""Find the differences between the protocol facts of two revisions, without an assessment.

Protocol facts are stated by the specification but by no schema: error codes, HTTP headers, lifecycle, authorization.

`compare.fact_deltas` yields the differences. `tables` lists the tables and the keys of their rows; `methods`, `errors`
and `lint_rules` have comparisons of their own. `offers` compares what two servers offer.
"""
