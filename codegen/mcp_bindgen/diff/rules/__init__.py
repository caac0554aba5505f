"""The catalogue of change rules: id, purpose, summary and assessment of each kind of change.

`rule.ChangeRule` is the type of a rule, and `schema`, `protocol` and `offer` have the rules. `catalogue` finds the rule
for a difference. It also reads `examples.toml`, which has a small example of each rule or of its mirror.
"""
