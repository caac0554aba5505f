"""Find the differences between the schemas of two revisions, without an assessment.

`side.compared_schemas` prepares both sides: `matching` finds the definitions that both sides have, and `envelopes`
combines messages with their JSON-RPC envelopes. `compare.schema_deltas` returns the differences, `objects` finds those
between classes, and `alternatives` those between unions. `method_folding.fold_methods` merges the differences that make
up an added or removed method. `json_schema` writes types as JSON Schema.
"""
