"""Find the differences between the schemas of two revisions, without an assessment.

`side.compared_schemas` prepares both sides: `matching` finds the definitions that both have, and `envelopes` combines
messages with their JSON-RPC envelope. `compare.schema_deltas` yields the differences; `objects` and `alternatives` do
so for classes and unions. `method_folding.fold_methods` merges those that make up an added or removed method.
`json_schema` writes types as JSON Schema.
"""
