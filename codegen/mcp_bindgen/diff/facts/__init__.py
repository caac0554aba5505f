"""Find the differences between the protocol facts of two revisions, without an assessment.

Protocol facts are what the specification states and no schema does: error codes, HTTP headers, lifecycle,
authorization. `compare.fact_deltas` yields the differences. `tables` lists the tables and how their rows are
identified; `methods`, `errors` and `lint_rules` have comparisons of their own.
"""
