"""The catalogue of change rules: id, purpose, summary and assessment of each kind of change.

`rule.ChangeRule` is the type of a rule, `schema`, `protocol` and `offer` have the rules, and `catalogue` finds the rule
for a difference. `examples` reads `examples.toml`, the smallest pair that each rule reports.
"""
